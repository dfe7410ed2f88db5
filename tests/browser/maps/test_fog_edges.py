"""Where sight ends in the fog: a soft line, and no stairs of the cells about it."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import expect

from rules.map.map_json import read_map
from tests.browser.conftest import GM, SCREEN, Sit
from tests.browser.fights import lay_out_fight, own_table, standing, walled
from tests.browser.people import command
from tests.load.server import Server
from webapp.store.rows import TableRow

WALLS = (("pillar", (5, 3), (5, 6), "wall", "stone"), ("post", (9, 2), (10, 2), "wall", "stone"))
CAST = (("ann", "Ann", "heroes", (2, 4), {}),)
DIMMED = """() => {
    const map = document.getElementById("map"), at = map.getScreenCTM();
    const paths = (which) => [...document.querySelectorAll(which)];
    const [away, near, seen] = [
        "#map-fog > :not(#fog-sight) > .fog-away", "#fog-sight > .fog-away", "#fog-sight .sight-within",
    ].map(paths);
    const lies = (all, point) => all.some((path) => path.isPointInFill(point));
    const found = { away: [], beyond: [], seen: [] };
    for (let x = 25; x < 1600; x += 10) for (let y = 25; y < 1000; y += 10) {
        if (x % 100 < 20 || x % 100 > 80 || y % 100 < 20 || y % 100 > 80) continue;  // lines of the grid
        const point = new DOMPoint(x, y);
        const kind = lies(away, point) ? "away" : lies(seen, point) ? "seen" : "beyond";
        if (kind === "away" || lies(near, point)) {
            found[kind].push([Math.round(at.a * x + at.e), Math.round(at.d * y + at.f)]);
        }
    }
    return found;
}"""
"""Gives spots of the window that lie in cells out of sight, and those in cells that are seen in part."""


def lay_out(data: Path) -> TableRow:
    """Put a table with a bare hall into a data folder, in which two walls stand."""
    grid = {"kind": "square", "cols": 16, "rows": 10}
    hall = read_map({"grid": grid, "walls": walled(WALLS)})
    people = standing(CAST)
    return lay_out_fight(data, "The hall", system="atomic", name="Hall", battle_map=hall, combatants=people)


def test_what_lies_beyond_sight_is_as_dim_in_a_cell_that_is_seen_in_part(sit: Sit, house: Server) -> None:
    server = own_table(house, lay_out(house.data))
    gm, table = sit("GM", GM, server.gm), sit("table", SCREEN, server.screen)
    expect(table.find("#map-box.in-fog")).to_have_count(0)
    command(gm, do="set-fog", on=True)
    expect(table.find("#map-box.in-fog")).to_be_attached()
    for cell in ([14, 8], [7, 0], [2, 4]):  # all of the hall is explored
        command(gm, do="gm-set", target="ann", state={"at": cell})
    table.catch_up()
    table.is_at("ann", (2, 4))
    spots = table.page.evaluate(DIMMED)
    assert all(len(found) > 20 for found in spots.values())
    with Image.open(io.BytesIO(table.page.screenshot())) as shot:
        picture = shot.convert("L")
        light = {kind: [picture.getpixel((x, y)) for x, y in found] for kind, found in spots.items()}
    dim = sorted(light["away"])[len(light["away"]) // 2]
    assert sum(abs(each - dim) <= 3 for each in light["beyond"]) >= 0.97 * len(light["beyond"])
    assert max(light["seen"]) > dim + 40
