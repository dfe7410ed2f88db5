"""Sums of chances, beside counting every way, and beside known distributions."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, isclose

import pytest
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
