"""What all tests share: none is judged by how long it took, for the machine may be busy with others.

Properties are tried on the same examples each time, so that whoever changes something is told of that alone;
`--hypothesis-profile=search` tries others.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadFileScheduling

settings.register_profile("battlemat", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("battlemat")


HERE = Path(__file__).parent
LONGEST = (
    "webapp/cluster/test_faults.py",  # which mostly waits
    *("browser/combat/test_savage_ford.py", "browser/combat/test_tesseris.py"),
    *("browser/pages/test_layout.py", "browser/evening/test_secrets.py", "browser/combat/test_gurps.py"),
    *("browser/evening/test_evening.py", "browser/combat/test_phases.py", "browser/combat/test_savage.py"),
    *("browser/pages/test_every_page.py", "browser/evening/test_undo_and_backup.py"),
    *("webapp/fog/test_fog_attempts.py", "playing", "browser", "webapp/store/test_crashes.py"),
)
"""Files and folders that take long, the longest first: begun last, they would leave the other cores idle."""
SHARED = ("browser/", "playing/")
"""Folders in which nothing is set up for a file: each test goes to whatever process is free."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes long."""
    items.sort(key=lambda item: _rank(item.path))


@cache  # a file may hold hundreds of tests
def _rank(file: Path) -> int:
    path = file.relative_to(HERE).as_posix()
    return next((n for n, long in enumerate(LONGEST) if path.startswith(long)), len(LONGEST))


class Scheduling(LoadFileScheduling):
    """Give each process a file at a time, and of some folders a test: one file there may take two minutes."""

    def _split_scope(self, nodeid: str) -> str:
        own = nodeid.removeprefix("tests/").startswith(SHARED)
        return nodeid if own else str(super()._split_scope(nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling | None:
    """Share out tests as `Scheduling` does, where a file at a time was asked for."""
    return Scheduling(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Let one process of several read the tests first, and the others what it has compiled.

    In a fresh clone each would compile every test for itself, at the same time: two thirds of the work.
    """
    shares = hasattr(session.config, "workerinput") and not sys.dont_write_bytecode
    with _one_goes_first(HERE / "conftest.py") if shares else nullcontext():
        return (yield)


@contextmanager
def _one_goes_first(file: Path) -> Iterator[None]:
    """Hold a lock on a file for the block, or wait until who holds it has come to the end of theirs.

    The system lets go of the lock of a process that has died. Windows has no such locks: nobody waits there.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with file.open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            fcntl.flock(held, fcntl.LOCK_SH)
            fcntl.flock(held, fcntl.LOCK_UN)
        yield


def pytest_collection_finish() -> None:
    """Let the search for garbage pass over what stays to the end, thousands of tests: a sixth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder after the first start: its picture takes a second or two to paint, so it is copied."""
    from webapp.app import Settings, create_app
    from webapp.context import STORE
    from webapp.demo.first_table import first_table

    data = tmp_path_factory.mktemp("first-start")
    made = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    first_table(made)
    made.extensions[STORE].close()
    return data
