"""A Savage Worlds-style fight from the browser: cards, shots, Bennies, a grenade, Hold, the end of a round.

Who throws types the dice in, so that what comes of them is known; the cards are dealt by the server, and the
test follows whoever they give the turn to.
"""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import own_table
from tests.browser.people import come_in, command, settle, type_in
from tests.browser.scenes.saloon import lay_out
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the fight in the saloon."""
    return own_table(house, lay_out(house.data))


def test_a_fight_with_cards_and_bennies(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "rosa")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()

    rosa_waits_in_ambush(gm, ann, table)
    cards_lie_before_everyone(gm, ann, table)
    rosa_interrupts(gm, ann, table)
    rosa_throws_a_grenade_that_drifts(gm, ann, table)
    black_jack_fires_a_burst(gm, ann, table)
    rosa_soaks_once_however_often_she_presses(gm, ann)
    rosa_shakes_it_off_in_anothers_turn(gm, ann, table)
    a_held_turn_keeps_the_round_open(gm, ann, table)


def rosa_waits_in_ambush(gm: Seat, ann: Seat, table: Seat) -> None:
    for who in ("rosa", "black"):
        command(gm, do="edit", target=who, by_hand=True)
    gm.find("#begin-menu > summary").click()
    gm.find("#begin-surprisers-rosa").check()
    gm.button("Begin fight").click()
    for seat in (gm, ann, table):
        row = seat.find("[data-order-who=rosa]").last
        expect(row).to_have_class(re.compile("aside"))
        expect(row.locator(".order-note")).to_have_text("on Hold")


def cards_lie_before_everyone(gm: Seat, ann: Seat, table: Seat) -> None:
    def cards(seat: Seat) -> list[str]:
        seat.catch_up()
        shown = seat.find("#order li:not(.aside) > :not(ol) .play-card:not(.spare)")
        return list(dict.fromkeys("".join(text.split()) for text in shown.all_inner_texts()))

    expect(gm.find("#order .play-card:not(.spare)")).to_have_count(3)
    assert cards(gm) == cards(ann) == cards(table)
    group = gm.find(".order-group")
    assert group.locator("[data-order-who]").evaluate_all("all => all.map(row => row.dataset.orderWho)") == [
        "thug-1",
        "thug-2",
        "thug-3",
    ]
    expect(group.locator(".shared")).to_have_text("×3")
    assert gm.find("#log .play-card").count() >= 3
    expect(gm.find("#log .is-roll")).to_have_count(0)  # cards are no dice


def rosa_interrupts(gm: Seat, ann: Seat, table: Seat) -> None:
    until(gm, "thug-1")
    held = ann.find("#selected .action-grid .action")
    expect(held.filter(has_text="Act now")).to_have_count(1)
    ann.press(held.filter(has_text="Interrupt").filter(has_text="Thug 1"))
    type_in(ann, [6, 5, 3])  # 11 and 3: more than a thug's lone d6 is likely to come to
    if ann.is_asked():
        ann.press(ann.button("Keep it"))
    expect(gm.log("Rosa").filter(has_text=re.compile("breaks into|too slow"))).to_have_count(1)
    until(gm, "rosa")
    for seat in (ann, table):
        expect(seat.find("#turn-words")).to_contain_text(re.compile("Your turn|Rosa"))


def rosa_throws_a_grenade_that_drifts(gm: Seat, ann: Seat, table: Seat) -> None:
    expect(ann.find("#turn-words")).to_contain_text("Your turn")
    ann.press(ann.find("#selected [data-mode=lay]"))
    expect(ann.find("#move-words")).to_contain_text("Tap where")
    ann.whole_map()
    ann.press_cell((7, 12))
    aim = ann.find("#aim.open")
    expect(aim.locator(".caught-line")).to_contain_text("catches nobody")
    expect(ann.find("#overlay-laid .area-rim")).to_have_count(1)
    ann.press_cell((10, 7))
    expect(aim.locator(".caught-line")).to_contain_text("catches Thug 1, Thug 2, Thug 3")
    expect(ann.find("#overlay-laid .caught-ring")).to_have_count(3)
    expect(aim.locator(".bar-about")).to_have_text(["Thug 1", "Thug 2", "Thug 3"])
    expect(aim.locator(".bar-legend").first).to_contain_text("Shaken")

    ann.press(aim.get_by_role("button", name="Attack", exact=True))
    type_in(ann, [2, 3])
    ask = ann.find("#prompt[data-mine]")
    expect(ask).to_contain_text("comes to")
    expect(ask.locator(".offer").filter(has_text="Throw again").locator(".offer-chance")).to_have_text(
        re.compile(r"\d+ %")
    )
    expect(ann.find("#overlay-laid > *")).to_have_count(0)
    ann.press(ask.get_by_role("button", name="Keep it"))
    expect(ask).to_contain_text("deviation")
    type_in(ann, [3])
    expect(ask).to_contain_text("direction")
    with ExitStack() as stack:
        for seat in (gm, ann, table):
            stack.enter_context(seat.glimpsing(".trace .trace-way", ".trace .trace-area"))
        type_in(ann, [12])
    expect(gm.log("It comes down 3 inches off, straight on")).to_have_count(1)
    settle(gm)
    expect(
        gm.find("#log .is-roll").filter(has_text="grenade against 4").locator(".die-chain.wild.counts")
    ).to_have_text("3")
    gm.find("[data-undo]").click()  # the thugs are wanted again
    expect(gm.find("#log .undone").filter(has_text="It comes down")).to_have_count(1)
    expect(gm.find("#prompt")).to_be_empty()


def black_jack_fires_a_burst(gm: Seat, ann: Seat, table: Seat) -> None:
    until(gm, "black")
    for who in (
        "black",
        "rosa",
    ):  # whatever the cards have brought: the figures below are meant without a Joker
        command(gm, do="gm-set", target=who, state={"joker": False, "bennies": 3, "shaken": False})
    gm.token("black").click()
    gm.token("rosa").click()
    aim = gm.find("#aim.open")
    expect(aim.locator(".needed-number")).to_have_text("4")
    expect(aim.locator(".bar-label")).to_have_text(["Taking it", "Soaking"])
    aim.locator("[data-choice=called_shot][data-value=leg]").click()
    expect(aim.locator(".modifiers")).to_contain_text("called-shot")
    aim.get_by_role("button", name="nowhere special").click()
    expect(aim.locator(".modifiers")).not_to_contain_text("called-shot")
    aim.locator("[data-fact=light]").select_option("dim")
    expect(aim.locator(".fact.overruled")).to_have_count(1)
    aim.locator("[data-fact=light]").select_option("bright")
    expect(aim.locator(".modifiers")).not_to_contain_text("light")
    aim.get_by_role("button", name="Shots: 3").click()
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"−2\s*recoil.*SW-102", re.S))
    aim.get_by_role("button", name="Attack", exact=True).click()
    with table.glimpsing(".flash .flash-die.wild"):
        type_in(gm, [8, 3, 2, 3, 4])  # one raise, two misses, and the Wild Die for one of them
    gm.button("Keep it").click()
    line = gm.find("#log .is-roll").filter(has_text="submachine gun against 4").last
    expect(line.locator(".die-chain").first.locator(".die")).to_have_text(["8", "3"])
    expect(line.locator(".die-chain").first).to_have_class(re.compile("counts"))
    expect(line.locator(".die-came").first).to_have_text("raise")


def rosa_soaks_once_however_often_she_presses(gm: Seat, ann: Seat) -> None:
    type_in(gm, [5, 4, 2])  # 11 against 5: a wound
    if gm.is_asked("damage against"):
        gm.button("Keep it").click()
    card = ann.find("#prompt[data-mine]")
    expect(card).to_contain_text("about to take 1 wound")
    soak = card.get_by_role("button", name=re.compile(r"Soak.*\d+ %", re.S))
    box = ann.box(soak)
    with ann.pressing_twice(box["x"] + 30, box["y"] + 30), ann.pressing_twice(box["x"] + 30, box["y"] + 30):
        soak.tap()
        expect(card).not_to_contain_text("about to take 1 wound")
    type_in(ann, [1, 2])  # no soak; there is a Benny left for another throw
    expect(card).to_contain_text("Soak comes to 2")
    expect(ann.find("#selected .gauge.count")).to_contain_text("2")
    ann.press(ann.button("Keep it"))
    expect(gm.find("#prompt")).not_to_contain_text("Soak comes to")
    settle(gm)
    expect(ann.token("rosa")).to_have_attribute("aria-label", re.compile("Wounds 1 of 3.*Shaken"))
    expect(gm.log("Rosa spends a Benny on a Soak roll")).to_have_count(1)


def rosa_shakes_it_off_in_anothers_turn(gm: Seat, ann: Seat, table: Seat) -> None:
    expect(ann.find("#selected .waiting")).to_contain_text("must wait")
    ann.press(ann.find("#selected .action").filter(has_text="Shake it off"))
    for seat in (gm, ann, table):
        expect(seat.token("rosa")).not_to_have_attribute("aria-label", re.compile("Shaken"))
    expect(ann.find("#selected .gauge.count")).to_contain_text("1")


def a_held_turn_keeps_the_round_open(gm: Seat, ann: Seat, table: Seat) -> None:
    until(gm, "dirk")
    gm.token("dirk").click()
    gm.find("#selected .action").filter(has_text="Hold").click()
    expect(gm.find("[data-order-who=dirk]")).to_have_class(re.compile("aside"))
    until(gm, "")
    words = gm.find("#turn-words .clock").inner_text()
    expect(table.find("#turn-words")).to_contain_text("Nobody’s turn")
    gm.button("End the round").click()
    expect(gm.find("#turn-words .clock")).not_to_have_text(words)
    expect(ann.find("#turn-words .clock")).to_have_text(re.compile(r"Round \d"))
    assert not ann.button("End the round").count()


# ------------------------------------------------------------------------------------------ what recurs
def until(gm: Seat, who: str) -> None:
    """Let turns pass until somebody's comes; "" waits for nobody's."""
    for _ in range(24):
        gm.catch_up()
        active = gm.find("#top").get_attribute("data-active")
        if active == who:
            return
        if gm.is_asked():
            settle(gm)
            continue
        before = gm.find("#log .log-line").count()
        button = gm.button("Next turn") if active else gm.button("End the round")
        button.click()
        gm.page.wait_for_function(
            "n => document.querySelectorAll('#log .log-line').length > n"
            " || document.querySelector('#prompt[data-mine]')",
            arg=before,
        )
    raise AssertionError(f"{who!r} does not get a turn")
