"""The dice of the game: 3d6 under a score, damage, single dice (section 4).

In odds a roll's lumps are the throws that the rule which asked can tell apart: a check says how in
`tells_apart`, a damage roll is told by its caller.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.engine.dice import Faces, Roll, RollResult
from rules.engine.in_the_way import struck_instead
from rules.engine.text import Text, Words, text
from rules.systems.gurps.attack.damage import Dice

CRITICAL_SUCCESS = "critical-success"
SUCCESS = "success"
FAILURE = "failure"
CRITICAL_FAILURE = "critical-failure"
ROLLED = "rolled"
GOOD = frozenset({CRITICAL_SUCCESS, SUCCESS})
OUTCOME_WORDS: Mapping[str, Text] = {
    CRITICAL_SUCCESS: text("critical success"),
    SUCCESS: text("success"),
    FAILURE: text("failure"),
    CRITICAL_FAILURE: text("critical failure"),
    ROLLED: Text(""),
}
SIDES = 6


@lru_cache(maxsize=512)
def ways(dice: int) -> tuple[float, ...]:
    """Give the chance of each sum of so many dice, from the least sum (the number of dice) on."""
    counts = [1]
    for _ in range(dice):
        counts = [
            sum(counts[i - face] for face in range(SIDES) if 0 <= i - face < len(counts))
            for i in range(len(counts) + SIDES - 1)
        ]
    total = SIDES**dice
    return tuple(count / total for count in counts)


def some_faces(dice: int, total: int) -> tuple[int, ...]:
    """Give faces that add up to a sum."""
    faces, left = [], total
    for rest in range(dice - 1, -1, -1):
        face = max(1, min(SIDES, left - rest))
        faces.append(face)
        left -= face
    return tuple(faces)


def outcome_of(total: int, target: int) -> str:
    """Read a total of 3d against a target (GU-401, GU-402, GU-403)."""
    if total <= 4 or (total == 5 and target >= 15) or (total == 6 and target >= 16):
        return CRITICAL_SUCCESS
    if total == 18 or (total == 17 and target <= 15) or total - target >= 10:
        return CRITICAL_FAILURE
    return SUCCESS if total <= target and total < 17 else FAILURE


def chance_of(target: int) -> float:
    """Give the chance that a roll against a target succeeds."""
    return sum(w for total, w in enumerate(ways(3), start=3) if outcome_of(total, target) in GOOD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(RollResult):
    """A success roll that was thrown (GU-401). `base` is the score before the modifiers."""

    base: int
    margin: int

    @property
    def succeeded(self) -> bool:
        """Whether it succeeded, critically or not."""
        return self.outcome in GOOD

    @property
    def is_critical(self) -> bool:
        """Whether it is a critical success."""
        return self.outcome == CRITICAL_SUCCESS

    @property
    def is_fumble(self) -> bool:
        """Whether it is a critical failure."""
        return self.outcome == CRITICAL_FAILURE

    @property
    def failed_by(self) -> int:
        """How far it failed, at least 1 (GU-404); 0 for a success."""
        return 0 if self.succeeded else max(1, -self.margin)

    @property
    def made_by(self) -> int:
        """How far it succeeded, at least 0; an automatic success above its target counts as 0."""
        return max(0, self.margin)

    def details(self) -> dict[str, Any]:
        """List the score before the modifiers, and the margin."""
        return {"base": self.base, "margin": self.margin}


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRoll(Roll[Check]):
    """3d6 against a score and modifiers. Its lumps are the four outcomes."""

    base: int

    @property
    def notation(self) -> str:
        """The dice."""
        return "3d6"

    @property
    def target(self) -> int:
        """The effective score."""
        return self.base + sum(modifier.value for modifier in self.modifiers)

    def throw(self, faces: Faces) -> Check:
        """Take three faces and read them."""
        return self.read((faces(SIDES), faces(SIDES), faces(SIDES)))

    def read(self, faces: tuple[int, ...]) -> Check:
        """Read three faces."""
        total, target = sum(faces), self.target
        return Check(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            modifiers=self.modifiers,
            total=total,
            target=target,
            outcome=outcome_of(total, target),
            base=self.base,
            margin=target - total,
        )

    def tells_apart(self, result: Check) -> Hashable:
        """Give what the rule that asked reads from a result: totals with the same answer are one lump."""
        return result.outcome

    def outcomes(self) -> Sequence[tuple[Check, float]]:
        """List the lumps with their chances, from the lowest total on."""
        return _lumps(self)


@lru_cache(maxsize=1 << 14)
def _lumps(roll: CheckRoll) -> tuple[tuple[Check, float], ...]:
    lumps: dict[Hashable, tuple[Check, float]] = {}
    for total, weight in enumerate(ways(3), start=3):
        result = roll.read(some_faces(3, total))
        key = roll.tells_apart(result)
        first, sum_ = lumps.get(key, (result, 0.0))
        lumps[key] = first, sum_ + weight
    return tuple(lumps.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRoll(CheckRoll):
    """A check of which only success and failure count."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give whether it succeeded."""
        return result.succeeded


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginRoll(CheckRoll):
    """A check whose margin counts: a quick contest, a way off the mark."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give the total."""
        return result.total


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRoll(CheckRoll):
    """The roll to hit (GU-802 to GU-805, GU-732).

    Told apart are a fumble, a miss, a miss by one that goes on (`by_one`), and hits: ordinary, critical, with
    full damage.
    """

    rounds: int = 1
    rcl: int = 1
    by_one: bool = False
    in_the_way: tuple[str, ...] = ()
    """Those whom it may find where it fails for them alone, the nearest first (GU-R81)."""
    each: int = 0
    """What each of them costs it."""

    def finds(self, result: Check) -> str | None:
        """Tell whom in the way a failure finds; None for a hit and for a critical failure."""
        if result.outcome != FAILURE or result.margin >= 0 or (self.by_one and grazes(result)):
            return None
        return struck_instead(self.in_the_way, self.each, -result.margin)

    def foreseen(self, target: str) -> Sequence[tuple[Check, float]]:
        """Tell apart what finds one of those in the way only for that one's own odds (GU-R81)."""
        return _lumps_in_the_way(self, target) if self.in_the_way else self.outcomes()

    def hits(self, result: Check) -> int:
        """Count the hits of a success (GU-732)."""
        return min(self.rounds, 1 + result.made_by // self.rcl)

    def tells_apart(self, result: Check) -> Hashable:
        """Give what kind of hit or miss it is."""
        if result.succeeded:
            return result.outcome, result.total == 3, self.hits(result)
        return result.outcome, self.by_one and grazes(result)


@lru_cache(maxsize=1 << 10)
def _lumps_in_the_way(roll: AttackRoll, target: str) -> tuple[tuple[Check, float], ...]:
    """List what a throw is to its target, for whom all that fails is one, or to one of those in the way."""
    lumps: dict[Hashable, list[tuple[Check, float]]] = {}
    for total, weight in enumerate(ways(3), start=3):
        result = roll.read(some_faces(3, total))
        is_theirs = target in roll.in_the_way
        key = roll.finds(result) == target if is_theirs else roll.tells_apart(result)
        lumps.setdefault(key, []).append((result, weight))

    def is_plain_miss(one: tuple[Check, float]) -> bool:
        return one[0].outcome == FAILURE and roll.finds(one[0]) is None

    # of all that is nothing to this one, a miss that finds nobody stands for the rest: it is soon over
    return tuple(
        (max(found, key=is_plain_miss)[0], sum(weight for _, weight in found)) for found in lumps.values()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaRoll(CheckRoll):
    """The roll to land an area (GU-831). Told apart are full damage, and how far it goes astray."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give what kind of hit it is, or by how much it misses."""
        return result.succeeded and result.total == 3, result.is_fumble, result.failed_by


def grazes(result: Check) -> bool:
    """Tell whether an attack failed by exactly 1, and was no critical failure (GU-760)."""
    return result.outcome == FAILURE and result.margin == -1


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockdownRoll(CheckRoll):
    """The roll against a knockdown (GU-1000). Told apart are success, failure, and one that knocks out."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give how it came out."""
        return result.succeeded, knocks_out(result)


def knocks_out(result: Check) -> bool:
    """Tell whether a failed knockdown roll knocks out: a critical one, or by 5 or more (GU-1000)."""
    return result.is_fumble or result.failed_by >= 5


@dataclass(frozen=True, slots=True, kw_only=True)
class DeathRoll(CheckRoll):
    """The roll against death (GU-1015). Told apart are success, failure by up to 2, and more."""

    def tells_apart(self, result: Check) -> Hashable:
        """Give how it came out."""
        return result.succeeded, result.failed_by >= 3


# ----------------------------------------------------------------------------------------------------- damage
@dataclass(frozen=True, slots=True, kw_only=True)
class DamageThrown(RollResult):
    """A damage roll that was thrown (GU-407); `total` is the basic damage."""

    type: str
    divisor: float
    location: str

    def details(self) -> dict[str, Any]:
        """List what kind of damage it is, and where it goes."""
        return {"type": self.type, "divisor": self.divisor, "location": self.location}


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRoll(Roll[DamageThrown]):
    """Dice of damage, read as basic damage (GU-901, GU-902).

    `tells` sorts basic damage, given what it `meets`, into what the rule that asked can tell apart, for odds.
    """

    dice: Dice
    times: int = 1
    halved: bool = False
    least: int = 1
    type: str
    divisor: float = 1.0
    location: str = ""
    meets: Hashable = ()
    tells: Callable[[Hashable, int], Hashable] | None = None

    @property
    def notation(self) -> str:
        """The dice: `2d6+1`."""
        adds = self.dice.adds + sum(modifier.value for modifier in self.modifiers)
        times = f" x{self.times}" if self.times > 1 else ""
        return f"{self.dice.count}d6{f'{adds:+d}' if adds else ''}{times}"

    def basic(self, thrown: int) -> int:
        """Turn the sum of the dice into basic damage (GU-901, GU-902)."""
        adds = self.dice.adds + sum(modifier.value for modifier in self.modifiers)
        total = (thrown + adds) * self.times
        return max(self.least, total // 2 if self.halved else total)

    def throw(self, faces: Faces) -> DamageThrown:
        """Take a face for each die."""
        return self.read(tuple(faces(SIDES) for _ in range(self.dice.count)))

    def full(self) -> DamageThrown:
        """Give the result with every die at 6, which is not thrown (GU-805)."""
        return self.read((SIDES,) * self.dice.count)

    def read(self, faces: tuple[int, ...]) -> DamageThrown:
        """Read the faces."""
        return DamageThrown(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            modifiers=self.modifiers,
            total=self.basic(sum(faces)),
            outcome=ROLLED,
            type=self.type,
            divisor=self.divisor,
            location=self.location,
        )

    def outcomes(self) -> Sequence[tuple[DamageThrown, float]]:
        """List the lumps with their chances."""
        return _damage_lumps(self)


@lru_cache(maxsize=1 << 10)
def _damage_lumps(roll: DamageRoll) -> tuple[tuple[DamageThrown, float], ...]:
    lumps: dict[Hashable, tuple[int, float]] = {}
    count = roll.dice.count
    for thrown, weight in enumerate(ways(count), start=count):
        basic = roll.basic(thrown)
        key = basic if roll.tells is None else roll.tells(roll.meets, basic)
        first, sum_ = lumps.get(key, (thrown, 0.0))
        lumps[key] = first, sum_ + weight
    return tuple((roll.read(some_faces(count, thrown)), weight) for thrown, weight in lumps.values())


# ------------------------------------------------------------------------------------------------- other dice
@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRoll(Roll[RollResult]):
    """Dice that are read from a list: for each total, from `count` on, the word that it means.

    An empty list means the total alone: the outcome is then `rolled`, and every total is told apart.
    """

    count: int = 1
    words: tuple[str, ...] = ()

    @property
    def takes_modifiers(self) -> bool:
        """Their total is a place in a list, or counts as it lies."""
        return False

    @property
    def notation(self) -> str:
        """The dice."""
        return f"{self.count}d6" if self.count > 1 else "d6"

    def throw(self, faces: Faces) -> RollResult:
        """Take the faces."""
        return self.read(tuple(faces(SIDES) for _ in range(self.count)))

    def read(self, faces: tuple[int, ...]) -> RollResult:
        """Read the faces."""
        total = sum(faces)
        word = self.words[total - self.count] if self.words else ROLLED
        return RollResult(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            total=total,
            outcome=word,
        )

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        """List the words (without a list: the totals) with their chances."""
        lumps: dict[Hashable, tuple[RollResult, float]] = {}
        for total, weight in enumerate(ways(self.count), start=self.count):
            result = self.read(some_faces(self.count, total))
            key: Hashable = result.outcome if self.words else total
            first, sum_ = lumps.get(key, (result, 0.0))
            lumps[key] = first, sum_ + weight
        return list(lumps.values())


def die(who: str, purpose: str, label: Words = "") -> DiceRoll:
    """Ask for a single die of which the face counts (GU-407)."""
    return DiceRoll(who=who, purpose=purpose, label=label)


VITALS_WORDS = ("vitals", *("torso",) * 5)
SIDE_WORDS = (*("right",) * 3, *("left",) * 3)


def contest(ours: Check, theirs: Check) -> int:
    """Give the margin of victory of the first in a quick contest: 0 a tie, below 0 a defeat (GU-406)."""
    return ours.margin - theirs.margin
