"""A rehearsed fight as the GM reads it, on a laptop and on a phone."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from rules.rehearsal.tally import FEWEST
from tests.browser.conftest import GM, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import REHEARSED, command, leave_two
from tests.browser.seat import Seat
from tests.load.server import Server


def stop(gm: Seat) -> None:
    gm.press(gm.button("Stop"))
    expect(gm.button("Rehearse again")).to_be_visible()


def nearly_over(gm: Seat) -> None:
    """Let two who are hurt badly stand beside each other."""
    gm.wait_until_live()
    leave_two(gm)
    command(gm, do="gm-set", target="kit", state={"at": [6, 8], "wounds": 4})
    command(gm, do="gm-set", target="raider-1", state={"at": [7, 8], "wounds": 4})


def test_what_changes_make_of_a_fight_is_read_on_a_phone_too(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    nearly_over(gm)
    gm.page.goto(f"{urlsplit(gm.page.url).path}/rehearsal")
    gm.press(gm.find("#rehearsal button.primary"))
    expect(gm.find("#rehearsal .rehearsal-chances")).to_be_visible(timeout=REHEARSED)
    stop(gm)
    one_more = gm.page.locator("#rehearsal-change option", has_text="One more like").first
    gm.page.locator("#rehearsal-change").select_option(one_more.get_attribute("value"))
    gm.press(gm.button("Compare"))
    expect(gm.find("#rehearsal-rows + table tbody tr")).to_contain_text("One more like", timeout=REHEARSED)
    stop(gm)
    for width, height in ((1440, 900), (390, 844)):
        gm.page.set_viewport_size({"width": width, "height": height})
        look_over(gm, "rehearsal")
        accessible(gm, "rehearsal")


def test_a_fight_that_was_rehearsed_and_played_is_read_on_a_phone_too(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    nearly_over(gm)
    at_the_table = gm.page.url
    rehearsal = f"{urlsplit(at_the_table).path}/rehearsal"
    gm.page.goto(rehearsal)
    gm.press(gm.find("#rehearsal button.primary"))
    played = "least => document.querySelector('#rehearsal progress')?.value >= least"
    gm.page.wait_for_function(played, arg=FEWEST, timeout=REHEARSED)
    stop(gm)
    expect(gm.page.get_by_role("heading", name="Rehearsed and then played")).to_have_count(0)
    gm.page.goto(at_the_table)
    command(gm, do="gm-set", target="raider-1", state={"wounds": 5, "condition": "dead"})
    gm.page.goto(rehearsal)
    expect(gm.page.get_by_role("heading", name="Rehearsed and then played")).to_be_visible()
    expect(gm.find("#rehearsal-played ~ table tbody tr")).to_contain_text("won")
    for width, height in ((1440, 900), (390, 844)):
        gm.page.set_viewport_size({"width": width, "height": height})
        look_over(gm, "rehearsed and played")
        accessible(gm, "rehearsed and played")
