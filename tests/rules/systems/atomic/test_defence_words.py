"""What a defence prompt says must be thrown: a die, a number, and just the faces that stop the attack."""

import re

import pytest

from rules.systems.atomic.attack.defence_words import needed_words
from rules.systems.atomic.rolls import QUALITY, Percentile, PercentileRoll, faces_that_stop, is_doubles


def attack(face: int, skill: int) -> Percentile:
    return PercentileRoll(who="bob", purpose="attack", base=skill).read(face)


def named(words: str) -> set[int]:
    """Read a sentence as somebody at the table would."""
    if words == "no number on d100 stops it":
        return set()
    said, found = words.removeprefix("on d100 throw "), set()
    for low, high in re.findall(r"(?<!from )\b(\d\d) to (\d\d)\b", said):
        found |= set(range(int(low), int(high) + 1))
    first = re.match(r"(\d\d)", said)
    bare = re.sub(r"\d\d to \d\d", "", said)
    if re.fullmatch(r"[\d, ]*", bare):
        return found | {int(n) for n in re.findall(r"\d\d", bare)}
    fives = {f for f in range(1, 100) if f % 5 == 0}
    doubles = {f for f in range(1, 100) if is_doubles(f)}
    if "or a lower five or double" in said:
        assert first is not None
        return found | {f for f in fives | doubles if f < int(first[1])}
    if most := re.fullmatch(r"a (five or a )?double, (\d\d) at most", said):
        return {f for f in (doubles | fives if most[1] else doubles) if f <= int(most[2])}
    if both := re.fullmatch(r"a five from (\d\d) to (\d\d) or any double up to (\d\d)", said):
        low, high, most_double = (int(n) for n in both.groups())
        return {f for f in fives if low <= f <= high} | {f for f in doubles if f <= most_double}
    high = re.fullmatch(r"a double from (\d\d) to (\d\d)", said)
    assert high is not None, words
    return {f for f in doubles if int(high[1]) <= f <= int(high[2])}


@pytest.mark.parametrize("target", [*range(-25, 130, 7), 4, 5, 6, 33, 55, 60, 95, 96, 100])
def test_the_words_name_exactly_the_faces_that_stop_the_attack(target: int) -> None:
    for face in range(1, 101):
        thrown = attack(face, 120)
        if thrown.outcome in QUALITY:
            words = str(needed_words(target, thrown))
            assert named(words) == set(faces_that_stop(target, thrown)), (face, target, words)


def test_an_ordinary_attack_is_stopped_by_its_own_number_and_up_or_by_a_grade_at_77() -> None:
    assert str(needed_words(60, attack(36, 70))) == "on d100 throw 36 to 60, or a lower five or double"


def test_what_cannot_be_stopped_says_so() -> None:
    assert str(needed_words(20, attack(66, 70))) == "no number on d100 stops it"
