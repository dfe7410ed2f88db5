"""What the tests of the 3d6 game play with: a battle with given dice, told in few words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.refusal import Refusal
from rules.engine.system import Plan
from rules.systems import load_systems

SWORD = {"ST": 12, "skills": {"broadsword": 14}, "weapons": ["broadsword"]}
GUN = {"skills": {"guns-rifle": 14}, "weapons": ["assault-rifle"]}
OPEN = {"grid": {"kind": "square", "cols": 30, "rows": 20, "unit": "yd"}}


class Given:
    """Faces by `who.purpose`, used from the left."""

    def __init__(self, faces: Mapping[str, Sequence[int]]) -> None:
        self.faces, self.used = faces, Counter[str]()

    def face(self, who: str, purpose: str, sides: int) -> int:
        key = f"{who}.{purpose}"
        queue = self.faces.get(key, ())
        assert sides == 6
        if self.used[key] >= len(queue):
            raise Refusal("dice-exhausted", f"There is no face left for {key}.")
        self.used[key] += 1
        return queue[self.used[key] - 1]


class Fight:
    """A battle whose dice are known: `ann__attack=[3, 3, 4]`."""

    def __init__(self, *combatants: dict[str, Any], map: Any = None, **dice: Sequence[int]) -> None:
        load_systems()
        self.battle = Battle("gurps")
        self.dice = Given({key.replace("__", ".").replace("_", "-"): faces for key, faces in dice.items()})
        if map is not None:
            self.do("set-map", map=map)
        self.do("add", combatants=list(combatants))

    def do(self, what: str, actor: str | None = None, /, **params: Any) -> list[Event]:
        return list(self.battle.handle(command(what, actor, **params), self.dice))[1:]

    def answer(self, actor: str, choice: str, /, **extra: Any) -> list[Event]:
        return self.do("answer", actor, answer=choice, **extra)

    def refuses(self, what: str, actor: str | None = None, /, **params: Any) -> Refusal:
        before, count, used = self.battle.state, len(self.battle.entries), self.dice.used.copy()
        with pytest.raises(Refusal) as caught:
            self.do(what, actor, **params)
        assert self.battle.state == before
        assert len(self.battle.entries) == count
        assert self.dice.used == used, "what is refused rolls nothing"
        assert caught.value.message.endswith(".")
        return caught.value

    def plan(self, what: str, actor: str, /, **params: Any) -> Plan:
        return self.battle.plan(command(what, actor, **params))

    def state(self, who: str) -> Any:
        return self.battle.state.combatants[who].state

    def at(self, who: str) -> Any:
        return self.battle.state.combatants[who].at

    def prompt(self) -> Any:
        return self.battle.state.prompt

    def set(self, who: str, /, **state: Any) -> list[Event]:
        return self.do("gm-set", target=who, state=state)

    def offers(self) -> dict[str, Any]:
        return {offer.id: offer for offer in self.prompt().offers}

    @property
    def active(self) -> str | None:
        return self.battle.state.active


def command(what: str, actor: str | None = None, /, **params: Any) -> Command:
    params = {("with" if key == "with_" else key): value for key, value in params.items()}
    return Command(do=what, actor=actor, params=params)


def fighter(id_: str, side: str = "", sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "side": side or id_, "sheet": sheet or {}, **rest}


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def roll_of(events: Sequence[Event], purpose: str) -> Rolled:
    return next(e for e in reversed(events) if isinstance(e, Rolled) and e.purpose == purpose)


def labels(roll: Rolled) -> dict[str, int]:
    return {modifier.label: modifier.value for modifier in roll.modifiers}


def duel(ann: Any = None, bob: Any = None, **rest: Any) -> Fight:
    """Two fighters without a map: Ann with a broadsword, Bob with what he is given."""
    ann_state, bob_state = rest.pop("ann_state", {}), rest.pop("bob_state", {})
    return Fight(
        fighter("ann", "heroes", SWORD if ann is None else ann, state=ann_state),
        fighter("bob", "raiders", bob or {}, state=bob_state),
        **rest,
    )
