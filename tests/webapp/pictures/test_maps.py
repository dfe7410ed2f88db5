"""Map files that are brought in and saved, and the pictures of maps that are sent."""

import io

from PIL import Image
from werkzeug.datastructures import FileStorage

from tests.webapp.pages import Page, host_of
from tests.webapp.pictures.map_forms import bring, map_of, picture_of, send, uvtt
from tests.webapp.world import World
from webapp.table.host import Host


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
    battle_map = host_of(world).battle.state.map
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
    before = host_of(world).battle.state.combatants
    bring(world, gm, uvtt())
    after = host_of(world).battle.state.combatants
    assert list(after) == list(before)
    assert all(after[who].sheet == before[who].sheet for who in before)
    assert all((after[who].name, after[who].side) == (before[who].name, before[who].side) for who in before)
    assert after["dutch"].state.wounds == 2
    assert after["raider-4"].hidden
    [ann] = world.store.people.of_table(world.table.id)
    assert host_of(world).seats == {"kit": ann.id}


def test_everybody_stands_apart_on_one_side_of_the_walls(world: World) -> None:
    bring(world, world.gm(), uvtt())
    places = [c.at for c in host_of(world).battle.state.combatants.values()]
    assert len(set(places)) == 7
    assert all(isinstance(at, tuple) and at[0] < 4 for at in places)


def test_the_new_scene_is_still_there_after_a_restart(world: World) -> None:
    bring(world, world.gm(), uvtt())
    before = host_of(world).battle.state
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
