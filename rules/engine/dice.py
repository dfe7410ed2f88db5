"""Roll requests: a roll knows how it is thrown and how its results are distributed.

A system subclasses `Roll` for its own dice. The two halves must agree, which a property test checks for every
roll of every system: throwing all the faces with their weights gives the distribution, lump by lump.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from rules.engine.text import Words, in_full

TABLE = "table"
"""Who rolls when nobody in particular does."""


@dataclass(frozen=True, slots=True)
class Modifier:
    """A number added to a roll, with the words and the rule that give it."""

    label: Words
    value: int
    rule: str


Faces = Callable[[int], int]
"""Hand out the next face of a die with so many sides, 1 to sides."""


class FaceSource(Protocol):
    """Where the faces of a battle come from: a seeded generator, a list, a record, a person."""

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face for that roll; raise `Refusal` when there is none."""
        ...


@runtime_checkable
class HandSource(FaceSource, Protocol):
    """A source that knows who throws real dice, whatever the battle says of them: people have it set so."""

    def is_by_hand(self, who: str) -> bool:
        """Say whether this combatant's dice are typed in."""
        ...


@runtime_checkable
class RollSource(FaceSource, Protocol):
    """A source that counts rolls: the faces of each are its own, whatever is thrown by others meanwhile."""

    def open_roll(self, who: str, purpose: str, *, quiet: bool, serial: int | None = None) -> int:
        """Turn to a roll, before its first face is asked for; give its number among its thrower's.

        Args:
            serial: the number of a roll whose faces come again from the first on; 0 for dice under no number.
                None is the thrower's next roll.
        """
        ...


@runtime_checkable
class SealedSource(FaceSource, Protocol):
    """A source whose faces anybody can check."""

    @property
    def seal(self) -> str:
        """What they are checked against, to be told to everybody before the first of them falls."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrownDie:
    """One die of a roll as it is shown: with more than one face it was thrown again for each but the last.

    Attributes:
        role: what tells it from the other dice, such as `wild`; empty for an ordinary one.
        counts: whether what it shows went into what came of the roll.
        came: what came of this die alone, in words, where each is read by itself.
    """

    sides: int
    faces: tuple[int, ...]
    role: str = ""
    counts: bool = True
    came: str = ""


@dataclass(frozen=True, slots=True)
class ThrownAgain:
    """Which dice of a roll are thrown again at once, besides those at their highest.

    Attributes:
        explodes_from: the face from which on a die is thrown again, and its next face comes right after.
        duds_to: the highest face of a dud.
        duds: so many duds, the first ones, are thrown again once each, and that comes right after too.
    """

    explodes_from: int
    duds_to: int = 0
    duds: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RollResult:
    """What came of a roll; systems add what their rules read from it (`details`).

    `faces` are in the order thrown. In odds a result stands for a lump of throws that the rules cannot tell
    apart; its faces are then those of one of them.
    """

    who: str
    purpose: str
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    total: int
    target: int | None = None
    outcome: str
    """Empty where the rules read nothing from the dice, or not yet."""
    dice: tuple[ThrownDie, ...] = ()
    """The dice one by one, where a system tells them apart; its faces are all there is to show otherwise."""

    @property
    def modifier(self) -> int:
        """The sum of the modifiers."""
        return sum(m.value for m in self.modifiers)

    def details(self) -> dict[str, Any]:
        """List the system's own readings, JSON-able; empty by default."""
        return {}


R_co = TypeVar("R_co", bound=RollResult, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(ABC, Generic[R_co]):
    """A request for dice, made by rule code and answered by a driver with a result."""

    who: str
    purpose: str
    label: Words = ""
    modifiers: tuple[Modifier, ...] = field(default=())
    quiet: bool = False
    """Whether an event of its own tells what comes of it, so that no log tells the roll itself."""

    @property
    def key(self) -> str:
        """`who.purpose`, as scenario files name it."""
        return f"{self.who}.{self.purpose}"

    @property
    @abstractmethod
    def notation(self) -> Words:
        """The dice in the words of the table, such as `d100`: what a person with real dice is asked for."""

    @property
    def takes_modifiers(self) -> bool:
        """Whether a modifier changes what comes of it: not where a face is a place in a list, or a card."""
        return True

    @property
    def explodes(self) -> bool:
        """Whether a die that shows its highest face is thrown again, and its next face comes right after."""
        return False

    @property
    def again(self) -> ThrownAgain | None:
        """Say which dice are thrown again, where that is more than `explodes` says."""
        return None

    @property
    def by_hand(self) -> str:
        """The dice to lay out fields for, such as `2d6`: what a person types the faces of; none for none."""
        return in_full(self.notation)

    @abstractmethod
    def throw(self, faces: Faces) -> R_co:
        """Take faces, one a die in the order thrown, and read them."""

    @abstractmethod
    def outcomes(self) -> Sequence[tuple[R_co, float]]:
        """List the results that the rules can tell apart with their chances, which add up to 1."""

    def foreseen(self, target: str) -> Sequence[tuple[R_co, float]]:
        """List the results that the odds reckon with: all, unless a rule leaves some of them aside."""
        return self.outcomes()
