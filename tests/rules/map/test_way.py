"""Ways of several legs, counted as one."""

import math
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.map.grid import Diagonals, Footprint, cells_apart
from rules.map.model import Cell, Grid, GridKind
from rules.map.way import leg_cells, leg_lengths

SQUARE = Grid(GridKind.SQUARE, 20, 20)
ways = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), min_size=2, max_size=6)


@given(ways, st.sampled_from(Diagonals))
def test_one_leg_is_the_distance_between_its_ends(way: list[Cell], diagonals: Diagonals) -> None:
    a, b = way[:2]
    assert leg_cells(SQUARE, [a, b], diagonals) == (
        cells_apart(SQUARE, Footprint(a), Footprint(b), diagonals),
    )


@given(ways)
def test_alternate_diagonals_are_counted_on_from_leg_to_leg(way: list[Cell]) -> None:
    """Walk it cell by cell, and pay 1 and 2 in turn for the diagonals of the whole way."""
    paid, slants = [], 0
    for (ac, ar), (bc, br) in pairwise(way):
        cost, (across, down) = 0, (abs(bc - ac), abs(br - ar))
        for step in range(max(across, down)):
            slant = step < min(across, down)
            slants += slant
            cost += 2 if slant and slants % 2 == 0 else 1
        paid.append(cost)
    assert list(leg_cells(SQUARE, way, Diagonals.ALTERNATE)) == paid


def test_two_diagonal_legs_cost_as_much_as_one_of_two() -> None:
    assert leg_cells(SQUARE, [(0, 0), (1, 1), (2, 2)], Diagonals.ALTERNATE) == (1, 2)
    assert leg_cells(SQUARE, [(0, 0), (2, 2)], Diagonals.ALTERNATE) == (3,)


def test_straight_lengths_are_rounded_once_for_all() -> None:
    assert leg_cells(SQUARE, [(0, 0), (1, 1), (2, 2)], Diagonals.TRUE) == (1, 2)  # 2.83 in all


def test_hexes_are_counted_leg_by_leg() -> None:
    grid = Grid(GridKind.HEX_ROWS, 9, 9)
    assert leg_cells(grid, [(0, 0), (2, 4), (2, 0)], Diagonals.ALTERNATE) == (4, 4)


def test_free_legs_are_straight() -> None:
    assert leg_lengths([(0.0, 0.0), (3.0, 4.0), (3.0, 4.5)]) == (5.0, 0.5)
    assert math.isclose(sum(leg_lengths([(0, 0), (1, 1), (2, 2)])), math.sqrt(8))
