"""A line: one socket of a page, over whichever transport, and how much may come over it.

Each frame is judged before anything else is done with it: before it is read as JSON, before anybody asks who
sent it, before a line is written to the log. What is over the rate is refused without a look at it, in words
that were made when the page was let in; who goes on all the same loses the line, and is let in again only
after a moment.
"""

import enum
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from webapp.server.limits import Limits
from webapp.sockets.command_run import CommandRun

LINE = "battlemat.line"
"""Where the environment of a socket's request holds its line."""
_ASKING = re.compile(r"42(\d{1,9})\[")


class Verdict(enum.Enum):
    """What becomes of a frame: it is taken, refused in a word, or the last one that is looked at."""

    TAKEN = enum.auto()
    REFUSED = enum.auto()
    ENDED = enum.auto()


@dataclass(slots=True)
class Line:
    """One open socket. Until a page is let in over it, it has no grant, and hardly anything is taken."""

    cookie: str = ""
    """The session's cookie as it came, unread."""
    who: str = field(default_factory=lambda: f"stranger {token_hex(8)}")
    """Under which name its frames are counted: of a person, over all lines and from one to the next."""
    is_granted: bool = False
    is_gm: bool = False
    is_ended: bool = False
    since: float = field(default_factory=time.monotonic)
    """When it was opened, or lost its grant."""
    refusal: str = "{}"
    """The reply to a message over the rate, as JSON, in the page's language."""
    farewell: str = "{}"
    """What the page is told when it is disconnected for that, as JSON, in its language."""
    run: CommandRun[Any] | None = None
    """The commands that wait behind the one under way; None where messages do not wait here."""
    note: Callable[[bool], None] | None = None
    """Tells the GM that too much comes over it; whether it was ended for that."""

    def grant(self, who: str, *, is_gm: bool) -> None:
        """Let a page in over it."""
        self.who, self.is_gm, self.is_granted = who, is_gm, True

    def withdraw(self) -> None:
        """Take the grant from it: its page has gone, or was sent away."""
        self.is_granted, self.since = False, time.monotonic()

    def judge(self, limits: Limits) -> Verdict:
        """Count one frame, and say what becomes of it."""
        if self.is_ended:
            return Verdict.ENDED
        counted = limits.of_gm if self.is_gm else limits.messages
        if (counted if self.is_granted else limits.strangers).spend(self.who):
            return Verdict.TAKEN
        if self.is_granted and limits.excess.spend(self.who):
            return Verdict.REFUSED
        self.is_ended = True
        return Verdict.ENDED

    def reply_to(self, frame: object) -> str | None:
        """Give the reply to a frame that is refused, in the socket's protocol; None if it wants none."""
        asking = _ASKING.match(frame) if isinstance(frame, str) else None
        return f"3{asking[1]}[{self.refusal}]" if asking is not None else None


def line_of(environ: Mapping[str, Any]) -> Line | None:
    """Give the line that a request came over; None for what is no socket of a browser."""
    found = environ.get(LINE)
    return found if isinstance(found, Line) else None
