"""Fights that the AI plays for both sides, and what must hold of each: the test of the rules under way."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.rehearsal.fight import MOST_ROUNDS
from tests.load.chance import Faces
from tests.playing.duel import Duel, Player
from tests.playing.scenes import SIDES, Scene
from tests.rules.kit import reread

MOST_COMMANDS = 3_000
"""A fight that nothing leads on in is broken off; rounds are what ends one that goes on."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a fight of the AI against itself."""

    scene: str
    won: str | None
    """The side that stood in the end; None where both did, or none."""
    rounds: int
    commands: int
    refused: tuple[str, ...]
    """What it did and was refused, though it is offered only what may be done."""
    folds: bool
    """Whether what is written down reads back to the live state."""
    undone: bool
    """Whether the fight can be taken back, command by command, to where it began."""
    foreseen: tuple[tuple[float, bool], ...]
    """Of each attack: the chance to hit if all is answered as is usual, and whether it then did."""

    @property
    def faults(self) -> Iterator[str]:
        """Say what is wrong with it."""
        yield from self.refused
        if not self.folds:
            yield "the log does not fold to the live state"
        if not self.undone:
            yield "undoing all of it does not lead to the start"


def play(scene: Scene, seed: object, ai: Player, most_rounds: int = MOST_ROUNDS) -> Played:
    """Play a fight from its beginning until one side stands alone, or for so many rounds."""
    battle = scene.begun()
    told = Duel(battle, dict.fromkeys(SIDES, ai), Faces(seed), MOST_COMMANDS, most_rounds=most_rounds).play()
    return Played(
        scene.name,
        told.won,
        battle.state.round,
        told.commands,
        tuple(told.refused),
        reread(battle).state == battle.state,
        _leads_back(battle, scene),
        tuple(told.foreseen),
    )


def _leads_back(battle: Battle, scene: Scene) -> bool:
    again = reread(battle)
    while again.can_undo:
        again.handle(Command(do="undo"), Faces(0))
    return repr(again.state) == repr(scene.begun().state)


@dataclass(slots=True)
class Calibration:
    """Of attacks, with what chance each was to hit, and how many did."""

    attacks: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, foreseen: Iterable[tuple[float, bool]]) -> None:
        """Count more of them."""
        self.attacks += foreseen

    def tenths(self) -> Iterator["Tenth"]:
        """Give the attacks by the chance that was said, ten points at a time; what holds none is left out."""
        for low in range(0, 100, 10):
            found = [one for one in self.attacks if low <= 100 * one[0] < low + 10 + (low == 90)]
            if found:
                yield Tenth(low, found)

    @property
    def all(self) -> "Tenth":
        """Give all of them as one."""
        return Tenth(0, self.attacks)


@dataclass(frozen=True, slots=True)
class Tenth:
    """Attacks that were to hit with much the same chance."""

    low: int
    """In points: these and up to ten more."""
    attacks: Sequence[tuple[float, bool]]

    @property
    def expected(self) -> float:
        """Say how many were to hit."""
        return sum(chance for chance, _ in self.attacks)

    @property
    def came(self) -> int:
        """Say how many did."""
        return sum(hit for _, hit in self.attacks)

    @property
    def spread(self) -> float:
        """Give the standard deviation of how many hit."""
        return sqrt(sum(chance * (1 - chance) for chance, _ in self.attacks))

    def __str__(self) -> str:
        return (
            f"said {self.low} to {self.low + 10} %: {len(self.attacks)}, "
            f"{self.expected:.1f} (+-{1.96 * self.spread:.1f}) to hit, {self.came} did"
        )
