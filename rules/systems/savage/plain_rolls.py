"""Dice without aces, and the draw of a card (SW-41, SW-20)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.declared.cards import DECK
from rules.engine.dice import Faces, Roll, RollResult
from rules.engine.text import template
from rules.systems.savage.exploding_dice import example, totals
from rules.systems.savage.rolls import DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(RollResult):
    """Dice that are only added up."""

    uncapped: int | None = None

    def details(self) -> dict[str, Any]:
        """List what the cap has cut, where there is one."""
        return {} if self.uncapped is None else {"uncapped": self.uncapped}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainRoll(Roll[Plain]):
    """Dice without aces: running, deviation, direction, a bystander, hours (SW-41).

    `factor` multiplies the sum, and `cap` is the most that it may then be (SW-166).
    """

    sides: int
    dice: int = 1
    plus: int = 0
    factor: int = 1
    cap: int | None = None

    @property
    def takes_modifiers(self) -> bool:
        """Its dice stand as they lie."""
        return False

    @property
    def notation(self) -> str:
        """The dice."""
        plus = f"{self.plus:+d}" if self.plus else ""
        return f"{self.dice if self.dice > 1 else ''}d{self.sides}{plus}"

    def throw(self, faces: Faces) -> Plain:
        """Take the faces and add them up."""
        return self._read(tuple(faces(self.sides) for _ in range(self.dice)))

    def _read(self, faces: tuple[int, ...]) -> Plain:
        uncapped = (sum(faces) + self.plus) * self.factor
        return Plain(
            who=self.who,
            purpose=self.purpose,
            faces=faces,
            total=uncapped if self.cap is None else min(uncapped, self.cap),
            outcome=DONE,
            uncapped=None if self.cap is None else uncapped,
        )

    def outcomes(self) -> Sequence[tuple[Plain, float]]:
        """List the totals that differ."""
        found: dict[int, tuple[Plain, float]] = {}
        for total, chance in totals((self.sides,) * self.dice, aces=False).items():
            result = self._read(example((self.sides,) * self.dice, total, aces=False))
            before = found.get(result.total)
            found[result.total] = (result, chance + (before[1] if before else 0.0))
        return tuple(found.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class BystanderRoll(PlainRoll):
    """Who of `among` is hit by a stray shot, in the order listed: one die (SW-220)."""

    among: tuple[str, ...]

    def foreseen(self, target: str) -> Sequence[tuple[Plain, float]]:
        """Tell apart only whether it is the one in question: what is done to others is no matter here."""
        faces = range(1, self.sides + 1)
        mine = [face for face in faces if self.among[face - 1] == target]
        others = [face for face in faces if face not in mine]
        return [(self._read((some[0],)), len(some) / self.sides) for some in (mine, others) if some]


@dataclass(frozen=True, slots=True, kw_only=True)
class HoursRoll(PlainRoll):
    """How long somebody lies unconscious, which the odds need not know (SW-211)."""

    def foreseen(self, target: str) -> Sequence[tuple[Plain, float]]:
        """Reckon with one."""
        return ((self._read((1,) * self.dice), 1.0),)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDrawn(RollResult):
    """A card from the action deck; faces before the last were cards that are out."""

    card: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRoll(Roll[CardDrawn]):
    """The draw of one card of those that are still in the deck (SW-20)."""

    out: tuple[str, ...]

    @property
    def takes_modifiers(self) -> bool:
        """A card stands as it is drawn."""
        return False

    @property
    def notation(self) -> str:
        """What is done."""
        return template("the next card of the action deck")

    def throw(self, faces: Faces) -> CardDrawn:
        """Draw until a card comes that is in the deck."""
        taken: list[int] = []
        while not taken or DECK[taken[-1] - 1] in self.out:
            taken.append(faces(len(DECK)))
        return self._read(tuple(taken))

    def _read(self, faces: tuple[int, ...]) -> CardDrawn:
        card = DECK[faces[-1] - 1]
        return CardDrawn(
            who=self.who, purpose=self.purpose, faces=faces, total=faces[-1], outcome=DONE, card=card
        )

    def outcomes(self) -> Sequence[tuple[CardDrawn, float]]:
        """List the cards that are in the deck."""
        left = [face for face, card in enumerate(DECK, start=1) if card not in self.out]
        return tuple((self._read((face,)), 1 / len(left)) for face in left)
