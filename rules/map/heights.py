"""How high somebody stands (README.md, The map).

Readings where README.md is silent: of patches that overlap the last listed counts, as if painted over; a
footprint of several cells stands as high as its highest one.
"""

from collections.abc import Mapping

from rules.map.grid import Footprint, footprint_cells, has_cells
from rules.map.model import BattleMap, Cell


def height_of(battle_map: BattleMap, footprint: Footprint) -> float:
    """Give how high a footprint stands, in the grid's unit: 0 where nothing is painted, and in zones."""
    if not has_cells(battle_map.grid):
        return 0.0
    heights = battle_map.derived(_heights)
    return max(heights.get(cell, 0.0) for cell in footprint_cells(battle_map.grid, footprint))


def _heights(battle_map: BattleMap) -> Mapping[Cell, float]:
    return {cell: patch.height for patch in battle_map.elevation for cell in patch.cells}
