"""Work that would hold everybody up, done beside the one loop that serves them."""

import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, ParamSpec, TypeVar

from webapp.server.network import async_mode

_P = ParamSpec("_P")
_T = TypeVar("_T")


def clear_away() -> None:
    """Let go of what nobody uses any more, before `keep_for_good` would keep that too.

    It goes through what was made since the last time alone.
    """
    gc.collect()


def keep_for_good() -> None:
    """Take what is in memory now out of the garbage collector's rounds; `clear_away` comes some time before.

    A large map and its log are some 200,000 objects that stay: to go through them would hold everybody up for
    a fifth of a second now and then. What is a circle of objects then stays, if nobody opens it.
    """
    gc.freeze()


@contextmanager
def without_collecting() -> Iterator[None]:
    """Keep the garbage collector still while much is made that stays: it would go through all of it often."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def begin(function: Callable[[], None]) -> None:
    """Have a function called soon, beside all else; a program that ends waits for its thread."""
    if async_mode() != "gevent":
        Thread(target=function).start()
        return
    import gevent

    gevent.spawn(function)


def begin_if_it_waits(function: Callable[[], None]) -> None:
    """Have a function called as soon as who calls this waits for something, where only one goes on at a time.

    Elsewhere it is left to who calls this: a thread for it would cost more than it brings.
    """
    if async_mode() == "gevent":
        begin(function)


def let_others_run() -> None:
    """Let other programs on this processor go on, where any waits.

    A browser on this machine reads at once what it was sent then. It would be woken on the same processor
    otherwise, and wait there until this program has nothing left to do.
    """
    if hasattr(os, "sched_yield"):
        os.sched_yield()


def run_apart(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call a function that needs neither app nor request; under gevent in a real thread of its own."""
    if async_mode() != "gevent":
        return function(*args, **kwargs)
    import gevent

    return run_in(gevent.get_hub().threadpool, function, *args, **kwargs)


_BEGINS = 0.001
"""Seconds within which a free thread has begun."""


def wait_apart(function: Callable[[], _T]) -> _T:
    """Call a function that does nothing but wait; under gevent in a real thread of its own.

    Others go on only once it waits. What they do would else keep its thread from beginning.
    """
    if async_mode() != "gevent":
        return function()
    import gevent
    from gevent.monkey import get_original

    begun = get_original("_thread", "allocate_lock")()
    begun.acquire()

    def begins() -> _T:
        begun.release()
        return function()

    job = gevent.get_hub().threadpool.spawn(_outcome, begins)
    begun.acquire(timeout=_BEGINS)
    outcome: _Outcome[_T] = job.get()
    return _came_of(outcome)


def run_in(pool: Any, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call a function in a real thread of one of gevent's pools."""
    outcome: _Outcome[_T] = pool.apply(_outcome, (function, *args), kwargs)
    return _came_of(outcome)


_Outcome = tuple[_T, None] | tuple[None, Exception]


def _outcome(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _Outcome[_T]:
    # What a thread of the pool raises is written to the terminal as a bug, a refused file too.
    try:
        return function(*args, **kwargs), None
    except Exception as error:
        return None, error


def _came_of(outcome: _Outcome[_T]) -> _T:
    if outcome[1] is not None:
        raise outcome[1]
    return outcome[0]
