"""Rulers, areas and zones: what they tell, and what of it other pages are shown."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.systems import load_systems
from webapp.drawing.laid_areas import lay_area
from webapp.drawing.measured_table import Table
from webapp.drawing.measurements import measure
from webapp.drawing.zone_ranges import zones_from


class NoDice:
    def face(self, who: str, purpose: str, sides: int) -> int:
        raise AssertionError("nothing is rolled here")


def lay_out(map_: dict[str, Any], **at: Any) -> Table:
    """A battle on a map with these combatants, all of them known; a place may come with a size."""
    load_systems()
    battle = Battle("atomic")
    sheet = {"skills": {"ranged": 60}, "weapons": ["blast-pistol"]}
    people = [
        {"id": who, "name": who.title(), "side": who[0], "sheet": sheet, "at": place}
        for who, place in at.items()
    ]
    battle.handle(Command.parse({"do": "set-map", "map": map_}), NoDice())
    if people:
        battle.handle(Command.parse({"do": "add", "combatants": people}), NoDice())
    return Table(battle.state, frozenset(battle.state.combatants))


SQUARE = {"grid": {"kind": "square", "cols": 20, "rows": 15, "per_cell": 2, "unit": "yd"}}
HEX = {"grid": {"kind": "hex-rows", "cols": 20, "rows": 15, "per_cell": 1, "unit": "yd"}}
ZONES: list[dict[str, Any]] = [
    {"id": "bar", "name": "The bar", "polygon": [[0, 0], [6, 0], [6, 9], [0, 9]], "links": ["street"]},
    {"id": "street", "name": "Street", "polygon": [[6, 0], [12, 0], [12, 9], [6, 9]], "links": ["yard"]},
    {"id": "yard", "name": "Yard", "polygon": [[12, 0], [18, 0], [18, 9], [12, 9]]},
]


# ----------------------------------------------------------------------------------------- rulers
def test_a_ruler_snaps_to_cells_and_adds_up_its_legs() -> None:
    told = measure(lay_out(SQUARE), {"points": [[10, 20], [330, 90], [390, 910]]})
    assert told["points"] == [[50, 50], [350, 50], [350, 950]]
    assert [str(leg["words"]) for leg in told["legs"]] == ["6 yd", "18 yd"]
    assert told["legs"][0]["at"] == [200, 50]
    assert str(told["total"]) == "24 yd"
    assert str(told["range_words"]) == "far, the next zone"
    assert told["rule"] == "AT-36"


def test_a_free_ruler_goes_straight_from_point_to_point() -> None:
    told = measure(lay_out(SQUARE), {"points": [[10, 20], [310, 420]], "free": True})
    assert told["points"] == [[10, 20], [310, 420]]
    assert str(told["total"]) == "10 yd"


def test_hexes_are_counted() -> None:
    told = measure(lay_out(HEX), {"points": [[50, 50], [250, 50 + 346.4]]})
    assert str(told["total"]) == "4 yd"


def test_a_point_off_the_map_takes_the_nearest_cell() -> None:
    for map_ in (SQUARE, HEX):
        told = measure(lay_out(map_), {"points": [[-400, -900], [50, 150]]})
        assert told["points"][0] == [50, 50]


def test_between_big_tokens_the_nearest_cells_count() -> None:
    table = lay_out(SQUARE, ann=[2, 2], bob=[9, 4])
    ann = table.state.combatants["ann"]
    people = {**table.state.combatants, "ann": replace(ann, size=3)}
    table = Table(replace(table.state, combatants=people), table.known)
    told = measure(table, {"points": [[210, 210], [910, 420]]})
    assert told["points"] == [[450, 450], [950, 450]]
    assert str(told["total"]) == "10 yd"


def test_on_zones_alone_links_are_counted() -> None:
    table = lay_out({"grid": {"kind": "zones"}, "zones": ZONES}, ann="bar")
    told = measure(table, {"points": [[100, 100], [700, 100], [1300, 800]]})
    assert [str(leg["words"]) for leg in told["legs"]] == ["1 link", "1 link"]
    assert told["points"][0] == [300, 450]
    assert (str(told["total"]), str(told["range_words"])) == ("2 links", "distant, 2 zones away")
    assert str(measure(table, {"points": [[5000, 100], [100, 100]]})["total"]) == "not linked"


@pytest.mark.parametrize(
    "points",
    [
        None,
        [],
        [[1]],
        [[1, "a"]],
        [[1, None]],
        [[float("nan"), 1]],
        [[1e30, 0]],
        [[True, 1]],
        [[0, 0]] * 51,
        "x",
    ],
)
def test_what_is_no_way_is_refused(points: Any) -> None:
    with pytest.raises(Refusal) as refused:
        measure(lay_out(SQUARE), {"points": points})
    assert refused.value.code == "bad-command"


# ------------------------------------------------------------------------------------------ areas
def caught(told: dict[str, Any]) -> dict[str, list[str]]:
    return {str(group["words"]): [person["who"] for person in group["people"]] for group in told["caught"]}


def test_a_blast_lists_whom_it_catches_by_side() -> None:
    table = lay_out(SQUARE, ann=[5, 5], abe=[6, 5], bob=[7, 5], ben=[12, 5])
    told = lay_area(table, {"shape": "blast", "at": [540, 560], "size": 4})
    assert told["at"] == [550, 550]
    assert caught(told) == {"A": ["ann", "abe"], "B": ["bob"]}
    assert str(told["words"]) == "blast, radius 4 yd"
    assert told["tip"] == [750, 550]


def test_a_cone_takes_size_and_direction_from_where_it_is_drawn_to() -> None:
    table = lay_out(SQUARE, ann=[5, 5], bob=[9, 5])
    told = lay_area(table, {"shape": "cone", "at": [550, 550], "to": [1060, 540], "angle": 60})
    assert (told["size"], told["direction"]) == (10, 0)
    assert caught(told) == {"A": ["ann"], "B": ["bob"]}


def test_walls_cut_an_area_and_keep_it_off() -> None:
    walled = {**SQUARE, "walls": [{"from": [8, 0], "to": [8, 15]}]}
    table = lay_out(walled, ann=[6, 5], bob=[9, 5])
    asked = {"shape": "line", "at": [550, 550], "direction": 0, "size": 12, "width": 2}
    assert caught(lay_area(table, asked)) == {"A": ["ann"], "B": ["bob"]}
    told = lay_area(table, {**asked, "walls": True})
    assert caught(told) == {"A": ["ann"]}
    assert max(x for piece in told["outline"] for x, _ in piece) == 800
    inside = lay_area(table, {**asked, "at": [800, 550], "free": True, "walls": True})
    assert (inside["blocked"], inside["outline"]) == (True, [])


def test_touching_may_be_enough() -> None:
    table = lay_out(SQUARE, ann=[5, 5], bob=[7, 5])
    asked = {"shape": "blast", "at": [550, 550], "size": 3.6}
    assert caught(lay_area(table, asked)) == {"A": ["ann"]}
    assert caught(lay_area(table, {**asked, "touch": True})) == {"A": ["ann"], "B": ["bob"]}


def test_on_zones_alone_an_area_is_a_zone() -> None:
    table = lay_out({"grid": {"kind": "zones"}, "zones": ZONES}, ann="bar", bob="bar", ben="yard")
    told = lay_area(table, {"shape": "blast", "at": [100, 100]})
    assert caught(told) == {"A": ["ann"], "B": ["bob"]}
    assert str(told["words"]) == "The bar"


@pytest.mark.parametrize(
    "asked",
    [
        {"shape": "star"},
        {"shape": "blast", "size": 0},
        {"shape": "blast", "size": 1e9},
        {"shape": "cone", "angle": 400},
        {"shape": "line", "width": -1},
        {"shape": "blast", "at": None},
        {"shape": "blast", "size": "4"},
        {},
    ],
)
def test_what_is_no_area_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        lay_area(lay_out(SQUARE), {"at": [50, 50], **asked})
    assert refused.value.code == "bad-command"


# ------------------------------------------------------------------------------------------ zones
def test_blocks_are_outlined_with_their_ranges() -> None:
    told = zones_from(lay_out(SQUARE, ann=[2, 2]), {"from": "ann"})
    assert [(z["id"], z["links"], str(z["words"])) for z in told["zones"]][:3] == [
        ("0,0", 0, "near"),
        ("1,0", 1, "far"),
        ("2,0", 2, "distant"),
    ]
    assert "M0 0L100 0" in told["zones"][0]["d"]
    assert len(told["zones"]) == 6


def test_drawn_zones_are_shown_as_they_were_drawn() -> None:
    told = zones_from(lay_out({**SQUARE, "zones": ZONES}, ann=[2, 2]), {"from": "ann"})
    assert [(z["name"], str(z["words"])) for z in told["zones"]] == [
        ("The bar", "near"),
        ("Street", "far"),
        ("Yard", "distant"),
    ]
    assert told["zones"][0]["d"] == "M0 0L600 0L600 900L0 900Z"


@pytest.mark.parametrize("kind", ["hex-rows", "hex-columns"])
def test_blocks_of_hexes_have_one_closed_rim(kind: str) -> None:
    told = zones_from(lay_out({"grid": {"kind": kind, "cols": 16, "rows": 8}}), {})
    assert [zone["id"] for zone in told["zones"]] == ["0,0", "1,0"]
    for zone in told["zones"]:
        edges = re.findall(r"M([^L]+)L([^M]+)", zone["d"])
        assert len(edges) == 62  # 8 n - 2 for n by n hexes
        ends = Counter(end for edge in edges for end in edge)
        assert set(ends.values()) == {2}, "every corner joins two edges"
