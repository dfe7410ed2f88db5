"""What was found in the last rehearsal of each scene, and whether it goes on. A part of the store.

Whoever plays a rehearsal has put a token there, and keeps what it finds under that token alone: where it
finds another's, or that somebody has asked for an end, it plays no more.
"""

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Engine, delete, insert, select, update

from webapp.store import schema as t
from webapp.store.database import reading, writing

_r = t.rehearsals.c


@dataclass(frozen=True, slots=True)
class RehearsalMark:
    """Whose a kept rehearsal is, and when it was kept last."""

    token: str
    is_running: bool
    at: datetime


class RehearsalShelf:
    """Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def begin(self, battle_id: str, token: str, found: bytes) -> RehearsalMark:
        """Take a scene's rehearsal over, whoever had it, with what is found by now."""
        mark = RehearsalMark(token, True, datetime.now(UTC))
        with writing(self._engine) as connection:
            connection.execute(delete(t.rehearsals).where(_r.battle_id == battle_id))
            row = {"battle_id": battle_id, "token": token, "is_running": 1, "found": found, "at": mark.at}
            connection.execute(insert(t.rehearsals), row)
        return mark

    def keep(self, battle_id: str, token: str, found: bytes, *, is_running: bool) -> RehearsalMark | None:
        """Keep what was found by now; None where it is somebody else's by now, or its end was asked for."""
        mark = RehearsalMark(token, is_running, datetime.now(UTC))
        own = (_r.battle_id == battle_id, _r.token == token, _r.is_running == 1)
        wanted = update(t.rehearsals).where(*own)
        with writing(self._engine) as connection:
            done = connection.execute(wanted.values(is_running=int(is_running), found=found, at=mark.at))
            return mark if done.rowcount else None

    def end(self, battle_id: str) -> None:
        """Ask whoever plays a scene's rehearsal to play no more; what was found stays."""
        with writing(self._engine) as connection:
            wanted = update(t.rehearsals).where(_r.battle_id == battle_id, _r.is_running == 1)
            connection.execute(wanted.values(is_running=0))

    def mark(self, battle_id: str) -> RehearsalMark | None:
        """Tell whose a scene's rehearsal is; None where there is none."""
        wanted = select(_r.token, _r.is_running, _r.at).where(_r.battle_id == battle_id)
        with reading(self._engine) as connection:
            row = connection.execute(wanted).first()
        return None if row is None else RehearsalMark(row.token, bool(row.is_running), row.at)

    def of_table(self, table_id: str) -> dict[str, datetime]:
        """Tell when those of a table's scenes were kept last, what only tries a moment out left aside."""
        tried = select(t.what_ifs.c.battle_id)
        of_table = (t.battles.c.table_id == table_id, _r.battle_id.not_in(tried))
        wanted = select(_r.battle_id, _r.at).join(t.battles).where(*of_table)
        with reading(self._engine) as connection:
            found = connection.execute(wanted.order_by(t.battles.c.created, t.battles.c.id))
            return {row.battle_id: row.at for row in found}

    def found(self, battle_id: str) -> bytes:
        """Give what was found; nothing where there is no rehearsal."""
        with reading(self._engine) as connection:
            found = connection.execute(select(_r.found).where(_r.battle_id == battle_id)).scalar()
        return b"" if found is None else bytes(found)
