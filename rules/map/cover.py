"""Put a share of hidden rays into a system's words for cover."""

from dataclasses import dataclass

_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class CoverScale:
    """A system's words for cover, each from its share on, smallest first; below the first there is `none`.

    `no_shot_from` is the share from which the scale allows no shot at all, None if only stopped rays decide
    that.
    """

    steps: tuple[tuple[float, str], ...]
    none: str = "none"
    no_shot_from: float | None = None

    def word(self, share: float) -> str:
        """Name the cover that a share (0 to 1, of rays stopped or screened) gives."""
        found = self.none
        for least, word in self.steps:
            if share + _ROUNDING >= least:
                found = word
        return found

    def allows_shot(self, share: float) -> bool:
        """Tell whether a target covered by this share can be shot at."""
        return self.no_shot_from is None or share + _ROUNDING < self.no_shot_from


DEFAULT_SCALE = CoverScale(((0.2, "partial"), (0.5, "good"), (0.75, "excellent")), no_shot_from=1.0)
"""What a system uses that has no thresholds of its own (README.md, Line of fire and cover)."""
