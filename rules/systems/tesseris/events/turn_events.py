"""Ticks, rounds, turns, and the counts that each of them keeps (TS-050 to TS-072)."""

from dataclasses import field, replace
from typing import Any, ClassVar

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState, changed
from rules.systems.tesseris.state import Table, TesserisState, settled, table_of


@event("kept")
class Kept(OfOne):
    """Counts and allowances of a combatant became these: `values` has whole state keys as JSON."""

    values: dict[str, Any] = field(default_factory=dict)

    def apply(self, state: BattleState) -> BattleState:
        """Write the values."""
        combatant = state.combatants[self.who]
        return state.with_changes(
            self.who, state=settled(combatant.sheet, combatant.state.replaced(self.values))
        )


@event("ticks-spent")
class TicksSpent(OfOne):
    """Ticks were spent, and others borrowed from the next round, or the free reaction was used (TS-060)."""

    what: str
    ticks: int = 0
    borrowed: int = 0
    free_reaction: bool = False

    def apply(self, state: BattleState) -> BattleState:
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(
            self.who,
            ticks=max(0, now.ticks - self.ticks),
            debt=now.debt + self.borrowed,
            free_reaction=now.free_reaction and not self.free_reaction,
        )


@event("round")
class RoundStarted(Event):
    """A round began: fresh ticks, counts at nothing (TS-056)."""

    clock: dict[str, int | bool | str]

    def apply(self, state: BattleState) -> BattleState:
        """Set the clock; nobody has acted or is active."""
        shared = replace(table_of(state), acted=())
        return changed(state, shared=shared, clock=self.clock, active=None)


@event("turn-taken")
class TurnTaken(OfOne):
    """A turn of this round is over, or was lost (TS-055)."""

    ends_turn: ClassVar[bool] = True

    def apply(self, state: BattleState) -> BattleState:
        """Note it, and let nobody be active."""
        table: Table = table_of(state)
        acted = table.acted if self.who in table.acted else (*table.acted, self.who)
        return changed(state, shared=replace(table, acted=acted), active=None)


@event("delayed")
class Delayed(OfOne):
    """Somebody waits: its initiative is this now (TS-070)."""

    initiative: int

    def apply(self, state: BattleState) -> BattleState:
        """Step back; the turn is still to come."""
        now: TesserisState = state.combatants[self.who].state
        state = state.with_state(self.who, initiative=self.initiative, delays=now.delays + 1)
        return changed(state, active=None)


@event("stalemate")
class Stalemate(Event):
    """Those who are left only wait for one another: the round ends (TS-071)."""


@event("mayhem-granted")
class MayhemGranted(OfOne):
    """The GM gave mayhem points (TS-280)."""

    amount: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, mayhem=state.combatants[self.who].state.mayhem + self.amount)
