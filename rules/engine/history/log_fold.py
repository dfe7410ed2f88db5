"""What the live entries of a log fold to, worked out from where it last was rather than from the beginning.

Some of the states on the way are kept. They are no more than a saving: whatever is asked for, it is what all
of its entries come to when they are applied one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rules.engine.events import Event
from rules.engine.history.entry import Entry
from rules.engine.history.log import UNDOING, Log
from rules.engine.state import BattleState

EVERY = 16
"""How many entries lie between two of the latest states that are kept."""
SELDOM = 256
"""How many lie between two of the older ones."""

Step = tuple[Event, BattleState, BattleState]
"""An event, and the states before and after it."""


@dataclass(frozen=True, slots=True)
class Folded:
    """What the first so many entries come to."""

    count: int
    state: BattleState
    opened: int
    """Which of those that undo nothing began the last exchange: the last that came while nobody was asked."""
    live: int
    """How many undo nothing."""


@dataclass(frozen=True, slots=True)
class Turned:
    """Another list of entries, folded, for a fold to go on from."""

    live: list[Entry]
    kept: list[Folded]
    folded: Folded


class Fold:
    """A list of entries and the state that it folds to, with some of those on the way."""

    def __init__(self, empty: BattleState) -> None:
        self._live: list[Entry] = []
        self._kept = [Folded(0, empty, 0, 0)]
        self._undoing = 0

    @classmethod
    def taken_up(cls, live: Sequence[Entry], kept: Sequence[Folded]) -> "Fold":
        """Go on with a list of entries of which some states are known, the first and the last among them."""
        fold = cls(kept[0].state)
        fold._live, fold._kept = list(live), list(kept)
        fold._undoing = kept[-1].count - kept[-1].live
        return fold

    def landmarks(self) -> tuple[Folded, ...]:
        """Give the states that are kept, and the last."""
        last = self._on_from(self._kept[-1], self._live, [])
        return tuple(self._kept) if self._kept[-1].count == last.count else (*self._kept, last)

    def tell(self, entry: Entry, log: Log, before: Folded) -> tuple[list[Step], Folded]:
        """Go on with a log's latest entry; give its events with the states round each, and what it led to.

        Undoing has no steps between.

        Args:
            before: what the log came to without it.
        """
        if entry.do in UNDOING:
            after = self.turn_to(log.folded)
            return [(event, before.state, after.state) for event in entry.events], after
        steps, state = list[Step](), before.state
        for event in entry.events:
            now = event.apply(state)
            steps.append((event, state, now))
            state = now
        opened = before.live if before.state.prompt is None else before.opened
        self.grow(entry, state, opened)
        return steps, Folded(before.count + 1, state, opened, before.live + 1)

    def grow(self, entry: Entry, state: BattleState, opened: int) -> None:
        """Take in one entry more, with the state that it is known to lead to."""
        self._live.append(entry)
        if len(self._live) % EVERY == 0:
            count = len(self._live)
            _keep(self._kept, Folded(count, state, opened, count - self._undoing))

    def copy(self) -> "Fold":
        """Give a fold that is like this one as it is now, and goes on by itself."""
        fold = Fold(self._kept[0].state)
        fold._live, fold._kept, fold._undoing = self._live[:], self._kept[:], self._undoing
        return fold

    def turn_to(self, live: Sequence[Entry]) -> Folded:
        """Fold another list of entries, and go on from that one."""
        return self.turn(self.turned(live))

    def turned(self, live: Sequence[Entry]) -> Turned:
        """Fold another list of entries, to go on from that one later or never."""
        start = self._nearest(live)
        kept = [folded for folded in self._kept if folded.count <= start.count]
        return Turned(list(live), kept, self._on_from(start, live, kept))

    def turn(self, to: Turned) -> Folded:
        """Go on from another list of entries."""
        self._live, self._kept = to.live, to.kept
        self._undoing = to.folded.count - to.folded.live
        return to.folded

    def at(self, state: BattleState, opened: int) -> Folded:
        """Give what all of its entries come to, from the state that they are known to lead to."""
        count = len(self._live)
        return Folded(count, state, opened, count - self._undoing)

    def state_of(self, live: Sequence[Entry]) -> BattleState:
        """Fold another list of entries, and stay at this one."""
        return self._on_from(self._nearest(live), live, []).state

    def _nearest(self, live: Sequence[Entry]) -> Folded:
        """Find the last state that was kept of a beginning that both lists have."""
        shared = _shared(self._live, live)
        return next(folded for folded in reversed(self._kept) if folded.count <= shared)

    @staticmethod
    def _on_from(start: Folded, live: Sequence[Entry], kept: list[Folded]) -> Folded:
        state, opened, at = start.state, start.opened, start.live
        for count, entry in enumerate(islice(live, start.count, None), start.count + 1):
            if entry.do not in UNDOING:
                opened = at if state.prompt is None else opened
                at += 1
            for event in entry.events:
                state = event.apply(state)
            if count % EVERY == 0:
                _keep(kept, Folded(count, state, opened, at))
        return Folded(len(live), state, opened, at)


def _keep(kept: list[Folded], folded: Folded) -> None:
    """Keep one state more, and of those that are older now only a few."""
    old = folded.count - SELDOM
    kept[:] = [one for one in kept if one.count > old or one.count % SELDOM == 0]
    kept.append(folded)


def _shared(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Count the entries with which both lists begin; lists are compared whole, which is fast."""
    same, beyond = 0, min(len(one), len(other)) + 1
    probe = beyond - 1  # most lists are the other's beginning
    while same + 1 < beyond:
        if one[same:probe] == other[same:probe]:
            same = probe
        else:
            beyond = probe
        probe = (same + beyond) // 2
    return same
