"""How high somebody stands."""

from math import inf

from rules.map.areas import Blast, Cone, Slope, slope_to
from rules.map.distance import apart
from rules.map.grid import Diagonals, Footprint
from rules.map.heights import height_of, seen_from_above, wall_tops
from rules.map.line_of_fire import fire_table, line_of_fire
from rules.map.model import BattleMap, Elevation, Grid, GridKind, Ground, Wall, WallKind
from rules.map.movement import path
from tests.rules.map.maps import square_map

HILL = square_map(elevation=(Elevation(((4, 4), (5, 4)), 2.0), Elevation(((5, 4), (9, 9)), -1.5)))


def test_a_cell_is_as_high_as_it_was_painted_last() -> None:
    assert [height_of(HILL, Footprint(at)) for at in ((4, 4), (5, 4), (9, 9), (0, 0))] == [2, -1.5, -1.5, 0]


def test_a_large_footprint_stands_on_its_highest_cell() -> None:
    assert height_of(HILL, Footprint((3, 3), 2)) == 2
    assert height_of(HILL, Footprint((8, 8), 2)) == 0  # only one of its cells is sunk


def test_on_hexes_the_cells_of_the_rhombus_count() -> None:
    hexes = BattleMap(Grid(GridKind.HEX_ROWS, 9, 9), elevation=(Elevation(((5, 4),), 3.0),))
    assert height_of(hexes, Footprint((4, 3), 2)) == 3  # (4, 3), (5, 3), (5, 4), (6, 4)
    assert height_of(hexes, Footprint((3, 3), 2)) == 3
    assert height_of(hexes, Footprint((3, 4), 2)) == 0


def test_in_zones_nobody_stands_higher() -> None:
    assert height_of(BattleMap(Grid(GridKind.ZONES)), Footprint("roof")) == 0


def test_altitude_is_added_to_the_ground() -> None:
    assert height_of(HILL, Footprint((4, 4), 1, 3)) == 5
    assert height_of(BattleMap(Grid(GridKind.ZONES)), Footprint("roof", 1, 3)) == 3


WALLED = square_map(
    Wall("wall", (6, 0), (6, 20), height=3),
    Wall("fence", (8, 0), (8, 20), WallKind.LOW),
    Wall("cliff", (10, 0), (10, 20)),
    elevation=(Elevation(((5, 0), (5, 10)), 2.0),),
)


def test_a_wall_stands_on_the_higher_ground_of_its_sides() -> None:
    assert wall_tops(WALLED).tolist() == [5, 1, inf]  # the middle of the wall is at (6, 10)


def test_who_is_as_high_as_a_wall_looks_over_it() -> None:
    assert [wall.id for wall in seen_from_above(WALLED, 1).walls] == ["wall", "cliff"]
    assert [wall.id for wall in seen_from_above(WALLED, 5).walls] == ["cliff"]
    assert seen_from_above(WALLED, 0) is WALLED


def test_the_cells_up_are_a_side_of_the_diagonal() -> None:
    high, low = Footprint((0, 0), 1, 4), Footprint((3, 0))
    field = square_map()
    assert [apart(field, high, low, how) for how in Diagonals] == [4, 5, 5]
    assert [apart(field, low, low, how) for how in Diagonals] == [0, 0, 0]


def test_a_line_that_comes_down_behind_a_wall_is_clear_and_one_that_comes_down_on_it_is_not() -> None:
    field = square_map(Wall("wall", (6, 0), (6, 20), height=3))
    bird = Footprint((2, 5), 1, 8)
    assert line_of_fire(field, bird, Footprint((11, 5))).clear
    assert not line_of_fire(field, bird, Footprint((6, 5))).clear
    assert not line_of_fire(field, Footprint((2, 5)), Footprint((11, 5))).clear
    table = fire_table(field, [bird, Footprint((2, 5))], [Footprint((11, 5)), Footprint((6, 5))])
    assert table.clear.tolist() == [[True, False], [False, False]]


def test_low_cover_screens_nobody_from_above() -> None:
    field = square_map(Wall("fence", (8, 0), (8, 20), WallKind.LOW, material="wood"))
    assert line_of_fire(field, Footprint((2, 5)), Footprint((8, 5))).cover_share == 1
    assert line_of_fire(field, Footprint((7, 5), 1, 8), Footprint((8, 5))).cover_share == 0


def test_whoever_flies_goes_over_what_ends_below() -> None:
    field = square_map(Wall("wall", (6, 0), (6, 20), height=3), ground=(Ground(((4, 5), (5, 5)), 3.0),))
    assert path(field, Footprint((3, 5)), (7, 5)) is None
    assert path(field, Footprint((3, 5), 1, 2.5), (7, 5)) is None
    way = path(field, Footprint((3, 5), 1, 3), (7, 5))
    assert way is not None
    assert way.cost == 4


def test_a_blast_is_a_ball_and_a_cone_rises_as_it_widens() -> None:
    field = square_map()
    people = {"low": Footprint((5, 5)), "high": Footprint((7, 5), 1, 3), "over": Footprint((5, 5), 1, 4)}
    blast = Blast((5.5, 5.5), 3)
    assert blast.caught(field, people) == ("low",)
    assert blast.caught(field, people, slope=Slope(3)) == ("low", "high", "over")
    cone = Cone((2.5, 5.5), 0, 8, width=4)
    assert cone.caught(field, people) == ("low",)
    upward = slope_to(field, cone, Footprint((2, 5)), (7.5, 5.5), [people["high"]])
    assert cone.caught(field, people, slope=upward) == ("high",)
    assert slope_to(field, cone, Footprint((2, 5)), (7.5, 5.5), [people["low"]]) is None
