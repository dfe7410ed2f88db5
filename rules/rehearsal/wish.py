"""What a GM wishes of a fight, and how few or how many it takes: searched step by step, each rehearsed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from rules.rehearsal.intervals import Share
from rules.rehearsal.outcome import Outcome
from rules.rehearsal.tally import FEWEST


class Verdict(Enum):
    """What some fights say of a wish."""

    OPEN = "open"
    """There are not enough of them yet."""
    TOO_HARD = "too-hard"
    FITS = "fits"
    TOO_EASY = "too-easy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Something that is to come about in a certain share of fights."""

    came_about: Callable[[Outcome], bool]
    share: float
    within: float
    """So far off the share may be, as a share too."""
    is_harm: bool = False
    """Whether it is harm, of which less is as good: no fight is too easy then."""

    def share_of(self, outcomes: Sequence[Outcome]) -> Share:
        """Count in how many fights it came about."""
        return Share(sum(map(self.came_about, outcomes)), len(outcomes))

    def verdict(self, outcomes: Sequence[Outcome], *, is_last: bool = False) -> Verdict:
        """Judge fights that were all played from one state.

        Args:
            is_last: whether no more are to come, so that what there is must do.
        """
        found = self.share_of(outcomes)
        low, high = found.interval
        if found.of < FEWEST and not is_last:
            return Verdict.OPEN
        if self.is_harm:
            return self._of_harm(found, low, is_sure=is_last or found.half_width <= self.within)
        if low > self.share + self.within:
            return Verdict.TOO_EASY
        if high < self.share - self.within:
            return Verdict.TOO_HARD
        if not is_last and found.half_width > self.within:
            return Verdict.OPEN
        if abs(found.value - self.share) <= self.within:
            return Verdict.FITS
        return Verdict.TOO_EASY if found.value > self.share else Verdict.TOO_HARD

    def _of_harm(self, found: Share, low: float, *, is_sure: bool) -> Verdict:
        if low > self.share:
            return Verdict.TOO_HARD
        if not is_sure:
            return Verdict.OPEN
        return Verdict.FITS if found.value <= self.share else Verdict.TOO_HARD


@dataclass(slots=True, eq=False)
class StepSearch:
    """How far to go along a line of steps, each of which makes a fight easier than the one before, or harder.

    Where a step overshoots, or is enough, none behind it need be tried: it takes few trials.
    """

    most: int
    """How many steps there are, numbered from 1."""
    makes_easier: bool
    stops_at_first: bool = True
    """Whether any step that fits will do; else the least is sought that does."""
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    _low: int = 0
    _high: int = 0

    def __post_init__(self) -> None:
        """Begin with all steps open."""
        self._high = self.most + 1

    @property
    def next(self) -> int | None:
        """Give the step to try next; None where the search is over."""
        if self._high - self._low < 2 or (self.fitting is not None and self.stops_at_first):
            return None
        if self._low == 0 and self._high > self.most:
            return 1  # most wishes are near
        return (self._low + self._high) // 2

    @property
    def fitting(self) -> int | None:
        """Give the least step that was found to fit."""
        return min((step for step, found in self.verdicts.items() if found is Verdict.FITS), default=None)

    def note(self, step: int, verdict: Verdict) -> None:
        """Take in what was found of a step."""
        assert verdict is not Verdict.OPEN, "it was played to an end"
        self.verdicts[step] = verdict
        falls_short = Verdict.TOO_HARD if self.makes_easier else Verdict.TOO_EASY
        if verdict is falls_short:
            self._low = max(self._low, step)
        else:
            self._high = min(self._high, step)
