"""Step 29 of the evening: two floors come in as one scene, stairs join them, who is above shoots down."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.people import come_in, command
from tests.browser.sample_maps import COLS, cellar
from tests.browser.seat import CELL, Seat
from tests.load.server import Server

BESIDE = COLS + 2
"""The column at which the upper floor begins."""


def test_two_floors_are_played_on_and_each_page_shows_the_one_that_matters(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    bring_in_two_floors(gm)
    put_stairs(gm)
    place(gm)
    ann = come_in(sit, server.join, "Ann", "kit")
    ben = come_in(sit, server.join, "Ben", "brannock")
    table = sit("projector", SCREEN, server.screen)
    table.wait_until_live()
    ann_climbs(gm, ann, ben, table)
    ann_shoots_down(ann)
    the_gm_takes_the_climb_back(gm, ann, table)


def shows(seat: Seat, level: str) -> None:
    """Wait until a page shows a level; the projector has its name alone."""
    here = ".level-switch [data-level][aria-pressed=true] .level-name, p.level-switch .level-name"
    expect(seat.find(here)).to_have_text(level)


def bring_in_two_floors(gm: Seat) -> None:
    gm.open("#fold-map")
    gm.find("#import-form [type=file]").set_input_files(
        [
            {"name": f"Inn {name}.dd2vtt", "mimeType": "application/json", "buffer": cellar()}
            for name in ("Gallery", "Ground")
        ]
    )
    report = gm.find("#import-report")
    expect(report).to_contain_text("Read 2 floors as levels, the lowest first: Ground and Gallery.")
    expect(report).to_contain_text("says nothing of stairs")
    expect(gm.find(".level-switch [data-level] .level-name")).to_have_text(["Gallery", "Ground", "All"])
    gm.find("[data-close-report]").click()


def put_stairs(gm: Seat) -> None:
    gm.press(gm.find(".level-switch [data-level]").nth(1))
    shows(gm, "Ground")
    gm.press(gm.find(".draw-button"))
    gm.press(gm.find("[data-draw=passage]"))
    gm.press_cell((4, 7))
    gm.press(gm.find("#draw-passage-above"))
    shows(gm, "Gallery")
    expect(gm.find(f".passage[data-here='{BESIDE + 4},7']")).to_have_attribute(
        "aria-label", "Stairs, down to: Ground"
    )
    gm.page.keyboard.press("Escape")


def place(gm: Seat) -> None:
    for who, cell in (("kit", (4, 7)), ("brannock", (2, 8)), ("raider-1", (4, 6))):
        command(gm, do="gm-set", target=who, state={"at": list(cell)})
    for who in ("dutch", "raider-2", "raider-3", "raider-4"):
        command(gm, do="remove", target=who)
    command(gm, do="begin")
    while (who := str(gm.find(".token.active").get_attribute("data-who"))) != "kit":
        command(gm, do="end-turn", actor=who)


def ann_climbs(gm: Seat, ann: Seat, ben: Seat, table: Seat) -> None:
    for seat in (ann, ben, table):
        shows(seat, "Ground")
    expect(ann.find("#level-go button")).to_have_text("↑ Gallery")
    ann.press(ann.find("#level-go button"))
    ann.is_at("kit", (BESIDE + 4, 7))
    for seat in (ann, table):  # who acts, and the table with them
        shows(seat, "Gallery")
    shows(ben, "Ground")
    expect(ben.find(".level-mark.up[data-ghost=kit]")).to_be_visible()
    expect(ben.find(".level-ghost[data-ghost=kit]")).to_be_visible()


def ann_shoots_down(ann: Seat) -> None:
    expect(ann.find(".level-mark.down[data-ghost=raider-1]")).to_be_visible()
    ann.press(ann.find(".level-mark.down[data-ghost=raider-1] circle"))
    expect(ann.find("#aim .aim-head")).to_contain_text(re.compile("Raider 1|raider", re.IGNORECASE))
    shows(ann, "Gallery")
    rays = ann.find("#overlay-aim .ray.clear")
    expect(rays).not_to_have_count(0)
    ends = rays.evaluate_all("all => all.flatMap(ray => [ray.x1.baseVal.value, ray.x2.baseVal.value])")
    assert min(ends) > BESIDE * CELL, "the line is drawn on the level that is shown"
    ann.press(ann.button("Stop aiming", "#aim"))


def the_gm_takes_the_climb_back(gm: Seat, ann: Seat, table: Seat) -> None:
    gm.press(gm.find("#undo, [aria-label=Undo]").first)
    ann.is_at("kit", (4, 7))
    for seat in (ann, table):
        shows(seat, "Ground")
