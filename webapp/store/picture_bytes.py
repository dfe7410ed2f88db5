"""Pictures kept in PostgreSQL, so that every machine has them, with a folder of copies on each.

They go in and out in parts of a megabyte: nobody holds a whole one in memory for it, and while a part is on
its way this greenlet alone waits. A copy that is there is looked through once by each process, and again when
its file has changed; one that is damaged is fetched anew, and the folder may be thrown away at any time.
"""

import logging
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, func, insert, select
from sqlalchemy.exc import OperationalError

from webapp.server.background import run_apart
from webapp.store import schema as t
from webapp.store.database import reading, told_plainly
from webapp.store.picture_shelf import is_whole, picture_row, remove_files, written_whole
from webapp.store.rows import PictureRow

PART_BYTES = 1 << 20
_PART = "SELECT bytes FROM picture_bytes WHERE picture_id = %s AND part = %s"

_log = logging.getLogger(__name__)


class DatabaseShelf:
    """Pictures in the table `picture_bytes` of a PostgreSQL."""

    def __init__(self, engine: Engine, copies: Path) -> None:
        """Begin, with a folder of this machine for the copies; it is made when it is needed."""
        self._engine, self._copies = engine, copies
        self._fetching: dict[str, Lock] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        """Size and time of each copy that was looked through."""

    def row(self, id_: str, media_type: str, width: int, height: int) -> PictureRow:
        """Say where a picture's copy lies, and what is made of it."""
        return picture_row(self._copies, self._copies, id_, media_type, width, height)

    def prepare(self, picture: PictureRow, data: bytes) -> None:
        """Do nothing: all of it belongs into the transaction."""

    def keep(self, connection: Connection, picture: PictureRow, data: bytes) -> None:
        """Put the parts in, unless they are there."""
        kept = t.picture_bytes.c
        first = select(kept.part).where(kept.picture_id == picture.id, kept.part == 0)
        if connection.execute(first).first() is not None:
            return
        whole = memoryview(data)
        for part, start in enumerate(range(0, len(data), PART_BYTES)):
            row = {"picture_id": picture.id, "part": part, "bytes": bytes(whole[start : start + PART_BYTES])}
            connection.execute(insert(t.picture_bytes), row)

    def file(self, picture: PictureRow) -> Path | None:
        """Give a picture's copy; who asks while it is fetched waits for that."""
        with self._fetching.setdefault(picture.id, Lock()), told_plainly():
            return picture.path if self._is_here(picture) or self._fetch(picture) else None

    def sizes(self, connection: Connection, table_id: str) -> list[int]:
        """List what each picture of a table takes, in bytes; PostgreSQL knows it without reading any."""
        here, kept = t.table_pictures.c, t.picture_bytes.c
        wanted = select(func.sum(func.octet_length(kept.bytes)))
        wanted = wanted.join_from(t.picture_bytes, t.table_pictures, here.picture_id == kept.picture_id)
        wanted = wanted.where(here.table_id == table_id).group_by(kept.picture_id)
        return [int(size) for size in connection.execute(wanted).scalars()]

    def remove(self, picture: PictureRow) -> None:
        """Delete the copy; the rows go with the picture's own."""
        remove_files(picture)

    # -------------------------------------------------------------------------------------- the copies
    def _is_here(self, picture: PictureRow) -> bool:
        """Say whether the copy is there, and whole."""
        try:
            state = _state(picture.path)
        except FileNotFoundError:
            return False
        if self._seen.get(picture.id) != state:
            if not is_whole(picture):
                _log.warning("The copy of a picture is damaged, and is fetched anew: %s", picture.path)
                return False
            self._seen[picture.id] = state
        return True

    def _fetch(self, picture: PictureRow) -> bool:
        """Fetch a picture; say whether all of it came."""
        digest = sha256()
        self._copies.mkdir(parents=True, exist_ok=True)
        try:
            with written_whole(picture.path) as file, reading(self._engine) as connection:

                def take_in(piece: bytes) -> None:
                    file.write(piece)
                    digest.update(piece)

                for piece in _parts(connection, picture.id):
                    run_apart(take_in, piece)
                if not digest.hexdigest().startswith(picture.id):
                    raise _Lost
        except _Lost:
            return False
        self._seen[picture.id] = _state(picture.path)
        return True


class _Lost(Exception):
    """The bytes of a picture are not there, or were deleted while they were fetched."""


def _state(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_size, state.st_mtime_ns


def _parts(connection: Connection, id_: str) -> Iterator[bytes]:
    """Read one part after another, as they are: SQLAlchemy would have them sent as hexadecimal digits."""
    part = 0
    with closing(connection.connection.cursor(binary=True)) as cursor:
        while True:
            try:
                found = cursor.execute(_PART, (id_, part)).fetchone()
            except connection.dialect.loaded_dbapi.OperationalError as error:
                connection.invalidate(error)
                raise OperationalError(_PART, (), error) from error
            if found is None:
                return
            yield found[0]
            part += 1
