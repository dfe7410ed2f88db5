"""The sheet as players of this game know it: four attributes, loads, DR on a figure, weapons."""

from dataclasses import dataclass

from rules.systems.gurps.appearance import always, block_score, parry_score
from rules.systems.gurps.attack.damage import thrust_and_swing
from rules.systems.gurps.harm.protection import SKULL_DR, covering
from rules.systems.gurps.sheet import figure
from rules.systems.gurps.sheet.body import Part
from rules.systems.gurps.sheet.gear import Armour, Kind, Use, Weapon
from rules.systems.gurps.sheet.sheet import LOAD_FACTORS, RULED_ADVANTAGES, GurpsSheet
from rules.systems.gurps.state import Fighter, GurpsState, dodge_of, is_ready, move_of, step_of

LOADS = ("None", "Light", "Medium", "Heavy", "Extra-heavy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """An attribute, and the score that goes with it: ST with HP, DX with Will, IQ with Per, HT with FP."""

    name: str
    value: int
    beside: str
    beside_value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadRow:
    """Move and dodge at a level of encumbrance (GU-210, GU-213)."""

    name: str
    move: int
    dodge: int
    is_now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRow:
    """A location with its outline on the figure, its DR, what aiming at it takes, and its throw."""

    id: str
    name: str
    outline: str
    spot: tuple[float, float]
    caption: str
    dr: int
    to_hit: str
    thrown: str
    notes: str
    hurt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponRow:
    """A way to use a weapon; the ranged ones have the columns of the ranged, `–` stands for none."""

    name: str
    usage: str
    level: int
    damage: str
    parry: str
    reach: str
    acc: str
    range: str
    rof: str
    shots: str
    bulk: str
    rcl: str
    where: str


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
    armour: tuple[tuple[str, str], ...]
    """Each piece with its DR and what it covers."""
    skills: tuple[tuple[str, int], ...]
    traits: tuple[tuple[str, bool], ...]
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
            _score("ST", sheet.ST, "HP", str(sheet.full_hp)),
            _score("DX", sheet.DX, "Will", str(sheet.attribute("Will"))),
            _score("IQ", sheet.IQ, "Per", str(sheet.attribute("Per"))),
            _score("HT", sheet.HT, "FP", str(sheet.full_fp)),
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
        armour=tuple((piece.name or piece.id, _covers(piece)) for piece in sheet.armour),
        skills=tuple((_words(id_), level) for id_, level in sorted(sheet.skills.items())),
        traits=tuple((_words(id_), id_ in RULED_ADVANTAGES) for id_ in sheet.advantages),
        notes=sheet.notes,
        body=sheet.body.name,
    )


def _words(id_: str) -> str:
    return id_.replace("-", " ").capitalize() if id_.islower() else id_


def _score(name: str, value: int, beside: str, beside_value: str) -> Score:
    return Score(name=name, value=value, beside=beside, beside_value=beside_value)


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
        notes = ["flexible"] if over.flexible else []
        notes += ["large gaps"] if over.gappy else []
        notes += [f"{lost} eaten away"] if (lost := state.dr_lost.get(id_, 0)) else []
        hurt = id_ in state.crippled or id_ in state.blind
        notes += ["crippled" if id_ in state.crippled else "blind"] if hurt else []
        back = f"/{place.back:+d}" if place.back is not None else ""
        totals = [
            f"{row.low}-{row.high}" if row.high > row.low else str(row.low)
            for row in sheet.body.landings
            if id_ in row.hits
        ]
        found.append(
            PlaceRow(
                id=id_,
                name=place.name.capitalize(),
                outline=outline,
                spot=figure.spot(id_, outline),
                caption=figure.caption(sheet.body, place),
                dr=over.dr + (SKULL_DR if place.part is Part.SKULL else 0),
                to_hit=f"{place.front:+d}{back}" if place.front else "0",
                thrown=", ".join(totals) or "–",
                notes=", ".join(notes),
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
    left = combatant.state.ammo.get(weapon.id)
    return WeaponRow(
        name=weapon.name,
        usage=mode.id.replace("-", " "),
        level=sheet.attack_skill(use),
        damage=mode.text or use.damage.words(sheet.ST),
        parry=parry,
        reach=", ".join(map(str, mode.reach)) if use.kind is Kind.MELEE else f"to {far:g}",
        acc=str(weapon.acc),
        range=f"{half:g}/{far:g}" if half is not None else f"{far:g}",
        rof=f"{weapon.rof}×{weapon.pellets}" if weapon.pellets > 1 else str(weapon.rof),
        shots="–" if weapon.shots is None or not ranged else f"{left} of {weapon.shots}",
        bulk=str(weapon.bulk),
        rcl=str(weapon.rcl),
        where=_where(combatant, weapon),
    )


def _shield(combatant: Fighter, weapon: Weapon) -> WeaponRow:
    return WeaponRow(
        name=weapon.name,
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


def _where(combatant: Fighter, weapon: Weapon) -> str:
    if weapon.id in combatant.state.broken:
        return "broken"
    if weapon.id in combatant.state.dropped:
        return "dropped"
    if weapon.unarmed:
        return "always"
    return "ready" if is_ready(combatant, weapon) else "put away"


def _covers(piece: Armour) -> str:
    where = ", ".join(place.replace("-", " ") for place in piece.locations)
    more = [word for word, is_so in (("flexible", piece.flexible), ("large gaps", piece.gaps)) if is_so]
    kept = f" ({', '.join(more)})" if more else ""
    return f"DR {piece.dr}: {where}{kept}"
