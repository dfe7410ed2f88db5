"""What the live entries of a log fold to, worked out from where it last was rather than from the beginning.

Some of the states on the way are kept. They are no more than a saving: whatever is asked for, it is what all
of its entries come to when they are applied one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from rules.engine.log import UNDOING, Entry
from rules.engine.state import BattleState

EVERY = 16
"""How many entries lie between two states that are kept."""


@dataclass(frozen=True, slots=True)
class Folded:
    """What the first so many entries come to."""

    count: int
    state: BattleState
    opened: int
    """Which of those that undo nothing began the last exchange: the last that came while nobody was asked."""
    live: int
    """How many undo nothing."""


class Fold:
    """A list of entries and the state that it folds to, with some of those on the way."""

    def __init__(self, empty: BattleState) -> None:
        self._live: list[Entry] = []
        self._kept = [Folded(0, empty, 0, 0)]
        self._undoing = 0

    def grow(self, entry: Entry, state: BattleState, opened: int) -> None:
        """Take in one entry more, with the state that it is known to lead to."""
        self._live.append(entry)
        if len(self._live) % EVERY == 0:
            count = len(self._live)
            self._kept.append(Folded(count, state, opened, count - self._undoing))

    def turn_to(self, live: Sequence[Entry]) -> Folded:
        """Fold another list of entries, and go on from that one."""
        start = self._nearest(live)
        del self._kept[start.count // EVERY + 1 :]
        self._live = list(live)
        folded = self._on_from(start, live, self._kept)
        self._undoing = folded.count - folded.live
        return folded

    def state_of(self, live: Sequence[Entry]) -> BattleState:
        """Fold another list of entries, and stay at this one."""
        return self._on_from(self._nearest(live), live, []).state

    def _nearest(self, live: Sequence[Entry]) -> Folded:
        """Find the last state that was kept of a beginning that both lists have."""
        shared = 0
        for one, other in zip(self._live, live, strict=False):
            if one is not other:
                break
            shared += 1
        return next(folded for folded in reversed(self._kept) if folded.count <= shared)

    @staticmethod
    def _on_from(start: Folded, live: Sequence[Entry], kept: list[Folded]) -> Folded:
        state, opened, at = start.state, start.opened, start.live
        for count, entry in enumerate(islice(live, start.count, None), start.count + 1):
            if entry.command.do not in UNDOING:
                opened = at if state.prompt is None else opened
                at += 1
            for event in entry.events:
                state = event.apply(state)
            if count % EVERY == 0:
                kept.append(Folded(count, state, opened, at))
        return Folded(len(live), state, opened, at)
