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
GUNMAN = {"skills": {"firearms": 3}, "weapons": ["rifle"], "ready": ["rifle"]}
SHOTS: dict[str, dict[str, Any]] = {
    "savage": {"do": "attack", "actor": "ann", "with": "pistol", "target": "bob"},
    "tesseris": {"do": "straight-shot", "actor": "ann", "with": "assault-rifle", "target": "bob"},
    "atomic": {"do": "attack", "actor": "ann", "with": "blast-pistol", "target": "bob"},
    "phases": {"do": "attack", "actor": "ann", "with": "rifle", "target": "bob"},
    "gurps": {"do": "attack", "actor": "ann", "with": "assault-rifle", "target": "bob"},
}
SHEETS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "savage": (GUN, {"stock": "thug"}),
    "tesseris": (TROOPER, MILITIA),
    "atomic": ({"skills": {"ranged": 60}, "weapons": ["blast-pistol"]}, {}),
    "phases": (GUNMAN, {}),
    "gurps": ({"skills": {"guns-rifle": 16}, "weapons": ["assault-rifle"]}, {}),
}
BY_THE_BOOK = ("savage", "tesseris")
BY_A_HOUSE_NUMBER = {"atomic": -20, "phases": -2, "gurps": -4}


def open_scene(world: World, system: str) -> tuple[Page, Page]:
    """Give the GM's page and Ann's: Dee is next to Bob, or in the way to him; Spy hides far away."""
    mine, theirs = SHEETS[system]
    people = (
        {"id": "ann", "name": "Ann", "side": "heroes", "sheet": mine, "at": (1, 5)},
        {"id": "dee", "name": "Dee", "side": "heroes", "sheet": theirs, "at": (7, 5)},
        {"id": "bob", "name": "Bob", "side": "raiders", "sheet": theirs, "at": (8, 5)},
        {"id": "spy", "name": "Spy", "side": "raiders", "sheet": theirs, "at": (25, 1), "hidden": True},
    )
    scene = lay_out_scene(
        world.store, world.table.id, system=system, name="Field", battle_map=FIELD, combatants=people
    )
    world.store.set_current(world.table.id, scene.id)
    gm = Page(world, world.gm(), "gm")
    if system in BY_A_HOUSE_NUMBER:
        cells = {"number": BY_A_HOUSE_NUMBER[system]}
        gm.do("set-house", changes=[{"part": "tables", "id": "in-the-way", "to": cells}])
    return gm, Page(world, world.player("Ann", "ann"), "play")


def strays(panel: str) -> dict[str, str]:
    """Read who may be hit instead off the panel of an aim, with what is said of the chances."""
    block = re.search(r'<div class="strays">.*?</div>', panel, re.S)
    row = r'<li class="bar-head"[^>]*><span>(.*?)</span>(?:<span class="bar-sum">(.*?)</span>)?'
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
    assert re.findall(r'data-stray="(.*?)" data-chance="[\d.]+ %"', panel) == ["dee"], "marked on the map"


@pytest.mark.parametrize("system", SHOTS)
def test_who_may_be_hit_instead_is_named_before_the_chance_is_known(world: World, system: str) -> None:
    """SW-220, TS-240: where the odds come later, the names do not."""
    gm, _ = open_scene(world, system)
    panel = gm.ask("aim", SHOTS[system])["panel"]
    assert list(strays(panel)) == ["Dee"]
    assert 'data-stray="dee"' in panel


@pytest.mark.parametrize("system", SHOTS)
def test_who_stands_by_unseen_changes_no_byte_of_a_players_aim(world: World, system: str) -> None:
    """SW-220, TS-240, AT-R41, PH-R41, GU-R81"""
    gm, ann = open_scene(world, system)
    with odds_at_once():
        before = ann.ask("aim", SHOTS[system])
        for place in ([8, 4], [4, 5]):
            gm.do("gm-set", target="spy", state={"at": place})
            assert ann.ask("aim", SHOTS[system]) == before
            told = strays(gm.ask("aim", SHOTS[system])["panel"])
            assert ("Spy" in told) == (system in BY_THE_BOOK and place == [8, 4])
        gm.do("remove", target="spy")
        assert ann.ask("aim", SHOTS[system]) == before


@pytest.mark.parametrize("system", BY_A_HOUSE_NUMBER)
def test_what_the_gm_says_of_the_hidden_is_no_players_to_read(world: World, system: str) -> None:
    """AT-R41, PH-R41, GU-R81: that one stands in the way, of whom the player does not know"""
    gm, ann = open_scene(world, system)
    gm.do(**SHOTS[system], facts={"in_the_way": ["spy"]})
    page = ann.load()
    ann.take_all()
    assert "Ann" in ann.text
    assert not re.search("spy", ann.text + page, re.IGNORECASE)
