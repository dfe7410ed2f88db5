"""The card of who is out of the fight: what has become of it, in all systems, whoever has the turn."""

import re
from html import unescape
from typing import Any

import pytest

from rules.engine.system import find_system
from rules.map.grid import Grid, GridKind
from rules.map.model import BattleMap
from tests.webapp.pages import gm_of, host_of
from tests.webapp.world import World
from webapp.table.setup.scenes import lay_out_scene

HALL = BattleMap(Grid(GridKind.SQUARE, 8, 6))
OUT: list[tuple[str, dict[str, Any], str]] = [
    ("atomic", {"condition": "collapsed"}, "Xylo is collapsed and can do nothing."),
    ("atomic", {"condition": "dead"}, "Xylo is dead and can do nothing."),
    ("gurps", {"unconscious": True}, "Xylo is unconscious and can do nothing."),
    ("gurps", {"unconscious": True, "mortal": True}, "Xylo is mortally wounded and can do nothing."),
    ("gurps", {"dead": True}, "Xylo is dead and can do nothing."),
    ("phases", {"condition": "down"}, "Xylo is down and can do nothing."),
    ("savage", {"incapacitated": True}, "Xylo is incapacitated."),
    ("savage", {"incapacitated": True, "bleeding": True}, "Xylo is incapacitated, and bleeding out."),
    ("savage", {"incapacitated": True, "unconscious_hours": 3}, "Xylo lies unconscious."),
    ("savage", {"dead": True}, "Xylo is dead."),
    ("tesseris", {"dead": True}, "Xylo is dead."),
]


def card_of(world: World, id_: str, state: dict[str, Any], *, begin: bool) -> str:
    """Give the card of Xylo in that state, beside two who stand."""
    host, by = host_of(world), gm_of(world)
    row = lay_out_scene(world.store, world.table.id, system=id_, name="Hall", battle_map=HALL)
    host.switch(row.id)
    sheet = dict(find_system(id_).stock[0].sheet)
    people = [
        ("kit", "Kit", "heroes", [1, 1]),
        ("foe", "Xylo", "foes", [2, 1]),
        ("ann", "Ann", "foes", [5, 1]),
    ]
    added = [{"id": i, "name": name, "side": side, "sheet": sheet, "at": at} for i, name, side, at in people]
    host.handle({"do": "add", "combatants": added}, by)
    host.handle({"do": "gm-set", "target": "foe", "state": state}, by)
    if begin:
        host.handle({"do": "begin"}, by)
    return unescape(world.gm().get(world.at("gm/selected/foe")).text)


@pytest.mark.parametrize("begin", [False, True], ids=["free-play", "fight"])
@pytest.mark.parametrize(("id_", "state", "words"), OUT, ids=lambda one: str(one)[:40])
def test_who_is_out_is_told_so_and_has_nothing_left_of_a_turn(
    world: World, id_: str, state: dict[str, Any], words: str, begin: bool
) -> None:
    card = card_of(world, id_, state, begin=begin)
    [waiting] = re.findall(r'<p class="waiting[^>]*>(.*?)</p>', card)
    assert waiting.strip() == words
    assert 'class="allowances"' not in card


@pytest.mark.parametrize(
    ("id_", "state"),
    [
        ("atomic", {"wounds": 4, "condition": "dying"}),
        ("savage", {"stunned": True}),
        ("gurps", {"stunned": True}),
    ],
)
def test_who_can_do_nothing_now_is_shown_no_movement_either(
    world: World, id_: str, state: dict[str, Any]
) -> None:
    found = re.findall(r'<ul class="allowances".*?</ul>', card_of(world, id_, state, begin=False))
    assert not any("Move" in figures or "yd" in figures or "Yards" in figures for figures in found)


def test_the_sheet_of_the_3d6_game_says_at_which_fatigue_one_passes_out(world: World) -> None:
    """GU-912: at minus the full points."""
    card_of(world, "gurps", {"fp": 4}, begin=False)
    sheet = unescape(world.gm().get(world.at("gm/sheet/foe")).text)
    most = find_system("gurps").read_sheet(dict(find_system("gurps").stock[0].sheet)).full_fp
    assert f"Unconscious at -{most}." in sheet


def test_hit_points_below_zero_are_told_alike_on_the_card_and_beside_the_bar(world: World) -> None:
    card = card_of(world, "gurps", {"hp": -3, "fp": -2}, begin=False)
    dials = [re.search(rf'id="dial-foe-{key}-value"[^>]* value="(-?\d+)"', card) for key in ("hp", "fp")]
    assert [found and found[1] for found in dials] == ["-3", "-2"]
    assert re.findall(r">(-?\d+) of \d+<", card) == ["-3", "-2"]


@pytest.mark.parametrize(("number", "words"), [(0, "0 of 3"), (3, "3 of 3")])
def test_wounds_are_counted_alike_wherever_they_are_shown(world: World, number: int, words: str) -> None:
    """SW-07: on the token, in the order, on the card and on the sheet."""
    card = card_of(world, "savage", {"wounds": number}, begin=True)
    assert f"Wounds <b>{number}</b>" in card
    assert card.count('class="touch-pip on"') == number
    assert f">{words}<" in card
    page = unescape(world.gm().get(world.at("gm")).text)
    assert re.search(f"Xylo, Foes(, acts now)?, Wounds {number} of 3", page)
    assert f'title="Wounds: {number} of 3"' in page
    assert f'aria-label="Wounds: {words}"' in unescape(world.gm().get(world.at("gm/sheet/foe")).text)
    assert set(re.findall(r"Wounds:? \d+ of (\d+)", page)) == {"3"}
