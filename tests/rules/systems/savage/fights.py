"""What the tests of this system play with: a battle with given dice and cards, told in few words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.cards import CARDS, card_face
from rules.engine.command import Command
from rules.engine.events import Event, Rolled
from rules.engine.refusal import Refusal
from rules.engine.system import Plan
from rules.systems import load_systems

HERO: dict[str, Any] = {"stock": "duellist", "bennies": 0}
LUCKY: dict[str, Any] = {"stock": "duellist", "bennies": 3}
GUN: dict[str, Any] = {"stock": "gunslinger", "bennies": 0}
THUG: dict[str, Any] = {"stock": "thug"}
HORSE: dict[str, Any] = {"stock": "war-horse"}
OPEN = {"grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": 1, "unit": "in"}}
"""A map without anything on it, an inch a square."""


class Given:
    """Faces by `who.purpose`, used from the left; the cards are the queue of `table.cards`."""

    def __init__(self, faces: Mapping[str, Sequence[int]]) -> None:
        self.faces, self.used = faces, Counter[str]()

    def face(self, who: str, purpose: str, sides: int) -> int:
        key = f"{who}.{purpose}"
        queue = self.faces.get(key, ())
        assert self.used[key] < len(queue), f"no face is left for {key}"
        self.used[key] += 1
        face = queue[self.used[key] - 1]
        assert face <= sides, f"a d{sides} cannot show {face} ({key})"
        return face


class Fight:
    """A battle whose dice are known: `ann__attack=[4]`, `cards="AS 10D"`."""

    def __init__(
        self, *combatants: dict[str, Any], map: Any = None, cards: str = "", **dice: Sequence[int]
    ) -> None:
        load_systems()
        self.battle = Battle("savage")
        faces = {key.replace("__", ".").replace("_", "-"): faces for key, faces in dice.items()}
        faces[CARDS] = [card_face(card) for card in cards.split()]
        self.dice = Given(faces)
        if map is not None:
            self.do("set-map", map=map)
        self.do("add", combatants=list(combatants))

    def do(self, what: str, actor: str | None = None, **params: Any) -> list[Event]:
        return list(self.battle.handle(command(what, actor, **params), self.dice))[1:]

    def answer(self, actor: str, choice: str, **extra: Any) -> list[Event]:
        extra = {("with" if key == "with_" else key): value for key, value in extra.items()}
        return list(self.battle.handle(command("answer", actor, answer=choice, **extra), self.dice))[1:]

    def refuses(self, what: str, actor: str | None = None, **params: Any) -> str:
        before, count = self.battle.state, len(self.battle.entries)
        with pytest.raises(Refusal) as caught:
            self.do(what, actor, **params)
        assert self.battle.state == before
        assert len(self.battle.entries) == count
        assert caught.value.message.endswith(".")
        return caught.value.code

    def plan(self, what: str, actor: str, **params: Any) -> Plan:
        return self.battle.plan(command(what, actor, **params))

    def attack(self, actor: str, target: str, with_: str, **params: Any) -> list[Event]:
        return self.do("attack", actor, target=target, with_=with_, **params)

    def state(self, who: str) -> Any:
        return self.battle.state.combatants[who].state

    def at(self, who: str) -> Any:
        return self.battle.state.combatants[who].at

    def derived_values(self, who: str) -> Mapping[str, Any]:
        return self.battle.system.sheets.derived_values(self.battle.state, who)

    def prompt(self) -> Any:
        return self.battle.state.prompt

    def set(self, who: str, **state: Any) -> list[Event]:
        return self.do("gm-set", target=who, state=state)

    @property
    def active(self) -> str | None:
        return self.battle.state.active

    @property
    def order(self) -> tuple[str, ...]:
        return self.battle.state.order


def command(what: str, actor: str | None = None, **params: Any) -> Command:
    params = {("with" if key == "with_" else key): value for key, value in params.items()}
    return Command(do=what, actor=actor, params=params)


def fighter(id_: str, side: str = "", sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_.capitalize(), "side": side or id_, "sheet": sheet or {}, **rest}


def hero(id_: str, sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return fighter(id_, "heroes", sheet or HERO, **rest)


def raider(id_: str, sheet: Any = None, **rest: Any) -> dict[str, Any]:
    return fighter(id_, "raiders", sheet or THUG, **rest)


def kinds(events: Sequence[Event]) -> list[str]:
    return [event.kind for event in events]


def roll_of(events: Sequence[Event], purpose: str, who: str | None = None) -> Rolled:
    return next(
        e for e in reversed(events) if isinstance(e, Rolled) and e.purpose == purpose and who in (None, e.who)
    )


def labels(events: Sequence[Event], purpose: str) -> dict[str, int]:
    return {m.label: m.value for m in roll_of(events, purpose).modifiers}
