"""Rulers, areas and zones: what they tell, and what of it other pages are shown."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.map.model import BattleMap
from rules.systems import load_systems
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.drawing.laid_areas import lay_area
from webapp.drawing.measured_table import Table
from webapp.drawing.measurements import measure
from webapp.drawing.zone_ranges import zones_from
from webapp.live import shared_rulers
from webapp.live.message_checks import socketio

UNSEEN = {"raider-1": "Grimaud", "raider-2": "Vex", "raider-4": "Ostrander"}


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


# --------------------------------------------------------------------------------- what others see
def shown(page: Page) -> list[dict[str, Any]]:
    fresh = [m["args"][0] for m in page.socket.get_received() if m["name"] == "shown"]
    page.text += json.dumps(fresh)
    return fresh


@pytest.fixture
def gm(gm: Page) -> Page:
    for who, name in UNSEEN.items():
        gm.do("edit", target=who, name=name)
    return gm


@pytest.fixture
def table_view(world: World, gm: Page) -> Iterator[Page]:
    page = Page(world, screen(world), "screen")
    yield page
    page.close()


def middle(world: World, who: str) -> list[float]:
    at = host_of(world).battle.state.combatants[who].at
    assert isinstance(at, tuple)
    return [at[0] * 100 + 50, at[1] * 100 + 50]


def empty_cells(world: World) -> list[list[float]]:
    """Two middles of cells that nobody stands on."""
    taken = {c.at for c in host_of(world).battle.state.combatants.values()}
    free = [(c, r) for c in range(24) for r in range(16) if (c, r) not in taken]
    return [[c * 100 + 50, r * 100 + 50] for c, r in (free[0], free[40])]


def test_a_ruler_is_shown_to_the_others_with_its_owner(
    world: World, gm: Page, ann: Page, table_view: Page
) -> None:
    way = empty_cells(world)
    before = host_of(world).last_seq
    told = ann.ask("measure", {"points": way, "show": True, "page": "p"})
    assert told["shown"] is True
    assert shown(ann) == []
    for page in (gm, table_view):
        [seen] = shown(page)
        assert (seen["by"], seen["kind"], seen["points"]) == ("Ann", "ruler", way)
        assert seen["total"] == told["total"]
    assert ann.ask("put-away", {"kind": "ruler", "page": "p"})["ok"]
    for page in (gm, table_view):
        [gone] = shown(page)
        assert gone == {"id": seen["id"], "gone": True}
    assert host_of(world).last_seq == before, "nothing of it is kept"


def test_what_is_not_meant_to_be_shown_is_not(world: World, gm: Page, ann: Page) -> None:
    assert ann.ask("measure", {"points": empty_cells(world), "page": "p"})["shown"] is False
    assert shown(gm) == []


def test_who_comes_late_sees_what_is_shown_now(world: World, gm: Page) -> None:
    gm.ask("area", {"shape": "blast", "at": middle(world, "kit"), "size": 3, "show": True, "page": "p"})
    late = world.player("Late")
    page = Page(world, late, "play")
    page.close()
    socket = socketio.test_client(
        world.app, flask_test_client=late.client, auth={"table": world.table.id, "role": "play"}
    )
    assert [m["args"][0]["kind"] for m in socket.get_received() if m["name"] == "shown"] == ["area"]
    socket.disconnect()


def test_each_viewer_is_told_of_those_whom_they_know(
    world: World, gm: Page, ann: Page, table_view: Page
) -> None:
    area = {"shape": "blast", "at": empty_cells(world)[0], "size": 60, "show": True, "page": "p"}
    everybody = caught(gm.ask("area", area))
    assert {"raider-1", "raider-4"} <= {who for group in everybody.values() for who in group}
    for page in (ann, table_view):
        [seen] = shown(page)
        known = {who for group in caught(seen).values() for who in group}
        assert known == host_of(world).stream(host_of(world).viewer(gm_of(world))).now - set(UNSEEN)
    own = caught(ann.ask("area", {**area, "show": False}))
    assert not {who for group in own.values() for who in group} & set(UNSEEN)


def test_what_begins_on_somebody_unseen_is_not_shown_to_those_who_do_not_see_them(
    world: World, gm: Page, ann: Page, table_view: Page
) -> None:
    kit = middle(world, "kit")
    for who in UNSEEN:
        gm.ask("measure", {"points": [middle(world, who), kit], "show": True, "page": "p"})
        gm.ask("measure", {"points": [kit, kit], "from": who, "show": True, "page": "p"})
        gm.ask("area", {"shape": "cone", "at": middle(world, who), "to": kit, "show": True, "page": "p"})
        gm.ask("area", {"shape": "blast", "at": kit, "from": who, "size": 4, "show": True, "page": "p"})
    assert shown(ann) == []
    assert shown(table_view) == []
    gm.ask("measure", {"points": [kit, middle(world, "raider-1")], "show": True, "page": "p"})
    [seen] = shown(ann)
    assert seen["points"][0] == kit


def test_nobody_can_feel_for_hidden_tokens_with_a_ruler(
    world: World, gm: Page, ann: Page, table_view: Page
) -> None:
    """A ruler of a player is shown on the projector wherever it begins, on somebody unseen or not."""
    kit = middle(world, "kit")
    for who in UNSEEN:
        ann.ask("measure", {"points": [middle(world, who), kit], "show": True, "page": "p"})
        assert len(shown(table_view)) == 1
    refusal = ann.refused("measure", {"points": [kit, kit], "from": "raider-4", "show": True, "page": "p"})
    assert refusal["code"] == "unknown-combatant"
    assert refusal == ann.refused("measure", {"points": [kit, kit], "from": "nobody", "page": "p"})
    assert ann.refused("zones", {"from": "raider-4"})["code"] == "unknown-combatant"


def test_nothing_shown_ever_names_the_unseen(world: World, gm: Page, ann: Page, table_view: Page) -> None:
    kit = middle(world, "kit")
    for who in UNSEEN:
        spot = middle(world, who)
        for points in ([kit, spot], [spot, kit], [kit, spot, kit]):
            gm.ask("measure", {"points": points, "show": True, "page": "p"})
            ann.ask("measure", {"points": points, "show": True, "page": "p"})
        for shape in ("blast", "cone", "line", "arc"):
            for asked in ({"at": spot, "size": 20}, {"at": kit, "to": spot}):
                gm.ask("area", {"shape": shape, **asked, "show": True, "touch": True, "page": "p"})
                ann.ask("area", {"shape": shape, **asked, "show": True, "touch": True, "page": "p"})
        gm.do("gm-set", target=who, state={"at": [spot[0] // 100 + 1, spot[1] // 100]})
    for page in (ann, table_view):
        shown(page)
        for who, name in UNSEEN.items():
            assert who not in page.text
            assert name not in page.text


def test_who_steps_into_what_is_shown_is_ringed_at_once(world: World, gm: Page, ann: Page) -> None:
    [spot, far] = empty_cells(world)
    gm.do("gm-set", target="kit", state={"at": [int(far[0] // 100), int(far[1] // 100)]})
    gm.ask("area", {"shape": "blast", "at": spot, "size": 1, "show": True, "page": "p"})
    [before] = shown(ann)
    gm.do("gm-set", target="kit", state={"at": [int(spot[0] // 100), int(spot[1] // 100)]})
    [after] = shown(ann)
    assert "kit" not in str(before["caught"])
    assert "kit" in str(after["caught"])


def test_the_table_view_and_strangers_send_nothing(world: World, gm: Page, table_view: Page) -> None:
    way = {"points": empty_cells(world), "show": True, "page": "p"}
    assert table_view.refused("measure", way)["code"] == "not-allowed"
    assert table_view.refused("area", {"shape": "blast", "at": [50, 50]})["code"] == "not-allowed"
    assert table_view.refused("put-away", {"kind": "ruler"})["code"] == "not-allowed"
    assert shown(gm) == []


def test_a_page_that_sends_too_fast_is_answered_but_not_passed_on(world: World, gm: Page, ann: Page) -> None:
    way = empty_cells(world)
    told = [
        ann.ask("measure", {"points": [way[0], [n * 10, 50]], "show": True, "page": "p"})["shown"]
        for n in range(90)
    ]
    assert told[0] is True
    assert not all(told)
    assert len(shown(gm)) <= sum(told)


def test_what_a_lost_page_showed_goes_after_a_while(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_rulers, "LINGER", 0.2)
    ann.ask("measure", {"points": empty_cells(world), "show": True, "page": "p"})
    [seen] = shown(gm)
    ann.socket.disconnect()
    assert shown(gm) == []
    world.app.extensions[shared_rulers.SHOWINGS]._socketio.sleep(0.5)
    assert [m for m in shown(gm) if m.get("gone")] == [{"id": seen["id"], "gone": True}]


def test_a_page_that_comes_back_goes_on_with_what_it_showed(
    world: World, gm: Page, ann: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_rulers, "LINGER", 0.2)
    way = empty_cells(world)
    ann.ask("measure", {"points": way, "show": True, "page": "p"})
    ann.socket.disconnect()
    ann.connect()
    ann.ask("measure", {"points": way, "show": True, "page": "p"})
    world.app.extensions[shared_rulers.SHOWINGS]._socketio.sleep(0.5)
    assert not [m for m in shown(gm) if m.get("gone")]


def test_a_secret_door_stops_an_area_like_the_wall_it_seems_to_be(world: World, gm: Page, ann: Page) -> None:
    gm.do("set-door", wall="gantry-door", state="secret")
    state = host_of(world).battle.state
    assert isinstance(state.map, BattleMap)
    door = next(wall for wall in state.map.walls if wall.id == "gantry-door")
    x = (door.start[0] + door.end[0]) * 50 + 60
    y = (door.start[1] + door.end[1]) * 50 + 60
    area = {"shape": "blast", "at": [x, y], "size": 6, "walls": True, "free": True, "page": "p"}
    secret = ann.ask("area", area)["outline"]
    gm.do("set-door", wall="gantry-door", state="closed")
    assert ann.ask("area", area)["outline"] == secret
    gm.do("set-door", wall="gantry-door", state="open")
    assert ann.ask("area", area)["outline"] != secret
