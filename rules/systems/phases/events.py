"""What happens in the phase combat game, beside what happens in any battle. Kinds stand in saved battles."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from rules.engine.events import Event
from rules.engine.state import BattleState, changed
from rules.systems.phases.state import (
    EVADE,
    PARRY,
    STUN,
    Condition,
    Declaration,
    Done,
    Length,
    TableNotes,
    Targeting,
)

DECLARE, RESOLVED = "declare", "resolved"
"""The two steps of a phase (PH-40)."""


def clock_of(phase: int, step: str) -> dict[str, int | bool | str]:
    """Give the clock in a phase (PH-40)."""

    def count(length: Length) -> int:
        return -(-phase // length.phases)

    return {
        "phase": phase,
        "round": count(Length.ROUND),
        "turn": count(Length.TURN),
        "minute": count(Length.MINUTE),
        "step": step,
    }


def notes_of(state: BattleState) -> TableNotes:
    """Give what the table keeps."""
    notes = state.shared
    assert isinstance(notes, TableNotes)
    return notes


def defence_of(action: Declaration) -> Literal["parry", "evade"] | None:
    """Give the defence that an action is, if it is one (PH-77, PH-78)."""
    if action.id == PARRY:
        return "parry"
    return "evade" if action.id == EVADE else None


def _done(state: BattleState, who: str, *, lost: bool) -> BattleState:
    """Take an action off the timeline, and note it for the rest of the phase."""
    action = state.combatants[who].state.action
    notes = notes_of(state)
    if action is not None and state.running:
        state = changed(state, shared=replace(notes, done=(*notes.done, Done(who, action, lost))))
    elif lost:  # it was about to be carried out when it came to nothing
        done = tuple(replace(d, lost=True) if d.who == who else d for d in notes.done)
        state = changed(state, shared=replace(notes, done=done))
    return state.with_state(who, action=None)


# ------------------------------------------------------------------------------------------------- the clock
@dataclass(frozen=True, slots=True, kw_only=True)
class Readied(Event):
    """A combatant went into a fight that begins, rid of what an earlier one left open (PH-30)."""

    kind: ClassVar[str] = "readied"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Clear what only a running fight knows."""
        return state.with_state(self.who, action=None, defence=None, react_from=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStarted(Event):
    """A phase began (PH-36): everybody has a free action again."""

    kind: ClassVar[str] = "phase-started"
    phase: int

    def apply(self, state: BattleState) -> BattleState:
        """Set the clock; nobody declares yet."""
        state = replace(
            state,
            clock=clock_of(self.phase, DECLARE),
            order=(),
            active=None,
            shared=replace(notes_of(state), initiative={}, stunned_now=(), unrevealed=(), done=()),
        )
        for who, combatant in state.combatants.items():
            if combatant.state.free_left != 1:
                state = state.with_state(who, free_left=1)
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeTaken(Event):
    """What somebody rolled counts in this phase's order (PH-42, PH-43)."""

    kind: ClassVar[str] = "initiative-taken"
    who: str
    total: int

    def apply(self, state: BattleState) -> BattleState:
        """Note it."""
        notes = notes_of(state)
        return replace(state, shared=replace(notes, initiative={**notes.initiative, self.who: self.total}))


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseEnded(Event):
    """A phase resolved (PH-47): defences end, and the stunned come nearer to themselves (PH-101)."""

    kind: ClassVar[str] = "phase-ended"
    phase: int
    recovering: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Set the step, end defences, count stuns down."""
        for who, combatant in state.combatants.items():
            if combatant.state.defence is not None:
                state = state.with_state(who, defence=None)
        for who in self.recovering:
            if who in state.combatants:
                left = state.combatants[who].state.stunned
                state = state.with_state(who, stunned=max(0, left - 1))
        return replace(state, clock=clock_of(self.phase, RESOLVED), active=None) if state.running else state


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    """A combatant let its declaration go by (PH-44)."""

    kind: ClassVar[str] = "passed"
    who: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed(Event):
    """In free play a combatant got a fresh turn (PH-48)."""

    kind: ClassVar[str] = "refreshed"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Give the free action back, end a defence, count a stun down."""
        left = state.combatants[self.who].state.stunned
        return state.with_state(self.who, free_left=1, defence=None, stunned=max(0, left - 1))


# -------------------------------------------------------------------------------------------------- surprise
@dataclass(frozen=True, slots=True, kw_only=True)
class Unaware(Event):
    """A fight began of which somebody does not know yet (PH-30, PH-31)."""

    kind: ClassVar[str] = "unaware"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Let it know of no enemy."""
        return state.with_state(self.who, aware=False, surprised=False, react_from=None, react_bonus=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprised(Event):
    """Somebody unaware was overtaken by an overt act (PH-32)."""

    kind: ClassVar[str] = "surprised"
    who: str
    react_from: int | None

    def apply(self, state: BattleState) -> BattleState:
        """Let it know, and not react for a round."""
        return state.with_state(
            self.who, aware=True, surprised=True, react_from=self.react_from, react_bonus=0
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactFailed(Event):
    """A surprised one did not find itself yet; the next try is easier (PH-35)."""

    kind: ClassVar[str] = "react-failed"
    who: str
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Note the bonus of the next try."""
        return state.with_state(self.who, react_bonus=self.bonus)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Event):
    """A surprised one has found itself (PH-34)."""

    kind: ClassVar[str] = "recovered"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """End the surprise."""
        return state.with_state(self.who, surprised=False, react_from=None, react_bonus=0)


# -------------------------------------------------------------------------------------------------- declaring
@dataclass(frozen=True, slots=True, kw_only=True)
class Declared(Event):
    """Somebody said, for all to hear, what it will do (PH-41, PH-57)."""

    kind: ClassVar[str] = "declared"
    who: str
    action: Declaration
    target_name: str = ""
    weapon_name: str = ""

    def apply(self, state: BattleState) -> BattleState:
        """Let it stand until it resolves; a defence holds from now on (PH-77, PH-78)."""
        return state.with_state(self.who, action=self.action, defence=defence_of(self.action))

    def subjects(self) -> tuple[str, ...]:
        """Name who declares, and against whom."""
        return (self.who, self.action.target) if self.action.target else (self.who,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancelled(Event):
    """Somebody gave up what it had declared (PH-54)."""

    kind: ClassVar[str] = "cancelled"
    who: str
    action: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it away."""
        return state.with_state(self.who, action=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved(Event):
    """A declared action is carried out (PH-50)."""

    kind: ClassVar[str] = "resolved"
    who: str
    action: str
    target: str | None = None
    weapon_name: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    def apply(self, state: BattleState) -> BattleState:
        """Take it off the timeline."""
        return _done(state, self.who, lost=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLost(Event):
    """A declared action came to nothing (PH-53); `why` says so in words."""

    kind: ClassVar[str] = "action-lost"
    who: str
    action: str
    why: str
    rule: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it off the timeline, and a defence that it was."""
        return _done(state, self.who, lost=True).with_state(self.who, defence=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeSpent(Event):
    """The free action of a phase was taken (PH-45)."""

    kind: ClassVar[str] = "free-spent"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Leave none."""
        return state.with_state(self.who, free_left=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenceEnded(Event):
    """In free play a defence ended with the next thing done (PH-48)."""

    kind: ClassVar[str] = "defence-ended"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Leave none."""
        return state.with_state(self.who, defence=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Event):
    """Something was said or done that the rules only record; `outcome` is that of its roll."""

    kind: ClassVar[str] = "noted"
    who: str
    action: str
    note: str = ""
    outcome: str | None = None


# ------------------------------------------------------------------------------------------- weapons and aim
@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponChanged(Event):
    """A weapon came to hand or left it: `drawn`, `holstered`, `dropped`, or `fallen` from a hurt arm."""

    kind: ClassVar[str] = "weapon-changed"
    who: str
    weapon: str
    weapon_name: str
    change: str

    def apply(self, state: BattleState) -> BattleState:
        """Change what is in hand; what is dropped is no longer carried."""
        ready = tuple(id_ for id_ in state.combatants[self.who].state.ready if id_ != self.weapon)
        notes = notes_of(state)
        gone = tuple(id_ for id_ in notes.dropped.get(self.who, ()) if id_ != self.weapon)
        if self.change == "dropped":
            gone = (*gone, self.weapon)
        if self.change == "drawn":
            ready = (*ready, self.weapon)
        state = state.with_state(self.who, ready=ready)
        return changed(state, shared=notes.with_dropped(self.who, gone))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsUsed(Event):
    """Rounds were fired (PH-08)."""

    kind: ClassVar[str] = "rounds-used"
    who: str
    weapon: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Take them out of the weapon."""
        ammo = state.combatants[self.who].state.ammo
        left = max(0, ammo.get(self.weapon, 0) - self.rounds)
        return state.with_state(self.who, ammo={**ammo, self.weapon: left})


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded(Event):
    """A weapon was filled (PH-08)."""

    kind: ClassVar[str] = "reloaded"
    who: str
    weapon: str
    weapon_name: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Fill it."""
        ammo = state.combatants[self.who].state.ammo
        return state.with_state(self.who, ammo={**ammo, self.weapon: self.rounds})


@dataclass(frozen=True, slots=True, kw_only=True)
class Targeted(Event):
    """Somebody has a target in the sights (PH-60)."""

    kind: ClassVar[str] = "targeted"
    who: str
    targeting: Targeting

    def apply(self, state: BattleState) -> BattleState:
        """Hold it there, without aim yet."""
        return state.with_state(self.who, targeting=self.targeting, aim=0)

    def subjects(self) -> tuple[str, ...]:
        """Name both."""
        return self.who, self.targeting.target


@dataclass(frozen=True, slots=True, kw_only=True)
class Aimed(Event):
    """Somebody took a phase to aim (PH-64)."""

    kind: ClassVar[str] = "aimed"
    who: str
    aim: int

    def apply(self, state: BattleState) -> BattleState:
        """Count it."""
        return state.with_state(self.who, aim=self.aim)


@dataclass(frozen=True, slots=True, kw_only=True)
class AimLost(Event):
    """Aim was used by an attack, or lost by moving (PH-64)."""

    kind: ClassVar[str] = "aim-lost"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Leave none."""
        return state.with_state(self.who, aim=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetingLost(Event):
    """Somebody no longer has its target in the sights; `why` says so in words (PH-63)."""

    kind: ClassVar[str] = "targeting-lost"
    who: str
    why: str
    rule: str = "PH-63"

    def apply(self, state: BattleState) -> BattleState:
        """Leave neither targeting nor aim."""
        return state.with_state(self.who, targeting=None, aim=0)


# -------------------------------------------------------------------------------------------- hits and wounds
@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(Event):
    """An attack did not hit (PH-69); `hidden` if it would have hit what cannot be hit (PH-83)."""

    kind: ClassVar[str] = "missed"
    who: str
    target: str
    hidden: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit(Event):
    """An attack hit (PH-80, PH-81)."""

    kind: ClassVar[str] = "hit"
    who: str
    target: str
    location: str
    called: str | None = None
    step: int = 0
    """How many steps down the chain of the called location it went (PH-82)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped(Event):
    """Armour stopped a hit (PH-91)."""

    kind: ClassVar[str] = "stopped"
    who: str
    location: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FleshWound(Event):
    """A combatant took a flesh wound (PH-92)."""

    kind: ClassVar[str] = "flesh-wound"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Count it."""
        return state.with_state(self.who, flesh=state.combatants[self.who].state.flesh + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TraumaticWound(Event):
    """A combatant took a traumatic wound (PH-94, PH-95)."""

    kind: ClassVar[str] = "traumatic-wound"
    who: str
    location: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        trauma = state.combatants[self.who].state.trauma
        return state.with_state(self.who, trauma=(*trauma, self.location))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stunned(Event):
    """A combatant was stunned (PH-98)."""

    kind: ClassVar[str] = "stunned"
    who: str
    phases: int = STUN

    def apply(self, state: BattleState) -> BattleState:
        """Count from the beginning."""
        state = state.with_state(self.who, stunned=self.phases, defence=None)
        notes = notes_of(state)
        return changed(state, shared=replace(notes, stunned_now=(*notes.stunned_now, self.who)))


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionChanged(Event):
    """A combatant fell or died (PH-97)."""

    kind: ClassVar[str] = "condition-changed"
    who: str
    condition: Condition

    def apply(self, state: BattleState) -> BattleState:
        """Note it; the fallen defend themselves no more (PH-100)."""
        return state.with_state(self.who, condition=self.condition, defence=None)


PHASES_EVENTS: tuple[type[Event], ...] = (
    Readied,
    Unaware,
    PhaseStarted,
    InitiativeTaken,
    PhaseEnded,
    Passed,
    Refreshed,
    Surprised,
    ReactFailed,
    Recovered,
    Declared,
    Cancelled,
    Resolved,
    ActionLost,
    FreeSpent,
    DefenceEnded,
    Noted,
    WeaponChanged,
    RoundsUsed,
    Reloaded,
    Targeted,
    Aimed,
    AimLost,
    TargetingLost,
    Missed,
    Hit,
    Stopped,
    FleshWound,
    TraumaticWound,
    Stunned,
    ConditionChanged,
)
