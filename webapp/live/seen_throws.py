"""Dice that are seen to roll, and cards that are seen to be dealt: those of a reader's log, and no others.

The page plays them as they were thrown on the server. Real dice have rolled on the table already, and a roll
that is only reckoned anew rolls no second time.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rules.engine.battle_events import Amended
from rules.engine.dice import ThrownDie
from rules.engine.free_dice import FreeDie
from rules.engine.shown import Card
from rules.engine.system import System
from webapp.battle_log.chronicle import LogLine, RollView

MOST = 12
"""Dice or cards of one throw that are shown; the rest are in the log."""

SeenThrow = dict[str, Any]


def throws_of(lines: Sequence[LogLine], system: System) -> list[SeenThrow]:
    """Give what is seen to be thrown and dealt of lines that are new."""
    if any(line.kind == Amended.kind for line in lines):
        return []
    thrown = (_throw_of(line, system) for line in lines)
    return [throw for throw in thrown if throw is not None]


def dice_seen(who: str | None, dice: Iterable[ThrownDie], own: Collection[FreeDie] = ()) -> SeenThrow:
    """Give dice as a page rolls them.

    Args:
        who: beside whose token they fall.
        own: the dice that a system reads in its own way, of which these may be.
    """
    dice = tuple(dice)[:MOST]
    sides = {die.sides for die in dice}
    special = next((die for die in own if sides == {die.sides}), None)
    return {
        "id": who,
        "dice": [
            {"sides": die.sides, "faces": list(die.faces), "role": die.role, "counts": die.counts}
            for die in dice
        ],
        "cards": [],
        "own": None if special is None else {"worth": list(special.worth), "again": special.explodes_from},
    }


def _throw_of(line: LogLine, system: System) -> SeenThrow | None:
    if line.roll is not None:
        dice = _thrown(line.roll)
        own = system.free_dice.values() if line.roll.dice else ()
        return dice_seen(line.roll.who, dice, own) if dice else None
    if line.cards:
        return {"id": line.who, "dice": [], "cards": [*map(_card, line.cards[:MOST])], "own": None}
    return None


def _thrown(roll: RollView) -> tuple[ThrownDie, ...]:
    """List the dice of a roll that the server threw, one by one."""
    if not roll.threw or len(roll.threw) != len(roll.faces):
        return ()
    if sum(len(die.faces) for die in roll.dice) == len(roll.threw):
        return roll.dice
    pairs = zip(roll.threw, roll.faces, strict=True)
    return tuple(ThrownDie(sides=sides, faces=(face,)) for sides, face in pairs)


def _card(card: Card) -> dict[str, Any]:
    return {"sign": card.sign, "suit": card.suit, "red": card.red, "special": card.special}
