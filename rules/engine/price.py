"""What an action costs, in numbers: pages make their words of it, and the AI compares what leads where.

A system counts in units of its own (ticks, phases, maneuvers, inches), and puts them into words in one place
(`Looks.price`). What is paid in one unit takes nothing of another, so that a turn may hold some of each.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What an action costs as far as it is said; as it is here, one action that the system does not count.

    Attributes:
        amount: so much of the unit, 0 for what is free; None where it rests on what is not said yet.
        unit: the system's own id of what is paid with; empty for what it does not count.
        of: so much of the unit a fresh turn has; 0 for what no turn brings back, a re-roll say.
        left: so much of the unit there is to pay with now; None where nobody counts.
        ends_turn: whether the turn is over with it, whatever of it was left.
        penalty: what it takes off rolls for being done beside or in place of something else: 0 or less.
    """

    amount: float | None = 1
    unit: str = ""
    of: float = 1
    left: float | None = None
    ends_turn: bool = False
    penalty: int = 0

    @property
    def is_free(self) -> bool:
        """Say whether it takes nothing."""
        return self.amount == 0

    @property
    def turns(self) -> float:
        """Give the share of a turn that it takes: 1 for all that a fresh one has of the unit."""
        return (self.amount or 0) / self.of if self.of else 0.0


ONE_ACTION = Price()
"""What an action costs whose system says nothing of it."""
FREE = Price(amount=0)
