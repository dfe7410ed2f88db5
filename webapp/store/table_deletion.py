"""Deleting tables for good, with the pictures that no other table has. A part of the store.

The triggers of `events` let a log go once its battle is named in `deleted_battles`. That row stays: by it the
next start knows that the log was deleted and not lost, and another process that the table is no more.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import Connection, Table, delete, insert, select

from rules.engine.text import text
from webapp.store import schema as t
from webapp.store.database import StoreTrouble
from webapp.store.picture_shelf import PictureShelf

_OF_TABLE = (t.said, t.papers, t.kept_rolls, t.kept_groups, t.current_battles, t.table_gms)
"""What belongs to a table by its id and is needed by nothing else."""
OF_BATTLE = (t.rehearsals, t.win_curves, t.what_ifs, t.seats, t.events)
"""What belongs to a battle by its id and is needed by nothing else."""


def require_not_deleted(connection: Connection, battle_id: str) -> None:
    """Refuse to write to a battle that was deleted with its table. Raises `StoreTrouble`."""
    wanted = select(t.deleted_battles.c.at).where(t.deleted_battles.c.battle_id == battle_id)
    if connection.execute(wanted).first() is not None:
        raise StoreTrouble(text("This table is gone."))


def note_deleted(connection: Connection, battle_id: str) -> None:
    """Let the log of a battle go within this transaction, and nobody write to it ever after."""
    connection.execute(insert(t.deleted_battles), {"battle_id": battle_id, "at": datetime.now(UTC)})


class TableDeletion:
    """Takes tables out of the database, and their pictures out of wherever they are kept."""

    def __init__(self, shelves: Sequence[PictureShelf]) -> None:
        """Begin.

        Args:
            shelves: where pictures are kept, and where they may have stayed from before.
        """
        self._shelves = shelves

    def delete(self, connection: Connection, table_ids: Sequence[str]) -> list[str]:
        """Delete tables within a transaction; give the ids of the pictures that went with them.

        The files go before the transaction ends: who brings the same picture meanwhile waits for that end,
        and writes the file again.
        """
        brought: set[str] = set()
        for table_id in table_ids:
            brought |= self._delete_rows(connection, table_id)
        return self._delete_pictures(connection, sorted(brought))

    def _delete_rows(self, connection: Connection, table_id: str) -> set[str]:
        battles = list(_ids(connection, t.battles, table_id))
        pictures = select(t.table_pictures.c.picture_id).where(t.table_pictures.c.table_id == table_id)
        brought = set(connection.execute(pictures).scalars())
        for battle_id in battles:
            note_deleted(connection, battle_id)
        for table in (*_OF_TABLE, t.table_pictures):
            connection.execute(delete(table).where(table.c.table_id == table_id))
        for table in OF_BATTLE:
            connection.execute(delete(table).where(table.c.battle_id.in_(battles)))
        for table in (t.battles, t.people):
            connection.execute(delete(table).where(table.c.table_id == table_id))
        connection.execute(delete(t.tables).where(t.tables.c.id == table_id))
        connection.execute(delete(t.table_changes).where(t.table_changes.c.table_id == table_id))  # the last
        return brought

    def _delete_pictures(self, connection: Connection, brought: Sequence[str]) -> list[str]:
        gone = []
        for id_ in brought:
            held = select(t.pictures).where(t.pictures.c.id == id_).with_for_update()
            found = connection.execute(held).first()  # who brings it just now has it here once that is done
            used = (
                select(column).where(column == id_).limit(1)
                for column in (t.table_pictures.c.picture_id, t.battles.c.picture_id, t.papers.c.picture_id)
            )
            if found is None or any(connection.execute(query).first() is not None for query in used):
                continue
            connection.execute(delete(t.picture_bytes).where(t.picture_bytes.c.picture_id == id_))
            connection.execute(delete(t.pictures).where(t.pictures.c.id == id_))
            for shelf in self._shelves:
                shelf.remove(shelf.row(*found))
            gone.append(id_)
        return gone


def _ids(connection: Connection, table: Table, table_id: str) -> Sequence[str]:
    return connection.execute(select(table.c.id).where(table.c.table_id == table_id)).scalars().all()
