"""The sheet as players of this game know it: dice by traits, skills by attribute, a table of weapons."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.engine.text import Text, Words, joined, key_words, text
from rules.systems.savage.sheet.book_names import edge_name, trait_name
from rules.systems.savage.sheet.die import WILD_DIE, Die
from rules.systems.savage.sheet.gear import UNARMED, Armour, Location, Weapon
from rules.systems.savage.sheet.sheet import Attributes, Kind, SavageSheet
from rules.systems.savage.state import Fighter, SavageState, pace_of, parry_of, wounds_words

LINKED: Mapping[str, str] = {
    "athletics": "agility",
    "boating": "agility",
    "driving": "agility",
    "fighting": "agility",
    "piloting": "agility",
    "riding": "agility",
    "shooting": "agility",
    "stealth": "agility",
    "thievery": "agility",
    "academics": "smarts",
    "battle": "smarts",
    "common-knowledge": "smarts",
    "electronics": "smarts",
    "gambling": "smarts",
    "hacking": "smarts",
    "healing": "smarts",
    "language": "smarts",
    "notice": "smarts",
    "occult": "smarts",
    "psionics": "smarts",
    "repair": "smarts",
    "research": "smarts",
    "science": "smarts",
    "spellcasting": "smarts",
    "survival": "smarts",
    "taunt": "smarts",
    "weird-science": "smarts",
    "faith": "spirit",
    "focus": "spirit",
    "intimidation": "spirit",
    "performance": "spirit",
    "persuasion": "spirit",
}
"""Under which attribute a skill is shown. No rule reads it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """An attribute or skill: its die, and whether it is trained (SW-43)."""

    id: str
    name: Words
    sides: int
    plus: int
    trained: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeBlock:
    """An attribute with the skills under it; without one for skills that belong under none."""

    attribute: Trait | None
    skills: tuple[Trait, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponRow:
    """A line of the table of weapons."""

    name: str
    range: Words
    damage: Words
    ap: int
    rof: str
    min_str: str
    notes: Text
    is_held: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourRow:
    """A piece of armour."""

    name: Words
    value: int
    covers: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """All that the sheet shows."""

    sort: Text
    is_wild_card: bool
    is_object: bool
    wild_die: int
    parry: int
    toughness: int
    armour: int
    pace: int
    run_die: Trait
    bennies: int
    starting_bennies: int
    wounds: int
    wound_limit: int
    wounds_words: Text
    penalty: int
    is_out: bool
    blocks: tuple[AttributeBlock, ...]
    toughness_at: tuple[tuple[Text, int, int], ...]
    """Location, Toughness there, and how much of it is armour."""
    weapons: tuple[WeaponRow, ...]
    armours: tuple[ArmourRow, ...]
    edges: tuple[Words, ...]
    hindrances: tuple[Words, ...]


def lay_out(combatant: Fighter) -> SheetPage:
    """Lay out a combatant's sheet with its numbers as they stand."""
    sheet: SavageSheet = combatant.sheet
    state: SavageState = combatant.state
    armours = [_armour_row(piece) for piece in sheet.armour]
    if sheet.natural_armour:
        everywhere = text("everywhere")
        natural = ArmourRow(name=text("Natural armour"), value=sheet.natural_armour, covers=everywhere)
        armours.append(natural)
    return SheetPage(
        sort=_sort(sheet),
        is_wild_card=sheet.wild_card,
        is_object=sheet.is_object,
        wild_die=WILD_DIE,
        parry=parry_of(combatant),
        toughness=sheet.toughness(house=combatant.house),
        armour=sheet.armour_at(Location.TORSO),
        pace=pace_of(combatant),
        run_die=_trait("run", sheet.run_die),
        bennies=state.bennies,
        starting_bennies=sheet.starting_bennies,
        wounds=min(state.wounds, sheet.limit),
        wound_limit=sheet.limit,
        wounds_words=wounds_words(combatant),
        penalty=state.wound_penalty,
        is_out=state.is_out,
        blocks=_blocks(sheet),
        toughness_at=tuple((p.words.large, sheet.toughness(p), sheet.armour_at(p)) for p in Location),
        weapons=tuple(_weapon_row(weapon, state) for weapon in (*sheet.weapons, UNARMED)),
        armours=tuple(armours),
        edges=tuple(edge_name(id_) for id_ in sheet.edges),
        hindrances=tuple(edge_name(id_) for id_ in sheet.hindrances),
    )


def _sort(sheet: SavageSheet) -> Text:
    if sheet.object is not None:
        return text("A thing: {thing}", thing=key_words(sheet.object))
    sort = text("Wild Card") if sheet.wild_card else text("Extra")
    return text("{sort}, animal", sort=sort) if sheet.kind is Kind.ANIMAL else sort


def _trait(id_: str, die: Die, trained: bool = True) -> Trait:
    return Trait(id=id_, name=trait_name(id_), sides=die.sides, plus=die.plus, trained=trained)


def _blocks(sheet: SavageSheet) -> tuple[AttributeBlock, ...]:
    """Put every skill under its attribute; Fighting and Shooting are shown even where they are untrained."""
    names = sorted({"athletics", "notice", "fighting", "shooting", *sheet.skills})
    skills = {name: _trait(name, *sheet.trait(name)) for name in names}
    blocks = [
        AttributeBlock(
            attribute=_trait(attribute, getattr(sheet.attributes, attribute)),
            skills=tuple(skill for name, skill in skills.items() if LINKED.get(name) == attribute),
        )
        for attribute in Attributes.model_fields
    ]
    others = tuple(skill for name, skill in skills.items() if name not in LINKED)
    return (*blocks, AttributeBlock(attribute=None, skills=others)) if others else tuple(blocks)


_FLAGS = {
    "two_handed": text("two hands"),
    "thrown": text("can be thrown"),
    "double_barrel": text("two barrels"),
    "mystic": text("mystic"),
    "improvised": text("improvised"),
    "shield": text("shield"),
}


def _weapon_row(weapon: Weapon, state: SavageState) -> WeaponRow:
    notes = [words for key, words in _FLAGS.items() if getattr(weapon, key)]
    if weapon.template is not None:
        notes.append(weapon.template.words)
    if weapon.parry:
        notes.append(text("Parry {parry}", parry=f"{weapon.parry:+d}"))
    if weapon.reach:
        notes.append(text("reach {reach}", reach=weapon.reach))
    return WeaponRow(
        name=weapon.name,
        range=_range_words(weapon),
        damage=_damage_words(weapon),
        ap=weapon.ap,
        rof=str(weapon.rof) if weapon.is_ranged else "–",
        min_str="–" if weapon.min_str is None else str(weapon.min_str),
        notes=joined(notes),
        is_held=bool(weapon.hands) and weapon.id in state.held,
    )


def _damage_words(weapon: Weapon) -> Words:
    if weapon.shotgun:
        return "1–3d6"
    return "–" if weapon.damage is None else weapon.damage.words


def _range_words(weapon: Weapon) -> Words:
    if weapon.range:
        return "/".join(map(str, weapon.range))
    return text("melee") if weapon.melee else "–"


def _armour_row(piece: Armour) -> ArmourRow:
    return ArmourRow(name=piece.name, value=piece.value, covers=joined(p.words for p in piece.covers))
