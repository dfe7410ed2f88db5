"""Trait rolls with the Wild Die, to hit too (SW-40 to SW-50).

A roll's lumps are the results that the rule which asked can tell apart no further; all that the rules read
from an exploding die is its total, for a natural 1 or 2 is a total of 1 or 2.
"""

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rules.engine.dice import Faces, Roll, RollResult, ThrownDie
from rules.engine.text import Text, text
from rules.systems.savage.exploding_dice import explode, exploding, faces_of
from rules.systems.savage.sheet.die import WILD_DIE

TARGET = 4
RAISE = 4
CRITICAL_FAILURE, FAILURE, SUCCESS, RAISED = "critical-failure", "failure", "success", "raise"
OPPOSED, WIN, LOSE = "opposed", "win", "lose"
NO_EFFECT, SHAKEN, WOUND, BROKEN = "no-effect", "shaken", "wound", "broken"
DAMAGE_OUTCOMES = (NO_EFFECT, SHAKEN, WOUND, BROKEN)
"""From nothing to the worst."""
DONE = "done"
LONE_STRAY, MOST_STRAY = 1, 2
"""The highest natural face with which a missed shot goes astray: one alone; of a burst or a shotgun."""
GOOD = frozenset({SUCCESS, RAISED, WIN, SHAKEN, WOUND, BROKEN})
MARK_RAISE, MARK_HIT, MARK_STRAY, MARK_MISS = "raise", "hit", "stray", "miss"


class Quality(NamedTuple):
    """What two throws of the same roll are compared by (SW-52)."""

    hits: int
    raises: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait(RollResult):
    """A trait roll as read (SW-40 to SW-50).

    Attributes:
        totals: one for each trait die, modifiers in, after the Wild Die has replaced one.
        marks: what came of each die of an attack: a raise, a hit, a stray shot or a miss.
        kept: of a re-roll whether it counts or the one before.
    """

    totals: tuple[int, ...]
    hits: int
    raises: int
    marks: tuple[str, ...] = ()
    kept: str | None = None
    opposed: bool = False
    is_critical: bool = False
    """Whether it is a critical failure, which an opposed roll calls a loss (SW-44, SW-46)."""

    @property
    def succeeded(self) -> bool:
        """Whether it succeeded, with or without a raise."""
        return self.outcome in (SUCCESS, RAISED, WIN)

    @property
    def quality(self) -> Quality:
        """What it is compared by with another throw of the same roll (SW-52)."""
        return Quality(self.hits, self.raises, self.total)

    @property
    def successes(self) -> int:
        """One for a success and one for each raise (SW-127)."""
        return 1 + self.raises if self.outcome in (SUCCESS, RAISED) else 0

    def details(self) -> dict[str, Any]:
        """List hits, raises and what else the rules read from it."""
        told: dict[str, Any] = {"hits": self.hits, "raises": self.raises}
        if len(self.totals) > 1:
            told["totals"] = list(self.totals)
        if self.kept is not None:
            told["kept"] = self.kept
        return told


@dataclass(frozen=True, slots=True, kw_only=True)
class TraitRoll(Roll[Trait]):
    """Trait dice, with a Wild Die for a Wild Card, against a target number.

    Attributes:
        dice: how many trait dice are thrown (SW-100).
        target: None for the first of an opposed pair, which is read once the other has rolled too.
        against: of an opposed roll, the other's (SW-46); `wins_ties` if a tie is this one's.
        stray: with this natural face or a lower one a missed die hits somebody else; 0 if none can.
        before: what counted before a re-roll.
    """

    sides: int
    wild: bool
    dice: int = 1
    target: int | None = TARGET
    against: Trait | None = None
    wins_ties: bool = False
    stray: int = 0
    before: Trait | None = None
    step: int = RAISE
    """Points for each raise."""
    criticals: bool = True
    """Whether a 1 on both dice is a critical failure (SW-44)."""

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return sum(m.value for m in self.modifiers)

    @property
    def notation(self) -> Text:
        """The dice in words: `3d8 and a wild d6, aces thrown again`."""
        dice = f"{self.dice if self.dice > 1 else ''}d{self.sides}"
        if self.wild:
            return text("{dice} and a wild d6, aces thrown again", dice=dice)
        return text("{dice}, aces thrown again", dice=dice)

    @property
    def explodes(self) -> bool:
        """Trait dice and Wild Dice do (SW-41)."""
        return True

    @property
    def strays_alone(self) -> bool:
        """Whether it is a shotgun's single die: that strays even where the Wild Die replaced it (SW-C5)."""
        return self.dice == 1 and self.stray > LONE_STRAY

    def throw(self, faces: Faces) -> Trait:
        """Take the faces, trait dice first (SW-40), and read them."""
        chains: list[list[int]] = [[] for _ in range(self.dice + self.wild)]
        sums = [explode(self.sides, faces, chain) for chain in chains[: self.dice]]
        wild = explode(WILD_DIE, faces, chains[-1]) if self.wild else None
        result = self.read(sums, wild, tuple(face for chain in chains for face in chain))
        return replace(result, dice=self._shown(chains, sums, wild, result))

    def _shown(
        self, chains: Sequence[list[int]], sums: Sequence[int], wild: int | None, result: Trait
    ) -> tuple[ThrownDie, ...]:
        """Tell the dice apart: the Wild Die replaces the lowest if it is higher (SW-40, SW-101)."""
        replaced = _replaced(sums, wild)
        many = self.dice > 1
        dice = [
            ThrownDie(
                sides=self.sides,
                faces=tuple(chain),
                counts=n != replaced,
                came=mark if many and n != replaced else "",
            )
            for n, (chain, mark) in enumerate(zip(chains, result.marks, strict=False))
        ]
        if wild is not None:
            counts = replaced is not None
            came = result.marks[replaced] if many and replaced is not None else ""
            dice.append(
                ThrownDie(sides=WILD_DIE, faces=tuple(chains[-1]), role="wild", counts=counts, came=came)
            )
        return tuple(dice)

    def read(self, sums: Sequence[int], wild: int | None, faces: tuple[int, ...]) -> Trait:
        """Read the totals of the dice, before modifiers."""
        critical = self.criticals and wild == 1 and 2 * sum(s == 1 for s in sums) > len(sums)  # SW-44, SW-R6
        replaced = _replaced(sums, wild)  # SW-101
        counted = [wild if i == replaced and wild is not None else s for i, s in enumerate(sums)]
        own = tuple(s + self.modifier for s in counted)
        total = max(own)
        if self.against is not None or self.target is None:
            outcome, hits, raises = self._opposed(total, critical), 0, 0
        elif critical:
            outcome, hits, raises = CRITICAL_FAILURE, 0, 0
        else:
            margins = [(each - self.target) // self.step for each in own if each >= self.target]
            hits = len(margins)
            raises = sum(m > 0 for m in margins) if self.dice > 1 else sum(margins)  # SW-49, SW-50
            outcome = RAISED if raises else SUCCESS if hits else FAILURE
        marks = tuple(
            self._mark(s, i == replaced, each, critical)
            for i, (s, each) in enumerate(zip(sums, own, strict=True))
        )
        return self._told(
            Trait(
                who=self.who,
                purpose=self.purpose,
                faces=faces,
                modifiers=self.modifiers,
                total=total,
                target=self.target if self.against is None else self.against.total,
                outcome=outcome,
                totals=own,
                hits=hits,
                raises=raises,
                marks=marks,
                opposed=self.against is not None or self.target is None,
                is_critical=critical,
            )
        )

    def _opposed(self, total: int, critical: bool) -> str:
        if self.against is None:
            return OPPOSED
        theirs = self.against
        if critical != theirs.is_critical:
            return LOSE if critical else WIN
        if critical or total == theirs.total:
            return WIN if self.wins_ties else LOSE  # SW-46, SW-R7
        return WIN if total > theirs.total else LOSE

    def _mark(self, die: int, is_replaced: bool, total: int, critical: bool) -> str:
        if self.target is not None and total >= self.target and not critical:
            return MARK_RAISE if total >= self.target + self.step else MARK_HIT
        is_stray = die <= self.stray and (self.strays_alone or not is_replaced)  # SW-220, SW-221
        return MARK_STRAY if is_stray else MARK_MISS

    def _told(self, result: Trait) -> Trait:
        if self.before is None:
            return result
        better = result.is_critical or result.quality > self.before.quality
        return replace(result, kept="reroll" if better else "first")

    def tells_apart(self, result: Trait) -> Hashable:
        """Give what the rule that asked reads: results with the same answer are one lump."""
        if result.opposed:
            return result.outcome, result.total
        return result.outcome

    def outcomes(self) -> Sequence[tuple[Trait, float]]:
        """List the lumps with their chances."""
        return _trait_lumps(self)


def _replaced(sums: Sequence[int], wild: int | None) -> int | None:
    """Tell which trait die the Wild Die replaces, if any: the lowest, when it is higher (SW-101)."""
    lowest = min(range(len(sums)), key=lambda i: sums[i])
    return lowest if wild is not None and wild > sums[lowest] else None


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRoll(TraitRoll):
    """The roll to hit. Told apart are the dice that hit and raise, in their order, and how many go astray.

    The order counts: a blow that shakes does more to somebody whom an earlier one has Shaken (SW-124).
    """

    def tells_apart(self, result: Trait) -> Hashable:
        """Give the hits and raises in order, and the number of stray shots."""
        hits = tuple(mark for mark in result.marks if mark in (MARK_HIT, MARK_RAISE))
        return hits, result.marks.count(MARK_STRAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class BesideRoll(TraitRoll):
    """A roll that the odds leave aside, as if it succeeded: staying mounted, surviving (SW-250, SW-R54)."""

    def foreseen(self, target: str) -> Sequence[tuple[Trait, float]]:
        """Reckon with a success alone."""
        return ((self.read([_a_success(self)], None, ()), 1.0),)


def _a_success(roll: TraitRoll) -> int:
    return (roll.target or TARGET) - roll.modifier


def singles(roll: TraitRoll) -> Sequence[tuple[Trait, float]]:
    """List what the better of a trait die and a Wild Die may come to; 1 is a 1 on both (SW-44)."""
    return [
        (roll.read([mine], other if roll.wild else None, faces), chance)
        for mine, other, faces, chance in _better_of_two(roll.sides, roll.wild)
    ]


@cache
def _better_of_two(sides: int, wild: bool) -> Sequence[tuple[int, int, tuple[int, ...], float]]:
    """List the totals of a trait die and a Wild Die, the worse as a 1, with their faces and chances."""
    trait, beside = exploding(sides), exploding(WILD_DIE) if wild else {0: 1.0}
    chances: defaultdict[int, float] = defaultdict(float)
    for mine, chance in trait.items():
        for other, weight in beside.items():
            chances[max(mine, other)] += chance * weight
    found = []
    for best, chance in sorted(chances.items()):
        mine, other = (best, 1) if best in trait else (1, best)
        faces = faces_of(sides, mine) + (faces_of(WILD_DIE, other) if wild else ())
        found.append((mine, other, faces, chance))
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def _trait_lumps(roll: TraitRoll) -> tuple[tuple[Trait, float], ...]:
    found: dict[Hashable, tuple[Trait, float]] = {}
    for result, chance in singles(roll) if roll.dice == 1 and not roll.stray else _many(roll):
        key = roll.tells_apart(result)
        before = found.get(key)
        found[key] = (result, chance) if before is None else (before[0], before[1] + chance)
    return tuple(found.values())


class _Dice(NamedTuple):
    """Some trait dice, in the order thrown, as far as an attack reads them.

    Attributes:
        low: the total of the first of the lowest, which the Wild Die may replace.
        at: how many hits and raises lie before it.
        hits: those of the others.
        ones, twos: how many of the others are a natural 1 or 2.
    """

    low: int
    at: int
    hits: tuple[str, ...]
    ones: int
    twos: int


_Ways = dict[_Dice, tuple[float, tuple[int, ...]]]


def _many(roll: TraitRoll) -> Sequence[tuple[Trait, float]]:
    """List what some trait dice and a Wild Die may come to, as far as an attack reads it.

    Totals from the one that raises on are all one; the dice are put together one by one. Each chance has dice
    that are an example of it.
    """
    enough = (roll.target or TARGET) + roll.step - roll.modifier
    top = max(enough, 3)

    def capped(chances: Mapping[int, float]) -> dict[int, float]:
        few: defaultdict[int, float] = defaultdict(float)
        for total, chance in chances.items():
            few[min(total, top)] += chance
        return few

    def mark(total: int) -> tuple[str, ...]:
        return (MARK_RAISE,) if total >= enough else (MARK_HIT,) if total >= enough - roll.step else ()

    def put(dice: _Dice, total: int) -> _Dice:
        """Put one more die beside the lowest, or in its place."""
        low, at, hits, ones, twos = dice
        other = total
        if total < low:
            other, low = low, total
            hits, at = (*hits[:at], *mark(other), *hits[at:]), len(hits) + len(mark(other))
        else:
            hits = (*hits, *mark(total))
        return _Dice(low, at, hits, ones + (other == 1), twos + (other == 2))

    trait = capped(exploding(roll.sides))
    ways: _Ways = {_Dice(total, 0, (), 0, 0): (chance, (total,)) for total, chance in trait.items()}
    for _ in range(roll.dice - 1):
        after: _Ways = {}
        for dice, (chance, sums) in ways.items():
            for total, weight in trait.items():
                key = put(dice, total)
                before = after.get(key, (0.0, (*sums, total)))
                after[key] = before[0] + chance * weight, before[1]
        ways = after
    wilds: dict[int | None, float] = {None: 1.0}
    if roll.wild:
        wilds = dict(capped(exploding(WILD_DIE)).items())
    found: dict[Hashable, tuple[float, tuple[int, ...], int | None]] = {}
    for dice, (chance, sums) in ways.items():
        low, at, hits, ones, twos = dice
        for wild, weight in wilds.items():
            replaced = wild is not None and wild > low
            counts = wild if wild is not None and replaced else low
            own = (0, 0) if replaced and not roll.strays_alone else (low == 1, low == 2)
            critical = roll.criticals and wild == 1 and 2 * (ones + (low == 1)) > roll.dice
            read = ((*hits[:at], *mark(counts), *hits[at:]), ones + own[0], twos + own[1], critical)
            so_far = found.get(read, (0.0, sums, wild))
            found[read] = (so_far[0] + chance * weight, *so_far[1:])
    return [(_example(roll, sums, wild), chance) for chance, sums, wild in found.values()]


def _example(roll: TraitRoll, sums: tuple[int, ...], wild: int | None) -> Trait:
    faces = tuple(f for s in sums for f in _some_faces(roll.sides, s))
    faces += () if wild is None else _some_faces(WILD_DIE, wild)
    return roll.read(sums, wild, faces)


def _some_faces(sides: int, total: int) -> tuple[int, ...]:
    return faces_of(sides, total if total % sides else total + 1)
