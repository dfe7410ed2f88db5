"""The edge of sight as it is drawn in the fog: the polygon of what the viewer's own eyes see.

It is made of nothing but what its viewer already holds: the map as it is drawn for them, where their own
stand, and the cells that they see. Of those only the ones that the edge runs through are drawn at all.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rules.map.cell_bits import pack, unpack
from rules.map.grid import cell_at, has_cells
from rules.map.model import BattleMap, Cell, Grid, Point
from rules.map.sight import skyline_from
from rules.map.walls import Bools, Floats
from webapp.drawing.fog_drawing import cover_cells
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.viewer import MapKnowledge

_STEP = 0.2  # cells between two places at which the edge is looked at
_KEPT = 200  # places of eyes, on one map


@dataclass(frozen=True, slots=True, kw_only=True)
class SightEdge:
    """Where sight ends within the cells that are seen, as paths in map units."""

    id: str = "fog-sight"
    cells: str
    """The cells that the edge runs through."""
    seen: str
    """What is seen: one polygon for each pair of eyes."""
    box: tuple[int, int, int, int]
    """Left, top, width and height of it all, with room for its soft edge."""


def see_sight_edge(
    known: BattleMap, eyes: tuple[Point, ...], map_knowledge: MapKnowledge
) -> SightEdge | None:
    """Draw where sight ends; None where nobody looks, or sight ends nowhere within a cell.

    Args:
        known: the map as its viewer knows it.
        eyes: where those stand with whose eyes the viewer sees, in cells.
    """
    grid = known.grid
    if not has_cells(grid):
        return None
    outlines = [outline for eye in eyes if (outline := _outline(known, eye)) is not None]
    if not outlines:
        return None
    near = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    for _, crossed in outlines:
        near |= crossed
    cells = near & unpack(map_knowledge.seen, grid)
    if not cells.any():
        return None
    rows, columns = np.nonzero(cells)
    left, top = (int(columns.min()) - 1) * UNIT, (int(rows.min()) - 1) * UNIT
    right, bottom = (int(columns.max()) + 3) * UNIT, (int(rows.max()) + 3) * UNIT
    return SightEdge(
        cells=cover_cells(grid, pack(cells)),
        seen="".join(path for path, _ in outlines),
        box=(int(left), int(top), int(right - left), int(bottom - top)),
    )


def _outline(known: BattleMap, eye: Point) -> tuple[str, Bools] | None:
    """Give what is seen from a point as a path, and the cells at its border; None where nothing is seen."""
    kept: dict[Point, tuple[str, Bools] | None] = known.derived(_no_outlines)
    if eye not in kept:
        if len(kept) > _KEPT:
            kept.clear()
        skyline = skyline_from(known, eye)
        kept[eye] = None if skyline is None else _drawn(known.grid, skyline.outline() + np.array(eye))
    return kept[eye]


def _no_outlines(_: BattleMap) -> dict[Point, tuple[str, Bools] | None]:
    return {}


def _drawn(grid: Grid, corners: Floats) -> tuple[str, Bools]:
    points = np.rint(corners * UNIT).astype(np.int64).tolist()
    path = "M" + "L".join(f"{x} {y}" for x, y in points) + "Z"
    crossed = np.zeros((grid.rows + 2, grid.cols + 2), dtype=np.bool_)
    for column, row in _along(grid, corners):
        crossed[row : row + 3, column : column + 3] = True  # its neighbours too: the edge is soft
    return path, crossed[1:-1, 1:-1]


def _along(grid: Grid, corners: Floats) -> Iterator[Cell]:
    """Go round an outline, and give the cells on the way."""
    ways = np.roll(corners, -1, axis=0) - corners
    steps = np.ceil(np.abs(ways).max(axis=1) / _STEP).astype(np.int64)
    for start, way, count in zip(corners, ways, np.maximum(steps, 1).tolist(), strict=True):
        for x, y in (start + way * (np.arange(count) / count)[:, None]).tolist():
            cell = cell_at(grid, (x, y))
            if cell is not None:
                yield cell
