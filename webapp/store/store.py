"""The store: the log of every battle, and the tables, people, seats and pictures around it.

What goes out are frozen rows, never the database's own objects. Each method is one short transaction. The
log is append-only, and `(battle_id, seq)` is unique: of two processes that would write the same place, one
is told `SeqTaken`, takes in what the other wrote, and tries again.
"""

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import delete, insert, select, update

from rules.engine.battle_events import MapEdited, MapSet
from webapp.importers import Picture
from webapp.store import schema as t
from webapp.store.background_work import WorkShelf
from webapp.store.database import StoreTrouble, close_database, open_database, reading, writes, writing
from webapp.store.gms import GmStore, own_table
from webapp.store.kept_groups import GroupShelf
from webapp.store.log_writer import LogWriter, SeqTaken, last_seq
from webapp.store.people import PeopleStore
from webapp.store.picture_shelf import FolderShelf, hold_picture, picture_id
from webapp.store.picture_start import open_shelf
from webapp.store.rows import BattleRow, Person, PictureRow, SceneRows, StoredEvent, TableRow, TableSettings
from webapp.store.snapshots import SnapshotShelf
from webapp.store.table_counts import CountStore
from webapp.store.table_deletion import TableDeletion
from webapp.store.table_keys import clean_code, free_code, new_key
from webapp.store.table_pictures import TablePictures, note_pictures
from webapp.store.table_rows import (
    IS_OPEN,
    TABLES,
    fields_as_text,
    hold_table,
    insert_scenes,
    insert_table,
    table_row,
)
from webapp.store.what_ifs import WhatIfShelf, mark_what_if
from webapp.table.names import new_id
from webapp.talk.store import TalkStore

__all__ = [
    "BattleRow",
    "Person",
    "PictureRow",
    "SceneRows",
    "SeqTaken",
    "Store",
    "StoreTrouble",
    "StoredEvent",
    "TableRow",
    "TableSettings",
]


class Store:
    """The database and the pictures. Any method may raise `StoreTrouble`."""

    def __init__(self, database: str | Path, pictures: Path, shared_pictures: Path | None = None) -> None:
        """Open the database (an SQLite file's path, or a URL) and bring it up to date.

        Args:
            pictures: the folder for pictures in the data folder; a PostgreSQL keeps them itself.
            shared_pictures: a folder for them that all processes share, in place of either.
        """
        self.pictures = pictures
        self._engine = open_database(database)
        self._shelf = open_shelf(self._engine, pictures, shared_pictures)
        self._log = LogWriter(self._engine)
        self.snapshots = SnapshotShelf(pictures.parent / "snapshots")
        self.counts = CountStore(self._engine)
        self.talk = TalkStore(self._engine)
        self.people = PeopleStore(self._engine)
        self.groups = GroupShelf(self._engine)
        self.what_ifs = WhatIfShelf(self._engine)
        self.rehearsals = WorkShelf(self._engine, t.rehearsals)
        self.win_curves = WorkShelf(self._engine, t.win_curves)
        self.gms = GmStore(self._engine, TableDeletion((self._shelf, FolderShelf(pictures, pictures))))
        self.table_pictures = TablePictures(self._engine, self._shelf)

    @property
    def kind(self) -> str:
        """Name the kind of the database."""
        return {"sqlite": "SQLite", "postgresql": "PostgreSQL"}.get(self._engine.dialect.name, "")

    def close(self) -> None:
        """Keep what is still to be kept, and let go of all connections."""
        self._log.drain()
        close_database(self._engine)

    # -------------------------------------------------------------------------------------- the log
    def append(
        self, battle_id: str, first_seq: int, command_id: str, events: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> int:
        """Keep what one command brought about, all of it or nothing, and give the last seq.

        Args:
            first_seq: the place of the first event, one after the last that the caller knows.
            events: kind and JSON-able fields of each.

        Raises:
            SeqTaken: if that place is taken already.
            ValueError: if it would leave a gap, or there are no events.
        """
        return self.append_all(battle_id, first_seq, [(command_id, events)])

    def append_all(
        self,
        battle_id: str,
        first_seq: int,
        commands: Sequence[tuple[str, Sequence[tuple[str, Mapping[str, Any]]]]],
    ) -> int:
        """Keep what several commands brought about one after another, all of it or nothing: see `append`."""
        if not commands or not all(events for _, events in commands):
            raise ValueError("There is nothing to append.")
        now, rows = datetime.now(UTC), list[tuple[Any, ...]]()
        for command_id, events in commands:
            rows += [
                (battle_id, seq, command_id, kind, fields_as_text(data), now)
                for seq, (kind, data) in enumerate(events, first_seq + len(rows))
            ]
        return self._log.append(battle_id, first_seq, rows)

    def events(self, battle_id: str, after: int = 0) -> list[StoredEvent]:
        """List a battle's events in order, those after a seq."""
        e = t.events.c
        wanted = (
            select(e.seq, e.kind, e.data, e.at, e.command_id)
            .where(e.battle_id == battle_id, e.seq > after)
            .order_by(e.seq)
        )
        with reading(self._engine) as connection:
            rows = connection.execute(wanted).all()
        return [StoredEvent(r.seq, r.kind, json.loads(r.data), r.at, r.command_id) for r in rows]

    def told(self, battle_id: str, after: int = 0) -> list[tuple[str, str]]:
        """List a battle's events after a seq in order, as the rules need them: kind, fields as JSON."""
        e = t.events.c
        wanted = select(e.kind, e.data).where(e.battle_id == battle_id, e.seq > after).order_by(e.seq)
        with reading(self._engine) as connection:
            return [(kind, text) for kind, text in connection.execute(wanted)]

    def of_kind(self, battle_id: str, kind: str) -> list[dict[str, Any]]:
        """List the fields of a battle's events of one kind, in order."""
        e = t.events.c
        wanted = select(e.data).where(e.battle_id == battle_id, e.kind == kind).order_by(e.seq)
        with reading(self._engine) as connection:
            return [json.loads(text) for (text,) in connection.execute(wanted)]

    def last_seq(self, battle_id: str) -> int:
        """Give the seq of a battle's last event, 0 if it has none."""
        with reading(self._engine) as connection:
            return last_seq(connection, battle_id)

    @property
    def writes(self) -> int:
        """How often this process has written anything but events of a log."""
        return writes(self._engine)

    # --------------------------------------------------------------------------------------- tables
    def create_table(self, name: str) -> TableRow:
        """Make a table with fresh keys and no battle yet."""
        with writing(self._engine) as connection:
            id_ = insert_table(connection, name, TableSettings())
        return self._known_table(id_)

    def put_table(
        self,
        name: str,
        settings: TableSettings,
        people: Sequence[tuple[str, str]],
        scenes: Sequence[SceneRows],
        current: str,
        gm_id: str | None = None,
    ) -> TableRow:
        """Make a table with all that was ever on it, as one, with fresh keys.

        Args:
            people: ids and names; the ids are those that the scenes' seats and logs name.
            scenes: with the ids that they are to have; whose table they were does not matter.
            current: the id of the scene before the table.
            gm_id: the invited GM whose it is; None makes it the host's own.
        """
        now = datetime.now(UTC)
        with writing(self._engine) as connection:
            id_ = insert_table(connection, name, settings)
            own_table(connection, id_, gm_id)
            for place, (person_id, person_name) in enumerate(people):
                came = now + timedelta(microseconds=place)  # they stay in their order
                row = {
                    "id": person_id,
                    "table_id": id_,
                    "name": person_name,
                    "key": new_key(),
                    "created": came,
                }
                connection.execute(insert(t.people), row)
            insert_scenes(connection, id_, scenes)
            connection.execute(insert(t.current_battles), {"table_id": id_, "battle_id": current})
        return self._known_table(id_)

    def put_scenes(self, table_id: str, scenes: Sequence[SceneRows], what_if_of: str = "") -> None:
        """Add scenes with their whole logs to a table, as one; seats of people who left stay empty.

        Args:
            what_if_of: the scene from whose log they were opened to try something, if they were.
        """
        with writing(self._engine) as connection:
            wanted = select(t.people.c.id).where(t.people.c.table_id == table_id)
            here = set(connection.execute(wanted).scalars())
            for scene in scenes:
                seats = {who: person for who, person in scene.seats.items() if person in here}
                insert_scenes(connection, table_id, [replace(scene, seats=seats)])
                if what_if_of:
                    mark_what_if(connection, scene.battle.id, what_if_of)

    def table(self, table_id: str) -> TableRow | None:
        """Find a table by its id."""
        return self._table(t.tables.c.id == table_id)

    def table_by_gm_key(self, key: str) -> TableRow | None:
        """Find the table that a GM's link leads to; an invited GM's opens by the invitation alone."""
        return self._table((t.tables.c.gm_key == key) & t.table_gms.c.gm_id.is_(None))

    def table_by_screen_key(self, key: str) -> TableRow | None:
        """Find the table that a projector's link leads to."""
        return self._table((t.tables.c.screen_key == key) & IS_OPEN)

    def table_by_join_code(self, code: str) -> TableRow | None:
        """Find the table that players join by a code, however it is written (case, blanks, hyphens)."""
        return self._table((t.tables.c.join_code == clean_code(code)) & IS_OPEN)

    def tables_of(self, ids: Sequence[str]) -> list[TableRow]:
        """Find several tables, in the order given; unknown ids are left out."""
        with reading(self._engine) as connection:
            rows = connection.execute(TABLES.where(t.tables.c.id.in_(ids))).all()
        found = {row.id: table_row(row) for row in rows}
        return [found[id_] for id_ in ids if id_ in found]

    def any_table(self) -> TableRow | None:
        """Give the oldest of the host's own tables, if there is one."""
        oldest = TABLES.where(t.table_gms.c.gm_id.is_(None)).order_by(t.tables.c.created, t.tables.c.id)
        with reading(self._engine) as connection:
            row = connection.execute(oldest.limit(1)).first()
        return table_row(row) if row else None

    def all_tables(self) -> list[TableRow]:
        """List all tables, the oldest first."""
        with reading(self._engine) as connection:
            rows = connection.execute(TABLES.order_by(t.tables.c.created, t.tables.c.id))
            return [table_row(row) for row in rows]

    def settings(self, table_id: str) -> TableSettings:
        """Give a table's settings. Raises `LookupError` for an unknown table."""
        return self._known_table(table_id).settings

    def change_settings(self, table_id: str, **chosen: Any) -> None:
        """Keep what was chosen of a table's settings; the others stay what they are."""
        self.alter_settings(table_id, lambda settings: replace(settings, **chosen))

    def alter_settings(self, table_id: str, alter: Callable[[TableSettings], TableSettings]) -> None:
        """Keep what is made of a table's settings, in one piece: nobody changes them in between."""
        change, kept = update(t.tables).where(t.tables.c.id == table_id), select(t.tables.c.settings)
        with writing(self._engine) as connection:
            kept = kept.where(t.tables.c.id == table_id).with_for_update()
            settings = alter(TableSettings.read(connection.execute(kept).scalar_one()))
            connection.execute(change.values(settings=json.dumps(asdict(settings))))

    def new_join_code(self, table_id: str) -> str:
        """Give the table another code; the old one leads nowhere from now on."""
        with writing(self._engine) as connection:
            code = free_code(connection)
            connection.execute(update(t.tables).where(t.tables.c.id == table_id).values(join_code=code))
        return code

    def new_screen_key(self, table_id: str) -> None:
        """Give the table another key for its projector and its watchers; the old links lead nowhere now."""
        with writing(self._engine) as connection:
            change = update(t.tables).where(t.tables.c.id == table_id)
            connection.execute(change.values(screen_key=new_key()))

    def _table(self, condition: Any) -> TableRow | None:
        with reading(self._engine) as connection:
            row = connection.execute(TABLES.where(condition)).first()
        return table_row(row) if row else None

    def _known_table(self, table_id: str) -> TableRow:
        table = self.table(table_id)
        if table is None:
            raise LookupError(f"There is no table {table_id!r}.")
        return table

    # -------------------------------------------------------------------------------------- battles
    def create_battle(
        self, table_id: str, system: str, name: str, picture_id: str | None = None
    ) -> BattleRow:
        """Make a battle with a secret seed for its dice; it is not yet the table's current one."""
        seed = secrets.token_hex(32)
        row = BattleRow(new_id(), table_id, system, name, picture_id, seed, datetime.now(UTC))
        with writing(self._engine) as connection:
            connection.execute(insert(t.battles), asdict(row))
            note_pictures(connection, table_id, [picture_id] if picture_id else [])
        return row

    def battle(self, battle_id: str) -> BattleRow | None:
        """Find a battle."""
        with reading(self._engine) as connection:
            row = connection.execute(select(t.battles).where(t.battles.c.id == battle_id)).first()
        return BattleRow(**row._mapping) if row else None

    def logs_name(self, battle_ids: Sequence[str], picture_id: str) -> bool:
        """Say whether a picture was ever laid under the map of one of some battles."""
        e = t.events.c
        of_maps = e.kind.in_((MapSet.kind, MapEdited.kind)) & e.data.contains(picture_id, autoescape=True)
        with reading(self._engine) as connection:
            return (
                connection.execute(select(e.seq).where(e.battle_id.in_(battle_ids), of_maps)).first()
                is not None
            )

    def battles(self, table_id: str) -> list[BattleRow]:
        """List a table's battles, the oldest first."""
        wanted = select(t.battles).where(t.battles.c.table_id == table_id)
        wanted = wanted.order_by(t.battles.c.created, t.battles.c.id)
        with reading(self._engine) as connection:
            return [BattleRow(**row._mapping) for row in connection.execute(wanted)]

    def set_current(self, table_id: str, battle_id: str) -> None:
        """Put a battle before its table. Raises `ValueError` if it is another table's."""
        current = t.current_battles
        with writing(self._engine) as connection:
            wanted = select(t.battles.c.table_id).where(t.battles.c.id == battle_id)
            owner = connection.execute(wanted).scalar()
            if owner != table_id:
                raise ValueError(f"Battle {battle_id!r} is not one of table {table_id!r}.")
            connection.execute(delete(current).where(current.c.table_id == table_id))
            connection.execute(insert(current), {"table_id": table_id, "battle_id": battle_id})

    # ------------------------------------------------------------------------------------- pictures
    def save_picture(self, picture: Picture, table_id: str = "") -> PictureRow:
        """Keep a picture; the same bytes are kept once.

        Args:
            table_id: the table that it is brought to; empty where a scene that is put there next names it.
        """
        id_ = picture_id(picture.data)
        row = self._shelf.row(id_, picture.media_type, picture.width, picture.height)
        self._shelf.prepare(row, picture.data)
        with writing(self._engine) as connection:
            if table_id:  # before the picture: who deletes the table goes the same way
                hold_table(connection, table_id)
            hold_picture(connection, row)
            self._shelf.keep(connection, row, picture.data)
            if table_id:
                note_pictures(connection, table_id, [id_])
        return row

    def picture_at(self, table_id: str, picture_id: str) -> PictureRow | None:
        """Find a picture of a table; that of another table alone is none, whoever names it."""
        return self.picture(picture_id) if self.table_pictures.has(table_id, picture_id) else None

    def picture(self, picture_id: str) -> PictureRow | None:
        """Find a picture."""
        with reading(self._engine) as connection:
            row = connection.execute(select(t.pictures).where(t.pictures.c.id == picture_id)).first()
        return self._shelf.row(*row) if row else None

    def picture_file(self, picture: PictureRow) -> Path | None:
        """Give a picture's file on this machine, fetched if need be; None where its bytes are lost."""
        return self._shelf.file(picture)
