"""From a declaration to what becomes of it (PH-41 to PH-57)."""

from collections.abc import Collection
from dataclasses import field, replace
from typing import Any, ClassVar, Literal

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState, changed
from rules.engine.text import Words
from rules.systems.phases.events.event_state import notes_of
from rules.systems.phases.state import EVADE, PARRY, Declaration, Done


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


@event("declared")
class Declared(Event):
    """Somebody said, for all to hear, what it will do (PH-41, PH-57)."""

    of_doer: ClassVar[bool] = True
    who: str
    action: Declaration
    target_name: str = ""
    weapon_name: str = ""

    def apply(self, state: BattleState) -> BattleState:
        """Let it stand until it resolves; a defence holds from now on (PH-77, PH-78)."""
        return state.with_state(self.who, action=self.action, defence=defence_of(self.action))

    def as_known(self, known: Collection[str]) -> "Declared":
        """Leave out how many have declared before: that would count those who are not known."""
        return replace(self, action=replace(self.action, number=0))

    def subjects(self) -> tuple[str, ...]:
        """Name who declares, and against whom."""
        return (self.who, self.action.target) if self.action.target else (self.who,)


@event("passed")
class Passed(OfOne):
    """A combatant let its declaration go by (PH-44)."""


@event("cancelled")
class Cancelled(OfOne):
    """Somebody gave up what it had declared (PH-54)."""

    action: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, action=None)


@event("resolved")
class Resolved(OfOne):
    """A declared action is carried out (PH-50)."""

    action: str
    target: str | None = None
    weapon_name: str = ""
    facts: dict[str, Any] = field(default_factory=dict)

    def is_doers_own(self) -> bool:
        """Say whether it did nothing to anybody yet: an attack has facts."""
        return not self.facts

    def apply(self, state: BattleState) -> BattleState:
        """Take it off the timeline."""
        return _done(state, self.who, lost=False)


@event("action-lost")
class ActionLost(OfOne):
    """A declared action came to nothing (PH-53); `why` says so in words."""

    action: str
    why: Words
    rule: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it off the timeline, and a defence that it was."""
        return _done(state, self.who, lost=True).with_state(self.who, defence=None)


@event("free-spent")
class FreeSpent(OfOne):
    """The free action of a phase was taken (PH-45)."""

    def apply(self, state: BattleState) -> BattleState:
        """Leave none."""
        return state.with_state(self.who, free_left=0)


@event("defence-ended")
class DefenceEnded(OfOne):
    """In free play a defence ended with the next thing done (PH-48)."""

    def apply(self, state: BattleState) -> BattleState:
        """Leave none."""
        return state.with_state(self.who, defence=None)


@event("noted")
class Noted(OfOne):
    """Something was said or done that the rules only record; `outcome` is that of its roll."""

    action: str
    note: str = ""
    outcome: str | None = None
