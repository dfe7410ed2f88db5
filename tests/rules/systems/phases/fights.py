"""What the tests of the phase combat game play with: a battle with given dice, told in few words."""

from collections.abc import Mapping
from typing import Any

from tests.rules.kit import BattleInHand

PISTOL = {"skills": {"firearms": 2}, "weapons": ["light-pistol"], "ready": ["light-pistol"]}
SWORD = {"skills": {"melee": 2, "brawling": 1}, "weapons": ["sword"], "ready": ["sword"]}
CARBINE = {"skills": {"firearms": 3}, "weapons": ["carbine"], "ready": ["carbine"]}


class Fight(BattleInHand):
    system = "phases"
    die = 10

    @property
    def clock(self) -> Mapping[str, Any]:
        return self.battle.state.clock


def fighter(id_: str, sheet: Any = None, side: str = "", **rest: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "side": side or id_, "sheet": sheet or {}, **rest}


def duel(ann: Any = None, bob: Any = None, **rest: Any) -> Fight:
    """Two fighters without a map, in free play."""
    ann_state, bob_state = rest.pop("ann_state", {}), rest.pop("bob_state", {})
    return Fight(
        fighter("ann", ann or PISTOL, state=ann_state), fighter("bob", bob or {}, state=bob_state), **rest
    )


def slow(sheet: Mapping[str, Any], reflexes: int = 1) -> dict[str, Any]:
    """Give a sheet with so many Reflexes dice, so that initiative takes as many faces."""
    return {**sheet, "attributes": {"reflexes": reflexes, **sheet.get("attributes", {})}}


def started(ann: Any = None, bob: Any = None, **rest: Any) -> Fight:
    """A duel whose first phase has begun; Ann, the slower, declares first, in every phase."""
    rest = {"ann__initiative": [1] * 30, "bob__initiative": [9] * 30, **rest}
    fight = duel(slow(ann or PISTOL), slow(bob or {}), **rest)
    fight.do("begin")
    return fight
