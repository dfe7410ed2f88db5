"""The odds are exact: they are counted again here by a dice library that knows nothing of our rolls."""

from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die

from rules.engine.dice import Modifier
from rules.systems.savage.attack.damage_rolls import DamageRoll
from rules.systems.savage.harm.soak_rolls import SoakRoll
from rules.systems.savage.plain_rolls import PlainRoll
from rules.systems.savage.rolls import AttackRoll, TraitRoll
from tests.rules.systems.savage.counted_odds import (
    CLOSE,
    as_chances,
    burst,
    effect,
    exploding,
    outcome,
    trait,
)

SIDES = st.sampled_from([4, 6, 8, 10, 12])


def close(mine: dict[Any, float], theirs: dict[Any, float]) -> None:
    for key in {*mine, *theirs}:
        assert mine.get(key, 0.0) == pytest.approx(theirs.get(key, 0.0), abs=CLOSE), key


@settings(deadline=None, max_examples=15)
@given(SIDES, st.booleans(), st.integers(-8, 6), st.integers(2, 14))
def test_a_trait_roll_with_wild_die_and_raises_is_exact(
    sides: int, wild: bool, plus: int, target: int
) -> None:
    """SW-40, SW-41, SW-42, SW-44, SW-45"""
    roll = TraitRoll(
        who="a", purpose="p", sides=sides, wild=wild, target=target, modifiers=(Modifier("m", plus, "SW-42"),)
    )
    mine: dict[str, float] = {}
    for result, chance in roll.outcomes():
        mine[result.outcome] = mine.get(result.outcome, 0) + chance
    close(mine, as_chances(trait(sides, wild).map(lambda mine, other: outcome((mine, other), plus, target))))


@settings(deadline=None, max_examples=12)
@given(
    SIDES, st.booleans(), st.integers(1, 3), st.integers(-6, 3), st.integers(4, 8), st.sampled_from([0, 1, 2])
)
def test_a_burst_is_exact_die_by_die(
    sides: int, wild: bool, dice: int, plus: int, target: int, stray: int
) -> None:
    """SW-49, SW-100, SW-101, SW-103, SW-220, SW-221"""
    roll = AttackRoll(
        who="a",
        purpose="attack",
        sides=sides,
        wild=wild,
        dice=dice,
        target=target,
        stray=stray,
        modifiers=(Modifier("m", plus, "SW-42"),),
    )
    top = max(3, target + 4 - plus)
    one = icepool.d(sides).explode(depth=6).map(lambda t: min(t, top))
    other = icepool.d(6).explode(depth=6).map(lambda t: min(t, top)) if wild else Die([0])
    theirs = icepool.map(lambda *all_: burst(all_[:-1], all_[-1], plus, target, stray), *[one] * dice, other)
    mine: dict[Any, float] = {}
    for result, chance in roll.outcomes():
        key = tuple(m for m in result.marks if m in ("hit", "raise")), result.marks.count("stray")
        mine[key] = mine.get(key, 0) + chance
    close(mine, as_chances(theirs))


@settings(deadline=None, max_examples=12)
@given(
    st.lists(SIDES, min_size=1, max_size=3),
    st.integers(-4, 6),
    st.integers(2, 14),
    st.booleans(),
    st.integers(1, 4),
)
def test_damage_against_toughness_is_exact(
    dice: list[int], plus: int, toughness: int, shaken: bool, room: int
) -> None:
    """SW-120, SW-122, SW-123, SW-124"""
    roll = DamageRoll(
        who="a",
        purpose="damage",
        dice=tuple(dice),
        plus=plus,
        toughness=toughness,
        is_shaken=shaken,
        room=room,
    )
    thrown = sum((exploding(sides) for sides in dice[1:]), exploding(dice[0])) + plus
    theirs = as_chances(thrown.map(lambda total: effect(total, toughness, shaken, room)))
    mine = {(r.outcome, min(r.wounds, room)): chance for r, chance in roll.outcomes()}
    close(mine, theirs)


def test_damage_that_is_taken_away_and_damage_that_does_not_ace_are_exact() -> None:
    """SW-13, SW-232"""
    roll = DamageRoll(who="a", purpose="damage", dice=(8, -4), plus=1, toughness=5, aces=False, room=1)
    thrown = icepool.d(8) - icepool.d(4) + 1
    theirs = as_chances(thrown.map(lambda total: effect(total, 5, False, 1)))
    close({(r.outcome, min(r.wounds, 1)): chance for r, chance in roll.outcomes()}, theirs)


@settings(deadline=None, max_examples=10)
@given(SIDES, st.booleans(), st.integers(-3, 2), st.integers(1, 6), st.integers(1, 4))
def test_a_soak_roll_is_exact(sides: int, wild: bool, plus: int, wounds: int, room: int) -> None:
    """SW-127"""
    roll = SoakRoll(
        who="a",
        purpose="soak",
        sides=sides,
        wild=wild,
        modifiers=(Modifier("m", plus, "SW-47"),),
        incoming=((wounds, 1.0),),
        room=room,
    )

    def left(mine: int, other: int) -> int:
        word = outcome((mine, other), plus, 4)
        soaked = 0 if "failure" in word else 1 + (max(mine, other) + plus - 4) // 4
        return min(max(0, wounds - soaked), room)

    close({r.left: c for r, c in roll.outcomes()}, as_chances(trait(sides, wild).map(left)))  # type: ignore[attr-defined]


def test_the_cap_of_a_deviation_is_counted_once() -> None:
    """SW-166"""
    roll = PlainRoll(who="a", purpose="deviation", sides=6, dice=2, factor=3, cap=15)
    theirs = (2 @ icepool.d(6) * 3).map(lambda total: min(total, 15))
    close({r.total: c for r, c in roll.outcomes()}, as_chances(theirs))


@settings(deadline=None, max_examples=12)
@given(SIDES, st.booleans(), st.integers(1, 3), st.integers(-4, 2), st.data())
def test_a_throw_is_read_like_the_lump_that_it_belongs_to(
    sides: int, wild: bool, dice: int, plus: int, data: Any
) -> None:
    """SW-40"""
    roll = AttackRoll(
        who="a",
        purpose="attack",
        sides=sides,
        wild=wild,
        dice=dice,
        stray=2,
        modifiers=(Modifier("m", plus, "SW-42"),),
    )
    thrown = roll.throw(lambda die: data.draw(st.integers(1, die)))
    known = {roll.tells_apart(result) for result, _ in roll.outcomes()}
    assert roll.tells_apart(thrown) in known
