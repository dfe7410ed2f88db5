"""Where a move of one phase may go, on cells and on zones alone (PH-52, PH-99; section 7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.engine.command import Command
from rules.engine.parameters import place, way
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Reach
from rules.engine.text import Text, combatant, counted, text
from rules.map import movement
from rules.map.grid import Footprint, fits, footprint_cells, has_cells
from rules.map.model import BattleMap, Cell, Place
from rules.map.movement import IllegalStep, Path, StepProblem
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


@dataclass(frozen=True, slots=True)
class Others:
    """The cells that others hold: nobody enters an enemy's, nobody stops in a friend's."""

    enemies: frozenset[Cell]
    friends: frozenset[Cell]


def others_of(state: BattleState, mover: Fighter) -> Others:
    """Sort the cells that others hold. Those whom the mover's side cannot know of stand in nobody's way."""
    assert state.map is not None
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for other in state.combatants.values():
        friend = other.side == mover.side
        if other.id == mover.id or other.at is None or isinstance(other.at, str):
            continue
        if friend or not other.hidden:
            cells[friend].update(footprint_cells(state.map.grid, Footprint(other.at, other.size)))
    return Others(enemies=frozenset(cells[False]), friends=frozenset(cells[True]))


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
    if steps is not None and to is not None and (not steps or steps[-1] != to):
        raise Refusal("bad-command", text("The path must end where the move is to end ('to')."))
    battle_map = state.map
    if battle_map is None or (to is None and steps is None):
        return None
    goal = steps[-1] if steps else to
    if goal is None or (goal == mover.at and not steps):
        raise Refusal("no-path", text("Staying where one is is no move: choose another place."), RULE)
    if mover.at is None:
        said = text(
            "{mover} stands nowhere on this map yet: the GM must place it first.", mover=combatant(mover)
        )
        raise Refusal("no-path", said, RULE)
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
    cells = [step for step in steps or () if not isinstance(step, str)]
    if isinstance(goal, str) or isinstance(mover.at, str) or len(cells) != len(steps or ()):
        raise Refusal("no-path", text("This map has cells: give a column and a row, like [3, 4]."), RULE)
    assert mover.at is not None
    if not fits(battle_map.grid, Footprint(goal, mover.size)):
        raise Refusal(
            "no-path",
            text("There is no room for {mover} there: it is off the map.", mover=combatant(mover)),
            RULE,
        )
    others = others_of(state, mover)
    stands = Footprint(mover.at, mover.size)
    found: Path | IllegalStep | None
    if steps:
        found = movement.path_cost(battle_map, stands, cells, enemies=others.enemies, friends=others.friends)
    else:
        found = movement.path(battle_map, stands, goal, enemies=others.enemies, friends=others.friends)
    if found is None:
        raise Refusal("no-path", _why_no_way(state, mover, goal, others), RULE)
    if isinstance(found, IllegalStep):
        raise Refusal(
            "no-path",
            text(
                "Step {index} of this path {value}.",
                index=found.index + 1,
                value=_PROBLEMS[found.reason],
            ),
            RULE,
        )
    return Way(found.cells, found.cost)


_PROBLEMS = {
    StepProblem.NOT_NEXT: text("goes to a cell that is not next to the one before"),
    StepProblem.OFF_MAP: text("leaves the map"),
    StepProblem.WALL: text("runs into a wall or a closed door"),
    StepProblem.ENEMY: text("enters a cell that an enemy holds"),
    StepProblem.FRIEND: text("ends in a cell that a friend holds"),
    StepProblem.NOT_ALLOWED: text("leads where nobody may go"),
}


def _why_no_way(state: BattleState, mover: Fighter, goal: Cell, others: Others) -> Text:
    if cells_of(state, mover, goal) & (others.enemies | others.friends):
        return text("Somebody stands there; choose a free cell.")
    return text("No way leads there: walls, closed doors or others are between.")


def reach_of(state: BattleState, mover: Fighter) -> Reach:
    """Tell where a move of one phase may go."""
    battle_map, most = state.map, move_of(mover)
    if battle_map is None or mover.at is None:
        return Reach(costs={}, came_from={}, words=text("anywhere: no map says where"), rule=LIMIT_RULE)
    words = counted("{n} cell a phase", "{n} cells a phase", n=most)
    if not has_cells(battle_map.grid):
        zones = zoning(battle_map)
        here = zones.zone_of(mover.at)
        near = sorted(z for z in zones.within(here, 1 if most >= ZONE_CELLS else 0) if z is not None)
        costs: dict[Place, float] = {zone: 0 if zone == here else ZONE_CELLS for zone in near}
        came: dict[Place, Place] = {zone: mover.at for zone in near if zone != here}
        return Reach(costs=costs, came_from=came, words=words, rule=LIMIT_RULE)
    others = others_of(state, mover)
    found = movement.reach(
        battle_map,
        Footprint(cast(Cell, mover.at), mover.size),
        most,
        enemies=others.enemies,
        friends=others.friends,
    )
    return Reach(
        costs=cast(Mapping[Place, float], found.costs),
        came_from=cast(Mapping[Place, Place], found.came_from),
        words=words,
        rule=LIMIT_RULE,
    )
