"""Dice that anybody throws for anything, in the notation that players type: `3d6+2`, `2d8!`, `{d8!,d6!}kh1`.

3d6  d100  d%       so many dice with so many sides; one where no number stands before the d
4dT                 dice that a rule system reads in its own way (`System.free_dice`)
2d8!                each die at its highest is thrown again and added
4d6kh3  kl1         of these dice the highest, the lowest alone (`k` is `kh`)
4d6dl1  dh1         without the lowest, the highest
{d8!,d6!}kh1        of these parts the best; all added where nothing is said
3d6+d8-2            added and taken off
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.engine.dice import Faces, ThrownDie
from rules.engine.refusal import Refusal
from rules.engine.text import Gap, Text, text

LONGEST = 120
"""Letters of the longest notation."""
MOST_DICE = 100
"""Dice that one roll may begin with."""
MOST_SIDES = 1000
_MOST_ADDED = 100_000
_MOST_PARTS = 20
_MOST_AGAIN = 100
"""How often one die is thrown again at most."""

_DICE = re.compile(r"([0-9]*)d([0-9]+|%|[a-z])?", re.IGNORECASE | re.ASCII)
_KEEP = re.compile(r"(kh|kl|k|dh|dl)([0-9]*)", re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeDie:
    """A die that a rule system reads in its own way.

    Attributes:
        worth: what each face from 1 up is worth.
        explodes_from: the face from which on it is thrown again; 0 for never.
    """

    worth: tuple[int, ...]
    explodes_from: int = 0

    @property
    def sides(self) -> int:
        """Count its faces."""
        return len(self.worth)


@dataclass(frozen=True, slots=True)
class _Keep:
    """Which of several things count: so many of the highest or of the lowest."""

    count: int
    highest: bool
    drops: bool = False

    def kept(self, values: Sequence[int]) -> set[int]:
        """List the places of those that count; of equal ones the first."""
        order = sorted(range(len(values)), key=lambda n: values[n], reverse=self.highest)
        return set(order[self.count :] if self.drops else order[: self.count])


@dataclass(frozen=True, slots=True)
class _Dice:
    text: str
    count: int
    die: FreeDie
    is_own: bool
    keep: _Keep | None

    @property
    def number(self) -> int:
        """Count the dice to begin with."""
        return self.count

    def throw(self, faces: Faces) -> "_Thrown":
        """Throw them one after the other, each as often as it explodes."""
        chains = [_chain(self.die, faces) for _ in range(self.count)]
        values = [sum(self.die.worth[face - 1] for face in chain) for chain in chains]
        kept = set(range(self.count)) if self.keep is None else self.keep.kept(values)
        dice = tuple(
            ThrownDie(
                sides=self.die.sides,
                faces=chain,
                counts=n in kept and (not self.is_own or values[n] > 0),
            )
            for n, chain in enumerate(chains)
        )
        total = sum(values[n] for n in kept)
        return _Thrown(total, dice, (Part(self.text, total),))


@dataclass(frozen=True, slots=True)
class _Number:
    value: int
    number: int = 0

    def throw(self, faces: Faces) -> "_Thrown":
        """Give the number."""
        return _Thrown(self.value, (), (Part(str(self.value), self.value),))


@dataclass(frozen=True, slots=True)
class _Sum:
    """Terms with their signs."""

    terms: "tuple[tuple[int, _Term], ...]"
    text: str

    @property
    def number(self) -> int:
        """Count the dice to begin with."""
        return sum(term.number for _, term in self.terms)

    def throw(self, faces: Faces) -> "_Thrown":
        """Throw the terms in their order, and add them up."""
        total = 0
        dice: list[ThrownDie] = []
        parts: list[Part] = []
        for sign, term in self.terms:
            thrown = term.throw(faces)
            total += sign * thrown.total
            dice += thrown.dice
            parts += [
                replace(part, text=f"− {part.text}", value=-part.value) if sign < 0 else part
                for part in thrown.parts
            ]
        return _Thrown(total, tuple(dice), tuple(parts))


@dataclass(frozen=True, slots=True)
class _Group:
    """Sums of which some count."""

    sums: tuple[_Sum, ...]
    keep: _Keep | None

    @property
    def number(self) -> int:
        """Count the dice to begin with."""
        return sum(part.number for part in self.sums)

    def throw(self, faces: Faces) -> "_Thrown":
        """Throw all of them; what does not count is shown nevertheless."""
        thrown = [part.throw(faces) for part in self.sums]
        totals = [one.total for one in thrown]
        kept = set(range(len(thrown))) if self.keep is None else self.keep.kept(totals)
        dice = [
            die if n in kept else replace(die, counts=False)
            for n, one in enumerate(thrown)
            for die in one.dice
        ]
        parts = [Part(part.text, totals[n], counts=n in kept) for n, part in enumerate(self.sums)]
        return _Thrown(sum(totals[n] for n in kept), tuple(dice), tuple(parts))


_Term = _Dice | _Number | _Group


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a roll and what it came to."""

    text: str
    value: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class _Thrown:
    total: int
    dice: tuple[ThrownDie, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class FreeResult:
    """What came of free dice: the sum, each die as thrown, and what each part came to."""

    notation: str
    total: int
    dice: tuple[ThrownDie, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class FreeRoll:
    """Dice that can be thrown, as they were written."""

    notation: str
    _sum: _Sum = field(repr=False)

    def throw(self, faces: Faces) -> FreeResult:
        """Throw them: a die that explodes right away, then the next."""
        thrown = self._sum.throw(faces)
        return FreeResult(self.notation, thrown.total, thrown.dice, thrown.parts)


def _chain(die: FreeDie, faces: Faces) -> tuple[int, ...]:
    chain = [faces(die.sides)]
    while die.explodes_from and chain[-1] >= die.explodes_from and len(chain) <= _MOST_AGAIN:
        chain.append(faces(die.sides))
    return tuple(chain)


def read_dice(typed: str, own: Mapping[str, FreeDie] | None = None) -> FreeRoll:
    """Read dice as people write them.

    Args:
        own: the dice that rule systems read in their own way, by their capital letters.

    Raises:
        Refusal: `bad-dice`, saying what cannot be read and how it would be written.
    """
    notation = "".join(typed.split()).replace("−", "-").replace("–", "-")
    if not notation:
        raise _bad(text("Write which dice: 3d6+2, say."))
    if len(notation) > LONGEST:
        raise _bad(
            text(
                "A roll has at most {most} letters; this has {letters}.", most=LONGEST, letters=len(notation)
            )
        )
    reader = _Reader(notation, own or {})
    found = reader.sum()
    if reader.rest:
        raise _bad(reader.stray())
    if not found.number:
        raise _bad(text("There is no die in it: write 3d6, say, or d20+2."))
    if found.number > MOST_DICE:
        raise _bad(
            text("A roll has at most {most} dice; this has {number}.", most=MOST_DICE, number=found.number)
        )
    return FreeRoll(notation, found)


class _Reader:
    """Takes a notation from its beginning, piece by piece."""

    def __init__(self, text: str, own: Mapping[str, FreeDie]) -> None:
        self.text, self.own, self.at = text, own, 0

    @property
    def rest(self) -> str:
        return self.text[self.at :]

    def take(self, sign: str) -> bool:
        if self.rest.startswith(sign):
            self.at += len(sign)
            return True
        return False

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def stray(self) -> Text:
        """Say what stands where nothing of the kind can."""
        sign = self.rest[0]
        words = {
            "}": text("A } has no { before it."),
            ",": text("Parts are divided by commas only between { and }: {d8!,d6!}kh1."),
            "!": text("A ! stands right after the die that is thrown again: 2d8!."),
        }
        known = text("Dice are written 3d6, d100 or 2d8!, with + and −, kh2 or dl1.")
        return words.get(sign, text("{rest} cannot be read. {known}", rest=repr(self.rest[:12]), known=known))

    def sum(self, *, in_group: bool = False) -> _Sum:
        began, terms = self.at, []
        sign = -1 if self.take("-") else 1
        self.take("+")
        while True:
            terms.append((sign, self.term(in_group)))
            if len(terms) > _MOST_PARTS:
                raise _bad(text("A roll has at most {most} parts.", most=_MOST_PARTS))
            if self.take("+"):
                sign = 1
            elif self.take("-"):
                sign = -1
            else:
                return _Sum(tuple(terms), self.text[began : self.at])

    def term(self, in_group: bool) -> _Term:
        if not self.rest:
            before = self.text[self.at - 1 :][:1]
            raise _bad(text("Something is missing after the last {before}.", before=repr(before)))
        if self.take("{"):
            if in_group:
                raise _bad(text("A { cannot stand within another one."))
            return self.group()
        began = self.at
        if found := self.match(_DICE):
            return self.dice(began, found)
        if found := self.match(_NUMBER):
            if int(found[0]) > _MOST_ADDED:
                raise _bad(
                    text(
                        "A number in a roll is at most {most}; {number} is more.",
                        most=_MOST_ADDED,
                        number=found[0],
                    )
                )
            return _Number(int(found[0]))
        raise _bad(self.stray())

    def group(self) -> _Group:
        sums = [self.sum(in_group=True)]
        while self.take(","):
            sums.append(self.sum(in_group=True))
        if not self.take("}"):
            raise _bad(self.stray() if self.rest else text("A { lacks its }: {d8!,d6!}kh1."))
        if len(sums) > _MOST_PARTS:
            raise _bad(text("A roll has at most {most} parts.", most=_MOST_PARTS))
        return _Group(tuple(sums), self.keep(len(sums), text("parts")))

    def dice(self, began: int, found: re.Match[str]) -> _Dice:
        count, sides = int(found[1] or 1), found[2]
        if sides is None:
            raise _bad(
                text(
                    "{dice} lacks the sides of the dice: {count}d6, say.",
                    dice=repr(found[0]),
                    count=found[1],
                )
            )
        if not 1 <= count <= MOST_DICE:
            raise _bad(text("A roll has 1 to {most} dice; {count} are not.", most=MOST_DICE, count=count))
        die, is_own = self.die(sides)
        if self.take("!"):
            if is_own:
                raise _bad(
                    text(
                        "A d{letter} is thrown again by its own rules: leave the ! out.", letter=sides.upper()
                    )
                )
            if die.sides == 1:
                raise _bad(text("A die with one side would be thrown again without end: leave the ! out."))
            die = replace(die, explodes_from=die.sides)
        keep = self.keep(count, text("dice"))
        return _Dice(self.text[began : self.at], count, die, is_own, keep)

    def die(self, sides: str) -> tuple[FreeDie, bool]:
        if sides.isalpha():
            found = self.own.get(sides.upper())
            if found is None:
                known = ", ".join(f"d{letter}" for letter in sorted(self.own))
                more = text(" Besides numbers there is {known}.", known=known) if known else ""
                raise _bad(
                    text(
                        "There is no die d{letter}: write a number of sides, such as d6.{more}",
                        letter=sides.upper(),
                        more=more,
                    )
                )
            return found, True
        number = 100 if sides == "%" else int(sides)
        if not 1 <= number <= MOST_SIDES:
            raise _bad(text("A die has 1 to {most} sides; {number} are not.", most=MOST_SIDES, number=number))
        return FreeDie(worth=tuple(range(1, number + 1))), False

    def keep(self, count: int, what: Text) -> _Keep | None:
        found = self.match(_KEEP)
        if found is None:
            return None
        kind, number = found[1].lower(), int(found[2] or 1)
        drops = kind in ("dh", "dl")
        if not 1 <= number <= count - drops:
            most = count - drops
            raise _bad(_not_kept(found[0], count, what, most, drops=drops))
        return _Keep(number, highest=kind in ("k", "kh", "dh"), drops=drops)


def _not_kept(sign: str, count: int, what: Text, most: int, *, drops: bool) -> Text:
    if not most:
        none = text("{sign}: of {count} {what} none can be dropped.", sign=sign, count=count, what=what)
        kept = text("{sign}: of {count} {what} none can be kept.", sign=sign, count=count, what=what)
        return none if drops else kept
    some: dict[str, Gap] = {"sign": sign, "count": count, "what": what, "most": most}
    if drops:
        return text("{sign}: of {count} {what} 1 to {most} can be dropped.", **some)
    return text("{sign}: of {count} {what} 1 to {most} can be kept.", **some)


def _bad(said: Text) -> Refusal:
    return Refusal("bad-dice", said)
