"""What lies on the ground and what is still carried, for systems that keep dropped weapons by their ids."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, Self, TypeVar

from rules.engine.state import BattleState


class Piece(Protocol):
    """A weapon of a sheet."""

    @property
    def id(self) -> str:
        """What names it on its sheet."""


P = TypeVar("P", bound=Piece)


@dataclass(frozen=True, slots=True)
class OnTheGround:
    """What a table's notes keep of dropped weapons: their ids, by whoever carried them."""

    dropped: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def with_weapon(self, who: str, weapon: str, *, is_dropped: bool) -> Self:
        """Give the notes once a weapon has fallen, or somebody has it in hand or put away again."""
        gone = self.dropped.get(who, ())
        still = tuple(id_ for id_ in gone if id_ != weapon)
        if is_dropped:
            still = (*still, weapon)
        return self if still == gone else replace(self, dropped={**self.dropped, who: still})


def still_carried(
    state: BattleState, who: str, weapons: Iterable[P], in_hand: Collection[str]
) -> tuple[P, ...]:
    """List the weapons of a sheet that were not dropped.

    One that was dropped is carried again once the GM has put it back in hand.
    """
    gone = state.shared.dropped.get(who, ()) if isinstance(state.shared, OnTheGround) else ()
    return tuple(weapon for weapon in weapons if weapon.id not in gone or weapon.id in in_hand)
