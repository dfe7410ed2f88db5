"""Talk in the database: one short transaction each, frozen rows out, like the rest of the store."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rules.engine.text import text
from webapp.store import schema as t
from webapp.store.database import StoreTrouble, reading, writing
from webapp.talk.rows import GM, KeptRoll, Paper, Said, TalkRows

_TRIES = 5


class TalkStore:
    """What is kept of the talk at all tables. Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    # ------------------------------------------------------------------------------------------ said
    def say(self, table_id: str, said: Said) -> Said:
        """Keep what somebody said behind all that was said before, and give it its number.

        What was said under the same command before is given instead: sent twice, it counts once.
        """
        for _ in range(_TRIES):
            try:
                return self._say(table_id, said)
            except IntegrityError:  # another process has just said something under the same number
                continue
        raise StoreTrouble(text("Too much is said at this table at once. Nothing was changed; try again."))

    def _say(self, table_id: str, said: Said) -> Said:
        last = select(func.coalesce(func.max(t.said.c.seq), 0)).where(t.said.c.table_id == table_id)
        again = select(t.said).where(
            t.said.c.table_id == table_id, t.said.c.by == said.by, t.said.c.command_id == said.command_id
        )
        with writing(self._engine) as connection:
            known = connection.execute(again).first()
            if known is not None:
                return _said(known)
            numbered = replace(said, seq=connection.execute(last).scalar_one() + 1)
            connection.execute(insert(t.said), _of_said(table_id, numbered))
        return numbered

    def said(self, table_id: str, after: int = 0) -> list[Said]:
        """List what was said at a table behind a number, in order."""
        wanted = (
            select(t.said).where(t.said.c.table_id == table_id, t.said.c.seq > after).order_by(t.said.c.seq)
        )
        with reading(self._engine) as connection:
            return [_said(row) for row in connection.execute(wanted)]

    # ---------------------------------------------------------------------------------------- papers
    def papers(self, table_id: str) -> list[Paper]:
        """List a table's notes and handouts, the oldest first."""
        wanted = select(t.papers).where(t.papers.c.table_id == table_id)
        wanted = wanted.order_by(t.papers.c.created, t.papers.c.id)
        with reading(self._engine) as connection:
            return [_paper(row) for row in connection.execute(wanted)]

    def paper(self, table_id: str, paper_id: str) -> Paper | None:
        """Find a note or a handout."""
        wanted = select(t.papers).where(t.papers.c.id == paper_id, t.papers.c.table_id == table_id)
        with reading(self._engine) as connection:
            row = connection.execute(wanted).first()
        return _paper(row) if row else None

    def put_paper(self, table_id: str, paper: Paper) -> None:
        """Keep a note or a handout as it is now, whether it was there before or not."""
        values = _of_paper(table_id, paper)
        with writing(self._engine) as connection:
            changed = update(t.papers).where(t.papers.c.id == paper.id, t.papers.c.table_id == table_id)
            if not connection.execute(changed.values(values)).rowcount:
                connection.execute(insert(t.papers), values)

    def drop_paper(self, table_id: str, paper_id: str) -> None:
        """Throw a note or a handout away."""
        with writing(self._engine) as connection:
            gone = delete(t.papers).where(t.papers.c.id == paper_id, t.papers.c.table_id == table_id)
            connection.execute(gone)

    # ------------------------------------------------------------------------------ rolls and habits
    def kept_rolls(self, table_id: str, owner: str) -> list[KeptRoll]:
        """List the rolls that somebody keeps at a table, by name."""
        k = t.kept_rolls.c
        wanted = select(k.owner, k.name, k.dice).where(k.table_id == table_id, k.owner == owner)
        with reading(self._engine) as connection:
            return [KeptRoll(**row._mapping) for row in connection.execute(wanted.order_by(k.name))]

    def keep_roll(self, table_id: str, roll: KeptRoll) -> None:
        """Keep a roll, in the place of one of the same name."""
        with writing(self._engine) as connection:
            _drop_roll(connection, table_id, roll.owner, roll.name)
            connection.execute(insert(t.kept_rolls), _of_roll(table_id, roll))

    def drop_roll(self, table_id: str, owner: str, name: str) -> None:
        """Keep a roll no longer."""
        with writing(self._engine) as connection:
            _drop_roll(connection, table_id, owner, name)

    def real_dice(self, table_id: str) -> frozenset[str]:
        """List the people of a table who throw real dice and type them in."""
        with reading(self._engine) as connection:
            return frozenset(_real_dice(connection, table_id))

    def set_real_dice(self, person_id: str, *, on: bool) -> None:
        """Keep whether a person throws real dice."""
        with writing(self._engine) as connection:
            connection.execute(delete(t.habits).where(t.habits.c.person_id == person_id))
            connection.execute(insert(t.habits), {"person_id": person_id, "real_dice": int(on)})

    # --------------------------------------------------------------------------------- tables, whole
    def all_of(self, table_id: str) -> TalkRows:
        """Give all that is kept of a table's talk."""
        wanted = select(t.kept_rolls.c.owner, t.kept_rolls.c.name, t.kept_rolls.c.dice)
        wanted = wanted.where(t.kept_rolls.c.table_id == table_id)
        with reading(self._engine) as connection:
            rolls = tuple(KeptRoll(**row._mapping) for row in connection.execute(wanted))
        return TalkRows(
            said=tuple(self.said(table_id)),
            papers=tuple(self.papers(table_id)),
            kept_rolls=rolls,
            real_dice=tuple(sorted(self.real_dice(table_id))),
        )

    def put_all(self, table_id: str, rows: TalkRows) -> None:
        """Put the talk of a fresh table down, as one."""
        with writing(self._engine) as connection:
            for said in rows.said:
                connection.execute(insert(t.said), _of_said(table_id, said))
            for paper in rows.papers:
                connection.execute(insert(t.papers), _of_paper(table_id, paper))
            for roll in rows.kept_rolls:
                connection.execute(insert(t.kept_rolls), _of_roll(table_id, roll))
            for person_id in rows.real_dice:
                connection.execute(insert(t.habits), {"person_id": person_id, "real_dice": 1})

    def put_back(self, table_id: str, rows: TalkRows) -> None:
        """Put back the papers and the kept rolls that a table had once and has no more, shown to nobody yet.

        What is there now stays as it is, and so does what was said. The papers of people who have left are
        the GM's.
        """
        people = select(t.people.c.id).where(t.people.c.table_id == table_id)
        papers = select(t.papers.c.id)
        rolls = select(t.kept_rolls.c.owner, t.kept_rolls.c.name).where(t.kept_rolls.c.table_id == table_id)
        with writing(self._engine) as connection:
            here = {GM, *connection.execute(people).scalars()}
            known = set(connection.execute(papers).scalars())
            kept = {(owner, name) for owner, name in connection.execute(rolls)}
            for paper in rows.papers:
                if paper.id not in known:
                    owner = paper.owner if paper.owner in here else GM
                    again = replace(paper, owner=owner, shown=())
                    connection.execute(insert(t.papers), _of_paper(table_id, again))
            for roll in rows.kept_rolls:
                if roll.owner in here and (roll.owner, roll.name) not in kept:
                    connection.execute(insert(t.kept_rolls), _of_roll(table_id, roll))


def _real_dice(connection: Connection, table_id: str) -> list[str]:
    wanted = select(t.habits.c.person_id).join(t.people, t.people.c.id == t.habits.c.person_id)
    wanted = wanted.where(t.people.c.table_id == table_id, t.habits.c.real_dice == 1)
    return list(connection.execute(wanted).scalars())


def _drop_roll(connection: Connection, table_id: str, owner: str, name: str) -> None:
    k = t.kept_rolls.c
    connection.execute(delete(t.kept_rolls).where(k.table_id == table_id, k.owner == owner, k.name == name))


def _said(row: Any) -> Said:
    values = {key: value for key, value in row._mapping.items() if key != "table_id"}
    audience = values.pop("audience")
    return Said(
        **{**values, "data": json.loads(row.data)},
        audience=None if audience is None else tuple(json.loads(audience)),
    )


def _of_said(table_id: str, said: Said) -> Mapping[str, Any]:
    return {
        "table_id": table_id,
        "seq": said.seq,
        "command_id": said.command_id,
        "by": said.by,
        "name": said.name,
        "kind": said.kind,
        "data": json.dumps(said.data, ensure_ascii=False),
        "audience": None if said.audience is None else json.dumps(said.audience),
        "battle_id": said.battle_id,
        "entry": said.entry,
        "at": said.at,
    }


def _paper(row: Any) -> Paper:
    values = {key: value for key, value in row._mapping.items() if key != "table_id"}
    return Paper(**{**values, "shown": tuple(json.loads(row.shown))})


def _of_paper(table_id: str, paper: Paper) -> Mapping[str, Any]:
    return {
        "id": paper.id,
        "table_id": table_id,
        "owner": paper.owner,
        "title": paper.title,
        "words": paper.words,
        "picture_id": paper.picture_id,
        "shown": json.dumps(paper.shown),
        "created": paper.created,
    }


def _of_roll(table_id: str, roll: KeptRoll) -> Mapping[str, Any]:
    return {"table_id": table_id, "owner": roll.owner, "name": roll.name, "dice": roll.dice}


def now() -> datetime:
    """Give the time, in UTC."""
    return datetime.now(UTC)
