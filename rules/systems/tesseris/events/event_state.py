"""What the events of this system are made of: whose they are, and how a state is put back."""

from collections.abc import Mapping
from typing import Any

from rules.engine.state import BattleState, changed
from rules.systems.tesseris.state import TesserisState, settled


def put(state: BattleState, who: str, now: TesserisState) -> BattleState:
    """Give a combatant this state, with all that follows from it."""
    combatant = state.combatants[who]
    return state.with_combatant(changed(combatant, state=settled(combatant.sheet, now)))


def without(conditions: Mapping[str, Any], *gone: str) -> dict[str, Any]:
    """Give the conditions but for some."""
    return {id_: data for id_, data in conditions.items() if id_ not in gone}
