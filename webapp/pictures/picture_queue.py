"""The one queue of all work on pictures: who decodes, encodes, cuts or paints one waits here for a turn.

A picture of 8192 x 8192 takes up to 0.7 GB while it is read and written, so there is one at a time, in one
thread beside the loop: a second thread would keep a heap of its own. Tiles of a map in the fog are small and
wanted at once by everybody; they have two places of their own. Whoever brings many pictures has them read in
turns with what others bring, and files wait on the disk until then. Of several processes on a machine one
works on a picture at a time.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import Event, Lock
from typing import Any, ParamSpec, TypeVar

from flask import current_app, has_request_context, request

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.pictures.tiles import cut, is_cut
from webapp.server.background import run_apart, run_in
from webapp.server.network import async_mode

MOST_WAITING = 60
"""Pictures that wait to be read."""
MOST_TILES_WAITING = 2_000
"""Tiles that wait to be cut to what is known: a table of twenty phones asks for hundreds at once."""
BETWEEN_PROCESSES = "battlemat-picture-lock"
"""Where an app keeps the file by which the processes of this machine take turns, if there are several."""
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Turns:
    """Lets so many through at a time; who waits with several is let through in turns with the others."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self._free, self._most = at_once, most_waiting
        self._waiting: dict[str, deque[Event]] = {}
        self._lock = Lock()

    @contextmanager
    def turn(self, who: str) -> Iterator[None]:
        """Wait for a turn. Raises `Refusal` `busy` where too many wait already."""
        gate = self._line_up(who)
        if gate is not None:
            gate.wait()
        try:
            yield
        finally:
            self._pass_on()

    @property
    def waiting(self) -> int:
        """Tell how many wait."""
        return sum(map(len, self._waiting.values()))

    def _line_up(self, who: str) -> Event | None:
        with self._lock:
            if self._free:
                self._free -= 1
                return None
            if self.waiting >= self._most:
                raise Refusal(
                    "busy", text("Too many pictures are being read just now. Try again in a minute.")
                )
            gate = Event()
            self._waiting.setdefault(who, deque()).append(gate)
            return gate

    def _pass_on(self) -> None:
        with self._lock:
            if not self._waiting:
                self._free += 1
                return
            who = next(iter(self._waiting))
            gates = self._waiting.pop(who)
            gate = gates.popleft()
            if gates:
                self._waiting[who] = gates  # behind the others
            gate.set()


_pictures = Turns(1, MOST_WAITING)
_tiles = Turns(2, MOST_TILES_WAITING)


def work_on_picture(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call a function that works on a picture of any size, when it is its turn, beside the loop.

    Raises:
        Refusal: `busy`, where too many wait already; and whatever the function raises.
    """
    between = current_app.extensions.get(BETWEEN_PROCESSES) if has_request_context() else None

    def work() -> _T:
        with _locked(between) if between is not None else nullcontext():
            return function(*args, **kwargs)

    with _pictures.turn(_who()):
        return work() if async_mode() != "gevent" else run_in(_own_thread(), work)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Lock a file as soon as no other process has it locked; a process that dies lets go of it.

    Windows has no such locks: nobody waits there.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with file.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def work_on_tile(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call a function that works on a tile (of `tiles.SIDE`) when it is its turn, beside the loop."""
    with _tiles.turn(_who()):
        return run_apart(function, *args, **kwargs)


def cut_when_needed(picture: Path, tiles: Path) -> None:
    """Have a picture cut into its tiles, unless that is done; who asks for it meanwhile takes no turn."""
    with _cutting.setdefault(tiles, Lock()):
        if not is_cut(tiles):
            work_on_picture(cut, picture, tiles)


_cutting: dict[Path, Lock] = {}


def _who() -> str:
    return request.remote_addr or "" if has_request_context() else ""


@cache
def _own_thread() -> Any:
    from gevent.threadpool import ThreadPool

    return ThreadPool(1)
