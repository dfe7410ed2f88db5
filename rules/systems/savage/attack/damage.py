"""The damage of an attack: dice, modifiers, and the Toughness that it meets (SW-120 to SW-122, SW-168)."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.engine.dice import Modifier
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.state import BattleState
from rules.engine.text import Text, text
from rules.map.model import Cell
from rules.systems.savage import house as own
from rules.systems.savage.attack.areas import covers_from
from rules.systems.savage.attack.attack import CALLED_SHOTS, Attack, Mode
from rules.systems.savage.attack.damage_rolls import DamageRoll
from rules.systems.savage.attack.traits import house_label
from rules.systems.savage.harm.injury import room_of
from rules.systems.savage.sheet.die import NUMBER_TERM, STRENGTH_TERM, Damage, read_damage
from rules.systems.savage.sheet.gear import Location, low_name
from rules.systems.savage.sheet.sheet import SavageSheet
from rules.systems.savage.state import Fighter

DEADLY = frozenset({"head", "vitals"})
DAMAGE_LABELS: Mapping[str, tuple[Text, str]] = {
    "joker": (text("joker"), "SW-23"),
    "wild-attack": (text("wild-attack"), "SW-79"),
    "called-shot": (text("called-shot"), "SW-70"),
    "charge": (text("charge"), "SW-182"),
    "set-weapon": (text("set-weapon"), "SW-185"),
    "both-barrels": (text("both-barrels"), "SW-174"),
    "blast-cover": (text("blast-cover"), "SW-168"),
    "prone": (text("prone"), "SW-168"),
}
"""The modifiers of damage in their order, each with what it is called and its rule (SW-38)."""


def damage_of(attack: Attack, house: House) -> Damage:
    """Give the damage expression (SW-13, SW-172)."""
    if attack.weapon.shotgun:
        return read_damage(f"{own.SHOTGUN_DICE.of(house).get(attack.bracket or 'short', 1)}d6")
    assert attack.weapon.damage is not None, "a shield does no damage, and cannot attack"
    return attack.weapon.damage


def location_of(attack: Attack) -> Location:
    """Give the place whose armour counts (SW-122, SW-R34)."""
    called = attack.options.called_shot
    return CALLED_SHOTS[called] if called else Location.TORSO


def damage_roll(
    state: BattleState, attack: Attack, hit: str, *, with_raise: bool, cover: str = "none"
) -> DamageRoll:
    """Work out the damage roll against somebody who is hit (SW-15, SW-120 to SW-122, SW-168, SW-232).

    Args:
        cover: that between a blast's centre and the one who is hit.
    """
    attacker, target = state.combatants[attack.attacker], state.combatants[hit]
    dice, plus = _dice(attacker.sheet, attack, state.house)
    is_object = target.sheet.is_object
    if with_raise and not is_object:
        dice = (*dice, own.RAISE_DIE.value(state.house))
    return DamageRoll(
        who=attacker.id,
        purpose="damage",
        label=_damage_label(attack.weapon.name),
        dice=dice,
        plus=plus,
        aces=not is_object,
        modifiers=_damage_modifiers(attacker, target, attack, cover),
        toughness=toughness_against(attack, target),
        is_shaken=target.state.shaken and own.SHAKEN_TWICE.on(state.house),
        step=own.WOUND.value(state.house),
        is_object=is_object,
        room=room_of(target),
        hits=hit,
        with_raise=with_raise and not is_object,
    )


@lru_cache(maxsize=1024)
def _damage_label(weapon: str) -> Text:
    return text("{weapon} damage", weapon=low_name(weapon))


def covers_of(
    state: BattleState, attack: Attack, centre: Cell | None, caught: Sequence[str]
) -> Mapping[str, str]:
    """Name the cover that each of the caught has from a blast, as the map or the GM says (SW-168)."""
    covers: dict[str, str] = {}
    if attack.template is not None and attack.template.radius and centre is not None:
        covers |= covers_from(state, centre, tuple(caught))
    return covers | dict(attack.facts.blast_cover or {})


def toughness_against(attack: Attack, target: Fighter) -> int:
    """Give the Toughness that the damage must reach, less what armour piercing takes (SW-122)."""
    place = location_of(attack)
    if target.sheet.is_object:
        return int(target.sheet.toughness(house=target.house))
    return int(target.sheet.toughness(place) - min(attack.weapon.ap, target.sheet.armour_at(place)))


def _dice(sheet: SavageSheet, attack: Attack, house: House) -> tuple[tuple[int, ...], int]:
    """Give the sides of the damage dice in order, and the fixed number (SW-13, SW-15)."""
    strength = sheet.attributes.strength
    damage = damage_of(attack, house)
    most = strength.sides if damage.uses_strength and attack.weapon.is_too_heavy(strength) else 12
    dice: list[int] = []
    plus = 0
    for term in damage.terms:
        if term.sides == NUMBER_TERM:
            plus += term.sign * term.count
        elif term.sides == STRENGTH_TERM:
            dice.append(term.sign * strength.sides)
            plus += term.sign * strength.plus
        else:
            dice += [term.sign * min(term.sides, most)] * term.count
    return tuple(dice), plus


def _damage_modifiers(attacker: Fighter, target: Fighter, attack: Attack, cover: str) -> tuple[Modifier, ...]:
    house = attacker.house
    values = usual = _damage_values(attacker, target, attack, cover, house)
    if house is not AS_WRITTEN:
        usual = _damage_values(attacker, target, attack, cover, AS_WRITTEN)
    return tuple(
        Modifier(house_label(label, id_, values, usual), values[id_], rule)
        for id_, (label, rule) in DAMAGE_LABELS.items()
        if values.get(id_)
    )


def _damage_values(
    attacker: Fighter, target: Fighter, attack: Attack, cover: str, house: House
) -> dict[str, int]:
    options, extra = attack.options, own.EXTRA_DAMAGE.of(house)
    values = {
        "joker": own.JOKER.value(house) if attacker.state.joker else 0,
        "wild-attack": own.WILD_ATTACK.value(house) if options.wild_attack else 0,
        "called-shot": extra["called-shot"] if options.called_shot in DEADLY else 0,
        "charge": extra["charge"] if options.charge else 0,
        "set-weapon": extra["set-weapon"] if attack.set_bonus else 0,
        "both-barrels": extra["both-barrels"] if options.both_barrels else 0,
    }
    if attack.mode is Mode.AREA:
        template = attack.template
        behind = own.COVER.of(house).get(cover, 0) if template is not None and template.radius else 0
        lies = target.state.prone and not target.sheet.is_object
        prone = own.PRONE_IN_BLAST.value(house) if lies else 0
        if prone < behind:
            values["prone"] = prone  # SW-168: the larger counts alone
        else:
            values["blast-cover"] = behind
    return values
