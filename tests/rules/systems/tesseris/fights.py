"""What the tests of this system play with: a battle with given dice, told in few words."""

from collections.abc import Sequence
from typing import Any

from rules.engine.events import Event
from tests.rules.kit import BattleInHand, fighter, roll_of

OPEN: dict[str, Any] = {"grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": 1, "unit": "yd"}}
"""A map without anything on it, a yard a square."""


class Fight(BattleInHand):
    system = "tesseris"

    def refuses(self, what: str, actor: str | None = None, /, **params: Any) -> str:
        return super().refuses(what, actor, **params).code

    def choices(self) -> tuple[str, ...]:
        return tuple(self.prompt().choices)


def hero(
    id_: str, stock: str = "duellist", state: Any = None, at: Any = None, **sheet: Any
) -> dict[str, Any]:
    return _one(id_, "heroes", stock, state, at, sheet)


def raider(
    id_: str, stock: str = "militia", state: Any = None, at: Any = None, **sheet: Any
) -> dict[str, Any]:
    return _one(id_, "raiders", stock, state, at, sheet)


def _one(id_: str, side: str, stock: str, state: Any, at: Any, sheet: dict[str, Any]) -> dict[str, Any]:
    return fighter(
        id_, side, {"stock": stock, **sheet}, state=state or {}, **({} if at is None else {"at": at})
    )


def labels(events: Sequence[Event], purpose: str) -> dict[str, int]:
    return {str(m.label): m.value for m in roll_of(events, purpose).modifiers}
