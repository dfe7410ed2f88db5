"""Waiting and readying: what is offered in another's turn, and what can be made ready now."""

from rules.engine.state import BattleView
from rules.engine.text import in_full
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command
from tests.rules.systems.gurps.fights import GUN, SWORD, duel


def test_who_waits_is_offered_what_it_waits_with_in_anothers_turn() -> None:
    """GU-722"""
    fight = duel(bob=SWORD, ann__attack=[3, 3, 3])
    fight.do("wait", "ann", trigger="Bob moves", then="attack")
    action = SYSTEM.action("trigger-wait")
    assert action is not None
    view = BattleView(fight.battle.state)
    ann = fight.battle.state.combatants["ann"]
    assert (in_full(action.leaves(view, ann)), action.ways(view, ann)) == ("Attack", (({}, ""),))
    asked = action.filled(view, command("trigger-wait", "ann", target="bob"))
    assert asked.params["options"] == {"with": "broadsword/swing"}
    assert "location" in {parameter.id for parameter in action.options(view, asked)}
    fight.do("trigger-wait", "ann", **asked.params)
    assert fight.prompt().to == "bob"


def test_who_waits_to_ready_something_is_asked_for_no_target() -> None:
    """GU-721, GU-722"""
    ann = {**SWORD, "weapons": [{"id": "axe", "skill": "axe-mace", "damage": "sw+2 cut", "ready": False}]}
    fight = duel(ann=ann)
    fight.do("wait", "ann", then="ready")
    action = SYSTEM.action("trigger-wait")
    assert action is not None
    view = BattleView(fight.battle.state)
    assert not action.is_aimed(view, command("trigger-wait", "ann"))
    asked = action.asks(view, command("trigger-wait", "ann", what="weapon", with_="axe"))
    assert [p.id for p in asked] == ["note", "to", "face"]
    ways = {in_full(words): fixed for fixed, words in action.ways(view, fight.battle.state.combatants["ann"])}
    assert ways["take up the axe"] == {"what": "weapon", "with": "axe"}
    fight.do("trigger-wait", "ann", what="weapon", with_="axe")
    assert fight.state("ann").ready["axe"]


def test_only_what_can_be_made_ready_now_has_a_button() -> None:
    """GU-721, GU-1005"""
    fight = duel(ann=GUN)

    def ways() -> list[str]:
        action = SYSTEM.action("ready")
        assert action is not None
        return [
            in_full(words)
            for _, words in action.ways(BattleView(fight.battle.state), fight.battle.state.combatants["ann"])
        ]

    assert ways() == ["kneel", "lie down", "something else"]
    fight.set("ann", ammo={"assault-rifle": 3}, posture="prone")
    assert ways() == ["reload the assault rifle", "rise", "something else"]
