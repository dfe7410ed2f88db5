"""What a way from one place to any other of a map costs, for who looks far ahead and goes none of them.

On a large map the cells are gone over wave by wave, all of one cost at once: a whole map of 200 x 200 cells
takes a quarter of what a search for ways takes, which writes out each step (`movement.spread`).
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

import numpy as np

from rules.map.grid import Diagonals, Footprint, fits, is_inside, top_left
from rules.map.model import BattleMap, Cell
from rules.map.movement import crossed_by, spread
from rules.map.steps import StepTable, step_table
from rules.map.walls import Bools, Ints

_LARGE = 10_000
"""From so many cells on waves are quicker."""
_MOST_KEPT = 32
"""So many searches are kept with a map: the same ones stand where they stood while others are advised."""
UNREACHED = 1 << 62


@dataclass(frozen=True, eq=False)
class WayCosts:
    """The least costs of the ways from one place, as for a mover whom nobody stops or bars."""

    start: Cell
    _table: StepTable
    _spent: Ints
    """By cell, row by row; `UNREACHED` where no way leads."""

    def to(self, cell: Cell) -> float | None:
        """Give what the way to a cell costs, in cells; None without a way."""
        if cell == self.start:
            return 0
        if not is_inside(self._table.grid, cell):
            return None
        spent = int(self._spent[self._table.state(cell)])
        return None if spent == UNREACHED else self._table.cells_of_cost(spent)

    def nearest(self, taken: Collection[Cell], beyond: "WayCosts | None" = None) -> tuple[float, Cell] | None:
        """Give the cell that costs least but for some that are taken, with its cost; of equals the first.

        Args:
            beyond: from the same place; only those cells count to which no way of these leads.
        """
        if beyond is None and self.start not in taken:
            return 0, self.start
        grid = self._table.grid
        is_open: Bools = self._spent < UNREACHED
        if beyond is not None:
            is_open = is_open & (beyond._spent == UNREACHED)
        for cell in (self.start, *taken):
            if is_inside(grid, cell):
                is_open[self._table.state(cell)] = False
        spent = np.where(is_open, self._spent, UNREACHED)
        least = int(spent.min())
        if least == UNREACHED:
            return None
        rows, columns = np.divmod(np.flatnonzero(spent == least), grid.cols)
        first = min(zip(columns.tolist(), rows.tolist(), strict=True))
        return self._table.cells_of_cost(least), first


def way_costs(battle_map: BattleMap, mover: Footprint) -> WayCosts:
    """Find what the ways to all cells cost from where a mover stands, a diagonal as much as any step.

    Raises:
        ValueError: on a zones-only map.
    """
    kept = battle_map.derived(_no_costs)
    if mover not in kept:
        if len(kept) >= _MOST_KEPT:
            kept.pop(next(iter(kept)), None)
        kept[mover] = _found(crossed_by(battle_map, mover), mover)
    return kept[mover]


def _no_costs(_: BattleMap) -> dict[Footprint, WayCosts]:
    return {}


def _found(battle_map: BattleMap, mover: Footprint) -> WayCosts:
    table, start = step_table(battle_map, mover.size, Diagonals.ONE), top_left(mover)
    spent = np.full(len(table.edges.targets), UNREACHED)
    if fits(battle_map.grid, mover):
        if len(spent) < _LARGE:
            found = spread(table.edges, table.state(start))
            spent[list(found)] = list(found.values())
        else:
            battle_map.derived(_no_waves).setdefault(mover.size, Waves(table)).reach(
                table.state(start), spent
            )
    return WayCosts(start, table, spent)


def _no_waves(_: BattleMap) -> "dict[int, Waves]":
    return {}


class Waves:
    """The steps of a table, sorted so that those of all cells of one cost are taken at once."""

    def __init__(self, table: StepTable) -> None:
        self._targets, self._costs = table.edges.targets, table.edges.costs

    @cached_property
    def _prices(self) -> list[int]:
        """What a step may cost, the cheapest first."""
        found: list[int] = np.unique(self._costs[self._costs >= 0]).tolist()
        return found or [1]

    @cached_property
    def _cheap(self) -> Ints:
        """Where the steps of the least cost lead; where another has its place, to where one is already."""
        own = np.arange(len(self._targets))[:, np.newaxis]
        return np.where(self._costs == self._prices[0], self._targets, own)

    @cached_property
    def _has_others(self) -> Bools:
        found: Bools = np.any(self._costs > self._prices[0], axis=1)
        return found

    def reach(self, start: int, spent: Ints) -> None:
        """Note for each state what it costs to come there, in parts of a cell.

        Args:
            spent: `UNREACHED` for all of them; those to which no way leads keep it.
        """
        spent[start] = 0
        waves, costs = {0: [np.array([start])]}, [0]

        def come_to(states: Ints, cost: int) -> None:
            nearer = states[spent[states] > cost]
            if len(nearer):
                spent[nearer] = cost
                if cost not in waves:
                    waves[cost] = []
                    heappush(costs, cost)
                waves[cost].append(nearer)

        while costs:
            cost = heappop(costs)
            here = np.unique(np.concatenate(waves.pop(cost)))
            here = here[spent[here] == cost]
            come_to(self._cheap[here].reshape(-1), cost + self._prices[0])
            others = here[self._has_others[here]]
            if len(others):
                targets, prices = self._targets[others], self._costs[others]
                for price in self._prices[1:]:
                    come_to(targets[prices == price], cost + price)
