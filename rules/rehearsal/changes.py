"""What is changed of a fight to compare it: by the GM's own commands, so that all of them can be tried."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.command import Command
from rules.engine.dice import FaceSource
from rules.engine.exchange import Play
from rules.engine.position import Position
from rules.engine.state import BattleState, BattleView
from rules.engine.system import find_system
from rules.engine.text import Text
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.fight import rolled_here


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A change of the state that fights begin with, or of how they begin."""

    words: Text
    commands: tuple[Command, ...] = ()
    """What the GM does before, in order."""
    begin: Mapping[str, Any] | None = None
    """What is said as the fight begins, for one that has not begun (who is surprised, say)."""


def with_change(state: BattleState, change: Change) -> BattleState:
    """Give the state that a change makes of another, at which no question may be open.

    Its own dice (a newcomer's place in the order, say) are the same each time. Raises `Refusal`.
    """
    state, faces = rolled_here(state), DiceStreams("change", 0)
    for command in change.commands:
        state = _carried_out(state, command, faces)
    return state


def _carried_out(state: BattleState, command: Command, faces: FaceSource) -> BattleState:
    view = BattleView(state)
    play = Play(view, Position(find_system(state.system), state).exchange(command)(view))
    play.start(faces)
    while not play.done:
        prompt = play.view.state.prompt
        assert prompt is not None, "it waits for an answer"
        play.answer("roll" if play.waiting_roll else prompt.default, {}, faces)
    return play.view.state
