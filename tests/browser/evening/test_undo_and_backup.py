"""Going back and keeping: any line of the log, a player's wish, a table as a file, a backup."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.fights import serving
from tests.browser.people import command, gather
from tests.browser.seat import Seat
from tests.load.server import Server


@pytest.fixture
def server(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: the backup that it makes as it starts holds this table."""
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("kept") / "data"))
    with serving(data) as running:
        yield running


def test_back_to_a_line_to_the_start_of_the_turn_and_as_a_player_asks(sit: Sit, server: Server) -> None:
    gm, ann, _, table = gather(sit, server)
    back_to_a_line_and_forth(gm, ann, table)
    a_wish_is_granted(gm, ann)
    back_to_the_start_of_the_turn(gm, ann)
    a_forgotten_modifier_is_added(gm, ann)
    the_fight_is_told_again(gm)
    a_player_steps_through_it_too(ann)


def back_to_a_line_and_forth(gm: Seat, ann: Seat, table: Seat) -> None:
    for at in ([6, 8], [6, 9], [7, 9]):
        command(gm, do="gm-set", target="kit", state={"at": at})
    line = gm.log("place G10")
    line.hover()
    gm.press(line.get_by_role("button", name="Undo this and all after it"))
    for seat in (gm, ann, table):
        seat.is_at("kit", (6, 8))
    expect(gm.find(".log-line.undone")).to_have_count(2)
    expect(gm.toast()).to_contain_text("Redo brings all of it back")
    gm.press(gm.find("[data-redo]"))
    for seat in (gm, ann, table):
        seat.is_at("kit", (7, 9))
    expect(ann.find(".log-back")).to_have_count(0)


def a_wish_is_granted(gm: Seat, ann: Seat) -> None:
    ann.press(ann.find("[role=tab]").filter(has_text="Fight"))
    ann.press(ann.button("Ask for an undo"))
    expect(ann.toast()).to_contain_text("The GM was asked")
    expect(gm.find(".wish")).to_contain_text("Ann asks for an undo")
    gm.press(gm.button("Allow undo"))
    ann.is_at("kit", (6, 9))
    expect(gm.find(".wish")).to_have_count(0)


def back_to_the_start_of_the_turn(gm: Seat, ann: Seat) -> None:
    gm.press(gm.button("Begin fight"))
    expect(gm.find("#top")).to_have_attribute("data-active", re.compile(r"\w"))
    for at in ([6, 8], [7, 9]):
        command(gm, do="gm-set", target="kit", state={"at": at})
    ann.is_at("kit", (7, 9))
    gm.press(gm.button("Back to the start of the turn"))
    ann.is_at("kit", (6, 9))


def a_forgotten_modifier_is_added(gm: Seat, ann: Seat) -> None:
    command(gm, do="end-battle")
    command(gm, do="gm-set", target="raider-1", state={"at": [7, 8]})
    command(gm, do="gm-set", target="kit", state={"at": [6, 8]})
    command(gm, do="edit", target="kit", by_hand=True)
    command(gm, do="attack", actor="kit", target="raider-1", **{"with": "blast-pistol"})
    command(gm, actor="kit", answer="faces", faces=[90])
    line = gm.log("Kit, blast pistol").last
    gm.press(line.locator("summary"))
    line.get_by_label("Modifier").fill("90")
    line.get_by_label("Reason").fill("braced")
    gm.press(line.get_by_role("button", name="Add"))
    for seat in (gm, ann):
        expect(seat.log("+90 braced, on Kit's roll")).to_have_count(1)
    expect(gm.find("#prompt")).to_contain_text("Raider 1 is asked")
    expect(ann.find("[data-forgotten]")).to_have_count(0)


def the_fight_is_told_again(gm: Seat) -> None:
    gm.press(gm.find(".log-replay"))
    gm.page.wait_for_url(re.compile("at=0"))  # from then on it hears keys
    for name in gm.find("#tokens .name.turned").all():
        expect(name).to_be_hidden()  # for the far side of a table alone
    for key, cell in (("ArrowRight", (6, 8)), ("ArrowRight", (6, 9)), ("ArrowLeft", (6, 8))):
        gm.page.keyboard.press(key)
        gm.is_at("kit", cell)
    gm.press(gm.find(".replay-line").filter(has_text="place H10").first)
    gm.is_at("kit", (7, 9))
    expect(gm.find("#replay-now")).to_contain_text("place H10")
    with gm.page.expect_navigation():
        gm.find("#replay-as").select_option(label="Ann (Kit)")
    gm.page.wait_for_url(re.compile(r"at=\d"))
    gm.is_at("kit", (7, 9))
    expect(gm.find("#replay-now")).to_contain_text("The GM moves Kit to H10.")
    expect(gm.token("raider-4")).to_have_count(0)
    gm.page.keyboard.press("End")
    expect(gm.find("#replay-now")).to_contain_text("is being asked")


def a_player_steps_through_it_too(ann: Seat) -> None:
    ann.press(ann.find(".log-replay"))
    ann.page.wait_for_url(re.compile("at=0"))
    ann.press(ann.button("Next step"))
    ann.is_at("kit", (6, 8))
    ann.find("#replay-speed").select_option("4")
    ann.find("#replay-at").fill(str(int(ann.find("#replay-at").get_attribute("max") or 0) - 3))
    ann.press(ann.find("#replay-play"))
    expect(ann.button("Next step")).to_be_disabled()
    expect(ann.find("#replay-play")).to_have_attribute("aria-pressed", "false")
    ann.press(ann.button("Previous turn"))
    expect(ann.find("#replay-now .tone-turn")).to_have_count(1)
    ann.find("#order .order-pick").last.scroll_into_view_if_needed()
    ann.press(ann.find("#order [data-select=kit]"))
    expect(ann.find("#token-kit.selected")).to_have_count(1)
    ann.press(ann.find("a").filter(has_text="Back to the table"))
    ann.wait_until_live()


def test_a_table_is_saved_as_a_file_opened_anew_and_brought_back(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    command(gm, do="gm-set", target="kit", state={"at": [3, 3]})
    gm.open("#fold-keep")
    with gm.page.expect_download() as saved:
        gm.press(gm.find("#save-table"))
    assert saved.value.suggested_filename.endswith(".battlemat")
    with gm.page.expect_download() as log:
        gm.press(gm.find("[href$='log.txt']"))
    assert "The GM sets Kit: place D4." in log.value.path().read_text(encoding="utf-8")

    gm.press(gm.find("#backup-list > summary"))
    gm.press(gm.find("#backup-list button").first)
    expect(gm.token("kit")).not_to_have_attribute("data-place", "3,3")
    gm.open("#fold-map")
    gm.press(gm.find("#scene-list > summary"))
    expect(gm.find("#scene-list li")).to_have_count(2)

    gm.page.goto("/")
    gm.find("[action='/tables/open'] [type=file]").set_input_files(saved.value.path())
    gm.press(gm.button("Open file"))
    gm.is_at("kit", (3, 3))
    expect(gm.find(".top-table")).to_have_text("First table")
