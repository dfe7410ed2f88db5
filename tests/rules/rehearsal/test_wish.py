"""A wish is judged as its fights are, and the search finds the step that brings it about."""

from random import Random

import pytest

from rules.rehearsal.outcome import Outcome
from rules.rehearsal.tally import FEWEST
from rules.rehearsal.wish import StepSearch, Verdict, Wish

MOST = 150


def won(outcome: Outcome) -> bool:
    return outcome.won == "heroes"


def drawn(dice: Random, chance: float, count: int) -> list[Outcome]:
    """Draw fights that the heroes win with such a chance."""
    return [
        Outcome(won="heroes" if dice.random() < chance else "foes", rounds=1, fates={}) for _ in range(count)
    ]


def judged(wish: Wish, dice: Random, chance: float) -> tuple[Verdict, int]:
    """Play until there are enough fights; give the verdict and their number."""
    fights: list[Outcome] = []
    while len(fights) < MOST and wish.verdict(fights) is Verdict.OPEN:
        fights += drawn(dice, chance, 1)
    return wish.verdict(fights, is_last=True), len(fights)


FOUR_OF_FIVE = Wish(came_about=won, share=0.8, within=0.08)
SELDOM = Wish(came_about=won, share=0.05, within=0.05, is_harm=True)


@pytest.mark.parametrize(
    ("wish", "chance", "expected"),
    [
        (FOUR_OF_FIVE, 0.3, Verdict.TOO_HARD),
        (FOUR_OF_FIVE, 0.8, Verdict.FITS),
        (FOUR_OF_FIVE, 1.0, Verdict.TOO_EASY),
        (SELDOM, 0.0, Verdict.FITS),
        (SELDOM, 0.01, Verdict.FITS),
        (SELDOM, 0.3, Verdict.TOO_HARD),
    ],
)
def test_simulated_fights_are_judged_by_their_true_chance(
    wish: Wish, chance: float, expected: Verdict
) -> None:
    dice = Random(f"{chance}")
    found = [judged(wish, dice, chance)[0] for _ in range(200)]
    assert found.count(expected) > 170


def test_what_is_far_off_takes_few_fights() -> None:
    dice = Random(1)
    assert judged(FOUR_OF_FIVE, dice, 0.0) == (Verdict.TOO_HARD, FEWEST)
    assert judged(FOUR_OF_FIVE, dice, 0.8)[1] > 3 * FEWEST


def test_too_few_fights_leave_it_open_unless_there_are_no_more() -> None:
    few = drawn(Random(2), 0.8, FEWEST - 1)
    assert FOUR_OF_FIVE.verdict(few) is Verdict.OPEN
    assert FOUR_OF_FIVE.verdict(few, is_last=True) is not Verdict.OPEN


def searched(search: StepSearch, truth: list[Verdict]) -> int:
    """Search to the end; give how many steps were tried."""
    tries = 0
    while (step := search.next) is not None:
        search.note(step, truth[step - 1])
        tries += 1
    return tries


@pytest.mark.parametrize("most", range(1, 8))
@pytest.mark.parametrize("makes_easier", [True, False])
def test_the_step_that_fits_is_found_wherever_it_lies(most: int, makes_easier: bool) -> None:
    short, beyond = Verdict.TOO_HARD, Verdict.TOO_EASY
    if not makes_easier:
        short, beyond = beyond, short
    for fitting in range(1, most + 1):
        search = StepSearch(most, makes_easier)
        truth = [short] * (fitting - 1) + [Verdict.FITS] + [beyond] * (most - fitting)
        assert searched(search, truth) <= 4
        assert search.fitting == fitting
    for last_short in range(most + 1):
        search = StepSearch(most, makes_easier)
        assert searched(search, [short] * last_short + [beyond] * (most - last_short)) <= 4
        assert search.fitting is None


def test_of_several_steps_that_are_enough_the_least_is_found() -> None:
    search = StepSearch(6, makes_easier=True, stops_at_first=False)
    searched(search, [Verdict.TOO_HARD] * 3 + [Verdict.FITS] * 3)
    assert search.fitting == 4
