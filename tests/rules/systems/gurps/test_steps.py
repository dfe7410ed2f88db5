"""Steps and facing: where they lead before and after a blow, and how long somebody may turn."""

from rules.engine.text import in_full
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import command, fighter
from tests.rules.systems.gurps.fights import OPEN, SWORD, Fight
from tests.rules.systems.gurps.offered import choices


def test_a_step_is_offered_to_the_cells_next_to_one_that_are_free() -> None:
    """GU-701"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[4, 3]), map=OPEN)
    labels = [in_full(choice.label) for choice in choices(fight, "to").values()]
    assert labels == ["north", "north-east", "south-east", "south", "south-west", "west", "north-west"]
    to = [3, 2]
    assert fight.plan("attack", "ann", target="bob", options={"with": "broadsword", "to": to}).target == "bob"


def test_who_has_moved_may_turn_until_the_turn_ends() -> None:
    """GU-502, GU-506, GU-R67"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[6, 3]), map=OPEN)
    assert fight.refuses("face", "ann", face="n").code == "too-far"
    fight.do("move", "ann", to=[3, 4])
    assert fight.refuses("face", "ann", face="up").code == "bad-option"
    fight.do("face", "ann", face="n")
    assert SYSTEM.map.facing(fight.battle.state, fight.battle.state.combatants["ann"]) == 0.0
    fight.do("end-turn", "ann")
    assert fight.refuses("face", "ann", face="s").code == "too-far"


def test_doing_nothing_leaves_no_turn_to_another_facing() -> None:
    """GU-502"""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[6, 3]), map=OPEN)
    fight.do("do-nothing", "ann")
    assert fight.refuses("face", "ann", face="n").code == "too-far"


def test_a_step_may_come_after_the_blow() -> None:
    """GU-704"""
    fight = Fight(
        fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[4, 3]), map=OPEN, ann__attack=[6, 6, 5]
    )
    said = {"with": "broadsword/swing", "then_to": [2, 3]}
    asked = command("attack", "ann", target="bob", options=said, choice="then_to")
    assert (2, 3) in fight.battle.now.reach("ann", within=asked).costs
    fight.do("attack", "ann", target="bob", options=said)
    assert fight.at("ann") == (2, 3)


def test_a_step_before_takes_from_the_one_after() -> None:
    """GU-701, GU-704: half of Move 5 is 2 yards, both ways together, and none of them leads back."""
    fight = Fight(fighter("ann", "a", SWORD, at=[3, 3]), fighter("bob", "b", at=[6, 3]), map=OPEN)
    said = {"variant": "determined", "with": "broadsword/swing", "to": [5, 3], "then_to": [5, 4]}
    asked = command("all-out-attack-melee", "ann", target="bob", options=said, choice="then_to")
    assert set(fight.battle.now.reach("ann", within=asked).costs) == {(5, 3)}
    assert fight.refuses("all-out-attack-melee", "ann", target="bob", options=said).code == "too-far"
