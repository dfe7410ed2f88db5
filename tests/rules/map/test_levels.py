"""Levels of a map: what lies above what, what joins them, and what passes from one to another."""

from dataclasses import replace
from typing import Any

import pytest

from rules.map.areas import Blast
from rules.map.distance import apart
from rules.map.grid import Diagonals, Footprint
from rules.map.heights import height_of
from rules.map.levels import below, is_frame, level_of
from rules.map.line_of_fire import fire_table, line_of_fire, sees
from rules.map.map_changes import MapPatch, edited
from rules.map.map_json import MapError, read_map
from rules.map.map_writer import write_map
from rules.map.model import BattleMap, PassageKind
from rules.map.movement import path, path_cost, reach
from rules.map.sight import sight
from rules.map.vision import Eyes, cells_seen
from rules.map.zones import zoning

HALL: dict[str, Any] = {"id": "hall", "name": "Hall", "elevation": 0, "cols": 10, "rows": 8}
LOFT: dict[str, Any] = {"id": "loft", "name": "Loft", "elevation": 3, "at": [12, 0], "cols": 6, "rows": 8}
STAIRS: dict[str, Any] = {"kind": "stairs", "joins": [[[0, 7], [12, 7]]], "cost": 3}
LADDER: dict[str, Any] = {"kind": "ladder", "joins": [[[5, 7], [17, 7]]]}
HOLE: dict[str, Any] = {"kind": "hole", "cells": [[14, 2], [14, 3]]}


def house(*passages: dict[str, Any], **more: Any) -> BattleMap:
    grid = {"kind": "square", "cols": 18, "rows": 8, "per_cell": 1, "unit": "yd"}
    return read_map({"grid": grid, "levels": [HALL, LOFT], "passages": list(passages), **more})


PLAIN = house(STAIRS, HOLE)


def test_what_is_read_is_written_again_and_a_flat_map_writes_nothing_of_levels() -> None:
    written = write_map(PLAIN)
    assert written["levels"] == [{**HALL, "at": [0, 0], "over": [0, 0]}, {**LOFT, "over": [0, 0]}]
    assert (written["passages"], written["walls"]) == ([STAIRS, HOLE], [])
    assert read_map(written) == PLAIN
    assert not {"levels", "passages"} & write_map(read_map({"grid": written["grid"]})).keys()


def test_a_cell_lies_over_another() -> None:
    assert [level.id for cell in ((0, 0), (13, 2)) if (level := level_of(PLAIN, cell))] == ["hall", "loft"]
    assert level_of(PLAIN, (11, 0)) is None
    assert (below(PLAIN, (14, 3)), below(PLAIN, (2, 3)), below(PLAIN, (11, 3))) == ((2, 3), None, None)
    assert [height_of(PLAIN, Footprint(at)) for at in ((2, 3), (14, 3))] == [0, 3]


def test_distance_counts_over_the_plan_and_up() -> None:
    here, above = Footprint((4, 3)), Footprint((14, 3))
    assert [apart(PLAIN, here, above, how) for how in Diagonals] == [3, 4, 4]
    assert apart(PLAIN, Footprint((12, 0)), Footprint((14, 0))) == 2


def test_the_floor_stops_a_shot_and_a_hole_lets_it_through() -> None:
    under, over_it = Footprint((2, 3)), Footprint((15, 3))
    assert line_of_fire(PLAIN, over_it, under).clear
    assert line_of_fire(PLAIN, under, over_it).clear
    shut = line_of_fire(house(STAIRS), over_it, under)
    assert (shut.clear, shut.first_hit, shut.blocked_share, shut.materials) == (False, None, 1, ())
    assert not sees(house(STAIRS), over_it, under)
    assert fire_table(PLAIN, [over_it], [under, Footprint((2, 7))]).clear.tolist() == [[True, False]]


def test_from_a_balcony_one_shoots_down_over_its_edge() -> None:
    """The loft covers six columns; who stands at its edge sees the hall beyond it."""
    edge, back = Footprint((17, 3)), Footprint((13, 3))
    assert line_of_fire(PLAIN, edge, Footprint((8, 3))).clear
    assert not line_of_fire(PLAIN, edge, Footprint((4, 3))).clear
    assert not line_of_fire(PLAIN, back, Footprint((8, 3))).clear


def test_walls_count_on_the_level_on_which_they_stand() -> None:
    def wall(x: float) -> list[dict[str, Any]]:
        return [{"id": "wall", "from": [x, 0], "to": [x, 8]}]

    edge, low = Footprint((17, 3)), Footprint((9, 3))
    below_it = line_of_fire(house(walls=wall(7.5)), edge, low)
    assert below_it.first_hit is not None
    assert below_it.first_hit.id == "wall"
    assert line_of_fire(house(walls=wall(4.5)), edge, low).clear  # behind the shooter, a floor below
    near, far = ([{**wall(x)[0], "height": 1}] for x in (8.7, 6.5))
    assert not line_of_fire(house(walls=near), edge, low).clear
    assert line_of_fire(house(walls=far), edge, low).clear


def test_a_way_leads_up_the_stairs_and_nowhere_else() -> None:
    found = path(PLAIN, Footprint((1, 7)), (13, 7))
    assert found is not None
    assert (found.cells, found.cost) == (((0, 7), (12, 7), (13, 7)), 5)
    assert path(house(HOLE), Footprint((1, 7)), (13, 7)) is None
    costs = reach(PLAIN, Footprint((0, 7)), 4, diagonals=Diagonals.ALTERNATE).costs
    assert (costs[12, 7], costs[13, 7], (11, 7) in costs) == (3, 4, False)
    given = path_cost(PLAIN, Footprint((1, 7)), [(0, 7), (12, 7)])
    assert getattr(given, "cost", None) == 4
    both = path(house(STAIRS, LADDER), Footprint((5, 6)), (17, 6))
    assert both is not None
    assert both.cells == ((5, 7), (17, 7), (17, 6))


def test_through_a_hole_goes_who_flies() -> None:
    flier = path(PLAIN, Footprint((2, 3), 1, 1), (14, 3))
    assert flier is not None
    assert flier.cost == 1
    assert (14, 3) not in reach(PLAIN, Footprint((2, 3)), 3).costs


def test_a_large_one_takes_the_stairs_where_it_has_room() -> None:
    assert path(PLAIN, Footprint((0, 6), 2), (12, 6)) is None
    wide = house({"kind": "stairs", "joins": [[[0, 5], [12, 5]]]})
    assert path(wide, Footprint((1, 5), 2), (12, 5)) is not None


def test_sight_and_fog_stay_on_a_level_but_for_its_openings() -> None:
    seen = sight(house(STAIRS), Footprint((5, 3)))
    assert not seen.visible_cells[:, 12:].any()
    bits = cells_seen(PLAIN, Footprint((2, 3)), Eyes())
    up, aside = (1 << (row * 18 + column) for column, row in ((14, 3), (16, 7)))
    assert bits & up
    assert not bits & aside
    assert not cells_seen(house(), Footprint((2, 3)), Eyes()) & up


def test_an_area_stays_on_its_level() -> None:
    people = {"near": Footprint((9, 3)), "loft": Footprint((12, 3))}
    assert Blast((9.5, 3.5), 6).caught(PLAIN, people) == ("near",)
    assert all(column < 10 for column, _ in Blast((9.5, 3.5), 6).cells(PLAIN))


def test_the_frame_of_a_level_cannot_be_drawn_away() -> None:
    frames = {wall.id for wall in PLAIN.walls}
    assert len(frames) == 8
    assert all(map(is_frame, frames))
    after = edited(PLAIN, MapPatch(walls_gone=tuple(frames)))
    assert after.walls == PLAIN.walls
    assert after.levels == PLAIN.levels


def test_hexes_have_levels_too() -> None:
    grid = {"kind": "hex-rows", "cols": 20, "rows": 8}
    upper = {"id": "up", "elevation": 3, "at": [12, 0], "cols": 6, "rows": 8}
    hexes = read_map({"grid": grid, "levels": [HALL, upper], "passages": [HOLE, STAIRS]})
    assert hexes.passages[0].kind is PassageKind.HOLE
    assert apart(hexes, Footprint((2, 3)), Footprint((14, 3))) == 3
    assert line_of_fire(hexes, Footprint((15, 3)), Footprint((2, 3))).clear
    way = path(hexes, Footprint((1, 7)), (13, 7))
    assert way is not None
    assert way.cells == ((0, 7), (12, 7), (13, 7))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"levels": [HALL, {**LOFT, "at": [9, 0]}]}, "levels: 'hall' and 'loft' have cells in common."),
        ({"levels": [HALL, {**LOFT, "id": "hall"}]}, "levels: two of them have the same id."),
        ({"levels": [HALL, {**LOFT, "cols": 7}]}, "levels[1]: the level lies partly off the map."),
        ({"passages": [{"kind": "hole", "cells": [[2, 2]]}]}, "there is nothing below the cell [2, 2]"),
        ({"passages": [{"kind": "lift", "joins": [[[0, 0], [1, 0]]]}]}, "[0, 0] and [1, 0] are on one level"),
        ({"passages": [{"kind": "lift", "joins": [[[0, 0], [11, 0]]]}]}, "[11, 0] is on none of the levels"),
        ({"passages": [{"kind": "lift", "joins": [[[0, 0]]]}]}, "expected pairs of cells"),
        ({"passages": [{"kind": "slide", "joins": []}]}, "expected one of stairs, ladder, lift, hole"),
        ({"grid": {"kind": "zones"}}, "a map of zones alone has no levels"),
        (
            {"grid": {"kind": "hex-rows", "cols": 18, "rows": 9}, "levels": [{**LOFT, "at": [0, 1]}]},
            "on hexes",
        ),
    ],
)
def test_what_cannot_be_is_said(change: dict[str, Any], said: str) -> None:
    whole = {"grid": {"kind": "square", "cols": 18, "rows": 8}, "levels": [HALL, LOFT], **change}
    with pytest.raises(MapError) as caught:
        read_map(whole)
    assert said in str(caught.value)


def test_blocks_of_cells_go_through_all_levels_and_follow_where_these_lie() -> None:
    assert {zoning(PLAIN, 4).zone_of(at) for at in ((1, 1), (13, 1))} == {"0,0"}
    assert zoning(PLAIN, 4).zone_of((17, 7)) == "1,1"
    moved = edited(PLAIN, MapPatch(levels=(replace(PLAIN.levels[1], over=(4, 0)),)))
    assert zoning(moved, 4).zone_of((13, 1)) == "1,0"
    flat = replace(PLAIN, levels=(), passages=())
    assert zoning(flat, 4).zone_of((13, 1)) == "3,0"
