"""What a start does about pictures: finds out where they are kept, and brings in those that are elsewhere.

An SQLite file has its pictures in a folder beside it. A PostgreSQL keeps them itself, or leaves them to a
folder that all processes share. In older versions its pictures lay in the folder in the data folder too; and
before somebody names a shared folder they are in the database.
"""

import logging
import os
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, select

from webapp.store import schema as t
from webapp.store.database import reading, told_plainly, writing
from webapp.store.picture_shelf import FolderShelf, PictureShelf, is_held, is_whole
from webapp.store.rows import PictureRow

COPIES = "picture-copies"
"""The folder, beside that of pictures, for copies and tiles of what is kept for several machines."""
_HALF_MADE = 3600.0
"""After so many seconds nobody works on a file any more."""

_log = logging.getLogger(__name__)


def open_shelf(engine: Engine, beside: Path, shared: Path | None) -> PictureShelf:
    """Open the place where a database's pictures are kept.

    Args:
        beside: the folder for them in the data folder.
        shared: the folder that all processes share, if they have one.

    Raises:
        StoreTrouble: if it cannot be read or written.
    """
    copies, here = beside.parent / COPIES, FolderShelf(beside, beside)
    if engine.dialect.name != "postgresql" and shared is None:
        with told_plainly():
            beside.mkdir(parents=True, exist_ok=True)
        return here
    from webapp.store.picture_bytes import DatabaseShelf  # which a laptop has no use for

    in_database = DatabaseShelf(engine, copies)
    with told_plainly():
        copies.mkdir(parents=True, exist_ok=True)
        _sweep(engine, copies)
        if shared is None:
            _bring_in(engine, in_database, _not_in_database(engine, here), [here])
            return in_database
        shared.mkdir(parents=True, exist_ok=True)
        in_folder = FolderShelf(shared, copies)
        _bring_in(engine, in_folder, _not_in_folder(engine, in_folder, shared), [here, in_database])
    return in_folder


def _not_in_database(engine: Engine, here: PictureShelf) -> list[PictureRow]:
    kept = select(t.picture_bytes.c.picture_id).where(t.picture_bytes.c.part == 0)
    lacking = select(t.pictures).where(t.pictures.c.id.not_in(kept))
    with reading(engine) as connection:
        return [here.row(*row) for row in connection.execute(lacking)]


def _not_in_folder(engine: Engine, shelf: PictureShelf, folder: Path) -> list[PictureRow]:
    names = set(os.listdir(folder))
    with reading(engine) as connection:
        rows = [shelf.row(*row) for row in connection.execute(select(t.pictures))]
    return [row for row in rows if row.path.name not in names]


def _bring_in(
    engine: Engine, shelf: PictureShelf, lacking: Sequence[PictureRow], sources: Sequence[PictureShelf]
) -> None:
    """Keep what a shelf lacks and another place has; that place keeps its own."""
    brought = 0
    for one in lacking:
        data = _found(one, sources)
        if data is None:
            continue
        with writing(engine) as connection:
            if is_held(connection, one.id):
                shelf.keep(connection, shelf.row(one.id, one.media_type, one.width, one.height), data)
                brought += 1
    if brought:
        _log.info("Pictures that were kept elsewhere and have been brought in: %s", brought)


def _found(picture: PictureRow, sources: Sequence[PictureShelf]) -> bytes | None:
    """Read a picture wherever it lies, whole."""
    for source in sources:
        there = source.row(picture.id, picture.media_type, picture.width, picture.height)
        if source.file(there) is None:
            continue
        if is_whole(there):
            return there.path.read_bytes()
        _log.warning("A picture is damaged, and was not brought in: %s", there.path)
    return None


def _sweep(engine: Engine, copies: Path) -> None:
    """Clear away the copies of pictures that were deleted elsewhere, and what was left half made."""
    names = os.listdir(copies)  # first: whatever is there now had its row before
    if not names:
        return
    with reading(engine) as connection:
        kept = set(connection.execute(select(t.pictures.c.id)).scalars())
    for path in (copies / name for name in names):
        with suppress(OSError):
            is_part = path.name.startswith(".")
            is_left = is_part and abs(time.time() - path.stat().st_mtime) > _HALF_MADE
            if is_left or (not is_part and path.name[:32] not in kept):
                shutil.rmtree(path) if path.is_dir() else path.unlink()
