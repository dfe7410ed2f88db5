"""What the page of dice says of counts: in plain words, with the figures behind them."""

from collections.abc import Sequence
from typing import Any

import pytest

from webapp.dice.evenness import Evenness, evenness
from webapp.dice.page import DiceView, dice_view, meaning
from webapp.dice.sealed import Thrower
from webapp.dice.told_rolls import ToldRoll


def roll(faces: Sequence[int], sides: int, who: str = "kit", **more: Any) -> ToldRoll:
    kinds = (sides,) * len(faces)
    return ToldRoll(who=who, name=who, what="", faces=tuple(faces), sides=kinds, thrower=Thrower(who), **more)


def seen(*rolls: ToldRoll) -> DiceView:
    return dice_view(rolls, {"kit": "Ann", "foe": "The GM"}.__getitem__)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.4, "Nothing unusual: by chance alone, 40 of 100 fights are as uneven."),
        (0.051, "Nothing unusual: by chance alone, 5 of 100 fights are as uneven."),
        (0.02, "Uneven: by chance this is seen about once in 50 fights."),
        (0.005, "Uneven: by chance this is seen about once in 200 fights."),
        (1e-9, "Uneven: by chance this is seen less than once in a million fights."),
        (0.995, "Evener than chance mostly is: this is seen about once in 200 fights."),
        (1.0, "Evener than chance mostly is: this is seen about once in 1,000,000 fights."),
    ],
)
def test_a_chance_is_told_in_plain_words(chance: float, said: str) -> None:
    assert str(meaning(Evenness(6, 1.0, chance))) == said


def test_few_dice_are_too_few_to_tell() -> None:
    assert str(meaning(evenness([1, 0, 0, 0, 0, 0]))) == "Too few to tell."


def test_kinds_are_counted_apart_and_real_dice_by_person() -> None:
    view = seen(
        roll([1, 2, 2], 6, serial=1),
        roll([20], 20, serial=2),
        roll([3], 6, "foe"),
        roll([6, 6], 6, is_real=True),
        roll([5], 6, "foe", is_real=True),
    )
    assert [(str(kind.name), kind.thrown) for kind in view.server] == [("d6", 4), ("d20", 1)]
    assert [(kind.person, kind.thrown) for kind in view.real] == [("Ann", 2), ("The GM", 1)]
    assert (view.sealed, view.unsealed, view.real_rolls) == (2, 1, 2)
    assert [bar.count for bar in view.server[0].bars] == [1, 2, 1, 0, 0, 0]


def test_cards_are_no_dice() -> None:
    view = seen(roll([54, 1], 54, is_cards=True))
    assert [str(kind.name) for kind in view.server] == ["Cards"]


def test_what_is_counted_in_groups_is_shown_in_few() -> None:
    hundred = seen(roll(list(range(1, 101)) * 2, 100)).server[0]
    assert [bar.label for bar in hundred.bars] == ["1–20", "21–40", "41–60", "61–80", "81–100"]
    assert [bar.count for bar in hundred.bars] == [40] * 5
    twenty = seen(roll(list(range(1, 21)) * 5, 20)).server[0]
    assert [bar.label for bar in twenty.bars] == [str(n) for n in range(1, 21)]


def test_real_dice_of_unknown_kinds_are_counted_as_such() -> None:
    one = ToldRoll(who="kit", name="", what="", faces=(3, 4), sides=(), thrower=Thrower("kit"), is_real=True)
    assert (seen(one).unknown, seen(one).real) == (2, ())
