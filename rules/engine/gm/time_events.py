"""The events of what lasts only so long: conditions that end by the clock, and time that passes in free play.

As with all events a `kind` is never renamed.
"""

from dataclasses import field
from typing import Any

from rules.engine.events import Event, OfOne, event
from rules.engine.gm.timed_conditions import TimedCondition
from rules.engine.state import BattleState, changed
from rules.engine.text import Words


def _without(state: BattleState, who: str, condition: str) -> tuple[TimedCondition, ...]:
    return tuple(one for one in state.combatants[who].timed if one.condition != condition)


@event("condition-timed")
class ConditionTimed(OfOne):
    """The GM said how long somebody has a condition, or (None) that it ends by itself no more."""

    condition: str
    label: Words = ""
    left: int | None = None
    unit: str = "round"

    def apply(self, state: BattleState) -> BattleState:
        """Note it behind the others."""
        kept = _without(state, self.who, self.condition)
        if self.left is not None:
            made = TimedCondition(condition=self.condition, label=self.label, left=self.left, unit=self.unit)
            kept = (*kept, made)
        return state.with_changes(self.who, timed=kept)


@event("condition-counted")
class ConditionCounted(OfOne):
    """The clock went on, and a condition lasts so much longer."""

    condition: str
    left: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it last so long."""
        timed = state.combatants[self.who].timed
        kept = tuple(
            changed(one, left=self.left) if one.condition == self.condition else one for one in timed
        )
        return state.with_changes(self.who, timed=kept)


@event("condition-ran-out")
class ConditionRanOut(OfOne):
    """A condition ended by the clock; `state` has state keys and `own` the table's conditions."""

    condition: str
    label: Words
    state: dict[str, Any] = field(default_factory=dict)
    own: tuple[str, ...] | None = None

    def apply(self, state: BattleState) -> BattleState:
        """Take it off."""
        combatant = state.combatants[self.who]
        return state.with_changes(
            self.who,
            timed=_without(state, self.who, self.condition),
            conditions=combatant.conditions if self.own is None else self.own,
            state=combatant.state.replaced(self.state) if self.state else combatant.state,
        )


@event("time-passed")
class TimePassed(Event):
    """The GM let so much time pass in free play."""

    n: int
    unit: str = "round"
