"""Fights from one state as they come in from whoever plays them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.tally import Tally, tallied
from webapp.rehearsal.changes import Key


@dataclass(slots=True, eq=False)
class Run:
    """Fights from one state. They count in the order of their numbers, whoever was quicker."""

    state: BattleState
    key: Key = ()
    """What is changed; empty for the plain ones."""
    words: Text = field(default_factory=lambda: text("As it stands"))
    begin: Mapping[str, Any] | None = None
    in_order: list[Outcome] = field(default_factory=list)
    at_work: set[int] = field(default_factory=set)
    """Which shares of it are still being played."""
    _early: dict[int, Outcome] = field(default_factory=dict)
    _tally: Tally | None = None

    @property
    def is_running(self) -> bool:
        """Say whether more fights are to come."""
        return bool(self.at_work)

    @property
    def tally(self) -> Tally | None:
        """Sum up what is there; None as long as no fight is over."""
        if self.in_order and (self._tally is None or self._tally.fights != len(self.in_order)):
            self._tally = tallied(self.state, self.in_order)
        return self._tally

    def start(self, shares: Iterable[int]) -> None:
        """Let fights count from now on, and those that were foreseen at once."""
        self.at_work.update(shares)
        self._count_foreseen()

    def foresee(self, number: int, outcome: Outcome) -> None:
        """Take in one of the first fights, which may have been played before anybody asked for them.

        There are never enough of them: they count once this is started, or at once where it is.
        """
        self._hold(number, outcome)
        self._count_foreseen()

    def take_in(self, number: int, outcome: Outcome, is_enough: Callable[["Run"], bool]) -> bool:
        """Take in a fight that is over; true, and whatever else comes is left out, once there are enough."""
        if not self.at_work:
            return False
        self._hold(number, outcome)
        while self._count_next():
            if is_enough(self):
                self.at_work.clear()
                return True
        return False

    def _hold(self, number: int, outcome: Outcome) -> None:
        if number >= len(self.in_order):  # else it was foreseen, and came again
            self._early[number] = outcome

    def _count_foreseen(self) -> None:
        while self.at_work and self._count_next():
            pass

    def _count_next(self) -> bool:
        found = self._early.pop(len(self.in_order), None)
        if found is not None:
            self.in_order.append(found)
        return found is not None
