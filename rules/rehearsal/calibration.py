"""How well what rehearsals said agrees with how the fights then went at the table.

A rehearsal gives a chance, and a table plays the fight once: only many fights together can show it wrong. If
every chance were right, the number of fights won would be spread as the sum of so many unequal coins; how
likely a number as far from its mean as the one found is, or farther, is counted exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.rehearsal.comparison import SIGNIFICANT
from rules.rehearsal.intervals import Share

_ROUNDING = 1e-9
"""Numbers of fights no farther apart than this are equally far from the mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedFight:
    """One fight that was rehearsed, and then played to its end."""

    said: Share
    """In how many of the rehearsed fights the side in question won."""
    won: bool
    """Whether it won at the table."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Fights that were rehearsed and then played."""

    fights: Sequence[PlayedFight]

    @property
    def won(self) -> int:
        """Give how many were won at the table."""
        return sum(fight.won for fight in self.fights)

    @property
    def expected(self) -> float:
        """Give how many were to be won if the rehearsals were right."""
        return sum(self._chances)

    @property
    def by_chance(self) -> float:
        """Give how likely it would be, were they right, that as many are won or lost too many, or more."""
        likely, mean = spread(self._chances), self.expected
        off = abs(self.won - mean) - _ROUNDING
        return min(1.0, sum(chance for won, chance in enumerate(likely) if abs(won - mean) >= off))

    @property
    def is_more_than_chance(self) -> bool:
        """Say whether fights were won more or less often than chance alone explains."""
        return self.by_chance < SIGNIFICANT

    @property
    def _chances(self) -> list[float]:
        """Give each chance, half a fight added to either side: no count of fights shows a certainty."""
        return [(fight.said.count + 0.5) / (fight.said.of + 1) for fight in self.fights]


def spread(chances: Iterable[float]) -> list[float]:
    """Give how likely each number of successes is, from none to all, of events with these chances."""
    likely = [1.0]
    for chance in chances:
        likely = [a * chance + b * (1 - chance) for a, b in pairwise([0.0, *likely, 0.0])]
    return likely
