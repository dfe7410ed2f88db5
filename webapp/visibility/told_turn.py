"""Whose turn viewers are told it is, while somebody acts whom they do not know.

Unless the GM has chosen otherwise they see then what they see while the GM is busy: the turn that they were
told of last still stands, with the round of that time, until that of somebody whom they know begins. Who has
just ended it, and so knows that it is over, is told that it is nobody's.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.state import BattleState, changed

_Moment = tuple[str | None, tuple[tuple[str, Any], ...]]


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is (None: nobody's), and where in time the battle is."""

    active: str | None = None
    clock: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ToldTurn:
    """The turn as some viewers were told of it, event by event."""

    now: Turn = field(default_factory=Turn)
    _stood: dict[_Moment, Turn] = field(default_factory=dict)
    """What was shown in each turn of somebody unknown: undoing may lead back into it."""

    def take_in(
        self, after: BattleState, known: Collection[str], *, told: bool, is_last: bool, jumps: bool
    ) -> None:
        """Go on to the state after an event.

        That it is nobody's turn between two turns is passed over: a new round tells it, and what stays so.

        Args:
            told: whether the viewers are told of it.
            is_last: whether it is the last thing that the command brought about.
            jumps: whether something was taken back or put back, so that any turn may be running.
        """
        is_nobodys = after.active is None and told and (is_last or after.clock != self.now.clock)
        if not after.running or after.active in known or is_nobodys:
            self.now = Turn(after.active, after.clock)
            return
        moment = after.active, tuple(sorted(after.clock.items()))
        if jumps:
            self.now = self._stood.get(moment, Turn(None, after.clock))
        self._stood.setdefault(moment, self.now)

    def shown_in(self, state: BattleState, known: Collection[str], owns: Collection[str]) -> BattleState:
        """Give the state with the turn that is told of; the same one where that is the turn that runs."""
        if not state.running or state.active in known:
            return state
        active = self.now.active
        if active not in known or active in owns:
            active = None
        if (active, self.now.clock) == (state.active, state.clock):
            return state
        return changed(state, active=active, clock=self.now.clock)
