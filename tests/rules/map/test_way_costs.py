"""What ways cost is what a search for the ways finds, however it is found."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.map.grid import Diagonals, Footprint, top_left
from rules.map.model import BattleMap, Cell, Grid, GridKind, with_open_doors
from rules.map.movement import reach, spread
from rules.map.steps import step_table
from rules.map.way_costs import UNREACHED, Waves, way_costs
from tests.rules.map.maps import COLS, ROWS, cells, footprints, on, small_maps, square_map, wall

KINDS = [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS]
EVERY = [(column, row) for row in range(-1, ROWS + 1) for column in range(-1, COLS + 1)]
on_every_grid = pytest.mark.parametrize("kind", KINDS)


@on_every_grid
@settings(deadline=None)
@given(field=small_maps(), mover=footprints())
def test_each_cell_costs_what_a_way_to_it_does(kind: GridKind, field: BattleMap, mover: Footprint) -> None:
    found, ways = way_costs(on(kind, field), mover), reach(on(kind, field), mover).costs
    assert {cell: cost for cell in EVERY if (cost := found.to(cell)) is not None} == ways


@on_every_grid
@settings(deadline=None)
@given(field=small_maps(), mover=footprints(), diagonals=st.sampled_from(Diagonals))
def test_waves_come_to_each_state_for_what_a_search_finds(
    kind: GridKind, field: BattleMap, mover: Footprint, diagonals: Diagonals
) -> None:
    table = step_table(on(kind, field), mover.size, diagonals)
    start, spent = table.state(top_left(mover)), np.full(len(table.edges.targets), UNREACHED)
    Waves(table).reach(start, spent)
    reached = {state: cost for state, cost in enumerate(spent.tolist()) if cost < UNREACHED}
    assert reached == spread(table.edges, start)


def test_a_large_map_is_gone_over_in_waves_to_the_same_end() -> None:
    fence = [wall((n, 0), (n, 90), "low" if n % 2 else "wall") for n in range(10, 100, 10)]
    field = BattleMap(Grid(GridKind.SQUARE, 110, 100), tuple(fence))
    found, ways = way_costs(field, Footprint((3, 3))), reach(field, Footprint((3, 3))).costs
    assert {cell: found.to(cell) for cell in ways} == ways
    assert way_costs(field, Footprint((3, 3))) is found


@settings(deadline=None)
@given(field=small_maps(), mover=footprints(), taken=st.sets(cells()))
def test_the_nearest_is_the_cheapest_that_nobody_takes_and_of_equals_the_first(
    field: BattleMap, mover: Footprint, taken: set[Cell]
) -> None:
    plain, opened = (reach(one, mover).costs for one in (field, with_open_doors(field)))
    found = way_costs(field, mover)
    free = [(cost, cell) for cell, cost in plain.items() if cell not in taken]
    assert found.nearest(taken) == min(free, default=None)
    beyond = way_costs(with_open_doors(field), mover).nearest(taken, beyond=found)
    free = [(cost, cell) for cell, cost in opened.items() if cell not in taken and cell not in plain]
    assert beyond == min(free, default=None)


def test_who_stands_off_the_map_is_where_it_is_and_comes_nowhere() -> None:
    found = way_costs(square_map(), Footprint((-3, 2)))
    assert (found.to((-3, 2)), found.to((0, 2)), found.nearest({(-3, 2)})) == (0, None, None)
