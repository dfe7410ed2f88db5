"""Rolls: throwing all the faces gives the distribution, and typed faces are checked."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.dice import Modifier, Roll, RollResult
from rules.engine.exchange import read_faces
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import Damage, Test20


class _More(Exception):
    """The faces so far are not enough; the next die has so many sides."""


def all_throws(roll: Roll[Any]) -> Iterator[tuple[RollResult, float]]:
    """Throw every sequence of faces once, with its chance."""
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, chance = waiting.pop()
        rest = iter(faces)

        def face(sides: int, rest: Iterator[int] = rest) -> int:
            for value in rest:
                return value
            raise _More(sides)

        try:
            yield roll.throw(face), chance
        except _More as more:
            sides = more.args[0]
            waiting += [((*faces, value), chance / sides) for value in range(1, sides + 1)]


@pytest.mark.parametrize(
    "roll",
    [
        Test20(who="ann", purpose="strike", skill=12),
        Test20(who="ann", purpose="strike", skill=0, modifiers=(Modifier("fact", -3, "TOY-1"),)),
        Test20(who="ann", purpose="strike", skill=30),
        Damage(who="ann", purpose="damage", dice=1),
        Damage(who="ann", purpose="damage", dice=2),
    ],
)
def test_throwing_every_face_gives_the_distribution(roll: Roll[Any]) -> None:
    thrown: defaultdict[str, float] = defaultdict(float)
    for result, chance in all_throws(roll):
        thrown[result.outcome] += chance
    told = {result.outcome: weight for result, weight in roll.outcomes()}
    assert told == pytest.approx(dict(thrown), abs=1e-12)


def test_the_faces_of_a_lump_lead_to_that_lump() -> None:
    for roll in (Test20(who="ann", purpose="strike", skill=7), Damage(who="ann", purpose="damage")):
        for lump, _ in roll.outcomes():
            assert read_faces(roll, lump.faces).outcome == lump.outcome


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ([6], "more dice"),
        ([1, 2, 3], "no more than 2"),
        ([7, 1], "d6 cannot show 7"),
        ([0, 1], "cannot show 0"),
    ],
)
def test_typed_faces_that_the_roll_cannot_have_are_refused(faces: list[int], words: str) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        read_faces(Damage(who="ann", purpose="damage"), faces)
    assert refused.value.code == "bad-answer"


@given(st.lists(st.integers(-3, 9), max_size=8))
def test_any_typed_faces_are_read_whole_or_refused(faces: list[int]) -> None:
    read: RollResult | Refusal
    try:
        read = read_faces(Damage(who="ann", purpose="damage"), faces)
    except Refusal as refusal:
        read = refusal
    if isinstance(read, RollResult):
        assert list(read.faces) == faces
    else:
        assert read.code == "bad-answer"
