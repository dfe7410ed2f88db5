"""What a system counts time in: the units by which what lasts only so long comes to its end."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.engine.text import Text, Words, counted, text


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockUnit:
    """A unit of the clock. It begins anew whenever the number of that name in the state's `clock` rises."""

    id: str
    """The key of the clock that counts it."""
    label: Words
    """What several of it are called."""
    words: Callable[[int], Text]
    """So many of it, in words."""
    span: int = 1
    """How long it is, in the shortest unit of the system."""


ROUND = ClockUnit(id="round", label=text("rounds"), words=lambda n: counted("{n} round", "{n} rounds", n=n))
"""What most systems count in."""
