"""Weapons in hand: drawn, dropped, jammed, loaded (TS-182, TS-183, TS-220 to TS-222)."""

from dataclasses import dataclass
from typing import ClassVar

from rules.engine.state import BattleState
from rules.systems.tesseris.event_state import OfOne
from rules.systems.tesseris.state import TesserisState


@dataclass(frozen=True, slots=True, kw_only=True)
class Jammed(OfOne):
    """A weapon jammed, and a round more is lost (TS-222)."""

    kind: ClassVar[str] = "jam"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Jam it."""
        now: TesserisState = state.combatants[self.who].state
        jammed = now.jammed if self.weapon in now.jammed else (*now.jammed, self.weapon)
        ammo = dict(now.ammo)
        if self.weapon in ammo:
            ammo[self.weapon] = max(0, ammo[self.weapon] - 1)
        return state.with_state(self.who, jammed=jammed, ammo=ammo)


@dataclass(frozen=True, slots=True, kw_only=True)
class JamCleared(OfOne):
    """A jam was cleared (TS-182)."""

    kind: ClassVar[str] = "jam-cleared"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Let it shoot again."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(self.who, jammed=tuple(id_ for id_ in now.jammed if id_ != self.weapon))


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded(OfOne):
    """A magazine was filled (TS-182)."""

    kind: ClassVar[str] = "reloaded"
    weapon: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Fill it."""
        now: TesserisState = state.combatants[self.who].state
        return state.with_state(self.who, ammo={**now.ammo, self.weapon: self.rounds})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped(OfOne):
    """Something fell from somebody's hands."""

    kind: ClassVar[str] = "dropped"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it no longer; what comes into that hand instead is no other hand's (TS-235)."""
        now: TesserisState = state.combatants[self.who].state
        held = tuple(id_ for id_ in now.held if id_ != self.weapon)
        used = tuple(id_ for id_ in now.hands_used if id_ != self.weapon)
        return state.with_state(self.who, held=held, hands_used=used)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn(OfOne):
    """Something was drawn, into the last hand (TS-183)."""

    kind: ClassVar[str] = "drawn"
    weapon: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=(*held, self.weapon))
