"""What players may do, and a second GM: by hands on a laptop and phones, and by keys."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.looks import accessible, look_over
from tests.browser.people import come_in, command, hand_over, second_link
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


def test_the_table_is_handed_to_a_phone_handed_back_and_taken_back(sit: Sit, server: Server) -> None:
    gm, ann = sit("GM", GM, server.gm), come_in(sit, server.join, "Ann", "kit")
    ben, table = come_in(sit, server.join, "Ben", "brannock"), sit("projector", SCREEN, server.screen)
    for seat in (gm, table):
        seat.wait_until_live()
    hand_over(gm, "Ann")
    for seat in (gm, ben, table):
        expect(seat.find("#who-runs").first).to_contain_text("Ann runs this table now.")
        look_over(seat, f"handed-over-{seat.name}")
    expect(ben.find("#who-runs :is(button, a)")).to_have_count(0)
    expect(
        gm.find(
            "#people .person",
        ).filter(has_text="runs the table")
    ).to_have_count(1)
    expect(ann.find("#who-runs")).to_contain_text("You run this table now.")
    look_over(ann, "runs-player")
    accessible(ann, "runs-player")

    ann.press(ann.find("#who-runs a.button"))
    expect(ann.find("body")).to_have_attribute("data-role", "gm")
    ann.wait_until_live()
    for button in ann.find("#who-runs button").all():
        assert (ann.box(button))["height"] >= 44
    look_over(ann, "runs-gm")
    accessible(ann, "runs-gm")
    command(ann, do="put-mark", target="kit", name="Cursed", seen_by="all")
    with ann.forgiving("WebSocket"):
        ann.press(ann.button("Hand the table back"))
        expect(ann.find("body")).to_have_attribute("data-role", "play")
        ann.wait_until_live()
    for seat in (gm, ann, ben):
        expect(seat.find("#who-runs")).to_be_hidden()

    hand_over(gm, "Ann")
    expect(ann.find("#who-runs")).to_contain_text("You run this table now.")
    gm.find("#who-runs button").press("Enter")  # by keys alone
    for seat in (gm, ann, ben):
        expect(seat.find("#who-runs")).to_be_hidden()
    expect(ann.find("body")).to_have_attribute("data-role", "play")
