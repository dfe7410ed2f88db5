"""Levels as pages are sent them: those that are known, nothing of others, nothing at all on a flat map."""

from dataclasses import replace
from typing import Any

from rules.map.cell_bits import bits_of, every_cell
from rules.map.grid import Footprint
from rules.map.levels import is_frame
from rules.map.line_of_fire import line_of_fire
from rules.map.map_json import read_map
from rules.map.model import BattleMap, Level
from rules.map.movement import reach
from webapp.drawing.level_drawing import see_levels
from webapp.drawing.map_drawing import see_map
from webapp.visibility.known_map import Memory
from webapp.visibility.known_people import MapKnowledge
from webapp.visibility.viewer import Viewer

HALL: dict[str, Any] = {"id": "hall", "name": "Hall", "elevation": 0, "cols": 10, "rows": 8}
LOFT: dict[str, Any] = {"id": "loft", "name": "Loft", "elevation": 3, "at": [12, 0], "cols": 6, "rows": 8}
LIFT: dict[str, Any] = {"kind": "lift", "joins": [[[0, 7], [12, 7]]], "cost": 3}
PLAYER = Viewer(role="play", owns=frozenset({"kit"}))


def house(*passages: dict[str, Any], **more: Any) -> BattleMap:
    grid = {"kind": "square", "cols": 18, "rows": 8, "per_cell": 1, "unit": "yd"}
    return read_map({"grid": grid, "levels": [HALL, LOFT], "passages": list(passages), **more})


def known(battle_map: BattleMap, *levels: Level) -> Any:
    """Give the map as those know it who have explored some of its levels."""
    cells = [
        (level.at[0] + column, level.at[1] + row)
        for level in levels
        for column in range(level.cols)
        for row in range(level.rows)
    ]
    knowledge = MapKnowledge(bits_of(battle_map.grid, cells), bits_of(battle_map.grid, cells))
    memory = Memory()
    memory.look(battle_map, knowledge)
    return memory.known(battle_map, knowledge)


def test_levels_are_listed_the_highest_first_with_where_they_lie_over_the_plan() -> None:
    seen = see_levels(house(LIFT))
    assert seen is not None
    assert [(level.id, level.box, level.shift) for level in seen.levels] == [
        ("loft", (1200, 0, 600, 800), (1200, 0)),
        ("hall", (0, 0, 1000, 800), (0, 0)),
    ]
    assert [(end.here, end.there, end.way, end.to) for end in seen.ends] == [
        ("0,7", "12,7", "up", "Loft"),
        ("12,7", "0,7", "down", "Hall"),
    ]


def test_a_flat_map_is_drawn_as_ever_and_the_frame_of_a_level_is_no_wall() -> None:
    flat = replace(house(), levels=(), walls=())
    assert see_levels(flat) is None
    gm = Viewer(role="gm")
    assert any(is_frame(wall.id) for wall in house().walls)
    assert see_map(house(), gm).walls == see_map(flat, gm).walls
    assert see_map(house(), PLAYER).walls == see_map(flat, PLAYER).walls


def test_a_level_that_nobody_has_been_on_is_not_told_of_though_stairs_lead_there() -> None:
    whole = house(LIFT)
    hall, loft = whole.levels
    of_hall = known(whole, hall)
    seen = see_levels(of_hall.drawn)
    assert seen is not None
    assert [level.id for level in seen.levels] == ["hall"]
    assert [(end.here, end.way, end.to) for end in seen.ends] == [("0,7", "", "")]
    twin = replace(whole, levels=(hall, replace(loft, name="Vault", elevation=9, cols=5)))
    assert see_levels(known(twin, hall).drawn) == seen, "what is hidden changes nothing"
    assert see_map(whole, PLAYER, of_hall) == see_map(twin, PLAYER, known(twin, hall))
    assert see_levels(known(whole, loft, hall).drawn) == see_levels(whole)


def test_whoever_knows_a_lift_may_take_it_to_where_nobody_has_been() -> None:
    whole = house(LIFT)
    costs = reach(known(whole, whole.levels[0]).asked, Footprint((1, 7)), 4).costs
    assert costs[12, 7] == 4
    assert (13, 7) not in costs


def test_the_frame_of_a_balcony_stops_no_shot_of_those_who_know_it() -> None:
    whole = house()
    asked = known(whole, *whole.levels).asked
    below, above = Footprint((8, 4)), Footprint((17, 4))
    assert line_of_fire(whole, below, above).clear
    assert line_of_fire(asked, below, above).clear


def test_levels_that_are_drawn_anew_are_known_at_once_where_one_has_been() -> None:
    whole = house()
    every = MapKnowledge(every_cell(whole.grid), every_cell(whole.grid))
    memory = Memory()
    memory.look(whole, every)
    memory.known(whole, every)
    flat = replace(whole, levels=(), walls=())
    assert not memory.look(flat, every), "frames are nothing that anybody sees"
    assert memory.known(flat, every).drawn.levels == ()
    assert not any(is_frame(wall.id) for wall in memory.known(flat, every).drawn.walls)
