"""The attack, worked out on the state before its moment (PH-52, PH-60 to PH-85)."""

from dataclasses import dataclass

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, checkpoint, throw
from rules.engine.house.house import House
from rules.engine.state import BattleState, BattleView
from rules.engine.text import Text, combatant, text
from rules.systems.phases import house as own
from rules.systems.phases.attack.attack_rolls import (
    Attacked,
    AttackRoll,
    LocationRoll,
    ParryRoll,
    Spread,
    exposed_of,
)
from rules.systems.phases.attack.facts import COVER, COVER_WORDS, Facts
from rules.systems.phases.events.declaration_events import ActionLost
from rules.systems.phases.events.weapon_events import AimLost, RoundsUsed
from rules.systems.phases.events.wound_events import Hit, HitInstead, Missed
from rules.systems.phases.harm.injury import lose_targeting, wound
from rules.systems.phases.rolls import BOTCH
from rules.systems.phases.sheet.gear import (
    CHAINS,
    LOCATION_WORDS,
    LOCATIONS,
    MODE_WORDS,
    Mode,
    Weapon,
    named,
    rounds_of,
)
from rules.systems.phases.state import (
    EVADE,
    PARRY,
    Condition,
    Declaration,
    Fighter,
    PhasesState,
    is_ready,
    parrying_dice,
    wounds_of,
)

_WILD, _AIM, _EVADING, _GM = text("wild"), text("aim"), text("evading target"), text("gm")
_PARRY, _LOCATION, _IN_THE_WAY = text("parry"), text("location"), text("somebody in the way")
_CALLED = {place: text("called: {place}", place=words) for place, words in LOCATION_WORDS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack made ready: who, whom, with what, and every number that the roll to hit rests on."""

    attacker: Fighter
    target: Fighter
    weapon: Weapon
    mode: Mode | None
    called: str | None
    facts: Facts
    number: int
    """What the roll must reach, before a parry."""
    modifiers: tuple[Modifier, ...]

    @property
    def dice(self) -> int:
        """The dice of the weapon's skill."""
        dice: int = self.attacker.sheet.skill(self.weapon.skill)
        return dice

    @property
    def in_the_way(self) -> tuple[str, ...]:
        """Who stands in the way of it, which a blow goes round (PH-R41)."""
        return () if self.weapon.is_melee else self.facts.in_the_way

    @property
    def is_parried(self) -> bool:
        """Whether the target parries it (PH-77)."""
        parries = self.weapon.is_melee and self.target.state.defence == PARRY
        return parries and own.PARRIES.on(self.target.house)


def in_reach(weapon: Weapon, distance: int, house: House) -> bool:
    """Tell whether a weapon reaches so many cells (PH-65, PH-75)."""
    return distance <= (own.REACH.value(house) if weapon.range is None else weapon.range[-1])


def number_to_hit(weapon: Weapon, distance: int, house: House) -> int:
    """Give what an attack must reach at a distance within its reach (PH-65, PH-76)."""
    if weapon.range is None:
        return own.MELEE_TARGET.value(house)
    numbers = tuple(own.RANGE_TARGETS.of(house).values())
    bands = zip(weapon.range, numbers, strict=True)
    return next((number for cells, number in bands if distance <= cells), numbers[-1])


def is_targeted(attacker: Fighter, target: str, weapon: Weapon) -> bool:
    """Tell whether a ranged attack would be targeted rather than wild (PH-61)."""
    state: PhasesState = attacker.state
    return not weapon.is_melee and state.targets(target, weapon.id)


def make_ready(
    attacker: Fighter,
    target: Fighter,
    weapon: Weapon,
    mode: Mode | None,
    called: str | None,
    facts: Facts,
) -> Attack:
    """Work out the numbers of an attack (PH-25, PH-64 to PH-68, PH-73, PH-76, PH-78)."""
    state: PhasesState = attacker.state
    targeted = is_targeted(attacker, target.id, weapon)
    if mode in (Mode.BURST, Mode.AUTO) or not (targeted or weapon.is_melee):
        called = None  # PH-67, PH-70: nothing is called with a burst or without targeting
    found, house = [], attacker.house
    if not weapon.is_melee and not targeted:
        found.append(own.WILD.added(house, _WILD))
    if targeted and state.aim:
        most = own.AIM.value(house)
        label = _AIM
        if state.aim == most < own.AIM.usual:
            label = text("aim (house rule, usually up to {usual})", usual=f"{own.AIM.usual:+d}")
        found.append(Modifier(label, state.aim, "PH-64"))
    if called is not None and own.CALLING.on(house):
        found.append(Modifier(_CALLED[called], -len(CHAINS[called]), "PH-68"))
    if not weapon.is_melee and COVER[facts.cover]:
        found.append(own.COVER.modifier(house, facts.cover, COVER_WORDS[facts.cover]))
    if not weapon.is_melee and facts.in_the_way:
        found.append(own.IN_THE_WAY.added(house, _IN_THE_WAY, len(facts.in_the_way)))
    if target.state.defence == EVADE:
        found.append(own.EVADING.added(house, _EVADING))
    if mode is Mode.AUTO:
        found.append(own.FULL_AUTO.added(house, MODE_WORDS[Mode.AUTO]))
    found += wounds_of(attacker)
    found += attacker.own_modifiers("attack")
    if facts.modifier:
        found.append(Modifier(_GM, facts.modifier, "PH-27"))
    return Attack(
        attacker=attacker,
        target=target,
        weapon=weapon,
        mode=mode,
        called=called,
        facts=facts,
        number=number_to_hit(weapon, facts.distance, house),
        modifiers=tuple(found),
    )


def attack(
    view: BattleView,
    before: BattleState,
    who: str,
    action: Declaration,
    facts: Facts | None,
    spent: int = 0,
) -> Exchange[tuple[str, ...]]:
    """Carry out one attack of a declared action (PH-69).

    Args:
        before: the state that all of its moment are worked out on (PH-52).
        facts: on what it rests; None where its target is there no more.
        spent: rounds that the same action has used before it in this moment.
    Returns:
        Whom it was carried out against, hit or miss, and who was hit instead; nobody if the action was lost.
    """
    attacker = before.combatants[who]
    weapon: Weapon | None = attacker.sheet.weapon(action.weapon)

    def lost(why: Text, rule: str) -> ActionLost:
        return ActionLost(who=who, action=action.id, why=why, rule=rule)

    if weapon is None or not is_ready(attacker, weapon):
        yield lost(text("the weapon is not in hand"), "PH-69")
        return ()
    mode = action.mode
    if mode is not None:
        rounds = rounds_of(mode, attacker.house)
        if attacker.state.ammo.get(weapon.id, 0) - spent < rounds:
            yield lost(text("too few rounds are left"), "PH-08")
            return ()
        yield RoundsUsed(who=who, weapon=weapon.id, rounds=rounds)
    target = before.combatants.get(action.target or "")
    if target is None or facts is None or target.state.condition is Condition.DEAD:
        yield lost(text("there is no target any more"), "PH-69")
        return ()
    if not in_reach(weapon, facts.distance, attacker.house):
        yield lost(text("the target is out of range"), "PH-69")
        return ()
    if not facts.line_of_fire:
        if attacker.state.targeting is not None and attacker.state.targeting.target == target.id:
            yield from lose_targeting(view, who, text("no line of fire"))
        yield lost(text("there is no line of fire"), "PH-69")
        return ()

    if attacker.state.targeting is not None and attacker.state.targeting.target != target.id:
        yield from lose_targeting(view, who, text("attacks {target}", target=combatant(target)))
    made = make_ready(attacker, target, weapon, mode, action.called, facts)
    found = yield from _carry_out(view, made)
    if found is None:
        return (target.id,)
    yield from _hit_instead(view, made, before.combatants[found])
    return target.id, found


def _hit_instead(view: BattleView, attack: Attack, victim: Fighter) -> Exchange[None]:
    """Let a shot strike one of those in the way, once and wherever the die says (PH-R41)."""
    who = attack.attacker.id
    yield HitInstead(who=who, target=victim.id)
    located = yield from throw(
        LocationRoll(who=who, purpose="location", label=_LOCATION, exposed=frozenset(LOCATIONS))
    )
    yield Hit(who=who, target=victim.id, location=located.spread[0][0], called=None, step=0)
    armour = tuple((place, victim.sheet.armour_at(place)) for place in LOCATIONS)
    yield from wound(view, who, victim, attack.weapon, located.spread, armour)


def _carry_out(view: BattleView, attack: Attack) -> Exchange[str | None]:
    """Make the attack; give who in the way is hit instead, if anybody is."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    number = attack.number
    if attack.is_parried:
        parry = ParryRoll(
            who=target.id,
            purpose="parry",
            label=_PARRY,
            dice=parrying_dice(target),
            modifiers=(*wounds_of(target), *target.own_modifiers("parry")),
            house=target.house,
            least=number,
        )
        number = parry.holds((yield from throw(parry)))

    asked = AttackRoll(
        who=attacker.id,
        purpose="attack",
        label=named(weapon.name),
        dice=attack.dice,
        target=number,
        modifiers=attack.modifiers,
        house=attacker.house,
        mode=attack.mode,
        called=attack.called,
        in_the_way=attack.in_the_way,
    )
    roll = yield from throw(asked)
    if roll.outcome == BOTCH and own.BOTCHED.on(attacker.house):
        yield from lose_targeting(view, attacker.id, text("a botch"), "PH-21")
    if not weapon.is_melee and view.combatant(attacker.id).state.aim:
        yield AimLost(who=attacker.id)  # PH-64: used up
    landed, armour = 0, tuple((place, target.sheet.armour_at(place)) for place in LOCATIONS)
    for number in range(roll.hits):
        yield from checkpoint("hit", number, roll.hits, roll.step, landed > 0)
        spread = yield from _find_location(attack, roll)
        if spread:
            yield Hit(
                who=attacker.id,
                target=target.id,
                location=spread[0][0],
                called=attack.called,
                step=roll.step,
            )
            yield from wound(view, attacker.id, target, weapon, spread, armour)
            landed += 1
    if not landed:
        yield Missed(who=attacker.id, target=target.id, hidden=roll.hits > 0)
    return asked.finds(roll)


def _find_location(attack: Attack, roll: Attacked) -> Exchange[Spread]:
    """Find where a hit lands: where it was called, down its chain, or as the die says (PH-80 to PH-84)."""
    exposed = frozenset(attack.facts.exposed)
    if attack.called is None:
        located = yield from throw(
            LocationRoll(who=attack.attacker.id, purpose="location", label=_LOCATION, exposed=exposed)
        )
        return located.spread
    chain = (attack.called, *CHAINS[attack.called])
    location = exposed_of(chain[roll.step :], exposed)
    return () if location is None else ((location, 1.0),)
