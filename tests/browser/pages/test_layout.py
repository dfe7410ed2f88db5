"""The pages of play in all that comes up on them, dark and light; and that the measuring finds troubles."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, SCREEN, Sit
from tests.browser.fights import lay_out_fight, own_table
from tests.browser.looks import audit, by_keys, look_over, too_pale
from tests.browser.people import come_in, command, settle, shoot
from tests.browser.seat import Seat
from tests.load.server import Server
from webapp.demo.fights import ONE_A_SYSTEM, read_fight

PLANTED = """
<meta name="viewport" content="width=device-width">
<style>body { margin: 0; background: #fff } div { position: absolute; width: 200px; height: 90px }</style>
<p style="color: #aaa">Pale</p>
<button style="width: 20px; height: 60px">Small</button>
<div class="play-page" style="top: 200px"><div class="top"></div>
<div class="sheet" style="top: 80px"></div></div>
<a href="/" style="position: absolute; top: 400px; width: 90px; height: 90px">Under</a>
<div style="top: 400px; background: #fff"></div>
<div style="top: 600px; width: 500px"></div>
<svg id="map"></svg><p id="map"></p>
<p style="opacity: 0.5; color: #000">Faded</p>
<p style="background: linear-gradient(90deg, #fff, #333); color: #222">Ends pale</p>
<input value="x" style="border: 1px solid #ccc; background: #fff; width: 90px; height: 50px" title="No edge">
<button style="cursor: pointer; width: 50px; height: 50px"></button><b style="cursor: pointer">Pressed</b>
<svg viewBox="0 0 200 80" width="200" height="80"><image width="200" height="80" href=""></image>
<text y="20" font-size="15" fill="#fff">Bare</text>
<text y="50" font-size="15" fill="#fff" stroke="#000" stroke-width="4" paint-order="stroke">Rimmed</text>
</svg>
<script>document.getElementById("map").append(document.createElement("g"))</script>
"""


NOTE_FLASHES = """() => {
    const noted = window.flashes = [];
    const note = (flash) => {
        const words = flash.querySelector("text"), scale = document.getElementById("map").getScreenCTM().a;
        const [box, map] = [words, document.getElementById("map-area")].map((e) => e.getBoundingClientRect());
        const room = 16;  // it comes in with a small move
        const isSeen = box.left >= map.left - room && box.right <= map.right + room
            && box.top >= map.top - room && box.bottom <= map.bottom + room;
        const size = Math.round(parseFloat(getComputedStyle(words).fontSize) * scale * 10) / 10;
        noted.push({ turned: flash.classList.contains("turned"), size, isSeen });
    };
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((added) => {
        const flash = added.querySelector?.(".flash");
        if (flash) note(flash);
    }))).observe(document.getElementById("overlay-top"), { childList: true });
}"""
"""Keeps of each flash how large it came, whether turned round, and whether all of it was in sight."""


def test_the_audit_finds_what_was_planted(sit: Sit) -> None:
    phone = sit("nobody", PHONE, "about:blank")
    phone.page.set_content(PLANTED)
    by_keys(phone)
    problems = "\n".join([*audit(phone), *too_pale(phone), *phone.troubles])
    phone.troubles.clear()
    assert "Rimmed" not in problems
    for sign in (
        "wide in a window of 390",
        "contrast 2.3",
        "20 x 60 px",
        "overlap",
        "pressed",
        "no SVG",
        "the id map",
        'contrast 3.98: p "Faded"',
        'contrast 1.26: p "Ends pale"',
        'contrast 1.00: text "Bare"',
        "contrast of an edge 1.61",
        "no name: button",
        'pressed by a pointer alone: b "Pressed"',
    ):
        assert sign in problems


FREE = """() => {
    const points = [];
    for (let x = 5; x < innerWidth; x += 10) for (let y = 5; y < innerHeight; y += 10) points.push([x, y]);
    const free = points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest("#map-box"));
    return free.length / points.length;
}"""
"""How much of the window is map over which nothing lies."""


def test_the_map_has_most_of_the_gm_s_page_and_the_order_room_for_ten(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    crowd = [{"id": f"guard-{n}", "name": f"Guard {n}", "at": [2 + n, 2], "sheet": {}} for n in range(1, 5)]
    command(gm, do="add", combatants=crowd)
    assert gm.find("#map-box").evaluate(FREE) >= 0.7
    rows = gm.find("#order .order-row")
    assert rows.count() > 10
    assert rows.nth(9).evaluate("row => row.getBoundingClientRect().bottom") < gm.find("#order").evaluate(
        "order => order.getBoundingClientRect().bottom"
    )
    was = gm.token("kit").bounding_box()
    gm.page.keyboard.press("m")
    expect(gm.button("The map alone")).to_have_attribute("aria-pressed", "true")
    expect(gm.find("#order")).to_be_hidden()
    assert gm.find("#map-box").evaluate(FREE) >= 0.9
    gm.button("The map alone").click()
    expect(gm.find("#order")).to_be_visible()
    assert gm.token("kit").bounding_box() == was, "the map lies as it lay"


def test_the_name_of_the_game_is_whole_on_a_phone(sit: Sit, server: Server) -> None:
    gm = sit("GM", PHONE, server.gm)
    command(gm, do="begin")
    for width in (320, 360, 390):
        gm.page.set_viewport_size({"width": width, "height": 844})
        name, bar = gm.box(gm.find(".top-home b")), gm.box(gm.find(".top-name"))
        assert name["x"] >= bar["x"]
        assert name["x"] + name["width"] <= bar["x"] + bar["width"]
        assert bar["x"] + bar["width"] <= width
        whose = gm.find(".whose")
        assert whose.evaluate("words => words.scrollWidth <= words.clientWidth"), "and so is whose turn it is"


ROOMY = """(order) => {
    const box = order.getBoundingClientRect();
    const rows = [...order.querySelectorAll(".order-row, .timeline-row")];
    const isWhole = ({ top, bottom }) => top >= box.top && bottom <= box.bottom;
    return rows.map((row) => row.getBoundingClientRect()).filter(isWhole).length;
}"""
"""How many rows of the order are seen whole."""


@pytest.mark.parametrize("fight", ONE_A_SYSTEM)
def test_ten_rows_of_the_order_are_seen_in_every_system(sit: Sit, house: Server, fight: str) -> None:
    ready = read_fight(fight)
    crowd = [*ready.combatants()]
    spots = [[column, 1] for column in range(2, 14)]
    for number in range(len(crowd), 11):
        crowd.append({**crowd[-1], "id": f"more-{number}", "name": f"Guardsman {number}", "at": spots.pop()})
    table = lay_out_fight(
        house.data, "Crowd", system=ready.system, name="Crowd", battle_map=ready.map, combatants=crowd
    )
    gm = sit("GM", GM, own_table(house, table).gm)
    command(gm, do="begin")
    for _ in range(3):
        settle(gm)
        gm.catch_up()
    expect(gm.find("#top")).to_have_attribute("data-running", "1")
    shown = gm.find(".side.left :is(#order, #timeline):visible")
    assert shown.evaluate(ROOMY) >= 10
    look_over(gm, f"ten rows, {ready.system}")
    gm.find(".side.left [data-select]:visible").first.click()
    gm.catch_up()
    for hand in (".token >> nth=0", "#log"):  # on the map, and on the log, which then has room for more
        gm.find(hand).hover()
        assert gm.find("#map-box").evaluate(FREE) >= 0.7, f"with a card open, the hand at {hand}"
    look_over(gm, f"ten rows and a card, {ready.system}")
    for row in gm.find("#order .order-name:visible").all():
        assert row.evaluate("name => name.scrollWidth <= name.clientWidth + 1"), row.text_content()


def test_the_pages_of_play(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()
    setting_up(gm)
    the_sheet(ann)
    command(gm, do="gm-set", target="raider-3", state={"at": [3, 7], "wounds": 3})
    command(gm, do="gm-set", target="brannock", state={"wounds": 4})
    expect(gm.token("brannock")).to_have_attribute("aria-label", re.compile("Incapacitated"))
    aiming(gm, ann)
    asking(gm, ann, table)
    the_fight_on(sit, server, gm, ann, table)


def setting_up(gm: Seat) -> None:
    look_over(gm, "gm")
    for fold in ("add", "people", "map", "settings"):
        gm.open(f"#fold-{fold}")
        look_over(gm, f"gm-{fold}")
    gm.find("#fold-settings > summary").click()
    for tool in ("door", "ground", "select"):
        gm.open("#fold-draw")
        gm.find(f"[data-draw='{tool}']").click()
        look_over(gm, f"gm-draw-{tool}", colours=tool == "select")
    gm.find("[data-draw-all=window]").click()
    look_over(gm, "gm-draw-picked")
    gm.find("#fold-draw > summary").click()
    gm.find("#links-menu > summary").click()
    expect(gm.find(".qr")).to_be_visible()
    look_over(gm, "gm-invite")
    gm.page.keyboard.press("Escape")
    gm.find("[data-select=kit]").click()
    gm.open("#gm-kit")
    gm.find("#edit-kit button").scroll_into_view_if_needed()
    look_over(gm, "gm-reins")
    gm.find("#gm-kit > summary").click()
    gm.open("#touch-more-kit")
    gm.open("#new-mark-kit")
    look_over(gm, "gm-touch")
    gm.find("#touch-more-kit > summary").click()
    gm.find("#new-mark-kit > summary").click()


def the_sheet(ann: Seat) -> None:
    look_over(ann, "play")
    ann.find("#tab-fight").tap()
    look_over(ann, "play-log")
    ann.find("#tab-me").tap()
    for height in ("whole", "line", "actions"):
        ann.find("#sheet-grip").tap()
        expect(ann.find("#sheet")).to_have_attribute("data-ui-height", height)
        look_over(ann, f"play-{height}", colours=height == "whole")
    ann.token("kit").tap()
    expect(ann.drawn("overlay-reach")).to_have_count(2)
    ann.press_cell((4, 8))
    expect(ann.find("#move-bar")).to_be_visible()
    look_over(ann, "play-moving")
    ann.button("Cancel").tap()


def aiming(gm: Seat, ann: Seat) -> None:
    gm.find("[data-select=kit]").click()
    gm.find("#selected [data-mode=aim]").first.click()
    gm.token("raider-3").click()
    expect(gm.find("#aim.open .bar").first).to_be_visible()
    gm.find("[data-fact=modifier]").fill("-15")
    gm.find("[data-fact=modifier]").press("Enter")
    expect(gm.find("#aim .fact.overruled")).to_have_count(1)
    look_over(gm, "gm-aim")
    gm.find("#aim [data-rule]").first.click()
    expect(gm.find(".rule-card")).to_be_visible()
    look_over(gm, "gm-rule")
    for _ in range(2):
        gm.page.keyboard.press("Escape")
    ann.token("raider-3").tap()
    expect(ann.find("#aim.open .bar").first).to_be_visible()
    look_over(ann, "play-aim")
    ann.find("#aim [data-close-aim][aria-label]").tap()


def asking(gm: Seat, ann: Seat, table: Seat) -> None:
    command(gm, do="edit", target="kit", by_hand=True)
    shoot(gm, "raider-3", "kit", face=3)
    for seat in (gm, ann):
        expect(seat.find("#prompt[data-mine] .offer-button").first).to_be_visible()
        look_over(seat, "asked")
    expect(table.find("#prompt")).to_contain_text("Waiting")
    look_over(table, "screen-waiting")
    ann.button(re.compile("^Dodge")).tap()
    for seat in (gm, ann):
        expect(seat.find("#prompt .faces input")).to_be_visible()
        look_over(seat, "real-dice")
    command(gm, actor="kit", answer="faces", faces=[97])
    table.page.evaluate(NOTE_FLASHES)
    command(gm, actor="kit", answer="faces", faces=[97])
    table.page.wait_for_function("() => window.flashes.length >= 2")
    look_over(table, "screen-flash")
    flashes = table.page.evaluate("window.flashes")
    assert {flash["turned"] for flash in flashes} == {False, True}, "both long sides read it"
    for flash in flashes:
        assert flash["size"] >= 48
        assert flash["isSeen"], "all of it is in sight"
    expect(table.find(".flash")).to_have_count(0)
    for seat in (gm, ann, table):
        expect(seat.token("kit")).to_have_attribute("aria-label", re.compile("Wounds 2 of 5"))
    command(gm, do="edit", target="raider-3", by_hand=False)
    command(gm, do="attack", actor="kit", target="raider-3", **{"with": "blast-pistol"})
    command(gm, actor="kit", answer="faces", faces=[3])
    expect(ann.find(".prompt-wait")).to_be_visible()
    look_over(ann, "play-waiting")
    command(gm, actor="raider-3", answer="none")
    for seat in (gm, ann, table):
        expect(seat.find("#prompt")).to_be_empty()
    ann.whole_map()
    ann.drag("kit", (12, 3))
    expect(ann.toast()).to_be_visible()
    expect(ann.find(".ghost")).to_have_count(0)
    look_over(ann, "play-refused")
    ann.find("[data-close-toast]").tap()


def the_fight_on(sit: Sit, server: Server, gm: Seat, ann: Seat, table: Seat) -> None:
    command(gm, do="edit", target="kit", by_hand=False)
    command(gm, do="begin")
    for seat in (gm, ann, table):
        expect(seat.find("#turn-words")).to_contain_text("Round 1")
    look_over(gm, "gm-fight")
    look_over(ann, "play-fight")
    look_over(table, "screen-fight")
    line = gm.find("#log .is-roll").last
    line.locator("summary").click()
    expect(line.locator(".figures")).to_be_visible()
    look_over(gm, "gm-log")
    wide = come_in(sit, server.join, "Dora", "dutch", viewport={"width": 1440, "height": 900})
    look_over(wide, "play-fight")
    narrow = sit("GM on a phone", PHONE, server.gm)
    narrow.wait_until_live()
    look_over(narrow, "gm-fight")


def test_pages_are_dark_until_light_is_chosen_and_the_projector_stays_dark(sit: Sit, server: Server) -> None:
    def scheme() -> Any:
        return gm.page.evaluate("getComputedStyle(document.documentElement).colorScheme")

    gm = sit("GM", GM, server.gm, color_scheme="light")
    assert scheme() == "dark"
    gm.find("[data-theme-toggle]").click()
    assert scheme() == "light"
    gm.page.goto(server.screen)
    assert scheme() == "dark"
    gm.page.goto(server.gm)
    assert scheme() == "light"
