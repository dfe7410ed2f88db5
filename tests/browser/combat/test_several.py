"""Several at once by hand: Shift and a frame, a formation that is dragged, and one press for all."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.people import command
from tests.browser.seat import Seat
from tests.load.server import Server

TWO = {"raider-1": (10, 7), "raider-2": (11, 8)}


def placed(gm: Seat) -> None:
    for who, at in TWO.items():
        command(gm, do="gm-set", target=who, state={"at": list(at)})
        gm.is_at(who, at)


def frame(gm: Seat, key: str | None = "Shift") -> None:
    """Draw a frame round the two."""
    with gm.pulling((9.2, 6.2), (12.8, 9.8), key):
        pass
    expect(gm.find("#several-words")).to_have_text("2 chosen: Raider 1, Raider 2")


def test_a_frame_chooses_and_a_drag_moves_all_and_one_undo_takes_it_back(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    placed(gm)
    frame(gm)
    expect(gm.find(".token.chosen")).to_have_count(2)
    with gm.dragging("raider-1", (12, 7)):
        expect(gm.find(".formation-place:not(.bad)")).to_have_count(2)
    gm.is_at("raider-1", (12, 7))
    gm.is_at("raider-2", (13, 8))
    gm.find("#undo, [aria-label=Undo]").first.click()
    gm.is_at("raider-1", TWO["raider-1"])
    gm.is_at("raider-2", TWO["raider-2"])


def test_who_cannot_go_along_is_told_before_the_hand_is_lifted(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    placed(gm)
    frame(gm)
    command(gm, do="gm-set", target="kit", state={"at": [10, 8]})
    with gm.dragging("raider-1", (9, 7)):
        expect(gm.find("#several-stuck")).to_have_text(re.compile("1 cannot: Raider 2: Kit stands there"))
        expect(gm.find(".formation-place.bad")).to_have_count(1)
    gm.is_at("raider-1", (9, 7))
    gm.is_at("raider-2", TWO["raider-2"])


def test_shift_adds_and_takes_out_and_escape_lets_all_go(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    for who in ("raider-1", "raider-3"):
        gm.token(who).locator(".back").click(modifiers=["Shift"])
    expect(gm.find("#several .several-name")).to_have_text(["Raider 1", "Raider 3"])
    gm.token("raider-1").locator(".back").click(modifiers=["Shift"])
    expect(gm.find("#several .several-name")).to_have_text(["Raider 3"])
    gm.page.keyboard.press("Escape")
    expect(gm.find("#several")).to_be_hidden()
    expect(gm.find("#several-bar")).to_be_hidden()


def test_one_press_hides_hurts_and_marks_all(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    placed(gm)
    frame(gm)
    gm.find("#several-marks > summary").click()
    gm.find("#several-mark-name").fill("Cursed")
    gm.find("#several-mark-rounds").fill("2")
    gm.button("Mark all of them").click()
    expect(gm.find("#several-marks .touch-chip")).to_have_text("Take away: Cursed")
    gm.find("#several-harm > summary").click()
    gm.find("#several-harm-rating").fill("1")
    gm.button("Deal it to all").click()
    expect(gm.log("The GM deals damage to Raider 2.")).to_have_count(1)
    gm.find("#several-gm > summary").click()
    gm.find("#several-gm").get_by_role("button", name="Hide").click()
    expect(gm.find(".token.hidden-one.chosen")).to_have_count(2)


def test_an_order_is_carried_out_by_each(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    placed(gm)
    frame(gm)
    gm.find(".several-do").filter(has_text="Stow").click()
    expect(gm.log(re.compile("Raider [12] .*(puts|stows|holster)", re.IGNORECASE))).to_have_count(2)


def test_on_a_phone_a_mode_chooses_by_taps(sit: Sit, server: Server) -> None:
    gm = sit("GM", PHONE, server.gm)
    placed(gm)
    gm.press(gm.map_tool("[data-tool=several]"))
    expect(gm.find("#several-words")).to_contain_text("Tap those whom you mean")
    for who in TWO:
        gm.press_token(who)
    expect(gm.find("#several-words")).to_have_text("2 chosen: Raider 1, Raider 2")
    gm.press(gm.find("#several-open"))
    expect(gm.find("#several")).to_be_in_viewport()
    gm.press(gm.find("#several-none"))
    expect(gm.find("#several-bar")).to_be_hidden()
