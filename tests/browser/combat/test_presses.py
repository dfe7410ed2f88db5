"""How many presses an attack takes on a phone, in every system: from one's own turn to what came of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rules.systems import load_systems
from tests.browser.conftest import GM, Sit
from tests.browser.fights import lay_out_fight, own_table
from tests.browser.people import come_in, command, settle
from tests.browser.seat import Seat
from tests.load.server import Server
from webapp.demo.fights import BAR, BRIDGE, GANTRY, MILL, ONE_A_SYSTEM, YARD, read_fight

FEW, MOST = 2, 4
DUELS = {
    GANTRY: ("kit", "raider-1", [6, 9]),
    BRIDGE: ("maren", "guard-1", [8, 8]),
    MILL: ("aldric", "thug-1", [6, 6]),
    BAR: ("earl", "leroy", [5, 7]),
    YARD: ("iris", "rook", [6, 7]),
}
"""Of each ready fight one hero, one foe, and where the foe stands close by."""


def test_a_fight_of_each_system_has_a_duel() -> None:
    assert set(DUELS) == set(ONE_A_SYSTEM)


@pytest.mark.parametrize("by_list", [True, False], ids=["by the list", "on the map"])
@pytest.mark.parametrize("fight", DUELS)
def test_an_attack_takes_two_to_four_presses(house: Server, sit: Sit, fight: str, by_list: bool) -> None:
    gm, ann, hero, foe = a_turn_of_ones_own(house, sit, fight)
    presses = 0
    if by_list:
        attack = ann.find("#selected [data-mode=aim]").first
        fold = attack.locator("xpath=ancestor::details[contains(@class, 'action-fold')]/summary")
        if fold.count():
            ann.press(fold)
            presses += 1
        ann.press(attack)
        ann.press(ann.find(f"#targets [data-target={foe}]"))
        presses += 2
    else:
        ann.press_token(foe)
        presses += 1
    ann.press(ann.find("#aim.open .aim-go .primary"))
    presses += 1
    presses += others_answer_and_act(gm, ann, hero)
    expect(ann.find("#just-now")).to_be_visible()
    expect(ann.find("#just-now-ends")).to_contain_text(str(ann.token(hero).get_attribute("data-name")))
    assert FEW <= presses <= MOST


def a_turn_of_ones_own(house: Server, sit: Sit, fight: str) -> tuple[Seat, Seat, str, str]:
    """Begin a duel of a ready fight, and let everybody else wait until it is the hero's turn."""
    load_systems()
    hero, foe, at = DUELS[fight]
    ready = read_fight(fight)
    there = {hero: {}, foe: {"at": at}}
    cast = [{**one, **there[one["id"]]} for one in ready.combatants() if one["id"] in there]
    table = lay_out_fight(
        house.data,
        ready.table_name,
        system=ready.system,
        name=ready.name,
        battle_map=ready.map,
        combatants=cast,
    )
    server = own_table(house, table)
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    ann = come_in(sit, server.join, "Ann", hero)
    command(gm, do="begin")
    for _ in range(4):
        for seat in (gm, ann):
            settle(seat)
        gm.catch_up()
        active = gm.find("#top").get_attribute("data-active")
        if active == hero:
            break
        command(gm, do="end-turn", actor=active)
    ann.catch_up()
    expect(ann.find("#top")).to_have_attribute("data-my-turn", "1")
    expect(ann.find("#just-now")).to_be_hidden()
    return gm, ann, hero, foe


def others_answer_and_act(gm: Seat, ann: Seat, hero: str) -> int:
    """Let the GM answer and act for others until something has come about; count what Ann is asked."""
    presses = 0
    while True:
        settle(gm, otherwise=".offer-button >> nth=-1")
        ann.catch_up()
        if ann.is_asked():
            number = ann.find("#prompt").get_attribute("data-number")
            ann.press(ann.find("#prompt .offer-button").last)
            expect(ann.find(f"#prompt-form-{number}")).to_have_count(0)
            presses += 1
        else:  # where all declare first, others have yet to do so
            gm.catch_up()
            active = gm.find("#top").get_attribute("data-active")
            if not active or active == hero:
                return presses
            command(gm, do="end-turn", actor=active)
