"""What rehearsals said and how the fights then went, as the GM reads it, on a laptop and on a phone."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import expect

from rules.rehearsal.tally import FEWEST
from tests.browser.conftest import GM, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import REHEARSED, command
from tests.load.server import Server


def test_a_fight_that_was_rehearsed_and_played_is_read_on_a_phone_too(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    for who in ("dutch", "brannock", "raider-2", "raider-3", "raider-4"):
        command(gm, do="remove", target=who)
    command(gm, do="gm-set", target="kit", state={"at": [6, 8], "wounds": 4})
    command(gm, do="gm-set", target="raider-1", state={"at": [7, 8], "wounds": 4})
    at_the_table = gm.page.url
    rehearsal = f"{urlsplit(at_the_table).path}/rehearsal"
    gm.page.goto(rehearsal)
    gm.press(gm.find("#rehearsal button.primary"))
    played = "least => document.querySelector('#rehearsal progress')?.value >= least"
    gm.page.wait_for_function(played, arg=FEWEST, timeout=REHEARSED)
    gm.press(gm.button("Stop"))
    expect(gm.button("Rehearse again")).to_be_visible()
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
