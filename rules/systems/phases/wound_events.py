"""Hits, and what they do to a body (PH-69, PH-80 to PH-101)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.events import Event
from rules.engine.state import BattleState, changed
from rules.systems.phases.event_state import notes_of
from rules.systems.phases.house import STUN
from rules.systems.phases.state import Condition


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
    phases: int = STUN.usual

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
