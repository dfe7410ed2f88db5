"""What a fight does to a combatant (section 11), and what follows for its numbers (section 2.2)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import ConfigDict, Field

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, CombatantState
from rules.engine.text import Text, text
from rules.map.model import Place
from rules.systems.gurps.sheet.body import Part
from rules.systems.gurps.sheet.gear import HANDS, Weapon
from rules.systems.gurps.sheet.sheet import GurpsSheet


class Posture(StrEnum):
    """How somebody holds itself."""

    STANDING = "standing"
    CROUCHING = "crouching"
    KNEELING = "kneeling"
    PRONE = "prone"


POSTURE_MOVE: Mapping[Posture, Fraction] = {
    Posture.STANDING: Fraction(1),
    Posture.CROUCHING: Fraction(2, 3),
    Posture.KNEELING: Fraction(1, 3),
}
"""What a posture leaves of the Move; the prone crawl one yard (GU-1005)."""
POSTURE_WORDS: Mapping[Posture, Text] = {
    Posture.STANDING: text("standing"),
    Posture.CROUCHING: text("crouching"),
    Posture.KNEELING: text("kneeling"),
    Posture.PRONE: text("prone"),
}
DIRECTIONS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The facings of a square grid, clockwise from north (GU-506)."""

Count = Annotated[int, Field(ge=0)]
WITH = ConfigDict(serialize_by_alias=True)
"""The key `with` is no name that Python can have."""


@dataclass(frozen=True, slots=True)
class MentalStun:
    """The stun of surprise: seconds frozen, and the bonus that has grown on the IQ roll (GU-606, GU-607)."""

    freeze: Count = 0
    bonus: Count = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """The maneuver in force, with what of its choices still counts (GU-701)."""

    id: str
    variant: str | None = None
    defence: str | None = None
    """Of an enhanced all-out defence: the kind that is better for it (GU-713)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """At whom a weapon is aimed, and for how many turns (GU-710)."""

    __pydantic_config__: ClassVar[ConfigDict] = WITH
    with_: Annotated[str, Field(alias="with")]
    target: str
    turns: Annotated[int, Field(ge=1)] = 1


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Whom one has been watching, and what that is worth (GU-716)."""

    target: str
    bonus: Annotated[int, Field(ge=1, le=3)] = 1


@dataclass(frozen=True, slots=True)
class Opening:
    """What a feint or a riposte takes from an enemy's defences (GU-717).

    `due` is set once it has only until the end of the own turn that runs or comes next.
    """

    target: str
    penalty: Count
    due: bool = False


@dataclass(frozen=True, slots=True)
class Brace:
    """The weapon that is braced, and on what: a surface or the free hand (GU-741)."""

    __pydantic_config__: ClassVar[ConfigDict] = WITH
    with_: Annotated[str, Field(alias="with")]
    on: Annotated[str, Field(pattern="^(surface|hand)$")] = "surface"


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is waited for, and what is done then (GU-722)."""

    trigger: str = ""
    then: str = "attack"


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A place under fire until the next turn (GU-712); `shot` lists who has been shot at on entering."""

    __pydantic_config__: ClassVar[ConfigDict] = WITH
    with_: Annotated[str, Field(alias="with")]
    at: Place | None = None
    width: Annotated[int, Field(ge=1)] = 2
    shots: Annotated[int, Field(ge=1)] = 5
    shot: tuple[str, ...] = ()


@dataclass(frozen=True)
class GurpsState(CombatantState):
    """The state of a combatant, a field for each state key."""

    hp: int = 10
    fp: int = 10
    posture: Posture = Posture.STANDING
    facing: str | None = None
    """None until it has one of its own (GU-507)."""
    shock: Annotated[int, Field(ge=0, le=8)] = 0
    shock_pending: Annotated[int, Field(ge=0, le=8)] = 0
    stunned: bool = False
    unconscious: bool = False
    dead: bool = False
    destroyed: bool = False
    mortal: bool = False
    mental_stun: MentalStun | None = None
    crippled: tuple[str, ...] = ()
    blind: tuple[str, ...] = ()
    maneuver: Taken | None = None
    moved: Annotated[float, Field(ge=0)] = 0
    closed: bool = False
    """Whether its latest turn is over."""
    dodges: Count = 0
    parries: Mapping[str, Count] = field(default_factory=dict)
    blocked: bool = False
    retreated: bool = False
    locked: tuple[str, ...] = ()
    attacked_with: tuple[str, ...] = ()
    aim: Aim | None = None
    evaluate: Evaluation | None = None
    feint: Opening | None = None
    riposte: Opening | None = None
    braced: Brace | None = None
    ready: Mapping[str, bool] = field(default_factory=dict)
    dropped: tuple[str, ...] = ()
    dropped_at: Mapping[str, Place | None] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    weapon_hp: Mapping[str, int] = field(default_factory=dict)
    ammo: Mapping[str, Count] = field(default_factory=dict)
    reloading: Mapping[str, Count] = field(default_factory=dict)
    dr_lost: Mapping[str, Count] = field(default_factory=dict)
    concentrating: str | None = None
    wait: Waiting | None = None
    zone: Suppressed | None = None
    surgery_attempts: Count = 0
    note: str = ""

    @property
    def is_out(self) -> bool:
        """Whether it can do nothing at all: unconscious or dead."""
        return self.unconscious or self.dead

    @property
    def is_stunned(self) -> bool:
        """Whether either kind of stun lies on it (GU-607, GU-1001, GU-1003)."""
        return self.stunned or self.mental_stun is not None


Fighter: TypeAlias = Combatant[GurpsSheet, GurpsState]
"""A combatant of these rules, so that what is read of its sheet and state is checked."""


def starting_state(sheet: GurpsSheet) -> GurpsState:
    """Give a fresh combatant's state: full points, weapons as the sheet says, full magazines."""
    return GurpsState(
        hp=sheet.full_hp,
        fp=sheet.full_fp,
        ready={weapon.id: weapon.ready for weapon in sheet.weapons if not weapon.unarmed},
        ammo={weapon.id: weapon.shots for weapon in sheet.weapons if weapon.shots is not None},
    )


def fitted_state(combatant: Fighter, sheet: GurpsSheet) -> GurpsState:
    """Give somebody's state under another sheet: what was lost stays lost, what is gone has no state.

    A weapon that comes with it is as the sheet says; one that it had is as it was, its magazine no fuller
    than it may be.
    """
    old: GurpsSheet = combatant.sheet
    now: GurpsState = combatant.state
    fresh = starting_state(sheet)
    weapons, places = {weapon.id for weapon in sheet.weapons}, set(sheet.body.ids)

    def kept(named: Mapping[str, Any], ids: set[str]) -> dict[str, Any]:
        return {id_: value for id_, value in named.items() if id_ in ids}

    fitted = replace(
        now,
        hp=sheet.full_hp - (old.full_hp - now.hp),
        fp=sheet.full_fp - (old.full_fp - now.fp),
        ready={**fresh.ready, **kept(now.ready, set(fresh.ready))},
        ammo={id_: min(shots, now.ammo.get(id_, shots)) for id_, shots in fresh.ammo.items()},
        reloading=kept(now.reloading, set(fresh.ammo)),
        weapon_hp=kept(now.weapon_hp, weapons),
        dropped=tuple(id_ for id_ in now.dropped if id_ in weapons),
        dropped_at=kept(now.dropped_at, weapons),
        broken=tuple(id_ for id_ in now.broken if id_ in weapons),
        crippled=tuple(place for place in now.crippled if place in places),
        blind=tuple(eye for eye in now.blind if eye in places),
        dr_lost=kept(now.dr_lost, places),
        aim=now.aim if now.aim is not None and sheet.use(now.aim.with_) is not None else None,
        braced=now.braced if now.braced is not None and now.braced.with_ in weapons else None,
    )
    return fitted if keeps_firing(sheet, fitted) else replace(fitted, zone=None)


def set_by_gm(combatant: Fighter, patch: Mapping[str, Any]) -> GurpsState:
    """Put in the GM's values, as far as the sheet has what they name. Raises `Refusal` `bad-state`."""
    sheet = combatant.sheet
    merged: GurpsState = combatant.state.merged(patch)
    weapons = {weapon.id for weapon in sheet.weapons}
    places, eyes = set(sheet.body.ids), {eye.id for eye in sheet.body.eyes()}
    facing = () if merged.facing is None else (merged.facing,)
    for ids, known, none in (
        *(
            (ids, weapons, _NO_WEAPON)
            for ids in (merged.ready, merged.ammo, merged.weapon_hp, merged.dropped, merged.broken)
        ),
        (merged.crippled, places, _NO_PLACE),
        (merged.dr_lost, places, _NO_PLACE),
        (merged.blind, eyes, _NO_EYE),
        (facing, DIRECTIONS, _NO_DIRECTION),
    ):
        if strange := [id_ for id_ in ids if id_ not in known]:
            said = none.filled(value=f"“{strange[0]}”")
            raise Refusal("bad-state", said, "GU-201")
    return merged if keeps_firing(sheet, merged) else replace(merged, zone=None)


_NO_WEAPON = text("It has no weapon {value}.")
_NO_PLACE = text("Its body has no place {value}.")
_NO_EYE = text("Its body has no eye {value}.")
_NO_DIRECTION = text("There is no direction {value}: it looks north, north-east, east and so on.")


def keeps_firing(sheet: GurpsSheet, state: GurpsState) -> bool:
    """Tell whether who keeps a place under fire, if anybody, still can; else it ends (GU-724, GU-C5)."""
    if state.zone is None:
        return True
    use = sheet.use(state.zone.with_)
    able = not (state.is_out or state.is_stunned)
    return (
        able
        and use is not None
        and _is_in_hand(state, use.weapon)
        and _has_hands_for(sheet, state, use.weapon)
    )


# --------------------------------------------------------------------------------------------- derived values
def is_reeling(combatant: Fighter) -> bool:
    """Tell whether a third of the HP or less is left (GU-1010)."""
    hp, full = combatant.state.hp, combatant.sheet.full_hp
    return bool(3 * hp <= full)


def is_exhausted(combatant: Fighter) -> bool:
    """Tell whether less than a third of the FP is left (GU-1011)."""
    fp, full = combatant.state.fp, combatant.sheet.full_fp
    return bool(3 * fp < full)


def _halved(score: int, combatant: Fighter) -> int:
    for worn in (is_reeling(combatant), is_exhausted(combatant)):
        if worn:
            score = ceil(score / 2)
    return score


def _worn(combatant: Fighter, numbers: tuple[int, ...] | None) -> int | None:
    """Give what another program worked out for somebody as worn as this; None where there is no such."""
    sheet: GurpsSheet = combatant.sheet
    if numbers is None or not sheet.worn_numbers:
        return None
    return numbers[sheet.encumbrance] if is_reeling(combatant) or is_exhausted(combatant) else None


def move_of(combatant: Fighter) -> int:
    """Give the Move in yards a second, as wounds, fatigue and posture leave it (GU-210)."""
    sheet: GurpsSheet = combatant.sheet
    state: GurpsState = combatant.state
    worn = _worn(combatant, sheet.moves)
    move = _halved(sheet.loaded_move, combatant) if worn is None else worn
    if state.posture is Posture.PRONE:
        return min(move, 1)
    slowed = floor(move * POSTURE_MOVE[state.posture])
    return max(slowed, 1) if move else 0


def step_of(combatant: Fighter) -> int:
    """Give the length of a step in yards (GU-211): none for what does not move at all (our ruling GU-R73)."""
    sheet: GurpsSheet = combatant.sheet
    return max(1, ceil(move_of(combatant) / 10)) if sheet.unloaded_move else 0


def half_move_of(combatant: Fighter) -> int:
    """Give half the Move in yards (GU-212)."""
    move = move_of(combatant)
    return max(1, move // 2) if move else 0


def dodge_of(combatant: Fighter) -> int:
    """Give the dodge score as wounds and fatigue leave it (GU-213)."""
    worn = _worn(combatant, combatant.sheet.dodges)
    return _halved(combatant.sheet.plain_dodge, combatant) if worn is None else worn


def is_between_turns(state: BattleState, who: str) -> bool:
    """Tell whether it is not somebody's turn, so that its next turn is the first to end (GU-609)."""
    now: GurpsState = state.combatants[who].state
    return now.closed or (state.running and state.active != who)


# ------------------------------------------------------------------------------------------------------ hands
def is_ready(combatant: Fighter, weapon: Weapon) -> bool:
    """Tell whether a weapon is ready; what is part of the body always is (GU-306)."""
    return _is_in_hand(combatant.state, weapon)


def _is_in_hand(state: GurpsState, weapon: Weapon) -> bool:
    gone = weapon.id in state.dropped or weapon.id in state.broken
    return weapon.unarmed or (state.ready.get(weapon.id, False) and not gone)


def carried(combatant: Fighter) -> tuple[Weapon, ...]:
    """List the weapons that somebody has on it, and those of the body."""
    gone = (*combatant.state.dropped, *combatant.state.broken)
    return tuple(weapon for weapon in combatant.sheet.arms if weapon.id not in gone)


def held(combatant: Fighter) -> tuple[Weapon, ...]:
    """List the ready weapons and shields that are held in a hand, in the order of the sheet."""
    return tuple(weapon for weapon in combatant.sheet.weapons if weapon.hands and is_ready(combatant, weapon))


def is_crippled_hand(combatant: Fighter, hand: str) -> bool:
    """Tell whether a hand cannot be used, for itself or for its arm (GU-1006)."""
    return bool(combatant.state.crippled) and hand in _crippled_hands(combatant.sheet, combatant.state)


def _crippled_hands(sheet: GurpsSheet, state: GurpsState) -> set[str | None]:
    places = (sheet.body.find(id_) for id_ in state.crippled)
    return {place.side for place in places if place is not None}


def has_hand(combatant: Fighter, hand: str) -> bool:
    """Tell whether the body has that hand or arm at all."""
    return any(location.side == hand for location in combatant.sheet.body.locations)


def free_hands(combatant: Fighter) -> tuple[str, ...]:
    """List the hands, right first, that hold nothing and can be used (GU-320)."""
    taken = {hand for weapon in held(combatant) for hand in weapon.hands}
    return tuple(
        hand
        for hand in HANDS
        if hand not in taken and has_hand(combatant, hand) and not is_crippled_hand(combatant, hand)
    )


def can_be_used(combatant: Fighter, weapon: Weapon) -> bool:
    """Tell whether none of the hands that hold a weapon is crippled (GU-818)."""
    return _has_hands_for(combatant.sheet, combatant.state, weapon)


def _has_hands_for(sheet: GurpsSheet, state: GurpsState, weapon: Weapon) -> bool:
    return not _crippled_hands(sheet, state).intersection(weapon.hands)


def holds_shield(combatant: Fighter, side: str | None) -> bool:
    """Tell whether the hand of that side holds a ready shield (GU-766)."""
    return any(weapon.is_shield and side in weapon.hands for weapon in held(combatant))


def is_lame(combatant: Fighter) -> bool:
    """Tell whether a leg or a foot is crippled, so that it cannot stand (GU-1006)."""
    body = combatant.sheet.body
    parts = {place.part for id_ in combatant.state.crippled if (place := body.find(id_)) is not None}
    return bool(parts & {Part.LEG, Part.FOOT})
