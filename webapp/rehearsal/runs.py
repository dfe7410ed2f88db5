"""Rehearsed fights as they come in: the plain ones of a scene, and those with a change, on the same dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.open_exchange import OpenExchange
from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.rehearsal.comparison import PairedDifference, paired
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.tally import FEWEST, Tally, tallied
from webapp.rehearsal.changes import Key

NARROW = 0.04
"""Plain fights are enough once each side's chance is known to within so much."""
NARROW_APART = 0.06
"""Those with a change are enough once the difference that it makes is known to within so much."""


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

    def take_in(self, number: int, outcome: Outcome, is_enough: Callable[["Run"], bool]) -> bool:
        """Take in a fight that is over; true, and whatever else comes is left out, once there are enough."""
        if not self.at_work:
            return False
        self._early[number] = outcome
        while len(self.in_order) in self._early:
            self.in_order.append(self._early.pop(len(self.in_order)))
            if is_enough(self):
                self.at_work.clear()
                return True
        return False


@dataclass(slots=True, eq=False)
class Rehearsal:
    """What is rehearsed of one scene."""

    scene_id: str
    entries: int
    """How many entries the log had as it began."""
    heroes: str
    """The side whose chance is compared."""
    plain: Run
    open_exchange: OpenExchange | None = None
    rows: dict[Key, Run] = field(default_factory=dict)
    """Fights with a change, in the order in which they were asked for."""

    @property
    def state(self) -> BattleState:
        """Give the state that the plain fights begin with."""
        return self.plain.state

    @property
    def is_running(self) -> bool:
        """Say whether any fights are to come."""
        return self.plain.is_running or any(row.is_running for row in self.rows.values())

    def won(self, outcome: Outcome) -> bool:
        """Say whether the heroes won a fight."""
        return outcome.won == self.heroes

    def difference(self, row: Run) -> PairedDifference:
        """Give by how much a change makes the heroes' victory likelier."""
        return paired(self.plain.in_order, row.in_order, self.won)

    def is_enough(self, run: Run) -> bool:
        """Say whether enough fights of a run are over."""
        if run is self.plain:
            return run.tally is not None and run.tally.is_narrow(NARROW)
        if not self.plain.is_running and len(run.in_order) >= len(self.plain.in_order):
            return True
        found = self.difference(run)
        return found.of >= FEWEST and found.half_width <= NARROW_APART
