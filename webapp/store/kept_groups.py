"""The groups that a GM keeps with a table: parties between fights, encounters made ready."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Engine, delete, insert, select

from webapp.store import schema as t
from webapp.store.database import reading, writing
from webapp.store.rows import KeptGroup
from webapp.table.names import new_id


class GroupShelf:
    """Part of the store. Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, table_id: str, system: str, name: str, members: Sequence[Mapping[str, Any]]) -> KeptGroup:
        """Keep a group; one of the same name and system at this table gives way to it."""
        group = KeptGroup(new_id(), table_id, system, name, tuple(members), datetime.now(UTC))
        g = t.kept_groups.c
        with writing(self._engine) as connection:
            connection.execute(
                delete(t.kept_groups).where(g.table_id == table_id, g.system == system, g.name == name)
            )
            connection.execute(
                insert(t.kept_groups),
                {
                    "id": group.id,
                    "table_id": table_id,
                    "system": system,
                    "name": name,
                    "members": json.dumps(list(group.members), ensure_ascii=False),
                    "created": group.created,
                },
            )
        return group

    def all(self, table_id: str) -> list[KeptGroup]:
        """List a table's groups by their names."""
        g = t.kept_groups.c
        wanted = select(t.kept_groups).where(g.table_id == table_id).order_by(g.name, g.id)
        with reading(self._engine) as connection:
            rows = connection.execute(wanted).all()
        return [
            KeptGroup(r.id, r.table_id, r.system, r.name, tuple(json.loads(r.members)), r.created)
            for r in rows
        ]

    def forget(self, table_id: str, group_id: str) -> None:
        """Throw a group away."""
        g = t.kept_groups.c
        with writing(self._engine) as connection:
            connection.execute(delete(t.kept_groups).where(g.table_id == table_id, g.id == group_id))
