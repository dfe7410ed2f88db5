"""Where a move may go (AT-52), on cells and on zones alone."""

from collections.abc import Sequence

from rules.engine.command import Command
from rules.engine.moves import ways
from rules.engine.parameters import place, way
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import Gap, Text, joined, template, text
from rules.map import movement
from rules.map.grid import Footprint, has_cells
from rules.map.model import BattleMap, Cell, Level, Place
from rules.map.movement import StepProblem
from rules.systems.atomic.attack.facts import zones_of
from rules.systems.atomic.state import Fighter

RULE = "AT-52"
Zone = str | None


def _no_ground(_: BattleMap) -> dict[tuple[Zone, tuple[Level, ...]], frozenset[Cell]]:
    return {}


def ground_of(battle_map: BattleMap, zone: Zone) -> frozenset[Cell]:
    """Give the cells of a zone and of the zones next to it."""
    kept = battle_map.shared(_no_ground)
    key = zone, battle_map.levels
    if key not in kept:
        zones = zones_of(battle_map)
        kept[key] = zones.cells_in(zones.within(zone, 1))
    return kept[key]


def zone_name(battle_map: BattleMap, zone: Zone) -> Gap:
    """Call a zone by its name."""
    return next((z.name or z.id for z in battle_map.zones if z.id == zone), text("the open"))


TO = place("to", text("Where to"))
PATH = way("path")


def find_way(state: BattleState, mover: Fighter, command: Command) -> tuple[Place, ...] | None:
    """Check where a move is to go (AT-52).

    Returns:
        The places entered, the last being where it ends; None where nothing is known of places, or nothing is
        said of where to go.
    Raises:
        Refusal: `too-far`, then `no-path`.
    """
    to, steps = TO.of(command), PATH.of(command)
    ways.require_same_end(to, steps)
    battle_map = state.map
    if battle_map is None or (to is None and steps is None):
        return None
    if steps == ():
        raise Refusal("no-path", _STAYING, RULE)
    goal = steps[-1] if steps is not None else to
    assert goal is not None
    ways.require_placed(mover, RULE)
    assert mover.at is not None
    if not has_cells(battle_map.grid):
        return _way_by_zones(battle_map, mover.at, steps or (goal,))
    goal, *_ = (ways.require_cell(place, RULE) for place in (goal, mover.at, *(steps or ())))
    here = zones_of(battle_map).zone_of(mover.at)
    _require_near(battle_map, here, zones_of(battle_map).zone_of(goal))
    ways.require_room(battle_map, Footprint(goal, mover.size), mover, RULE)
    if goal == mover.at:
        raise Refusal("no-path", _STAYING, RULE)
    return _way_by_cells(state, battle_map, mover, goal, steps)


_STAYING = text("Staying where one is is no move: choose another place, or keep the move.")


def _way_by_zones(battle_map: BattleMap, at: Place, steps: Sequence[Place | None]) -> tuple[Place, ...]:
    zones = zones_of(battle_map)
    here = zones.zone_of(at)
    for step in steps:
        if not isinstance(step, str) or step not in zones.links:
            known = ", ".join(zone.id for zone in battle_map.zones)
            raise Refusal(
                "too-far",
                text(
                    "There is no zone {step} on this map; its zones are {known}.",
                    step=f"{step!r}",
                    known=known,
                ),
                RULE,
            )
    entered = [step for step in steps if isinstance(step, str)]
    _require_near(battle_map, here, entered[-1])
    before = here
    for step in entered:
        if step not in zones.within(here, 1) or zones.distance(before, step) not in (0, 1):
            said = text(
                "{zone_name} does not lie on a way that one move allows.",
                zone_name=zone_name(battle_map, step),
            )
            raise Refusal("no-path", said, RULE)
        before = step
    return tuple(entered)


def _require_near(battle_map: BattleMap, here: Zone, there: Zone) -> None:
    zones = zones_of(battle_map)
    if there in zones.within(here, 1):
        return
    far = zones.distance(here, there)
    said: Text
    if battle_map.zones:
        said = text(
            template("{zone} is not linked with {here}; a move may end in: {zones}.")
            if far is None
            else template("{zone} lies {count} zones from {here}; a move may end in: {zones}."),
            zone=zone_name(battle_map, there),
            here=zone_name(battle_map, here),
            zones=joined(zone_name(battle_map, z) for z in sorted(zones.within(here, 1), key=str)),
            count=far or 0,
        ).large
    elif there is None:
        said = text("That is off the map.")
    else:
        said = text(
            template(
                "That cell is not linked with here, counted in blocks of 8 by 8 cells; a move reaches"
                " the next block."
            )
            if far is None
            else template(
                "That cell lies {count} zones from here, counted in blocks of 8 by 8 cells; a move reaches"
                " the next block."
            ),
            count=far or 0,
        )
    raise Refusal("too-far", said, RULE)


def _way_by_cells(
    state: BattleState, battle_map: BattleMap, mover: Fighter, goal: Cell, steps: Sequence[Place] | None
) -> tuple[Place, ...]:
    assert mover.at is not None
    others = ways.others_of(state, mover)
    stands = Footprint(mover.at, mover.size, mover.altitude)
    ground = ground_of(battle_map, zones_of(battle_map).zone_of(mover.at))
    if steps is None:
        found = movement.path(
            battle_map, stands, goal, enemies=others.enemies, friends=others.friends, allowed=ground
        )
        if found is None:
            raise ways.no_way(battle_map, Footprint(goal, mover.size), others, RULE, _BETWEEN)
        return found.cells
    cells = [step for step in steps if not isinstance(step, str)]
    way = movement.path_cost(
        battle_map, stands, cells, enemies=others.enemies, friends=others.friends, allowed=ground
    )
    return ways.require_legal(way, RULE, _PROBLEMS).cells


_PROBLEMS = {StepProblem.NOT_ALLOWED: text("leaves the zone and those next to it")}
_BETWEEN = text(
    "No way leads there within the zone and those next to it: walls, closed doors or others are between."
)


def reach_of(state: BattleState, mover: Fighter) -> Reach:
    """Tell where a move may go (AT-52)."""
    battle_map = state.map
    if battle_map is None or mover.at is None:
        return Reach(costs={}, came_from={}, words=text("anywhere: no map says where"), rule=RULE)
    zones = zones_of(battle_map)
    here = zones.zone_of(mover.at)
    if battle_map.zones:
        words = text("{zone_name} and the zones next to it", zone_name=zone_name(battle_map, here))
    else:
        words = text("this block of 8 by 8 cells and those next to it")
    if not has_cells(battle_map.grid):
        return ways.reach_by_zones(mover.at, here, zones.within(here, 1), 1, words, RULE)
    others = ways.others_of(state, mover)
    found = movement.reach(
        battle_map,
        Footprint(mover.at, mover.size, mover.altitude),
        enemies=others.enemies,
        friends=others.friends,
        allowed=ground_of(battle_map, here),
    )
    return ways.reach_by_cells(found, words, RULE)
