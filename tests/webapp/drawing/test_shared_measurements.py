"""Rulers and areas that somebody shows: who is shown them, and that they tell nobody of the unseen."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.map.model import BattleMap
from tests.webapp.drawing.test_measurements import caught
from tests.webapp.pages import Page, gm_of, host_of, screen
from tests.webapp.world import World
from webapp.live import shared_rulers
from webapp.live.message_checks import socketio

UNSEEN = {"raider-1": "Grimaud", "raider-2": "Vex", "raider-4": "Ostrander"}


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
