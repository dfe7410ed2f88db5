"""What the pages of a phase combat fight offer to press: alarms, called shots, sheets, plain actions."""

import json
import re
from typing import Any

from tests.webapp.pages import Page, gm_of, host_of
from tests.webapp.systems.barroom_seats import Opened, panel, seat
from tests.webapp.world import Browser


# ------------------------------------------------------------------------------------- what GMs press
def top(page: Page) -> str:
    found = re.search(r'<header id="top".*?</header>', page.load(), re.S)
    assert found is not None
    return found[0]


def test_alert_offers_whom_it_may_be_done_to_and_goes_when_nobody_is_left(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    assert "do-alert" not in top(gm)
    gm.do("begin", unaware=["leroy"])
    assert '<button name="target" value="leroy">Leroy</button>' in top(gm)
    assert 'value="earl">Earl</button>' not in top(gm)
    answer = gm.browser.htmx(world.at("gm/do"), do="alert", target="leroy")
    assert answer.status_code == 204
    assert "do-alert" not in top(gm)
    assert "surprised; rolls Reflexes against 8 from phase 4" in panel(gm.load(), "timeline")


def test_next_phase_is_offered_once_all_has_resolved(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    gm.do("begin")
    assert "Next phase" not in top(gm)
    while (active := host_of(world).battle.state.active) is not None:
        gm.do("end-turn", active)
    assert "Next phase" in top(gm)
    assert "All has resolved" in top(gm)
    gm.do("next-phase")
    assert "Phase 2 · round 1 · turn 1 · minute 1" in top(gm)


def test_while_dice_lie_on_the_table_it_is_nobodys_turn(opened: Opened) -> None:
    """PH-36, PH-47"""
    world = opened()
    gm, players = seat(world)
    gm.do("edit", target="leroy", by_hand=True)
    gm.do("begin")
    for page in (gm, *players.values()):
        page.load()
        assert "Initiative is rolled" in top(page)
        assert "All has resolved" not in top(page)
        assert "begins: initiative is rolled" in panel(page.text, "timeline")
        assert "declares from the next phase on" not in panel(page.text, "timeline")
    gm.ask("command", {"actor": "leroy", "answer": "roll"})
    assert "Initiative is rolled" not in top(gm)


# ------------------------------------------------------------------------------------- called shots
def aim(page: Page, **said: Any) -> str:
    return str(page.ask("aim", {"actor": "earl", "target": "leroy", "with": "heavy-pistol", **said})["panel"])


def test_the_figure_shows_the_chain_of_what_is_called(opened: Opened) -> None:
    world = opened()
    _, players = seat(world)
    ann = players["earl"]
    shown = aim(ann, do="target", options={"called": "head"})
    steps = re.findall(r'data-value="([a-z-]+)"[^>]*><title>.*?<text class="body-sign"[^>]*>([^<]+)<', shown)
    assert dict(steps) == {
        "head": "●",
        "chest": "1",
        "right-arm": "2",
        "left-arm": "3",
        "abdomen": "4",
    }  # PH-85
    assert "PH-82" in shown
    assert "−4" in shown
    assert json.dumps({"called": "head"}) in shown.replace("&#34;", '"')


def test_a_wild_shot_offers_no_figure_and_a_targeted_one_starts_from_its_targeting(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    ann = players["earl"]
    assert 'data-choice="called"' not in aim(ann, do="attack")
    targeting = {"target": "leroy", "with": "heavy-pistol", "location": "left-arm"}
    gm.do("gm-set", target="earl", state={"targeting": targeting})
    shown = aim(ann, do="attack")
    assert re.search(r'data-value="left-arm" aria-pressed="true"', shown)
    assert "called: left arm" in shown
    let_go = aim(ann, do="attack", options={"called": "nothing"})
    assert re.search(r'data-value="nothing" aria-pressed="true"', let_go)
    assert "called: left arm" not in let_go


def test_a_hidden_location_cannot_be_picked(opened: Opened) -> None:
    world = opened()
    gm, _ = seat(world)
    shown = aim(gm, do="target", facts={"exposed": ["head", "chest"]})
    assert len(re.findall(r'data-choice="called" [^>]* disabled', shown)) == 5
    assert len(re.findall(r'aria-pressed="false" disabled', shown)) == 5


# ------------------------------------------------------------------------------------------- sheets
def test_the_sheet_page_shows_wounds_on_a_figure_to_its_player(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("gm-set", target="earl", state={"trauma": ["right-leg"], "flesh": 2})
    text = players["earl"].browser.get(world.at("play/sheet/earl")).text
    assert len(re.findall(r'class="body-part hurt', text)) == 1
    assert 'aria-label="Flesh wounds: 2 of 9"' in text
    assert players["leroy"].browser.get(world.at("play/sheet/earl")).status_code == 404


def test_the_sheet_form_offers_the_stock_and_keeps_what_it_is_not_told_to_change(opened: Opened) -> None:
    world = opened()
    gm: Browser = world.gm()
    form = gm.get(world.at("gm/sheet/earl/edit")).text
    for field in ("attributes.reflexes", "initiative", "weapons.known", "ready.known", "armour.known"):
        assert f'name="{field}"' in form
    assert re.search(r'name="weapons.known" value="heavy-pistol" checked', form)


def test_the_gm_says_what_is_exposed_from_the_panel(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    assert "above the waist" not in aim(players["earl"], do="attack")
    assert "all of the body" in aim(players["earl"], do="attack")
    shown = aim(gm, do="attack", facts={"exposed": "head,right-arm,left-arm"})
    assert '<option value="head,right-arm,left-arm" selected>head and arms</option>' in shown
    own = aim(gm, do="attack", facts={"exposed": ["chest", "abdomen"]})
    assert "selected>not the head, right arm, left arm, right leg, left leg</option>" in own
    wrong = {"with": "heavy-pistol", "target": "leroy", "facts": {"exposed": "head,tail"}}
    refusal = gm.refused("command", {"do": "attack", "actor": "earl", **wrong})
    assert (refusal["code"], "head" in refusal["message"]) == ("bad-command", True)


# ------------------------------------------------------------------------------------- what players press
def press(page: Page, who: str, do: str, **typed: str) -> None:
    """Send the form that the card of a combatant has for an action, with what is typed into it."""
    path = page.world.at(f"{page.role}/selected/{who}")
    card = page.browser.get(path, headers={"HX-Request": "true"}).text
    forms = (form for form in re.findall(r"<form.*?</form>", card, re.S) if f'name="do" value="{do}"' in form)
    form = next(form for form in forms if all(f'name="{name}"' in form for name in typed))
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    address = re.search(r'hx-post="([^"]+)"', form)
    assert address is not None
    answer = page.browser.htmx(address[1], **{**fields, **typed})
    assert answer.status_code == 204, answer.text


def test_each_plain_action_is_a_form_on_the_card_of_who_may_do_it(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    ann = players["earl"]

    def state() -> Any:
        return host_of(world).battle.state.combatants["earl"].state

    for defence in ("parry", "evade"):
        press(ann, "earl", defence)
        assert state().defence == defence
    press(ann, "earl", "holster")
    assert state().ready == ()
    press(ann, "earl", "draw")
    assert state().ready == ("heavy-pistol",)
    gm.do("gm-set", target="earl", state={"ammo": {"heavy-pistol": 1}})
    press(ann, "earl", "reload")
    assert state().ammo == {"heavy-pistol": 8}
    press(ann, "earl", "task", **{"note": "picks the lock", "json:dice": "2", "json:tn": "6"})
    press(ann, "earl", "speak", note="Nobody move")
    assert state().free_left == 0
    press(ann, "earl", "turn")
    targeting = {"target": "leroy", "with": "heavy-pistol"}
    gm.do("gm-set", target="earl", state={"targeting": targeting})
    press(ann, "earl", "aim")
    assert state().aim == 1
    press(ann, "earl", "drop")
    assert (state().ready, state().targeting, state().aim) == ((), None, 0)
    said = " ".join(
        str(line.text) for line in host_of(world).stream(host_of(world).viewer(gm_of(world))).lines
    )
    for words in ("picks the lock (", "Earl: Nobody move", "Earl aims: +1.", "Earl drops the heavy pistol."):
        assert words in said


def test_what_waits_is_cancelled_by_a_form_in_a_later_phase_alone(opened: Opened) -> None:
    world = opened()
    gm, players = seat(world)
    gm.do("begin")
    slow, quick = host_of(world).battle.state.order
    players[slow].do("task", slow, length="turn", note="climbs")
    players[quick].do("end-turn", quick)
    card = players[slow].browser.get(world.at(f"play/selected/{slow}"), headers={"HX-Request": "true"}).text
    assert 'name="do" value="cancel"' not in card  # PH-54
    gm.do("next-phase")
    press(players[slow], slow, "cancel")
    assert host_of(world).battle.state.combatants[slow].state.action is None
