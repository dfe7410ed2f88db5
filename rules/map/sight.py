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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from rules.map.geometry.lattice import judged, lattice, shifted_points
from rules.map.geometry.skyline import Skyline, outlines, skylines
from rules.map.grid import Footprint, cell_corners, footprint_centre, footprint_points, has_cells
from rules.map.heights import height_of, seen_from_above
from rules.map.line_of_fire import sees_which
from rules.map.model import BattleMap, Grid, Point, Wall
from rules.map.walls import TOUCH, Bools, Floats, Ints, WallIndex, stops, wall_index

_DOUBT = 2 * TOUCH
_ROUNDING = 1e-12
_TOGETHER = 1_000_000  # points of cells that are judged at once, to bound the memory
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
        (seen,) = _seen_by_points(battle_map, [eye], self.range_cells, [self.skyline], shifts)
        return seen


def partly_seen_from(
    battle_map: BattleMap,
    eyes: Sequence[Point],
    range_cells: float | None,
    skylines: Sequence[Skyline | None],
) -> list[Bools]:
    """Tell for each of some points in which cells a combatant of size 1 would be seen, by [row, column].

    Args:
        skylines: those of the points within the range, where they have one.
    """
    points = footprint_points(battle_map.grid, Footprint((0, 0)))
    shifts = [(x - points[0][0], y - points[0][1]) for x, y in points]
    return _seen_by_points(battle_map, eyes, range_cells, skylines, shifts)


def _seen_by_points(
    battle_map: BattleMap,
    eyes: Sequence[Point],
    range_cells: float | None,
    skylines: Sequence[Skyline | None],
    shifts: Sequence[Point],
) -> list[Bools]:
    """Tell of which cells any point is seen; the points are the centre, moved by each of `shifts`."""
    grid = battle_map.grid

    def is_hidden(eye: Floats, points: Floats) -> Bools:
        """Tell which points an exact ray does not reach, or the range does not."""
        hidden = wall_index(battle_map).meets_any(eye, points, stops(battle_map).sight)
        if range_cells is not None:
            hidden |= np.hypot(*(points - eye).T) > range_cells + TOUCH
        return hidden

    def by_rays(eye: Point) -> Bools:
        seen = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
        for shift in shifts:
            points = lattice(grid, (0.0, 0.0), shift)
            seen |= points.by_rows(~is_hidden(np.array(eye), points.points(np.arange(seen.size))))
        return seen

    drawn = iter(visible([one for one in skylines if one is not None], grid, is_hidden, shifts))
    return [by_rays(eye) if one is None else next(drawn) for eye, one in zip(eyes, skylines, strict=True)]


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
    skylines: Sequence[Skyline],
    grid: Grid,
    is_hidden: Callable[[Floats, Floats], Bools],
    shifts: Sequence[Point] = ((0.0, 0.0),),
) -> list[Bools]:
    """Tell for each of some eyes of which cells any point is seen, in an array [row, column].

    Args:
        skylines: those of the eyes, all with the same range.
        is_hidden: says of an eye and a point each, the point so near to the outline that rounding decides,
            whether the point is hidden or out of range.
        shifts: the points of a cell, from its centre.
    """
    cells, points = grid.rows * grid.cols, lattice(grid, (0.0, 0.0))
    count = max(_TOGETHER // (cells * len(shifts)), 1)
    found: list[Bools] = []
    for first in range(0, len(skylines), count):
        seen = _visible(skylines[first : first + count], grid, is_hidden, shifts)
        found += [points.by_rows(mask) for mask in seen.reshape(-1, cells)]
    return found


def _visible(
    skylines: Sequence[Skyline],
    grid: Grid,
    is_hidden: Callable[[Floats, Floats], Bools],
    shifts: Sequence[Point],
) -> Bools:
    """Give what `visible` does in one row: of each eye all cells, line by line of the lattice."""
    cells, each, points = grid.rows * grid.cols, len(shifts), lattice(grid, (0.0, 0.0))
    eyes = np.array([skyline.eye for skyline in skylines])
    moved = (np.array(shifts)[None] - eyes[:, None]).reshape(-1, 2)
    # Each point of a cell is judged for itself, by the same edges.
    edges, margin, is_crack, of = _edges(skylines)
    of = (of[:, None] * each + np.arange(each)).reshape(-1)
    inside, doubtful = judged(
        points, moved, np.repeat(edges, each, axis=0), of, np.repeat(margin, each), np.repeat(is_crack, each)
    )
    is_inside = np.zeros(len(moved) * cells, dtype=np.bool_)
    is_inside[inside] = True
    reach = skylines[0].reach
    if reach is not None:
        polygon, cell = np.divmod(inside, cells)
        beyond = np.hypot(*(points.points(cell) + moved[polygon]).T) - reach
        is_inside[inside[beyond > TOUCH]] = False
        doubtful = np.union1d(doubtful, inside[np.abs(beyond) <= _DOUBT])  # a wall may touch it
    is_inside[doubtful] = False
    of_points = is_inside.reshape(-1, each, cells)
    by_eyes = np.zeros((len(skylines), cells), dtype=np.bool_)
    for number in range(each):
        by_eyes |= of_points[:, number]
    seen: Bools = by_eyes.reshape(-1)
    polygon, cell = np.divmod(doubtful, cells)
    eye, shift = np.divmod(polygon, each)
    left = np.flatnonzero(~seen[eye * cells + cell])  # of the others another point is seen
    if len(left):
        eye, shift, cell = eye[left], shift[left], cell[left]
        open_ = ~is_hidden(eyes[eye], shifted_points(grid, shifts, shift, cell))
        seen[eye[open_] * cells + cell[open_]] = True
    return seen


def _edges(skylines: Sequence[Skyline]) -> tuple[Floats, Floats, Bools, Ints]:
    """Give the edges of all outlines and their cracks, as `judged` wants them, from their eyes.

    Returns:
        The edges, how near to each is too near, which are cracks, and the number of each one's eye.
    """
    reach = skylines[0].reach
    corners, of = outlines(skylines, None if reach is None else reach * _WIDER)
    edges = np.concatenate([corners, corners[_next_within(of)]], axis=1)
    is_crack = np.zeros(len(edges), dtype=np.bool_)
    cracked = [number for number, skyline in enumerate(skylines) if len(skyline.radial)]
    if cracked:
        cracks = [skylines[number].cracks() for number in cracked]
        edges = np.concatenate([edges, *cracks])
        of = np.concatenate([of, np.repeat(cracked, [len(part) for part in cracks])])
        is_crack = np.concatenate([is_crack, np.ones(len(edges) - len(is_crack), dtype=np.bool_)])
    # A wall hides what passes its end within `TOUCH`, and behind it that is the more, the farther away.
    one, other = np.hypot(edges[:, 0], edges[:, 1]), np.hypot(edges[:, 2], edges[:, 3])
    margin = _DOUBT * np.maximum(one, other) / np.minimum(one, other) + _ROUNDING
    return edges, margin, is_crack, of


def _next_within(of: Ints) -> Ints:
    """Give for each corner the number of the next one of its outline, the first after the last.

    Args:
        of: whose each corner is, one outline behind the other.
    """
    following = np.arange(1, len(of) + 1)
    last = np.flatnonzero(np.diff(of, append=-1))
    following[last] = np.concatenate([[0], last[:-1] + 1])
    return following


def uncrossed(segments: Floats) -> tuple[Floats, Ints]:
    """Cut segments where they cross, so that no two of the pieces do.

    Args:
        segments: a row (x1, y1, x2, y2) each.
    Returns:
        The pieces as four rows x1, y1, x2, y2, and for each the number of its segment.
    """
    return _crossings(segments, np.arange(len(segments))).pieces()


@dataclass(frozen=True, slots=True)
class _Crossings:
    """Where segments meet each other: pairs of them, the first with the lower number, and the point."""

    segments: Floats
    one: Ints
    other: Ints
    enter: Floats
    """The share of the first at which the point is."""
    at: Floats

    def pieces(self) -> tuple[Floats, Ints]:
        """Give what `uncrossed` does."""
        starts, ends, at = self.segments[:, :2], self.segments[:, 2:], self.at
        one, other = self.one, self.other
        ends_apart = [np.hypot(*(at - end[side]).T) for end in (starts, ends) for side in (one, other)]
        inner = np.flatnonzero(np.min(ends_apart, axis=0) > _DOUBT)
        cut, owner = np.concatenate([at[inner]] * 2), np.concatenate([one[inner], other[inner]])
        along = ((cut - starts[owner]) * (ends - starts)[owner]).sum(axis=1)
        number = np.arange(len(starts))
        points = np.concatenate([starts, cut, ends])
        owners = np.concatenate([number, owner, number])
        low, high = np.full(len(starts), -np.inf), np.full(len(starts), np.inf)
        order = np.lexsort((np.concatenate([low, along, high]), owners))
        points, owners = points[order], owners[order]
        same = np.flatnonzero(owners[1:] == owners[:-1])
        return np.concatenate([points[same], points[same + 1]], axis=1).T.copy(), owners[same]

    def carried_over(self, segments: Floats, was: Ints) -> "_Crossings | None":
        """Find where other segments meet of which many are the same; None where that is not worth while.

        Args:
            was: the number that each of them had, -1 for a new one; no number comes twice.
        """
        kept = np.flatnonzero(was >= 0)
        if 2 * len(kept) < len(segments) or (np.diff(was[kept]) < 0).any():
            return None
        place = np.full(len(self.segments), -1, dtype=np.int64)
        place[was[kept]] = kept
        still = np.flatnonzero((place[self.one] >= 0) & (place[self.other] >= 0))
        fresh = _crossings(segments, np.flatnonzero(was < 0))
        one = np.concatenate([place[self.one[still]], fresh.one])
        other = np.concatenate([place[self.other[still]], fresh.other])
        enter = np.concatenate([self.enter[still], fresh.enter])
        order = np.lexsort((other, enter, one))
        at = np.concatenate([self.at[still], fresh.at])[order]
        return _Crossings(segments, one[order], other[order], enter[order], at)


def _crossings(segments: Floats, of: Ints) -> _Crossings:
    """Find where segments meet, in pairs of which one is among those of some numbers."""
    starts, ends = segments[:, :2], segments[:, 2:]
    hits = WallIndex(segments).crossings(of)
    at = starts[hits.line] + hits.enter[:, None] * (ends - starts)[hits.line]
    return _Crossings(segments, hits.line, hits.wall, hits.enter, at)


def _look(battle_map: BattleMap, viewer: Footprint, range_cells: float | None) -> Skyline | None:
    """Give the skyline of a viewer, None where it sees nothing or has no polygon."""
    if not has_cells(battle_map.grid):
        return None
    battle_map = seen_from_above(battle_map, height_of(battle_map, viewer))
    return skyline_from(battle_map, footprint_centre(battle_map.grid, viewer), range_cells)


def skyline_from(battle_map: BattleMap, eye: Point, range_cells: float | None = None) -> Skyline | None:
    """Look around from a point, in cells; None where it sees nothing, or is not inside the map's edge."""
    return skylines_from(battle_map, [eye], range_cells)[0]


def skylines_from(
    battle_map: BattleMap, eyes: Sequence[Point], range_cells: float | None = None
) -> list[Skyline | None]:
    """Look around from some points, in cells: what `skyline_from` gives for each."""
    grid = battle_map.grid
    if not eyes or not has_cells(grid) or (range_cells is not None and range_cells <= TOUCH):
        return [None] * len(eyes)
    left, top, right, bottom = map_edge(grid)
    at = np.array(eyes, dtype=np.float64)
    blind = wall_index(battle_map).meets_any(at, at, stops(battle_map).sight)
    inside = (at > (left + TOUCH, top + TOUCH)) & (at < (right - TOUCH, bottom - TOUCH))
    looks = (~blind & inside.all(axis=1)).tolist()
    looking = [eye for eye, does in zip(eyes, looks, strict=True) if does]
    found = iter(skylines(looking, battle_map.derived(_hiding), range_cells) if looking else ())
    return [next(found) if does else None for does in looks]


@lru_cache(maxsize=32)
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
    return battle_map.shared(_crossed).pieces()


def _crossed(battle_map: BattleMap) -> _Crossings:
    """Find where walls meet: where only some are others than on the map before, by these alone."""
    left, top, right, bottom = map_edge(battle_map.grid)
    edge = [
        (left, top, right, top),
        (right, top, right, bottom),
        (right, bottom, left, bottom),
        (left, bottom, left, top),
    ]
    earlier = battle_map.earlier(_crossed)
    if earlier is not None:
        walls, crossings = earlier
        number = {id(wall): n for n, wall in enumerate(walls)}
        found = [number.pop(id(wall), -1) for wall in battle_map.walls]
        was = np.array([*found, *range(len(walls), len(walls) + len(edge))], dtype=np.int64)
        fresh = [wall for wall, n in zip(battle_map.walls, found, strict=True) if n < 0]
        segments = crossings.segments[was]
        segments[was < 0] = np.array(_rows_of(fresh), dtype=np.float64).reshape(-1, 4)
        carried = crossings.carried_over(segments, was)
        if carried is not None:
            return carried
    else:
        segments = np.array([*_rows_of(battle_map.walls), *edge], dtype=np.float64)
    return _crossings(segments, np.arange(len(segments)))


def _rows_of(walls: Iterable[Wall]) -> list[tuple[float, float, float, float]]:
    return [(*wall.start, *wall.end) for wall in walls]
