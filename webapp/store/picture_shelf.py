"""Where the bytes of pictures are kept: in a folder, or (`picture_bytes`) in the database.

Beside them stands a folder of this machine's own for what is made of them, such as tiles. It is a cache: all
that lies in it goes by a picture's id, which is the digest of its bytes, so that nothing there is ever out of
date, and what is missing is made again.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Protocol

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from webapp.server.background import run_apart
from webapp.store import schema as t
from webapp.store.database import told_plainly
from webapp.store.rows import PictureRow

_SUFFIXES = {"image/webp": ".webp", "image/png": ".png", "image/jpeg": ".jpg"}
_PIECE = 1 << 20


class PictureShelf(Protocol):
    """Keeps bytes of pictures. Any method may raise `StoreTrouble`."""

    def row(self, id_: str, media_type: str, width: int, height: int) -> PictureRow:
        """Say where a picture lies on this machine, and what is made of it."""

    def prepare(self, picture: PictureRow, data: bytes) -> None:
        """Do what keeping takes and needs no transaction, which would hold others up."""

    def keep(self, connection: Connection, picture: PictureRow, data: bytes) -> None:
        """Keep a picture whose row the transaction holds; the same bytes are kept once."""

    def file(self, picture: PictureRow) -> Path | None:
        """Give a picture's file on this machine, fetched if need be; None where its bytes are lost."""

    def sizes(self, connection: Connection, table_id: str) -> list[int]:
        """List what each picture of a table takes, in bytes; those whose bytes are lost are left out."""

    def remove(self, picture: PictureRow) -> None:
        """Clear a picture's files away, within the transaction that takes it out of the database."""


class FolderShelf:
    """Pictures as files in a folder, which may be one that several machines share."""

    def __init__(self, folder: Path, made: Path) -> None:
        """Take a folder that is there.

        Args:
            made: the folder of this machine for what is made of pictures.
        """
        self._folder, self._made = folder, made

    def row(self, id_: str, media_type: str, width: int, height: int) -> PictureRow:
        """Say where a picture lies, and what is made of it."""
        return picture_row(self._folder, self._made, id_, media_type, width, height)

    def prepare(self, picture: PictureRow, data: bytes) -> None:
        """Write the file, if it is not there."""
        with told_plainly():
            if not picture.path.exists():
                write_whole(picture.path, data)

    def keep(self, connection: Connection, picture: PictureRow, data: bytes) -> None:
        """Write the file once more if it was just now deleted with the last table that had it."""
        self.prepare(picture, data)

    def file(self, picture: PictureRow) -> Path | None:
        """Give a picture's file; None where it is missing."""
        return picture.path if picture.path.is_file() else None

    def sizes(self, connection: Connection, table_id: str) -> list[int]:
        """List what each picture of a table takes, in bytes; those whose file is missing are left out."""
        here = t.table_pictures
        wanted = select(t.pictures).join(here, here.c.picture_id == t.pictures.c.id)
        rows = connection.execute(wanted.where(here.c.table_id == table_id)).all()
        paths = [self.row(*row).path for row in rows]
        return [path.stat().st_size for path in paths if path.is_file()]

    def remove(self, picture: PictureRow) -> None:
        """Delete the file, and what was made of it here."""
        remove_files(picture)


def picture_row(folder: Path, made: Path, id_: str, media_type: str, width: int, height: int) -> PictureRow:
    """Name a picture's file in a folder, and the folder of its tiles in another."""
    path, tiles = folder / f"{id_}{_SUFFIXES[media_type]}", made / f"{id_}-tiles"
    return PictureRow(id_, media_type, width, height, path, tiles)


def hold_picture(connection: Connection, picture: PictureRow) -> None:
    """Let a picture have its row, and nobody delete it until the transaction ends."""
    values = {
        "id": picture.id,
        "media_type": picture.media_type,
        "width": picture.width,
        "height": picture.height,
    }
    while not is_held(connection, picture.id):
        with suppress(IntegrityError), connection.begin_nested():  # another process may be first
            connection.execute(insert(t.pictures), values)


def is_held(connection: Connection, id_: str) -> bool:
    """Say whether a picture has a row; if so, nobody else deletes it until the transaction ends."""
    wanted = select(t.pictures.c.id).where(t.pictures.c.id == id_).with_for_update()
    return connection.execute(wanted).first() is not None


def remove_files(picture: PictureRow) -> None:
    """Delete a picture's file on this machine, and what was made of it."""
    picture.path.unlink(missing_ok=True)
    run_apart(shutil.rmtree, picture.tiles, ignore_errors=True)


def picture_id(data: bytes) -> str:
    """Give the id under which a picture is kept: the beginning of the digest of its bytes."""
    return str(run_apart(lambda: sha256(data).hexdigest()))[:32]


def is_whole(picture: PictureRow) -> bool:
    """Say whether a picture's file holds the bytes that its id was made of."""

    def digest() -> str:
        found = sha256()
        with open(picture.path, "rb") as file:
            while piece := file.read(_PIECE):
                found.update(piece)
        return found.hexdigest()

    return run_apart(digest).startswith(picture.id)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all, even after a power cut."""
    with written_whole(path) as file:
        run_apart(file.write, data)


@contextmanager
def written_whole(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write on; it takes its name when the block ends, and is gone if the block fails."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            run_apart(os.fsync, file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
