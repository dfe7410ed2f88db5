"""What a fight does to a combatant, and what the table keeps besides (section 11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Combatant, CombatantState, changed
from rules.engine.text import as_text, text
from rules.systems.tesseris.house import TICKS
from rules.systems.tesseris.sheet.gear import COVERED, Location
from rules.systems.tesseris.sheet.sheet import TesserisSheet

FULL_TICKS = TICKS.usual
LEVELS: Mapping[str, int] = {
    "bleeding": 1,
    "disabled": 1,
    "dazed": 1,
    "grappled": 1,
    "blinded": 2,
    "bloodied": 2,
    "pinned": 2,
    "stunned": 2,
    "staggered": 2,
    "slowed": 2,
    "suffocating": 2,
    "unconscious": 3,
    "prone": 0,
    "suppressed": 0,
    "surprised": 0,
    "attracted": 1,
    "enticed": 2,
    "enthralled": 3,
    "disheartened": 1,
    "dejected": 2,
    "surrendered": 3,
    "frightened": 1,
    "terrified": 2,
    "fleeing": 3,
    "scared-to-death": 3,
    "blabbermouth": 3,
}
"""Every condition with its level; 0 for those that have none (TS-300)."""
CONDITION_IDS = tuple(LEVELS)
LADDERS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "daze": (("dazed",), ("stunned", "staggered")),
    "charm": (("attracted",), ("enticed",), ("enthralled",)),
    "fear": (("frightened",), ("terrified",), ("fleeing",), ("scared-to-death",)),
    "heart": (("disheartened",), ("dejected",), ("surrendered",)),
}
"""The steps of each ladder, from the lowest (TS-322)."""
SOCIAL = frozenset(
    step for ladder in ("charm", "fear", "heart") for steps in LADDERS[ladder] for step in steps
)
ROUNDS = 2
"""For how many round starts a daze lasts (TS-321)."""
Count = Annotated[int, Field(ge=0, le=9999)]


def _conditions(value: Any) -> Any:
    """Drop what is said not to be there, and refuse what is no condition."""
    if not isinstance(value, Mapping):
        return value
    if strange := sorted(str(key) for key in value if key not in LEVELS):
        raise ValueError(f"there is no condition “{strange[0]}”")
    if any(data is not None and not isinstance(data, Mapping) for data in value.values()):
        raise ValueError("a condition is an object, empty where there is no more to say of it")
    found = {id_: dict(data) for id_, data in value.items() if data is not None}
    for id_, data in found.items():
        _check_condition(id_, data)
    return found


def _check_condition(id_: str, data: Mapping[str, Any]) -> None:
    """Refuse details of a condition that the rules could not read."""
    for key, value in data.items():
        good = True
        if key in ("rounds", "breaths", "difficulty"):
            good = type(value) is int and 0 <= value <= 9999
        elif key in ("by", "weapon"):
            good = value is None or isinstance(value, str)
        elif key in ("interrogated", "wounds", "doomed"):
            good = type(value) is bool
        elif key in ("places", "with"):
            good = isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
        if not good:
            raise ValueError(f"what is said of {id_.replace('-', ' ')} does not fit there")


Conditions = Annotated[Mapping[str, Mapping[str, Any]], BeforeValidator(_conditions)]


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover that somebody has taken (TS-165, TS-283).

    Attributes:
        damage: what its structure has lost.
        locations: the places of the body behind it.
        reaction: whether it was taken off-turn, which holds until the next round start (TS-288).
        piece: on a map, the ends of the cell-long piece of wall that it is (TS-293).
    """

    material: Literal["wood-thin", "wood-thick", "wood-reinforced", "stone", "sandbag", "concrete"]
    damage: Count = 0
    hunkered: bool = False
    locations: tuple[Location, ...] = COVERED
    reaction: bool = False
    piece: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Watch:
    """An Overwatch that stands (TS-131)."""

    weapon: str
    shots: Annotated[int, Field(ge=0, le=1)] = 0
    """The shots that it has given."""
    direction: float | None = None
    """The middle of its arc in degrees on the map; None where the table knows what is watched."""
    at: tuple[int, int] | None = None
    """The doorway or the piece of a passage that is watched in place of an arc."""
    zone: str | None = None
    """The zone that is watched, on a map without cells (R52)."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Whom a combatant holds at swordpoint (TS-342)."""

    on: str


@dataclass(frozen=True, slots=True)
class Manipulated:
    """What somebody was talked into (TS-330)."""

    by: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Fear:
    """What a fear must be overcome at, and how many rounds it is old (TS-187)."""

    difficulty: Count = 0
    rounds: Count = 0


@dataclass(frozen=True)
class TesserisState(CombatantState):
    """The state of a combatant, a field for each state key; those after `hands_used` are for the rules."""

    stamina: Count = 0
    wounds: Count = 0
    ego: Count = 0
    fate: Count = 0
    mayhem: Count = 0
    dapper: Count = 0
    ticks: Count = FULL_TICKS
    debt: Count = 0
    free_reaction: bool = True
    initiative: int | None = None
    delays: Count = 0
    attacks: Count = 0
    defences: Count = 0
    conditions: Conditions = field(default_factory=dict)
    cover: Cover | None = None
    held: tuple[str, ...] = ()
    ammo: Mapping[str, Count] = field(default_factory=dict)
    jammed: tuple[str, ...] = ()
    aim: str | None = None
    rerolls: Count = 0
    assist: Count = 0
    inspired: Count = 0
    stance: tuple[
        Literal["all-out", "guarded", "total-defense", "sprint", "no-attacks", "overwatch", "covering-fire"],
        ...,
    ] = ()
    mounted: bool = False
    elevation: Annotated[int, Field(ge=-9999, le=9999)] = 0
    dying: bool = False
    dead: bool = False
    crippled: bool = False
    moved: bool = False
    swordpoint: Hold | None = None
    held_by: str | None = None
    manipulated: Manipulated | None = None
    fear: Fear | None = None
    hands_used: tuple[str, ...] = ()
    dying_rounds: Count = 0
    has_aimed: bool = False
    """Whether the aim of this round is used up (TS-180)."""
    aim_is_new: bool = False
    """Whether the aim was taken since its last turn ended, so that it outlasts the next one's end."""
    has_stepped: bool = False
    """Whether the quick step of this turn is used up (TS-162)."""
    has_attacked: bool = False
    """Whether it has attacked since its turn began (TS-146)."""
    just_moved: bool = False
    """Whether its last own action was a move, which lets it draw for nothing (TS-099)."""
    lost_ticks: Count = 0
    """What a distraction takes at the next round start (TS-125)."""
    alert: Count = 0
    """What its next look around is better by, having been shot at from nowhere (TS-234)."""
    struck_unaware: tuple[str, ...] = ()
    """Whom it has attacked while they knew nothing of it (TS-234)."""
    is_guarding: bool = False
    """Whether the attacks of this round are worse for guarding (TS-108)."""
    watch: Watch | None = None
    is_inspired_now: bool = False
    """Whether the turn has come in which the inspiration counts (TS-335)."""

    cheer: Count = 0
    """The ego that it has only for being near who entices it (TS-C8)."""
    may_borrow: Count = 0
    """How many ticks the GM lets it borrow for its next action, whatever that is (TS-064)."""

    def has(self, *conditions: str) -> bool:
        """Tell whether it has any of these conditions."""
        mine = self.conditions
        for condition in conditions:  # noqa: SIM110  # each button of a card asks some ten times
            if condition in mine:
                return True
        return False

    @property
    def is_out(self) -> bool:
        """Whether it can do nothing at all."""
        return self.dead or self.has("unconscious")

    @property
    def is_on_total_defence(self) -> bool:
        """Whether total defence helps it now: not while it is hunkered down (TS-146)."""
        return "total-defense" in self.stance and not (self.cover is not None and self.cover.hunkered)

    @property
    def wound_penalty(self) -> int:
        """What wounds take from tests, as a positive number (TS-260)."""
        return max(1, self.wounds // 3) if self.stamina == 0 and self.wounds else 0


Fighter: TypeAlias = Combatant[TesserisSheet, TesserisState]
"""A combatant of these rules, so that what is read of its sheet and state is checked."""


def max_stamina(sheet: TesserisSheet, wounds: int) -> int:
    """Give the maximum stamina that wounds leave (TS-006)."""
    return max(0, sheet.full_stamina - wounds)


def speed_of(combatant: Fighter) -> int:
    """Give the speed as it stands, in yards (TS-161, TS-310)."""
    return max(0, int(combatant.sheet.speed) - int(combatant.state.has("slowed")))


def starting_state(sheet: TesserisSheet) -> TesserisState:
    """Give the state of a fresh combatant (TS-004)."""
    return TesserisState(
        stamina=sheet.full_stamina,
        ego=sheet.full_ego,
        fate=sheet.fate,
        dapper=sheet.dapper,
        ticks=FULL_TICKS + sheet.bonus_ticks,
        held=sheet.starts_held,
        ammo={w.id: w.magazine for w in sheet.weapons if w.magazine is not None},
    )


def fitted_state(combatant: Fighter, sheet: TesserisSheet) -> TesserisState:
    """Give a combatant's state under a new sheet: weapons that it lacks are gone, new guns loaded (TS-020).

    Hands as they were at the start are filled anew; the unhurt stay so, others get no stamina back (TS-006).
    """
    old: TesserisSheet = combatant.sheet
    now: TesserisState = combatant.state
    fresh = starting_state(sheet)

    def known(ids: Sequence[str]) -> tuple[str, ...]:
        return tuple(id_ for id_ in ids if sheet.weapon(id_) is not None)

    held = known(now.held)
    is_unhurt = now.stamina == max_stamina(old, now.wounds)
    if now.held == old.starts_held or sheet.why_not_held(held):
        held = fresh.held
    fitted = replace(
        now,
        stamina=sheet.full_stamina if is_unhurt else now.stamina,
        held=held,
        ammo={id_: min(full, now.ammo.get(id_, full)) for id_, full in fresh.ammo.items()},
        jammed=known(now.jammed),
        hands_used=known(now.hands_used),
        watch=now.watch if now.watch is not None and known((now.watch.weapon,)) else None,
    )
    return settled(sheet, fitted)


def settled(sheet: TesserisSheet, state: TesserisState) -> TesserisState:
    """Give a state with what follows: the maximum, Bloodied, waking (TS-006, TS-259, TS-272)."""
    stamina = min(state.stamina, max_stamina(sheet, state.wounds))
    conditions = dict(state.conditions)
    if stamina == 0:
        conditions.setdefault("bloodied", {})
    else:
        conditions.pop("bloodied", None)
    dying = state.dying and stamina == 0
    if stamina and (state.dying or conditions.get("unconscious", {}).get("wounds")):
        conditions.pop("unconscious", None)  # TS-272: whether it still bled out or not
    if (stamina, dying) == (state.stamina, state.dying) and conditions == state.conditions:
        return state
    return changed(state, stamina=stamina, dying=dying, conditions=conditions)


def set_by_gm(combatant: Fighter, patch: Mapping[str, Any]) -> TesserisState:
    """Put in the GM's values, and what follows from them.

    Raises:
        Refusal: `bad-state`.
    """
    values = dict(patch)
    values.pop("max_stamina", None)  # it follows from the wounds (TS-006)
    if "prone" in values:  # the mirror of the condition
        prone = values.pop("prone")
        if type(prone) is not bool:
            raise Refusal("bad-state", text("Somebody is prone or is not: yes or no is wanted."), "TS-314")
        conditions = values.get("conditions")
        conditions = dict(conditions) if isinstance(conditions, Mapping) else {}
        values["conditions"] = {**conditions, "prone": {} if prone else None}
    sheet: TesserisSheet = combatant.sheet
    state: TesserisState = combatant.state
    merged = state.merged(values)
    if said := values.get("conditions"):
        merged = replace(merged, conditions=_one_step_each(merged.conditions, said))
    if words := sheet.why_not_held(merged.held):
        raise Refusal("bad-state", text("It cannot hold that: {why}.", why=as_text(words)), "TS-183")
    for id_ in (*merged.ammo, *merged.jammed, *merged.hands_used):
        if sheet.weapon(id_) is None:
            raise Refusal(
                "bad-state",
                text("It has no weapon {value}.", value=f"“{id_}”"),
                "TS-020",
            )
    healed = merged.wounds < state.wounds and state.has("unconscious")
    if healed and "conditions" not in values:  # TS-313: one wound healed wakes
        merged = replace(
            merged, dying=False, conditions={k: v for k, v in merged.conditions.items() if k != "unconscious"}
        )
    if merged.has("unconscious") and not state.has("unconscious"):  # TS-273, TS-313
        merged = replace(merged, held=(), conditions={**merged.conditions, "prone": {}})
    return settled(sheet, merged)


def _one_step_each(conditions: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Leave of each ladder that something was said of the highest step that was named (TS-322)."""
    kept = dict(conditions)
    for ladder in LADDERS.values():
        steps = [id_ for step in ladder for id_ in step]
        named = [id_ for id_ in steps if said.get(id_) is not None]
        if named:
            kept = {id_: data for id_, data in kept.items() if id_ not in steps or id_ == named[-1]}
    return kept


@dataclass(frozen=True, slots=True)
class Table:
    """What is kept for the whole table: who has acted in the round, and what cover on the map has taken."""

    acted: tuple[str, ...] = ()
    pieces: Mapping[str, int] = field(default_factory=dict)


def table_of(state: BattleState) -> Table:
    """Give what the table keeps."""
    return state.shared if isinstance(state.shared, Table) else Table()
