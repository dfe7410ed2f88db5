"""What a player's map looks at by itself: at the own turn there is room to move round the token."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.combat.test_presses import a_turn_of_ones_own
from tests.browser.conftest import Sit
from tests.browser.people import command
from tests.browser.seat import Seat
from tests.load.server import Server
from webapp.demo.fights import BRIDGE

ROOM = """(who) => {
    const map = document.getElementById("map-box").getBoundingClientRect();
    const sheet = document.getElementById("sheet").getBoundingClientRect();
    const disc = document.querySelector(`#token-${who} .figure`).getBoundingClientRect();
    const cell = document.getElementById("map").getScreenCTM().a * 100;
    const [x, y] = [disc.left + disc.width / 2, disc.top + disc.height / 2];
    return Math.min(x - map.left, map.right - x, y - map.top, Math.min(map.bottom, sheet.top) - y) / cell;
}"""
"""How far somebody stands from the nearest edge of the map in sight, in cells."""


def cells_round(seat: Seat, who: str) -> float:
    seat.stand_still()
    return float(seat.page.evaluate(ROOM, who))


def test_at_the_own_turn_there_is_room_to_move_round_the_token(house: Server, sit: Sit) -> None:
    gm, ann, hero, foe = a_turn_of_ones_own(house, sit, BRIDGE)
    command(gm, do="gm-set", target=hero, state={"at": [7, 8]})
    command(gm, do="gm-set", target=foe, state={"at": [17, 8]})  # as far as both are to be seen at once
    command(gm, do="end-turn", actor=hero)
    ann.catch_up()
    expect(ann.find("#top")).to_have_attribute("data-my-turn", "")
    command(gm, do="undo")
    ann.catch_up()
    expect(ann.find("#top")).to_have_attribute("data-my-turn", "1")
    assert cells_round(ann, hero) >= 2.4
    ann.press(ann.find("[data-look-at-me]"))
    assert cells_round(ann, hero) >= 2.4
