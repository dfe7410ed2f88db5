"""Checking a file of dice: every die under the seal is thrown again, and must show what the file says."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from rules.engine.text import Text, counted, joined, text
from webapp.dice.dice_file import DiceFile, FileRoll
from webapp.dice.sealed import Thrower, proven_faces, proven_lane, ticket_in
from webapp.dice.vrf import proven_number

_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a file."""

    agree: int
    """Rolls whose every die came out again as it is told."""
    followed: int
    """How many of these are known to be the next roll of their thrower each."""
    real: int
    """Rolls of real dice, which nobody can throw again."""
    unproven: int
    """Rolls of the server that are under no seal."""
    is_logged: bool
    """Whether the log is said to tell of the seal."""
    problems: tuple[Text, ...]
    """What does not agree, of much the first; nothing where all does."""

    @property
    def sentence(self) -> Text:
        """Say in one sentence what came of it."""
        if self.problems:
            return self.problems[0]
        said = [counted("{n} roll agrees with the seal.", "{n} rolls agree with the seal.", n=self.agree)]
        if self.real:
            said.append(counted("{n} was of real dice.", "{n} were of real dice.", n=self.real))
        if self.unproven:
            said.append(
                counted(
                    "{n} is under no seal, and proves nothing.",
                    "{n} are under no seal, and prove nothing.",
                    n=self.unproven,
                )
            )
        if self.agree and not self.is_logged:
            said.append(text("The log of the fight does not tell of this seal."))
        return joined(said, " ")


_Numbered = Sequence[tuple[int, FileRoll]]
"""Rolls under the seal, each with its place in the file, from 1."""


def verify(file: DiceFile) -> Verdict:
    """Check all that a file of dice says. Takes some milliseconds for each roll."""
    sealed = [(n, roll) for n, roll in enumerate(file.rolls, 1) if roll.ticket or roll.proof]
    real = sum(bool(roll.by) for roll in file.rolls if not (roll.ticket or roll.proof))
    problems = [*_of_rolls(file, sealed), *_of_lanes(file, sealed)]
    if proven_number(bytes.fromhex(file.seal), file.name, _bytes(file.whole)) is None:
        problems.append(text("This file was changed since it was written: its own proof does not hold."))
    lanes = {(lane.who, lane.quiet) for lane in file.lanes}
    return Verdict(
        agree=len(sealed),
        followed=sum((roll.who, roll.quiet) in lanes for _, roll in sealed),
        real=real,
        unproven=len(file.rolls) - len(sealed) - real,
        is_logged=file.is_logged,
        problems=tuple(problems[:_MOST_PROBLEMS]),
    )


def _of_rolls(file: DiceFile, sealed: _Numbered) -> Iterator[Text]:
    """Throw each roll again; each ticket may be used once."""
    used = set[str]()
    for number, roll in sealed:
        why = _wrong(file, roll, used)
        used.add(roll.ticket)
        if why is not None:
            yield text(
                "Roll {n} ({who}, {what}) does not agree: {why}.",
                n=number,
                who=roll.name,
                what=roll.what,
                why=why,
            )


def _wrong(file: DiceFile, roll: FileRoll, used: Set[str]) -> Text | None:
    """Tell what is wrong with a roll; None for nothing."""
    thrown = proven_faces(bytes.fromhex(file.seal), _bytes(roll.ticket), _bytes(roll.proof))
    if thrown is None:
        return text("its proof does not hold")
    if roll.ticket in used:
        return text("another roll has the same ticket")
    found = [thrown(sides) for sides in roll.sides]
    if found == roll.faces:
        return None
    return text("the seal has {faces}", faces=" ".join(map(str, found)) or text("no dice"))


def _of_lanes(file: DiceFile, sealed: _Numbered) -> Iterator[Text]:
    """Look whether each roll of a thrower whose lane is known is the next one of the lane."""
    for lane in file.lanes:
        thrower = Thrower(lane.who, lane.quiet)
        secret = proven_lane(bytes.fromhex(file.seal), thrower, _bytes(lane.proof))
        if secret is None:
            yield text("The proof of the rolls of {who} does not hold.", who=lane.who)
            continue
        own = [(n, roll) for n, roll in sealed if (roll.who, roll.quiet) == (lane.who, lane.quiet)]
        for place, (number, roll) in enumerate(own, 1):
            if _bytes(roll.ticket) != ticket_in(secret, place):
                yield text(
                    "Roll {n} ({who}, {what}) is not its thrower's next one: one is left out, or put in.",
                    n=number,
                    who=roll.name,
                    what=roll.what,
                )
                break


def _bytes(digits: str) -> bytes:
    """Read hex digits; what is none proves nothing."""
    return bytes.fromhex(digits) if len(digits) % 2 == 0 else b""
