"""The way from an empty table to a fight, as the GM's page shows it."""

import re

from tests.webapp.world import Browser, World
from webapp.context import HOSTS


def _new_table(gm: Browser) -> str:
    return str(gm.post("/tables", name="Thursdays").location.split("/")[2])


def _ticked(gm: Browser, table_id: str) -> list[str]:
    page = gm.get(f"/tables/{table_id}/gm").get_data(as_text=True)
    return re.findall(r'class="step done" data-first-step="(\w+)"', page)


def _may_begin(gm: Browser, table_id: str) -> bool:
    page = gm.get(f"/tables/{table_id}/gm").get_data(as_text=True)
    steps = page.split('id="first-steps"')[1].split("</section>")[0]
    return "disabled" not in steps


def test_nothing_of_an_empty_table_is_ticked_and_no_fight_can_begin(world: World) -> None:
    gm = world.gm()
    table_id = _new_table(gm)
    assert _ticked(gm, table_id) == []
    assert not _may_begin(gm, table_id)


def test_heroes_and_foes_are_ticked_by_the_side_that_they_join(world: World) -> None:
    gm = world.gm()
    table_id = _new_table(gm)
    gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="2", side="others")
    assert _ticked(gm, table_id) == []
    gm.htmx(f"/tables/{table_id}/gm/stock", item="raider", count="2", side="foes")
    assert _ticked(gm, table_id) == ["foes"]
    assert _may_begin(gm, table_id)
    gm.htmx(f"/tables/{table_id}/gm/stock", item="kit", count="1", side="heroes")
    assert _ticked(gm, table_id) == ["heroes", "foes"]


def test_a_ground_that_was_chosen_is_a_map(world: World) -> None:
    gm = world.gm()
    table_id = _new_table(gm)
    host = world.app.extensions[HOSTS].get(table_id)
    gm.htmx(f"/tables/{table_id}/gm/do", do="edit-map", surface="grass")
    assert host.battle.state.map is not None
    assert host.battle.state.map.surface == "grass"
    assert _ticked(gm, table_id) == ["map"]


def test_a_fight_that_runs_shows_no_way_to_it(world: World) -> None:
    gm = world.gm()
    table_id = _new_table(gm)
    gm.htmx(f"/tables/{table_id}/gm/stock", item="kit", count="1", side="heroes")
    assert _ticked(gm, table_id) == ["heroes"]
    gm.htmx(f"/tables/{table_id}/gm/do", do="begin")
    assert 'data-first-step="' not in gm.get(f"/tables/{table_id}/gm").get_data(as_text=True)


def test_a_ready_fight_leaves_its_room_to_the_map(world: World) -> None:
    assert 'data-first-step="' not in world.gm().get(world.at("gm")).get_data(as_text=True)
