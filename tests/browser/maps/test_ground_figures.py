"""Figures on the ground of a reach: chosen beside the card, tinted by cells, told under the hand, kept."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

PANEL, NUMBERS, SIGN = "#ground-figures", "#overlay-ground .figure-numbers text", "#overlay-top .ground-sign"


def choose(seat: Seat, show: str) -> None:
    seat.page.select_option("#ground-show", show)


def shows_who_sees_kit(sit: Sit, server: Server) -> Seat:
    """Let the GM see, in Kit's turn, how many could see the places of the reach."""
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.whole_map()
    command(gm, do="turn", actor="kit")
    gm.press(gm.find("#token-kit"))
    choose(gm, "seen")
    expect(gm.find(NUMBERS)).not_to_have_count(0)
    return gm


def test_on_a_phone_the_ground_is_tinted_and_the_figure_told_of_a_way(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": [7, 9]})
    command(gm, do="turn", actor="kit")
    ann.catch_up()
    expect(ann.find(PANEL)).to_be_hidden()
    ann.press(ann.find("#token-kit"))
    expect(ann.find(PANEL)).to_be_visible()
    expect(ann.find(NUMBERS)).to_have_count(0)
    choose(ann, "cover")
    expect(ann.find(NUMBERS)).not_to_have_count(0)
    expect(ann.find("#ground-legend li")).not_to_have_count(0)
    legend, glass = ann.find(PANEL).bounding_box(), ann.find("#map-area").bounding_box()
    assert legend is not None
    assert glass is not None
    assert legend["y"] >= glass["y"] + glass["height"] - 1, "the legend lies over no part of the map"
    ann.press_map(3.5, 8.5)
    expect(ann.find("#ground-exact")).to_have_text(re.compile("Cover from Raider 3|No known foe can shoot"))
    expect(ann.find(SIGN)).to_contain_text(re.compile("Raider 3|no shot"))
    choose(ann, "chance")
    expect(ann.find("#ground-foe-field")).to_be_visible()
    expect(ann.find("#ground-about")).to_contain_text("Raider 3", timeout=60_000)
    expect(ann.find(NUMBERS).filter(has_text=re.compile(r"^\d+$"))).not_to_have_count(0)
    look_over(ann, "play-ground")
    choose(ann, "nothing")
    expect(ann.find("#overlay-ground > *")).to_have_count(0)


def test_the_gm_is_told_by_pointing_and_the_choice_is_kept(sit: Sit, server: Server) -> None:
    gm = shows_who_sees_kit(sit, server)
    gm.page.mouse.move(*gm.on_glass(3.5, 8.5))
    expect(gm.find("#ground-exact")).to_have_text(re.compile(r"Seen by \d of \d|No known foe sees"))
    look_over(gm, "gm-ground")
    gm.page.reload()
    gm.wait_until_live()
    gm.press(gm.find("#token-kit"))
    expect(gm.find("#ground-show")).to_have_value("seen")
    expect(gm.find(NUMBERS)).not_to_have_count(0)
    choose(gm, "harm")
    expect(gm.find("#ground-about")).to_contain_text("hundredths of a fighter", timeout=60_000)
    gm.page.focus("#token-kit")
    gm.page.keyboard.press("ArrowUp")
    expect(gm.find("#ground-exact")).to_have_text(re.compile("Foes may take|No harm"))
    gm.page.keyboard.press("Escape")
    expect(gm.find(PANEL)).to_be_hidden()
    expect(gm.find("#overlay-ground > *")).to_have_count(0)


def test_the_tints_follow_what_changes(sit: Sit, server: Server) -> None:
    gm = shows_who_sees_kit(sit, server)
    expect(gm.find("#ground-about")).to_contain_text("How many of 4 known foes")
    command(gm, do="remove", target="raider-4")
    expect(gm.find("#ground-about")).to_contain_text("How many of 3 known foes")
    expect(gm.find("#ground-legend li")).to_have_count(4)
