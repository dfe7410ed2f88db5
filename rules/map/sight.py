"""What is seen from the middle of a footprint: the polygon, the cells, and who (README.md, Sight and areas).

Readings of README.md that people may ask about:
- Touching counts here as everywhere: what stands exactly in line with a wall's end, or on a wall, is hidden,
  and whose centre a wall touches sees nothing. So sight always says the same as an exact ray, in both
  directions; the polygon is the closed figure, whose border shows how far one sees.
- A range is a distance from the centre, in cells. The polygon follows its circle in straight pieces of at
  most one degree (`ARC_STEP`), so it covers up to 0.006 % of the disc less than `area`, which is exact but
  for rounding.
- The map's edge is the rectangle about all its cells, on hexes too. Whoever's centre is not inside it has no
  polygon, and sees cells and combatants as ever.
- On a zones-only map everybody sees everybody, and there is no polygon.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import numpy as np

from rules.map.geometry.lattice import judged, lattice
from rules.map.geometry.skyline import Skyline
from rules.map.grid import Footprint, cell_corners, footprint_centre, footprint_points, has_cells
from rules.map.heights import height_of, seen_from_above
from rules.map.line_of_fire import sees_which
from rules.map.model import BattleMap, Grid, Point
from rules.map.walls import TOUCH, Bools, Floats, Ints, WallIndex, stops, wall_index

_DOUBT = 2 * TOUCH
_ROUNDING = 1e-12
_WIDER = 1.01  # how far outside the range's circle its straight pieces are drawn, to hold all of the disc


@dataclass(frozen=True)
class Sight:
    """What is seen from the middle of a footprint.

    Attributes:
        polygon: its corners, in cells, clockwise on the map; empty where nothing is seen or can be drawn.
        area: what is inside it, in square cells, with the range's circle as it is.
    """

    battle_map: BattleMap = field(repr=False)
    viewer: Footprint
    range_cells: float | None
    polygon: tuple[Point, ...] = field(repr=False)
    area: float
    skyline: Skyline | None = field(repr=False, compare=False)

    def sees(self, target: Footprint) -> bool:
        """Tell whether any of the target's points is seen."""
        return self.sees_which([target])[0]

    def sees_which(self, targets: Sequence[Footprint]) -> list[bool]:
        """Tell for each target whether any of its points is seen."""
        return sees_which(self.battle_map, self.viewer, targets, self.range_cells)

    @cached_property
    def visible_cells(self) -> Bools:
        """Tell which cells' centres are seen, in an array [row, column]."""
        return self._seen(self._shifts[:1])

    @cached_property
    def partly_visible_cells(self) -> Bools:
        """Tell in which cells a combatant of size 1 would be seen, in an array [row, column]."""
        return self._seen(self._shifts)

    @cached_property
    def _shifts(self) -> list[Point]:
        """List the points of a cell, from its centre."""
        if not has_cells(self.battle_map.grid):
            return []
        points = footprint_points(self.battle_map.grid, Footprint((0, 0)))
        return [(x - points[0][0], y - points[0][1]) for x, y in points]

    def _seen(self, shifts: Sequence[Point]) -> Bools:
        grid = self.battle_map.grid
        if not shifts:
            return np.zeros((grid.rows, grid.cols), dtype=np.bool_)
        eye = footprint_centre(self.battle_map.grid, self.viewer)
        battle_map = seen_from_above(self.battle_map, height_of(self.battle_map, self.viewer))
        return _seen_by_points(battle_map, eye, self.range_cells, self.skyline, shifts)


def partly_seen_from(
    battle_map: BattleMap, eye: Point, range_cells: float | None, skyline: Skyline | None
) -> Bools:
    """Tell in which cells a combatant of size 1 would be seen from a point, in an array [row, column].

    Args:
        skyline: that of the point within the range, where it has one.
    """
    points = footprint_points(battle_map.grid, Footprint((0, 0)))
    shifts = [(x - points[0][0], y - points[0][1]) for x, y in points]
    return _seen_by_points(battle_map, eye, range_cells, skyline, shifts)


def _seen_by_points(
    battle_map: BattleMap,
    eye: Point,
    range_cells: float | None,
    skyline: Skyline | None,
    shifts: Sequence[Point],
) -> Bools:
    """Tell of which cells any point is seen; the points are the centre, moved by each of `shifts`."""
    grid, at = battle_map.grid, np.array(eye)

    def is_hidden(points: Floats) -> Bools:
        """Tell which points an exact ray does not reach, or the range does not."""
        hidden = wall_index(battle_map).meets_any(at, points, stops(battle_map).sight)
        if range_cells is not None:
            hidden |= np.hypot(*(points - at).T) > range_cells + TOUCH
        return hidden

    if skyline is not None:
        return visible(skyline, grid, is_hidden, shifts)
    seen = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    for shift in shifts:
        points = lattice(grid, (0.0, 0.0), shift)
        seen |= points.by_rows(~is_hidden(points.points(np.arange(seen.size))))
    return seen


def sight(battle_map: BattleMap, viewer: Footprint, range_cells: float | None = None) -> Sight:
    """Work out what is seen from the middle of a footprint.

    Args:
        range_cells: how far it sees, from 0 up; None for as far as the map goes.
    """
    skyline = _look(battle_map, viewer, range_cells)
    if skyline is None:
        return Sight(battle_map, viewer, range_cells, (), 0.0, None)
    corners = (skyline.outline() + np.array(skyline.eye)).tolist()
    return Sight(battle_map, viewer, range_cells, tuple((x, y) for x, y in corners), skyline.area(), skyline)


def visible(
    skyline: Skyline,
    grid: Grid,
    is_hidden: Callable[[Floats], Bools],
    shifts: Sequence[Point] = ((0.0, 0.0),),
) -> Bools:
    """Tell of which cells any point is seen, in an array [row, column].

    Args:
        is_hidden: says of points so near to the outline that rounding decides, whether they are hidden or
        out of range.
        shifts: the points of a cell, from its centre.
    """
    reach = skyline.reach
    corners = skyline.outline(None if reach is None else reach * _WIDER)
    closed = np.concatenate([corners, np.roll(corners, -1, axis=0)], axis=1)
    cracks = skyline.cracks()
    # A wall hides what passes its end within `TOUCH`, and behind it that is the more, the farther away.
    edges = np.concatenate([closed, cracks])
    one, other = np.hypot(edges[:, 0], edges[:, 1]), np.hypot(edges[:, 2], edges[:, 3])
    margin = _DOUBT * np.maximum(one, other) / np.minimum(one, other) + _ROUNDING
    seen, doubts = np.zeros(grid.rows * grid.cols, dtype=np.bool_), list[Ints]()
    for shift in shifts:
        points = lattice(grid, skyline.eye, shift)
        inside, doubtful = judged(points, closed, margin, cracks)
        if reach is not None:
            beyond = points.lengths() - reach
            inside &= beyond <= TOUCH
            doubtful = np.union1d(doubtful, np.flatnonzero(np.abs(beyond) <= _DOUBT))  # a wall may touch it
        inside[doubtful] = False
        seen |= inside
        doubts.append(doubtful)
    doubts = [doubtful[~seen[doubtful]] for doubtful in doubts]  # another point of the others is seen
    cells = np.concatenate(doubts)
    if len(cells):
        rays = [lattice(grid, (0.0, 0.0), shift).points(at) for shift, at in zip(shifts, doubts, strict=True)]
        seen[cells[~is_hidden(np.concatenate(rays))]] = True
    return lattice(grid, skyline.eye).by_rows(seen)


def uncrossed(segments: Floats) -> tuple[Floats, Ints]:
    """Cut segments where they cross, so that no two of the pieces do.

    Args:
        segments: a row (x1, y1, x2, y2) each.
    Returns:
        The pieces as four rows x1, y1, x2, y2, and for each the number of its segment.
    """
    starts, ends = segments[:, :2], segments[:, 2:]
    hits = WallIndex(segments).meetings(starts, ends)
    pairs = np.flatnonzero(hits.line < hits.wall)
    one, other = hits.line[pairs], hits.wall[pairs]
    at = starts[one] + hits.enter[pairs, None] * (ends - starts)[one]
    ends_apart = [np.hypot(*(at - end[side]).T) for end in (starts, ends) for side in (one, other)]
    inner = np.flatnonzero(np.min(ends_apart, axis=0) > _DOUBT)
    cut, owner = np.concatenate([at[inner]] * 2), np.concatenate([one[inner], other[inner]])
    along = ((cut - starts[owner]) * (ends - starts)[owner]).sum(axis=1)
    number = np.arange(len(segments))
    points = np.concatenate([starts, cut, ends])
    owners = np.concatenate([number, owner, number])
    low, high = np.full(len(segments), -np.inf), np.full(len(segments), np.inf)
    order = np.lexsort((np.concatenate([low, along, high]), owners))
    points, owners = points[order], owners[order]
    same = np.flatnonzero(owners[1:] == owners[:-1])
    return np.concatenate([points[same], points[same + 1]], axis=1).T.copy(), owners[same]


def _look(battle_map: BattleMap, viewer: Footprint, range_cells: float | None) -> Skyline | None:
    """Give the skyline of a viewer, None where it sees nothing or has no polygon."""
    if not has_cells(battle_map.grid):
        return None
    battle_map = seen_from_above(battle_map, height_of(battle_map, viewer))
    return skyline_from(battle_map, footprint_centre(battle_map.grid, viewer), range_cells)


def skyline_from(battle_map: BattleMap, eye: Point, range_cells: float | None = None) -> Skyline | None:
    """Look around from a point, in cells; None where it sees nothing, or is not inside the map's edge."""
    grid = battle_map.grid
    if not has_cells(grid) or (range_cells is not None and range_cells <= TOUCH):
        return None
    left, top, right, bottom = map_edge(grid)
    inside = left + TOUCH < eye[0] < right - TOUCH and top + TOUCH < eye[1] < bottom - TOUCH
    if not inside or wall_index(battle_map).meets_any(eye, eye, stops(battle_map).sight)[0]:
        return None
    return Skyline(eye, battle_map.derived(_hiding), range_cells)


def map_edge(grid: Grid) -> tuple[float, float, float, float]:
    """Give the left, top, right and bottom of the rectangle about all cells of a map."""
    columns, rows = ({0, min(1, n - 1), max(n - 2, 0), n - 1} for n in (grid.cols, grid.rows))
    corners = [corner for cell in product(columns, rows) for corner in cell_corners(grid, cell)]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _hiding(battle_map: BattleMap) -> Floats:
    """Give what bounds sight as the doors now stand, the map's edge included, in pieces that do not cross."""
    pieces, owner = battle_map.shared(_pieces)
    return np.ascontiguousarray(pieces[:, np.concatenate([stops(battle_map).sight, [True] * 4])[owner]])


def _pieces(battle_map: BattleMap) -> tuple[Floats, Ints]:
    left, top, right, bottom = map_edge(battle_map.grid)
    edge = [
        (left, top, right, top),
        (right, top, right, bottom),
        (right, bottom, left, bottom),
        (left, bottom, left, top),
    ]
    return uncrossed(np.array([*((*wall.start, *wall.end) for wall in battle_map.walls), *edge]))
