"""Secrets of two parties at one table: the door, the fog, their eyes, the projector, who is sent away."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.looks import look_over
from tests.browser.on_the_table import (
    a_lost_network_changes_nothing,
    the_frame_is_moved,
    the_screen_is_measured,
    what_is_drawn,
)
from tests.browser.people import command
from tests.browser.seat import Seat
from tests.load.server import Server

CUT = re.compile(r"/seen/(play|screen|eyes-\w+)/.*\?v=[0-9a-f]+")

FIRST_ASKED = re.compile(r"/seen/[\w-]+/\w+/0/0/0\?v=\w+$")


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
    phone.press(phone.button("Join"))
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
    lay = gm.button("Turn fog on", "#fog")
    if lay.count():
        gm.press(lay)
    expect(gm.button("Turn fog off", "#fog")).to_be_visible()


OUTLINES = "all => all.map((path) => path.getAttribute('d'))"


def unseen(seat: Seat) -> str:
    """Give the outline of what a page shows as never seen."""
    return str(
        seat.find("#map-fog [id$=-unseen]").evaluate_all("all => all.map(p => p.getAttribute('d')).join()")
    )


def test_two_parties_and_the_table_each_learn_what_is_theirs(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    table = sit("projector", SCREEN, server.screen)
    ann = the_door(sit, server, gm)
    bob = come_in_against(sit, server, gm, "Bob", "raider-1")
    the_screen_is_measured(gm, table)
    the_frame_is_moved(gm, table)
    what_is_drawn(gm, table)
    each_party_sees_its_own(gm, ann, bob, table)
    what_the_one_does_the_other_hears_nothing_of(gm, ann, bob, table)
    doors_and_lights(gm, ann, bob, table)
    the_gm_looks_through_their_eyes(gm, server)
    a_tile_that_is_never_answered_is_asked_for_again(gm)
    gm.page.goto(server.gm)
    a_lost_network_changes_nothing(gm, table)
    who_is_sent_away(sit, gm, bob, table)


def the_door(sit: Sit, server: Server, gm: Seat) -> Seat:
    gm.open("#fold-settings")
    gm.find("[name=waiting_room]").check()
    gm.button("Save", "#fold-settings").click()
    gm.find("#fold-settings > summary").click()
    ann = sit("Ann", PHONE, server.join)
    ann.find("[name=name]").fill("<img src=x onerror=alert(1)>")
    ann.button("Join").tap()
    expect(ann.find("[role=status]")).to_contain_text("the GM has been told")
    expect(gm.find(".knocks")).to_contain_text("<img src=x onerror=alert(1)> waits to join, to play Kit")
    gm.button("Let in", ".knocks").click()
    expect(ann.find("#selected")).to_have_attribute("data-who", "kit")
    ann.wait_until_live()
    gm.open("#fold-settings")
    gm.find("[name=waiting_room]").uncheck()
    gm.button("Save", "#fold-settings").click()
    gm.find("#fold-settings > summary").click()
    expect(gm.find(".knocks")).to_have_count(0)
    return ann


def each_party_sees_its_own(gm: Seat, ann: Seat, bob: Seat, table: Seat) -> None:
    gm.open("#fold-settings")
    gm.find("[name=table_side]").select_option(gm.token("kit").get_attribute("data-side"))
    gm.find("[name=enemy_harm]").select_option("words")
    gm.button("Save", "#fold-settings").click()
    gm.find("#fold-settings > summary").click()
    command(gm, do="gm-set", target="kit", state={"wounds": 1})
    command(gm, do="set-door", wall="gantry-door", state="closed")
    lay_fog(gm)
    for seat, own, other in ((ann, "kit", "raider-1"), (bob, "raider-1", "kit"), (table, "kit", "raider-1")):
        fogged(seat)
        expect(seat.token(own)).to_be_attached()
        expect(seat.token(other)).to_have_count(0)
    assert unseen(ann) != unseen(bob)
    sights = [seat.find("#fog-sight .sight-within").evaluate_all(OUTLINES) for seat in (ann, bob)]
    assert sights[0] != sights[1], "each sees to an edge of its own"
    expect(gm.token("raider-1")).to_be_visible()


def what_the_one_does_the_other_hears_nothing_of(gm: Seat, ann: Seat, bob: Seat, table: Seat) -> None:
    """What is sent comes in order: whoever has heard of what came later has heard all that came before."""
    bob.wait_until_live()
    heard = bob.find("#log .log-line").count()
    column, row = bob.place("raider-1")
    command(gm, do="gm-set", target="kit", state={"at": [2, 2]})
    ann.is_at("kit", (2, 2))
    for code, who, to in (("not-yours", "raider-1", [2, 3]), ("unexplored", "kit", [column, row])):
        with pytest.raises(AssertionError, match=code):
            command(ann, do="move", actor=who, to=to)
    told = ann.find("#log .log-line").count()
    command(gm, do="gm-set", target="raider-1", state={"at": [column, row - 1]})
    bob.is_at("raider-1", (column, row - 1))
    expect(bob.find("#log .log-line")).to_have_count(heard + 1)
    gm.open("#fold-people")
    gm.open("#refused-log")
    expect(gm.find("#refused-log")).to_contain_text("do 'move', actor 'raider-1'")
    command(gm, do="gm-set", target="kit", state={"at": [5, 7]})
    for seat in (ann, table):
        seat.is_at("kit", (5, 7))
    expect(ann.find("#log .log-line")).to_have_count(told + 1)


def doors_and_lights(gm: Seat, ann: Seat, bob: Seat, table: Seat) -> None:
    before = unseen(ann)
    command(gm, do="gm-set", target="raider-1", state={"at": [8, 7], "wounds": 2})
    command(gm, do="set-door", wall="gantry-door", state="open")
    for seat, other in ((ann, "raider-1"), (bob, "kit"), (table, "raider-1")):
        expect(seat.token(other)).to_be_attached()
    assert unseen(ann) != before
    for seat, other in ((ann, "raider-1"), (bob, "kit"), (table, "raider-1")):
        expect(seat.token(other)).to_have_attribute("aria-label", re.compile(", Hurt"))
    expect(ann.token("kit")).to_have_attribute("aria-label", re.compile("Wounds 1 of 5"))

    # A torch in a dark hall; then the door falls shut, and each is alone with what was seen.
    gm.open("#fold-fog")
    gm.button("Dark", "#fog").click()
    expect(gm.button("Dark", "#fog")).to_have_attribute("aria-pressed", "true")
    expect(ann.token("raider-1")).to_have_count(0)
    command(gm, do="set-lamp", target="raider-1", bright=2, dim=4)
    expect(ann.token("raider-1")).to_be_attached()
    expect(bob.token("raider-1")).to_have_attribute("aria-label", re.compile("Carries a light"))
    command(gm, do="set-door", wall="gantry-door", state="closed")
    for seat, other in ((ann, "raider-1"), (bob, "kit"), (table, "raider-1")):
        expect(seat.token(other)).to_have_count(0)
    gm.button("Bright", "#fog").click()
    expect(gm.button("Bright", "#fog")).to_have_attribute("aria-pressed", "true")


def the_gm_looks_through_their_eyes(gm: Seat, server: Server) -> None:
    for whose, own, other in (("Bob", "raider-1", "kit"), ("the party", "kit", "raider-1")):
        gm.open("#fold-fog")
        link = gm.find(".fog-eyes a").filter(has_text=re.compile(whose, re.I))
        gm.page.goto(link.get_attribute("href") or "")
        fogged(gm)
        expect(gm.find(".eyes-whose")).to_have_text(f"This is what {whose} sees.")
        expect(gm.token(own)).to_be_attached()
        expect(gm.token(other)).to_have_count(0)
        expect(gm.find(".map-tools")).to_have_count(0)
        gm.page.goto(server.gm)
        gm.wait_until_live()


def a_tile_that_is_never_answered_is_asked_for_again(gm: Seat) -> None:
    asked: list[Route] = []
    gm.page.route(FIRST_ASKED, lambda route: asked.append(route))  # and leave it at that
    link = gm.find(".fog-eyes a").first.get_attribute("href") or ""
    gm.page.goto(link, wait_until="domcontentloaded")
    expect(gm.find("#tiles image[href*='again=1']")).to_have_count(1)
    assert len(asked) == 1
    gm.page.wait_for_load_state("load")  # what came at last holds the page up no longer
    gm.page.unroute(FIRST_ASKED)


def who_is_sent_away(sit: Sit, gm: Seat, bob: Seat, table: Seat) -> None:
    gm.open("#fold-people")
    person = gm.find(".person").filter(has_text="Bob")
    person.get_by_label("More about Bob").click()
    with bob.forgiving("403"):
        person.get_by_role("button", name="Remove Bob").click()
        expect(bob.find("h1")).to_have_text("Not for you")
    gm.find("#links-menu > summary").click()
    watcher = sit("watcher", PHONE, "/" + gm.find("#watch-url").input_value().split("/", 3)[3])
    watcher.wait_until_live()
    expect(watcher.token("kit")).to_be_visible()
    expect(watcher.find("[data-tool], form:not(.language), #move-bar")).to_have_count(0)
    look_over(watcher, "watch")
    with watcher.forgiving("403"), table.forgiving("403"):
        gm.button("New links for both").click()
        for seat in (watcher, table):
            expect(seat.find("h1")).to_have_text("Not for you")


def test_the_gm_paints_by_mouse_and_keys(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    lay_fog(gm)
    gm.find("[data-tool=fog-show]").click()
    gm.find("[name=fog-brush][value=box]").check()
    with gm.pulling((18.5, 2.5), (20.5, 4.5)):
        pass
    expect(gm.find("#fog-says")).to_have_text("Revealed: 9 cells.")
    gm.page.keyboard.press("Escape")

    # By keys: the tool, a cursor on the map, a box from corner to corner.
    gm.find("[data-tool=fog-cover]").focus()
    for key in ("Enter", "ArrowRight", "Enter", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"):
        gm.page.keyboard.press(key)
    expect(gm.find("#fog-says")).to_have_text("Hidden: 6 cells.")
    gm.page.keyboard.press("Escape")
    expect(gm.find(".fog-stroke")).to_have_count(0)

    gm.find("[data-tool=fog-light]").click()
    for there in (1, 0):
        gm.press_map(3, 4)
        expect(gm.find("#map-lights .light")).to_have_count(there)
    gm.page.keyboard.press("Escape")
    look_over(gm, "fog")


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
    expect(phone.find("#fog-says")).to_have_text(re.compile("Revealed: (15|18) cells."))
