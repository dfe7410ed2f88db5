"""Where something could be done: asked beside the card, marked on the map, and the way there at a press."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

ROWS, MARKS, FOUND = "#spots-found .spot-rows .spot-pick", "#overlay-spots .spot-mark", "#spots-found"


def open_question(seat: Seat) -> None:
    """Choose Kit, and ask where something could be done."""
    seat.press(seat.find("#token-kit"))
    seat.press(seat.find("#spots summary"))


def test_on_a_phone_places_are_told_marked_and_a_press_shows_the_way(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": [7, 9]})
    command(gm, do="turn", actor="kit")
    ann.catch_up()
    open_question(ann)
    ann.page.select_option("#spots-foe", "raider-3")
    ann.page.select_option("#spots-least", "50")
    ann.press(ann.find("#spots-cover"))
    expect(ann.find(ROWS)).not_to_have_count(0)
    expect(ann.find(FOUND)).to_contain_text("Raider 3")
    expect(ann.find(MARKS)).to_have_count(ann.find(ROWS).count())
    row = ann.find(ROWS).filter(has_text="to go there").first
    ann.press(row)
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(ann.find("#move-here")).to_be_visible()
    expect(ann.find("#overlay-aim .path-end")).to_have_count(1)
    ann.page.mouse.move(0, 0)  # what the hand lies on has another edge
    look_over(ann, "play-spots")
    place = row.get_attribute("data-spot")
    ann.press(ann.find("#move-here"))
    expect(ann.find("#token-kit")).to_have_attribute("data-place", place or "")
    expect(ann.find(MARKS)).to_have_count(0)


def test_the_gm_is_told_what_comes_nearest_where_no_place_will_do(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.whole_map()
    command(gm, do="turn", actor="kit")
    open_question(gm)
    expect(gm.find(ROWS)).not_to_have_count(0)
    gm.page.select_option("#spots-least", "75")
    gm.page.select_option("#spots-unseen", "*")
    expect(gm.find(FOUND)).to_have_text(re.compile("No place within reach|to strike"))
    expect(gm.find(FOUND)).to_contain_text("No place within reach meets all of this.")
    expect(gm.find(ROWS)).to_have_count(1)
    expect(gm.find(MARKS)).to_have_text("≈")
    look_over(gm, "gm-spots")
    gm.press(gm.find("#spots summary"))
    expect(gm.find(FOUND)).to_be_hidden()
    expect(gm.find(MARKS)).to_have_count(0)
