"""Where newcomers are put down."""

import pytest

from rules.engine.refusal import Refusal
from rules.map.model import BattleMap, Grid, GridKind, Wall, Zone
from webapp.table.setup.free_places import free_places

GRID = Grid(GridKind.SQUARE, cols=6, rows=6)


def test_places_begin_at_the_top_left_and_keep_apart() -> None:
    assert free_places(BattleMap(GRID), [1, 1, 1], taken=[(0, 0)]) == [(1, 0), (0, 1), (1, 1)]


def test_large_ones_do_not_overlap() -> None:
    assert free_places(BattleMap(GRID), [2, 1, 2]) == [(0, 0), (2, 0), (2, 1)]


def test_nobody_is_put_down_across_a_wall_or_in_a_closet() -> None:
    closet = (Wall("a", (1, 0), (1, 1)), Wall("b", (0, 1), (1, 1)), Wall("c", (3, 0), (3, 2)))
    places = free_places(BattleMap(GRID, closet), [1, 2, 2])
    assert (0, 0) not in places
    assert places[1:] == [(1, 1), (3, 2)]  # not (2, 0), across the wall
    assert free_places(BattleMap(GRID, closet), [1], near=(0, 0), pocket=True) == [(0, 0)], "as was pointed"


def test_they_all_come_to_the_same_side_of_a_wall() -> None:
    across = (Wall("a", (0, 2), (6, 2)),)
    places = free_places(BattleMap(GRID, across), [1] * 14)
    assert all(row >= 2 for _, row in places)


def test_a_full_map_is_refused() -> None:
    with pytest.raises(Refusal, match="no room"):
        free_places(BattleMap(GRID), [1] * 37)
    assert len(set(free_places(BattleMap(GRID), [1] * 36))) == 36


def test_on_zones_they_come_to_where_their_friends_are() -> None:
    zones = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", "Bar"), Zone("street", "Street")))
    assert free_places(zones, [1, 1]) == ["bar", "bar"]
    assert free_places(zones, [1], near="street") == ["street"]


def test_nobody_needs_no_room() -> None:
    assert free_places(BattleMap(GRID), []) == []
