"""What the tests of this system play with: a battle with given dice, told in few words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.refusal import Refusal
from rules.systems import load_systems

OPEN: dict[str, Any] = {"grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": 1, "unit": "yd"}}
"""A map without anything on it, a yard a square."""


class Given:
    """Faces by `who.purpose`, used from the left."""

    def __init__(self, faces: Mapping[str, Sequence[int]]) -> None:
        self.faces, self.used = faces, Counter[str]()

    def face(self, who: str, purpose: str, sides: int) -> int:
        key = f"{who}.{purpose}"
        queue = self.faces.get(key, ())
        assert self.used[key] < len(queue), f"no face is left for {key}"
        self.used[key] += 1
        return queue[self.used[key] - 1]


class Fight:
    """A battle whose dice are known: `ann__attack=[4]`."""

    def __init__(self, *combatants: dict[str, Any], map: Any = None, **dice: Sequence[int]) -> None:
        load_systems()
        self.battle = Battle("tesseris")
        self.dice = Given({key.replace("__", ".").replace("_", "-"): faces for key, faces in dice.items()})
        if map is not None:
            self.do("set-map", map=map)
        self.do("add", combatants=list(combatants))

    def do(self, what: str, actor: str | None = None, **params: Any) -> list[Event]:
        return list(self.battle.handle(command(what, actor, **params), self.dice))[1:]

    def answer(self, actor: str, choice: str, **extra: Any) -> list[Event]:
        return self.do("answer", actor, answer=choice, **extra)

    def refuses(self, what: str, actor: str | None = None, **params: Any) -> str:
        before, count = self.battle.state, len(self.battle.entries)
        with pytest.raises(Refusal) as caught:
            self.do(what, actor, **params)
        assert (self.battle.state, len(self.battle.entries)) == (before, count)
        assert caught.value.message.endswith(".")
        return caught.value.code

    def state(self, who: str) -> Any:
        return self.battle.state.combatants[who].state

    def at(self, who: str) -> Any:
        return self.battle.state.combatants[who].at

    def prompt(self) -> Any:
        return self.battle.state.prompt

    def choices(self) -> tuple[str, ...]:
        return tuple(self.prompt().choices)

    def set(self, who: str, **state: Any) -> list[Event]:
        return self.do("gm-set", target=who, state=state)


def command(what: str, actor: str | None = None, **params: Any) -> Command:
    params = {("with" if key == "with_" else key): value for key, value in params.items()}
    return Command(do=what, actor=actor, params=params)


def fighter(id_: str, side: str = "", sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "side": side or id_, "sheet": sheet or {}, **rest}


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


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def roll_of(events: Sequence[Event], purpose: str, who: str | None = None) -> Rolled:
    return next(
        e for e in reversed(events) if isinstance(e, Rolled) and e.purpose == purpose and who in (None, e.who)
    )


def labels(events: Sequence[Event], purpose: str) -> dict[str, int]:
    return {m.label: m.value for m in roll_of(events, purpose).modifiers}
