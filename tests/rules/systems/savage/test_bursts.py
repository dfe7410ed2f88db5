"""Bursts, both barrels and stray shots: each hit by itself, and whom a miss finds."""

import pytest

from tests.rules.kit import kinds, roll_of
from tests.rules.systems.savage.duels import SMG, duel, numbers
from tests.rules.systems.savage.fights import GUN, HERO, THUG, labels, raider


def test_each_hit_of_a_burst_does_its_own_damage() -> None:
    """SW-100, SW-101, SW-102, SW-103, SW-R32, SW-R33"""
    fight = duel(SMG, HERO, ann__attack=[7, 8, 4, 2, 3], ann__damage=[3, 3, 4, 1, 1])
    told = fight.attack("ann", "bob", "submachine-gun", options={"shots": 3}, facts={"distance": 8})
    assert labels(told, "attack") == {"recoil": -2}
    assert [e.with_raise for e in told if e.kind == "attack-hit"] == [False, True]
    assert numbers(duel(SMG), "submachine-gun", facts={"distance": 8})[1] == {}, "one shot does not climb"


def test_a_later_hit_finds_nobody_left_to_hurt() -> None:
    """SW-103"""
    fight = duel(SMG, None, ann__attack=[7, 7, 7, 2], ann__damage=[5, 5])
    told = fight.attack("ann", "bob", "submachine-gun", options={"shots": 3}, facts={"distance": 8})
    assert kinds(told).count("attack-hit") == 1
    assert fight.state("bob").incapacitated


@pytest.mark.parametrize(
    ("distance", "face", "dice"), [(12, 4, "d6 + d6 + d6"), (24, 5, "d6 + d6"), (48, 7, "d6")]
)
def test_a_shotgun_does_less_farther_away(distance: int, face: int, dice: str) -> None:
    """SW-171, SW-172"""
    sheet = {**GUN, "weapons": ["shotgun"]}
    fight = duel(sheet, None, ann__attack=[face, 1], ann__damage=[1, 1, 1])
    told = fight.attack("ann", "bob", "shotgun", facts={"distance": distance})
    assert str(roll_of(told, "damage").notation) == f"{dice}, aces thrown again"
    assert labels(told, "attack")["shotgun"] == 2


def test_both_barrels_are_one_attack() -> None:
    """SW-174"""
    sheet = {**GUN, "weapons": ["double-shotgun"]}
    fight = duel(sheet, None, ann__attack=[5, 1], ann__damage=[1, 1, 1])
    told = fight.attack("ann", "bob", "double-shotgun", options={"both_barrels": True}, facts={"distance": 5})
    assert labels(told, "damage") == {"both-barrels": 4}
    assert labels(told, "attack") == {"shotgun": 2}
    single = duel({**GUN, "weapons": ["shotgun"]})
    params = {"target": "bob", "with_": "shotgun", "options": {"both_barrels": True}}
    assert single.refuses("attack", "ann", **params) == "bad-option"


def test_a_stray_shot_finds_a_bystander() -> None:
    """SW-220, SW-223, SW-R45, SW-R53"""
    fight = duel(THUG | {"weapons": ["pistol"]}, None, raider("eve"), ann__attack=[1], ann__damage=[3, 3])
    facts = {"distance": 8, "bystanders": ["eve"]}
    told = fight.attack("ann", "bob", "pistol", facts=facts)
    assert "bystander-hit" in kinds(told), "one alone needs no roll"
    assert fight.state("eve").shaken
    lucky = duel(GUN, None, raider("eve"), ann__attack=[1, 2])
    assert "bystander-hit" not in kinds(lucky.attack("ann", "bob", "pistol", facts=facts))


def test_a_two_is_enough_for_a_shotgun_and_a_burst() -> None:
    """SW-173, SW-221, SW-223, SW-C5"""
    sheet = {**GUN, "weapons": ["shotgun"]}
    facts = {"distance": 40, "bystanders": ["eve"]}
    fight = duel(sheet, None, raider("eve"), ann__attack=[2, 1], ann__damage=[1])
    assert "bystander-hit" in kinds(fight.attack("ann", "bob", "shotgun", facts=facts))
    replaced = duel(sheet, None, raider("eve"), ann__attack=[2, 3], ann__damage=[1])
    assert "bystander-hit" in kinds(replaced.attack("ann", "bob", "shotgun", facts=facts))
    burst = duel(SMG, None, raider("eve"), ann__attack=[7, 2, 5, 1], ann__damage=[1, 2, 2, 3])
    near = {"distance": 8, "bystanders": ["eve"]}
    told = burst.attack("ann", "bob", "submachine-gun", options={"shots": 3}, facts=near)
    assert kinds(told).count("bystander-hit") == 1
    assert kinds(told).count("attack-hit") == 1
    assert roll_of(told, "damage").total == 5


def test_blows_and_spells_have_no_stray_shots() -> None:
    """SW-220, SW-169"""
    fight = duel(THUG, None, raider("eve"), ann__attack=[1])
    assert "bystander-hit" not in kinds(fight.attack("ann", "bob", "club", facts={"bystanders": ["eve"]}))
    spell = duel({"weapons": ["bolt"]}, None, raider("eve"), ann__attack=[1])
    facts = {"distance": 8, "bystanders": ["eve"]}
    assert "bystander-hit" not in kinds(spell.attack("ann", "bob", "bolt", facts=facts))
