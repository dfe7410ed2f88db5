"""What the projector goes through on the real table: measured, framed, drawn for miniatures, cut off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.looks import look_over
from tests.browser.people import command
from tests.browser.seat import Seat

CARD_MM, INCH_MM, DIAGONAL = 85.6, 25.4, 24
PX_PER_MM = (1920**2 + 1080**2) ** 0.5 / (DIAGONAL * INCH_MM)
"""Of the screen that this projector is said to be on."""
Place = tuple[float, float, float]


def shown(table: Seat) -> Place:
    """Give how large a cell is, and where the map's upper left corner lies, in pixels."""
    x, y, cell = table.page.evaluate(
        "() => { const at = document.getElementById('map').getScreenCTM(); return [at.e, at.f, at.a * 100]; }"
    )
    return cell, x, y


def settled(table: Seat, is_so: str) -> Place:
    """Wait until the projector shows what it is to show."""
    table.page.wait_for_function(
        f"""() => {{ const m = document.getElementById('map').getScreenCTM();
        const [cell, x, y] = [m.a * 100, m.e, m.f]; return {is_so}; }}"""
    )
    return shown(table)


def near(place: Place) -> str:
    """Write down that the projector shows this place."""
    return " && ".join(
        f"Math.abs({name} - {value}) < 1" for name, value in zip(("cell", "x", "y"), place, strict=True)
    )


def the_screen_is_measured(gm: Seat, table: Seat) -> None:
    table.wait_until_live()
    expect(table.find("#edges text").first).to_have_text("A")
    assert table.find("#edges text").all_text_contents().count("16") == 2
    gm.open("#fold-table")
    expect(gm.find("#table-screens")).to_contain_text("1920 × 1080 not measured yet")
    gm.find("#table-measure").click()
    card = table.find("#measure-card")
    expect(card).to_have_count(1)
    for _ in range(14):  # from 96 pixels an inch on, until it is as large as the card held to it
        table.page.keyboard.press("ArrowLeft")
    assert float(card.get_attribute("width") or 0) == pytest.approx(CARD_MM * PX_PER_MM, rel=0.005)
    table.page.keyboard.press("Enter")
    expect(card).to_have_count(0)
    cell, _, _ = settled(table, "cell > 80")
    assert cell == pytest.approx(INCH_MM * PX_PER_MM, rel=0.01)

    gm.find("#table-measure").click()
    gm.find("[data-measure-by=ruler]").click()
    line = table.find("#measure-ruler")
    expect(line).to_have_count(1)
    length = float(re.findall(r"H([\d.]+)", line.get_attribute("d") or "")[0])
    decimetres = round(length / PX_PER_MM / 100)
    assert length == pytest.approx(decimetres * 100 * PX_PER_MM, rel=0.01)
    gm.find("[data-measure-by=diagonal]").click()
    gm.find("#table-inches-field").fill(str(DIAGONAL))
    gm.find("[data-measure-end=keep]").click()
    expect(line).to_have_count(0)
    wanted = INCH_MM * PX_PER_MM
    cell, _, _ = settled(table, f"Math.abs(cell - {wanted}) < 0.2")
    table.page.reload()
    table.wait_until_live()
    assert settled(table, f"Math.abs(cell - {wanted}) < 0.2")[0] == pytest.approx(wanted, rel=0.01)
    gm.find("[name=cell_mm]").fill("20")
    gm.button("Save", "#fold-table").click()
    settled(table, f"Math.abs(cell - {20 * PX_PER_MM}) < 0.2")
    gm.find("[name=cell_mm]").fill("25.4")
    gm.button("Save", "#fold-table").click()
    settled(table, f"Math.abs(cell - {wanted}) < 0.2")


def the_frame_is_moved(gm: Seat, table: Seat) -> None:
    frame, grip = gm.find("#overlay-frames .table-frame"), gm.find(".frame-grip")
    expect(frame).to_have_attribute("width", re.compile(r"^(1899\.[5-9]|1900(\.[0-4]|$))"))  # once it is told
    cell, x, y = shown(table)
    column, row = (float(frame.get_attribute(which) or 0) / 100 for which in ("x", "y"))
    expect(grip).to_be_visible()
    box = gm.box(grip)
    pixels = gm.page.evaluate("document.getElementById('map').getScreenCTM().a * 100")
    gm.page.mouse.move(box["x"] + 20, box["y"] + 15)
    gm.page.mouse.down()
    gm.page.mouse.move(box["x"] + 20 + 1.2 * pixels, box["y"] + 15 + 2.8 * pixels, steps=4)
    gm.page.mouse.up()
    settled(table, near((cell, x - cell, y - 3 * cell)))
    expect(frame).to_have_attribute("x", f"{100 * (column + 1):g}")
    expect(frame).to_have_attribute("y", f"{100 * (row + 3):g}")
    grip.focus()
    gm.page.keyboard.press("ArrowLeft")
    home = settled(table, near((cell, x, y - 3 * cell)))
    first = table.find("#edges text").first.text_content()
    assert first == "ABCDEFGH"[round(column)]

    gm.find("#table-peek").click()
    expect(gm.find("#overlay-frames .frame-home")).to_have_count(1)
    grip.focus()
    for _ in range(2):
        gm.page.keyboard.press("ArrowRight")
    settled(table, f"!({near(home)})")
    gm.find("#table-return").click()
    settled(table, near(home))
    expect(gm.find("#overlay-frames .frame-home")).to_have_count(0)


def what_is_drawn(gm: Seat, table: Seat) -> None:
    kit = table.token("kit")
    expect(kit.locator(".name.turned")).to_be_visible()
    expect(kit.locator(".name:not(.turned)")).to_be_visible()
    for name in kit.locator(".name").all():
        box, window = table.box(name), table.box(table.find("#map-area"))
        assert window["y"] <= box["y"], "a name at the edge stands where it is seen"
        assert box["y"] + box["height"] <= window["y"] + window["height"]
    size = kit.locator(".name").first.evaluate("name => name.getBoundingClientRect().height")
    assert size >= 28
    for button in table.find("button, a, input, [tabindex='0']").all():
        assert button.evaluate("node => Boolean(node.closest('[inert]'))"), (
            "nothing on the table can be pressed"
        )
    look_over(table, "screen-true-size")
    command(gm, do="edit", target="kit", miniature=True)
    expect(kit.locator(".initials, .name")).to_have_count(0)
    gm.find("[name=draws_all]").check()
    gm.button("Save", "#fold-table").click()
    expect(kit.locator(".initials")).to_have_count(1)


def a_lost_network_changes_nothing(gm: Seat, table: Seat) -> None:
    before = shown(table)
    with table.forgiving("ERR_INTERNET_DISCONNECTED"):
        table.page.context.set_offline(True)
        expect(table.find("#connection")).to_be_visible()
        command(gm, do="gm-set", target="brannock", state={"at": [5, 10]})
        assert shown(table) == before
        table.page.context.set_offline(False)
        expect(table.find("#connection")).to_be_hidden()
    table.is_at("brannock", (5, 10))
    assert shown(table) == before
    expect(gm.find("#overlay-frames .table-frame")).to_have_count(1)
