"""What the moves of all systems share: who is in the way, why a way cannot be gone, and where all lead."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from rules.engine.action import Reach
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.engine.text import Text, Words, combatant, text
from rules.map import movement
from rules.map.grid import Footprint, fits, footprint_cells
from rules.map.model import BattleMap, Cell, Place
from rules.map.movement import IllegalStep, Path, StepProblem


class Others(NamedTuple):
    """The cells that others hold: nobody enters an enemy's, nobody stops in a friend's."""

    enemies: frozenset[Cell]
    friends: frozenset[Cell]


def footprint_of(who: Combatant) -> Footprint | None:
    """Give the cells that somebody stands on, None in a zone and off the map."""
    return None if who.at is None or isinstance(who.at, str) else Footprint(who.at, who.size, who.altitude)


def _never(_: Combatant) -> bool:
    return False


def others_of(
    state: BattleState,
    mover: Combatant,
    *,
    place_of: Callable[[Combatant], Footprint | None] = footprint_of,
    is_passed: Callable[[Combatant], bool] = _never,
) -> Others:
    """Sort the cells that others hold. Those whom the mover's side cannot know of stand in nobody's way.

    Args:
        place_of: which cells somebody holds, if any.
        is_passed: whether one who is no friend is passed like one.
    """
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for other in state.combatants.values():
        place = None if other.id == mover.id else place_of(other)
        friend = other.side == mover.side
        if (
            state.map is None
            or place is None
            or abs(place.altitude - mover.altitude) >= state.map.grid.per_cell
        ):
            continue  # one is above the other
        if friend or not other.hidden:
            cells[friend or is_passed(other)].update(footprint_cells(state.map.grid, place))
    return Others(enemies=frozenset(cells[False]), friends=frozenset(cells[True]))


# --------------------------------------------------------------------------------------------- refusals
def require_same_end(to: Place | None, steps: Sequence[Place] | None) -> None:
    """Refuse a path that ends elsewhere than the move. Raises `Refusal` `bad-command`."""
    if steps is not None and to is not None and (not steps or steps[-1] != to):
        raise Refusal("bad-command", text("The path must end where the move is to end ('to')."))


def require_placed(mover: Combatant, rule: str) -> None:
    """Refuse to move to who stands nowhere. Raises `Refusal` `no-path`."""
    if mover.at is None:
        said = text(
            "{mover} stands nowhere on this map yet: the GM must place it first.", mover=combatant(mover)
        )
        raise Refusal("no-path", said, rule)


def require_cell(place: Place | None, rule: str) -> Cell:
    """Take a place for a cell. Raises `Refusal` `no-path`."""
    if place is None or isinstance(place, str):
        raise Refusal("no-path", text("This map has cells: give a column and a row, like [3, 4]."), rule)
    return place


def require_room(battle_map: BattleMap, goal: Footprint, mover: Combatant, rule: str) -> None:
    """Refuse a place that lies partly off the map. Raises `Refusal` `no-path`."""
    if not fits(battle_map.grid, goal):
        said = text("There is no room for {mover} there: it is off the map.", mover=combatant(mover))
        raise Refusal("no-path", said, rule)


def require_legal(
    found: Path | IllegalStep, rule: str, otherwise: Mapping[StepProblem, Text] | None = None
) -> Path:
    """Give a path that may be gone.

    Args:
        otherwise: what a system says in words of its own.
    Raises:
        Refusal: `no-path`, naming the first step that may not be gone, and why.
    """
    if isinstance(found, IllegalStep):
        problem = {**_PROBLEMS, **(otherwise or {})}[found.reason]
        said = text("Step {index} of this path {problem}.", index=found.index + 1, problem=problem)
        raise Refusal("no-path", said, rule)
    return found


_PROBLEMS: Mapping[StepProblem, Text] = {
    StepProblem.NOT_NEXT: text("goes to a cell that is not next to the one before"),
    StepProblem.OFF_MAP: text("leaves the map"),
    StepProblem.WALL: text("runs into a wall or a closed door"),
    StepProblem.ENEMY: text("enters a cell that an enemy holds"),
    StepProblem.FRIEND: text("ends in a cell that a friend holds"),
    StepProblem.NOT_ALLOWED: text("leaves what is allowed"),
}
ENDS_IN_ANYBODYS = {StepProblem.FRIEND: text("ends in a cell that somebody holds")}
"""For a system in which not friends alone are passed."""


NO_WAY = text("No way leads there.")


def no_way(
    battle_map: BattleMap,
    goal: Footprint,
    others: Others,
    rule: str,
    said: Text = NO_WAY,
) -> Refusal:
    """Say why no way leads to a place: somebody is there, or else these words."""
    if not (others.enemies | others.friends).isdisjoint(footprint_cells(battle_map.grid, goal)):
        said = text("Somebody stands there; choose a free cell.")
    return Refusal("no-path", said, rule)


# ------------------------------------------------------------------------------------------------ reach
def reach_by_cells(found: movement.Reach, words: Words, rule: str) -> Reach:
    """Tell what a search over cells has found."""
    return Reach(
        costs=cast(Mapping[Place, float], found.costs),
        came_from=_Before(found),
        words=words,
        rule=rule,
    )


class _Before(Mapping[Place, Place]):
    """The place before each, worked out when it is asked for: mostly only the costs are."""

    def __init__(self, found: movement.Reach) -> None:
        self._found = found

    @property
    def _places(self) -> Mapping[Place, Place]:
        return cast(Mapping[Place, Place], self._found.came_from)

    def __getitem__(self, place: Place) -> Place:
        return self._places[place]

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def reach_by_zones(
    at: Place, here: str | None, near: Iterable[str | None], cost: float, words: Words, rule: str
) -> Reach:
    """Tell of a move by one link from `at`, in the zone `here`, to one of those near."""
    zones = sorted(zone for zone in near if zone is not None)
    return Reach(
        costs={zone: 0 if zone == here else cost for zone in zones},
        came_from={zone: at for zone in zones if zone != here},
        words=words,
        rule=rule,
    )
