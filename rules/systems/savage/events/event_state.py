"""What the events of this system are made of: whose they are, a new turn, and who leaves the order."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine.state import BattleState
from rules.systems.savage.state import Table, table_of

FRESH: Mapping[str, Any] = {
    "actions_declared": 1,
    "actions_used": 0,
    "moved": 0,
    "run_bonus": 0,
    "ran": False,
    "defending": False,
    "has_readied": False,
    "aim_is_new": False,
    "turn_over": False,
    "straight": 0,
}
"""What a turn starts with (SW-27)."""


def shared(state: BattleState, table: Table) -> BattleState:
    """Give the battle this deck and order of turns."""
    return replace(state, shared=table)


def out_of_order(state: BattleState, who: str) -> BattleState:
    """Take somebody's turn of this round away (SW-28, SW-33)."""
    order = tuple(other for other in state.order if other != who)
    return replace(shared(state, table_of(state).without(who)), order=order)
