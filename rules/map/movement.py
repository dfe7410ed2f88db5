"""Where a combatant can walk, at what cost, and along which cells (README.md, Movement).

Costs are in cells, not in the map's unit. `enemies` and `friends` are the cells that others hold; the mover's
own footprint is not among them. `allowed` limits the top left cells that a way may enter, for systems that
limit moves.

Readings where README.md is silent: patches of ground that overlap count as the dearest; a true diagonal
costs the root of 2 and the sum is not rounded; a low wall that a step only touches is crossed, and each
segment counts. The straightest way among equals is the shortest from centre to centre, and among these the
one whose cells lie closest, in sum, to the line from its start to its end.
"""

import math
from collections.abc import Callable, Collection, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, TypeVar

from rules.map.grid import (
    Diagonals,
    Footprint,
    fits,
    from_axial,
    is_inside,
    to_axial,
    top_left,
)
from rules.map.heights import height_of, seen_from_above
from rules.map.model import BattleMap, Cell, Grid, PassageKind, Wall
from rules.map.steps import StepTable, links_between, next_to, step_table, walls_met
from rules.map.straight_way import straightest
from rules.map.walls import stops

Steps = Mapping[int, list[tuple[int, int]]]
"""For each state the states one step away, with the cost of each step."""

_Asked = tuple[Any, ...]
"""Who walks, round whom, over what ground, and where to or how far."""
_Found = TypeVar("_Found")

_KEPT = 4  # searches of one kind on one map
_UNREACHED = 1 << 62
_ROUNDING = 1e-6  # of a cell: costs are told so rounded, and a budget may be one that was told


@dataclass(frozen=True, slots=True)
class Path:
    """A way: the cells entered, in order and without the start, and what it costs, in cells."""

    cells: tuple[Cell, ...]
    cost: float


class StepProblem(StrEnum):
    """Why a step of a given path is illegal."""

    NOT_NEXT = "not-next"
    OFF_MAP = "off-map"
    WALL = "wall"
    ENEMY = "enemy"
    NOT_ALLOWED = "not-allowed"
    FRIEND = "friend"


@dataclass(frozen=True, slots=True)
class IllegalStep:
    """The first illegal step of a path: its number from 0, the cell ahead, and the wall if one stops it."""

    index: int
    cell: Cell
    reason: StepProblem
    wall: Wall | None = None


@dataclass(frozen=True)
class Reach:
    """What a mover can reach."""

    mover: Footprint
    _table: StepTable = field(repr=False)
    _found: Mapping[int, int] = field(repr=False)
    _no_stop: Collection[Cell] = field(repr=False)

    @cached_property
    def costs(self) -> dict[Cell, float]:
        """Give each cell in which the mover may stop its least cost; its own cell costs 0."""
        start, table = top_left(self.mover), self._table
        in_cells = {cost: table.cells_of_cost(cost) for cost in {0, *self._found.values()}}
        costs = {start: in_cells[0]}
        for cell, cost in zip(table.cells(list(self._found)), self._found.values(), strict=True):
            told = in_cells[cost]
            if table.phases == 1 or told < costs.get(cell, math.inf):
                costs[cell] = told
        for cell in self._no_stop:
            if cell != start:
                costs.pop(cell, None)
        return costs

    @cached_property
    def came_from(self) -> dict[Cell, Cell]:
        """Give each cell that is reached, or passed through, the cell before it on a cheapest way to it.

        Of equals it is the shortest, then the one closest to the straight line from the start.
        """
        if len(self._found) < 2:
            return {}
        links = links_between(self._table, self._found)
        lengths = [0.0] + [math.inf] * (len(links.cells) - 1)
        before = [0] * len(links.cells)
        # What is before comes before, so its length is known; of equal ways the first is the closest.
        for here, there, step in zip(links.here, links.there, links.length, strict=True):
            length = lengths[here] + step
            if length < lengths[there] - _ROUNDING:
                lengths[there], before[there] = length, here
        came: dict[Cell, Cell] = {}
        for cell, number in zip(links.cells[1:], before[1:], strict=True):
            came.setdefault(cell, links.cells[number])
        came.pop(top_left(self.mover), None)
        return came

    def leads_to(self, states: Iterable[int]) -> bool:
        """Tell whether it has come to any of some states of the table: nothing cheaper leads there then."""
        return not self._found.keys().isdisjoint(states)

    def path_to(self, cell: Cell) -> Path | None:
        """Give the cheapest way to a cell, of equals the straightest, always the same; None without a way."""
        start = top_left(self.mover)
        if cell == start:
            return Path((), 0)
        if not is_inside(self._table.grid, cell) or cell in self._no_stop:
            return None
        found = straightest(self._table, self._found, start, cell, self._before)
        return None if found is None else Path(*found)

    @cached_property
    def _before(self) -> dict[int, list[int]]:
        """The states before others on the ways that were asked for: they share most of their steps."""
        return {}


def reach(
    battle_map: BattleMap,
    mover: Footprint,
    budget: float | None = None,
    *,
    diagonals: Diagonals = Diagonals.ONE,
    enemies: Collection[Cell] = (),
    friends: Collection[Cell] = (),
    allowed: Container[Cell] | None = None,
) -> Reach:
    """Find every cell the mover can reach, with its least cost.

    Args:
        budget: the most that a way may cost, in cells; None for no limit.

    Raises:
        ValueError: on a zones-only map.
    """
    walk = _Walk(battle_map, mover, diagonals, enemies, friends, allowed)
    return walk.kept(_no_reaches, budget, lambda: walk.reach(budget, ()))


def path(
    battle_map: BattleMap,
    mover: Footprint,
    to: Cell,
    *,
    diagonals: Diagonals = Diagonals.ONE,
    enemies: Collection[Cell] = (),
    friends: Collection[Cell] = (),
    allowed: Container[Cell] | None = None,
) -> Path | None:
    """Find the cheapest way to a cell, of equals the straightest, always the same; None without a way.

    Raises:
        ValueError: on a zones-only map.
    """
    walk = _Walk(battle_map, mover, diagonals, enemies, friends, allowed)
    return walk.kept(_no_paths, to, lambda: walk.path(to))


def path_cost(
    battle_map: BattleMap,
    mover: Footprint,
    cells: Sequence[Cell],
    *,
    diagonals: Diagonals = Diagonals.ONE,
    enemies: Collection[Cell] = (),
    friends: Collection[Cell] = (),
    allowed: Container[Cell] | None = None,
) -> Path | IllegalStep:
    """Count what a given way costs, or tell its first illegal step.

    Args:
        cells: the top left cells entered, in order, without the start.

    Raises:
        ValueError: on a zones-only map.
    """
    walk = _Walk(battle_map, mover, diagonals, enemies, friends, allowed)
    here, state, total = top_left(mover), walk.start, 0
    for index, cell in enumerate(cells):
        if cell not in walk.table.around(here):
            return IllegalStep(index, cell, StepProblem.NOT_NEXT)
        if state is None or not fits(battle_map.grid, Footprint(cell, mover.size)):
            return IllegalStep(index, cell, StepProblem.OFF_MAP)
        step = next((step for step in walk.table.edges[state] if walk.table.cell(step[0]) == cell), None)
        if step is None:
            return IllegalStep(
                index,
                cell,
                StepProblem.WALL,
                _stopping(crossed_by(battle_map, mover), mover.size, here, cell),
            )
        if cell in walk.closed:
            return IllegalStep(index, cell, StepProblem.ENEMY)
        if allowed is not None and cell not in allowed:
            return IllegalStep(index, cell, StepProblem.NOT_ALLOWED)
        here, state, total = cell, step[0], total + step[1]
    if cells and here in walk.no_stop:
        return IllegalStep(len(cells) - 1, here, StepProblem.FRIEND)
    return Path(tuple(cells), walk.table.cells_of_cost(total))


def can_step(battle_map: BattleMap, mover: Footprint, to: Cell) -> bool:
    """Tell whether a cell is next to the mover and nothing of the map stops the step there."""
    return isinstance(path_cost(battle_map, mover, [to]), Path)


def spread(steps: Steps, start: int, limit: int | None = None, goals: Collection[int] = ()) -> dict[int, int]:
    """Find the least cost from one state to every other (Dial's buckets: equal costs wait together).

    Args:
        limit: the most that a way may cost; None for no limit.
        goals: once all that could lower the cost of one of these is done, the search may end.
    """
    farthest = _UNREACHED if limit is None else limit
    found = {start: 0}
    buckets = {0: [start]}
    waiting = [0]
    while waiting:
        cost = heappop(waiting)
        for state in buckets.pop(cost):
            if found[state] == cost:
                for target, step in steps[state]:
                    there = cost + step
                    if there <= farthest and there < found.get(target, _UNREACHED):
                        found[target] = there
                        if there in buckets:
                            buckets[there].append(target)
                        else:
                            buckets[there] = [target]
                            heappush(waiting, there)
        if goals and any(found.get(goal, _UNREACHED) <= cost for goal in goals):
            break
    return found


class _Walk:
    """One mover on one map: the table of its steps, and the cells that are closed to it."""

    def __init__(
        self,
        battle_map: BattleMap,
        mover: Footprint,
        diagonals: Diagonals,
        enemies: Collection[Cell],
        friends: Collection[Cell],
        allowed: Container[Cell] | None,
    ) -> None:
        grid, battle_map = battle_map.grid, crossed_by(battle_map, mover)
        self.mover, self.diagonals, self.allowed, self._map = mover, diagonals, allowed, battle_map
        self.table = step_table(battle_map, mover.size, diagonals)
        self.closed = _places_over(grid, mover.size, enemies)
        self.no_stop = _places_over(grid, mover.size, friends)
        self.start = self.table.state(top_left(mover)) if fits(grid, mover) else None
        self.steps: Steps = self.table.edges
        if self.closed or allowed is not None:
            self.steps = _OpenSteps(self.table, self.closed, allowed)

    def reach(self, budget: float | None, goals: Collection[int]) -> Reach:
        limit = None if budget is None else int((budget + _ROUNDING) * self.table.scale)
        found = {} if self.start is None else spread(self.steps, self.start, limit, goals)
        return Reach(self.mover, self.table, found, self.no_stop)

    def path(self, to: Cell) -> Path | None:
        """Find the way to a cell: in a reach that was found before, if it leads there."""
        goals = [self.table.state(to) + phase for phase in range(self.table.phases)]
        for key, found in [*self._map.derived(_no_reaches).items()]:
            if key[:-1] == self._key and found.leads_to(goals):
                return found.path_to(to)
        return self.reach(None, goals).path_to(to)

    @property
    def _key(self) -> _Asked:
        return self.mover, self.diagonals, self.closed, self.no_stop, self.allowed

    def kept(
        self,
        kept_on: Callable[[BattleMap], dict[_Asked, _Found]],
        wanted: Hashable,
        find: Callable[[], _Found],
    ) -> _Found:
        """Give what was found when the same was asked of this map before, if it was among the latest.

        A move is checked, planned and shown, and each asks for the same way.

        Args:
            wanted: what the search was for, beside who walks where.
        """
        if self.allowed is not None and not isinstance(self.allowed, frozenset):
            return find()
        kept = self._map.derived(kept_on)
        key = *self._key, wanted
        if key not in kept:
            found = find()
            if len(kept) >= _KEPT:
                kept.pop(next(iter(kept)), None)
            kept[key] = found
            return found
        return kept[key]


def _no_reaches(_: BattleMap) -> dict[_Asked, Reach]:
    return {}


def _no_paths(_: BattleMap) -> dict[_Asked, Path | None]:
    return {}


class Walker:
    """One mover who tries many ways over one map, line by line, each from where another has come to.

    Where it stands is a number that means nothing outside; costs are in cells only after `cells_of`.
    """

    def __init__(
        self,
        battle_map: BattleMap,
        mover: Footprint,
        *,
        diagonals: Diagonals = Diagonals.ONE,
        enemies: Collection[Cell] = (),
        friends: Collection[Cell] = (),
    ) -> None:
        self._walk = _Walk(battle_map, mover, diagonals, enemies, friends, None)
        self._steps: dict[int, dict[Cell, tuple[int, int]]] = {}

    @property
    def start(self) -> int | None:
        """Give where the mover stands; None where it does not fit on the map."""
        return self._walk.start

    def along(self, at: int, start: Cell, line: Sequence[Cell]) -> tuple[int, int] | None:
        """Give where a line leads and what it costs; None where something stops it.

        Args:
            start: the cell from which the line's are counted.
        """
        (x, y), total, known = start, 0, self._steps
        for column, row in line:
            steps = known.get(at) or self._steps_from(at)
            step = steps.get((x + column, y + row))
            if step is None:
                return None
            at, total = step[0], total + step[1]
        return at, total

    def _steps_from(self, at: int) -> dict[Cell, tuple[int, int]]:
        table = self._walk.table
        found = self._steps[at] = {table.cell(step[0]): step for step in self._walk.steps[at]}
        return found

    def may_stop(self, cell: Cell) -> bool:
        """Tell whether nobody holds the place."""
        return cell not in self._walk.no_stop

    def cells_of(self, cost: int) -> float:
        """Give a sum of costs in cells."""
        return self._walk.table.cells_of_cost(cost)


class _OpenSteps(dict[int, list[tuple[int, int]]]):
    """The steps of a table that lead neither into a closed cell nor out of the allowed ones."""

    def __init__(self, table: StepTable, closed: Container[Cell], allowed: Container[Cell] | None) -> None:
        super().__init__()
        self._table, self._closed, self._allowed = table, closed, allowed
        self._known: dict[int, bool] = {}  # each place is asked for from all sides

    def __missing__(self, state: int) -> list[tuple[int, int]]:
        known, steps = self._known, []
        for step in self._table.edges[state]:
            is_open = known.get(step[0])
            if is_open is None:
                is_open = known[step[0]] = self._is_open(self._table.cell(step[0]))
            if is_open:
                steps.append(step)
        self[state] = steps
        return steps

    def _is_open(self, cell: Cell) -> bool:
        return cell not in self._closed and (self._allowed is None or cell in self._allowed)


def _places_over(grid: Grid, size: int, cells: Collection[Cell]) -> frozenset[Cell]:
    """Give the top left cells from which a footprint of this size covers one of these cells."""
    if size == 1:
        return frozenset(cells)
    side = range(size)
    axial = [to_axial(grid, cell) for cell in cells]
    return frozenset(from_axial(grid, (a - i, b - j)) for a, b in axial for i in side for j in side)


def crossed_by(battle_map: BattleMap, mover: Footprint) -> BattleMap:
    """Give the map as somebody meets it on a way: who is off the ground flies over what ends below it."""
    if not mover.altitude:
        return battle_map
    return seen_from_above(battle_map, height_of(battle_map, mover)).derived(_without_ground)


def _without_ground(battle_map: BattleMap) -> BattleMap:
    """Give the map for who flies: over all ground, and through holes as if they were ladders of a step."""
    through = tuple(
        replace(passage, kind=PassageKind.LADDER) if passage.kind is PassageKind.HOLE else passage
        for passage in battle_map.passages
    )
    return replace(battle_map, ground=(), passages=through)


def _stopping(battle_map: BattleMap, size: int, here: Cell, there: Cell) -> Wall | None:
    around = next_to(battle_map.grid, here)
    if there not in around:
        return None
    direction = around.index(there)
    stopping = stops(battle_map).movement
    met = walls_met(battle_map, size, here, direction)
    return next((battle_map.walls[number] for number in met if stopping[number]), None)
