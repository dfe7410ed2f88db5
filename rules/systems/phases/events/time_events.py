"""What time brings: phases, initiative, surprise and recovery (PH-30 to PH-36, PH-40 to PH-48)."""

from dataclasses import replace

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState
from rules.systems.phases.events.event_state import DECLARE, RESOLVED, clock_of, notes_of


@event("readied")
class Readied(OfOne):
    """A combatant went into a fight that begins, rid of what an earlier one left open (PH-30)."""

    def apply(self, state: BattleState) -> BattleState:
        """Clear what only a running fight knows."""
        return state.with_state(self.who, action=None, defence=None, react_from=None)


@event("phase-started")
class PhaseStarted(Event):
    """A phase began (PH-36): everybody has a free action again."""

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


@event("initiative-taken")
class InitiativeTaken(OfOne):
    """What somebody rolled counts in this phase's order (PH-42, PH-43)."""

    total: int

    def apply(self, state: BattleState) -> BattleState:
        notes = notes_of(state)
        return replace(state, shared=replace(notes, initiative={**notes.initiative, self.who: self.total}))


@event("phase-ended")
class PhaseEnded(Event):
    """A phase resolved (PH-47): defences end, and the stunned come nearer to themselves (PH-101)."""

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


@event("refreshed")
class Refreshed(OfOne):
    """In free play a combatant got a fresh turn (PH-48)."""

    def apply(self, state: BattleState) -> BattleState:
        """Give the free action back, end a defence, count a stun down."""
        left = state.combatants[self.who].state.stunned
        return state.with_state(self.who, free_left=1, defence=None, stunned=max(0, left - 1))


@event("unaware")
class Unaware(OfOne):
    """A fight began of which somebody does not know yet (PH-30, PH-31)."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it know of no enemy."""
        return state.with_state(self.who, aware=False, surprised=False, react_from=None, react_bonus=0)


@event("surprised")
class Surprised(OfOne):
    """Somebody unaware was overtaken by an overt act (PH-32)."""

    react_from: int | None

    def apply(self, state: BattleState) -> BattleState:
        """Let it know, and not react for a round."""
        return state.with_state(
            self.who, aware=True, surprised=True, react_from=self.react_from, react_bonus=0
        )


@event("react-failed")
class ReactFailed(OfOne):
    """A surprised one did not find itself yet; the next try is easier (PH-35)."""

    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Note the bonus of the next try."""
        return state.with_state(self.who, react_bonus=self.bonus)


@event("recovered")
class Recovered(OfOne):
    """A surprised one has found itself (PH-34)."""

    def apply(self, state: BattleState) -> BattleState:
        """End the surprise."""
        return state.with_state(self.who, surprised=False, react_from=None, react_bonus=0)
