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
    across = -(-grid.cols // REGION)
    both = zip(_by_region(~explored), _by_region(explored & ~seen), strict=True)
    return tuple(
        FogRegion(
            id=f"fog-{number % across}-{number // across}",
            unseen=_outlined(grid, number % across * REGION, number // across * REGION, REGION, unseen),
            away=_outlined(grid, number % across * REGION, number // across * REGION, REGION, away),
        )
        for number, (unseen, away) in enumerate(both)
    )


def cover_cells(grid: Grid, cells: CellBits) -> str:
    """Outline some cells of a map."""
    return _outlined(grid, 0, 0, grid.cols, np.packbits(unpack(cells, grid), axis=1).tobytes())


def _by_region(cells: Bools) -> list[bytes]:
    """Give the bits of each region, packed row by row, and the regions row by row."""
    down, across = (-(-count // REGION) for count in cells.shape)
    whole = np.zeros((down * REGION, across * REGION), dtype=np.bool_)
    whole[: cells.shape[0], : cells.shape[1]] = cells
    regions = whole.reshape(down, REGION, across, REGION).swapaxes(1, 2)
    packed = np.packbits(regions, axis=3).tobytes()
    size = len(packed) // (down * across)
    return [packed[first : first + size] for first in range(0, len(packed), size)]


def _outlined(grid: Grid, left: int, top: int, width: int, packed: bytes) -> str:
    return _path(None if grid.kind is GridKind.SQUARE else grid, left, top, width, packed)


@lru_cache(maxsize=4096)
def _path(hexes: Grid | None, left: int, top: int, width: int, packed: bytes) -> str:
    """Outline cells, whose bits are packed row by row.

    Args:
        hexes: the grid, where it is not one of squares.
        left, top: the first column and row.
    """
    rows = np.frombuffer(packed, dtype=np.uint8).reshape(-1, -(-width // 8))
    cells = np.unpackbits(rows, axis=1, count=width).view(np.bool_)
    if hexes is not None:
        at = ((left + int(c), top + int(r)) for r, c in np.argwhere(cells))
        return "".join(
            "M" + "L".join(f"{_units(x)} {_units(y)}" for x, y in cell_corners(hexes, c)) + "Z" for c in at
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
