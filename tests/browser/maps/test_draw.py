"""The GM draws on the map with mouse, finger and keys, and the players' pages follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import GM, PHONE, Sit
from tests.browser.looks import look_over
from tests.browser.people import come_in, command
from tests.browser.seat import Seat, Spot
from tests.load.server import Server

TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True, "is_mobile": True}
KIT = (4, 7)


@pytest.fixture
def gm(sit: Sit, server: Server) -> Seat:
    return draws(sit("GM", GM, server.gm))


def draws(gm: Seat) -> Seat:
    """Take the drawing tools into the hand, with nothing drawn yet that could be taken back."""
    gm.wait_until_live()
    gm.press(gm.find(".draw-button"))
    expect(gm.find("[data-draw=select]")).to_have_attribute("aria-pressed", "true")
    expect(gm.find("#draw-kinds button").first).to_be_visible()
    return gm


def take_back(gm: Seat) -> None:
    """Take back all that was drawn."""
    while the_map(gm)["can_undo"]:
        command(gm, do="undo", of="map")


def the_map(gm: Seat) -> dict[str, Any]:
    table = gm.find("body").get_attribute("data-table")
    found: dict[str, Any] = gm.page.request.get(f"/tables/{table}/gm/map.json").json()
    return found


def walls(gm: Seat, **like: Any) -> list[dict[str, Any]]:
    return [w for w in the_map(gm)["map"]["walls"] if all(w.get(key) == value for key, value in like.items())]


def lies(gm: Seat, start: Spot, end: Spot, **like: Any) -> bool:
    """Say whether a wall lies between two points, whichever way round it was drawn."""
    ends = sorted([list(start), list(end)])
    return any(sorted([wall["from"], wall["to"]]) == ends for wall in walls(gm, **like))


def take(gm: Seat, tool: str) -> None:
    gm.press(gm.find(f"[data-draw='{tool}']"))
    expect(gm.find(f"[data-draw='{tool}']")).to_have_attribute("aria-pressed", "true")


def choose(gm: Seat, name: str, value: str) -> None:
    gm.press(gm.find(f"#draw label:has([name=draw-{name}][value='{value}'])"))


def drag(gm: Seat, start: Spot, end: Spot, key: str | None = None) -> None:
    with gm.pulling(start, end, key):
        pass


def says(gm: Seat, text: str) -> None:
    """Wait for what is said to those who listen, and take it away, so that it is not taken for the next."""
    line = gm.find("#draw-says")
    expect(line).to_contain_text(text)
    line.evaluate("line => line.replaceChildren()")


# ------------------------------------------------------------------------------------------- the players
def test_a_wall_appears_before_the_players_and_stops_them_until_it_is_taken_back(
    gm: Seat, sit: Sit, server: Server
) -> None:
    ann = come_in(sit, server.join, "Ann", "kit")
    ann.whole_map()
    drawn = ann.find("#map-walls").inner_html()
    take(gm, "wall")
    choose(gm, "shape", "box")
    with gm.pulling(KIT, (KIT[0] + 1, KIT[1] + 1)):
        expect(gm.find("#draw-layer .chip text")).to_have_text("1 × 1")
    says(gm, "Drawn: 4 walls")
    expect(ann.find("#map-walls")).not_to_have_js_property("innerHTML", drawn)

    ann.drag("kit", (KIT[0], KIT[1] + 1))
    expect(ann.toast()).to_be_visible()
    ann.is_at("kit", KIT)
    gm.page.keyboard.press("Control+z")
    says(gm, "Undone")
    expect(ann.find("#map-walls")).to_have_js_property("innerHTML", drawn)
    ann.drag("kit", (KIT[0], KIT[1] + 1))
    ann.is_at("kit", (KIT[0], KIT[1] + 1))
    gm.page.keyboard.press("Control+Shift+z")
    says(gm, "Redone")
    assert lies(gm, KIT, (KIT[0] + 1, KIT[1]))
    command(gm, do="gm-set", target="kit", state={"at": list(KIT)})


# --------------------------------------------------------------------------------- before the map has come
def without_the_map(gm: Seat) -> Callable[[], None]:
    """Hold the map back that the drawing tools fetch, and give what lets it come."""
    held: list[Route] = []
    gm.page.route("**/gm/map.json", lambda route: held.append(route))

    def let_come() -> None:
        for route in held:
            route.continue_()
        gm.page.unroute("**/gm/map.json")

    return let_come


def test_a_tool_may_be_put_away_before_the_map_has_come(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    let_come = without_the_map(gm)
    gm.press(gm.find("#fold-draw > summary"))
    gm.press(gm.find("[data-draw=zone]"))
    expect(gm.find("#draw-help")).to_contain_text("Fetching the map")
    gm.press(gm.find("[data-draw=zone]"))
    expect(gm.find("#draw-help")).to_contain_text("Take a tool")
    expect(gm.find("body")).not_to_have_attribute("data-ui-tool", "draw")
    let_come()
    take(gm, "zone")


def test_another_tool_that_is_pressed_before_the_map_has_come_is_taken_then(sit: Sit, server: Server) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    let_come = without_the_map(gm)
    gm.press(gm.find(".draw-button"))
    expect(gm.find("#draw-help")).to_contain_text("Fetching the map")
    gm.press(gm.find("[data-draw=floor]"))
    let_come()
    expect(gm.find("[data-draw=floor]")).to_have_attribute("aria-pressed", "true")
    expect(gm.find("#draw-surface")).to_be_visible()


# ---------------------------------------------------------------------------------------------- the mouse
def test_a_door_drawn_over_a_wall_is_cut_into_it(gm: Seat) -> None:
    take(gm, "wall")
    drag(gm, (3, 13), (7, 13))
    says(gm, "4 cells")
    take(gm, "door")
    choose(gm, "state", "secret")
    drag(gm, (6, 13), (5, 13))
    says(gm, "1 door")
    assert lies(gm, (3, 13), (5, 13), kind="wall")
    assert lies(gm, (5, 13), (6, 13), kind="door", state="secret")
    assert lies(gm, (6, 13), (7, 13), kind="wall")
    assert not lies(gm, (3, 13), (7, 13))


def test_points_snap_to_corners_to_edges_or_not_at_all(gm: Seat) -> None:
    take(gm, "low")
    for snap, start, end in (
        ("corners", (3, 10), (5, 10)),
        ("edges", (3, 10.5), (4.5, 10)),
        ("free", (3.2, 10.3), (4.6, 10.3)),
    ):
        choose(gm, "snap", snap)
        drag(gm, (3.2, 10.3), (4.6, 10.3))
        says(gm, "1 low wall")
        if snap == "free":
            [wall] = [w for w in walls(gm, kind="low") if 10.2 < w["from"][1] < 10.4]
            assert wall["from"] == pytest.approx(start, abs=0.02)
            assert wall["to"] == pytest.approx(end, abs=0.02)
        else:
            assert lies(gm, start, end, kind="low")
        gm.page.keyboard.press("Control+z")
        says(gm, "Undone")


def test_what_a_frame_holds_is_changed_moved_and_deleted_at_once(gm: Seat) -> None:
    glass = len(walls(gm, material="glass"))
    take(gm, "sight")
    for row in (10, 12):
        drag(gm, (3, row), (5, row))
        says(gm, "1 sight blocker")
    take(gm, "select")
    drag(gm, (2.5, 9.6), (5.4, 12.4))
    expect(gm.find("#draw-count")).to_contain_text("2 sight blockers")
    gm.press(gm.find("#draw-add"))
    gm.press(gm.find("[data-draw-do=none]"))
    gm.press(gm.find("#draw-add"))
    gm.press(gm.find("[data-draw-all=sight]"))
    expect(gm.find("#draw-count")).to_have_text("2 sight blockers")
    gm.press(gm.find("[data-make=window]"))
    expect(gm.find("#draw-count")).to_have_text("2 windows")
    gm.find("#draw-picked-material").fill("glass")
    gm.page.keyboard.press("Enter")
    says(gm, "material glass")
    drag(gm, (4, 10), (4, 11))
    says(gm, "Moved")
    assert lies(gm, (3, 11), (5, 11), kind="window", material="glass")
    assert lies(gm, (3, 13), (5, 13), kind="window", material="glass")
    gm.page.keyboard.press("Control+d")
    copies = "M400 1200h0M600 1200h0M400 1400h0M600 1400h0"
    expect(gm.find("#draw-layer .draw-handles path").first).to_have_attribute("d", copies)
    gm.page.keyboard.press("Delete")
    says(gm, "Deleted: 2 windows")
    assert len(walls(gm, material="glass")) == glass + 2


def test_ends_that_lie_together_move_together(gm: Seat) -> None:
    take(gm, "wall")
    drag(gm, (3, 13), (5, 13))
    says(gm, "2 cells")
    drag(gm, (5, 13), (5, 14))
    says(gm, "1 cell")
    take(gm, "select")
    gm.press_map(4, 13)
    expect(gm.find("#draw-count")).to_have_text("1 wall")
    drag(gm, (5, 13), (6, 12))
    says(gm, "Moved: 2 walls")
    assert lies(gm, (3, 13), (6, 12))
    assert lies(gm, (6, 12), (5, 14))
    drag(gm, (6, 12), (7, 12), key="Alt")
    says(gm, "Moved: 1 wall")
    assert lies(gm, (6, 12), (5, 14))
    assert not lies(gm, (3, 13), (6, 12))


def test_all_windows_become_doors_in_two_taps(gm: Seat) -> None:
    before = len(walls(gm, kind="window"))
    assert before
    gm.press(gm.find("[data-draw-all=window]"))
    gm.press(gm.find("[data-make=door]"))
    says(gm, f"Made {before} door")
    assert not walls(gm, kind="window")


def test_ground_and_heights_are_painted_and_cleared(gm: Seat) -> None:
    take(gm, "ground")
    drag(gm, (3.5, 10.5), (5.5, 10.5))
    says(gm, "Painted 3 cells")
    painted = the_map(gm)["map"]["ground"]
    assert {"cells": [[3, 10], [4, 10], [5, 10]], "cost": 2, "name": "rubble"} in painted
    take(gm, "height")
    choose(gm, "brush", "box")
    gm.find("#draw-height").fill("3")
    drag(gm, (3.5, 12.5), (4.5, 13.5))
    says(gm, "Painted 4 cells")
    expect(gm.find("#draw-layer .draw-height").first).to_have_text("3")
    choose(gm, "paint", "clear")
    drag(gm, (3.5, 12.5), (4.5, 12.5))
    says(gm, "Cleared 2 cells")
    assert the_map(gm)["map"]["elevation"] == [{"cells": [[3, 13], [4, 13]], "height": 3}]


def test_a_brush_without_a_cost_asks_for_one_and_paints_nothing(gm: Seat) -> None:
    before = the_map(gm)["map"]["ground"]
    take(gm, "ground")
    gm.find("#draw-cost").fill("")
    gm.press_map(3.5, 13.5)
    expect(gm.toast()).to_contain_text("Say first what a step into it costs: a number.")
    assert the_map(gm)["map"]["ground"] == before


def test_zones_are_drawn_corner_by_corner_named_and_linked(gm: Seat) -> None:
    known = {zone["id"] for zone in the_map(gm)["map"]["zones"]}
    take(gm, "zone")
    gm.find("#draw-zone-name").fill("Office")
    for corner in ((2, 10), (4, 10), (4, 12), (2, 12), (2, 10)):
        gm.press_map(*corner)
    says(gm, "Zone Office drawn")
    drag(gm, (5, 10), (7, 12))
    says(gm, "drawn, 4 corners")
    office, other = (zone for zone in the_map(gm)["map"]["zones"] if zone["id"] not in known)
    assert office["name"] == "Office"
    assert sorted(office["polygon"]) == [[2, 10], [2, 12], [4, 10], [4, 12]]
    take(gm, "link")
    for middle in ((3, 11), (6, 11)):
        gm.press_map(*middle)
    says(gm, f"Office and {other['name']} are linked")
    drag(gm, (6, 11), (3, 11))
    says(gm, "are parted")
    assert all(not zone["links"] for zone in the_map(gm)["map"]["zones"] if zone["id"] not in known)


def test_the_next_zone_stays_while_the_one_before_is_on_its_way(gm: Seat) -> None:
    held = list[Route]()
    gm.page.route("**/commands?as=gm", lambda route: held.append(route))
    take(gm, "zone")
    gm.find("#draw-zone-name").fill("Office")
    for corner in ((2, 10), (4, 10), (4, 12), (2, 10)):
        gm.press_map(*corner)
    gm.find("#draw-zone-name").fill("Store")
    for corner in ((5, 10), (7, 10)):
        gm.press_map(*corner)
    [office] = held
    office.continue_()
    gm.page.unroute("**/commands?as=gm")
    says(gm, "Zone Office drawn")
    expect(gm.find("#draw-zone-name")).to_have_value("Store")
    gm.press_map(7, 12)
    gm.press(gm.button("Finish"))
    says(gm, "Zone Store drawn, 3 corners")


def test_a_zone_that_crosses_itself_is_refused_in_plain_words_and_can_be_mended(gm: Seat) -> None:
    take(gm, "zone")
    for corner in ((2, 10), (5, 12), (5, 10), (2, 12)):
        gm.press_map(*corner)
    gm.press(gm.button("Finish"))
    expect(gm.toast()).to_contain_text("The outline of a zone may not cross or touch itself")
    gm.press(gm.button("Undo point"))
    gm.press(gm.button("Finish"))
    says(gm, "3 corners")


# ------------------------------------------------------------------------------------------------ fingers
@pytest.mark.parametrize("window", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_finger_taps_a_chain_and_drags_a_wall_and_two_move_the_map(
    sit: Sit, server: Server, window: dict[str, Any]
) -> None:
    gm = draws(sit("GM", window, server.gm))
    gm.press(gm.find("[data-zoom=fit]"))
    take(gm, "low")
    for point in ((2, 13), (4, 13), (4, 15)):
        gm.press_map(*point)
    gm.press(gm.button("Finish"))
    says(gm, "2 low walls")
    assert lies(gm, (2, 13), (4, 13), kind="low")
    assert lies(gm, (4, 13), (4, 15), kind="low")
    take(gm, "wall")
    drag(gm, (6, 13), (6, 15))
    says(gm, "1 wall")
    count = len(walls(gm))
    look_over(gm, "gm-draws")
    one, two = gm.on_glass(5, 5), gm.on_glass(8, 5)
    before = gm.on_glass(5, 5)
    gm.fingers("touchStart", one)
    gm.fingers("touchStart", one, two)
    gm.fingers("touchMove", (one[0], one[1] + 40), (two[0] + 30, two[1] + 40))
    gm.fingers("touchEnd")
    assert gm.on_glass(5, 5) != before
    assert len(walls(gm)) == count
    take_back(gm)


# ------------------------------------------------------------------------------------------------ the keys
def test_a_chain_is_drawn_found_and_deleted_by_keys_alone(gm: Seat) -> None:
    keys = gm.page.keyboard
    before = len(walls(gm))
    keys.press("w")
    expect(gm.find("#draw-help")).to_contain_text("Drag to draw a wall")
    keys.press("ArrowDown")
    for _ in range(3):
        keys.press("ArrowLeft")
    keys.press("Enter")
    says(gm, "Point 1")
    keys.press("Shift+ArrowLeft")
    keys.press(" ")
    says(gm, "Point 2")
    keys.press("ArrowUp")
    keys.press("Enter")
    says(gm, "Point 3")
    keys.press("Backspace")
    says(gm, "2 points left")
    keys.press("ArrowDown")
    keys.press("Enter")
    says(gm, "Drawn: 1 wall, 5 cells")
    assert len(walls(gm)) > before
    keys.press("v")
    keys.press("[")
    says(gm, "wall, 5 cells")
    drawn = len(walls(gm))
    keys.press("Control+ArrowDown")
    says(gm, "Moved")
    keys.press("Delete")
    says(gm, "Deleted: 1 wall")
    assert len(walls(gm)) == drawn - 1
    keys.press("Escape")
    expect(gm.find("#draw-help")).to_contain_text("Take a tool")
    expect(gm.find("#draw-layer")).to_have_count(0)


def test_escape_drops_a_chain_and_then_the_tool(gm: Seat) -> None:
    before = len(walls(gm))
    take(gm, "wall")
    gm.press_map(3, 13)
    gm.press_map(5, 13)
    gm.page.keyboard.press("Escape")
    says(gm, "Discarded")
    gm.page.keyboard.press("Escape")
    expect(gm.find("[data-draw=wall]")).to_have_attribute("aria-pressed", "false")
    assert len(walls(gm)) == before


# --------------------------------------------------------------------------------------------- many walls
def test_an_edit_of_the_other_window_is_taken_in(gm: Seat, sit: Sit, server: Server) -> None:
    count = len(walls(gm, kind="sight"))
    command(gm, do="edit-map", walls=[{"from": [3, 10], "to": [5, 10], "kind": "sight"}])
    expect(gm.find("[data-draw-all=sight]")).to_have_text(f"{count + 1} sight blocker{'s' if count else ''}")
