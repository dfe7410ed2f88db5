"""Who runs on a data folder just now, and the backups that are made meanwhile."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from webapp.database import StoreTrouble
from webapp.heavy import run_apart
from webapp.keeping.backups import back_up
from webapp.settings import Settings

HOUR = 3600.0
_MARK = "running-on-port"
_log = logging.getLogger(__name__)


@contextmanager
def marked_as_running(settings: Settings) -> Iterator[None]:
    """Leave a note in the data folder of who uses it, as long as the block lasts."""
    mark = settings.data_dir / _MARK
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


def back_up_hourly(settings: Settings, sleep: Callable[[float], object]) -> None:
    """Back up now and after every hour, for ever; trouble is told in the terminal, and it is tried again."""
    while True:
        try:
            run_apart(back_up, settings)
        except StoreTrouble as trouble:
            _log.error("No backup was made. %s", trouble)
        sleep(HOUR)
