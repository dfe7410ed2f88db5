"""Events of which one sentence says all: what a log line of them is made of, as a row of a table."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.events import Event
from rules.engine.shown import Line
from rules.engine.text import Gap, Names, Text, Words

_PEOPLE = ("who", "target", "by")


@dataclass(frozen=True, slots=True)
class Told:
    """How an event is worded, whoever it is about.

    The gaps of the sentence are fields of the event: `who`, `target` and `by` are ids, which are called by
    their names; all others stand as they are.
    """

    sentence: Text
    rule: str
    tone: str = "plain"
    big: Words | None = None

    def line(self, event: Event, names: Names) -> Line:
        """Word an event."""
        gaps: dict[str, Gap] = {
            gap: names(getattr(event, gap)) if gap in _PEOPLE else getattr(event, gap)
            for gap in self.sentence.gap_names
        }
        return Line(text=self.sentence.filled(**gaps), tone=self.tone, rule=self.rule, big=self.big)


def told_line(told: Mapping[type[Event], Told], event: Event, names: Names) -> Line | None:
    """Word an event that a table has; None for others."""
    row = told.get(type(event))
    return None if row is None else row.line(event, names)
