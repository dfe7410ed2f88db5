"""How dice are read, and how they are distributed (section 4)."""

import pytest
from icepool import d6

from rules.systems.gurps.attack.damage import Dice
from rules.systems.gurps.rolls import (
    CheckRoll,
    DamageRoll,
    DiceRoll,
    chance_of,
    contest,
    outcome_of,
    some_faces,
    ways,
)


def roll(total: int, base: int) -> str:
    return CheckRoll(who="ann", purpose="check", base=base).read(some_faces(3, total)).outcome


def test_the_target_or_less_succeeds() -> None:
    """GU-401"""
    assert [roll(total, 10) for total in (9, 10, 11)] == ["success", "success", "failure"]


def test_low_totals_are_critical_successes() -> None:
    """GU-402: even below the target."""
    assert [roll(t, 3) for t in (3, 4, 5)] == ["critical-success", "critical-success", "failure"]
    assert [roll(5, base) for base in (14, 15)] == ["success", "critical-success"]
    assert [roll(6, base) for base in (15, 16)] == ["success", "critical-success"]


def test_high_totals_fail() -> None:
    """GU-403: 17 fails always, and critically up to a target of 15; by ten or more is critical too."""
    assert [roll(18, 30), roll(17, 30), roll(17, 16), roll(17, 15)] == [
        "critical-failure",
        "failure",
        "failure",
        "critical-failure",
    ]
    assert [roll(13, 3), roll(12, 3)] == ["critical-failure", "failure"]
    assert outcome_of(4, -20) == "critical-success"


def test_a_failure_counts_as_one_at_least() -> None:
    """GU-404"""
    thrown = CheckRoll(who="ann", purpose="death", base=20).read((6, 6, 5))
    assert (thrown.margin, thrown.failed_by) == (3, 1)
    thrown = CheckRoll(who="ann", purpose="death", base=10).read((5, 5, 4))
    assert (thrown.margin, thrown.failed_by, thrown.made_by) == (-4, 4, 0)


def test_a_small_failure_beats_a_great_one() -> None:
    """GU-406"""
    ours = CheckRoll(who="ann", purpose="feint", base=8).read((3, 3, 4))
    theirs = CheckRoll(who="bob", purpose="feint", base=8).read((4, 4, 4))
    assert contest(ours, theirs) == 2
    assert contest(ours, ours) == 0


def test_the_sum_of_dice_is_distributed_as_it_should() -> None:
    """GU-401, GU-407, against another library's dice"""
    for dice in (1, 3, 5):
        pool = dice @ d6
        expected = [pool.probability("==", total) for total in range(dice, 6 * dice + 1)]
        assert ways(dice) == pytest.approx([float(p) for p in expected])
    for target in range(2, 20):
        total = sum(
            float((3 @ d6).probability("==", t))
            for t in range(3, 19)
            if outcome_of(t, target).endswith("success")
        )
        assert chance_of(target) == pytest.approx(total)


def test_the_lumps_of_a_check_are_its_outcomes() -> None:
    """GU-402, GU-403"""
    lumps = CheckRoll(who="ann", purpose="attack", base=12).outcomes()
    assert {result.outcome: round(chance * 216) for result, chance in lumps} == {
        "critical-success": 4,
        "success": 156,
        "failure": 52,
        "critical-failure": 4,
    }


def test_damage_is_dice_and_adds_times_the_multiplier() -> None:
    """GU-407, GU-901, GU-902"""
    asked = DamageRoll(who="ann", purpose="damage", dice=Dice(2, 1), times=10, type="cr", least=0)
    assert asked.read((3, 4)).total == 80
    assert DamageRoll(who="ann", purpose="damage", dice=Dice(1, -5), type="cr", least=0).read((2,)).total == 0
    assert (
        DamageRoll(who="ann", purpose="damage", dice=Dice(1, -5), type="imp", least=1).read((2,)).total == 1
    )
    assert (
        DamageRoll(who="ann", purpose="damage", dice=Dice(2), halved=True, type="pi").read((3, 4)).total == 3
    )
    assert sum(chance for _, chance in asked.outcomes()) == pytest.approx(1)


def test_single_dice_are_read_from_a_list() -> None:
    """GU-407"""
    asked = DiceRoll(who="ann", purpose="vitals", words=("vitals", *["torso"] * 5))
    assert [asked.read((face,)).outcome for face in (1, 2, 6)] == ["vitals", "torso", "torso"]
    assert {r.outcome: round(chance, 6) for r, chance in asked.outcomes()} == {
        "vitals": 0.166667,
        "torso": 0.833333,
    }
    plain = DiceRoll(who="ann", purpose="scatter")
    assert len(plain.outcomes()) == 6
