"""The edge of sight as it is drawn in the fog: the polygon of what the viewer's own eyes see.

It is made of nothing but what its viewer already holds: the map as it is drawn for them, where their own
stand, and the cells that they see. Of those only the ones that the edge runs through are drawn at all.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from rules.map.cell_bits import pack, unpack
from rules.map.grid import has_cells
from rules.map.model import BattleMap, Grid, GridKind, Point
from rules.map.sight import skyline_from
from rules.map.walls import Bools, Floats, ranges
from webapp.drawing.fog_drawing import cover_cells
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_people import MapKnowledge

_STEP = 0.2  # cells between two places at which the edge is looked at
_KEPT = 200  # places of eyes, on one map
_HEXES = 500  # more would be long to send, each with its corners; they keep the edge of whole cells
_SOFT = 8  # pairs of eyes: a mask for each of more would take the frames from a hand that moves the map
_HEX_APART = sqrt(3) / 2  # from a row or column of hexes to the next


Box = tuple[int, int, int, int]
"""Left, top, width and height, in map units."""


@dataclass(frozen=True, slots=True)
class SeenArea:
    """What one pair of eyes sees: its polygon as a path in map units, and the box about that."""

    d: str
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class SightEdge:
    """Where sight ends within the cells that are seen, as paths in map units.

    Its softness lies inside the polygons: beyond them all is as dim as in the cells next to these, which are
    not seen at all.
    """

    id: str = "fog-sight"
    cells: str
    """The cells that the edge runs through."""
    seen: tuple[SeenArea, ...]
    """What is seen, for each pair of eyes."""
    box: Box
    """About all of the cells, with a cell round it."""

    @property
    def is_soft(self) -> bool:
        """Say whether the edge is soft: that of a crowd is sharp."""
        return len(self.seen) <= _SOFT


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
    if not cells.any() or (grid.kind is not GridKind.SQUARE and cells.sum() > _HEXES):
        return None
    rows, columns = np.nonzero(cells)
    left, top = (int(columns.min()) - 1) * UNIT, (int(rows.min()) - 1) * UNIT
    right, bottom = (int(columns.max()) + 3) * UNIT, (int(rows.max()) + 3) * UNIT
    return SightEdge(
        cells=cover_cells(grid, pack(cells)),
        seen=tuple(area for area, _ in outlines),
        box=(int(left), int(top), int(right - left), int(bottom - top)),
    )


def _outline(known: BattleMap, eye: Point) -> tuple[SeenArea, Bools] | None:
    """Give what is seen from a point, and the cells at its border; None where nothing is seen."""
    kept: dict[Point, tuple[SeenArea, Bools] | None] = known.derived(_no_outlines)
    if eye not in kept:
        if len(kept) > _KEPT:
            kept.clear()
        skyline = skyline_from(known, eye)
        kept[eye] = None if skyline is None else _drawn(known.grid, skyline.outline() + np.array(eye))
    return kept[eye]


def _no_outlines(_: BattleMap) -> dict[Point, tuple[SeenArea, Bools] | None]:
    return {}


def _drawn(grid: Grid, corners: Floats) -> tuple[SeenArea, Bools]:
    points = np.rint(corners * UNIT).astype(np.int64)
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    path = "M" + "L".join(f"{x} {y}" for x, y in points.tolist()) + "Z"
    return SeenArea(path, (left, top, right - left, bottom - top)), _beside(grid, corners)


def _beside(grid: Grid, corners: Floats) -> Bools:
    """Mark the cells that an outline runs through, and those around them: the edge is soft."""
    ways = np.roll(corners, -1, axis=0) - corners
    counts = np.maximum(np.ceil(np.abs(ways).max(axis=1) / _STEP).astype(np.int64), 1)
    side, step = ranges(np.zeros(len(counts), dtype=np.int64), counts)
    places = corners[side] + ways[side] * (step / counts[side])[:, None]
    across = _HEX_APART if grid.kind is GridKind.HEX_COLUMNS else 1.0
    down = _HEX_APART if grid.kind is GridKind.HEX_ROWS else 1.0
    columns = np.clip(np.floor(places[:, 0] / across).astype(np.int64), 0, grid.cols - 1)
    rows = np.clip(np.floor(places[:, 1] / down).astype(np.int64), 0, grid.rows - 1)
    met = np.zeros((grid.rows + 2, grid.cols + 2), dtype=np.bool_)
    met[rows + 1, columns + 1] = True
    marked = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    for right in range(3):  # with those around them, a hex is met even where it is off by one
        for below in range(3):
            marked |= met[below : below + grid.rows, right : right + grid.cols]
    return marked
