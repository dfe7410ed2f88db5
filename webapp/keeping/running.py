"""Who runs on a data folder just now, and the backups that are made meanwhile."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from webapp.database import StoreTrouble
from webapp.heavy import run_apart
from webapp.keeping.backups import back_up, is_of_this_version
from webapp.settings import Settings

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
            run_apart(back_up, settings)
        except StoreTrouble as trouble:
            _log.error("No backup was made. %s", trouble)
        sleep(HOUR)
