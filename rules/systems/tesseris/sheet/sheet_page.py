"""The sheet as players of this game know it: dice by characteristic, tracks, weapons, armour by place."""

from dataclasses import dataclass

from rules.engine.shown import Track
from rules.engine.text import Text, Words, joined, template, text
from rules.systems.tesseris.appearance import track
from rules.systems.tesseris.defence.defences import BLOCK, COSTS, DODGE, DUCK, PARRY
from rules.systems.tesseris.harm.injury import armour_points
from rules.systems.tesseris.names import TRAITS_CALLED, called
from rules.systems.tesseris.sheet.gear import FISTS, LOCATIONS, Armour, Weapon
from rules.systems.tesseris.sheet.sheet import SKILLS, TRAITS, Characteristics, TesserisSheet
from rules.systems.tesseris.state import Fighter, TesserisState, max_stamina, speed_of
from rules.systems.tesseris.turns.ticks import ticks_in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillRow:
    """A skill with the dice that it throws and its rank (TS-003, TS-041)."""

    name: Words
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicBlock:
    """A characteristic, its dice, and the skills that throw them (TS-001)."""

    name: Words
    dice: int
    skills: tuple[SkillRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceRow:
    """A defence with what it throws (TS-141, TS-217, TS-218)."""

    name: Words
    dice: Words
    cost: Words
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponRow:
    """A line of the table of weapons (TS-020)."""

    name: Words
    dice: Words
    damage: Words
    ap: int
    range: Words
    fire: str
    ammo: Words
    notes: Words
    held: bool
    jammed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourRow:
    """A piece of armour or a cloak (TS-024)."""

    name: Words
    ap: int
    bulk: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Something that wears down: what is left, of how much."""

    name: Words
    left: int
    most: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """All that the sheet shows."""

    sort: Words
    blocks: tuple[CharacteristicBlock, ...]
    bars: tuple[Bar, ...]
    wounds: int
    deadly: int
    penalty: int
    track: Track
    speed: int
    initiative: str
    bulk: int
    soak: int
    points: tuple[tuple[Words, int, str], ...]
    """Fate, mayhem and the like: name, number, rule."""
    defences: tuple[DefenceRow, ...]
    weapons: tuple[WeaponRow, ...]
    armour_at: tuple[tuple[Words, int], ...]
    pieces: tuple[ArmourRow, ...]
    gear: tuple[Words, ...]
    traits: tuple[tuple[Words, Words], ...]


def lay_out(combatant: Fighter) -> SheetPage:
    """Lay a combatant's sheet out with its numbers as they stand."""
    sheet: TesserisSheet = combatant.sheet
    state: TesserisState = combatant.state
    weapons = sheet.weapons if any(w.id == FISTS.id for w in sheet.weapons) else (*sheet.weapons, FISTS)
    return SheetPage(
        sort=text("Player character") if sheet.player else text("Character of the GM"),
        blocks=_blocks(sheet),
        bars=(
            Bar(
                name=text("Stamina"),
                left=state.stamina,
                most=max(1, max_stamina(sheet, state.wounds)),
                rule="TS-006",
            ),
            Bar(name=text("Ego"), left=state.ego, most=max(1, sheet.full_ego, state.ego), rule="TS-333"),
        ),
        wounds=state.wounds,
        deadly=sheet.deadly,
        penalty=state.wound_penalty,
        track=track(combatant),
        speed=speed_of(combatant),
        initiative=f"d10 + {sheet.dice('agility') + sheet.speed + sheet.initiative_misc}",
        bulk=sheet.bulk,
        soak=sheet.soak,
        points=(
            (text("Fate"), state.fate, "TS-276"),
            (text("Mayhem"), state.mayhem, "TS-280"),
            (text("Dapper"), state.dapper, "TS-334"),
        ),
        defences=_defences(sheet),
        weapons=tuple(_weapon_row(weapon, sheet, state) for weapon in weapons),
        armour_at=tuple(
            (called(place).large, armour_points(combatant, place, cover=False)) for place in LOCATIONS
        ),
        pieces=tuple(_piece(piece) for piece in (sheet.armour, sheet.cloak) if piece.id != "none"),
        gear=tuple(called(thing).large for thing in sheet.gear),
        traits=tuple((TRAITS_CALLED[trait], TRAITS[trait]) for trait in sheet.traits),
    )


def _blocks(sheet: TesserisSheet) -> tuple[CharacteristicBlock, ...]:
    return tuple(
        CharacteristicBlock(
            name=called(name).large,
            dice=sheet.dice(name),
            skills=tuple(
                SkillRow(name=called(skill).large, rank=sheet.rank(skill))
                for skill, by in SKILLS.items()
                if by == name
            ),
        )
        for name in Characteristics.model_fields
    )


def _defences(sheet: TesserisSheet) -> tuple[DefenceRow, ...]:
    def by_skill(characteristic: str, skill: str, plus: int = 0) -> Text:
        return _dice(sheet.dice(characteristic), sheet.rank(skill) + plus)

    duck = _dice(sheet.dice("agility") + sheet.dice("perception"), sheet.bulk)
    again = sheet.dice("intelligence")
    return (
        DefenceRow(
            name=text("Duck"),
            dice=text("{duck}, {again} duds again", duck=duck, again=again),
            cost=ticks_in_words(COSTS[DUCK]),
            rule="TS-218",
        ),
        DefenceRow(
            name=text("Dodge"),
            dice=by_skill("agility", "acrobatics", sheet.bulk),
            cost=ticks_in_words(COSTS[DODGE]),
            rule="TS-141",
        ),
        DefenceRow(
            name=text("Block"),
            dice=by_skill("strength", "athletics"),
            cost=ticks_in_words(COSTS[BLOCK]),
            rule="TS-141",
        ),
        DefenceRow(
            name=text("Parry"),
            dice=by_skill("agility", "melee"),
            cost=ticks_in_words(COSTS[PARRY]),
            rule="TS-217",
        ),
    )


def _dice(dice: int, plus: int) -> Text:
    if not plus:
        return text("{dice}dT", dice=dice)
    if plus > 0:
        return text("{dice}dT + {rank}", dice=dice, rank=plus)
    return text("{dice}dT − {less}", dice=dice, less=-plus)


_FLAGS = ("impact", "light", "pistol")


def _weapon_row(weapon: Weapon, sheet: TesserisSheet, state: TesserisState) -> WeaponRow:
    fire = "–"
    if not weapon.is_melee:
        rounds = (weapon.rof.single, weapon.rof.burst, weapon.rof.auto)
        fire = " / ".join("–" if n is None else str(n) for n in rounds)
    notes = [called(flag) for flag in _FLAGS if getattr(weapon, flag)]
    if weapon.hands > 1:
        notes.append(text("two hands"))
    if weapon.can_jam and weapon.reliability != "normal":
        notes.append(called(weapon.reliability))
    arm = sheet.dice("strength") if weapon.adds_strength else 0
    ammo: Words = "–"
    if weapon.magazine is not None:
        ammo = text("{left} of {most}", left=state.ammo.get(weapon.id, 0), most=weapon.magazine)
    return WeaponRow(
        name=weapon.words,
        dice=_dice(sheet.dice(SKILLS[weapon.skill]), sheet.rank(weapon.skill)),
        damage=text(
            template("{damage} + net / 2") if weapon.impact else template("{damage} + net"),
            damage=weapon.damage + arm,
        ),
        ap=weapon.ap,
        range=called("melee") if weapon.range is None else text("{range} yd", range=weapon.range),
        fire=fire,
        ammo=ammo,
        notes=joined(notes),
        held=weapon.id in state.held,
        jammed=weapon.id in state.jammed,
    )


def _piece(piece: Armour) -> ArmourRow:
    return ArmourRow(name=piece.words, ap=piece.ap, bulk=piece.bulk)
