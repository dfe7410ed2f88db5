"""A phase combat fight from the browser: the timeline, two who shoot each other, secrets, a called shot.

Whose dice are typed in throws what the test says; the phone is Earl's, everybody else is the GM's.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import own_table
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.browser.scenes.barroom import lay_out
from tests.browser.seat import Seat
from tests.load.server import Server

PISTOLS = {"earl": ["heavy-pistol"], "leroy": ["light-pistol"]}


@pytest.fixture
def server(house: Server) -> Server:
    """A table with the duel in the bar, with one man in the back who has heard nothing."""
    return own_table(house, lay_out(house.data, only=("earl", "leroy", "doorman")))


def test_a_fight_in_phases(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "earl")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()

    the_slower_declares_and_the_faster_hears_it(gm, ann, table)
    two_who_shoot_each_other_both_fall(gm, ann, table)
    the_wounds_stand_on_the_sheet(gm, ann)
    a_secret_declaration_is_sealed_until_all_have_declared(gm, ann, table)
    a_declared_move_is_drawn_until_it_has_resolved(gm, ann, table)
    a_combined_action_can_only_be_cancelled(gm, ann, table)
    the_gm_alerts_who_has_heard_nothing(gm, ann)


def the_slower_declares_and_the_faster_hears_it(gm: Seat, ann: Seat, table: Seat) -> None:
    for who in PISTOLS:
        command(gm, do="edit", target=who, by_hand=True)
    gm.find("#begin-menu > summary").click()
    gm.button("Begin fight").click()
    begin_phase(gm, ann, earl=[9, 1, 2, 3], leroy=[5, 3])
    expect(row(gm, "leroy")).to_contain_text("declares now, initiative 15")
    assert gm.find(".top-home").evaluate("word => word.scrollWidth <= word.clientWidth"), "over the next one"
    expect(row(gm, "earl")).to_contain_text("initiative 20")
    expect(gm.find("#timeline")).to_contain_text("Leroy declares; Earl hears it first.")
    expect(gm.find("[data-timeline-who=doorman]")).to_contain_text("knows of no enemy")
    expect(ann.find("[data-timeline-who=doorman]")).to_have_count(0)  # behind a closed door
    expect(ann.find("#turn-words")).to_contain_text("Leroy declares")

    gm.token("leroy").click()
    gm.token("earl").click()
    aim = gm.find("#aim.open")
    expect(aim.locator(".modifiers")).to_contain_text(re.compile(r"−2\s*wild.*PH-66", re.S))
    expect(aim.locator(".body-figure")).to_have_count(0)  # a wild shot is not called
    aim.get_by_role("button", name="Attack", exact=True).click()
    for seat in (gm, table):
        expect(row(seat, "leroy")).to_contain_text("attack: Earl")
    expect(ann.find("#turn-words")).to_contain_text("You declare")
    ann.press(ann.find("#tab-fight"))
    expect(row(ann, "leroy")).to_contain_text("attack: Earl light pistol")
    expect(ann.find("#timeline .moment")).to_contain_text("End of phase 1, phase actions")


def two_who_shoot_each_other_both_fall(gm: Seat, ann: Seat, table: Seat) -> None:
    ann.press(ann.find("#tab-me"))
    ann.whole_map()
    ann.press(ann.token("leroy"))
    ann.press(ann.find("#aim.open").get_by_role("button", name="Attack", exact=True))
    type_in(gm, "Leroy", [10, 10])  # in the order of declaring, and both before either falls
    type_in(gm, "Leroy", [1])  # the head
    type_in(gm, "Leroy", [10, 10])
    type_in(ann, "Earl", [2, 3, 5])
    type_in(ann, "Earl", [10, 4, 3, 2])
    type_in(ann, "Earl", [1])
    type_in(ann, "Earl", [9, 4, 2])
    type_in(gm, "Leroy", [2, 3, 4])
    for seat in (gm, ann, table):
        for who in PISTOLS:
            expect(seat.token(who)).to_have_attribute("aria-label", re.compile("Trauma 2 of 3.*Down"))
    for seat in (gm, ann):
        moment = seat.find("#timeline .moment.together.happened")
        expect(moment).to_contain_text("Resolved in phase 1, phase actions, at the same moment")
        expect(moment.locator("li")).to_have_text(["Leroy attack: Earl", "Earl attack: Leroy"])
    for who in ("Earl", "Leroy"):
        line = gm.log(f"{who} takes a traumatic wound: head.")
        expect(line.locator(".rule")).to_have_text("PH-94")
        expect(gm.log(f"{who} is down.")).to_have_count(1)
    expect(gm.find("#turn-words")).to_contain_text("All has resolved")
    look(gm, ann, table, "phases-both-down")


def the_wounds_stand_on_the_sheet(gm: Seat, ann: Seat) -> None:
    ann.press(ann.find("#selected a").filter(has_text="Full sheet"))
    expect(ann.find(".body-part.hurt")).to_have_count(1)
    expect(ann.find(".ph-places .hurt")).to_contain_text("Head")
    expect(ann.find("[aria-label='Trauma count: 2']")).to_have_count(1)
    look_over(ann, "phases-sheet")
    ann.page.go_back()
    ann.wait_until_live()
    for who, ready in PISTOLS.items():
        whole = {"trauma": [], "flesh": 0, "condition": "up", "ready": ready}
        command(gm, do="gm-set", target=who, state=whole)
        expect(ann.token(who)).to_have_attribute("aria-label", re.compile("Trauma 0 of 3"))


def a_secret_declaration_is_sealed_until_all_have_declared(gm: Seat, ann: Seat, table: Seat) -> None:
    gm.open("#fold-settings")
    switch = gm.find("#switch-secret-declaration")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    gm.find("#fold-settings > summary").click()
    gm.button("Next phase").click()
    begin_phase(gm, ann, earl=[1, 1, 2, 2], leroy=[9, 2])

    expect(ann.find("#turn-words")).to_contain_text("You declare")
    ann.press(ann.find("#selected .action").filter(has_text="Target").filter(has_text="Heavy pistol").first)
    ann.whole_map()
    ann.press(ann.token("leroy"))
    figure = ann.find("#aim.open .called")
    expect(figure.get_by_role("button", name=re.compile("Nothing called"))).to_have_attribute(
        "aria-pressed", "true"
    )
    figure.locator("g[data-value=head] polygon").tap()
    expect(figure.locator("[data-value=head] .chosen")).to_have_count(1)
    signs = {place: figure.locator(f"g[data-value='{place}'] .body-sign") for place in ("chest", "abdomen")}
    expect(signs["chest"]).to_have_text("1")
    expect(signs["abdomen"]).to_have_text("4")
    expect(figure.locator(".called-chain")).to_contain_text("A miss by 1 hits the chest")
    expect(ann.find("#aim .modifiers")).to_contain_text(re.compile(r"−4\s*called: head.*PH-68", re.S))
    look(gm, ann, table, "phases-figure")
    ann.press(ann.find("#aim.open").get_by_role("button", name="Target", exact=True))

    expect(row(gm, "earl")).to_contain_text("target: Leroy")
    expect(row(gm, "earl").locator(".tag")).to_have_text("sealed")
    expect(row(table, "earl")).to_contain_text("has declared in secret")
    assert "target: Leroy" not in table.page.content()
    assert "Targeted" not in table.page.content()
    gm.button("Declares nothing").click()
    expect(row(table, "earl")).to_contain_text("target: Leroy")
    expect(gm.log("All declarations are revealed.")).to_have_count(1)
    expect(ann.log("Earl has Leroy in sight, at the head.")).to_have_count(1)
    gm.open("#fold-settings")
    gm.find("#switch-secret-declaration").click()
    expect(gm.find("#switch-secret-declaration")).to_have_attribute("aria-pressed", "false")
    gm.find("#fold-settings > summary").click()


def a_declared_move_is_drawn_until_it_has_resolved(gm: Seat, ann: Seat, table: Seat) -> None:
    gm.button("Next phase").click()
    begin_phase(gm, ann, earl=[9, 1, 2, 2], leroy=[1, 2])
    gm.drag("leroy", (9, 7))
    for seat in (gm, ann, table):
        expect(seat.find("#tokens [data-way-of=leroy] .way-end")).to_have_count(1)
        seat.is_at("leroy", (10, 7))  # it is not there yet
    expect(row(table, "leroy")).to_contain_text("move to J8")
    assert table.find(".strip:not(.turned)").evaluate(
        """strip => [...strip.querySelectorAll(".timeline-row")].every(row => {
            const [a, b] = [row.getBoundingClientRect(), strip.getBoundingClientRect()];
            return !a.height || (a.top >= b.top && a.bottom <= b.bottom && a.right <= b.right);
        })"""
    )
    look(gm, ann, table, "phases-moving")


def a_combined_action_can_only_be_cancelled(gm: Seat, ann: Seat, table: Seat) -> None:
    ann.press(ann.find("#selected .action").filter(has_text="Target and fire"))
    ann.press(ann.token("leroy"))
    ann.press(ann.find("#aim.open").get_by_role("button", name="Target and fire", exact=True))
    expect(row(table, "earl")).to_contain_text("target and fire: Leroy")
    expect(ann.find("#selected .waiting")).to_contain_text("until its action has resolved, in phase 4")
    expect(ann.find("#selected .action").filter(has_text="Cancel")).to_have_count(0)  # not in this phase
    for seat in (gm, ann, table):
        seat.is_at("leroy", (9, 7))
        expect(seat.find("#tokens [data-way-of]")).to_have_count(0)
    expect(row(gm, "earl").locator("svg.timeline-track")).to_have_attribute(
        "aria-label", "from phase 3 to the end of phase 4"
    )
    gm.button("Next phase").click()
    type_in(gm, "Leroy", [9, 2])  # who waits rolls no initiative
    cancel = ann.find("#selected .action")
    expect(cancel).to_have_count(1)  # nothing else can be changed
    expect(cancel).to_contain_text("Cancel")
    ann.press(cancel)
    expect(gm.log("Earl gives up: no target and fire any more.")).to_have_count(1)
    expect(gm.find("#timeline [data-timeline-who=earl]")).not_to_contain_text("target and fire")
    gm.button("Declares nothing").click()
    expect(gm.find("#turn-words")).to_contain_text("All has resolved")


def the_gm_alerts_who_has_heard_nothing(gm: Seat, ann: Seat) -> None:
    gm.find("#do-alert > summary").click()
    gm.find("#do-alert").get_by_role("button", name="Doorman").click()
    expect(gm.find("[data-timeline-who=doorman]")).to_contain_text(
        "surprised; rolls Reflexes against 8 from phase 7"
    )
    expect(gm.find("#do-alert")).to_have_count(0)
    assert not ann.button("Next phase").count()


# ------------------------------------------------------------------------------------------ what recurs
def row(seat: Seat, who: str) -> Locator:
    """Find somebody's row of the timeline; the projector shows a second one, turned round."""
    return seat.find(f"#timeline [data-timeline-who='{who}']")


def begin_phase(gm: Seat, ann: Seat, *, earl: list[int], leroy: list[int]) -> None:
    """Type in what both roll for initiative."""
    type_in(ann, "Earl", earl)
    type_in(gm, "Leroy", leroy)


def type_in(seat: Seat, name: str, faces: list[int]) -> None:
    """Type somebody's dice in, and wait until the question is gone."""
    card = seat.find("#prompt[data-mine]")
    expect(card.locator(".prompt-to")).to_contain_text(name)
    number = card.get_attribute("data-number")
    expect(card.locator(".faces input")).to_have_count(len(faces))
    for n, face in enumerate(faces):
        card.locator(".faces input").nth(n).fill(str(face))
    seat.press(card.get_by_role("button", name="These are my dice"))
    expect(seat.find(f"#prompt-form-{number}")).to_have_count(0)


def look(gm: Seat, ann: Seat, table: Seat, what: str) -> None:
    """Hold all pages against what was promised of layout, in both themes."""
    for seat in (gm, ann, table):
        look_over(seat, what)
