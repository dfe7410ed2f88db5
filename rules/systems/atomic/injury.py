"""From a hit to wounds, and from wounds to a condition (AT-79 to AT-96)."""

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.house import House
from rules.engine.state import Combatant, Scene
from rules.systems.atomic import house as own
from rules.systems.atomic.events import ActionLost, ConditionChanged, NoWound, WoundsTaken
from rules.systems.atomic.rolls import EffortRoll, SoakRoll
from rules.systems.atomic.state import MOST_WOUNDS, AtomicState, Condition, condition_for


def hampered(house: House) -> Modifier:
    """Give what acting at four wounds costs (AT-96)."""
    return own.HAMPERED.added(house, "incapacitated")


def needs_effort(fighter: Combatant) -> bool:
    """Tell whether each action and defence needs a GRIT roll first (AT-95, AT-100)."""
    return bool(fighter.state.needs_effort) and own.EFFORTS.on(fighter.house)


def take_wounds(scene: Scene, who: str, incoming: int) -> Exchange[None]:
    """Soak what comes in, and take the rest (AT-86 to AT-89). Each hit is worked out on its own (AT-90)."""
    if incoming < 1:
        yield NoWound(who=who, soaked=False)  # AT-86: nothing to soak
        return

    hit = scene.combatant(who)
    before: AtomicState = hit.state
    soaked = 0
    if own.SOAKING.on(hit.house):
        soak = yield from throw(
            SoakRoll(
                who=who,
                purpose="soak",
                label="soak",
                base=hit.sheet.soak(hit.house),
                house=hit.house,
                incoming=incoming,
                room=before.room,
            )
        )
        soaked = min(soak.soaked, incoming)
    wounds = incoming - soaked
    if wounds == 0:
        yield NoWound(who=who, soaked=True)
        return

    before = scene.combatant(who).state  # anew: with real dice the GM may have changed it
    yield WoundsTaken(who=who, wounds=wounds, soaked=soaked)
    if before.wounds == MOST_WOUNDS and not own.FINISHING.on(hit.house):
        after = before.condition
    elif before.wounds == MOST_WOUNDS:
        after = Condition.DEAD  # AT-89: a wound at five kills
    else:
        after = condition_for(scene.combatant(who).state.wounds)
    if after is not before.condition:
        yield ConditionChanged(who=who, condition=after)


def make_effort(scene: Scene, who: str, action: str) -> Exchange[tuple[Modifier, ...] | None]:
    """Roll for acting at four wounds, where that is needed (AT-95, AT-96).

    Returns:
        The penalty that the action's own roll suffers, none for the fit; None if there is no action.
    """
    fighter = scene.combatant(who)
    if not needs_effort(fighter):
        return ()
    effort = yield from throw(
        EffortRoll(
            who=who,
            purpose="incapacitated-action",
            label="GRIT to act",
            base=fighter.sheet.incapacitated_action(fighter.house),
            house=fighter.house,
        )
    )
    if not effort.succeeded:
        yield ActionLost(who=who, action=action)
        return None
    return () if effort.critical else (hampered(fighter.house),)
