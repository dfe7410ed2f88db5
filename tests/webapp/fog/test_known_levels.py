"""Levels at a table: a flat map holds nothing of them, nobody is told of one on which nobody has been."""

import re
from io import BytesIO
from typing import Any

import pytest

from tests.webapp.fog.test_fog import gm
from tests.webapp.pages import Page, host_of, screen
from tests.webapp.world import World
from webapp.archive.table_file_import import open_table
from webapp.archive.table_file_reader import read_table
from webapp.archive.table_file_writer import gather, write_table
from webapp.context import HOSTS

HALL: dict[str, Any] = {"id": "hall", "name": "Hall", "cols": 10, "rows": 8}
VAULT: dict[str, Any] = {
    "id": "vault",
    "name": "Zq vault",
    "elevation": -4,
    "at": [12, 0],
    "cols": 6,
    "rows": 8,
}
LIFT: dict[str, Any] = {"kind": "lift", "joins": [[[2, 4], [13, 4]]]}
WINDOW = {"width": 0, "height": 0, "pixels": [1920, 1080], "measured": False, "awake": True}


def house(world: World, *, fog: bool = True, vault: dict[str, Any] = VAULT) -> None:
    """Lay a hall with Kit in it, and a vault below with a raider, to which a lift leads."""
    for who in [who for who in host_of(world).battle.state.combatants if who not in ("kit", "raider-1")]:
        gm(world, "remove", target=who)
    if host_of(world).battle.state.fog.on:
        gm(world, "set-fog", on=False)
    gm(world, "gm-set", target="kit", state={"at": [2, 4]})
    gm(world, "gm-set", target="raider-1", state={"at": [14, 2]})
    grid = {"kind": "square", "cols": 18, "rows": 8}
    gm(world, "set-map", map={"grid": grid, "levels": [HALL, vault], "passages": [LIFT]})
    if fog:
        gm(world, "set-fog", on=True)


def test_a_page_of_a_flat_map_holds_nothing_of_levels(world: World) -> None:
    page, table = Page(world, world.player("Ann", "kit"), "play"), Page(world, screen(world), "screen")
    for text in (page.load(), Page(world, world.gm(), "gm").load()):
        assert "map-levels" not in text
        assert 'class="passage' not in text
    assert "level" not in table.ask("window", WINDOW)


def test_levels_and_passages_that_are_drawn_are_pushed_alone(world: World) -> None:
    house(world, fog=False)
    page = Page(world, world.player("Ann", "kit"), "play")
    page.take()
    gm(world, "edit-map", passages=[{"kind": "ladder", "joins": [[[1, 1], [12, 1]]]}])
    [part] = [part for update in page.take() for part in update.get("drawn", [])]
    assert (part["id"], part["in"]) == ("map-levels", "doors")
    assert "Ladder, down to: Zq vault" in part["svg"]
    gm(world, "gm-set", target="kit", state={"at": [3, 4]})
    assert [update["drawn"] for update in page.take()] == [[]], "a move sends nothing of levels"
    gm(world, "undo", of="map")
    assert "Ladder" not in page.load()


def test_in_the_fog_nothing_is_sent_of_a_level_on_which_nobody_has_been(world: World) -> None:
    house(world)
    pages = [Page(world, world.player("Ann", "kit"), "play"), Page(world, screen(world), "screen")]
    for page in pages:
        assert 'data-to=""' in page.load(), "the lift is known, and not where it leads"
        page.ask("reach", {"actor": "kit"}) if page.role == "play" else None
        assert "Zq" not in page.text
        assert "raider-1" not in page.text
        page.take()
    gm(world, "edit-map", levels=[{"id": "vault", "name": "Zq cellar", "elevation": -8, "cols": 5}])
    gm(world, "gm-set", target="raider-1", state={"at": [15, 2]})
    for page in pages:
        assert page.take() == [], "silence about what nobody could see"
        page.load()
        assert "Zq" not in page.text
        assert "raider-1" not in page.text


def test_twins_who_know_the_same_hall_are_sent_the_same(world: World) -> None:
    seen, ann = [], world.player("Ann", "kit")
    for vault in (VAULT, {**VAULT, "name": "Zq tower", "elevation": 30, "cols": 3, "over": [5, 0]}):
        house(world, vault=vault)
        page = Page(world, ann, "play")
        text = page.load()
        drawn = re.search(r'<g id="map-levels".*?</g>\s*</g>', text, re.S)
        assert drawn is not None
        seen.append((drawn[0], page.ask("reach", {"actor": "kit"})))
        page.close()
    assert seen[0] == seen[1]


def test_who_takes_the_lift_learns_where_it_leads(world: World) -> None:
    house(world)
    page = Page(world, world.player("Ann", "kit"), "play")
    reached = page.ask("reach", {"actor": "kit"})
    assert "13,4" in reached["places"]
    gm(world, "gm-set", target="kit", state={"at": [13, 4]})
    assert "Zq vault" in page.load()
    assert 'data-way="down"' in page.load()


@pytest.mark.parametrize("level", ["attic", 3, {"id": "hall"}])
def test_the_projector_stays_on_no_level_that_is_not_there(world: World, level: Any) -> None:
    house(world)
    assert Page(world, world.gm(), "gm").refused("frame", {"level": level})["code"] == "bad-command"


def test_the_gm_has_the_projector_stay_on_a_level_and_lets_it_go(world: World) -> None:
    house(world)
    page, table = Page(world, world.gm(), "gm"), Page(world, screen(world), "screen")
    assert table.ask("window", WINDOW)["level"] is None
    page.ask("frame", {"level": "vault"})
    assert table.ask("window", WINDOW)["level"] == "vault"
    page.ask("frame", {"level": None})
    assert table.ask("window", WINDOW)["level"] is None
    player = Page(world, world.player("Ann", "kit"), "play")
    assert player.refused("frame", {"level": "vault"})["code"] == "not-allowed"


def test_a_table_file_carries_the_levels(world: World) -> None:
    house(world)
    before = host_of(world).battle.state.map
    table = gather(world.store, world.table.id)
    assert table is not None
    out = BytesIO()
    write_table(table, {}, out)
    opened = open_table(world.store, read_table(out))
    after = world.app.extensions[HOSTS].get(opened.id).battle.state.map
    assert before is not None
    assert [level.name for level in before.levels] == ["Hall", "Zq vault"]
    assert (after.levels, after.passages, after.walls) == (before.levels, before.passages, before.walls)
