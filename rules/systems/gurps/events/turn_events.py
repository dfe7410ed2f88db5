"""What is told of turns, surprise and facing (sections 6 and 5)."""

from dataclasses import replace
from typing import ClassVar

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState
from rules.systems.gurps.events.event_state import now_of
from rules.systems.gurps.state import (
    MentalStun,
    Opening,
)


@event("surprised")
class Surprised(OfOne):
    """A combatant was surprised, and is mentally stunned (GU-606)."""

    freeze: int

    def apply(self, state: BattleState) -> BattleState:
        """Stun it; it keeps nothing under fire (GU-C5)."""
        return state.with_state(self.who, mental_stun=MentalStun(self.freeze, 0), zone=None)


@event("mental-stun-eased")
class MentalStunEased(OfOne):
    """A second of freezing went by, or the next IQ roll became easier (GU-607)."""

    freeze: int
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Write both down."""
        return state.with_state(self.who, mental_stun=MentalStun(self.freeze, self.bonus))


@event("turn-opened")
class TurnOpened(OfOne):
    """The maneuver in force and the counts since the last turn lapsed, and shock came due (GU-608)."""

    def apply(self, state: BattleState) -> BattleState:
        now = now_of(state, self.who)
        return state.with_state(
            self.who,
            maneuver=None,
            moved=0,
            closed=False,
            dodges=0,
            parries={},
            blocked=False,
            retreated=False,
            locked=(),
            attacked_with=(),
            zone=None,
            wait=None,
            shock=now.shock_pending,
            shock_pending=0,
        )


@event("turn-closed")
class TurnClosed(Event):
    """Shock went by, and so did what was due this turn (GU-609)."""

    ends_turn: ClassVar[bool] = True
    who: str
    aim_lapses: bool = False
    evaluation_lapses: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let them lapse; a feint or riposte that was not due yet is so at the end of the next turn."""
        now = now_of(state, self.who)

        def older(opening: Opening | None) -> Opening | None:
            return None if opening is None or opening.due else replace(opening, due=True)

        return state.with_state(
            self.who,
            shock=0,
            closed=True,
            aim=None if self.aim_lapses else now.aim,
            evaluate=None if self.evaluation_lapses else now.evaluate,
            feint=older(now.feint),
            riposte=older(now.riposte),
        )


@event("facing-set")
class FacingSet(OfOne):
    """A combatant faces a direction (GU-502, GU-507)."""

    facing: str
    by_itself: bool = False
    """Whether it was not chosen, but is how the combatant came onto the map."""

    def apply(self, state: BattleState) -> BattleState:
        """Turn it."""
        return state.with_state(self.who, facing=self.facing)
