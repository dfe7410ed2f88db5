"""The points of the same place in every cell of a map, and which of them lie inside polygons.

They stand in straight lines, one apart: by rows on squares and hex rows, by columns on hex columns. Each edge
of a polygon is met with the lines that it crosses, and every crossing turns inside to outside for the rest
of that line. What lies so near to an edge that rounding, or `TOUCH`, decides is told apart, for the caller to
judge by an exact ray.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from rules.map.model import Grid, GridKind, Point
from rules.map.walls import Bools, Floats, Ints, ranges

_Kind = TypeVar("_Kind", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Lines of points, as far from a point of reference: their height, and along them the first point."""

    columns: bool
    """Whether the lines run down, and not across."""
    begin: Floats
    """Of each line, where its first point is along it; the others follow 1 apart."""
    count: int
    """How many points a line has."""
    low: float
    step: float
    """Where across the first line is, and how far apart the lines are."""

    def points(self, which: Ints) -> Floats:
        """Give the points of these numbers, counted line by line."""
        line = which // self.count
        along, across = self.begin[line] + which % self.count, self.low + line * self.step
        return np.stack([across, along] if self.columns else [along, across], axis=1)

    def lengths(self) -> Floats:
        """Give the distance of each point from the point of reference, line by line."""
        along = self.begin[:, None] + np.arange(self.count)
        across = self.low + np.arange(len(self.begin)) * self.step
        lengths: Floats = np.hypot(along, across[:, None]).reshape(-1)
        return lengths

    def by_rows(self, values: npt.NDArray[_Kind]) -> npt.NDArray[_Kind]:
        """Turn one value for each point into an array [row, column] of the map."""
        table = values.reshape(len(self.begin), self.count)
        return np.ascontiguousarray(table.T) if self.columns else table


def lattice(grid: Grid, origin: Point, shift: Point = (0.0, 0.0)) -> Lattice:
    """Give the centres of all cells, moved by `shift`, as seen from an origin."""
    x, y = shift[0] - origin[0] + 0.5, shift[1] - origin[1] + 0.5
    if grid.kind is GridKind.SQUARE:
        return Lattice(False, np.full(grid.rows, x), grid.cols, y, 1.0)
    apart = math.sqrt(3.0) / 2
    if grid.kind is GridKind.HEX_ROWS:
        return Lattice(False, x + _pushed(grid.rows), grid.cols, y, apart)
    return Lattice(True, y + _pushed(grid.cols), grid.rows, x, apart)


def _pushed(lines: int) -> Floats:
    """Give how far each line of hexes is pushed: half a cell, if its number is odd."""
    return (np.arange(lines) & 1).astype(np.float64) / 2


def shifted_points(grid: Grid, shifts: Sequence[Point], shift: Ints, which: Ints) -> Floats:
    """Give the points of these numbers, each of the lattice of cells that one of some shifts makes.

    Args:
        shift: for each point the number of its shift.
    """
    lattices = _shifted(grid, tuple(shifts))
    one = lattices[0]
    line = which // one.count
    begin, low = np.array([each.begin for each in lattices]), np.array([each.low for each in lattices])
    along, across = begin[shift, line] + which % one.count, low[shift] + line * one.step
    return np.stack([across, along] if one.columns else [along, across], axis=1)


@lru_cache(maxsize=8)
def _shifted(grid: Grid, shifts: tuple[Point, ...]) -> tuple[Lattice, ...]:
    return tuple(lattice(grid, (0.0, 0.0), shift) for shift in shifts)


def judged(
    points: Lattice, moved: Floats, edges: Floats, of: Ints, margin: Floats, is_crack: Bools
) -> tuple[Ints, Ints]:
    """Tell which points lie inside polygons, and which are too near to an edge to tell: some of both are.

    Args:
        points: a lattice, of which there is one for each polygon, each moved by a row (x, y) of `moved`.
        edges: the edges of all polygons, a row (x1, y1, x2, y2) each.
        of: for each edge the number of its polygon.
        margin: how near is too near, for each edge.
        is_crack: the edges that do not bound a polygon, but are to be kept clear of as the others are.

    Returns:
        Numbers of points: of their polygon, times the points of a lattice, and of the point in it. Those that
        are too near come once each, in order.
    """
    u1, v1, u2, v2 = edges.T[[1, 0, 3, 2]] if points.columns else edges.T
    along, across = moved.T[::-1] if points.columns else moved.T
    lines, count = len(points.begin), points.count
    bottom = points.low + across[of]
    high, low = np.maximum(v1, v2), np.minimum(v1, v2)
    first = np.maximum(np.ceil((low - margin - bottom) / points.step), 0).astype(np.int64)
    last = np.minimum(np.floor((high + margin - bottom) / points.step), lines - 1).astype(np.int64)
    some = np.flatnonzero(last >= first)
    at, line = ranges(first[some], (last - first + 1)[some])
    edge = some[at]
    tall = v2 - v1
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        lean = np.where(tall == 0, 0.0, (u2 - u1) / tall)
    height = bottom[edge] + line * points.step
    begin = points.begin[line] + along[of[edge]]
    place = u1[edge] + (height - v1[edge]) * lean[edge] - begin  # in points from the first of the line
    line += of[edge] * lines  # counted through all polygons from here on
    crosses = ((v1[edge] <= height) != (v2[edge] <= height)) & ~is_crack[edge]
    behind = np.clip(np.floor(place[crosses]) + 1, 0, count).astype(np.int64)
    turns = np.sort(line[crosses] * (count + 1) + behind)  # every other one of a line leads outside again
    enters, leaves = turns[::2], turns[1::2]
    _, inside = ranges(enters - enters // (count + 1), leaves - enters)

    room = np.where(tall == 0, np.inf, margin * (1 + np.abs(lean)))[edge]
    left = np.maximum(place - room, (np.minimum(u1, u2) - margin)[edge] - begin)
    right = np.minimum(place + room, (np.maximum(u1, u2) + margin)[edge] - begin)
    left, right = np.maximum(np.ceil(left), 0), np.minimum(np.floor(right), count - 1)
    close = np.flatnonzero(left <= right)
    left, right = left[close].astype(np.int64), right[close].astype(np.int64)
    at, point = ranges(left, right - left + 1)
    doubtful = np.sort(line[close][at] * count + point)
    return inside, doubtful[np.flatnonzero(np.diff(doubtful, prepend=-1))]
