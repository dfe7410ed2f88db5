"""The events of the GM's counters: one was set up, stepped, or taken away.

As with all events a `kind` is never renamed.
"""

from rules.engine.events import ForSome, event
from rules.engine.gm.counters import Counter
from rules.engine.gm.gm_marks import SeenBy
from rules.engine.state import BattleState, changed


@event("counter-put")
class CounterPut(ForSome):
    """The GM set up a counter, or set it up otherwise."""

    name: str
    value: int
    most: int | None = None
    seen_by: SeenBy = "gm"
    by_owner: bool = False
    on_token: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Put it behind the others, or in the place of the one of that name."""
        made = Counter(
            name=self.name,
            value=self.value,
            most=self.most,
            seen_by=self.seen_by,
            by_owner=self.by_owner,
            on_token=self.on_token,
        )
        counters = state.combatants[self.who].counters
        there = any(counter.name == self.name for counter in counters)
        kept = tuple(made if counter.name == self.name else counter for counter in counters)
        return state.with_changes(self.who, counters=kept if there else (*kept, made))


@event("counter-stepped")
class CounterStepped(ForSome):
    """A counter went up or down."""

    name: str
    was: int
    value: int
    own: bool = False
    """Whether it was who plays the combatant, and not the GM."""

    def apply(self, state: BattleState) -> BattleState:
        """Let it stand there."""
        counters = state.combatants[self.who].counters
        kept = tuple(changed(one, value=self.value) if one.name == self.name else one for one in counters)
        return state.with_changes(self.who, counters=kept)


@event("counter-taken")
class CounterTaken(ForSome):
    """The GM took a counter away, or from those who could see it."""

    name: str

    def apply(self, state: BattleState) -> BattleState:
        """Let the others be."""
        kept = tuple(one for one in state.combatants[self.who].counters if one.name != self.name)
        return state.with_changes(self.who, counters=kept)
