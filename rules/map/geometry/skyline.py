"""The nearest wall in every direction from one point, and the outline of what lies before it.

The directions of all wall ends, sorted, cut the circle into intervals. Walls that do not cross keep their
order of nearness all through an interval that both span, so one comparison decides: each wall is put on the
O(log W) nodes of a binary tree over the intervals that make up its span, every node keeps its nearest wall,
and what a node keeps is handed down to the leaves. All of it is done in numpy, level by level, in O(W log W).

Where few walls span an interval, as in rooms, all pairs of the two are compared at once instead: a tree of a
few hundred leaves takes numpy longer to call for than to count.

Many eyes look around at once: their walls stand in one row of intervals, each eye's behind those of the one
before, with one interval between them that nothing spans.

A wall that points at the eye spans no interval, and so bounds nothing; it hides only what stands exactly
behind it. `Skyline.cracks` tells where that is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.map.geometry.hidden_walls import Heading, unhidden
from rules.map.model import Point
from rules.map.walls import TOUCH, Bools, Floats, Ints, ranges

ARC_STEP = math.radians(1.0)
"""The longest piece of a circle that is drawn as one straight line. What lies between the piece and its line
is less than 0.006 % of the disc."""

_TOGETHER = 8_192
"""Walls that are looked at at once, counted for each eye: past that they take memory, and no less time."""
_PAIRS = 30_000
"""Pairs of an interval and a wall that spans it: with more the tree is quicker than to compare them all."""
_EQUAL = 1e-12
"""Depths that differ by so small a part are of walls that lie on each other: the first of them counts."""
_NONE = -1
_COMPASS = np.array([1.0, 0.0, -1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0, -1.0, 0.0]), np.arange(5.0)
"""Directions and their turns; the last is the first again, the whole way round."""


@dataclass(frozen=True, slots=True, eq=False)
class Skyline:
    """What is nearest in each direction, in runs of directions that have the same wall.

    Attributes:
        reach: the range, in cells, if there is one.
        starts, ends: for each run, clockwise (as y runs down) from the direction to the right, the first and
        the last point that is seen of its wall, from the eye.
        is_arc: the runs that nothing bounds but the range; there the two points lie on the circle.
        radial: the walls that point at the eye, a row (x1, y1, x2, y2) each, from the eye.
    """

    eye: Point
    reach: float | None
    starts: Floats
    ends: Floats
    is_arc: Bools
    radial: Floats

    def area(self) -> float:
        """Give the area of all that is seen, circles and all: exact but for rounding."""
        (ax, ay), (bx, by) = self.starts.T, self.ends.T
        cross = ax * by - ay * bx
        doubled = cross[~self.is_arc].sum()
        if self.reach is not None:
            angles = np.arctan2(cross, ax * bx + ay * by)[self.is_arc]
            doubled += angles.sum() * self.reach * self.reach
        return float(doubled) / 2

    def outline(self, arc_radius: float | None = None) -> Floats:
        """Give the corners of all that is seen, clockwise, from the eye; circles in pieces of `ARC_STEP`.

        Args:
            arc_radius: where to draw the range's circle, if not at the range.
        """
        return outlines([self], arc_radius)[0]

    def cracks(self) -> Floats:
        """Give what walls that point at the eye hide: a row (x1, y1, x2, y2) each, from the eye."""
        if not len(self.radial):
            return np.zeros((0, 4))
        a, b = self.radial[:, :2], self.radial[:, 2:]
        near_a, near_b = np.hypot(a[:, 0], a[:, 1]), np.hypot(b[:, 0], b[:, 1])
        near = np.minimum(near_a, near_b)
        start = np.where((near_a <= near_b)[:, None], a, b)
        far = max(np.hypot(self.starts[:, 0], self.starts[:, 1]).max(), near.max())
        return np.concatenate([start, start * (far / near)[:, None]], axis=1)


def outlines(around: Sequence[Skyline], arc_radius: float | None = None) -> tuple[Floats, Ints]:
    """Give the corners of several outlines, each as `Skyline.outline` has it, and whose each corner is."""
    starts, ends = (np.concatenate([getattr(one, name) for one in around]) for name in ("starts", "ends"))
    of = np.repeat(np.arange(len(around)), [len(one.starts) for one in around])
    arc = np.concatenate([one.is_arc for one in around])
    points = np.stack([starts, ends], axis=1)
    if not arc.any():
        return _distinct(points.reshape(-1, 2), np.repeat(of, 2))
    reach = np.array([one.reach if one.reach is not None else 0.0 for one in around])
    radius = arc_radius or reach[of]
    angle = np.arctan2(starts[:, 1], starts[:, 0])
    (ax, ay), (bx, by) = starts.T, ends.T
    wide = np.where(arc, np.arctan2(ax * by - ay * bx, ax * bx + ay * by), 0.0)
    pieces = np.where(arc, np.ceil(wide / ARC_STEP), 1).astype(np.int64)
    pieces = np.maximum(pieces, 1)
    run, step = ranges(np.zeros(len(pieces), dtype=np.int64), pieces + 1)
    on = angle[run] + wide[run] * (step / pieces[run])
    drawn = np.stack([np.cos(on), np.sin(on)], axis=1) * np.broadcast_to(radius, len(of))[run, None]
    straight = points[run, np.minimum(step, 1)]
    return _distinct(np.where(arc[run][:, None], drawn, straight), of[run])


def skylines(eyes: Sequence[Point], segments: Floats, reach: float | None = None) -> list[Skyline]:
    """Look around from some points, which takes little longer than from one of them.

    Args:
        eyes: no wall touches any.
        segments: walls that do not cross, as four rows x1, y1, x2, y2. Without a reach they have to surround
            the eyes.
        reach: the range, in cells; above 0.
    """
    count = max(_TOGETHER // max(segments.shape[1], 1), 1)
    parts = (eyes[first : first + count] for first in range(0, len(eyes), count))
    return [skyline for part in parts for skyline in _Around(part, segments, reach).skylines()]


class _Around:
    """The walls about some eyes, each eye's behind those of the one before."""

    def __init__(self, eyes: Sequence[Point], segments: Floats, reach: float | None) -> None:
        self.eyes, self.reach = eyes, reach
        at = np.array(eyes, dtype=np.float64)
        ax, ay, bx, by = ((segments[n] - at[:, n & 1, None]).reshape(-1) for n in range(4))
        of = np.repeat(np.arange(len(eyes)), segments.shape[1])
        if reach is not None:
            near = np.flatnonzero(_gaps(ax, ay, bx, by) <= reach)
            ax, ay, bx, by, of = (column[near] for column in (ax, ay, bx, by, of))
        cross = ax * by - ay * bx
        size = np.abs(cross)
        flat = size <= TOUCH * (np.abs(ax) + np.abs(ay) + np.abs(bx) + np.abs(by))
        self._radial, self._radial_of = np.stack([ax, ay, bx, by], axis=1)[flat], of[flat]
        if len(self._radial):
            keep = np.flatnonzero(~flat)
            ax, ay, bx, by, cross, size = (column[keep] for column in (ax, ay, bx, by, cross, size))
            of = of[keep]
        turned = cross < 0
        self._ax, self._ay = np.where(turned, bx, ax), np.where(turned, by, ay)
        self._bx, self._by = np.where(turned, ax, bx), np.where(turned, ay, by)
        self._ex, self._ey = self._bx - self._ax, self._by - self._ay
        self._size, self._of = size, of
        first, last = Heading.to(self._ax, self._ay), Heading.to(self._bx, self._by)
        seen = unhidden(first, last, np.abs(self._ex) + np.abs(self._ey), of, len(eyes))
        if seen is not None:
            for name in ("_ax", "_ay", "_bx", "_by", "_ex", "_ey", "_size", "_of"):
                setattr(self, name, getattr(self, name)[seen])
            first, last = first.taken(seen), last.taken(seen)
        self._sort(first, last)

    def skylines(self) -> list[Skyline]:
        """Find what is nearest to each of the eyes."""
        starts, ends, is_arc, of = self._runs(self._nearest())
        every = np.arange(len(self.eyes) + 1)
        parts = np.searchsorted(of, every).tolist()
        radial = np.searchsorted(self._radial_of, every).tolist()
        return [
            Skyline(
                eye,
                self.reach,
                starts[parts[n] : parts[n + 1]],
                ends[parts[n] : parts[n + 1]],
                is_arc[parts[n] : parts[n + 1]],
                self._radial[radial[n] : radial[n + 1]],
            )
            for n, eye in enumerate(self.eyes)
        ]

    def _sort(self, starts: Heading, ends: Heading) -> None:
        """Sort the directions of all ends, and with a range those in which a wall leaves it."""
        eyes, walls = len(self.eyes), len(self._ax)
        compass, compass_of = _compass(eyes)
        parts = [[h.x, h.y, h.turn, self._of] for h in (starts, ends)]
        parts.append([*compass, compass_of])
        if self.reach is not None:
            leaving, of = self._leaving(self.reach)
            parts.append([leaving.x, leaving.y, leaving.turn, of])
        x, y, turn, of = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.lexsort((turn, of)) if eyes > 1 else np.argsort(turn)
        ordered, of = turn[order], of[order]
        new = np.concatenate([[True], (ordered[1:] != ordered[:-1]) | (of[1:] != of[:-1])])
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.cumsum(new) - 1
        first = order[new]
        self._dx, self._dy, self._direction_of = x[first], y[first], of[new]
        self._count = len(first) - 1
        self._begin = np.searchsorted(self._direction_of, np.arange(eyes))
        self._end = np.append(self._begin[1:], len(first)) - 1
        self._first, self._last = rank[:walls], rank[walls : 2 * walls]
        self._compass = rank[2 * walls : 2 * walls + len(compass[0])].reshape(eyes, -1)[:, :4].reshape(-1)

    def _leaving(self, reach: float) -> tuple[Heading, Ints]:
        """Give the directions in which walls cross the circle of the range, and whose they are."""
        ax, ay, ex, ey = self._ax, self._ay, self._ex, self._ey
        square = ex * ex + ey * ey
        half = (ax * ex + ay * ey) / square
        root = half * half - (ax * ax + ay * ay - reach * reach) / square
        cuts = np.flatnonzero(root > 0)
        half, root = half[cuts], np.sqrt(root[cuts])
        share, wall = np.concatenate([-half - root, -half + root]), np.concatenate([cuts, cuts])
        on = (share > 0) & (share < 1)
        share, wall = share[on], wall[on]
        return Heading.to(ax[wall] + share * ex[wall], ay[wall] + share * ey[wall]), self._of[wall]

    def _nearest(self) -> Ints:
        """Find the nearest wall of each interval, `_NONE` where there is none."""
        wraps = np.flatnonzero(self._last < self._first)  # past the direction to the right: two pieces
        owner, left, right = np.arange(len(self._first)), self._first, self._last
        if len(wraps):
            of = self._of[wraps]
            owner = np.concatenate([owner, wraps])
            left = np.concatenate([left, self._begin[of]])
            right = np.concatenate([right, right[wraps]])
            right[wraps] = self._end[of]
        length = right - left
        if length.sum() <= _PAIRS:
            return self._nearest_by_pairs(owner, left, length)
        return self._nearest_by_tree(owner, left, right)

    def _nearest_by_pairs(self, owner: Ints, left: Ints, length: Ints) -> Ints:
        """Compare all walls of each interval, in the direction midway through it."""
        at, interval = ranges(left, length)
        wall = owner[at]
        x, y = (self._dx[:-1] + self._dx[1:])[interval], (self._dy[:-1] + self._dy[1:])[interval]
        with np.errstate(divide="ignore"):
            depth = self._size[wall] / (x * self._ey[wall] - y * self._ex[wall])
        least = np.full(self._count, np.inf)
        np.minimum.at(least, interval, depth)
        nearest = np.flatnonzero(depth <= least[interval] * (1 + _EQUAL))
        best = np.full(self._count, len(self._first), dtype=np.int64)
        np.minimum.at(best, interval[nearest], wall[nearest])
        best[best == len(self._first)] = _NONE
        return best

    def _nearest_by_tree(self, owner: Ints, left: Ints, right: Ints) -> Ints:
        """Let each node of a binary tree over the intervals keep its nearest wall."""
        leaves = 1 << max(self._count - 1, 1).bit_length()
        left, right = left + leaves, right + leaves
        nodes, owners = [left[:0]], [owner[:0]]
        while len(left):
            some = np.flatnonzero(left < right)
            left, right, owner = left[some], right[some], owner[some]
            odd = np.flatnonzero(left & 1)
            nodes.append(left[odd])
            owners.append(owner[odd])
            odd = np.flatnonzero(right & 1)
            nodes.append(right[odd] - 1)
            owners.append(owner[odd])
            left, right = (left + 1) >> 1, right >> 1
        best = np.full(2 * leaves, _NONE, dtype=np.int64)
        self._fill(best, np.concatenate(nodes), np.concatenate(owners), leaves)
        self._hand_down(best, leaves)
        return best[leaves : leaves + self._count]

    def _fill(self, best: Ints, node: Ints, owner: Ints, leaves: int) -> None:
        """Keep the nearest of the walls that were put on each node."""
        best[node] = owner
        rest = np.flatnonzero(best[node] != owner)
        while len(rest):  # each time round, one of those that are nearer takes the place of what was kept
            node, owner = node[rest], owner[rest]
            span = leaves >> (np.frexp(node)[1] - 1)  # a node's level is its highest bit
            rest = np.flatnonzero(self._is_nearer(owner, best[node], node * span - leaves, span))
            best[node[rest]] = owner[rest]

    def _hand_down(self, best: Ints, leaves: int) -> None:
        level = 1
        while level < leaves:
            above = np.repeat(best[level : 2 * level], 2)
            level *= 2
            here = best[level : 2 * level]
            bare = here == _NONE
            both = np.flatnonzero(~bare & (above != _NONE))
            np.copyto(here, above, where=bare)
            if len(both):
                one, two, span = above[both], here[both], leaves // level
                here[both] = np.where(self._is_nearer(one, two, both * span, span), one, two)

    def _is_nearer(self, one: Ints, other: Ints, first: Ints, span: Ints | int) -> Bools:
        """Compare walls by pairs that span the same intervals: between two of these, or within the only one.

        Args:
            first, span: the first of the intervals, and how many they are.
        """
        low = first + (span >> 1)
        high = low + (span == 1)
        x, y = self._dx[low] + self._dx[high], self._dy[low] + self._dy[high]
        depth_one = self._size[one] * (x * self._ey[other] - y * self._ex[other])
        depth_other = self._size[other] * (x * self._ey[one] - y * self._ex[one])
        nearer: Bools = depth_one < depth_other
        equal = np.flatnonzero(np.abs(depth_one - depth_other) <= _EQUAL * np.abs(depth_other))
        if len(equal):
            nearer[equal] = one[equal] < other[equal]
        return nearer

    def _runs(self, best: Ints) -> tuple[Floats, Floats, Bools, Ints]:
        """Join neighbouring intervals that have the same wall, and place their ends on it.

        Returns:
            The starts, the ends and which are arcs, as in `Skyline`, and the number of each run's eye.
        """
        reach, begin, end = self.reach, self._begin, self._end
        if reach is not None:
            best = self._within_reach(best, reach)
        change = np.concatenate([[True], best[1:] != best[:-1]])
        change[begin], change[end[:-1]] = True, False
        if reach is not None:
            change[self._compass] |= best[self._compass] == _NONE  # no arc is longer than a quarter
        # The wall in the direction to the right: its run comes last, in one piece.
        joined = (best[begin] == best[end - 1]) & (best[begin] != _NONE)
        joined &= np.add.reduceat(change, begin, dtype=np.int64) > 1
        change[begin[joined]] = False
        new = np.flatnonzero(change)
        of, wall, stop = self._direction_of[new], best[new], np.append(new[1:], 0)
        latest = np.searchsorted(of, np.arange(len(begin)), side="right") - 1
        stop[latest] = np.where(joined, new[np.append(0, latest[:-1] + 1)], end)
        is_arc: Bools = wall == _NONE
        both = self._on_wall(np.concatenate([wall, wall]), np.concatenate([new, stop]))
        starts, ends = both[: len(new)], both[len(new) :]
        if reach is not None:
            for points, at in ((starts, new), (ends, stop)):
                x, y = self._dx[at[is_arc]], self._dy[at[is_arc]]
                points[is_arc] = np.stack([x, y], axis=1) * (reach / np.hypot(x, y))[:, None]
        return starts, ends, is_arc, of

    def _within_reach(self, best: Ints, reach: float) -> Ints:
        """Leave out the walls of the intervals in which they lie beyond the range."""
        if not len(self._ex):
            return best
        x, y = self._dx[:-1] + self._dx[1:], self._dy[:-1] + self._dy[1:]
        beyond = self._size[best] * np.hypot(x, y) > reach * (x * self._ey[best] - y * self._ex[best])
        return np.where(beyond, _NONE, best)

    def _on_wall(self, wall: Ints, at: Ints) -> Floats:
        """Give the point of each wall that lies in one of the sorted directions; its own ends exactly."""
        if not len(self._ex):
            return np.zeros((len(wall), 2))
        x, y = self._dx[at], self._dy[at]
        ax, ay, ex, ey = self._ax[wall], self._ay[wall], self._ex[wall], self._ey[wall]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            share = (ax * y - ay * x) / (x * ey - y * ex)
        share = np.fmin(np.fmax(share, 0.0), 1.0)  # either direction is rounded; 0 where neither tells
        points = np.stack([ax + share * ex, ay + share * ey], axis=1)
        round_again = np.arange(len(self._dx))
        round_again[self._end] = self._begin
        last = np.flatnonzero(round_again[at] == round_again[self._last[wall]])
        points[last, 0], points[last, 1] = self._bx[wall[last]], self._by[wall[last]]
        return points


@lru_cache(maxsize=32)
def _compass(eyes: int) -> tuple[list[Floats], Ints]:
    """Give the directions that each of so many eyes has whatever stands about it, and whose they are."""
    return [np.tile(part, eyes) for part in _COMPASS], np.repeat(np.arange(eyes), len(_COMPASS[0]))


def _gaps(ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Floats:
    """Give the distance of each segment from the origin."""
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    share = np.clip(-(ax * ex + ay * ey) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    gaps: Floats = np.hypot(ax + share * ex, ay + share * ey)
    return gaps


def _distinct(points: Floats, of: Ints) -> tuple[Floats, Ints]:
    """Leave out the points that repeat the one before them in their outline; `of` tells which that is."""
    before = np.arange(-1, len(points) - 1)
    first = np.searchsorted(of, np.arange(of[-1] + 1 if len(of) else 0))
    before[first] = np.append(first[1:], len(points)) - 1
    moved = np.abs(points - points[before]) > 1e-12
    kept = np.flatnonzero(moved[:, 0] | moved[:, 1])
    return points[kept], of[kept]
