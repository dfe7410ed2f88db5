"""Dice as sheets write them, and damage expressions (SW-03, SW-13)."""

import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, PlainValidator

from rules.engine.text import Words, joined, text

SIDES = (4, 6, 8, 10, 12)
WILD_DIE = 6
_DIE = re.compile(r"d(4|6|8|10|12)(?:([+-])([1-8]))?")
_TERM = re.compile(r"([+-])(?:(Str)|(\d*)d(4|6|8|10|12)|(\d+))")
_MOST_DICE = 20
_STR = text("Str")


@dataclass(frozen=True, slots=True)
class Die:
    """One die with a fixed number beside it: `d8`, `d12+2`."""

    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"d{self.sides}{self.plus:+d}" if self.plus else f"d{self.sides}"

    @property
    def half(self) -> int:
        """Half the die and half its number, which is rounded towards 0 (SW-03, SW-04)."""
        return self.sides // 2 + int(self.plus / 2)

    @property
    def step(self) -> int:
        """Which of the five dice it is, from 0 for a d4."""
        return SIDES.index(self.sides)


def read_die(value: Any) -> Die:
    """Read a die. Raises ValueError."""
    if isinstance(value, Die):
        return value
    found = _DIE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise ValueError(
            f"a die is d4, d6, d8, d10 or d12, with +1 to +8 or -1 to -8 maybe; {value!r} is none"
        )
    sides, sign, plus = found.groups()
    return Die(int(sides), int(f"{sign}{plus}") if plus else 0)


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a damage expression: `count` dice of `sides`; Strength has 0 sides, a number has 1."""

    sign: int
    count: int
    sides: int


STRENGTH_TERM = 0
NUMBER_TERM = 1


@dataclass(frozen=True, slots=True)
class Damage:
    """A damage expression, such as `Str+d6` or `2d6`."""

    text: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> Words:
        """The expression as people read it."""
        before, *after = self.text.split("Str")
        return joined((before, *(part for rest in after for part in (_STR, rest))), "") if after else before

    @property
    def uses_strength(self) -> bool:
        """Whether the attacker's Strength is part of it."""
        return any(term.sides == STRENGTH_TERM for term in self.terms)


def read_damage(value: Any) -> Damage:
    """Read a damage expression. Raises ValueError."""
    if isinstance(value, Damage):
        return value
    words = f"damage is made of Str, dice like 2d6 and whole numbers, joined by + or -; {value!r} is not"
    if not isinstance(value, str):
        raise ValueError(words)
    rest = value.replace(" ", "")
    rest = rest if rest.startswith(("+", "-")) else f"+{rest}"
    terms, at = [], 0
    while at < len(rest):
        found = _TERM.match(rest, at)
        if found is None:
            raise ValueError(words)
        at = found.end()
        sign, strength, count, sides, number = found.groups()
        if strength:
            term = Term(int(f"{sign}1"), 1, STRENGTH_TERM)
        elif sides:
            term = Term(int(f"{sign}1"), int(count or 1), int(sides))
        else:
            term = Term(int(f"{sign}1"), int(number), NUMBER_TERM)
        terms.append(term)
    dice = sum(term.count for term in terms if term.sides != NUMBER_TERM)
    if not terms or dice > _MOST_DICE or any(t.count > 99 or (t.count < 1 < t.sides) for t in terms):
        raise ValueError(f"{words}; at most {_MOST_DICE} dice")
    return Damage(value, tuple(terms))


_DieText = Annotated[
    str, Field(pattern=f"^{_DIE.pattern}$", examples=["d4", "d6", "d8", "d10", "d12", "d12+1", "d12+2"])
]
_DamageText = Annotated[str, Field(examples=["Str", "Str+d4", "Str+d6", "Str+d8", "2d6", "2d8", "3d6"])]
DieField = Annotated[
    Die, PlainValidator(read_die, json_schema_input_type=_DieText), PlainSerializer(str, return_type=str)
]
DamageField = Annotated[
    Damage,
    PlainValidator(read_damage, json_schema_input_type=_DamageText),
    PlainSerializer(str, return_type=str),
]
