"""How far tables have come, by numbers alone: what a process asks that may have missed something.

The database itself counts what changes of a table beside its logs and its talk, by triggers, so that nothing
that writes can forget to. PostgreSQL does; on SQLite one process serves alone, and the count stays at nought.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, ScalarSelect, bindparam, func, select

from webapp.store import schema as t
from webapp.store.database import reading


@dataclass(frozen=True, slots=True)
class TableCounts:
    """How far one table has come."""

    scene_id: str | None
    """The scene before it."""
    changes: int
    """How often anything has changed but logs and talk."""
    last_seq: int
    """The place of the last event of the scene that was asked for."""
    said: int
    """The number of the last thing that was said."""


def _last(column: Any, of: Any, what: Any) -> ScalarSelect[Any]:
    return select(func.coalesce(func.max(column), 0)).where(of == what).scalar_subquery()


def _counts(scene: Any) -> Any:
    return (
        select(
            t.tables.c.id,
            t.current_battles.c.battle_id,
            func.coalesce(t.table_changes.c.changes, 0),
            _last(t.events.c.seq, t.events.c.battle_id, scene),
            _last(t.said.c.seq, t.said.c.table_id, t.tables.c.id),
        )
        .outerjoin(t.current_battles, t.current_battles.c.table_id == t.tables.c.id)
        .outerjoin(t.table_changes, t.table_changes.c.table_id == t.tables.c.id)
    )


def _last_of_current() -> ScalarSelect[Any]:
    of_scene = t.events.alias()
    here = of_scene.c.battle_id == t.current_battles.c.battle_id
    return select(func.max(of_scene.c.seq)).where(here).correlate(t.current_battles).scalar_subquery()


_OF_ONE = _counts(bindparam("scene")).where(t.tables.c.id == bindparam("table"))
_OF_MANY = _counts(t.current_battles.c.battle_id).where(
    t.tables.c.id.in_(bindparam("tables", expanding=True))
)
_LAST_PLAYED = (
    select(t.current_battles.c.table_id, t.events.c.at)
    .join(t.events, t.events.c.battle_id == t.current_battles.c.battle_id)
    .where(
        t.current_battles.c.table_id.in_(bindparam("tables", expanding=True)),
        t.events.c.seq == _last_of_current(),
    )
)
_CHANGES = select(t.table_changes.c.changes).where(t.table_changes.c.table_id == bindparam("table"))


class CountStore:
    """A part of the store. Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def changes(self, table_id: str) -> int:
        """Tell how often a table has changed beside its logs and its talk, as far as the database counts."""
        if self._engine.dialect.name == "sqlite":
            return 0
        with reading(self._engine) as connection:
            return connection.execute(_CHANGES, {"table": table_id}).scalar() or 0

    def of_table(self, table_id: str, scene_id: str) -> TableCounts | None:
        """Tell how far a table has come, and one of its scenes; None if there is no such table."""
        with reading(self._engine) as connection:
            row = connection.execute(_OF_ONE, {"table": table_id, "scene": scene_id}).first()
        return TableCounts(*row[1:]) if row is not None else None

    def of_tables(self, table_ids: Sequence[str]) -> dict[str, TableCounts]:
        """Tell how far tables and the scenes before them have come; those that are gone are left out."""
        with reading(self._engine) as connection:
            return {
                row[0]: TableCounts(*row[1:]) for row in connection.execute(_OF_MANY, {"tables": table_ids})
            }

    def last_played(self, table_ids: Sequence[str]) -> dict[str, datetime]:
        """Tell when something last happened in the scenes before tables; those without one are left out."""
        with reading(self._engine) as connection:
            return {row[0]: row[1] for row in connection.execute(_LAST_PLAYED, {"tables": [*table_ids]})}
