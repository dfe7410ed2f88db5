"""The roll that takes wounds away which are about to be taken (SW-127)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import fsum

from rules.engine.dice import Faces
from rules.systems.savage.rolls import Trait, TraitRoll, singles


@dataclass(frozen=True, slots=True, kw_only=True)
class Soak(Trait):
    """A Soak roll: `left` of the wounds are not soaked (SW-127)."""

    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakRoll(TraitRoll):
    """Vigor against wounds about to be taken (SW-127).

    `incoming` is the chance of each number of wounds that the damage stands for: one with dice on the table,
    in odds maybe several; `room` is how many take the target out.
    """

    incoming: tuple[tuple[int, float], ...]
    room: int

    @property
    def wounds(self) -> int:
        """The wounds to be soaked."""
        return self.incoming[0][0]

    def throw(self, faces: Faces) -> Soak:
        """Take the faces and count what is left."""
        result = TraitRoll.throw(self, faces)
        return _soak(result, max(0, self.wounds - result.successes))

    def outcomes(self) -> Sequence[tuple[Trait, float]]:
        """List what may be left, and how likely, over all wounds that the damage stands for."""
        return _soak_lumps(self)


def _soak(result: Trait, left: int) -> Soak:
    values = {name: getattr(result, name) for name in Trait.__dataclass_fields__}
    return Soak(**values, left=left)


@lru_cache(maxsize=4096)
def _soak_lumps(roll: SoakRoll) -> tuple[tuple[Trait, float], ...]:
    chances: defaultdict[int, float] = defaultdict(float)
    results: dict[int, Trait] = {}
    for wounds, weight in roll.incoming:
        for result, chance in _by_successes(replace(roll, incoming=(), room=0)):
            left = min(max(0, wounds - result.successes), roll.room)
            chances[left] += chance * weight
            results.setdefault(left, result)
    return tuple((_soak(results[left], left), chance) for left, chance in sorted(chances.items()))


def soaks_at_least(roll: SoakRoll, wounds: int) -> float:
    """Give the chance that a Soak roll takes away so many wounds or more (SW-127)."""
    found = _by_successes(replace(roll, incoming=(), room=0))
    return fsum(chance for result, chance in found if result.successes >= wounds)


@lru_cache(maxsize=1024)
def _by_successes(roll: SoakRoll) -> tuple[tuple[Trait, float], ...]:
    """List a result for each number of successes, with its chance."""
    found: dict[int, tuple[Trait, float]] = {}
    for result, chance in singles(roll):
        kept, so_far = found.get(result.successes, (result, 0.0))
        found[result.successes] = kept, so_far + chance
    return tuple(found.values())
