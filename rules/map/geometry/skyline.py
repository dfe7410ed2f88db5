"""The nearest wall in every direction from one point, and the outline of what lies before it.

The directions of all wall ends, sorted, cut the circle into intervals. Walls that do not cross keep their
order of nearness all through an interval that both span, so one comparison decides: each wall is put on the
O(log W) nodes of a binary tree over the intervals that make up its span, every node keeps its nearest wall,
and what a node keeps is handed down to the leaves. All of it is done in numpy, level by level, in O(W log W).

A wall that points at the eye spans no interval, and so bounds nothing; it hides only what stands exactly
behind it. `Skyline.cracks` tells where that is.
"""

import math

import numpy as np

from rules.map.geometry.hidden_walls import Heading, unhidden
from rules.map.model import Point
from rules.map.walls import TOUCH, Bools, Floats, Ints, ranges

ARC_STEP = math.radians(1.0)
"""The longest piece of a circle that is drawn as one straight line. What lies between the piece and its line
is less than 0.006 % of the disc."""

_NONE = -1
_COMPASS = Heading(  # the last is the first again, the whole way round
    np.array([1.0, 0.0, -1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0, -1.0, 0.0]), np.arange(5.0), np.ones(5)
)


class Skyline:
    """What is nearest in each direction, in runs of directions that have the same wall.

    Attributes:
        starts, ends: for each run, clockwise (as y runs down) from the direction to the right, the first and
        the last point that is seen of its wall, from the eye.
        is_arc: the runs that nothing bounds but the range; there the two points lie on the circle.
    """

    def __init__(self, eye: Point, segments: Floats, reach: float | None = None) -> None:
        """Look around.

        Args:
            eye: no wall touches it.
            segments: walls that do not cross, as four rows x1, y1, x2, y2. Without a reach they have to
            surround the eye.
            reach: the range, in cells; above 0.
        """
        self.eye, self.reach = eye, reach
        x, y = eye
        ax, ay, bx, by = segments[0] - x, segments[1] - y, segments[2] - x, segments[3] - y
        if reach is not None:
            near = np.flatnonzero(_gaps(ax, ay, bx, by) <= reach)
            ax, ay, bx, by = ax[near], ay[near], bx[near], by[near]
        cross = ax * by - ay * bx
        size = np.abs(cross)
        flat = size <= TOUCH * (np.abs(ax) + np.abs(ay) + np.abs(bx) + np.abs(by))
        self._radial = np.stack([ax, ay, bx, by], axis=1)[flat]
        if len(self._radial):
            keep = np.flatnonzero(~flat)
            ax, ay, bx, by, cross, size = (column[keep] for column in (ax, ay, bx, by, cross, size))
        turned = cross < 0
        self._ax, self._ay = np.where(turned, bx, ax), np.where(turned, by, ay)
        self._bx, self._by = np.where(turned, ax, bx), np.where(turned, ay, by)
        self._ex, self._ey, self._size = self._bx - self._ax, self._by - self._ay, size
        first, last = Heading.to(self._ax, self._ay), Heading.to(self._bx, self._by)
        seen = unhidden(first, last, np.abs(self._ex) + np.abs(self._ey))
        if seen is not None:
            for name in ("_ax", "_ay", "_bx", "_by", "_ex", "_ey", "_size"):
                setattr(self, name, getattr(self, name)[seen])
            first, last = first.taken(seen), last.taken(seen)
        self._sort(first, last)
        self._find_runs(self._nearest())

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
        points = np.stack([self.starts, self.ends], axis=1)
        if not self.is_arc.any():
            return _distinct(points.reshape(-1, 2))
        radius = arc_radius or self.reach
        arc = self.is_arc
        angle = np.arctan2(self.starts[:, 1], self.starts[:, 0])
        (ax, ay), (bx, by) = self.starts.T, self.ends.T
        wide = np.where(arc, np.arctan2(ax * by - ay * bx, ax * bx + ay * by), 0.0)
        pieces = np.where(arc, np.ceil(wide / ARC_STEP), 1).astype(np.int64)
        pieces = np.maximum(pieces, 1)
        run, step = ranges(np.zeros(len(pieces), dtype=np.int64), pieces + 1)
        on = angle[run] + wide[run] * (step / pieces[run])
        drawn = np.stack([np.cos(on), np.sin(on)], axis=1) * radius
        straight = points[run, np.minimum(step, 1)]
        return _distinct(np.where(arc[run][:, None], drawn, straight))

    def cracks(self) -> Floats:
        """Give what walls that point at the eye hide: a row (x1, y1, x2, y2) each, from the eye."""
        if not len(self._radial):
            return np.zeros((0, 4))
        a, b = self._radial[:, :2], self._radial[:, 2:]
        near_a, near_b = np.hypot(a[:, 0], a[:, 1]), np.hypot(b[:, 0], b[:, 1])
        near = np.minimum(near_a, near_b)
        start = np.where((near_a <= near_b)[:, None], a, b)
        far = max(np.hypot(self.starts[:, 0], self.starts[:, 1]).max(), near.max())
        return np.concatenate([start, start * (far / near)[:, None]], axis=1)

    def _sort(self, starts: Heading, ends: Heading) -> None:
        """Sort the directions of all ends, and with a range those in which a wall leaves it."""
        headings = [starts, ends, _COMPASS]
        if self.reach is not None:
            headings.append(Heading.to(*self._leaving(self.reach)))
        x, y, turn = (
            np.concatenate(parts) for parts in zip(*((h.x, h.y, h.turn) for h in headings), strict=True)
        )
        walls = len(self._ax)
        order = np.argsort(turn)
        ordered = turn[order]
        new = np.concatenate([[True], ordered[1:] != ordered[:-1]])
        rank = np.empty(len(order), dtype=np.int64)
        rank[order] = np.cumsum(new) - 1
        first = order[new]
        self._dx, self._dy = x[first], y[first]
        self._count = len(first) - 1
        self._first, self._last = rank[:walls], rank[walls : 2 * walls]
        self._compass = rank[2 * walls : 2 * walls + 4]

    def _leaving(self, reach: float) -> tuple[Floats, Floats]:
        """Give the points where walls cross the circle of the range."""
        ax, ay, ex, ey = self._ax, self._ay, self._ex, self._ey
        square = ex * ex + ey * ey
        half = (ax * ex + ay * ey) / square
        root = half * half - (ax * ax + ay * ay - reach * reach) / square
        cuts = np.flatnonzero(root > 0)
        half, root = half[cuts], np.sqrt(root[cuts])
        share, wall = np.concatenate([-half - root, -half + root]), np.concatenate([cuts, cuts])
        on = (share > 0) & (share < 1)
        share, wall = share[on], wall[on]
        return ax[wall] + share * ex[wall], ay[wall] + share * ey[wall]

    def _nearest(self) -> Ints:
        """Find the nearest wall of each interval, `_NONE` where there is none."""
        leaves = 1 << max(self._count - 1, 1).bit_length()
        wraps = np.flatnonzero(self._last < self._first)  # past the direction to the right: two pieces
        owner = np.concatenate([np.arange(len(self._first)), wraps])
        left = np.concatenate([self._first, np.zeros(len(wraps), dtype=np.int64)]) + leaves
        right = np.concatenate([self._last, self._last[wraps]]) + leaves
        right[wraps] = self._count + leaves
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
        return nearer

    def _find_runs(self, best: Ints) -> None:
        """Join neighbouring intervals that have the same wall, and place their ends on it."""
        reach = self.reach
        change = np.concatenate([[True], best[1:] != best[:-1]])
        if reach is not None:
            best = self._within_reach(best, reach)
            change = np.concatenate([[True], best[1:] != best[:-1]])
            change[self._compass] |= best[self._compass] == _NONE  # no arc is longer than a quarter
        if best[0] == best[-1] != _NONE and change.sum() > 1:
            change[0] = False  # the wall in the direction to the right: its run comes last, in one piece
        new = np.flatnonzero(change)
        wall, stop = best[new], np.concatenate([new[1:], [self._count if change[0] else new[0]]])
        self.is_arc: Bools = wall == _NONE
        self.starts, self.ends = self._on_wall(wall, new), self._on_wall(wall, stop)
        if reach is not None:
            for points, at in ((self.starts, new), (self.ends, stop)):
                x, y = self._dx[at[self.is_arc]], self._dy[at[self.is_arc]]
                points[self.is_arc] = np.stack([x, y], axis=1) * (reach / np.hypot(x, y))[:, None]

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
        last = np.flatnonzero(at % self._count == self._last[wall] % self._count)
        points[last, 0], points[last, 1] = self._bx[wall[last]], self._by[wall[last]]
        return points


def _gaps(ax: Floats, ay: Floats, bx: Floats, by: Floats) -> Floats:
    """Give the distance of each segment from the origin."""
    ex, ey = bx - ax, by - ay
    square = ex * ex + ey * ey
    share = np.clip(-(ax * ex + ay * ey) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    gaps: Floats = np.hypot(ax + share * ex, ay + share * ey)
    return gaps


def _distinct(points: Floats) -> Floats:
    """Leave out the points that repeat the one before them."""
    moved = np.abs(np.diff(points, axis=0, prepend=points[-1:])) > 1e-12
    kept: Floats = points[moved[:, 0] | moved[:, 1]]
    return kept
