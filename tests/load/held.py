"""Run a command on a slower machine: `python tests/load/held.py [--share 0.25] [--cores 2] -- COMMAND...`.

The command and all that it starts may work for `--share` of the time on so many cores: another process stops
their process group by SIGSTOP and lets it go on by SIGCONT, every eight milliseconds. This process becomes
the command, so that its number is the command's. A quota of the kernel's (`cpu.max`) is not the same: it lets
one busy thread have the shares of both cores, and does not slow down what is done before the quota is used
up, such as a move. Linux alone, without rights. Nothing of the project is imported: it would count as the
command's.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

PERIOD = 0.008
"""Seconds from one stop to the next: short beside what a person notices, long beside what a signal takes."""
_BRAKE = "--brake"


def main() -> None:
    """Become the command, or be the process that stops it again and again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=0.25)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument(_BRAKE, type=int, help=argparse.SUPPRESS)
    parser.add_argument("command", nargs="*")
    asked = parser.parse_args()
    if asked.brake is not None:
        return brake(asked.brake, asked.share)
    os.setpgid(0, 0)
    options = ["--share", str(asked.share), _BRAKE, str(os.getpid())]
    if asked.share < 1:
        subprocess.Popen(
            [sys.executable, "-I", __file__, *options],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # else who reads what the command says waits for this one
        )
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: asked.cores])
    os.execvp(asked.command[0], asked.command)


def brake(group: int, share: float) -> None:
    """Stop a process group for the rest of each period, until nothing of it is left."""
    with suppress(OSError):  # it may not be allowed, and is then a little late at times
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    due = time.monotonic()
    with suppress(ProcessLookupError):
        while True:
            os.killpg(group, signal.SIGCONT)
            _sleep_until(due + share * PERIOD)
            os.killpg(group, signal.SIGSTOP)
            due = max(due + PERIOD, time.monotonic())
            _sleep_until(due)


def _sleep_until(due: float) -> None:
    time.sleep(max(0.0, due - time.monotonic()))


if __name__ == "__main__":
    main()
