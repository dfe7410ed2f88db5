"""A server that is killed again and again: what it imports is loaded once, and each of its lives is a fork.

`python -m tests.load.endurance.lives OPTION...` reads a port from each line of its input, serves on it with
these options until it is killed, and waits for the next line. `Lives` is the other end.
"""

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.load.server import ROOT, Server, links_in, wait_until_up

_GONE = "gone\n"
_PID = re.compile(r"^life (\d+)$", re.M)


class Lives:
    """One data folder, and a server on it whenever `begin` was called and `kill` not yet."""

    def __init__(self, data: Path, options: Sequence[str] = (), port: int | None = None) -> None:
        self.data = data
        # Below the ports that systems give out by themselves, or somebody takes it between two lives.
        self.port = port or 20_000 + os.getpid() % 10_000
        self._pid = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.load.endurance.lives", "--local", "--data", str(data), *options],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.said = ""

    def begin(self) -> Server:
        """Start it, on the port that it had before, and wait until it answers."""
        assert self._process.stdin is not None
        print(self.port, file=self._process.stdin, flush=True)
        said = self._read_until(r"^  Stop")
        pid = _PID.search(said)
        assert pid is not None, said
        self._pid = int(pid[1])
        server = links_in(said, self._process, self.data)
        self.port = int(server.origin.rsplit(":", 1)[1])
        wait_until_up(server.origin, self._process)
        return server

    def kill(self) -> None:
        """End it as a power cut would, from any thread."""
        os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> None:
        """Wait until it is gone."""
        self._read_until(_GONE)
        self._pid = 0

    def _read_until(self, pattern: str) -> str:
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if re.match(pattern, line) or line == _GONE:
                break
        self.said += said
        assert re.search(pattern, said, re.M), f"the server ended; it said:\n{said}"
        return said

    def end(self) -> None:
        """Stop everything."""
        if self._pid and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                self.kill()
        self.said += self._process.communicate(timeout=60)[0]


def main() -> None:
    """Live as often as a line comes in."""
    from webapp.__main__ import patch_for_gevent

    patch_for_gevent()
    from gevent import monkey

    from rules.systems import load_systems
    from webapp.cli import main as serve

    load_systems()
    wait_for = monkey.get_original("os", "waitpid")
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            sys.stdin.close()
            os._exit(serve(["--no-browser", *sys.argv[1:], "--port", line.strip()]))
        print(f"life {pid}", flush=True)
        wait_for(pid, 0)
        print(_GONE, end="", flush=True)


if __name__ == "__main__":
    main()
