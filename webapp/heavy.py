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

    result: _T = gevent.get_hub().threadpool.apply(function, args, kwargs)
    return result
