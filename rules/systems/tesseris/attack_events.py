"""What an attack is, how it is met, and what hits (section 8)."""

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.engine.events import Rolled
from rules.engine.state import BattleState
from rules.systems.tesseris.event_state import OfOne
from rules.systems.tesseris.state import TesserisState


@dataclass(frozen=True, slots=True, kw_only=True)
class RollClosed(Rolled):
    """The outcome of a roll that had none when it was thrown (TS-047)."""

    kind: ClassVar[str] = "roll-closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attacked(OfOne):
    """An attack action was declared, with what it is done (section 8)."""

    kind: ClassVar[str] = "attack"
    target: str
    action: str
    weapon: str
    rounds: int = 0
    counts: bool = True
    targets: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Count it, and take its rounds out of the magazine (TS-028, TS-146, TS-233)."""
        now: TesserisState = state.combatants[self.who].state
        changes: dict[str, Any] = {}
        if self.rounds and self.weapon in now.ammo:
            changes["ammo"] = {**now.ammo, self.weapon: max(0, now.ammo[self.weapon] - self.rounds)}
        if self.counts:
            changes["attacks"] = now.attacks + 1
            changes["has_attacked"] = now.has_attacked or self.action != "reaction-strike"
        return state.with_state(self.who, **changes) if changes else state


@dataclass(frozen=True, slots=True, kw_only=True)
class Defended(OfOne):
    """A defence roll was made, which counts (TS-244)."""

    kind: ClassVar[str] = "defence"
    how: str

    def apply(self, state: BattleState) -> BattleState:
        """Count it."""
        return state.with_state(self.who, defences=state.combatants[self.who].state.defences + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletsFlew(OfOne):
    """Several bullets flew at somebody, each with a total of its own (TS-203)."""

    kind: ClassVar[str] = "bullets"
    target: str
    weapon: str
    totals: tuple[int, ...]
    against: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(OfOne):
    """A blow or bullet hit somebody (TS-202)."""

    kind: ClassVar[str] = "hit"
    target: str
    net: int
    weapon: str = ""
    location: str = "torso"
    critical: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed(OfOne):
    """An attack hit nobody (TS-202)."""

    kind: ClassVar[str] = "miss"
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Prevailed(OfOne):
    """An action that strikes nothing won: a grapple, a disarming, a word (TS-209)."""

    kind: ClassVar[str] = "prevailed"
    target: str
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirected(OfOne):
    """A shot into a melee goes to somebody else (TS-240)."""

    kind: ClassVar[str] = "redirected"
    target: str
