"""A character is copied as text, pasted as somebody else, corrected, and placed on the map by a tap."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server

UNREAD = "\nNotes nobody can read: ~~~"
CELL = (5, 3)


def copied_block(gm: Seat, who: str) -> str:
    """Press "Copy as text" on somebody's sheet, and give what the clipboard has then."""
    gm.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table, _, _ = gm.door()
    gm.page.goto(f"/tables/{table}/gm/sheet/{who}")
    gm.press(gm.find("[data-copy-block]"))
    expect(gm.find("[data-copy-block]")).to_have_text("Copied")
    return str(gm.page.evaluate("navigator.clipboard.readText()"))


def read(gm: Seat, block: str) -> None:
    """Paste a block on the page for it, and have it read."""
    table = gm.page.url.split("/tables/")[1].split("/")[0]
    gm.page.goto(f"/tables/{table}/gm")
    gm.open("#fold-add")
    gm.press(gm.find("#add-by-paste"))
    gm.find("#paste-form textarea").fill(block)
    gm.press(gm.button("Read it"))
    expect(gm.find(".paste-counts")).to_be_visible()


def test_a_block_goes_from_the_clipboard_onto_the_map_and_is_undone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    block = copied_block(gm, "kit")
    assert block.startswith("Kit")
    read(gm, block.replace("Kit", "Corin", 1) + UNREAD)
    expect(gm.find(".paste-lines")).to_contain_text("Notes nobody can read")
    expect(gm.find("#sheet-form [name=name]")).to_have_value(re.compile("^Corin"))
    gm.find("#sheet-form [name=name]").fill("Corin Vale")
    gm.press(gm.find("#sheet-form label:has([name=side][value=heroes])"))
    gm.press(gm.find("#place-pasted"))
    gm.wait_until_live()
    expect(gm.find("body")).to_contain_text("Tap where they stand.")
    gm.press_cell(CELL)
    for seat in (gm, ann):
        expect(seat.find("[data-name='Corin Vale']")).to_have_attribute("data-place", "5,3")
    gm.press(gm.find("#undo, [aria-label=Undo]").first)
    for seat in (gm, ann):
        expect(seat.find("[data-name='Corin Vale']")).to_have_count(0)


def test_a_wrong_number_stays_on_the_page_until_it_is_corrected(sit: Sit, server: Server) -> None:
    gm = sit("GM", PHONE, server.gm)
    read(gm, copied_block(gm, "kit"))
    gm.find("#sheet-form [name=name]").fill("")
    gm.press(gm.find("#place-pasted"))
    expect(gm.find("#sheet-form [name=name]")).to_be_focused()
    gm.find("#sheet-form [name=name]").fill("Corin Vale")
    gm.press(gm.find("#place-pasted"))
    gm.wait_until_live()
    expect(gm.find("body")).to_contain_text("Tap where they stand.")
    gm.press(gm.find("#move-cancel"))
    expect(gm.find("[data-name='Corin Vale']")).to_have_count(0)
    gm.page.reload()
    gm.wait_until_live()
    expect(gm.find("body")).not_to_contain_text("Tap where they stand.")
