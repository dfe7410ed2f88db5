"""Which scenes a GM opened from a moment of another one, to try something. A part of the store.

Such a scene is brought to the table, and is one like any other from then on, or thrown away with its log.
"""

from sqlalchemy import Connection, Engine, delete, insert, select

from webapp.store import schema as t
from webapp.store.database import reading, writing
from webapp.store.table_deletion import OF_BATTLE, note_deleted


def mark_what_if(connection: Connection, battle_id: str, origin_id: str) -> None:
    """Note within a transaction from which scene's log a new one was opened."""
    connection.execute(insert(t.what_ifs), {"battle_id": battle_id, "origin_id": origin_id})


class WhatIfShelf:
    """Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def all(self, table_id: str) -> dict[str, str]:
        """Tell which of a table's scenes were opened so, each with the one that it came from."""
        of_table = t.battles.c.table_id == table_id
        wanted = select(t.what_ifs.c.battle_id, t.what_ifs.c.origin_id).join(t.battles).where(of_table)
        with reading(self._engine) as connection:
            return {row.battle_id: row.origin_id for row in connection.execute(wanted)}

    def keep(self, battle_id: str) -> bool:
        """Make one a scene like any other; say whether it was none before."""
        with writing(self._engine) as connection:
            return _unmark(connection, battle_id)

    def throw_away(self, battle_id: str) -> bool:
        """Delete one with its log; say whether it was one, for nothing else is ever deleted so."""
        with writing(self._engine) as connection:
            if not _unmark(connection, battle_id):
                return False
            note_deleted(connection, battle_id)
            for table in OF_BATTLE:
                connection.execute(delete(table).where(table.c.battle_id == battle_id))
            connection.execute(delete(t.battles).where(t.battles.c.id == battle_id))
            return True


def _unmark(connection: Connection, battle_id: str) -> bool:
    """Take the note of a scene away; of two who ask at once one is told that it was there."""
    gone = connection.execute(delete(t.what_ifs).where(t.what_ifs.c.battle_id == battle_id))
    return gone.rowcount > 0
