"""A player of several characters goes from one card to the other by a press on the own page."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server

ROW = "#selected .own-characters button"


def assign(gm: Seat, name: str, who: str) -> None:
    """Let somebody who is here play one character more."""
    gm.open("#fold-people")
    gm.open(f".person:has-text('{name}') details.menu")
    gm.find(".person [name=who]").first.select_option(who)
    gm.press(gm.find(".person").get_by_role("button", name="Assign", exact=True))


def test_a_player_of_two_has_both_on_the_card_and_goes_to_the_other_by_a_press(
    sit: Sit, server: Server
) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    ann = come_in(sit, server.join, "Ann", "kit")
    expect(ann.find(ROW)).to_have_count(0)
    assign(gm, "Ann", "brannock")
    expect(ann.find(f"{ROW} span:last-child")).to_have_text(["Kit", "Brannock"])
    expect(ann.find("#selected")).to_have_attribute("data-who", "kit")
    ann.press(ann.find(ROW).last)
    expect(ann.find("#selected")).to_have_attribute("data-who", "brannock")
    expect(ann.find(f"{ROW}[aria-pressed=true]")).to_contain_text("Brannock")
    expect(ann.find(f"{ROW}[aria-pressed=false]")).to_contain_text("Kit")
    assert all(box["height"] >= 44 for one in ann.find(ROW).all() if (box := one.bounding_box()))
    ann.press(ann.find("[data-tab=fight]"))
    ann.press(ann.find("[data-select=dutch]").first)  # the cards of others keep the way back
    expect(ann.find("#selected")).to_have_attribute("data-who", "dutch")
    ann.press(ann.find(ROW).first)
    expect(ann.find("#selected")).to_have_attribute("data-who", "kit")
