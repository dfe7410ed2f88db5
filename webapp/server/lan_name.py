"""The name that the server has on the local network, once the program that asks for it has got one."""

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import current_app

from webapp.server import mdns

LAN_NAME = "battlemat-lan-name"


def lan_name() -> str:
    """Give the name, with `.local`; empty while there is none."""
    return str(current_app.extensions.get(LAN_NAME, ""))


@contextmanager
def named(
    port: int, addresses: Sequence[str], begin: Callable[..., Any], told: Callable[[str], None]
) -> Iterator[None]:
    """Have a name for as long as the block lasts, where the network allows it.

    Args:
        begin: starts a task beside the server: `begin(function, *arguments)`.
        told: called with the name as soon as there is one.
    """
    if not addresses:
        yield
        return
    line = [sys.executable, "-P", str(Path(mdns.__file__)), str(port), *addresses]
    try:
        program = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
    except OSError:
        yield
        return
    begin(_listen, program, told)
    try:
        yield
    finally:
        program.terminate()
        assert program.stdin is not None
        program.stdin.close()
        program.wait(timeout=5)


def _listen(program: "subprocess.Popen[str]", told: Callable[[str], None]) -> None:
    assert program.stdout is not None
    with program.stdout as said:
        name = said.readline().strip()
        if name:
            told(name)
        said.read()
