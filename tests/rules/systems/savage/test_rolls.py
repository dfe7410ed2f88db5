"""Trait rolls, what weighs on them, and Bennies."""

from typing import Any

import pytest

from rules.engine.dice import Modifier
from rules.engine.exchange import read_faces
from rules.engine.refusal import Refusal
from rules.engine.text import in_full
from rules.systems.savage.attack.damage_rolls import DamageRoll
from rules.systems.savage.attack.traits import LABELS, in_order
from rules.systems.savage.plain_rolls import CardRoll
from rules.systems.savage.rolls import AttackRoll, TraitRoll
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.savage.fights import GUN, HERO, LUCKY, THUG, Fight, hero, labels, raider


def trait(*faces: int, sides: int = 8, wild: bool = True, plus: int = 0, **rest: Any) -> Any:
    modifiers = (Modifier("trait", plus, "SW-42"),) if plus else ()
    return read_faces(
        TraitRoll(who="a", purpose="p", sides=sides, wild=wild, modifiers=modifiers, **rest), faces
    )


def test_the_better_of_two_dice_counts_and_aces_are_thrown_again() -> None:
    """SW-40, SW-41, SW-42"""
    assert trait(8, 8, 3, 5).total == 19
    assert trait(2, 6, 4, plus=-2).total == 8
    assert trait(3, sides=6, wild=False).total == 3
    with pytest.raises(Refusal):
        trait(8, 5)


@pytest.mark.parametrize(
    ("faces", "outcome", "raises"),
    [
        ((3, 2), "failure", 0),
        ((4, 2), "success", 0),
        ((7, 2), "success", 0),
        ((8, 1, 2), "raise", 1),
        ((8, 8, 4, 1), "raise", 4),
        ((1, 1), "critical-failure", 0),
        ((1, 2), "failure", 0),
    ],
)
def test_every_four_beyond_the_target_is_a_raise(faces: tuple[int, ...], outcome: str, raises: int) -> None:
    """SW-44, SW-45, SW-50"""
    found = trait(*faces)
    assert (found.outcome, found.raises) == (outcome, raises)
    assert found.hits == (outcome in ("success", "raise"))


def test_a_critical_failure_reaches_nothing_whatever_the_total() -> None:
    """SW-44, SW-45, SW-R5"""
    assert trait(1, 1, plus=8).outcome == "critical-failure"
    assert trait(1, sides=6, wild=False, plus=8).outcome == "raise", "Extras have none"


def burst(*faces: int, dice: int = 3, stray: int = 0, target: int = 4) -> Any:
    roll = AttackRoll(who="a", purpose="attack", sides=8, wild=True, dice=dice, stray=stray, target=target)
    return read_faces(roll, faces)


def test_several_dice_are_each_compared_by_themselves() -> None:
    """SW-49, SW-100, SW-101"""
    found = burst(5, 1, 8, 3, 6, 1)
    assert (found.totals, found.hits, found.raises) == ((5, 7, 11), 3, 1)
    assert (found.total, found.outcome) == (11, "raise")
    assert found.marks == ("hit", "hit", "raise")


def test_a_burst_fails_critically_by_more_than_half_its_dice() -> None:
    """SW-44, SW-R6"""
    assert burst(1, 1, 5, 1).outcome == "critical-failure"
    assert burst(1, 1, 5, 1).hits == 0
    assert burst(1, 3, 5, 1).outcome == "success"


def test_the_modifiers_stand_in_their_order_and_zeros_are_left_out() -> None:
    """SW-38"""
    values = dict.fromkeys(reversed(LABELS), 1) | {"wounds": 0}
    assert [in_full(m.label) for m in in_order(values)] == [label for label in LABELS if label != "wounds"]


def test_what_weighs_on_every_roll_and_what_on_actions_alone() -> None:
    """SW-23, SW-42, SW-43, SW-47, SW-48, SW-65, SW-71, SW-R9"""
    sheet = {**HERO, "skills": {"fighting": "d8+1"}}
    state = {"wounds": 2, "distracted": 1, "joker": True, "actions_declared": 3, "ran": True, "shaken": True}
    fight = Fight(hero("ann", sheet, state=state), raider("bob"), ann__attack=[2, 3], ann__unshake=[3, 1])
    told = fight.do("turn", "ann")
    assert labels(told, "unshake") == {"wounds": -2, "joker": 2}, "turn over: Distracted has run out"
    fight.set("ann", distracted=1, actions_declared=3, ran=True, shaken=False)
    told = fight.attack("ann", "bob", "long-sword")
    assert labels(told, "attack") == {
        "trait": 1,
        "wounds": -2,
        "distracted": -2,
        "joker": 2,
        "multi-action": -4,
        "running": -2,
    }


def test_untrained_is_a_d4_at_minus_two() -> None:
    """SW-43"""
    fight = Fight(hero("ann", {"weapons": ["club"]}), raider("bob"), ann__attack=[3])
    assert labels(fight.attack("ann", "bob", "club"), "attack") == {"untrained": -2}


# ---------------------------------------------------------------------------------------------------- Bennies
def test_another_throw_keeps_the_better_result() -> None:
    """SW-51, SW-52, SW-53, SW-R10, SW-R11"""
    fight = Fight(hero("ann", LUCKY), raider("bob"), ann__attack=[3, 2, 2, 1, 6, 4], ann__damage=[1, 1, 2, 3])
    fight.attack("ann", "bob", "long-sword")
    assert (fight.prompt().to, fight.prompt().purpose) == ("ann", "reroll")
    told = fight.answer("ann", "reroll")
    assert roll_of(told, "attack").details["kept"] == "first"
    told = fight.answer("ann", "reroll")
    assert roll_of(told, "attack").details["kept"] == "reroll"
    told = fight.answer("ann", "keep")
    assert fight.prompt().purpose == "reroll", "now for the damage"
    told = fight.answer("ann", "reroll")
    assert roll_of(told, "damage").total == 5
    assert fight.state("ann").bennies == 0
    assert fight.prompt() is None
    assert fight.state("bob").shaken


def test_a_critical_failure_cannot_be_thrown_again_and_counts_when_thrown() -> None:
    """SW-52"""
    fight = Fight(hero("ann", LUCKY), raider("bob"), ann__attack=[1, 1])
    fight.attack("ann", "bob", "long-sword")
    assert fight.prompt() is None
    fight = Fight(hero("ann", LUCKY), raider("bob"), ann__attack=[6, 2, 1, 1])
    fight.attack("ann", "bob", "long-sword")
    told = fight.answer("ann", "reroll")
    assert roll_of(told, "attack").details["kept"] == "reroll"
    assert "attack-missed" in kinds(told)


def test_nobody_is_asked_where_nothing_could_be_better() -> None:
    """SW-53"""
    fight = Fight(hero("ann", LUCKY), raider("bob"), ann__attack=[8, 1, 2], ann__damage=[7, 7, 5])
    fight.attack("ann", "bob", "long-sword")
    assert fight.prompt() is None, "a raise, and damage that takes the target out"
    assert fight.state("bob").incapacitated


def test_an_extra_with_a_benny_of_the_gms_uses_it_likewise() -> None:
    """SW-54"""
    fight = Fight(hero("ann", {**THUG, "bennies": 1}), raider("bob"), ann__attack=[3])
    fight.attack("ann", "bob", "club")
    assert fight.prompt().to == "ann"
    assert fight.answer("ann", "keep")


def test_a_benny_buys_a_throw_of_damage_that_counts_if_better() -> None:
    """SW-52, SW-53"""
    fight = Fight(hero("ann", LUCKY), raider("bob"), ann__attack=[8, 1, 2], ann__damage=[1, 2, 1, 1, 1, 1])
    fight.attack("ann", "bob", "long-sword")
    told = fight.answer("ann", "reroll")
    assert roll_of(told, "damage").details["kept"] == "first"
    fight.answer("ann", "keep")
    assert not fight.state("bob").shaken


# ----------------------------------------------------------------------------------------------------- words
def test_dice_are_called_what_the_table_calls_them() -> None:
    """SW-40, SW-120"""
    fight = Fight(hero("ann", GUN), raider("bob"))
    plan = fight.plan("attack", "ann", target="bob", with_="pistol", facts={"distance": 5})
    assert in_full(plan.roll) == "Shooting d8 and a wild d6"
    damage = DamageRoll(who="a", purpose="damage", dice=(8, -4), plus=2, toughness=5)
    assert str(damage.notation) == "d8 - d4 + 2, aces thrown again"
    burst_roll = AttackRoll(who="a", purpose="attack", sides=8, wild=True, dice=3)
    assert str(burst_roll.notation) == "3d8 and a wild d6, aces thrown again"


def test_typed_dice_play_like_thrown_ones() -> None:
    """SW-41"""
    fight = Fight(hero("ann"), raider("bob"), ann__damage=[1, 1])
    fight.do("edit", target="ann", by_hand=True)
    fight.attack("ann", "bob", "long-sword")
    assert fight.prompt().dice == "d8 and a wild d6, aces thrown again"
    fight.answer("ann", "faces", faces=[8, 1, 3])
    fight.answer("ann", "faces", faces=[3, 2, 5])
    assert fight.state("bob").incapacitated


def test_the_odds_of_a_card_are_even() -> None:
    """SW-20"""
    outcomes = CardRoll(who="table", purpose="cards", out=("AS", "JR")).outcomes()
    assert len(outcomes) == 52
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)


def test_raises_hits_and_wounds_are_told_with_a_roll() -> None:
    """SW-45, SW-49"""
    fight = Fight(hero("ann"), raider("bob", HERO), ann__attack=[8, 7, 2], ann__damage=[7, 7, 4])
    told = fight.attack("ann", "bob", "long-sword")
    assert str(SYSTEM.describe_roll(roll_of(told, "attack"))) == "2 raises"
    assert str(SYSTEM.describe_roll(roll_of(told, "damage"))) == "wounded, 2 wounds"
