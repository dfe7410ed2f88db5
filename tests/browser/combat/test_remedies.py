"""What would help, beside a refusal: a place to shoot from, another target, a weapon to draw first."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.load.server import Server

HELP = "#aim-remedies .remedy"


def test_a_shot_without_a_line_offers_where_to_stand_and_shows_the_way(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.whole_map()
    command(gm, do="turn", actor="kit")
    gm.press(gm.find("#token-kit"))
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
    gm.press(gm.find("[data-mode=aim]").first)
    gm.press(gm.find("#token-raider-1"))
    expect(gm.find("#aim .aim-go .big")).to_be_visible()


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
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.whole_map()
    command(gm, do="turn", actor="kit")
    gm.press(gm.find("#token-kit"))
    gm.press(gm.find(".not-now summary").first)
    row = gm.find(".not-now li").filter(has_text="draw it first").first
    gm.press(row.locator(".remedy-ask"))
    expect(row.locator(".remedies .remedy")).to_contain_text("Draw")
