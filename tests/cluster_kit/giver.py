"""Somebody who gives one command after another to several processes, over whichever answers.

A command that got no answer, or one that it cannot be done just now, is given again under its own id until it
is acknowledged.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

from tests.load.player import BREAKS, Player

MEANWHILE = frozenset({"store-trouble", "http-503"})
"""The codes by which it may be refused what cannot be done just now."""
HANGS = 30.0
"""Seconds after which an answer is not waited for any longer, and counts as one that never comes."""
_BREATH = 0.03
"""Seconds between two commands: enough of them are under way at any moment."""
_AGAIN = 0.05


class Giver:
    """A GM with a session and no page to look at. `sent` and `acknowledged` are ids as the log has them."""

    def __init__(self, name: str, player: Player, origins: Sequence[str], *, by_form: bool = False) -> None:
        """Begin at the player's own process.

        Args:
            by_form: whether commands are posted, and not sent over a socket.
        """
        self.name, self.player, self._origins, self._by_form = name, player, list(origins), by_form
        self.sent: list[str] = []
        self.acknowledged: list[str] = []
        self.refusals: list[str] = []
        """What it was told that cannot be done just now."""
        self.slowest = 0.0
        """The longest that it waited for an answer of any kind, in seconds."""
        self._csrf = ""

    @property
    def given(self) -> int:
        """Tell how many commands it gave."""
        return len(self.sent)

    def do(self, do: str, actor: str | None = None, **params: Any) -> None:
        """Give a command, and come back once it is acknowledged."""
        command = self.next(do, actor, **params)
        self.insist(command)
        self.was_acknowledged(command)
        time.sleep(_BREATH)

    def next(self, do: str, actor: str | None = None, **params: Any) -> dict[str, Any]:
        """Write the next command, under an id of its own."""
        id_ = f"{self.name}-{self.given}"
        self.sent.append(_logged(id_))
        return {"id": id_, "do": do, "actor": actor, **params}

    def was_acknowledged(self, command: dict[str, Any]) -> None:
        """Note that a command was acknowledged."""
        self.acknowledged.append(_logged(command["id"]))

    def insist(self, command: dict[str, Any]) -> None:
        """Give a command until it is acknowledged."""
        while True:
            reply = self.give(command)
            if reply is None:
                continue
            if reply["ok"]:
                return
            refusal = reply["refusal"]
            assert refusal["code"] in MEANWHILE, (command, refusal)
            assert refusal["message"].endswith("."), "it is told in a sentence"
            self.refusals.append(refusal["message"])
            time.sleep(_AGAIN)

    def give(self, command: dict[str, Any]) -> Any:
        """Give a command once, and give the reply: None where the process went away before it."""
        began = time.monotonic()
        try:
            return self._post(command) if self._by_form else self._ask(command)
        except BREAKS:
            assert time.monotonic() - began < HANGS, "an answer never came"
            self.move_on()
            return None
        finally:
            self.slowest = max(self.slowest, time.monotonic() - began)

    def _ask(self, command: dict[str, Any]) -> Any:
        if self.player.socket is None:
            self.player.connect()
            assert self.player.socket is not None
            self.player.socket.settimeout(HANGS)
        return self.player.ask("command", command)

    def _post(self, command: dict[str, Any]) -> Any:
        at = f"{self.player.origin}/tables/{self.player.table}"
        head = {"X-CSRF-Token": self._csrf}
        answer = (
            self.player.session.post(f"{at}/commands", json=command, headers=head, timeout=HANGS)
            if self._csrf
            else self.player.session.get(f"{at}/session", timeout=HANGS)
        )
        assert answer.status_code in (200, 422, 503), (answer.status_code, answer.text)
        assert answer.headers["Content-Type"] == "application/json", answer.text
        told = answer.json()
        if self._csrf or answer.status_code != 200:
            return told
        self._csrf = told["csrf"]
        return None

    def move_on(self) -> None:
        """Turn to the next process."""
        with suppress(*BREAKS):
            self.player.leave()
        here = self._origins.index(self.player.origin)
        self.player.origin = self._origins[(here + 1) % len(self._origins)]
        time.sleep(_AGAIN)


def _logged(id_: str) -> str:
    """Give the id of a GM's command as the log has it."""
    return sha256(f"gm\n{id_}".encode()).hexdigest()[:32]


class Busy:
    """Something that is done again and again in a thread of its own, while it is let."""

    def __init__(self, deed: Any) -> None:
        """Take down what is done; `go` begins with it."""
        self.done = 0
        self.trouble = ""
        self._deed, self._may, self._rests, self._is_over = deed, threading.Event(), threading.Event(), False
        self._rests.set()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def go(self) -> None:
        """Let it be done from now on."""
        self._rests.clear()
        self._may.set()

    def rest(self) -> None:
        """Let it come to the end of what it does, and wait for that."""
        self._may.clear()
        assert self._rests.wait(4 * HANGS), "it does not come to an end"
        assert not self.trouble, self.trouble

    def wait_for_more(self, times: int) -> None:
        """Wait until it was done so many times more."""
        wanted, until = self.done + times, time.monotonic() + 4 * HANGS
        while self.done < wanted:
            assert not self.trouble, self.trouble
            assert time.monotonic() < until, "nothing is done any more"
            time.sleep(0.005)

    def end(self) -> None:
        """Do it no more."""
        self._is_over = True
        self._may.set()
        self._thread.join(4 * HANGS)

    def _run(self) -> None:
        while not self._is_over:
            if not self._may.is_set():
                self._rests.set()
                self._may.wait()
                continue
            try:
                self._deed()
                self.done += 1
            except Exception as trouble:  # told by the thread that waits for this one
                self.trouble = repr(trouble)
                break
        self._rests.set()
