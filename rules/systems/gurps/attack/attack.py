"""One attack, step by step (section 8). All that the map says was read before (`Strike`)."""

from dataclasses import replace

from rules.engine.exchange import Exchange, Ways, checkpoint, shortcut, throw
from rules.engine.state import BattleView
from rules.engine.text import text
from rules.systems.gurps import house as own
from rules.systems.gurps.attack.areas import area_attack
from rules.systems.gurps.attack.damage import finds_vitals
from rules.systems.gurps.attack.disarm import disarm_contest
from rules.systems.gurps.attack.facts import facts_of
from rules.systems.gurps.attack.hits import begin_attack, fumble, random_location, throw_damage
from rules.systems.gurps.attack.hits_foreseen import hits_foreseen
from rules.systems.gurps.attack.strike import Strike
from rules.systems.gurps.defence.defence import Said, defend
from rules.systems.gurps.events.attack_events import AttackHit, AttackMissed, HitInstead
from rules.systems.gurps.events.gear_events import WeaponBroken, WeaponStruck
from rules.systems.gurps.events.maneuver_events import RiposteUsed
from rules.systems.gurps.harm.injury import take_hit
from rules.systems.gurps.rolls import VITALS_WORDS, AttackRoll, Check, DiceRoll, grazes
from rules.systems.gurps.sheet.body import RANDOM, WEAPON, BodyPlan, Part
from rules.systems.gurps.sheet.names import use_name
from rules.systems.gurps.state import is_ready

_VITALS = text("vitals on a 1")


def is_hopeless(view: BattleView, strike: Strike) -> bool:
    """Tell whether a later attack of a command is dropped (GU-729)."""
    attacker = view.combatant(strike.attacker)
    if attacker.state.is_out or attacker.state.is_stunned:
        return True
    if strike.target is not None and view.combatant(strike.target).state.dead:
        return True
    if strike.location == WEAPON and strike.target is not None and strike.struck is not None:
        held = view.combatant(strike.target).state.ready.get(strike.struck, False)
        if not held:
            return True
    return not is_ready(attacker, strike.use.weapon)


def attack(view: BattleView, strike: Strike, said: Said) -> Exchange[None]:
    """Carry out one attack from the first die to the last effect (GU-802 to GU-808)."""
    yield from begin_attack(view, strike)
    if strike.is_area:
        yield from area_attack(view, strike, said)
    else:
        yield from _strike(view, strike, said)
    if view.combatant(strike.attacker).state.riposte is not None and not strike.is_suppression:
        yield RiposteUsed(who=strike.attacker)


def _strike(view: BattleView, strike: Strike, said: Said) -> Exchange[None]:
    assert strike.target is not None
    body: BodyPlan = view.combatant(strike.target).sheet.body
    grazing = strike.grazes_at(body)
    asked = AttackRoll(  # GU-802
        who=strike.attacker,
        purpose="attack",
        label=use_name(strike.use).low,
        base=strike.base,
        modifiers=strike.modifiers,
        rounds=strike.rounds,
        rcl=strike.rcl,
        by_one=grazing,
        in_the_way=strike.in_the_way,
        each=-own.IN_THE_WAY.value(view.state.house),
    )
    roll = yield from throw(asked)
    grazed = grazing and grazes(roll)
    if not roll.succeeded and not grazed:
        yield AttackMissed(who=strike.attacker, target=strike.target)
        if roll.is_fumble:
            yield from fumble(view, strike)
        found = asked.finds(roll)
        if found is not None:
            yield HitInstead(who=strike.attacker, target=found)
            yield from _meet(view, _instead(view, strike, found), roll, Said(), 1)
        return
    hits = 1 if grazed else asked.hits(roll)
    yield from _meet(view, strike, roll, said, hits, grazed=grazed)


def _instead(view: BattleView, strike: Strike, found: str) -> Strike:
    """Give the same attack as it goes to one of those in the way, at a random place (GU-R81)."""
    attacker, victim = view.combatant(strike.attacker), view.combatant(found)
    facts = replace(facts_of(view.state, attacker, victim, strike.use.kind, {}), in_the_way=())
    return replace(
        strike,
        target=found,
        facts=facts,
        location=RANDOM,
        struck=None,
        disarm=None,
        chinks=False,
        is_last=strike.is_only,
    )


def _meet(
    view: BattleView, strike: Strike, roll: Check, said: Said, hits: int, *, grazed: bool = False
) -> Exchange[None]:
    """Let whom an attack finds defend, and what gets through do its harm (GU-803 to GU-808).

    Args:
        grazed: whether it hits the torso for having missed its mark by one (GU-760).
    """
    assert strike.target is not None
    body: BodyPlan = view.combatant(strike.target).sheet.body
    location = body.torso.id if grazed else strike.location  # GU-803
    if location == RANDOM:
        location = yield from random_location(strike.attacker, body)  # GU-804
    aimed = replace(strike, location=location, chinks=strike.chinks and not grazed)
    if not roll.is_critical:  # GU-805
        defended = yield from defend(view, aimed, roll, said)
        if defended.held:
            return
        if defended.limb is not None:
            location = defended.limb
            aimed = replace(aimed, location=location, chinks=False)
    yield AttackHit(who=strike.attacker, target=strike.target, location=location, hits=hits, grazed=grazed)
    if strike.disarm is not None:
        yield from disarm_contest(view, strike)
        return
    full = roll.succeeded and roll.total == 3

    def foreseen(who: str) -> Ways | None:
        if who != strike.target or not strike.is_last:
            return None
        return hits_foreseen(view.combatant(who), aimed, location, hits, full)

    yield from shortcut(foreseen)
    for number in range(hits):
        yield from checkpoint("hit", strike.number, location, number, hits, full)
        yield from _hit(view, aimed, location, full and number == 0)


def _hit(view: BattleView, strike: Strike, location: str, full: bool) -> Exchange[None]:
    """Let one hit do its damage, with its own dice (GU-808)."""
    assert strike.target is not None
    body: BodyPlan = view.combatant(strike.target).sheet.body
    if location == WEAPON:
        yield from _hit_weapon(view, strike, full)
        return
    place = body.location(location)
    vitals = body.vitals
    if place.part is Part.TORSO and vitals is not None and finds_vitals(strike.type):  # GU-771
        die = yield from throw(
            DiceRoll(who=strike.attacker, purpose="vitals", label=_VITALS, words=VITALS_WORDS)
        )
        place = vitals if die.outcome == "vitals" else place
    basic = yield from throw_damage(view, strike, place.id, full, place)
    yield from take_hit(view, strike.attacker, strike.target, strike.blow(), place, basic)


def _hit_weapon(view: BattleView, strike: Strike, full: bool) -> Exchange[None]:
    """Damage the weapon that was struck at (GU-920)."""
    assert strike.target is not None
    assert strike.struck is not None
    basic = yield from throw_damage(view, strike, WEAPON, full, None)
    victim = view.combatant(strike.target)
    weapon = victim.sheet.weapon(strike.struck)
    if weapon is None or weapon.id in victim.state.broken:
        return
    damage = max(0, basic * strike.times - weapon.dr)
    left = victim.state.weapon_hp.get(weapon.id, weapon.hp) - damage
    if damage:
        yield WeaponStruck(who=victim.id, weapon=weapon.id, name=weapon.name, damage=damage, hp=max(0, left))
    if left <= 0:
        yield WeaponBroken(who=victim.id, weapon=weapon.id, name=weapon.name)
