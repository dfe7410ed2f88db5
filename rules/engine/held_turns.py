"""Turns that were put off, on Hold say, and may be taken now that nobody else acts."""

from collections.abc import Iterator

from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.state import BattleState
from rules.engine.system import System


def held_turns(system: System, state: BattleState) -> Iterator[Command]:
    """Give, for each who may take up their turn while nobody acts, the command by which they do."""
    action = system.turns.takes_held_turn
    if not action or not state.running or state.active is not None or state.prompt is not None:
        return
    position = Position(system, state)
    for who in system.turns.waiting(state):
        command = Command(do=action, actor=who)
        if position.check(command) is None:
            yield command


def held_turn(system: System, state: BattleState, who: str) -> Command | None:
    """Give the command by which one of them takes up their turn; None for who may not."""
    return next((command for command in held_turns(system, state) if command.actor == who), None)
