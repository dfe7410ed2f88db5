"""What is made ready over several turns, by doing the same in each: a magazine that takes three to change."""

from collections.abc import Iterator

from rules.ai.blows import Blows, in_free_play
from rules.ai.foresight import likeliest, maker_of
from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState

MOST_TURNS = 3
"""For so many turns more it is foreseen that somebody does the same again."""
PATIENCE = 0.6
"""What is left of the worth of an attack for each of these turns."""


def over_turns(blows: Blows, after: BattleState, command: Command) -> Iterator[BattleState]:
    """Give where it leads to do the same in each of the next turns too, while that makes a difference.

    Args:
        after: what doing it once has led to.
    """
    who = command.actor or ""
    for _ in range(MOST_TURNS):
        if who not in after.combatants:
            return
        try:
            begun = in_free_play(blows.in_its_turn(after, who))
            again = likeliest(begun, maker_of(Position(blows.system, begun).plan(command))).state
        except Refusal:
            return
        if who not in again.combatants or again.combatants[who].state == after.combatants[who].state:
            return
        yield again
        after = again
