"""What time brings: phases, initiative, surprise and recovery (PH-30 to PH-36, PH-40 to PH-48)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.systems.phases.event_state import DECLARE, RESOLVED, clock_of, notes_of


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
class Refreshed(Event):
    """In free play a combatant got a fresh turn (PH-48)."""

    kind: ClassVar[str] = "refreshed"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Give the free action back, end a defence, count a stun down."""
        left = state.combatants[self.who].state.stunned
        return state.with_state(self.who, free_left=1, defence=None, stunned=max(0, left - 1))


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
