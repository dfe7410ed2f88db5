"""What is told of turns, surprise and facing (sections 6 and 5)."""

from dataclasses import dataclass, replace
from typing import ClassVar

from rules.engine.events import Event
from rules.engine.state import BattleState
from rules.systems.gurps.event_state import now_of
from rules.systems.gurps.state import (
    MentalStun,
    Opening,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprised(Event):
    """A combatant was surprised, and is mentally stunned (GU-606)."""

    kind: ClassVar[str] = "surprised"
    who: str
    freeze: int

    def apply(self, state: BattleState) -> BattleState:
        """Stun it; it keeps nothing under fire (GU-C5)."""
        return state.with_state(self.who, mental_stun=MentalStun(self.freeze, 0), zone=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class MentalStunEased(Event):
    """A second of freezing went by, or the next IQ roll became easier (GU-607)."""

    kind: ClassVar[str] = "mental-stun-eased"
    who: str
    freeze: int
    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Write both down."""
        return state.with_state(self.who, mental_stun=MentalStun(self.freeze, self.bonus))


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOpened(Event):
    """The maneuver in force and the counts since the last turn lapsed, and shock came due (GU-608)."""

    kind: ClassVar[str] = "turn-opened"
    who: str

    def apply(self, state: BattleState) -> BattleState:
        """Clear them."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClosed(Event):
    """Shock went by, and so did what was due this turn (GU-609)."""

    kind: ClassVar[str] = "turn-closed"
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FacingSet(Event):
    """A combatant faces a direction (GU-502, GU-507)."""

    kind: ClassVar[str] = "facing-set"
    who: str
    facing: str
    by_itself: bool = False
    """Whether it was not chosen, but is how the combatant came onto the map."""

    def apply(self, state: BattleState) -> BattleState:
        """Turn it."""
        return state.with_state(self.who, facing=self.facing)
