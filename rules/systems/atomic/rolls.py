"""The one die of Atomic Tomorrow: d100 against a percentage, read in seven grades (AT-17 to AT-32).

A roll's lumps are the faces that the rule which asked can tell apart no further. Every result knows the faces
that it stands for: with dice on the table that is the one thrown, in odds it may be many, and an opposed roll
averages over all of them.
"""

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from rules.engine.dice import Faces, Roll, RollResult
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.in_the_way import struck_instead
from rules.engine.state import changed
from rules.systems.atomic import house as own

SIDES = 100

CRITICAL_SUCCESS = "critical-success"
SPECIAL_SUCCESS = "special-success"
SUCCESS = "success"
FAILURE = "failure"
SPECIAL_FAILURE = "special-failure"
CRITICAL_FAILURE = "critical-failure"

QUALITY = {SUCCESS: 1, SPECIAL_SUCCESS: 2, CRITICAL_SUCCESS: 3}
"""How good each success is beside another (AT-75); what is not listed has failed."""


class Grade(NamedTuple):
    """What a face is against a target: the outcome, and which of the two grades it has (AT-31)."""

    outcome: str
    critical: bool
    special: bool


def tens(face: int) -> int:
    """Give the tens digit of a face; 100 is read as 00 (AT-18)."""
    return face % SIDES // 10


def is_doubles(face: int) -> bool:
    """Tell whether both digits are the same; 100 is 00 (AT-19)."""
    return face % 11 == 0 or face == SIDES


def _all_faces(succeeded: bool, truly: bool) -> tuple[Grade, ...]:
    """Grade every face that succeeds or fails, truly or by luck alone; nobody throws the first, a nought."""
    plain, special, critical = (
        (SUCCESS, SPECIAL_SUCCESS, CRITICAL_SUCCESS)  # AT-26, AT-25, AT-24
        if succeeded
        else (FAILURE, SPECIAL_FAILURE, CRITICAL_FAILURE)  # AT-29, AT-28, AT-27
    )
    found = []
    for face in range(SIDES + 1):
        doubles, five = truly and is_doubles(face), truly and face % 5 == 0
        found.append(Grade(critical if doubles else special if five else plain, doubles, five))
    return tuple(found)


_WON, _WON_BY_LUCK = _all_faces(True, True), _all_faces(True, False)
_LOST, _LOST_BY_LUCK = _all_faces(False, True), _all_faces(False, False)


def grade(face: int, target: int, house: House = AS_WRITTEN) -> Grade:
    """Read a face against a target, which may lie outside 1 to 100 (AT-20 to AT-31)."""
    return _grades(target, house)[face]


@lru_cache(maxsize=1024)
def _grades(target: int, house: House) -> tuple[Grade, ...]:
    """Read every face against a target: the lower succeed, the others do not."""
    under = min(max(target, 0), SIDES) + 1  # AT-20: an equal face counts as under
    sure, lost = own.SURE_SUCCESS.value(house) + 1, own.SURE_FAILURE.value(house)
    won = max(sure, min(under, lost))  # AT-21, AT-22, AT-23
    low, high = min(won, under), max(won, under)
    # AT-29: in the automatic windows, between the two, there are no grades
    return _WON[:low] + _WON_BY_LUCK[low:won] + _LOST_BY_LUCK[won:high] + _LOST[high:]


def bonus_of(face: int, critical: bool, special: bool, house: House) -> int:
    """Count the wounds that a success adds by its grades; both count (AT-81 to AT-83)."""
    adds = own.SPECIAL_WOUNDS.value(house) if special and own.SPECIAL_ADDS.on(house) else 0
    if critical and own.CRITICAL_ADDS.on(house):
        adds += own.CRITICAL_WOUNDS.of(house).get(str(face), 0)  # in the automatic windows none has a grade
    return adds


@dataclass(frozen=True, slots=True, kw_only=True)
class Percentile(RollResult):
    """A d100 read against its target (AT-31, AT-32). `lump` lists the faces that it stands for."""

    base: int
    critical: bool
    special: bool
    lump: tuple[int, ...]
    house: House = AS_WRITTEN
    stops: bool = False
    """Of a defence: whether it beats the attack that it answers (AT-74 to AT-78)."""

    @property
    def face(self) -> int:
        """The face thrown."""
        return self.faces[0]

    @property
    def succeeded(self) -> bool:
        """Whether the roll succeeded, with any grade."""
        return self.outcome in QUALITY

    @property
    def wound_bonus(self) -> int:
        """The wounds that the grade of an attack adds: both grades count (AT-81 to AT-83)."""
        if not self.succeeded:
            return 0
        return bonus_of(self.face, self.critical, self.special, self.house)

    @property
    def soaked(self) -> int:
        """The wounds that a soak of this grade takes away (AT-87)."""
        return own.SOAKED.of(self.house).get(self.outcome, 0)

    def details(self) -> dict[str, Any]:
        """List what the rules read from it besides (AT-31, AT-32)."""
        return {"base": self.base, "critical": self.critical, "special": self.special}


@dataclass(frozen=True, slots=True, kw_only=True)
class PercentileRoll(Roll[Percentile]):
    """A d100 against a base and modifiers (AT-17, AT-20). Its lumps are the outcomes."""

    base: int
    house: House = AS_WRITTEN

    @property
    def notation(self) -> str:
        """The die."""
        return "d100"

    @property
    def target(self) -> int:
        """The number to stay under (AT-20)."""
        return self.base + sum(modifier.value for modifier in self.modifiers)

    def throw(self, faces: Faces) -> Percentile:
        """Take the one face and read it."""
        return self.read(faces(SIDES))

    def read(self, face: int, lump: tuple[int, ...] = ()) -> Percentile:
        """Read a face, for itself or for all that it stands for."""
        outcome, critical, special = grade(face, self.target, self.house)
        return Percentile(
            who=self.who,
            purpose=self.purpose,
            faces=(face,),
            modifiers=self.modifiers,
            total=face,
            target=self.target,
            outcome=outcome,
            base=self.base,
            critical=critical,
            special=special,
            lump=lump or (face,),
            house=self.house,
        )

    def tells_apart(self, result: Percentile) -> Hashable:
        """Give what the rule that asked reads from a result: faces with the same answer are one lump.

        It may go by the grades and the wound bonus, not by the face itself.
        """
        return result.outcome

    def outcomes(self) -> Sequence[tuple[Percentile, float]]:
        """List the lumps with their chances, from the lowest face on."""
        return _lumps(self)


@lru_cache(maxsize=1024)
def _alike(target: int, house: House) -> tuple[tuple[int, ...], ...]:
    """Sort the faces by what any rule could read from them: the grades and the wound bonus."""
    found: dict[Hashable, list[int]] = {}
    for face, read in enumerate(_grades(target, house)[1:], start=1):
        key = (read, bonus_of(face, True, read.special, house)) if read.critical else read
        found.setdefault(key, []).append(face)
    return tuple(map(tuple, found.values()))


@lru_cache(maxsize=1 << 12)
def _readings(roll: PercentileRoll) -> tuple[Percentile, ...]:
    """Read a roll for all faces that no rule tells apart, with these as their lumps."""
    return tuple(roll.read(faces[0], faces) for faces in _alike(roll.target, roll.house))


@lru_cache(maxsize=1 << 14)
def _lumps(roll: PercentileRoll) -> tuple[tuple[Percentile, float], ...]:
    lumps: dict[Hashable, list[Percentile]] = {}
    for result in _readings(_plain(roll)):
        lumps.setdefault(roll.tells_apart(result), []).append(result)
    return tuple(_together(results) for results in lumps.values())


def _plain(roll: PercentileRoll) -> PercentileRoll:
    """Give a roll without what only tells its results apart: all soaks of one attack read the same."""
    return PercentileRoll(
        who=roll.who, purpose=roll.purpose, modifiers=roll.modifiers, base=roll.base, house=roll.house
    )


def _together(results: Sequence[Percentile]) -> tuple[Percentile, float]:
    """Make one lump of several, with its chance."""
    first, *others = results
    if not others:
        return first, len(first.lump) / SIDES
    faces = tuple(face for result in results for face in result.lump)
    return changed(first, lump=faces), len(faces) / SIDES


def incoming_wounds(attack: Percentile, rating: int, armour: int) -> int:
    """Count the wounds of a hit before the soak: rating, bonus of the grade, armour (AT-80 to AT-85).

    Args:
        rating: the Wound Rating that cover leaves.
        armour: the armour rating that armour-piercing leaves; a critical attack ignores it.
    """
    return max(0, rating + attack.wound_bonus - armour_against(attack, armour))


def armour_against(attack: Percentile, armour: int) -> int:
    """Give what of an armour counts against a hit: none against a critical one (AT-85)."""
    return 0 if attack.critical and own.CRITICAL_PIERCES.on(attack.house) else armour


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackRoll(PercentileRoll):
    """The roll to hit (AT-62). Told apart are a miss and the wounds that a hit would do.

    Attributes:
        room: how many more wounds mean anything to the target (AT-88): past that and the best soak, incoming
            wounds are all one.
        in_the_way: those whom it may find where it misses for them alone, the nearest first (AT-R41).
    """

    rating: int
    armour: int
    room: int
    in_the_way: tuple[str, ...] = ()

    @property
    def cost(self) -> int:
        """What each in the way takes from it."""
        return -own.IN_THE_WAY.value(self.house)

    def finds(self, result: Percentile) -> str | None:
        """Tell whom in the way a miss finds; None for a plain one, and for one beyond doubt (AT-22)."""
        if result.succeeded or result.face >= own.SURE_FAILURE.value(self.house) or result.target is None:
            return None
        return struck_instead(self.in_the_way, self.cost, result.face - result.target)

    def past_them(self, result: Percentile) -> Percentile:
        """Read a throw as it would be with nobody in the way."""
        target = (result.target or 0) + self.cost * len(self.in_the_way)
        freed = PercentileRoll(who=self.who, purpose=self.purpose, base=target, house=self.house)
        return changed(freed.read(result.face, result.lump), base=result.base, modifiers=result.modifiers)

    def tells_apart(self, result: Percentile) -> Hashable:
        """Give the incoming wounds of a success."""
        if not result.succeeded:
            return None
        most = max(own.SOAKED.of(self.house).values())
        return min(incoming_wounds(result, self.rating, self.armour), self.room + most)

    def foreseen(self, target: str) -> Sequence[tuple[Percentile, float]]:
        """Tell apart the faces that find one of those in the way only for that one's own odds (AT-R41)."""
        return _lumps_in_the_way(self, target) if self.in_the_way else self.outcomes()


@lru_cache(maxsize=1 << 10)
def _lumps_in_the_way(roll: AttackRoll, target: str) -> tuple[tuple[Percentile, float], ...]:
    """List what a throw is to its target, for whom all that misses is one, or to one of those in the way."""
    plain, lumps = _plain(roll), dict[Hashable, list[Percentile]]()
    for result in map(plain.read, range(1, SIDES + 1)):
        key: Hashable = None
        if target not in roll.in_the_way:
            key = roll.tells_apart(result)
        elif roll.finds(result) == target:
            past = roll.past_them(result)
            key = past.outcome, past.critical, past.special, past.wound_bonus
        lumps.setdefault(key, []).append(result)
    # of all that is nothing to this one, a miss that finds nobody stands for the rest: it is soon over
    for results in lumps.values():
        results.sort(key=lambda result: result.succeeded or roll.finds(result) is not None)
    return tuple(_together(results) for results in lumps.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortRoll(PercentileRoll):
    """The roll for acting at four wounds (AT-95). Told apart are failure, success and critical (AT-96)."""

    def tells_apart(self, result: Percentile) -> Hashable:
        """Give whether it succeeded, and without penalty."""
        return result.succeeded, result.succeeded and result.critical


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakRoll(PercentileRoll):
    """The roll to soak (AT-86). Told apart are the wounds that are left, as far as there is room for them."""

    incoming: int
    room: int

    def tells_apart(self, result: Percentile) -> Hashable:
        """Give the wounds left."""
        return min(max(0, self.incoming - result.soaked), self.room)


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceRoll(PercentileRoll):
    """A parry, block or dodge against an attack that succeeded. Told apart is only who wins."""

    against: Percentile

    def read(self, face: int, lump: tuple[int, ...] = ()) -> Percentile:
        """Read a face and compare it with the attack's."""
        plain = PercentileRoll.read(self, face, lump)
        won = plain.succeeded and _rank(plain.outcome, face) >= _rank(self.against.outcome, self.against.face)
        return changed(plain, stops=won)

    def outcomes(self) -> Sequence[tuple[Percentile, float]]:
        """List who may win with what chance, over all faces that the attack stands for."""
        return _duel(self)


def _rank(outcome: str, face: int) -> int:
    """Give what two successes are compared by: quality, then the higher face (AT-75, AT-76)."""
    return QUALITY[outcome] * 1000 + face


@lru_cache(maxsize=1024)
def _ranks(target: int, house: House) -> tuple[int, ...]:
    """List the ranks of all faces against a target, from the first, which is none: 0 for those that fail."""
    faces = enumerate(_grades(target, house))
    return tuple(_rank(read.outcome, face) if read.outcome in QUALITY else 0 for face, read in faces)


@lru_cache(maxsize=1024)
def _winning(target: int, house: House) -> list[int]:
    """List the ranks of the faces that succeed against a target, worst first."""
    return sorted(filter(None, _ranks(target, house)[1:]))


def chance_to_stop(target: int, attack: Percentile) -> float:
    """Give the chance that a defence against this target stops the attack, over all faces it stands for.

    The attack lands when its own rank is higher; equal ranks are the defender's (AT-77).
    """
    assert attack.target is not None
    mine, theirs = _winning(target, attack.house), _ranks(attack.target, attack.house)
    won = sum([len(mine) - bisect_left(mine, theirs[face]) for face in attack.lump])
    return won / (SIDES * len(attack.lump))


def faces_that_stop(target: int, attack: Percentile) -> tuple[int, ...]:
    """List the faces of a defence against this target that stop a thrown attack (AT-74 to AT-77)."""
    needed, house = _rank(attack.outcome, attack.face), attack.house
    read = ((face, grade(face, target, house).outcome) for face in range(1, SIDES + 1))
    return tuple(face for face, outcome in read if outcome in QUALITY and _rank(outcome, face) >= needed)


def runs_of(faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Put faces in ascending order together, as the first and the last of each run."""
    starts = [face for face in faces if face - 1 not in faces]
    ends = [face for face in faces if face + 1 not in faces]
    return tuple(zip(starts, ends, strict=True))


@lru_cache(maxsize=1 << 14)
def _duel(roll: DefenceRoll) -> tuple[tuple[Percentile, float], ...]:
    chance, (won, lost) = chance_to_stop(roll.target, roll.against), _won_and_lost(_plain(roll))
    return tuple((result, weight) for result, weight in ((won, chance), (lost, 1 - chance)) if weight > 0)


@lru_cache(maxsize=1 << 12)
def _won_and_lost(roll: PercentileRoll) -> tuple[Percentile, Percentile]:
    """Give what stands for all throws of a defence that win, whatever they win against, and all that lose."""
    return changed(roll.read(1), stops=True), roll.read(SIDES)
