from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.dice import ThrownDie
from rules.engine.free_dice import MOST_DICE, FreeDie, FreeResult, read_dice
from rules.engine.refusal import Refusal
from rules.engine.system import find_system
from rules.systems import load_systems

COINS = {"C": FreeDie(worth=(0, 1))}


def faces(*thrown: int) -> Callable[[int], int]:
    rest = list(thrown)

    def face(sides: int) -> int:
        value = rest.pop(0)
        assert 1 <= value <= sides
        return value

    return face


def throw(notation: str, *thrown: int) -> FreeResult:
    return read_dice(notation, COINS).throw(faces(*thrown))


def shown(result: FreeResult) -> list[tuple[int, tuple[int, ...], bool]]:
    return [(die.sides, die.faces, die.counts) for die in result.dice]


@pytest.mark.parametrize(
    ("notation", "thrown", "total"),
    [
        ("3d6", (1, 2, 3), 6),
        ("d20", (17,), 17),
        ("d100", (100,), 100),
        ("d%", (42,), 42),
        ("3d6+2", (1, 1, 1), 5),
        ("2d6-d4 - 1", (6, 5, 3), 7),
        ("−d4+10", (3,), 7),
        ("+d4", (3,), 3),
        ("2d8!", (8, 8, 3, 2), 21),
        ("4d6kh3", (1, 6, 5, 4), 15),
        ("4d6k3", (1, 6, 5, 4), 15),
        ("2d20kl1", (4, 19), 4),
        ("2d20kh", (4, 19), 19),
        ("4d6dl1", (1, 6, 5, 4), 15),
        ("3d6dh1", (1, 6, 5), 6),
        ("{d8!,d6!}kh1", (8, 2, 6, 5), 11),
        ("{d8!,d6!}kh1+2", (3, 6, 5), 13),
        ("{2d6+1, d10}kl1", (3, 3, 9), 7),
        ("{d6,d8}", (3, 5), 8),
        ("10-{d6,d8}dl1", (3, 5), 5),
        ("3D6", (1, 2, 3), 6),
        ("4dC+1", (1, 2, 2, 1), 3),
        ("3dckh2", (1, 2, 2), 2),
    ],
)
def test_dice_come_to_what_is_written(notation: str, thrown: tuple[int, ...], total: int) -> None:
    assert throw(notation, *thrown).total == total


def test_each_die_is_shown_with_its_chain_and_whether_it_counts() -> None:
    result = throw("{d8!,d6!}kh1", 8, 2, 6, 5)
    assert shown(result) == [(8, (8, 2), False), (6, (6, 5), True)]
    assert [(part.text, part.value, part.counts) for part in result.parts] == [
        ("d8!", 10, False),
        ("d6!", 11, True),
    ]


def test_dice_that_are_dropped_are_shown_without_counting() -> None:
    assert shown(throw("3d6kh2", 2, 5, 5)) == [(6, (2,), False), (6, (5,), True), (6, (5,), True)]


def test_what_is_taken_off_says_so() -> None:
    assert [(p.text, p.value) for p in throw("d6-d4-1", 6, 3).parts] == [("d6", 6), ("− d4", -3), ("− 1", -1)]


def test_tesseris_dice_count_from_six_and_are_thrown_again_from_nine() -> None:  # TS-040
    load_systems()
    own = find_system("tesseris").free_dice
    result = read_dice("4dT", own).throw(faces(5, 6, 9, 10, 1, 8))
    assert result.total == 4
    assert result.dice == (
        ThrownDie(sides=10, faces=(5,), counts=False),
        ThrownDie(sides=10, faces=(6,)),
        ThrownDie(sides=10, faces=(9, 10, 1)),
        ThrownDie(sides=10, faces=(8,)),
    )


def test_a_die_is_not_thrown_again_for_ever() -> None:
    assert read_dice("d6!").throw(lambda sides: sides).total == 6 * 101


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("", "3d6+2"),
        ("   ", "3d6+2"),
        ("7", "no die in it"),
        ("3d", "'3d' lacks the sides"),
        ("3d6+", "missing after the last '+'"),
        ("0d6", "1 to 100 dice"),
        ("101d6", "1 to 100 dice"),
        ("60d6+60d6", "at most 100 dice"),
        ("d0", "1 to 1000 sides"),
        ("d1001", "1 to 1000 sides"),
        ("d1!", "one side"),
        ("4dX", "no die dX"),
        ("4dX", "Besides numbers there is dC"),
        ("2dC!", "by its own rules"),
        ("2d6kh3", "of 2 dice 1 to 2 can be kept"),
        ("2d6dl2", "of 2 dice 1 to 1 can be dropped"),
        ("d6dl1", "none can be dropped"),
        ("2d6kh0", "can be kept"),
        ("{d8,d6", "lacks its }"),
        ("d6}", "no { before it"),
        ("{d8,{d6,d4}}", "within another"),
        ("{d8,d6}kh3", "of 2 parts"),
        ("d6,d8", "only between"),
        ("!d6", "right after the die"),
        ("3d6*2", "'*2' cannot be read"),
        ("hello", "'hello' cannot be read"),
        ("d6+200000", "at most 100,000"),
        ("+".join(["d4"] * 21), "at most 20 parts"),
        ("d6+" * 60 + "d6", "at most 120 letters"),
        ("3d6\u0665", "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(notation: str, said: str) -> None:
    with pytest.raises(Refusal) as caught:
        read_dice(notation, COINS)
    assert caught.value.code == "bad-dice"
    assert said in caught.value.message


@given(st.text(alphabet="0123456789d!kKhl{},+-% T\u0663", max_size=24))
@settings(max_examples=150, deadline=None)
def test_whatever_is_typed_is_thrown_or_refused(typed: str) -> None:
    try:
        roll = read_dice(typed)
    except Refusal:
        return  # in words: nothing else may come of it
    result = roll.throw(lambda sides: 1)
    assert 1 <= len(result.dice) <= MOST_DICE
    assert result.total == sum(part.value for part in result.parts if part.counts)
