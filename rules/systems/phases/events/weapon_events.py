"""What becomes of weapons, rounds, targeting and aim (PH-05, PH-08, PH-60 to PH-64)."""

from typing import ClassVar

from rules.engine.events import Event, OfOne, event
from rules.engine.state import BattleState, changed
from rules.engine.text import Words
from rules.systems.phases.events.event_state import notes_of
from rules.systems.phases.state import Targeting


@event("weapon-changed")
class WeaponChanged(OfOne):
    """A weapon came to hand or left it: `drawn`, `holstered`, `dropped`, or `fallen` from a hurt arm."""

    weapon: str
    weapon_name: str
    change: str

    def apply(self, state: BattleState) -> BattleState:
        """Change what is in hand; what is dropped is no longer carried."""
        ready = tuple(id_ for id_ in state.combatants[self.who].state.ready if id_ != self.weapon)
        notes = notes_of(state).with_weapon(self.who, self.weapon, is_dropped=self.change == "dropped")
        if self.change == "drawn":
            ready = (*ready, self.weapon)
        state = state.with_state(self.who, ready=ready)
        return changed(state, shared=notes)


@event("rounds-used")
class RoundsUsed(OfOne):
    """Rounds were fired (PH-08)."""

    weapon: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Take them out of the weapon."""
        ammo = state.combatants[self.who].state.ammo
        left = max(0, ammo.get(self.weapon, 0) - self.rounds)
        return state.with_state(self.who, ammo={**ammo, self.weapon: left})


@event("reloaded")
class Reloaded(OfOne):
    """A weapon was filled (PH-08)."""

    weapon: str
    weapon_name: str
    rounds: int

    def apply(self, state: BattleState) -> BattleState:
        """Fill it."""
        ammo = state.combatants[self.who].state.ammo
        return state.with_state(self.who, ammo={**ammo, self.weapon: self.rounds})


@event("targeted")
class Targeted(Event):
    """Somebody has a target in the sights (PH-60)."""

    of_doer: ClassVar[bool] = True
    who: str
    targeting: Targeting

    def apply(self, state: BattleState) -> BattleState:
        """Hold it there, without aim yet."""
        return state.with_state(self.who, targeting=self.targeting, aim=0)

    def subjects(self) -> tuple[str, ...]:
        """Name both."""
        return self.who, self.targeting.target


@event("aimed")
class Aimed(OfOne):
    """Somebody took a phase to aim (PH-64)."""

    aim: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, aim=self.aim)


@event("aim-lost")
class AimLost(OfOne):
    """Aim was used by an attack, or lost by moving (PH-64)."""

    def apply(self, state: BattleState) -> BattleState:
        """Leave none."""
        return state.with_state(self.who, aim=0)


@event("targeting-lost")
class TargetingLost(OfOne):
    """Somebody no longer has its target in the sights; `why` says so in words (PH-63)."""

    why: Words
    rule: str = "PH-63"

    def apply(self, state: BattleState) -> BattleState:
        """Leave neither targeting nor aim."""
        return state.with_state(self.who, targeting=None, aim=0)
