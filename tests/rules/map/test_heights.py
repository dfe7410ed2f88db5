"""How high somebody stands."""

from rules.map.grid import Footprint
from rules.map.heights import height_of
from rules.map.model import BattleMap, Elevation, Grid, GridKind
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
