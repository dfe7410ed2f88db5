"""What rulers tell a page, and what is pointed at and drawn by hand, as far as a viewer knows who is there.

Where a point snaps to and how far it is is worked out here, so that every page shows the same. A ruler that
begins or ends on a token takes the nearest of its cells, as the rules measure between tokens.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.state import Combatant
from rules.engine.text import Text, counted, text
from rules.map.grid import Footprint, cell_centre, footprint_cells, has_cells
from rules.map.model import Cell, Grid, Point
from rules.map.way import leg_cells, leg_lengths
from rules.map.zones import zoning
from webapp.drawing.measured_table import (
    Answer,
    Table,
    bound,
    cell_near,
    length_words,
    middle_of,
    on_page,
    read_point,
    zone_at,
)
from webapp.drawing.zone_layout import lay_out
from webapp.visibility.known_people import is_explored

MOST_POINTS = 50
MOST_OF_STROKE = 400


def bound_to(table: Table, kind: str, data: Mapping[str, Any]) -> str | None:
    """Tell on whom a ruler or an area begins, if on anybody: it is not for those who do not know them."""
    who = data.get("from")
    if isinstance(who, str):
        return who
    points = data.get("points") if kind in ("ruler", "stroke") else [data.get("at")]
    if not isinstance(points, list) or not points or not has_cells(table.grid):
        return None
    stands = table.standing_on(cell_near(table.grid, read_point(points[0])))
    return None if stands is None else stands.id


def lies_on_known(table: Table, kind: str, data: Mapping[str, Any]) -> bool:
    """Say whether what is shown lies with all its points on ground that is known."""
    if table.ground is None:
        return True
    by_points = kind in ("ruler", "stroke")
    points = data.get("points") if by_points else [data[key] for key in ("at", "to") if data.get(key)]
    if not isinstance(points, list):
        return False
    cells = [cell_near(table.grid, read_point(point)) for point in points]
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
    cells = [cell_near(table.grid, point) for point in points]
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
        "points": [on_page(point) for point in points],
        "legs": [
            {"words": length_words(length * per_cell, unit), "at": on_page(middle_of(a, b))}
            for length, (a, b) in zip(lengths, pairwise(points), strict=True)
        ],
        "total": length_words(sum(lengths) * per_cell, unit),
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
    return (
        Footprint(stands.at, stands.size, stands.altitude)
        if stands and stands.at is not None
        else Footprint(cell)
    )


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
    way = [zone_at(table.battle_map, point) for point in points]
    if start is not None and isinstance(start.at, str):
        way[0] = start.at
    middles = [
        layout.middle(zone) if zone is not None else on_page(point)
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


def point_at(table: Table, data: Mapping[str, Any]) -> Answer:
    """Give a spot that somebody points at, `at` in map units. Raises `Refusal` `bad-command`."""
    return {"at": on_page(read_point(data.get("at")))}


def draw_stroke(table: Table, data: Mapping[str, Any]) -> Answer:
    """Give a line that somebody draws by hand, `points` in map units. Raises `Refusal` `bad-command`."""
    points = data.get("points")
    if not isinstance(points, list) or not 1 <= len(points) <= MOST_OF_STROKE:
        raise Refusal(
            "bad-command", text("A line drawn by hand has 1 to {most} points.", most=MOST_OF_STROKE)
        )
    return {"points": [on_page(read_point(part)) for part in points]}


def _points(value: Any) -> list[Point]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_POINTS:
        raise Refusal("bad-command", text("A ruler goes through 1 to {most} points.", most=MOST_POINTS))
    return [read_point(part) for part in value]
