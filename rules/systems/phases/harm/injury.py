"""From a hit to wounds, and from wounds to a condition (PH-90 to PH-101)."""

from functools import lru_cache

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from rules.engine.text import Text, text
from rules.systems.phases import house as own
from rules.systems.phases.attack.attack_rolls import DamageRoll, Spread, TraumaRoll
from rules.systems.phases.events.declaration_events import ActionLost
from rules.systems.phases.events.weapon_events import TargetingLost, WeaponChanged
from rules.systems.phases.events.wound_events import (
    ConditionChanged,
    FleshWound,
    Stopped,
    Stunned,
    TraumaticWound,
)
from rules.systems.phases.rolls import MOST_OF_AUTO
from rules.systems.phases.sheet.gear import ARMS, Weapon
from rules.systems.phases.sheet.sheet import PhasesSheet
from rules.systems.phases.state import CONDITION_WORDS, Condition, Fighter, PhasesState, condition_for

_RANK = list(Condition)
_WEAPON, _TOUGHNESS, _STUNNED = text("weapon"), text("toughness"), text("stunned")


def wound(
    view: BattleView,
    attacker: str,
    target: Fighter,
    weapon: Weapon,
    spread: Spread,
    armour: tuple[tuple[str, int], ...],
) -> Exchange[None]:
    """Work out what one hit does (PH-91, PH-92, PH-94, PH-98)."""
    sheet: PhasesSheet = target.sheet
    bonus = (Modifier(_WEAPON, weapon.bonus, "PH-91"),) if weapon.bonus else ()
    damage = yield from throw(
        DamageRoll(
            who=attacker,
            purpose="damage",
            label=_damage_by(weapon.name),
            dice=weapon.damage,
            modifiers=bonus,
            spread=spread,
            armour=armour,
            house=view.state.house,
            flesh_counts=_may_fall_by_flesh(view, target.id),
        )
    )
    if damage.is_stopped:
        yield Stopped(who=target.id, location=damage.blow.location)
        return

    trauma = yield from throw(
        TraumaRoll(
            who=target.id,
            purpose="trauma",
            label=_TOUGHNESS,
            dice=sheet.attributes.toughness,
            target=damage.blow.target,
            house=target.house,
            blows=damage.blows,
        )
    )
    if weapon.stun:
        if trauma.is_wounded:
            yield Stunned(who=target.id, phases=own.STUN.value(target.house))
            yield from lose_targeting(view, target.id, _STUNNED, "PH-63")
        return
    yield FleshWound(who=target.id)
    if trauma.is_wounded and own.TRAUMA.on(target.house):
        yield TraumaticWound(who=target.id, location=trauma.location)
        if trauma.location in ARMS and own.HURT_ARMS.on(target.house):
            yield from _let_fall(view, target.id)
        yield from lose_targeting(view, target.id, text("badly hurt"), "PH-63")
    yield from worsen(view, target.id)


@lru_cache(maxsize=256)
def _damage_by(weapon_name: str) -> Text:
    return text("damage, {weapon}", weapon=text(weapon_name).low)


def _may_fall_by_flesh(view: BattleView, who: str) -> bool:
    """Tell whether flesh wounds of one more attack could bring somebody down (PH-97)."""
    state: PhasesState = view.combatant(who).state
    return state.condition is Condition.UP and state.flesh + MOST_OF_AUTO >= own.FALL.number(
        view.state.house, "flesh-down"
    )


def worsen(view: BattleView, who: str) -> Exchange[None]:
    """Let the condition follow from the wounds; no wound makes anybody better (PH-97, our ruling PH-R21)."""
    state: PhasesState = view.combatant(who).state
    now = max(condition_for(state.flesh, state.trauma, view.state.house), state.condition, key=_RANK.index)
    if now is not state.condition:
        yield ConditionChanged(who=who, condition=now)
        yield from lose_targeting(view, who, CONDITION_WORDS[now], "PH-100")


def _let_fall(view: BattleView, who: str) -> Exchange[None]:
    """Let everything in hand fall when an arm is hurt; it is still carried (PH-99)."""
    fighter = view.combatant(who)
    for id_ in fighter.state.ready:
        name = fighter.sheet.weapon(id_).name
        yield WeaponChanged(who=who, weapon=id_, weapon_name=name, change="fallen")


def lose_targeting(view: BattleView, who: str, why: Text, rule: str = "PH-63") -> Exchange[None]:
    """Take targeting and aim away, if there are any (PH-63, PH-100)."""
    state: PhasesState = view.combatant(who).state
    if state.targeting is not None or state.aim:
        yield TargetingLost(who=who, why=why, rule=rule)


def lose_what_the_fallen_lose(view: BattleView) -> Exchange[None]:
    """Take pending actions, targeting and aim from all who can do nothing (PH-100, PH-101)."""
    for who in tuple(view.state.combatants):
        state: PhasesState = view.combatant(who).state
        if state.is_able:
            continue
        why, rule = CONDITION_WORDS[state.condition], "PH-100"
        if state.condition is Condition.UP:
            why, rule = _STUNNED, "PH-101"
        if state.action is not None:
            yield ActionLost(who=who, action=state.action.id, why=why, rule=rule)
        yield from lose_targeting(view, who, why, rule)
