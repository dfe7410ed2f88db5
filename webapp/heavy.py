"""Work that would hold everybody up, done beside the one loop that serves them."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from webapp.network import async_mode

_P = ParamSpec("_P")
_T = TypeVar("_T")


def run_apart(function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
    """Call a function that needs neither app nor request; under gevent in a real thread of its own."""
    if async_mode() != "gevent":
        return function(*args, **kwargs)
    import gevent

    def outcome() -> tuple[_T, None] | tuple[None, Exception]:
        # What a thread of the pool raises is written to the terminal as a bug, a refused file too.
        try:
            return function(*args, **kwargs), None
        except Exception as error:
            return None, error

    result, error = gevent.get_hub().threadpool.apply(outcome)
    if error is not None:
        raise error
    answer: _T = result
    return answer
