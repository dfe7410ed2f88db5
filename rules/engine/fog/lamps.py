"""Light that is carried about: it shines from where its bearer stands, and goes where the bearer goes."""

from rules.engine.state import BattleState
from rules.map.grid import Footprint, footprint_centre, has_cells
from rules.map.model import BattleMap, Brightness, Light, with_lights

_KEPT = 64  # of one map, each with lights at other places


def lit_map(state: BattleState) -> BattleMap | None:
    """Give the map with the lights on it that are carried; the map itself where they make no difference.

    Whom the GM hides carries no light either: it would tell of them.
    """
    battle_map = state.map
    if battle_map is None or battle_map.ambient is Brightness.BRIGHT or not has_cells(battle_map.grid):
        return battle_map
    carried = tuple(
        Light(
            at=footprint_centre(battle_map.grid, Footprint(c.at, c.size)),
            range_cells=c.lamp.dim,
            bright_cells=c.lamp.bright,
        )
        for c in state.combatants.values()
        if c.lamp is not None and isinstance(c.at, tuple) and not c.hidden
    )
    if not carried:
        return battle_map
    kept = battle_map.derived(_none_yet)
    if carried not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[carried] = with_lights(battle_map, (*battle_map.lights, *carried))
    return kept[carried]


def _none_yet(_: BattleMap) -> dict[tuple[Light, ...], BattleMap]:
    return {}
