"""An aura: an area about somebody that goes where they go, with how far it reaches and whom it holds."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.engine.areas.kept_areas import ZONE, KeptArea
from rules.engine.gm.gm_marks import SeenBy
from rules.engine.house.house import Tone
from rules.map.grid import Footprint, footprint_centre
from rules.map.model import Grid

Holds = Literal["all", "foes", "allies"]
HOLDS: tuple[str, ...] = get_args(Holds)
"""Whom of those near an aura holds: everybody, those of other sides than its bearer, or those of the same."""
MOST_AURAS = 8
"""Auras that one combatant has at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aura:
    """An aura. Of one name a combatant has one; it holds others, never its bearer."""

    name: str
    radius: float
    """How far it reaches beyond the middle of its bearer's outermost cells, in the grid's unit."""
    tone: Tone = "info"
    seen_by: SeenBy = "gm"
    holds: Holds = "all"
    left: int | None = None
    """How many units of the clock it still lasts; None for as long as the GM wants."""
    unit: str = "round"

    def may_hold(self, who: str, side: str, *, bearer: str, own: str) -> bool:
        """Say whether it holds somebody, if they are near.

        Args:
            who, side: whom, and on which side they are.
            bearer, own: whose it is, and on which side they are.
        """
        return who != bearer and (self.holds == "all" or (side == own) == (self.holds == "allies"))


def area_of(grid: Grid, bearer: Footprint, aura: Aura, id_: str) -> KeptArea:
    """Give the area that an aura is now: a blast that walls stop, or the bearer's zone on a map of zones."""
    if isinstance(bearer.place, str):
        return KeptArea(id=id_, name=aura.name, shape=ZONE, zone=bearer.place, tone=aura.tone)
    size = aura.radius / grid.per_cell + (bearer.size - 1) / 2
    at = footprint_centre(grid, bearer)
    return KeptArea(id=id_, name=aura.name, shape="blast", at=at, size=size, tone=aura.tone)
