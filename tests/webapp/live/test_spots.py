"""From where something could be done, as a page is told it: places in words, by what its viewer knows."""

import re
import time
from typing import Any

import pytest

from tests.webapp.live.unseen import unseen_by_ann
from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import World
from webapp.server.assets.bundles import BUNDLES


def ask(page: Page, who: str = "kit", **more: Any) -> dict[str, Any]:
    """Ask for places, and give the last that is told of them."""
    page.take_all()
    reply = page.ask("spots", {"actor": who, "number": 7, **more})
    assert reply["ok"], reply
    return {**reply, **late(page)}


def late(page: Page) -> dict[str, Any]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        for message in page.take_all():
            if message["name"] == "spots" and "Estimates" not in message["args"][0]["panel"]:
                return dict(message["args"][0])
        time.sleep(0.02)
    raise AssertionError("nothing came")


def chances(panel: str) -> list[int]:
    return [int(number) for number in re.findall(r"<b>~?(\d+) %</b>", panel)]


@pytest.mark.usefixtures("kit_acts")
def test_the_places_are_told_the_nearest_first_with_their_figures(gm: Page) -> None:
    reach = gm.ask("reach", {"actor": "kit"})
    costs = dict(zip(reach["places"], reach["costs"], strict=True))
    told = ask(gm, foe="raider-3", least=50)
    assert told["target"] == "raider-3"
    assert told["of"] == 7
    found = [costs.get(place) or 0.0 for place in told["places"]]
    assert found
    assert found == sorted(found)
    assert re.findall(r'data-spot="([\d,]+)"', told["panel"]) == told["places"]
    assert len(chances(told["panel"])) == len(found)
    assert all(chance >= 50 for chance in chances(told["panel"]))


@pytest.mark.usefixtures("kit_acts")
def test_in_cover_leaves_out_who_would_stand_in_the_open(gm: Page) -> None:
    ground = gm.ask("ground", {"actor": "kit", "show": "cover", "number": 1})
    word = dict(zip(ground["places"], ground["figures"]["word"], strict=True))
    value = dict(zip(ground["places"], ground["figures"]["values"], strict=True))
    none = host_of(gm.world).battle.system.cover_scale.none
    told = ask(gm, foe="raider-3", cover=True)
    assert told["places"]
    assert all(value[place] is None or word[place] != none for place in told["places"])
    open_too = ask(gm, foe="raider-3")
    assert any(value[place] is not None and word[place] == none for place in open_too["places"])


@pytest.mark.usefixtures("kit_acts")
def test_without_such_a_place_the_one_that_comes_nearest_is_told(gm: Page) -> None:
    told = ask(gm, foe="raider-1", least=75, unseen="*")
    assert "No place within reach meets all of this." in told["panel"]
    [best] = chances(told["panel"])
    assert f"the chance is {best} %, with 75 % asked" in " ".join(told["panel"].split())
    [name] = re.findall(r"At (\w+), which comes nearest", told["panel"])
    [key] = re.findall(r'data-spot="([\d,]+)"', told["panel"])
    column, row = map(int, key.split(","))
    assert told["places"] == [key]
    assert name == f"{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[column]}{row + 1}"


@pytest.mark.usefixtures("kit_acts")
def test_only_what_was_asked_last_is_told_and_nothing_once_it_is_closed(gm: Page) -> None:
    for number in range(3):
        assert gm.ask("spots", {"actor": "kit", "number": number})["ok"]
    assert late(gm)["of"] == 2
    assert gm.ask("spots", {"actor": "kit", "number": 3})["ok"]
    assert gm.ask("spots", {"close": True}) == {"ok": True}
    assert gm.ask("spots", {"actor": "kit", "number": 4})["ok"]
    assert late(gm)["of"] == 4


@pytest.mark.usefixtures("kit_acts")
def test_twins_in_the_fog_are_told_the_same_to_the_byte(gm: Page, ann: Page) -> None:
    unseen = unseen_by_ann(gm.world)
    asked: list[dict[str, Any]] = [
        {},
        {"least": 50, "cover": True},
        {"unseen": "*"},
        {"foe": "raider-3", "least": 75, "cover": True, "unseen": "raider-3"},
    ]
    before = [ask(ann, **one) for one in asked]
    gm.do("gm-set", target="raider-4", state={"at": [20, 4]})
    assert [ask(ann, **one) for one in asked] == before
    assert ask(ann, foe="raider-4") == before[0]
    refused = {"actor": "kit", "unseen": "raider-4"}, {"actor": "kit", "unseen": "nobody"}
    assert ann.refused("spots", refused[0]) == ann.refused("spots", refused[1])
    gm.do("remove", target="raider-4")
    assert [ask(ann, **one) for one in asked] == before
    assert not any(who in repr(before) for who in unseen)


@pytest.mark.usefixtures("kit_acts")
def test_who_knows_of_no_foe_is_told_so(gm: Page) -> None:
    for foe in [c.id for c in host_of(gm.world).battle.state.combatants.values() if c.side != "heroes"]:
        gm.do("remove", target=foe)
    assert gm.ask("spots", {"actor": "kit"}) == {"ok": True, "target": None}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"actor": "kit", "least": 33}, "bad-command"),
        ({"actor": "kit", "least": True}, "bad-command"),
        ({"actor": "kit", "least": "50"}, "bad-command"),
        ({"actor": "kit", "unseen": ["raider-3"]}, "bad-command"),
        ({"actor": "dutch"}, "not-yours"),
        ({"actor": "raider-4"}, "not-yours"),
        ({"actor": "nobody"}, "not-yours"),
        ({"actor": None}, "not-yours"),
        ({"actor": []}, "bad-command"),
        ({"actor": "kit", "do": "attack-nobody"}, "unknown-action"),
    ],
)
@pytest.mark.usefixtures("kit_acts")
def test_what_may_not_be_asked_is_refused(ann: Page, sent: Any, code: str) -> None:
    assert ann.refused("spots", sent)["code"] == code


@pytest.mark.usefixtures("kit_acts")
def test_it_is_told_in_the_language_of_the_page(world: World, gm: Page) -> None:
    browser = world.gm()
    browser.client.set_cookie("battlemat_language", "de")
    german = Page(world, browser, "gm")
    one, other = ask(gm, foe="raider-3"), ask(german, foe="raider-3")
    assert one["places"] == other["places"]
    assert "to go there" in one["panel"]
    assert "to go there" not in other["panel"]


def test_the_projector_has_nothing_of_it(world: World, gm: Page, ann: Page) -> None:
    browser = screen(world)
    assert "spots-form" in ann.load()
    assert "spots-form" not in browser.get(world.at("screen")).text
    assert "ground/spots" in BUNDLES["play"].modules
    assert "ground/spots" not in BUNDLES["screen"].modules
    gm.do("turn", "kit")
    assert Page(world, browser, "screen").refused("spots", {"actor": "kit"})["code"] == "not-yours"
