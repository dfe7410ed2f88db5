"""An attack made ready: who, whom, how, and every number that it rests on (SW-70 to SW-122)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.state import BattleState
from rules.map.model import Cell
from rules.systems.savage import house as own
from rules.systems.savage.attack.facts import Facts
from rules.systems.savage.attack.traits import in_order, roll_settings, weighing
from rules.systems.savage.rolls import LONE_STRAY, MOST_STRAY, AttackRoll
from rules.systems.savage.sheet.die import Die
from rules.systems.savage.sheet.gear import UNARMED_ID, Location, Template, Weapon
from rules.systems.savage.sheet.sheet import UNTRAINED, SavageSheet
from rules.systems.savage.state import Fighter, SavageState, mount_of, parry_of, rider_of

FAR_FOR_PRONE = 3
CALLED_SHOTS: Mapping[str, Location] = {
    "arm": Location.ARMS,
    "leg": Location.LEGS,
    "hand": Location.ARMS,
    "head": Location.HEAD,
    "vitals": Location.TORSO,
}
"""The called shots, and whose armour counts (SW-70, SW-122)."""


class Mode(StrEnum):
    """How an attack is made."""

    MELEE = "melee"
    RANGED = "ranged"
    AREA = "area"


class Aim(StrEnum):
    """What an Aim is turned into (SW-68, SW-83)."""

    NONE = "none"
    STEADY = "steady"
    CLEAR = "clear"
    BEST = "best"
    EXTREME = "extreme"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What may be chosen besides weapon and target (SW-70)."""

    mode: str | None = None
    shots: int = 1
    aim: str | None = None
    wild_attack: bool = False
    called_shot: str | None = None
    nonlethal: bool = False
    charge: bool = False
    both_barrels: bool = False
    template: str | None = None

    def as_json(self) -> dict[str, Any]:
        """Give those that were chosen."""
        plain = Options()
        names = Options.__dataclass_fields__
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(plain, name)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """An attack with all that was read and chosen before the first die.

    Attributes:
        target: None for an area aimed at a square alone.
        at: the square that an area is aimed at, on a map with squares.
        aim: what an Aim gives it; it is captured here, for the action uses it up.
        is_action: whether it is an action of the attacker's turn (SW-48).
        set_bonus: whether it is the first blow of a set weapon (SW-185).
    """

    attacker: str
    target: str | None
    weapon: Weapon
    mode: Mode
    facts: Facts
    options: Options = Options()
    at: Cell | None = None
    aim: Aim = Aim.NONE
    is_action: bool = True
    set_bonus: bool = False

    @property
    def template(self) -> Template | None:
        """The template that is laid (SW-163)."""
        if self.mode is not Mode.AREA:
            return None
        return Template(self.options.template) if self.options.template else self.weapon.template

    @property
    def bracket(self) -> str | None:
        """The range bracket; None in melee and for a cone or line, which have none (SW-82, SW-161)."""
        if self.mode is Mode.MELEE or self.weapon.range is None:
            return None
        template = self.template
        return None if template is not None and not template.radius else self.facts.bracket(self.weapon)

    @property
    def shoots_past_melee(self) -> bool:
        """Whether it is aimed past the enemies next to the attacker (SW-91)."""
        return self.mode is not Mode.MELEE and bool(self.facts.engaged_by) and not self.facts.adjacent


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What an attack rolls and needs."""

    skill: str
    die: Die
    roll: AttackRoll


def numbers_of(state: BattleState, attack: Attack) -> Numbers:
    """Work out the attack roll (SW-38, SW-73 to SW-91, SW-100 to SW-102, SW-161)."""
    attacker = state.combatants[attack.attacker]
    target = None if attack.target is None else state.combatants[attack.target]
    skill, die, trained = skill_of(state, attacker, attack)

    def values(house: House) -> dict[str, int]:
        weighs = weighing(attacker, die, trained, house, action=attack.is_action)
        return _values(state, attacker, target, attack, weighs, house)

    rules = {"prone": "SW-77" if attack.mode is Mode.MELEE else "SW-86"}
    house = state.house
    modifiers = in_order(values(house), rules, None if house is AS_WRITTEN else values(AS_WRITTEN))
    return Numbers(
        skill=skill,
        die=die,
        roll=AttackRoll(
            who=attacker.id,
            purpose="attack",
            label=attack.weapon.low_name,
            sides=die.sides,
            wild=attacker.sheet.wild_card,
            dice=attack.options.shots,
            modifiers=(*modifiers, *attacker.own_modifiers("attack")),
            target=target_number(attack, target, house),
            stray=_stray(attack, target) if own.STRAYS.on(house) else 0,
            **roll_settings(house),
        ),
    )


def _values(
    state: BattleState,
    attacker: Fighter,
    target: Fighter | None,
    attack: Attack,
    weighs: dict[str, int],
    house: House,
) -> dict[str, int]:
    """Give every modifier of an attack roll by its label, as a house has it."""
    values = weighs
    values["improvised"] = own.IMPROVISED.value(house) if attack.weapon.improvised else 0
    values["light"] = own.LIGHT.of(house).get(attack.facts.light, 0)
    if attack.mode is Mode.MELEE:
        assert target is not None
        values |= _melee(state, attacker, target, attack, house)
    else:
        values |= _at_range(attacker, target, attack, house)
    if target is not None and attack.mode is not Mode.AREA:
        vulnerable = target.state.vulnerable or target.state.stunned
        values["vulnerable"] = own.VULNERABLE.value(house) if vulnerable else 0
        called = attack.options.called_shot
        values["called-shot"] = own.CALLED_SHOTS.number(house, called) if called else 0
        if attack.options.nonlethal and attack.weapon.sharp:
            values["flat"] = own.FLAT.value(house)
    values["aim"] = _aim(attack, values, house)
    return values


def skill_of(state: BattleState, attacker: Fighter, attack: Attack) -> tuple[str, Die, bool]:
    """Give the skill of an attack, its die, and whether it is trained (SW-73, SW-80, SW-81)."""
    sheet: SavageSheet = attacker.sheet
    if attack.mode is not Mode.MELEE:
        return (attack.weapon.ranged_skill, *sheet.trait(attack.weapon.ranged_skill))
    fighting = ("fighting", *sheet.trait("fighting"))
    if mount_of(state, attacker.id) is None:
        return fighting
    if not own.RIDERS.on(state.house):
        return fighting
    riding, untrained = ("riding", *sheet.trait("riding")), own.UNTRAINED.value(state.house)
    return (
        riding if _strength(*riding[1:], untrained) < _strength(*fighting[1:], untrained) else fighting
    )  # SW-80


def _strength(die: Die, trained: bool, untrained: int) -> tuple[int, int]:
    return (die.sides, die.plus) if trained else (UNTRAINED.sides, untrained)


def target_number(attack: Attack, target: Fighter | None, house: House) -> int:
    """Give the number to reach (SW-73, SW-81, SW-90, SW-161, SW-230)."""
    usual = own.TARGET.value(house)
    if target is None or attack.mode is Mode.AREA:
        return usual
    if target.sheet.is_object:
        return own.OBJECT_PARRY.value(house) if attack.mode is Mode.MELEE else usual
    if attack.mode is Mode.MELEE or attack.facts.adjacent:
        return parry_of(target)
    return usual


def _melee(
    state: BattleState, attacker: Fighter, target: Fighter, attack: Attack, house: House
) -> dict[str, int]:
    mine: SavageState = attacker.state
    armed = _weapons_of(target)
    weapon_used = attack.weapon.id != UNARMED_ID
    values = {
        "prone": own.PRONE.number(house, "attack") if mine.prone else 0,
        "gang-up": gang_up(state, attacker, attack.facts, house),
        "wild-attack": own.WILD_ATTACK.value(house) if attack.options.wild_attack else 0,
    }
    if not target.sheet.is_object and weapon_used and not armed and not target.sheet.natural_weapons:
        values["unarmed-defender"] = own.UNARMED.value(house)  # SW-75
    held = [w for w in attacker.sheet.held_weapons(mine.held) if w.melee and w.id != UNARMED_ID]
    few = len(armed) <= 1 and not any(w.shield for w in armed) and not target.sheet.natural_weapons
    if len(held) >= 2 and attack.weapon in held and few and own.TWO_HANDED.on(house):
        values["two-weapons"] = own.TWO_WEAPONS.value(house)  # SW-222
    return values


def _weapons_of(target: Fighter) -> tuple[Weapon, ...]:
    """List the weapons and shields in somebody's hands; bare hands are none."""
    held = target.sheet.held_weapons(target.state.held)
    return tuple(weapon for weapon in held if weapon.id != UNARMED_ID)


def gang_up(state: BattleState, attacker: Fighter, facts: Facts, house: House) -> int:
    """Count the other able foes next to the target, less its able friends, 0 to 4 (SW-76, SW-R12)."""
    if not own.GANGING_UP.on(house):
        return 0
    mine = {attacker.id}
    mine |= {c.id for c in (mount_of(state, attacker.id), rider_of(state, attacker.id)) if c is not None}

    def able(ids: tuple[str, ...]) -> int:
        return sum(state.combatants[id_].state.is_able for id_ in ids if id_ in state.combatants)

    others = tuple(id_ for id_ in facts.adjacent_foes if id_ not in mine)
    return min(own.GANG_UP.value(house), max(0, able(others) - able(facts.adjacent_allies)))


def _at_range(attacker: Fighter, target: Fighter | None, attack: Attack, house: House) -> dict[str, int]:
    facts, weapon = attack.facts, attack.weapon
    bracket = attack.bracket
    values = {
        "range": own.RANGE.of(house).get(bracket, 0) if bracket else 0,
        "min-strength": _too_weak(attacker.sheet, weapon) if own.TOO_WEAK.on(house) else 0,
    }
    if attack.mode is Mode.AREA or target is None:
        return values
    cover = own.COVER.of(house).get(facts.cover, 0)
    lies = target.state.prone and facts.distance >= FAR_FOR_PRONE and own.LYING.on(house)
    prone = own.PRONE_TARGET.value(house) if lies else 0
    if prone < cover:
        values["prone"] = prone  # SW-86: the larger counts alone
    else:
        values["cover"] = cover
    values["speed"] = facts.speed_penalty
    values["dodge"] = own.DODGE.value(house) if "dodge" in target.sheet.edges else 0
    values["recoil"] = own.RECOIL.value(house) if attack.options.shots > 1 else 0  # SW-102, SW-R33
    values["shotgun"] = own.SHOTGUN.value(house) if weapon.shotgun else 0
    return values


def _too_weak(sheet: SavageSheet, weapon: Weapon) -> int:
    """Give -1 for each die step that Strength falls short of, for damage without Strength (SW-15)."""
    strength = sheet.attributes.strength
    if weapon.min_str is None or weapon.uses_strength or not weapon.is_too_heavy(strength):
        return 0
    return strength.step - weapon.min_str.step


def _aim(attack: Attack, values: Mapping[str, int], house: House) -> int:
    """Give what an Aim adds: +2, or up to 4 points of what stands in the way (SW-68, SW-87, SW-161)."""
    if attack.aim in (Aim.NONE, Aim.EXTREME) or attack.mode is Mode.MELEE:
        return 0
    in_the_way = ("range", "cover", "prone", "called-shot", "speed")
    steady, most = own.AIM.number(house, "steady"), own.AIM.number(house, "clear")
    clear = min(most, -sum(values.get(label, 0) for label in in_the_way))
    if attack.aim is Aim.CLEAR:
        return clear
    return max(clear, steady) if attack.aim is Aim.BEST else steady


def _stray(attack: Attack, target: Fighter | None) -> int:
    """Give the highest natural face with which a missed die finds a bystander (SW-169, SW-173, SW-220 on)."""
    shooting = ("shooting", "athletics")
    if attack.mode is not Mode.RANGED or target is None or not attack.facts.bystanders:
        return 0
    if attack.weapon.ranged_skill not in shooting:
        return 0
    return MOST_STRAY if attack.options.shots > 1 or attack.weapon.shotgun else LONE_STRAY
