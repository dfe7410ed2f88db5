"""What is rehearsed of one scene: the plain fights, those with a change on the same dice, and a wish."""

from dataclasses import dataclass, field

from rules.engine.history.open_exchange import OpenExchange
from rules.engine.state import BattleState
from rules.rehearsal.comparison import PairedDifference, paired
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.tally import FEWEST
from webapp.rehearsal.changes import Key
from webapp.rehearsal.fair_fight import FairSearch
from webapp.rehearsal.runs import Run

NARROW = 0.04
"""Plain fights are enough once each side's chance is known to within so much."""
NARROW_APART = 0.06
"""Those with a change are enough once the difference that it makes is known to within so much."""


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
    fair: FairSearch | None = None
    """The search for what the GM wished last."""

    @property
    def state(self) -> BattleState:
        """Give the state that the plain fights begin with."""
        return self.plain.state

    @property
    def runs(self) -> list[Run]:
        """List all fights that may be under way."""
        trying = self.fair.trying if self.fair is not None else None
        return [self.plain, *self.rows.values(), *([] if trying is None else [trying])]

    @property
    def is_running(self) -> bool:
        """Say whether any fights are to come."""
        return any(run.is_running for run in self.runs)

    def has(self, key: Key) -> bool:
        """Say whether a change is being compared, or was to the end: one that was stopped is played anew."""
        row = self.rows.get(key)
        return row is not None and (row.is_running or self.is_enough(row))

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
        if self.fair is not None and run is self.fair.trying:
            return self.fair.is_enough(run)
        if not self.plain.is_running and len(run.in_order) >= len(self.plain.in_order):
            return True
        found = self.difference(run)
        return found.of >= FEWEST and found.half_width <= NARROW_APART
