"""What the tests of this system play with: a battle with given dice and cards, told in few words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.declared.cards import CARDS, card_face
from rules.engine.events import Event
from rules.engine.text import in_full
from tests.rules.kit import BattleInHand, fighter, roll_of

HERO: dict[str, Any] = {"stock": "duellist", "bennies": 0}
LUCKY: dict[str, Any] = {"stock": "duellist", "bennies": 3}
GUN: dict[str, Any] = {"stock": "gunslinger", "bennies": 0}
THUG: dict[str, Any] = {"stock": "thug"}
HORSE: dict[str, Any] = {"stock": "war-horse"}
OPEN = {"grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": 1, "unit": "in"}}
"""A map without anything on it, an inch a square."""


class Fight(BattleInHand):
    """With the cards as `cards="AS 10D"`."""

    system = "savage"

    def __init__(self, *combatants: dict[str, Any], cards: str = "", **rest: Any) -> None:
        super().__init__(
            *combatants, **rest, **{CARDS.replace(".", "__"): [card_face(card) for card in cards.split()]}
        )

    def refuses(self, what: str, actor: str | None = None, /, **params: Any) -> str:
        return super().refuses(what, actor, **params).code

    def attack(self, actor: str, target: str, with_: str, **params: Any) -> list[Event]:
        return self.do("attack", actor, target=target, with_=with_, **params)

    def derived_values(self, who: str) -> Mapping[str, Any]:
        return self.battle.system.sheets.derived_values(self.battle.state, who)

    @property
    def order(self) -> tuple[str, ...]:
        return self.battle.state.order


def hero(id_: str, sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return fighter(id_, "heroes", sheet or HERO, **rest)


def raider(id_: str, sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return fighter(id_, "raiders", sheet or THUG, **rest)


def labels(events: Sequence[Event], purpose: str) -> dict[str, int]:
    return {in_full(m.label): m.value for m in roll_of(events, purpose).modifiers}


def trio(cards: str = "KS QH 9D 2S 3S 4S", **dice: list[int]) -> Fight:
    fight = Fight(hero("ann"), hero("cid"), raider("bob"), cards=cards, **dice)
    fight.do("begin")
    return fight
