"""The ways of a sprint, beside what trying every corner one after the other finds (TS-164)."""

import math
from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from rules.map import movement
from rules.map.grid import Diagonals, Footprint
from rules.map.model import BattleMap, Cell
from rules.systems.tesseris.moves.sprint_ways import Sprinter, turns_once
from tests.rules.map.maps import COLS, ROWS, cells, small_maps

_ALL = [(column, row) for row in range(ROWS) for column in range(COLS)]


@given(
    small_maps(),
    cells(),
    st.sampled_from([3.0, 6.0, 9.0]),
    st.frozensets(cells(), max_size=3),
    st.frozensets(cells(), max_size=2),
)
def test_a_sprint_goes_where_trying_every_corner_finds_a_way(
    battle_map: BattleMap, start: Cell, most: float, enemies: frozenset[Cell], friends: frozenset[Cell]
) -> None:
    enemies, friends = enemies - {start}, friends - {start}
    here = Footprint(start)
    sprinter = Sprinter(battle_map, here, most, enemies, friends)
    found = {cell: sprinter.way_to(cell) for cell in _ALL}

    def cost_of(way: Sequence[Cell]) -> float:
        told = movement.path_cost(
            battle_map, here, way, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
        )
        return told.cost if isinstance(told, movement.Path) else math.inf

    near = movement.reach(
        battle_map, here, most, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
    )
    corners = [start, *near.came_from]
    for to in _ALL:
        cheapest = movement.path(
            battle_map, here, to, diagonals=Diagonals.ALTERNATE, enemies=enemies, friends=friends
        )
        if cheapest is None or turns_once(battle_map, start, cheapest.cells):
            assert found[to] == cheapest
            continue
        best: movement.Path | None = None
        for length, corner in sorted((_far(start, one) + _far(one, to), one) for one in corners):
            if length > most or (best is not None and length >= best.cost):
                break
            for way in _ways(start, corner, to):
                cost = cost_of(way)
                if cost < math.inf and (best is None or cost < best.cost):
                    best = movement.Path(way, cost)
        assert found[to] == best
    ways = {cell: way for cell in near.costs if (way := found[cell]) is not None and way.cost <= most + 1e-6}
    assert dict(sprinter.costs) == {cell: way.cost for cell, way in ways.items()}
    turning = dict(sprinter.turning)
    assert all(ways[cell].cells == entered for cell, entered in turning.items())
    assert all(way.cost == near.costs[cell] for cell, way in ways.items() if cell not in turning)


def _ways(start: Cell, corner: Cell, to: Cell) -> Iterator[tuple[Cell, ...]]:
    """List the ways of two straight legs, unless they turn by more than a right angle."""
    (x1, y1), (x2, y2) = _apart(start, corner), _apart(corner, to)
    turn = abs(math.degrees(math.atan2(y1, x1) - math.atan2(y2, x2))) % 360
    if corner in (start, to) or min(turn, 360 - turn) <= 90 + 1e-6:
        for first in _lines(start, corner):
            for second in _lines(corner, to):
                yield (*first, *second)


def _lines(start: Cell, end: Cell) -> list[tuple[Cell, ...]]:
    count = _far(start, end)
    found = []
    for shift in (0.5, 1e-9, 1 - 1e-9):
        x, y = _apart(start, end)
        found.append(
            tuple(
                (start[0] + math.floor(x * n / count + shift), start[1] + math.floor(y * n / count + shift))
                for n in range(1, count + 1)
            )
        )
    return found


def _apart(a: Cell, b: Cell) -> tuple[int, int]:
    return b[0] - a[0], b[1] - a[1]


def _far(a: Cell, b: Cell) -> int:
    return max(map(abs, _apart(a, b)))
