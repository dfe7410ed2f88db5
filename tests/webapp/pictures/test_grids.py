"""Pictures as maps, and the grids that are laid over them."""

import io
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage

from rules.map.model import Surface
from tests.webapp.pages import Page, host_of
from tests.webapp.pictures.map_forms import bring, map_of, painting, picture_of, send, uvtt
from tests.webapp.world import Browser, World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.store.store import Store
from webapp.table.host import Host


def lay(world: World, gm: Browser, **changes: Any) -> Any:
    form = {"kind": "square", "cell_width": "50", "cell_height": "50", "x": "0", "y": "0", "per_cell": "1"}
    return gm.htmx(world.at("gm/map/grid"), **{**form, "unit": "yd", **changes})


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_becomes_the_scene_with_the_grid_its_name_says(world: World, kind: str) -> None:
    answer = bring(world, world.gm(), painting(kind=kind), f"Inn 12x8.{kind.lower()}")
    assert answer.status_code == 200
    assert "says 12 x 8 cells" in answer.text
    assert "data-lay-grid" in answer.text
    assert (map_of(world).grid.cols, map_of(world).grid.rows) == (12, 8)
    assert len({c.at for c in host_of(world).battle.state.combatants.values()}) == 7
    row = world.store.battle(world.battle_id)
    assert row is not None
    assert row.name == "Inn 12x8"
    kept = world.store.picture(row.picture_id or "")
    assert kept is not None
    assert (kept.media_type, kept.width, kept.height) == ("image/webp", 600, 400)


@pytest.mark.parametrize("name", ["cellar.uvtt", "Inn 12x8.png"])
def test_a_map_is_measured_as_the_system_measures(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(type(host_of(world).battle.system), "cell", (1.5, "m"))
    bring(world, world.gm(), uvtt() if name.endswith("uvtt") else painting(), name)
    assert (map_of(world).grid.per_cell, map_of(world).grid.unit) == (1.5, "m")


def test_a_picture_that_is_too_large_is_refused_with_both_sizes_before_it_is_read(world: World) -> None:
    answer = bring(world, world.gm(), painting() + bytes(50_000_000), "Inn.png")
    assert answer.status_code == 422
    assert "Inn.png" in answer.text
    assert "at most 50 MB are read" in answer.text


def test_several_files_at_once_are_the_floors_of_one_scene(world: World) -> None:
    files = [FileStorage(io.BytesIO(uvtt()), f"Inn floor {n}.uvtt") for n in (2, 1)]
    answer = send(world, world.gm(), {"file": files})
    assert answer.status_code == 200
    assert "Read 2 floors as levels, the lowest first: 1, 2." in answer.text.replace("1 and 2", "1, 2")
    host = host_of(world)
    assert host.scene.name == "Inn floor"
    battle_map = host.battle.state.map
    assert battle_map is not None
    low, high = battle_map.levels
    assert (low.name, low.at, high.name, high.at) == ("1", (0, 0), "2", (low.cols + 2, 0))
    assert [level.elevation / battle_map.grid.per_cell for level in (low, high)] == [0, 3]


def test_a_bad_file_among_several_refuses_all_by_its_name(world: World) -> None:
    gm, old = world.gm(), world.battle_id
    files = [FileStorage(io.BytesIO(data), name) for data, name in ((uvtt(), "a.uvtt"), (b"{", "b.uvtt"))]
    answer = send(world, gm, {"file": files})
    assert answer.status_code == 422
    assert "b.uvtt: The file is no Universal VTT map" in answer.text
    assert world.battle_id == old


def test_too_many_floors_and_several_under_one_map_are_refused(world: World) -> None:
    gm, old = world.gm(), world.battle_id
    files = [FileStorage(io.BytesIO(uvtt()), f"{n}.uvtt") for n in range(13)]
    answer = send(world, gm, {"file": files})
    assert "Those are 13 files; at most 12 floors are read as one scene." in answer.text
    files = [FileStorage(io.BytesIO(painting()), f"{n}.png") for n in range(2)]
    answer = send(world, gm, {"under": "1", "file": files})
    assert "One picture goes under the map that is there, and no more." in answer.text
    assert world.battle_id == old


def test_a_picture_can_go_under_the_map_that_is_there(world: World) -> None:
    gm, old, before = world.gm(), world.battle_id, host_of(world).battle.state
    was = picture_of(world)
    answer = send(world, gm, {"under": "1", "file": FileStorage(io.BytesIO(painting()), "night.png")})
    assert answer.status_code == 200
    assert "data-lay-grid" not in answer.text
    assert world.battle_id == old
    assert picture_of(world) != was
    assert host_of(world).battle.state.combatants == before.combatants
    assert before.map is not None
    assert map_of(world).walls == before.map.walls


def test_laying_a_picture_under_the_map_is_taken_back_and_put_back(world: World, tmp_path: Path) -> None:
    gm, first = world.gm(), picture_of(world)
    page = Page(world, gm, "gm")
    night = {"under": "1", "file": FileStorage(io.BytesIO(painting()), "night.png")}
    assert send(world, gm, night).status_code == 200
    second = picture_of(world)
    assert {"reload": True} in page.take()
    assert f'"{second}' in page.load()
    lay(world, gm, cell_width="40", cell_height="40", x="10")
    assert picture_of(world) == second, "another grid over the same picture"
    page.do("undo")
    page.do("undo")
    assert picture_of(world) == first
    assert f'"{first}"' in page.load()
    page.do("redo")
    assert picture_of(world) == second
    again = Host(world.store, world.table.id).picture_id
    assert second.endswith(str(again)), "after a restart too"
    player = world.player("Ann", "kit")
    for id_ in (first, second):
        assert player.get(id_).status_code == 200
    kept = world.store.picture(str(again))
    other = Store(tmp_path / "other.db", tmp_path / "pictures")
    answer = gm.get(f"/tables/{world.table.id}/gm/table.battlemat")
    elsewhere = Host(other, open_table(other, read_table(io.BytesIO(answer.data))).id)
    assert kept is not None
    there = other.picture(str(elsewhere.picture_id))
    assert there is not None
    assert there.path.read_bytes() == kept.path.read_bytes()
    other.close()


def test_a_picture_that_lies_there_already_is_no_change(world: World) -> None:
    gm, events = world.gm(), 0
    for _ in range(2):
        night = {"under": "1", "file": FileStorage(io.BytesIO(painting()), "night.png")}
        assert send(world, gm, night).status_code == 200
        events, before = world.store.last_seq(world.battle_id), events
    assert events == before


def test_the_grid_is_laid_anew_as_one_change_that_can_be_taken_back(world: World) -> None:
    gm = world.gm()
    bring(world, gm, painting(), "Inn 12x8.png")
    before = map_of(world)
    kit = host_of(world).battle.state.combatants["kit"].at
    assert lay(world, gm, cell_width="40", cell_height="40", x="10").status_code == 204
    laid = map_of(world)
    assert (laid.grid.cols, laid.grid.rows, laid.grid.unit) == (16, 10, "yd")
    assert laid.picture is not None
    assert laid.picture.at == (0.75, 0)
    assert host_of(world).battle.state.combatants["kit"].at == kit
    assert gm.json(world.at("commands"), {"do": "undo", "of": "map"}).status_code == 200
    assert map_of(world) == before


def test_laying_the_very_same_grid_is_no_change(world: World) -> None:
    gm = world.gm()
    bring(world, gm, painting(), "Inn 12x8.png")
    assert lay(world, gm).status_code == 204
    seq = world.store.last_seq(world.battle_id)
    assert lay(world, gm, x="150", y="-50").status_code == 204
    assert world.store.last_seq(world.battle_id) == seq


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": "triangles"}, "is none of these"),
        ({"cell_width": "0"}, "a number from 1 to"),
        ({"cell_width": "nan"}, "a number from 1 to"),
        ({"cell_width": "2", "cell_height": "2"}, "at least 8 pixels"),
        ({"x": "far"}, "Where a cell begins"),
        ({"per_cell": "0"}, "The size of a cell"),
        ({"unit": "y" * 13}, "at most 12 letters"),
    ],
)
def test_a_grid_that_cannot_be_is_refused(world: World, changes: dict[str, str], words: str) -> None:
    gm = world.gm()
    bring(world, gm, painting(), "Inn 12x8.png")
    before = map_of(world)
    answer = lay(world, gm, **changes)
    assert answer.status_code == 422
    assert words in answer.text
    assert map_of(world) == before


def test_a_map_without_a_picture_has_nothing_to_lay_a_grid_over(world: World) -> None:
    gm = world.gm()
    gm.htmx(world.at("gm/map/new"), kind="square", cols="9", rows="9", per_cell="1")
    for answer in (lay(world, gm), gm.get(world.at("gm/map/grid"), headers={"HX-Request": "true"})):
        assert answer.status_code == 422
        assert "no picture to lay a grid over" in answer.text
    assert 'data-tool="align"' not in gm.get(world.at("gm")).text


def test_the_panel_says_where_the_grid_lies(world: World) -> None:
    gm = world.gm()
    bring(world, gm, painting(), "Inn 12x8.png")
    lay(world, gm, x="20", y="30", kind="hex-rows")
    text = gm.get(world.at("gm/map/grid")).text
    assert 'data-width="600" data-height="400"' in text
    assert 'name="cell_width" value="50.0"' in text
    assert '<option value="hex-rows" selected>' in text


def test_a_new_map_has_the_ground_that_was_chosen(world: World) -> None:
    gm, new = world.gm(), {"kind": "square", "cols": "9", "rows": "9", "per_cell": "1"}
    gm.htmx(world.at("gm/map/new"), **new, surface="deck")
    assert map_of(world).surface is Surface.DECK
    assert 'class="paper textured on-deck"' in gm.get(world.at("gm")).text
    assert gm.htmx(world.at("gm/map/new"), **new, surface="lava").status_code == 422
    gm.htmx(world.at("gm/map/new"), **new)
    assert map_of(world).surface is Surface.PLAIN


def test_another_grid_keeps_ground_and_floors(world: World) -> None:
    gm = world.gm()
    bring(world, gm, painting(), "Inn 12x8.png")
    floors = [{"cells": [[0, 0], [1, 0]], "surface": "wood"}]
    gm.json(world.at("commands"), {"do": "edit-map", "id": "1", "surface": "sand", "floors": floors})
    lay(world, gm, cell_width="25", cell_height="25")
    laid = map_of(world)
    assert laid.surface is Surface.SAND
    assert [(len(floor.cells), floor.surface) for floor in laid.floors] == [(8, Surface.WOOD)]


def test_only_the_gm_lays_grids_and_saves_maps(world: World) -> None:
    player = world.player("Ann", "kit")
    assert lay(world, player).status_code == 403
    assert player.htmx(world.at("gm/map/new"), kind="square", cols="9", rows="9").status_code == 403
    assert player.get(world.at("gm/map/grid")).status_code == 403
    assert player.get(world.at("gm/map.uvtt")).status_code == 403
