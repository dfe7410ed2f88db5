"""A table of cards and exploding dice: chosen on the first page, filled from stock, sheet and file."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.seat import Seat
from tests.load.server import Server
from tests.rules.systems.savage.swade import actor, item, skill, weapon

VEX = actor(
    skill("Fighting", 8),
    weapon("Hook sword", "@str+d6"),
    item("power", "Fire dart"),
    item("edge", "<img src=x onerror=alert(1)>"),
)


def open_fold(seat: Seat, name: str) -> None:
    fold = seat.find(f"#fold-{name}")
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()


def gm_at(sit: Sit, server: Server, button: str, window: dict[str, object] = GM) -> Seat:
    """Let the GM in and press a button of the first page, which makes a table."""
    gm = sit("GM", window, server.gm)
    gm.page.goto("/")
    if button == "Make it":
        gm.find("[name=name]").fill("Thursdays")
        gm.find("[name=system][value=savage]").check()
    gm.button(re.compile(button)).click(timeout=30_000)  # the first time, its map is painted
    gm.page.wait_for_url("**/gm")
    gm.wait_until_live()
    return gm


def fits(seat: Seat) -> bool:
    """Say whether nothing stands out to the side."""
    return bool(seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_table_of_the_chosen_system_is_filled_from_its_stock_in_numbered_groups(
    sit: Sit, server: Server
) -> None:
    gm = gm_at(sit, server, "Make it")
    open_fold(gm, "add")
    form = gm.find("#add-form")
    form.locator("[name=item]").select_option("guard")
    form.locator("[name=count]").fill("3")
    form.locator("[name=side]").fill("watch")
    form.get_by_role("button", name="Add").click()
    expect(gm.find("#order .order-row")).to_have_count(3)
    expect(gm.find("#order")).to_contain_text("Guard 3")


def test_a_character_file_is_dropped_and_its_report_read(sit: Sit, server: Server, tmp_path: Path) -> None:
    gm = gm_at(sit, server, "The Toll Bridge")
    file = tmp_path / "fvtt-Actor-vex.json"
    file.write_text(json.dumps(VEX), encoding="utf-8")
    gm.page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "fvtt-Actor-vex.json", {type: "application/json"}));
            const about = {bubbles: true, cancelable: true, dataTransfer: data};
            document.body.dispatchEvent(new DragEvent("drop", about));
        }""",
        file.read_text(encoding="utf-8"),
    )
    report = gm.find("#actor-report")
    expect(report).to_contain_text("Vex Marrow: on the map")
    expect(report).to_contain_text("1 power")
    expect(report.locator("img")).to_have_count(0)
    expect(gm.token("vex-marrow")).to_be_visible()
    report.get_by_role("button", name="Close the report").click()
    expect(report).to_be_empty()

    file.write_text("[]", encoding="utf-8")
    gm.find("#actor-form [name=file]").set_input_files(file)
    expect(gm.toast()).to_contain_text("holds a list")


def test_the_sheet_shows_dice_and_is_changed_in_place(sit: Sit, server: Server) -> None:
    gm = gm_at(sit, server, "The Toll Bridge")
    gm.find("[data-select=captain]").first.click()
    gm.find("#selected").get_by_role("link", name="Whole sheet").click()
    expect(gm.page.get_by_role("heading", name="Captain Brock")).to_be_visible()
    vigor = gm.find(
        ".sw-attribute",
    ).filter(has_text="Vigor")
    expect(vigor.get_by_role("img", name="d10")).to_be_visible()
    assert fits(gm)

    gm.page.get_by_role("link", name="Change").click()
    gm.page.get_by_label("Vigor").fill("d12+1")
    gm.page.get_by_label("Pace").fill("99")
    gm.button("Save the sheet").click()
    expect(gm.find("[name=pace]:user-invalid")).to_be_visible()  # the browser says so by itself
    gm.page.get_by_label("Pace").fill("7")
    gm.find("[name=held]").fill("tank")
    gm.button("Save the sheet").click()
    expect(gm.toast()).to_contain_text("held")
    expect(gm.page.get_by_label("Vigor")).to_have_value("d12+1")  # nothing that was typed is lost
    gm.find("[name=held]").fill("")
    gm.button("Save the sheet").click()
    expect(gm.page.get_by_role("img", name="d12+1")).to_be_visible()

    gm.page.get_by_role("link", name="To the table").click()
    gm.wait_until_live()
    gm.button("Undo").click()
    gm.find("[data-select=captain]").first.click()
    expect(gm.find("#selected")).to_contain_text("d10")
    expect(gm.find("#selected")).not_to_contain_text("d12+1")


def test_a_sheet_fits_a_phone_and_paper(sit: Sit, server: Server) -> None:
    gm = gm_at(sit, server, "The Toll Bridge", PHONE)
    table = gm.find("body").get_attribute("data-table")
    for path in ("sheet/maren", "sheet/maren/edit", "sheet-new"):
        gm.page.goto(f"/tables/{table}/gm/{path}")
        expect(gm.page.get_by_role("heading", level=1)).to_be_visible()
        assert fits(gm), path
    gm.page.goto(f"/tables/{table}/gm/sheet/maren")
    gm.page.emulate_media(media="print")
    expect(gm.find(".sheet-bar-top")).to_be_hidden()
    expect(gm.find(".on-paper").first).to_be_visible()
    assert gm.find("body").evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(255, 255, 255)"


def test_a_new_map_under_another_system_leaves_the_old_scene_behind(sit: Sit, server: Server) -> None:
    gm = gm_at(sit, server, "The Toll Bridge")
    open_fold(gm, "map")
    gm.find("#new-map > summary").click()
    gm.find("#new-map [name=system][value=atomic]").check()
    with gm.page.expect_navigation():
        gm.find("#new-map").get_by_role("button", name="Start").click()
    expect(gm.find(".order-row")).to_have_count(0)
    open_fold(gm, "map")
    gm.find("#scene-list > summary").click()
    with gm.page.expect_navigation():
        gm.button("Bring The Toll Bridge before the table").click()
    expect(gm.token("maren")).to_be_visible()
