"""What an injury brings: points lost, shock, crippling, death, knockdown (GU-911 to GU-917, section 10)."""

from dataclasses import dataclass, replace
from functools import cache

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.house.house import House
from rules.engine.state import BattleView
from rules.engine.text import Text, Words, text
from rules.systems.gurps import house as own
from rules.systems.gurps.events.gear_events import WeaponDropped
from rules.systems.gurps.events.injury_events import (
    Blinded,
    BluntTrauma,
    Crippled,
    DamageDone,
    DeathAvoided,
    Destroyed,
    Died,
    DrLost,
    Fatigued,
    FellUnconscious,
    Injured,
    KnockedDown,
    MajorWound,
    MayIgnite,
    MortallyWounded,
    Stunned,
)
from rules.systems.gurps.events.maneuver_events import PostureChanged
from rules.systems.gurps.harm.protection import covering
from rules.systems.gurps.harm.wounds import Blow, Wound, work_out
from rules.systems.gurps.rolls import SIDE_WORDS, DeathRoll, DiceRoll, KnockdownRoll, knocks_out
from rules.systems.gurps.sheet.body import SHAKEN_AT_ONCE, BodyPlan, Location, Part
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import GurpsState, Posture, held

_LOCATION = text("location")
_CRUSHED = text("armour makes the cut crush")
_WHICH_EYE = text("which eye")
_KNOCKDOWN = text("HT against a knockdown")


def take_hit(
    view: BattleView, attacker: str, target: str, blow: Blow, location: Location | None, basic: int
) -> Exchange[None]:
    """Let a hit do its work: armour, wound, corrosion, and what the wound brings (GU-903 to GU-917)."""
    victim = view.combatant(target)
    if victim.state.destroyed:
        return
    wound = work_out(victim, blow, location, basic)
    place = "" if location is None else location.id
    notes: list[Words] = []
    if wound.wounds_as != blow.type:
        notes.append(_CRUSHED)
    if blow.times > 1:
        notes.append(text("pellets together: damage and DR x{times}", times=blow.times))
    if blow.yards is not None:
        notes.append(text("{yards} yards from the middle", yards=blow.yards))
    yield DamageDone(
        who=target,
        location=place,
        type=blow.type,
        damage=wound.damage,
        dr=wound.dr,
        penetrating=wound.penetrating,
        injury=wound.injury,
        wounds_as=wound.wounds_as,
        notes=tuple(notes),
    )
    if blow.type == "fat":
        yield from _tire(view, target, wound.injury)
        return
    yield from _corrode(view, target, location, wound.corroded)
    if wound.blunt:
        yield BluntTrauma(who=target, injury=wound.injury)
    if wound.injury:
        yield from _wound(view, attacker, target, location, wound)
    if blow.heat and blow.type == "burn" and wound.penetrating:
        yield MayIgnite(who=target)


def _corrode(view: BattleView, target: str, location: Location | None, points: int) -> Exchange[None]:
    """Take DR off, as far as there is any (GU-911)."""
    if not points:
        return
    victim = view.combatant(target)
    body: BodyPlan = victim.sheet.body
    places = [body.location(place) for place in body.mean] if location is None else [location]
    lost = {}
    for place in places:
        left = covering(victim, place).dr
        if left:
            lost[place.id] = min(points, left)
    if lost:
        yield DrLost(who=target, lost=lost)


def _tire(view: BattleView, target: str, points: int) -> Exchange[None]:
    """Take fatigue points off, and hit points for those below 0, which may kill (GU-912, GU-C2)."""
    if not points:
        return
    victim = view.combatant(target)
    before: GurpsState = victim.state
    below = max(0, -(before.fp - points)) - max(0, -before.fp)
    yield Fatigued(who=target, points=points, hp=below)
    comes = deaths(victim.sheet.full_hp, before.hp, before.hp - below, victim.house)
    if (yield from _dies_at_once(view, target, comes)):
        return
    yield from _death_rolls(view, target, comes.death_at)
    now: GurpsState = view.combatant(target).state
    if now.fp <= -victim.sheet.full_fp and not now.is_out:
        yield FellUnconscious(who=target, rule="GU-912")


def _wound(
    view: BattleView, attacker: str, target: str, location: Location | None, wound: Wound
) -> Exchange[None]:
    """Take the points off, and let follow what follows, in the order of GU-917."""
    victim = view.combatant(target)
    sheet: GurpsSheet = victim.sheet
    before: GurpsState = victim.state
    part = None if location is None else location.part
    groin = part is Part.GROIN and wound.wounds_as == "cr" and sheet.male
    house = victim.house
    most = own.SHOCK.number(house, "groin" if groin else "any") if own.SHOCKS.on(house) else 0
    shock = min(max(most, before.shock_pending), before.shock_pending + wound.injury * (2 if groin else 1))
    place = "" if location is None else location.id
    yield Injured(who=target, injury=wound.injury, location=place, shock=shock)

    comes = consequences(sheet.full_hp, sheet.male, part, wound, before.hp, house)
    if (yield from _dies_at_once(view, target, comes)):
        return

    if wound.crippled and location is not None:
        yield from cripple(view, target, location)
    if wound.blinded and location is not None:
        yield Blinded(who=target, eyes=(location.id,))
    if part is Part.FACE and wound.wounds_as == "cor":
        yield from _blind_by_acid(view, attacker, target, wound.injury, comes.major)
    if comes.major:
        yield MajorWound(who=target)
    yield from _death_rolls(view, target, comes.death_at)
    if comes.knockdown is not None and not view.combatant(target).state.is_out:
        yield from knock_down(view, target, comes.knockdown)


@dataclass(frozen=True, slots=True)
class Consequences:
    """What a wound brings besides the points that it costs, before any roll (GU-916 to GU-1019)."""

    destroyed: bool = False
    dies: bool = False
    major: bool = False
    death_at: tuple[int, ...] = ()
    """The multiples of full HP below 0 at which one rolls to live, as long as one does."""
    knockdown: tuple[Modifier, ...] | None = None
    """What counts for the roll against a knockdown; None where there is none."""


def _dies_at_once(view: BattleView, target: str, comes: Consequences) -> Exchange[bool]:
    """Let somebody die without a roll; tell whether it is dead (GU-1018, GU-1019)."""
    before: GurpsState = view.combatant(target).state
    if (comes.dies or comes.destroyed) and not before.dead:
        yield Died(who=target, rule="GU-1019" if comes.destroyed else "GU-1018")
    if comes.destroyed and not before.destroyed:
        yield Destroyed(who=target)
    return before.dead or comes.dies


def deaths(full: int, before: int, after: int, house: House) -> Consequences:
    """Tell what falling from some hit points to others brings, whatever has cost them (GU-1015 to GU-1019).

    Args:
        full: the full hit points.
    """
    if after <= -5 * full:
        return Consequences(destroyed=after <= -10 * full, dies=True)
    rolls = own.DEATHS.on(house)
    return Consequences(
        death_at=tuple(k for k in range(1, 5) if before > -k * full >= after) if rolls else ()
    )


def consequences(
    full: int, male: bool, part: Part | None, wound: Wound, before: int, house: House
) -> Consequences:
    """Tell what a wound brings to somebody who lives.

    Args:
        full, before: the full hit points, and those that are left before the wound.
    """
    comes = deaths(full, before, before - wound.injury, house)
    if comes.dies:
        return comes
    major = 2 * wound.injury > full or wound.crippled or wound.blinded  # GU-916
    shaken = part in SHAKEN_AT_ONCE and not (part is Part.SKULL and wound.wounds_as == "tox")
    return replace(
        comes,
        major=major,
        knockdown=_knockdown_modifier(male, part, wound, major, house)
        if (major or shaken) and own.KNOCKDOWNS.on(house)
        else None,
    )


def _knockdown_modifier(
    male: bool, part: Part | None, wound: Wound, major: bool, house: House
) -> tuple[Modifier, ...]:
    if part is Part.SKULL and wound.wounds_as == "tox":
        return ()  # GU-763
    if part in (Part.SKULL, Part.EYE) and major:
        return (own.KNOCKDOWN.modifier(house, "skull-or-eye", _LOCATION, "GU-763"),)
    if part in (Part.FACE, Part.VITALS) and major:
        rule = "GU-764" if part is Part.FACE else "GU-770"
        return (own.KNOCKDOWN.modifier(house, "face-or-vitals", _LOCATION, rule),)
    if part is Part.GROIN and male:
        return (own.KNOCKDOWN.modifier(house, "groin", _LOCATION, "GU-767"),)
    return ()


def _blind_by_acid(view: BattleView, attacker: str, target: str, injury: int, major: bool) -> Exchange[None]:
    """Let acid in the face blind one eye by a major wound, both by an injury of full HP (GU-764)."""
    victim = view.combatant(target)
    eyes = [eye.id for eye in victim.sheet.body.eyes()]
    if not major or not eyes:
        return
    if injury >= victim.sheet.full_hp:
        yield Blinded(who=target, eyes=tuple(eyes))
        return
    side = yield from throw(DiceRoll(who=attacker, purpose="side", label=_WHICH_EYE, words=SIDE_WORDS))
    chosen = eyes[0] if side.outcome == "right" else eyes[-1]
    yield Blinded(who=target, eyes=(chosen,))


def cripple(view: BattleView, target: str, location: Location) -> Exchange[None]:
    """Cripple a limb: what the hand held falls, or its owner does (GU-1006)."""
    yield Crippled(who=target, location=location.id)
    if location.side is not None:
        yield from drop_all(view, target, (location.side,))
    elif view.combatant(target).state.posture is not Posture.PRONE:
        yield PostureChanged(who=target, posture=Posture.PRONE)


def drop_all(view: BattleView, who: str, hands: tuple[str, ...]) -> Exchange[None]:
    """Let fall what these hands hold."""
    victim = view.combatant(who)
    for weapon in held(victim):
        if set(weapon.hands) & set(hands):
            yield WeaponDropped(who=who, weapon=weapon.id, name=weapon.name, at=victim.at)


def _death_rolls(view: BattleView, target: str, multiples: tuple[int, ...]) -> Exchange[None]:
    """Roll for each multiple of full HP below 0 that was reached, the smaller first (GU-1015, GU-1020)."""
    for multiple in multiples:
        roll = yield from throw(death_roll(target, view.combatant(target).sheet.HT, multiple))
        if roll.succeeded:
            yield DeathAvoided(who=target)
            continue
        if roll.failed_by >= 3 or view.combatant(target).state.mortal:
            yield Died(who=target, rule="GU-1015")
        else:
            yield MortallyWounded(who=target)
        return


def death_roll(who: str, health: int, multiple: int) -> DeathRoll:
    """Give the roll against HT to live on at a multiple of full HP below 0 (GU-1015)."""
    return DeathRoll(who=who, purpose="death", label=_at_multiple(multiple), base=health)


@cache
def _at_multiple(multiple: int) -> Text:
    return text("HT at -{multiple} x HP", multiple=multiple)


def knock_down(view: BattleView, target: str, modifiers: tuple[Modifier, ...]) -> Exchange[None]:
    """Roll against a knockdown (GU-1000)."""
    roll = yield from throw(knockdown_roll(target, view.combatant(target).sheet.HT, modifiers))
    if roll.succeeded:
        return
    yield KnockedDown(who=target)
    yield from drop_all(view, target, ("right", "left"))
    if knocks_out(roll):
        yield FellUnconscious(who=target, rule="GU-1000")
        return
    if view.combatant(target).state.posture is not Posture.PRONE:
        yield PostureChanged(who=target, posture=Posture.PRONE)
    if not view.combatant(target).state.stunned:
        yield Stunned(who=target)


def knockdown_roll(who: str, health: int, modifiers: tuple[Modifier, ...]) -> KnockdownRoll:
    """Give the roll against HT to keep standing (GU-1000)."""
    return KnockdownRoll(
        who=who,
        purpose="knockdown",
        label=_KNOCKDOWN,
        base=health,
        modifiers=modifiers,
    )
