"""Where a movement may take somebody (TS-160 to TS-164)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from rules.engine.caches import Same
from rules.engine.moves.ways import Others, reach_by_cells
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import Words, text
from rules.map import movement
from rules.map.grid import Diagonals, Footprint, has_cells
from rules.map.model import Place
from rules.map.zones import zoning
from rules.systems.tesseris.moves.places import ZONE_YARDS, cover_at, knows_places, stand_of
from rules.systems.tesseris.moves.sprint_ways import sprinter
from rules.systems.tesseris.moves.ways import held_cells
from rules.systems.tesseris.state import Fighter, speed_of


def reach_of(state: BattleState, mover: Fighter) -> Reach:
    """Tell where one move takes somebody (TS-160)."""
    most = speed_of(mover)
    return reach_within(state, mover, most, "TS-160", text("{most} yd for a tick", most=most))


def reach_within(state: BattleState, mover: Fighter, most: float, rule: str, words: Words = "") -> Reach:
    """Tell where so many yards take somebody."""
    words, here = words or text("{most} yd", most=float(most)), stand_of(state, mover)
    if state.map is None or mover.at is None:
        return Reach(costs={}, came_from={}, words=words, rule=rule)
    if here is None:
        return _zone_reach(state, mover, most, words, rule)
    found = _reach(Same(state.map), here, most, held_cells(state, mover))
    return reach_by_cells(found, words, rule)


@lru_cache(maxsize=128)
def _reach(battle_map: Same, here: Footprint, most: float, others: Others) -> movement.Reach:
    """Search once for how all stand: a page asks the same for each of its buttons, the AI again and again."""
    enemies, friends = others
    return movement.reach(
        battle_map.thing, here, most, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
    )


def sprint_reach(state: BattleState, mover: Fighter, most: float, rule: str, words: Words) -> Reach:
    """Tell where somebody gets to with one turn of at most 90 degrees (TS-164)."""
    here = stand_of(state, mover)
    if state.map is None or here is None:
        return reach_within(state, mover, most, rule, words)
    found = sprinter(Same(state.map), here, most, held_cells(state, mover))
    near = reach_by_cells(found.near, words, rule)
    return replace(near, costs=found.costs, ways=found.turning)


def finds_cover(state: BattleState, who: Fighter, costs: Mapping[Place, float]) -> bool:
    """Tell whether there is a place among these where somebody would find cover, the nearest ones first."""
    for place in sorted(costs, key=lambda place: (costs[place], str(place))):
        moved = state.with_changes(who.id, at=place)
        if cover_at(moved, moved.combatants[who.id]) is not None:
            return True
    return False


def with_cover(state: BattleState, who: Fighter, costs: Mapping[Place, float]) -> dict[Place, float]:
    """Keep the places at which somebody would find cover (TS-067)."""
    return {
        place: cost
        for place, cost in costs.items()
        if cover_at(moved := state.with_changes(who.id, at=place), moved.combatants[who.id]) is not None
    }


def _zone_reach(state: BattleState, mover: Fighter, most: float, words: Words, rule: str) -> Reach:
    assert state.map is not None
    assert mover.at is not None
    zones = zoning(state.map)
    own = zones.zone_of(mover.at)
    near = sorted(zone for zone in zones.within(own, int(most // ZONE_YARDS)) if zone is not None)
    costs: dict[Place, float] = {zone: ZONE_YARDS * (zones.distance(own, zone) or 0) for zone in near}
    came: dict[Place, Place] = {zone: mover.at for zone in near if zones.distance(own, zone) == 1}
    return Reach(costs=costs, came_from=came, words=words, rule=rule)


def can_go_anywhere(state: BattleState, mover: Fighter) -> bool:
    """Tell whether there is a cell to flee to; off a map of cells there always is (TS-319)."""
    if not knows_places(state, mover) or state.map is None or not has_cells(state.map.grid):
        return True
    reach = reach_of(state, mover)
    return speed_of(mover) == 0 or len(reach.costs) > 1
