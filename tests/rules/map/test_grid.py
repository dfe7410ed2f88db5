"""Cells, footprints and their distances, on squares and both kinds of hexes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.map.grid import (
    Diagonals,
    Footprint,
    cell_at,
    cell_centre,
    cell_corners,
    cells_apart,
    fits,
    footprint_cells,
    footprint_centre,
    footprint_points,
    from_axial,
    neighbours,
    step_offsets,
    straight_cells,
    to_axial,
)
from rules.map.model import Cell, Grid, GridKind

SQUARE = Grid(GridKind.SQUARE, 20, 15)
ROWS = Grid(GridKind.HEX_ROWS, 12, 11)
COLUMNS = Grid(GridKind.HEX_COLUMNS, 12, 11)
ALL = [SQUARE, ROWS, COLUMNS]
HEXES = [ROWS, COLUMNS]
HALF_ROOT3 = math.sqrt(3) / 2


def cells(grid: Grid) -> list[Cell]:
    return [(c, r) for r in range(grid.rows) for c in range(grid.cols)]


def test_centres_are_where_the_map_says() -> None:
    assert cell_centre(SQUARE, (3, 4)) == (3.5, 4.5)
    assert cell_centre(ROWS, (0, 0)) == cell_centre(COLUMNS, (0, 0)) == (0.5, 0.5)
    assert cell_centre(ROWS, (2, 1)) == pytest.approx((3.0, 0.5 + HALF_ROOT3))
    assert cell_centre(COLUMNS, (1, 2)) == pytest.approx((0.5 + HALF_ROOT3, 3.0))


@pytest.mark.parametrize("grid", HEXES)
def test_a_hex_has_six_neighbours_one_apart_and_no_other_is_so_near(grid: Grid) -> None:
    for cell in [(5, 5), (5, 6), (6, 5), (6, 6)]:
        centre = cell_centre(grid, cell)
        near = {c for c in cells(grid) if math.dist(cell_centre(grid, c), centre) < 1.01} - {cell}
        assert set(neighbours(grid, cell)) == near
        assert len(near) == 6


def test_a_square_has_eight_neighbours_and_at_the_edge_those_on_the_map() -> None:
    assert neighbours(SQUARE, (3, 3)) == ((4, 3), (4, 4), (3, 4), (2, 4), (2, 3), (2, 2), (3, 2), (4, 2))
    assert neighbours(SQUARE, (0, 0)) == ((1, 0), (1, 1), (0, 1))


@pytest.mark.parametrize("grid", ALL)
def test_the_opposite_step_is_half_the_directions_further(grid: Grid) -> None:
    offsets = step_offsets(grid)
    half = len(offsets) // 2
    assert all(offsets[k + half] == (-a, -b) for k, (a, b) in enumerate(offsets[:half]))


@pytest.mark.parametrize("grid", ALL)
def test_axial_coordinates_lead_back(grid: Grid) -> None:
    assert all(from_axial(grid, to_axial(grid, cell)) == cell for cell in cells(grid))


@pytest.mark.parametrize("grid", ALL)
def test_corners_run_clockwise_from_the_top_left_and_neighbours_share_two(grid: Grid) -> None:
    corners = cell_corners(grid, (5, 5))
    x, y = cell_centre(grid, (5, 5))
    assert corners[0][0] < x
    assert corners[0][1] < y
    turns = [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(
            corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True
        )
    ]
    assert min(turns) > 0  # y runs down, so a right turn is positive
    beside = cell_corners(grid, neighbours(grid, (5, 5))[0])
    assert sum(math.dist(a, b) < 1e-9 for a in corners for b in beside) == 2


@pytest.mark.parametrize("grid", ALL)
@given(st.floats(-1, 14), st.floats(-1, 14))
def test_a_point_lies_in_the_cell_whose_centre_is_nearest(grid: Grid, x: float, y: float) -> None:
    nearest = min(cells(grid), key=lambda cell: math.dist(cell_centre(grid, cell), (x, y)))
    found = cell_at(grid, (x, y))
    distance = math.dist(cell_centre(grid, nearest), (x, y))
    if found is not None:
        assert math.dist(cell_centre(grid, found), (x, y)) == pytest.approx(distance)
    elif grid.kind is not GridKind.SQUARE:
        assert distance > 0.499  # the half width of a hex: nearer than that is inside
    else:
        assert not (0 <= x < grid.cols and 0 <= y < grid.rows)


def test_points_of_a_square_footprint_are_the_centre_and_the_corners_drawn_in() -> None:
    assert footprint_points(SQUARE, Footprint((3, 4))) == (
        (3.5, 4.5), (3.1, 4.1), (3.9, 4.1), (3.9, 4.9), (3.1, 4.9)
    )  # fmt: skip
    big = footprint_points(SQUARE, Footprint((3, 4), 3))
    assert big == ((4.5, 5.5), (3.1, 4.1), (5.9, 4.1), (5.9, 6.9), (3.1, 6.9))


@pytest.mark.parametrize("grid", HEXES)
def test_points_of_a_hex_are_the_centre_and_six_corners_drawn_in(grid: Grid) -> None:
    centre, *corners = footprint_points(grid, Footprint((4, 5)))
    assert centre == pytest.approx(cell_centre(grid, (4, 5)))
    assert [math.dist(centre, corner) for corner in corners] == pytest.approx([1 / math.sqrt(3) - 0.1] * 6)
    assert all(cell_at(grid, corner) == (4, 5) for corner in corners)


@pytest.mark.parametrize("grid", ALL)
def test_a_footprint_has_its_side_squared_cells_and_starts_at_its_top_left(grid: Grid) -> None:
    found = footprint_cells(grid, Footprint((4, 4), 3))
    assert found[0] == (4, 4)
    assert len(set(found)) == 9
    assert cell_centre(grid, (4, 4))[1] == min(cell_centre(grid, cell)[1] for cell in found)


@pytest.mark.parametrize("grid", ALL)
def test_a_footprint_keeps_its_shape_wherever_it_stands(grid: Grid) -> None:
    def shape(at: Cell) -> list[tuple[float, float]]:
        x, y = cell_centre(grid, at)
        centres = [cell_centre(grid, cell) for cell in footprint_cells(grid, Footprint(at, 2))]
        return [(round(a - x, 6), round(b - y, 6)) for a, b in centres]

    assert shape((4, 4)) == shape((4, 5)) == shape((5, 4)) == shape((5, 5))


def test_a_footprint_over_the_edge_does_not_fit() -> None:
    assert fits(SQUARE, Footprint((18, 13), 2))
    assert not fits(SQUARE, Footprint((19, 13), 2))
    assert not fits(SQUARE, Footprint((-1, 0)))


def test_the_centre_of_a_large_footprint_is_its_middle() -> None:
    assert footprint_centre(SQUARE, Footprint((2, 2), 2)) == (3, 3)


def test_a_zone_is_no_cell() -> None:
    with pytest.raises(ValueError, match="the zone 'bar'"):
        footprint_cells(SQUARE, Footprint("bar"))


@pytest.mark.parametrize(
    ("across", "down", "one", "alternate", "true"),
    [(0, 0, 0, 0, 0), (5, 0, 5, 5, 5), (1, 1, 1, 1, 1), (2, 2, 2, 3, 3), (3, 3, 3, 4, 4),
     (14, 12, 14, 20, 18),
     (4, 3, 4, 5, 5), (2, 1, 2, 2, 2), (7, 2, 7, 8, 7), (0, 9, 9, 9, 9)],
)  # fmt: skip
def test_diagonals_are_counted_by_the_rule_asked_for(
    across: int, down: int, one: int, alternate: int, true: int
) -> None:
    assert [straight_cells(across, down, rule) for rule in Diagonals] == [one, alternate, true]


@given(st.integers(0, 3000), st.integers(0, 3000))
def test_the_true_distance_is_rounded_to_the_nearest_whole(across: int, down: int) -> None:
    rounded = straight_cells(across, down, Diagonals.TRUE)
    assert (2 * rounded - 1) ** 2 <= 4 * (across**2 + down**2) < (2 * rounded + 1) ** 2 or rounded == 0


@pytest.mark.parametrize("grid", ALL)
@given(st.tuples(st.integers(0, 11), st.integers(0, 10)), st.tuples(st.integers(0, 11), st.integers(0, 10)),
       st.integers(1, 3), st.integers(1, 3), st.sampled_from(Diagonals))  # fmt: skip
def test_the_distance_is_that_of_the_nearest_cells_both_ways(
    grid: Grid, a: Cell, b: Cell, size_a: int, size_b: int, rule: Diagonals
) -> None:
    mine, theirs = Footprint(a, size_a), Footprint(b, size_b)
    single = min(
        cells_apart(grid, Footprint(p), Footprint(q), rule)
        for p in footprint_cells(grid, mine)
        for q in footprint_cells(grid, theirs)
    )
    assert cells_apart(grid, mine, theirs, rule) == cells_apart(grid, theirs, mine, rule) == single


@pytest.mark.parametrize("grid", HEXES)
def test_the_distance_on_hexes_is_the_number_of_steps(grid: Grid) -> None:
    steps = {(5, 4): 0}
    waiting = [(5, 4)]
    for cell in waiting:
        for near in neighbours(grid, cell):
            if near not in steps:
                steps[near] = steps[cell] + 1
                waiting.append(near)
    assert steps == {cell: cells_apart(grid, Footprint((5, 4)), Footprint(cell)) for cell in cells(grid)}
