"""The process that starts others to serve one port, starts again those that die, and ends all as it ends.

It opens the port once, before any of them begins, and serves nobody itself. Each worker is a fresh process of
the same command line, with the hidden option `--worker`; it inherits the open port, and has as its standard
input one end of a line to this process. A worker whose line ends is alone, and ends too (`worker.py`).
"""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, Protocol

_WAITING = 512
"""Connections that may wait for a worker to take them."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0
_LASTED = 60.0
"""Seconds after which a worker that ends is taken to have worked, and is replaced without waiting longer."""
_TIME_TO_END = 8.0
"""Seconds that the workers have to end, once they are told to."""


class Tell(Protocol):
    """Tells whoever started the server something: for a terminal, and for a log with keys."""

    def __call__(self, words: str, message: str, **keys: object) -> None:
        """Tell it."""


class Supervisor:
    """Keeps a number of workers running."""

    def __init__(
        self,
        address: tuple[str, int],
        count: int,
        begin: Callable[..., object],
        sleep: Callable[[float], object],
        tell: Tell,
        command: Sequence[str] | None = None,
    ) -> None:
        """Open the port; nobody serves it yet.

        Args:
            begin: starts a task beside this one: `begin(function, *arguments)`.
            sleep: waits for some seconds, as the process does.
            command: what starts a worker, but for its own option; None for the line of this process.

        Raises:
            OSError: if the port cannot be had.
        """
        self._count, self._begin, self._sleep, self._tell = count, begin, sleep, tell
        self._command = list(command or (sys.executable, *sys.orig_argv[1:]))
        self._listener = listening_at(address)
        self._workers: dict[int, _Worker] = {}
        self._name = ""
        self._is_over = False
        self._beginning = Lock()

    def run(self) -> None:
        """Start the workers, and stay; whoever ends this calls `end`."""
        for number in range(1, self._count + 1):
            self._begin(self._keep_up, number)
        while True:
            self._sleep(3600)

    def tell_name(self, name: str) -> None:
        """Tell the workers, these and all later ones, the name that the server has on the local network."""
        self._name = name
        for worker in list(self._workers.values()):
            worker.tell(name)

    def end(self) -> None:
        """End the workers: each has some seconds to close its tables, and is killed after that."""
        with self._beginning:
            self._is_over = True
            workers = list(self._workers.values())
        for worker in workers:
            worker.process.send_signal(signal.SIGTERM)
        until = time.monotonic() + _TIME_TO_END
        for worker in workers:
            try:
                worker.process.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.process.kill()
                worker.process.wait()
        self._listener.close()

    def _keep_up(self, number: int) -> None:
        """Start one worker again and again, for as long as this process serves."""
        pause = _FIRST_PAUSE
        while True:
            began = time.monotonic()
            code = self._run_once(number)
            if code is None or self._is_over:
                return
            if time.monotonic() - began > _LASTED:
                pause = _FIRST_PAUSE
            how = _how_it_ended(code)
            self._tell(
                f"Process {number} of {self._count} {how}; another one starts in {pause:g} s.",
                "A worker ended and is started again",
                worker=number,
                how=how,
                pause=pause,
            )
            self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _run_once(self, number: int) -> int | str | None:
        """Run a worker to its end; give its exit status, or why there is none; None where all ends."""
        with self._beginning:
            if self._is_over:
                return None
            try:
                worker = self._workers[number] = _Worker(self._command, number, self._listener)
            except OSError as error:
                return f"could not start ({error.strerror})"
        try:
            if self._name:
                worker.tell(self._name)
            return worker.process.wait()
        finally:
            self._workers.pop(number, None)
            worker.line.close()


def _how_it_ended(code: int | str) -> str:
    if isinstance(code, str):
        return code
    return f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"


class _Worker:
    """A process that serves, and this end of the line to it."""

    def __init__(self, command: Sequence[str], number: int, listener: socket.socket) -> None:
        self.line, theirs = socket.socketpair()
        port = listener.fileno()
        line = [*command, "--worker", f"{number}:{port}"]
        try:
            with theirs:
                self.process: subprocess.Popen[Any] = subprocess.Popen(
                    line, stdin=theirs.fileno(), pass_fds=(port,)
                )
        except OSError:
            self.line.close()
            raise

    def tell(self, name: str) -> None:
        """Send a name; a worker that has ended needs none."""
        with suppress(OSError):
            self.line.sendall(f"{name}\n".encode())


def listening_at(address: tuple[str, int]) -> socket.socket:
    """Open a port for connections. Raises `OSError` if it cannot be had."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_WAITING)
    except BaseException:
        listener.close()
        raise
    return listener
