"""The fog as it is drawn: what is unexplored and what is explored but out of sight, in parts by region.

Only the regions in which somebody sees more or less than before are sent again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rules.map.cell_bits import CellBits, unpack
from rules.map.grid import cell_corners
from rules.map.model import Grid, GridKind
from rules.map.walls import Bools
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_people import MapKnowledge

REGION = 20
"""Side of a region, in cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FogRegion:
    """The fog over one region, as paths in map units: over what nobody has seen, and what nobody sees now."""

    id: str
    unseen: str
    away: str


def see_fog(grid: Grid, map_knowledge: MapKnowledge) -> tuple[FogRegion, ...]:
    """Draw the fog for who sees so much."""
    seen, explored = unpack(map_knowledge.seen, grid), unpack(map_knowledge.explored, grid)
    return tuple(
        FogRegion(
            id=f"fog-{column}-{row}",
            unseen=_cover(grid, column, row, ~explored[_part(row), _part(column)]),
            away=_cover(grid, column, row, (explored & ~seen)[_part(row), _part(column)]),
        )
        for row in range(-(-grid.rows // REGION))
        for column in range(-(-grid.cols // REGION))
    )


def cover_cells(grid: Grid, cells: CellBits) -> str:
    """Outline some cells of a map."""
    return _cover(grid, 0, 0, unpack(cells, grid))


def _part(number: int) -> slice:
    return slice(number * REGION, (number + 1) * REGION)


def _cover(grid: Grid, column: int, row: int, cells: Bools) -> str:
    return _path(grid, column * REGION, row * REGION, cells.shape, np.packbits(cells).tobytes())


@lru_cache(maxsize=4096)
def _path(grid: Grid, left: int, top: int, shape: tuple[int, int], packed: bytes) -> str:
    """Outline the cells of a region, whose bits are packed row by row."""
    count = shape[0] * shape[1]
    cells = np.unpackbits(np.frombuffer(packed, dtype=np.uint8), count=count).view(np.bool_).reshape(shape)
    if not cells.any():
        return ""
    if grid.kind is not GridKind.SQUARE:
        at = ((left + int(c), top + int(r)) for r, c in np.argwhere(cells))
        return "".join(
            "M" + "L".join(f"{_units(x)} {_units(y)}" for x, y in cell_corners(grid, c)) + "Z" for c in at
        )
    unit = int(UNIT)
    return "".join(
        f"M{(left + x) * unit} {(top + y) * unit}h{w * unit}v{h * unit}h-{w * unit}z"
        for x, y, w, h in _boxes(cells)
    )


def _units(number: float) -> str:
    return f"{round(number * UNIT, 1):g}"


def _boxes(cells: Bools) -> Iterator[tuple[int, int, int, int]]:
    """Join cells into boxes: runs of a row, and rows below that have the very same run."""
    growing: dict[tuple[int, int], tuple[int, int]] = {}  # left and width to top and height
    for number, runs in enumerate(_runs(cells)):
        for run in [run for run in growing if run not in runs]:
            top, height = growing.pop(run)
            yield run[0], top, run[1], height
        for run in runs:
            top, height = growing.get(run, (number, 0))
            growing[run] = top, height + 1
    for (left, width), (top, height) in growing.items():
        yield left, top, width, height


def _runs(cells: Bools) -> list[list[tuple[int, int]]]:
    """List the runs of each row, from the left: where each begins, and how long it is."""
    within = np.zeros((len(cells), cells.shape[1] + 2), dtype=np.bool_)
    within[:, 1:-1] = cells
    runs = list[list[tuple[int, int]]]([] for _ in cells)
    rows, at = (part.tolist() for part in np.nonzero(within[:, 1:] != within[:, :-1]))
    for row, begin, end in zip(rows[::2], at[::2], at[1::2], strict=True):
        runs[row].append((begin, end - begin))
    return runs
