"""The sheet as players of this game know it: dice by traits, skills by attribute, a table of weapons."""

from collections.abc import Mapping
from dataclasses import dataclass

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
    name: str
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
    range: str
    damage: str
    ap: int
    rof: str
    min_str: str
    notes: str
    where: str
    """`in hand`, `put away` or `always`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourRow:
    """A piece of armour."""

    name: str
    value: int
    covers: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """All that the sheet shows."""

    sort: str
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
    wounds_words: str
    penalty: int
    is_out: bool
    blocks: tuple[AttributeBlock, ...]
    toughness_at: tuple[tuple[str, int, int], ...]
    """Location, Toughness there, and how much of it is armour."""
    weapons: tuple[WeaponRow, ...]
    armours: tuple[ArmourRow, ...]
    edges: tuple[str, ...]
    hindrances: tuple[str, ...]


def lay_out(combatant: Fighter) -> SheetPage:
    """Lay out a combatant's sheet with its numbers as they stand."""
    sheet: SavageSheet = combatant.sheet
    state: SavageState = combatant.state
    armours = [_armour_row(piece) for piece in sheet.armour]
    if sheet.natural_armour:
        natural = ArmourRow(name="Natural armour", value=sheet.natural_armour, covers="everywhere")
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
        toughness_at=tuple((p.value, sheet.toughness(p), sheet.armour_at(p)) for p in Location),
        weapons=tuple(_weapon_row(weapon, state) for weapon in (*sheet.weapons, UNARMED)),
        armours=tuple(armours),
        edges=tuple(_words(id_) for id_ in sheet.edges),
        hindrances=tuple(_words(id_) for id_ in sheet.hindrances),
    )


def _sort(sheet: SavageSheet) -> str:
    if sheet.object is not None:
        return f"A thing: {sheet.object.replace('-', ' ')}"
    sort = "Wild Card" if sheet.wild_card else "Extra"
    return f"{sort}, animal" if sheet.kind is Kind.ANIMAL else sort


def _words(id_: str) -> str:
    return id_.replace("-", " ").title() if id_.islower() else id_


def _trait(id_: str, die: Die, trained: bool = True) -> Trait:
    name = id_.replace("-", " ").capitalize()
    return Trait(id=id_, name=name, sides=die.sides, plus=die.plus, trained=trained)


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
    "two_handed": "two hands",
    "thrown": "can be thrown",
    "double_barrel": "two barrels",
    "mystic": "mystic",
    "improvised": "improvised",
    "shield": "shield",
}


def _weapon_row(weapon: Weapon, state: SavageState) -> WeaponRow:
    notes = [words for key, words in _FLAGS.items() if getattr(weapon, key)]
    if weapon.template is not None:
        notes.append(weapon.template.value.replace("-", " "))
    if weapon.parry:
        notes.append(f"Parry {weapon.parry:+d}")
    if weapon.reach:
        notes.append(f"reach {weapon.reach}")
    where = "in hand" if weapon.id in state.held else "put away"
    return WeaponRow(
        name=weapon.name,
        range="/".join(map(str, weapon.range)) if weapon.range else ("melee" if weapon.melee else "–"),
        damage="1–3d6" if weapon.shotgun else str(weapon.damage or "–"),
        ap=weapon.ap,
        rof=str(weapon.rof) if weapon.is_ranged else "–",
        min_str="–" if weapon.min_str is None else str(weapon.min_str),
        notes=", ".join(notes),
        where=where if weapon.hands else "always",
    )


def _armour_row(piece: Armour) -> ArmourRow:
    return ArmourRow(name=piece.name, value=piece.value, covers=", ".join(piece.covers))
