"""Open pages as tests have them: a session's browser with its socket, and all that it was ever sent."""

import json
import time
from collections.abc import Mapping
from typing import Any

from tests.joined_moves import JoinedMoves
from tests.webapp.world import Browser, World
from webapp.context import HOSTS
from webapp.live.message_checks import socketio
from webapp.table.grants import Visitor
from webapp.table.host import Host


class Page:
    """A page of the table, open: what its socket is sent is kept as updates, and all of it as one text."""

    def __init__(self, world: World, browser: Browser, role: str, seq: int | None = None) -> None:
        self.world, self.browser, self.role = world, browser, role
        self.updates: list[dict[str, Any]] = []
        self._joined = JoinedMoves()
        self.text = ""
        self.connect(seq)

    def connect(self, seq: int | None = None) -> None:
        auth = {"table": self.world.table.id, "role": self.role, "seq": seq}
        self.socket = socketio.test_client(self.world.app, flask_test_client=self.browser.client, auth=auth)
        self.take()

    @property
    def is_open(self) -> bool:
        return bool(self.socket.is_connected())

    def take(self) -> list[dict[str, Any]]:
        """Give the updates that came in since the last time, with all their moves."""
        sent = (message["args"][0] for message in self.take_all() if message["name"] == "update")
        return [update for one in sent if (update := self._joined.take(one)) is not None]

    def take_change(self) -> dict[str, Any]:
        """Give the one update that a change brought; the GM is told who is here besides, at any moment."""
        [update] = [one for one in self.take() if one.get("prev") != one.get("seq")]
        return update

    def take_all(self) -> list[dict[str, Any]]:
        """Give all messages that came in since the last time, updates and what others show."""
        if not self.is_open:
            return []
        fresh: list[dict[str, Any]] = self.socket.get_received()
        updates = [message["args"][0] for message in fresh if message["name"] == "update"]
        self.updates += [update for update in updates if not update.get("ahead")]
        self.text += json.dumps(fresh)
        return fresh

    def ask(self, message: str, data: Any = None, *more: Any) -> dict[str, Any]:
        """Send a message, and give the reply."""
        reply = self.socket.emit(message, data, *more, callback=True)
        self.text += json.dumps(reply)
        assert isinstance(reply, Mapping)
        return dict(reply)

    def do(self, do: str, actor: str | None = None, **params: Any) -> dict[str, Any]:
        """Give a command that goes through."""
        reply = self.ask("command", {"do": do, "actor": actor, **params})
        assert reply["ok"], reply
        return reply

    def refused(self, message: str, data: Any) -> dict[str, Any]:
        """Send what is refused, and give the refusal."""
        reply = self.ask(message, data)
        assert reply["ok"] is False, reply
        return dict(reply["refusal"])

    def load(self) -> str:
        """Load the page itself, and read it."""
        answer = self.browser.get(self.world.at(self.role))
        assert answer.status_code == 200
        self.text += answer.text
        return answer.text

    def close(self) -> None:
        self.take()
        if self.is_open:
            self.socket.disconnect()


def host_of(world: World) -> Host:
    host: Host = world.app.extensions[HOSTS].get(world.table.id)
    return host


def gm_of(world: World) -> Visitor:
    return Visitor("gm", world.table.id, None, "GM")


def watcher(world: World) -> Browser:
    browser = world.stranger()
    assert browser.get(world.links.watch).location == world.at("watch")
    return browser


def screen(world: World) -> Browser:
    browser = world.stranger()
    browser.get(world.links.screen)
    return browser


def ask_by_hand(gm: Page, attacker: str, target: str, face: int = 5) -> None:
    """Let somebody attack with a roll that the GM types in; a low one succeeds, and the target is asked."""
    facts = {"range": "near", "line_of_fire": True, "cover": "none"}
    gm.do("edit", target=attacker, by_hand=True)
    gm.do("turn", attacker)
    with_ = host_of(gm.world).battle.state.combatants[attacker].state.ready[0]
    gm.do("attack", attacker, target=target, facts=facts, **{"with": with_})
    gm.do("answer", attacker, answer="faces", faces=[face])


def wait_for(holds: Any, seconds: float = 5.0) -> bool:
    """Ask again and again until it holds."""
    until = time.monotonic() + seconds
    while not (found := bool(holds())) and time.monotonic() < until:
        time.sleep(0.02)
    return found


def let_in(world: World, browser: Browser, auth: Any) -> bool:
    client = socketio.test_client(world.app, flask_test_client=browser.client, auth=auth)
    return bool(client.is_connected())
