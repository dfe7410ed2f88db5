"""The straightest of all cheapest ways to a cell, always the same (see the readings of `movement`)."""

import math
from collections.abc import Mapping

from rules.map.grid import cell_centre, is_inside
from rules.map.model import Cell, Point
from rules.map.steps import StepTable


def straightest(
    table: StepTable, found: Mapping[int, int], start: Cell, end: Cell, known: dict[int, list[int]]
) -> tuple[tuple[Cell, ...], float] | None:
    """Walk the cheapest ways back from the end, and keep of them the one closest to the straight line.

    Args:
        found: the least cost of each state that a search has come to.
        known: the states before others, as far as they were looked up; more are added.

    Returns:
        The cells entered, without the start, and the cost in cells; None without a way.
    """
    first = table.state(start)
    ends = [state for state in range(table.state(end), table.state(end) + table.phases) if state in found]
    if not ends:
        return None
    cost = min(found[state] for state in ends)
    ends = [state for state in ends if found[state] == cost]
    before: dict[int, list[int]] = {}
    waiting = list(ends)
    while waiting:
        state = waiting.pop()
        if state not in before:
            if state not in known:
                known[state] = _states_before(table, found, state)
            before[state] = known[state]
            waiting.extend(before[state])
    # How long a way is comes first: else one that has to go around a wall would wander for nothing.
    bends: dict[int, tuple[float, float]] = {first: (0.0, 0.0)}
    came: dict[int, int] = {}
    centres = {state: cell_centre(table.grid, table.cell(state)) for state in (first, *before)}
    line = cell_centre(table.grid, start), cell_centre(table.grid, end)
    for state in sorted(before, key=lambda state: (found[state], state)):
        if state != first:
            beside = _beside(centres[state], *line)
            options = [
                (_after(math.dist(centres[earlier], centres[state]), beside, bends[earlier]), earlier)
                for earlier in before[state]
            ]
            bends[state], came[state] = min(options, key=lambda option: option[0])
    state = min(ends, key=lambda state: bends[state])
    cells = []
    while state != first:
        cells.append(table.cell(state))
        state = came[state]
    return tuple(reversed(cells)), table.cells_of_cost(cost)


def _states_before(table: StepTable, found: Mapping[int, int], state: int) -> list[int]:
    """List the states from which one step of a cheapest way leads here, in the order of the directions."""
    cost, phases, edges = found[state], table.phases, table.edges
    earlier = []
    for cell in table.around(table.cell(state)):
        if is_inside(table.grid, cell):
            first = table.state(cell)
            for other in range(first, first + phases):
                there = found.get(other)
                if there is not None and there <= cost and (state, cost - there) in edges[other]:
                    earlier.append(other)
    return earlier


def _after(length: float, beside: float, before: tuple[float, float]) -> tuple[float, float]:
    """Add a step to the length of a way, and to how far its cells lie beside the line from start to end."""
    return round(before[0] + length, 6), round(before[1] + beside, 6)


def _beside(at: Point, start: Point, end: Point) -> float:
    """Tell how far a point lies beside the line from start to end, times the line's length."""
    (x, y), (x1, y1), (x2, y2) = at, start, end
    return round(abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)), 6)
