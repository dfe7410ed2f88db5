"""What declared actions do at the moment in which they resolve (PH-50 to PH-56, PH-60 to PH-64)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.engine.battle_events import DoorSet, Moved
from rules.engine.combatant_events import AltitudeSet
from rules.engine.command import Command, Said
from rules.engine.declared.system_rules import CarriedOut
from rules.engine.events import Event
from rules.engine.exchange import Exchange, checkpoint, throw
from rules.engine.gm.gm_parameters import ALTITUDE
from rules.engine.moves.doors import require_door
from rules.engine.moves.flight import risen
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import Text, text
from rules.map.model import DoorState, Place
from rules.systems.phases import house as own
from rules.systems.phases.attack.attack import attack
from rules.systems.phases.attack.facts import facts_of, read_given
from rules.systems.phases.events.declaration_events import ActionLost, Noted, Resolved
from rules.systems.phases.events.weapon_events import (
    Aimed,
    AimLost,
    Reloaded,
    Targeted,
    TargetingLost,
    WeaponChanged,
)
from rules.systems.phases.harm.injury import lose_targeting, lose_what_the_fallen_lose
from rules.systems.phases.moves.movement import cells_of, find_way
from rules.systems.phases.rolls import PoolRoll
from rules.systems.phases.sheet.gear import FIST, Weapon
from rules.systems.phases.state import (
    Condition,
    Declaration,
    Fighter,
    PhasesState,
    Targeting,
    carried,
    is_ready,
    wounds_of,
)

ATTACK, TARGET, TARGET_AND_FIRE, AIM, TASK = "attack", "target", "target-and-fire", "aim", "task"
DRAW, HOLSTER, RELOAD, MOVE, DOOR = "draw", "holster", "reload", "move", "door"
SHOTS = 2
"""What `target-and-fire` fires (PH-56)."""
_WITH_DICE = frozenset({ATTACK, TARGET_AND_FIRE, TASK})
BOTH_ARMS = 2


@dataclass(slots=True)
class Moment:
    """What the actions of one moment did that matters after it."""

    attacked: list[str] = field(default_factory=list)
    """Whom attacks were carried out against, hit or miss (PH-32)."""
    claimed: set[Place] = field(default_factory=set)
    """The cells that movers of this moment have taken (PH-52)."""


class _Lost(Exception):
    """An action came to nothing."""

    def __init__(self, why: Text, rule: str) -> None:
        self.why, self.rule = why, rule


def resolve_together(
    view: BattleView, due: Sequence[tuple[str, Declaration]], *, targeting_part: bool = False
) -> Exchange[list[str]]:
    """Carry out all actions of one length that resolve in one phase, at the same moment (PH-51 to PH-53).

    All are worked out on the state before the moment. Those without dice come first in the log, so that
    losing something, which only attacks bring about, comes after gaining it.

    Args:
        due: who does what, in the order of declaration.
        targeting_part: whether the actions that take a round begin here, and only target (PH-55).
    Returns:
        Whom attacks were carried out against.
    """
    for who, _ in due:
        if not view.combatant(who).state.is_able:
            yield from lose_what_the_fallen_lose(view)
    before, moment = view.state, Moment()
    able = [(who, action) for who, action in due if before.combatants[who].state.is_able]
    for who, action in able:
        if action.id == TARGET_AND_FIRE and targeting_part:
            yield from _take_part(view, before, who, action)
        elif action.id not in _WITH_DICE:
            yield from _without_dice(view, before, moment, who, action)
    for who, action in able:
        if action.id in _WITH_DICE and not (action.id == TARGET_AND_FIRE and targeting_part):
            yield from with_dice(view, before, moment, who, action)
    yield from lose_what_the_fallen_lose(view)
    return moment.attacked


# ---------------------------------------------------------------------------------------------- without dice
def _without_dice(
    view: BattleView, before: BattleState, moment: Moment, who: str, action: Declaration
) -> Exchange[None]:
    try:
        found = _WAYS[action.id](before, moment, before.combatants[who], action) if action.id in _WAYS else ()
    except _Lost as lost:
        yield ActionLost(who=who, action=action.id, why=lost.why, rule=lost.rule)
        return
    yield Resolved(who=who, action=action.id, target=action.target)
    yield from found
    if action.id == HOLSTER:
        targeting = view.combatant(who).state.targeting
        if targeting is not None and targeting.weapon == action.weapon:
            yield from lose_targeting(view, who, text("the weapon is put away"))
    if action.id == MOVE and view.combatant(who).state.aim:
        yield AimLost(who=who)  # PH-64


def _take_part(view: BattleView, before: BattleState, who: str, action: Declaration) -> Exchange[None]:
    """Carry out the first half of a combined action: the targeting (PH-55).

    Where it comes to nothing the shots are still to come, and are wild (PH-56, our ruling PH-R23).
    """
    try:
        yield from _target(before, Moment(), before.combatants[who], action)
    except _Lost as lost:
        yield TargetingLost(who=who, why=lost.why, rule="PH-R23")


_Found = tuple[Targeted | Aimed | WeaponChanged | Reloaded | Moved | AltitudeSet | DoorSet, ...]


def _weapon_in_hand(doer: Fighter, action: Declaration) -> Weapon:
    weapon: Weapon | None = doer.sheet.weapon(action.weapon)
    if weapon is None or not is_ready(doer, weapon):
        raise _Lost(text("the weapon is not in hand"), "PH-69")
    return weapon


def _target(before: BattleState, _: Moment, doer: Fighter, action: Declaration) -> _Found:
    weapon = _weapon_in_hand(doer, action)
    target = before.combatants.get(action.target or "")
    if target is None or target.state.condition is Condition.DEAD:
        raise _Lost(text("there is no target any more"), "PH-60")
    if not facts_of(before, doer, target, read_given(action.facts_given)).line_of_fire:
        raise _Lost(text("there is no line of fire"), "PH-60")
    taken = Targeting(target=target.id, weapon=weapon.id, location=action.called)
    return (Targeted(who=doer.id, targeting=taken),)


def _aim(_: BattleState, __: Moment, doer: Fighter, ___: Declaration) -> _Found:
    state: PhasesState = doer.state
    if state.targeting is None:
        raise _Lost(text("nothing is targeted any more"), "PH-64")
    return (Aimed(who=doer.id, aim=min(own.AIM.value(doer.house), state.aim + 1)),)


def _draw(before: BattleState, _: Moment, doer: Fighter, action: Declaration) -> _Found:
    weapon = next((w for w in carried(before, doer) if w.id == action.weapon and w.id != FIST.id), None)
    if weapon is None:
        raise _Lost(text("the weapon is not carried any more"), "PH-05")
    if doer.state.arms_hurt >= BOTH_ARMS:
        raise _Lost(text("both arms are hurt"), "PH-99")
    if is_ready(doer, weapon):
        return ()
    return (WeaponChanged(who=doer.id, weapon=weapon.id, weapon_name=weapon.name, change="drawn"),)


def _holster(_: BattleState, __: Moment, doer: Fighter, action: Declaration) -> _Found:
    weapon = _weapon_in_hand(doer, action)
    return (WeaponChanged(who=doer.id, weapon=weapon.id, weapon_name=weapon.name, change="holstered"),)


def _reload(_: BattleState, __: Moment, doer: Fighter, action: Declaration) -> _Found:
    weapon = _weapon_in_hand(doer, action)
    full = weapon.shots or 0
    return (Reloaded(who=doer.id, weapon=weapon.id, weapon_name=weapon.name, rounds=full),)


def _move(before: BattleState, moment: Moment, doer: Fighter, action: Declaration) -> _Found:
    """Go there, if the way is still open and nobody of this moment has taken the place (PH-52)."""
    try:
        way = find_way(before, doer, Command(do=MOVE, params=action.said))
    except Refusal:
        raise _Lost(text("the way is not open any more"), "PH-52") from None
    if way is None:
        return (Moved(who=doer.id, to=None),)
    place = way.places[-1]
    holds = cells_of(before, doer, place)
    if holds & moment.claimed:
        raise _Lost(text("somebody else got there first"), "PH-52")
    moment.claimed |= holds
    moved = Moved(who=doer.id, to=place, path=way.places, cost=way.cost)
    wanted = ALTITUDE.of(Said(params=action.said))
    return (moved, *(() if wanted is None else risen(before, doer, len(way.places), wanted)))  # PH-R50


def _door(before: BattleState, _: Moment, doer: Fighter, action: Declaration) -> _Found:
    try:
        door = require_door(BattleView(before), doer, str(action.said.get("wall", "")), "PH-R24")
    except Refusal:
        raise _Lost(text("the door cannot be worked any more"), "PH-R24") from None
    to = DoorState.CLOSED if door.state is DoorState.OPEN else DoorState.OPEN
    return (DoorSet(wall=door.id, state=to, who=doer.id),)


_WAYS = {
    TARGET: _target,
    AIM: _aim,
    DRAW: _draw,
    HOLSTER: _holster,
    RELOAD: _reload,
    MOVE: _move,
    DOOR: _door,
}


def is_without_dice(action: Declaration) -> bool:
    """Say whether an action does something as it resolves for which nothing is thrown."""
    return action.id in _WAYS


# ------------------------------------------------------------------------------------------------- with dice
def with_dice(
    view: BattleView, before: BattleState, moment: Moment, who: str, action: Declaration
) -> Exchange[None]:
    """Carry out an action that rolls: one attack, two shots, or a task (PH-53, PH-56, PH-69)."""
    doer = before.combatants[who]
    weapon, target = doer.sheet.weapon(action.weapon), before.combatants.get(action.target or "")
    facts = None if target is None else facts_of(before, doer, target, read_given(action.facts_given))
    yield Resolved(
        who=who,
        action=action.id,
        target=action.target,
        weapon_name="" if weapon is None else weapon.name,
        facts={} if facts is None else facts.as_json(),
    )
    if action.id == TASK:
        yield from _task(doer, action)
        return
    for shot in range(SHOTS if action.id == TARGET_AND_FIRE else 1):
        yield from checkpoint("shot", shot)
        attacked = yield from attack(view, before, who, action, facts, spent=shot)
        if not attacked:
            return
        moment.attacked += attacked


def carried_out(event: Event, before: BattleState) -> CarriedOut | None:
    """Read that a declared action begins to be carried out, with all of its length (PH-50 to PH-52)."""
    if not isinstance(event, Resolved) or (doer := before.combatants.get(event.who)) is None:
        return None
    action: Declaration | None = doer.state.action
    if action is None:
        return None
    return CarriedOut(who=event.who, do=action.id, target=action.target, moment=action.length)


def carry_out(view: BattleView, before: BattleState, who: str) -> Exchange[None]:
    """Carry out by itself what somebody has declared, if dice decide it (PH-52).

    Args:
        before: the state before its moment, in which it stands declared.
    """
    doer = before.combatants.get(who)
    action: Declaration | None = None if doer is None else doer.state.action
    if action is not None and action.id in _WITH_DICE:
        yield from with_dice(view, before, Moment(), who, action)


_TASK = text("task")


def _task(doer: Fighter, action: Declaration) -> Exchange[None]:
    note, dice, target = action.said.get("note") or "", action.said.get("dice"), action.said.get("tn")
    outcome = None
    if dice is not None:
        roll = yield from throw(
            PoolRoll(
                who=doer.id,
                purpose=TASK,
                label=note or _TASK,
                dice=dice,
                target=target,
                house=doer.house,
                modifiers=wounds_of(doer),
            )
        )
        outcome = roll.outcome
    yield Noted(who=doer.id, action=TASK, note=note, outcome=outcome)
