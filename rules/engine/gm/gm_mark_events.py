"""The events of the GM's marks: one was put on somebody, counted down, or taken away.

As with all events a `kind` is never renamed.
"""

from rules.engine.events import ForSome, event
from rules.engine.gm.gm_marks import GmMark, SeenBy
from rules.engine.house.house import Tone
from rules.engine.state import BattleState, changed


@event("mark-put")
class MarkPut(ForSome):
    """The GM put a mark on somebody, or changed the one of that name."""

    name: str
    tone: Tone = "warn"
    rounds: int | None = None
    unit: str = "round"
    seen_by: SeenBy = "all"

    def apply(self, state: BattleState) -> BattleState:
        """Put it behind the others, or in the place of the one that it changes."""
        made = GmMark(
            name=self.name, tone=self.tone, rounds=self.rounds, unit=self.unit, seen_by=self.seen_by
        )
        marks = state.combatants[self.who].gm_marks
        there = any(mark.key == made.key for mark in marks)
        kept = tuple(made if mark.key == made.key else mark for mark in marks)
        return state.with_changes(self.who, gm_marks=kept if there else (*kept, made))


@event("mark-counted")
class MarkCounted(ForSome):
    """The clock went on, and a mark lasts so much longer."""

    name: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it last so long."""
        marks = state.combatants[self.who].gm_marks
        key = self.name, self.seen_by
        kept = tuple(changed(mark, rounds=self.rounds) if mark.key == key else mark for mark in marks)
        return state.with_changes(self.who, gm_marks=kept)


@event("mark-taken")
class MarkTaken(ForSome):
    """A mark is gone: the GM took it away, or its time is over."""

    name: str
    ended: bool = False
    """Whether it ended by itself."""

    def apply(self, state: BattleState) -> BattleState:
        """Let the others be."""
        key = self.name, self.seen_by
        kept = tuple(mark for mark in state.combatants[self.who].gm_marks if mark.key != key)
        return state.with_changes(self.who, gm_marks=kept)
