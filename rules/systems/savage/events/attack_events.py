"""What happens in an attack of this system, up to where it hits, and to Bennies."""

from collections.abc import Collection
from dataclasses import field, replace
from typing import Any

from rules.engine.dice import Modifier
from rules.engine.events import OfOne, event
from rules.engine.state import BattleState
from rules.systems.savage.events.event_state import shared
from rules.systems.savage.state import table_of


@event("benny-gained")
class BennyGained(OfOne):
    """A Joker brought a Benny (SW-24)."""

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, bennies=min(99, state.combatants[self.who].state.bennies + 1))


@event("benny-spent")
class BennySpent(OfOne):
    """A Benny was spent (SW-51); `on` is reroll, soak or unshake."""

    on: str

    def apply(self, state: BattleState) -> BattleState:
        return state.with_state(self.who, bennies=max(0, state.combatants[self.who].state.bennies - 1))


@event("attack-declared")
class AttackDeclared(OfOne):
    """An attack began: with what, how, on which facts; those of `overruled` are the GM's."""

    target: str | None
    weapon: str
    weapon_name: str
    mode: str
    facts: dict[str, Any] = field(default_factory=dict)
    overruled: tuple[str, ...] = ()
    notes: tuple[Modifier, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


@event("free-attack")
class FreeAttack(OfOne):
    """Somebody strikes at one who moves away (SW-150)."""

    target: str


@event("attack-hit")
class AttackHit(OfOne):
    """One die of an attack hit its target (SW-103)."""

    target: str
    with_raise: bool = False


@event("attack-missed")
class AttackMissed(OfOne):
    """An attack hit nothing that it was aimed at."""

    target: str | None
    """None for a cone or line that was aimed at nobody."""


@event("bystander-hit")
class BystanderHit(OfOne):
    """A stray shot found somebody next to the target (SW-220)."""

    target: str


@event("deviated")
class Deviated(OfOne):
    """A blast came down elsewhere (SW-166, SW-167): so many inches, towards an hour of the clock face."""

    inches: int
    hour: int
    centre: tuple[int, int] | None = None
    aimed: tuple[int, int] | None = None
    """The cell that it was aimed at."""


@event("area-hit")
class AreaHit(OfOne):
    """An area attack came down on all whom it catches (SW-164)."""

    caught: tuple[str, ...]
    with_raise: bool = False
    template: str = ""
    centre: tuple[int, int] | None = None
    """The cell in which a blast comes down, or at which a cone or line points."""

    def as_known(self, known: Collection[str]) -> "AreaHit":
        """Leave out those caught who are not known."""
        return replace(self, caught=tuple(who for who in self.caught if who in known))


@event("weapon-set")
class WeaponSet(OfOne):
    """Somebody on Hold set a long weapon against a charge (SW-184)."""

    target: str
    won: bool

    def apply(self, state: BattleState) -> BattleState:
        """Use up its held turn (SW-186)."""
        return shared(state.with_state(self.who, on_hold=False), table_of(state).without(self.who))
