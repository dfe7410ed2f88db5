"""Walls and doors as they are drawn: a few paths for each region of the map.

A change is sent as the parts that it touched: a door alone, or the one region of 20 by 20 cells that a wall
was drawn in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.map.levels import is_frame
from rules.map.model import (
    BattleMap,
    Grid,
    Point,
    Wall,
    WallKind,
)
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_walls import as_known

_MADE_OF: Mapping[str, tuple[str, ...]] = {
    "hedge": ("hedge", "bush", "shrub", "bramble"),
    "wood": ("wood", "fence", "plank", "log", "crate", "table", "counter", "barrel"),
}


REGION = 20
"""Side of a region, in cells: of 5,000 walls, spread over 200 x 200 cells, it has 50, or 2 KB of path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPath:
    """All the walls of a region that look the same, as one path in map units."""

    kind: str
    material: str
    d: str

    @property
    def made_of(self) -> str:
        """Name what a low wall is drawn as, by what it is made of; empty for one of stones."""
        typed = self.material.casefold()
        return next((looks for looks, words in _MADE_OF.items() if any(word in typed for word in words)), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class WallRegion:
    """The walls of one region; there is one for each part of the grid, whether it holds walls or not."""

    id: str
    paths: tuple[WallPath, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorView:
    """A door as it is drawn, in map units."""

    id: str
    state: str
    x1: float
    y1: float
    x2: float
    y2: float


def region_counts(grid: Grid) -> tuple[int, int]:
    """Count the regions across and down."""
    return max(1, -(-grid.cols // REGION)), max(1, -(-grid.rows // REGION))


def region_of(grid: Grid, wall: Wall) -> tuple[int, int]:
    """Name the region that a wall's middle lies in, or the nearest one."""
    return _placed(region_counts(grid), wall.start, wall.end)[0]


_Regions = dict[tuple[int, int], tuple[WallPath, ...]]


def regions_of_walls(battle_map: BattleMap) -> _Regions:
    """Draw all walls but the doors, as the GM sees them.

    Of a map that was made of another one, as what is known of one is again and again, only those regions are
    drawn in which a wall is new or gone.
    """
    walls = [wall for wall in battle_map.walls if wall.kind is not WallKind.DOOR]
    earlier = battle_map.earlier(regions_of_walls)
    if earlier is None:
        return draw_regions(battle_map.grid, walls)
    before, regions = earlier
    gone = {id(wall): wall for wall in before if wall.kind is not WallKind.DOOR}
    fresh = [wall for wall in walls if gone.pop(id(wall), None) is None]
    counts = region_counts(battle_map.grid)
    touched = {_placed(counts, wall.start, wall.end)[0] for wall in (*gone.values(), *fresh)}
    there = (wall for wall in walls if _placed(counts, wall.start, wall.end)[0] in touched)
    kept = {at: paths for at, paths in regions.items() if at not in touched}
    return {**kept, **draw_regions(battle_map.grid, there)}


def regions_as_known(battle_map: BattleMap) -> _Regions:
    """Draw all walls but the doors, without what only the GM knows of them."""
    walls = (as_known(wall) for wall in battle_map.walls if wall.kind is not WallKind.DOOR)
    return draw_regions(battle_map.grid, walls)


def draw_regions(grid: Grid, walls: Iterable[Wall]) -> _Regions:
    """Draw walls as paths by region and looks; order and direction tell nothing of how they came.

    The frame about a level is no wall of the house: the page shows its inside alone.
    """
    counts, alike = region_counts(grid), dict[tuple[int, int], dict[tuple[str, str], list[str]]]()
    for wall in walls:
        if is_frame(wall.id):
            continue
        looks = (wall.kind.value, "" if wall.kind is WallKind.WALL else wall.material or "")
        region, line = _placed(counts, wall.start, wall.end)
        alike.setdefault(region, {}).setdefault(looks, []).append(line)
    return {
        region: tuple(
            WallPath(kind=kind, material=material, d="".join(sorted(lines)))
            for (kind, material), lines in sorted(kinds.items())
        )
        for region, kinds in alike.items()
    }


@lru_cache(maxsize=65_536)
def _placed(counts: tuple[int, int], start: Point, end: Point) -> tuple[tuple[int, int], str]:
    """Give the region of a wall, of so many across and down, and draw it: in the fog it comes again."""
    (x1, y1), (x2, y2) = sorted((start, end))
    column, row = (int((start[n] + end[n]) / 2 // REGION) for n in range(2))
    region = min(max(column, 0), counts[0] - 1), min(max(row, 0), counts[1] - 1)
    return region, f"M{in_units(x1)} {in_units(y1)}L{in_units(x2)} {in_units(y2)}"


def in_units(cells: float) -> str:
    """Write a length in cells as map units, as it stands in a path."""
    return f"{round(cells * UNIT, 2):.10g}"


def see_door(door: Wall) -> DoorView:
    """Draw a door."""
    return DoorView(
        id=door.id,
        state=door.state.value if door.state else "",
        x1=door.start[0] * UNIT,
        y1=door.start[1] * UNIT,
        x2=door.end[0] * UNIT,
        y2=door.end[1] * UNIT,
    )
