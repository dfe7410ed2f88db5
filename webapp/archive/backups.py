"""Backups: copies of the database beside the data, made by themselves, and whole copies that go elsewhere.

Each copy is looked through when it is made, and again when it is offered: a damaged one is passed over.

While Battlemat runs, `backups/` in the data folder gets a copy of the database at the start and after each
hour in which something changed. Pictures are never changed once they are kept, and go only with the last
table that has them, so the copies need none. A whole copy (`battlemat backup`) is a zip with the database and
the pictures, for another disk.
"""

import os
import re
import shutil
import sqlite3
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from babel.dates import format_skeleton

from rules.engine.text import Text, as_text, joined, text, with_strings
from webapp.archive.data_check import Checked, check_database
from webapp.archive.data_seal import break_seal, read_seal, write_seal
from webapp.migrations import newest_revision
from webapp.server.language import language
from webapp.settings import Settings
from webapp.store.database import StoreTrouble, open_to_read, told_plainly

FOLDER = "backups"
LATEST = 12
"""How many of the newest copies are kept."""
DAYS = 14
"""Of how many days the last copy is kept besides."""
_HALF_MADE = 3600.0
"""After so many seconds nobody works on a copy any more."""
_STAMP = "%Y%m%d-%H%M%S"
_DAMAGED = text("{file} is damaged. Nothing was changed.")
_NAME = re.compile(r"battlemat-(\d{8}-\d{6})\.db")
_SMALL = ("alembic_version", "tables", "battles", "current_battles", "people", "seats", "pictures")
_LATER = (
    *("said", "papers", "kept_rolls", "habits", "kept_groups"),
    *("gms", "table_gms", "table_pictures", "deleted_battles", "host_settings"),
)
"""What copies of older versions have none of."""
_WHOLE_NAME = re.compile(r"battlemat\.db|pictures/[0-9a-f]{32}\.(webp|png|jpg)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the database. `made` is in UTC, `size` in bytes."""

    path: Path
    made: datetime
    size: int

    @property
    def id(self) -> str:
        """Name it: the time at which it was made."""
        return self.made.strftime(_STAMP)


def local_time(moment: datetime) -> str:
    """Tell a time in words, by this machine's clock."""
    here = moment.astimezone()
    return f"{format_skeleton('MMMEd', here, locale=language())}, {here:%H:%M}"


def list_backups(settings: Settings) -> list[Backup]:
    """List the copies that lie beside the data, the newest first."""
    folder = settings.data_dir / FOLDER
    found = []
    for path in folder.glob("battlemat-*.db") if folder.is_dir() else ():
        match = _NAME.fullmatch(path.name)
        if match:
            made = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
            found.append(Backup(path, made, path.stat().st_size))
    return sorted(found, key=lambda backup: backup.made, reverse=True)


def newest_whole(settings: Settings) -> Backup | None:
    """Find the newest copy that is whole; None where there is none."""
    return next((backup for backup in list_backups(settings) if is_whole(settings, backup)), None)


def is_whole(settings: Settings, backup: Backup) -> bool:
    """Say whether a copy is undamaged. One that has not changed since it was looked at is not read again."""
    try:
        state = backup.path.stat()
        found = _checked(backup.path, state.st_mtime_ns, state.st_size)
    except (OSError, StoreTrouble):
        return False
    return not (found.broken or found.is_empty or _not_accepted(settings, found))


@lru_cache(maxsize=256)
def _checked(path: Path, _changed: int, _size: int) -> Checked:
    return check_database(path)


def _not_accepted(settings: Settings, found: Checked) -> list[Text]:
    """List what is doubtful about a copy, without what somebody has said to go on with."""
    if not found.doubtful:
        return []
    seal = read_seal(settings)
    accepted = seal.accepted if seal is not None else ()
    return [sentence for sentence in found.doubtful if str(sentence) not in accepted]


def find_backup(settings: Settings, id_: str) -> Backup | None:
    """Find a copy by its name, which is the time at which it was made."""
    return next((backup for backup in list_backups(settings) if backup.id == id_), None)


def back_up(settings: Settings) -> Backup | None:
    """Copy the database if it changed since the last copy; clear away the copies that are too many.

    It may be called while others write. Gives None where nothing changed, or where the data lies in a server.

    Raises:
        StoreTrouble: if the disk is full or may not be written; what was there stays.
    """
    database = settings.database_place
    if not isinstance(database, Path) or not database.exists():
        return None
    folder = settings.data_dir / FOLDER
    if folder.exists() and not folder.is_dir():
        raise StoreTrouble(
            text("{folder} is in the way: backups go into a folder of that name.", folder=str(folder))
        )
    with told_plainly():
        folder.mkdir(exist_ok=True)
    existing = list_backups(settings)
    now = datetime.now(UTC).replace(microsecond=0)
    if existing and existing[0].made > now:  # the clock was set back: the newest is still to be the newest
        now = existing[0].made + timedelta(seconds=1)
    path = folder / f"battlemat-{now.strftime(_STAMP)}.db"
    if path.exists():
        return None
    _sweep(folder)
    with _beside(path) as part:
        _copy_database(database, part)
        _require_whole(settings, part)
        newest = newest_whole(settings)
        if newest is not None and _content(newest.path) == _content(part):
            return None
        with told_plainly():
            os.replace(part, path)
    made = Backup(path, now, path.stat().st_size)
    for old in _too_many([made, *existing]):
        old.path.unlink(missing_ok=True)
    return made


def is_of_this_version(settings: Settings) -> bool:
    """Say whether the data needs no change to be read by this version; what is not there needs none."""
    database = settings.database_place
    if not isinstance(database, Path) or not database.exists():
        return True
    with told_plainly(), closing(open_to_read(database)) as connection:
        return connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (newest_revision(),)
        ]


def _sweep(folder: Path) -> None:
    """Clear away what a server that was killed has left of a copy half made."""
    for part in folder.glob(".new-*"):
        with suppress(OSError):
            if abs(time.time() - part.stat().st_mtime) > _HALF_MADE:
                part.unlink()


def _too_many(backups: Sequence[Backup]) -> list[Backup]:
    """List the copies to clear away, of all from the newest on."""
    last_of_days: dict[str, Backup] = {}
    for backup in backups:
        last_of_days.setdefault(backup.made.strftime("%Y%m%d"), backup)
    kept = {backup.id for backup in (*backups[:LATEST], *list(last_of_days.values())[:DAYS])}
    return [backup for backup in backups if backup.id not in kept]


# -------------------------------------------------------------------------------------- whole copies
def back_up_whole(settings: Settings, to: Path) -> int:
    """Write database and pictures into one zip, and give how many pictures there are.

    Raises:
        StoreTrouble: if there is nothing to copy, something is there already, or it cannot be written.
    """
    database = settings.database_place
    if not isinstance(database, Path):
        raise StoreTrouble(
            text("This data lies in a database server: back it up with the server's own tools.")
        )
    if not database.exists():
        raise StoreTrouble(text("There is no data to back up in {folder}.", folder=str(settings.data_dir)))
    if to.exists():
        raise StoreTrouble(
            text("{file} is there already; nothing was written. Give another name.", file=str(to))
        )
    pictures = sorted(p for p in settings.pictures.glob("*") if _WHOLE_NAME.fullmatch(f"pictures/{p.name}"))
    with told_plainly():
        to.parent.mkdir(parents=True, exist_ok=True)
    with _beside(to) as part, _beside(to.with_name(f"{to.name}.db")) as copy:
        _copy_database(database, copy)
        _require_whole(settings, copy)
        with told_plainly(), zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.write(copy, "battlemat.db")
            for picture in pictures:
                packed.write(picture, f"pictures/{picture.name}", zipfile.ZIP_STORED)
        with told_plainly():
            os.replace(part, to)
    return len(pictures)


def restore(settings: Settings, source: Path) -> Path | None:
    """Put a copy, of either kind, in the place of the data; Battlemat must not run on it meanwhile.

    What was there is kept: gives the folder that it was moved to, None where there was nothing.

    Raises:
        StoreTrouble: if it is no copy, or damaged, or the disk does not serve; nothing was changed then.
    """
    database = settings.database_place
    if not isinstance(database, Path):
        raise StoreTrouble(
            text("This data lies in a database server: restore it with the server's own tools.")
        )
    with told_plainly():
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = Path(tempfile.mkdtemp(prefix=".restore-", dir=settings.data_dir))
    try:
        fresh = folder / "battlemat.db"
        with told_plainly():
            _unpack(source, folder) if zipfile.is_zipfile(source) else shutil.copyfile(source, fresh)
        _check_copy(fresh, source)
        return _exchange(settings, database, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def set_aside(settings: Settings, name: str) -> Path | None:
    """Move the database with what SQLite keeps beside it into a folder among the backups; gives that folder.

    Args:
        name: how the folder's name begins; the time follows.
    """
    database = settings.database_place
    assert isinstance(database, Path)
    ends = ("", "-wal", "-shm", "-journal")
    there = [path for end in ends if (path := database.with_name(f"{database.name}{end}")).exists()]
    if not there:
        return None
    with told_plainly():
        (settings.data_dir / FOLDER).mkdir(exist_ok=True)
        stamp = datetime.now(UTC).strftime(_STAMP)
        aside = Path(tempfile.mkdtemp(prefix=f"{name}-{stamp}-", dir=settings.data_dir / FOLDER))
        for path in there:
            os.replace(path, aside / path.name)
    return aside


def _exchange(settings: Settings, database: Path, fresh: Path) -> Path | None:
    """Move the old data aside and the new to its place; pictures are added to those that are there."""
    with told_plainly():
        settings.pictures.mkdir(exist_ok=True)
        for picture in (fresh / "pictures").glob("*"):
            if not (settings.pictures / picture.name).exists():
                os.replace(picture, settings.pictures / picture.name)
        break_seal(settings)
        aside = set_aside(settings, "before-restore")
        os.replace(fresh / "battlemat.db", database)
    write_seal(settings, is_closed=True)
    return aside


def _unpack(source: Path, folder: Path) -> None:
    (folder / "pictures").mkdir()
    try:
        with zipfile.ZipFile(source) as packed:
            infos = packed.infolist()
            if any(_WHOLE_NAME.fullmatch(info.filename) is None for info in infos):
                said = text("{file} is a zip, but no copy that Battlemat made. Nothing was changed.")
                raise StoreTrouble(said.filled(file=str(source)))
            for info in infos:
                with packed.open(info) as stream, open(folder / info.filename, "wb") as out:
                    shutil.copyfileobj(stream, out)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError):
        raise StoreTrouble(_DAMAGED.filled(file=str(source))) from None


def _check_copy(path: Path, source: Path) -> None:
    """Refuse what is no whole database of ours."""
    found = check_database(path) if path.exists() else None
    if found is None or found.broken or found.is_empty:
        said = text("{file} is no copy of Battlemat's data, or a damaged one. Nothing was changed.")
        broken = found.broken if found else ()
        raise StoreTrouble(joined((said.filled(file=str(source)), *map(as_text, broken)), " "))
    if found.doubtful:
        said = _DAMAGED.filled(file=str(source))
        raise StoreTrouble(joined((said, *map(as_text, found.doubtful)), " "))


def _require_whole(settings: Settings, copy: Path) -> None:
    """Let no copy of damaged data pass for a backup."""
    found = check_database(copy)
    if wrong := (*found.broken, *_not_accepted(settings, found)):
        found_wrong = with_strings(
            joined(map(as_text, wrong), " "), lambda said: said.replace(copy.name, "battlemat.db")
        )
        raise StoreTrouble(
            text("{wrong} No backup is made of that; those that are here stay.", wrong=found_wrong)
        )


# --------------------------------------------------------------------------------------- the copying
def _copy_database(database: Path, to: Path) -> None:
    """Copy a database that may be in use, as it stands at one moment, onto the disk."""
    with (
        told_plainly(),
        closing(open_to_read(database)) as source,
        closing(sqlite3.connect(to)) as target,
    ):
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    with told_plainly(), open(to, "rb+") as file:
        os.fsync(file.fileno())


def _content(path: Path) -> tuple[object, ...]:
    """Tell what a copy holds, as far as it matters for whether it is worth keeping."""
    with told_plainly(), closing(open_to_read(path)) as connection:
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        small = (*_SMALL, *(name for name in _LATER if name in there))
        rows = [connection.execute(f"SELECT * FROM {name}").fetchall() for name in small]
        logs = connection.execute("SELECT battle_id, max(seq) FROM events GROUP BY 1 ORDER BY 1").fetchall()
    return (*rows, logs)


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """Give a place beside a file to write on; what is left there at the end is cleared away."""
    with told_plainly():
        handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
        os.close(handle)
    part = Path(name)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)
