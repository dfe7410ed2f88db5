"""What viewers who know the same things have been told: kept up event by event, or told anew from the log."""

from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.map.model import BattleMap
from webapp.chronicle import LogLine, see_event
from webapp.viewer import Viewer, stance, tells, visible


@dataclass(slots=True)
class Stream:
    """How many changes these viewers were told of, the lines of their log, and whom they know of now."""

    viewer: Viewer
    seq: int = 0
    lines: list[LogLine] = field(default_factory=list)
    known: frozenset[str] = frozenset()
    """The combatants that they know of now."""
    _stance: tuple[Any, ...] = ()
    _map: BattleMap | None = None

    def tell(self, command: str, event: Event, after: BattleState) -> None:
        """Take in an event: count it and word it, if these viewers may hear of it."""
        known = self.known
        now = stance(after)
        if now != self._stance or after.map is not self._map:
            self.known, self._stance, self._map = visible(after, self.viewer), now, after.map
            known |= self.known
        if not tells(event, known):
            return
        self.seq += 1
        line = see_event(event, after, self.viewer, known, self.seq, command)
        if line is not None:
            self.lines.append(line)

    def mark_undone(self, taken: frozenset[str]) -> None:
        """Mark the lines of commands that are taken back, and no others."""
        self.lines = [
            line if line.undone == (line.command in taken) else replace(line, undone=not line.undone)
            for line in self.lines
        ]
