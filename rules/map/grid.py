"""Cells, footprints and how far apart they are, on square and hex grids.

Hexes are numbered as README.md says (the rows or columns with odd numbers are pushed by half a cell). To step
and to measure they are turned into axial coordinates, where the six neighbours are the same six offsets
everywhere. A footprint of side n on hexes is the rhombus of n by n hexes whose top left hex is `at`: it keeps
its shape wherever it goes.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from rules.map.model import Cell, Grid, GridKind, Place, Point

INSET = 0.1
"""How far the corners of a footprint are drawn in, in cells, so that they do not lie on its own border."""

_N = TypeVar("_N", int, npt.NDArray[np.int64])  # one cell, or the columns and the rows of many
_ROOT3 = math.sqrt(3.0)
# East first, then clockwise; the opposite of step k is step k + half their number.
_SQUARE_STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_AXIAL_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Diagonals(StrEnum):
    """How a system counts diagonal steps on squares (README.md, Distance); hexes have none."""

    ONE = "one"
    ALTERNATE = "alternate"
    TRUE = "true"


@dataclass(frozen=True, slots=True)
class Footprint:
    """Where a combatant stands: its top left cell (or its zone), and its side in cells."""

    place: Place
    size: int = 1
    altitude: float = 0.0
    """How far above the ground under it, in the grid's unit: of who flies, climbs or floats."""


def has_cells(grid: Grid) -> bool:
    """Tell whether the map is divided into cells at all; a zones-only map is not."""
    return grid.kind is not GridKind.ZONES


def step_offsets(grid: Grid) -> tuple[tuple[int, int], ...]:
    """List the steps to the neighbours, east first and clockwise; on hexes in axial coordinates."""
    return _SQUARE_STEPS if grid.kind is GridKind.SQUARE else _AXIAL_STEPS


def to_axial(grid: Grid, cell: tuple[_N, _N]) -> tuple[_N, _N]:
    """Turn a cell into axial coordinates: a step is the same offset everywhere (squares: unchanged)."""
    column, row = cell
    if grid.kind is GridKind.HEX_ROWS:
        return column - (row - (row & 1)) // 2, row
    if grid.kind is GridKind.HEX_COLUMNS:
        return column, row - (column - (column & 1)) // 2
    return cell


def from_axial(grid: Grid, axial: tuple[_N, _N]) -> tuple[_N, _N]:
    """Turn axial coordinates back into column and row."""
    a, b = axial
    if grid.kind is GridKind.HEX_ROWS:
        return a + (b - (b & 1)) // 2, b
    if grid.kind is GridKind.HEX_COLUMNS:
        return a, b + (a - (a & 1)) // 2
    return axial


def is_inside(grid: Grid, cell: Cell) -> bool:
    """Tell whether a cell belongs to the map."""
    return 0 <= cell[0] < grid.cols and 0 <= cell[1] < grid.rows


def cell_centre(grid: Grid, cell: Cell) -> Point:
    """Give the centre of a cell, in cells."""
    column, row = cell
    if grid.kind is GridKind.HEX_ROWS:
        return column + 0.5 + 0.5 * (row & 1), row * (_ROOT3 / 2) + 0.5
    if grid.kind is GridKind.HEX_COLUMNS:
        return column * (_ROOT3 / 2) + 0.5, row + 0.5 + 0.5 * (column & 1)
    return column + 0.5, row + 0.5


def cell_corners(grid: Grid, cell: Cell) -> tuple[Point, ...]:
    """List the corners of a cell clockwise from the top left (of two on the left, the upper one)."""
    if grid.kind is GridKind.SQUARE:
        column, row = float(cell[0]), float(cell[1])
        return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)
    x, y = cell_centre(grid, cell)
    return tuple((x + dx, y + dy) for dx, dy in _hex_corners(grid.kind))


@lru_cache(maxsize=2)
def _hex_corners(kind: GridKind) -> tuple[Point, ...]:
    """List a hex's corners from its centre: neighbouring centres 1 apart make them 1/sqrt(3) long."""
    first = (
        210 if kind is GridKind.HEX_ROWS else 240
    )  # the upper left one; y runs down, so angles run clockwise
    angles = [math.radians(first + 60 * k) for k in range(6)]
    return tuple((math.cos(a) / _ROOT3, math.sin(a) / _ROOT3) for a in angles)


def cell_at(grid: Grid, point: Point) -> Cell | None:
    """Give the cell that a point lies in (on a border: the right or lower one), or None off the map."""
    x, y = point
    if grid.kind is GridKind.SQUARE:
        cell = math.floor(x), math.floor(y)
        return cell if is_inside(grid, cell) else None
    if grid.kind is GridKind.HEX_ROWS:
        near = [(math.floor(x - 0.5 * (r & 1)), r) for r in _around((y - 0.5) / (_ROOT3 / 2))]
    else:
        near = [(c, math.floor(y - 0.5 * (c & 1))) for c in _around((x - 0.5) / (_ROOT3 / 2))]
    cell = min(reversed(near), key=lambda c: math.dist(cell_centre(grid, c), point))
    inside = all(_is_left_of(point, a, b) for a, b in _sides(grid, cell))
    return cell if inside and is_inside(grid, cell) else None


def _around(number: float) -> tuple[int, int]:
    return math.floor(number), math.floor(number) + 1


def _sides(grid: Grid, cell: Cell) -> Iterator[tuple[Point, Point]]:
    corners = cell_corners(grid, cell)
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _is_left_of(point: Point, a: Point, b: Point) -> bool:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= -1e-9


def neighbours(grid: Grid, cell: Cell) -> tuple[Cell, ...]:
    """List the cells of the map next to a cell: 8 on squares, 6 on hexes, east first and clockwise."""
    offsets, cols, rows = step_offsets(grid), grid.cols, grid.rows
    a, b = to_axial(grid, cell)
    if grid.kind is GridKind.SQUARE:  # the same, without a call for each
        return tuple((a + da, b + db) for da, db in offsets if 0 <= a + da < cols and 0 <= b + db < rows)
    around = (from_axial(grid, (a + da, b + db)) for da, db in offsets)
    return tuple(near for near in around if is_inside(grid, near))


def top_left(footprint: Footprint) -> Cell:
    """Give the cell a footprint starts at.

    Raises:
        ValueError: if it stands in a zone, not on a cell.
    """
    if isinstance(footprint.place, str):
        raise ValueError(f"The footprint stands in the zone {footprint.place!r}, not on a cell.")
    return footprint.place


def footprint_cells(grid: Grid, footprint: Footprint) -> tuple[Cell, ...]:
    """List the cells that a footprint covers, row by row, inside the map or not."""
    if footprint.size == 1:
        return (top_left(footprint),)
    a, b = to_axial(grid, top_left(footprint))
    side = range(footprint.size)
    if grid.kind is GridKind.HEX_COLUMNS:  # column by column there, so that `at` is the top left one too
        return tuple(from_axial(grid, (a + i, b + j)) for i in side for j in side)
    return tuple(from_axial(grid, (a + i, b + j)) for j in side for i in side)


def fits(grid: Grid, footprint: Footprint) -> bool:
    """Tell whether a footprint lies inside the map with all its cells."""
    return all(is_inside(grid, cell) for cell in footprint_cells(grid, footprint))


def footprint_centre(grid: Grid, footprint: Footprint) -> Point:
    """Give the middle of a footprint, in cells."""
    if grid.kind is GridKind.SQUARE:
        column, row = top_left(footprint)
        return column + footprint.size / 2, row + footprint.size / 2
    x, y = zip(*(cell_centre(grid, cell) for cell in footprint_cells(grid, footprint)), strict=True)
    return sum(x) / len(x), sum(y) / len(y)


def footprint_points(grid: Grid, footprint: Footprint) -> tuple[Point, ...]:
    """List the points a line of fire may use: the centre, then the corners clockwise from the top left.

    Each corner is drawn in by `INSET`: on squares along both sides of the cell, on hexes towards the centre.
    """
    middle = footprint_centre(grid, footprint)
    if grid.kind is GridKind.SQUARE:
        column, row = top_left(footprint)
        left, top = column + INSET, row + INSET
        right, bottom = column + footprint.size - INSET, row + footprint.size - INSET
        return middle, (left, top), (right, top), (right, bottom), (left, bottom)
    corners = (_outermost(grid, footprint, number, middle) for number in range(6))
    return middle, *(_drawn_in(corner, middle) for corner in corners)


def _outermost(grid: Grid, footprint: Footprint, number: int, middle: Point) -> Point:
    """Give the corner of this number that lies farthest out among a footprint's hexes.

    Of several it is the first clockwise: a footprint turned half round then has the same points.
    """
    dx, dy = _hex_corners(grid.kind)[number]

    def place(corner: Point) -> tuple[float, float]:
        x, y = corner[0] - middle[0], corner[1] - middle[1]
        return round(x * dx + y * dy, 9), x * dy - y * dx

    return max((cell_corners(grid, cell)[number] for cell in footprint_cells(grid, footprint)), key=place)


def _drawn_in(corner: Point, middle: Point) -> Point:
    keep = 1 - INSET / math.dist(corner, middle)
    return middle[0] + (corner[0] - middle[0]) * keep, middle[1] + (corner[1] - middle[1]) * keep


def cells_apart(grid: Grid, a: Footprint, b: Footprint, diagonals: Diagonals = Diagonals.ONE) -> int:
    """Count the cells between the nearest cells of two footprints: 0 where they overlap, 1 where they touch.

    Args:
        diagonals: on squares `one` counts a diagonal as 1, `alternate` as 1 and 2 in turn, `true` measures
            straight between the centres and rounds to the nearest whole cell. Hexes are counted.
    """
    if grid.kind is not GridKind.SQUARE:
        return min(
            _hexes_apart(to_axial(grid, mine), to_axial(grid, theirs))
            for mine in footprint_cells(grid, a)
            for theirs in footprint_cells(grid, b)
        )
    (ac, ar), (bc, br) = top_left(a), top_left(b)
    across = max(bc - (ac + a.size - 1), ac - (bc + b.size - 1), 0)
    down = max(br - (ar + a.size - 1), ar - (br + b.size - 1), 0)
    return straight_cells(across, down, diagonals)


def straight_cells(across: int, down: int, diagonals: Diagonals) -> int:
    """Count a way of so many columns and rows by one of the three rules (README.md, Distance)."""
    slant = min(across, down)
    if diagonals is Diagonals.ONE:
        return max(across, down)
    if diagonals is Diagonals.ALTERNATE:
        return max(across, down) - slant + slant * 3 // 2
    square = across * across + down * down
    root = math.isqrt(square)
    return root + (square > root * root + root)  # past (root + 1/2) squared; a whole number never equals it


def _hexes_apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    across, down = b[0] - a[0], b[1] - a[1]
    return max(abs(across), abs(down), abs(across + down))
