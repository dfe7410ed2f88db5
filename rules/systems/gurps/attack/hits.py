"""What all attacks share: the shot leaves, the damage is thrown, a fumble is paid for (section 8)."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace

from rules.engine.battle_events import Rolled
from rules.engine.exchange import Exchange, throw
from rules.engine.state import BattleView
from rules.engine.text import Text, text
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.defence.defence import end_hand_brace
from rules.systems.gurps.events.attack_events import AttackBegun
from rules.systems.gurps.events.gear_events import RoundsFired, WeaponDropped, WeaponUnready
from rules.systems.gurps.events.maneuver_events import AimUsed, PostureChanged
from rules.systems.gurps.harm.wounds import Blow, body_at, wound_of
from rules.systems.gurps.rolls import SIDE_WORDS, DamageRoll, DiceRoll
from rules.systems.gurps.sheet.body import BodyPlan, Location
from rules.systems.gurps.sheet.gear import Kind
from rules.systems.gurps.state import Fighter, Posture, is_ready

_DAMAGE: Mapping[str, Text] = {type_: text("damage, {type}", type=type_) for type_ in TYPES}
_WHERE_IT_HITS = text("where it hits")
_WHICH_SIDE = text("which side")


def begin_attack(view: BattleView, strike: Strike) -> Exchange[None]:
    """Say what is attempted, fire the rounds, let go what is thrown, spend the aim."""
    attacker, weapon = view.combatant(strike.attacker), strike.use.weapon
    yield AttackBegun(
        who=strike.attacker,
        target=strike.target,
        weapon=weapon.id,
        name=strike.use.name,
        location=strike.location,
        shots=strike.fired,
        facts=strike.facts.as_json(),
        overruled=strike.facts.overruled,
        used=() if strike.is_suppression else strike.used,
    )
    if strike.fired and strike.use.kind is not Kind.MELEE and weapon.id in attacker.state.ammo:
        yield RoundsFired(who=strike.attacker, weapon=weapon.id, rounds=strike.fired, wasted=strike.wasted)
    if strike.use.kind is Kind.THROWN:
        at = None if strike.target is None else view.combatant(strike.target).at
        yield WeaponDropped(
            who=strike.attacker, weapon=weapon.id, name=weapon.name, at=strike.at or at, thrown=True
        )
    if weapon.id == "punch":
        yield from end_hand_brace(view, strike.attacker)
    if strike.uses_aim and view.combatant(strike.attacker).state.aim is not None:
        yield AimUsed(who=strike.attacker)


def random_location(who: str, body: BodyPlan) -> Exchange[str]:
    """Throw for the place that is hit, and for its side where that is open (GU-804, GU-768)."""
    words = tuple(body.landing(total).word for total in range(3, 19))
    thrown = yield from throw(
        DiceRoll(who=who, purpose="location", label=_WHERE_IT_HITS, count=3, words=words)
    )
    landing = body.landing(thrown.total)
    if len(landing.hits) == 1:
        return landing.hits[0]
    side = yield from throw(DiceRoll(who=who, purpose="side", label=_WHICH_SIDE, words=SIDE_WORDS))
    return landing.hits[0] if side.outcome == "right" else landing.hits[1]


def fumble(view: BattleView, strike: Strike) -> Exchange[None]:
    """Pay for a critical failure: the weapon is unready, or who fights unarmed falls (GU-802)."""
    who = strike.attacker
    weapon = strike.use.weapon
    if not weapon.unarmed:
        if is_ready(view.combatant(who), weapon):
            yield WeaponUnready(who=who, weapon=weapon.id, name=weapon.name)
    elif view.combatant(who).state.posture is not Posture.PRONE:
        yield PostureChanged(who=who, posture=Posture.PRONE)


def throw_damage(
    view: BattleView, strike: Strike, location: str, full: bool, place: Location | None
) -> Exchange[int]:
    """Throw the damage, or let every die be 6 (GU-805, GU-901, GU-902)."""
    victim = None if strike.target is None else view.combatant(strike.target)
    roll = damage_roll(strike, location)
    if place is not None and victim is not None:
        blow = strike.blow()
        roll = replace(roll, meets=((body_at(victim, place, blow.chinks), blow),), tells=told_by)
    if full:
        return (yield from _all_six(roll))
    thrown = yield from throw(roll)
    return thrown.total


def _all_six(roll: DamageRoll) -> Exchange[int]:
    """Tell damage at its highest, for which no dice are thrown."""
    result = roll.full()
    yield Rolled.of(result, roll.label, roll.notation, thrown=False, amendable=False)
    return result.total


def damage_roll(strike: Strike, location: str) -> DamageRoll:
    """Give the damage roll of an attack."""
    return DamageRoll(
        who=strike.attacker,
        purpose="damage",
        label=_DAMAGE[strike.type],
        modifiers=strike.damage_modifiers,
        dice=strike.dice,
        times=strike.use.damage.times,
        halved=strike.halved,
        least=TYPES[strike.type].least,
        type=strike.type,
        divisor=float(strike.divisor),
        location=location,
    )


def told_by(meets: Hashable, basic: int) -> Hashable:
    """Give what basic damage brings to those whom it meets: pairs of a body and a blow."""
    assert isinstance(meets, tuple)
    return tuple(wound_of(body, blow, basic).brings for body, blow in meets)


def throw_area_damage(roll: DamageRoll, shares: Sequence[tuple[Fighter, Blow]], full: bool) -> Exchange[int]:
    """Throw the damage of an area once for all whom it catches (GU-835)."""
    roll = replace(roll, meets=tuple((body_at(who, None), blow) for who, blow in shares), tells=told_by)
    if full:
        return (yield from _all_six(roll))
    thrown = yield from throw(roll)
    return thrown.total
