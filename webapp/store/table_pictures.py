"""Which pictures belong to which table: what a table may show, what it takes, what goes with it.

A picture is kept once, whoever brings it; each table that it was brought to has it for itself, and it counts
in full there, so that nobody can tell from the count whether another table has it too.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, insert, select

from webapp.store import schema as t
from webapp.store.database import reading, writing
from webapp.store.picture_shelf import PictureShelf


@dataclass(frozen=True, slots=True)
class TableSize:
    """How much there is of a table: events of its logs, pictures, and what both take, in bytes."""

    entries: int
    pictures: int
    picture_bytes: int
    log_bytes: int
    """Counted in letters, of which nearly all take one byte."""

    @property
    def bytes(self) -> int:
        """Give what it takes in all."""
        return self.picture_bytes + self.log_bytes


class TablePictures:
    """A part of the store. Any method may raise `StoreTrouble`."""

    def __init__(self, engine: Engine, shelf: PictureShelf) -> None:
        self._engine, self._shelf = engine, shelf

    def note(self, table_id: str, picture_ids: Iterable[str]) -> None:
        """Note that pictures were brought to a table; those that are not kept are passed over."""
        with writing(self._engine) as connection:
            note_pictures(connection, table_id, picture_ids)

    def has(self, table_id: str, picture_id: str) -> bool:
        """Say whether a picture was ever brought to a table."""
        here = t.table_pictures.c
        wanted = select(here.picture_id).where(here.table_id == table_id, here.picture_id == picture_id)
        with reading(self._engine) as connection:
            return connection.execute(wanted).first() is not None

    def sizes(self, table_id: str) -> list[int]:
        """List what each picture of a table takes, in bytes; those whose bytes are lost take nothing."""
        with reading(self._engine) as connection:
            return self._shelf.sizes(connection, table_id)

    def size_of(self, table_id: str) -> TableSize:
        """Work out how much there is of a table."""
        joined = t.events.join(t.battles, t.battles.c.id == t.events.c.battle_id)
        wanted = select(func.count(), func.coalesce(func.sum(func.length(t.events.c.data)), 0))
        with reading(self._engine) as connection:
            of_table = wanted.select_from(joined).where(t.battles.c.table_id == table_id)
            entries, letters = connection.execute(of_table).one()
        pictures = self.sizes(table_id)
        return TableSize(int(entries), len(pictures), sum(pictures), int(letters))


def note_pictures(connection: Connection, table_id: str, picture_ids: Iterable[str]) -> None:
    """Note pictures within a transaction, each once, in the order in which everybody holds several."""
    here = t.table_pictures.c
    for id_ in sorted(set(picture_ids)):
        noted = select(here.picture_id).where(here.table_id == table_id, here.picture_id == id_)
        kept = select(t.pictures.c.id).where(t.pictures.c.id == id_)
        if connection.execute(kept).first() and not connection.execute(noted).first():
            connection.execute(insert(t.table_pictures), {"table_id": table_id, "picture_id": id_})
