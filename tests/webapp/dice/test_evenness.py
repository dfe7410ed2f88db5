"""How even dice have come: the figures against another library's, and what is too few to tell."""

import math

import pytest
import scipy  # whose parts are imported as they are asked for: statistics alone take seconds

from webapp.dice.evenness import chi_square_tail, evenness, upper_gamma


@pytest.mark.parametrize("a", [0.5, 1, 2.5, 9.5, 49.5, 500])
@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.99, 1, 1.01, 1.5, 3])
def test_the_gamma_function_is_that_of_scipy(a: float, share: float) -> None:
    x = a * share
    assert upper_gamma(a, x) == pytest.approx(scipy.special.gammaincc(a, x), rel=1e-9, abs=1e-300)


@pytest.mark.parametrize(
    ("value", "freedom", "chance"), [(3.841, 1, 0.05), (11.070, 5, 0.05), (36.191, 19, 0.01)]
)
def test_the_tail_is_that_of_the_printed_tables(value: float, freedom: int, chance: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(chance, rel=1e-3)


def test_two_degrees_of_freedom_are_an_exponential() -> None:
    assert chi_square_tail(7, 2) == pytest.approx(math.exp(-3.5), rel=1e-12)


def test_the_faces_of_a_die_are_tested_as_scipy_does() -> None:
    counts = [12, 8, 11, 9, 14, 6]
    found, expected = evenness(counts), scipy.stats.chisquare(counts)
    assert found is not None
    assert (found.groups, found.chi_square) == (6, pytest.approx(expected.statistic))
    assert found.chance == pytest.approx(expected.pvalue, rel=1e-9)


def test_few_throws_of_a_die_with_many_faces_are_counted_in_groups() -> None:
    counts = [1] * 50 + [0] * 50
    found = evenness(counts)
    assert found is not None
    assert found.groups == 10
    assert found.chi_square == pytest.approx(scipy.stats.chisquare([10] * 5 + [0] * 5).statistic)


@pytest.mark.parametrize("counts", [[], [3], [0, 0], [2, 3, 1], [1] * 7])
def test_too_few_say_nothing(counts: list[int]) -> None:
    assert evenness(counts) is None
