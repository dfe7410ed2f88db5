"""Pools of ten-sided dice, read by the highest and its matches (PH-10 to PH-22).

The chances are counted, not sampled: a pool has few results that any rule can tell apart. What an attack does
after the roll to hit is told apart only as far as its target can feel it: a lump of a location roll knows all
locations that it stands for, one of a damage roll all blows, and the roll that follows averages over them.
"""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Any, Generic, NamedTuple, TypeVar

from rules.engine.dice import Faces, Roll, RollResult, ThrownDie
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.in_the_way import struck_instead
from rules.systems.phases import house as own
from rules.systems.phases.sheet.gear import CHAINS, HEAD, TABLE, Mode

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ParryRoll(PoolRoll):
    """A parry: its total is what a blow must reach, if it is more than `least` (PH-76, PH-77)."""

    least: int

    def holds(self, result: Pool) -> int:
        """Give the number that a blow must reach; with a majority of ones the parry counts for nothing."""
        fails = result.ones != FEW and own.ONES.on(self.house)
        return self.least if fails else max(self.least, result.total)

    def tells_apart(self, result: Pool) -> Hashable:
        """Give that number."""
        return self.holds(result)


# ------------------------------------------------------------------------------------------------- the attack
@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked(Pool):
    """A roll to hit: how many hits, and how many steps down the chain of the called location (PH-82)."""

    hits: int
    step: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRoll(AnyPoolRoll[Attacked]):
    """The roll to hit (PH-69). Told apart are the hits, the step of the chain, and a botch."""

    mode: Mode | None = None
    called: str | None = None
    in_the_way: tuple[str, ...] = ()
    """Those whom it may find where it misses for them alone, the nearest first (PH-R41)."""

    def finds(self, result: Attacked) -> str | None:
        """Tell whom in the way a miss finds; None for a hit, and where ones spoil the throw (PH-14)."""
        if result.outcome != FAILURE or result.target is None:
            return None
        each = -own.IN_THE_WAY.value(self.house)
        return struck_instead(self.in_the_way, each, result.target - result.total)

    def foreseen(self, target: str) -> Sequence[tuple[Attacked, float]]:
        """Tell apart what finds one of those in the way only for that one's own odds (PH-R41)."""
        if not self.in_the_way:
            return self.outcomes()
        is_theirs = target in self.in_the_way
        lumps: dict[Hashable, list[tuple[Attacked, float]]] = {}
        for lot in lots(self.dice):
            result = self.read(lot.faces)
            key = self.finds(result) == target if is_theirs else self.tells_apart(result)
            lumps.setdefault(key, []).append((result, lot.chance))

        def is_plain_miss(one: tuple[Attacked, float]) -> bool:
            return not one[0].hits and self.finds(one[0]) is None

        # of all that is nothing to this one, a miss that finds nobody stands for the rest: it is soon over
        return tuple(
            (max(found, key=is_plain_miss)[0], sum(chance for _, chance in found)) for found in lumps.values()
        )

    def read(self, faces: tuple[int, ...]) -> Attacked:
        """Read the faces; a called attack that misses by few points is partial (PH-17, PH-70, PH-73)."""
        common = self.common(faces)
        assert self.target is not None
        margin = common["total"] - self.target
        hits = step = 0
        if common["outcome"] == SUCCESS:
            hits = hits_of(self.mode, margin, self.house)
        elif self._falls_to_chain(common["outcome"], margin):
            common["outcome"] = PARTIAL
            hits, step = 1, -margin
        return Attacked(**common, hits=hits, step=step)

    def _falls_to_chain(self, outcome: str, margin: int) -> bool:
        if outcome != FAILURE or self.called is None or not own.PARTIAL.on(self.house):
            return False
        return -margin <= len(CHAINS[self.called])

    def tells_apart(self, result: Attacked) -> Hashable:
        """Give what follows from the roll."""
        return result.hits, result.step, result.outcome == BOTCH


def hits_of(mode: Mode | None, margin: int, house: House = AS_WRITTEN) -> int:
    """Count the hits of a success by so many points (PH-70, PH-73)."""
    if mode is Mode.BURST:
        return min(own.MOST_HITS.number(house, "burst"), 1 + margin // 2)
    return min(own.MOST_HITS.number(house, "auto"), 1 + margin) if mode is Mode.AUTO else 1


def exposed_of(locations: Iterable[str], exposed: frozenset[str]) -> str | None:
    """Give the first location that can be hit, if there is one (PH-83)."""
    return next((location for location in locations if location in exposed), None)


Spread = tuple[tuple[str, float], ...]
"""Locations with their weights, which add up to 1; a thrown die leaves one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Located(Pool):
    """Where a hit lands; nowhere if nothing of it is exposed (PH-81, PH-83)."""

    spread: Spread


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationRoll(AnyPoolRoll[Located]):
    """The die for the location (PH-81). Told apart is whether anything is hit."""

    dice: int = 1
    exposed: frozenset[str]

    def read(self, faces: tuple[int, ...]) -> Located:
        """Look the face up in the table; what is not exposed is replaced from its chain (PH-83)."""
        rolled = TABLE[faces[0] - 1]
        location = exposed_of((rolled, *CHAINS[rolled]), self.exposed)
        return Located(**self.common(faces), spread=() if location is None else ((location, 1.0),))

    def outcomes(self) -> Sequence[tuple[Located, float]]:
        """List a hit somewhere and a hit nowhere, with their chances."""
        return _located(self)


@lru_cache(maxsize=1024)
def _located(roll: LocationRoll) -> tuple[tuple[Located, float], ...]:
    found = [roll.read((face,)) for face in range(1, SIDES + 1)]
    here = [result for result in found if result.spread]
    lumps = [(result, (SIDES - len(here)) / SIDES) for result in found if not result.spread][:1]
    if here:
        spread = _normed((result.spread[0][0], 1.0) for result in here)
        lumps.append((replace(here[0], spread=spread), len(here) / SIDES))
    return tuple(lumps)


T = TypeVar("T", bound=Hashable)


def _normed(weighed: Iterable[tuple[T, float]]) -> tuple[tuple[T, float], ...]:
    """Add up equal things, and scale the weights to 1."""
    sums: dict[T, float] = defaultdict(float)
    for thing, weight in weighed:
        sums[thing] += weight
    whole = sum(sums.values())
    return tuple((thing, weight / whole) for thing, weight in sums.items())


class Blow(NamedTuple):
    """A hit that armour has been taken from: where, and the damage left (PH-91)."""

    location: str
    damage: int
    at_head: int = own.HEAD.usual

    @property
    def target(self) -> int:
        """The number that toughness must reach: the head is harder to save (PH-94)."""
        return self.damage + (self.at_head if self.location == HEAD else 0)


Blows = tuple[tuple[Blow, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Pool):
    """What a hit does (PH-91)."""

    blows: Blows

    @property
    def blow(self) -> Blow:
        """The blow; in odds one of those that it stands for."""
        return self.blows[0][0]

    @property
    def is_stopped(self) -> bool:
        """Whether armour stopped it."""
        return self.blow.damage == 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRoll(AnyPoolRoll[Damage]):
    """The roll for damage (PH-91). Told apart is whether armour stops it."""

    spread: Spread
    armour: tuple[tuple[str, int], ...]
    """The points of the target's armour at each location."""
    flesh_counts: bool = True
    """Whether one flesh wound more may bring the target down: if not, the odds need not tell it from none."""

    def read(self, faces: tuple[int, ...]) -> Damage:
        """Take the armour of the first location off the total."""
        common = self.common(faces)
        return Damage(**common, blows=((self._blow(self.spread[0][0], common["total"]), 1.0),))

    def _blow(self, location: str, total: int) -> Blow:
        return Blow(location, max(0, total - dict(self.armour)[location]), own.HEAD.value(self.house))

    def outcomes(self) -> Sequence[tuple[Damage, float]]:
        """List what is stopped and what goes through, over all locations that the hit stands for."""
        return _damages(self)

    def foreseen(self, target: str) -> Sequence[tuple[Damage, float]]:
        """List one lump of all blows, stopped or not, where flesh wounds do not count; else the outcomes."""
        return self.outcomes() if self.flesh_counts else _all_damage(self)

    def weighed(self) -> Iterable[tuple[Damage, float]]:
        """List each throw at each location with its chance."""
        for lot in lots(self.dice):
            whole = self.read(lot.faces)
            for location, weight in self.spread:
                blow = self._blow(location, whole.total)
                yield replace(whole, blows=((blow, 1.0),)), lot.chance * weight


@lru_cache(maxsize=1024)
def _damages(roll: DamageRoll) -> tuple[tuple[Damage, float], ...]:
    sorted_: dict[bool, list[tuple[Damage, float]]] = {True: [], False: []}
    for damage, weight in roll.weighed():
        sorted_[damage.is_stopped].append((damage, weight))
    lumps = []
    for found in sorted_.values():
        if found:
            blows = _normed((damage.blow, weight) for damage, weight in found)
            lumps.append((replace(found[0][0], blows=blows), sum(weight for _, weight in found)))
    return tuple(lumps)


@lru_cache(maxsize=1024)
def _all_damage(roll: DamageRoll) -> tuple[tuple[Damage, float], ...]:
    lumps = _damages(roll)
    through = lumps[-1][0]  # if any goes through, the last
    blows = _normed((blow, share * chance) for lump, chance in lumps[::-1] for blow, share in lump.blows)
    return ((replace(through, blows=blows), 1.0),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trauma(Pool):
    """Whether toughness held, and which location it was rolled for (PH-94)."""

    location: str

    @property
    def is_wounded(self) -> bool:
        """Whether it is a traumatic wound: any outcome but success is."""
        return self.outcome != SUCCESS


@dataclass(frozen=True, slots=True, kw_only=True)
class TraumaRoll(AnyPoolRoll[Trauma]):
    """The roll of toughness against damage (PH-94). Told apart are holding, a hurt head and another hurt."""

    blows: Blows

    def read(self, faces: tuple[int, ...]) -> Trauma:
        """Read the faces against the first of the blows."""
        return Trauma(**self.common(faces), location=self.blows[0][0].location)

    def outcomes(self) -> Sequence[tuple[Trauma, float]]:
        """List what may come of it, over all blows that the damage stands for."""
        return _traumas(self)


@lru_cache(maxsize=4096)
def _traumas(roll: TraumaRoll) -> tuple[tuple[Trauma, float], ...]:
    chances: dict[tuple[bool, bool], float] = defaultdict(float)
    shown: dict[tuple[bool, bool], Trauma] = {}
    for blow, weight in roll.blows:
        against = replace(roll, blows=((blow, 1.0),), target=blow.target)
        # what armour stopped calls for no roll: it stands in a lump of all blows (`DamageRoll.foreseen`)
        held = chance_of_success(roll.dice, blow.target, roll.house) if blow.damage else 1.0
        for wounded, chance in ((False, held), (True, 1 - held)):
            key = wounded, wounded and blow.location == HEAD
            if weight * chance > 0:
                chances[key] += weight * chance
                shown.setdefault(key, _example(against, wounded))
    return tuple((shown[key], chances[key]) for key in sorted(chances))


def _example(roll: TraumaRoll, wounded: bool) -> Trauma:
    results = (roll.read(lot.faces) for lot in lots(roll.dice))
    return next(result for result in results if result.is_wounded is wounded)
