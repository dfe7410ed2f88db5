"""What a drag says while it moves: reach, cost, cover and chances at each enemy, and why it is refused."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import GM, Sit
from tests.browser.fights import serving
from tests.browser.people import come_in, command
from tests.load.server import Server

SIGNS = "#overlay-cover .cover-sign"


def test_a_drag_says_what_could_be_shot_from_there(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    command(gm, do="gm-set", target="raider-3", state={"at": [7, 9]})
    command(gm, do="turn", actor="kit")
    ann.whole_map()
    for seat in (gm, ann):
        seat.is_at("raider-3", (7, 9))
    seen = {who for who in ann.tokens() if who.startswith("raider")}
    with ann.dragging("kit", (3, 8)):
        expect(ann.drawn("overlay-reach")).to_have_count(2)
        expect(ann.find("#overlay-top .path-sign")).to_have_text("1")
        expect(ann.find(SIGNS)).to_have_count(len(seen))
        expect(ann.find(f"{SIGNS} text").filter(has_text=re.compile(r"^\d+% \w+$"))).not_to_have_count(0)
        expect(ann.find(f"{SIGNS}:has(.level-0)")).not_to_have_count(0)
        others = {who for who in gm.tokens() if who.startswith("raider")} - seen
        assert others, "there is somebody whom Ann does not see"
    ann.is_at("kit", (3, 8))
    expect(ann.find(SIGNS)).to_have_count(0)


def test_a_place_out_of_reach_says_why_and_shows_no_signs(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    gm.whole_map()
    command(gm, do="turn", actor="raider-3")
    with gm.dragging("raider-3", (20, 1)):
        expect(gm.find("#move-words")).to_contain_text("AT-52")
        expect(gm.find("#overlay-aim .path-end.bad")).to_have_count(1)
        expect(gm.find(SIGNS)).to_have_count(0)
    expect(gm.toast()).not_to_be_empty()


def test_a_path_laid_by_keys_shows_the_signs_until_it_is_left(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    command(gm, do="turn", actor="kit")
    gm.page.focus("#token-kit")
    gm.page.keyboard.press("ArrowUp")
    expect(gm.find("#move-words")).to_have_text("1 cell")
    expect(gm.find(SIGNS)).not_to_have_count(0)
    gm.page.keyboard.press("Escape")
    expect(gm.find(SIGNS)).to_have_count(0)
    expect(gm.find("#move-bar")).to_be_hidden()


def test_others_who_move_do_not_take_the_reach_out_of_a_drag(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    ben = come_in(sit, server.join, "Ben", "brannock")
    command(gm, do="turn", actor="brannock")
    column, row = ben.place("brannock")
    with ben.dragging("brannock", (column - 1, row)):
        for step in range(6):
            command(gm, do="gm-set", target="dutch", state={"at": [5 + step % 2, 12]})
        ben.is_at("dutch", (6, 12))
        expect(ben.drawn("overlay-reach")).to_have_count(2)
        expect(ben.find("#overlay-top .path-sign")).to_have_text("1")
    ben.is_at("brannock", (column - 1, row))


@pytest.fixture
def one_by_one(first_start: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that sends each module by itself, so that a test can ask for one of them."""
    with serving(Path(shutil.copytree(first_start, tmp_path / "data")), "--debug") as running:
        yield running


def test_what_is_told_to_be_in_sight_is_what_the_window_shows(sit: Sit, one_by_one: Server) -> None:
    gm = sit("GM", GM, one_by_one.gm, base_url=one_by_one.origin)
    gm.wait_until_live()
    for step in (None, "in", "in", "out", "fit"):
        if step:
            gm.find(f"[data-zoom='{step}']").click()
        told, shown = gm.page.evaluate(
            """async () => {
                const own = document.querySelector("script[src$='/js/map/viewport.js']").src;
                const { inSight } = await import(own);
                const box = document.getElementById("map-area").getBoundingClientRect(); // between the panels
                const glass = document.getElementById("map").getScreenCTM().inverse();
                const [a, b] = [[box.left, box.top], [box.right, box.bottom]]
                    .map(([x, y]) => new DOMPoint(x, y).matrixTransform(glass));
                const { x, y, width, height } = inSight();
                return [[x, y, x + width, y + height], [a.x, a.y, b.x, b.y]];
            }"""
        )
        assert all(abs(one - other) < 8 for one, other in zip(told, shown, strict=True)), (step, told, shown)
