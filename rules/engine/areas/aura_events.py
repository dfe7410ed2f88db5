"""The events of auras: one was set up, goes on, or is gone.

As with all events a `kind` is never renamed.
"""

from rules.engine.areas.auras import Aura, Holds
from rules.engine.events import ForSome, event
from rules.engine.house.house import Tone
from rules.engine.state import BattleState, changed


@event("aura-put")
class AuraPut(ForSome):
    """The GM gave somebody an aura, or set it up otherwise."""

    name: str
    radius: float
    tone: Tone = "info"
    holds: Holds = "all"
    left: int | None = None
    unit: str = "round"

    def apply(self, state: BattleState) -> BattleState:
        """Put it behind the others, or in the place of the one of that name."""
        made = Aura(
            name=self.name,
            radius=self.radius,
            tone=self.tone,
            seen_by=self.seen_by,
            holds=self.holds,
            left=self.left,
            unit=self.unit,
        )
        auras = state.combatants[self.who].auras
        there = any(aura.name == self.name for aura in auras)
        kept = tuple(made if aura.name == self.name else aura for aura in auras)
        return state.with_changes(self.who, auras=kept if there else (*kept, made))


@event("aura-counted")
class AuraCounted(ForSome):
    """The clock went on, and an aura lasts so much longer."""

    name: str
    left: int

    def apply(self, state: BattleState) -> BattleState:
        """Let it last so long."""
        auras = state.combatants[self.who].auras
        kept = tuple(changed(aura, left=self.left) if aura.name == self.name else aura for aura in auras)
        return state.with_changes(self.who, auras=kept)


@event("aura-taken")
class AuraTaken(ForSome):
    """An aura is gone: the GM took it away (or from those who saw it), or its time is over."""

    name: str
    ended: bool = False
    """Whether it ended by itself."""

    def apply(self, state: BattleState) -> BattleState:
        """Let the others be."""
        kept = tuple(aura for aura in state.combatants[self.who].auras if aura.name != self.name)
        return state.with_changes(self.who, auras=kept)
