"""What the tests of the phase combat game play with: a battle with given dice, told in few words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.odds import Odds
from rules.engine.refusal import Refusal
from rules.engine.system import Plan
from rules.systems import load_systems

PISTOL = {"skills": {"firearms": 2}, "weapons": ["light-pistol"], "ready": ["light-pistol"]}
SWORD = {"skills": {"melee": 2, "brawling": 1}, "weapons": ["sword"], "ready": ["sword"]}
CARBINE = {"skills": {"firearms": 3}, "weapons": ["carbine"], "ready": ["carbine"]}


class Given:
    """Faces by `who.purpose`, used from the left."""

    def __init__(self, faces: Mapping[str, Sequence[int]]) -> None:
        self.faces, self.used = faces, Counter[str]()

    def face(self, who: str, purpose: str, sides: int) -> int:
        key = f"{who}.{purpose}"
        queue = self.faces.get(key, ())
        assert sides == 10
        assert self.used[key] < len(queue), f"no face is left for {key}"
        self.used[key] += 1
        return queue[self.used[key] - 1]


class Fight:
    """A battle whose dice are known; `ann__attack=[9, 2]` are Ann's for her attacks."""

    def __init__(self, *combatants: dict[str, Any], map: Any = None, **dice: Sequence[int]) -> None:
        load_systems()
        self.battle = Battle("phases")
        self.dice = Given({key.replace("__", ".").replace("_", "-"): faces for key, faces in dice.items()})
        if map is not None:
            self.do("set-map", map=map)
        self.do("add", combatants=list(combatants))

    def do(self, what: str, actor: str | None = None, **params: Any) -> list[Event]:
        return list(self.battle.handle(command(what, actor, **params), self.dice))[1:]

    def refuses(self, what: str, actor: str | None = None, **params: Any) -> Refusal:
        before, count = self.battle.state, len(self.battle.entries)
        with pytest.raises(Refusal) as caught:
            self.do(what, actor, **params)
        assert self.battle.state == before
        assert len(self.battle.entries) == count
        assert caught.value.message.endswith(".")
        return caught.value

    def plan(self, what: str, actor: str, **params: Any) -> Plan:
        return self.battle.plan(command(what, actor, **params))

    def odds(self, what: str, actor: str, **params: Any) -> Odds:
        return self.battle.odds(command(what, actor, **params))

    def state(self, who: str) -> Any:
        return self.battle.state.combatants[who].state

    def set(self, who: str, **state: Any) -> list[Event]:
        return self.do("gm-set", target=who, state=state)

    @property
    def active(self) -> str | None:
        return self.battle.state.active

    @property
    def clock(self) -> Mapping[str, Any]:
        return self.battle.state.clock


def command(what: str, actor: str | None = None, **params: Any) -> Command:
    params = {("with" if key == "with_" else key): value for key, value in params.items()}
    return Command(do=what, actor=actor, params=params)


def fighter(id_: str, sheet: Any = None, side: str = "", **rest: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "side": side or id_, "sheet": sheet or {}, **rest}


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def roll_of(events: Sequence[Event], purpose: str) -> Rolled:
    return next(e for e in reversed(events) if isinstance(e, Rolled) and e.purpose == purpose)


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
