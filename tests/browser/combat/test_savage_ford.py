"""At the ford: a charge against a set spear, barrels, bursts, templates by hand, free attacks, things, Hold.

Who throws types the dice in; the GM puts people where they are wanted and sees to it that they have no Joker.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.combat.test_savage import type_in, until
from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import own_table
from tests.browser.people import come_in, command, settle
from tests.browser.scenes.ford import lay_out
from tests.browser.seat import Seat
from tests.load.server import Server

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the fight at the ford."""
    return own_table(house, lay_out(house.data))


def test_the_fight_at_the_ford(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "lena")
    ben = come_in(sit, server.join, "Ben", "gus", **LAPTOP)
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()
    for who in ("lena", "gus", "tom", "boss", "pike", "thug-1", "thug-2"):
        command(gm, do="edit", target=who, by_hand=True)

    lena_mounts_and_rides(gm, ann, table)
    pike_waits_and_tom_is_surprised(gm, table)
    lena_charges_and_the_spear_is_set(gm, ann)
    she_soaks_once_though_two_pages_press(gm, ann)
    she_falls(gm, ann, table)
    gus_takes_two_actions_with_both_barrels_and_a_line_of_fire(gm, ben, table)
    what_covers_from_a_blast_is_told(gm, ben)
    boss_fires_a_burst_and_gus_goes_down(gm, ben, table)
    pike_walks_away_and_lena_chooses_a_weapon(gm, ann)
    gus_bleeds_at_the_end_of_the_round(gm, ben)
    tom_fights_with_two_blades_and_spares(gm)
    the_gate_is_a_thing_to_break(gm, table)
    boss_shoots_with_an_enemy_at_arms_length(gm)
    marks_weigh_on_later_rolls(gm, ann)
    a_second_tap_on_what_is_gone_does_nothing_else(gm, ann)


def at(gm: Seat, who: str, **state: Any) -> None:
    """Set somebody's state, and take a Joker from them."""
    command(gm, do="gm-set", target=who, state={"joker": False, **state})


def turn(gm: Seat, who: str) -> None:
    until(gm, who)
    at(gm, who)


def keep(seat: Seat) -> None:
    """Keep the throw that is asked about."""
    card = seat.find("#prompt[data-mine]")
    expect(card).to_contain_text("Spend a Benny on another throw?")
    number = card.get_attribute("data-number")
    seat.press(card.get_by_role("button", name="Keep it"))
    expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def asked(seat: Seat, words: str) -> Locator:
    """Wait for a question."""
    card = seat.find("#prompt[data-mine]")
    expect(card).to_contain_text(words)
    return card


def aim_at(gm: Seat, who: str, target: str) -> Locator:
    """Aim from the GM's page."""
    gm.find(f"[data-order-who='{who}'] .order-pick").click()
    expect(gm.find("#selected")).to_have_attribute("data-who", who)
    gm.token(target).click()
    aim = gm.find("#aim.open")
    expect(aim).to_have_attribute("data-target", target)
    return aim


def go(seat: Seat, aim: Locator) -> None:
    seat.press(aim.get_by_role("button", name="Attack", exact=True))


def modifier(aim: Locator, words: str) -> Locator:
    """Find a line among the modifiers and notes, with its rule."""
    return aim.locator(".modifiers li").filter(has_text=words)


# ----------------------------------------------------------------------------------------- in the saddle
def lena_mounts_and_rides(gm: Seat, ann: Seat, table: Seat) -> None:
    ann.press(ann.find("#selected .action").filter(has_text="Mount"))
    expect(ann.find("#selected .along")).to_contain_text("Roan")
    expect(ann.find("#selected .allowances")).to_contain_text("the mount’s")
    ann.drag("lena", (3, 4))
    for who in ("lena", "roan"):
        expect(gm.token(who)).to_have_attribute("data-place", "3,4")
    drawn = {table.token(who).get_attribute("transform") for who in ("lena", "roan")}
    assert len(drawn) == 2, "one does not hide the other"


def pike_waits_and_tom_is_surprised(gm: Seat, table: Seat) -> None:
    gm.find("#begin-menu > summary").click()
    gm.find("#begin-surprisers-pike").check()
    gm.find("#begin-surprised-tom").check()
    gm.button("Begin fight").click()
    asked(gm, "Notice")
    type_in(gm, [1, 2])
    keep(gm)
    for seat in (gm, table):
        expect(seat.find("[data-order-who=pike] .order-note").last).to_have_text("on Hold")
        expect(seat.find("[data-order-who=tom] .order-note").last).to_have_text("surprised")


def lena_charges_and_the_spear_is_set(gm: Seat, ann: Seat) -> None:
    at(gm, "pike", at=[12, 4])
    turn(gm, "lena")
    at(gm, "lena", bennies=3)
    ann.whole_map()
    ann.drag("lena", (9, 4))
    expect(ann.token("lena")).to_have_attribute("data-place", "9,4")
    ann.press(ann.token("pike"))
    aim = ann.find("#aim.open")
    expect(aim.locator(".switch-row").filter(has_text="Charge")).to_contain_text("SW-182")
    ann.press(aim.get_by_role("button", name=re.compile("^Charge")))
    expect(modifier(aim, "charge")).to_contain_text("SW-182")
    expect(aim.locator(".facts")).to_contain_text('6" straight')
    go(ann, aim)
    card = asked(gm, "Lena charges Pike. Set the spear against it?")
    expect(ann.find("#prompt")).to_contain_text("Waiting for Pike")
    card.get_by_role("button", name=re.compile("^Set the spear")).click()
    type_in(gm, [3])
    type_in(ann, [4, 5])  # the charger wins, and strikes first
    type_in(ann, [2, 3])
    keep(ann)
    type_in(gm, [6, 3])
    type_in(gm, [8, 1, 5])  # 14 against Toughness 7: a wound
    expect(gm.find("#log .is-roll").filter(has_text="spear damage").last).not_to_contain_text("set-weapon")


def she_soaks_once_though_two_pages_press(gm: Seat, ann: Seat) -> None:
    asked(ann, "about to take 1 wound")
    other = Seat(ann.page.context.new_page(), "Ann’s other page", touch=True)
    other.watch()
    other.page.goto(ann.page.url)
    other.wait_until_live()
    asked(other, "about to take 1 wound")
    with ExitStack() as presses:
        spots = []
        for page in (ann, other):
            box = page.box(page.button(re.compile("^Soak")))
            spots.append((page, box["x"] + 20, box["y"] + 20))
            presses.enter_context(page.pressing_twice(box["x"] + 20, box["y"] + 20))
        for page, x, y in spots:
            page.page.touchscreen.tap(x, y)
    asked(ann, "for Soak")
    expect(gm.log("Lena spends a Benny on a Soak roll")).to_have_count(1)
    expect(ann.find("#selected .gauge.count")).to_contain_text("2")
    assert not other.troubles
    other.page.close()
    type_in(ann, [1, 2])
    keep(ann)


def she_falls(gm: Seat, ann: Seat, table: Seat) -> None:
    asked(ann, "Riding to stay mounted")
    type_in(ann, [2, 3])
    keep(ann)
    for seat in (gm, ann, table):
        expect(seat.token("lena")).to_have_attribute("aria-label", re.compile("Shaken.*Prone"))
        expect(seat.token("lena")).to_have_attribute("data-place", "10,4")
    expect(gm.log("Lena falls off Roan")).to_contain_text("SW-188")
    expect(ann.token("roan")).not_to_have_attribute("data-mine", "1")


# ------------------------------------------------------------------------------------ barrels and templates
def gus_takes_two_actions_with_both_barrels_and_a_line_of_fire(gm: Seat, ben: Seat, table: Seat) -> None:
    turn(gm, "gus")
    at(gm, "gus", bennies=3)
    ben.find("#selected .split").filter(has_text="Several actions").get_by_role("button").first.click()
    expect(ben.find("#selected .allowances")).to_contain_text("2 of 2, at -2")
    ben.token("thug-1").click()
    aim = ben.find("#aim.open")
    expect(modifier(aim, "multi-action")).to_contain_text("SW-65")
    expect(modifier(aim, "shotgun")).to_contain_text("SW-171")
    expect(aim.locator(".strays")).to_contain_text("SW-173")
    expect(aim.locator(".strays li").filter(has_text="Thug 2")).to_contain_text("hits")
    aim.get_by_role("button", name=re.compile("^Both barrels")).click()
    expect(modifier(aim, "both-barrels")).to_contain_text("SW-174")
    go(ben, aim)
    type_in(ben, [2, 2])
    keep(ben)
    type_in(ben, [3, 3, 2])  # the stray shot finds Thug 2: 12 against 5
    expect(gm.log("A stray shot of Gus hits Thug 2!")).to_contain_text("SW-220")
    expect(table.token("thug-2")).to_have_attribute("aria-label", re.compile("Incapacitated"))
    command(gm, do="gm-set", target="thug-2", state={"incapacitated": False, "wounds": 0, "prone": False})

    ben.find("#selected .action").filter(has_text="Drop").filter(has_text="shotgun").click()
    expect(gm.log("Gus drops the double-barrelled shotgun")).to_have_count(1)
    ready = ben.find("#selected .action").filter(has_text="Ready").filter(has_text="Flamethrower")
    ready.press("Enter")  # a click so soon after one there would not count
    ben.find("#selected [data-mode=lay]").filter(has_text="Flamethrower").click()
    ben.press_cell((8, 10))
    expect(aim.locator(".caught-line")).to_contain_text("The cone catches Thug 1, Thug 2.")
    expect(aim.locator(".caught-line")).to_contain_text("SW-164")
    expect(ben.find("#overlay-laid .caught-ring")).to_have_count(2)
    with ben.pulling((8.5, 12.5), (8.5, 8.5)):
        pass
    expect(aim.locator(".caught-line")).to_contain_text("catches nobody")
    ben.press_cell((8, 10))
    aim.locator("[data-choice=template][data-value=line]").click()
    expect(aim.locator(".caught-line")).to_contain_text("The line catches Thug 1, Thug 2.")
    ben.find("#map").focus()
    ben.page.keyboard.press("ArrowDown")
    ben.page.keyboard.press("ArrowDown")
    expect(aim.locator(".caught-line")).to_contain_text("The line catches nobody")
    ben.page.keyboard.press("ArrowUp")
    ben.page.keyboard.press("ArrowUp")
    expect(aim.locator(".caught-line")).to_contain_text("The line catches Thug 1, Thug 2.")
    attack = aim.get_by_role("button", name="Attack", exact=True)
    expect(attack).to_be_enabled()
    attack.focus()
    ben.page.keyboard.press("Enter")
    type_in(ben, [8, 4, 3])
    for _ in range(2):  # each of the two has damage of their own, and a raise's die in it
        asked(ben, "d6 + d6 + d6 + d6")
        type_in(ben, [1, 2, 1, 1])
        keep(ben)
    for who in ("thug-1", "thug-2"):
        expect(table.token(who)).to_have_attribute("aria-label", re.compile("Shaken"))


def what_covers_from_a_blast_is_told(gm: Seat, ben: Seat) -> None:
    """The low dyke hides who crouches behind it, lying down does not add to it."""
    at(gm, "gus", held=["grenade"], actions_used=0, at=[7, 11])
    for who, place in (("thug-1", [13, 10]), ("thug-2", [11, 10]), ("thug-3", [13, 12])):
        at(gm, who, at=place, prone=who == "thug-2")
    ben.find("#selected [data-mode=lay]").filter(has_text="Grenade").click()
    ben.press_cell((11, 11))
    aim = ben.find("#aim.open")
    expect(aim.locator(".caught-line")).to_contain_text("Thug 2, Thug 1, Thug 3")
    expect(modifier(aim, "Thug 1: blast-cover")).to_contain_text(re.compile("−4.*SW-168", re.S))
    expect(modifier(aim, "Thug 2: prone")).to_contain_text(re.compile("−4.*SW-168", re.S))
    expect(aim.locator(".bar-about")).to_have_text(["Thug 2", "Thug 1", "Thug 3"])
    aim.locator("[data-close-aim]").last.click()
    expect(ben.find("#overlay-laid > *")).to_have_count(0)
    for who, place in (("thug-1", [7, 10]), ("thug-2", [8, 10]), ("thug-3", [14, 11])):
        at(gm, who, at=place, prone=False)
    at(gm, "gus", at=[4, 10])


# ------------------------------------------------------------------------------------- bursts and the worst
def boss_fires_a_burst_and_gus_goes_down(gm: Seat, ben: Seat, table: Seat) -> None:
    turn(gm, "boss")
    at(gm, "boss", bennies=0)
    at(gm, "gus", wounds=3, bennies=1)
    aim = aim_at(gm, "boss", "gus")
    aim.get_by_role("button", name="Shots: 3").click()
    expect(modifier(aim, "recoil")).to_contain_text(re.compile("−2.*SW-102", re.S))
    expect(aim.locator(".bars")).not_to_contain_text("Sampled")
    go(gm, aim)
    type_in(gm, [8, 4, 4, 1, 5])
    type_in(gm, [6, 5, 5, 4])  # 20 against 5
    card = asked(ben, "Gus is about to take 3 wounds")
    expect(card.locator(".modifiers").last).to_contain_text(re.compile("−3.*wounds.*SW-47", re.S))
    card.get_by_role("button", name=re.compile("^Take")).click()
    asked(ben, "Vigor to survive")
    type_in(ben, [2, 3])
    keep(ben)
    for seat in (gm, table):
        expect(seat.token("gus")).to_have_attribute("aria-label", re.compile("Incapacitated.*Bleeding out"))
    at(gm, "gus", bleeding=False)  # until the end of a round is looked at


def pike_walks_away_and_lena_chooses_a_weapon(gm: Seat, ann: Seat) -> None:
    at(gm, "lena", at=[12, 2], prone=False, shaken=False, wounds=0)
    at(gm, "pike", at=[12, 3], shaken=False, on_hold=False)
    turn(gm, "pike")
    gm.drag("pike", (12, 6))
    card = asked(ann, "Pike moves away from Lena. Strike?")
    expect(card).to_contain_text("SW-150")
    card.locator("select[data-with]").select_option("unarmed")
    ann.press(card.get_by_role("button", name=re.compile("^Strike")))
    type_in(ann, [2, 3])
    keep(ann)
    expect(gm.log("Lena attacks Pike with bare hands")).to_have_count(1)
    expect(gm.token("pike")).to_have_attribute("data-place", "12,6")


def gus_bleeds_at_the_end_of_the_round(gm: Seat, ben: Seat) -> None:
    words = gm.find("#turn-words .clock").inner_text()
    at(gm, "gus", bleeding=True)
    for _ in range(14):
        if gm.is_asked("bleeding out"):
            break
        if gm.is_asked():
            settle(gm)
            continue
        before = gm.find("#log .log-line").count()
        name = "Next turn" if gm.find("#top").get_attribute("data-active") else "End the round"
        gm.button(name).click()
        gm.page.wait_for_function(
            "n => document.querySelectorAll('#log .log-line').length > n"
            " || document.querySelector('#prompt[data-mine]')",
            arg=before,
        )
    asked(ben, "Vigor against bleeding out")
    type_in(ben, [6, 6, 2, 3])  # 14, three less for the wounds: a raise
    expect(gm.log("Gus will live")).to_have_count(1)
    settle(gm)
    expect(gm.find("#turn-words .clock")).not_to_have_text(words)


# --------------------------------------------------------------------------------------- blades and things
def tom_fights_with_two_blades_and_spares(gm: Seat) -> None:
    at(gm, "thug-1", at=[7, 7], held=[], shaken=False)
    at(gm, "thug-2", at=[7, 8], shaken=False)
    turn(gm, "tom")
    at(gm, "tom", bennies=0)
    aim = aim_at(gm, "tom", "thug-1")
    expect(modifier(aim, "two-weapons")).to_contain_text("SW-222")
    expect(modifier(aim, "unarmed-defender")).to_contain_text("SW-75")
    aim.get_by_role("button", name=re.compile("^Nonlethal")).click()
    expect(modifier(aim, "flat")).to_contain_text("SW-210")
    go(gm, aim)
    type_in(gm, [5, 3])
    type_in(gm, [7, 5])
    asked(gm, "hours unconscious")
    type_in(gm, [4])
    expect(gm.token("thug-1")).to_have_attribute("aria-label", re.compile("Unconscious for 4 hours"))


def the_gate_is_a_thing_to_break(gm: Seat, table: Seat) -> None:
    expect(table.token("gate")).not_to_have_class(re.compile(r"\bout\b"))
    at(gm, "tom", at=[6, 3], actions_used=0)
    aim = aim_at(gm, "tom", "gate")
    expect(aim.locator(".needed-number")).to_have_text("2")
    expect(modifier(aim, "against Toughness 8")).to_contain_text("SW-122")
    expect(aim.locator(".bar-legend")).to_contain_text("broken")
    go(gm, aim)
    type_in(gm, [7, 2])
    type_in(gm, [8, 6])  # neither is thrown again
    for seat in (gm, table):
        expect(seat.token("gate")).to_have_class(re.compile(r"\bout\b"))


def boss_shoots_with_an_enemy_at_arms_length(gm: Seat) -> None:
    turn(gm, "boss")
    at(gm, "tom", at=[14, 7])
    aim = aim_at(gm, "boss", "tom")
    aim.get_by_role("button", name="Submachine gun").click()
    expect(aim.locator(".refused")).to_contain_text("SW-89")
    gm.page.keyboard.press("Escape")


def marks_weigh_on_later_rolls(gm: Seat, ann: Seat) -> None:
    turn(gm, "lena")
    at(gm, "thug-3", at=[12, 1], vulnerable=1)
    at(gm, "lena", at=[11, 1], wounds=2, distracted=1, held=["long-sword"])
    aim = aim_at(gm, "lena", "thug-3")
    for words, value, rule in (
        ("wounds", "−2", "SW-47"),
        ("distracted", "−2", "SW-47"),
        ("vulnerable", "+2", "SW-78"),
    ):
        expect(modifier(aim, words)).to_contain_text(re.compile(f"{re.escape(value)}.*{rule}", re.S))
    marks = ann.find("#selected .marks")
    expect(marks).to_contain_text("Distracted")
    assert "SW-142" in str(marks.locator(".mark").first.get_attribute("title"))


def a_second_tap_on_what_is_gone_does_nothing_else(gm: Seat, ann: Seat) -> None:
    at(gm, "lena", shaken=True, bennies=3)
    shake = ann.find("#selected .action").filter(has_text="Shake it off")
    shake.scroll_into_view_if_needed()
    box = ann.box(shake)
    spot = (box["x"] + 20, box["y"] + 20)
    with ann.pressing_twice(*spot), ann.pressing_twice(*spot):
        ann.page.touchscreen.tap(*spot)
    expect(ann.token("lena")).not_to_have_attribute("aria-label", re.compile("Shaken"))
    expect(ann.find("#selected .gauge.count")).to_contain_text("2")
    expect(ann.token("lena")).not_to_have_attribute("aria-label", re.compile("Prone"))
