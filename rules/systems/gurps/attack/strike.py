"""One attack made ready: who, whom, with what, where to, and every number that it rests on (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from rules.engine.dice import Modifier
from rules.engine.house.house import House
from rules.engine.refusal import Refusal
from rules.engine.text import Text, combatant, joined, text
from rules.map.model import Cell
from rules.systems.gurps import house as own
from rules.systems.gurps.attack.damage import Dice, finds_vitals, is_fine
from rules.systems.gurps.attack.facts import COVER, Facts, band
from rules.systems.gurps.harm.protection import covering, has_gaps
from rules.systems.gurps.harm.wounds import Blow
from rules.systems.gurps.maneuvers import maneuver_table as mv
from rules.systems.gurps.sheet.body import NOTE_ONE, RANDOM, WEAPON, BodyPlan, Part
from rules.systems.gurps.sheet.gear import CLOSE, Flag, Kind, Use, Weapon, in_yards
from rules.systems.gurps.sheet.names import weapon_words
from rules.systems.gurps.sheet.sheet import GurpsSheet
from rules.systems.gurps.state import Fighter, GurpsState, holds_shield

LEAST_SKILL = 3
"""Below this nothing is rolled (GU-405)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """One strike of an attack, that has passed every check."""

    attacker: str
    target: str | None
    at: Cell | None = None
    """Of an area aimed at a place: the cell."""
    use: Use
    facts: Facts
    base: int
    modifiers: tuple[Modifier, ...]
    location: str
    """A location's id, or `random` or `weapon`."""
    struck: str | None = None
    """Of an attack at a weapon: which."""
    disarm: str | None = None
    """The attribute that a disarming contest is on."""
    chinks: bool = False
    at_ground: bool = False
    rounds: int = 1
    """Rounds as the rapid-fire bonus and the hits count them: of a shotgun, pellets."""
    fired: int = 1
    """Rounds that leave the magazine."""
    wasted: int = 0
    rcl: int = 1
    times: int = 1
    dice: Dice
    damage_modifiers: tuple[Modifier, ...] = ()
    type: str
    divisor: Fraction
    is_slam: bool = False
    used: tuple[str, ...] = ()
    uses_aim: bool = False
    is_suppression: bool = False
    number: int = 0
    """Which of the attacks of a command it is."""
    is_last: bool = False
    """Whether no later attack of the command goes at its target."""
    is_only: bool = False
    """Whether it is the only attack of the command."""

    @property
    def target_number(self) -> int:
        """The effective skill."""
        return self.base + sum(modifier.value for modifier in self.modifiers)

    @property
    def is_ranged(self) -> bool:
        """Whether it counts as a ranged attack for parries and dives; a jet does not (GU-736)."""
        return self.use.is_ranged

    @property
    def is_thrust(self) -> bool:
        """Whether it is a thrust (GU-813)."""
        return self.use.mode.thrust

    @property
    def is_area(self) -> bool:
        """Whether it fills an area (GU-830)."""
        return self.use.weapon.area is not None

    @property
    def in_the_way(self) -> tuple[str, ...]:
        """Who stands in the way of it, nearest first; nobody where it fills an area or a place (GU-R81)."""
        return () if self.is_area or self.is_suppression else self.facts.in_the_way

    @property
    def halved(self) -> bool:
        """Whether the target stands beyond the half-damage range (GU-901)."""
        half = self.use.weapon.range[0]
        return self.use.kind is not Kind.MELEE and half is not None and self.facts.distance > half

    def blow(self, yards: float | None = None) -> Blow:
        """Give what of it matters to the injury."""
        return Blow(
            type=self.type,
            divisor=self.divisor,
            chinks=self.chinks,
            times=self.times,
            heat=self.use.weapon.has(Flag.HEAT),
            yards=yards,
        )

    def grazes_at(self, body: BodyPlan) -> bool:
        """Tell whether a miss by one hits the torso instead (GU-760); never where it is thrown for."""
        location = body.find(self.location)
        return location is not None and location.part in NOTE_ONE


# --------------------------------------------------------------------------------------------- to-hit numbers
_SHOCK = text("shock")
_POSTURE = text("posture")
_BLIND = text("blind")
_VISIBILITY = text("visibility")
_BULK = text("bulk in close quarters")
_SIZE = text("size")
_COVER = text("cover")
_AT_GROUND = text("at-ground")
_SECOND_STEP = text("second step")
_WEAPON = text("weapon")
_CHINKS = text("chinks")
_LOCATION = text("location")
_AT_RANGE: Mapping[str, Text] = {
    "close": text("close range"),
    "short": text("short range"),
    "medium": text("medium range"),
    "long": text("long range"),
    "far": text("far range"),
}


def own_modifiers(actor: Fighter, use: Use, facts: Facts) -> list[Modifier]:
    """List what the attacker's own state and the light do to an attack (GU-753)."""
    state: GurpsState = actor.state
    found, house = [], actor.house
    hand_to_hand = not use.is_ranged
    if state.shock:
        found.append(Modifier(_SHOCK, -state.shock, "GU-915"))
    if hand_to_hand and state.posture.value in own.POSTURE:
        found.append(own.POSTURE.modifier(house, state.posture.value, _POSTURE))
    blind, eyes = len(state.blind), len(actor.sheet.body.eyes())
    if blind and blind >= eyes:
        found.append(own.BLIND.modifier(house, "blind", _BLIND))
    elif blind:
        one_eye = "one-eye-blow" if hand_to_hand else "one-eye-shot"
        found.append(own.BLIND.modifier(house, one_eye, _BLIND))
    if facts.visibility:
        found.append(Modifier(_VISIBILITY, facts.visibility, "GU-753"))
    return found


def range_modifiers(
    use: Use, facts: Facts, target: Fighter | None, running: bool, at_ground: bool, house: House
) -> list[Modifier]:
    """List what distance, size, crowding and cover do to a ranged attack (GU-750 to GU-752).

    Args:
        running: whether a move and attack has counted the Bulk already (GU-718).
    """
    if not use.is_ranged:
        return []
    name, penalty = band(facts.distance, facts.speed, house)
    found = [own.RANGE.modifier(house, name, _AT_RANGE[name])] if penalty else []
    by_size = own.SIZE.on(house)
    if facts.close_quarters and use.weapon.bulk and not running and by_size:
        found.append(Modifier(_BULK, use.weapon.bulk, "GU-751"))
    if target is not None and target.sheet.sm and not at_ground and by_size:
        found.append(Modifier(_SIZE, target.sheet.sm, "GU-751"))
    if COVER.get(facts.cover):
        found.append(own.COVER.modifier(house, facts.cover, _COVER))
    if at_ground:
        found.append(own.GROUND.added(house, _AT_GROUND))
    return found


def maneuver_modifiers(
    maneuver: str, variant: str | None, use: Use, steps: float, house: House
) -> list[Modifier]:
    """List what the maneuver does to an attack (GU-711, GU-712, GU-714, GU-718).

    Args:
        steps: how many steps are taken with it.
    """
    found = []
    if maneuver == mv.ALL_OUT_MELEE and variant == mv.DETERMINED:
        found.append(own.ALL_OUT.modifier(house, "determined", mv.BY_MANEUVER))
    if maneuver == mv.ALL_OUT_RANGED and variant == mv.DETERMINED:
        found.append(own.ALL_OUT_FIRE.added(house, mv.BY_MANEUVER))
    if maneuver == mv.COMMITTED:
        if variant == mv.DETERMINED:
            found.append(own.COMMITTED.modifier(house, "to-hit", mv.BY_MANEUVER))
        if steps > 1:
            found.append(own.COMMITTED.modifier(house, "second-step", _SECOND_STEP))
    if maneuver == mv.MOVE_AND_ATTACK:
        how = "shot" if use.is_ranged else "blow"
        plain = own.ON_THE_RUN.modifier(house, how, mv.BY_MANEUVER)
        bulky = min(plain.value, use.weapon.bulk) if use.is_ranged else plain.value
        found.append(plain if bulky == plain.value else Modifier(mv.BY_MANEUVER, bulky, "GU-718"))
    return found


def rapid_fire_bonus(rounds: int) -> int:
    """Give the bonus for so many rounds (GU-732)."""
    for most, bonus in ((4, 0), (8, 1), (12, 2), (16, 3), (24, 4), (49, 5)):
        if rounds <= most:
            return bonus
    bonus, least = 6, 100
    while rounds >= least:
        bonus, least = bonus + 1, least * 2
    return bonus


def location_modifier(
    target: Fighter, location: str, struck: Weapon | None, chinks: bool, facing: str
) -> Modifier | None:
    """Give what aiming at a location takes (GU-759, GU-762, GU-766)."""
    if location == RANDOM:
        return None
    if location == WEAPON:
        assert struck is not None
        return Modifier(_WEAPON, weapon_to_hit(struck), "GU-759")
    place = target.sheet.body.location(location)
    if chinks:
        easy = place.part is Part.TORSO or has_gaps(target, place)  # at the vitals too: GU-C3
        return own.WEAK_SPOTS.modifier(target.house, "torso" if easy else "elsewhere", _CHINKS)
    value = place.to_hit(facing)
    if place.part in (Part.ARM, Part.HAND) and holds_shield(target, place.side):
        value *= 2
    return Modifier(_LOCATION, value, "GU-759") if value else None


def weapon_to_hit(weapon: Weapon) -> int:
    """Give what striking at a weapon takes: the longer it is, the less (GU-759)."""
    if weapon.is_shield:
        return -4
    longest = 0.0
    for mode in weapon.modes:
        if mode.kind is Kind.MELEE:
            longest = max(longest, *(0 if reach == CLOSE else in_yards(reach) for reach in mode.reach))
        else:
            longest = max(longest, weapon.range[1] if mode.kind is Kind.JET else 1)
    if longest < 1:
        return -5
    return -4 if longest < 2 else -3


# ----------------------------------------------------------------------------------------------------- damage
def slam_dice(sheet: GurpsSheet, yards: float) -> Dice:
    """Give the dice of a slam (GU-330)."""
    dice = Fraction(sheet.full_hp) * Fraction(yards) / 100
    if dice < Fraction(1, 4):
        return Dice(1, -3)
    if dice < Fraction(1, 2):
        return Dice(1, -2)
    if dice < 1:
        return Dice(1, -1)
    return Dice(floor(dice + Fraction(1, 2)))


def damage_modifier(
    maneuver: str, variant: str | None, use: Use, dice: Dice, house: House
) -> tuple[Modifier, ...]:
    """Give what the maneuver does to the damage (GU-711, GU-714, GU-715)."""
    count = dice.count
    if maneuver == mv.ALL_OUT_MELEE and variant == mv.STRONG:
        label = own.ALL_OUT.noted(house, "strong", mv.BY_MANEUVER, max(own.ALL_OUT["strong"], count))
        strong = max(own.ALL_OUT.number(house, "strong"), count)
        return (Modifier(label, strong, "GU-711"),)
    if maneuver == mv.ALL_OUT_MELEE and variant == mv.LONG and use.damage.is_swing:
        return (Modifier(mv.BY_MANEUVER, -max(2, count), "GU-711"),)
    if maneuver == mv.COMMITTED and variant == mv.STRONG:
        return (Modifier(mv.BY_MANEUVER, max(1, count // 2), "GU-714"),)
    if maneuver == mv.DEFENSIVE:
        return (Modifier(mv.BY_MANEUVER, -max(2, count), "GU-715"),)
    return ()


# -------------------------------------------------------------------------------------------------- locations
def require_location(target: Fighter, location: str, type_: str, chinks: bool) -> None:
    """Refuse a location that is not there or not open to the type of damage.

    Raises:
        Refusal: `bad-location`; `bad-option` for a weak spot where there is no armour (GU-762).
    """
    body: BodyPlan = target.sheet.body
    place = body.find(location)
    if location not in (RANDOM, WEAPON) and place is None:
        said = text(
            "{target} has no {location}; there are {ids}.",
            target=combatant(target),
            location=f"{location!r}",
            ids=joined(body.ids),
        )
        raise Refusal("bad-location", said, "GU-202")
    if chinks:
        if place is None or not is_fine(type_):
            said = text(
                "Weak spots of armour are for impaling, piercing and tight-beam attacks at a location."
            )
            raise Refusal("bad-option", said, "GU-762")
        if not covering(target, place).is_covered:
            raise Refusal(
                "bad-option",
                text("{target} wears no armour there to find a gap in.", target=combatant(target)),
                "GU-762",
            )
    if place is not None and place.part is Part.EYE and not is_fine(type_):
        said = text("Only impaling, piercing and tight-beam attacks go through an eye.")
        raise Refusal("bad-location", said, "GU-761")
    if place is not None and place.part is Part.VITALS and not finds_vitals(type_):
        said = text("Only impaling, piercing, crushing and tight-beam attacks reach the vitals.")
        raise Refusal("bad-location", said, "GU-770")


def find_struck(target: Fighter, id_: str | None, disarm: bool) -> Weapon:
    """Find the ready weapon that is struck at, by default the first (GU-744).

    Raises:
        Refusal: `bad-option` with a disarm, else `bad-location`.
    """
    state: GurpsState = target.state
    gone = (*state.dropped, *state.broken)
    sheet: GurpsSheet = target.sheet
    ready = [w for w in sheet.weapons if w.hands and state.ready.get(w.id) and w.id not in gone]
    found = next((w for w in ready if id_ in (None, w.id)), None)
    if found is None:
        names = joined(weapon_words(w) for w in ready) or text("nothing")
        said = text(
            "{target} holds {value} to strike at; in hand: {names}.",
            target=combatant(target),
            value=text("no {weapon}", weapon=repr(id_)) if id_ else text("nothing"),
            names=names,
        )
        raise Refusal("bad-option" if disarm else "bad-location", said, "GU-744")
    return found


LABELS: Mapping[str, str] = {
    "rapid-strike": "GU-730",
    "dual-weapon": "GU-731",
    "rapid-fire": "GU-732",
    "spraying-fire": "GU-733",
    "tip-slash": "GU-740",
    "brace": "GU-741",
    "disarm": "GU-744",
    "chinks": "GU-762",
    "at-ground": "GU-752",
}
"""The attack options, each with its rule (section 7.3)."""
