"""The maps of tables and ready fights as small pictures: what they show, and to whom."""

import re

import pytest

from rules.map.model import BattleMap, Floor, Grid, GridKind, Surface, Wall, Zone
from tests.webapp.pages import Page
from tests.webapp.world import World
from webapp.drawing.map_miniature import NO_MAP, draw_miniature


def _scene(world: World) -> str:
    return str(re.findall(r"/gm/miniature/(\w+)\.svg", world.gm().get("/").text)[0])


def test_a_map_without_a_picture_is_drawn_of_its_ground_floors_and_walls() -> None:
    grid = Grid(GridKind.SQUARE, 4, 3)
    wall = Wall("w", (1, 0), (1, 3))
    floor = Floor(((0, 0), (0, 1)), Surface.WOOD)
    svg = draw_miniature(BattleMap(grid, walls=(wall,), floors=(floor,), surface=Surface.GRASS))
    assert 'viewBox="0 0 400 300"' in svg
    assert 'd="M100 0L100 300"' in svg
    assert 'd="M0 0h100v100h-100zM0 100h100v100h-100z"' in svg


def test_zones_are_drawn_with_their_names_and_no_name_breaks_out() -> None:
    svg = draw_miniature(BattleMap(Grid(GridKind.ZONES), zones=(Zone("a", "<script>"),)))
    assert "&lt;script&gt;" in svg
    assert "<script>" not in svg


def test_the_first_page_shows_the_maps_of_tables_and_fights(world: World) -> None:
    gm = world.gm()
    table = world.at("").split("/")[2]
    for address in (f"/tables/{table}/gm/miniature/{_scene(world)}.svg", "/ready-made/mill.svg"):
        answer = gm.get(address)
        assert answer.mimetype == "image/svg+xml"
        assert "data:image/webp;base64," in answer.text
        assert gm.get(address, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("address", ["{table}gm/miniature/{scene}.svg", "/ready-made/mill.svg"])
def test_nobody_but_a_gm_is_shown_a_whole_map(world: World, address: str) -> None:
    scene = _scene(world)
    answer = world.player("Ann", "kit").get(address.format(table=world.at(""), scene=scene))
    assert answer.status_code in (401, 403, 404)
    assert "data:image" not in answer.text


def test_a_miniature_of_another_table_s_scene_is_not_there(world: World) -> None:
    scene = _scene(world)
    gm = world.gm()
    other = gm.post("/tables", name="Other").location.split("/")[2]
    assert gm.get(f"/tables/{other}/gm/miniature/{scene}.svg").status_code == 404


def test_a_scene_without_a_map_is_an_empty_picture(world: World) -> None:
    Page(world, world.gm(), "gm").do("set-map", map=None)
    answer = world.gm().get(world.at(f"gm/miniature/{_scene(world)}.svg"))
    assert (answer.status_code, answer.text) == (200, NO_MAP)


def test_the_table_that_was_played_last_comes_first(world: World) -> None:
    gm = world.gm()
    gm.post("/tables", name="Newer")
    names = re.compile(r'class="link-words"><b>([^<]+)</b>')
    first, second = names.findall(gm.get("/").text)
    assert first == "Newer"
    gm.htmx(world.at("gm/stock"), item="raider", count="1", side="raiders")
    assert names.findall(gm.get("/").text) == [second, first]
