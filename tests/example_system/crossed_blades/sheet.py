"""What is written down of a fencer, what a fight changes, and the rules in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field

from rules.engine.house.house import NumberTable, Switch
from rules.engine.state import CombatantState, Sheet

RULES = {
    "CB-1": "A fencer has a blade and a guard, each from 0 to 10.",
    "CB-2": "As a fight begins everybody throws a d20 and adds the blade: the highest acts first.",
    "CB-3": "A strike reaches who stands next to you. Striker and target each throw a d20; the striker adds"
    " the blade, the target the guard. The higher total wins; a tie is parried.",
    "CB-4": "Who is struck is winded: 2 less on every throw until the end of their own next turn.",
    "CB-5": "Each strike that lands is a touch. At three touches a fencer yields and acts no more.",
}
TOUCHES = 3
"""Touches at which a fencer yields (CB-5)."""
WINDED = NumberTable.single("winded", "CB-4", "Being winded", -2, low=-10, high=0)
"""What being winded does to every throw: a number that a table may change."""
ROLLS: Mapping[str, str] = {"strike": "Strike", "guard": "Guard", "initiative": "Initiative"}
"""The rolls that a table's own conditions may bear on."""
TIES = Switch("CB-3", "A tie is parried", "a tie is a touch")
"""A rule that a table may do without."""


class Fencer(Sheet):
    """A fencer's sheet (CB-1)."""

    blade: int = Field(default=3, ge=0, le=10, title="Blade")
    guard: int = Field(default=3, ge=0, le=10, title="Guard")


@dataclass(frozen=True, slots=True)
class Stance(CombatantState):
    """How a fencer stands: touches taken, and whether winded."""

    touches: int = 0
    winded: bool = False

    @property
    def is_out(self) -> bool:
        """Say whether the fencer is out of the fight (CB-5)."""
        return self.touches >= TOUCHES
