"""Which rays from a shooter reach a target, what stops or screens them, and who sees whom (README.md).

Four readings of README.md that people may ask about:
- `materials` names every wall that stopped or screened a ray, also those behind the first: a bullet has to
  pass them all.
- `first_hit` is the first wall that stops the centre ray; a low wall or a window stops none.
- A ray crosses a low wall also when it only touches it, as with every other wall.
- Where a ray runs along a low wall, any common point nearer to the target's centre than to its own start
  screens it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

import numpy as np

from rules.map.grid import (
    Footprint,
    cell_corners,
    footprint_cells,
    footprint_centre,
    footprint_points,
    has_cells,
)
from rules.map.heights import ground_at, heights_of, is_flat, on_one_level
from rules.map.model import BattleMap, Point, Wall, WallKind
from rules.map.tall_lines import Lines, floors_between, meetings, meets_any
from rules.map.walls import TOUCH, Bools, Floats, Hits, Ints, stops

_PAIRS_AT_ONCE = 2000  # of shooter and target; each is 25 rays (hexes: 49)


class RayStatus(StrEnum):
    """What became of a ray."""

    CLEAR = "clear"
    SCREENED = "screened"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Ray:
    """One ray, in cells: where it was stopped (or first screened), and by which wall."""

    start: Point
    end: Point
    status: RayStatus
    met: Point | None = None
    wall: Wall | None = None


@dataclass(frozen=True, slots=True)
class LineOfFire:
    """What the map says about a shot; the shares are of the rays of `origin`, the shooter's point used."""

    clear: bool
    blocked_share: float
    cover_share: float
    materials: tuple[str, ...] = ()
    first_hit: Wall | None = None
    origin: Point | None = None
    rays: tuple[Ray, ...] = ()

    @property
    def named_cover(self) -> tuple[str, ...]:
        """Name what the rays met first, but not the stuff of walls and doors: it would tell secret doors."""
        walls = [ray.wall for ray in self.rays if ray.wall is not None]
        named = {wall.material for wall in walls if wall.kind not in (WallKind.WALL, WallKind.DOOR)}
        return tuple(sorted(filter(None, named)))


@dataclass(frozen=True, slots=True)
class FireTable:
    """The shares for many shooters (first axis) and targets (second axis)."""

    clear: Bools
    blocked_share: Floats
    cover_share: Floats


def line_of_fire(battle_map: BattleMap, shooter: Footprint, target: Footprint) -> LineOfFire:
    """Judge the shot from one footprint at another. On a zones-only map every shot is clear and uncovered.

    It is kept with the map: the buttons of one turn ask for the same line dozens of times.
    """
    kept = battle_map.derived(_no_lines)
    if (line := kept.get((shooter, target))) is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        line = kept[shooter, target] = lines_of_fire(battle_map, shooter, [target])[0]
    return line


def prepare_lines(battle_map: BattleMap, shooters: Sequence[Footprint], targets: Sequence[Footprint]) -> None:
    """Judge the shots from each of many at each of many, together: `line_of_fire` has them ready then.

    Where there are more than are kept with a map, nothing is prepared.
    """
    kept = battle_map.derived(_no_lines)
    fresh = [s for s in dict.fromkeys(shooters) if any((s, target) not in kept for target in targets)]
    pairs = len(fresh) * len(targets)
    if not has_cells(battle_map.grid) or not pairs or pairs > _MOST_KEPT:
        return
    if len(kept) + pairs > _MOST_KEPT:
        kept.clear()
    rows = max(_PAIRS_AT_ONCE // len(targets), 1)
    for first in range(0, len(fresh), rows):
        some = fresh[first : first + rows]
        kept.update(zip(product(some, targets), _lines(battle_map, some, targets), strict=True))


def _lines(
    battle_map: BattleMap, shooters: Sequence[Footprint], targets: Sequence[Footprint]
) -> list[LineOfFire]:
    """Judge the shots from each of many at each of many: all those of the first shooter, then the next's."""
    points, ends = _points(battle_map, shooters), _points(battle_map, targets)
    heights = _heights(battle_map, shooters, targets)
    origin = _judge(battle_map, points, ends, heights).origin
    starts = points[np.arange(len(shooters))[:, None], origin]
    rays = np.stack(np.broadcast_arrays(starts[:, :, None], ends[None]), axis=3)  # shooter, target, ray, end
    centres = np.stack(np.broadcast_arrays(points[:, None, 0], ends[None, :, 0]), axis=2)
    pairs = None
    if heights is not None:
        pairs = np.stack(np.broadcast_arrays(heights[0][:, None], heights[1][None]), axis=2)
    return _explain(
        battle_map,
        rays.reshape(-1, *rays.shape[2:]),
        centres.reshape(-1, 2, 2),
        None if pairs is None else pairs.reshape(-1, 2, 2),
    )


_MOST_KEPT = 4096
"""So many lines are kept with a map."""


def _no_lines(battle_map: BattleMap) -> dict[tuple[Footprint, Footprint], LineOfFire]:
    return {}


def lines_of_fire(
    battle_map: BattleMap, shooter: Footprint, targets: Sequence[Footprint]
) -> list[LineOfFire]:
    """Judge the shots from one footprint at each of many, together."""
    if not has_cells(battle_map.grid):
        return [LineOfFire(clear=True, blocked_share=0.0, cover_share=0.0) for _ in targets]
    if not targets:
        return []
    return _lines(battle_map, [shooter], targets)


def fire_from(battle_map: BattleMap, point: Point, target: Footprint) -> LineOfFire:
    """Judge the rays from one point of the ground, such as a blast's centre, at a footprint."""
    if not has_cells(battle_map.grid):
        return LineOfFire(clear=True, blocked_share=0.0, cover_share=0.0)
    ends = _points(battle_map, [target])
    starts = np.array([point], dtype=np.float64)
    rays = np.stack(np.broadcast_arrays(starts[:, None], ends), axis=2)
    centres = np.stack([starts, ends[:, 0]], axis=1)
    heights = None
    if not is_flat(battle_map, (target,)):
        heights = np.array([[[ground_at(battle_map, point), 0.0], *heights_of(battle_map, [target])]])
    return _explain(battle_map, rays, centres, heights)[0]


def fire_table(
    battle_map: BattleMap, shooters: Sequence[Footprint], targets: Sequence[Footprint]
) -> FireTable:
    """Judge the shots from each of many footprints at each of many, without the single rays."""
    shape = len(shooters), len(targets)
    if not has_cells(battle_map.grid) or 0 in shape:
        return FireTable(np.ones(shape, dtype=np.bool_), np.zeros(shape), np.zeros(shape))
    starts, ends = _points(battle_map, shooters), _points(battle_map, targets)
    rows = max(_PAIRS_AT_ONCE // len(targets), 1)
    heights = _heights(battle_map, shooters, targets)

    def judged(some: slice) -> _Judged:
        mine = None if heights is None else (heights[0][some], heights[1])
        return _judge(battle_map, starts[some], ends, mine)

    parts = [judged(slice(first, first + rows)) for first in range(0, len(starts), rows)]
    stopped = np.concatenate([part.stopped for part in parts])
    screened = np.concatenate([part.screened for part in parts])
    rays = ends.shape[1]
    return FireTable(stopped < rays, stopped / rays, (stopped + screened) / rays)


def sees(battle_map: BattleMap, viewer: Footprint, target: Footprint) -> bool:
    """Tell whether any of the target's points can be seen from the middle of the viewer's footprint."""
    return sees_which(battle_map, viewer, [target])[0]


def sees_which(
    battle_map: BattleMap, viewer: Footprint, targets: Sequence[Footprint], range_cells: float | None = None
) -> list[bool]:
    """Tell for each target whether the viewer sees it. On a zones-only map everybody sees everybody.

    Args:
        range_cells: how far the viewer sees from its middle, in cells; None for any distance.
    """
    if not has_cells(battle_map.grid) or not targets:
        return [True] * len(targets)
    eye = np.array(footprint_centre(battle_map.grid, viewer))
    ends = _points(battle_map, targets)
    points, heights = ends.reshape(-1, 2), None
    if not is_flat(battle_map, (viewer, *targets)):
        theirs = np.repeat(heights_of(battle_map, targets), ends.shape[1], axis=0)
        heights = np.stack(np.broadcast_arrays(heights_of(battle_map, [viewer]), theirs), axis=1)
    lines = Lines(np.broadcast_to(eye, points.shape), points, heights)
    hidden = meets_any(battle_map, lines, stops(battle_map).sight)
    if range_cells is not None:
        hidden |= np.hypot(*(ends.reshape(-1, 2) - eye).T) > range_cells + TOUCH
    visible: Bools = np.any(~hidden.reshape(ends.shape[:2]), axis=1)
    return [bool(seen) for seen in visible]


def standing_between(
    battle_map: BattleMap, shooter: Footprint, target: Footprint, others: Mapping[str, Footprint]
) -> tuple[str, ...]:
    """List those of `others` on the ray between the two centres, nearest to the shooter first.

    The ray has to pass through (or along) a cell of theirs: one that it only touches at a corner does not
    count.
    """
    grid = battle_map.grid
    if not has_cells(grid) or not on_one_level(battle_map, (shooter, target)):
        return ()
    start, end = footprint_centre(grid, shooter), footprint_centre(grid, target)
    found = []
    for name, other in others.items():
        spans = [_inside(start, end, cell_corners(grid, cell)) for cell in footprint_cells(grid, other)]
        entered = [span[0] for span in spans if (span[1] - span[0]) * math.dist(start, end) > TOUCH]
        if entered:
            found.append((round(min(entered), 9), name))
    return tuple(name for _, name in sorted(found, key=lambda pair: pair[0]))


def _inside(start: Point, end: Point, corners: Sequence[Point]) -> tuple[float, float]:
    """Give the shares of a line between which it lies inside a convex polygon, listed clockwise."""
    enter, leave = 0.0, 1.0
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        before = ((x2 - x1) * (start[1] - y1) - (y2 - y1) * (start[0] - x1)) / length
        after = ((x2 - x1) * (end[1] - y1) - (y2 - y1) * (end[0] - x1)) / length
        if before < -TOUCH and after < -TOUCH:
            return 0.0, 0.0
        if before < -TOUCH:
            enter = max(enter, before / (before - after))
        elif after < -TOUCH:
            leave = min(leave, before / (before - after))
    return enter, leave


@dataclass(frozen=True, slots=True)
class _Judged:
    """For each shooter and target the point used, and how many of its rays are stopped and screened."""

    origin: Ints
    stopped: Ints
    screened: Ints


def _points(battle_map: BattleMap, footprints: Sequence[Footprint]) -> Floats:
    return np.array([footprint_points(battle_map.grid, footprint) for footprint in footprints])


_A_FLOOR = -1
"""Stands for the number of a wall where a ray is stopped by the floor of a level."""
_Heights = tuple[Floats, Floats] | None
"""`heights_of` the shooters and of the targets; None where heights make no difference."""


def _heights(battle_map: BattleMap, shooters: Sequence[Footprint], targets: Sequence[Footprint]) -> _Heights:
    if is_flat(battle_map, (*shooters, *targets)):
        return None
    return heights_of(battle_map, shooters), heights_of(battle_map, targets)


def _judge(battle_map: BattleMap, starts: Floats, ends: Floats, heights: _Heights) -> _Judged:
    """Choose the point of each shooter for each target, from all rays between their points."""
    shooters, mine = starts.shape[:2]
    targets, theirs = ends.shape[:2]
    shape = shooters, targets, mine, theirs
    begin = np.broadcast_to(starts[:, None, :, None], (*shape, 2)).reshape(-1, 2)
    end = np.broadcast_to(ends[None, :, None], (*shape, 2)).reshape(-1, 2)
    rising = None
    if heights is not None:
        both = heights[0][:, None, None, None], heights[1][None, :, None, None]
        rising = np.stack([np.broadcast_to(one, (*shape, 2)).reshape(-1, 2) for one in both], axis=1)
    lines, what = Lines(begin, end, rising), stops(battle_map)
    stopped = meets_any(battle_map, lines, what.fire)
    screened = np.zeros(len(begin), dtype=np.bool_)
    if what.low.any():
        open_rays = np.flatnonzero(~stopped)
        centre = np.broadcast_to(ends[None, :, None, :1], (*shape, 2)).reshape(-1, 2)
        hits = meetings(battle_map, lines.some(open_rays), what.low)
        screens = _screens(hits, begin[open_rays], end[open_rays], centre[open_rays])
        screened[open_rays[hits.line[screens]]] = True
    stopped_rays = stopped.reshape(shape).sum(axis=3)
    screened_rays = screened.reshape(shape).sum(axis=3)
    # One number orders the points by stopped, then screened; of equals argmin takes the first listed.
    origin = (stopped_rays * (theirs + 1) + screened_rays).argmin(axis=2)
    chosen = origin[:, :, None]
    return _Judged(
        origin,
        np.take_along_axis(stopped_rays, chosen, axis=2)[:, :, 0],
        np.take_along_axis(screened_rays, chosen, axis=2)[:, :, 0],
    )


def _screens(hits: Hits, starts: Floats, ends: Floats, centres: Floats) -> Bools:
    """Tell which meetings with low walls lie nearer to the target's centre than to the ray's start."""
    start, along, centre = starts[hits.line], (ends - starts)[hits.line], centres[hits.line]
    apart = centre - start
    length = np.hypot(apart[:, 0], apart[:, 1])
    # Measured from the line halfway between the two: a point on it (common on a grid) screens nothing.
    beyond = TOUCH * length + length * length / 2
    at_enter = hits.enter * (along * apart).sum(axis=1)
    at_leave = hits.leave * (along * apart).sum(axis=1)
    nearer: Bools = np.maximum(at_enter, at_leave) > beyond
    return nearer


def _explain(
    battle_map: BattleMap, rays: Floats, centres: Floats, heights: Floats | None
) -> list[LineOfFire]:
    """Tell of each ray what it met, and sum up; the ray between the centres goes along for `first_hit`."""
    targets, each = rays.shape[:2]
    lines = np.concatenate([rays.reshape(-1, 2, 2), centres])
    aims = np.concatenate([np.repeat(centres[:, 1], each, axis=0), centres[:, 1]])
    starts, ends = lines[:, 0], lines[:, 1]
    rising = None if heights is None else np.concatenate([np.repeat(heights, each, axis=0), heights])
    what = stops(battle_map)
    hits = meetings(battle_map, Lines(starts, ends, rising), what.fire | what.low)
    stopping = what.fire[hits.wall]
    counts = stopping | _screens(hits, starts, ends, aims)
    met: dict[int, list[tuple[int, float, bool]]] = {}
    rows = zip(hits.line.tolist(), hits.wall.tolist(), hits.enter.tolist(), stopping.tolist(), strict=True)
    for row, counted in zip(rows, counts.tolist(), strict=True):
        if counted:
            met.setdefault(row[0], []).append(row[1:])
    if battle_map.levels and rising is not None:
        floors = floors_between(battle_map, Lines(starts, ends, rising))
        for line in np.flatnonzero(np.isfinite(floors)).tolist():
            met.setdefault(line, []).append((_A_FLOOR, float(floors[line]), True))
    told = [_ray(battle_map, lines[i], met.get(i, ())) for i in range(len(lines))]
    return [
        _summed(told[first : first + each], told[targets * each + number][0])
        for number, first in enumerate(range(0, targets * each, each))
    ]


def _ray(battle_map: BattleMap, line: Floats, met: Sequence[tuple[int, float, bool]]) -> tuple[Ray, set[str]]:
    """Tell what became of a ray, and the materials of all that stopped it (if nothing did, screened it)."""
    (x1, y1), (x2, y2) = line.tolist()
    stopped = [(wall, share) for wall, share, stopping in met if stopping]
    found = stopped or [(wall, share) for wall, share, _ in met]
    if not found:
        return Ray((x1, y1), (x2, y2), RayStatus.CLEAR), set()
    nearest = min(share for _, share in found)
    room = TOUCH / max(math.hypot(x2 - x1, y2 - y1), TOUCH)
    first = min(
        wall for wall, share in found if share <= nearest + room
    )  # of two met at their joint, the first listed
    point = x1 + nearest * (x2 - x1), y1 + nearest * (y2 - y1)
    status = RayStatus.STOPPED if stopped else RayStatus.SCREENED
    walls = battle_map.walls
    materials = {walls[wall].material or "" for wall, _ in found if wall != _A_FLOOR} - {""}
    return Ray((x1, y1), (x2, y2), status, point, None if first == _A_FLOOR else walls[first]), materials


def _summed(told: Sequence[tuple[Ray, set[str]]], centre: Ray) -> LineOfFire:
    rays = tuple(ray for ray, _ in told)
    stopped = sum(ray.status is RayStatus.STOPPED for ray in rays)
    screened = sum(ray.status is RayStatus.SCREENED for ray in rays)
    return LineOfFire(
        clear=stopped < len(rays),
        blocked_share=stopped / len(rays),
        cover_share=(stopped + screened) / len(rays),
        materials=tuple(sorted(set().union(*(materials for _, materials in told)))),
        first_hit=centre.wall if centre.status is RayStatus.STOPPED else None,
        origin=rays[0].start,
        rays=rays,
    )
