"""The GM draws levels and what joins them: what a command does, what it refuses, and how it is taken back."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.map.grid import Footprint
from rules.map.levels import is_frame
from rules.map.map_json import read_map
from rules.map.map_writer import write_map
from rules.map.model import PassageKind
from rules.map.movement import reach
from tests.rules.engine.gm.test_map_undo import draw, in_zones, laid, on_map, refused
from tests.rules.engine.history.test_resume import fold, saved
from tests.rules.engine.toy import do

HALL: dict[str, Any] = {"name": "Hall", "at": [0, 0], "cols": 3, "rows": 4}
LOFT: dict[str, Any] = {"name": "Loft", "elevation": 3, "at": [3, 0], "cols": 3, "rows": 4}
STAIRS: dict[str, Any] = {"kind": "stairs", "joins": [[[2, 3], [5, 3]]], "cost": 2}


def house() -> Battle:
    battle = on_map()
    do(battle, "edit-map", levels=[HALL, LOFT])
    do(battle, "edit-map", passages=[STAIRS])
    return battle


def ids(battle: Battle) -> dict[str, str]:
    return {level.name: level.id for level in laid(battle).levels}


def test_levels_are_drawn_with_ids_of_their_own_and_a_frame_about_each() -> None:
    battle = house()
    assert set(ids(battle)) == {"Hall", "Loft"}
    assert len(set(ids(battle).values())) == 2
    assert sum(is_frame(wall.id) for wall in laid(battle).walls) == 8
    assert read_map(write_map(laid(battle))) == laid(battle)
    draw(battle)
    assert read_map(write_map(laid(battle))) == laid(battle), "frames stay behind what is drawn later"


def test_stairs_that_are_drawn_are_walked_at_once_and_no_more_once_they_are_gone() -> None:
    battle = on_map()
    do(battle, "edit-map", levels=[HALL, LOFT])
    start = Footprint((2, 2))
    assert (5, 3) not in reach(laid(battle), start, 4).costs
    do(battle, "edit-map", passages=[STAIRS])
    assert reach(laid(battle), start, 4).costs[5, 3] == 3
    do(battle, "edit-map", drop={"passages": [[5, 3]]})
    assert (5, 3) not in reach(laid(battle), start, 4).costs
    assert laid(battle).passages == ()


def test_of_a_known_level_only_what_is_given_changes() -> None:
    battle = house()
    do(battle, "edit-map", levels=[{"id": ids(battle)["Loft"], "name": "Attic", "over": [0, 1]}])
    [hall, attic] = laid(battle).levels
    assert (hall.name, attic.name, attic.elevation, attic.over, attic.at) == (
        "Hall",
        "Attic",
        3,
        (0, 1),
        (3, 0),
    )


def test_what_leads_to_a_level_goes_with_it_and_comes_back_by_undo() -> None:
    battle = house()
    before = laid(battle)
    do(battle, "edit-map", drop={"levels": [ids(battle)["Loft"]]})
    assert ([level.name for level in laid(battle).levels], laid(battle).passages) == (["Hall"], ())
    assert sum(is_frame(wall.id) for wall in laid(battle).walls) == 4
    do(battle, "undo", of="map")
    assert laid(battle) == before
    do(battle, "redo", of="map")
    assert [level.name for level in laid(battle).levels] == ["Hall"]


def test_what_was_drawn_on_a_level_that_is_taken_back_is_passed_over() -> None:
    battle = on_map()
    do(battle, "edit-map", id="levels", levels=[HALL, LOFT])
    do(battle, "edit-map", passages=[STAIRS])
    for _ in range(2):
        do(battle, "undo", of="map")
    assert (laid(battle).levels, laid(battle).passages) == ((), ())
    assert not any(is_frame(wall.id) for wall in laid(battle).walls)
    do(battle, "redo", of="map")
    do(battle, "redo", of="map")
    assert [passage.kind for passage in laid(battle).passages] == [PassageKind.STAIRS]


def test_a_saved_battle_has_the_levels_that_were_drawn() -> None:
    battle = house()
    do(battle, "edit-map", passages=[{"kind": "hole", "cells": [[4, 1]]}])
    assert fold(saved(battle)).map == laid(battle)
    assert [passage.joins for passage in laid(battle).passages][1] == (((4, 1), (1, 1)),)


@pytest.mark.parametrize(
    ("params", "code", "words"),
    [
        ({"levels": [{**LOFT, "at": [2, 0]}]}, "bad-map", "have cells in common"),
        ({"levels": [{**LOFT, "at": [5, 0]}]}, "bad-map", "lies partly off the map"),
        ({"levels": [{**LOFT, "name": " "}]}, "bad-map", "needs a name"),
        ({"levels": [{**LOFT, "name": "x" * 81}]}, "bad-map", "at most 80 characters"),
        ({"levels": [{**LOFT, "elevation": 20_000}]}, "bad-map", "at most 10000"),
        ({"levels": [{**LOFT, "id": "attic"}]}, "no-level", "no level"),
        ({"levels": [{**LOFT, "cols": 0}]}, "bad-map", "cols"),
        ({"drop": {"levels": ["attic"]}}, "no-level", "no level"),
        ({"drop": {"passages": [[0, 0]]}}, "no-passage", "nothing leads"),
        ({"passages": [{"kind": "stairs", "joins": [[[0, 0], [1, 0]]]}]}, "bad-map", "are on one level"),
        ({"passages": [{"kind": "stairs", "joins": [[[0, 0], [9, 9]]]}]}, "bad-map", "on none of the levels"),
        ({"passages": [{"kind": "hole", "cells": [[0, 0]]}]}, "bad-map", "nothing below"),
        ({"passages": [{"kind": "slide", "joins": []}]}, "bad-map", "kind"),
        ({"passages": [{**STAIRS, "cost": 500}]}, "bad-map", "at most 100"),
        ({"passages": [STAIRS]}, "no-change", "like that already"),
    ],
)
def test_what_cannot_be_is_refused(params: dict[str, Any], code: str, words: str) -> None:
    battle = house()
    if "levels" in params and "id" not in params["levels"][0]:
        do(battle, "edit-map", drop={"levels": [ids(battle)["Loft"]]})
    problem = refused(battle, "edit-map", **params)
    assert problem.code == code
    assert words in str(problem)


def test_a_map_of_zones_has_no_levels() -> None:
    assert "no levels" in str(refused(in_zones(), "edit-map", levels=[HALL]))
