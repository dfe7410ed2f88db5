"""Hits, and what they do to a body (PH-69, PH-80 to PH-101)."""

from dataclasses import replace

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState, changed
from rules.systems.phases.events.event_state import notes_of
from rules.systems.phases.house import STUN
from rules.systems.phases.state import Condition


@event("missed")
class Missed(OfOne):
    """An attack did not hit (PH-69); `hidden` if it would have hit what cannot be hit (PH-83)."""

    target: str
    hidden: bool = False


@event("hit-instead")
class HitInstead(OfOne):
    """A shot that missed for those in the way alone goes to one of them (PH-R41)."""

    target: str


@event("hit")
class Hit(OfOne):
    """An attack hit (PH-80, PH-81)."""

    target: str
    location: str
    called: str | None = None
    step: int = 0
    """How many steps down the chain of the called location it went (PH-82)."""


@event("stopped")
class Stopped(OfOne):
    """Armour stopped a hit (PH-91)."""

    location: str


@event("flesh-wound")
class FleshWound(OfOne):
    """A combatant took a flesh wound (PH-92)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, flesh=state.combatants[self.who].state.flesh + 1)


@event("traumatic-wound")
class TraumaticWound(OfOne):
    """A combatant took a traumatic wound (PH-94, PH-95)."""

    location: str

    def apply(self, state: BattleState) -> BattleState:
        """Write it down."""
        trauma = state.combatants[self.who].state.trauma
        return state.with_state(self.who, trauma=(*trauma, self.location))


@event("stunned")
class Stunned(OfOne):
    """A combatant was stunned (PH-98)."""

    phases: int = STUN.usual

    def apply(self, state: BattleState) -> BattleState:
        """Count from the beginning."""
        state = state.with_state(self.who, stunned=self.phases, defence=None)
        notes = notes_of(state)
        return changed(state, shared=replace(notes, stunned_now=(*notes.stunned_now, self.who)))


@event("condition-changed")
class ConditionChanged(OfOne):
    """A combatant fell or died (PH-97)."""

    condition: Condition

    def apply(self, state: BattleState) -> BattleState:
        """Note it; the fallen defend themselves no more (PH-100)."""
        return state.with_state(self.who, condition=self.condition, defence=None)
