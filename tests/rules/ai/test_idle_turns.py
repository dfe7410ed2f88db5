"""Who gains nothing by any plain attack does what helps in a rehearsal too, and does not stand idle."""

from typing import Any

from rules.ai.quick import QuickPlayer
from rules.engine.command import Command
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.gurps.fights import OPEN, SWORD, Fight

KNIFE = {"ST": 9, "skills": {"knife": 14}, "weapons": ["dagger"]}


def does(ann: dict[str, Any], bob: dict[str, Any], **state: Any) -> Command:
    """Say what Ann does, who stands beside Bob."""
    here = fighter("ann", "heroes", ann, at=[4, 4], state={"facing": "e", **state})
    there = fighter("bob", "raiders", bob, at=[5, 4], state={"facing": "w"})
    return QuickPlayer(SYSTEM).act(Fight(here, there, map=OPEN).battle.state, "ann")


def test_who_is_stunned_comes_to() -> None:
    """GU-1001, GU-1002"""
    assert does(SWORD, {}).do != "do-nothing"
    assert does(SWORD, {}, stunned=True).do == "do-nothing"


def test_who_cannot_get_through_armour_strikes_where_there_is_none() -> None:
    """GU-904"""
    plain = does(KNIFE, {})
    assert "location" not in plain.table("options")
    armoured = does(KNIFE, {"armour": [{"id": "plate", "dr": 9, "locations": ["torso"]}]})
    assert armoured.params.get("target") == "bob", armoured
    assert armoured.table("options")["location"] != "torso"
