"""Whom a miss may find is told before it is risked, with the chance; and nobody whom the reader knows not."""

import re
from html import unescape
from typing import Any

import pytest

from rules.map.model import BattleMap, Grid, GridKind
from tests.odds_at_once import odds_at_once
from tests.webapp.pages import Page
from tests.webapp.world import World
from webapp.table.setup.scenes import lay_out_scene

FIELD = BattleMap(Grid(kind=GridKind.SQUARE, cols=30, rows=12, unit="yd"))
GUN, TROOPER, MILITIA = {"stock": "gunslinger", "bennies": 0}, {"stock": "trooper"}, {"stock": "militia"}
SHOTS: dict[str, dict[str, Any]] = {
    "savage": {"do": "attack", "actor": "ann", "with": "pistol", "target": "bob"},
    "tesseris": {"do": "straight-shot", "actor": "ann", "with": "assault-rifle", "target": "bob"},
}
SHEETS = {"savage": (GUN, {"stock": "thug"}), "tesseris": (TROOPER, MILITIA)}
BESIDE = (9, 5)


def open_scene(world: World, system: str) -> tuple[Page, Page]:
    """Give the GM's page and Ann's: Bob and Dee are hand to hand, and Spy hides far away."""
    mine, theirs = SHEETS[system]
    people = (
        {"id": "ann", "name": "Ann", "side": "heroes", "sheet": mine, "at": (1, 5)},
        {"id": "dee", "name": "Dee", "side": "heroes", "sheet": theirs, "at": (8, 4)},
        {"id": "bob", "name": "Bob", "side": "raiders", "sheet": theirs, "at": (8, 5)},
        {"id": "spy", "name": "Spy", "side": "raiders", "sheet": theirs, "at": (25, 1), "hidden": True},
    )
    scene = lay_out_scene(
        world.store, world.table.id, system=system, name="Field", battle_map=FIELD, combatants=people
    )
    world.store.set_current(world.table.id, scene.id)
    return Page(world, world.gm(), "gm"), Page(world, world.player("Ann", "ann"), "play")


def strays(panel: str) -> dict[str, str]:
    """Read who may be hit instead off the panel of an aim, with what is said of the chances."""
    block = re.search(r'<div class="strays">.*?</div>', panel, re.S)
    row = r'<li class="bar-head"><span>(.*?)</span>(?:<span class="bar-sum">(.*?)</span>)?'
    rows = re.findall(row, block[0]) if block else []
    return {name: unescape(said) for name, said in rows}


@pytest.mark.parametrize("system", SHOTS)
def test_an_aim_tells_who_may_be_hit_instead_and_how_likely(world: World, system: str) -> None:
    """SW-220, TS-240"""
    _, ann = open_scene(world, system)
    with odds_at_once():
        panel = ann.ask("aim", SHOTS[system])["panel"]
    assert list(strays(panel)) == ["Dee"]
    assert re.fullmatch(r"hits \S+ % · hurts \S+ % · fells \S+ %", strays(panel)["Dee"])
    assert not strays(panel)["Dee"].startswith("hits 0 %")
    assert "Who may be hit instead" in panel


@pytest.mark.parametrize("system", SHOTS)
def test_who_may_be_hit_instead_is_named_before_the_chance_is_known(world: World, system: str) -> None:
    """SW-220, TS-240: where the odds come later, the names do not."""
    gm, _ = open_scene(world, system)
    assert list(strays(gm.ask("aim", SHOTS[system])["panel"])) == ["Dee"]


@pytest.mark.parametrize("system", SHOTS)
def test_who_stands_by_unseen_changes_no_byte_of_a_players_aim(world: World, system: str) -> None:
    gm, ann = open_scene(world, system)
    with odds_at_once():
        before = ann.ask("aim", SHOTS[system])
        gm.do("gm-set", target="spy", state={"at": list(BESIDE)})
        assert "Spy" in strays(gm.ask("aim", SHOTS[system])["panel"])
        assert ann.ask("aim", SHOTS[system]) == before
        gm.do("remove", target="spy")
        assert ann.ask("aim", SHOTS[system]) == before
