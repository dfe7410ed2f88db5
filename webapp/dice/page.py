"""What the page of dice shows: each kind of die with how often each face came, and what that means."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from rules.engine.declared.cards import DECK
from rules.engine.text import Text, Words, text
from webapp.dice.evenness import Evenness, evenness
from webapp.dice.told_rolls import ToldRoll

_MOST_BARS, _MOST_GROUPS = 20, 6
"""Bars of faces, and of groups of faces, that have room beside one another."""
_UNUSUAL = 0.05
"""What comes by chance more seldom than this is told as uneven."""
_SELDOM = 0.01
"""What comes more seldom than this stands out."""
_HARDLY_EVER = 1e-6
_CARDS = 0
"""The kind that stands for cards, among the sides of dice."""
GM = text("The GM")


@dataclass(frozen=True, slots=True)
class BarView:
    """How often a face came, or one of some neighbouring faces."""

    label: str
    count: int
    height: int
    """In hundredths of what twice the expected count would have; at most 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindView:
    """One kind of die."""

    name: Words
    person: str
    """Who threw it, where real dice are told by person."""
    thrown: int
    bars: tuple[BarView, ...]
    meaning: Text
    is_odd: bool
    figures: Text | None
    """The figures behind the meaning; None where there are too few dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceView:
    """The dice of a fight."""

    server: tuple[KindView, ...]
    """Those that the server threw."""
    real: tuple[KindView, ...]
    """Those that people threw, person by person."""
    sealed: int
    """How many rolls are under the seal."""
    unsealed: int
    """How many rolls of the server are not."""
    real_rolls: int
    unknown: int
    """How many real dice there are of which it is not known how many sides they have."""


def dice_view(rolls: Iterable[ToldRoll], people: Callable[[str], str]) -> DiceView:
    """Count dice.

    Args:
        people: names who throws the real dice of a combatant.
    """
    server: dict[int, list[int]] = defaultdict(list)
    real: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    rolls = tuple(rolls)
    for roll in rolls:
        into = real[people(roll.who)] if roll.is_real else server
        for sides, face in zip(roll.sides, roll.faces, strict=False):
            into[_CARDS if roll.is_cards else sides].append(face)
    thrown = [roll for roll in rolls if not roll.is_real]
    return DiceView(
        server=_kinds(server),
        real=tuple(kind for person in sorted(real) for kind in _kinds(real[person], person)),
        sealed=sum(bool(roll.serial) for roll in thrown),
        unsealed=sum(not roll.serial for roll in thrown),
        real_rolls=len(rolls) - len(thrown),
        unknown=sum(len(roll.faces) for roll in rolls if roll.is_real and not roll.sides),
    )


def _kinds(found: Mapping[int, list[int]], person: str = "") -> tuple[KindView, ...]:
    return tuple(_kind(sides, found[sides], person) for sides in sorted(found))


def _kind(sides: int, faces: list[int], person: str) -> KindView:
    counts = [0] * (sides or len(DECK))
    for face in faces:
        counts[face - 1] += 1
    test = evenness(counts)
    return KindView(
        name=text("Cards") if sides == _CARDS else f"d{sides}",
        person=person,
        thrown=len(faces),
        bars=_bars(counts, test),
        meaning=meaning(test),
        is_odd=test is not None and test.chance < _SELDOM,
        figures=None if test is None else _figures(test),
    )


def _bars(counts: list[int], test: Evenness | None) -> tuple[BarView, ...]:
    """Lay the counts out: a bar a face, or one for several where there are many."""
    sides = len(counts)
    groups = test.groups if test is not None else sides
    if groups < sides or sides > _MOST_BARS:
        groups = next(n for n in range(min(groups, _MOST_GROUPS), 0, -1) if sides % n == 0)
    size = sides // groups
    sums = [sum(counts[at : at + size]) for at in range(0, sides, size)]
    full = 2 * sum(counts) / groups
    labels = [str(at + 1) if size == 1 else f"{at + 1}–{at + size}" for at in range(0, sides, size)]
    return tuple(
        BarView(label, n, min(100, round(100 * n / full))) for label, n in zip(labels, sums, strict=True)
    )


def meaning(test: Evenness | None) -> Text:
    """Say in plain words what a test has found."""
    if test is None:
        return text("Too few to tell.")
    if test.chance < _HARDLY_EVER:
        return text("Uneven: by chance this is seen less than once in a million fights.")
    if test.chance < _UNUSUAL:
        return text("Uneven: by chance this is seen about once in {n} fights.", n=round(1 / test.chance))
    if test.chance > 1 - _SELDOM:
        n = min(round(1 / max(1 - test.chance, _HARDLY_EVER)), round(1 / _HARDLY_EVER))
        return text("Evener than chance mostly is: this is seen about once in {n} fights.", n=n)
    return text(
        "Nothing unusual: by chance alone, {n} of 100 fights are as uneven.", n=round(100 * test.chance)
    )


def _figures(test: Evenness) -> Text:
    return text(
        "χ² = {value}, {n} degrees of freedom, p = {chance}",
        value=f"{test.chi_square:.1f}",
        n=test.groups - 1,
        chance=f"{test.chance:.3f}" if test.chance >= 0.001 else f"{test.chance:.1e}",
    )
