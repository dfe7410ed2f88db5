"""Damage rolls against a Toughness (SW-120 to SW-124, SW-232, SW-233)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rules.engine.dice import Faces, Roll, RollResult, ThrownDie
from rules.engine.text import Words, text
from rules.systems.savage.exploding_dice import example, explode, totals
from rules.systems.savage.rolls import BROKEN, NO_EFFECT, RAISE, SHAKEN, WOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageResult(RollResult):
    """Damage against Toughness (SW-120 to SW-124).

    `wounds` are those to come, before any Soak; `lump` the chance of each number that the result stands for.
    """

    wounds: int
    lump: tuple[tuple[int, float], ...]
    kept: str | None = None

    def details(self) -> dict[str, Any]:
        """List the wounds."""
        return {"wounds": self.wounds} | ({} if self.kept is None else {"kept": self.kept})


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageRoll(Roll[DamageResult]):
    """Damage dice and a fixed number against a Toughness.

    Attributes:
        dice: the sides of each die in the order thrown; negative for one that is taken away.
        plus: the fixed number of the expression.
        aces: whether the dice explode; against objects they do not (SW-232).
        is_shaken: whether the target is Shaken already (SW-124).
        is_object: whether it breaks rather than bleeds (SW-233).
        room: how many wounds take the target out; more are all one.
        hits: whom it is thrown against.
        with_raise: whether the last die is the one that a raise adds (SW-120).
    """

    dice: tuple[int, ...]
    plus: int = 0
    aces: bool = True
    toughness: int
    is_shaken: bool = False
    is_object: bool = False
    room: int = 1
    hits: str = ""
    with_raise: bool = False
    before: DamageResult | None = None
    step: int = RAISE
    """Points beyond Toughness for each wound (SW-123)."""

    @property
    def notation(self) -> Words:
        """The dice in words: `d8 + d6 + 2, aces thrown again`."""
        dice = "".join(f" {'+' if sides > 0 else '-'} d{abs(sides)}" for sides in self.dice)
        plus = f" {'+' if self.plus > 0 else '-'} {abs(self.plus)}" if self.plus else ""
        whole = (dice + plus).removeprefix(" + ")
        return text("{dice}, aces thrown again", dice=whole) if self.aces else whole

    @property
    def explodes(self) -> bool:
        """Those against objects do not (SW-232)."""
        return self.aces

    def throw(self, faces: Faces) -> DamageResult:
        """Take the faces from left to right and read them."""
        dice: list[ThrownDie] = []
        total = 0
        for sides in self.dice:
            chain: list[int] = []
            if self.aces:
                thrown = explode(abs(sides), faces, chain)
            else:
                thrown = faces(abs(sides))
                chain.append(thrown)
            total += thrown if sides > 0 else -thrown
            role = "bonus" if self.with_raise and len(dice) == len(self.dice) - 1 else ""
            dice.append(ThrownDie(sides=abs(sides), faces=tuple(chain), role=role))
        result = self.read(total, tuple(face for die in dice for face in die.faces))
        return replace(result, dice=tuple(dice))

    def read(self, thrown: int, faces: tuple[int, ...]) -> DamageResult:
        """Read the sum of the dice."""
        total = thrown + self.plus + sum(m.value for m in self.modifiers)
        outcome, wounds = self._effect(total)
        kept = None
        if self.before is not None:
            kept = "reroll" if total > self.before.total else "first"
        return DamageResult(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            modifiers=self.modifiers,
            total=total,
            target=self.toughness,
            outcome=outcome,
            wounds=wounds,
            lump=((wounds, 1.0),),
            kept=kept,
        )

    def _effect(self, total: int) -> tuple[str, int]:
        over = total - self.toughness
        if over < 0:
            return NO_EFFECT, 0
        if self.is_object:
            return BROKEN, 0  # SW-233
        wounds = over // self.step
        if wounds:
            return WOUND, wounds
        return SHAKEN, int(self.is_shaken)  # SW-124

    def outcomes(self) -> Sequence[tuple[DamageResult, float]]:
        """List the effects that differ, from none to what takes the target out, with their chances."""
        return _damage_lumps(self)

    def foreseen(self, target: str) -> Sequence[tuple[DamageResult, float]]:
        """Leave aside what is done to others: it changes nothing for the one in question (SW-250)."""
        return self.outcomes() if self.hits == target else ((self.outcomes()[0][0], 1.0),)


@lru_cache(maxsize=1 << 13)
def _damage_lumps(roll: DamageRoll) -> tuple[tuple[DamageResult, float], ...]:
    plus = roll.plus + sum(m.value for m in roll.modifiers)
    chances: dict[tuple[str, int], defaultdict[int, float]] = {}
    sums: dict[tuple[str, int], int] = {}
    for thrown, chance in sorted(totals(roll.dice, roll.aces).items()):
        outcome, wounds = roll._effect(thrown + plus)
        outcome = SHAKEN if outcome == WOUND and wounds == 0 else outcome
        key = outcome, min(wounds, roll.room)
        sums.setdefault(key, thrown)
        chances.setdefault(key, defaultdict(float))[wounds] += chance
    lumps = []
    for key, by_wounds in chances.items():
        whole = sum(by_wounds.values())
        result = roll.read(sums[key], example(roll.dice, sums[key], roll.aces))
        spread = tuple((wounds, chance / whole) for wounds, chance in by_wounds.items())
        lumps.append((replace(result, lump=spread), whole))
    return tuple(lumps)
