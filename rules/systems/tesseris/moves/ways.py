"""Where a movement goes, and what it costs in yards (TS-048, TS-160 to TS-164)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.caches import Same
from rules.engine.command import Said
from rules.engine.moves import ways
from rules.engine.parameters import Parameter
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import combatant, text
from rules.map import movement
from rules.map.grid import Diagonals, Footprint, has_cells, is_inside
from rules.map.model import Place
from rules.map.zones import zoning
from rules.systems.tesseris.moves.places import ZONE_YARDS, stand_of
from rules.systems.tesseris.moves.sprint_ways import sprinter, turns_once
from rules.systems.tesseris.names import called
from rules.systems.tesseris.parameters import PATH, TO, YARDS
from rules.systems.tesseris.state import Fighter

DIVE_YARDS = 3
HELD_DOWN = ("grappled", "pinned", "suffocating")


def require_free(mover: Fighter) -> None:
    """Refuse to move to who cannot (TS-168). Raises `Refusal` `cannot-act`."""
    held = [condition for condition in HELD_DOWN if mover.state.has(condition)]
    if held:
        raise Refusal(
            "cannot-act",
            text("{mover} is {held} and does not move.", mover=combatant(mover), held=called(held[0])),
            "TS-168",
        )


@dataclass(frozen=True, slots=True)
class Way:
    """Where a movement goes: the places entered, and the yards that it takes."""

    places: tuple[Place, ...]
    yards: float


def find_way(
    state: BattleState,
    mover: Fighter,
    said: Said,
    most: float,
    *,
    needed: bool = True,
    straight: bool = False,
    far: Parameter[float] = YARDS,
) -> Way | None:
    """Check where a movement is to go.

    Args:
        most: the yards that it may take.
        straight: whether it may turn once only, by 90 degrees at most (TS-164).
        far: what says how far it goes where no map says it.

    Returns:
        None where nothing is said of it and it is not needed.

    Raises:
        Refusal: `no-path`, then `too-far`.
    """
    to, steps, yards = TO.of(said), PATH.of(said), far.of(said)
    ways.require_same_end(to, steps)
    on_map = state.map is not None and mover.at is not None
    if not on_map or (to is None and steps is None):
        on_cells = stand_of(state, mover) is not None  # within a zone a word is enough (R52)
        if yards is None or on_cells:
            if needed and on_map:
                raise Refusal("bad-command", text("Say where to move: a place ('to') or a 'path'."), "TS-160")
            if not needed:
                return None
            yards = most  # off the map nothing is said of where: it goes as far as it goes
        way = Way((), yards)
    elif state.map is not None and has_cells(state.map.grid):
        way = _by_cells(state, mover, to, steps, most, straight=straight)
    else:
        way = _by_zones(state, mover, to, steps)
    if way.yards > most + 1e-9:
        words = text(
            "That is {yards} yards; {mover} gets no farther than {most} this way.",
            yards=way.yards,
            mover=combatant(mover),
            most=most,
        )
        raise Refusal("too-far", words, "TS-160")
    return way


def _by_zones(state: BattleState, mover: Fighter, to: Place | None, steps: Sequence[Place] | None) -> Way:
    assert state.map is not None
    zones = zoning(state.map)
    here = zones.zone_of(mover.at)
    known = {zone.id for zone in state.map.zones}
    entered = list(steps) if steps is not None else [to]
    links = 0
    for place in entered:
        if place not in known:
            raise Refusal(
                "no-path", text("There is no zone {place} on this map.", place=f"{place!r}"), "TS-160"
            )
        distance = zones.distance(here, place)
        if distance is None:
            raise Refusal("no-path", text("No way leads there."), "TS-160")
        links += distance
        here = place
    return Way(tuple(place for place in entered if place is not None), links * ZONE_YARDS)


def held_cells(state: BattleState, mover: Fighter) -> ways.Others:
    """Sort the cells that others hold into enemies' and those one may only pass through: the fallen's too."""
    return ways.others_of(
        state,
        mover,
        place_of=lambda other: stand_of(state, other),
        is_passed=lambda other: other.state.is_out,
    )


def _by_cells(
    state: BattleState,
    mover: Fighter,
    to: Place | None,
    steps: Sequence[Place] | None,
    most: float,
    *,
    straight: bool,
) -> Way:
    here = stand_of(state, mover)
    assert here is not None
    assert state.map is not None
    others = held_cells(state, mover)
    enemies, friends = others
    if any(isinstance(step, str) for step in (*(steps or ()), *(() if to is None else (to,)))):
        raise Refusal("bad-command", text("A place on this map is a cell like [3, 4]."))
    if steps is None:
        assert to is not None
        assert not isinstance(to, str)
        if not is_inside(state.map.grid, to):
            raise Refusal("no-path", text("That is off the map."), "TS-160")
        if straight:
            found = sprinter(Same(state.map), here, most, others).way_to(to)
        else:
            found = movement.path(
                state.map, here, to, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
            )
        if found is None:
            raise ways.no_way(state.map, Footprint(to), others, "TS-160")
        return Way(found.cells, found.cost)
    cells = [step for step in steps if not isinstance(step, str)]
    given = movement.path_cost(
        state.map, here, cells, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
    )
    way = ways.require_legal(given, "TS-160", ways.ENDS_IN_ANYBODYS)
    if straight and not turns_once(state.map, here.place, way.cells):
        raise Refusal("no-path", text("A sprint turns once, and by no more than 90 degrees."), "TS-164")
    return Way(way.cells, way.cost)
