"""What a fight does to a combatant, and what the table keeps besides (section 11; PH-96 to PH-102)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, ValidationError

from rules.engine.dice import Modifier
from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.refusal import Refusal
from rules.engine.sheets.carried import OnTheGround, still_carried
from rules.engine.sheets.wrong_values import explain
from rules.engine.state import BattleState, Combatant, CombatantState, adapter
from rules.engine.text import Text, counted, joined, text
from rules.systems.phases import house as own
from rules.systems.phases.sheet.gear import ARMS, FIST, HEAD, LEGS, Mode, Weapon
from rules.systems.phases.sheet.sheet import PhasesSheet

MOST_AIM = own.AIM.high


class Condition(StrEnum):
    """How somebody is doing (PH-97)."""

    UP = "up"
    DOWN = "down"
    DEAD = "dead"


class Length(StrEnum):
    """How long an action takes (PH-40, PH-50), shortest first."""

    PHASE = "phase"
    ROUND = "round"
    TURN = "turn"
    MINUTE = "minute"

    @property
    def phases(self) -> int:
        """How many phases it is (PH-40)."""
        return _PHASES[self]


CONDITION_WORDS: Mapping[Condition, Text] = {
    Condition.UP: text("up"),
    Condition.DOWN: text("down"),
    Condition.DEAD: text("dead"),
}
LENGTH_NAMES: Mapping[Length, Text] = {
    Length.PHASE: text("phase"),
    Length.ROUND: text("round"),
    Length.TURN: text("turn"),
    Length.MINUTE: text("minute"),
}
LENGTH_WORDS: Mapping[Length, Text] = {
    Length.PHASE: text("a phase"),
    Length.ROUND: text("a round"),
    Length.TURN: text("a turn"),
    Length.MINUTE: text("a minute"),
}
_WOUNDS = text("wounds")
_PHASES = {Length.PHASE: 1, Length.ROUND: 2, Length.TURN: 6, Length.MINUTE: 24}
PARRY, EVADE = "parry", "evade"
Count = Annotated[int, Field(ge=0)]
Location = Literal["head", "chest", "abdomen", "right-arm", "left-arm", "right-leg", "left-leg"]


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared action that has not resolved (PH-41, PH-50). `weapon` is written as `with`."""

    id: str
    length: Length
    declared: int
    due: int
    target: str | None = None
    weapon: str | None = None
    mode: Mode | None = None
    called: Location | None = None
    number: int = 0
    """Its place among those declared in the same phase (PH-53)."""
    said: dict[str, Any] = field(default_factory=dict)
    """What else was said with it, as the command had it: facts, where to go, a note, dice."""

    @property
    def facts_given(self) -> Mapping[str, Any]:
        """The facts that were given with it; they hold for its resolution too (PH-27)."""
        given = self.said.get("facts")
        return given if isinstance(given, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Targeting:
    """Whom somebody has targeted, and with what (PH-60). `weapon` is written as `with`."""

    target: str
    weapon: str
    location: Location | None = None


@dataclass(frozen=True)
class PhasesState(CombatantState):
    """The state of a combatant, a field for each state key."""

    aware: bool = True
    surprised: bool = False
    react_from: Count | None = None
    react_bonus: Count = 0
    free_left: Annotated[int, Field(ge=0, le=1)] = 1
    action: Declaration | None = None
    defence: Literal["parry", "evade"] | None = None
    targeting: Targeting | None = None
    aim: Annotated[int, Field(ge=0, le=MOST_AIM)] = 0
    ready: tuple[str, ...] = ()
    ammo: Mapping[str, Count] = field(default_factory=dict)
    flesh: Count = 0
    trauma: tuple[Location, ...] = ()
    stunned: Count = 0
    condition: Condition = Condition.UP

    def as_json(self) -> dict[str, Any]:
        """Give the state keys, with `with` for what a weapon's field is called here."""
        data = CombatantState.as_json(self)
        for key in _WITH:
            if data[key] is not None:
                data[key]["with"] = data[key].pop("weapon")
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read the state keys. Raises `Refusal` `bad-state`."""
        inside = dict(data)
        for key in _WITH:
            value = inside.get(key)
            if isinstance(value, Mapping) and "with" in value:
                inside[key] = {("weapon" if k == "with" else k): v for k, v in value.items()}
        try:
            state: Self = adapter(cls).validate_python(inside)
        except ValidationError as error:
            raise Refusal(
                "bad-state", text("That state cannot be: {explain}.", explain=explain(error))
            ) from None
        return state

    @property
    def is_able(self) -> bool:
        """Whether it can do anything: up and not stunned (PH-100, PH-101)."""
        return self.condition is Condition.UP and self.stunned == 0

    @property
    def stunned_words(self) -> Text:
        """How long it stays stunned, in words (PH-101)."""
        return counted("{n} more phase", "{n} more phases", n=self.stunned)

    @property
    def may_declare(self) -> bool:
        """Whether it rolls initiative and declares (PH-31, PH-33, PH-41)."""
        return self.is_able and self.aware and not self.surprised and self.action is None

    @property
    def wound_penalty(self) -> int:
        """What its wounds take from its rolls, 0 or less (PH-96)."""
        return penalty_of(self.flesh, self.trauma, AS_WRITTEN)

    @property
    def arms_hurt(self) -> int:
        """How many of its arms have a traumatic wound (PH-99)."""
        return len(ARMS & set(self.trauma))

    @property
    def legs_hurt(self) -> int:
        """How many of its legs have a traumatic wound (PH-99)."""
        return len(LEGS & set(self.trauma))

    def targets(self, target: str, weapon: str) -> bool:
        """Tell whether its targeting is on somebody with a weapon (PH-61)."""
        mine = self.targeting
        return mine is not None and (mine.target, mine.weapon) == (target, weapon)


Fighter: TypeAlias = Combatant[PhasesSheet, PhasesState]
"""A combatant of these rules, so that what is read of its sheet and state is checked."""


_WITH = ("action", "targeting")


def penalty_of(flesh: int, trauma: tuple[str, ...], house: House) -> int:
    """Give what wounds take from rolls, 0 or less (PH-96)."""
    if not own.WOUNDS_WEIGH.on(house):
        return 0
    numbers = own.PENALTY.of(house)
    return numbers["three-flesh"] * (flesh // 3) + numbers["traumatic"] * len(trauma)


def condition_for(flesh: int, trauma: tuple[str, ...], house: House = AS_WRITTEN) -> Condition:
    """Give the condition that wounds bring; one at the head counts double (PH-97)."""
    count = len(trauma) + trauma.count(HEAD)
    fall = own.FALL.of(house)
    if count >= fall["trauma-dead"]:
        return Condition.DEAD
    falls = count >= fall["trauma-down"] or flesh >= fall["flesh-down"]
    return Condition.DOWN if falls else Condition.UP


def move_of(combatant: Fighter) -> int:
    """Give the cells that it can go in a phase (PH-99)."""
    sheet: PhasesSheet = combatant.sheet
    most = {0: sheet.move, 1: own.CRAWL.value(combatant.house), 2: 0}
    return min(sheet.move, most[combatant.state.legs_hurt])


def wounds_of(combatant: Fighter) -> tuple[Modifier, ...]:
    """Give the modifier that wounds are, if they are one (PH-22, PH-96)."""
    state: PhasesState = combatant.state
    penalty = penalty_of(state.flesh, state.trauma, combatant.house)
    if not penalty:
        return ()
    label = _WOUNDS
    if penalty != state.wound_penalty:
        label = text("wounds (house rule, usually {usual})", usual=f"{state.wound_penalty:+d}")
    return (Modifier(label, penalty, "PH-96"),)


def starting_state(sheet: PhasesSheet) -> PhasesState:
    """Give the state of a fresh combatant: its weapons full, some in hand (section 11)."""
    shots = {weapon.id: weapon.shots for weapon in sheet.weapons if weapon.shots is not None}
    return PhasesState(ready=sheet.ready, ammo=shots)


def fitted_state(combatant: Fighter, sheet: PhasesSheet) -> PhasesState:
    """Give a combatant's state under a new sheet: weapons that it lacks are gone, new ones are full."""
    state: PhasesState = combatant.state
    fresh = starting_state(sheet)
    known = {weapon.id for weapon in sheet.weapons}
    had = {weapon.id for weapon in combatant.sheet.weapons}
    newly = tuple(id_ for id_ in fresh.ready if id_ not in had)
    ammo = {id_: min(full, state.ammo.get(id_, full)) for id_, full in fresh.ammo.items()}
    kept = state.targeting is None or state.targeting.weapon in known
    return replace(
        state,
        ready=(*(id_ for id_ in state.ready if id_ in known), *newly),
        ammo=ammo,
        targeting=state.targeting if kept else None,
        aim=state.aim if kept else 0,
    )


def set_by_gm(combatant: Fighter, patch: Mapping[str, Any]) -> PhasesState:
    """Put in the GM's values, and the condition that new wounds bring unless it is named too (PH-102).

    Raises:
        Refusal: `bad-state`.
    """
    merged: PhasesState = combatant.state.merged(patch)
    known = {weapon.id: weapon for weapon in combatant.sheet.weapons}
    for ids in (merged.ready, tuple(merged.ammo)):
        if strange := [id_ for id_ in ids if id_ not in known]:
            carried = joined(text(weapon.name) for weapon in known.values()) or text("none")
            said = text(
                "It has no weapon {value}; it has: {carried}.", value=f"“{strange[0]}”", carried=carried
            )
            raise Refusal("bad-state", said, "PH-05")
    if "condition" in patch or not {"flesh", "trauma"} & set(patch):
        return merged
    return replace(merged, condition=condition_for(merged.flesh, merged.trauma, combatant.house))


@dataclass(frozen=True, slots=True)
class Done:
    """An action that resolved in this phase, or came to nothing in it."""

    who: str
    action: Declaration
    lost: bool


@dataclass(frozen=True, slots=True)
class TableNotes(OnTheGround):
    """What is kept for the whole table: this phase's initiative and stuns, the weapons on the ground."""

    initiative: Mapping[str, int] = field(default_factory=dict)
    stunned_now: tuple[str, ...] = ()
    """Who was stunned in the phase that runs, and does not recover at its end (PH-101)."""
    done: tuple[Done, ...] = ()
    """What resolved in this phase, in order."""
    secret: bool = False
    """Whether declarations are told to the GM alone until all have declared (PH-R29)."""
    unrevealed: tuple[str, ...] = ()
    """Who has declared so in this phase, or passed, in order."""
    veiled: tuple[str, ...] = ()
    """Of whom this state does not tell what they declared: only in what is shown to others is anybody so."""


def carried(state: BattleState, combatant: Fighter) -> tuple[Weapon, ...]:
    """List the weapons that a combatant carries, bare hands last."""
    kept = still_carried(state, combatant.id, combatant.sheet.weapons, combatant.state.ready)
    return (*kept, FIST)


def is_ready(combatant: Fighter, weapon: Weapon) -> bool:
    """Tell whether a weapon is in hand; bare hands always are (PH-04, PH-05)."""
    return weapon.id == FIST.id or weapon.id in combatant.state.ready


def parrying_dice(combatant: Fighter) -> int:
    """Give the dice of a parry: those of the first melee weapon in hand, else of bare hands (PH-77)."""
    sheet: PhasesSheet = combatant.sheet
    weapons = (sheet.weapon(id_) for id_ in combatant.state.ready)
    first = next((weapon for weapon in weapons if weapon is not None and weapon.is_melee), FIST)
    return sheet.skill(first.skill)
