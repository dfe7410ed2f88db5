"""Whether the server is ready: what asks every few seconds, and sends nobody here while it is not.

`/healthz` says that the process answers at all. `/readyz` says that what it needs does.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask
from flask.typing import ResponseReturnValue

from webapp.server.background import run_apart
from webapp.server.log_throttle import SeldomLog
from webapp.store.database import StoreTrouble, told_plainly

READINESS = "battlemat-readiness"
_log = SeldomLog(logging.getLogger(__name__))
_KEPT = 1.0
"""Seconds for which an answer holds: anybody may ask, and each look writes to the disk."""


@dataclass(slots=True)
class Readiness:
    """What has to answer before anybody is sent here, by name: each raises `StoreTrouble` if it does not."""

    checks: dict[str, Callable[[], object]]
    clock: Callable[[], float] = time.monotonic
    _found: dict[str, bool] = field(default_factory=dict)
    _until: float = float("-inf")

    def look(self) -> dict[str, bool]:
        """Say of each whether it answers, now or a moment ago."""
        if self.clock() >= self._until:
            self._until = self.clock() + _KEPT
            self._found = {name: _answers(name, check) for name, check in self.checks.items()}
        return self._found


def _answers(name: str, check: Callable[[], object]) -> bool:
    try:
        check()
    except StoreTrouble as trouble:
        _log.warning(name, "Not ready (%s): %s", name, trouble)
        return False
    return True


def install(app: Flask, checks: dict[str, Callable[[], object]]) -> None:
    """Answer those who ask whether the server is alive and ready. More checks may be added to `READINESS`."""
    app.extensions[READINESS] = readiness = Readiness(checks)

    def readyz() -> ResponseReturnValue:
        found = readiness.look()
        ok = all(found.values())
        return {"ok": ok, "checks": found}, 200 if ok else 503

    app.add_url_rule("/healthz", "healthz", lambda: {"ok": True})
    app.add_url_rule("/readyz", "readyz", readyz)


def require_writable(folder: Path) -> None:
    """Write something small to a folder's disk, and take it away. Raises `StoreTrouble` if that fails."""
    run_apart(_write, folder / f".ready-{secrets.token_hex(8)}")


def _write(path: Path) -> None:
    with told_plainly():
        try:
            with open(path, "wb") as file:
                file.write(b"ready")
                file.flush()
                os.fsync(file.fileno())
        finally:
            path.unlink(missing_ok=True)
