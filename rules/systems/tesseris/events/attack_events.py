"""What an attack is, how it is met, and what hits (section 8)."""

from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.tesseris.state import TesserisState


@event("roll-closed")
class RollClosed(Rolled):
    """The outcome of a roll that had none when it was thrown (TS-047)."""

    thrown: bool = False


@event("attack")
class Attacked(OfOne):
    """An attack action was declared, with what it is done (section 8)."""

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


@event("defence")
class Defended(OfOne):
    """A defence roll was made, which counts (TS-244)."""

    how: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, defences=state.combatants[self.who].state.defences + 1)


@event("bullets")
class BulletsFlew(OfOne):
    """Several bullets flew at somebody, each with a total of its own (TS-203)."""

    target: str
    weapon: str
    totals: tuple[int, ...]
    against: int


@event("hit")
class Struck(OfOne):
    """A blow or bullet hit somebody (TS-202)."""

    target: str
    net: int
    weapon: str = ""
    location: str = "torso"
    critical: bool = False


@event("miss")
class Missed(OfOne):
    """An attack hit nobody (TS-202)."""

    target: str


@event("prevailed")
class Prevailed(OfOne):
    """An action that strikes nothing won: a grapple, a disarming, a word (TS-209)."""

    target: str
    action: str


@event("redirected")
class Redirected(OfOne):
    """A shot into a melee goes to somebody else (TS-240)."""

    target: str
