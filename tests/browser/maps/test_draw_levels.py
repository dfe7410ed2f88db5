"""The GM draws levels and stairs on the map: by hand, and takes them back; the players' pages follow."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.maps.test_draw import draws, says, take, the_map
from tests.browser.people import come_in
from tests.browser.seat import Seat
from tests.load.server import Server


def levels(gm: Seat) -> list[tuple[str, float, list[int]]]:
    return [(one["name"], one["elevation"], one["over"]) for one in the_map(gm)["map"].get("levels", ())]


def passages(gm: Seat) -> list[str]:
    return [one["kind"] for one in the_map(gm)["map"].get("passages", ())]


def two_levels(gm: Seat) -> None:
    """Draw a level of the left half of the map, and one of the right."""
    take(gm, "level")
    gm.find("#draw-level-name").fill("Dock")
    with gm.pulling((0.5, 0.5), (9.5, 15.5)):
        pass
    says(gm, "Level Dock drawn, 10 by 16 cells.")
    gm.press_map(11.5, 14.5)  # on none of the levels: the next one
    gm.find("#draw-level-name").fill("Gantry")
    with gm.pulling((12.5, 0.5), (21.5, 15.5)):
        pass
    says(gm, "Level Gantry drawn, 10 by 16 cells.")


def test_levels_and_stairs_are_drawn_and_the_players_page_shows_one(sit: Sit, server: Server) -> None:
    gm = draws(sit("GM", GM, server.gm))
    ann = come_in(sit, server.join, "Ann", "kit")
    expect(ann.find(".level-switch")).to_have_count(0)
    two_levels(gm)
    assert levels(gm) == [("Dock", 0, [0, 0]), ("Gantry", 3, [0, 0])]
    expect(ann.find(".level-switch [data-level][aria-pressed=true]")).to_contain_text("Dock")
    expect(ann.find(".level-veil")).to_have_count(1)
    take(gm, "passage")
    gm.press_map(3.5, 12.5)
    gm.press(gm.find("#draw-passage-above"))
    says(gm, "It is there")
    assert passages(gm) == ["stairs"]
    expect(ann.find(".passage[data-here='3,12']")).to_have_attribute("aria-label", "Stairs, up to: Gantry")
    gm.press_map(3.5, 12.5)
    gm.press(gm.find("#draw-passage-picked"))
    says(gm, "It is taken away.")
    assert passages(gm) == []
    gm.press(gm.find("[data-draw-do=undo]"))
    says(gm, "Undone.")
    expect(ann.find(".passage")).to_have_count(2)
    for _ in range(3):
        gm.press(gm.find("[data-draw-do=undo]"))
        says(gm, "Undone.")
    assert levels(gm) == []
    expect(ann.find(".level-switch")).to_have_count(0)
    expect(ann.find(".level-veil")).to_have_count(0)


def test_a_level_is_named_anew_laid_over_another_place_and_taken_away(sit: Sit, server: Server) -> None:
    gm = draws(sit("GM", GM, server.gm))
    two_levels(gm)
    gm.press_map(15.5, 12.5)
    expect(gm.find("#draw-level-name")).to_have_value("Gantry")
    gm.find("#draw-level-name").fill("Crane")
    gm.find("#draw-level-over-x").fill("2")
    gm.find("#draw-level-height").fill("4.5")
    gm.find("#draw-level-height").press("Tab")
    expect(gm.find(".level-switch")).to_contain_text("Crane")
    expect(gm.find(".draw-level-name").last).to_contain_text("Crane · 4.5")
    assert levels(gm) == [("Dock", 0, [0, 0]), ("Crane", 4.5, [2, 0])]
    gm.press(gm.find("[data-draw-do=level-away]"))
    says(gm, "Level Crane is taken away")
    assert [name for name, _, _ in levels(gm)] == ["Dock"]


def test_a_hole_takes_one_press_and_a_level_over_another_is_refused(sit: Sit, server: Server) -> None:
    gm = draws(sit("GM", PHONE, server.gm))
    gm.whole_map()
    two_levels(gm)
    take(gm, "passage")
    gm.press(gm.find("#draw label:has([name=draw-passage][value=hole])"))
    gm.press_map(14.5, 12.5)
    says(gm, "It is there")
    assert passages(gm) == ["hole"]
    take(gm, "level")
    with gm.pulling((8.5, 12.5), (14.5, 14.5)):
        pass
    expect(gm.toast()).to_contain_text(re.compile("have cells in common"))
    assert len(levels(gm)) == 2
