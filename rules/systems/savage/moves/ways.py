"""Where a move may go and what each step costs (SW-61, SW-55)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.command import Command
from rules.engine.kinds import measure
from rules.engine.moves import ways
from rules.engine.parameters import Parameter, place, way
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import Gap, Text, combatant, text
from rules.map import movement
from rules.map.grid import Footprint, has_cells
from rules.map.model import BattleMap, Cell, Place
from rules.map.movement import IllegalStep
from rules.map.zones import Zoning, zoning
from rules.systems.savage.actions import refuse_if
from rules.systems.savage.house import CRAWL
from rules.systems.savage.moves.places import cells_in_inch, stand_of
from rules.systems.savage.state import Fighter, inches_left, mount_of, rider_of

ZONE_INCHES = 6
"""What a step from zone to zone costs where nothing but zones is drawn (our ruling SW-R59)."""
MOST_INCHES = 1000


@dataclass(frozen=True, slots=True)
class Way:
    """Where a move goes: the places entered, and the inches that each step costs."""

    places: tuple[Place, ...]
    inches: tuple[float, ...]

    @property
    def whole(self) -> float:
        """What it costs in all."""
        return round(sum(self.inches), 9)


def room_to_move(mover: Fighter) -> float:
    """Count the inches that may still be moved: one who is prone only crawls (SW-R23)."""
    left = inches_left(mover)
    return min(left, max(0.0, CRAWL.value(mover.house) - mover.state.moved)) if mover.state.prone else left


TO = place("to", text("Where to"))
PATH = way("path")
INCHES = Parameter(id="inches", kind="number", optional=True, reader=measure(MOST_INCHES))


def find_way(state: BattleState, mover: Fighter, command: Command, *, complete: bool) -> Way | None:
    """Check where a move is to go (SW-61).

    Returns:
        None where nothing is said of it.
    Raises:
        Refusal: `no-path`, then `too-far`.
    """
    to, steps = TO.of(command), PATH.of(command)
    inches = INCHES.of(command)
    ways.require_same_end(to, steps)
    grid = state.map.grid if state.map is not None and mover.at is not None else None
    on_cells = grid is not None and has_cells(grid)
    if inches is not None and not on_cells and (grid is None or (to is None and steps is None)):
        way = Way((), (inches,))
    elif grid is None or (to is None and steps is None):
        said = text("Say where to move: a place ('to') or a 'path'.")
        if not on_cells:
            said = text("Say how far ('inches'), or on a map where to ('to').")
        refuse_if(complete, "bad-command", said, "SW-61")
        return None
    elif on_cells:
        way = _way_by_cells(state, mover, to, steps)
    else:
        way = _way_by_zones(state, mover, to, steps)
    left = room_to_move(mover)
    if way.whole > left + 1e-9:
        raise Refusal("too-far", _too_far(mover, way, left), "SW-61")
    return way


def _too_far(mover: Fighter, way: Way, left: float) -> Text:
    given: dict[str, Gap] = {"inches": way.whole, "mover": combatant(mover), "left": left}
    if mover.state.prone:
        return text("That is {inches} inches; {mover} crawls, and has {left} left this turn.", **given)
    return text("That is {inches} inches; {mover} has {left} left this turn.", **given)


def _way_by_zones(state: BattleState, mover: Fighter, to: Place | None, steps: Sequence[Place] | None) -> Way:
    assert state.map is not None
    zones = zoning(state.map)
    here = zones.zone_of(mover.at)
    entered = tuple(steps) if steps is not None else _zones_between(zones, here, to)
    for step in entered:
        there = step if isinstance(step, str) and step in zones.links else None
        if there is None or zones.distance(here, there) != 1:
            raise Refusal(
                "no-path", text("{step} is no zone next to the one before.", step=repr(step)), "SW-61"
            )
        here = there
    places = tuple(step for step in entered if step is not None)
    return Way(places, (float(ZONE_INCHES),) * len(places))


def _zones_between(zones: Zoning, here: str | None, to: Place | None) -> tuple[Place | None, ...]:
    """List the zones that lead to one, by the fewest links; that one alone where none do."""
    near = zones.distances(here)
    if not isinstance(to, str) or to not in near:
        return (to,)
    way = [to]
    while near[way[0]] > 1:
        way.insert(0, next(other for other in zones.links[way[0]] if near[other] == near[way[0]] - 1))
    return tuple(way)


def _way_by_cells(state: BattleState, mover: Fighter, to: Place | None, steps: Sequence[Place] | None) -> Way:
    battle_map, here = state.map, stand_of(state, mover)
    goal = steps[-1] if steps else to
    assert battle_map is not None
    start = None if here is None else here.place
    goal, _, *cells = (ways.require_cell(place, "SW-61") for place in (goal, start, *(steps or ())))
    assert here is not None
    if goal == here.place and not steps:
        raise Refusal("no-path", text("Staying where one is is no move."), "SW-61")
    there = Footprint(goal, mover.size)
    ways.require_room(battle_map, there, mover, "SW-61")
    others = others_of(state, mover)
    enemies, friends = others
    if steps is None:
        found = movement.path(battle_map, here, goal, enemies=enemies, friends=friends)
        if found is None:
            raise ways.no_way(battle_map, there, others, "SW-61")
    else:
        given = movement.path_cost(battle_map, here, cells, enemies=enemies, friends=friends)
        found = ways.require_legal(given, "SW-61", ways.ENDS_IN_ANYBODYS)
    return Way(found.cells, _step_inches(battle_map, here, found.cells))


def _step_inches(battle_map: BattleMap, start: Footprint, cells: Sequence[Cell]) -> tuple[float, ...]:
    scale = cells_in_inch(battle_map)
    inches, here = [], start
    for cell in cells:
        step = movement.path_cost(battle_map, here, [cell])
        assert not isinstance(step, IllegalStep), "the whole way was legal"
        inches.append(step.cost / scale)
        here = Footprint(cell, start.size, start.altitude)
    return tuple(inches)


def others_of(state: BattleState, mover: Fighter) -> ways.Others:
    """Sort the cells that others hold into those of enemies, and those one may only pass through.

    Who is out of the fight is stepped over; one's own mount or rider is in nobody's way.
    """
    pair = {other.id for other in (mount_of(state, mover.id), rider_of(state, mover.id)) if other is not None}
    return ways.others_of(
        state,
        mover,
        place_of=lambda other: None if other.id in pair else stand_of(state, other),
        is_passed=lambda other: other.state.is_out,
    )


def reach_of(state: BattleState, mover: Fighter) -> Reach:
    """Tell where a combatant may still move this turn (SW-61)."""
    battle_map, here = state.map, stand_of(state, mover)
    left = room_to_move(mover)
    most = float(inches_left(mover) + mover.state.moved)
    words = text('{left}" of {most}" left', left=float(left), most=most)
    if battle_map is not None and not has_cells(battle_map.grid) and mover.at is not None:
        zones = zoning(battle_map)
        own = zones.zone_of(mover.at)
        near = sorted(z for z in zones.within(own, int(left // ZONE_INCHES)) if z is not None)
        zone_costs: dict[Place, float] = {z: ZONE_INCHES * (zones.distance(own, z) or 0) for z in near}
        came: dict[Place, Place] = {}
        for zone in near:
            *_, before, _ = (mover.at, *_zones_between(zones, own, zone))
            if zone != own and before is not None:
                came[zone] = before
        return Reach(costs=zone_costs, came_from=came, words=words, rule="SW-61")
    if battle_map is None or here is None:
        return Reach(costs={}, came_from={}, words=words, rule="SW-61")
    enemies, friends = others_of(state, mover)
    budget = left * cells_in_inch(battle_map) + 1e-9
    found = movement.reach(battle_map, here, budget, enemies=enemies, friends=friends)
    return ways.reach_by_cells(found, words, "SW-61")
