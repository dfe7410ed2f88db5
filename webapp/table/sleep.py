"""Tables that nobody looks at leave memory, and come back as at their first opening.

A table falls asleep when its last page and the last request for it are some minutes ago. Its battle is the
log, and its people, settings and talk are in the store: what was worked out of them (streams, pages, kept
plans and odds, replays, reports) goes. What stands in memory alone and is still wanted is held over, and
given back when the table wakes: who waits at the door, who asks for an undo, what was refused to whom, the
pictures that were just brought. Rulers, pointing and a projector's peek are forgotten, as they are when
pages close.

A question whose clock runs keeps its table awake. Nothing wakes up for this while pages are open: one timer
for all tables is set when a table is opened or a page closes, and again only while an idle table is awake.
"""

import logging
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any

from flask import Flask
from flask_socketio import SocketIO

from webapp.archive.replay import replays
from webapp.live.audiences import audiences
from webapp.live.projector_view import PEEK, framings
from webapp.live.shared_rulers import showings
from webapp.report.reports import reports
from webapp.table.host import Host
from webapp.table.hosts import Hosts
from webapp.visibility.refused_log import RefusedLog

_log = logging.getLogger(__name__)

SLEEP = "battlemat-sleep"
_SHARE = 5
"""Into how many parts the idle time is divided: it is looked no more often than once in such a part."""

_SOON = 5.0
"""Seconds after the opening of a table at which it is looked whether its log is worth a snapshot."""
_MOMENT = 2.0
"""Seconds that the end of a server may take for snapshots."""


@dataclass(frozen=True, slots=True)
class _HeldOver:
    """What of a sleeping table is neither in its log nor in the store."""

    notes: dict[str, dict[str, Any]]
    refused: RefusedLog

    @classmethod
    def of(cls, host: Host) -> "_HeldOver | None":
        """Take it from a table; None where there is nothing, as at most tables."""
        host.notes.take_in(PEEK, PEEK, None)
        held = cls(host.notes.all(), host.refused)
        return held if host.notes or host.refused.lines else None

    def give_back(self, host: Host) -> None:
        """Give it to the table that has woken."""
        host.notes.replace(self.notes)
        host.refused = self.refused


class Sleep:
    """Puts the idle tables of a process to sleep, and gives them what was held over when they wake."""

    def __init__(self, app: Flask, socketio: SocketIO, hosts: Hosts, idle: float) -> None:
        """Begin with nobody asleep.

        Args:
            idle: how many seconds nobody looks at a table before it sleeps.
        """
        self._app, self._socketio, self._hosts, self._idle = app, socketio, hosts, idle
        self._held_over: dict[str, _HeldOver] = {}
        self._lock = Lock()
        self._serves = self._is_set = False
        hosts.opened.append(self._woken)

    def start(self) -> None:
        """Let the timer run from now on: this process serves."""
        self._serves = True
        self.watch()

    def watch(self) -> None:
        """Set the timer, unless it is set."""
        with self._lock:
            if not self._serves or self._is_set:
                return
            self._is_set = True
        self._socketio.start_background_task(self._wait)

    def _wait(self) -> None:
        wait: float | None = self._idle
        while wait is not None:
            self._socketio.sleep(wait)
            try:
                self.put_to_sleep()
            except Exception:
                _log.exception("Putting idle tables to sleep failed")
            with self._lock:
                self._is_set = False
            wait = self._next()
            with self._lock:
                if self._is_set or wait is None:  # set anew meanwhile by who has just opened a table
                    return
                self._is_set = True

    def _next(self) -> float | None:
        """Tell after how many seconds it is worth a look; None while every table has a page open."""
        with self._app.app_context():
            used = [host.used for host in self._hosts.awake() if not audiences().is_at(host)]
        return max(self._idle / _SHARE, min(used) + self._idle - monotonic()) if used else None

    def put_to_sleep(self) -> list[str]:
        """Put every table to sleep that nobody looks at; give their addresses."""
        with self._app.app_context():
            prepared_first = sorted(self._hosts.awake(), key=lambda host: not host.is_prepared)
            return [host.address for host in prepared_first if self._hosts.let_go(host, self._may_sleep)]

    def _may_sleep(self, host: Host) -> bool:
        """Say whether a table sleeps, and if so take leave of it; called with its lock held."""
        is_idle = monotonic() - host.used >= self._idle
        if not is_idle or host.answer_by is not None or audiences().is_at(host):
            return False
        if not host.is_prepared and len(self._hosts.open_at(host.table_id)) > 1:
            return False  # what is said at the table goes over this one
        held = _HeldOver.of(host)
        if held is not None:
            self._held_over[host.address] = held
        host.keep_snapshot()
        forget_pages(host)
        forget_scenes({scene.id for scene in host.scenes})
        return True

    def _woken(self, host: Host) -> None:
        held = self._held_over.pop(host.address, None)
        if held is not None:
            held.give_back(host)
        if self._serves:
            self._socketio.start_background_task(self._keep_soon, host)
        self.watch()

    def _keep_soon(self, host: Host) -> None:
        """Keep what a long log came to at its opening, once those who opened it have been served."""
        self._socketio.sleep(_SOON)
        with self._app.app_context():
            if host in self._hosts.awake():  # and was not deleted meanwhile
                host.keep_snapshot()

    def keep_all(self) -> None:
        """Keep what the logs of all that is open came to, as far as that takes but a moment."""
        until = monotonic() + _MOMENT
        for host in self._hosts.awake():
            if monotonic() < until and host.lock.acquire(blocking=False):
                try:
                    host.keep_snapshot()
                finally:
                    host.lock.release()


def forget_pages(host: Host) -> None:
    """Let go of all that is kept for the pages of a host that is no more; open ones are loaded anew."""
    for kept in (audiences(), framings(), showings()):
        kept.close(host)


def forget_scenes(scene_ids: set[str]) -> None:
    """Let go of what was worked out of scenes that nobody looks at."""
    replays().forget(scene_ids)
    reports().forget(scene_ids)


def sleep_of(app: Flask) -> Sleep:
    """Give what puts an app's tables to sleep."""
    found: Sleep = app.extensions[SLEEP]
    return found
