"""How events write a state: what the five modules of events share."""

from rules.engine.state import BattleState
from rules.systems.gurps.state import (
    GurpsState,
)


def now_of(state: BattleState, who: str) -> GurpsState:
    """Give somebody's state as it stands."""
    now = state.combatants[who].state
    assert isinstance(now, GurpsState)
    return now


def without(ids: tuple[str, ...], id_: str) -> tuple[str, ...]:
    """Leave one out of a list."""
    return tuple(other for other in ids if other != id_)


def with_more(ids: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Put more at the end of a list, each once."""
    return tuple(dict.fromkeys((*ids, *more)))


def let_go(state: BattleState, who: str, weapon: str) -> BattleState:
    """Make a weapon unready; an aim or a brace with it ends, and so does fire from it (GU-710, GU-C5)."""
    now = now_of(state, who)
    fires = now.zone is not None and now.zone.with_.split("/")[0] == weapon
    return state.with_state(
        who,
        ready={**now.ready, weapon: False},
        aim=None if now.aim is not None and now.aim.with_.split("/")[0] == weapon else now.aim,
        braced=None if now.braced is not None and now.braced.with_.split("/")[0] == weapon else now.braced,
        zone=None if fires else now.zone,
    )
