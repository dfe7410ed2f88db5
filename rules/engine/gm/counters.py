"""What the GM counts of a combatant: a name, how many, of how many at most, and who may see and step it."""

from dataclasses import dataclass

from rules.engine.gm.gm_marks import SeenBy

MOST_COUNTERS = 12
"""Counters that one combatant has at most."""
HIGHEST_COUNT = 9999
"""How far a counter goes that has no most of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A counter of the GM's own. Of one name a combatant has one."""

    name: str
    value: int = 0
    most: int | None = None
    """How many a full one has; None for one without an end."""
    seen_by: SeenBy = "gm"
    by_owner: bool = False
    """Whether who plays the combatant may step it."""
    on_token: bool = False
    """Whether it stands beside the token on the map, for who may see it."""

    @property
    def highest(self) -> int:
        """Return how far it goes."""
        return HIGHEST_COUNT if self.most is None else self.most
