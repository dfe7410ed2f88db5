"""A condition that ends by the clock: the GM has said for how long somebody has it."""

from dataclasses import dataclass

from rules.engine.text import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedCondition:
    """What somebody has, and for how long."""

    condition: str
    """The id of the chip that the GM touches for it; for one of the table's own, `own-` and its id."""
    label: Words
    left: int
    """How many units of the clock it still lasts, 1 or more."""
    unit: str = "round"
