"""The clock of a table's open question: who takes too long is answered for, as the table is set."""

import logging
from time import monotonic

from flask import Flask
from flask_socketio import SocketIO

from rules.engine.refusal import Refusal
from rules.engine.state import Prompt
from rules.engine.text import text
from webapp.store.store import StoreTrouble
from webapp.table.authority import CLOCK
from webapp.table.grants import Visitor
from webapp.table.host import Host

_log = logging.getLogger(__name__)
_LOOKS_AGAIN = 1.0
"""Seconds after which it is looked whether another process has answered for who was too slow."""


class AnswerClock:
    """Runs for one question at a time. Its methods are called with the host's lock held."""

    def __init__(self, app: Flask, socketio: SocketIO, host: Host) -> None:
        self.host = host
        self._app, self._socketio = app, socketio
        self._timed: tuple[Prompt, int] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it counts down to an answer."""
        return self._timed is not None

    def run(self) -> None:
        """Start the clock for an open question, where the table answers for those who take too long."""
        prompt = self.host.battle.state.prompt
        asks_to_break_in = prompt is not None and prompt.interrupts
        seconds = self.host.settings.seconds_for(interrupts=asks_to_break_in)
        if prompt is None or seconds is None:
            self._timed = self.host.answer_by = None
        elif self._timed is None or self._timed[0] is not prompt or self._timed[1] != seconds:
            self._timed = timed = (prompt, seconds)
            self.host.answer_by = monotonic() + seconds
            self._socketio.start_background_task(self._answer_late, timed)

    def stop(self) -> None:
        """Answer no open question any more."""
        self._timed = None

    def _answer_late(self, timed: tuple[Prompt, int]) -> None:
        prompt, seconds = timed
        self._socketio.sleep(float(seconds))
        while self._timed is timed and not self.host.others.may_answer(self.host.scene.id, prompt.number):
            self._socketio.sleep(_LOOKS_AGAIN)
        with self._app.app_context(), self.host.queue:
            with self.host.lock:
                if self._timed is not timed:
                    return
                if self.host.battle.state.prompt is not prompt:  # asked anew, after something was taken back
                    self._begin_again()
                    return
                clock = Visitor(
                    role="gm", table_id=self.host.table_id, person_id=CLOCK, name=str(text("The clock"))
                )
                asked = self.host.stream(self.host.viewer(clock)).asked
            late = {"actor": prompt.to, "answer": prompt.default, "late": True, "question": asked}
            try:
                self.host.handle(late, clock)
            except Refusal as refusal:
                _log.warning("The clock could not answer for %s: %s", prompt.to, refusal)
                if self._timed is timed:
                    self._timed = self.host.answer_by = None
            except StoreTrouble as trouble:
                _log.warning("The clock tries again later: %s", trouble)
                with self.host.lock:
                    self._begin_again()

    def _begin_again(self) -> None:
        self._timed = None
        self.run()
