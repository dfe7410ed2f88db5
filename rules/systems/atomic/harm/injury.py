"""From a hit to wounds, and from wounds to a condition (AT-79 to AT-96)."""

from functools import lru_cache

from rules.engine.dice import Modifier
from rules.engine.events import Event
from rules.engine.exchange import Exchange, Ways, shortcut, tell, throw
from rules.engine.house.house import House
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.atomic import house as own
from rules.systems.atomic.events import ActionLost, ConditionChanged, NoWound, WoundsTaken
from rules.systems.atomic.rolls import EffortRoll, SoakRoll
from rules.systems.atomic.state import MOST_WOUNDS, AtomicState, Condition, Fighter, condition_for

_SOAK, _EFFORT, _INCAPACITATED = text("soak"), text("GRIT to act"), text("incapacitated")


def hampered(house: House) -> Modifier:
    """Give what acting at four wounds costs (AT-96)."""
    return own.HAMPERED.added(house, _INCAPACITATED)


def needs_effort(fighter: Fighter) -> bool:
    """Tell whether each action and defence needs a GRIT roll first (AT-95, AT-100)."""
    return bool(fighter.state.needs_effort) and own.EFFORTS.on(fighter.house)


def take_wounds(view: BattleView, who: str, incoming: int, *, is_all: bool = False) -> Exchange[None]:
    """Soak what comes in, and take the rest (AT-86 to AT-89). Each hit is worked out on its own (AT-90).

    Args:
        is_all: whether nothing follows that could change what this comes to for who is hit.
    """
    hit = view.combatant(who)
    if is_all:
        yield from shortcut(lambda target: ways_of_wounds(hit, incoming) if target == who else None)
    soaked = 0
    if incoming and own.SOAKING.on(hit.house):
        soaked = (yield from throw(_soak(hit, incoming))).soaked
    # anew: with real dice the GM may have changed the state
    yield from tell(*_left_of(view.combatant(who), incoming, soaked))


def ways_of_wounds(hit: Fighter, incoming: int) -> Ways:
    """Give all that incoming wounds can come to for who is hit, with the chances."""
    if not (incoming and own.SOAKING.on(hit.house)):
        return [(_left_of(hit, incoming, 0), 1.0)]
    soaks = _soak(hit, incoming).outcomes()
    return [(_left_of(hit, incoming, soak.soaked), chance) for soak, chance in soaks]


def _soak(hit: Fighter, incoming: int) -> SoakRoll:
    return SoakRoll(
        who=hit.id,
        purpose="soak",
        label=_SOAK,
        base=hit.sheet.soak(hit.house),
        house=hit.house,
        incoming=incoming,
        room=hit.state.room,
    )


def _left_of(hit: Fighter, incoming: int, soaked: int) -> tuple[Event, ...]:
    """Tell what is left of a hit after the soak: nothing, or wounds and the condition that they lead to."""
    before: AtomicState = hit.state
    after = before.condition
    if before.wounds < MOST_WOUNDS:
        after = condition_for(before.wounds + max(0, incoming - soaked))
    elif own.FINISHING.on(hit.house):
        after = Condition.DEAD  # AT-89: a wound at five kills
    return _told(hit.id, incoming, min(soaked, incoming), None if after is before.condition else after)


@lru_cache(maxsize=1024)
def _told(who: str, incoming: int, soaked: int, condition: Condition | None) -> tuple[Event, ...]:
    wounds = incoming - soaked
    if wounds == 0:
        return (NoWound(who=who, soaked=incoming > 0),)  # AT-86: perhaps there was nothing to soak
    taken = WoundsTaken(who=who, wounds=wounds, soaked=soaked)
    return (taken,) if condition is None else (taken, ConditionChanged(who=who, condition=condition))


def make_effort(view: BattleView, who: str, action: str) -> Exchange[tuple[Modifier, ...] | None]:
    """Roll for acting at four wounds, where that is needed (AT-95, AT-96).

    Returns:
        The penalty that the action's own roll suffers, none for the fit; None if there is no action.
    """
    fighter = view.combatant(who)
    if not needs_effort(fighter):
        return ()
    effort = yield from throw(
        EffortRoll(
            who=who,
            purpose="incapacitated-action",
            label=_EFFORT,
            base=fighter.sheet.incapacitated_action(fighter.house),
            house=fighter.house,
        )
    )
    if not effort.succeeded:
        yield ActionLost(who=who, action=action)
        return None
    return () if effort.critical else (hampered(fighter.house),)
