"""What all actions share: the price, the effort at four wounds, what follows (AT-55, AT-95 to AT-101)."""

from dataclasses import dataclass

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.atomic.events import AllowanceSpent, ConditionChanged, GrantUsed
from rules.systems.atomic.harm.injury import make_effort
from rules.systems.atomic.house import GRANTED
from rules.systems.atomic.state import AtomicState, Condition, Fighter
from rules.systems.atomic.turns.turn_order import end_turn_if_out, is_last_action

_LAST_STAND = text("last stand")


@dataclass(frozen=True, slots=True)
class Start:
    """An action that has been paid for: the penalty on its own roll, and what is to follow it."""

    who: str
    penalty: tuple[Modifier, ...] = ()
    is_lost: bool = False
    is_last: bool = False


def granted_penalty(fighter: Fighter) -> tuple[Modifier, ...]:
    """Give the penalty of the action that a last stand granted (AT-98, AT-101)."""
    granted: int | None = fighter.state.granted
    if not granted:
        return ()
    usual = GRANTED.added(fighter.house, _LAST_STAND)
    return (usual if granted == usual.value else Modifier(_LAST_STAND, granted, "AT-98"),)


def start_action(view: BattleView, who: str, allowance: str, action: str) -> Exchange[Start]:
    """Spend what an action costs, and make the effort that it needs (AT-55, AT-60, AT-61, AT-95, AT-98)."""
    fighter = view.combatant(who)
    state: AtomicState = fighter.state
    if state.granted is not None:
        yield GrantUsed(who=who)
        return Start(who, granted_penalty(fighter), is_last=is_last_action(state))
    yield AllowanceSpent(who=who, allowance=allowance)
    penalty = yield from make_effort(view, who, action)
    return Start(who, penalty or (), is_lost=penalty is None)


def finish_action(view: BattleView, start: Start) -> Exchange[None]:
    """Let follow what follows an action: the collapse after the last one, a turn's end (AT-47, AT-99)."""
    if start.is_last and view.combatant(start.who).state.condition is Condition.DYING:
        yield ConditionChanged(who=start.who, condition=Condition.COLLAPSED)
    yield from end_turn_if_out(view)
