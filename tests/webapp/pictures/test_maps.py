import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from rules.engine.refusal import Refusal
from rules.map.model import BattleMap, Grid, GridKind, Wall, Zone
from tests.webapp.conftest import TOKEN, Browser, World
from tests.webapp.pages import Page
from webapp.archive.table_file import read_table
from webapp.archive.table_file_import import open_table
from webapp.context import HOSTS
from webapp.store.store import Store
from webapp.table.free_places import free_places
from webapp.table.host import Host


def uvtt(cols: int = 12, rows: int = 8, **fields: Any) -> bytes:
    """A small map: a wall across from (4, 0) to (4, 8) with a door in it."""
    image = io.BytesIO()
    Image.new("RGB", (cols * 10, rows * 10), (90, 120, 60)).save(image, "PNG")
    data = {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": cols, "y": rows},
            "pixels_per_grid": 10,
        },
        "line_of_sight": [[{"x": 4, "y": 0}, {"x": 4, "y": 3}], [{"x": 4, "y": 5}, {"x": 4, "y": 8}]],
        "portals": [
            {"position": {"x": 4, "y": 4}, "bounds": [{"x": 4, "y": 3}, {"x": 4, "y": 5}], "closed": True}
        ],
        "lights": [],
        "image": base64.b64encode(image.getvalue()).decode(),
        **fields,
    }
    return json.dumps(data).encode()


def bring(world: World, browser: Browser, data: bytes, name: str = "cellar.dd2vtt", htmx: bool = True) -> Any:
    return send(world, browser, {"file": FileStorage(io.BytesIO(data), name)}, htmx)


def send(world: World, browser: Browser, form: dict[str, Any], htmx: bool = True) -> Any:
    headers = {"X-CSRF-Token": TOKEN, **({"HX-Request": "true"} if htmx else {})}
    boundary, body = encode_multipart(form)
    kind = f"multipart/form-data; boundary={boundary}"
    return browser.client.post(world.at("gm/map"), data=body, content_type=kind, headers=headers)


def host(world: World) -> Host:
    found: Host = world.app.extensions[HOSTS].get(world.table.id)
    return found


def test_an_imported_map_becomes_the_scene_before_everybody(world: World) -> None:
    gm = world.gm()
    old = world.battle_id
    answer = bring(world, gm, uvtt())
    assert answer.status_code == 200
    assert "12 x 8 cells" in answer.text
    row = world.store.battle(world.battle_id)
    assert row is not None
    assert row.id != old
    assert (row.name, row.system) == ("cellar", "atomic")
    battle_map = host(world).battle.state.map
    assert battle_map is not None
    assert (battle_map.grid.cols, battle_map.grid.rows, len(battle_map.walls)) == (12, 8, 3)
    assert world.store.battles(world.table.id)[0].id == old


def test_the_name_of_a_map_s_file_is_the_gm_s_to_know(world: World) -> None:
    """Of the map before the table, and of one that is only prepared: it may say what is to come."""
    gm = world.gm()
    assert bring(world, gm, uvtt(), "zq-ambush-in-the-cellar.dd2vtt").status_code == 200
    prepared = {"file": FileStorage(io.BytesIO(uvtt()), "zq-prepared.dd2vtt"), "prepared": "1"}
    assert send(world, gm, prepared).status_code == 200
    ann = world.player("Ann")
    places = ("play", "play/replay", "play/log.txt", "play/log.html", "session", "play/talk/panel")
    page = Page(world, ann, "play")
    page.load()
    told = page.text
    for place in places:
        answer = ann.get(world.at(place))
        assert answer.status_code == 200, place
        told += answer.text + str(answer.headers)
    assert "zq-" not in told
    assert world.table.name in ann.get(world.at("play/log.txt")).text
    for place in ("gm/replay", "gm/log.txt"):
        assert "zq-ambush-in-the-cellar" in gm.get(world.at(place)).text, place


def test_everybody_comes_along_as_they_are(world: World) -> None:
    gm = world.gm()
    world.player("Ann", "kit")
    gm.json(world.at("commands"), {"do": "gm-set", "id": "1", "target": "dutch", "state": {"wounds": 2}})
    before = host(world).battle.state.combatants
    bring(world, gm, uvtt())
    after = host(world).battle.state.combatants
    assert list(after) == list(before)
    assert all(after[who].sheet == before[who].sheet for who in before)
    assert all((after[who].name, after[who].side) == (before[who].name, before[who].side) for who in before)
    assert after["dutch"].state.wounds == 2
    assert after["raider-4"].hidden
    [ann] = world.store.people(world.table.id)
    assert host(world).seats == {"kit": ann.id}


def test_everybody_stands_apart_on_one_side_of_the_walls(world: World) -> None:
    bring(world, world.gm(), uvtt())
    places = [c.at for c in host(world).battle.state.combatants.values()]
    assert len(set(places)) == 7
    assert all(isinstance(at, tuple) and at[0] < 4 for at in places)


def test_the_new_scene_is_still_there_after_a_restart(world: World) -> None:
    bring(world, world.gm(), uvtt())
    before = host(world).battle.state
    assert Host(world.store, world.table.id).battle.state == before


def test_a_broken_map_is_refused_in_a_sentence_and_changes_nothing(world: World) -> None:
    gm, old = world.gm(), world.battle_id
    answer = bring(world, gm, b"{ this is no map")
    assert answer.status_code == 422
    assert "cellar.dd2vtt" in answer.text
    assert world.battle_id == old
    assert len(world.store.battles(world.table.id)) == 1


def test_a_map_with_too_little_room_is_refused_and_changes_nothing(world: World) -> None:
    gm, old = world.gm(), world.battle_id
    answer = bring(world, gm, uvtt(cols=2, rows=2, line_of_sight=[], portals=[]))
    assert answer.status_code == 422
    assert "no room" in answer.text
    assert world.battle_id == old
    assert len(world.store.battles(world.table.id)) == 1


def test_no_file_is_refused(world: World) -> None:
    answer = world.gm().htmx(world.at("gm/map"))
    assert answer.status_code == 422
    assert "Choose a map file" in answer.text


def test_without_htmx_a_refusal_waits_on_the_page(world: World) -> None:
    gm = world.gm()
    answer = bring(world, gm, b"no map", htmx=False)
    assert (answer.status_code, answer.location) == (303, world.at("gm"))
    assert "cellar.dd2vtt" in gm.get(world.at("gm")).text


def test_a_map_may_be_larger_than_other_uploads(world: World) -> None:
    answer = bring(world, world.gm(), uvtt(software="x" * 30_000_000))
    assert answer.status_code == 422  # not 413: it was read, and judged by the importer
    assert "Without its picture" in answer.text


def test_a_filename_cannot_lead_anywhere(world: World) -> None:
    bring(world, world.gm(), uvtt(), name="..\\..\\etc/passwd.uvtt")
    row = world.store.battle(world.battle_id)
    assert row is not None
    assert row.name == "passwd"


# --------------------------------------------------------------------------------------------- pictures
def picture_of(world: World) -> str:
    return world.at(f"picture/{host(world).picture_id}")


def test_a_picture_is_sent_once_and_kept(world: World) -> None:
    player = world.player("Ann")
    answer = player.get(picture_of(world))
    assert answer.status_code == 200
    assert answer.mimetype == "image/webp"
    assert Image.open(io.BytesIO(answer.data)).size == (2400, 1600)
    assert "immutable" in answer.headers["Cache-Control"]
    assert "private" in answer.headers["Cache-Control"]
    again = player.get(picture_of(world), headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_players_see_the_picture_of_the_scene_before_them_alone(world: World) -> None:
    gm, player, old = world.gm(), world.player("Ann"), picture_of(world)
    bring(world, gm, uvtt())
    assert player.get(old).status_code == 404
    assert player.get(picture_of(world)).status_code == 200
    assert gm.get(old).status_code == 200
    assert world.stranger().get(picture_of(world)).status_code == 403


def test_a_table_has_no_pictures_of_another(world: World) -> None:
    gm = world.gm()
    other = gm.post("/tables", name="Other").location.split("/")[2]
    assert gm.get(picture_of(world).replace(world.table.id, other)).status_code == 404


# ------------------------------------------------------------------------------- pictures as maps, grids
def painting(width: int = 600, height: int = 400, kind: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(file, kind)
    return file.getvalue()


def map_of(world: World) -> BattleMap:
    battle_map = host(world).battle.state.map
    assert battle_map is not None
    return battle_map


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
    assert len({c.at for c in host(world).battle.state.combatants.values()}) == 7
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
    monkeypatch.setattr(type(host(world).battle.system), "cell", (1.5, "m"))
    bring(world, world.gm(), uvtt() if name.endswith("uvtt") else painting(), name)
    assert (map_of(world).grid.per_cell, map_of(world).grid.unit) == (1.5, "m")


def test_a_picture_that_is_too_large_is_refused_with_both_sizes_before_it_is_read(world: World) -> None:
    answer = bring(world, world.gm(), painting() + bytes(50_000_000), "Inn.png")
    assert answer.status_code == 422
    assert "Inn.png" in answer.text
    assert "at most 50 MB are read" in answer.text


def test_several_files_at_once_are_refused_in_a_sentence(world: World) -> None:
    gm, old = world.gm(), world.battle_id
    files = [FileStorage(io.BytesIO(uvtt()), f"floor {n}.uvtt") for n in (1, 2)]
    answer = send(world, gm, {"file": files})
    assert answer.status_code == 422
    assert "Bring them in one by one: each floor is a scene of its own." in answer.text
    assert world.battle_id == old


def test_a_picture_can_go_under_the_map_that_is_there(world: World) -> None:
    gm, old, before = world.gm(), world.battle_id, host(world).battle.state
    was = picture_of(world)
    answer = send(world, gm, {"under": "1", "file": FileStorage(io.BytesIO(painting()), "night.png")})
    assert answer.status_code == 200
    assert "data-lay-grid" not in answer.text
    assert world.battle_id == old
    assert picture_of(world) != was
    assert host(world).battle.state.combatants == before.combatants
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
    kit = host(world).battle.state.combatants["kit"].at
    assert lay(world, gm, cell_width="40", cell_height="40", x="10").status_code == 204
    laid = map_of(world)
    assert (laid.grid.cols, laid.grid.rows, laid.grid.unit) == (16, 10, "yd")
    assert laid.picture is not None
    assert laid.picture.at == (0.75, 0)
    assert host(world).battle.state.combatants["kit"].at == kit
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


def test_only_the_gm_lays_grids_and_saves_maps(world: World) -> None:
    player = world.player("Ann", "kit")
    assert lay(world, player).status_code == 403
    assert player.htmx(world.at("gm/map/new"), kind="square", cols="9", rows="9").status_code == 403
    assert player.get(world.at("gm/map/grid")).status_code == 403
    assert player.get(world.at("gm/map.uvtt")).status_code == 403


# ---------------------------------------------------------------------------------------- empty maps
@pytest.mark.parametrize("kind", ["square", "hex-rows", "hex-columns"])
def test_an_empty_map_is_a_new_scene_with_everybody(world: World, kind: str) -> None:
    gm, old = world.gm(), world.battle_id
    form = {"kind": kind, "cols": "30", "rows": "20", "per_cell": "1.5", "unit": "m", "name": "Ice field"}
    assert gm.htmx(world.at("gm/map/new"), **form).status_code == 204
    row = world.store.battle(world.battle_id)
    assert row is not None
    assert (row.id != old, row.name, row.picture_id) == (True, "Ice field", None)
    assert map_of(world) == BattleMap(Grid(GridKind(kind), 30, 20, 1.5, "m"))
    assert len({c.at for c in host(world).battle.state.combatants.values()}) == 7


def test_an_empty_map_of_zones_begins_with_a_few_linked_ones(world: World) -> None:
    assert world.gm().htmx(world.at("gm/map/new"), kind="zones", per_cell="1").status_code == 204
    assert [zone.links for zone in map_of(world).zones] == [("zone-2",), ("zone-3",), ()]
    assert {c.at for c in host(world).battle.state.combatants.values()} == {"zone-1"}
    assert "picture" not in json.loads(world.gm().get(world.at("gm/map.json")).data)["map"]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"cols": "201"}, "The columns: a whole number from 1 to 200"),
        ({"rows": "0"}, "The rows: a whole number from 1 to 200"),
        ({"rows": "\u0663"}, "The rows: a whole number"),
        ({"kind": "cubes"}, "is none of these"),
        ({"cols": "2", "rows": "2"}, "no room"),
        ({"kind": "zones", "zones": "Bar"}, "from 2 to 24"),
        ({"name": "x" * 61}, "at most 60 letters"),
    ],
)
def test_an_empty_map_that_cannot_be_is_refused(world: World, form: dict[str, str], words: str) -> None:
    old = world.battle_id
    whole = {"kind": "square", "cols": "24", "rows": "16", "per_cell": "1", **form}
    answer = world.gm().htmx(world.at("gm/map/new"), **whole)
    assert answer.status_code == 422
    assert words in answer.text
    assert world.battle_id == old


def test_a_picture_does_not_stay_behind_on_a_map_of_zones_alone(world: World) -> None:
    gm = world.gm()
    zones = {"grid": {"kind": "zones"}, "zones": [{"id": "a", "name": "A"}]}
    assert gm.json(world.at("commands"), {"do": "set-map", "map": zones}).status_code == 200
    assert "<image" not in gm.get(world.at("gm")).text
    box = {"picture": {"at": [0, 0], "size": [10, 6]}}
    assert gm.json(world.at("commands"), {"do": "set-map", "map": {**zones, **box}}).status_code == 200
    assert "/picture/" in gm.get(world.at("gm")).text


# ----------------------------------------------------------------------------------------- maps out
def test_the_scene_is_saved_as_a_file_that_brings_it_back(world: World) -> None:
    gm = world.gm()
    answer = gm.get(world.at("gm/map.uvtt"))
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert ".uvtt" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "no-store"
    before, picture = map_of(world), picture_of(world)
    back = bring(world, gm, answer.data, "gantry.uvtt")
    assert "nothing was lost on the way" in back.text
    assert map_of(world) == before
    assert picture_of(world) == picture  # the very same bytes


def test_a_scene_name_that_no_file_can_have_is_written_plainly(world: World) -> None:
    gm = world.gm()
    gm.htmx(world.at("gm/map/new"), kind="square", cols="9", rows="9", per_cell="1", name='../"a\\b": c')
    said = gm.get(world.at("gm/map.uvtt")).headers["Content-Disposition"]
    assert not set("/\\:") & set(said.partition("filename=")[2])


# --------------------------------------------------------------------------------------- stock and seats
def test_six_raiders_at_once_are_numbered_on_and_hidden(world: World) -> None:
    answer = world.gm().htmx(world.at("gm/stock"), item="raider", count="6", side="raiders", hidden="on")
    assert answer.status_code == 204
    people = host(world).battle.state.combatants
    new = list(people.values())[7:]
    assert all(re.fullmatch("Raider [0-9]{2}", c.name) for c in new), "drawn, and not counted on from 4"
    assert not any("raider" in c.id for c in new)
    assert len({c.name for c in people.values()}) == 13
    assert all(c.hidden and c.side == "raiders" for c in new)
    assert len({c.at for c in people.values()}) == 13


def test_newcomers_stand_by_their_own_side(world: World) -> None:
    world.gm().htmx(world.at("gm/stock"), item="kit", count="2", side="heroes")
    new = [c.at for c in list(host(world).battle.state.combatants.values())[7:]]
    assert len(new) == 2
    assert all(isinstance(at, tuple) and at[0] < 8 for at in new)  # in the dock


def test_the_first_of_a_kind_bears_its_name_without_a_number(world: World) -> None:
    gm = world.gm()
    table_id = gm.post("/tables", name="Other").location.split("/")[2]
    for _ in range(2):
        gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="1", side="raiders")
    gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="2", side="raiders")
    people = world.app.extensions[HOSTS].get(table_id).battle.state.combatants
    names = [c.name for c in people.values()]
    assert names[0] == "Belt raider"
    assert all(re.fullmatch("Belt raider [0-9]{2}", name) for name in names[1:])
    assert len(set(names)) == 4


def test_one_who_is_added_against_the_party_or_hidden_tells_of_no_other_by_its_number(world: World) -> None:
    """With a number or without: it is the same whether others of its kind lie in hiding or not."""
    world.player("Ann", "kit")
    for hidden in ("on", ""):
        world.gm().htmx(world.at("gm/stock"), item="brute", count="1", side="raiders", hidden=hidden)
    first, second = list(host(world).battle.state.combatants.values())[7:]
    assert all(re.fullmatch("Dock brute [0-9]{2}", c.name) for c in (first, second))
    assert first.name != second.name


def test_numbers_are_drawn_out_of_more_than_are_taken(world: World) -> None:
    for _ in range(4):
        world.gm().htmx(world.at("gm/stock"), item="brute", count="20", side="raiders")
    names = [c.name for c in list(host(world).battle.state.combatants.values())[7:]]
    assert len(set(names)) == 80
    assert any(re.fullmatch("Dock brute [0-9]{3}", name) for name in names)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"item": "dragon", "count": "1", "side": "x"}, "has no"),
        ({"item": "raider", "count": "0", "side": "x"}, "from 1 to 20"),
        ({"item": "raider", "count": "many", "side": "x"}, "from 1 to 20"),
        ({"item": "raider", "count": "\u0663", "side": "x"}, "from 1 to 20"),
        ({"item": "raider", "count": "1", "side": " "}, "Please type"),
    ],
)
def test_what_the_stock_has_not_is_refused(world: World, form: dict[str, str], words: str) -> None:
    before = world.store.last_seq(world.battle_id)
    answer = world.gm().htmx(world.at("gm/stock"), **form)
    assert answer.status_code == 422
    assert words in answer.text
    assert world.store.last_seq(world.battle_id) == before


def test_the_gm_gives_and_takes_characters(world: World) -> None:
    gm = world.gm()
    world.player("Ann", "kit")
    [ann] = world.store.people(world.table.id)
    assert gm.htmx(world.at("gm/seat"), who="dutch", person=ann.id).status_code == 204
    assert host(world).seats == {"kit": ann.id, "dutch": ann.id}
    assert gm.htmx(world.at("gm/seat"), who="kit", person="").status_code == 204
    assert host(world).seats == {"dutch": ann.id}
    assert gm.htmx(world.at("gm/seat"), who="dutch", person="no-such").status_code == 422
    assert gm.htmx(world.at("gm/seat"), who="no-such", person=ann.id).status_code == 422
    assert host(world).seats == {"dutch": ann.id}


def test_the_gm_renames_a_person(world: World) -> None:
    world.player("Ann", "kit")
    [ann] = world.store.people(world.table.id)
    assert world.gm().htmx(world.at(f"gm/people/{ann.id}"), name="Anna").status_code == 204
    assert [p.name for p in host(world).people] == ["Anna"]


def test_settings_take_effect_at_once(world: World) -> None:
    gm = world.gm()
    assert gm.htmx(world.at("gm/settings"), answer_seconds="30").status_code == 204
    settings = host(world).settings
    assert (settings.sight, settings.answer_seconds) == (False, 30)
    assert gm.htmx(world.at("gm/settings"), sight="on", answer_seconds="").status_code == 204
    settings = host(world).settings
    assert (settings.sight, settings.answer_seconds) == (True, None)
    assert gm.htmx(world.at("gm/settings"), answer_seconds="1").status_code == 422
    assert host(world).settings == settings


def test_the_code_to_scan_is_drawn_without_styles(world: World) -> None:
    answer = world.gm().get(world.at("qr.svg"))
    assert answer.mimetype == "image/svg+xml"
    assert b"<svg" in answer.data
    assert b"style" not in answer.data


def test_rules_are_given_in_our_words(world: World) -> None:
    rules = world.stranger().get("/rules/atomic.json").json
    assert "AT-20" in rules
    assert all(rules.values())
    assert world.stranger().get("/rules/none.json").status_code == 404


# ----------------------------------------------------------------------------------------------- places
GRID = Grid(GridKind.SQUARE, cols=6, rows=6)


def test_places_begin_at_the_top_left_and_keep_apart() -> None:
    assert free_places(BattleMap(GRID), [1, 1, 1], taken=[(0, 0)]) == [(1, 0), (0, 1), (1, 1)]


def test_large_ones_do_not_overlap() -> None:
    assert free_places(BattleMap(GRID), [2, 1, 2]) == [(0, 0), (2, 0), (2, 1)]


def test_nobody_is_put_down_across_a_wall_or_in_a_closet() -> None:
    closet = (Wall("a", (1, 0), (1, 1)), Wall("b", (0, 1), (1, 1)), Wall("c", (3, 0), (3, 2)))
    places = free_places(BattleMap(GRID, closet), [1, 2, 2])
    assert (0, 0) not in places
    assert places[1:] == [(1, 1), (3, 2)]  # not (2, 0), across the wall


def test_they_all_come_to_the_same_side_of_a_wall() -> None:
    across = (Wall("a", (0, 2), (6, 2)),)
    places = free_places(BattleMap(GRID, across), [1] * 14)
    assert all(row >= 2 for _, row in places)


def test_a_full_map_is_refused() -> None:
    with pytest.raises(Refusal, match="no room"):
        free_places(BattleMap(GRID), [1] * 37)
    assert len(set(free_places(BattleMap(GRID), [1] * 36))) == 36


def test_on_zones_they_come_to_where_their_friends_are() -> None:
    zones = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", "Bar"), Zone("street", "Street")))
    assert free_places(zones, [1, 1]) == ["bar", "bar"]
    assert free_places(zones, [1], near="street") == ["street"]


def test_nobody_needs_no_room() -> None:
    assert free_places(BattleMap(GRID), []) == []
