"""The people of the tables, and the combatants that each of them plays."""

from dataclasses import asdict
from datetime import UTC, datetime

from sqlalchemy import Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.store import schema as t
from webapp.store.database import reading, writing
from webapp.store.rows import Person
from webapp.store.table_keys import new_key
from webapp.store.table_rows import IS_OPEN
from webapp.table.names import new_id

_PEOPLE = select(t.people.c.id, t.people.c.table_id, t.people.c.name, t.people.c.key)


class PeopleStore:
    """Who is at which table, and who has which seat in a battle."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, table_id: str, name: str, id_: str = "") -> Person:
        """Take somebody in at a table, under an id that they were promised or a fresh one."""
        person = Person(id_ or new_id(), table_id, name, new_key())
        with writing(self._engine) as connection:
            connection.execute(insert(t.people), {**asdict(person), "created": datetime.now(UTC)})
        return person

    def find(self, person_id: str) -> Person | None:
        """Find a person; None once removed."""
        with reading(self._engine) as connection:
            row = connection.execute(_PEOPLE.where(t.people.c.id == person_id)).first()
        return Person(*row) if row else None

    def find_let_in(self, person_id: str) -> Person | None:
        """Find a person whose table is not closed."""
        wanted = _PEOPLE.outerjoin(t.table_gms, t.table_gms.c.table_id == t.people.c.table_id)
        wanted = wanted.outerjoin(t.gms, t.gms.c.id == t.table_gms.c.gm_id)
        with reading(self._engine) as connection:
            row = connection.execute(wanted.where(t.people.c.id == person_id, IS_OPEN)).first()
        return Person(*row) if row else None

    def of_table(self, table_id: str) -> list[Person]:
        """List a table's people in the order in which they came."""
        wanted = _PEOPLE.where(t.people.c.table_id == table_id).order_by(t.people.c.created, t.people.c.id)
        with reading(self._engine) as connection:
            return [Person(*row) for row in connection.execute(wanted)]

    def rename(self, person_id: str, name: str) -> None:
        """Call a person something else."""
        with writing(self._engine) as connection:
            connection.execute(update(t.people).where(t.people.c.id == person_id).values(name=name))

    def remove(self, person_id: str) -> None:
        """Take a person away, and out of every seat."""
        with writing(self._engine) as connection:
            connection.execute(delete(t.people).where(t.people.c.id == person_id))

    def seat(self, battle_id: str, combatant: str, person_id: str | None) -> None:
        """Give a combatant to a person, or to nobody."""
        seats = t.seats.c
        with writing(self._engine) as connection:
            free = delete(t.seats).where(seats.battle_id == battle_id, seats.combatant == combatant)
            connection.execute(free)
            if person_id is not None:
                seat = {"battle_id": battle_id, "combatant": combatant, "person_id": person_id}
                connection.execute(insert(t.seats), seat)

    def take_seat(self, battle_id: str, combatant: str, person_id: str) -> bool:
        """Give a combatant to a person if nobody has it; say whether that person has it now."""
        seats = t.seats.c
        here = select(seats.person_id).where(seats.battle_id == battle_id, seats.combatant == combatant)
        try:
            with writing(self._engine) as connection:
                holder = connection.execute(here).scalar()
                if holder is None:
                    seat = {"battle_id": battle_id, "combatant": combatant, "person_id": person_id}
                    connection.execute(insert(t.seats), seat)
                return holder in (None, person_id)
        except IntegrityError:  # on PostgreSQL two may ask at once
            return False

    def seats(self, battle_id: str) -> dict[str, str]:
        """Tell which person has each combatant; those without a person are left out."""
        seats = t.seats.c
        wanted = select(seats.combatant, seats.person_id).where(seats.battle_id == battle_id)
        with reading(self._engine) as connection:
            rows = connection.execute(wanted.order_by(seats.combatant))
            return {row.combatant: row.person_id for row in rows}
