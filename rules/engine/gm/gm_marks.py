"""What the GM marks a combatant with: a name, a colour, for how many rounds, and who may know of it."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, get_args

from rules.engine.house.house import Tone

SeenBy = Literal["all", "side", "owner", "gm"]
SEEN_BY: tuple[str, ...] = get_args(SeenBy)
"""Who may know of a mark: all who see the combatant, its side, who plays it, the GM alone."""
MOST_MARKS = 20
"""Marks that one combatant has at most."""
MOST_ROUNDS = 999
"""Rounds that a mark lasts at most, where it ends by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GmMark:
    """A mark of the GM's. Of one name there is one for each who may know of it."""

    name: str
    tone: Tone = "warn"
    rounds: int | None = None
    """How many rounds, or units of another name, it still lasts; None for as long as the GM wants."""
    unit: str = "round"
    """Which unit of the system's clock that is."""
    seen_by: SeenBy = "all"

    @property
    def key(self) -> tuple[str, str]:
        """Return what tells it from the others of a combatant."""
        return self.name, self.seen_by


def may_know(seen_by: str, who: str, side: str, *, owns: Collection[str], sides: Collection[str]) -> bool:
    """Say whether somebody other than the GM may know of a mark on a combatant.

    Args:
        seen_by: one of `SEEN_BY`.
        who, side: the combatant that has it, and on which side it is.
        owns, sides: whom somebody plays, and whose sides they are on.
    """
    match seen_by:
        case "all":
            return True
        case "side":
            return who in owns or side in sides
        case "owner":
            return who in owns
    return False
