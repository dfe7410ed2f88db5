"""What rulers, areas and zones tell a page: worked out of the battle, as far as a viewer knows who is there.

A page sends raw points in map units; where they snap to, how far it is, whom an area catches and where walls
cut it is worked out here, so that every page shows the same. Nobody unknown to the viewer has any part in it.
A ruler that begins or ends on a token takes the nearest of its cells, as the rules measure between tokens.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np

from rules.engine.names import side_words
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.system import System, find_system
from rules.engine.text import Text, as_text, as_typed, counted, key_words, text
from rules.map.area_json import read_area
from rules.map.area_outline import outlines
from rules.map.areas import direction_of
from rules.map.grid import Footprint, cell_at, cell_centre, cell_corners, footprint_cells, has_cells
from rules.map.map_json import MapError
from rules.map.model import BattleMap, Cell, Grid, GridKind, Point
from rules.map.way import leg_cells, leg_lengths
from rules.map.zones import contains, zoning
from webapp.drawing.tokens import side_numbers
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.visibility.known_map import KnownMap
from webapp.visibility.known_people import is_explored

MOST_POINTS = 50
MOST_OF_STROKE = 400
_FARTHEST = 10_000.0  # cells: beyond every map
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
        on = [c for c in self.people().values() if place in _cells_of(self.grid, c)]
        return on[-1] if on else None


# ------------------------------------------------------------------------------------------- ruler
def bound_to(table: Table, kind: str, data: Mapping[str, Any]) -> str | None:
    """Tell on whom a ruler or an area begins, if on anybody: it is not for those who do not know them."""
    who = data.get("from")
    if isinstance(who, str):
        return who
    points = data.get("points") if kind in ("ruler", "stroke") else [data.get("at")]
    if not isinstance(points, list) or not points or not has_cells(table.grid):
        return None
    stands = table.standing_on(_cell_near(table.grid, _point(points[0])))
    return None if stands is None else stands.id


def lies_on_known(table: Table, kind: str, data: Mapping[str, Any]) -> bool:
    """Say whether what is shown lies with all its points on ground that is known."""
    if table.ground is None:
        return True
    by_points = kind in ("ruler", "stroke")
    points = data.get("points") if by_points else [data[key] for key in ("at", "to") if data.get(key)]
    if not isinstance(points, list):
        return False
    cells = [_cell_near(table.grid, _point(point)) for point in points]
    return all(is_explored(table.ground.map_knowledge, table.battle_map, cell) for cell in cells)


def measure(table: Table, data: Mapping[str, Any]) -> Answer:
    """Measure a way through points in map units, leg by leg and in all.

    Args:
        data: `points`; `free` for straight lines between them as they are; `from`, who the first point is
        bound to.
    Raises:
        Refusal: `bad-command`, or `unknown-combatant` for a `from` that is not known.
    """
    points = _points(data.get("points"))
    free = data.get("free") is True
    start = bound(table, data.get("from"))
    if not has_cells(table.grid):
        return _measure_zones(table, points, start)
    cells = [_cell_near(table.grid, point) for point in points]
    here, there = _ends(table, cells, start)
    if free:
        lengths: Sequence[float] = leg_lengths(points)
    else:
        cells[0], cells[-1] = _nearest_cells(table.grid, here, there, cells)
        points = [cell_centre(table.grid, cell) for cell in cells]
        lengths = leg_cells(table.grid, cells, table.system.diagonals)
    per_cell, unit = table.grid.per_cell, table.grid.unit
    words = None
    if len(points) > 1:
        words = table.system.map.range_words(table.battle_map, here, there, table.state.house)
    return {
        "points": [_on_page(point) for point in points],
        "legs": [
            {"words": _length(length * per_cell, unit), "at": _on_page(_middle(a, b))}
            for length, (a, b) in zip(lengths, pairwise(points), strict=True)
        ],
        "total": _length(sum(lengths) * per_cell, unit),
        "range": words.name if words else "",
        "range_words": words.words if words else "",
        "rule": words.rule if words else "",
    }


def _ends(table: Table, cells: Sequence[Cell], start: Combatant | None) -> tuple[Footprint, Footprint]:
    """Give what the first and the last cell belong to: somebody who stands there, or the cell alone."""
    here = start or table.standing_on(cells[0])
    there = table.standing_on(cells[-1]) if len(cells) > 1 else here
    return _footprint(here, cells[0]), _footprint(there, cells[-1])


def _footprint(stands: Combatant | None, cell: Cell) -> Footprint:
    return Footprint(stands.at, stands.size) if stands and stands.at is not None else Footprint(cell)


def _nearest_cells(grid: Grid, here: Footprint, there: Footprint, cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    """Choose the cells of both ends' footprints that lie nearest to what comes next to them."""
    first, last = cells[0], cells[-1]
    direct = len(cells) <= 2
    for _ in range(2):  # from end to end: what one chooses may change what is nearest for the other
        first = _nearest(grid, here, last if direct else cells[1])
        last = _nearest(grid, there, first if direct else cells[-2])
    return first, last


def _nearest(grid: Grid, footprint: Footprint, other: Cell) -> Cell:
    end = cell_centre(grid, other)
    return min(footprint_cells(grid, footprint), key=lambda cell: math.dist(cell_centre(grid, cell), end))


def _measure_zones(table: Table, points: Sequence[Point], start: Combatant | None) -> Answer:
    """Count links from zone to zone, on a map of zones alone."""
    zones, layout = zoning(table.battle_map), lay_out(table.battle_map)
    way = [_zone_at(table.battle_map, point) for point in points]
    if start is not None and isinstance(start.at, str):
        way[0] = start.at
    middles = [
        layout.middle(zone) if zone is not None else _on_page(point)
        for zone, point in zip(way, points, strict=True)
    ]
    links = [zones.distance(a, b) if a and b else None for a, b in pairwise(way)]
    words, first, last = None, way[0], way[-1]
    if len(way) > 1 and first and last:
        words = table.system.map.range_words(
            table.battle_map, Footprint(first), Footprint(last), table.state.house
        )
    total = None if None in links else sum(link for link in links if link is not None)
    return {
        "points": [list(point) for point in middles],
        "legs": [
            {"words": _links(link), "at": [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]}
            for link, (a, b) in zip(links, pairwise(middles), strict=True)
        ],
        "total": _links(total),
        "range": words.name if words else "",
        "range_words": words.words if words else "",
        "rule": words.rule if words else "",
    }


def _links(count: int | None) -> Text:
    if count is None:
        return text("not linked")
    return counted("{n} link", "{n} links", n=count) if count else text("the same zone")


# -------------------------------------------------------------------------------------------- area
def lay_area(table: Table, data: Mapping[str, Any]) -> Answer:
    """Lay an area over the map, and tell whom of those known it catches.

    Args:
        data: `shape`; `at` in map units; `size` (a radius or a length) and `width` in the map's unit, and
        `direction`, or `to`, a point in map units that gives size and direction; `angle`; `touch` to catch
        whom it merely touches, `walls` to be stopped by them, `free` not to snap; `from`, whom it begins on.
    Raises:
        Refusal: `bad-command` or `unknown-combatant`.
    """
    if not has_cells(table.grid):
        return _lay_zone(table, data)
    per_cell, unit = table.grid.per_cell, table.grid.unit
    shape, free = str(data.get("shape")), data.get("free") is True
    at = _point(data.get("at"))
    if not free:
        at = _snapped(table.grid, at)
    start = bound(table, data.get("from"))
    if start is not None and isinstance(start.at, tuple):
        at = cell_centre(table.grid, start.at) if start.size == 1 else _centre_of(table.grid, start)
    size = _number(data, "size", per_cell) / per_cell
    direction = _number(data, "direction", 0.0) % 360.0
    if data.get("to") is not None:
        to = _point(data["to"])
        far = math.dist(at, to)
        size = max(far, 0.1) if free else max(round(far * 2) / 2, 0.5)
        direction = direction_of(at, to) if free else round(direction_of(at, to) / 5) * 5.0 % 360.0
    asked: dict[str, Any] = {"shape": shape, "at": at}
    if shape == "blast":
        asked["radius"] = size
    else:
        asked.update(direction=direction, length=size)
        if shape == "line" or (shape == "cone" and data.get("angle") is None):
            asked["width"] = _number(data, "width", per_cell) / per_cell
        else:
            asked["angle"] = _number(data, "angle", 60.0)
    try:
        area = read_area(asked)
    except MapError as problem:
        raise Refusal("bad-command", text("This is no area: {problem}", problem=str(problem))) from None
    if max(size, asked.get("width", 0.0)) > _FARTHEST:
        raise Refusal("bad-command", text("An area reaches {most} cells at most.", most=float(_FARTHEST)))
    touch, walls = data.get("touch") is True, data.get("walls") is True
    footprints = {i: Footprint(c.at, c.size) for i, c in table.people().items() if isinstance(c.at, tuple)}
    caught = area.caught(table.battle_map, footprints, touch=touch, stopped_by_walls=walls)
    turn = math.radians(direction)
    tip = at[0] + size * math.cos(turn), at[1] + size * math.sin(turn)
    pieces = outlines(table.battle_map, area, stopped_by_walls=walls)
    return {
        "at": _on_page(at),
        "tip": _on_page(tip),
        "direction": round(direction, 1),
        "size": _rounded(size * per_cell),
        "words": _area_words(shape, size * per_cell, unit),
        "outline": [[_on_page(corner) for corner in piece] for piece in pieces],
        "blocked": walls and not pieces,
        "caught": _by_side(table, caught),
    }


_SHAPES = {"blast": text("blast"), "cone": text("cone"), "line": text("line")}


def _area_words(shape: str, size: float, unit: str) -> Text:
    words, length = _SHAPES.get(shape) or key_words(shape), _length(size, unit)
    if shape == "blast":
        return text("{shape}, radius {length}", shape=words, length=length)
    return text("{shape}, {length}", shape=words, length=length)


def _lay_zone(table: Table, data: Mapping[str, Any]) -> Answer:
    """Catch everybody in the zone: a map of zones alone has nothing smaller."""
    point = _point(data.get("at"))
    zone = _zone_at(table.battle_map, point)
    layout = lay_out(table.battle_map)
    name = next((as_typed(z.name) for z in table.battle_map.zones if z.id == zone), text("no zone"))
    caught = [i for i, c in table.people().items() if zone is not None and c.at == zone]
    at = list(layout.middle(zone)) if zone is not None else _on_page(point)
    outline = [[list(corner) for corner in layout.outlines[zone]]] if zone is not None else []
    return {
        "at": at,
        "tip": at,
        "direction": 0.0,
        "size": 0,
        "words": name,
        "outline": outline,
        "blocked": False,
        "caught": _by_side(table, caught),
    }


def _by_side(table: Table, caught: Collection[str]) -> list[Answer]:
    """Group those caught by side, in the order in which the sides came."""
    numbers = side_numbers(table.state, table.met)
    people = [table.state.combatants[who] for who in caught]
    sides = sorted({c.side for c in people}, key=numbers.__getitem__)
    return [
        {
            "words": side_words(side),
            "number": numbers[side],
            "people": [{"who": c.id, "name": c.name} for c in people if c.side == side],
        }
        for side in sides
    ]


def point_at(table: Table, data: Mapping[str, Any]) -> Answer:
    """Give a spot that somebody points at, `at` in map units. Raises `Refusal` `bad-command`."""
    return {"at": _on_page(_point(data.get("at")))}


def draw_stroke(table: Table, data: Mapping[str, Any]) -> Answer:
    """Give a line that somebody draws by hand, `points` in map units. Raises `Refusal` `bad-command`."""
    points = data.get("points")
    if not isinstance(points, list) or not 1 <= len(points) <= MOST_OF_STROKE:
        raise Refusal(
            "bad-command", text("A line drawn by hand has 1 to {most} points.", most=MOST_OF_STROKE)
        )
    return {"points": [_on_page(_point(part)) for part in points]}


def template_list(table: Table) -> Answer:
    """Give the areas that the system's book has a name for, sizes in the map's unit."""
    per_cell = table.grid.per_cell
    return {
        "unit": table.grid.unit,
        "per_cell": per_cell,
        "templates": [
            {
                "id": template.id,
                "label": template.label,
                "shape": template.shape,
                "size": template.sizes.get("radius", template.sizes.get("length", 1.0)) * per_cell,
                "width": template.sizes["width"] * per_cell if "width" in template.sizes else None,
                "angle": template.sizes.get("angle"),
                "touch": template.touch,
                "walls": template.stopped,
                "rule": template.rule,
            }
            for template in table.system.templates
        ],
    }


# ------------------------------------------------------------------------------------ what was sent
def _points(value: Any) -> list[Point]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_POINTS:
        raise Refusal("bad-command", text("A ruler goes through 1 to {most} points.", most=MOST_POINTS))
    return [_point(part) for part in value]


def _point(value: Any) -> Point:
    """Read a point in map units, and give it in cells."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Refusal("bad-command", text("A point is two numbers, in map units."))
    x, y = (_finite(part) / UNIT for part in value)
    if max(abs(x), abs(y)) > _FARTHEST:
        raise Refusal("bad-command", text("This point is too far off the map."))
    return x, y


def _number(data: Mapping[str, Any], key: str, default: float) -> float:
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


# ---------------------------------------------------------------------------------------- geometry
def _cells_of(grid: Grid, c: Combatant) -> tuple[Cell, ...]:
    return footprint_cells(grid, Footprint(c.at, c.size)) if isinstance(c.at, tuple) else ()


def _centre_of(grid: Grid, c: Combatant) -> Point:
    centres = [cell_centre(grid, cell) for cell in _cells_of(grid, c)]
    return sum(x for x, _ in centres) / len(centres), sum(y for _, y in centres) / len(centres)


def _cell_near(grid: Grid, point: Point) -> Cell:
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


def _snapped(grid: Grid, point: Point) -> Point:
    """Give the nearest of the centre and the corners of the cell under a point."""
    cell = _cell_near(grid, point)
    return min((cell_centre(grid, cell), *cell_corners(grid, cell)), key=lambda spot: math.dist(spot, point))


def _zone_at(battle_map: BattleMap, point: Point) -> str | None:
    """Give the zone drawn at a point, on a map of zones alone; of several the last, which is drawn on top."""
    spot = np.array([[point[0] * UNIT, point[1] * UNIT]])
    for zone, outline in reversed(list(lay_out(battle_map).outlines.items())):
        if contains(outline, spot)[0]:
            return zone
    return None


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _on_page(point: Point) -> list[float]:
    return [round(point[0] * UNIT, 1), round(point[1] * UNIT, 1)]


def _rounded(number: float) -> float:
    return int(number) if number == int(number) else round(number, 2)


def _length(number: float, unit: str) -> Text:
    shown = _rounded(round(number, 1))
    match unit:
        case "cell":
            return counted("{n} cell", "{n} cells", n=shown)
        case "hex":
            return counted("{n} hex", "{n} hexes", n=shown)
        case "square":
            return counted("{n} square", "{n} squares", n=shown)
    return text("{length} {unit}", length=shown, unit=as_text(unit))
