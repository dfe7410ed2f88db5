"""Maps of hexes at the table: tokens go by drag, tap and arrow keys, reach, aim and doors fit the hexes."""

from __future__ import annotations

import math
import re
import time
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.map.grid import Footprint, cell_centre, footprint_cells, footprint_centre
from rules.map.map_json import read_map
from rules.map.movement import reach
from tests.browser.conftest import GM, Sit
from tests.browser.people import come_in, command
from tests.browser.seat import Cell, Seat
from tests.load.server import Server

COLS, ROWS = 14, 10
HOME, DOOR_SIDE, BEHIND = (3, 4), (6, 4), (8, 4)  # before the wall, beside the door, behind it
TAKEN = {(1, 1), (1, 8)}  # by friends


def hexes(kind: str, door: str = "closed") -> dict[str, Any]:
    """Two rooms of hexes, a wall with a door between the columns 6 and 7, crates in the farther one."""
    apart = math.sqrt(3) / 2 if kind == "hex-columns" else 1.0
    wall = 6.5 * apart + 0.75 if kind == "hex-rows" else 6.5 * apart + 0.5
    top = 4.5 if kind == "hex-columns" else 4 * math.sqrt(3) / 2 + 0.5
    down = ROWS + 1.0
    return {
        "grid": {"kind": kind, "cols": COLS, "rows": ROWS, "per_cell": 1, "unit": "yd"},
        "walls": [
            {"id": "north", "from": [wall, 0], "to": [wall, top - 0.8]},
            {"id": "gate", "from": [wall, top - 0.8], "to": [wall, top + 0.8], "kind": "door", "state": door},
            {"id": "south", "from": [wall, top + 0.8], "to": [wall, down]},
            {
                "id": "crates",
                "from": [9.1 * apart, 2],
                "to": [9.1 * apart, 5],
                "kind": "low",
                "material": "wood",
            },
        ],
        "ground": [{"cells": [[2, 6], [3, 6], [3, 7]], "cost": 2, "name": "rubble"}],
    }


@pytest.mark.parametrize(("kind", "hero"), [("hex-rows", "kit"), ("hex-columns", "brannock")])
def test_a_table_plays_on_hexes(sit: Sit, server: Server, kind: str, hero: str) -> None:
    gm = sit("GM", GM, server.gm)
    gm.wait_until_live()
    command(gm, do="set-map", map=hexes(kind))
    others = [who for who in ("kit", "brannock", "dutch") if who != hero]
    places = [(hero, HOME), (others[0], (1, 1)), (others[1], (1, 8)), ("raider-1", BEHIND)]
    for who, at in (*places, ("raider-2", (10, 5)), ("raider-3", (12, 1)), ("raider-4", (12, 8))):
        command(gm, do="gm-set", target=who, state={"at": list(at)})
    phone = come_in(sit, server.join, f"Player of {hero}", hero)
    for seat in (gm, phone):
        expect(seat.find("#map")).to_have_attribute("data-kind", kind)
        seat.whole_map()

    tap_and_go(gm, phone, kind, hero)
    drag(gm, phone, kind, hero)
    walk_by_keys(gm, phone, kind, hero)
    open_the_door_and_aim(gm, phone, kind, hero)
    move_somebody_large(gm, kind)


def middle(kind: str, cell: Cell, size: int = 1) -> tuple[float, float]:
    return footprint_centre(read_map(hexes(kind)).grid, Footprint(cell, size))


def stands(seat: Seat, kind: str, who: str, cell: Cell, size: int = 1) -> None:
    """Wait until a token stands on a hex, and is drawn in its middle."""
    expect(seat.token(who)).to_have_attribute("data-place", f"{cell[0]},{cell[1]}")
    drawn = re.split(r"[ (),]+", seat.token(who).get_attribute("transform") or "")[1:3]
    assert [float(part) / 100 for part in drawn] == pytest.approx(middle(kind, cell, size), abs=0.01)


def washed(seat: Seat) -> int:
    """Count the hexes that the reach is drawn on."""
    return (seat.find("#overlay-reach .reach-cell").get_attribute("d") or "").count("Z")


def in_wash(seat: Seat, point: tuple[float, float]) -> bool:
    inside = """(wash, [x, y]) => wash.isPointInFill(
        Object.assign(document.getElementById('map').createSVGPoint(), {x: 100 * x, y: 100 * y}))"""
    return bool(seat.find("#overlay-reach .reach-cell").evaluate(inside, list(point)))


def comes_into_wash(seat: Seat, point: tuple[float, float]) -> None:
    """Wait until the reach covers a point: the old one stays until the answer is there."""
    until = time.monotonic() + 60
    while not in_wash(seat, point):
        assert time.monotonic() < until, "the reach never came there"
        seat.page.wait_for_timeout(50)


def hold(seat: Seat, kind: str, who: str, to: Cell, size: int = 1) -> None:
    """Take a token by its middle and hold it over the middle of a place."""
    x, y = (float(seat.token(who).get_attribute(f"data-{axis}") or 0) / 100 for axis in "xy")
    start, end = seat.on_glass(x, y), seat.on_glass(*middle(kind, to, size))
    seat.page.mouse.move(*start)
    seat.page.mouse.down()
    for n in range(1, 7):
        seat.page.mouse.move(*(a + (b - a) * n / 6 for a, b in zip(start, end, strict=True)))


def tap_and_go(gm: Seat, phone: Seat, kind: str, hero: str) -> None:
    field = read_map(hexes(kind))
    phone.press_map(*middle(kind, HOME))
    expect(phone.drawn("overlay-reach")).to_have_count(2)
    near = reach(field, Footprint(HOME)).costs
    shown = {cell: cost for cell, cost in near.items() if in_wash(phone, cell_centre(field.grid, cell))}
    assert washed(phone) == len(shown) > 20
    assert shown.keys() == {cell for cell, cost in near.items() if cost <= max(shown.values())} - TAKEN
    assert not in_wash(phone, cell_centre(field.grid, BEHIND))

    to = (5, 3)
    phone.press_map(*middle(kind, to))
    expect(phone.find("#move-words")).to_have_text(f"{near[to]} to go there")
    phone.press(phone.find("#move-here"))
    for seat in (gm, phone):
        stands(seat, kind, hero, to)


def drag(gm: Seat, phone: Seat, kind: str, hero: str) -> None:
    command(gm, do="turn", actor=hero)
    hold(gm, kind, hero, DOOR_SIDE)
    expect(gm.drawn("overlay-reach")).to_have_count(2)
    expect(gm.find(".path-sign text")).to_have_text(re.compile(r"\d"))
    gm.page.mouse.up()
    for seat in (gm, phone):
        stands(seat, kind, hero, DOOR_SIDE)


def walk_by_keys(gm: Seat, phone: Seat, kind: str, hero: str) -> None:
    command(gm, do="turn", actor=hero)
    gm.token(hero).focus()
    for key, cell in (("ArrowUp", (6, 3)), ("ArrowUp", (6, 2)), ("ArrowLeft", (5, 2)), ("ArrowDown", (5, 3))):
        gm.page.keyboard.press(key)
        end = gm.find("#overlay-aim .path-end")
        expect(end).to_have_attribute("cx", re.compile(rf"^{math.floor(100 * middle(kind, cell)[0])}"))
        at = [float(end.get_attribute(f"c{axis}") or 0) / 100 for axis in "xy"]
        assert at == pytest.approx(middle(kind, cell), abs=0.01)
    gm.page.keyboard.press("Enter")
    for seat in (gm, phone):
        stands(seat, kind, hero, (5, 3))


def open_the_door_and_aim(gm: Seat, phone: Seat, kind: str, hero: str) -> None:
    command(gm, do="turn", actor=hero)
    command(gm, do="gm-set", target=hero, state={"at": list(DOOR_SIDE)})
    stands(phone, kind, hero, DOOR_SIDE)
    assert "raider-1" not in phone.tokens()
    phone.find("#door-gate").focus()
    phone.page.keyboard.press("Enter")
    expect(gm.find("#door-gate")).to_have_attribute("data-state", "open")
    expect(phone.token("raider-1")).to_have_count(1)
    phone.press_map(*middle(kind, DOOR_SIDE))
    expect(phone.drawn("overlay-reach")).to_have_count(2)
    comes_into_wash(phone, middle(kind, (7, 4)))

    phone.press_map(*middle(kind, BEHIND))
    expect(phone.find("#aim.open")).to_have_attribute("data-target", "raider-1")
    expect(phone.find("#overlay-aim .ray")).to_have_count(7)
    expect(phone.find("#overlay-aim .ray-dot")).to_have_count(7)


def move_somebody_large(gm: Seat, kind: str) -> None:
    """A token of size 2 covers a rhombus of four hexes, and so does its reach."""
    command(gm, do="edit", target="raider-2", size=2)
    command(gm, do="turn", actor="raider-2")
    stands(gm, kind, "raider-2", (10, 5), size=2)
    field = read_map(hexes(kind, "open"))
    gm.press_map(*middle(kind, (10, 5), 2))
    expect(gm.find("#selected")).to_have_attribute("data-who", "raider-2")
    expect(gm.drawn("overlay-reach")).to_have_count(2)
    for cell in footprint_cells(field.grid, Footprint((10, 5), 2)):
        assert in_wash(gm, cell_centre(field.grid, cell))
    hold(gm, kind, "raider-2", (10, 6), 2)
    expect(gm.find(".path-sign text")).to_have_text(re.compile(r"\d"))
    gm.page.mouse.up()
    stands(gm, kind, "raider-2", (10, 6), size=2)
