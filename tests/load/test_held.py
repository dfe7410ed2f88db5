"""A command that is held works no more than its share, and nothing of the hold is left behind."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.load.server import ROOT

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it is for Linux alone")
HELD = str(ROOT / "tests" / "load" / "held.py")
SPIN = "import time\nwhile time.perf_counter() < {until}: pass\nprint(time.process_time())"


def held(share: float, code: str) -> "subprocess.CompletedProcess[str]":
    """Run some Python, held to a share, and read all that it says."""
    line = (sys.executable, HELD, "--share", str(share), "--", sys.executable, "-S", "-c", code)
    return subprocess.run(line, stdout=subprocess.PIPE, text=True, timeout=120, check=False)


def test_a_busy_process_works_no_more_than_its_share() -> None:
    begun = time.perf_counter()
    worked = float(held(0.2, SPIN.format(until=begun + 2)).stdout)
    assert worked < 0.35 * (time.perf_counter() - begun)


def test_the_command_ends_as_it_would_alone_and_leaves_nothing_that_holds_it() -> None:
    ended = held(0.5, "import os, sys\nprint(os.getpid())\nsys.exit(7)")
    assert ended.returncode == 7
    until, left = time.monotonic() + 30, [b""]
    while left and time.monotonic() < until:
        left = [line for line in command_lines() if f"--brake\0{ended.stdout.strip()}\0".encode() in line]
        time.sleep(0.05)
    assert left == []


def command_lines() -> list[bytes]:
    """List what the processes of this machine were started with."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            found.append((folder / "cmdline").read_bytes())
        except OSError:
            continue  # it has ended meanwhile
    return found
