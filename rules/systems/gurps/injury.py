"""From damage to injury, and from injury to what it brings (sections 9 and 10).

`work_out` is the whole of section 9 up to the loss of points, as a pure function of the basic damage: play
reads it once, odds sort damage rolls by it, and the log shows its numbers.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import floor

from rules.engine.dice import Modifier
from rules.engine.exchange import Exchange, throw
from rules.engine.state import Combatant, Scene
from rules.systems.gurps.body import LIMBS, SHAKEN_AT_ONCE, BodyPlan, Location, Part
from rules.systems.gurps.damage import TYPES
from rules.systems.gurps.gear_events import (
    WeaponDropped,
)
from rules.systems.gurps.injury_events import (
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
from rules.systems.gurps.maneuver_events import (
    PostureChanged,
)
from rules.systems.gurps.rolls import SIDE_WORDS, DeathRoll, DiceRoll, KnockdownRoll, knocks_out
from rules.systems.gurps.sheet import GurpsSheet
from rules.systems.gurps.state import GurpsState, Posture, held

SKULL_DR = 2
"""What bone adds at the skull (GU-220)."""
MOST_SHOCK = 4
MOST_GROIN_SHOCK = 8
_SAME = Fraction(1)


# ------------------------------------------------------------------------------------------------- protection
@dataclass(frozen=True, slots=True)
class Protection:
    """What lies over a location, with what corrosion has left of it (GU-219, GU-221, GU-762)."""

    natural: int
    solid: int
    """Armour without large gaps."""
    gappy: int
    flexible: bool
    is_covered: bool
    """Whether any piece is worn there."""

    @property
    def armour(self) -> int:
        """The armour DR that is left."""
        return self.solid + self.gappy

    @property
    def dr(self) -> int:
        """All DR that is left."""
        return self.natural + self.armour

    def at_chinks(self) -> "Protection":
        """Give what protects a weak spot: of pieces with gaps nothing, of the others half (GU-762)."""
        return replace(self, solid=self.solid // 2, gappy=0)


def covering(combatant: Combatant, location: Location) -> Protection:
    """Give what protects a location; the vitals have what the torso has (GU-219)."""
    sheet: GurpsSheet = combatant.sheet
    place = sheet.body.torso.id if location.part is Part.VITALS else location.id
    pieces = [piece for piece in sheet.armour if piece.covers(place)]
    left = combatant.state.dr_lost.get(place, 0)
    solid = sum(piece.dr for piece in pieces if not piece.gaps)
    gappy = sum(piece.dr for piece in pieces if piece.gaps)
    natural = sheet.natural_dr(place)
    found = []
    for points in (solid, gappy, natural):  # corrosion eats in this order
        gone = min(points, left)
        found.append(points - gone)
        left -= gone
    flexible = bool(pieces) and all(piece.flexible for piece in pieces) and sheet.natural_dr(place) == 0
    return Protection(found[2], found[0], found[1], flexible, bool(pieces))


def has_gaps(combatant: Combatant, location: Location) -> bool:
    """Tell whether a worn piece with large gaps lies over a location."""
    return any(piece.gaps and piece.covers(location.id) for piece in combatant.sheet.armour)


def mean_protection(combatant: Combatant) -> tuple[int, int]:
    """Give the mean DR and the mean armour DR against an area, each rounded down (GU-907)."""
    body: BodyPlan = combatant.sheet.body
    every = [covering(combatant, body.location(place)) for place in body.mean]
    return sum(p.dr for p in every) // len(every), sum(p.armour for p in every) // len(every)


# ------------------------------------------------------------------------------------------------ working out
@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """What of an attack matters to the injury, whatever the dice show."""

    type: str
    divisor: Fraction = _SAME
    chinks: bool = False
    times: int = 1
    """By what a shotgun near by multiplies damage and DR (GU-734)."""
    heat: bool = False
    yards: float | None = None
    """Of an area: the distance from its origin (GU-835)."""


@dataclass(frozen=True, slots=True)
class Wound:
    """What one hit comes to (GU-903 to GU-913), before anything is taken off."""

    damage: int
    dr: int
    penetrating: int
    wounds_as: str
    modifier: Fraction
    injury: int
    blunt: bool
    crippled: bool
    blinded: bool
    corroded: int

    @property
    def brings(self) -> Hashable:
        """All that makes a difference to what follows: damage rolls that bring the same are one in odds."""
        return (
            self.injury,
            self.wounds_as,
            self.blunt,
            self.crippled,
            self.blinded,
            self.corroded,
            self.penetrating > 0,
        )


@dataclass(frozen=True, slots=True)
class Body:
    """What of a target matters to a hit in one place: its HP, the place, and what lies over it."""

    full: int
    dr: int
    armour: int
    flexible: bool = False
    part: Part | None = None
    cripples: int | None = None


def body_at(target: Combatant, location: Location | None, chinks: bool = False) -> Body:
    """Read what a hit at a location meets; an area hits no location in particular (GU-904, GU-907)."""
    full = target.sheet.full_hp
    if location is None:
        return Body(full, *mean_protection(target))
    over = covering(target, location)
    over = over.at_chinks() if chinks else over
    bone = SKULL_DR if location.part is Part.SKULL else 0
    return Body(full, over.dr + bone, over.armour, over.flexible, location.part, location.cripples)


def work_out(target: Combatant, blow: Blow, location: Location | None, basic: int) -> Wound:
    """Work out a hit from its basic damage (GU-903 to GU-914)."""
    return wound_of(body_at(target, location, blow.chinks), blow, basic)


@lru_cache(maxsize=1 << 14)
def wound_of(body: Body, blow: Blow, basic: int) -> Wound:
    """Work out a hit from its basic damage, and what it meets."""
    damage = basic * blow.times
    if blow.yards is not None:
        damage = floor(damage / max(1, blow.yards))
    dr, armour, flexible = body.dr, body.armour, body.flexible
    effective = floor(dr * blow.times / blow.divisor)
    met = floor(armour * blow.times / blow.divisor)
    wounds_as = "cr" if blow.type == "cut" and armour > 0 and damage < 2 * met else blow.type
    penetrating = max(0, damage - effective)
    modifier = wounding(wounds_as, body.part)
    injury = max(1, floor(penetrating * modifier)) if penetrating else 0
    blunt = penetrating == 0 and flexible and blow.type != "fat"
    if blunt:
        injury = blunt_trauma(blow.type, damage)
    crippled = blinded = False
    if blow.type != "fat" and body.cripples is not None:
        over_it = injury * body.cripples > body.full
        if over_it and body.part in LIMBS:
            injury = body.full // body.cripples + 1  # GU-765: what goes beyond is lost
            crippled = True
        blinded = over_it and body.part is Part.EYE
    corroded = damage // 5 if blow.type == "cor" else 0
    return Wound(
        damage,
        effective,
        penetrating,
        wounds_as,
        modifier,
        injury,
        blunt and injury > 0,
        crippled,
        blinded,
        corroded,
    )


def wounding(type_: str, part: Part | None) -> Fraction:
    """Give by what a type multiplies what penetrates, at a kind of location (GU-763 to GU-770, GU-909)."""
    plain = TYPES[type_].wounding
    piercing = TYPES[type_].piercing
    if type_ == "fat":
        return _SAME
    if part in (Part.SKULL, Part.EYE):
        return plain if type_ == "tox" else Fraction(4)
    if part is Part.FACE and type_ == "cor":
        return Fraction(3, 2)
    if part is Part.NECK:
        return {"cr": Fraction(3, 2), "cor": Fraction(3, 2), "cut": Fraction(2)}.get(type_, plain)
    if part is Part.VITALS:
        if type_ == "imp" or piercing:
            return Fraction(3)
        return Fraction(2) if type_ == "tbb" else plain
    if part in (Part.ARM, Part.HAND, Part.LEG, Part.FOOT) and type_ in ("pi+", "pi++", "imp", "tbb"):
        return _SAME
    return plain


def blunt_trauma(type_: str, damage: int) -> int:
    """Give the injury of a blow that flexible armour stops (GU-913)."""
    if type_ == "cr":
        return damage // 5
    return damage // 10 if type_ in ("cut", "imp") or TYPES[type_].piercing else 0


# ----------------------------------------------------------------------------------------------- what follows
def take_hit(
    scene: Scene, attacker: str, target: str, blow: Blow, location: Location | None, basic: int
) -> Exchange[None]:
    """Let a hit do its work: armour, wound, corrosion, and what the wound brings (GU-903 to GU-917)."""
    victim = scene.combatant(target)
    if victim.state.destroyed:
        return
    wound = work_out(victim, blow, location, basic)
    place = "" if location is None else location.id
    notes = []
    if wound.wounds_as != blow.type:
        notes.append("armour makes the cut crush")
    if blow.times > 1:
        notes.append(f"pellets together: damage and DR x{blow.times}")
    if blow.yards is not None:
        notes.append(f"{blow.yards:g} yards from the middle")
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
        yield from _tire(scene, target, wound.injury)
        return
    yield from _corrode(scene, target, location, wound.corroded)
    if wound.blunt:
        yield BluntTrauma(who=target, injury=wound.injury)
    if wound.injury:
        yield from _wound(scene, attacker, target, location, wound)
    if blow.heat and blow.type == "burn" and wound.penetrating:
        yield MayIgnite(who=target)


def _corrode(scene: Scene, target: str, location: Location | None, points: int) -> Exchange[None]:
    """Take DR off, as far as there is any (GU-911)."""
    if not points:
        return
    victim = scene.combatant(target)
    body: BodyPlan = victim.sheet.body
    places = [body.location(place) for place in body.mean] if location is None else [location]
    lost = {}
    for place in places:
        left = covering(victim, place).dr
        if left:
            lost[place.id] = min(points, left)
    if lost:
        yield DrLost(who=target, lost=lost)


def _tire(scene: Scene, target: str, points: int) -> Exchange[None]:
    """Take fatigue points off, and hit points for those below 0 (GU-912)."""
    if not points:
        return
    victim = scene.combatant(target)
    before = victim.state.fp
    below = max(0, -(before - points)) - max(0, -before)
    yield Fatigued(who=target, points=points, hp=below)
    now: GurpsState = scene.combatant(target).state
    if now.fp <= -victim.sheet.full_fp and not now.is_out:
        yield FellUnconscious(who=target, rule="GU-912")


def _wound(
    scene: Scene, attacker: str, target: str, location: Location | None, wound: Wound
) -> Exchange[None]:
    """Take the points off, and let follow what follows, in the order of GU-917."""
    victim = scene.combatant(target)
    sheet: GurpsSheet = victim.sheet
    before: GurpsState = victim.state
    part = None if location is None else location.part
    groin = part is Part.GROIN and wound.wounds_as == "cr" and sheet.male
    most = MOST_GROIN_SHOCK if groin else MOST_SHOCK
    shock = min(max(most, before.shock_pending), before.shock_pending + wound.injury * (2 if groin else 1))
    place = "" if location is None else location.id
    yield Injured(who=target, injury=wound.injury, location=place, shock=shock)

    hp = scene.combatant(target).state.hp
    full = sheet.full_hp
    if hp <= -10 * full:  # GU-1019
        if not before.dead:
            yield Died(who=target, rule="GU-1019")
        if not before.destroyed:
            yield Destroyed(who=target)
        return
    if hp <= -5 * full and not before.dead:  # GU-1018
        yield Died(who=target)
        return
    if before.dead:
        return

    if wound.crippled and location is not None:
        yield from cripple(scene, target, location)
    if wound.blinded and location is not None:
        yield Blinded(who=target, eyes=(location.id,))
    major = 2 * wound.injury > full or wound.crippled or wound.blinded  # GU-916
    if part is Part.FACE and wound.wounds_as == "cor":
        yield from _blind_by_acid(scene, attacker, target, wound.injury, major)
    if major:
        yield MajorWound(who=target)
    yield from _death_rolls(scene, target, before.hp)
    now: GurpsState = scene.combatant(target).state
    shaken = part in SHAKEN_AT_ONCE and not (part is Part.SKULL and wound.wounds_as == "tox")
    if (major or shaken) and not now.is_out:
        yield from knock_down(scene, target, _knockdown_modifier(sheet, part, wound, major))


def _knockdown_modifier(
    sheet: GurpsSheet, part: Part | None, wound: Wound, major: bool
) -> tuple[Modifier, ...]:
    if part is Part.SKULL and wound.wounds_as == "tox":
        return ()  # GU-763
    if part in (Part.SKULL, Part.EYE) and major:
        return (Modifier("location", -10, "GU-763"),)
    if part in (Part.FACE, Part.VITALS) and major:
        return (Modifier("location", -5, "GU-764" if part is Part.FACE else "GU-770"),)
    if part is Part.GROIN and sheet.male:
        return (Modifier("location", -5, "GU-767"),)
    return ()


def _blind_by_acid(scene: Scene, attacker: str, target: str, injury: int, major: bool) -> Exchange[None]:
    """Let acid in the face blind one eye by a major wound, both by an injury of full HP (GU-764)."""
    victim = scene.combatant(target)
    eyes = [eye.id for eye in victim.sheet.body.eyes()]
    if not major or not eyes:
        return
    if injury >= victim.sheet.full_hp:
        yield Blinded(who=target, eyes=tuple(eyes))
        return
    side = yield from throw(DiceRoll(who=attacker, purpose="side", label="which eye", words=SIDE_WORDS))
    chosen = eyes[0] if side.outcome == "right" else eyes[-1]
    yield Blinded(who=target, eyes=(chosen,))


def cripple(scene: Scene, target: str, location: Location) -> Exchange[None]:
    """Cripple a limb: what the hand held falls, or its owner does (GU-1006)."""
    yield Crippled(who=target, location=location.id)
    if location.side is not None:
        yield from drop_all(scene, target, (location.side,))
    elif scene.combatant(target).state.posture is not Posture.PRONE:
        yield PostureChanged(who=target, posture=Posture.PRONE)


def drop_all(scene: Scene, who: str, hands: tuple[str, ...]) -> Exchange[None]:
    """Let fall what these hands hold."""
    victim = scene.combatant(who)
    for weapon in held(victim):
        if set(weapon.hands) & set(hands):
            yield WeaponDropped(who=who, weapon=weapon.id, name=weapon.name, at=victim.at)


def _death_rolls(scene: Scene, target: str, before: int) -> Exchange[None]:
    """Roll for each multiple of full HP below 0 that was reached, the smaller first (GU-1015, GU-1020)."""
    victim = scene.combatant(target)
    full, after = victim.sheet.full_hp, victim.state.hp
    for multiple in range(1, 5):
        if not before > -multiple * full >= after:
            continue
        roll = yield from throw(
            DeathRoll(who=target, purpose="death", label=f"HT at -{multiple} x HP", base=victim.sheet.HT)
        )
        if roll.succeeded:
            yield DeathAvoided(who=target)
            continue
        if roll.failed_by >= 3 or scene.combatant(target).state.mortal:
            yield Died(who=target, rule="GU-1015")
        else:
            yield MortallyWounded(who=target)
        return


def knock_down(scene: Scene, target: str, modifiers: tuple[Modifier, ...]) -> Exchange[None]:
    """Roll against a knockdown (GU-1000)."""
    victim = scene.combatant(target)
    roll = yield from throw(
        KnockdownRoll(
            who=target,
            purpose="knockdown",
            label="HT against a knockdown",
            base=victim.sheet.HT,
            modifiers=modifiers,
        )
    )
    if roll.succeeded:
        return
    yield KnockedDown(who=target)
    yield from drop_all(scene, target, ("right", "left"))
    if knocks_out(roll):
        yield FellUnconscious(who=target, rule="GU-1000")
        return
    if scene.combatant(target).state.posture is not Posture.PRONE:
        yield PostureChanged(who=target, posture=Posture.PRONE)
    if not scene.combatant(target).state.stunned:
        yield Stunned(who=target)
