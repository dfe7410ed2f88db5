"""Whether a change makes a difference: fights compared one by one with those on the same streams of dice.

What came about in both fights of a number, or in neither, says nothing of the change; what came about in one
of them alone does. If the change made no difference, either would be as likely: so McNemar's exact test asks
how likely it would then be that the two numbers are as far apart as they are, or farther.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, sqrt

from rules.rehearsal.intervals import Z95
from rules.rehearsal.outcome import Outcome

SIGNIFICANT = 0.05
"""What chance alone brings about less often than this is taken for more than chance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedDifference:
    """By how much the share of fights in which something came about differs between paired fights."""

    gained: int
    """In so many it came about with the change and not without."""
    lost: int
    """In so many it came about without the change and not with it."""
    of: int

    @property
    def value(self) -> float:
        """Give the difference of the shares, from -1 to 1; above 0 where the change makes it likelier."""
        return (self.gained - self.lost) / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Give the low and the high end of what holds the true difference 95 times of 100.

        It is Wald's for paired shares with half a fight added to each of the four ways in which two fights
        can come out (Agresti and Min), so that it holds for few fights too.
        """
        if not self.of:
            return -1.0, 1.0
        n, up, down = self.of + 2, self.gained + 0.5, self.lost + 0.5
        middle = (up - down) / n
        half = Z95 * sqrt(up + down - (up - down) ** 2 / n) / n
        return max(-1.0, middle - half), min(1.0, middle + half)

    @property
    def half_width(self) -> float:
        """Give half of the interval's width."""
        low, high = self.interval
        return (high - low) / 2

    @property
    def by_chance(self) -> float:
        """Give how likely so large a difference, or a larger one, would be if there were none in truth."""
        differ = self.gained + self.lost
        tail = sum(comb(differ, n) for n in range(min(self.gained, self.lost) + 1))
        return min(1.0, tail / float(2 ** (differ - 1))) if differ else 1.0

    @property
    def is_more_than_chance(self) -> bool:
        """Say whether chance alone hardly ever brings about as much."""
        return self.by_chance < SIGNIFICANT


def paired(
    plain: Sequence[Outcome], changed: Sequence[Outcome], came_about: Callable[[Outcome], bool]
) -> PairedDifference:
    """Compare fights by their numbers, as far as there are both."""
    pairs = [(came_about(a), came_about(b)) for a, b in zip(plain, changed, strict=False)]
    return PairedDifference(gained=pairs.count((False, True)), lost=pairs.count((True, False)), of=len(pairs))
