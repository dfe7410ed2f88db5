"""What was found of each scene by long work beside the table, and whether it goes on. A part of the store.

That is the last rehearsal of its fight, say. Whoever does the work has put a token there, and keeps what it
finds under that token alone: where it finds another's, or that somebody has asked for an end, it works no
more.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, Table, delete, insert, select, update

from webapp.store import schema as t
from webapp.store.database import reading, writing


@dataclass(frozen=True, slots=True)
class WorkMark:
    """Whose some kept work is, and when it was kept last."""

    token: str
    is_running: bool
    at: datetime


class WorkShelf:
    """One kind of work of all scenes. Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine, kept_in: Table) -> None:
        """Keep it in a table of its own, made by `schema.background_work`."""
        self._engine, self._t = engine, kept_in

    def begin(self, battle_id: str, token: str, found: bytes) -> WorkMark:
        """Take a scene's work over, whoever had it, with what is found by now."""
        mark = WorkMark(token, True, datetime.now(UTC))
        with writing(self._engine) as connection:
            connection.execute(delete(self._t).where(self._t.c.battle_id == battle_id))
            row = {"battle_id": battle_id, "token": token, "is_running": 1, "found": found, "at": mark.at}
            connection.execute(insert(self._t), row)
        return mark

    def keep(self, battle_id: str, token: str, found: bytes, *, is_running: bool) -> WorkMark | None:
        """Keep what was found by now; None where it is somebody else's by now, or its end was asked for."""
        mark = WorkMark(token, is_running, datetime.now(UTC))
        own = (self._t.c.battle_id == battle_id, self._t.c.token == token, self._t.c.is_running == 1)
        wanted = update(self._t).where(*own)
        with writing(self._engine) as connection:
            done = connection.execute(wanted.values(is_running=int(is_running), found=found, at=mark.at))
            return mark if done.rowcount else None

    def end(self, battle_id: str) -> None:
        """Ask whoever is at work on a scene to work no more; what was found stays."""
        with writing(self._engine) as connection:
            wanted = update(self._t).where(self._t.c.battle_id == battle_id, self._t.c.is_running == 1)
            connection.execute(wanted.values(is_running=0))

    def mark(self, battle_id: str) -> WorkMark | None:
        """Tell whose a scene's work is; None where there is none."""
        wanted = select(self._t.c.token, self._t.c.is_running, self._t.c.at).where(
            self._t.c.battle_id == battle_id
        )
        with reading(self._engine) as connection:
            row = connection.execute(wanted).first()
        return None if row is None else WorkMark(row.token, bool(row.is_running), row.at)

    def of_table(self, table_id: str) -> dict[str, datetime]:
        """Tell when those of a table's scenes were kept last, what only tries a moment out left aside."""
        tried = select(t.what_ifs.c.battle_id)
        of_table = (t.battles.c.table_id == table_id, self._t.c.battle_id.not_in(tried))
        wanted = select(self._t.c.battle_id, self._t.c.at).join(t.battles).where(*of_table)
        with reading(self._engine) as connection:
            found = connection.execute(wanted.order_by(t.battles.c.created, t.battles.c.id))
            return {row.battle_id: row.at for row in found}

    def found(self, battle_id: str) -> bytes:
        """Give what was found; nothing where there is no such work."""
        with reading(self._engine) as connection:
            found = connection.execute(
                select(self._t.c.found).where(self._t.c.battle_id == battle_id)
            ).scalar()
        return b"" if found is None else bytes(found)
