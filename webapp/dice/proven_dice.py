"""Writing the file of a fight's dice: what its reader was told of, with the proofs that go with it.

Proofs take some milliseconds each, so that this is work for a thread of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rules.engine.text import Words
from webapp.dice.dice_file import MOST_ROLLS, DiceFile, FileRoll, LaneProof
from webapp.dice.sealed import DiceKey, Thrower
from webapp.dice.told_rolls import ToldRoll


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """Who a file of dice is for."""

    owns: frozenset[str] | None
    """The throwers whose rolls they are told every one of; None for those of all, as the GM is."""
    people: Callable[[str], str]
    """Names who throws a combatant's real dice."""
    told: Callable[[Words], str]
    """Says words in the reader's language."""

    def has_lane(self, thrower: Thrower) -> bool:
        """Say whether they may tell all rolls of a thrower apart."""
        return self.owns is None or (thrower.who in self.owns and not thrower.quiet)


def write_dice(
    key: DiceKey, rolls: Sequence[ToldRoll], reader: Reader, table: str, *, is_logged: bool
) -> DiceFile:
    """Write down what a reader was told of a fight's dice; of very many rolls the latest."""
    kept = rolls[-MOST_ROLLS:]
    throwers = dict.fromkeys(roll.thrower for roll in kept if roll.serial)
    lanes = [thrower for thrower in throwers if len(kept) == len(rolls) and reader.has_lane(thrower)]
    file = DiceFile(
        table=table,
        seal=key.seal,
        is_logged=is_logged,
        lanes=[LaneProof(who=one.who, quiet=one.quiet, proof=key.lane_proof(one).hex()) for one in lanes],
        rolls=[_written(key, roll, reader) for roll in kept],
    )
    return file.model_copy(update={"whole": key.proof(file.name).hex()})


def _written(key: DiceKey, roll: ToldRoll, reader: Reader) -> FileRoll:
    ticket = key.ticket(roll.thrower, roll.serial) if roll.serial else b""
    return FileRoll(
        who=roll.who,
        name=reader.told(roll.name)[:500],
        what=reader.told(roll.what)[:500],
        faces=list(roll.faces),
        sides=list(roll.sides),
        quiet=roll.thrower.quiet,
        by=reader.people(roll.who) if roll.is_real else "",
        ticket=ticket.hex(),
        proof=key.roll_proof(ticket).hex() if ticket else "",
    )
