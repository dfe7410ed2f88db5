"""Fog over the ready-made fight: laid and painted by the GM, lifted for each party by its own eyes."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.looks import look_over
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


def come_in_against(sit: Sit, server: Server, gm: Seat, name: str, character: str) -> Seat:
    """Let somebody in to watch, and be given one of those who are against the party."""
    phone = sit(name, PHONE, server.join)
    phone.find("[name=name]").fill(name)
    phone.press(phone.find("label.character:has([value=''])"))
    phone.press(phone.button("Come in"))
    phone.wait_until_live()
    base = f"/tables/{gm.find('body').get_attribute('data-table')}"
    csrf = gm.page.request.get(f"{base}/session").json()["csrf"]
    person = gm.find(f".person:has-text('{name}')").get_attribute("id")
    assert person is not None
    form = {"csrf": csrf, "who": character, "person": person.removeprefix("person-")}
    answer = gm.page.request.post(f"{base}/gm/seat", form=form)
    assert answer.ok, answer.text()
    expect(phone.find("#selected")).to_have_attribute("data-who", character)
    phone.wait_until_live()
    return phone


def lay_fog(gm: Seat) -> None:
    """Lay fog over the map, unless it lies there since an earlier test."""
    gm.open("#fold-fog")
    lay = gm.button("Lay fog over the map", "#fog")
    if lay.count():
        gm.press(lay)
    expect(gm.button("Lift the fog", "#fog")).to_be_visible()


def unseen(seat: Seat) -> str:
    """Give the outline of what a page shows as never seen."""
    return str(
        seat.find("#map-fog .fog-unseen").evaluate_all("all => all.map(p => p.getAttribute('d')).join()")
    )


def test_two_parties_walk_the_fog_each_with_its_own_eyes(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    table = sit("Table", SCREEN, server.screen)
    command(gm, do="set-door", wall="gantry-door", state="closed")
    lay_fog(gm)
    bob = come_in_against(sit, server, gm, "Bob", "raider-1")
    for seat, own, other in ((ann, "kit", "raider-1"), (bob, "raider-1", "kit")):
        fogged(seat)
        expect(seat.token(own)).to_be_attached()
        expect(seat.token(other)).to_have_count(0)
    fogged(table)
    expect(table.token("kit")).to_be_attached()
    assert unseen(ann) != unseen(bob)
    expect(gm.token("raider-1")).to_be_visible()

    # What the one does out of the other's sight, the other hears nothing of.
    heard = bob.find("#log .log-line").count()
    before, numbered = unseen(bob), bob.find("body").get_attribute("data-seq")
    command(gm, do="gm-set", target="kit", state={"at": [2, 2]})
    ann.is_at("kit", (2, 2))
    assert (bob.find("#log .log-line").count(), unseen(bob)) == (heard, before)
    assert bob.find("body").get_attribute("data-seq") == numbered

    before = unseen(ann)
    command(gm, do="gm-set", target="kit", state={"at": [5, 7]})
    command(gm, do="set-door", wall="gantry-door", state="open")
    for seat, other in ((ann, "raider-1"), (bob, "kit"), (table, "raider-1")):
        expect(seat.token(other)).to_be_attached()
    assert unseen(ann) != before

    # A torch in a dark hall; then the door falls shut, and each is alone with what was seen.
    gm.button("Dark", "#fog").click()
    expect(gm.button("Dark", "#fog")).to_have_attribute("aria-pressed", "true")
    expect(ann.token("raider-1")).to_have_count(0)
    command(gm, do="set-lamp", target="raider-1", bright=2, dim=4)
    expect(ann.token("raider-1")).to_be_attached()
    expect(bob.token("raider-1")).to_have_attribute("aria-label", re.compile("Carries a light"))
    command(gm, do="set-door", wall="gantry-door", state="closed")
    for seat, other in ((ann, "raider-1"), (bob, "kit")):
        expect(seat.token(other)).to_have_count(0)
    gm.button("Bright", "#fog").click()
    expect(gm.button("Bright", "#fog")).to_have_attribute("aria-pressed", "true")
    command(gm, do="remove", target="kit")
    for seat in (gm, ann, table):
        expect(seat.token("kit")).to_have_count(0)
    ann.wait_until_live()


def test_the_gm_paints_by_mouse_and_keys_and_looks_through_others_eyes(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    lay_fog(gm)
    gm.find("[data-tool=fog-show]").click()
    gm.find("[name=fog-brush][value=box]").check()
    with gm.pulling((18.5, 2.5), (20.5, 4.5)):
        pass
    expect(gm.find("#fog-says")).to_have_text("Shown: 9 cells.")
    gm.page.keyboard.press("Escape")

    # By keys: the tool, a cursor on the map, a box from corner to corner.
    gm.find("[data-tool=fog-cover]").focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        gm.page.keyboard.press(key)
    expect(gm.find("#fog-says")).to_have_text("Covered: 6 cells.")
    gm.page.keyboard.press("Escape")
    expect(gm.find(".fog-stroke")).to_have_count(0)

    gm.find("[data-tool=fog-light]").click()
    for there in (1, 0):
        gm.press_map(3, 4)
        expect(gm.find("#map-lights .light")).to_have_count(there)
    gm.page.keyboard.press("Escape")
    look_over(gm, "fog")

    eyes = gm.find(".fog-eyes a").first.get_attribute("href")
    assert eyes is not None
    gm.page.goto(eyes)
    fogged(gm)
    expect(gm.find(".eyes-whose")).to_have_text("This is what the party sees.")
    expect(gm.find(".map-tools")).to_have_count(0)


def test_the_gm_paints_with_a_finger_on_a_phone(sit: Sit, server: Server) -> None:
    phone = sit("GM on a phone", PHONE, server.gm)
    phone.wait_until_live()
    lay_fog(phone)
    phone.press(phone.find("[data-tool=fog-show]"))
    look_over(phone, "fog")
    phone.find("#map").scroll_into_view_if_needed()
    phone.whole_map()
    with phone.pulling((3.5, 3.5), (6.5, 3.5)):
        pass
    expect(phone.find("#fog-says")).to_have_text(re.compile("Shown: (15|18) cells."))
