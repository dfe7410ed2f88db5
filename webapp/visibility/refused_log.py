"""What was refused at a table to those who asked for what is not theirs: for the GM to read, and nobody else.

An honest page offers nothing of the kind, so each line is a broken page, a program, or somebody who tries. It
is kept in memory alone: it is no part of the battle, and undoes or replays nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rules.engine.text import Text, as_json, from_json

REFUSED = "refused"
KEPT = 50
"""How many lines are kept; the oldest go first."""
SUSPECT = frozenset({"not-allowed", "not-yours", "unknown-combatant", "forged", "too-often"})
"""Codes of refusals that an honest page hardly ever meets."""


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """One of them: when it was last tried, by whom, what, why not, and how many times in a row."""

    at: datetime
    who: Text
    what: Text
    why: Text
    times: int = 1

    def as_json(self) -> list[Any]:
        """Give it as another process reads it."""
        return [self.at.isoformat(), as_json(self.who), as_json(self.what), as_json(self.why), self.times]

    @classmethod
    def read(cls, line: list[Any]) -> "RefusedLine":
        """Read what another process gave."""
        at, who, what, why, times = line
        return cls(datetime.fromisoformat(at), from_json(who), from_json(what), from_json(why), times)


class RefusedLog:
    """The latest of one table."""

    def __init__(self, now: Callable[[], datetime] = datetime.now) -> None:
        self._now = now
        self._lines: list[RefusedLine] = []

    @property
    def lines(self) -> tuple[RefusedLine, ...]:
        """List them, the latest first."""
        return tuple(reversed(self._lines))

    def note(self, who: Text, what: Text, why: Text) -> None:
        """Take one down; the same again is counted on its line."""
        line = RefusedLine(self._now(), who, what, why)
        last = self._lines[-1] if self._lines else None
        if last is not None and (last.who, last.what, last.why) == (line.who, line.what, line.why):
            self._lines[-1] = replace(line, times=last.times + 1)
            return
        self._lines = [*self._lines, line][-KEPT:]
