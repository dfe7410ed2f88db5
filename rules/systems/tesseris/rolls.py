"""The dice: pools of dT, plain dice, and how each is distributed (TS-040 to TS-046)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.engine.dice import Faces, Roll, RollResult, ThrownAgain, ThrownDie
from rules.engine.text import Text, counted, text
from rules.systems.tesseris.names import called
from rules.systems.tesseris.ten_sided import COUNTS_FROM, EXPLODES_FROM, SIDES

SUCCESS, FAILURE = "success", "failure"
DEFENDED, FAILED = "defended", "failed"
WON, TIED, LOST = "won", "tied", "lost"
HIT, MISS, CRITICAL = "hit", "miss", "critical"
NEGLIGIBLE = 1e-12
"""Explosions are followed until what is left is less (TS-209)."""


# ------------------------------------------------------------------------------------------------ pools of dT
@lru_cache(maxsize=1)
def one_die() -> tuple[float, ...]:
    """Give the chances of 0, 1, 2 ... successes of one dT with its explosions (TS-040)."""
    chances = [0.5, 0.4]
    while chances[-1] > 1e-18:
        chances.append(chances[-1] / 5)
    chances[-1] += 1 - sum(chances)
    return tuple(chances)


@lru_cache(maxsize=4096)
def successes(dice: int, rerolls: int) -> tuple[float, ...]:
    """Give the chances of 0, 1, 2 ... successes of a pool whose first duds are thrown again (TS-043)."""
    one = one_die()
    by_left: dict[int, dict[int, float]] = {rerolls: {0: 1.0}}
    for _ in range(dice):
        after: dict[int, defaultdict[int, float]] = {}
        for left, counts in by_left.items():
            for count, chance in counts.items():
                for more, weight in enumerate(one):
                    if more == 0 and left:
                        again = after.setdefault(left - 1, defaultdict(float))
                        for second, second_weight in enumerate(one):
                            _add(again, count + second, chance * weight * second_weight)
                    else:
                        _add(after.setdefault(left, defaultdict(float)), count + more, chance * weight)
        by_left = {left: dict(counts) for left, counts in after.items()}
    whole: defaultdict[int, float] = defaultdict(float)
    for counts in by_left.values():
        for count, chance in counts.items():
            whole[count] += chance
    return _cut([whole[count] for count in range(max(whole) + 1)])


def _add(counts: defaultdict[int, float], count: int, chance: float) -> None:
    if chance > NEGLIGIBLE * 1e-8:
        counts[count] += chance


def _cut(chances: Sequence[float]) -> tuple[float, ...]:
    """Cut the tail that is negligible, and give what is missing to the last one kept."""
    left, kept = 1.0, []
    for chance in chances:
        kept.append(chance)
        left -= chance
        if left < NEGLIGIBLE:
            break
    kept[-1] += 1 - sum(kept)
    return tuple(kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolResult(RollResult):
    """What came of a pool: the successes, the rank beside them, and their sum with the modifiers."""

    successes: int
    rank: int

    @property
    def plain(self) -> int:
        """Successes and rank without modifiers: what each target's own modifiers are added to (TS-130)."""
        return self.successes + self.rank

    def details(self) -> dict[str, Any]:
        """List the successes, and the rank that they are added to."""
        return {"successes": self.successes, "rank": self.rank, "base": self.rank}


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Whom a shot into a melee may find while a defence holds against it (TS-240).

    Attributes:
        who: those whom it may find.
        held: the total from which on the defence holds so well that it finds nobody.
    """

    who: tuple[str, ...]
    held: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolRoll(Roll[PoolResult]):
    """A test: as many dT as the characteristic, and the rank (TS-041).

    Attributes:
        rerolls: how many duds are thrown again (TS-043).
        difficulty: what a test must reach (TS-044).
        against: the total that a defence must reach (TS-045).
        words: the outcomes for reaching and not reaching; None where nothing is read, or not yet.
        concerns: on whom its outcome bears; the odds of others leave it aside.
        elsewhere: on whom it bears besides, where it is a defence.
    """

    dice: int
    rank: int = 0
    rerolls: int = 0
    difficulty: int | None = None
    against: int | None = None
    words: tuple[str, str] | None = None
    concerns: str | None = None
    elsewhere: Elsewhere | None = None

    @property
    def notation(self) -> Text:
        """The dice in words."""
        return self.dice_words

    @property
    def dice_words(self) -> Text:
        """The dice in words, for whatever language."""
        if not self.dice:
            return text("no dice")
        if not self.rerolls:
            return text("{dice}dT", dice=self.dice)
        return counted("{dice}dT, {n} dud again", "{dice}dT, {n} duds again", n=self.rerolls, dice=self.dice)

    def words_with(self, skill: str) -> Text:
        """Say what is thrown, with the rank and the skill that it is of."""
        gaps = {"dice": self.dice_words, "skill": called(skill)}
        if self.rank:
            return text("{dice} + {rank} ({skill})", rank=self.rank, **gaps)
        return text("{dice} ({skill})", **gaps)

    @property
    def again(self) -> ThrownAgain:
        """Explosions from 9 up, and the duds that are thrown again (TS-040, TS-043)."""
        return ThrownAgain(EXPLODES_FROM, COUNTS_FROM - 1, self.rerolls)

    @property
    def by_hand(self) -> str:
        """As many tens as the characteristic has dice."""
        return f"{self.dice}d{SIDES}" if self.dice else ""

    def throw(self, faces: Faces) -> PoolResult:
        """Throw die by die: an explosion at once, then the next; a dud again while re-rolls last."""
        taken: list[int] = []
        count, left = 0, self.rerolls
        for _ in range(self.dice):
            more = _one(faces, taken)
            if more == 0 and left:
                left -= 1
                more = _one(faces, taken)
            count += more
        return self.read(count, tuple(taken))

    def read(self, count: int, faces: tuple[int, ...]) -> PoolResult:
        """Read a number of successes; a total is never below 0 (TS-042)."""
        total = max(0, count + self.rank + sum(m.value for m in self.modifiers))
        target = self.difficulty if self.against is None else self.against
        outcome = ""
        if self.words is not None and target is not None:
            outcome = self.words[0] if total >= target else self.words[1]
        return PoolResult(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            modifiers=self.modifiers,
            total=total,
            target=self.difficulty,
            outcome=outcome,
            successes=count,
            rank=self.rank,
            dice=told_apart(self.dice, self.rerolls, faces),
        )

    def outcomes(self) -> Sequence[tuple[PoolResult, float]]:
        """List the totals that differ; a test only passes or fails, and all defences that hold are one."""
        return _pool_lumps(self)

    def foreseen(self, target: str) -> Sequence[tuple[PoolResult, float]]:
        """Leave aside what is thrown for and against others, but for who is hit in their place (TS-240)."""
        if self.concerns is None or self.concerns == target:
            return self.outcomes()
        if self.elsewhere is not None and target in self.elsewhere.who:
            return _lumps_elsewhere(self, self.elsewhere.held)
        return ((self.outcomes()[0][0], 1.0),)


def _one(faces: Faces, taken: list[int]) -> int:
    count = 0
    while True:
        face = faces(SIDES)
        taken.append(face)
        count += face >= COUNTS_FROM
        if face < EXPLODES_FROM:
            return count


@lru_cache(maxsize=1 << 12)
def told_apart(dice: int, rerolls: int, faces: tuple[int, ...]) -> tuple[ThrownDie, ...]:
    """Take the faces of a pool apart: exploded dice as chains, a dud before its second throw."""
    found: list[ThrownDie] = []
    rest, left = iter(faces), rerolls
    for _ in range(dice):
        chain = _chain(rest)
        if left and chain[0] < COUNTS_FROM:
            left -= 1
            found.append(ThrownDie(sides=SIDES, faces=chain, counts=False, came="again"))
            chain = _chain(rest)
        found.append(ThrownDie(sides=SIDES, faces=chain, counts=chain[0] >= COUNTS_FROM))
    return tuple(found)


def _chain(rest: Iterator[int]) -> tuple[int, ...]:
    faces = [next(rest)]
    while faces[-1] >= EXPLODES_FROM:
        faces.append(next(rest))
    return tuple(faces)


def example(dice: int, rerolls: int, count: int) -> tuple[int, ...]:
    """Give faces of a pool that come to a number of successes: all of them on the first die."""
    if not dice:
        return ()
    first = (EXPLODES_FROM,) * (count - 1) + (COUNTS_FROM,) if count else ()
    duds = dice - bool(count)
    return first + (1,) * (duds + min(duds, rerolls))


@lru_cache(maxsize=1 << 12)
def _pool_lumps(roll: PoolRoll) -> tuple[tuple[PoolResult, float], ...]:
    chances: dict[Any, float] = {}
    first: dict[Any, PoolResult] = {}
    goal = roll.difficulty if roll.against is None else roll.against
    for count, chance in enumerate(successes(roll.dice, roll.rerolls)):
        result = roll.read(count, example(roll.dice, roll.rerolls, count))
        key: Any = result.total
        if goal is not None and (roll.difficulty is not None or result.total >= goal):
            key = result.outcome
        first.setdefault(key, result)
        chances[key] = chances.get(key, 0.0) + chance
    return tuple((first[key], chance) for key, chance in chances.items() if chance > 0)


@lru_cache(maxsize=1 << 10)
def _lumps_elsewhere(roll: PoolRoll, held: int) -> tuple[tuple[PoolResult, float], ...]:
    """List what a defence is to those who are hit in its place: it fails, holds, or holds well enough."""
    chances: dict[tuple[bool, bool], float] = {}
    first: dict[tuple[bool, bool], PoolResult] = {}
    for count, chance in enumerate(successes(roll.dice, roll.rerolls)):
        result = roll.read(count, example(roll.dice, roll.rerolls, count))
        key = result.total >= (roll.against or 0), result.total >= held
        first.setdefault(key, result)
        chances[key] = chances.get(key, 0.0) + chance
    return tuple((first[key], chance) for key, chance in chances.items() if chance > 0)


# ------------------------------------------------------------------------------------------------- plain dice
@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRoll(Roll[RollResult]):
    """One die that is only read: initiative, a critical (TS-046).

    Attributes:
        plus: what is added to the face.
        enough: from which face on all are one to the odds.
        concerns: on whom it bears; the odds of others leave it aside.
    """

    sides: int = SIDES
    plus: int = 0
    enough: int | None = None
    concerns: str | None = None

    @property
    def notation(self) -> str:
        """The die."""
        return f"d{self.sides}"

    def throw(self, faces: Faces) -> RollResult:
        """Take one face."""
        return self._read(faces(self.sides))

    def _read(self, face: int) -> RollResult:
        total = face + self.plus + sum(m.value for m in self.modifiers)
        return RollResult(
            who=self.who,
            purpose=self.purpose,
            faces=(face,),
            modifiers=self.modifiers,
            total=total,
            outcome="",
        )

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        """List the faces that make a difference."""
        last = self.sides if self.enough is None else min(max(1, self.enough), self.sides)
        share = 1 / self.sides
        lumps = [(self._read(face), share) for face in range(1, last)]
        return [*lumps, (self._read(last), share * (self.sides - last + 1))]

    def foreseen(self, target: str) -> Sequence[tuple[RollResult, float]]:
        """Leave aside what bears on others."""
        if self.concerns is not None and self.concerns != target:
            return ((self._read(1), 1.0),)
        return self.outcomes()


@dataclass(frozen=True, slots=True, kw_only=True)
class PickRoll(PlainRoll):
    """One die whose face is a place in a list of people (TS-240)."""

    among: tuple[str, ...]

    def foreseen(self, target: str) -> Sequence[tuple[RollResult, float]]:
        """Tell apart only whether it is the one in question."""
        faces = range(1, self.sides + 1)
        mine = [face for face in faces if self.among[face - 1] == target]
        others = [face for face in faces if face not in mine]
        return [(self._read(some[0]), len(some) / self.sides) for some in (mine, others) if some]

    @property
    def takes_modifiers(self) -> bool:
        """There is no such place as one that a modifier would make of it."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickRecover(Roll[RollResult]):
    """The throw against a jam: one success on one die, or on either of two (TS-221)."""

    dice: int = 1

    @property
    def takes_modifiers(self) -> bool:
        """A die counts or does not, whatever else there is (TS-221)."""
        return False

    @property
    def notation(self) -> Text:
        """The dice."""
        return text("{dice}d10, a 6 or more", dice=self.dice)

    def throw(self, faces: Faces) -> RollResult:
        """Take the faces; nothing explodes."""
        return self._read(tuple(faces(SIDES) for _ in range(self.dice)))

    def _read(self, faces: tuple[int, ...]) -> RollResult:
        count = sum(face >= COUNTS_FROM for face in faces)
        return RollResult(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            total=count,
            target=1,
            outcome=SUCCESS if count else FAILURE,
        )

    def outcomes(self) -> Sequence[tuple[RollResult, float]]:
        """List success and failure."""
        fails = 0.5**self.dice
        return [
            (self._read((COUNTS_FROM,) * self.dice), 1 - fails),
            (self._read((1,) * self.dice), fails),
        ]

    def foreseen(self, target: str) -> Sequence[tuple[RollResult, float]]:
        """Reckon with either: a jam hurts nobody."""
        return ((self._read((1,) * self.dice), 1.0),)


OUTCOME_WORDS: Mapping[str, Text] = {
    SUCCESS: text("success"),
    FAILURE: text("failure"),
    DEFENDED: text("defended"),
    FAILED: text("falls short"),
    WON: text("wins"),
    TIED: text("tied"),
    LOST: text("loses"),
    HIT: text("hit"),
    MISS: text("miss"),
    CRITICAL: text("critical hit"),
}
GOOD = frozenset({SUCCESS, DEFENDED, WON, HIT, CRITICAL})
