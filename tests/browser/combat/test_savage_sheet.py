"""A table of cards and exploding dice: chosen on the first page, filled from stock, sheet and file."""

from __future__ import annotations

import json
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server
from tests.rules.systems.savage.sheet.swade import actor, item, skill, weapon

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
    if button == "Create":
        gm.find("[name=name]").fill("Thursdays")
        gm.find("[name=system][value=savage]").check()
    gm.button(re.compile(button)).click()  # the first time, its map is painted
    gm.page.wait_for_url("**/gm")
    gm.wait_until_live()
    return gm


def fits(seat: Seat) -> bool:
    """Say whether nothing stands out to the side."""
    return bool(seat.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_table_of_the_chosen_system_is_filled_from_its_stock_in_numbered_groups(
    sit: Sit, server: Server
) -> None:
    gm = gm_at(sit, server, "Create")
    open_fold(gm, "add")
    form = gm.find("#add-form")
    form.locator("[name=item][value=guard]").check()
    form.locator("[name=count]").fill("3")
    form.get_by_text("Another side").click()
    form.locator("[name=side_name]").fill("watch")
    form.get_by_role("button", name="Add").click()
    expect(gm.find("#order .order-row")).to_have_count(3)
    expect(gm.find("#order")).to_contain_text(re.compile("Guard [0-9]{2}"))


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
    expect(gm.find("#tokens > .token[data-name='Vex Marrow']")).to_be_visible()
    report.get_by_role("button", name="Close the report").click()
    expect(report).to_be_empty()

    file.write_text("[]", encoding="utf-8")
    gm.find("#actor-form [name=file]").set_input_files(file)
    expect(gm.toast()).to_contain_text("holds a list")


def test_the_sheet_shows_dice_and_is_changed_in_place(sit: Sit, server: Server) -> None:
    gm = gm_at(sit, server, "The Toll Bridge")
    gm.find("[data-select=captain]").first.click()
    gm.find("#selected").get_by_role("link", name="Full sheet").click()
    expect(gm.page.get_by_role("heading", name="Captain Brock")).to_be_visible()
    vigor = gm.find(
        ".sw-attribute",
    ).filter(has_text="Vigor")
    expect(vigor.get_by_role("img", name="d10")).to_be_visible()
    assert fits(gm)

    gm.page.get_by_role("link", name="Edit").click()
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

    gm.page.get_by_role("link", name="Back to the table").click()
    gm.wait_until_live()
    gm.find("[data-undo]").click()
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
        gm.find("#new-map").get_by_role("button", name="Create").click()
    expect(gm.find(".order-row")).to_have_count(0)
    open_fold(gm, "map")
    gm.find("#scene-list > summary").click()
    with gm.page.expect_navigation():
        gm.button("Activate The Toll Bridge for the players").click()
    expect(gm.token("maren")).to_be_visible()


# ------------------------------------------------------------------------- one's own sheet and picture
def test_a_player_puts_a_picture_on_the_own_token_and_writes_the_own_sheet(
    sit: Sit, server: Server, tmp_path: Path
) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    ann = come_in(sit, server.join, "Ann", "kit")
    photo = tmp_path / "me.jpg"
    Image.linear_gradient("L").resize((300, 400)).save(photo)

    ann.press(ann.find("#selected a:has-text('Full sheet')"))
    ann.press(ann.find("#face-menu > summary"))
    ann.page.set_input_files("#face-form [name=file]", photo)
    window = ann.find("#face-canvas")
    expect(window).to_be_focused()
    expect(ann.find("#face-form [name=y]")).to_have_value("0.37500")  # as high as it goes
    for key in ("+", "+", "ArrowUp", "ArrowLeft"):
        window.press(key)
    expect(ann.find("#face-form [name=size]")).to_have_value("0.81000")
    box = ann.box(window)
    ann.page.mouse.move(box["x"] + 150, box["y"] + 150)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + 150, box["y"] + 20)
    ann.page.mouse.up()
    expect(ann.find("#face-form [name=y]")).not_to_have_value("0.37500")
    assert fits(ann)
    ann.press(ann.button("Use for the token"))
    expect(ann.find(".sheet-head img.face")).to_have_js_property("naturalWidth", 256)
    expect(gm.find("#order [data-order-who=kit] img.face")).to_have_js_property("naturalWidth", 256)
    expect(gm.find("#token-kit image.face")).to_have_count(1)

    ann.press(ann.find(".sheet-bar-top a:has-text('Edit')"))
    ann.page.wait_for_url("**/edit")
    ann.page.wait_for_load_state()  # the scripts listen from then on
    grit = ann.find("[name='attributes.grit']")
    grit.fill("77")
    expect(ann.find("label:has([name='attributes.grit']) .wrong")).to_have_text("At most 30.")
    grit.fill("14")
    expect(ann.find("#sheet-state")).to_have_text("The sheet can be saved so.")
    expect(ann.find(".wrong")).to_have_count(0)
    ann.press(ann.button("Save the sheet"))
    expect(ann.find(".at-boxes")).to_contain_text("70")
    expect(gm.find("#log")).to_contain_text("Who plays Kit changes the sheet.")


def test_a_scene_is_prepared_while_another_lies_before_the_table(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    here = gm.find("#tokens > .token").count()
    open_fold(gm, "map")
    gm.find("#new-map > summary").click()
    gm.find("#new-map [name=name]").fill("The yard")
    gm.find("#new-map [name=prepared]").check()
    gm.find("#new-map button.primary").click()
    gm.find("#scene-list > summary").click()
    gm.find("#scene-list").get_by_role("link", name="Prepare The yard").click()
    expect(gm.find("#prepared-bar")).to_contain_text("Preparing The yard")
    gm.wait_until_live()
    open_fold(gm, "add")
    gm.find("#add-form [name=count]").fill("2")
    gm.button("Add", "#add-form").click()
    expect(gm.find("#tokens > .token")).to_have_count(2)
    gm.find("#prepared-bar a").click()
    gm.wait_until_live()
    expect(gm.find("#tokens > .token")).to_have_count(here)


def test_a_sheet_fills_one_printed_page_and_leaves_the_buttons_out(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    table = gm.find("body").get_attribute("data-table")
    gm.page.goto(f"/tables/{table}/gm/sheet/brannock")
    gm.page.emulate_media(media="print")
    expect(gm.find(".sheet-bar-top")).to_be_hidden()
    expect(gm.find(".rule").first).to_be_hidden()
    assert (
        gm.find("body").evaluate("(body) => getComputedStyle(body).backgroundColor") == "rgb(255, 255, 255)"
    )
    printed = gm.page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
