"""The steps of a map, as numbers that a search can run on: where each leads, and what it costs.

A cell is numbered row * cols + column; a state of the search is a cell or, where every other diagonal costs
double, a cell and whether the last diagonal was an odd one. Costs are whole numbers, `scale` to the cell, so
that equal ways are equal to the last bit in whatever order their steps come; only a true diagonal is rounded
(1e-9).

Which walls a step meets is worked out once for a map's geometry and shared by all states of its doors, and so
is what every step costs that no door shuts; where a few walls are drawn or taken away, only what they meet is
worked out anew.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import chain

import numpy as np

from rules.map.geometry.lattice import lattice
from rules.map.grid import Diagonals, Footprint, cell_centre, fits, from_axial, step_offsets, to_axial
from rules.map.levels import joined_cells
from rules.map.model import BattleMap, Cell, Grid, GridKind, Ground, Passage, Point, Wall
from rules.map.walls import Bools, Floats, Ints, WallIndex, door_numbers, stops, wall_index

_FINEST = 10**6  # parts of a cell; ground costs with more decimals are rounded to it
_TRUE_SCALE = 10**9
_STOPPED = -1
_CLOSEST = math.sqrt(3) / 2  # between the centres of two rows of hexes
_FEW = 64  # walls drawn since: for more the whole is worked out anew


class Edges(dict[int, list[tuple[int, int]]]):
    """For each state the states one step away, each with its cost; written out when first asked for."""

    def __init__(self, targets: Ints, costs: Ints) -> None:
        """Take one row for each state and one column for each direction; a cost below 0 is no step."""
        super().__init__()
        self.targets, self.costs = targets, costs

    def __missing__(self, state: int) -> list[tuple[int, int]]:
        """Write out a state's steps, in the order of the directions."""
        rows = zip(self.targets[state].tolist(), self.costs[state].tolist(), strict=True)
        steps = self[state] = [(target, cost) for target, cost in rows if cost >= 0]
        return steps

    def among(self, states: Ints, spent: Ints) -> tuple[Ints, Ints]:
        """List the steps by which a cheapest way goes on: numbers into `states`, from and to.

        `spent` is what it costs to come to each of the states.
        """
        number = np.full(len(self.targets), -1, dtype=np.int64)
        number[states] = np.arange(len(states))
        costs, ahead = self.costs[states], number[self.targets[states]]
        good = (costs >= 0) & (ahead >= 0) & (spent[ahead] == spent[:, np.newaxis] + costs)
        here, direction = np.nonzero(good)
        return here, ahead[here, direction]


def next_to(grid: Grid, cell: Cell) -> list[Cell]:
    """List the cells next to one, on the map or not, in the order of the directions."""
    column, row = cell
    odd = column & 1 if grid.kind is GridKind.HEX_COLUMNS else row & 1
    return [(column + across, row + down) for across, down in _ways_on(grid.kind)[odd]]


@lru_cache(maxsize=4)
def _ways_on(kind: GridKind) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Give how many columns and rows each step goes, from an even line of hexes and from an odd one."""
    grid = Grid(kind, 1, 1)
    ways = []
    for odd in (0, 1):
        at = (odd, 0) if kind is GridKind.HEX_COLUMNS else (0, odd)
        a, b = to_axial(grid, at)
        ends = (from_axial(grid, (a + da, b + db)) for da, db in step_offsets(grid))
        ways.append(tuple((column - at[0], row - at[1]) for column, row in ends))
    return ways[0], ways[1]


@dataclass(frozen=True)
class StepTable:
    """The steps of a footprint of one size under one rule for diagonals.

    `phases` is 2 where a state tells whether the last diagonal was an odd one, else 1; state = cell * phases
    + phase.
    """

    grid: Grid
    scale: int
    phases: int
    edges: Edges = field(repr=False)
    joined: Mapping[Cell, tuple[tuple[Cell, float], ...]] = field(default_factory=dict, repr=False)
    """For each cell the cells of other levels that passages lead to from it, with what the step costs."""

    def around(self, cell: Cell) -> list[Cell]:
        """List the cells that a step may lead to from a cell, whatever stops it there."""
        near = next_to(self.grid, cell)
        return [*near, *(end for end, _ in self.joined[cell])] if cell in self.joined else near

    def state(self, cell: Cell) -> int:
        """Give the state of a move that starts in a cell of the map."""
        return (cell[1] * self.grid.cols + cell[0]) * self.phases

    def cell(self, state: int) -> Cell:
        """Give the cell of a state."""
        row, column = divmod(state // self.phases, self.grid.cols)
        return column, row

    def cells(self, states: Sequence[int]) -> list[Cell]:
        """Give the cells of many states."""
        rows, columns = np.divmod(np.array(states, dtype=np.int64) // self.phases, self.grid.cols)
        return list(zip(columns.tolist(), rows.tolist(), strict=True))

    def cells_of_cost(self, cost: int) -> float:
        """Turn a cost of the table into cells: a whole number where it is one."""
        whole, rest = divmod(cost, self.scale)
        return whole if rest == 0 else round(cost / self.scale, 6)


@dataclass(frozen=True, slots=True)
class Links:
    """The steps of all cheapest ways: numbers into `cells`, and how long each is from centre to centre.

    The cells are those of the states, cheapest first. Steps are in the order of where they lead; of those
    that lead to one cell, the one from closest to the straight line between it and the start comes first.
    """

    cells: list[Cell]
    here: list[int]
    there: list[int]
    length: list[float]


def links_between(table: StepTable, found: Mapping[int, int]) -> Links:
    """Tell how the states that were found hang together; the one without cost is the start."""
    states = np.fromiter(found, dtype=np.int64, count=len(found))
    spent = np.fromiter(found.values(), dtype=np.int64, count=len(found))
    order = np.lexsort((states, spent))
    states, spent = states[order], spent[order]
    here, there = table.edges.among(states, spent)
    cells = table.cells(states.tolist())
    centres = np.array([cell_centre(table.grid, cell) for cell in cells])
    way, step = centres[there] - centres[0], centres[here] - centres[there]
    beside = np.abs(way[:, 0] * step[:, 1] - way[:, 1] * step[:, 0]).round(6)
    order = np.lexsort((states[here], beside, there))
    length = np.hypot(step[:, 0], step[:, 1])
    return Links(cells, here[order].tolist(), there[order].tolist(), length[order].tolist())


@dataclass(frozen=True, slots=True)
class _Geometry:
    """Where each step leads (-1: off the map), which are diagonal, and the walls that each meets.

    The last two run side by side: step number cell * directions + direction, and the number of a wall.
    """

    targets: Ints
    slant: tuple[bool, ...]
    step: Ints
    wall: Ints


def step_table(battle_map: BattleMap, size: int, diagonals: Diagonals) -> StepTable:
    """Give the table of a map's steps as its doors now stand, built once for each size and rule.

    Raises:
        ValueError: on a zones-only map, which has no cells.
    """
    if battle_map.grid.kind is GridKind.ZONES:
        raise ValueError("A zones-only map has no cells to step on; ask its zones.")
    tables = battle_map.derived(_no_tables)
    key = size, diagonals
    if key not in tables:
        tables[key] = _build(battle_map, size, diagonals)
    return tables[key]


def walls_met(battle_map: BattleMap, size: int, start: Cell, direction: int) -> list[int]:
    """List the walls (by number, in order) that a footprint meets on a step, whatever they stop."""
    geometry = _sized_geometry(battle_map, size)
    number = (start[1] * battle_map.grid.cols + start[0]) * len(geometry.slant) + direction
    met: list[int] = np.unique(geometry.wall[geometry.step == number]).tolist()
    return met


def _no_tables(_: BattleMap) -> dict[tuple[int, Diagonals], StepTable]:
    return {}


def _build(battle_map: BattleMap, size: int, diagonals: Diagonals) -> StepTable:
    """Take the table as it is with every door open, and shut the steps through doors that are not."""
    bare = _bare(battle_map, size, diagonals)
    shut = bare.door_step[stops(battle_map).movement[bare.door_wall]]
    costs = bare.costs.copy()
    costs[shut // bare.directions, ..., shut % bare.directions] = _STOPPED
    edges = Edges(bare.targets, costs.reshape(-1, bare.targets.shape[1]))
    joined = joined_cells(battle_map) if battle_map.passages else {}
    return StepTable(battle_map.grid, bare.scale, bare.phases, edges, joined)


@dataclass(frozen=True, slots=True)
class _Bare:
    """The steps of a table with every door open, and which of them meet a door (as in `_Geometry`).

    `targets` has a row for each state, `costs` one for each cell and phase.
    """

    ground: tuple[Ground, ...]
    passages: tuple[Passage, ...]
    scale: int
    phases: int
    directions: int
    targets: Ints
    costs: Ints
    door_step: Ints
    door_wall: Ints


def _no_bare(_: BattleMap) -> dict[tuple[int, Diagonals], _Bare]:
    return {}


def _bare(battle_map: BattleMap, size: int, diagonals: Diagonals) -> _Bare:
    """Give the table with every door open, worked out once for all states of the doors."""
    kept = battle_map.shared(_no_bare)
    found = kept.get((size, diagonals))
    if (
        found is None
        or found.ground is not battle_map.ground  # painted ground keeps what walls share
        or found.passages != battle_map.passages
    ):
        found = kept[size, diagonals] = _build_bare(battle_map, size, diagonals)
    return found


def _build_bare(battle_map: BattleMap, size: int, diagonals: Diagonals) -> _Bare:
    grid = battle_map.grid
    geometry = _sized_geometry(battle_map, size)
    what = stops(battle_map)
    shape = geometry.targets.shape
    is_door = np.zeros(len(battle_map.walls), dtype=np.bool_)
    is_door[list(door_numbers(battle_map))] = True
    through_door = is_door[geometry.wall]
    stopped = geometry.targets < 0
    stopped.reshape(-1)[geometry.step[what.movement[geometry.wall] & ~through_door]] = True
    low = np.bincount(geometry.step[what.low[geometry.wall]], minlength=stopped.size).reshape(shape)
    scale = _scale(battle_map, diagonals)
    entered = _ground(battle_map, size, scale)[np.maximum(geometry.targets, 0)]

    def costs(diagonal: float) -> Ints:
        factor = np.where(geometry.slant, diagonal, 1.0)
        cost = np.maximum(np.rint(entered * factor).astype(np.int64), 1) + low * scale
        return np.where(stopped, _STOPPED, cost)

    if diagonals is not Diagonals.ALTERNATE or grid.kind is not GridKind.SQUARE:
        phases, targets = 1, geometry.targets
        each = [costs(math.sqrt(2) if diagonals is Diagonals.TRUE else 1.0)]
    else:
        turns = np.array(geometry.slant, dtype=np.int64)
        phases, each = 2, [costs(1.0), costs(2.0)]
        targets = np.stack([geometry.targets * 2 + turns, geometry.targets * 2 + 1 - turns], axis=1)
    targets, priced = targets.reshape(len(geometry.targets), phases, shape[1]), np.stack(each, axis=1)
    if battle_map.passages:
        more, prices = _passages(battle_map, size, phases, scale)
        targets, priced = np.concatenate([targets, more], axis=2), np.concatenate([priced, prices], axis=2)
    return _Bare(
        battle_map.ground,
        battle_map.passages,
        scale,
        phases,
        shape[1],
        targets.reshape(-1, targets.shape[2]),
        priced,
        geometry.step[through_door],
        geometry.wall[through_door],
    )


def _passages(battle_map: BattleMap, size: int, phases: int, scale: int) -> tuple[Ints, Ints]:
    """Give the steps through passages as further directions: where they lead, and their costs."""
    grid, joined = battle_map.grid, joined_cells(battle_map)
    most = max((len(ends) for ends in joined.values()), default=0)
    targets = np.zeros((grid.cols * grid.rows, phases, most), dtype=np.int64)
    costs = np.full(targets.shape, _STOPPED)
    for (column, row), ends in joined.items():
        for number, (end, cost) in enumerate(ends):
            if fits(grid, Footprint(end, size)):
                there = (end[1] * grid.cols + end[0]) * phases
                targets[row * grid.cols + column, :, number] = there + np.arange(phases)
                costs[row * grid.cols + column, :, number] = max(round(cost * scale), 1)
    return targets, costs


def _scale(battle_map: BattleMap, diagonals: Diagonals) -> int:
    if diagonals is Diagonals.TRUE and battle_map.grid.kind is GridKind.SQUARE:
        return _TRUE_SCALE
    scale = math.lcm(*(Fraction(str(ground.cost)).denominator for ground in battle_map.ground))
    return min(scale, _FINEST)


def _ground(battle_map: BattleMap, size: int, scale: int) -> Floats:
    """Give the cost of entering each cell with a footprint: the dearest of what lies on its cells."""
    grid = battle_map.grid
    cost = np.full(grid.cols * grid.rows, np.nan)
    for ground in battle_map.ground:
        cells = np.fromiter(chain.from_iterable(ground.cells), np.int64, 2 * len(ground.cells))
        numbers = cells[1::2] * grid.cols + cells[::2]
        cost[numbers] = np.fmax(cost[numbers], ground.cost)
    cost = np.where(np.isnan(cost), 1.0, cost)
    dearest: Floats = cost[np.maximum(_covered(grid, size), 0)].max(axis=0)
    return np.rint(dearest * scale)


def _numbers(grid: Grid, offset: tuple[int, int]) -> Ints:
    """Give for each cell the number of the cell at an (axial) offset from it, -1 off the map."""
    rows, columns = (part.reshape(-1).astype(np.int64) for part in np.mgrid[0 : grid.rows, 0 : grid.cols])
    a, b = to_axial(grid, (columns, rows))
    column, row = from_axial(grid, (a + offset[0], b + offset[1]))
    inside = (column >= 0) & (column < grid.cols) & (row >= 0) & (row < grid.rows)
    return np.where(inside, row * grid.cols + column, -1)


def _covered(grid: Grid, size: int) -> Ints:
    """Give the number of the cell covered (or -1) for each cell of a footprint (first axis) in each place."""
    return np.stack([_numbers(grid, (i, j)) for j in range(size) for i in range(size)])


def _geometry(battle_map: BattleMap) -> _Geometry:
    earlier = battle_map.earlier(_geometry)
    if earlier is not None:
        old, now = _where(earlier[0]), _where(battle_map.walls)
        kept = _kept(now, old, earlier[1])
        fresh = [number for key, number in now.items() if key not in old]
        if len(fresh) <= _FEW:
            return _joined(kept, _met_by(battle_map, kept, fresh))
    grid = battle_map.grid
    offsets = step_offsets(grid)
    targets = np.stack([_numbers(grid, offset) for offset in offsets], axis=1)
    square = grid.kind is GridKind.SQUARE
    slant = tuple(square and a != 0 and b != 0 for a, b in offsets)
    half = len(offsets) // 2  # the rest are the same ways walked back
    cell, direction = np.nonzero(targets[:, :half] >= 0)
    there = targets[cell, direction]
    centres = _centres(grid)
    hits = wall_index(battle_map).meetings(centres[cell], centres[there])
    onward = cell[hits.line] * len(offsets) + direction[hits.line]
    back = there[hits.line] * len(offsets) + direction[hits.line] + half
    return _Geometry(targets, slant, np.concatenate([onward, back]), np.concatenate([hits.wall, hits.wall]))


def _centres(grid: Grid) -> Floats:
    points = lattice(grid, (0.0, 0.0))
    every = points.points(np.arange(grid.cols * grid.rows))
    return np.stack([points.by_rows(axis).reshape(-1) for axis in every.T], axis=1)


_Numbers = Mapping[tuple[str, Point, Point], int]


def _where(walls: Sequence[Wall]) -> _Numbers:
    """Give the number of each wall by what makes it meet its steps: moved, it is another wall."""
    return {(wall.id, wall.start, wall.end): number for number, wall in enumerate(walls)}


def _kept(now: _Numbers, old: _Numbers, geometry: _Geometry) -> _Geometry:
    """Keep what the walls that are still there meet, under the numbers that they have now."""
    numbers = np.array([now.get(key, -1) for key in old], dtype=np.int64)
    if not len(numbers):
        return geometry
    wall = numbers[geometry.wall]
    stays = wall >= 0
    return _Geometry(geometry.targets, geometry.slant, geometry.step[stays], wall[stays])


def _met_by(battle_map: BattleMap, like: _Geometry, numbers: Sequence[int]) -> _Geometry:
    """Work out what a few walls meet, from the steps that begin near them alone."""
    directions, half = len(like.slant), len(like.slant) // 2
    centres = _centres(battle_map.grid)
    walls = [battle_map.walls[number] for number in numbers]
    near = np.zeros((battle_map.grid.rows, battle_map.grid.cols), dtype=np.bool_)
    for wall in walls:
        (x1, x2), (y1, y2) = (sorted(ends) for ends in zip(wall.start, wall.end, strict=True))
        near[_numbers_near(y1, y2), _numbers_near(x1, x2)] = True
    begin = np.flatnonzero(near)
    cell, direction = np.nonzero(like.targets[begin, :half] >= 0)
    cell = begin[cell]
    there = like.targets[cell, direction]
    hits = WallIndex([(*w.start, *w.end) for w in walls]).meetings(centres[cell], centres[there])
    onward = cell[hits.line] * directions + direction[hits.line]
    back = there[hits.line] * directions + direction[hits.line] + half
    wall_numbers = np.array(numbers, dtype=np.int64)[hits.wall]
    step = np.concatenate([onward, back])
    return _Geometry(like.targets, like.slant, step, np.concatenate([wall_numbers, wall_numbers]))


def _numbers_near(low: float, high: float) -> slice:
    """Give the rows or columns of the cells whose centres are up to 2 beside a stretch; perhaps some more."""
    return slice(max(0, math.floor(low) - 3), max(0, math.ceil((high + 2) / _CLOSEST) + 1))


def _joined(one: _Geometry, other: _Geometry) -> _Geometry:
    step, wall = np.concatenate([one.step, other.step]), np.concatenate([one.wall, other.wall])
    return _Geometry(one.targets, one.slant, step, wall)


def _sized_geometries(battle_map: BattleMap) -> dict[int, _Geometry]:
    """Begin with the sizes that were worked out before a few walls were drawn."""
    earlier = battle_map.earlier(_sized_geometries)
    if earlier is None:
        return {}
    before, sizes = earlier
    old, now = _where(before), _where(battle_map.walls)
    fresh = [number for key, number in now.items() if key not in old]
    if len(fresh) > _FEW:
        return {}
    one = battle_map.shared(_geometry)
    of_fresh = np.isin(one.wall, fresh)
    new = _Geometry(one.targets, one.slant, one.step[of_fresh], one.wall[of_fresh])
    return {
        size: _joined(_kept(now, old, kept), _widened(battle_map, new, size)) for size, kept in sizes.items()
    }


def _sized_geometry(battle_map: BattleMap, size: int) -> _Geometry:
    one = battle_map.shared(_geometry)
    if size == 1:
        return one
    sized = battle_map.shared(_sized_geometries)
    if size not in sized:
        sized[size] = _widened(battle_map, one, size)
    return sized[size]


def _widened(battle_map: BattleMap, one: _Geometry, size: int) -> _Geometry:
    """Make the steps of a footprint from those of its cells: each of them has to take the step."""
    directions = len(one.slant)
    covered = _covered(battle_map.grid, size)
    fits: Bools = np.all(covered >= 0, axis=0)
    lands = (one.targets >= 0) & fits[:, None] & fits[np.maximum(one.targets, 0)]
    walls = max(len(battle_map.walls), 1)
    keys = []
    for numbers in covered:
        place = np.full(len(fits), -1)  # the footprint's place of which this cell is the one covered
        place[numbers[numbers >= 0]] = np.flatnonzero(numbers >= 0)
        at = place[one.step // directions]
        met = at >= 0
        keys.append((at[met] * directions + one.step[met] % directions) * walls + one.wall[met])
    pairs = np.unique(np.concatenate(keys))  # a wall met by several of the cells is one wall
    return _Geometry(np.where(lands, one.targets, -1), one.slant, pairs // walls, pairs % walls)
