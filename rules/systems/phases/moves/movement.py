"""Where a move of one phase may go, on cells and on zones alone (PH-52, PH-99; section 7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from rules.engine.command import Command
from rules.engine.moves import ways
from rules.engine.parameters import place, way
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import combatant, counted, text
from rules.map import movement
from rules.map.grid import Footprint, footprint_cells, has_cells
from rules.map.model import BattleMap, Cell, Place
from rules.map.movement import IllegalStep, Path
from rules.map.zones import zoning
from rules.systems.phases.attack.facts import ZONE_CELLS
from rules.systems.phases.state import Fighter, move_of

RULE = "PH-52"
LIMIT_RULE = "PH-99"
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
class Way:
    """Where a move goes: the places entered, and what it costs in cells."""

    places: tuple[Place, ...]
    cost: float


def cells_of(state: BattleState, mover: Fighter, place: Place) -> frozenset[Place]:
    """Give what a mover holds at a place: its cells; on zones alone nothing, for a zone has room for all."""
    if state.map is None or isinstance(place, str):
        return frozenset()
    return frozenset(footprint_cells(state.map.grid, Footprint(place, mover.size)))


TO = place("to", text("Where to"))
PATH = way("path")


def find_way(state: BattleState, mover: Fighter, command: Command) -> Way | None:
    """Check where a move is to go.

    Returns:
        None where nothing is known of places, or nothing is said of where to go.
    Raises:
        Refusal: `too-far`, then `no-path`.
    """
    to, steps = TO.of(command), PATH.of(command)
    ways.require_same_end(to, steps)
    battle_map = state.map
    if battle_map is None or (to is None and steps is None):
        return None
    goal = steps[-1] if steps else to
    if goal is None or (goal == mover.at and not steps):
        raise Refusal("no-path", text("Staying where one is is no move: choose another place."), RULE)
    ways.require_placed(mover, RULE)
    assert mover.at is not None
    if has_cells(battle_map.grid):
        way = _way_by_cells(state, battle_map, mover, goal, steps)
    else:
        way = _way_by_zones(battle_map, mover.at, steps or (goal,))
    most = move_of(mover)
    if way.cost > most + _ROUNDING:
        why = "" if most == mover.sheet.move else text(", with a hurt leg")
        said = text(
            "That is {cost} cells; {mover} can go {most} in a phase{why}.",
            cost=way.cost,
            mover=combatant(mover),
            most=most,
            why=why,
        )
        raise Refusal("too-far", said, LIMIT_RULE)
    return way


def _way_by_zones(battle_map: BattleMap, at: Place, steps: Sequence[Place]) -> Way:
    zones = zoning(battle_map)
    here = zones.zone_of(at)
    for step in steps:
        there = step if isinstance(step, str) and step in zones.links else None
        if there is None or zones.distance(here, there) != 1:
            raise Refusal(
                "no-path", text("{step} is no zone next to the one before.", step=f"{step!r}"), RULE
            )
        here = there
    return Way(tuple(steps), float(len(steps) * ZONE_CELLS))


def _way_by_cells(
    state: BattleState, battle_map: BattleMap, mover: Fighter, goal: Place, steps: Sequence[Place] | None
) -> Way:
    goal, at, *cells = (ways.require_cell(place, RULE) for place in (goal, mover.at, *(steps or ())))
    there, stands = Footprint(goal, mover.size), Footprint(at, mover.size, mover.altitude)
    ways.require_room(battle_map, there, mover, RULE)
    others = ways.others_of(state, mover)
    found: Path | IllegalStep | None
    if steps:
        found = movement.path_cost(battle_map, stands, cells, enemies=others.enemies, friends=others.friends)
    else:
        found = movement.path(battle_map, stands, goal, enemies=others.enemies, friends=others.friends)
    if found is None:
        raise ways.no_way(battle_map, there, others, RULE, _BETWEEN)
    found = ways.require_legal(found, RULE)
    return Way(found.cells, found.cost)


_BETWEEN = text("No way leads there: walls, closed doors or others are between.")


def reach_of(state: BattleState, mover: Fighter) -> Reach:
    """Tell where a move of one phase may go."""
    battle_map, most = state.map, move_of(mover)
    if battle_map is None or mover.at is None:
        return Reach(costs={}, came_from={}, words=text("anywhere: no map says where"), rule=LIMIT_RULE)
    words = counted("{n} cell a phase", "{n} cells a phase", n=most)
    if not has_cells(battle_map.grid):
        zones = zoning(battle_map)
        here = zones.zone_of(mover.at)
        near = zones.within(here, 1 if most >= ZONE_CELLS else 0)
        return ways.reach_by_zones(mover.at, here, near, ZONE_CELLS, words, LIMIT_RULE)
    others = ways.others_of(state, mover)
    found = movement.reach(
        battle_map,
        Footprint(cast(Cell, mover.at), mover.size, mover.altitude),
        most,
        enemies=others.enemies,
        friends=others.friends,
    )
    return ways.reach_by_cells(found, words, LIMIT_RULE)
