"""How often things may be done, so that nobody keeps a table from play: far above what a hand at a page does.

Everything is counted in this process and forgotten with it, unless several processes count together
(`webapp.cluster.shared_limits`). Who does too much is told so, and may go on after a moment; nothing is ever
shut for good.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app, request

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.server.http_errors import TooOften
from webapp.server.network import as_counted
from webapp.server.security import Attempts, comes_from_elsewhere
from webapp.table.grants import Visitor

LIMITS = "battlemat-limits"
_REMEMBERED = 1_000


class Bucket:
    """Lets each of many do something some times at once, and so many times a second in the long run."""

    def __init__(
        self, at_once: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._rate, self._clock = at_once, per_second, clock
        self._left: dict[str, tuple[float, float]] = {}

    def spend(self, who: str) -> bool:
        """Count one; say whether it is still allowed. What is not allowed costs nothing more."""
        left = self.left(who)
        self.leave(who, left - 1 if left >= 1 else left)
        return left >= 1

    def left(self, who: str) -> float:
        """Tell how much somebody has left now."""
        return self._at(who, self._clock())

    def leave(self, who: str, left: float) -> None:
        """Let somebody have so much left from now on."""
        now = self._clock()
        if len(self._left) > _REMEMBERED:
            self._left = {w: kept for w, kept in self._left.items() if self._at(w, now) < self._most}
        self._left[who] = left, now

    def forget(self, who: str) -> None:
        """Forget somebody who is gone."""
        self._left.pop(who, None)

    def _at(self, who: str, now: float) -> float:
        left, last = self._left.get(who, (self._most, now))
        return min(self._most, left + (now - last) * self._rate)


class ShutOut:
    """Those who are let in over no socket for a while."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self._clock = seconds, clock
        self._until: dict[str, float] = {}

    def add(self, *names: str) -> None:
        """Shut somebody out, under all the names that they have; an empty one is nobody's."""
        now = self._clock()
        self._until = {name: until for name, until in self._until.items() if until > now}
        self._until |= dict.fromkeys((name for name in names if name), now + self.seconds)

    def has(self, name: str) -> bool:
        """Say whether somebody is shut out now."""
        return self._until.get(name, 0.0) > self._clock()


@dataclass(slots=True)
class Limits:
    """All that is counted."""

    wrong_codes: Attempts = field(default_factory=lambda: Attempts(most=20, seconds=300))
    """Codes and keys that lead nowhere, by address."""
    sleep: Callable[[float], None] = time.sleep
    """How who guesses is made to wait."""
    newcomers: Bucket = field(default_factory=lambda: Bucket(250, 1))
    """People who join or knock, by address: a whole convention may come through one."""
    pages: Bucket = field(default_factory=lambda: Bucket(300, 10))
    """Lines that pages open, by address."""
    uploads: Bucket = field(default_factory=lambda: Bucket(30, 0.5))
    """Files sent in, by address."""
    messages: Bucket = field(default_factory=lambda: Bucket(200, 40))
    """What comes over a page's socket, by who asks."""
    of_gm: Bucket = field(default_factory=lambda: Bucket(2_000, 1_000))
    """The same for a GM, whose programs may be busy: no more than what keeps a loop gone wild in bounds."""
    strangers: Bucket = field(default_factory=lambda: Bucket(20, 1))
    """What comes over a socket before a page is let in, by socket."""
    excess: Bucket = field(default_factory=lambda: Bucket(100, 2))
    """How much more than that is refused, by who asks, before they are disconnected."""
    flooders: ShutOut = field(default_factory=lambda: ShutOut(10))
    """Who was disconnected for that."""


def limits() -> Limits:
    """Give what the app counts."""
    found: Limits = current_app.extensions[LIMITS]
    return found


def address() -> str:
    """Give the address that the request came from."""
    return request.remote_addr or ""


def counted_address() -> str:
    """Give the address as it is counted."""
    return as_counted(address())


def slow_down_guessing() -> None:
    """Let an address that has tried too many wrong codes wait before the next one is looked up.

    The right one opens the table even then: a wait is all that somebody loses who shares a guesser's address.
    Keys of links need none: they are too long to be guessed. Raises `TooOften` where many wait.
    """
    seconds = limits().wrong_codes.seconds_to_wait(_guesser())
    if seconds:
        limits().sleep(seconds)


def wrong_code() -> None:
    """Count a code or a key that led nowhere. Raises `TooOften` once there were too many."""
    limits().wrong_codes.check(_guesser())
    limits().wrong_codes.failed(_guesser())


def _guesser() -> str:
    """Name who tries codes: an address, or the pages of other sites that are open there."""
    return counted_address() + "*" * comes_from_elsewhere()


def require_newcomer_may_come() -> None:
    """Refuse an address from which too many people come. Raises `TooOften`."""
    if not limits().newcomers.spend(counted_address()):
        raise TooOften(text("Too many people came from here at once. Wait a minute, then try once more."))


def require_upload_may_come() -> None:
    """Refuse an address from which too many files come. Raises `TooOften`."""
    if not limits().uploads.spend(counted_address()):
        raise TooOften(text("Too many files came from here at once. Wait a minute, then send the rest."))


def require_message_may_come(visitor: Visitor, sid: str = "") -> None:
    """Refuse somebody who commands or asks by form faster than any hand. Raises `Refusal` `too-often`.

    What comes over a socket is counted with it, before it is read (`webapp.sockets.line`).
    """
    counted = limits().of_gm if visitor.role == "gm" else limits().messages
    if not counted.spend(counted_as(visitor, sid)):
        raise Refusal("too-often", text("That is more than the table can take at once. Wait a second."))


def counted_as(visitor: Visitor, sid: str = "") -> str:
    """Name who is counted for a message: a person, the GM, or the socket of who has no name."""
    return f"{visitor.table_id}/{visitor.person_id or (visitor.role if visitor.role == 'gm' else sid)}"
