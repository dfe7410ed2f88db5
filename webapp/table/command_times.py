"""How long each command takes, and what it is refused for: told to whoever counts, where anybody does."""

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from rules.engine.refusal import Refusal
from webapp.store.database import StoreTrouble

_P = ParamSpec("_P")
_T = TypeVar("_T")

watchers: list[Callable[[float, str], None]] = []
"""Called with the seconds that a command took, and with the code of its refusal; empty where it was done."""


def watched(handle: Callable[_P, _T]) -> Callable[_P, _T]:
    """Let the watchers know of each call."""

    @wraps(handle)
    def timed(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        if not watchers:
            return handle(*args, **kwargs)
        began, code = time.perf_counter(), "bug"
        try:
            result = handle(*args, **kwargs)
            code = ""
        except Refusal as refusal:
            code = refusal.code
            raise
        except StoreTrouble:
            code = "store-trouble"
            raise
        finally:
            seconds = time.perf_counter() - began
            for watch in watchers:
                watch(seconds, code)
        return result

    return timed


def note_done(began: float, count: int) -> None:
    """Let the watchers know of commands that were done together.

    Args:
        began: when, by `time.perf_counter`.
    """
    if watchers:
        seconds = time.perf_counter() - began
        for _ in range(count):
            for watch in watchers:
                watch(seconds, "")
