"""What is told of attacks, defences and areas (section 8)."""

from collections.abc import Collection
from dataclasses import field, replace
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.gurps.events.event_state import now_of, with_more


@event("attack-begun")
class AttackBegun(OfOne):
    """An attack began: with what, where to, on which facts, and which of them the GM overruled."""

    target: str | None
    weapon: str
    name: str
    location: str
    shots: int = 1
    facts: dict[str, Any] = field(default_factory=dict)
    overruled: tuple[str, ...] = ()
    notes: tuple[Modifier, ...] = ()
    used: tuple[str, ...] = ()
    """The weapon and the hands that count as having attacked."""

    def apply(self, state: BattleState) -> BattleState:
        """Remember with what (GU-714, GU-715, GU-718)."""
        now = now_of(state, self.who)
        return state.with_state(self.who, attacked_with=with_more(now.attacked_with, *self.used))


@event("attack-missed")
class AttackMissed(OfOne):
    """The attack roll failed (GU-803)."""

    target: str | None


@event("hit-instead")
class HitInstead(OfOne):
    """A shot that failed for those in the way alone goes to one of them (GU-R81)."""

    target: str


@event("attack-hit")
class AttackHit(OfOne):
    """An attack hit, and no defence stopped it."""

    target: str
    location: str
    hits: int = 1
    grazed: bool = False
    """Whether it missed what it was aimed at by one, and went on against the torso (GU-760)."""


@event("defence-tried")
class DefenceTried(OfOne):
    """A defence was chosen: what of it counts until the next own turn (GU-811, GU-812, section 8.1)."""

    defence: str
    counted: tuple[str, ...] = ()
    """The weapons and hands whose parries count one more."""
    locked: tuple[str, ...] = ()
    retreats: bool = False

    def apply(self, state: BattleState) -> BattleState:
        now = now_of(state, self.who)
        parries = {**now.parries, **{id_: now.parries.get(id_, 0) + 1 for id_ in self.counted}}
        return state.with_state(
            self.who,
            dodges=now.dodges + (self.defence == "dodge"),
            parries=parries,
            blocked=now.blocked or self.defence == "block",
            retreated=now.retreated or self.retreats,
            locked=with_more(now.locked, *self.locked),
        )


@event("attack-defended")
class AttackDefended(OfOne):
    """A defence stopped the attack. `who` is the attacker."""

    target: str
    defence: str


@event("scattered")
class Scattered(OfOne):
    """An area lands so many yards off, so many degrees clockwise of the line of the attack."""

    yards: int
    degrees: int
    to: tuple[float, float] | None = None
    """The final origin on the map (of a cone: the point on its axis), in cells."""
    aimed: tuple[float, float] | None = None
    """The point that was aimed at."""


@event("area-burst")
class AreaBurst(OfOne):
    """An area comes down on the map, about a point or towards it, in cells."""

    weapon: str
    at: tuple[float, float]
    caught: tuple[str, ...] = ()

    def as_known(self, known: Collection[str]) -> "AreaBurst":
        """Leave out whom somebody does not know of."""
        return replace(self, caught=tuple(who for who in self.caught if who in known))
