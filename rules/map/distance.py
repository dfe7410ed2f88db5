"""How far apart two combatants stand, in the unit of the map."""

from rules.map.grid import Diagonals, Footprint, cells_apart, has_cells
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
    measured = cells_apart(battle_map.grid, a, b, diagonals) * battle_map.grid.per_cell
    return int(measured) if measured == int(measured) else measured
