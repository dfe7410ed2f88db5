"""Who runs on a data folder just now, and the backups that are made meanwhile."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from webapp.archive.backups import back_up, is_of_this_version, is_whole, list_backups
from webapp.archive.data_seal import break_seal, write_seal
from webapp.archive.folder_lock import FolderInUse, Hold, holding
from webapp.server.background import run_apart
from webapp.settings import Settings
from webapp.store.database import StoreTrouble, checkpoint, lengthen_log
from webapp.store.store import Store

HOUR = 3600.0
_MARK = "running-on-port"
_log = logging.getLogger(__name__)


@contextmanager
def marked_as_running(settings: Settings) -> Iterator[None]:
    """Leave a note in the data folder of who uses it, as long as the block lasts."""
    mark = settings.data_dir / _MARK
    with suppress(OSError):  # a full disk shall not keep anybody from playing
        mark.write_text(str(settings.port), encoding="ascii")
    try:
        yield
    finally:
        with suppress(OSError):
            mark.unlink()


def running_on(data: Path) -> int | None:
    """Give the port of the Battlemat that runs on a data folder; None if none does, whatever a note says."""
    try:
        port = int((data / _MARK).read_text(encoding="ascii"))
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return port if answer.status == 200 else None
    except (OSError, ValueError, URLError):
        return None


@contextmanager
def serving_alone(data: Path, *, share: bool) -> Iterator[Hold]:
    """Hold a data folder for a server, alone unless it is to share it.

    Raises:
        StoreTrouble: if another one serves it, with where, and what can be done.
    """
    try:
        with holding(data, "beside" if share else "first") as hold:
            yield hold
    except FolderInUse:
        port = running_on(data)
        where = f" (port {port})" if port is not None else ""
        raise StoreTrouble(
            f"Battlemat runs on this data already{where}: open that one, or stop it first. "
            f"Two at once are started with --share. The data: {data}"
        ) from None


@contextmanager
def restoring_alone(data: Path) -> Iterator[None]:
    """Hold a data folder alone, to put other data in place. Raises `StoreTrouble` if somebody serves it."""
    try:
        with holding(data, "alone"):
            yield
    except FolderInUse:
        port = running_on(data)
        where = f" (port {port})" if port is not None else ""
        raise StoreTrouble(
            f"Battlemat runs on this data{where}: stop it first. Nothing was changed."
        ) from None


def back_up_first(settings: Settings) -> None:
    """Back up what is there, before anything of a newer version touches it.

    Without a backup it goes on, and says so, as long as the data is of this version.

    Raises:
        StoreTrouble: if no backup can be made of data that this version would change.
    """
    try:
        back_up(settings)
    except StoreTrouble as trouble:
        if not is_of_this_version(settings):
            raise StoreTrouble(
                f"The data is of an older version, and is changed only once a backup of it is made. {trouble}"
            ) from trouble
        _log.error("No backup was made. %s", trouble)


def back_up_hourly(settings: Settings, sleep: Callable[[float], object]) -> None:
    """Back up now and after every hour, for ever; trouble is told in the terminal, and it is tried again."""
    while True:
        try:
            run_apart(_back_up_and_tidy, settings)
        except StoreTrouble as trouble:
            _log.error("No backup was made. %s", trouble)
        sleep(HOUR)


def note_data(settings: Settings, *, is_closed: bool) -> None:
    """Seal the data as it is now; where the disk has no room for that, there is no seal any more."""
    try:
        write_seal(settings, is_closed=is_closed)
    except StoreTrouble as trouble:
        _log.error("What the data comes to was not noted. %s", trouble)
        break_seal(settings)


def _back_up_and_tidy(settings: Settings) -> None:
    """Back up, and let the database's own file hold everything, for whoever copies it by hand."""
    back_up(settings)
    checkpoint(settings.database_place)
    lengthen_log(settings.database_place)
    note_data(settings, is_closed=False)
    for backup in list_backups(settings):
        is_whole(settings, backup)  # looked through here, so that no page has to wait for it


def close_data(settings: Settings, store: Store, hold: Hold) -> None:
    """Leave everything in the database's own file, sealed if nobody else works on it.

    Raises:
        StoreTrouble: if the disk does not serve; nothing is lost, the next start finds it in the log beside.
    """
    store.close()
    is_all = checkpoint(settings.database_place)
    note_data(settings, is_closed=is_all and hold.keep_alone())
