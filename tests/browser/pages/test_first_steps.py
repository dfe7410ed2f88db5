"""From the first page to a fight by the way that an empty table shows, with the GM's presses counted.

Typing is not counted, nor what the players press on their own phones: a character, and Join.
"""

from __future__ import annotations

from collections import Counter

from playwright.sync_api import Locator, expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.looks import look_over
from tests.browser.seat import Cell, Seat
from tests.load.server import Server

MOST_PRESSES = 14
SPOTS = {"heroes": (8, 8), "foes": (16, 8)}
"""Where the GM presses on the map to have them stand."""


def is_ticked(gm: Seat, *steps: str) -> None:
    """Wait until these steps are ticked, and no other."""
    expect(gm.find("#first-steps .step.done")).to_have_count(len(steps))
    for step in steps:
        expect(gm.find(f"#first-steps .done[data-first-step={step}]")).to_be_visible()


def stand_together(gm: Seat, spot: Cell, count: int) -> None:
    """Check that so many stand on a cell and round it."""
    cells = [gm.place(who) for who in gm.tokens()[-count:]]
    assert spot in cells
    assert all(max(abs(column - spot[0]), abs(row - spot[1])) <= 2 for column, row in cells)


def test_an_empty_table_shows_the_way_to_a_fight_in_few_presses(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.page.goto("/")
    presses = Counter[str]()

    def press(target: Locator) -> None:
        gm.press(target)
        presses["gm"] += 1

    gm.find("[name=name]").fill("Thursdays")
    press(gm.find("label:has([name=system][value=savage])"))
    press(gm.button("Create"))
    gm.page.wait_for_url("**/gm")
    gm.wait_until_live()
    is_ticked(gm)
    expect(gm.find("#first-steps .step:disabled")).to_have_count(1)
    look_over(gm, "an empty table")

    press(gm.find("[data-first-step=map]"))
    press(gm.find("#surface [value=grass]"))
    is_ticked(gm, "map")
    done = ["map"]
    for kind, count in (("heroes", "4"), ("foes", "6")):
        press(gm.find(f"[data-first-step={kind}]"))
        expect(gm.find(f"#add-form [name=side][data-side-kind={kind}]")).to_be_checked()
        gm.find("#add-form [name=count]").fill(count)
        press(gm.button("Place on the map"))
        gm.press_cell(SPOTS[kind])
        presses["gm"] += 1
        is_ticked(gm, *(done := [*done, kind]))
        stand_together(gm, SPOTS[kind], int(count))
    assert len(gm.tokens()) == 10

    press(gm.find("[data-first-step=invite]"))
    link = gm.find("#join-url").input_value()
    for name in ("Ann", "Ben", "Cas", "Dee"):  # each takes the first character that is still free
        phone = sit(name, PHONE, link)
        phone.find("[name=name]").fill(name)
        phone.press(phone.find("label.character:has(input:enabled)").first)
        phone.press(phone.button("Join"))
        phone.wait_until_live()
    is_ticked(gm, *done, "invite")
    look_over(gm, "all is ready but the beginning")
    press(gm.find("#links-menu > summary"))  # the menu lies over the last step

    press(gm.find("[data-first-step=begin]"))  # this system asks who is surprised
    expect(gm.button("Begin fight", "#begin-menu")).to_be_in_viewport(
        ratio=1
    )  # with ten who may be surprised
    look_over(gm, "how it begins")
    press(gm.button("Begin fight"))
    expect(gm.find("#top")).to_have_attribute("data-running", "1")
    expect(gm.find("#first-steps")).to_be_hidden()
    assert presses["gm"] <= MOST_PRESSES
