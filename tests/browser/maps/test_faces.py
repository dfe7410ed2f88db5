"""Faces on the map: a picture dropped onto a token, and what shows how somebody fares."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.maps.test_maps_in import dropped, painted
from tests.browser.people import come_in, command
from tests.load.server import Server

DRAWN, BROUGHT = re.compile("^/portraits/"), re.compile("/token/")


def test_a_picture_dropped_onto_a_token_is_that_token_s_for_all_who_see_it(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    for seat in (gm, ann):
        expect(seat.token("kit").locator(".face")).to_have_attribute("href", DRAWN)
    dropped(gm, "Brannock.png", "image/png", painted(), onto="#token-brannock .back")
    for seat in (gm, ann):
        expect(seat.token("brannock").locator(".face")).to_have_attribute("href", BROUGHT)
    dropped(ann, "me.png", "image/png", painted(), onto="#token-kit .back")
    for seat in (gm, ann):
        expect(seat.token("kit").locator(".face")).to_have_attribute("href", BROUGHT)
    assert gm.page.evaluate("document.body.className").find("dropping") == -1
    expect(gm.find("#import-progress")).to_be_hidden()  # it was not taken for a map besides


def test_a_player_drops_nothing_onto_others_and_hears_why_a_file_is_no_picture(
    sit: Sit, server: Server
) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    dropped(ann, "me.png", "image/png", painted(), onto="#token-brannock .back")
    dropped(ann, "me.png", "image/png", b"no picture", onto="#token-kit .back")
    expect(ann.find("#refusal")).to_contain_text("me.png is no picture that can be shown here")
    for who in ("kit", "brannock"):
        expect(ann.token(who).locator(".face")).to_have_attribute("href", DRAWN)


def test_a_locked_sheet_takes_no_picture_and_the_page_says_why(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    gm.find("#fold-settings > summary").click()
    gm.find("#fold-settings [name=own_sheets]").uncheck()
    with gm.page.expect_response("**/gm/settings"):
        gm.find("#fold-settings").get_by_role("button", name="Save").first.click()
    dropped(ann, "me.png", "image/png", painted(), onto="#token-kit .back")
    expect(ann.find("#refusal")).to_contain_text("The GM has locked the sheets")
    expect(ann.token("kit").locator(".face")).to_have_attribute("href", DRAWN)


def test_a_token_shows_that_its_combatant_is_dazed_bleeding_or_out(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    for who, condition in (("kit", "incapacitated"), ("brannock", "dying"), ("raider-1", "dead")):
        command(gm, do="gm-set", target=who, state={"condition": condition})
    expect(gm.token("kit").locator(".daze-stars")).to_be_visible()
    expect(gm.token("brannock").locator(".blood")).to_be_visible()
    expect(gm.token("raider-1").locator(".out-cross")).to_have_count(2)
    fallen = gm.token("raider-1").locator(".face").evaluate("face => getComputedStyle(face).transform")
    assert fallen != "none"
    expect(gm.token("dutch").locator(".daze, .blood, .out-cross")).to_have_count(0)
