"""Choosing the rule system: of a new table, of a new scene; and who stays behind on the old one."""

import io

import pytest
from werkzeug.datastructures import FileStorage

from rules.engine.system import systems
from tests.webapp.pages import host_of
from tests.webapp.pictures.map_forms import bring, send, uvtt
from tests.webapp.world import World
from webapp.demo.fights import READY_MADE, read_fight


def current(world: World, table_id: str) -> tuple[str, str]:
    """Give the system and the name of the scene that lies before a table."""
    table = world.store.table(table_id)
    assert table is not None
    assert table.battle_id is not None
    row = world.store.battle(table.battle_id)
    assert row is not None
    return row.system, row.name


def test_the_start_page_offers_every_system_by_name_with_its_line(world: World) -> None:
    page = world.gm().get("/").text
    for system in (system for system in systems() if system.id != "toy"):  # other tests register that one
        assert system.summary
        for words in (system.name, str(system.summary), f'value="{system.id}"'):
            assert words in page


@pytest.mark.parametrize("system", ["atomic", "savage"])
def test_a_new_table_is_played_by_the_chosen_system(world: World, system: str) -> None:
    answer = world.gm().post("/tables", name="Thursdays", system=system)
    table_id = answer.headers["Location"].split("/")[2]
    assert current(world, table_id) == (system, "Empty map")


def test_a_table_of_an_unknown_system_is_refused_and_none_is_made(world: World) -> None:
    answer = world.gm().htmx("/tables", name="Thursdays", system="chess")
    assert answer.status_code == 422
    assert "There is no rule system" in answer.text
    assert len(world.store.tables_of([world.table.id])) == 1


@pytest.mark.parametrize("id_", READY_MADE)
def test_a_ready_made_fight_gets_a_table_of_its_own(world: World, id_: str) -> None:
    gm = world.gm()
    answer = gm.post("/tables/ready-made", fight=id_)
    table_id = answer.headers["Location"].split("/")[2]
    fight = read_fight(id_)
    assert current(world, table_id) == (fight.system, fight.name)
    assert gm.get(answer.headers["Location"]).status_code == 200


def test_only_a_gm_makes_a_ready_made_fight(world: World) -> None:
    assert world.stranger().post("/tables/ready-made", fight="bridge").status_code == 403
    assert world.gm().htmx("/tables/ready-made", fight="../gantry").status_code == 422


NEW = {"kind": "square", "cols": "10", "rows": "10", "per_cell": "1", "unit": "in", "name": "Yard"}


def test_on_a_new_map_of_the_same_system_everybody_comes_along(world: World) -> None:
    people = list(host_of(world).battle.state.combatants)
    assert world.gm().htmx(world.at("gm/map/new"), **NEW, system="atomic").status_code == 204
    assert list(host_of(world).battle.state.combatants) == people


def test_on_a_new_map_of_another_system_nobody_comes_along_and_the_old_scene_is_kept(world: World) -> None:
    gm, old, before = world.gm(), world.battle_id, host_of(world).battle.state
    world.player("Ann", "kit")
    assert gm.htmx(world.at("gm/map/new"), **NEW, system="savage").status_code == 204
    assert current(world, world.table.id) == ("savage", "Yard")
    assert not host_of(world).battle.state.combatants
    assert "The Gantry" in gm.get(world.at("gm")).text
    assert gm.htmx(world.at("gm/scene"), scene=old).status_code == 204
    assert host_of(world).battle.state == before
    assert list(host_of(world).seats) == ["kit"]


def test_an_unknown_system_is_refused_and_the_scene_stays(world: World) -> None:
    old = world.battle_id
    assert world.gm().htmx(world.at("gm/map/new"), **NEW, system="chess").status_code == 422
    assert send(world, world.gm(), {"system": "chess", "file": _file()}).status_code == 422
    assert world.battle_id == old


def _file() -> FileStorage:
    return FileStorage(io.BytesIO(uvtt()), "cellar.dd2vtt")


def test_an_imported_map_says_who_stays_behind(world: World) -> None:
    answer = send(world, world.gm(), {"system": "savage", "file": _file()})
    assert answer.status_code == 200
    assert "7 combatants stay on The Gantry" in answer.text
    assert current(world, world.table.id) == ("savage", "cellar")
    grid = host_of(world).battle.state.map
    assert grid is not None
    assert grid.grid.unit == "in"


def test_an_imported_map_of_the_same_system_leaves_nobody_behind(world: World) -> None:
    assert "stay on" not in bring(world, world.gm(), uvtt()).text


def test_a_scene_of_another_table_is_not_brought(world: World) -> None:
    gm = world.gm()
    other = gm.post("/tables", name="Other", system="savage").headers["Location"].split("/")[2]
    table = world.store.table(other)
    assert table is not None
    old = world.battle_id
    assert gm.htmx(world.at("gm/scene"), scene=str(table.battle_id)).status_code == 422
    assert gm.htmx(world.at("gm/scene"), scene="nonsense").status_code == 422
    assert world.battle_id == old
