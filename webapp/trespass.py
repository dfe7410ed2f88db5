"""What somebody tried at a table without the right to, for the GM to know; nothing of it has happened.

It is kept as long as the server runs. The same try again only counts up: nobody floods the GM's page.
"""

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.refusal import Refusal
from webapp.grants import Visitor

_log = logging.getLogger(__name__)

_CODES = frozenset({"not-allowed", "not-yours"})
_MOST = 8
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Try:
    """Who tried what, why it was refused, and how often."""

    who: str
    what: str
    why: str
    times: int = 1


class Trespass:
    """The latest tries at one table."""

    def __init__(self) -> None:
        self._tries: OrderedDict[tuple[str, str, str], Try] = OrderedDict()

    @property
    def tries(self) -> tuple[Try, ...]:
        """List them, the latest first."""
        return tuple(reversed(self._tries.values()))

    def note_command(self, by: Visitor, data: Mapping[str, Any], refusal: Refusal) -> bool:
        """Take in a command that was refused to somebody; say whether it was for want of a right to it."""
        if by.role == "gm" or refusal.code not in _CODES:
            return False
        do = "answer" if "answer" in data else _short(data.get("do"))
        for_whom = f" for {_short(data.get('actor'))}" if data.get("actor") else ""
        self.note(by.name or "The table view", f"{do}{for_whom}", refusal.message)
        return True

    def note(self, who: str, what: str, why: str) -> None:
        """Take a try in."""
        key = (who, what, why)
        before = self._tries.pop(key, None)
        self._tries[key] = Try(who, what, why, before.times + 1 if before else 1)
        if len(self._tries) > _MOST:
            self._tries.popitem(last=False)
        if before is None:
            _log.warning("Refused: %s tried %s. %s", who, what, why)


def _short(said: Any) -> str:
    words = " ".join(str(said).split())
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
