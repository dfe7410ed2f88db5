"""Actors made by hand in the shape that Foundry exports."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.systems.savage import SYSTEM


def die(sides: int, modifier: int = 0) -> dict[str, Any]:
    return {"die": {"sides": sides, "modifier": modifier}}


def item(kind: str, name: str, **system: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "system": system}


ACTOR: dict[str, Any] = {
    "name": "Red Sonya",
    "type": "character",
    "system": {
        "attributes": {
            "agility": die(8),
            "smarts": die(6),
            "spirit": die(6),
            "strength": die(10, 1),
            "vigor": die(8),
        },
        "stats": {"parry": {"value": 8}, "toughness": {"value": 8, "armor": 2}, "size": 0},
        "bennies": {"value": 1, "max": 3},
        "pace": {"ground": 6, "running": {"die": 6}},
        "initiative": {"hasLevelHeaded": True, "hasHesitant": False},
    },
    "items": [
        item("skill", "Fighting", **die(10)),
        item("skill", "Unskilled Attempt", **die(4, -2)),
        item("edge", "Level Headed"),
        item("edge", "Brave"),
        item("weapon", "Long Sword", damage="@str+d8", ap="1", rof=None, minStr="d8", range=""),
        item("weapon", "Knife", damage="@str + d4", range="3/6/12"),
        item("weapon", "Pistol", damage="2d6+1", range="12/24/48", rof="1"),
        item("weapon", "Strange", damage="lots"),
        item("shield", "Buckler", parry=1),
        item("armor", "Jack", armor="2", locations={"torso": True, "arms": True}),
        item("power", "Bolt"),
    ],
}


def test_an_actor_becomes_a_sheet() -> None:
    """SW-01, SW-12"""
    found = SYSTEM.import_character(ACTOR)
    sheet = SYSTEM.read_sheet(found.sheet)
    assert (found.name, sheet.wild_card, sheet.bennies) == ("Red Sonya", True, 3)
    assert str(sheet.attributes.strength) == "d10+1"
    assert {id_: str(d) for id_, d in sheet.skills.items()} == {"fighting": "d10"}
    assert sheet.edges == ("level-headed", "brave")
    knife = sheet.weapon("knife")
    assert knife is not None
    assert (knife.melee, knife.thrown, knife.range) == (True, True, (3, 6, 12))
    assert [w.id for w in sheet.weapons] == ["long-sword", "knife", "pistol", "buckler"]
    assert (sheet.parry(sheet.starts_held), sheet.toughness()) == (8, 8)


def test_the_report_says_what_became_of_the_rest() -> None:
    found = SYSTEM.import_character(ACTOR)
    assert "Bolt (power)" in found.dropped
    assert any(line.startswith("Strange: its damage") for line in found.dropped)
    assert any("brave" in line for line in found.doubtful)
    assert any(line.startswith("Parry is 8 there and 7 here") for line in found.doubtful)
    assert "the weapon Knife" in found.read


@pytest.mark.parametrize("data", [{}, {"system": {}}, {"system": {"attributes": 3}}])
def test_what_is_no_actor_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as caught:
        SYSTEM.import_character(data)
    assert caught.value.code == "unknown-format"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


def came_of(actor: dict[str, Any]) -> str:
    """Say what came of an actor: read, or why not."""
    try:
        SYSTEM.read_sheet(SYSTEM.import_character(actor).sheet)
    except Refusal as refusal:
        return refusal.code
    return "read"


@given(st.sampled_from(["attributes", "stats", "pace", "bennies", "initiative", "items"]), JSON)
def test_a_broken_part_is_left_out_or_refused(part: str, value: Any) -> None:
    actor = json.loads(json.dumps(ACTOR))
    (actor if part == "items" else actor["system"])[part] = value
    assert came_of(actor) in ("read", "unknown-format", "bad-sheet")


KINDS = st.sampled_from(["weapon", "armor", "shield", "skill", "edge"])


@given(st.lists(st.tuples(KINDS, JSON), max_size=4))
def test_broken_items_are_left_out_or_refused(items: Any) -> None:
    made = [item(kind, "It", damage=value, armor=value, die=value, parry=value) for kind, value in items]
    assert came_of({**ACTOR, "items": made}) in ("read", "bad-sheet")
