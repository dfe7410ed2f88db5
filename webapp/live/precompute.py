"""Working out beforehand what the first drag on a scene would else wait for: steps, zones, walls.

It is done once a scene, in a thread beside the loop, when somebody opens the page. What a door or a stroke
changes later is little, and is left to who asks first.
"""

from dataclasses import dataclass

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System, find_system
from rules.map.grid import Footprint, fits
from rules.map.line_of_fire import fire_table
from rules.map.model import BattleMap, GridKind
from webapp.server.background import clear_away, keep_for_good, run_apart


@dataclass(slots=True)
class _Warmth:
    """Whether a map has been seen to; it goes along with what the map's doors do not change."""

    begun: bool = False


def _cold(_: BattleMap) -> _Warmth:
    return _Warmth()


def needs_warming(state: BattleState) -> bool:
    """Say, once for each map, that it should be warmed."""
    if state.map is None or state.map.grid.kind is GridKind.ZONES:
        return False
    warmth = state.map.shared(_cold)
    begun, warmth.begun = warmth.begun, True
    return not begun


def warm(state: BattleState) -> None:
    """Work out beside the loop what moves and shots on this map rest on."""
    run_apart(_work_out, find_system(state.system), state)
    clear_away()  # pages were made meanwhile
    keep_for_good()


def _work_out(system: System, state: BattleState) -> None:
    battle_map = state.map
    assert battle_map is not None
    done: set[int] = set()
    for who, c in state.combatants.items():
        if c.at is None or isinstance(c.at, str) or c.size in done:
            continue
        spot = Footprint(c.at, c.size, c.altitude)
        if not fits(battle_map.grid, spot):
            continue
        try:
            system.reach(BattleView(state), who)
        except Refusal:
            continue  # it cannot move now; another of its size may
        done.add(c.size)
        fire_table(battle_map, [spot], [spot])
