"""A Tesseris fight from the browser: ticks, blows and their defence, reactions, cover, areas, words, the end.

Who throws types the dice in, so that what comes of them is known. Ann has a phone; the GM answers for the
others.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser import people
from tests.browser.conftest import GM, PICTURES, SCREEN, Sit
from tests.browser.fights import own_table
from tests.browser.late import LateLine
from tests.browser.people import come_in, command
from tests.browser.scenes.yard import lay_out
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the fight in the brickyard."""
    return own_table(house, lay_out(house.data))


def test_a_fight_with_ticks_and_reactions(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "ann")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()

    the_fight_begins(gm, ann, table)
    ann_charges_and_rook_parries(gm, ann, table)
    rook_walks_off_and_ann_strikes_at_him(gm, ann)
    finch_fires_a_burst_and_ann_ducks(gm, ann, table)
    ann_dives_where_she_taps(gm, ann)
    finch_shoots_at_the_bricks(gm)
    wren_watches_the_yard(gm, ann, table)
    words_wound_too(gm, ann)
    the_gm_ends_the_combat(gm, ann, table)


def test_who_waits_for_odds_sees_so_and_is_not_shown_old_ones_for_new(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    line = LateLine(gm)
    gm.token("finch").click()
    burst = choose(gm, "Shoot", "Burst")
    line.hold(only='42["odds"')
    burst.click()
    gm.token("ann").click()
    aim = gm.find("#aim.open")
    expect(aim.locator(".odds-sign")).to_be_visible()
    expect(aim.locator(".odds-sign")).to_have_text("Working out the chances…")
    expect(aim.locator(".bar")).to_have_count(0)
    expect(aim.locator(".aim-go").get_by_role("button", name="Burst", exact=True)).to_be_enabled()
    picture(gm, "odds-awaited")
    line.wait(2)  # an estimate, and the odds
    line.release()
    expect(aim).to_contain_text("Exact: every throw is counted.")
    expect(aim.locator(".odds-sign")).to_have_count(0)
    bars = aim.locator(".bar").count()
    line.hold(only='42["odds"')
    command(gm, do="gm-set", target="finch", state={"at": [11, 10]})
    expect(aim.locator(".odds-sign")).to_be_visible()
    expect(aim.locator(".bar.outdated[aria-hidden=true]")).to_have_count(bars)
    assert float(aim.locator(".outdated").first.evaluate("bar => getComputedStyle(bar).opacity")) < 0.5
    picture(gm, "odds-outdated")
    line.wait(2)
    line.release()
    expect(aim).to_contain_text("Exact: every throw is counted.")
    expect(aim.locator(".outdated")).to_have_count(0)


def the_fight_begins(gm: Seat, ann: Seat, table: Seat) -> None:
    gm.open("#fold-settings")
    gm.find("#fold-settings [name=reaction_seconds]").fill("600")
    gm.button("Save", "#fold-settings").click()
    command(gm, do="edit", target="ann", by_hand=True)
    command(gm, do="edit", target="rook", by_hand=True)
    gm.find("#begin-menu > summary").click()
    gm.button("Begin fight").click()
    type_in(ann, [10])
    type_in(gm, [9])
    until(gm, "ann")
    expect(ann.find("#turn-words")).to_contain_text("Your turn")
    for seat in (gm, ann, table):
        row = seat.find("[data-order-who=ann]").first
        expect(row.locator(".track .tick.left")).to_have_count(6)  # five, and the free one
    picture(ann, "turn")


def ann_charges_and_rook_parries(gm: Seat, ann: Seat, table: Seat) -> None:
    charge = choose(ann, "Strike", "Charge")
    expect(charge).to_contain_text("4 ticks")
    expect(charge).to_contain_text("leaves 1 tick")
    charge.hover()
    expect(ann.find(".card-track .tick.would")).to_have_count(4)
    ann.press(charge)
    ann.press(ann.token("rook"))
    aim = ann.find("#aim.open")
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"\+1\s*charge.*TS-107", re.S))
    expect(aim.locator(".bar-label")).to_have_text(["Duck", "Dodge", "Block", "Parry", "No defence"])
    expect(aim).not_to_contain_text("Sampled")
    picture(ann, "aim")
    ann.press(aim.locator(".aim-go").get_by_role("button", name="Charge", exact=True))
    type_in(ann, [6, 7, 9, 8, 6])  # five successes: nine, with the charge
    ask = gm.find("#prompt[data-mine]")
    expect(ask).to_contain_text("A defence of 9 or more holds")
    expect(ask.locator(".offer").filter(has_text="Duck")).to_contain_text("free")
    expect(ask.locator(".offer").filter(has_text="Parry")).to_contain_text("the free reaction")
    expect(ask.locator(".offer-chance").first).to_have_text(re.compile("%"))
    picture(gm, "defence")
    answer(gm, "parry")
    type_in(gm, [6, 1])  # one, and two of skill: three; six get through
    type_in(ann, [4])  # a critical: 4 + 3 + 6 + 4, less five of mail
    for seat in (gm, ann, table):
        expect(seat.token("rook")).to_have_attribute(
            "aria-label", re.compile(r"Stamina 10 of 20.*Wounds 2 of 10")
        )
    ann.is_at("ann", (5, 5))
    roll = gm.find("#log .is-roll").filter(has_text="charge")
    expect(roll).to_have_count(1)  # told once, however it ends
    expect(roll.locator(".die-chain").nth(2).locator(".die")).to_have_text(["9", "8"])
    expect(ann.find(".card-track .tick.left:not(.spare)")).to_have_count(1)


def rook_walks_off_and_ann_strikes_at_him(gm: Seat, ann: Seat) -> None:
    until(gm, "rook")
    gm.token("rook").click()
    with gm.dragging("rook", (8, 7)):
        expect(gm.find(".may-strike")).to_have_text(re.compile(r"Ann may strike, ~?\d+ %"))
        expect(gm.find(".strike-ring")).to_have_count(1)
        picture(gm, "provokes")
    ask = ann.find("#prompt[data-mine]")
    expect(ask).to_contain_text("lays itself open")
    expect(ask.locator(".offer").first).to_contain_text("with the sword; the free reaction")
    clock = ask.locator(".prompt-clock")
    expect(clock).to_contain_text("Then the answer is: Let it go.")
    expect(clock.locator("[data-seconds]")).to_have_text(re.compile("^[45][0-9][0-9]$"))  # it counts down
    picture(ann, "reaction")
    ann.press(ask.locator(".offer-more > summary"))
    ann.press(ask.locator(".extra").filter(has_text="Pay with a tick"))
    expect(ask.locator(".offer").first).to_contain_text("with the sword")
    answer(ann, "reaction-strike")
    type_in(ann, [6, 1, 1, 1])  # four
    answer(gm, "none")
    expect(gm.log("Ann hits Rook")).to_have_count(1)
    expect(ann.find(".card-track .tick.left:not(.spare)")).to_have_count(0)
    expect(ann.find(".card-track .tick.spare.left")).to_have_count(1)  # she has kept it
    gm.is_at("rook", (8, 7))


def finch_fires_a_burst_and_ann_ducks(gm: Seat, ann: Seat, table: Seat) -> None:
    until(gm, "finch")
    command(gm, do="gm-set", target="finch", state={"ticks": 5})
    command(gm, do="edit", target="finch", by_hand=True)
    gm.token("finch").click()
    expect(gm.find("#selected")).to_have_attribute("data-who", "finch")
    choose(gm, "Shoot", "Burst").click()
    gm.token("ann").click()
    aim = gm.find("#aim.open")
    expect(aim.locator(".aim-leaves")).to_contain_text("2 ticks")
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"−1\s*burst.*TS-127", re.S))
    expect(aim).not_to_contain_text("Sampled")
    aim.locator(".aim-go").get_by_role("button", name="Burst", exact=True).click()
    type_in(gm, [6, 7, 9, 9, 6, 8])
    ask = ann.find("#prompt[data-mine]")
    expect(ask.locator(".offer").filter(has_text="Duck").locator(".offer-chance")).to_have_text(
        re.compile(r"\d+ %")
    )
    answer(ann, "duck")
    card = ann.find("#prompt[data-mine]")
    expect(card).to_contain_text("3 duds again")
    fields = card.locator(".faces input")
    expect(fields).to_have_count(7)
    fields.nth(0).fill("2")
    expect(fields).to_have_count(8)  # a dud is thrown again, right after it
    fields.nth(1).fill("9")
    expect(fields).to_have_count(9)  # and that one explodes
    fields.nth(0).fill("7")
    expect(fields).to_have_count(7)
    picture(ann, "duck")
    type_in(ann, [7, 6, 6, 6, 6, 3, 2, 1, 4])
    line = gm.log("Bullets at")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("against 5")
    picture(gm, "burst")
    expect(table.find("#log, .flash").first).to_be_attached()


def ann_dives_where_she_taps(gm: Seat, ann: Seat) -> None:
    command(
        gm,
        do="gm-set",
        target="ann",
        state={"stamina": 19, "wounds": 0, "ticks": 3, "conditions": {"bloodied": None}},
    )
    command(gm, do="gm-set", target="finch", state={"ticks": 5, "attacks": 0})
    command(gm, do="edit", target="finch", by_hand=False)
    command(gm, do="edit", target="ann", by_hand=False)
    gm.token("finch").click()
    command(
        gm,
        do="straight-shot",
        actor="finch",
        target="ann",
        **{"with": "assault-rifle"},
        facts={"distance": 5},
    )
    if not ann.is_asked():
        return  # nothing but duds: nobody is asked
    dive = ann.find("#prompt[data-mine] [data-offer-place=dive]")
    ann.press(dive)
    expect(ann.find("#move-words")).to_contain_text("Tap where to")
    expect(ann.find("#overlay-step .reach-cell")).to_have_count(1)
    x, y = ann.place("ann")
    ann.whole_map()
    picture(ann, "dive")
    ann.press_cell((x, y + 2))
    ann.is_at("ann", (x, y + 2))
    settle(gm)
    expect(ann.token("ann")).to_have_attribute("aria-label", re.compile("Prone"))


def finch_shoots_at_the_bricks(gm: Seat) -> None:
    settle(gm)
    command(gm, do="gm-set", target="finch", state={"ticks": 5, "attacks": 0, "at": [12, 11], "jammed": []})
    gm.token("finch").click()
    choose(gm, "Shoot", "Attack the cover").click()
    gm.press_cell((8, 9))
    aim = gm.find("#aim.open")
    expect(aim).to_contain_text("A yard of stone: 30 of 30 structure points left.")
    expect(gm.find("#overlay-laid .area-rim")).to_have_count(1)
    picture(gm, "bricks")
    aim.locator(".aim-go").get_by_role("button", name="Attack the cover", exact=True).click()
    expect(gm.log("A yard of stone takes")).to_have_count(1)


def wren_watches_the_yard(gm: Seat, ann: Seat, table: Seat) -> None:
    until(gm, "wren")
    command(gm, do="gm-set", target="wren", state={"ticks": 5})
    gm.token("wren").click()
    choose(gm, "Shoot", "Overwatch").click()
    gm.press_cell((6, 4))
    aim = gm.find("#aim.open")
    expect(gm.find("#overlay-laid .area-rim")).to_have_count(1)
    aim.locator(".aim-go").get_by_role("button", name="Overwatch", exact=True).click()
    for seat in (gm, ann, table):
        expect(seat.find(".held-area")).to_have_count(1)
    picture(gm, "overwatch")
    until(gm, "ben")
    gm.token("ben").click()
    command(gm, do="gm-set", target="ben", state={"at": [3, 8], "ticks": 5})
    command(gm, do="move", actor="ben", to=[3, 5])
    ask = gm.find("#prompt[data-mine]")
    expect(ask).to_contain_text("Shoot?")
    answer(gm, "none")
    settle(gm)


def words_wound_too(gm: Seat, ann: Seat) -> None:
    until(gm, "ann")
    command(gm, do="gm-set", target="ann", state={"ticks": 5, "conditions": {"prone": None}})
    before = ann.find("#selected .gauge-words").filter(has_text="Ego").inner_text()
    ann.press(choose(ann, "Talk", "Charm"))
    ann.whole_map()
    ann.press(ann.token("rook"))
    aim = ann.find("#aim.open")
    expect(aim.locator(".modifiers")).to_contain_text(re.compile("dapper.*TS-334", re.S))
    expect(aim.get_by_role("button", name="Dapper: 1")).to_be_visible()
    ann.press(aim.locator(".aim-go").get_by_role("button", name="Charm", exact=True))
    expect(ann.find("#aim.open")).to_have_count(0)
    type_in(gm, [1, 1])
    expect(gm.log(re.compile("ego"))).not_to_have_count(0)
    assert before.startswith("Ego")
    picture(gm, "words")


def the_gm_ends_the_combat(gm: Seat, ann: Seat, table: Seat) -> None:
    settle(gm)
    gm.find("#table-menu > summary").click()
    picture(gm, "menu")
    form = gm.find("#table-menu form").filter(has_text="Apply a condition")
    form.locator("select[name=target]").select_option("rook")
    form.locator("select[name=condition]").select_option("bleeding")
    form.get_by_role("button", name="Apply a condition").click()
    for seat in (gm, ann, table):
        expect(seat.token("rook")).to_have_attribute("aria-label", re.compile("Bleeding"))
    gm.button("End the combat").click()
    for seat in (gm, ann, table):
        expect(seat.token("rook")).not_to_have_attribute("aria-label", re.compile("Bleeding"))
        expect(seat.find("#turn-words")).to_contain_text("Free play")
        expect(seat.find(".held-area")).to_have_count(0)


def test_what_is_chosen_while_a_blow_is_on_its_way_is_not_undone_by_it(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.find("[data-select=finch]").click()
    expect(gm.find("#selected")).to_have_attribute("data-who", "finch")
    choose(gm, "Shoot", "Burst").click()
    gm.token("ann").click()
    expect(gm.find("#aim.open")).to_have_attribute("data-target", "ann")
    on_its_way: list[Route] = []
    gm.page.route("**/gm/do", lambda blow: on_its_way.append(blow))
    with gm.page.expect_request("**/gm/do"):
        gm.find("#aim.open .aim-go .primary").click()
    choose(gm, "Shoot", "Attack the cover").click()
    expect(gm.find("#move-words")).to_have_text("Tap where it is to come down.")
    with gm.page.expect_response("**/gm/do"):
        for blow in on_its_way:
            blow.continue_()
    expect(gm.find("#prompt[data-mine]")).to_be_visible()
    expect(gm.find("[data-command-id]").first).to_be_attached()
    expect(gm.find("#move-words")).to_have_text("Tap where it is to come down.")
    expect(gm.find("body")).to_have_attribute("data-ui-tool", "lay")


def test_the_sheet_is_the_game_s_own(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.token("ben").click()
    expect(gm.find("#selected")).to_have_attribute("data-who", "ben")
    gm.find("#selected .sheet-ways a").first.click()
    expect(gm.find(".sw-table tbody tr")).to_have_count(3)
    expect(gm.find(".sw-table tbody")).to_contain_text("1 / 3 / 8")
    expect(gm.find(".sw-attribute")).to_have_count(6)
    picture(gm, "sheet")
    gm.page.set_viewport_size({"width": 390, "height": 844})
    wide = gm.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    picture(gm, "sheet-narrow")
    gm.page.set_viewport_size(GM["viewport"])
    gm.find(
        ".sheet-bar-top a",
    ).filter(has_text="Edit").click()
    gm.find("input[name='characteristics.strength']").fill("5")
    gm.button("Save the sheet").click()
    expect(gm.find(".sw-attribute").first).to_contain_text("5dT")


# ------------------------------------------------------------------------------------------ what recurs
def choose(seat: Seat, group: str, label: str):  # type: ignore[no-untyped-def]
    """Unfold a heading of the action bar and find a button under it."""
    if seat.find("#sheet[data-ui-height=line]").count():
        seat.press(seat.find("#sheet-grip"))
    fold = seat.find(f"#selected .action-fold[id$='-{group}']")
    expect(fold).to_be_attached()
    seat.catch_up()
    if fold.get_attribute("open") is None:
        summary = fold.locator("> summary")
        summary.scroll_into_view_if_needed()
        seat.press(summary)
    found = fold.locator(".action").filter(
        has=seat.page.locator(".action-label", has_text=re.compile(f"^{label}$"))
    )
    found.first.scroll_into_view_if_needed()
    return found.first


def until(gm: Seat, who: str) -> None:
    """Let turns pass until somebody's comes."""
    for _ in range(24):
        if gm.is_asked():
            settle(gm)
            continue
        if gm.find("#top").get_attribute("data-active") == who:
            return
        before = gm.find("#log .log-line").count()
        gm.button("Next turn").click()
        gm.page.wait_for_function(
            "n => document.querySelectorAll('#log .log-line').length > n"
            " || document.querySelector('#prompt[data-mine]')",
            arg=before,
        )
    raise AssertionError(f"{who!r} does not get a turn")


def settle(gm: Seat) -> None:
    """Answer whatever is asked: nobody reacts, and the server throws."""
    people.settle(gm, "[data-offer=none] .offer-button")


def answer(seat: Seat, choice: str) -> None:
    """Press an answer, and wait until the question is gone."""
    card = seat.find("#prompt[data-mine]")
    number = card.get_attribute("data-number")
    seat.press(card.locator(f"[data-offer='{choice}'] .offer-button"))
    expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def type_in(seat: Seat, faces: list[int]) -> None:
    """Type dice in, those thrown again too; wait until the question is gone."""
    card = seat.find("#prompt[data-mine]")
    expect(card).to_contain_text("type what you see")
    number = card.get_attribute("data-number")
    fields = card.locator(".faces input")
    for n, face in enumerate(faces):
        fields.nth(n).fill(str(face))
    expect(fields).to_have_count(len(faces))
    seat.press(card.get_by_role("button", name="These are my dice"))
    expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def picture(seat: Seat, name: str) -> None:
    """Keep a picture of a page, where somebody wants them."""
    if PICTURES:
        seat.page.screenshot(path=str(Path(PICTURES) / f"tesseris-{name}-{seat.name}.png"))
