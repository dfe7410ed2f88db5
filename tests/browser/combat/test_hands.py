"""The whole of a turn by keyboard alone; and what somebody types is theirs, whatever is pushed meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.late import TWO_FRAMES, LateLine
from tests.browser.people import come_in, command, send
from tests.browser.seat import Seat
from tests.load.server import Server

ROLL_ASKED = """
- region "Question":
  - paragraph: Kit is asked
  - paragraph: Throw d100 for blast pistol and type what you see.
  - spinbutton "Die 1, 1 to 100"
  - group "Throw d100 for blast pistol and type what you see.":
    - button "These are my dice"
    - button "Roll it for me"
"""
DEFENCE_ASKED = """
- region "Question":
  - paragraph: Raider 3 is asked
  - paragraph: /Kit attacks you with the blast pistol.+ How do you defend\\?/
  - group /Kit attacks you .+/:
    - button /Dodge \\d+ %/
    - button /No defence .+/
"""
LOG = """
- region "Log":
  - list "What has happened":
    - listitem:
      - paragraph: Kit moves to E10.
    - listitem:
      - group: "03 Kit, blast pistol against 60: success"
"""


def tab_to(seat: Seat, selector: str, backwards: bool = False) -> None:
    """Press Tab until the focus lies on an element, as somebody without a mouse does."""
    for _ in range(150):
        if seat.page.evaluate("wanted => document.activeElement?.matches(wanted)", selector):
            return
        seat.page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def test_a_turn_is_played_by_keyboard_alone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 9]})
    command(gm, do="edit", target="kit", by_hand=True)
    gm.is_at("raider-3", (6, 9))
    keys = gm.page.keyboard

    tab_to(gm, "#token-kit")
    keys.press("Enter")
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(gm.find("#move-words")).to_have_text("2 cells")
    keys.press("Enter")
    gm.is_at("kit", (4, 9))
    expect(gm.token("kit")).to_be_focused()

    tab_to(gm, "#selected [data-mode=aim]")
    keys.press("Enter")
    tab_to(gm, "#token-raider-3", backwards=True)
    keys.press("Enter")
    expect(gm.find("#aim.open .aim-go")).to_be_visible()
    tab_to(gm, "#aim .aim-go .primary")
    keys.press("Enter")

    # The questions take the focus as they come; when the last is answered it is with who attacked.
    expect(gm.find("#prompt .faces input")).to_be_focused()
    expect(gm.find("#prompt")).to_match_aria_snapshot(ROLL_ASKED)
    keys.type("3")
    keys.press("Enter")
    expect(gm.find("#prompt .offer-button").first).to_be_focused()
    expect(gm.find("#prompt")).to_match_aria_snapshot(DEFENCE_ASKED)
    tab_to(gm, "#prompt [value=none]")
    keys.press("Enter")
    expect(gm.find("#prompt")).to_be_empty()
    expect(gm.token("kit")).to_be_focused()
    expect(gm.find("#log .is-roll").filter(has_text="against 60")).to_have_count(1)
    expect(gm.find("#log")).to_match_aria_snapshot(LOG)
    keys.press("Control+z")
    expect(gm.find("#log .is-roll.undone").filter(has_text="against 60")).not_to_have_count(0)
    keys.press("Control+z")
    gm.is_at("kit", (4, 7))

    by_keys_whatever_the_rules_say(gm)
    command(gm, do="edit", target="kit", by_hand=False)
    the_fight_by_keys(gm)


def by_keys_whatever_the_rules_say(gm: Seat) -> None:
    """Put a token one cell on, open a door, point and draw a line."""
    keys = gm.page.keyboard
    gm.token("kit").focus()
    keys.press("Shift+ArrowLeft")
    gm.is_at("kit", (3, 7))
    expect(gm.token("kit")).to_be_focused()
    door = gm.find("#door-gantry-door")
    door.focus()
    keys.press("Enter")
    expect(door).to_have_attribute("data-state", "open")
    expect(door).to_be_focused()
    gm.find("[data-tool=point]").focus()
    with gm.glimpsing("#overlay-pointed .ping", "#overlay-pointed .stroke"):
        for key in ("Enter", "ArrowRight", "Enter", "Shift+ArrowRight", "Shift+ArrowDown"):
            keys.press(key)
    keys.press("Escape")
    expect(gm.find("#measure-point")).to_be_hidden()


def the_fight_by_keys(gm: Seat) -> None:
    """Begin the fight and end a turn: what the button turned into has the focus, and the bar is read out."""
    keys = gm.page.keyboard
    gm.button("Begin fight").focus()
    keys.press("Enter")
    expect(gm.find("#top")).to_have_attribute("data-running", "1")
    expect(gm.button("Next turn")).to_be_focused()
    whose = gm.find("#turn-words .whose").text_content() or ""
    expect(gm.find("#turn-words")).to_match_aria_snapshot("- status: /Round 1 .+ turn next .+/")
    keys.press("Enter")
    expect(gm.find("#turn-words .whose")).not_to_have_text(whose)
    expect(gm.button("Next turn")).to_be_focused()
    command(gm, do="end-battle")


def test_no_push_wipes_what_is_being_typed(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.find("[data-select=dutch]").click()
    gm.open("#gm-dutch")
    side, seconds = gm.find("#fold-add [name=side_name]"), gm.find("#fold-settings [name=answer_seconds]")
    gm.open("#fold-add")
    gm.find("#fold-add .side-name > summary").click()
    gm.open("#new-mark-dutch")
    mark, name = gm.find("#new-mark-name-dutch"), gm.find("#edit-name-dutch")
    side.fill("smugglers")
    gm.open("#fold-settings")
    seconds.fill("45")
    mark.fill("Cursed")
    name.click()
    name.press_sequentially(" the")
    typed = name.input_value()

    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-2", state={"at": [20, 7], "wounds": 2})
    command(gm, do="gm-set", target="dutch", state={"at": [7, 12]})
    command(gm, do="door", actor="dutch", wall="hatch")
    command(gm, do="edit", target="raider-4", name="Captain", hidden=False)
    command(gm, do="turn", actor="kit")
    command(ann, do="move", actor="kit", to=[5, 9])
    gm.is_at("kit", (5, 9))
    expect(gm.find("#order")).to_contain_text("Captain")
    expect(gm.find("#people .person.here")).to_have_count(1)
    expect(gm.find("#selected .allowances .spent")).to_have_count(1)

    expect(name).to_be_focused()
    gm.page.keyboard.type(" Brave")
    expect(name).to_have_value(f"{typed} Brave")
    expect(side).to_have_value("smugglers")
    expect(seconds).to_have_value("45")
    expect(mark).to_have_value("Cursed")
    name.press("Enter")
    expect(gm.find("#order")).to_contain_text("the Brave")
    expect(gm.find(".card-name h2")).to_have_text(re.compile("the Brave"))
    expect(mark).to_have_value("Cursed")
    gm.button("Add the mark").click()
    expect(gm.find(".conditions .touch-chip.on")).to_contain_text("Cursed")
    expect(mark).to_have_value("")


def test_no_push_slides_another_button_under_a_pressed_finger(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    line = LateLine(gm)
    brannock, dutch = (gm.find(f"[data-order-who='{who}']") for who in ("brannock", "dutch"))
    line.hold()
    send(gm, do="remove", target="brannock")
    line.wait()
    dutch.hover()
    was = gm.box(dutch)
    gm.page.mouse.down()
    line.release()
    assert brannock.count() == 1
    assert gm.box(dutch) == was
    gm.page.mouse.up()
    expect(gm.find("#selected")).to_have_attribute("data-who", "dutch")
    expect(brannock).to_have_count(0)
    command(gm, do="undo")
    expect(brannock).to_have_count(1)


def test_no_card_that_comes_in_slides_another_button_under_a_pressed_finger(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.select("kit")
    command(gm, do="turn", actor="kit")
    command(gm, do="draw", actor="kit", **{"with": "combat-knife"})
    command(gm, do="drop", actor="kit", **{"with": "blast-pistol"})
    actions = gm.find("#selected .action")
    pistol, knife = (actions.filter(has_text=re.compile(f"^Drop.*{what}")) for what in ("pistol", "knife"))
    expect(knife).to_have_count(1)
    expect(pistol).to_have_count(0)
    cards: list[Route] = []
    # The card comes a moment after the rest of what is told.
    gm.page.route("**/selected/kit", lambda card: cards.append(card))
    with gm.page.expect_request("**/selected/kit"):
        send(gm, do="undo")
    knife.hover()
    was = gm.box(knife)
    gm.page.mouse.down()
    assert cards
    with gm.page.expect_response("**/selected/kit"):
        for card in cards:
            card.continue_()
    gm.page.evaluate(TWO_FRAMES)
    assert pistol.count() == 0
    assert gm.box(knife) == was
    gm.page.unroute("**/selected/kit")
    gm.page.mouse.up()
    expect(gm.log("Kit drops the combat knife")).to_have_count(1)
    expect(pistol).to_have_count(1)


def test_who_does_not_see_the_log_hears_its_new_lines(sit: Sit, server: Server) -> None:
    ann = come_in(sit, server.join, "Bea", "brannock")
    expect(ann.find("#log")).to_be_hidden()
    command(ann, do="move", actor="brannock", to=[3, 11])
    expect(ann.find("#log-told")).to_match_aria_snapshot(
        '- log "What happens":\n  - paragraph: /Brannock moves to .+/'
    )


def test_the_gm_plays_with_one_finger_on_a_phone(sit: Sit, server: Server) -> None:
    gm = sit("GM on a phone", PHONE, server.gm)
    gm.wait_until_live()
    command(gm, do="gm-set", target="raider-3", state={"at": [6, 9]})
    command(gm, do="gm-set", target="kit", state={"at": [4, 7]})
    command(gm, do="edit", target="kit", by_hand=True)
    command(gm, do="turn", actor="kit")
    gm.is_at("raider-3", (6, 9))
    gm.whole_map()
    gm.drag("kit", (5, 8))
    gm.is_at("kit", (5, 8))
    gm.press_token("kit")
    expect(gm.find("#selected")).to_have_attribute("data-who", "kit")
    gm.catch_up()
    gm.find("#selected [data-mode=aim]").first.tap()
    expect(gm.find("#move-words")).to_contain_text("Choose a target")
    expect(gm.find("#map-area")).to_be_in_viewport(ratio=0.95)  # it came to the finger
    gm.press_token("raider-3")
    expect(gm.find("#aim .aim-go .primary")).to_be_in_viewport(ratio=1)
    gm.find("#aim .aim-go .primary").tap()
    gm.find("#prompt .faces input").fill("3")
    gm.button("These are my dice", "#prompt").tap()
    expect(gm.find("#prompt [value=none]")).to_be_in_viewport(ratio=1)
    gm.find("#prompt [value=none]").tap()
    expect(gm.find("#prompt")).to_be_empty()
    gm.find("[data-undo]").tap()
    expect(gm.find("#log .is-roll.undone").filter(has_text="against 60").last).to_be_attached()


ENGLISH = re.compile(
    r"\b(the|is|are|your?|turn|with|against|of|and|left|asked|wounds?|weapons?|move|draw)\b", re.I
)


def test_a_turn_is_played_in_german_at_an_english_table(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    anna = sit("Anna", PHONE, server.join, locale="de-DE")
    anna.find("[name=name]").fill("Anna")
    anna.press(anna.find("label.character:has([value='brannock'])"))
    anna.press(anna.button("Mitspielen"))
    expect(anna.find("#selected")).to_have_attribute("data-who", "brannock")
    anna.wait_until_live()
    command(gm, do="edit", target="brannock", by_hand=True)
    command(gm, do="gm-set", target="raider-2", state={"at": [5, 10]})
    anna.is_at("raider-2", (5, 10))

    anna.press(anna.find("#selected [data-mode=aim]").first)
    expect(
        anna.find("#move-words, .bar-words, body").get_by_text("Wähle ein Ziel auf der Karte.")
    ).to_be_visible()
    anna.press(anna.token("raider-2"))
    expect(anna.find("#aim.open")).to_contain_text("trifft")
    anna.press(anna.find("#aim .aim-go .primary"))
    expect(anna.find("#prompt[data-mine]")).to_contain_text("Brannock wird gefragt")
    anna.find("#prompt .faces input").fill("3")
    anna.press(anna.find("#prompt [value=faces]"))
    expect(gm.find("#prompt[data-mine]")).to_contain_text("Raider 2 is asked")
    gm.press(gm.find("#prompt [value=none]"))
    expect(gm.log("Brannock attacks Raider 2")).to_have_count(1)
    expect(anna.log("Brannock greift Raider 2")).to_have_count(1)
    for tab in anna.find("[role=tab]").all():
        anna.press(tab)
        expect(tab).to_have_attribute("aria-selected", "true")
        said = anna.page.evaluate("document.body.innerText")
        assert not ENGLISH.findall(said), said


def test_a_refusal_goes_when_the_turn_is_over_that_it_was_for(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ben = come_in(sit, server.join, "Ben", "brannock")
    command(gm, do="begin")
    active = gm.find("#order .order-row.active")
    if active.get_attribute("data-order-who") == "brannock":
        command(gm, do="end-turn", actor="brannock")
        expect(gm.find("#order .order-row.active[data-order-who=brannock]")).to_have_count(0)
    who = active.get_attribute("data-order-who")
    ben.whole_map()
    column, row = ben.place("brannock")
    ben.drag("brannock", (column + 1, row))
    expect(ben.toast()).to_contain_text("turn")
    ben.find("[data-close-toast]").focus()  # so it does not go by itself
    command(gm, do="edit", target="raider-1", name="Mop")
    expect(gm.find("#order")).to_contain_text("Mop")
    expect(ben.toast()).to_contain_text("turn")
    command(gm, do="end-turn", actor=who)
    expect(ben.toast()).to_have_count(0)


def test_a_tap_meant_for_the_cell_beside_a_door_leaves_the_door_alone(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.whole_map()
    door = gm.find("#door-gantry-door")
    ann.token("kit").tap()
    expect(ann.drawn("overlay-reach")).to_have_count(2)
    ann.press_map(7.6, 7.5)
    ann.press(ann.find(".move-bar .primary"))
    gm.is_at("kit", (7, 7))
    expect(door).to_have_attribute("data-state", "closed")
    ann.press_map(8, 8.5)
    expect(door).to_have_attribute("data-state", "open")
