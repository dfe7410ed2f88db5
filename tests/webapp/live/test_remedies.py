"""What is offered beside a refusal, as a page is told it: buttons, by what its viewer knows."""

import json
import re
import time
from html import unescape
from typing import Any

import pytest

from tests.webapp.live.unseen import unseen_by_ann
from tests.webapp.pages import Page, screen
from tests.webapp.world import World
from webapp.server.assets.bundles import BUNDLES

PISTOL = {"do": "attack", "actor": "kit", "with": "blast-pistol"}
KNIFE = {"do": "attack", "actor": "kit", "with": "combat-knife"}


def ask(page: Page, **command: Any) -> str:
    """Ask what would help, and give the panel that comes."""
    page.take_all()
    reply = page.ask("remedies", {**command, "number": 7})
    assert reply["ok"], reply
    end = time.monotonic() + 120
    while time.monotonic() < end:
        for message in page.take_all():
            if message["name"] == "remedies":
                assert message["args"][0]["of"] == 7
                return str(message["args"][0]["panel"])
        time.sleep(0.02)
    raise AssertionError("nothing came")


def buttons(panel: str, what: str) -> list[str]:
    return [unescape(found) for found in re.findall(rf"data-remedy-{what}=['\"]([^'\"]*)['\"]", panel)]


def deeds(panel: str) -> list[dict[str, Any]]:
    found = re.findall(r"data-remedy-do='([^']*)'", panel)
    return [json.loads(unescape(one)) for one in found]


@pytest.mark.usefixtures("kit_acts")
def test_a_shot_without_a_line_is_offered_the_places_from_which_it_goes(gm: Page) -> None:
    aimed = gm.ask("aim", {**PISTOL, "target": "raider-1"})
    assert 'class="refused"' in aimed["panel"]
    assert 'id="aim-remedies"' in aimed["panel"]
    [first, *_] = buttons(ask(gm, **PISTOL, target="raider-1"), "go")
    gm.do("move", "kit", to=[int(part) for part in first.split(",")])
    assert 'class="refused"' not in gm.ask("aim", {**PISTOL, "target": "raider-1"})["panel"]


@pytest.mark.usefixtures("kit_acts")
def test_another_foe_in_reach_is_offered(gm: Page) -> None:
    panel = ask(gm, **PISTOL, target="raider-1")
    assert buttons(panel, "target") == ["raider-3"]
    assert "At Raider 3 instead" in panel


@pytest.mark.usefixtures("kit_acts")
def test_what_is_not_in_hand_is_drawn_at_a_press_that_says_what_it_costs(gm: Page) -> None:
    gm.do("gm-set", target="raider-3", state={"at": [5, 8]})
    panel = ask(gm, **KNIFE, target="raider-3")
    [draw] = deeds(panel)
    assert draw == {"do": "draw", "actor": "kit", "with": "combat-knife"}
    assert "quick action" in panel
    gm.do(**{key: value for key, value in draw.items() if key != "actor"}, actor="kit")
    assert 'class="refused"' not in gm.ask("aim", {**KNIFE, "target": "raider-3"})["panel"]


@pytest.mark.usefixtures("kit_acts")
def test_what_the_card_lists_as_not_possible_is_asked_without_a_target(gm: Page, ann: Page) -> None:
    card = ann.browser.get(ann.world.at("play/selected/kit")).text
    said = [json.loads(unescape(one)) for one in re.findall(r"data-remedy-ask='([^']*)'", card)]
    assert {"do": "attack", "actor": "kit", "with": "combat-knife"} in said
    [draw] = deeds(ask(ann, **KNIFE))
    assert draw["do"] == "draw"


@pytest.mark.usefixtures("kit_acts")
def test_where_nothing_helps_that_is_said(gm: Page) -> None:
    fist = {**PISTOL, "with": "fist"}
    assert "Nothing that can be done at once would help." in ask(gm, **fist, target="raider-4")


@pytest.mark.usefixtures("kit_acts")
def test_twins_in_the_fog_are_offered_the_same_to_the_byte(gm: Page, ann: Page) -> None:
    unseen = unseen_by_ann(gm.world)
    asked: list[dict[str, Any]] = [
        {**KNIFE},
        {**KNIFE, "target": "raider-3"},
        {"do": "attack", "actor": "kit", "with": "fist", "target": "raider-3"},
    ]
    before = [ask(ann, **one) for one in asked]
    assert any(buttons(panel, "go") for panel in before)
    gm.do("gm-set", target="raider-4", state={"at": [5, 8]})
    assert [ask(ann, **one) for one in asked] == before, "nobody unseen is another target"
    gm.do("remove", target="raider-4")
    assert [ask(ann, **one) for one in asked] == before
    assert not any(who in repr(before) for who in unseen)
    guess = {**PISTOL, "number": 1}
    refused = ann.refused("remedies", {**guess, "target": "raider-4"})
    assert refused["code"] == ann.refused("remedies", {**guess, "target": "nobody"})["code"]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({**PISTOL, "actor": "dutch"}, "not-yours"),
        ({**PISTOL, "actor": "raider-4"}, "not-yours"),
        ({**PISTOL, "actor": "nobody"}, "not-yours"),
        ({**PISTOL, "actor": []}, "bad-command"),
        ({**PISTOL, "with": 7}, "bad-command"),
        ({**PISTOL, "do": []}, "bad-command"),
    ],
)
@pytest.mark.usefixtures("kit_acts")
def test_what_may_not_be_asked_is_refused(ann: Page, sent: Any, code: str) -> None:
    assert ann.refused("remedies", sent)["code"] == code


def test_the_projector_has_nothing_of_it(world: World, gm: Page) -> None:
    browser = screen(world)
    assert "play/remedies" in BUNDLES["play"].modules
    assert "play/remedies" not in BUNDLES["screen"].modules
    gm.do("turn", "kit")
    table = Page(world, browser, "screen")
    assert table.refused("remedies", {**PISTOL, "target": "raider-1"})["code"] in ("not-yours", "not-allowed")
