"""How much the AI tries before it advises: counted in what it looks at, not in seconds."""

from dataclasses import dataclass

from rules.ai.foresight import FINE, PLAIN, Care


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How much is tried; the figures count, so that the same is tried on every machine."""

    places: int = 8
    """To so many places the first way to go is weighed, a plain move."""
    places_besides: int = 3
    """To so many each of the other ways: a run, a dive."""
    looked_around: int = 5
    """From so many of all these places, the best by a look at the nearest foe, all foes are reckoned with."""
    foes: int = 3
    """So many of the foes are reckoned with, the nearest first."""
    besides: int = 6
    """So much else is weighed that is neither an attack nor a move, beside the nearest foe."""
    looked_into: int = 5
    """For so many of the attacks it is tried what may be chosen besides, the best first."""
    care: Care = FINE
    """How finely its attacks are foreseen."""
    care_besides: Care = PLAIN
    """How finely what may come next turn, its own and what threatens it."""


DEFAULT_EFFORT = Effort()
