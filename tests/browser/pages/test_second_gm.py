"""What players may do, and a second GM: by hands on a laptop and phones, and by keys."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import come_in, command, second_link
from tests.load.server import Server

LOG_BY = "#log-lines .tag"


def test_a_second_gm_comes_by_a_link_hides_somebody_and_is_taken_back(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    bea = sit("Bea", PHONE, second_link(gm))
    accessible(bea, "second-gm")
    bea.find("[name=name]").fill("Bea")
    bea.find("[name=name]").press("Enter")
    bea.wait_until_live()
    expect(gm.find("#people .person")).to_contain_text("second GM")
    expect(gm.find("#second-url")).to_have_count(0)  # it was used
    expect(bea.find("body")).to_have_attribute("data-role", "gm")
    command(bea, do="put-mark", target="kit", name="Cursed", seen_by="all")
    for seat in (gm, bea):
        expect(seat.find(LOG_BY)).to_have_text("Bea")
    bea.open("#fold-people")
    look_over(bea, "second-gm-phone")
    expect(bea.find("#people")).to_contain_text("beside the table’s own")
    expect(bea.find("#second-gms")).to_have_count(0)

    gm.open("[id^=person-menu-]")
    with bea.forgiving("WebSocket"):
        gm.press(gm.button("Let Bea be GM no longer"))
        expect(bea.find("body")).to_have_attribute("data-role", "play")
        bea.wait_until_live()
    expect(gm.find("#people .person .tag")).to_have_count(0)


def test_a_player_reads_a_friends_sheet_once_the_gm_lets_this_one_alone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann, ben = come_in(sit, server.join, "Ann", "kit"), come_in(sit, server.join, "Ben", "brannock")
    gm.wait_until_live()
    gm.open("#fold-people")
    row = gm.find("#people .person").filter(has=gm.page.get_by_text("Rights of Ann"))
    row.locator("summary").first.press("Enter")  # by keys alone
    row.locator(".person-rights > summary").press("Enter")
    chosen = row.get_by_label("Read the sheets of")
    chosen.select_option("side")
    look_over(gm, "person-rights")
    row.get_by_role("button", name="Save").press("Enter")
    expect(row).to_contain_text("own rights")
    for seat, whom, reads in ((ann, "brannock", 1), (ben, "kit", 0)):
        seat.wait_until_live()
        seat.press(seat.token(whom))  # who plays somebody aims by it
        seat.press(seat.button("Show target"))
        expect(seat.find("#selected")).to_have_attribute("data-who", whom)
        expect(seat.page.get_by_role("link", name="Full sheet")).to_have_count(reads)
    ann.page.get_by_role("link", name="Full sheet").click()
    expect(ann.find("h1")).to_have_text(re.compile("Brannock"))
    expect(ann.page.get_by_role("link", name="Export")).to_have_count(0)
    accessible(ann, "anothers-sheet")
