"""Fog over the ready-made fight: laid and painted by the GM, lifted by a door that is opened."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.people import come_in, command
from tests.browser.seat import Seat
from tests.load.server import Server

CUT = re.compile(r"/seen/(play|screen|eyes-party)/.*\?v=[0-9a-f]+")


def fogged(seat: Seat) -> None:
    """Wait until a page shows cut tiles of the picture, and no others."""
    expect(seat.find("#map-fog > g").first).to_be_attached()
    expect(seat.find("#tiles image").first).to_have_attribute("href", CUT)
    for address in seat.find(".under-map image").evaluate_all("all => all.map(i => i.getAttribute('href'))"):
        assert CUT.search(address), address


def test_the_gm_lays_fog_and_a_door_lifts_it_for_all_who_look(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    phone = come_in(sit, server.join, "Ann", "kit")
    table = sit("Table", SCREEN, server.screen)
    command(gm, do="set-door", wall="gantry-door", state="closed")
    gm.find("#fold-fog > summary").click()
    gm.button("Lay fog over the map", "#fog").click()
    for seat in (phone, table):
        fogged(seat)
        expect(seat.token("raider-1")).to_have_count(0)
    expect(gm.token("raider-1")).to_be_visible()
    expect(gm.find("#map-fog.gm .fog-unseen").first).to_be_attached()

    before = phone.find("#map-fog .fog-unseen").evaluate_all(
        "all => all.map(p => p.getAttribute('d')).join()"
    )
    command(gm, do="set-door", wall="gantry-door", state="open")
    for seat in (phone, table):
        expect(seat.token("raider-1")).to_be_attached()
    after = phone.find("#map-fog .fog-unseen").evaluate_all("all => all.map(p => p.getAttribute('d')).join()")
    assert after != before

    # By hand: a box of the control room is shown, a light is put and taken away again.
    gm.find("[data-tool=fog-show]").click()
    gm.find("[name=fog-brush][value=box]").check()
    with gm.pulling((18.5, 2.5), (20.5, 4.5)):
        pass
    expect(gm.find("#fog-says")).to_have_text("Shown: 9 cells.")
    gm.button("Dark", "#fog").click()
    expect(gm.button("Dark", "#fog")).to_have_attribute("aria-pressed", "true")
    gm.find("[data-tool=fog-light]").click()
    gm.press_map(3, 4)
    expect(gm.find("#map-lights .light")).to_have_count(1)
    gm.press_map(3, 4)
    expect(gm.find("#map-lights .light")).to_have_count(0)
    gm.page.keyboard.press("Escape")
    gm.button("Bright", "#fog").click()
    expect(gm.button("Bright", "#fog")).to_have_attribute("aria-pressed", "true")

    eyes = gm.find(".fog-eyes a").first.get_attribute("href")
    assert eyes is not None
    gm.page.goto(eyes)
    fogged(gm)
    expect(gm.find(".eyes-whose")).to_have_text("This is what the party sees.")
    expect(gm.find(".map-tools")).to_have_count(0)
