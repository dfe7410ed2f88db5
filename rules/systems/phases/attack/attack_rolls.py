"""The rolls of an attack: to hit, to parry, for the location, for damage and for trauma (PH-69 to PH-94).

What an attack does after the roll to hit is told apart only as far as its target can feel it: a lump of a
location roll knows all locations that it stands for, one of a damage roll all blows, and the roll that
follows averages over them.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, TypeVar

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.in_the_way import struck_instead
from rules.systems.phases import house as own
from rules.systems.phases.rolls import (
    BOTCH,
    FAILURE,
    FEW,
    PARTIAL,
    SIDES,
    SUCCESS,
    AnyPoolRoll,
    Pool,
    PoolRoll,
    chance_of_success,
    lots,
)
from rules.systems.phases.sheet.gear import CHAINS, HEAD, TABLE, Mode


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
