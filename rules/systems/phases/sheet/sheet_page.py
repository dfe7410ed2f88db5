"""What the page of a whole sheet shows, beside the sections that any page has."""

from dataclasses import dataclass

from rules.engine.text import Text, Words, joined, text
from rules.systems.phases.house import FALL
from rules.systems.phases.sheet.gear import (
    FIST,
    HEAD,
    LOCATION_WORDS,
    LOCATIONS,
    MODE_WORDS,
    Weapon,
    damage_words,
)
from rules.systems.phases.sheet.sheet import BRAWLING, FAST_DRAW, FIREARMS, MELEE, PhasesSheet, skill_words
from rules.systems.phases.state import (
    CONDITION_WORDS,
    Condition,
    Fighter,
    PhasesState,
    is_ready,
    move_of,
    penalty_of,
)

_READ_BY_RULES = (FIREARMS, MELEE, BRAWLING, FAST_DRAW)


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillLine:
    """A skill with its dice; those that a fight reads are there even without any."""

    name: Text
    dice: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponLine:
    """A row of the table of weapons. `ranges` are the cells up to which a shot must reach 6, 8 and 10."""

    name: Text
    skill: Text
    dice: int
    damage: Words
    ranges: tuple[int, ...]
    modes: Text
    rounds: Words
    in_hand: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceLine:
    """A location of the body: its armour, and its traumatic wounds."""

    id: str
    name: Text
    armour: int
    wounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """A sheet laid out: dice, wounds on a figure, gear."""

    reflexes: int
    toughness: int
    initiative: int
    move: int
    full_move: int
    skills: tuple[SkillLine, ...]
    flesh: int
    flesh_down: int
    trauma_count: int
    trauma_down: int
    trauma_dead: int
    penalty: int
    condition: Text
    places: tuple[PlaceLine, ...]
    weapons: tuple[WeaponLine, ...]
    armour: tuple[Text, ...]


def sheet_page(combatant: Fighter) -> SheetPage:
    """Lay a combatant's sheet out, with how it stands now."""
    sheet: PhasesSheet = combatant.sheet
    state: PhasesState = combatant.state
    names = dict.fromkeys((*_READ_BY_RULES, *sheet.skills))
    return SheetPage(
        reflexes=sheet.attributes.reflexes,
        toughness=sheet.attributes.toughness,
        initiative=sheet.initiative,
        move=move_of(combatant),
        full_move=sheet.move,
        skills=tuple(
            SkillLine(
                name=skill_words(name),
                dice=sheet.skill(name),
            )
            for name in names
        ),
        flesh=state.flesh,
        flesh_down=FALL.number(combatant.house, "flesh-down"),
        trauma_count=len(state.trauma) + state.trauma.count(HEAD),
        trauma_down=FALL.number(combatant.house, "trauma-down"),
        trauma_dead=FALL.number(combatant.house, "trauma-dead"),
        penalty=penalty_of(state.flesh, state.trauma, combatant.house),
        condition=Text("") if state.condition is Condition.UP else CONDITION_WORDS[state.condition],
        places=tuple(
            PlaceLine(
                id=place,
                name=LOCATION_WORDS[place].large,
                armour=sheet.armour_at(place),
                wounds=state.trauma.count(place),
            )
            for place in LOCATIONS
        ),
        weapons=tuple(_weapon(combatant, weapon) for weapon in (*sheet.weapons, FIST)),
        armour=tuple(
            text(
                "{piece}: {points} at {places}",
                piece=text(piece.name),
                points=piece.points,
                places=joined(LOCATION_WORDS[place] for place in piece.covers),
            )
            for piece in sheet.armour
        ),
    )


def _weapon(combatant: Fighter, weapon: Weapon) -> WeaponLine:
    rounds: Words = ""
    if weapon.shots is not None:
        rounds = text("{ammo} of {shots}", ammo=combatant.state.ammo.get(weapon.id, 0), shots=weapon.shots)
    return WeaponLine(
        name=text(weapon.name),
        skill=text(weapon.skill),
        dice=combatant.sheet.skill(weapon.skill),
        damage=damage_words(weapon),
        ranges=weapon.range or (),
        modes=joined(MODE_WORDS[mode] for mode in weapon.modes),
        rounds=rounds,
        in_hand=is_ready(combatant, weapon),
    )
