"""The events of house rules: something was changed or made; somebody has these of the table's own conditions.

As with all events a `kind` is never renamed. A house in an old log may name rules and tables that there are
no more: they stay in it, and nothing reads them.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.events import Event, OfOne, event
from rules.engine.house.house import CONDITIONS, RULES, TABLES, House, own_condition
from rules.engine.state import BattleState, changed


@event("house-changed")
class HouseChanged(Event):
    """The GM changed one thing of the house rules.

    Attributes:
        part: `rules`, `tables`, `conditions`, or a kind of stock (`weapons`).
        id: which rule, table, condition or piece.
        to: false for a rule that is off, the cells that are not as usual, or the thing itself as it is
            written down; null puts it back as usual, or takes it away.
    """

    part: str
    id: str
    to: dict[str, Any] | bool | None

    def apply(self, state: BattleState) -> BattleState:
        """Let it count from now on, for the table and for everybody on it."""
        house = self._changed(state.house)
        everybody = {who: changed(c, house=house) for who, c in state.combatants.items()}
        return replace(state, house=house, combatants=everybody)

    def _changed(self, house: House) -> House:
        if self.part == RULES:
            return replace(house, off=house.off | {self.id} if self.to is False else house.off - {self.id})
        if self.part == TABLES:
            return replace(house, tables=_put(house.tables, self.id, self.to))
        if self.part == CONDITIONS:
            made = None if self.to is None else own_condition(self.to)
            return replace(house, conditions=_put(house.conditions, self.id, made))
        kind = _put(house.stock.get(self.part, {}), self.id, self.to)
        return replace(house, stock=_put(house.stock, self.part, kind))


def _put(there: Mapping[str, Any], id_: str, value: Any) -> dict[str, Any]:
    """Put a value in, or take it out where it is None or empty."""
    left = {key: one for key, one in there.items() if key != id_}
    return {**left, id_: value} if value else left


@event("conditions-set")
class ConditionsSet(OfOne):
    """The GM gave somebody these of the table's own conditions, and no others."""

    conditions: tuple[str, ...]

    def apply(self, state: BattleState) -> BattleState:
        """Let it have them."""
        return state.with_changes(self.who, conditions=self.conditions)
