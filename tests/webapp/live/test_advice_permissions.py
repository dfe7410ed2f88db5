"""Advice is for the GM, and for players as far as it is allowed; the last question is answered."""

import time
from typing import Any

from tests.webapp.pages import Page, host_of
from tests.webapp.world import World


def advice_to(page: Page) -> list[dict[str, Any]]:
    """Wait for advice, and give all that has come."""
    end, found = time.monotonic() + 120, list[dict[str, Any]]()
    while not found:
        assert time.monotonic() < end, "no advice came"
        found = [message["args"][0] for message in page.take_all() if message["name"] == "advice"]
        time.sleep(0.02)
    return found


def test_the_gm_is_told_what_somebody_would_do_and_a_press_does_it(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    gm.do("begin")
    who = host_of(world).battle.state.active
    assert gm.ask("advise", {"actor": who, "number": 7}) == {"ok": True, "person": False}
    [advice] = advice_to(gm)
    assert advice["of"] == 7
    assert advice["panel"].count("advice-pick") >= 1
    assert advice["first"]["command"]["actor"] == who
    gm.do(**advice["first"]["command"])


def test_of_several_questions_the_last_is_told(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    for number, who in enumerate(("kit", "raider-1", "kit")):
        assert gm.ask("advise", {"actor": who, "number": number})["ok"]
    assert [advice["of"] for advice in advice_to(gm)][-1] == 2


def test_a_player_is_refused_and_so_is_who_is_not_here(world: World) -> None:
    ann, gm = Page(world, world.player("Ann", "kit"), "play"), Page(world, world.gm(), "gm")
    assert "only the GM" in ann.refused("advise", {"actor": "kit", "number": 1})["message"]
    assert "data-advise" not in ann.load()
    assert "nobody" in gm.refused("advise", {"actor": "nobody", "number": 1})["message"]


def test_where_the_gm_allows_it_players_ask_for_their_own_by_what_they_know(world: World) -> None:
    gm = Page(world, world.gm(), "gm")
    assert gm.browser.post(world.at("gm/settings"), sight="1", player_advice="1").status_code in (200, 303)
    ann = Page(world, world.player("Ann", "kit"), "play")
    assert "data-advise" in ann.load()
    assert ann.refused("advise", {"actor": "brannock", "number": 1})["code"] == "not-yours"
    hidden = [c for c in host_of(world).battle.state.combatants.values() if c.hidden]
    assert hidden
    assert ann.ask("advise", {"actor": "kit", "number": 2})["ok"]
    [advice] = advice_to(ann)
    assert advice["panel"].count("advice-pick") >= 1
    assert not any(word in ann.text for one in hidden for word in (one.id, one.name))


def test_a_player_hands_over_the_own_character_alone_and_only_where_the_gm_allows_it(world: World) -> None:
    gm, ann = Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "kit"), "play")
    handing = {"do": "hand-over", "target": "kit", "on": True}
    assert ann.refused("command", {"id": "h1", **handing})["code"] == "not-allowed"
    assert gm.browser.post(world.at("gm/settings"), sight="1", player_handover="1").status_code in (200, 303)
    assert ann.refused("command", {"id": "h2", **handing, "target": "brannock"})["code"] == "not-yours"
    hidden = next(c for c in host_of(world).battle.state.combatants.values() if c.hidden)
    assert ann.refused("command", {"id": "h3", **handing, "target": hidden.id})["code"] == "not-yours"
    ann.do(**handing)
    assert host_of(world).battle.state.combatants["kit"].by_itself
    assert gm.ask("advise", {"actor": "kit", "number": 1}) == {"ok": True, "person": False}
    assert gm.browser.post(world.at("gm/settings"), sight="1").status_code in (200, 303)
    ann.do(**{**handing, "on": False})  # that is always allowed
    assert not host_of(world).battle.state.combatants["kit"].by_itself
