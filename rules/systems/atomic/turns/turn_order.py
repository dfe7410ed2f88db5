"""Initiative, turns, and what their start and end bring (AT-41 to AT-49, AT-98, AT-100)."""

from collections.abc import Iterable

from rules.engine.battle_events import BattleBegun, BattleEnded, OrderChanged, TurnEnded, TurnStarted
from rules.engine.declared.system_rules import placed
from rules.engine.exchange import Exchange, throw
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import text
from rules.systems.atomic.events import (
    ConditionChanged,
    ConsciousRoundSpent,
    GrantLost,
    InitiativeTaken,
    Refreshed,
)
from rules.systems.atomic.house import REFLEX_TIES
from rules.systems.atomic.rolls import PercentileRoll
from rules.systems.atomic.state import AtomicState, Condition

_INITIATIVE = text("initiative")


def begin(view: BattleView) -> Exchange[None]:
    """Roll initiative for all, in the order listed, and start the first turn (AT-42, AT-43, AT-48)."""
    everybody = tuple(view.state.combatants)
    if all(is_out(view, who) for who in everybody):
        said = text(
            "Nobody here can act: all are dead or have collapsed. Add somebody, or set a state first."
        )
        raise Refusal("cannot-act", said, "AT-47")
    for who in everybody:
        yield from roll_initiative(view, who)
    yield BattleBegun(order=in_order(view.state, everybody), clock={"round": 1})
    for who in everybody:
        yield Refreshed(who=who)
    yield from _give_turn(view, view.state.order, 1)


def roll_initiative(view: BattleView, who: str) -> Exchange[None]:
    """Roll one combatant's initiative against INIT (AT-43)."""
    house = view.state.house
    base = view.combatant(who).sheet.init(house)
    roll = yield from throw(
        PercentileRoll(who=who, purpose="initiative", label=_INITIATIVE, base=base, house=house)
    )
    yield InitiativeTaken(who=who, face=roll.face, succeeded=roll.succeeded)


def in_order(state: BattleState, everybody: Iterable[str]) -> tuple[str, ...]:
    """Put combatants in the order of their initiative, first to act first (AT-44, AT-45, AT-46).

    The sort keeps the order of the list where all else is equal.
    """

    def rank(who: str) -> tuple[bool, int, int]:
        rolled = state.shared.initiative[who]
        tie = state.combatants[who].sheet.attributes.reflex if REFLEX_TIES.on(state.house) else 0
        return not rolled.succeeded, -rolled.face, -tie

    return tuple(sorted(everybody, key=rank))


def join(view: BattleView, who: str) -> Exchange[None]:
    """Roll for somebody who comes late, and put it into the running order (our ruling AT-R28)."""
    yield from roll_initiative(view, who)
    listed = (id_ for id_ in view.state.combatants if id_ in view.state.order or id_ == who)
    yield OrderChanged(order=placed(view.state.order, who, in_order(view.state, listed)))
    yield from end_turn_if_out(view)  # with real dice the GM may have felled the active one meanwhile


def start_turn(view: BattleView, who: str) -> Exchange[None]:
    """Start anybody's turn in free play; nobody becomes active by it (AT-48, AT-49)."""
    was_out = is_out(view, who)
    yield from before_turn(view, who)
    if was_out or not is_out(view, who):
        yield TurnStarted(who=who)
        yield Refreshed(who=who)


def before_turn(view: BattleView, who: str) -> Exchange[None]:
    """Do what comes before a turn starts, and may bring the collapse instead (AT-98, AT-100)."""
    yield from lose_grant(view, who)
    state: AtomicState = view.combatant(who).state
    if not state.is_dying_conscious or state.conscious_rounds is None:
        return
    if state.conscious_rounds == 0:
        yield ConditionChanged(who=who, condition=Condition.COLLAPSED)
    else:
        yield ConsciousRoundSpent(who=who, left=state.conscious_rounds - 1)


def lose_grant(view: BattleView, who: str) -> Exchange[None]:
    """Let a granted action that was not used go, and let follow what follows it (AT-98, AT-99)."""
    state: AtomicState = view.combatant(who).state
    if state.granted is not None:
        last = is_last_action(state)
        yield GrantLost(who=who)
        if last:
            yield ConditionChanged(who=who, condition=Condition.COLLAPSED)


def is_last_action(state: AtomicState) -> bool:
    """Tell whether the action granted is the last before the collapse, as after an ordinary success (AT-99).

    A critical success leaves no penalty on it (AT-101), a special one leaves conscious rounds (AT-100).
    """
    return state.condition is Condition.DYING and bool(state.granted) and state.conscious_rounds is None


def end_turn(view: BattleView, who: str) -> Exchange[None]:
    """End a turn and start the next one's that can have one (AT-47, AT-98)."""
    yield from lose_grant(view, who)
    yield TurnEnded(who=who)
    order, now = view.state.order, view.state.clock.get("round", 1)
    place = order.index(who) + 1 if who in order else 0
    yield from _give_turn(view, order[place:], now, order[:place])


def end_turn_if_out(view: BattleView) -> Exchange[None]:
    """End the active combatant's turn if it has collapsed or died (AT-47)."""
    active = view.state.active
    if view.state.running and active is not None and is_out(view, active):
        yield from end_turn(view, active)


def _give_turn(
    view: BattleView, now: tuple[str, ...], number: int, then: tuple[str, ...] = ()
) -> Exchange[None]:
    """Start the turn of the first who can have it: of `now` in this round, of `then` in the next (AT-47)."""
    for who, clock in [(w, number) for w in now] + [(w, number + 1) for w in then]:
        if is_out(view, who):
            continue
        yield from before_turn(view, who)
        if not is_out(view, who):
            yield TurnStarted(who=who, clock={"round": clock})
            yield Refreshed(who=who)
            return
    yield BattleEnded()  # nobody is left who could act (our ruling AT-R29)


def is_out(view: BattleView, who: str) -> bool:
    """Tell whether somebody is collapsed or dead, and so passed over (AT-47)."""
    out: bool = view.combatant(who).state.is_out
    return out
