"""Whom an area on the map holds, and how it is drawn, on a map as somebody knows it."""

from collections.abc import Mapping

from rules.engine.areas.kept_areas import ZONE, KeptArea
from rules.map.area_outline import Outline, outlines
from rules.map.areas import Slope
from rules.map.grid import Footprint
from rules.map.model import BattleMap


def held_by(
    battle_map: BattleMap, area: KeptArea, standing: Mapping[str, Footprint], altitude: float = 0.0
) -> tuple[str, ...]:
    """List whom an area holds of those who stand there, in the order given.

    Args:
        altitude: how far above the ground it lies, in the grid's unit.
    """
    if area.shape == ZONE:
        return tuple(who for who, footprint in standing.items() if footprint.place == area.zone)
    slope = Slope(altitude) if altitude else None
    return area.area.caught(battle_map, standing, touch=area.touch, stopped_by_walls=area.walls, slope=slope)


def outlines_of(battle_map: BattleMap, area: KeptArea) -> tuple[Outline, ...]:
    """List the outlines that together are an area on cells, as walls cut it; see `rules.map.area_outline`."""
    return outlines(battle_map, area.area, stopped_by_walls=area.walls)
