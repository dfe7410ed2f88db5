"""The battle as somebody knows it, for rulers and areas: a page's points are read here, and given back to it.

A page sends raw points in map units. Nobody unknown to the viewer has any part in what is made of them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System, find_system
from rules.engine.text import Text, as_text, counted, text
from rules.map.grid import Footprint, cell_at, cell_centre, cell_corners, footprint_cells
from rules.map.model import BattleMap, Cell, Grid, GridKind, Point
from rules.map.zones import contains
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.visibility.known_map import KnownMap

FARTHEST = 10_000.0  # cells: beyond every map


_NO_MAP = BattleMap(Grid(GridKind.SQUARE, 16, 10))


_ROOT3 = math.sqrt(3.0)


Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """The battle as somebody knows it: what every question here is asked of."""

    state: BattleState
    known: frozenset[str]
    ground: KnownMap | None = None
    """What is known of the map, where that is not all of it."""
    met: tuple[str, ...] = ()
    """The sides that they have met, first to last."""

    @property
    def battle_map(self) -> BattleMap:
        """Give the map, or the bare cells that a table without one shows."""
        return self.state.map or _NO_MAP

    @property
    def grid(self) -> Grid:
        """Give the map's grid."""
        return self.battle_map.grid

    @property
    def system(self) -> System:
        """Give the rule system."""
        return find_system(self.state.system)

    def people(self) -> dict[str, Combatant]:
        """List those who are known and stand somewhere."""
        return {i: c for i, c in self.state.combatants.items() if i in self.known and c.at is not None}

    def standing_on(self, place: Cell | str | None) -> Combatant | None:
        """Tell who of the known stands on a cell; of several the last, who is drawn on top."""
        if not isinstance(place, tuple):
            return None
        on = [c for c in self.people().values() if place in cells_of(self.grid, c)]
        return on[-1] if on else None


def read_point(value: Any) -> Point:
    """Read a point in map units, and give it in cells."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Refusal("bad-command", text("A point is two numbers, in map units."))
    x, y = (_finite(part) / UNIT for part in value)
    if max(abs(x), abs(y)) > FARTHEST:
        raise Refusal("bad-command", text("This point is too far off the map."))
    return x, y


def read_number(data: Mapping[str, Any], key: str, default: float) -> float:
    """Read a number, or give the default where none was sent. Raises `Refusal` `bad-command`."""
    value = data.get(key)
    return default if value is None else _finite(value)


def _finite(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Refusal("bad-command", text("A ruler or an area is given in finite numbers."))
    return float(value)


def bound(table: Table, who: Any) -> Combatant | None:
    """Find whom something is bound to, if anybody. Raises `Refusal` `unknown-combatant` for the unknown."""
    if who is None:
        return None
    if not isinstance(who, str) or who not in table.known:
        raise Refusal("unknown-combatant", text("There is nobody of that name here."))
    return table.state.combatants[who]


def cells_of(grid: Grid, c: Combatant) -> tuple[Cell, ...]:
    """List the cells that somebody stands on; none on a map of zones."""
    return footprint_cells(grid, Footprint(c.at, c.size)) if isinstance(c.at, tuple) else ()


def centre_of(grid: Grid, c: Combatant) -> Point:
    """Give the middle of all cells that somebody stands on."""
    centres = [cell_centre(grid, cell) for cell in cells_of(grid, c)]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def cell_near(grid: Grid, point: Point) -> Cell:
    """Give the cell that a point lies in, or the nearest one to a point off the map."""
    found = cell_at(grid, point)
    if found is not None:
        return found
    x, y = point
    across = {GridKind.HEX_COLUMNS: _ROOT3 / 2}.get(grid.kind, 1.0)
    down = {GridKind.HEX_ROWS: _ROOT3 / 2}.get(grid.kind, 1.0)
    near = product(_near(x / across, grid.cols), _near(y / down, grid.rows))
    return min(near, key=lambda cell: math.dist(cell_centre(grid, cell), point))


def _near(number: float, count: int) -> range:
    """List the columns or rows about a place, inside the map."""
    middle = min(max(math.floor(number), 0), count - 1)
    return range(max(middle - 1, 0), min(middle + 2, count))


def snapped(grid: Grid, point: Point) -> Point:
    """Give the nearest of the centre and the corners of the cell under a point."""
    cell = cell_near(grid, point)
    return min((cell_centre(grid, cell), *cell_corners(grid, cell)), key=lambda spot: math.dist(spot, point))


def zone_at(battle_map: BattleMap, point: Point) -> str | None:
    """Give the zone drawn at a point, on a map of zones alone; of several the last, which is drawn on top."""
    spot = np.array([[point[0] * UNIT, point[1] * UNIT]])
    for zone, outline in reversed(list(lay_out(battle_map).outlines.items())):
        if contains(outline, spot)[0]:
            return zone
    return None


def middle_of(a: Point, b: Point) -> Point:
    """Give the point halfway between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def on_page(point: Point) -> list[float]:
    """Turn a point in cells into map units, as pages have it."""
    return [round(point[0] * UNIT, 1), round(point[1] * UNIT, 1)]


def rounded(number: float) -> float:
    """Round to two digits behind the point, and to none where there are none."""
    return int(number) if number == int(number) else round(number, 2)


def length_words(number: float, unit: str) -> Text:
    """Say a length in the map's unit."""
    shown = rounded(round(number, 1))
    match unit:
        case "cell":
            return counted("{n} cell", "{n} cells", n=shown)
        case "hex":
            return counted("{n} hex", "{n} hexes", n=shown)
        case "square":
            return counted("{n} square", "{n} squares", n=shown)
    return text("{length} {unit}", length=shown, unit=as_text(unit))
