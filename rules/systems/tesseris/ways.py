"""Where a movement goes, and what it costs in yards (TS-048, TS-160 to TS-164)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Any

from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant
from rules.map import movement
from rules.map.grid import Diagonals, Footprint, cell_centre, footprint_cells, has_cells, is_inside
from rules.map.model import Cell, Place
from rules.map.movement import IllegalStep, StepProblem
from rules.map.zones import zoning
from rules.systems.tesseris.places import ZONE_YARDS, stand_of

DIVE_YARDS = 3
MOST_YARDS = 1000
STEP_APART = 60.001
"""How far apart the directions of two neighbouring steps are, in degrees: 45 on squares, 60 on hexes."""
TURN = 90.0
_PROBLEMS = {
    StepProblem.NOT_NEXT: "goes to a cell that is not next to the one before",
    StepProblem.OFF_MAP: "leaves the map",
    StepProblem.WALL: "runs into a wall or a closed door",
    StepProblem.ENEMY: "enters a cell that an enemy holds",
    StepProblem.FRIEND: "ends in a cell that somebody holds",
    StepProblem.NOT_ALLOWED: "leaves what is allowed",
}


HELD_DOWN = ("grappled", "pinned", "suffocating")


def require_free(mover: Combatant) -> None:
    """Refuse to move to who cannot (TS-168). Raises `Refusal` `cannot-act`."""
    held = [condition for condition in HELD_DOWN if mover.state.has(condition)]
    if held:
        raise Refusal("cannot-act", f"{mover.name} is {held[0]} and does not move.", "TS-168")


@dataclass(frozen=True, slots=True)
class Way:
    """Where a movement goes: the places entered, and the yards that it takes."""

    places: tuple[Place, ...]
    yards: float


def find_way(
    state: BattleState,
    mover: Combatant,
    params: Mapping[str, Any],
    most: float,
    *,
    needed: bool = True,
    straight: bool = False,
    yards_key: str = "yards",
) -> Way | None:
    """Check where a movement is to go.

    Args:
        most: the yards that it may take.
        straight: whether it may turn once only, by 90 degrees at most (TS-164).

    Returns:
        None where nothing is said of it and it is not needed.

    Raises:
        Refusal: `no-path`, then `too-far`.
    """
    said = Command(do="move", params=params)
    to, steps = said.place("to"), said.places("path")
    yards = _yards(params, yards_key)
    if steps is not None and to is not None and (not steps or steps[-1] != to):
        raise Refusal("bad-command", "The path must end where the move is to end ('to').")
    on_map = state.map is not None and mover.at is not None
    if not on_map or (to is None and steps is None):
        if yards is None or on_map:
            if needed:
                how = "Say where to move: a place ('to') or a 'path'."
                raise Refusal("bad-command", how if on_map else f"Say how far ({yards_key!r}).", "TS-160")
            return None
        way = Way((), yards)
    elif state.map is not None and has_cells(state.map.grid):
        way = _by_cells(state, mover, to, steps, most, straight=straight)
    else:
        way = _by_zones(state, mover, to, steps)
    if way.yards > most + 1e-9:
        text = f"That is {way.yards:g} yards; {mover.name} gets no farther than {most:g} this way."
        raise Refusal("too-far", text, "TS-160")
    return way


def _yards(params: Mapping[str, Any], key: str) -> float | None:
    value = params.get(key)
    if value is None:
        return None
    if type(value) not in (int, float) or not math.isfinite(value) or not 0 <= value <= MOST_YARDS:
        raise Refusal("bad-command", f"{key!r} must be a number from 0 to {MOST_YARDS}; {value!r} is not.")
    return float(value)


def _by_zones(state: BattleState, mover: Combatant, to: Place | None, steps: Sequence[Place] | None) -> Way:
    assert state.map is not None
    zones = zoning(state.map)
    here = zones.zone_of(mover.at)
    known = {zone.id for zone in state.map.zones}
    entered = list(steps) if steps is not None else [to]
    links = 0
    for place in entered:
        if place not in known:
            raise Refusal("no-path", f"There is no zone {place!r} on this map.", "TS-160")
        distance = zones.distance(here, place)
        if distance is None:
            raise Refusal("no-path", "No way leads there.", "TS-160")
        links += distance
        here = place
    return Way(tuple(place for place in entered if place is not None), links * ZONE_YARDS)


def held_cells(state: BattleState, mover: Combatant) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """Sort the cells that others hold into enemies' and those one may only pass through.

    Those whom the mover's side cannot know of stand in nobody's way; the fallen are stepped over.
    """
    cells: dict[bool, set[Cell]] = {True: set(), False: set()}
    for other in state.combatants.values():
        there = stand_of(state, other)
        if other.id == mover.id or there is None or state.map is None:
            continue
        friend = other.side == mover.side
        if friend or not other.hidden:
            cells[friend or other.state.is_out].update(footprint_cells(state.map.grid, there))
    return frozenset(cells[False]), frozenset(cells[True])


def _by_cells(
    state: BattleState,
    mover: Combatant,
    to: Place | None,
    steps: Sequence[Place] | None,
    most: float,
    *,
    straight: bool,
) -> Way:
    here = stand_of(state, mover)
    assert here is not None
    assert state.map is not None
    enemies, friends = held_cells(state, mover)
    if any(isinstance(step, str) for step in (*(steps or ()), *(() if to is None else (to,)))):
        raise Refusal("bad-command", "A place on this map is a cell like [3, 4].")
    if steps is None:
        assert to is not None
        assert not isinstance(to, str)
        if not is_inside(state.map.grid, to):
            raise Refusal("no-path", "That is off the map.", "TS-160")
        found = movement.path(
            state.map, here, to, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
        )
        if found is not None and straight and not turns_once(state, here.place, found.cells):
            found = _one_turn(state, here, to, most, enemies, friends)
        if found is None:
            taken = to in enemies | friends
            text = "Somebody stands there; choose a free cell." if taken else "No way leads there."
            raise Refusal("no-path", text, "TS-160")
        return Way(found.cells, found.cost)
    cells = [step for step in steps if not isinstance(step, str)]
    given = movement.path_cost(
        state.map, here, cells, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
    )
    if isinstance(given, IllegalStep):
        text = f"Step {given.index + 1} of this path {_PROBLEMS[given.reason]}."
        raise Refusal("no-path", text, "TS-160")
    if straight and not turns_once(state, here.place, given.cells):
        raise Refusal("no-path", "A sprint turns once, and by no more than 90 degrees.", "TS-164")
    return Way(given.cells, given.cost)


def turns_once(state: BattleState, start: Place, cells: Sequence[Cell]) -> bool:
    """Tell whether a way is straight but for one turn of at most 90 degrees (TS-164).

    A straight line over cells wavers between two neighbouring directions, as evenly as can be.
    """
    headings = _headings(state, start, cells)
    return any(
        _is_leg(headings[:at]) and _is_leg(headings[at:]) and _turn(headings, at) <= TURN + 1e-6
        for at in range(len(headings) + 1)
    )


def _headings(state: BattleState, start: Place, cells: Sequence[Cell]) -> tuple[float, ...]:
    assert state.map is not None
    assert not isinstance(start, str)
    headings, here = [], start
    for cell in cells:
        (x1, y1), (x2, y2) = cell_centre(state.map.grid, here), cell_centre(state.map.grid, cell)
        headings.append(round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 3))
        here = cell
    return tuple(headings)


@lru_cache(maxsize=4096)
def _is_leg(headings: tuple[float, ...]) -> bool:
    """Tell whether steps go straight: stretches of one length have each direction as often, or once more."""
    directions = sorted(set(headings))
    if len(directions) < 2:
        return True
    if len(directions) > 2 or _between(*directions) > STEP_APART:
        return False
    sums = list(accumulate((heading == directions[0] for heading in headings), initial=0))
    for length in range(1, len(headings)):
        counts = [sums[at + length] - sums[at] for at in range(len(sums) - length)]
        if max(counts) - min(counts) > 1:
            return False
    return True


def _between(a: float, b: float) -> float:
    apart = abs(a - b) % 360
    return min(apart, 360 - apart)


def _turn(headings: Sequence[float], at: int) -> float:
    if at in (0, len(headings)):
        return 0.0
    return _between(_mean(headings[:at]), _mean(headings[at:]))


def _mean(headings: Sequence[float]) -> float:
    x = sum(math.cos(math.radians(heading)) for heading in headings)
    y = sum(math.sin(math.radians(heading)) for heading in headings)
    return math.degrees(math.atan2(y, x))


def _one_turn(
    state: BattleState,
    here: Footprint,
    to: Cell,
    most: float,
    enemies: frozenset[Cell],
    friends: frozenset[Cell],
) -> movement.Path | None:
    """Find the cheapest way of two straight legs, whatever cell they meet in (TS-164)."""
    assert state.map is not None
    assert not isinstance(here.place, str)
    start, far = here.place, math.ceil(most)
    best: movement.Path | None = None

    def cost_of(cells: Sequence[Cell]) -> movement.Path | IllegalStep:
        assert state.map is not None
        return movement.path_cost(
            state.map, here, cells, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
        )

    def length(corner: Cell) -> int:
        return _steps(start, corner) + _steps(corner, to)

    near = (
        (column, row)
        for column in range(start[0] - far, start[0] + far + 1)
        for row in range(start[1] - far, start[1] + far + 1)
    )
    corners = [c for c in near if is_inside(state.map.grid, c) and c not in enemies and length(c) <= most]
    for corner in sorted(corners, key=lambda c: (length(c), c)):
        if best is not None and length(corner) >= best.cost:
            break
        if _bend(start, corner, to) > TURN + 1e-6:
            continue
        for first in _lines(start, corner):
            way = cost_of(first)
            if isinstance(way, IllegalStep) and way.reason is not StepProblem.FRIEND:
                continue
            for second in _lines(corner, to):
                found = cost_of([*first, *second])
                if not isinstance(found, IllegalStep) and (best is None or found.cost < best.cost):
                    best = found
    return best


def _steps(a: Cell, b: Cell) -> int:
    return max(abs(b[0] - a[0]), abs(b[1] - a[1]))


def _bend(start: Cell, corner: Cell, end: Cell) -> float:
    """Give by how many degrees a way turns at a cell."""
    if corner in (start, end):
        return 0.0
    before = math.atan2(corner[1] - start[1], corner[0] - start[0])
    after = math.atan2(end[1] - corner[1], end[0] - corner[0])
    return _between(math.degrees(before), math.degrees(after))


def _lines(start: Cell, end: Cell) -> list[list[Cell]]:
    """Walk as straight as squares allow: through the middle, and along either side of the line."""
    count = _steps(start, end)

    def line(shift: float) -> list[Cell]:
        return [
            (
                start[0] + math.floor((end[0] - start[0]) * n / count + shift),
                start[1] + math.floor((end[1] - start[1]) * n / count + shift),
            )
            for n in range(1, count + 1)
        ]

    return [list(way) for way in dict.fromkeys(tuple(line(shift)) for shift in (0.5, 1e-9, 1 - 1e-9))]
