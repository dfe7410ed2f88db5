"""What viewers who know the same things have been told: kept up event by event, or told anew from the log.

Both ways come to the very same lines and numbers, so that a page may go away and come back.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from rules.engine.events import Commanded, Event, MapEdited, PromptOpened, Redone, Undone
from rules.engine.state import BattleState
from rules.map.model import BattleMap
from webapp.chronicle import LogLine, is_of_map, see_event
from webapp.viewer import Viewer, stance, tells, visible

Step = tuple[Event, BattleState, BattleState]
"""An event, and the states before and after it."""


@dataclass(slots=True)
class Stream:
    """How many changes these viewers were told of, the lines of their log, and whom they know of now.

    Counting starts at a number of their own: a page that knew more, less or another scene before never takes
    its number for one of this stream's.
    """

    viewer: Viewer
    scene: str
    seq: int = 0
    lines: list[LogLine] = field(default_factory=list)
    now: frozenset[str] = frozenset()
    """The combatants that they know of now."""
    then_or_now: frozenset[str] = frozenset()
    """Those and whom they knew of just before the last event."""
    asked: int = 0
    """How many questions they have heard of."""
    rewritten: int = 0
    """How often older lines were marked as undone, or as done after all."""
    heard: list[tuple[Event, BattleState, frozenset[str]]] = field(default_factory=list)
    """The events of the last command that they were told of, the state after each, and whom they knew."""
    _told_of: set[str] = field(default_factory=set)
    _stance: tuple[Any, ...] = ()
    _map: BattleMap | None = None
    _unlooked: BattleState | None = None
    """The state after the last stroke, while nobody has looked at it."""
    _drawing: bool = False
    """Whether the last line is of a change of the map: what is drawn on says no more."""

    def __post_init__(self) -> None:
        digest = sha256(repr((self.scene, self.viewer.knowledge)).encode()).digest()
        self.seq = int.from_bytes(digest[:4]) << 20  # a browser counts exactly up to 2 to the power of 53

    @property
    def is_gm(self) -> bool:
        """Say whether everything may be known."""
        return self.viewer.is_gm

    def take_in(
        self, command: str, steps: Iterable[Step], taken_back: frozenset[str], *, again: bool = False
    ) -> None:
        """Take in what a command brought about: count and word what these viewers may hear of.

        Args:
            command: the id of the command.
            taken_back: the ids of the commands that are undone from now on.
            again: whether the whole log is told again, and `catch_up` comes last. Nobody looks up between
            one stroke of a drawing and the next then: on a large map each look takes long.
        """
        self.heard = []
        for event, before, after in steps:
            if again and draws(event):
                self._unlooked = after
            else:
                self.catch_up()
                self._look(after)
            if not self._tells(event, before, after):
                continue
            self.seq += 1
            self.asked += isinstance(event, PromptOpened)
            self._told_of.add(command)
            self.heard.append((event, after, self.then_or_now))
            line = see_event(event, after, self, self.seq, command)
            if line is not None and not (self._drawing and is_of_map(event)):
                self.lines.append(line)
                self._drawing = is_of_map(event)
            if isinstance(event, Undone | Redone):
                self._mark(taken_back)

    def catch_up(self) -> None:
        """Look at what was drawn while nobody did."""
        if self._unlooked is not None:
            self._look(self._unlooked)
            self._unlooked = None

    def _look(self, after: BattleState) -> None:
        before, now = self.now, stance(after)
        if now != self._stance or after.map is not self._map:
            self.now, self._stance, self._map = visible(after, self.viewer), now, after.map
        self.then_or_now = before if before == self.now else before | self.now

    def _tells(self, event: Event, before: BattleState, after: BattleState) -> bool:
        if isinstance(event, Undone | Redone) and not self.is_gm:
            return not self._told_of.isdisjoint(event.touched)
        return tells(event, before, after, self.viewer, self.then_or_now)

    def _mark(self, taken_back: frozenset[str]) -> None:
        """Mark the lines of commands that are taken back, and no others."""
        marked = [
            line if line.undone == (line.command in taken_back) else replace(line, undone=not line.undone)
            for line in self.lines
        ]
        if marked != self.lines:
            self.lines = marked
            self.rewritten += 1


def draws(event: Event) -> bool:
    """Say whether an event is a stroke of drawing, or the command that it belongs to."""
    return isinstance(event, MapEdited) or (isinstance(event, Commanded) and event.do == "edit-map")
