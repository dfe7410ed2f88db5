"""The AI on the GM's page: advice is shown and done at a press, and a side acts by itself."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from rules.map.map_json import read_map
from tests.browser.conftest import GM, Sit
from tests.browser.fights import lay_out_fight, own_table
from tests.browser.people import come_in, command, settle
from tests.browser.seat import Seat
from tests.load.server import Server
from tests.playing.scenes import close

THOUGHT = 60_000
"""How long it may think on a busy machine, in milliseconds."""


def until_it_is(gm: Seat, side: str) -> str:
    """End turns until it is somebody's of a side; give who it is."""
    for _ in range(12):
        who = gm.find("#top").get_attribute("data-active") or ""
        if gm.token(who).get_attribute("data-side") == side:
            return who
        command(gm, do="end-turn", actor=who)
    raise AssertionError(f"nobody of {side} comes to act")


def test_advice_is_shown_on_the_map_and_done_at_a_press(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="begin")
    who = until_it_is(gm, "raiders")
    gm.select(who)
    gm.press(gm.button("What would they do?"))
    first = gm.find("#advice .advice-pick").first
    expect(first).to_be_visible(timeout=THOUGHT)
    expect(gm.find("#advice .advice-pick")).to_have_count(3)
    expect(gm.find("#overlay-advice .advice-mark").first).to_be_attached()
    lines = gm.find("#log li").count()
    gm.press(first)
    expect(gm.find("#log li")).not_to_have_count(lines)


def test_a_side_acts_by_itself_until_it_is_the_others_turn(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="begin")
    who = until_it_is(gm, "raiders")
    gm.select(who)
    gm.press(gm.button("Let the side defend itself"))
    gm.press(gm.button("Let the side act"))
    expect(gm.button("Let the side act")).to_have_attribute("aria-pressed", "true")
    came = gm.find(f"#top:not([data-active='{who}']), #prompt[data-mine]")
    while gm.find("#top").get_attribute("data-active") == who:
        expect(came.first).to_be_attached(timeout=2 * THOUGHT)
        settle(gm)  # it waits for heroes whom it strikes: nobody answers for them by themselves
    gm.press(gm.button("Let the side act"))
    expect(gm.button("Let the side act")).to_have_attribute("aria-pressed", "false")


def test_a_temper_is_set_for_one_and_for_a_side(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.select("raider-1")
    gm.open("#gm-raider-1")
    temper = gm.find("#temper-of-raider-1")
    expect(temper).to_have_value("reckless")
    temper.select_option("fearful")
    gm.press(gm.button("Set for the whole side", "#temper-raider-1"))
    gm.select("raider-3")
    expect(gm.find("#temper-of-raider-3")).to_have_value("fearful")
    gm.select("kit")
    expect(gm.find("#temper-of-kit")).to_have_value(re.compile("steady"))


def test_a_player_asks_on_a_phone_where_the_gm_allows_it(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.open("#fold-settings")
    gm.find("#fold-settings [name=player_advice]").check()
    gm.press(gm.find("#fold-settings form").first.get_by_role("button", name="Save"))
    ann = come_in(sit, server.join, "Ann", "kit")
    ask = ann.button("What would the AI do?")
    ann.press(ask)
    first = ann.find("#advice .advice-pick").first
    expect(first).to_be_visible(timeout=THOUGHT)
    lines = gm.find("#log li").count()
    ann.press(first)
    expect(gm.find("#log li")).not_to_have_count(lines)


def test_one_acts_by_itself_and_a_bar_says_so_until_stop_is_pressed(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="begin")
    who = until_it_is(gm, "raiders")
    gm.select(who)
    expect(gm.find("#acting")).to_be_hidden()
    gm.press(gm.button("Let it act"))
    expect(gm.find("#acting")).to_be_visible()
    expect(gm.find("#acting-who")).to_contain_text(gm.token(who).get_attribute("data-name") or "?")
    gm.press(gm.find("#acting-stop"))
    expect(gm.find("#acting")).to_be_hidden()
    expect(gm.button("Let it act")).to_have_attribute("aria-pressed", "false")


def test_they_stop_when_one_of_the_others_falls(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="begin")
    who = until_it_is(gm, "heroes")
    gm.select("raider-1")
    gm.press(gm.button("Let the side act"))
    expect(gm.find("#acting")).to_be_visible()
    command(gm, do="gm-set", target=who, state={"condition": "dead"})
    expect(gm.find("#acting")).to_be_hidden()
    expect(gm.toast()).to_contain_text("has fallen")


def test_the_gm_sets_an_aim_and_its_place_by_a_tap_on_the_map(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.select("raider-1")
    gm.open("#gm-raider-1")
    gm.find("#aim-of-raider-1").select_option("reach")
    gm.press(gm.button("Choose the place on the map"))
    gm.press_cell((2, 1))
    expect(gm.find("#aim-raider-1 .aim-now")).to_contain_text("reach that place: C2")


def test_a_player_leaves_a_character_to_the_ai_and_takes_it_back(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.open("#fold-settings")
    gm.find("#fold-settings [name=player_handover]").check()
    gm.press(gm.find("#fold-settings form").first.get_by_role("button", name="Save"))
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.press(ann.button("Leave it to the AI for a while"))
    expect(gm.token("kit")).to_have_attribute("data-by-itself", "1")
    command(gm, do="begin")
    for _ in range(12):
        now = gm.find("#top").get_attribute("data-active") or ""
        if now == "kit":
            break
        command(gm, do="end-turn", actor=now)
    lines = gm.find("#log li").count()
    expect(gm.find("#log li")).not_to_have_count(lines, timeout=THOUGHT)  # without a press of anybody
    ann.press(ann.button("Play on myself"))
    expect(gm.token("kit")).not_to_have_attribute("data-by-itself", "1")


def test_the_way_out_after_an_attack_is_drawn_from_where_it_is_made(sit: Sit, house: Server) -> None:
    scene = close("savage")
    at = {"ann": [6, 0], "r2": [6, 1], "r1": [8, 0], "bob": [0, 0]}
    people = [{**one, "at": at[one["id"]]} for one in scene.people]
    ground = read_map(scene.map)
    table = lay_out_fight(
        house.data, "Out", system="savage", name="Out", battle_map=ground, combatants=people
    )
    gm = sit("GM", GM, own_table(house, table).gm)
    command(gm, do="set-temper", target="ann", temper="fearful")
    command(gm, do="gm-set", target="r2", state={"wounds": 2})  # hardly anybody to strike at who goes away
    command(gm, do="turn", actor="ann")
    gm.select("ann")
    gm.press(gm.button("What would they do?"))
    out = gm.find("#advice .advice-pick").filter(has=gm.find(".advice-then"))
    expect(out.first).to_be_visible(timeout=THOUGHT)
    out.first.hover()
    way = gm.find("#overlay-advice path.advice-mark.then")
    expect(way).to_have_attribute("d", re.compile("^M650 50 L"))
    marks = json.loads(out.first.get_attribute("data-marks") or "")
    column, row = marks["then_at"]
    expect(way).to_have_attribute("d", f"M650 50 L{100 * column + 50} {100 * row + 50}")
    expect(gm.find("#overlay-advice circle.advice-mark.then")).to_have_count(1)
    expect(gm.find(".token.advised-target")).to_have_count(1)


def test_a_side_on_hold_takes_its_turns_once_nobody_acts(sit: Sit, house: Server) -> None:
    """SW-31"""
    scene = close("savage")
    table = lay_out_fight(
        house.data,
        "On Hold",
        system="savage",
        name="On Hold",
        battle_map=read_map(scene.map),
        combatants=scene.people,
    )
    gm = sit("GM", GM, own_table(house, table).gm)
    command(gm, do="begin")
    while who := gm.find("#top").get_attribute("data-active"):
        command(gm, do="hold", actor=who)
    gm.select("r1")
    gm.press(gm.button("What would they do?"))
    pick = gm.find("#advice button.advice-pick")
    expect(pick).to_contain_text("Act now", timeout=THOUGHT)
    gm.press(gm.button("Let the side act"))
    expect(gm.find("#top[data-active^='r']")).to_be_attached(timeout=THOUGHT)
