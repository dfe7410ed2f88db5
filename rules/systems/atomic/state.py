"""What a fight does to a combatant, and what the table keeps besides (AT-91 to AT-94, AT-104)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from rules.engine.refusal import Refusal
from rules.engine.sheets.carried import OnTheGround, still_carried
from rules.engine.state import BattleState, Combatant, CombatantState
from rules.engine.text import Text, joined, text
from rules.systems.atomic.house import GRANTED
from rules.systems.atomic.sheet.sheet import FIST, AtomicSheet, Weapon

MOST_WOUNDS = 5
INCAPACITATED_AT = 4


class Condition(StrEnum):
    """How somebody is doing."""

    FIT = "fit"
    INCAPACITATED = "incapacitated"
    DYING = "dying"
    COLLAPSED = "collapsed"
    DEAD = "dead"


CONDITION_WORDS: Mapping[Condition, Text] = {
    Condition.FIT: text("fit"),
    Condition.INCAPACITATED: text("incapacitated"),
    Condition.DYING: text("dying"),
    Condition.COLLAPSED: text("collapsed"),
    Condition.DEAD: text("dead"),
}
OUT = frozenset({Condition.COLLAPSED, Condition.DEAD})
"""Who can do nothing, and is passed over (AT-47, AT-94)."""


class LastStandUse(StrEnum):
    """Whether the last stand of this fall has been tried (AT-97)."""

    UNUSED = "unused"
    USED = "used"


OnceLeft = Annotated[int, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class Allowances:
    """What is left of the turn: 1 of each at its start (AT-48, AT-50)."""

    significant: OnceLeft = 1
    move: OnceLeft = 1
    quick: OnceLeft = 1


@dataclass(frozen=True)
class AtomicState(CombatantState):
    """The state of a combatant, a field for each state key."""

    wounds: Annotated[int, Field(ge=0, le=MOST_WOUNDS)] = 0
    condition: Condition = Condition.FIT
    allowances: Allowances = Allowances()
    defences: Count = 0
    melee_blocks: Count = 0
    two_fisted_used: bool = False
    ready: tuple[str, ...] = ()
    last_stand: LastStandUse = LastStandUse.UNUSED
    granted: Annotated[int, Field(ge=-100, le=0)] | None = None
    conscious_rounds: Count | None = None
    engaged_with: tuple[str, ...] = ()

    @property
    def room(self) -> int:
        """How many more wounds mean anything: up to five, and at five the one that kills (AT-88, AT-89)."""
        return max(1, MOST_WOUNDS - self.wounds)

    @property
    def is_out(self) -> bool:
        """Whether it is collapsed or dead."""
        return self.condition in OUT

    @property
    def is_dying_conscious(self) -> bool:
        """Whether it is dying and yet goes on acting, after a special last stand (AT-100)."""
        return self.condition is Condition.DYING and self.conscious_rounds is not None

    @property
    def needs_effort(self) -> bool:
        """Whether each action and defence needs a GRIT roll first (AT-95, AT-100)."""
        return self.condition is Condition.INCAPACITATED or self.is_dying_conscious


Fighter: TypeAlias = Combatant[AtomicSheet, AtomicState]
"""A combatant of these rules, so that what is read of its sheet and state is checked."""


def condition_for(wounds: int) -> Condition:
    """Give the condition that so many wounds bring (AT-91, AT-92, AT-93)."""
    if wounds >= MOST_WOUNDS:
        return Condition.DYING
    return Condition.INCAPACITATED if wounds >= INCAPACITATED_AT else Condition.FIT


def set_by_gm(combatant: Fighter, patch: Mapping[str, Any]) -> AtomicState:
    """Put in the GM's values and what follows from a change of wounds (AT-104).

    What the GM names stays as named. The rest follows only where the wounds are set: nobody who lies
    collapsed comes round because the GM counted a defence.

    Raises:
        Refusal: `bad-state`.
    """
    sheet, state, house = combatant.sheet, combatant.state, combatant.house
    merged: AtomicState = state.merged(patch)
    for id_ in merged.ready:
        if id_ == FIST.id or sheet.weapon(id_) is None:
            carried = joined(text(weapon.name) for weapon in sheet.weapons) or text("none")
            said = text(
                "It has no weapon {value} to hold; it has: {carried}.", value=f"“{id_}”", carried=carried
            )
            raise Refusal("bad-state", said, "AT-16")
    if "granted" in patch and merged.granted not in (None, 0, GRANTED.value(house)):
        said = text(
            "The action of a last stand is at {value}, at 0 or not there; it cannot be at {granted}.",
            value=GRANTED.value(house),
            granted=merged.granted,
        )
        raise Refusal("bad-state", said, "AT-98")
    if "wounds" not in patch:
        return merged
    follows: dict[str, Any] = {"condition": condition_for(merged.wounds)}
    if merged.wounds < MOST_WOUNDS:
        follows |= {"last_stand": LastStandUse.UNUSED, "granted": None, "conscious_rounds": None}
    elif state.wounds < MOST_WOUNDS:
        follows["last_stand"] = LastStandUse.UNUSED  # AT-97: a new fall
    return replace(merged, **{key: value for key, value in follows.items() if key not in patch})


def fitted(combatant: Fighter, new: AtomicSheet) -> AtomicState:
    """Give a combatant's state under a new sheet; hands as they were at the start are filled anew (AT-16)."""
    old: AtomicSheet = combatant.sheet
    state: AtomicState = combatant.state
    if state.ready == old.starts_ready:
        return replace(state, ready=new.starts_ready)
    return replace(state, ready=tuple(id_ for id_ in state.ready if new.weapon(id_) is not None))


@dataclass(frozen=True, slots=True)
class Initiative:
    """What somebody rolled for initiative."""

    face: int
    succeeded: bool


@dataclass(frozen=True, slots=True)
class TableNotes(OnTheGround):
    """What is kept for the whole table: initiative as rolled, and the weapons that lie on the ground."""

    initiative: Mapping[str, Initiative] = field(default_factory=dict)

    def with_initiative(self, who: str, initiative: Initiative) -> "TableNotes":
        """Note what somebody rolled."""
        return replace(self, initiative={**self.initiative, who: initiative})


def carried(state: BattleState, combatant: Fighter) -> tuple[Weapon, ...]:
    """List the weapons that a combatant carries, bare hands last."""
    kept = still_carried(state, combatant.id, combatant.sheet.weapons, combatant.state.ready)
    return (*kept, FIST)


def is_ready(combatant: Fighter, weapon: Weapon) -> bool:
    """Tell whether a weapon is in hand; bare hands always are (AT-12, AT-16)."""
    return weapon.id == FIST.id or weapon.id in combatant.state.ready


def ready_weapons(combatant: Fighter) -> tuple[Weapon, ...]:
    """List the weapons of the sheet that are in hand."""
    return tuple(weapon for weapon in combatant.sheet.weapons if weapon.id in combatant.state.ready)
