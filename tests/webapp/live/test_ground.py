"""The figures of a reach as a page is told them: cover and sight at once, the rest as it comes."""

import time
from typing import Any

import pytest

from tests.webapp.pages import Page, ask_by_hand, host_of, screen
from tests.webapp.world import World
from webapp.drawing.drag_cover import meetings_from
from webapp.live import ground_requests
from webapp.live.ground_requests import MOST_PLACES
from webapp.server.assets.bundles import BUNDLES
from webapp.table.grants import Visitor


def figures(page: Page, show: str, who: str = "kit", **more: Any) -> dict[str, Any]:
    """Ask for figures; give the answer with the figures, those that come later too."""
    page.take_all()
    reply = page.ask("ground", {"actor": who, "show": show, "number": 7, **more})
    assert reply["ok"], reply
    return reply if reply["figures"] is not None else {**reply, **late(page)}


def late(page: Page) -> dict[str, Any]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        for message in page.take_all():
            if message["name"] == "ground" and message["args"][0]["exact"]:
                return dict(message["args"][0])
        time.sleep(0.02)
    raise AssertionError("no figures came")


@pytest.mark.usefixtures("kit_acts")
def test_all_kinds_are_told_for_the_places_of_the_reach(gm: Page) -> None:
    reach = gm.ask("reach", {"actor": "kit"})
    reached = {place for place, cost in zip(reach["places"], reach["costs"], strict=True) if cost is not None}
    for show in ("chance", "cover", "harm", "seen"):
        told = figures(gm, show)
        kit = host_of(gm.world).battle.state.combatants["kit"].at
        assert isinstance(kit, tuple)
        assert set(told["places"]) == reached | {f"{kit[0]},{kit[1]}"}
        assert {len(part) for part in told["figures"].values()} == {len(told["places"])}
        assert any(value for value in told["figures"]["values"])
        assert told["left_out"] == 0


@pytest.mark.usefixtures("kit_acts")
def test_cover_and_chance_are_what_a_drag_says_of_each_place(gm: Page) -> None:
    cover, chance = figures(gm, "cover"), figures(gm, "chance", foe="raider-3")
    assert chance["target"] == "raider-3"
    battle, checked = host_of(gm.world).battle, 0
    for n, place in enumerate(cover["places"][:40]):
        column, row = map(int, place.split(","))
        found = meetings_from(battle, frozenset(battle.state.combatants), "kit", (column, row), "raider-3")
        dangers = {meeting.who: meeting.danger for meeting in found.each}
        who = cover["figures"]["who"][n]
        if who:
            assert cover["figures"]["word"][n] == dangers[who[0]].word
        else:
            assert all(danger.level is None for danger in dangers.values())
        hit = next(meeting.hit for meeting in found.each if meeting.who == "raider-3")
        if hit is not None:
            assert chance["figures"]["values"][n] >= round(hit, 4)
            checked += 1
        else:
            assert chance["figures"]["values"][n] is None
    assert checked > 3


@pytest.mark.usefixtures("kit_acts")
def test_by_default_the_chance_is_to_hit_the_nearest_foe(gm: Page) -> None:
    assert figures(gm, "chance")["target"] == "raider-3"
    assert figures(gm, "chance", foe="brannock")["target"] == "raider-3", "a friend is nobody to hit"


@pytest.mark.usefixtures("kit_acts")
def test_only_what_was_asked_last_is_told(gm: Page) -> None:
    for number in range(3):
        assert gm.ask("ground", {"actor": "kit", "show": "harm", "number": number})["ok"]
    assert late(gm)["of"] == 2
    assert gm.ask("ground", {"actor": "kit", "show": "harm", "number": 3})["ok"]
    assert gm.ask("ground", {"actor": "kit", "show": "nothing"}) == {"ok": True}
    assert gm.ask("ground", {"actor": "kit", "show": "chance", "number": 4})["ok"]
    assert late(gm)["of"] == 4


@pytest.mark.usefixtures("kit_acts")
def test_nobody_unseen_is_told_of_nor_changes_what_is_told(gm: Page, ann: Page) -> None:
    host = host_of(gm.world)
    [person] = [p for p in gm.world.store.people.of_table(gm.world.table.id) if p.name == "Ann"]
    known = host.stream(host.viewer(Visitor("play", gm.world.table.id, person.id, "Ann"))).now
    unseen = [c.id for c in host.battle.state.combatants.values() if c.id not in known]
    assert unseen
    before = {show: figures(ann, show) for show in ("chance", "cover", "harm", "seen")}
    gm.do("gm-set", target="raider-4", state={"at": [20, 4]})
    assert {show: figures(ann, show) for show in before} == before
    assert figures(ann, "chance", foe="raider-4") == before["chance"]
    assert not any(who in ann.text for who in unseen)


@pytest.mark.usefixtures("kit_acts")
def test_far_places_of_a_wide_reach_are_left_out(gm: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = figures(gm, "seen")
    monkeypatch.setattr(ground_requests, "MOST_PLACES", 5)
    told = figures(gm, "seen")
    assert len(told["places"]) <= 6 < MOST_PLACES
    assert told["left_out"] == len(gm_costs(gm)) - 5
    assert set(told["places"]) < set(whole["places"])


def gm_costs(gm: Page) -> list[float]:
    return [cost for cost in gm.ask("reach", {"actor": "kit"})["costs"] if cost is not None]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"actor": "kit"}, "bad-command"),
        ({"actor": "kit", "show": "all"}, "bad-command"),
        ({"actor": "kit", "show": ["cover"]}, "bad-command"),
        ({"actor": "dutch", "show": "cover"}, "not-yours"),
        ({"actor": "raider-4", "show": "harm"}, "not-yours"),
        ({"actor": "nobody", "show": "seen"}, "not-yours"),
        ({"actor": None, "show": "chance"}, "not-yours"),
        ({"actor": [], "show": "cover"}, "bad-command"),
        ({"actor": "kit", "show": "cover", "do": "attack-nobody"}, "unknown-action"),
    ],
)
def test_what_may_not_be_asked_is_refused(ann: Page, sent: Any, code: str) -> None:
    assert ann.refused("ground", sent)["code"] == code


@pytest.mark.parametrize("told", ["bar", "words", "nothing"])
def test_where_foes_wounds_are_secret_harm_is_neither_offered_nor_told(
    world: World, gm: Page, ann: Page, told: str
) -> None:
    offered, place = 'value="harm"', world.at("play")
    assert offered in ann.browser.get(place).text
    host_of(world).change_settings(enemy_harm=told)
    assert offered not in ann.browser.get(place).text
    assert ann.refused("ground", {"actor": "kit", "show": "harm"})["code"] == "not-allowed"
    assert gm.ask("ground", {"actor": "kit", "show": "harm"})["ok"]


def test_who_may_not_move_has_no_ground_to_show(gm: Page, ann: Page) -> None:
    ask_by_hand(gm, "raider-3", "brannock")
    refused = ann.refused("ground", {"actor": "kit", "show": "cover"})
    assert refused == ann.refused("reach", {"actor": "kit"})


def test_among_zones_who_could_see_is_told_too(gm: Page) -> None:
    zones = [{"id": "bar", "name": "Bar", "links": ["hall"]}, {"id": "hall", "name": "Hall"}]
    gm.do("set-map", map={"grid": {"kind": "zones"}, "zones": zones})
    gm.do("gm-set", target="kit", state={"at": "bar"})
    gm.do("gm-set", target="raider-1", state={"at": "hall"})
    told = figures(gm, "seen")
    assert set(told["places"]) == {"bar", "hall"}
    assert told["figures"]["values"] == [1, 1]
    assert told["figures"]["who"] == [["raider-1"]] * 2
    assert figures(gm, "cover")["figures"]["values"] == [0, 0]


def test_what_is_told_later_is_in_the_language_of_the_page(world: World, gm: Page) -> None:
    gm.do("gm-set", target="raider-3", state={"at": [7, 9]})
    gm.do("turn", "kit")
    browser = world.gm()
    browser.client.set_cookie("battlemat_language", "de")
    german = Page(world, browser, "gm")
    words = {one for one in figures(german, "chance", foe="raider-3")["figures"]["word"] if one}
    english = {one for one in figures(gm, "chance", foe="raider-3")["figures"]["word"] if one}
    assert words
    assert words != english


def test_the_projector_has_nothing_of_it(world: World, gm: Page, ann: Page) -> None:
    browser = screen(world)
    assert "ground-show" in ann.load()
    assert "ground-show" not in browser.get(world.at("screen")).text
    assert "ground/ground-figures" in BUNDLES["play"].modules
    assert "ground/ground-figures" not in BUNDLES["screen"].modules
    table = Page(world, browser, "screen")
    for show in ("cover", "seen", "harm", "chance"):
        assert table.refused("ground", {"actor": "kit", "show": show})["code"] == "not-yours"
