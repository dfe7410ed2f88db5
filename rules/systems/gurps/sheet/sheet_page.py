"""The sheet as players of this game know it: four attributes, loads, DR on a figure, weapons."""

from dataclasses import dataclass

from rules.engine.text import Text, Words, as_text, joined, text
from rules.systems.gurps.appearance import always, block_score, left_words, parry_score
from rules.systems.gurps.attack.damage import thrust_and_swing
from rules.systems.gurps.harm.protection import SKULL_DR, covering
from rules.systems.gurps.sheet import figure
from rules.systems.gurps.sheet.body import Part
from rules.systems.gurps.sheet.gear import Armour, Kind, Use, Weapon
from rules.systems.gurps.sheet.names import (
    ATTRIBUTE_WORDS,
    advantage_words,
    mode_words,
    name_of,
    place_name,
    skill_words,
    weapon_words,
)
from rules.systems.gurps.sheet.sheet import LOAD_FACTORS, RULED_ADVANTAGES, GurpsSheet
from rules.systems.gurps.state import Fighter, GurpsState, dodge_of, is_ready, move_of, step_of

LOADS = (text("None"), text("Light"), text("Medium"), text("Heavy"), text("Extra-heavy"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """An attribute, and the score that goes with it: ST with HP, DX with Will, IQ with Per, HT with FP."""

    name: Words
    value: int
    beside: Words
    beside_value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadRow:
    """Move and dodge at a level of encumbrance (GU-210, GU-213)."""

    name: Words
    move: int
    dodge: int
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A location with its outline on the figure, its DR, what aiming at it takes, and its throw."""

    id: str
    name: Words
    outline: str
    spot: tuple[float, float]
    caption: Words
    dr: int
    to_hit: str
    thrown: str
    notes: Words
    hurt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponRow:
    """A way to use a weapon; the ranged ones have the columns of the ranged, `–` stands for none."""

    name: Words
    usage: Words
    level: int
    damage: str
    parry: str
    reach: Words
    acc: str
    range: str
    rof: str
    shots: Words
    bulk: str
    rcl: str
    where: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """All that the sheet shows."""

    scores: tuple[Score, ...]
    hp: int
    full_hp: int
    fp: int
    full_fp: int
    thrust: str
    swing: str
    speed: str
    basic_move: int
    size: str
    move: int
    step: int
    dodge: int
    loads: tuple[LoadRow, ...]
    places: tuple[PlaceRow, ...]
    melee: tuple[WeaponRow, ...]
    ranged: tuple[WeaponRow, ...]
    shields: tuple[WeaponRow, ...]
    armour: tuple[tuple[Words, Words], ...]
    """Each piece with its DR and what it covers."""
    skills: tuple[tuple[Words, int], ...]
    traits: tuple[tuple[Words, bool], ...]
    """Each with whether a rule asks for it."""
    notes: str
    body: str


def lay_out(combatant: Fighter) -> SheetPage:
    """Lay a combatant's sheet out with its numbers as they stand."""
    sheet: GurpsSheet = combatant.sheet
    state: GurpsState = combatant.state
    thrust, swing = thrust_and_swing(sheet.ST)
    rows = [
        (use, _row(combatant, use))
        for weapon in sheet.arms
        for mode in weapon.modes
        if (use := weapon.use(mode.id)) is not None
    ]
    return SheetPage(
        scores=(
            _score("ST", sheet.ST, "HP", sheet.full_hp),
            _score("DX", sheet.DX, "Will", sheet.attribute("Will")),
            _score("IQ", sheet.IQ, "Per", sheet.attribute("Per")),
            _score("HT", sheet.HT, "FP", sheet.full_fp),
        ),
        hp=state.hp,
        full_hp=sheet.full_hp,
        fp=state.fp,
        full_fp=sheet.full_fp,
        thrust=str(thrust),
        swing=str(swing),
        speed=f"{sheet.speed:g}",
        basic_move=sheet.unloaded_move,
        size=f"{sheet.sm:+d}" if sheet.sm else "0",
        move=move_of(combatant),
        step=step_of(combatant),
        dodge=dodge_of(combatant) + always(combatant),
        loads=_loads(combatant),
        places=_places(combatant),
        melee=tuple(row for use, row in rows if use.kind in (Kind.MELEE, Kind.JET)),
        ranged=tuple(row for use, row in rows if use.is_ranged),
        shields=tuple(_shield(combatant, weapon) for weapon in sheet.weapons if weapon.is_shield),
        armour=tuple((as_text(piece.name or piece.id), _covers(piece)) for piece in sheet.armour),
        skills=tuple((skill_words(id_).large, level) for id_, level in sorted(sheet.skills.items())),
        traits=tuple((advantage_words(id_), id_ in RULED_ADVANTAGES) for id_ in sheet.advantages),
        notes=sheet.notes,
        body=sheet.body.name,
    )


def _score(name: str, value: int, beside: str, beside_value: int) -> Score:
    return Score(
        name=ATTRIBUTE_WORDS[name],
        value=value,
        beside=ATTRIBUTE_WORDS[beside],
        beside_value=str(beside_value),
    )


def _loads(combatant: Fighter) -> tuple[LoadRow, ...]:
    sheet: GurpsSheet = combatant.sheet
    found = []
    for level, name in enumerate(LOADS):
        at = sheet.model_copy(update={"encumbrance": level})
        found.append(
            LoadRow(
                name=name,
                move=at.loaded_move,
                dodge=at.plain_dodge + always(combatant),
                is_now=level == sheet.encumbrance,
            )
        )
    assert len(found) == len(LOAD_FACTORS)
    return tuple(found)


def _places(combatant: Fighter) -> tuple[PlaceRow, ...]:
    sheet: GurpsSheet = combatant.sheet
    state: GurpsState = combatant.state
    paths = figure.outlines(sheet.body)
    found = []
    for id_, outline in paths.items():
        place = sheet.body.location(id_)
        over = covering(combatant, place)
        notes = [text("flexible")] if over.flexible else []
        notes += [text("large gaps")] if over.gappy else []
        notes += [text("{lost} eaten away", lost=lost)] if (lost := state.dr_lost.get(id_, 0)) else []
        hurt = id_ in state.crippled or id_ in state.blind
        notes += [text("crippled") if id_ in state.crippled else text("blind")] if hurt else []
        back = f"/{place.back:+d}" if place.back is not None else ""
        totals = [
            f"{row.low}-{row.high}" if row.high > row.low else str(row.low)
            for row in sheet.body.landings
            if id_ in row.hits
        ]
        found.append(
            PlaceRow(
                id=id_,
                name=as_text(name_of(place)).large,
                outline=outline,
                spot=figure.spot(id_, outline),
                caption=figure.caption(sheet.body, place),
                dr=over.dr + (SKULL_DR if place.part is Part.SKULL else 0),
                to_hit=f"{place.front:+d}{back}" if place.front else "0",
                thrown=", ".join(totals) or "–",
                notes=joined(notes),
                hurt=hurt,
            )
        )
    return tuple(found)


def _row(combatant: Fighter, use: Use) -> WeaponRow:
    sheet: GurpsSheet = combatant.sheet
    weapon, mode = use.weapon, use.mode
    parry = str(parry_score(sheet, weapon, mode) + always(combatant)) if use.can_parry else "–"
    half, far = weapon.range
    ranged = use.is_ranged or use.kind is Kind.JET
    return WeaponRow(
        name=weapon_words(weapon),
        usage=as_text(mode_words(mode)),
        level=sheet.attack_skill(use),
        damage=mode.text or use.damage.words(sheet.ST),
        parry=parry,
        reach=joined(mode.reach) if use.kind is Kind.MELEE else text("to {far}", far=far),
        acc=str(weapon.acc),
        range=f"{half:g}/{far:g}" if half is not None else f"{far:g}",
        rof=f"{weapon.rof}×{weapon.pellets}" if weapon.pellets > 1 else str(weapon.rof),
        shots=left_words(combatant, weapon) if ranged else "–",
        bulk=str(weapon.bulk),
        rcl=str(weapon.rcl),
        where=_where(combatant, weapon),
    )


def _shield(combatant: Fighter, weapon: Weapon) -> WeaponRow:
    return WeaponRow(
        name=weapon_words(weapon),
        usage="",
        level=combatant.sheet.weapon_skill(weapon.skill),
        damage="",
        parry=str(block_score(combatant.sheet, weapon) + always(combatant)),
        reach=str(weapon.db),
        acc="",
        range="",
        rof="",
        shots="",
        bulk="",
        rcl="",
        where=_where(combatant, weapon),
    )


def _where(combatant: Fighter, weapon: Weapon) -> Text:
    if weapon.id in combatant.state.broken:
        return text("broken")
    if weapon.id in combatant.state.dropped:
        return text("dropped")
    if weapon.unarmed:
        return text("always")
    return text("ready") if is_ready(combatant, weapon) else text("put away")


def _covers(piece: Armour) -> Text:
    where = joined(place_name(place) for place in piece.locations)
    more = [text("flexible")] if piece.flexible else []
    more += [text("large gaps")] if piece.gaps else []
    if more:
        return text("DR {dr}: {where} ({more})", dr=piece.dr, where=where, more=joined(more))
    return text("DR {dr}: {where}", dr=piece.dr, where=where)
