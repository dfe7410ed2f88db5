"""Notes on the map by mouse, finger and keys: the GM's pages, a player's phone and the projector."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.late import ANSWERS, LateLine
from tests.browser.looks import accessible, look_over
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server

SHOTS = os.environ.get("BATTLEMAT_NOTE_SHOTS", "")


def shot(seat: Seat, name: str) -> None:
    if SHOTS:
        seat.page.wait_for_timeout(400)
        seat.page.screenshot(path=Path(SHOTS) / f"{name}.png")


def take_notes(seat: Seat, mode: str) -> None:
    """Take the tool of notes into the hand, and one of its ways."""
    if seat.find("#measure-notes").is_hidden():
        seat.press(seat.map_tool("#note-tool"))
    seat.press(seat.find(f"[data-note-mode={mode}]"))
    expect(seat.find(f"[data-note-mode={mode}]")).to_have_attribute("aria-pressed", "true")


def test_the_gm_writes_a_pin_and_all_open_its_page(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()
    gm.wait_until_live()
    take_notes(gm, "pin")
    gm.find("#note-seen").select_option("all")
    gm.find("#note-words").fill("The well")
    gm.press_map(3.5, 8.5)
    expect(gm.find("#note-page [name=page]")).to_be_focused()
    gm.find("#note-page [name=page]").fill("# Deep\nIt is **cold**.\n\n- a bucket")
    shot(gm, "gm-form")
    look_over(gm, "gm-writes-a-pin")
    accessible(gm, "gm-writes-a-pin")
    gm.press(gm.button("Save", "#note-page"))
    expect(gm.find("#note-page li")).to_have_text("a bucket")
    for mode, start, end in (("arrow", (5.5, 8.5), (8.5, 8.5)), ("line", (6.0, 9.0), (7.0, 9.5))):
        take_notes(gm, mode)
        with gm.pulling(start, end):
            pass
        expect(gm.find(f"#map-notes .{mode}")).to_have_count(1)
    expect(table.find("#map-notes .note")).to_have_count(3)
    expect(table.find("#map-notes .note-title")).to_have_text("The well")
    expect(ann.find("#map-notes .note")).to_have_count(3)
    gm.page.keyboard.press("Escape")
    shot(gm, "gm")
    shot(table, "projector")
    ann.press(ann.find("#map-notes .pin"))
    expect(ann.find("#note-page strong")).to_have_text("cold")
    expect(ann.find("#note-page [data-note-do=edit]")).to_have_count(0)
    shot(ann, "phone")
    look_over(ann, "phone-reads-a-pin")
    accessible(ann, "phone-reads-a-pin")
    gm.press(gm.button("Show to all", "#note-page"))
    expect(ann.find("#paper-dialog")).to_contain_text("a bucket")


def test_notes_are_chosen_moved_and_deleted_by_keys(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    take_notes(gm, "text")
    gm.find("#note-words").fill("Here")
    gm.press_map(4.5, 8.5)
    note = gm.find("#map-notes .note.text")
    expect(note).to_have_count(1)
    before = float(note.get_attribute("data-x") or 0)
    gm.find("#map").focus()
    gm.page.keyboard.press("]")
    expect(note).to_have_class(re.compile("picked"))
    gm.page.keyboard.press("ArrowRight")
    expect(note).to_have_attribute("data-x", f"{before + 50:.1f}")
    gm.page.keyboard.press("Delete")
    expect(note).to_have_count(0)
    gm.page.keyboard.press("Escape")
    expect(gm.find("#measure-notes")).to_be_hidden()


def test_the_scenes_notes_are_written_beside_the_map(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    take_notes(gm, "select")
    gm.press(gm.find("#measure-notes [data-scene-notes]"))
    gm.find("#note-page textarea").fill("They **flee** at dusk.")
    gm.press(gm.button("Save", "#note-page"))
    expect(gm.find("#note-page strong")).to_have_text("flee")
    shot(gm, "scene-notes")


def test_a_player_draws_with_a_finger_once_the_gm_lets_them(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    gm.wait_until_live()
    expect(ann.find("#note-tool")).to_have_attribute("hidden", "")
    gm.open("#fold-settings")
    gm.find("#fold-settings [name=player_notes]").check()
    gm.press(gm.button("Save", "#fold-settings form >> nth=0"))
    expect(ann.find("#note-tool")).not_to_have_attribute("hidden", "")
    take_notes(ann, "line")
    shot(ann, "phone-tool")
    look_over(ann, "phone-draws")
    accessible(ann, "phone-draws")
    with ann.pulling((4.2, 7.2), (5.2, 7.8)):
        pass
    expect(gm.find("#map-notes .line")).to_have_count(1)
    expect(ann.find("#map-notes .line.mine")).to_have_count(1)


def test_words_written_while_the_answer_is_on_its_way_stay(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    line = LateLine(gm)
    take_notes(gm, "text")
    line.hold(ANSWERS)
    gm.find("#note-words").fill("First")
    gm.press_map(4.5, 8.5)
    note = gm.find("#map-notes .note.text")
    expect(note).to_have_count(1)  # it is pushed; the answer to the command is not there yet
    gm.find("#note-words").fill("Second")
    line.release()
    expect(gm.find("#note-says")).to_have_text("It is on the map.")
    expect(gm.find("#note-words")).to_have_value("Second")
    gm.press_map(6.5, 8.5)
    expect(note).to_have_count(2)


def test_words_that_were_refused_are_there_to_be_sent_again(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    take_notes(gm, "text")
    gm.page.context.set_offline(True)
    gm.page.evaluate("battlematLine.socket.disconnect()")
    gm.find("#note-words").fill("Held up")
    gm.press_map(4.5, 8.5)
    expect(gm.find("#refusal")).to_contain_text("no connection")
    expect(gm.find("#note-words")).to_have_value("Held up")


def test_the_page_of_a_pin_opens_though_a_text_was_put_before_the_pin_came(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    line = LateLine(gm)
    take_notes(gm, "pin")
    line.hold()
    for mode, words, spot in (("pin", "The well", (3.5, 8.5)), ("text", "Mind the step", (6.5, 8.5))):
        take_notes(gm, mode)
        gm.find("#note-words").fill(words)
        gm.press_map(*spot)
    line.release()
    expect(gm.find("#map-notes .note")).to_have_count(2)
    expect(gm.find("#note-page")).to_contain_text("The well")
    expect(gm.find("#note-page [name=page]")).to_be_visible()
