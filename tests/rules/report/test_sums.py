"""Sums of chances, beside counting every way, and beside distributions that SciPy knows."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, isclose
from random import Random

import numpy as np
import pytest
import scipy  # whose parts are imported as they are asked for: statistics alone take seconds
from hypothesis import given
from hypothesis import strategies as st

from rules.report.sums import Sum, total

chances = st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any)


def _fractions(weights: list[int]) -> list[Fraction]:
    return [Fraction(weight, sum(weights)) for weight in weights]


@given(st.lists(chances, max_size=4), st.lists(chances, max_size=3), st.integers(-10, 20))
def test_a_sum_is_what_counting_every_way_gives(
    added: list[list[int]], taken: list[list[int]], value: int
) -> None:
    found = total(map(Sum.of, added)).plus(total(map(Sum.of, taken)).negative())
    ways = Counter[int]()
    for way in product(*(enumerate(_fractions(part)) for part in (*added, *taken))):
        numbers, weights = [number for number, _ in way], [weight for _, weight in way]
        weight = Fraction(1)
        for one in weights:
            weight *= one
        ways[sum(numbers[: len(added)]) - sum(numbers[len(added) :])] += weight  # type: ignore[assignment]
    below = sum((w for n, w in ways.items() if n < value), Fraction(0)) + Fraction(ways[value]) / 2
    assert isclose(found.share_below(value), below, abs_tol=1e-9)
    assert isclose(found.mean, sum(n * w for n, w in ways.items()), abs_tol=1e-9)


@pytest.mark.parametrize("count", [1, 10, 200])
def test_coins_add_up_to_the_binomial_distribution(count: int) -> None:
    found = total([Sum.of((0.5, 0.5))] * count)
    half = count // 2
    expected = sum(comb(count, n) for n in range(half)) + comb(count, half) / 2
    assert isclose(found.share_below(half), expected / 2**count, rel_tol=1e-9)


@given(st.lists(st.floats(0.01, 0.99), min_size=1, max_size=60))
def test_hits_of_any_chances_add_up_as_scipy_says(each: list[float]) -> None:
    found, known = total(Sum.of((1 - chance, chance)) for chance in each), scipy.stats.poisson_binom(each)
    for hits in range(-1, len(each) + 2):
        mid_rank = known.cdf(hits - 1) + known.pmf(hits) / 2
        assert isclose(found.share_below(hits), mid_rank, abs_tol=1e-9)
    assert isclose(found.mean, known.mean(), abs_tol=1e-9)


@pytest.mark.parametrize(("dealt", "taken"), [((12, 0.3), (9, 0.6)), ((150, 0.05), (80, 0.5))])
def test_harm_dealt_less_harm_taken_lies_where_scipy_says(
    dealt: tuple[int, float], taken: tuple[int, float]
) -> None:
    plus, minus = (total([Sum.of((1 - p, p))] * n) for n, p in (dealt, taken))
    found, taken_known = plus.plus(minus.negative()), scipy.stats.binom(*taken)
    lost = np.arange(taken[0] + 1)
    for value in range(-taken[0] - 1, dealt[0] + 2, 7):
        known = scipy.stats.binom(*dealt)
        below = known.cdf(value + lost - 1) + known.pmf(value + lost) / 2
        assert isclose(found.share_below(value), float(taken_known.pmf(lost) @ below), abs_tol=1e-9)


@pytest.mark.parametrize("sides", [(6, 6, 6), (4, 8, 10, 12), (20,)])
def test_dice_add_up_as_every_throw_counted_says(sides: tuple[int, ...]) -> None:
    found = total(Sum.of([0, *[1] * n]) for n in sides)
    throws = [sum(throw) for throw in product(*(range(1, n + 1) for n in sides))]
    for value in range(sum(sides) + 2):
        below = sum(one < value for one in throws) + throws.count(value) / 2
        assert isclose(found.share_below(value), below / len(throws), abs_tol=1e-9)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_percentiles_of_fights_with_fair_dice_come_as_often_as_they_say(share: float) -> None:
    dice, fights = Random(20), 2_000
    attacks = [Sum.of([dice.random() for _ in range(4)]) for _ in range(30)]
    foreseen = total(attacks)
    thrown = (
        sum(dice.choices(range(len(one.chances)), one.chances)[0] for one in attacks) for _ in range(fights)
    )
    less = sum(foreseen.share_below(came) < share for came in thrown)
    low, high = scipy.stats.binom(fights, share).interval(0.9999)
    step = fights * max(foreseen.chances)
    assert low - step <= less <= high + step


@given(chances)
def test_where_a_fair_value_lies_is_one_half_on_the_average(weights: list[int]) -> None:
    one = Sum.of(weights)
    mean = sum(chance * one.share_below(n) for n, chance in enumerate(one.chances))
    assert isclose(mean, 0.5)


def test_what_is_certain_is_not_open() -> None:
    assert not total([Sum.of((0.0, 1.0)), Sum.of((1.0,))]).is_open
    assert Sum.of((0.5, 0.5)).is_open


@pytest.mark.parametrize("wrong", [(), (0.0, 0.0), (0.5, -0.5, 1.0)])
def test_what_are_no_chances_is_refused(wrong: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="not all nothing"):
        Sum.of(wrong)
