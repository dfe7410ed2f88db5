"""From damage to injury: section 9 up to the loss of points, as a pure function of the basic damage.

Play reads `work_out` once, odds sort damage rolls by it, and the log shows its numbers.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import floor

from rules.engine.house.house import AS_WRITTEN, House
from rules.systems.gurps import house as own
from rules.systems.gurps.attack.damage import TYPES
from rules.systems.gurps.harm.protection import covering, mean_protection
from rules.systems.gurps.sheet.body import LIMBS, Location, Part
from rules.systems.gurps.state import Fighter

_SAME = Fraction(1)


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
    house: House = AS_WRITTEN


def body_at(target: Fighter, location: Location | None, chinks: bool = False) -> Body:
    """Read what a hit at a location meets; an area hits no location in particular (GU-904, GU-907)."""
    full = target.sheet.full_hp
    if location is None:
        return Body(full, *mean_protection(target), house=target.house)
    over = covering(target, location)
    over = over.at_chinks() if chinks else over
    bone = own.SKULL.value(target.house) if location.part is Part.SKULL else 0
    dr, part = over.dr + bone, location.part
    return Body(full, dr, over.armour, over.flexible, part, location.cripples, target.house)


def work_out(target: Fighter, blow: Blow, location: Location | None, basic: int) -> Wound:
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
    modifier = wounding(wounds_as, body.part, body.house)
    injury = max(1, floor(penetrating * modifier)) if penetrating else 0
    blunt = penetrating == 0 and flexible and blow.type != "fat" and own.BRUISES.on(body.house)
    if blunt:
        injury = blunt_trauma(blow.type, damage)
    crippled = blinded = False
    if blow.type != "fat" and body.cripples is not None:
        over_it = injury * body.cripples > body.full
        if over_it and body.part in LIMBS:
            injury = body.full // body.cripples + 1  # GU-765: what goes beyond is lost
            crippled = True
        blinded = over_it and body.part is Part.EYE
    corroded = damage // 5 if blow.type == "cor" and own.ACID.on(body.house) else 0
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


def wounding(type_: str, part: Part | None, house: House = AS_WRITTEN) -> Fraction:
    """Give by what a type multiplies what penetrates, at a kind of location (GU-763 to GU-770, GU-909)."""
    plain = TYPES[type_].wounding
    if type_ in own.WOUNDING:
        plain = Fraction(own.WOUNDING.number(house, type_), 100)
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
