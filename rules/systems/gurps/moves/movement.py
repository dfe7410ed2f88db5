"""Where a maneuver lets its owner go, by cells, by zones, or by yards alone (GU-701, GU-704, GU-719)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import dist
from typing import cast

from rules.engine.command import Command
from rules.engine.moves import ways
from rules.engine.parameters import Parameter, choice, number, place, way
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import Text, counted, joined, text
from rules.engine.text import combatant as named
from rules.map import movement
from rules.map.grid import (
    Diagonals,
    Footprint,
    cell_centre,
    footprint_cells,
    footprint_centre,
    has_cells,
    neighbours,
)
from rules.map.model import BattleMap, Cell, Place, Point
from rules.map.movement import StepProblem
from rules.map.zones import zoning
from rules.systems.gurps.moves.arcs import bearing, directions, facing_of, turn_between
from rules.systems.gurps.state import Fighter, half_move_of, move_of, step_of

RULE = "GU-719"
FAR = 1000
"""Yards that a command may name."""
TO, THEN_TO = place("to", optional=True), place("then_to", optional=True)
PATH, THEN_PATH = way("path"), way("then_path")
YARDS, MOVE = number("yards", 0, FAR), number("move", 0, FAR)
FACING = choice("face", optional=True)
MOVES: tuple[Parameter, ...] = (TO, THEN_TO, PATH, THEN_PATH, YARDS, MOVE, FACING)
"""What says where a maneuver leads, before what it does and after."""


class Pace(StrEnum):
    """How far a maneuver lets go (GU-701)."""

    NONE = "none"
    STEP = "step"
    TWO_STEPS = "two-steps"
    HALF = "half"
    FULL = "move"


PACE_WORDS: Mapping[Pace, Text] = {
    Pace.NONE: text("no movement"),
    Pace.STEP: text("a step"),
    Pace.TWO_STEPS: text("two steps"),
    Pace.HALF: text("half the Move"),
    Pace.FULL: text("the whole Move"),
}


PACE_NAMES: Mapping[Pace, Text] = {
    Pace.NONE: text("no movement"),
    Pace.STEP: text("step"),
    Pace.TWO_STEPS: text("two steps"),
    Pace.HALF: text("half Move"),
    Pace.FULL: text("Move"),
}
"""What a pace is called beside its yards."""


def yards_of(combatant: Fighter, pace: Pace) -> int:
    """Give the yards of a pace for somebody as it is now."""
    match pace:
        case Pace.NONE:
            return 0
        case Pace.STEP:
            return step_of(combatant)
        case Pace.TWO_STEPS:
            return 2 * step_of(combatant)
        case Pace.HALF:
            return half_move_of(combatant)
        case Pace.FULL:
            return move_of(combatant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """Where a maneuver goes: before what it does and after it, and how its owner faces then."""

    before: tuple[Place, ...] = ()
    after: tuple[Place, ...] = ()
    yards_before: float = 0
    yards_after: float = 0
    face: str | None = None

    @property
    def yards(self) -> float:
        """All that is walked."""
        return self.yards_before + self.yards_after


def others_of(state: BattleState, mover: Fighter) -> ways.Others:
    """Sort the cells that others hold; the dead and unconscious hold none (our ruling GU-R55)."""
    return ways.others_of(
        state, mover, place_of=lambda other: None if other.state.is_out else ways.footprint_of(other)
    )


def find_way(state: BattleState, mover: Fighter, command: Command, pace: Pace, forward: bool = False) -> Way:
    """Check where a maneuver is to go.

    Args:
        forward: whether it leads forwards only (GU-711, GU-712).

    Raises:
        Refusal: `bad-option` for a facing that the grid lacks; `no-path`, then `too-far`.
    """
    face = FACING.of(command)
    if face is not None and face not in directions(state.map):
        said = text(
            "There is no direction {face} here; there are {directions}.",
            face=f"{face!r}",
            directions=joined(directions(state.map)),
        )
        raise Refusal("bad-option", said, "GU-506")
    if face is not None and pace is Pace.NONE:
        raise Refusal("too-far", text("This maneuver has no movement, and turning needs some."), "GU-502")
    way = replace(_way(state, mover, command), face=face)
    if forward:
        _require_forward(state, mover, way)
    _require_near(mover, way, pace)
    return way


def _way(state: BattleState, mover: Fighter, command: Command) -> Way:
    battle_map = state.map
    said = YARDS.of(command)
    yards = MOVE.of(command) if said is None else said
    before, after, to, then_to = PATH.of(command), THEN_PATH.of(command), TO.of(command), THEN_TO.of(command)
    ways.require_same_end(to, before or None)
    if after and then_to is not None and after[-1] != then_to:
        raise Refusal("bad-command", text("The second path must end where the move is to end ('then_to')."))
    if battle_map is None or mover.at is None:
        if yards is None and (before or after or to is not None):
            yards = len(before or ()) + len(after or ())
        return Way(yards_before=yards or 0)
    if yards and not before and to is None and not after:
        words = text("On a map, say where to: a cell ('to') or a 'path' of cells; yards alone lead nowhere.")
        raise Refusal("no-path", words, RULE)
    if not has_cells(battle_map.grid):
        return _way_by_zones(battle_map, mover, before, after or (() if then_to is None else (then_to,)), to)
    start = cast(Cell, mover.at)
    if before is None and to is not None and to != start:
        found = _cheapest(state, battle_map, mover, start, to)
        first, cost = found.cells, found.cost
    else:
        first, cost = _checked(state, battle_map, mover, start, before or ())
    end = first[-1] if first else start
    if not after and then_to is not None and then_to != end:
        back = _cheapest(state, battle_map, mover, end, then_to)
        then, more = back.cells, back.cost
    else:
        then, more = _checked(state, battle_map, mover, end, after or ())
    return Way(before=first, after=then, yards_before=cost, yards_after=more)


def _cheapest(
    state: BattleState, battle_map: BattleMap, mover: Fighter, start: Cell, to: Place
) -> movement.Path:
    goal = ways.require_cell(to, RULE)
    others = others_of(state, mover)
    ways.require_room(battle_map, Footprint(goal, mover.size), mover, RULE)
    found = movement.path(
        battle_map,
        Footprint(start, mover.size, mover.altitude),
        goal,
        diagonals=Diagonals.ALTERNATE,
        enemies=others.enemies,
        friends=others.friends,
    )
    if found is None:
        raise ways.no_way(battle_map, Footprint(goal, mover.size), others, RULE)
    return found


def _checked(
    state: BattleState, battle_map: BattleMap, mover: Fighter, start: Cell, steps: Sequence[Place]
) -> tuple[tuple[Cell, ...], float]:
    if not steps:
        return (), 0
    others = others_of(state, mover)
    found = movement.path_cost(
        battle_map,
        Footprint(start, mover.size, mover.altitude),
        [ways.require_cell(step, RULE) for step in steps],
        diagonals=Diagonals.ALTERNATE,
        enemies=others.enemies,
        friends=others.friends,
    )
    way = ways.require_legal(found, RULE, _PROBLEMS)
    return way.cells, way.cost


_PROBLEMS = {StepProblem.WALL: text("runs into a wall, a window or a closed door")}


def _way_by_zones(
    battle_map: BattleMap,
    mover: Fighter,
    before: tuple[Place, ...] | None,
    after: tuple[Place, ...] | None,
    to: Place | None,
) -> Way:
    """Go to a zone that is linked, which takes a whole Move (our ruling GU-R54)."""
    goal = before[-1] if before else to
    if goal is None or goal == mover.at:
        return Way()
    zones = zoning(battle_map)
    if not isinstance(goal, str) or goal not in zones.links or after or len(before or ()) > 1:
        raise Refusal(
            "no-path",
            text("Name one zone to go to; {goal} is none that a move leads to.", goal=f"{goal!r}"),
            RULE,
        )
    links = zones.distance(zones.zone_of(mover.at), goal)
    if links is None:
        raise Refusal("no-path", text("Nothing links this zone with {goal}.", goal=goal), RULE)
    if links > 1:
        raise Refusal(
            "too-far",
            text("{goal} lies {links} zones away; a Move leads to the next.", goal=goal, links=links),
            "GU-R54",
        )
    return Way(before=(goal,), yards_before=move_of(mover) or 1)


def _require_near(mover: Fighter, way: Way, pace: Pace) -> None:
    allowed = yards_of(mover, pace)
    if way.yards > allowed + 1e-9:
        said = text(
            "That is {yards} yards; {pace} of {mover} is {allowed}.",
            yards=way.yards,
            pace=PACE_WORDS[pace],
            mover=named(mover),
            allowed=allowed,
        )
        if pace is Pace.NONE:
            said = text("This maneuver has no movement; that is {yards} yards.", yards=way.yards)
        raise Refusal("too-far", said, "GU-701")


def _require_forward(state: BattleState, mover: Fighter, way: Way) -> None:
    """Refuse a step that leads back from what is in front (GU-C6, our ruling GU-R56)."""
    here, battle_map = ways.footprint_of(mover), state.map
    if here is None or battle_map is None or not has_cells(battle_map.grid):
        return
    ahead = directions(battle_map)[way.face or facing_of(state, mover)]
    at = cast(Cell, here.place)
    for step in (*way.before, *way.after):
        cell = cast(Cell, step)
        line = bearing(cell_centre(battle_map.grid, at), cell_centre(battle_map.grid, cell))
        if turn_between(ahead, line) > 90.0 + 1e-9:
            said = text(
                "An all-out attack goes forwards only; the step to {cell}, {cell2} leads back.",
                cell=cell[0],
                cell2=cell[1],
            )
            raise Refusal("no-path", said, "GU-C6")
        at = cell


def _no_steps(_: BattleMap) -> dict[Footprint, tuple[Cell, ...]]:
    return {}


def _next_to(battle_map: BattleMap, here: Footprint) -> tuple[Cell, ...]:
    """List the cells that a step leads to, as far as the map goes; kept with it, for odds ask often."""
    kept = battle_map.derived(_no_steps)
    if here not in kept:
        cells = neighbours(battle_map.grid, cast(Cell, here.place))
        kept[here] = tuple(cell for cell in cells if movement.can_step(battle_map, here, cell))
    return kept[here]


def step_back(state: BattleState, who: Fighter, origin: Point | None) -> Cell | None:
    """Give the cell to which somebody gives way: the free neighbour farthest from a point (GU-505).

    Returns:
        None where there is none farther away than its own cell, or it takes no steps.
    """
    here, battle_map = ways.footprint_of(who), state.map
    if here is None or battle_map is None or origin is None or not has_cells(battle_map.grid):
        return None
    if not step_of(who):
        return None
    grid = battle_map.grid
    held = {
        cell
        for other in state.combatants.values()
        if other.id != who.id and not other.hidden and (place := ways.footprint_of(other)) is not None
        for cell in footprint_cells(grid, place)
    }

    def away(cell: Cell) -> float:
        return round(dist(footprint_centre(grid, Footprint(cell, who.size)), origin), 9)

    at = cast(Cell, here.place)
    free = [
        cell
        for cell in _next_to(battle_map, here)
        if not held.intersection(footprint_cells(grid, Footprint(cell, who.size))) and away(cell) > away(at)
    ]
    if not free:
        return None
    best = max(away(cell) for cell in free)
    middle = cell_centre(grid, at)
    equals = [cell for cell in free if away(cell) == best]
    return min(equals, key=lambda cell: round(bearing(middle, cell_centre(grid, cell)), 6))


def reach_after(state: BattleState, mover: Fighter, way: Way, pace: Pace) -> Reach:
    """Tell where a combatant may go after what it does, once the first part of its way is gone (GU-704)."""
    there = state.with_changes(mover.id, at=way.before[-1]) if way.before else state
    return reach_of(there, there.combatants[mover.id], pace, gone=way.yards_before)


def reach_of(state: BattleState, mover: Fighter, pace: Pace = Pace.FULL, *, gone: float = 0) -> Reach:
    """Tell where a combatant may go with a maneuver of this pace, some yards of which may be gone."""
    battle_map = state.map
    yards = yards_of(mover, pace) - gone
    away = counted("{n} yard", "{n} yards", n=yards)
    words = text("{pace}: {yards}", pace=PACE_WORDS[pace], yards=away)
    if gone:
        words = text("{pace}: {yards} left", pace=PACE_WORDS[pace], yards=away)
    if battle_map is None or mover.at is None:
        return Reach(costs={}, came_from={}, words=words, rule="GU-701")
    if not has_cells(battle_map.grid):
        zones = zoning(battle_map)
        here = zones.zone_of(mover.at)
        next_to = text("this zone and those next to it")
        return ways.reach_by_zones(mover.at, here, zones.within(here, 1), 1, next_to, "GU-R54")
    others = others_of(state, mover)
    found = movement.reach(
        battle_map,
        Footprint(cast(Cell, mover.at), mover.size, mover.altitude),
        yards,
        diagonals=Diagonals.ALTERNATE,
        enemies=others.enemies,
        friends=others.friends,
    )
    return ways.reach_by_cells(found, words, "GU-701")
