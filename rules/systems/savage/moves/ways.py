"""Where a move may go and what each step costs (SW-61, SW-55)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.engine.command import Command
from rules.engine.kinds import measure
from rules.engine.parameters import Parameter, place, way
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import Gap, Text, combatant, text
from rules.map import movement
from rules.map.grid import Footprint, fits, footprint_cells, has_cells
from rules.map.model import BattleMap, Cell, Place
from rules.map.movement import IllegalStep, StepProblem
from rules.map.zones import Zoning, zoning
from rules.systems.savage.actions import inches_left, refuse_if
from rules.systems.savage.house import CRAWL
from rules.systems.savage.moves.places import cells_in_inch, stand_of
from rules.systems.savage.state import Fighter, mount_of, rider_of

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
    if steps is not None and to is not None and (not steps or steps[-1] != to):
        raise Refusal("bad-command", text("The path must end where the move is to end ('to')."))
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
    if here is None or goal is None or isinstance(goal, str) or any(isinstance(s, str) for s in steps or ()):
        said = text("This map has cells: give a column and a row, like [3, 4].")
        raise Refusal("no-path", said, "SW-61")
    if goal == here.place and not steps:
        raise Refusal("no-path", text("Staying where one is is no move."), "SW-61")
    if not fits(battle_map.grid, Footprint(goal, mover.size)):
        raise Refusal(
            "no-path",
            text("There is no room for {mover} there: it is off the map.", mover=combatant(mover)),
            "SW-61",
        )
    enemies, friends = others_of(state, mover)
    if steps is None:
        found = movement.path(battle_map, here, goal, enemies=enemies, friends=friends)
        if found is None:
            taken = set(footprint_cells(battle_map.grid, Footprint(goal, mover.size))) & (enemies | friends)
            said = (
                text("Somebody stands there; choose a free cell.") if taken else text("No way leads there.")
            )
            raise Refusal("no-path", said, "SW-61")
    else:
        cells = [step for step in steps if not isinstance(step, str)]
        given = movement.path_cost(battle_map, here, cells, enemies=enemies, friends=friends)
        if isinstance(given, IllegalStep):
            problem = _PROBLEMS[given.reason]
            said = text("Step {number} of this path {problem}.", number=given.index + 1, problem=problem)
            raise Refusal("no-path", said, "SW-61")
        found = given
    return Way(found.cells, _step_inches(battle_map, here, found.cells))


def _step_inches(battle_map: BattleMap, start: Footprint, cells: Sequence[Cell]) -> tuple[float, ...]:
    scale = cells_in_inch(battle_map)
    inches, here = [], start
    for cell in cells:
        step = movement.path_cost(battle_map, here, [cell])
        assert not isinstance(step, IllegalStep), "the whole way was legal"
        inches.append(step.cost / scale)
        here = Footprint(cell, start.size)
    return tuple(inches)


_PROBLEMS = {
    StepProblem.NOT_NEXT: text("goes to a cell that is not next to the one before"),
    StepProblem.OFF_MAP: text("leaves the map"),
    StepProblem.WALL: text("runs into a wall or a closed door"),
    StepProblem.ENEMY: text("enters a cell that an enemy holds"),
    StepProblem.FRIEND: text("ends in a cell that somebody holds"),
    StepProblem.NOT_ALLOWED: text("leaves what is allowed"),
}


def others_of(state: BattleState, mover: Fighter) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Sort the cells that others hold into those of enemies, and those one may only pass through.

    Those whom the mover's side cannot know of stand in nobody's way; who is out of the fight is stepped over.
    """
    assert state.map is not None
    pair = {other.id for other in (mount_of(state, mover.id), rider_of(state, mover.id)) if other is not None}
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for other in state.combatants.values():
        here = stand_of(state, other)
        if other.id == mover.id or other.id in pair or here is None:
            continue
        friend = other.side == mover.side
        if friend or not other.hidden:
            passable = friend or other.state.is_out
            cells[passable].update(footprint_cells(state.map.grid, here))
    return frozenset(cells[False]), frozenset(cells[True])


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
    return Reach(
        costs=cast(Mapping[Place, float], found.costs),
        came_from=cast(Mapping[Place, Place], found.came_from),
        words=words,
        rule="SW-61",
    )
