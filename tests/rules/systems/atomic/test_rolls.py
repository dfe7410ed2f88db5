"""The one die and its grades (AT-17 to AT-32), and that its lumps are the die."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.dice import Modifier
from rules.systems.atomic.rolls import (
    AttackRoll,
    DefenceRoll,
    EffortRoll,
    PercentileRoll,
    SoakRoll,
    chance_to_stop,
    grade,
    incoming_wounds,
    is_doubles,
    tens,
)
from rules.systems.atomic.system import SYSTEM

WORKED = """
1 50 success
5 3 success
5 5 special-success
5 60 special-success
11 10 critical-failure
33 3 critical-failure
33 33 critical-success
33 99 critical-success
33 100 critical-success
40 40 special-success
55 60 critical-success special
55 54 critical-failure special
70 60 special-failure
88 150 critical-success
95 95 special-success
95 94 special-failure
96 150 failure
99 98 critical-failure
99 99 failure
99 100 failure
100 99 critical-failure special
100 100 failure
"""


@pytest.mark.parametrize("line", WORKED.split("\n")[1:-1])
def test_the_worked_table(line: str) -> None:
    """AT-20, AT-21, AT-22, AT-23, AT-24, AT-25, AT-26, AT-27, AT-28, AT-29, AT-31"""
    face, target, outcome, *both = line.split()
    result = grade(int(face), int(target))
    assert result.outcome == outcome
    assert result.critical == outcome.startswith("critical")
    assert result.special == (outcome.startswith("special") or bool(both))


@pytest.mark.parametrize(("face", "digit"), [(1, 0), (9, 0), (10, 1), (55, 5), (88, 8), (99, 9), (100, 0)])
def test_the_tens_digit_of_a_hundred_is_nought(face: int, digit: int) -> None:
    """AT-18"""
    assert tens(face) == digit


def test_there_are_ten_doubles() -> None:
    """AT-19"""
    assert [f for f in range(1, 101) if is_doubles(f)] == [11, 22, 33, 44, 55, 66, 77, 88, 99, 100]


def test_a_result_tells_base_face_and_target() -> None:
    """AT-17, AT-32"""
    roll = PercentileRoll(who="ann", purpose="attack", base=60, modifiers=(Modifier("gm", -10, "AT-66"),))
    sides = []

    def face(n: int) -> int:
        sides.append(n)
        return 55

    result = roll.throw(face)
    assert sides == [100]
    assert roll.notation == "d100"
    assert (result.base, result.total, result.target, result.modifier) == (60, 55, 50, -10)
    assert result.details() == {"base": 60, "critical": True, "special": True}


def test_bad_failures_change_nothing() -> None:
    """AT-30: whatever the grade of a failed attack, odds and play know one failure."""
    roll = AttackRoll(who="ann", purpose="attack", base=60, rating=2, armour=0, room=5)
    lost = [(result, weight) for result, weight in roll.outcomes() if not result.succeeded]
    assert len(lost) == 1
    assert lost[0][1] == pytest.approx(0.40)


@pytest.mark.parametrize(
    ("face", "bonus"), [(11, 0), (22, 1), (33, 1), (44, 2), (55, 3), (66, 3), (77, 3), (88, 4)]
)
def test_the_bonus_of_a_critical_attack(face: int, bonus: int) -> None:
    """AT-82, AT-83"""
    assert PercentileRoll(who="a", purpose="attack", base=99).read(face).wound_bonus == bonus


def test_the_bonus_of_other_attacks() -> None:
    """AT-81"""
    roll = PercentileRoll(who="a", purpose="attack", base=60)
    assert [roll.read(face).wound_bonus for face in (40, 41, 70, 66)] == [1, 0, 0, 0]


def test_armour_comes_after_the_bonus_and_a_critical_attack_ignores_it() -> None:
    """AT-85"""
    roll = PercentileRoll(who="a", purpose="attack", base=80)
    assert [incoming_wounds(roll.read(face), 1, 3) for face in (41, 40, 22, 66)] == [0, 0, 2, 4]


TARGETS = st.integers(-120, 260)
FACES = st.integers(1, 100)


@settings(deadline=None, max_examples=40)
@given(TARGETS)
def test_throwing_every_face_gives_the_distribution(target: int) -> None:
    roll = PercentileRoll(who="a", purpose="p", base=target)
    thrown = Counter(roll.throw(lambda _, f=face: f).outcome for face in range(1, 101))  # type: ignore[misc]
    assert {r.outcome: round(w * 100) for r, w in roll.outcomes()} == dict(thrown)
    assert sum(len(r.lump) for r, _ in roll.outcomes()) == 100


@settings(deadline=None, max_examples=40)
@given(TARGETS, st.integers(0, 4), st.integers(0, 3), st.integers(1, 5))
def test_the_lumps_of_an_attack_are_its_faces(target: int, rating: int, armour: int, room: int) -> None:
    roll = AttackRoll(who="a", purpose="p", base=target, rating=rating, armour=armour, room=room)
    seen = []
    for result, weight in roll.outcomes():
        assert weight == pytest.approx(len(result.lump) / 100)
        same = {roll.tells_apart(roll.read(face)) for face in result.lump}
        assert same == {roll.tells_apart(result)}
        seen += result.lump
    assert sorted(seen) == list(range(1, 101))


@settings(deadline=None, max_examples=40)
@given(TARGETS, st.integers(0, 8), st.integers(1, 5))
def test_the_lumps_of_a_soak_leave_the_same_wounds(target: int, incoming: int, room: int) -> None:
    """AT-86, AT-87"""
    roll = SoakRoll(who="a", purpose="p", base=target, incoming=incoming, room=room)
    left = Counter(min(room, max(0, incoming - roll.read(f).soaked)) for f in range(1, 101))
    found = {min(room, max(0, incoming - r.soaked)): round(w * 100) for r, w in roll.outcomes()}
    assert found == dict(left)


@settings(deadline=None, max_examples=40)
@given(TARGETS, FACES, FACES)
def test_an_opposed_roll_compares_quality_then_face_and_ties_are_the_defenders(
    target: int, mine: int, theirs: int
) -> None:
    """AT-74, AT-75, AT-76, AT-77, AT-78"""
    attack = PercentileRoll(who="a", purpose="attack", base=99).read(theirs)
    if not attack.succeeded:
        return
    roll = DefenceRoll(who="b", purpose="parry", base=target, against=attack)
    result = roll.read(mine)
    order = ["success", "special-success", "critical-success"]
    if result.outcome not in order:
        assert not result.stops
    elif result.outcome == attack.outcome:
        assert result.stops == (mine >= theirs)
    else:
        assert result.stops == (order.index(result.outcome) > order.index(attack.outcome))


@settings(deadline=None, max_examples=40)
@given(TARGETS, st.integers(1, 200))
def test_a_defence_against_a_lump_averages_over_its_faces(target: int, skill: int) -> None:
    attack = AttackRoll(who="a", purpose="attack", base=skill, rating=2, armour=1, room=5)
    for lump, _ in attack.outcomes():
        if lump.succeeded:
            defence = [
                DefenceRoll(who="b", purpose="dodge", base=target, against=attack.read(f)) for f in lump.lump
            ]
            won = sum(roll.read(face).stops for roll in defence for face in range(1, 101))
            assert chance_to_stop(target, lump) == pytest.approx(won / len(lump.lump) / 100)
            whole = DefenceRoll(who="b", purpose="dodge", base=target, against=lump).outcomes()
            assert sum(w for _, w in whole) == pytest.approx(1)
            assert sum(w for r, w in whole if r.stops) == pytest.approx(won / len(lump.lump) / 100)


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 30))
def test_an_effort_has_three_lumps_at_most(grit: int) -> None:
    """AT-95, AT-96"""
    roll = EffortRoll(who="a", purpose="p", base=grit)
    chances = {(r.succeeded, r.succeeded and r.critical): w for r, w in roll.outcomes()}
    assert chances[False, False] == pytest.approx(1 - max(grit, 5) / 100)
    assert chances.get((True, True), 0) == pytest.approx(sum(f <= grit for f in (11, 22)) / 100)


def test_each_outcome_has_a_word() -> None:
    rolled = PercentileRoll(who="a", purpose="p", base=50)
    assert {r.outcome for r, _ in rolled.outcomes()} <= set(SYSTEM.outcome_words)
    assert {r.outcome for r, _ in rolled.outcomes() if r.succeeded} == SYSTEM.good_outcomes
