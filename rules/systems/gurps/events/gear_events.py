"""What is told of weapons and magazines (section 3)."""

from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.map.model import Place
from rules.systems.gurps.events.event_state import let_go, now_of, with_more, without


@event("weapon-readied")
class WeaponReadied(OfOne):
    """A weapon was made ready; what its hands held before hangs (GU-721)."""

    weapon: str
    name: str
    put_away: tuple[str, ...] = ()

    def apply(self, state: BattleState) -> BattleState:
        """Take it in hand."""
        now = now_of(state, self.who)
        ready = {**now.ready, **dict.fromkeys(self.put_away, False), self.weapon: True}
        return state.with_state(self.who, ready=ready, dropped=without(now.dropped, self.weapon))


@event("weapon-unready")
class WeaponUnready(OfOne):
    """A weapon is unready (GU-744, GU-802, GU-816)."""

    weapon: str
    name: str

    def apply(self, state: BattleState) -> BattleState:
        """Mark it; what was aimed or braced with it is so no more."""
        return let_go(state, self.who, self.weapon)


@event("weapon-dropped")
class WeaponDropped(OfOne):
    """A weapon fell, or was thrown."""

    weapon: str
    name: str
    at: Place | None = None
    thrown: bool = False

    def apply(self, state: BattleState) -> BattleState:
        """Let it lie."""
        state = let_go(state, self.who, self.weapon)
        now = now_of(state, self.who)
        return state.with_state(
            self.who,
            dropped=with_more(now.dropped, self.weapon),
            dropped_at={**now.dropped_at, self.weapon: self.at},
        )


@event("weapon-struck")
class WeaponStruck(OfOne):
    """A weapon was struck and took damage (GU-920)."""

    weapon: str
    name: str
    damage: int
    hp: int

    def apply(self, state: BattleState) -> BattleState:
        """Write down what is left of it."""
        now = now_of(state, self.who)
        return state.with_state(self.who, weapon_hp={**now.weapon_hp, self.weapon: self.hp})


@event("weapon-broken")
class WeaponBroken(OfOne):
    """A weapon broke, and is gone (GU-920)."""

    weapon: str
    name: str

    def apply(self, state: BattleState) -> BattleState:
        state = let_go(state, self.who, self.weapon)
        return state.with_state(self.who, broken=with_more(now_of(state, self.who).broken, self.weapon))


@event("disarmed")
class Disarmed(OfOne):
    """A weapon was struck out of somebody's hand (GU-744)."""

    target: str
    weapon: str
    name: str


@event("rounds-fired")
class RoundsFired(OfOne):
    """Rounds left the magazine, those wasted between targets among them (GU-305, GU-733)."""

    weapon: str
    rounds: int
    wasted: int = 0

    def apply(self, state: BattleState) -> BattleState:
        """Take them out, where they are counted."""
        now = now_of(state, self.who)
        if self.weapon not in now.ammo:
            return state
        left = max(0, now.ammo[self.weapon] - self.rounds - self.wasted)
        return state.with_state(self.who, ammo={**now.ammo, self.weapon: left})


@event("reloaded")
class Reloaded(OfOne):
    """A second was spent on reloading; with the last one the magazine is full (GU-721)."""

    weapon: str
    name: str
    turns: int
    needed: int
    shots: int

    def apply(self, state: BattleState) -> BattleState:
        """Count it, or fill the magazine."""
        now = now_of(state, self.who)
        if self.turns < self.needed:
            return state.with_state(self.who, reloading={**now.reloading, self.weapon: self.turns})
        rest = {weapon: turns for weapon, turns in now.reloading.items() if weapon != self.weapon}
        return state.with_state(self.who, reloading=rest, ammo={**now.ammo, self.weapon: self.shots})
