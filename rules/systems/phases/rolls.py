"""Pools of ten-sided dice, read by the highest and its matches (PH-10 to PH-22).

The chances are counted, not sampled: a pool has few results that any rule can tell apart.
"""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Any, Generic, NamedTuple, TypeVar

from rules.engine.dice import Faces, Roll, RollResult, ThrownDie
from rules.engine.house.house import AS_WRITTEN, House
from rules.systems.phases import house as own

SIDES = 10
SUCCESS, PARTIAL, FAILURE, AUTO_FAILURE, BOTCH, NONE = (
    "success",
    "partial",
    "failure",
    "auto-failure",
    "botch",
    "none",
)
FEW, MOST, ALL = 0, 1, 2
"""How many of the dice show 1: no majority, more than half, or all (PH-14)."""
BOTCHED_BARE = 2
"""Without dice a face up to this is a botch (PH-15)."""
MOST_OF_AUTO = own.MOST_HITS.high
"""More than this no roll hits, by whatever house rule."""


class Reading(NamedTuple):
    """What a rule can read from a pool: the result, and how many ones there are."""

    result: int
    ones: int


def read_pool(dice: int, faces: Sequence[int]) -> Reading:
    """Read a pool (PH-10, PH-11, PH-14, PH-15)."""
    highest = max(faces)
    result = highest + faces.count(highest) - 1
    if dice == 0:
        return Reading(result, ALL if highest <= BOTCHED_BARE else FEW)
    ones = faces.count(1)
    return Reading(result, ALL if ones == len(faces) else MOST if 2 * ones > len(faces) else FEW)


class Lot(NamedTuple):
    """A reading with its chance and faces that give it."""

    reading: Reading
    chance: float
    faces: tuple[int, ...]


@lru_cache(maxsize=64)
def lots(dice: int) -> tuple[Lot, ...]:
    """List all readings of a pool with their chances, the lowest result first (PH-10, PH-11)."""
    if dice == 0:
        return tuple(Lot(read_pool(0, (face,)), 1 / SIDES, (face,)) for face in range(1, SIDES + 1))
    counts: dict[Reading, int] = defaultdict(int)
    shown: dict[Reading, tuple[int, ...]] = {}
    for high in range(1, SIDES + 1):
        for matches in range(1, dice + 1):
            for ones in range(dice - matches + 1) if high > 1 else (0,):
                rest = dice - matches - ones
                between = max(0, high - 2)  # faces that are neither 1 nor the highest
                ways = comb(dice, matches) * comb(dice - matches, ones) * between**rest
                faces = (high,) * matches + (1,) * ones + (2,) * rest
                if ways:
                    reading = read_pool(dice, faces)
                    counts[reading] += ways
                    shown.setdefault(reading, faces)
    return tuple(Lot(r, counts[r] / SIDES**dice, shown[r]) for r in sorted(counts))


def outcome_of(reading: Reading, total: int, target: int | None, house: House = AS_WRITTEN) -> str:
    """Judge a roll (PH-13, PH-14, PH-15, PH-18, PH-19)."""
    if target is None:
        return NONE
    if reading.ones != FEW and own.ONES.on(house):
        return BOTCH if reading.ones == ALL else AUTO_FAILURE
    return SUCCESS if total >= target else FAILURE


@lru_cache(maxsize=4096)
def chance_of_success(dice: int, target: int, house: House = AS_WRITTEN) -> float:
    """Give the chance that a pool without modifiers reaches a number (PH-13, PH-14)."""
    return sum(
        lot.chance
        for lot in lots(dice)
        if outcome_of(lot.reading, lot.reading.result, target, house) == SUCCESS
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool(RollResult):
    """A pool that was thrown and read (PH-20). `pool` is the number of dice called for."""

    pool: int
    result: int
    ones: int = FEW

    def details(self) -> dict[str, Any]:
        """List the number of dice called for, and the result (PH-20)."""
        return {"dice": self.pool, "result": self.result}

    @property
    def succeeded(self) -> bool:
        """Whether it reached its number."""
        return self.outcome == SUCCESS


P = TypeVar("P", bound=Pool)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyPoolRoll(Roll[P], Generic[P]):
    """A pool against a target number, or against none (PH-12, PH-13)."""

    dice: int
    target: int | None = None
    house: House = AS_WRITTEN

    @property
    def notation(self) -> str:
        """The dice; without any, one is thrown (PH-15)."""
        return f"{max(1, self.dice)}d{SIDES}"

    def throw(self, faces: Faces) -> P:
        """Take a face for each die, and tell those that are read from the others (PH-10, PH-11)."""
        thrown = tuple(faces(SIDES) for _ in range(max(1, self.dice)))
        shown = (ThrownDie(sides=SIDES, faces=(face,), counts=face == max(thrown)) for face in thrown)
        return replace(self.read(thrown), dice=tuple(shown))

    @abstractmethod
    def read(self, faces: tuple[int, ...]) -> P:
        """Read the faces."""

    def common(self, faces: tuple[int, ...]) -> dict[str, Any]:
        """Read what all pools have."""
        reading = read_pool(self.dice, faces)
        total = reading.result + sum(modifier.value for modifier in self.modifiers)
        return {
            "who": self.who,
            "purpose": self.purpose,
            "faces": faces,
            "modifiers": self.modifiers,
            "total": total,
            "target": self.target,
            "outcome": outcome_of(reading, total, self.target, self.house),
            "pool": self.dice,
            "result": reading.result,
            "ones": reading.ones,
        }

    def tells_apart(self, result: P) -> Hashable:
        """Give what the rule that asked reads from a result: results with the same answer are one lump."""
        return result.total, result.ones

    def outcomes(self) -> Sequence[tuple[P, float]]:
        """List the lumps with their chances, from the lowest result on."""
        lumps: dict[Hashable, tuple[P, float]] = {}
        for lot in lots(self.dice):
            result = self.read(lot.faces)
            key = self.tells_apart(result)
            first, chance = lumps.get(key, (result, 0.0))
            lumps[key] = first, chance + lot.chance
        return tuple(lumps.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRoll(AnyPoolRoll[Pool]):
    """A pool of which nothing is read but its total and its outcome: initiative, a reaction, a task."""

    def read(self, faces: tuple[int, ...]) -> Pool:
        """Read the faces."""
        return Pool(**self.common(faces))
