"""Sums of what chance decides: their exact distributions, and where in one of them something lies."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

_LOST = 1e-12
"""Chances below this are left out at both ends of a sum: they are smaller than what rounding makes of 1."""


@dataclass(frozen=True, slots=True)
class Sum:
    """The distribution of a whole number: the chances of `least`, `least + 1` and so on."""

    chances: tuple[float, ...] = (1.0,)
    least: int = 0

    @classmethod
    def of(cls, chances: Sequence[float]) -> "Sum":
        """Take the chances of 0, 1, 2 ..., scaled to 1: those of a sample may miss it by its rounding.

        Raises:
            ValueError: if there is no chance at all, or a negative one.
        """
        total = fsum(chances)
        if not chances or total <= 0 or min(chances) < 0:
            raise ValueError("Chances are not negative, and not all nothing.")
        return cls(tuple(chance / total for chance in chances))

    def plus(self, other: "Sum") -> "Sum":
        """Add what is decided independently of this."""
        found = np.convolve(self.chances, other.chances).tolist()
        least = self.least + other.least
        while found[0] < _LOST:
            found.pop(0)
            least += 1
        while found[-1] < _LOST:
            found.pop()
        return Sum(tuple(found), least)

    def negative(self) -> "Sum":
        """Turn it round: what is taken counts against who takes it."""
        return Sum(self.chances[::-1], 1 - self.least - len(self.chances))

    @property
    def mean(self) -> float:
        """What it comes to on the average."""
        return fsum((self.least + n) * chance for n, chance in enumerate(self.chances))

    @property
    def is_open(self) -> bool:
        """Whether it could have come out in more than one way."""
        return len(self.chances) > 1

    def share_below(self, value: int) -> float:
        """Say how much of the distribution lies below a value, half of what is equal counted (mid-rank).

        A fair one is spread evenly round 0.5, whatever the steps.
        """
        at = value - self.least
        if at < 0:
            return 0.0
        equal = self.chances[at] if at < len(self.chances) else 0.0
        return min(1.0, fsum(self.chances[:at]) + equal / 2)


def total(parts: Iterable[Sum]) -> Sum:
    """Add up what is decided independently of one another; nothing at all comes to 0."""
    found = Sum()
    for part in parts:
        found = found.plus(part)
    return found
