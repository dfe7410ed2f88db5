"""Which walls a straight line meets, for many lines at once.

Touching counts (README.md, Touching): a line meets a wall when the least distance between the two closed
segments is at most `TOUCH` cells. That holds at the wall's ends, along a wall that the line runs in, and at
the line's own ends. Both segments are turned the same way round before they are measured, so a line meets the
same walls in both directions to the last bit.

Once it is asked more than a little, the index is a uniform grid of buckets, each with the walls that pass
through it. It is kept twice, by columns and by rows, so that the buckets a line crosses in one column (or
row) are one slice of it: a line takes as many slices as it crosses columns or rows, whichever are fewer, and
all lines are sliced and tested together in numpy.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from rules.map.model import BattleMap, DoorState, Point, Wall, WallKind

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

TOUCH = 1e-9
"""Segments at most so far apart touch, in cells."""

_PAD = 1e-6  # of a bucket: what a slice takes in beyond its line, so that rounding loses no wall
_STEEP = (
    1e-3  # of a bucket: a line that leans less is taken as upright; a steeper slope would outgrow the pad
)
_SPARED = 100_000
"""Pairs of a line and a wall that are looked at before walls are filed: most maps as they are known are asked
little, and are others after the next step."""
_FEW = 50_000
"""Pairs of a line and a wall of which all boxes are compared sooner than buckets are looked up."""
_NEAR = 1e-6  # cells: how far apart the boxes of a line and a wall may be that touch, whatever is rounded
_BUCKETS_PER_WALL = 4
_MAX_SIDE = 1024
_PARTS = (4.0, 16.0)  # buckets along a line at which it is asked whether it has met a wall already ...
_MANY = 2000  # ... where there are so many lines that asking pays
_CHUNK = (
    16384  # lines taken at once: bounds the memory, and is past the size where numpy's own overhead shows
)


@dataclass(frozen=True, slots=True)
class Hits:
    """Where lines meet walls: one row for each line and wall, by line, then along the line, then by wall.

    `enter` and `leave` are the first and last common points as shares of the line, 0 at its start and 1 at
    its end; they differ only where the line runs along the wall.
    """

    line: Ints
    wall: Ints
    enter: Floats
    leave: Floats


class WallIndex:
    """Segments, filed by where they lie. Knows no kinds and no doors: the caller says which count."""

    def __init__(self, segments: npt.ArrayLike) -> None:
        """File the segments.

        Args:
            segments: one row (x1, y1, x2, y2) for each wall, in cells.
        """
        rows = np.asarray(segments, dtype=np.float64).reshape(-1, 4)
        rows, self._turned = _one_way(rows)
        self.count = len(rows)
        self._x, self._y = rows[:, 0].copy(), rows[:, 1].copy()
        self._dx, self._dy = rows[:, 2] - rows[:, 0], rows[:, 3] - rows[:, 1]
        self._rows, self._spared, self._few = rows, _SPARED, _FEW
        self._is_filed = False

    def _file(self) -> None:
        """File the walls, once."""
        if self._is_filed:
            return
        rows = self._rows
        low = rows.reshape(-1, 2).min(axis=0) if self.count else np.zeros(2)
        high = rows.reshape(-1, 2).max(axis=0) if self.count else np.ones(2)
        width, height = np.maximum(high - low, 1.0)
        side = max(float(np.sqrt(width * height / (_BUCKETS_PER_WALL * max(self.count, 1)))), 0.25)
        side = max(side, float(max(width, height)) / _MAX_SIDE)
        self._origin, self._scale = low, 1.0 / side
        self._side = side_count = int(max(width, height) / side) + 1
        x1, y1, x2, y2 = ((rows - np.tile(low, 2)) / side).T
        wall, column, first, last = _slices(x1, y1, x2, y2, side_count)
        at, row = ranges(first, last - first + 1)
        wall, column = wall[at], column[at]
        by_column, by_row = column * side_count + row, row * side_count + column
        keys = np.concatenate([by_column, by_row + side_count * side_count])
        order = np.argsort(keys, kind="stable")
        self._walls = np.concatenate([wall, wall])[order]
        counts = np.bincount(keys, minlength=2 * side_count * side_count)
        self._start = np.concatenate([[0], np.cumsum(counts)])
        self._is_filed = True

    def meets_any(self, starts: npt.ArrayLike, ends: npt.ArrayLike, which: Bools | None = None) -> Bools:
        """Tell for each line whether it meets any wall of `which` (default: any at all).

        Args:
            starts, ends: one point (x, y) for each line, in cells.
            which: one truth value for each wall.
        """
        lines, _ = _lines(starts, ends)
        met = np.zeros(len(lines), dtype=np.bool_)
        if self.count and (which is None or which.any()):
            for first in range(0, len(lines), _CHUNK):
                met[first : first + _CHUNK] = self._any(lines[first : first + _CHUNK], which)
        return met

    def _any(self, lines: Floats, which: Bools | None) -> Bools:
        """Tell which lines meet a wall, part by part: most that are stopped are so near their start."""
        met = np.zeros(len(lines), dtype=np.bool_)
        if len(lines) < _MANY:
            line, wall = self._candidates(lines, which)
            if len(line):
                self._mark(met, lines, line, wall)
            return met
        self._file()
        left = np.arange(len(lines))
        buckets = np.abs(lines[:, 2:] - lines[:, :2]).max(axis=1, initial=0) * self._scale
        done = 0.0
        for upto in (*_PARTS, math.inf):
            begin = np.minimum(done / np.maximum(buckets[left], 1), 1.0)
            end = np.minimum(upto / np.maximum(buckets[left], 1), 1.0)
            line, wall = self._candidates(lines[left], which, begin, end)
            stopped = np.zeros(len(left), dtype=np.bool_)
            self._mark(stopped, lines[left], line, wall)
            met[left[stopped]] = True
            left = left[~met[left] & (end < 1.0)]
            done = upto
        return met

    def meetings(
        self,
        starts: npt.ArrayLike,
        ends: npt.ArrayLike,
        which: Bools | None = None,
        *,
        onward: bool = False,
    ) -> Hits:
        """List every wall of `which` (default: all) that each line meets, and where.

        Args:
            starts, ends: one point (x, y) for each line, in cells.
            which: one truth value for each wall.
            onward: whether only walls with a higher number than the line's count: of walls that meet each
                other each pair comes once then, and none with itself.
        """
        lines, turned = _lines(starts, ends)
        parts = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))]
        if self.count and (which is None or which.any()):
            for first in range(0, len(lines), _CHUNK):
                part = lines[first : first + _CHUNK]
                line, wall = self._candidates(part, which)
                if onward:
                    later = wall > line + first
                    line, wall = line[later], wall[later]
                line, wall, enter, leave = self._meetings_once(part, line, wall)
                parts.append((line + first, wall, enter, leave))
        line, wall, enter, leave = (np.concatenate(column) for column in zip(*parts, strict=True))
        return _in_order(line, wall, enter, leave, turned)

    def crossings(self, of: Ints) -> Hits:
        """List each pair of walls that meet, once, in which any of some walls is: the line is the lower one.

        Of all walls that is what `meetings` tells of their own lines `onward`.
        """
        line, wall = self._candidates(self._rows[of], None)
        line = of[line]
        one, other = np.minimum(line, wall), np.maximum(line, wall)
        apart = one < other
        line, wall, enter, leave = self._meetings_once(self._rows, one[apart], other[apart])
        return _in_order(line, wall, enter, leave, self._turned)

    def _meetings_once(self, lines: Floats, line: Ints, wall: Ints) -> tuple[Ints, Ints, Floats, Floats]:
        """Give what `_meetings` does, each pair once: it may lie in several buckets."""
        line, wall, enter, leave = self._meetings(lines, line, wall)
        _, once = np.unique(line * self.count + wall, return_index=True)
        return line[once], wall[once], enter[once], leave[once]

    def _candidates(
        self, lines: Floats, which: Bools | None, begin: Floats | float = 0.0, end: Floats | float = 1.0
    ) -> tuple[Ints, Ints]:
        """Pair each line with the walls of the buckets that it crosses; a pair may come more than once.

        Args:
            begin, end: the shares of the line between which to look.
        """
        pairs = len(lines) * self.count
        if pairs <= self._few:
            return self._beside(lines, which)
        if not self._is_filed:
            self._spared -= pairs
            if self._spared >= 0:
                return self._beside(lines, which)
            self._file()
        n = self._side
        x1, y1, x2, y2 = ((lines - np.tile(self._origin, 2)) * self._scale).T
        dx, dy = x2 - x1, y2 - y1
        x1, y1, x2, y2 = x1 + begin * dx, y1 + begin * dy, x1 + end * dx, y1 + end * dy
        flat = np.abs(x2 - x1) > np.abs(y2 - y1)
        u1, v1 = np.where(flat, y1, x1), np.where(flat, x1, y1)
        u2, v2 = np.where(flat, y2, x2), np.where(flat, x2, y2)
        line, column, first, last = _slices(u1, v1, u2, v2, n)
        base = column * n + flat[line] * (n * n)
        entries = self._start[base + first]
        length = self._start[base + last + 1] - entries
        full = np.flatnonzero(length)
        at, entry = ranges(entries[full], length[full])
        line, wall = line[full][at], self._walls[entry]
        if which is not None and not which.all():
            keep = which[wall]
            line, wall = line[keep], wall[keep]
        return line, wall

    def _beside(self, lines: Floats, which: Bools | None) -> tuple[Ints, Ints]:
        """Pair each line with the walls whose box touches its own: of few, that is soonest done."""
        left, right, low, high = self._boxes
        top, bottom = np.minimum(lines[:, 1], lines[:, 3]), np.maximum(lines[:, 1], lines[:, 3])
        near = (lines[:, 2, None] >= left) & (lines[:, 0, None] <= right)
        near &= (bottom[:, None] >= low) & (top[:, None] <= high)
        line, wall = np.divmod(np.flatnonzero(near), self.count)
        if which is not None and len(wall):
            keep = which[wall]
            line, wall = line[keep], wall[keep]
        return line, wall

    @cached_property
    def _boxes(self) -> tuple[Floats, Floats, Floats, Floats]:
        """Give the left, right, low and high of what is near enough to each wall to touch it."""
        x1, y1, x2, y2 = self._rows.T
        return x1 - _NEAR, x2 + _NEAR, np.minimum(y1, y2) - _NEAR, np.maximum(y1, y2) + _NEAR

    def _mark(self, met: Bools, lines: Floats, line: Ints, wall: Ints) -> None:
        """Mark the lines of the pairs that meet; of one that crosses a wall no touch is looked for."""
        line, wall, _, _, cross = self._close(lines, line, wall)
        met[line[cross]] = True
        doubt = np.flatnonzero(~met[line])
        if len(doubt):
            at = line[doubt]
            _, leave = _touching(lines[at], self._ends(wall[doubt]))
            met[at[leave >= 0]] = True

    def _meetings(self, lines: Floats, line: Ints, wall: Ints) -> tuple[Ints, Ints, Floats, Floats]:
        """Keep the pairs that meet, with the shares of the line where they do."""
        line, wall, side_p, side_q, cross = self._close(lines, line, wall)
        with np.errstate(divide="ignore", invalid="ignore"):
            enter = np.where(cross, side_p / (side_p - side_q), np.inf)
        leave = np.where(cross, enter, -np.inf)
        doubt = np.flatnonzero(~cross)
        if len(doubt):
            enter[doubt], leave[doubt] = _touching(lines[line[doubt]], self._ends(wall[doubt]))
            met = np.flatnonzero(leave >= 0)
            line, wall, enter, leave = line[met], wall[met], enter[met], leave[met]
        return line, wall, enter, leave

    def _ends(self, wall: Ints) -> Floats:
        """Give both ends of some walls, a row (x1, y1, x2, y2) each."""
        x, y = self._x[wall], self._y[wall]
        return np.stack([x, y, x + self._dx[wall], y + self._dy[wall]], axis=1)

    def _close(self, lines: Floats, line: Ints, wall: Ints) -> tuple[Ints, Ints, Floats, Floats, Bools]:
        """Keep the pairs that may meet.

        Returns:
            The pairs, on which side of its wall each line begins and ends, and which cross beyond doubt.
        """
        px, py = lines[:, 0], lines[:, 1]
        dx, dy = lines[:, 2] - px, lines[:, 3] - py
        slack = TOUCH * np.hypot(dx, dy)
        # Where the wall's ends lie beside the line: most pairs fall out here, so this comes first.
        wx, wy = self._x[wall] - px[line], self._y[wall] - py[line]
        lx, ly, room = dx[line], dy[line], slack[line]
        turn = lx * self._dy[wall] - ly * self._dx[wall]
        side_a = lx * wy - ly * wx
        side_b = side_a + turn
        near = np.flatnonzero((np.minimum(side_a, side_b) <= room) & (np.maximum(side_a, side_b) >= -room))
        line, wall, wx, wy, turn = line[near], wall[near], wx[near], wy[near], turn[near]
        side_a, side_b = side_a[near], side_b[near]
        ex, ey = self._dx[wall], self._dy[wall]
        side_p = ey * wx - ex * wy
        side_q = side_p - turn
        room = TOUCH * np.hypot(ex, ey)
        near = np.flatnonzero((np.minimum(side_p, side_q) <= room) & (np.maximum(side_p, side_q) >= -room))
        side_p, side_q = side_p[near], side_q[near]
        return (
            line[near],
            wall[near],
            side_p,
            side_q,
            (side_a[near] * side_b[near] < 0) & (side_p * side_q < 0),
        )


def _in_order(line: Ints, wall: Ints, enter: Floats, leave: Floats, turned: Bools) -> Hits:
    """Sort meetings, and tell the shares of lines that were turned from where they began before that."""
    back = turned[line]
    enter, leave = np.where(back, 1.0 - leave, enter), np.where(back, 1.0 - enter, leave)
    order = np.lexsort((wall, enter, line))
    return Hits(line[order], wall[order], enter[order], leave[order])


def _lines(starts: npt.ArrayLike, ends: npt.ArrayLike) -> tuple[Floats, Bools]:
    a, b = np.broadcast_arrays(np.asarray(starts, dtype=np.float64), np.asarray(ends, dtype=np.float64))
    return _one_way(np.concatenate([a.reshape(-1, 2), b.reshape(-1, 2)], axis=1))


def _one_way(rows: Floats) -> tuple[Floats, Bools]:
    """Turn each segment so that it runs to the right (or straight down), and tell which were turned."""
    x1, y1, x2, y2 = rows.T
    turned = (x1 > x2) | ((x1 == x2) & (y1 > y2))
    return np.where(turned[:, None], rows[:, [2, 3, 0, 1]], rows), turned


def ranges(first: Ints, length: Ints) -> tuple[Ints, Ints]:
    """Write out ranges: for each number in them the range it comes from, and the number."""
    at = np.repeat(np.arange(len(length)), length)
    offset = first - (np.cumsum(length) - length)
    return at, offset[at] + np.arange(len(at))


def _slices(u1: Floats, v1: Floats, u2: Floats, v2: Floats, side: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Cut lines along the columns of a grid of `side` by `side` buckets.

    The outermost buckets reach to infinity, so that what lies outside is filed too.

    Returns:
        For each line and column: the line, the column, and the first and last bucket in it to look at.
    """
    back = u1 > u2
    u1, u2, v1, v2 = (
        np.where(back, u2, u1),
        np.where(back, u1, u2),
        np.where(back, v2, v1),
        np.where(back, v1, v2),
    )
    width = u2 - u1
    upright = width < _STEEP
    slope = (v2 - v1) / np.where(upright, 1.0, width)
    first = np.clip(np.floor(u1 - _PAD), 0, side - 1).astype(np.int64)
    last = np.clip(np.floor(u2 + _PAD), 0, side - 1).astype(np.int64)
    line, column = ranges(first, last - first + 1)
    left = np.where(column == first[line], 0.0, column - _PAD - u1[line])
    right = np.where(column == last[line], width[line], column + (1 + _PAD) - u1[line])
    lean, begin = slope[line], v1[line]
    whole = upright[line]
    one = np.where(whole, begin, begin + left * lean)
    two = np.where(whole, v2[line], begin + right * lean)
    top = np.clip(np.minimum(one, two) - _PAD, 0, side - 1).astype(np.int64)
    bottom = np.clip(np.maximum(one, two) + _PAD, 0, side - 1).astype(np.int64)
    return line, column, top, bottom


def _touching(lines: Floats, walls: Floats) -> tuple[Floats, Floats]:
    """Give the first and last share of each line at which it touches its wall without crossing it.

    Two segments that do not cross are nearest at an end of one of them, so the four ends decide. Where none
    is near enough the shares are inf and -inf.
    """
    p, q, a, b = lines[:, :2], lines[:, 2:], walls[:, :2], walls[:, 2:]
    starts, ends = np.concatenate([p, p, a, a]), np.concatenate([q, q, b, b])
    share, gap = _nearest(np.concatenate([a, b, p, q]), starts, ends)
    shares = share.reshape(4, -1)
    shares[2], shares[3] = 0.0, 1.0
    touch = gap.reshape(4, -1) <= TOUCH
    return np.where(touch, shares, np.inf).min(axis=0), np.where(touch, shares, -np.inf).max(axis=0)


def _nearest(point: Floats, start: Floats, end: Floats) -> tuple[Floats, Floats]:
    """Give the share of each segment nearest to its point, and how far apart they are there."""
    (x, y), (dx, dy) = (point - start).T, (end - start).T
    square = dx * dx + dy * dy
    share = (x * dx + y * dy) / np.where(square > 0, square, 1.0)
    share = np.minimum(np.maximum(share, 0.0), 1.0)
    sx, sy = start.T
    px, py = point.T
    return share, np.hypot(px - (sx + share * dx), py - (sy + share * dy))


def wall_index(battle_map: BattleMap) -> WallIndex:
    """Give the index of a map's walls, built once; a map that differs only in its doors shares it."""
    return battle_map.shared(_build_index)


def _build_index(battle_map: BattleMap) -> WallIndex:
    return WallIndex([(*wall.start, *wall.end) for wall in battle_map.walls])


@dataclass(frozen=True, slots=True)
class Stops:
    """What each wall of a map stops as its doors now stand: a truth value for each wall, in order."""

    fire: Bools
    sight: Bools
    movement: Bools
    low: Bools


def stops(battle_map: BattleMap) -> Stops:
    """Tell what each wall stops: walls and closed doors all, windows movement, curtains sight and fire."""
    return battle_map.derived(_build_stops)


def _build_stops(battle_map: BattleMap) -> Stops:
    kept = battle_map.shared(_without_doors)
    shut = np.zeros(len(battle_map.walls), dtype=np.bool_)
    for number in kept.doors:
        shut[number] = battle_map.walls[number].state is not DoorState.OPEN
    return Stops(kept.fire | shut, kept.sight | shut, kept.movement | shut, kept.low)


@dataclass(frozen=True, slots=True)
class _WithoutDoors:
    """What the walls stop that are no doors, and the numbers of the doors: as long as nobody draws."""

    fire: Bools
    sight: Bools
    movement: Bools
    low: Bools
    doors: tuple[int, ...]


def _without_doors(battle_map: BattleMap) -> _WithoutDoors:
    kinds = [wall.kind for wall in battle_map.walls]

    def those(*wanted: WallKind) -> Bools:
        return np.fromiter((kind in wanted for kind in kinds), dtype=np.bool_, count=len(kinds))

    opaque = those(WallKind.WALL, WallKind.SIGHT)
    doors = tuple(number for number, kind in enumerate(kinds) if kind is WallKind.DOOR)
    return _WithoutDoors(opaque, opaque, those(WallKind.WALL, WallKind.WINDOW), those(WallKind.LOW), doors)


def door_numbers(battle_map: BattleMap) -> tuple[int, ...]:
    """List the numbers of the walls that are doors."""
    return battle_map.shared(_without_doors).doors


def distance_to(wall: Wall, point: Point) -> float:
    """Give how far a point is from a wall, in map units."""
    (x, y), (x1, y1), (x2, y2) = point, wall.start, wall.end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return math.dist(point, (x1 + share * dx, y1 + share * dy))
