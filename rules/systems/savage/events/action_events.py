"""What is done with a turn in this system: actions, movement, things in hand, the saddle."""

from typing import Any

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.savage.state import SavageState


@event("actions-declared")
class ActionsDeclared(OfOne):
    """Somebody said how many actions the turn will have (SW-63)."""

    count: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, actions_declared=self.count)


@event("action-spent")
class ActionSpent(OfOne):
    """One action of the turn was used; an Aim is used up or lost with it (SW-64, SW-68)."""

    def apply(self, state: BattleState) -> BattleState:
        used = state.combatants[self.who].state.actions_used
        return state.with_state(self.who, actions_used=used + 1, aimed=None, aim_is_new=False)


@event("movement-spent")
class MovementSpent(OfOne):
    """So many inches of the turn's movement were used (SW-61); an Aim is lost by it (SW-68)."""

    inches: float
    heading: tuple[float, float] | None = None
    """The direction of the last step, None where no step was taken on a map."""
    straight: float = 0
    """Inches in a straight line up to here."""

    def apply(self, state: BattleState) -> BattleState:
        now: SavageState = state.combatants[self.who].state
        changes: dict[str, Any] = {"moved": round(float(now.moved + self.inches), 9)}
        if self.inches:
            changes |= {"aimed": None, "aim_is_new": False}
        if self.heading is not None:
            changes |= {"heading": self.heading, "straight": self.straight}
        return state.with_state(self.who, **changes)


@event("ran")
class Ran(OfOne):
    """Somebody runs this turn (SW-71)."""

    bonus: int

    def apply(self, state: BattleState) -> BattleState:
        """Add to its Pace."""
        return state.with_state(self.who, ran=True, run_bonus=self.bonus, aimed=None, aim_is_new=False)


@event("stood")
class Stood(OfOne):
    """Somebody got up (SW-145)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, prone=False)


@event("fell-prone")
class FellProne(OfOne):
    """Somebody lies down or falls; an Aim is lost (SW-68)."""

    def apply(self, state: BattleState) -> BattleState:
        """Lie."""
        return state.with_state(self.who, prone=True, aimed=None, aim_is_new=False)


@event("item-dropped")
class ItemDropped(OfOne):
    """Something was let go of."""

    item: str
    item_name: str

    def apply(self, state: BattleState) -> BattleState:
        """Take it out of the hands."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=tuple(id_ for id_ in held if id_ != self.item))


@event("item-readied")
class ItemReadied(OfOne):
    """Something was taken in hand (SW-R24)."""

    item: str
    item_name: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold it."""
        held = state.combatants[self.who].state.held
        return state.with_state(self.who, held=(*held, self.item), has_readied=True)


@event("spoke")
class Spoke(OfOne):
    """A short phrase was said."""

    words: str = ""


@event("mounted")
class Mounted(OfOne):
    """Somebody got into the saddle (SW-R25)."""

    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Sit on it, where it stands."""
        at = state.combatants[self.target].at
        return state.with_state(self.who, mount=self.target).with_changes(self.who, at=at)


@event("dismounted")
class Dismounted(OfOne):
    """Somebody left the saddle on its feet (SW-R25)."""

    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Stand on its own feet."""
        return state.with_state(self.who, mount=None)


@event("aimed")
class Aimed(OfOne):
    """Somebody spent the turn aiming (SW-68)."""

    weapon: str
    weapon_name: str

    def apply(self, state: BattleState) -> BattleState:
        """Note it; the turn's actions are gone."""
        declared = state.combatants[self.who].state.actions_declared
        return state.with_state(self.who, aimed=self.weapon, aim_is_new=True, actions_used=declared)


@event("defended")
class Defended(OfOne):
    """Somebody does nothing but defend (SW-69)."""

    def apply(self, state: BattleState) -> BattleState:
        """Raise Parry; the turn's actions are gone, and an Aim with them."""
        declared = state.combatants[self.who].state.actions_declared
        return state.with_state(self.who, defending=True, actions_used=declared, aimed=None, aim_is_new=False)
