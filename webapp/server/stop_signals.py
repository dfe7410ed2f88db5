"""How a server is told to stop: by Ctrl-C, or by SIGTERM."""

import signal
from collections.abc import Sequence


class Stopped(SystemExit):
    """Ctrl-C or SIGTERM; gevent's loop hands a SystemExit on without printing where it came from."""


def stop_on_signals(mode: str, numbers: Sequence[int] = (signal.SIGINT, signal.SIGTERM)) -> None:
    """Let signals end the server, whatever it is doing: `Stopped` is raised where it waits.

    With gevent the end is raised in a greenlet of its own, which hands it to the main one: a plain handler
    would raise it inside whatever request is running, and code there that catches everything swallows it.
    """
    for number in numbers:
        if mode == "gevent":
            import gevent

            gevent.signal_handler(number, _stop)
        else:
            signal.signal(number, _stop)


def _stop(*_: object) -> None:
    raise Stopped
