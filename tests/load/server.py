"""A server of our own in a process of its own, on a new data folder, for tests and benchmarks."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"^  (GM|Players|Projector|Host)\s+(https?://[^/\s]+)(/\S+)$", re.M)


@dataclass(slots=True)
class Server:
    """A running server: its address and the links that the terminal showed."""

    process: subprocess.Popen[str]
    origin: str
    gm: str
    join: str
    screen: str
    data: Path
    said: str
    host: str = ""

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=60)

    def stop(self) -> str:
        """End it as Ctrl-C would, and give what it said."""
        self.process.send_signal(signal.SIGTERM)
        rest, _ = self.process.communicate(timeout=60)
        return rest


def start(
    data: Path,
    options: Sequence[str] = ("--local",),
    port: int = 0,
    code: Path = ROOT,
    before: Sequence[str] = (),
) -> Server:
    """Start a server and wait until it answers.

    Args:
        before: the line of a program that becomes the server, such as one that holds it back.
        code: the folder of the package `webapp` that is run.

    Raises:
        RuntimeError: with what it said, if it ends or does not answer within 60 seconds.
    """
    command = [
        *before,
        sys.executable,
        "-m",
        "webapp",
        "--no-browser",
        "--data",
        str(data),
        "--port",
        str(port),
        *options,
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, cwd=code, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if line.startswith("  Stop"):
            break
    server = links_in(said, process, data)
    wait_until_up(server.origin, process)
    return server


def links_in(said: str, process: subprocess.Popen[str], data: Path) -> Server:
    """Read the links that the terminal showed. Raises `RuntimeError` where there are none."""
    found = {name: (origin, path) for name, origin, path in _LINK.findall(said)}
    if len(found) < 4:
        process.kill()
        assert process.stdout is not None
        raise RuntimeError(f"the server did not start; it said:\n{said}{process.stdout.read()}")
    origin = found["GM"][0]
    own = {name: path for name, (_, path) in found.items()}
    return Server(process, origin, own["GM"], own["Players"], own["Projector"], data, said, own["Host"])


def wait_until_up(origin: str, process: subprocess.Popen[str]) -> None:
    """Wait until a server answers. Raises `RuntimeError` after 60 seconds."""
    address = f"{origin.replace('https:', 'http:')}/healthz"  # which is told in plain text in any case
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            with urlopen(address, timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise RuntimeError("the server did not answer within 60 seconds")


@contextmanager
def running(
    data: Path, options: Sequence[str] = ("--local",), before: Sequence[str] = ()
) -> Iterator[Server]:
    """Run a server for as long as the block lasts; `before` as for `start`."""
    server = start(data, options, before=before)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


def processor_time(pid: int) -> float:
    """Give the seconds that a process has spent on the processor."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Give the memory that a process has in use, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return float("nan")
