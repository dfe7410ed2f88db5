"""An area that stays on the map (smoke, fire, a spell): its name, where it lies, and how long it lasts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from rules.engine.house.house import Tone
from rules.map.area_json import read_area
from rules.map.areas import Area
from rules.map.grid import has_cells
from rules.map.map_json import MapError
from rules.map.model import BattleMap, Point
from rules.map.sight import map_edge

AreaSeenBy = Literal["all", "gm"]
AREA_SEEN_BY: tuple[str, ...] = get_args(AreaSeenBy)
"""Who may know of an area: all who have seen the place where it begins, or the GM alone."""
ZONE = "zone"
"""The shape of an area on a map of zones: the whole of one."""
SHAPES = ("blast", "cone", "arc", "line", ZONE)
MOST_AREAS = 60
"""Areas that a scene has at most."""
FARTHEST = 500.0
"""How far an area reaches at most, in cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptArea:
    """An area that stays where it was laid. Lengths are in cells, directions in degrees."""

    id: str
    name: str
    shape: str
    at: Point = (0.0, 0.0)
    """Where it begins; of no meaning for a zone."""
    zone: str = ""
    size: float = 0.0
    """The radius of a blast, the length of the others."""
    direction: float = 0.0
    width: float = 0.0
    """How wide a line is, or a cone at its far end; 0 for a cone with an angle."""
    angle: float = 0.0
    touch: bool = False
    """Whether it holds whom it merely touches."""
    walls: bool = True
    """Whether walls stop it."""
    tone: Tone = "warn"
    seen_by: AreaSeenBy = "all"
    left: int | None = None
    """How many units of the clock it still lasts; None for as long as the GM wants."""
    unit: str = "round"

    @property
    def area(self) -> Area:
        """Give its shape on a map with cells. Raises `MapError` for one that cannot be."""
        asked: dict[str, Any] = {"shape": self.shape, "at": self.at}
        if self.shape == "blast":
            return read_area({**asked, "radius": self.size})
        asked.update(direction=self.direction, length=self.size)
        by_width: Mapping[str, float] = {"width": self.width} if self.width else {"angle": self.angle}
        return read_area({**asked, **by_width})


def is_sound(area: KeptArea) -> bool:
    """Say whether an area out of a saved log can be one: a file may hold anything."""
    if area.shape not in SHAPES or max(area.size, area.width) > FARTHEST:
        return False
    if area.shape == ZONE:
        return bool(area.zone)
    try:
        return area.area is not None
    except MapError:
        return False


def still_lies(area: KeptArea, battle_map: BattleMap | None) -> bool:
    """Say whether an area lies on a map, so that it may stay as another map is laid out."""
    if battle_map is None:
        return False
    if area.shape == ZONE:
        return not has_cells(battle_map.grid) and any(zone.id == area.zone for zone in battle_map.zones)
    if not has_cells(battle_map.grid):
        return False
    left, top, right, bottom = map_edge(battle_map.grid)
    return left <= area.at[0] <= right and top <= area.at[1] <= bottom
