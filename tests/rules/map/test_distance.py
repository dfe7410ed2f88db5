"""Distances in the map's unit, and in links where there are only zones."""

from rules.map.distance import distance
from rules.map.grid import Diagonals, Footprint
from rules.map.model import BattleMap, Grid, GridKind, Zone


def test_fourteen_by_twelve_cells_are_twenty_with_alternating_diagonals() -> None:
    field = BattleMap(Grid(GridKind.SQUARE, 20, 15, 1, "yd"))
    assert distance(field, Footprint((0, 0)), Footprint((14, 12)), Diagonals.ALTERNATE) == 20


def test_cells_are_turned_into_the_unit_of_the_map() -> None:
    field = BattleMap(Grid(GridKind.SQUARE, 20, 15, 1.5, "m"))
    assert distance(field, Footprint((0, 0)), Footprint((3, 3))) == 4.5
    assert repr(distance(field, Footprint((0, 0)), Footprint((4, 0)))) == "6"


def test_on_a_zones_only_map_links_are_counted() -> None:
    zones = (
        Zone("bar", "", links=("street",)),
        Zone("street", ""),
        Zone("yard", "", links=("street",)),
        Zone("moon", ""),
    )
    places = BattleMap(Grid(GridKind.ZONES, per_cell=10), zones=zones)

    def links(a: str, b: str) -> float | None:
        return distance(places, Footprint(a), Footprint(b))

    assert [links("bar", "bar"), links("street", "bar"), links("bar", "yard"), links("bar", "moon")] == [
        0,
        1,
        2,
        None,
    ]
