"""How long a way is that goes straight from point to point, as a ruler with waypoints measures it.

The legs are counted as one way: with `alternate` the diagonals are counted on from leg to leg, so that two
legs of one diagonal each cost 3 like one leg of two; with `true` only what has come together is rounded. So
the legs always add up to the whole.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from rules.map.grid import Diagonals, Footprint, cells_apart
from rules.map.model import Cell, Grid, GridKind, Point


def leg_cells(grid: Grid, cells: Sequence[Cell], diagonals: Diagonals = Diagonals.ONE) -> tuple[int, ...]:
    """Count each leg of a way from cell to cell, in cells; hexes are counted."""
    if grid.kind is not GridKind.SQUARE:
        pairs = pairwise(cells)
        return tuple(cells_apart(grid, Footprint(a), Footprint(b)) for a, b in pairs)
    straight, slant, root = 0, 0, 0.0
    sums = [0]
    for (ac, ar), (bc, br) in pairwise(cells):
        across, down = abs(bc - ac), abs(br - ar)
        straight += abs(across - down)
        slant += min(across, down)
        root += math.hypot(across, down)
        sums.append(
            {
                Diagonals.ONE: straight + slant,
                Diagonals.ALTERNATE: straight + slant * 3 // 2,
                Diagonals.TRUE: math.floor(root + 0.5),
            }[diagonals]
        )
    return tuple(b - a for a, b in pairwise(sums))


def leg_lengths(points: Sequence[Point]) -> tuple[float, ...]:
    """Measure each leg of a way straight, in cells."""
    return tuple(math.dist(a, b) for a, b in pairwise(points))
