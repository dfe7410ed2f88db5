"""Which stretches of a wall lie in or along which cells: what is known of a wall where some cells are known.

A wall between two cells belongs to both. What merely touches a cell at a point has no stretch in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rules.map.grid import cell_centre, cell_corners
from rules.map.model import Grid, GridKind, Wall
from rules.map.walls import Bools, Floats, Ints, ranges

_SIDE = 1e-6  # cells: a wall so near beside a cell runs along it
_SHORTEST = 1e-4  # cells
_STEP = 3.0  # cells: long walls are taken in parts, so that few cells about each have to be looked at
_ROOT3 = 3.0**0.5


@dataclass(frozen=True, slots=True)
class Pieces:
    """Stretches of walls, by wall: the wall's number, the cell's (row * columns + column), and its shares."""

    wall: Ints
    cell: Ints
    begin: Floats
    end: Floats


def wall_pieces(grid: Grid, walls: Sequence[Wall]) -> Pieces:
    """Cut walls by the cells of a grid; what lies off the map belongs to none."""
    lines = np.array([(*wall.start, *wall.end) for wall in walls], dtype=np.float64).reshape(-1, 4)
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    count = np.maximum(np.ceil(length / _STEP), 1).astype(np.int64)
    wall, part = ranges(np.zeros(len(lines), dtype=np.int64), count)
    low, high = part / count[wall], (part + 1) / count[wall]
    step = lines[wall, 2:] - lines[wall, :2]
    a, b = lines[wall, :2] + step * low[:, None], lines[wall, :2] + step * high[:, None]
    at, column, row = _cells_about(grid, a, b)
    enter, leave = _inside(grid, a[at], b[at], _centres(grid, column, row))
    long = np.flatnonzero((leave - enter) * (length[wall] * (high - low))[at] > _SHORTEST)
    at, column, row, enter, leave = at[long], column[long], row[long], enter[long], leave[long]
    span = (high - low)[at]
    begin, end = low[at] + enter * span, low[at] + leave * span
    return Pieces(wall[at], row * grid.cols + column, begin, end)


def _cells_about(grid: Grid, a: Floats, b: Floats) -> tuple[Ints, Ints, Ints]:
    """Pair each line with the cells near it: the line's number, the columns and the rows."""
    lows, highs = np.minimum(a, b), np.maximum(a, b)
    apart = np.array(
        {GridKind.HEX_ROWS: (1.0, _ROOT3 / 2), GridKind.HEX_COLUMNS: (_ROOT3 / 2, 1.0)}.get(
            grid.kind, (1.0, 1.0)
        )
    )
    wide = 0.0 if grid.kind is GridKind.SQUARE else 1.1
    most = np.array([grid.cols, grid.rows]) - 1
    first = np.clip(np.ceil((lows - 1 - wide) / apart - _SIDE), 0, most + 1).astype(np.int64)
    last = np.clip(np.floor((highs + wide) / apart + _SIDE), -1, most).astype(np.int64)
    across, down = np.maximum(last - first + 1, 0).T
    line, column = ranges(first[:, 0], across)
    pair, row = ranges(first[line, 1], down[line])
    return line[pair], column[pair], row


def _centres(grid: Grid, column: Ints, row: Ints) -> Floats:
    if grid.kind is GridKind.HEX_ROWS:
        return np.stack([column + 0.5 + 0.5 * (row & 1), row * (_ROOT3 / 2) + 0.5], axis=1)
    if grid.kind is GridKind.HEX_COLUMNS:
        return np.stack([column * (_ROOT3 / 2) + 0.5, row + 0.5 + 0.5 * (column & 1)], axis=1)
    return np.stack([column + 0.5, row + 0.5], axis=1)


def _inside(grid: Grid, a: Floats, b: Floats, centres: Floats) -> tuple[Floats, Floats]:
    """Give the shares of each line between which it lies inside its cell, whose corners run clockwise."""
    x, y = cell_centre(grid, (0, 0))
    corners = [(cx - x, cy - y) for cx, cy in cell_corners(grid, (0, 0))]
    enter, leave = np.zeros(len(a)), np.ones(len(a))
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        long = np.hypot(x2 - x1, y2 - y1)
        nx, ny = -(y2 - y1) / long, (x2 - x1) / long
        before = (a[:, 0] - centres[:, 0] - x1) * nx + (a[:, 1] - centres[:, 1] - y1) * ny + _SIDE
        after = (b[:, 0] - centres[:, 0] - x1) * nx + (b[:, 1] - centres[:, 1] - y1) * ny + _SIDE
        with np.errstate(divide="ignore", invalid="ignore"):
            share = before / (before - after)
        enter = np.where((before < 0) & (after >= 0), np.maximum(enter, share), enter)
        leave = np.where((before >= 0) & (after < 0), np.minimum(leave, share), leave)
        leave = np.where((before < 0) & (after < 0), -1.0, leave)
    return enter, leave


def known_stretches(pieces: Pieces, known: Bools) -> dict[int, list[tuple[float, float]]]:
    """Give for each wall with any stretch in known cells those stretches, joined where they meet.

    Args:
        known: one truth value for each cell, by its number.
    """
    chosen = np.flatnonzero(known[pieces.cell])
    order = chosen[np.lexsort((pieces.begin[chosen], pieces.wall[chosen]))]
    found: dict[int, list[tuple[float, float]]] = {}
    if not len(order):
        return found
    wall, begin, end = pieces.wall[order], pieces.begin[order], pieces.end[order]
    farthest = np.maximum.accumulate(wall * 2.0 + end) - wall * 2.0  # of the wall's stretches so far
    apart = (wall[1:] != wall[:-1]) | (begin[1:] > farthest[:-1] + _SHORTEST)
    first = np.flatnonzero(np.concatenate([[True], apart]))
    rows = zip(
        wall[first].tolist(), begin[first].tolist(), np.maximum.reduceat(end, first).tolist(), strict=True
    )
    for number, low, high in rows:
        found.setdefault(number, []).append((low, high))
    return found
