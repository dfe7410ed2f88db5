"""What the GM adds to a combatant: who sees it where, who may change it, and that it costs others nothing."""

from typing import Any

import pytest

from rules.map.map_json import read_map
from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import World
from webapp.table.setup.scenes import bring_scene

OPEN_GROUND = {"grid": {"kind": "square", "cols": 20, "rows": 15}}


def count(gm: Page, who: str = "kit", **more: Any) -> None:
    gm.do("put-counter", target=who, **{"name": "Mana", "value": 3, "seen_by": "all", **more})


def value(world: World, who: str = "kit") -> int:
    return int(host_of(world).battle.state.combatants[who].counters[0].value)


def card(page: Page, who: str = "kit") -> str:
    answer = page.browser.get(page.world.at(f"{page.role}/selected/{who}"))
    assert answer.status_code == 200
    return answer.text


def test_who_has_no_counter_has_none_of_its_bytes(gm: Page, ann: Page) -> None:
    for page in (gm, ann):
        assert "count-on" not in page.load()
        assert "counters" not in card(page)
    count(gm, on_token=True)
    assert "counters" in card(ann)
    assert '<g class="count-on"' in ann.load()
    assert "Mana 3" in ann.load()


def test_a_player_steps_a_counter_that_the_gm_leaves_to_them(world: World, gm: Page, ann: Page) -> None:
    count(gm, seen_by="owner", by_owner=True, most=4)
    assert 'value="step-counter"' in card(ann)
    ann.do("step-counter", target="kit", name="Mana", step=-1)
    assert value(world) == 2
    assert "Mana: 3 → 2" in ann.load()
    gm.do("undo")
    assert value(world) == 3


@pytest.mark.parametrize(
    ("who", "counter"),
    [
        ("kit", {"by_owner": False}),
        ("kit", {"seen_by": "gm"}),
        ("raider-1", {"by_owner": True}),
    ],
)
def test_nobody_else_steps_a_counter_and_none_hears_that_there_is_one(
    world: World, gm: Page, ann: Page, who: str, counter: dict[str, Any]
) -> None:
    count(gm, who, **counter)
    assert 'value="step-counter"' not in card(ann)
    refused = ann.refused("command", {"do": "step-counter", "target": who, "name": "Mana", "step": 1})
    assert refused == ann.refused("command", {"do": "step-counter", "target": who, "name": "Zq", "step": 1})
    assert refused["code"] == "not-yours"
    assert value(world, who) == 3
    for do in ("put-counter", "take-counter"):
        said = {"do": do, "target": "kit", "name": "Mana", "value": 9}
        assert ann.refused("command", said)["code"] == "not-allowed"


def test_the_page_of_what_is_added_is_the_gms_alone(world: World, gm: Page, ann: Page) -> None:
    count(gm, seen_by="gm", most=5)
    shown = gm.browser.get(world.at("gm/extras/kit"))
    assert "Mana" in shown.text
    assert 'name="json:bright"' in shown.text
    assert ann.browser.get(world.at("gm/extras/kit")).status_code == 403
    assert gm.browser.get(world.at("gm/extras/nobody")).status_code == 404


def test_counters_go_with_their_people_to_the_next_scene(world: World, gm: Page) -> None:
    count(gm, most=5, by_owner=True)
    gm.do("put-mark", target="kit", name="Wet", rounds=3)
    host = host_of(world)
    was = host.battle.state.combatants["kit"]
    bring_scene(host, name="Next", battle_map=read_map(OPEN_GROUND))
    now = host_of(world).battle.state.combatants["kit"]
    assert (now.counters, now.gm_marks) == (was.counters, was.gm_marks)


def test_the_projector_shows_what_all_may_see(world: World, gm: Page) -> None:
    count(gm, name="Hope", on_token=True)
    count(gm, name="Doom", seen_by="side", on_token=True)
    shown = screen(world).get(world.at("screen")).text
    assert "Hope 3" in shown
    assert "Doom" not in shown


def collapse(gm: Page, who: str) -> None:
    gm.do("gm-set", target=who, state={"condition": "collapsed"})
    gm.do("time-condition", target=who, condition="collapsed", lasts=3)


def test_who_plays_one_sees_how_long_a_condition_lasts_and_all_hear_that_it_is_over(
    world: World, gm: Page, ann: Page
) -> None:
    ben = Page(world, world.player("Ben", "brannock"), "play")
    collapse(gm, "kit")
    assert "Collapsed, 3 rounds more" in card(ann)
    assert "Collapsed, 3 rounds more" in card(gm)
    assert "ends after 3 rounds" in ann.load()
    assert "3 rounds" not in ben.load() + card(ben)
    assert "Collapsed" in card(ben)
    page = gm.browser.get(world.at("gm/extras/kit")).text
    assert "3 rounds more" in page
    gm.do("pass-time", lasts=3)
    assert "Kit: Collapsed is over." in ben.load()
    assert "Collapsed" not in card(ben)
    ben.close()


def test_of_foes_whose_harm_is_nobodys_business_it_is_not_said_what_is_over(
    world: World, gm: Page, ann: Page
) -> None:
    host_of(world).change_settings(enemy_harm="nothing")
    collapse(gm, "raider-1")
    gm.do("pass-time", lasts=3)
    assert "is over" in gm.load()
    assert "is over" not in ann.load()


def test_the_page_counts_in_what_the_system_counts_in(world: World, gm: Page) -> None:
    assert '<span class="field unit-word">rounds</span>' in gm.browser.get(world.at("gm/extras/kit")).text
