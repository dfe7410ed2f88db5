"""Zones: which place lies in which, and how many links apart they are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rules.map.model import BattleMap, Grid, GridKind, Zone
from rules.map.zones import contains, zone_distance, zone_of, zoning

SQUARE = Grid(GridKind.SQUARE, 20, 10)


def box(name: str, x: float, y: float, x2: float, y2: float, *links: str) -> Zone:
    return Zone(name, name, ((x, y), (x2, y), (x2, y2), (x, y2)), links)


TOWN = BattleMap(
    SQUARE,
    zones=(
        box("bar", 0, 0, 6, 9, "street"),
        box("street", 6, 0, 12, 9),
        box("yard", 12, 0, 16, 9, "street"),
        box("moon", 17, 0, 20, 9),
    ),
)


def test_a_place_lies_in_the_zone_that_covers_its_centre() -> None:
    assert [zone_of(TOWN, (c, 3)) for c in (0, 5, 6, 12, 16, 18)] == [
        "bar",
        "bar",
        "street",
        "yard",
        None,
        "moon",
    ]
    assert zone_of(TOWN, (0, 9)) is None


def test_links_go_both_ways_and_the_least_number_counts() -> None:
    pairs = [("bar", "bar"), ("bar", "street"), ("street", "bar"), ("yard", "bar"), ("bar", "moon")]
    assert [zone_distance(TOWN, a, b) for a, b in pairs] == [0, 1, 1, 2, None]


def test_what_lies_outside_every_zone_is_one_more_zone_linked_with_none() -> None:
    assert zone_distance(TOWN, None, None) == 0
    assert zone_distance(TOWN, None, "bar") is None
    assert zone_distance(TOWN, "bar", None) is None


def test_where_zones_overlap_the_first_listed_counts() -> None:
    two = BattleMap(SQUARE, zones=(box("small", 2, 2, 4, 4), box("large", 0, 0, 9, 9)))
    assert [zone_of(two, (c, 3)) for c in (1, 2, 3, 4)] == ["large", "small", "small", "large"]


def test_a_centre_on_the_border_of_two_zones_is_in_the_first_listed() -> None:
    left, right = box("left", 0, 0, 3.5, 9), box("right", 3.5, 0, 9, 9)
    assert zone_of(BattleMap(SQUARE, zones=(left, right)), (3, 3)) == "left"
    assert zone_of(BattleMap(SQUARE, zones=(right, left)), (3, 3)) == "right"


def test_zones_at_most_so_many_links_away_and_their_cells() -> None:
    zones = zoning(TOWN)
    assert zones.within("bar", 1) == {"bar", "street"}
    assert zones.within(None, 3) == {None}
    cells = zones.cells_in(zones.within("bar", 1))
    assert cells == {(c, r) for c in range(12) for r in range(9)}
    assert (16, 0) in zones.cells_in([None])
    assert len(zones.cells_in([None])) == 20 + 9


_NAMES = "abcdefg"


@given(
    st.lists(st.tuples(st.sampled_from(_NAMES), st.sampled_from(_NAMES)), max_size=12),
    st.sampled_from([*_NAMES, None]),
    st.integers(-1, 8),
)
def test_zones_within_some_links_are_those_whose_distance_is_no_more(
    linked: list[tuple[str, str]], zone: str | None, links: int
) -> None:
    zones = tuple(
        Zone(name, name, (), tuple(dict.fromkeys(b for a, b in linked if a == name))) for name in _NAMES
    )
    found = zoning(BattleMap(Grid(GridKind.ZONES), zones=zones))
    every = {other: found.distance(zone, other) for other in (*_NAMES, None)}
    near = {other for other, far in every.items() if far is not None and far <= links}
    assert found.within(zone, links) == near
    assert found.distances(zone, links).keys() == near | {zone}


def test_a_grid_without_zones_may_be_read_in_blocks() -> None:
    blocks = zoning(BattleMap(SQUARE), block=8)
    near, corner, far = (blocks.zone_of(cell) for cell in ((7, 7), (8, 8), (16, 0)))
    assert len({near, corner, far}) == 3
    assert blocks.zone_of((0, 0)) == near
    assert [blocks.distance(near, other) for other in (near, corner, far)] == [0, 1, 2]
    assert zoning(BattleMap(SQUARE)).zone_of((0, 0)) is None


def test_zones_that_are_drawn_are_not_read_in_blocks() -> None:
    assert zoning(TOWN, block=8).zone_of((0, 0)) == "bar"


def test_on_a_zones_only_map_a_place_is_a_zone() -> None:
    places = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", "", links=("street",)), Zone("street", "")))
    assert zone_of(places, "bar") == "bar"
    assert zone_of(places, "nowhere") is None
    assert zoning(places, block=8).distance("street", "bar") == 1


def test_hexes_lie_in_zones_by_their_centres() -> None:
    hexes = BattleMap(Grid(GridKind.HEX_ROWS, 6, 6), zones=(box("west", 0, 0, 2.9, 9),))
    assert [zone_of(hexes, cell) for cell in ((2, 0), (2, 1), (1, 1))] == ["west", None, "west"]


def test_a_hollow_shape_covers_neither_its_notch_nor_what_is_beside_it() -> None:
    notched = [(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)]
    points = np.array([(2, 0.5), (2, 3), (0.5, 3), (3.5, 3), (5, 1), (2, 1), (2.0, 0.0)])
    assert contains(notched, points).tolist() == [True, False, True, True, False, True, True]


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 7))
def test_every_cell_has_its_block_and_every_block_is_linked(cols: int, rows: int, block: int) -> None:
    blocks = zoning(BattleMap(Grid(GridKind.SQUARE, cols, rows)), block)
    for a in ((0, 0), (cols - 1, 0), (cols - 1, rows - 1)):
        far = max(a[0] // block, a[1] // block)
        assert blocks.distance(blocks.zone_of((0, 0)), blocks.zone_of(a)) == far
