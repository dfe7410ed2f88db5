"""What may still be done in a turn: how often an attack fits into what is left, and what that gains."""

from rules.ai.blows import Blow
from rules.engine.position import Position
from rules.engine.state import BattleState, BattleView
from rules.engine.system import System

_MOST_TIMES = 6


def times_left(system: System, state: BattleState, blow: Blow | None) -> int:
    """Say how often an attack may still be made in this turn, 0 where it may not at all.

    It is counted by the price where that says how much is left to pay with; else it may be made once.
    """
    if blow is None or Position(system, state).check(blow.command) is not None:
        return 0
    action = system.action(blow.command.do)
    assert action is not None, "it may be done"
    price = action.price(BattleView(state), blow.command)
    if price.ends_turn or not price.amount or price.left is None:
        return 1
    return max(1, min(_MOST_TIMES, int(price.left / price.amount)))


def gain_of(gain: float, most: float, times: int) -> float:
    """Give what an attack may be expected to gain that is made so often, each time of what is left.

    Args:
        gain: what it gains once.
        most: what there is to gain, all of the target.
    """
    if gain <= 0 or times == 0:
        return 0.0
    if times == 1 or gain >= most:
        return gain
    return most * (1 - (1 - gain / most) ** times)
