"""The sheet as players of this game know it: dice by characteristic, tracks, weapons, armour by place."""

from dataclasses import dataclass

from rules.engine.shown import Track
from rules.systems.tesseris.appearance import track
from rules.systems.tesseris.harm.injury import armour_points
from rules.systems.tesseris.sheet.gear import FISTS, LOCATIONS, Armour, Weapon
from rules.systems.tesseris.sheet.sheet import SKILLS, TRAITS, Characteristics, TesserisSheet
from rules.systems.tesseris.state import Fighter, TesserisState, max_stamina, speed_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SkillRow:
    """A skill with the dice that it throws and its rank (TS-003, TS-041)."""

    name: str
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacteristicBlock:
    """A characteristic, its dice, and the skills that throw them (TS-001)."""

    name: str
    dice: int
    skills: tuple[SkillRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceRow:
    """A defence with what it throws (TS-141, TS-217, TS-218)."""

    name: str
    dice: str
    cost: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponRow:
    """A line of the table of weapons (TS-020)."""

    name: str
    dice: str
    damage: str
    ap: int
    range: str
    fire: str
    ammo: str
    notes: str
    held: bool
    jammed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmourRow:
    """A piece of armour or a cloak (TS-024)."""

    name: str
    ap: int
    bulk: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Something that wears down: what is left, of how much."""

    name: str
    left: int
    most: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """All that the sheet shows."""

    sort: str
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
    points: tuple[tuple[str, int, str], ...]
    """Fate, mayhem and the like: name, number, rule."""
    defences: tuple[DefenceRow, ...]
    weapons: tuple[WeaponRow, ...]
    armour_at: tuple[tuple[str, int], ...]
    pieces: tuple[ArmourRow, ...]
    gear: tuple[str, ...]
    traits: tuple[tuple[str, str], ...]


def lay_out(combatant: Fighter) -> SheetPage:
    """Lay a combatant's sheet out with its numbers as they stand."""
    sheet: TesserisSheet = combatant.sheet
    state: TesserisState = combatant.state
    weapons = sheet.weapons if any(w.id == FISTS.id for w in sheet.weapons) else (*sheet.weapons, FISTS)
    return SheetPage(
        sort="Player character" if sheet.player else "Character of the GM",
        blocks=_blocks(sheet),
        bars=(
            Bar(
                name="Stamina",
                left=state.stamina,
                most=max(1, max_stamina(sheet, state.wounds)),
                rule="TS-006",
            ),
            Bar(name="Ego", left=state.ego, most=max(1, sheet.full_ego, state.ego), rule="TS-333"),
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
            ("Fate", state.fate, "TS-276"),
            ("Mayhem", state.mayhem, "TS-280"),
            ("Dapper", state.dapper, "TS-334"),
        ),
        defences=_defences(sheet),
        weapons=tuple(_weapon_row(weapon, sheet, state) for weapon in weapons),
        armour_at=tuple((place, armour_points(combatant, place, cover=False)) for place in LOCATIONS),
        pieces=tuple(_piece(piece) for piece in (sheet.armour, sheet.cloak) if piece.id != "none"),
        gear=tuple(thing.capitalize() for thing in sheet.gear),
        traits=tuple((trait.replace("-", " ").capitalize(), TRAITS[trait]) for trait in sheet.traits),
    )


def _blocks(sheet: TesserisSheet) -> tuple[CharacteristicBlock, ...]:
    return tuple(
        CharacteristicBlock(
            name=str(field.title),
            dice=sheet.dice(name),
            skills=tuple(
                SkillRow(name=skill.capitalize(), rank=sheet.rank(skill))
                for skill, by in SKILLS.items()
                if by == name
            ),
        )
        for name, field in Characteristics.model_fields.items()
    )


def _defences(sheet: TesserisSheet) -> tuple[DefenceRow, ...]:
    def by_skill(characteristic: str, skill: str, plus: int = 0) -> str:
        return _dice(sheet.dice(characteristic), sheet.rank(skill) + plus)

    duck = _dice(sheet.dice("agility") + sheet.dice("perception"), sheet.bulk)
    again = sheet.dice("intelligence")
    return (
        DefenceRow(name="Duck", dice=f"{duck}, {again} duds again", cost="free", rule="TS-218"),
        DefenceRow(
            name="Dodge", dice=by_skill("agility", "acrobatics", sheet.bulk), cost="1 tick", rule="TS-141"
        ),
        DefenceRow(name="Block", dice=by_skill("strength", "athletics"), cost="1 tick", rule="TS-141"),
        DefenceRow(name="Parry", dice=by_skill("agility", "melee"), cost="1 tick", rule="TS-217"),
    )


def _dice(dice: int, plus: int) -> str:
    return f"{dice}dT" + (f" {'+' if plus > 0 else '−'} {abs(plus)}" if plus else "")


_FLAGS = ("impact", "light", "pistol")


def _weapon_row(weapon: Weapon, sheet: TesserisSheet, state: TesserisState) -> WeaponRow:
    fire = "–"
    if not weapon.is_melee:
        rounds = (weapon.rof.single, weapon.rof.burst, weapon.rof.auto)
        fire = " / ".join("–" if n is None else str(n) for n in rounds)
    notes = [flag for flag in _FLAGS if getattr(weapon, flag)]
    if weapon.hands > 1:
        notes.append("two hands")
    if weapon.can_jam and weapon.reliability != "normal":
        notes.append(weapon.reliability)
    arm = sheet.dice("strength") if weapon.adds_strength else 0
    ammo = "–" if weapon.magazine is None else f"{state.ammo.get(weapon.id, 0)} of {weapon.magazine}"
    return WeaponRow(
        name=weapon.label,
        dice=_dice(sheet.dice(SKILLS[weapon.skill]), sheet.rank(weapon.skill)),
        damage=f"{weapon.damage + arm} + net{' / 2' if weapon.impact else ''}",
        ap=weapon.ap,
        range="melee" if weapon.range is None else f"{weapon.range} yd",
        fire=fire,
        ammo=ammo,
        notes=", ".join(notes),
        held=weapon.id in state.held,
        jammed=weapon.id in state.jammed,
    )


def _piece(piece: Armour) -> ArmourRow:
    return ArmourRow(name=piece.label, ap=piece.ap, bulk=piece.bulk)
