"""What would help, beside a refusal: a place to shoot from, another target, a weapon to draw first."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

HELP = "#aim-remedies .remedy"


def with_kit_chosen(sit: Sit, server: Server) -> Seat:
    """Sit down as the GM, with all of the map in sight and Kit, whose turn it is, chosen."""
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.whole_map()
    command(gm, do="turn", actor="kit")
    gm.press(gm.find("#token-kit"))
    return gm


def test_a_shot_without_a_line_offers_where_to_stand_and_shows_the_way(sit: Sit, server: Server) -> None:
    gm = with_kit_chosen(sit, server)
    gm.press(gm.find("[data-mode=aim]").first)
    gm.press(gm.find("#token-raider-1"))
    expect(gm.find("#aim .refused")).to_be_visible()
    place = gm.find(f"{HELP}[data-remedy-go]").first
    expect(place).to_contain_text(re.compile(r"From \w+"))
    look_over(gm, "gm-remedies")
    key = place.get_attribute("data-remedy-go") or ""
    gm.press(place)
    expect(gm.find("#move-here")).to_be_visible()
    gm.press(gm.find("#move-here"))
    expect(gm.find("#token-kit")).to_have_attribute("data-place", key)
    expect(gm.find("#aim")).to_have_attribute("data-target", "raider-1")  # judged anew from there
    expect(gm.find("#aim .aim-go .big")).to_be_visible()
    expect(gm.find("#aim .refused")).to_have_count(0)


def test_an_aim_is_there_again_when_the_way_that_would_help_is_given_up(sit: Sit, server: Server) -> None:
    gm = with_kit_chosen(sit, server)
    gm.press(gm.find("[data-mode=aim]").first)
    gm.press(gm.find("#token-raider-1"))
    gm.press(gm.find(f"{HELP}[data-remedy-go]").first)
    expect(gm.find("#aim.open")).to_have_count(0)
    gm.press(gm.find("#move-cancel"))
    expect(gm.find("#aim")).to_have_attribute("data-target", "raider-1")
    expect(gm.find(f"{HELP}[data-remedy-go]").first).to_be_visible()
    gm.press(gm.find(f"{HELP}[data-remedy-go]").first)
    gm.select("dutch")  # something else is meant by now
    command(gm, do="turn", actor="dutch")
    gm.drag("dutch", (6, 12))
    gm.is_at("dutch", (6, 12))
    gm.catch_up()
    expect(gm.find("#aim.open")).to_have_count(0)


def test_a_door_that_is_too_far_away_offers_where_to_stand(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.whole_map()
    ann.press_map(8, 9)
    expect(ann.toast()).to_be_visible()
    place = ann.find("#refusal .remedy[data-remedy-go]").first
    expect(place).to_contain_text(re.compile(r"From \w+"))
    look_over(ann, "play-door-remedies")
    key = place.get_attribute("data-remedy-go") or ""
    ann.press(place)
    expect(ann.find("#refusal")).to_be_empty()
    ann.press(ann.find("#move-here"))
    expect(ann.find("#token-kit")).to_have_attribute("data-place", key)
    ann.press_map(8, 9)
    expect(ann.find("#map .door.open[data-wall]").first).to_be_attached()
    expect(ann.toast()).to_have_count(0)


def test_on_a_phone_what_is_not_in_hand_is_drawn_at_a_press(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": [5, 8]})
    command(gm, do="turn", actor="kit")
    ann.catch_up()
    ann.press(ann.find("#token-raider-3"))
    ann.press(ann.find("#aim [data-aim-option].cannot").first)
    expect(ann.find("#aim .refused")).to_contain_text("draw it first")
    draw = ann.find(f"{HELP}[data-remedy-do]").first
    expect(draw).to_contain_text("Draw")
    expect(ann.find(f"{HELP}[data-aim-option]")).not_to_have_count(0)
    look_over(ann, "play-remedies")
    ann.press(draw)
    expect(ann.find("#aim .aim-go .big")).to_be_visible()
    expect(ann.find("#aim .refused")).to_have_count(0)


def test_the_card_tells_what_would_help_with_what_is_not_possible_now(sit: Sit, server: Server) -> None:
    gm = with_kit_chosen(sit, server)
    gm.press(gm.find(".not-now summary").first)
    row = gm.find(".not-now li").filter(has_text="draw it first").first
    gm.press(row.locator(".remedy-ask"))
    expect(row.locator(".remedies .remedy")).to_contain_text("Draw")
