"""Actors of Foundry's GURPS Game Aid: what the file has worked out stands on the sheet."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import Imported
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.system import SYSTEM
from tests.rules.systems.gurps.sheet.game_aid import actor, melee, numbered


def read(data: dict[str, Any]) -> tuple[Imported, GurpsSheet]:
    found = SYSTEM.import_character(json.loads(json.dumps(data), parse_int=float), "some")
    return found, SYSTEM.read_sheet(found.sheet)


def test_attributes_figures_and_what_is_left_of_points_are_read() -> None:
    found, sheet = read(actor())
    assert found.name == "Osk the ferryman"
    assert (sheet.ST, sheet.DX, sheet.full_hp, sheet.Will, sheet.Per, sheet.sm) == (13, 12, 14, 11, 12, 1)
    assert found.state["hp"] == 9
    assert sheet.male
    assert (sheet.loaded_move, sheet.plain_dodge + 1) == (5, 9)


def test_skills_and_traits_are_read_with_those_that_others_contain() -> None:
    _, sheet = read(actor())
    assert sheet.skills["broadsword"] == 14
    assert sheet.skills["guns-pistol"] == 13
    assert sheet.has("combat-reflexes")
    assert "River Sense" in sheet.advantages


def test_attacks_become_weapons_with_their_ways_and_dice_by_st() -> None:
    _, sheet = read(actor())
    sword = next(weapon for weapon in sheet.weapons if weapon.name == "Backsword")
    assert [(mode.damage, mode.level) for mode in sword.modes] == [("2d cut", 14), ("1d+1 imp", 14)]
    assert sword.skill == "broadsword"
    gun = next(weapon for weapon in sheet.weapons if weapon.name == "Sidearm")
    assert (gun.range, gun.rof, gun.rcl, gun.shots, gun.bulk, gun.acc) == ((150, 1850), 3, 2, 16, -2, 2)
    punch = next(weapon for weapon in sheet.weapons if weapon.name == "Punch")
    assert punch.unarmed


def test_dr_stands_at_the_places_of_the_body() -> None:
    _, sheet = read(actor())
    assert sheet.natural_dr("torso") == 1
    assert sheet.natural_dr("skull") == 0, "a skull has its two without being told"


def test_a_file_from_before_foundry_10_is_read_alike() -> None:
    assert read(actor("data"))[1] == read(actor())[1]


def test_damage_that_is_no_dice_is_left_out_and_said() -> None:
    found, sheet = read(actor(melee=numbered([melee("Stun rod", "HT-3(0.5) aff", 12)])))
    assert "Stun rod" not in [weapon.name for weapon in sheet.weapons]
    assert any("Stun rod" in str(said) for said in found.report.dropped)


KEYS = sorted(actor()["system"])
ODD = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 10**9), st.text(max_size=8), st.just([]), st.just({})
)


@settings(max_examples=150, deadline=None)
@given(key=st.sampled_from(KEYS), odd=ODD, inner=st.booleans(), pick=st.integers(0, 10**6))
def test_odd_values_make_a_sheet_or_a_refusal(key: str, odd: Any, inner: bool, pick: int) -> None:
    data = copy.deepcopy(actor())
    place = data["system"]
    while inner and isinstance(place[key], dict) and place[key]:
        place = place[key]
        key = sorted(place)[pick % len(place)]
    place[key] = odd
    try:
        read(data)
    except Refusal as refusal:
        if refusal.code not in ("bad-sheet", "unknown-format"):
            raise


def test_an_actor_of_another_game_is_no_character_of_these_rules() -> None:
    with pytest.raises(Refusal) as refused:
        read({"name": "A", "type": "npc", "system": {"attributes": {}}, "items": []})
    assert refused.value.code == "unknown-format"
