"""Where the projector looks: its frame, the peek, and what the GM is told of its screens."""

from math import sqrt
from typing import Any

import pytest

from rules.map.model import BattleMap, Grid, GridKind
from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import World
from webapp.live.projector_view import step_of
from webapp.store.rows import TableSettings

WINDOW = {"width": 1000.0, "height": 600.0, "pixels": [1920, 1080], "measured": True, "awake": True}


def heard(page: Page, name: str) -> list[Any]:
    return [message["args"][0] for message in page.socket.get_received() if message["name"] == name]


@pytest.fixture
def gm(world: World) -> Page:
    return Page(world, world.gm(), "gm")


@pytest.fixture
def table(world: World, gm: Page) -> Page:
    page = Page(world, screen(world), "screen")
    assert page.ask("window", WINDOW)["ok"]
    return page


def at(page: Page) -> tuple[float, float] | None:
    place = page.ask("window", WINDOW)["at"]
    return None if place is None else tuple(place)


def test_a_frame_begins_in_the_middle_on_whole_cells(table: Page) -> None:
    assert at(table) == (700, 500)  # of 24 by 16 cells


def test_the_gm_moves_it_by_whole_cells_and_it_stays_through_a_restart(
    world: World, gm: Page, table: Page
) -> None:
    table.socket.get_received()
    assert gm.ask("frame", {"to": [312.0, 460.0]}) == {"ok": True}
    [look] = heard(table, "look")
    assert look["at"] == [300, 500]
    assert heard(gm, "frames")[-1]["frames"][0]["at"] == [300, 500]
    framings = world.app.extensions["battlemat-framings"]
    framings.close(host_of(world))
    assert at(table) == (300, 500)


def test_a_peek_comes_back_to_the_very_same_place(gm: Page, table: Page) -> None:
    gm.ask("frame", {"to": [300, 500]})
    gm.ask("frame", {"peek": [1100, 0]})
    assert at(table) == (1100, 0)
    frames = heard(gm, "frames")[-1]
    assert (frames["peeking"], frames["frames"][0]["home"]) == (True, [300, 500])
    gm.ask("frame", {"return": True})
    assert at(table) == (300, 500)
    assert heard(gm, "frames")[-1]["peeking"] is False


def test_no_frame_leaves_the_map_behind(gm: Page, table: Page) -> None:
    gm.ask("frame", {"to": [1e9, 99_999]})
    assert at(table) == (2300, 1500)


def test_a_screen_that_was_not_measured_shows_the_whole_map(world: World, gm: Page, table: Page) -> None:
    assert table.ask("window", {**WINDOW, "measured": False})["at"] is None
    form = {"cell_mm": "25.4"}
    assert gm.browser.htmx(world.at("gm/table-view"), **form).status_code == 204  # true size is not ticked
    assert at(table) is None


def test_a_cell_measures_what_the_gm_says(world: World, gm: Page, table: Page) -> None:
    table.socket.get_received()
    assert gm.browser.htmx(world.at("gm/table-view"), cell_mm="30,5", true_size="1").status_code == 204
    [look] = heard(table, "look")
    assert look["cellMm"] == 30.5
    for wrong in ("", "0", "-3", "1e9", "nan", "x"):
        assert gm.browser.htmx(world.at("gm/table-view"), cell_mm=wrong).status_code == 422
    assert world.table.settings.cell_mm == 30.5


def test_who_has_a_miniature_is_drawn_on_the_table_only_if_the_gm_says_so(world: World, gm: Page) -> None:
    table = Page(world, screen(world), "screen")
    ann = Page(world, world.player("Ann", "kit"), "play")
    gm.do("edit", target="kit", miniature=True)
    drawn = ">KI</text>"
    assert drawn not in table.load()
    assert drawn in ann.load()
    assert 'id="token-kit"' in table.load(), "its ring is lit when it acts"
    gm.browser.htmx(world.at("gm/table-view"), cell_mm="25.4", draws_all="1")
    assert drawn in table.take()[-1]["panels"]
    assert drawn in table.load()


def test_a_screen_that_goes_is_told_to_the_gm(gm: Page, table: Page) -> None:
    gm.socket.get_received()
    table.close()
    assert heard(gm, "frames")[-1]["frames"] == []


def test_measuring_is_handed_on_to_the_screens_alone(world: World, gm: Page, table: Page) -> None:
    ann = Page(world, world.player("Ann", "kit"), "play")
    table.socket.get_received()
    assert gm.ask("measure-screen", {"open": True, "by": "card", "grow": 3})["ok"]
    assert heard(table, "measure-screen") == [{"open": True, "by": "card", "grow": 3.0}]
    assert heard(ann, "measure-screen") == []


@pytest.mark.parametrize(
    ("message", "data"),
    [
        ("frame", {}),
        ("frame", {"to": "here"}),
        ("frame", {"to": [1, None]}),
        ("frame", {"to": [float("inf"), 1]}),
        ("measure-screen", {"by": "eye"}),
        ("measure-screen", {"grow": "much"}),
    ],
)
def test_nonsense_about_frames_is_refused(gm: Page, message: str, data: dict[str, Any]) -> None:
    assert gm.refused(message, data)["code"] == "bad-command"


def test_nonsense_from_a_screen_is_refused(table: Page) -> None:
    for wrong in ({}, {**WINDOW, "width": "wide"}, {**WINDOW, "pixels": 3}, {**WINDOW, "height": None}):
        assert table.refused("window", wrong)["code"] == "bad-command"


def test_nobody_else_hears_of_frames(world: World, gm: Page, table: Page) -> None:
    ann = Page(world, world.player("Ann", "kit"), "play")
    ann.socket.get_received()
    gm.ask("frame", {"to": [0, 0]})
    gm.ask("frame", {"peek": [500, 500]})
    assert ann.socket.get_received() == []
    assert ann.refused("window", WINDOW)["code"] == "not-allowed"


def test_another_scene_has_a_frame_of_its_own(world: World, gm: Page, table: Page) -> None:
    gm.ask("frame", {"to": [0, 0]})
    gm.ask("frame", {"peek": [500, 500]})
    other = host_of(world).store.create_battle(world.table.id, "atomic", "Other")
    host_of(world).switch(other.id)
    assert at(table) != (0, 0)
    assert heard(gm, "frames")[-1]["peeking"] is False


def test_on_hexes_the_frame_goes_by_pairs_of_rows() -> None:
    def grid(kind: GridKind) -> BattleMap:
        return BattleMap(Grid(kind, 10, 10))

    assert step_of(grid(GridKind.SQUARE)) == (100, 100)
    assert step_of(grid(GridKind.HEX_ROWS)) == (100, pytest.approx(100 * sqrt(3)))
    assert step_of(grid(GridKind.HEX_COLUMNS)) == (pytest.approx(100 * sqrt(3)), 100)
    assert step_of(None) == (100, 100)


def test_settings_of_the_wrong_type_are_passed_over() -> None:
    read = TableSettings.read('{"sight": false, "cell_mm": "wide", "frame": [1], "of_a_newer_version": 1}')
    assert read == TableSettings(sight=False)
