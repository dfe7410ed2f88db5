"""Rulers and areas in real browsers, by mouse, finger and keys, shown to all; and a fight on zones alone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import GM, PICTURES, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command, gather, shoot, type_dice
from tests.browser.seat import Seat
from tests.load.server import Server

RULER, AREA = ".map-tools [data-tool=ruler]", ".map-tools [data-tool=area]"
ZONES: dict[str, Any] = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bar", "name": "The bar", "links": ["street"]},
        {"id": "street", "name": "Street", "links": ["yard"]},
        {"id": "yard", "name": "Back yard", "links": ["roof"]},
        {"id": "roof", "name": "Roof"},
    ],
}


def drag(seat: Seat, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag from one place of the map to another, in cells."""
    with seat.pulling(start, end):
        pass


def photograph(name: str, *seats: Seat) -> None:
    for seat in seats if PICTURES else ():
        seat.page.screenshot(path=f"{PICTURES}/{name}-{seat.name.replace(' ', '-')}.png")


def chips(seat: Seat, layer: str) -> list[str]:
    return [text.strip() for text in seat.find(f"#{layer} .chip").all_text_contents()]


def test_rulers_and_areas_are_measured_and_shown_to_all(sit: Sit, server: Server) -> None:
    gm, ann, ben, table = gather(sit, server)
    for seat in (gm, ann, ben):
        seat.whole_map()

    # by mouse: a drag, then point by point, with the way counted on
    gm.press(gm.find(RULER))
    drag(gm, (3.5, 12.5), (9.5, 12.5))
    expect(gm.find("#ruler-words")).to_have_text("6 cells")
    expect(gm.find("#ruler-hint")).to_contain_text("far, the next zone AT-36")
    for seat in (ann, ben, table):
        expect(seat.find("#overlay-shown .chip").first).to_have_text("6 cells · far")
        expect(seat.find("#overlay-shown .chip").last).to_have_text("GM")
    for cell in ((3, 12), (9, 12), (14, 8)):
        gm.press_cell(cell)
    expect(gm.find("#ruler-words")).to_have_text("11 cells")
    assert chips(gm, "overlay-ruler") == ["6 cells", "5 cells", "11 cells · far"]
    gm.press(gm.find("#ruler-back"))
    expect(gm.find("#ruler-words")).to_have_text("6 cells")
    gm.press(gm.find("#ruler-end"))
    gm.press(gm.find("#measure-ruler [data-measure=free]"))
    drag(gm, (3.5, 12.5), (6.5, 8.5))
    expect(gm.find("#ruler-words")).to_have_text("5 cells")
    gm.press(gm.find("#measure-ruler [data-measure=free]"))

    # with one finger: tap, tap, tap, and a button ends it
    ann.press(ann.map_tool(RULER))
    ann.whole_map()
    for cell in ((3, 3), (6, 3), (6, 6)):
        ann.press_cell(cell)
    expect(ann.find("#ruler-words")).to_have_text("6 cells")
    ann.press(ann.find("#ruler-end"))
    expect(ann.find("#ruler-end")).to_be_hidden()
    expect(gm.find("#overlay-shown .chip").filter(has_text="Ann")).to_have_count(1)
    expect(table.find("#overlay-shown .ruler-line")).to_have_count(2)
    look_over(gm, "gm-ruler")
    look_over(ann, "play-ruler")
    photograph("ruler", table)

    # put away, it goes from every page
    gm.page.keyboard.press("Escape")
    expect(gm.find("#measure-ruler")).to_be_hidden()
    expect(table.find("#overlay-shown .ruler-line")).to_have_count(1)
    ann.press(ann.find("#measure-ruler [data-tool='']"))
    expect(table.find("#overlay-shown > *")).to_have_count(0)

    # an area by finger: set down, moved, turned into a cone
    ann.press(ann.map_tool(AREA))
    ann.press_cell((4, 8))
    expect(ann.find("#area-words")).to_have_text("blast, radius 3 cells")
    expect(ann.find("#area-caught")).to_contain_text("Heroes: 2")
    expect(gm.find("#overlay-shown .caught-ring")).to_have_count(2)
    expect(gm.find("#area-caught")).to_be_empty()
    late = come_in(sit, server.join, "Late", "dutch")
    expect(late.find("#overlay-shown-under .area-fill")).to_have_count(1)
    ann.find("#area-size").fill("1")
    expect(ann.find("#area-caught")).to_contain_text("Heroes: 1")
    expect(table.find("#overlay-shown .caught-ring")).to_have_count(1)
    look_over(ann, "play-area")
    photograph("area", table)
    drag(ann, (4.5, 8.5), (4.5, 5.5))
    expect(ann.find("#area-caught")).to_have_text("Nobody is caught.")

    # an area catches whom its viewer knows: the GM's lists all, the projector rings those seen
    gm.press(gm.find(AREA))
    drag(gm, (12.5, 9.5), (12.5, 1.5))
    expect(gm.find("#area-words")).to_have_text("blast, radius 8 cells")
    expect(gm.find("#area-caught")).to_contain_text("Raiders: 3")
    look_over(gm, "gm-area")
    gm.press(gm.find("[data-area-option=walls]"))
    gm.find("#area-size").fill("12")
    expect(gm.find("#area-caught")).to_contain_text("Raiders: 4")
    expect(table.find("#overlay-shown .area-fill, #overlay-shown-under .area-fill")).to_have_count(2)
    assert "Raider 1" not in table.page.content()
    gm.press(gm.find("#measure-area [data-measure=show]"))
    expect(table.find("#overlay-shown-under .area-fill")).to_have_count(1)
    gm.press(gm.find("#measure-area [data-measure=show]"))
    ann.page.close()  # its phone is gone: what it showed is, too, in ten seconds


def test_a_ruler_that_keys_began_on_a_token_goes_where_it_goes(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.find("[data-select=kit]").click()
    column, row = gm.place("kit")
    gm.find(RULER).focus()
    gm.page.keyboard.press("Enter")
    for _ in range(3):
        gm.page.keyboard.press("ArrowUp")
    expect(gm.find("#ruler-words")).to_have_text("3 cells")
    for far, words in ((row + 1, "4 cells"), (row, "3 cells")):
        command(gm, do="gm-set", target="kit", state={"at": [column, far]})
        expect(gm.find("#ruler-words")).to_have_text(words)


def test_everything_is_done_by_keys_alone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.find("[data-select=kit]").click()
    column, row = gm.place("kit")
    gm.find(RULER).focus()
    keys = gm.page.keyboard
    keys.press("Enter")
    for _ in range(3):
        keys.press("ArrowUp")
    expect(gm.find("#ruler-words")).to_have_text("3 cells")
    keys.press(" ")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    expect(gm.find("#ruler-words")).to_have_text("5 cells")
    assert chips(gm, "overlay-ruler")[:2] == ["3 cells", "2 cells"]
    keys.press("Enter")
    expect(gm.find("#ruler-end")).to_be_hidden()
    gm.is_at("kit", (column, row))
    keys.press("Escape")
    expect(gm.find("#measure-ruler")).to_be_hidden()

    gm.find(AREA).focus()
    keys.press("Enter")
    gm.find("[data-shape=cone]").focus()
    keys.press("Enter")
    gm.find("#map").focus()
    keys.press("Enter")
    expect(gm.find("#area-words")).to_have_text("cone, 3 cells")
    before = gm.find("#overlay-area .area-rim").get_attribute("d")
    keys.press(".")
    expect(gm.find("#overlay-area .area-rim")).not_to_have_attribute("d", before or "")
    turned = gm.find("#overlay-area .area-rim").get_attribute("d")
    keys.press(",")
    expect(gm.find("#overlay-area .area-rim")).to_have_attribute("d", before or "")
    keys.press("ArrowDown")
    expect(gm.find("#overlay-area .area-rim")).not_to_have_attribute("d", before or "")
    assert turned != before
    keys.press("Delete")
    expect(gm.find("#overlay-area > *")).to_have_count(0)
    keys.press("Escape")


def test_a_fight_on_zones_alone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    command(gm, do="set-map", map=ZONES)
    places = {"kit": "bar", "brannock": "bar", "dutch": "street", "raider-1": "street", "raider-2": "yard"}
    for who, zone in {**places, "raider-3": "yard", "raider-4": "roof"}.items():
        command(gm, do="gm-set", target=who, state={"at": zone})
    crowd = [
        {"id": f"m{n}", "name": f"Mob {n}", "side": "raiders", "sheet": {}, "at": "roof"} for n in range(30)
    ]
    sheet = {"skills": {"ranged": 60}, "weapons": ["blast-pistol"]}
    nova = {"id": "nova", "name": "Nova", "side": "heroes", "sheet": sheet, "at": "bar"}
    command(gm, do="add", combatants=[nova, *crowd])
    phone = come_in(sit, server.join, "Zoe", "nova")
    for seat in (gm, phone):
        expect(seat.find("#map")).to_have_attribute("data-kind", "zones")
        expect(seat.find("#map-zones .zone")).to_have_count(4)
        expect(seat.find("#map-zones .zone-link")).to_have_count(3)
        expect(seat.token("m29")).to_have_count(1)
        seat.whole_map()
    stands = gm.find("#tokens .token").evaluate_all("all => all.map(t => `${t.dataset.x},${t.dataset.y}`)")
    assert len(set(stands)) == len(stands) == 38, "nobody stands on another, however many"
    names = gm.find("#map-zones .zone text").evaluate_all(
        "all => all.map(t => t.getBoundingClientRect().height)"
    )
    assert min(names) >= 11, "the names can be read"

    # a token goes from zone to zone by keys and by dragging, and no farther than it may
    def middle(seat: Seat, zone: str) -> tuple[float, float]:
        box = seat.box(seat.find(f"#map-zones [data-zone='{zone}'] polygon"))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8

    def carry(who: str, zone: str) -> None:
        box = gm.box(gm.token(who).locator(".back"))
        gm.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        gm.page.mouse.down()
        gm.page.mouse.move(*middle(gm, zone), steps=5)
        gm.page.mouse.up()

    carry("brannock", "street")
    expect(gm.token("brannock")).to_have_attribute("data-place", "street")
    expect(phone.token("brannock")).to_have_attribute("data-place", "street")
    gm.token("raider-2").focus()
    gm.page.keyboard.press("ArrowRight")
    expect(gm.find("#move-here")).to_be_visible()
    gm.page.keyboard.press("Enter")
    expect(gm.token("raider-2")).to_have_attribute("data-place", "roof")

    # the ruler counts links, and the zones say their range from the one selected
    gm.press(gm.find("[data-select=nova]"))
    gm.press(gm.find(RULER))
    gm.press(gm.find("#measure-ruler [data-zones-layer]"))
    expect(gm.find("#overlay-zone-words .chip")).to_have_text(
        ["0 · near", "1 · far", "2 · distant", "3 · distant"]
    )
    gm.page.mouse.click(*middle(gm, "bar"))
    gm.page.mouse.click(*middle(gm, "yard"))
    expect(gm.find("#ruler-words")).to_have_text("2 links")
    expect(gm.find("#ruler-hint")).to_contain_text("distant, 2 zones away AT-37")
    expect(phone.find("#overlay-shown .chip").first).to_have_text("2 links · distant")
    photograph("zones", gm, phone)
    gm.page.keyboard.press("Escape")
    gm.press(gm.find(AREA))
    gm.page.mouse.click(*middle(gm, "street"))
    expect(gm.find("#area-words")).to_have_text("Street")
    expect(gm.find("#area-caught")).to_contain_text("Heroes: 2")
    expect(gm.find("#area-caught")).to_contain_text("Raiders: 1")
    gm.page.keyboard.press("Escape")

    # aiming says the same range, and the shot is played to its end
    command(gm, do="turn", actor="nova")
    phone.press(phone.find("#selected [data-mode=aim]").first)
    phone.press(phone.token("raider-1"))
    expect(phone.find("#aim.open")).to_contain_text(re.compile("far: the next zone", re.I))
    phone.press(phone.find("#aim [data-close-aim]").first)
    shoot(gm, "nova", "raider-1", 99)
    expect(gm.log("Nova")).not_to_have_count(0)
    if gm.is_asked():
        type_dice(gm, 99)
