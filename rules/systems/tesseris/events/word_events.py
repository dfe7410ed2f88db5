"""Words, fear, swordpoint, and what needs no more than being said (TS-330 to TS-347)."""

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.tesseris.state import Fear, Hold


@event("ego-damage")
class EgoDamaged(OfOne):
    """Words took ego (TS-331)."""

    ego: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, ego=max(0, state.combatants[self.who].state.ego - self.ego))


@event("ego-gained")
class EgoGained(OfOne):
    """Ego came back (TS-336)."""

    ego: int

    def apply(self, state: BattleState) -> BattleState:
        """Add it, up to the maximum, or leave what is above it already."""
        combatant = state.combatants[self.who]
        now = combatant.state.ego
        return state.with_state(self.who, ego=max(now, min(combatant.sheet.full_ego, now + self.ego)))


@event("cheer")
class CheerChanged(OfOne):
    """Somebody is near who entices it again, and has ego for it, or no longer is and has not (TS-C8)."""

    cheer: int
    """The ego that it has for it from now on."""
    keeps: bool = False
    """Whether what it had for it stays, whoever is near: with the enthralled."""

    def apply(self, state: BattleState) -> BattleState:
        """Count it in, or out; ego stops at 0 (TS-333)."""
        now = state.combatants[self.who].state
        change = 0 if self.keeps else self.cheer - now.cheer
        return state.with_state(self.who, ego=max(0, now.ego + change), cheer=self.cheer)


@event("social-defeat")
class SociallyBeaten(OfOne):
    """Somebody has no ego left to argue with (TS-333)."""


@event("feared")
class Feared(OfOne):
    """A fear has this difficulty, and begins anew (TS-187)."""

    difficulty: int

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, fear=Fear(difficulty=self.difficulty))


@event("swordpoint-taken")
class SwordpointTaken(OfOne):
    """Somebody holds another at swordpoint (TS-340)."""

    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Hold."""
        state = state.with_state(self.who, swordpoint=Hold(on=self.target))
        return state.with_state(self.target, held_by=self.who)


@event("swordpoint-over")
class SwordpointOver(OfOne):
    """A hold at swordpoint is over (TS-342, TS-345)."""

    target: str

    def apply(self, state: BattleState) -> BattleState:
        """Let go."""
        if self.who in state.combatants:
            state = state.with_state(self.who, swordpoint=None)
        if self.target in state.combatants and state.combatants[self.target].state.held_by == self.who:
            state = state.with_state(self.target, held_by=None)
        return state


@event("move")
class Went(OfOne):
    """Somebody moved so many yards; where to on a map is an event of its own (TS-160)."""

    yards: float
    how: str

    def apply(self, state: BattleState) -> BattleState:
        """Note that it has moved, or taken its quick step."""
        changes = {"has_stepped": True} if self.how == "quick-step" else {"moved": True}
        return state.with_state(self.who, **changes)


@event("did")
class ActionNoted(OfOne):
    """Somebody did something that needs no more than words: spoke, looked, opened a door, tossed a thing."""

    what: str
    target: str | None = None
    text: str = ""
