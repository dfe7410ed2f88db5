"""How sure a share is that was counted in so many fights."""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959963984540054
"""So many standard deviations to either side hold 95 of 100."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the interval that holds the true share 95 times of 100 (Wilson's)."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """Give the share itself; a half where nothing was counted."""
        return self.count / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Give the low and the high end, within 0 and 1."""
        if not self.of:
            return 0.0, 1.0
        n, p = self.of, self.value
        middle = (p + Z95 * Z95 / (2 * n)) / (1 + Z95 * Z95 / n)
        half = Z95 * sqrt(p * (1 - p) / n + Z95 * Z95 / (4 * n * n)) / (1 + Z95 * Z95 / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    @property
    def half_width(self) -> float:
        """Give half of the interval's width."""
        low, high = self.interval
        return (high - low) / 2
