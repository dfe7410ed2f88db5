"""A client as light as can be: a session over HTTP, then the Socket.IO protocol by hand on one WebSocket."""

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from socket import SHUT_RDWR, SocketType, create_connection
from typing import Any
from urllib.parse import urlsplit

import requests
import websocket

from tests.joined_moves import JoinedMoves

BREAKS = (OSError, websocket.WebSocketException, ValueError)
"""However a line breaks: in the middle of a message too."""
_TABLE = re.compile(r"/tables/([^/]+)/")


@dataclass(slots=True)
class Player:
    """Somebody with one page open.

    `updates` are kept with the time of their arrival (monotonic seconds), with all their moves, and these
    besides as they came, in `moved`; unless `on_update` takes what comes as it comes.
    """

    origin: str
    role: str
    session: requests.Session
    table: str
    socket: websocket.WebSocket | None = None
    updates: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    moved: list[tuple[float, list[dict[str, Any]]]] = field(default_factory=list)
    replies: dict[int, tuple[float, Any]] = field(default_factory=dict)
    sent: int = 0
    on_update: Callable[[float, dict[str, Any]], None] | None = None
    farewell: dict[str, Any] | None = None
    """What was said when the page was disconnected for sending too much."""
    odds: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """The odds that came later than the answer to an aim, with the time of their arrival."""
    chances: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """The same for the chances that a dragged token would have."""
    advice: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """The same for what somebody should do."""
    shown: list[tuple[float, dict[str, Any]]] = field(default_factory=list)
    """The rulers and the like that other pages show, with the time of their arrival."""
    address: str = ""
    """From which address of this machine it comes; what is counted by address is counted apart then."""

    _joined: JoinedMoves = field(default_factory=JoinedMoves)

    def again(self, origin: str) -> "Player":
        """Give another page of the same person, at any process that serves the table."""
        session = requests.Session()
        session.cookies.update(self.session.cookies)
        return Player(origin, self.role, session, self.table)

    def connect(self, seq: int | None = None) -> None:
        """Open the socket with the session's rights, and wait until the server lets it in."""
        self.close()
        jar = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.session.cookies)
        url = self.origin.replace("http", "ws", 1) + "/socket.io/?EIO=4&transport=websocket"
        self.socket = websocket.create_connection(
            url,
            cookie=jar,
            origin=self.origin,
            timeout=120,  # a busy machine is no failure
            skip_utf8_validation=True,  # it goes letter by letter; `json` fails on what is none
            socket=self._line() if self.address else None,
        )
        assert str(self.socket.recv()).startswith("0")
        auth = {"table": self.table, "role": self.role, "seq": seq}
        self.socket.send("40" + json.dumps(auth))
        while not self.take():
            pass

    def _line(self) -> SocketType:
        parts = urlsplit(self.origin)
        return create_connection((parts.hostname, parts.port), 120, (self.address, 0))

    def take(self) -> bool:
        """Take in one message; say whether it was the welcome. Raises `ConnectionError` without a line."""
        line = self.socket
        if line is None:  # closed, perhaps by another thread than the one that listens
            raise ConnectionError("not connected")
        text = str(line.recv())
        now = time.monotonic()
        if text == "2":
            line.send("3")
        elif text.startswith("42"):
            name, body = json.loads(text[2:])
            if name == "update":
                if self.on_update is not None:
                    self.on_update(now, body)
                else:
                    self._keep(now, body)
            elif name == "odds":
                self.odds.append((now, body))
            elif name == "chance":
                self.chances.append((now, body))
            elif name == "advice":
                self.advice.append((now, body))
            elif name == "shown":
                self.shown.append((now, body))
            elif name == "ended":
                self.farewell = body
        elif text.startswith("43"):
            digits = re.match(r"\d+", text[2:])
            assert digits is not None
            self.replies[int(digits.group())] = (now, json.loads(text[2 + digits.end() :])[0])
        elif text.startswith("44") or not text:
            raise ConnectionError(f"refused: {text}")
        return text.startswith("40")

    def _keep(self, now: float, update: dict[str, Any]) -> None:
        if update.get("moves"):
            self.moved.append((now, update["moves"]))
        joined = self._joined.take(update)
        if joined is not None:
            self.updates.append((now, joined))

    def send(self, name: str, data: dict[str, Any]) -> int:
        """Send a message, and give its number: the reply will stand in `replies` under it."""
        assert self.socket is not None
        self.sent += 1
        self.socket.send(f"42{self.sent}" + json.dumps([name, data]))
        return self.sent

    def ask(self, name: str, data: dict[str, Any]) -> Any:
        """Send a message and wait for the reply."""
        number = self.send(name, data)
        while number not in self.replies:
            self.take()
        return self.replies.pop(number)[1]

    def listen(self) -> None:
        """Take in messages until the socket is closed."""
        try:
            while True:
                self.take()
        except (OSError, websocket.WebSocketException, ConnectionError):
            return

    def close(self) -> None:
        """Go away without a word, as a phone that leaves the network does."""
        self.leave()
        self.session.close()

    def leave(self) -> None:
        """Let the line break, and keep the session."""
        if self.socket is not None:
            plain, self.socket = self.socket.sock, None
            if plain is not None:
                with suppress(OSError):  # it has broken already
                    plain.shutdown(SHUT_RDWR)  # a thread that listens would wait for the next message else
                plain.close()


def come_as_gm(origin: str, link: str) -> Player:
    """Open the GM's link."""
    session = requests.Session()
    page = session.get(origin + link, timeout=30)
    page.raise_for_status()
    return Player(origin, "gm", session, _table(page.url))


def come_to_play(origin: str, link: str, name: str, character: str = "") -> Player:
    """Open the players' link, give a name, and take a character (or just watch)."""
    session = requests.Session()
    page = session.get(origin + link, timeout=30)
    page.raise_for_status()
    token = re.search(r'name="csrf" value="([^"]+)"', page.text)
    assert token is not None, "the join page carries a token"
    form = {"csrf": token.group(1), "name": name, "character": character}
    page = session.post(origin + link, data=form, timeout=30)
    page.raise_for_status()
    return Player(origin, "play", session, _table(page.url))


def come_to_screen(origin: str, link: str) -> Player:
    """Open the projector's link."""
    session = requests.Session()
    page = session.get(origin + link, timeout=30)
    page.raise_for_status()
    return Player(origin, "screen", session, _table(page.url))


def _table(url: str) -> str:
    found = _TABLE.search(url)
    assert found is not None, f"{url} is no page of a table"
    return found.group(1)
