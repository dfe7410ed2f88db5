"""How often things may be done, so that nobody keeps a table from play: far above what a hand at a page does.

Everything is counted in this process and forgotten with it. Who does too much is told so, and may go on after
a moment; nothing is ever shut for good.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from rules.engine.refusal import Refusal
from webapp.grants import Visitor
from webapp.security import Attempts

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
        now = self._clock()
        left = self._at(who, now)
        if len(self._left) > _REMEMBERED:
            self._left = {w: kept for w, kept in self._left.items() if self._at(w, now) < self._most}
        self._left[who] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def forget(self, who: str) -> None:
        """Forget somebody who is gone."""
        self._left.pop(who, None)

    def _at(self, who: str, now: float) -> float:
        left, last = self._left.get(who, (self._most, now))
        return min(self._most, left + (now - last) * self._rate)


@dataclass(slots=True)
class Limits:
    """All that is counted."""

    wrong_codes: Attempts = field(default_factory=lambda: Attempts(most=20, seconds=300))
    """Codes and keys that lead nowhere, by address."""
    newcomers: Bucket = field(default_factory=lambda: Bucket(250, 1))
    """People who join or knock, by address: a whole convention may come through one."""
    pages: Bucket = field(default_factory=lambda: Bucket(300, 10))
    """Lines that pages open, by address."""
    uploads: Bucket = field(default_factory=lambda: Bucket(30, 0.5))
    """Files sent in, by address."""
    messages: Bucket = field(default_factory=lambda: Bucket(200, 40))
    """Commands and questions, by who asks them."""
    of_gm: Bucket = field(default_factory=lambda: Bucket(2_000, 1_000))
    """The same for a GM, whose programs may be busy: no more than what keeps a loop gone wild in bounds."""


def limits() -> Limits:
    """Give what the app counts."""
    found: Limits = current_app.extensions[LIMITS]
    return found


def address() -> str:
    """Give the address that the request came from."""
    return request.remote_addr or ""


def require_not_guessing() -> None:
    """Refuse an address that has tried too many wrong codes. Raises `TooManyRequests`."""
    limits().wrong_codes.check(address())


def wrong_code() -> None:
    """Count a code or a key that led nowhere."""
    limits().wrong_codes.failed(address())


def require_newcomer_may_come() -> None:
    """Refuse an address from which too many people come. Raises `TooManyRequests`."""
    if not limits().newcomers.spend(address()):
        raise TooManyRequests("Too many people came from here at once. Wait a minute, then try once more.")


def require_upload_may_come() -> None:
    """Refuse an address from which too many files come. Raises `TooManyRequests`."""
    if not limits().uploads.spend(address()):
        raise TooManyRequests("Too many files came from here at once. Wait a minute, then send the rest.")


def require_message_may_come(visitor: Visitor, sid: str = "") -> None:
    """Refuse somebody who commands or asks faster than any hand. Raises `Refusal` `too-often`.

    Args:
        sid: the socket; those who have no name of their own are counted by it.
    """
    counted = limits().of_gm if visitor.role == "gm" else limits().messages
    who = visitor.person_id or (visitor.role if visitor.role == "gm" else sid)
    if not counted.spend(f"{visitor.table_id}/{who}"):
        raise Refusal("too-often", "That is more than the table can take at once. Wait a second.")
