"""How even the faces of a die have come, and how often chance would be as uneven: Pearson's chi-square."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

ENOUGH = 5
"""How often each face, or group of faces, must be expected to come for the test to hold."""
_CLOSE = 1e-15
_MOST_STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Evenness:
    """What the test says of a kind of die."""

    groups: int
    """In how many groups of neighbouring faces they were counted: each alone where there are enough."""
    chi_square: float
    chance: float
    """How often fair dice would be as uneven, or more: from 0 to 1."""


def evenness(counts: Sequence[int]) -> Evenness | None:
    """Test how often each face came, from the lowest face up; None where there are too few to tell."""
    thrown, sides = sum(counts), len(counts)
    fitting = (n for n in range(sides, 1, -1) if sides % n == 0 and thrown >= ENOUGH * n)
    groups = next(fitting, None)
    if groups is None:
        return None
    size = sides // groups
    sums = [sum(counts[at : at + size]) for at in range(0, sides, size)]
    expected = thrown / groups
    found = sum((n - expected) ** 2 for n in sums) / expected
    return Evenness(groups, found, chi_square_tail(found, groups - 1))


def chi_square_tail(value: float, freedom: int) -> float:
    """Give the chance that a chi-square of so many degrees of freedom is this large or larger."""
    return upper_gamma(freedom / 2, value / 2)


def upper_gamma(a: float, x: float) -> float:
    """Give the regularised upper incomplete gamma function Q(a, x), for a above 0 and x from 0 on.

    By its series below a + 1, and by its continued fraction (modified Lentz) above (DLMF 8.11.4, 8.9.2).
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _MOST_STEPS):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = math.inf, 1 / b
    found = d
    for n in range(1, _MOST_STEPS):
        part = -n * (n - a)
        b += 2
        d, c = 1 / (part * d + b), b + part / c
        found *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return found
