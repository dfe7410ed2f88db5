"""A rehearsed fight as the GM reads it, on a laptop and on a phone."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import REHEARSED, command
from tests.browser.seat import Seat
from tests.load.server import Server


def stop(gm: Seat) -> None:
    gm.press(gm.button("Stop"))
    expect(gm.button("Rehearse again")).to_be_visible()


def test_what_changes_make_of_a_fight_is_read_on_a_phone_too(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    for who in ("dutch", "brannock", "raider-2", "raider-3", "raider-4"):
        command(gm, do="remove", target=who)
    command(gm, do="gm-set", target="kit", state={"at": [6, 8], "wounds": 4})
    command(gm, do="gm-set", target="raider-1", state={"at": [7, 8], "wounds": 4})
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
