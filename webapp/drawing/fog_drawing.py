"""The fog as it is drawn: what is unexplored and what is explored but out of sight, in parts by region.

Only the regions in which somebody sees more or less than before are sent again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rules.map.cell_bits import CellBits, unpack
from rules.map.grid import cell_corners
from rules.map.model import Grid, GridKind
from rules.map.walls import Bools, Ints
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_people import MapKnowledge

REGION = 20
"""Side of a region, in cells."""

_Part = tuple[Grid | None, int, int, int, bytes]
"""Cells to be outlined: their grid, if it is not one of squares, their first column and row, how many columns
they are, and their bits, packed row by row."""

_MOST_KEPT = 4096
_KEPT: dict[_Part, str] = {}
"""How parts were drawn lately: most are again as they were."""
_BOX = "M%d %dh%dv%dh-%dz"


@dataclass(frozen=True, slots=True, kw_only=True)
class FogRegion:
    """The fog over one region, as paths in map units: over what nobody has seen, and what nobody sees now."""

    id: str
    unseen: str
    away: str


def see_fog(grid: Grid, map_knowledge: MapKnowledge) -> tuple[FogRegion, ...]:
    """Draw the fog for who sees so much."""
    seen, explored = unpack(map_knowledge.seen, grid), unpack(map_knowledge.explored, grid)
    across, shape = -(-grid.cols // REGION), None if grid.kind is GridKind.SQUARE else grid
    parts: list[_Part] = [
        (shape, number % across * REGION, number // across * REGION, REGION, packed)
        for cells in (~explored, explored & ~seen)
        for number, packed in enumerate(_by_region(cells))
    ]
    drawn = _outlined(parts)
    count = len(parts) // 2
    return tuple(
        FogRegion(id=f"fog-{number % across}-{number // across}", unseen=unseen, away=away)
        for number, (unseen, away) in enumerate(zip(drawn[:count], drawn[count:], strict=True))
    )


def cover_cells(grid: Grid, cells: CellBits) -> str:
    """Outline some cells of a map."""
    packed = np.packbits(unpack(cells, grid), axis=1).tobytes()
    return _outlined([(None if grid.kind is GridKind.SQUARE else grid, 0, 0, grid.cols, packed)])[0]


def _by_region(cells: Bools) -> list[bytes]:
    """Give the bits of each region, packed row by row, and the regions row by row."""
    down, across = (-(-count // REGION) for count in cells.shape)
    whole = np.zeros((down * REGION, across * REGION), dtype=np.bool_)
    whole[: cells.shape[0], : cells.shape[1]] = cells
    regions = whole.reshape(down, REGION, across, REGION).swapaxes(1, 2)
    packed = np.packbits(regions, axis=3).tobytes()
    size = len(packed) // (down * across)
    return [packed[first : first + size] for first in range(0, len(packed), size)]


def _outlined(parts: Sequence[_Part]) -> list[str]:
    """Outline the cells of each part, all of one grid and one size; the new ones are worked out at once."""
    found = {part: path for part in parts if (path := _KEPT.get(part)) is not None}
    fresh = [part for part in dict.fromkeys(parts) if part not in found]
    if fresh:
        paths = _in_boxes(fresh) if fresh[0][0] is None else _in_hexes(fresh)
        made = dict(zip(fresh, paths, strict=True))
        if len(_KEPT) + len(made) > _MOST_KEPT:
            _KEPT.clear()
        _KEPT.update(made)
        found |= made
    return [found[part] for part in parts]


def _cells_of(parts: Sequence[_Part]) -> Bools:
    """Give which cells are to be outlined, in an array [part, row, column]."""
    width = parts[0][3]
    packed = np.frombuffer(b"".join(part[4] for part in parts), dtype=np.uint8)
    bits = np.unpackbits(packed.reshape(len(parts), -1, -(-width // 8)), axis=2, count=width)
    return bits.view(np.bool_)


def _in_hexes(parts: Sequence[_Part]) -> Iterator[str]:
    for (grid, left, top, *_), cells in zip(parts, _cells_of(parts), strict=True):
        assert grid is not None
        at = ((left + int(c), top + int(r)) for r, c in np.argwhere(cells))
        yield "".join(
            "M" + "L".join(f"{_units(x)} {_units(y)}" for x, y in cell_corners(grid, c)) + "Z" for c in at
        )


def _units(number: float) -> str:
    return f"{round(number * UNIT, 1):g}"


def _in_boxes(parts: Sequence[_Part]) -> Iterator[str]:
    part, left, top, wide, high = _boxes(_cells_of(parts))
    _, lefts, tops = zip(*(one[:3] for one in parts), strict=True)
    x, y = left + np.array(lefts)[part], top + np.array(tops)[part]
    numbers = (np.stack([x, y, wide, high, wide], axis=1) * int(UNIT)).reshape(-1).tolist()
    first = 0
    for count in np.bincount(part, minlength=len(parts)).tolist():
        yield _BOX * count % tuple(numbers[5 * first : 5 * (first + count)])
        first += count


def _boxes(cells: Bools) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Join cells into boxes: runs of a row, and rows below that have the very same run.

    Args:
        cells: an array [part, row, column]; no box is of two parts.

    Returns:
        Of each box the part, by which they are sorted, left, top, width and height.
    """
    parts, rows, columns = cells.shape
    within = np.zeros((parts * rows, columns + 2), dtype=np.bool_)
    within[:, 1:-1] = cells.reshape(-1, columns)
    row, at = np.nonzero(within[:, 1:] != within[:, :-1])
    part, row = np.divmod(row[::2], rows)
    # The same run in the next row has the next number; that of a row below the last is left free.
    runs = np.sort(((part * (columns + 1) + at[::2]) * (columns + 1) + at[1::2]) * (rows + 1) + row)
    first = np.flatnonzero(np.diff(runs, prepend=-2) != 1)
    where, top = np.divmod(runs[first], rows + 1)
    where, end = np.divmod(where, columns + 1)
    part, left = np.divmod(where, columns + 1)
    return part, left, top, end - left, np.diff(first, append=len(runs))
