"""How far apart two combatants stand, in the unit of the map."""

import math

from rules.map.grid import Diagonals, Footprint, cells_apart, has_cells, straight_cells
from rules.map.heights import height_of, is_flat
from rules.map.levels import seen_over
from rules.map.model import BattleMap
from rules.map.zones import zone_distance, zone_of


def distance(
    battle_map: BattleMap, a: Footprint, b: Footprint, diagonals: Diagonals = Diagonals.ONE
) -> float | None:
    """Measure between the nearest cells of two footprints (README.md, Distance).

    Returns:
        Cells times `per_cell`, a whole number where it is one. On a zones-only map the least number of links,
        None where nothing links the two zones.
    """
    if not has_cells(battle_map.grid):
        return zone_distance(battle_map, zone_of(battle_map, a.place), zone_of(battle_map, b.place))
    measured = apart(battle_map, a, b, diagonals) * battle_map.grid.per_cell
    return int(measured) if measured == int(measured) else measured


def apart(battle_map: BattleMap, a: Footprint, b: Footprint, diagonals: Diagonals = Diagonals.ONE) -> int:
    """Count the cells between two footprints, those that one is higher than the other included.

    The cells along and the cells up (rounded to whole ones, halves up) are the two sides of a diagonal, which
    is counted as `diagonals` says (README.md, Distance). With `true` the height is not rounded before.
    """
    if is_flat(battle_map, (a, b)):
        return cells_apart(battle_map.grid, a, b, diagonals)
    along = cells_apart(battle_map.grid, a, seen_over(battle_map, b, a), diagonals)
    up = abs(height_of(battle_map, a) - height_of(battle_map, b)) / battle_map.grid.per_cell
    if diagonals is Diagonals.TRUE:
        return math.floor(math.hypot(along, up) + 0.5)
    return straight_cells(along, math.floor(up + 0.5), diagonals)
