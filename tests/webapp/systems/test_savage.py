"""A fight with action cards at the table: nothing here knows of cards, and yet it shows and plays."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.map.model import BattleMap, Grid, GridKind
from tests.webapp.pages import gm_of, host_of
from tests.webapp.table.test_host import person
from tests.webapp.world import World
from webapp.table.host import Host
from webapp.table.setup.scenes import lay_out_scene

FIELD = BattleMap(Grid(kind=GridKind.SQUARE, cols=20, rows=12, unit="in"))
HERO = {"stock": "duellist"}
FIGHTERS: tuple[dict[str, Any], ...] = (
    {"id": "ann", "name": "Ann", "side": "heroes", "sheet": HERO, "at": [3, 5]},
    {"id": "bob", "name": "Bob", "side": "raiders", "sheet": {"stock": "thug"}, "at": [4, 5]},
    {"id": "spy", "name": "Spy", "side": "raiders", "sheet": HERO, "at": [15, 5], "hidden": True},
)


@pytest.fixture
def table(world: World) -> Host:
    scene = lay_out_scene(
        world.store, world.table.id, system="savage", name="Field", battle_map=FIELD, combatants=FIGHTERS
    )
    world.store.set_current(world.table.id, scene.id)
    return host_of(world)


def test_the_pages_show_a_fight_with_cards_from_begin_to_the_wait_for_those_on_hold(
    world: World, table: Host
) -> None:
    gm, player = gm_of(world), world.player("Ann", "ann")
    browser = world.gm()
    for command in ("begin", None, None, None):
        if command is not None:
            table.handle({"do": command}, gm)
        elif table.battle.state.active is not None:
            who = table.battle.state.active
            table.handle({"do": "hold" if who == "ann" else "end-turn", "actor": who}, gm)
        for page in (browser.get(world.at("gm")), player.get(world.at("play"))):
            assert page.status_code == 200
            assert "Traceback" not in page.text
    assert table.battle.state.active is None
    assert "On Hold" in browser.get(world.at("gm")).text
    assert "Spy" not in player.get(world.at("play")).text


def test_only_the_cards_of_those_one_knows_are_told_and_no_draw(world: World, table: Host) -> None:
    world.player("Ann", "ann")
    told = table.handle({"do": "begin"}, gm_of(world)).events
    assert [event for event in told if event["kind"] == "roll"]
    page = world.player("Eve").get(world.at("play")).text
    assert "action card" not in page
    assert "Ann: " in page


def test_only_the_gm_ends_a_round_that_waits(world: World, table: Host) -> None:
    world.player("Ann", "ann")
    with pytest.raises(Refusal) as caught:
        table.handle({"do": "end-round", "actor": "ann"}, person(world, "Ann"))
    assert caught.value.code == "not-allowed"
    with pytest.raises(Refusal) as caught:
        table.handle({"do": "end-round"}, gm_of(world))
    assert caught.value.code == "too-late"


def test_who_waits_is_shown_what_can_be_done_out_of_turn(world: World, table: Host) -> None:
    gm, browser = gm_of(world), world.player("Ann", "ann")
    table.handle({"do": "begin"}, gm)
    while table.battle.state.active == "ann":
        table.handle({"do": "end-turn", "actor": "ann"}, gm)
    table.handle({"do": "gm-set", "target": "ann", "state": {"shaken": True, "bennies": 1}}, gm)
    page = browser.get(world.at("play/selected/ann")).text
    assert "Shake it off" in page
    table.handle({"do": "unshake", "actor": "ann"}, person(world, "Ann"))
    assert not table.battle.state.combatants["ann"].state.shaken
