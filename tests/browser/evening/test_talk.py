"""A whisper, free dice, a handout on the projector, pointing, and real dice by a player's own setting."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.people import come_in, command
from tests.load.server import Server

LETTER = "static/pictures/fight.webp"


def test_a_house_rule_is_changed_read_at_the_table_and_explained(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ben = come_in(sit, server.join, "Ben", "brannock")
    table = gm.page.url.removesuffix("/gm")

    # The GM finds a table by its rule, changes a number, and sees it marked; what cannot be is said.
    gm.page.goto(f"{table}/gm/house")
    gm.find("#house-find").fill("AT-84")
    expect(gm.find("#house-found")).to_contain_text("1 of")
    cover = gm.find("#table-cover")
    cover.get_by_label("partial").fill("9")
    assert not cover.get_by_label("partial").evaluate("field => field.checkValidity()")
    cover.get_by_label("partial").fill("2")
    gm.press(cover.get_by_role("button", name="Save:"))
    expect(gm.find("#table-cover[data-changed]")).to_contain_text("usually 1")

    # A condition of the table's own, made by the form.
    gm.press(gm.find("#new-conditions"))
    gm.find("[name=name]").fill("Netted")
    gm.find("[name='roll.attack']").fill("-10")
    gm.find("[name=forbids][value=move]").check()
    gm.press(gm.button("Save"))
    expect(gm.find("#own-conditions + ul")).to_contain_text("Attack −10, no move")

    # The player reads it in the log, on the rule's card, and on the page of house rules.
    ben.press(ben.find("#tab-fight"))
    line = ben.find(".log-line").filter(has_text="partial 2 (usually 1)")
    expect(line).to_be_visible()
    ben.press(line.locator("[data-rule='AT-84']"))
    expect(ben.find(".rule-card")).to_contain_text("House rule: partial 2 (usually 1).")
    command(gm, do="set-conditions", target="brannock", conditions=["netted"])
    ben.press(ben.find("#tab-me"))
    expect(ben.find("#selected .marks")).to_contain_text("Netted")
    ben.page.goto(f"{table}/play/house")
    expect(ben.find("main")).to_contain_text("What cover takes from the Wound Rating")
    expect(ben.find("form")).to_have_count(0)


def test_what_is_typed_while_a_line_is_on_its_way_is_neither_wiped_nor_lost(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    sent = "**/talk/say"
    on_its_way: list[Route] = []
    gm.page.route(sent, lambda line: on_its_way.append(line), times=1)
    words = gm.find("#talk-words")
    with gm.page.expect_request(sent):
        words.fill("First of three")
        words.press("Enter")
    for line in ("Second of three", "Third of three"):
        words.fill(line)
        words.press("Enter")
    words.fill("Not yet sent")
    on_its_way[0].continue_()
    for line in ("First of three", "Second of three", "Third of three"):
        expect(gm.find(".log-line.said").filter(has_text=line)).to_have_count(1)
    expect(words).to_have_value("Not yet sent")

    # Pressed twice before the answer is there, a line is said once; then the field is empty for the next.
    gm.page.route(sent, lambda line: on_its_way.append(line), times=1)
    with gm.page.expect_request(sent):
        words.press("Enter")
    words.press("Enter")
    on_its_way[1].continue_()
    expect(words).to_have_value("")
    words.fill("The end")
    words.press("Enter")
    expect(gm.find(".log-line.said").filter(has_text="The end")).to_have_count(1)
    expect(gm.find(".log-line.said").filter(has_text="Not yet sent")).to_have_count(1)

    # Dice that are chosen meanwhile begin a roll of their own. A line is gone from the field when it is said,
    # whoever the next one is for.
    words.fill("")
    gm.find("#talk-throw").click()  # nothing is written there: dice to choose
    gm.page.route(sent, lambda line: on_its_way.append(line), times=1)
    with gm.page.expect_request(sent):
        words.fill("/r 4d6kh3 # Climbing")
        words.press("Enter")
    gm.find("#talk-to").select_option("gm")
    for die in ("d8", "d8", "!"):
        gm.find(f"[data-die='{die}']").click()
    on_its_way[2].continue_()
    expect(gm.find(".log-line.said").filter(has_text="Climbing")).to_have_count(1)
    expect(words).to_have_value("/r 2d8!")
    gm.page.route(sent, lambda line: on_its_way.append(line), times=1)
    with gm.page.expect_request(sent):
        words.press("Enter")
    gm.find("#talk-to").select_option("")
    on_its_way[3].continue_()
    expect(words).to_have_value("")


def test_people_talk_throw_and_show_each_other_things(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()

    # Dice, with each die; and a push of the battle's own log takes none of it away.
    ann.press(ann.find("#tab-fight"))
    ann.find("#talk-words").fill("/r 3d6+2 # stealth")
    ann.find("#talk-words").press("Enter")
    line = gm.find(".log-line.said").filter(has_text="stealth")
    expect(line).to_contain_text(re.compile(r"3d6\+2 = \d+"))
    expect(line.locator(".die")).to_have_count(3)
    expect(ann.find(".log-line.said").filter(has_text="stealth")).to_be_in_viewport()
    for dice in ("2d8!", "d100", "4dT", "{d8!,d6!}kh1"):
        ann.find("#talk-words").fill(f"/r {dice}")
        ann.find("#talk-words").press("Enter")
        expect(gm.find(".log-line.said").filter(has_text=f"{dice} = ")).to_have_count(1)
    command(gm, do="edit", target="kit", name="Kit Marlowe")
    command(gm, do="undo")  # the log is sent whole again
    expect(gm.find(".log-line.said")).to_have_count(5)

    # A roll that is kept has a button of its own, with its name.
    ann.press(ann.find("#tab-talk"))
    ann.open("#rolls-kept")
    ann.find("#rolls-kept [name=name]").fill("Climbing")
    ann.find("#rolls-kept [name=dice]").fill("4d6kh3")
    ann.press(ann.button("Save this roll"))
    expect(ann.find("#rolls-kept > summary")).to_have_text("Saved rolls: 1")
    ann.press(ann.find("#tab-fight"))
    ann.press(ann.find("#talk-throw"))
    ann.press(ann.button("Climbing", "#talk-kept"))
    expect(gm.find(".log-line.said").filter(has_text="Climbing")).to_contain_text("4d6kh3 = ")

    # By the buttons, blind: who throws is not told.
    ann.find("#talk-to").select_option("blind")
    for die in ("d8", "d8", "!"):
        ann.press(ann.find(f"[data-die='{die}']"))
    expect(ann.find("#talk-words")).to_have_value("/r 2d8!")
    ann.press(ann.find("#talk-throw"))
    expect(ann.find(".log-line.said").filter(has_text="only the GM sees it")).to_be_visible()
    expect(gm.find(".log-line.said.whisper").filter(has_text="2d8! =")).to_be_visible()

    # A whisper to somebody who came after the GM's page was made.
    gm.find("#talk-to").focus()
    gm.find("#talk-to").select_option(label="Ann alone")
    gm.find("#talk-words").fill("The captain lies")
    gm.find("#talk-words").press("Enter")
    expect(ann.find(".log-line.said.whisper").filter(has_text="The captain lies")).to_contain_text("to you")

    # A handout: it opens on the phone, and lies large on the projector.
    gm.press(gm.find("#fold-talk > summary"))
    gm.press(gm.find("#paper-new > summary"))
    gm.find("#paper-new [name=title]").fill("The letter")
    gm.find("#paper-new textarea").fill("Pier nine at midnight")
    gm.find("#paper-new [type=file]").set_input_files(LETTER)
    gm.press(gm.button("Save", "#paper-new"))
    gm.press(gm.find(".paper-row summary").filter(has_text="Show"))
    for whom in ("all", "screen"):
        gm.press(gm.find(f".paper-row [value={whom}]"))
    gm.press(gm.button("Show only to these"))
    expect(ann.find("#paper-dialog")).to_contain_text("Pier nine at midnight")
    ann.press(ann.find("#paper-dialog").get_by_role("button", name="Close"))
    expect(table.find("#table-paper img")).to_be_visible()
    assert table.find("#table-paper img").evaluate(
        "image => image.decode().then(() => image.naturalWidth > 0)"
    )

    gm.press(gm.button("Take down", "#on-projector"))
    expect(table.find("#table-paper")).to_be_hidden()
    expect(gm.find("#on-projector")).to_be_hidden()

    # Pointing and drawing: seen by the others, gone by itself.
    gm.press(gm.find("[data-tool=point]"))
    box = gm.box(gm.find("#map-box"))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with table.glimpsing("#overlay-shown .ping"):
        gm.page.mouse.click(x, y)
    with ann.glimpsing("#overlay-shown .stroke"):
        gm.page.mouse.move(x, y)
        gm.page.mouse.down()
        gm.page.mouse.move(x + 60, y + 30, steps=6)
        gm.page.mouse.up()
    gm.page.keyboard.press("Escape")

    # What is whispered is read without the log before one.
    ann.press(ann.find("#tab-talk"))
    gm.find("#talk-words").fill("Psst")
    gm.find("#talk-words").press("Enter")
    expect(ann.toast()).to_contain_text("Psst")

    # Real dice, by the player's own setting.
    ann.press(ann.find("#real-dice"))
    expect(ann.find("#real-dice")).to_have_attribute("aria-pressed", "true")
    facts = {"range": "near", "line_of_fire": True, "cover": "none"}
    command(gm, do="attack", actor="kit", target="raider-3", facts=facts, **{"with": "blast-pistol"})
    expect(ann.find("#prompt[data-mine]")).to_contain_text("type what you see")
    expect(ann.find("#prompt .faces input")).to_have_count(1)
