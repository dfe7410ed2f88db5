"""A GURPS-style fight from the browser: blows at an arm, defences with options, a step, a grenade, a sheet.

Who throws types the dice in, so that what comes of them is known.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser import people
from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import own_table
from tests.browser.people import come_in, command, type_in
from tests.browser.scenes.mill import lay_out
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the fight in the yard."""
    return own_table(house, lay_out(house.data))


def test_a_fight_with_maneuvers_and_defences(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "aldric")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()

    the_robbers_are_surprised(gm, ann, table)
    the_order_is_contested(gm, ann)
    aldric_goes_all_out_at_an_arm(gm, ann, table)
    aldric_parries_and_steps_back(gm, ann)
    aldric_waits_and_strikes_out_of_turn(gm, ann)
    aldric_runs_in_and_strikes(gm, ann)
    nia_throws_a_grenade_that_goes_astray(gm, table)
    the_sheet_shows_the_figure(gm)


def test_a_move_before_a_blow_leads_to_its_zone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    zones = [{"id": "road", "name": "Road", "links": ["yard"]}, {"id": "yard", "name": "Yard"}]
    command(gm, do="set-map", map={"grid": {"kind": "zones"}, "zones": zones})
    for who, zone in (("aldric", "road"), ("thug", "yard")):
        command(gm, do="gm-set", target=who, state={"at": zone})
    gm.whole_map()
    gm.press(gm.token("aldric"))
    gm.press(gm.find("#selected [data-do=move-and-attack]"))
    gm.press(gm.token("thug"))
    gm.press(gm.find("#aim.open [data-choice-cell=to]"))
    expect(gm.find("#overlay-step .reach-cell").first).to_be_visible()
    yard = gm.find("#map-zones [data-zone=yard] polygon")
    middle = yard.evaluate(
        "zone => { const b = zone.getBBox(); return [b.x + b.width / 2, b.y + b.height / 2]; }"
    )
    gm.press(yard)
    end = gm.find("#overlay-step .path-end")
    expect(end).to_have_attribute("cx", f"{middle[0]:g}")
    expect(end).to_have_attribute("cy", f"{middle[1]:g}")


def the_robbers_are_surprised(gm: Seat, ann: Seat, table: Seat) -> None:
    gm.find("#begin-menu > summary").click()
    gm.find("select[name='surprised-by']").select_option("heroes")
    gm.find("select[name='surprised/robbers']").select_option("partial")
    gm.button("Begin fight").click()
    for seat in (gm, table):
        expect(seat.token("thug")).to_have_attribute("aria-label", re.compile("Surprised.*defends at -4"))
    expect(ann.find("#turn-words")).to_contain_text("Second 1")
    expect(gm.find("#top")).to_have_attribute("data-active", re.compile("aldric|nia"))
    gm.find("[data-undo]").click()
    expect(gm.find("#begin-menu")).to_be_visible()


def the_order_is_contested(gm: Seat, ann: Seat) -> None:
    for who in ("aldric", "thug", "rook", "nia"):
        command(gm, do="edit", target=who, by_hand=True)
    command(gm, do="edit", target="aldric", by_hand=False)
    gm.find("#begin-menu > summary").click()
    gm.button("Begin fight").click()
    expect(gm.find("#begin-menu")).to_have_count(0)
    if gm.is_asked():
        gm.button("Roll it for me").click()
    expect(ann.find("#turn-words")).to_contain_text("Second 1")
    command(gm, do="edit", target="aldric", by_hand=True)
    until(gm, "aldric")


def aldric_goes_all_out_at_an_arm(gm: Seat, ann: Seat, table: Seat) -> None:
    expect(ann.find("#turn-words")).to_contain_text("Your turn")
    button = ann.find("#selected [data-do=all-out-attack-melee]")
    expect(button).to_contain_text("No defence until your next turn · half Move 2 yd")
    ann.press(button)
    ann.press(ann.token("thug"))
    aim = ann.find("#aim.open")
    expect(aim.locator(".needed-number")).to_have_text("18")
    expect(aim.locator(".aim-leaves")).to_contain_text("No defence until your next turn")
    ann.press(aim.locator(".figure-drawn [data-value=right-arm]"))
    expect(aim.locator(".needed-number")).to_have_text("16")
    expect(aim.locator(".needed-chance")).to_have_text("98 %")
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"−2\s*location\s*GU-759", re.S))
    expect(aim.locator(".bar-label")).to_have_text(["Dodge", "Parry", "No defence"])
    ann.press(aim.locator(".aim-go .big"))
    type_in(ann, [3, 3, 3])

    card = gm.find("#prompt[data-mine]")
    expect(card).to_contain_text("Aldric attacks you with the broadsword")
    dodge = card.locator("[data-offer=dodge]")
    plain = dodge.locator(".offer-chance").inner_text()
    dodge.locator("[data-extra=retreat]").check()
    expect(dodge.locator(".offer-chance")).not_to_have_text(plain)
    expect(dodge.locator(".offer-counts")).to_contain_text(re.compile(r"\+3\s*retreat\s*GU-819", re.S))
    nothing_counts = "node => node.querySelector('.offer-counts').remove()"  # as for a choice without a rule
    card.locator("[data-offer=none]").evaluate(nothing_counts)
    gm.open(".asked-facts")
    gm.find("#asked-fact-facing").select_option("side")
    expect(dodge.locator(".offer-counts")).to_contain_text(re.compile(r"−2\s*from the side\s*GU-811", re.S))
    card.locator("[data-offer=none] .offer-button").press("Enter")  # two quick clicks in one spot count once
    type_in(ann, [6])
    for seat in (gm, table):
        expect(seat.token("thug")).to_have_attribute("aria-label", re.compile("Crippled: right arm"))
    type_in(gm, [3, 3, 3])  # no knockdown
    expect(gm.log("Thug loses 7 HP in the right arm")).to_have_count(1)
    expect(ann.find("#selected .allowances")).to_contain_text("no defence until your next turn")


def aldric_parries_and_steps_back(gm: Seat, ann: Seat) -> None:
    command(gm, do="gm-set", target="rook", state={"at": [6, 6]})
    command(gm, do="gm-set", target="aldric", state={"maneuver": None})  # all defences are open again
    until(gm, "rook")
    command(gm, do="attack", actor="rook", target="aldric", **{"with": "axe"})
    type_in(gm, [3, 3, 3])
    card = ann.find("#prompt[data-mine]")
    expect(card.locator("[data-offer]")).to_have_count(4)
    parry = card.locator("[data-offer=parry]")
    expect(parry.locator(".offer-chance")).to_have_text("84 %")
    ann.press(parry.locator(".extra").filter(has_text="retreat").locator("label"))
    expect(parry.locator(".offer-chance")).to_have_text("91 %")
    ann.press(parry.locator(".extra").filter(has_text="riposte").locator("label").first)
    expect(parry.locator(".offer-counts")).to_contain_text(re.compile(r"−1\s*riposte", re.S))
    ann.press(parry.locator(".offer-button"))
    type_in(ann, [3, 3, 3])
    for seat in (gm, ann):
        seat.is_at("aldric", (4, 4))
    expect(gm.log("Aldric parries the attack of Rook")).to_have_count(1)


def aldric_waits_and_strikes_out_of_turn(gm: Seat, ann: Seat) -> None:
    until(gm, "aldric")
    command(gm, do="wait", actor="aldric", trigger="a step", then="attack")
    until(gm, "nia")
    ann.press(ann.find("#selected [data-do=trigger-wait]"))
    ann.press(ann.token("thug"))
    aim = ann.find("#aim.open")
    expect(aim.locator(".refused")).to_contain_text("2 yards away")
    command(gm, do="gm-set", target="thug", state={"at": [5, 5]})  # what others do leaves the aim open
    expect(aim.locator(".needed-number")).to_have_text("14")
    ann.press(aim.locator("[data-choice-cell=then_to]"))
    expect(ann.find("#move-words")).to_contain_text(
        "Tap where to go:"
    )  # the map has gone to what is in reach
    ann.press_cell((3, 4))
    expect(ann.find("#overlay-step .step-way")).to_have_count(1)
    ann.press(aim.locator(".aim-go .big"))
    type_in(ann, [5, 5, 5])  # a miss
    ann.is_at("aldric", (3, 4))


def aldric_runs_in_and_strikes(gm: Seat, ann: Seat) -> None:
    command(gm, do="gm-set", target="aldric", state={"at": [4, 4]})
    command(gm, do="gm-set", target="thug", state={"at": [6, 5]})
    until(gm, "aldric")
    ann.press(ann.find("#selected [data-do=move-and-attack]"))
    ann.whole_map()
    ann.press(ann.token("rook"))
    aim = ann.find("#aim.open")
    expect(aim.locator(".refused")).to_contain_text("3 yards away")
    ann.press(aim.locator("[data-choice-cell=to]"))
    expect(ann.find("#move-words")).to_contain_text("the whole Move: 4 yards")
    ann.press_cell((5, 5))
    expect(aim.locator(".needed-number")).to_have_text("9")
    expect(ann.find("#overlay-step .step-way")).to_have_count(1)
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"cap\s*GU-718", re.S))
    ann.press(aim.locator(".aim-go .big"))
    type_in(ann, [6, 6, 6])  # a fumble: the sword is unready
    ann.is_at("aldric", (5, 5))
    expect(gm.log("The broadsword of Aldric is unready")).to_have_count(1)
    turn = ann.find("#selected details").filter(has=ann.page.locator("summary", has_text="Turn"))
    ann.press(turn.locator("summary"))
    turn.locator("select").select_option("s")
    ann.press(turn.get_by_role("button", name="Turn"))
    for seat in (gm, ann):
        expect(seat.token("aldric").locator(".facing")).to_have_attribute("transform", "rotate(180.0)")


def nia_throws_a_grenade_that_goes_astray(gm: Seat, table: Seat) -> None:
    until(gm, "nia")
    gm.token("nia").click()
    gm.catch_up()
    lay = gm.find("#selected [data-mode=lay]").first
    if not lay.is_visible():  # so much can be done that it is folded under headings
        folds = gm.find("#selected details.action-fold").filter(has=gm.page.locator("[data-mode=lay]"))
        folds.first.locator("> summary").click()
    lay.click()
    expect(gm.find("#move-words")).to_contain_text("Tap where")
    gm.press_cell((11, 7))
    aim = gm.find("#aim.open")
    expect(aim.locator(".caught-line")).to_contain_text("catches Pike")
    expect(gm.find("#overlay-laid .area-rim")).to_have_count(1)
    aim.locator(".aim-go .big").click()
    type_in(gm, [4, 4, 5])
    with table.glimpsing(".trace .trace-way"):
        type_in(gm, [1])  # straight on
    expect(gm.log("yards off, 0 degrees from the line")).to_have_count(1)
    card = gm.find("#prompt[data-mine]")
    expect(card).to_contain_text("Do you dive?")
    card.locator("[data-offer=none] .offer-button").press("Enter")  # two quick clicks in one spot count once
    with table.glimpsing(".trace .trace-area"):
        type_in(gm, [3, 3, 3, 3])
    settle(gm)
    expect(gm.log("The grenade catches Pike")).to_have_count(1)


def the_sheet_shows_the_figure(gm: Seat) -> None:
    table = gm.find("body").get_attribute("data-table")
    gm.page.goto(f"/tables/{table}/gm/sheet/aldric")
    expect(gm.find(".gu-figure path.part")).to_have_count(16)
    expect(gm.find(".gu-table tr").filter(has_text="Skull")).to_contain_text("6")
    gm.find("[data-rule=GU-219]").first.click()
    expect(gm.find("body")).to_contain_text("DR")


# ------------------------------------------------------------------------------------------ what recurs
def until(gm: Seat, who: str) -> None:
    """Let turns pass until somebody's comes."""
    settle(gm)
    active = gm.find("#top").get_attribute("data-active")
    for _ in range(24):
        if active == who:
            expect(gm.find("#top")).to_have_attribute("data-active", who)
            return
        told = command(gm, do="end-turn", actor=active)
        active = [event["who"] for event in told if event["kind"] == "turn-started"][-1]
    raise AssertionError(f"{who!r} does not get a turn")


def settle(gm: Seat) -> None:
    """Answer whatever is asked: no defence, and the server throws."""
    people.settle(gm, ".offer-button >> nth=-1")
