"""Heavy odds and advice, worked out in processes of their own, so that nobody waits for what another asks.

A process is begun when the first is wanted, cleanly and not as a copy of this one; it is told what the viewer
knows of the battle, and what is asked. A page has one question at a time: a newer one drops the
older.
"""

import atexit
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from threading import Lock, Thread, Timer
from typing import Any

from rules.engine.state import BattleState
from webapp.live import odds_worker
from webapp.live.odds_worker import (
    DROPPED,
    FAILED,
    FIRST,
    NICE,
    READY,
    TOO_LONG,
    UNKNOWN,
    WHOLE,
    Asked,
    get,
    packed,
    put,
)

_log = logging.getLogger(__name__)

AT_ONCE = max(1, min(2, (os.cpu_count() or 1) - 1))
"""Processes at most: one processor is left to the server."""
MOST_WAITING = 100
"""Questions that wait at most, one a page."""
MOST_SECONDS = 30.0
"""How much of the processor's time one question may take; then its estimate must do."""
MOST_TO_WAIT = 240.0
"""How many seconds a process may be silent, on however busy a machine, until it is ended."""

Tell = Callable[[Any, bool], None]
"""Takes what is found (of an aim `Found`), and whether that is the last; None where it cannot be."""
Send = Callable[[dict[str, Any]], None]
"""Sends what was found to the page that asked."""


@dataclass(slots=True, eq=False)
class _Task:
    """What one page waits for."""

    number: int
    state: BattleState
    asked: Asked
    tell: Tell
    worker: "_Worker | None" = None
    dropped: bool = False

    def drop(self) -> None:
        """Have no more told of it, and its process leave off."""
        self.dropped = True
        if self.worker is not None:
            with suppress(OSError, ValueError):
                self.worker.send(self.number, None)


class _Worker:
    """A process that works out odds."""

    def __init__(self, most_seconds: float, nice: int) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", odds_worker.__name__, str(most_seconds), str(nice)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._writing = Lock()

    def send(self, number: int, question: bytes | None) -> None:
        """Ask something, or drop what was asked. Raises `OSError`."""
        assert self.process.stdin is not None
        with self._writing:
            put(self.process.stdin, pickle.dumps((number, question)))  # type: ignore[arg-type]

    def answers(self) -> Iterator[tuple[int, str, Any]]:
        """Give what it answers. Raises `EOFError` when it has ended, or says what cannot be read."""
        assert self.process.stdout is not None
        while True:
            said = get(self.process.stdout)  # type: ignore[arg-type]
            try:
                answer = pickle.loads(said)
            except Exception as error:
                raise EOFError("what it answers cannot be read") from error
            yield answer

    def end(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError, ValueError, RuntimeError):
                pipe.close()  # type: ignore[union-attr]
        self.process.wait()


@dataclass(slots=True)
class OddsPool:
    """The processes, and what waits for them."""

    most_seconds: float = MOST_SECONDS
    most_to_wait: float = MOST_TO_WAIT
    at_once: int = AT_ONCE
    nice: int = NICE
    works_here: bool = True
    """Whether this process does what no other can; else nothing is found."""
    most_idle: float | None = None
    """For so many seconds its processes wait for more work, then they are ended; None for ever."""
    _lock: Any = field(default_factory=Lock)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _tasks: dict[str, _Task] = field(default_factory=dict)
    """What each page waits for, queued or under way."""
    _waiting: dict[str, _Task] = field(default_factory=dict)
    _idle: list[_Worker] = field(default_factory=list)
    _busy: int = 0
    _rest: Timer | None = None
    """What ends the processes that wait, unless work comes first."""
    _is_said: bool = False

    def ask(self, page: str, state: BattleState, asked: Asked, tell: Tell) -> None:
        """Work out something for a page, and tell it from another thread; what it asked before is dropped."""
        self.drop(page)
        with self._lock:
            task = _Task(next(self._numbers), state, asked, tell)
            is_full = len(self._waiting) >= MOST_WAITING
            if not is_full:
                self._tasks[page] = self._waiting[page] = task
            begins = not is_full and self._busy < self.at_once
            self._busy += begins
            self._rouse()
        if is_full:
            tell(None, True)
        if begins:
            Thread(target=self._work, daemon=True).start()

    def prepare(self) -> None:
        """Begin a process, unless there is one, for odds that somebody may want in a moment."""
        with self._lock:
            if self._idle or self._busy:
                return
            self._busy += 1
            self._rouse()
        Thread(target=self._begin_and_work, daemon=True).start()

    def _begin_and_work(self) -> None:
        with suppress(OSError, EOFError):  # where none comes up, whoever asks is served without
            self._let_wait(self._begin())
        self._work()

    def drop(self, page: str) -> None:
        """Work no more on what a page has asked, if it has."""
        with self._lock:
            self._waiting.pop(page, None)
            task = self._tasks.pop(page, None)
        if task is not None:
            task.drop()

    def processes(self) -> list[int]:
        """List the processes that wait for work."""
        return [worker.process.pid for worker in self._idle]

    @property
    def is_busy(self) -> bool:
        """Say whether anything is being worked out."""
        return self._busy > 0

    def close(self) -> None:
        """End the processes that wait; those that work end when they find that nobody listens."""
        with self._lock:
            self._rouse()
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    def _rouse(self) -> None:
        """Let the processes that wait be; the lock is held."""
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _lay_to_rest(self) -> None:
        """Have the processes that wait ended after a while; the lock is held."""
        if self.most_idle is None:
            return
        self._rouse()
        self._rest = Timer(self.most_idle, self._end_idle)
        self._rest.daemon = True
        self._rest.start()

    def _end_idle(self) -> None:
        with self._lock:
            idle = []
            if not self._busy:
                idle, self._idle = self._idle, []
        for worker in idle:
            worker.end()

    def _work(self) -> None:
        """Take what waits, one after the other, until nothing does."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._busy -= 1
                    if not self._busy:
                        self._lay_to_rest()
                    return
                page = next(iter(self._waiting))
                task = self._waiting.pop(page)
            try:
                self._serve(task)
            except Exception:
                _log.exception("What was asked could not be worked out")
            with self._lock:
                if self._tasks.get(page) is task:
                    del self._tasks[page]

    def _serve(self, task: _Task) -> None:
        try:
            question = packed(task.state, task.asked)
        except Exception as error:  # a system from outside may keep what cannot be sent
            return self._work_here(task, error)
        for _ in range(2):  # one that was ended is replaced, once
            try:
                worker = self._idle_one() or self._begin()
            except (OSError, EOFError) as error:
                return self._work_here(task, error)
            if self._has_asked(worker, task, question):
                return None
        self._tell(task, None, is_last=True)
        return None

    def _has_asked(self, worker: _Worker, task: _Task, question: bytes) -> bool:
        """Put a question to a process, and let it wait for the next; false if it has failed, and is ended."""
        clock = Timer(self.most_to_wait, worker.process.kill)
        clock.daemon = True
        clock.start()
        try:
            self._ask(worker, task, question)
        except Exception as error:
            if not isinstance(error, (OSError, EOFError, ValueError)):  # else it has gone
                _log.exception("What was asked could not be worked out")
            worker.end()
            return False
        finally:
            clock.cancel()
        self._let_wait(worker)
        return True

    def _idle_one(self) -> _Worker | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _let_wait(self, worker: _Worker) -> None:
        with self._lock:
            self._idle.append(worker)

    def _begin(self) -> _Worker:
        """Begin a process. Raises `OSError` or `EOFError` where none comes up."""
        worker = _Worker(self.most_seconds, self.nice)
        try:
            (_, kind, _) = next(worker.answers())
            assert kind == READY
        except BaseException:
            worker.end()
            raise
        return worker

    def _ask(self, worker: _Worker, task: _Task, question: bytes) -> None:
        """Put a question to a process and tell what it answers, until it is free again."""
        task.worker = worker
        if task.dropped:
            return
        worker.send(task.number, question)
        if task.dropped:  # meanwhile: whoever dropped it may not have seen the process
            worker.send(task.number, None)
        estimate = None
        for number, kind, found in worker.answers():
            if number != task.number:
                continue
            if kind == FIRST:
                estimate = found
            if kind == TOO_LONG:
                self._tell(task, estimate, is_last=True)
            elif kind == UNKNOWN:
                self._work_here(task, f"it has no system {task.state.system!r}")
            elif kind == FAILED:
                _log.error("What was asked failed:\n%s", found)
                self._tell(task, None, is_last=True)
            elif kind != DROPPED:
                self._tell(task, found, is_last=kind == WHOLE)
            if kind != FIRST:
                return

    def _work_here(self, task: _Task, why: object) -> None:
        """Work out odds in this process, as long as no other can."""
        if not self.works_here:
            self._tell(task, None, is_last=True)
            return
        if not self._is_said:
            self._is_said = True
            _log.warning("Heavy odds are worked out in the server itself, which holds others up: %s", why)

        def watch() -> None:
            if task.dropped:
                raise odds_worker.GivenUpError

        with suppress(odds_worker.GivenUpError):
            for kind, found in odds_worker.answers(task.state, task.asked, watch):
                self._tell(task, found, is_last=kind == WHOLE)

    def _tell(self, task: _Task, found: Any, *, is_last: bool) -> None:
        """Tell what was found; whoever cannot be told is told no more of it."""
        if task.dropped:
            return
        try:
            task.tell(found, is_last)
        except Exception:
            _log.exception("What was asked could not be told")
            task.drop()


@cache
def odds_pool() -> OddsPool:
    """Give this process's pool; its processes end with it."""
    pool = OddsPool()
    atexit.register(pool.close)
    return pool
