"""A map of three levels: one is shown at a time, pages go with people, stairs are taken by a press."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import own_table
from tests.browser.people import come_in, command
from tests.browser.scenes import tower
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.fixture
def server(house: Server) -> Server:
    """The tower, in place of the fight that is ready to play."""
    return own_table(house, tower.lay_out(house.data))


def shown(seat: Seat, level: str) -> None:
    """Wait until a page shows a level."""
    expect(seat.find(f".level-switch [data-level='{level}']")).to_have_attribute("aria-pressed", "true")


def test_one_level_is_shown_at_a_time_with_who_is_above_and_below(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    shown(gm, "hall")
    expect(gm.find(".level-ghost")).to_have_count(1)
    expect(gm.find(".level-ghost")).to_have_attribute("data-ghost", "rook")
    expect(gm.find(".level-mark.down")).to_have_attribute("aria-label", "Rook, below: Cellar")
    expect(gm.find(".level-mark.up")).to_have_attribute("aria-label", "Thug, above: Gallery")
    gm.press(gm.find("[data-level=gallery]"))
    shown(gm, "gallery")
    expect(gm.find(".level-mark")).to_have_attribute("aria-label", "Nia, below: Hall")
    gm.page.keyboard.press("PageDown")
    shown(gm, "hall")
    gm.page.keyboard.press("PageDown")
    shown(gm, "cellar")
    gm.press(gm.find(".level-switch [data-level='']"))
    expect(gm.find(".level-veil")).to_have_count(0)
    gm.page.reload()
    shown(gm, "")


def test_a_token_is_reached_through_its_ghost_and_in_the_list(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.press(gm.find(".level-mark.down circle"))
    expect(gm.find("#selected")).to_have_attribute("data-who", "rook")
    shown(gm, "hall")
    gm.press(gm.find("[data-order-who=thug] [data-select]"))
    shown(gm, "gallery")


def test_stairs_are_taken_by_a_press_and_the_phone_goes_along(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Ann", "aldric")
    shown(ann, "hall")
    expect(ann.find(".level-switch [data-level=cellar]")).to_be_hidden()
    ann.press_cell((5, 7))
    expect(ann.find("#move-words")).to_have_text(re.compile("3 to go there · Gallery"))
    expect(ann.find(".path-line")).to_have_attribute("d", re.compile("^M550 650L550 750M1450 750$"))
    ann.press(ann.find("#move-here"))
    ann.is_at("aldric", (14, 7))
    shown(ann, "gallery")
    expect(ann.find("[data-go='5,7']")).to_have_text("↓ Hall")
    ann.press(ann.find(".level-switch [data-level=gallery]"))
    ann.press(ann.find(".level-switch [data-level=cellar]"))
    shown(ann, "cellar")
    ann.press(ann.find("[data-look-at-me]"))
    shown(ann, "gallery")
    assert ann.find(".level-button[aria-pressed=true]").evaluate("b => b.offsetHeight") >= 44


def test_who_stands_on_stairs_takes_them_by_a_button_and_by_keys(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.select("nia")
    command(gm, do="gm-set", target="nia", state={"at": [5, 7]})
    gm.press(gm.find("[data-go='14,7']"))
    gm.is_at("nia", (14, 7))
    shown(gm, "gallery")
    command(gm, do="gm-set", target="aldric", state={"at": [1, 1]})
    gm.press(gm.find("[data-level=hall]"))
    gm.token("aldric").focus()
    gm.page.keyboard.press("<")
    expect(gm.find("#move-words")).to_have_text("1 cell · Cellar")
    gm.page.keyboard.press("Enter")
    gm.is_at("aldric", (23, 1))
    shown(gm, "cellar")


def test_without_anybody_chosen_stairs_show_where_they_lead(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="gm-set", target="aldric", state={"at": [2, 6]})
    gm.press_cell((1, 1))
    shown(gm, "cellar")


def test_the_projector_goes_with_who_acts_unless_the_gm_holds_it(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()
    name = table.find(".level-switch .level-name")
    expect(name).to_have_text("Hall")
    command(gm, do="gm-set", target="nia", state={"at": [17, 5]})  # she sees the thug
    command(gm, do="begin")
    levels, before, acted = {"aldric": "Hall", "nia": "Gallery", "thug": "Gallery"}, "Hall", set()
    while acted != {"aldric", "nia", "thug", "rook"}:
        who = str(gm.find(".token.active").get_attribute("data-who"))
        before = levels.get(who, before)  # of whom nobody sees the table is told nothing: it stays
        expect(table.find(f".token.active[data-who={who}]")).to_have_count(1 if who in levels else 0)
        expect(name).to_have_text(before)
        command(gm, do="end-turn", actor=who)
        acted.add(who)
    gm.press(gm.find("[data-level=cellar]"))
    gm.press(gm.find("#projector-holds"))
    expect(gm.find("#projector-holds")).to_have_text("Projector: Cellar")
    expect(name).to_have_text("Cellar")
    command(gm, do="end-turn", actor=gm.find(".token.active").get_attribute("data-who"))
    expect(name).to_have_text("Cellar")
    gm.press(gm.find("#projector-holds"))
    expect(gm.find("#projector-holds")).to_have_text("Projector follows")
