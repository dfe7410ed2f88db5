"""What the tests of all rule systems play with: a battle with given dice, told in few words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, ClassVar, TypeVar, cast

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.chances.aim_odds import AimOdds
from rules.engine.chances.odds import odds as work_out
from rules.engine.chances.odds_figures import Odds
from rules.engine.command import Command
from rules.engine.events import Event, event_as_json, event_from_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import Plan
from rules.engine.text import Text, in_full
from rules.systems import load_systems

ShownT = TypeVar("ShownT")


def in_english(shown: ShownT) -> ShownT:
    """Give what is shown with its texts as they read in English to who knows everybody."""
    return cast(ShownT, _read(shown))


def _read(shown: Any) -> Any:
    if isinstance(shown, Text):
        return in_full(shown)
    if isinstance(shown, tuple | list):
        return type(shown)(_read(part) for part in shown)
    if is_dataclass(shown) and not isinstance(shown, type):
        return replace(shown, **{each.name: _read(getattr(shown, each.name)) for each in fields(shown)})
    return shown


class Given:
    """Faces by `who.purpose`, used from the left."""

    def __init__(self, faces: Mapping[str, Sequence[int]], die: int | None) -> None:
        self.faces, self.used, self.die = dict(faces), Counter[str](), die

    def face(self, who: str, purpose: str, sides: int) -> int:
        key = f"{who}.{purpose}"
        queue = self.faces.get(key, ())
        assert self.die in (None, sides)
        assert self.used[key] < len(queue), f"no face is left for {key}"
        self.used[key] += 1
        face = queue[self.used[key] - 1]
        assert face <= sides, f"a d{sides} cannot show {face} ({key})"
        return face


class Stream:
    """Faces from a list, over and over."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.faces, self.at = faces, 0

    def face(self, who: str, purpose: str, sides: int) -> int:
        self.at += 1
        return self.faces[self.at % len(self.faces)]


class ChangingStream(Stream):
    """Faces from a list, over and over, cut down to the die; no face comes for ever."""

    def face(self, who: str, purpose: str, sides: int) -> int:
        return (super().face(who, purpose, sides) + self.at // len(self.faces)) % sides + 1


class BattleInHand:
    """A battle whose dice are known: `ann__attack=[3, 3, 4]` are Ann's for her attacks."""

    system: ClassVar[str]
    die: ClassVar[int | None] = None
    """The sides of the one die that the system throws; None where there are several."""

    def __init__(self, *combatants: dict[str, Any], map: Any = None, **dice: Sequence[int]) -> None:
        load_systems()
        self.battle = Battle(self.system)
        faces = {key.replace("__", ".").replace("_", "-"): faces for key, faces in dice.items()}
        self.dice = Given(faces, self.die)
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
        assert (self.battle.state, len(self.battle.entries)) == (before, count)
        assert self.dice.used == used, "what is refused rolls nothing"
        assert caught.value.message.endswith(".")
        return caught.value

    def plan(self, what: str, actor: str, /, **params: Any) -> Plan:
        return self.battle.now.plan(command(what, actor, **params))

    def odds(self, what: str, actor: str, /, **params: Any) -> Odds:
        return self.battle.now.odds(command(what, actor, **params))

    def strays(self, what: str, actor: str, /, **params: Any) -> dict[str, Odds]:
        """Give the odds of each whom a miss may find, as a page shows them beside the target's."""
        aim = AimOdds(self.battle.system, self.battle.state, self.plan(what, actor, **params), strays=True)
        return dict(aim.whole()[1:])

    def state(self, who: str) -> Any:
        return self.battle.state.combatants[who].state

    def at(self, who: str) -> Any:
        return self.battle.state.combatants[who].at

    def prompt(self) -> Any:
        return self.battle.state.prompt

    def set(self, who: str, /, **state: Any) -> list[Event]:
        return self.do("gm-set", target=who, state=state)

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


def roll_of(events: Sequence[Event], purpose: str, who: str | None = None) -> Rolled:
    return next(
        e for e in reversed(events) if isinstance(e, Rolled) and e.purpose == purpose and who in (None, e.who)
    )


def reread(battle: Battle) -> Battle:
    """Write a battle's events down, and give the battle that is read from that."""
    events: list[Event] = [event for entry in battle.entries for event in entry.events]
    known = battle.system.event_kinds()
    back = [event_from_json(known, event.kind, event_as_json(event)) for event in events]
    assert back == events
    return Battle.load(battle.system.id, back)


def undone_restores(battle: Battle, before: Any) -> None:
    """Check that taking back the last command brings back the state before it, and redo the state after."""
    after, stream = battle.state, Stream([1])
    battle.handle(command("undo"), stream)
    assert battle.state == before
    battle.handle(command("redo"), stream)
    assert battle.state == after


def attempt(battle: Battle, what: str, who: str | None, params: Mapping[str, Any], stream: Stream) -> bool:
    """Do it, or be refused and change nothing; say whether it was done."""
    before, count = battle.state, len(battle.entries)
    try:
        battle.handle(command(what, who, **params), stream)
    except Refusal:
        assert (battle.state, len(battle.entries)) == (before, count)
        return False
    return True


def folds_to_itself(battle: Battle, ends: str = ".") -> None:
    """Check that what is written down reads back to the live state, and that each line ends as a sentence."""
    again = reread(battle)
    assert again.state == battle.state
    assert not again.is_stuck
    for _, event, _, after in battle.story():
        line = battle.system.looks.describe(event, after)
        assert line is None or in_full(line.text)[-1] in ends


def both_ways(battle: Battle, plan: Plan, target: str) -> tuple[Odds, Odds]:
    """Work out the odds of a plan with all shortcuts, and die by die."""

    def worked(shortcuts: bool) -> Odds:
        return work_out(
            battle.state,
            plan.exchange,
            target,
            lambda before, after, told: battle.system.harm.judge(before, after, target, told),
            shortcuts=shortcuts,
        )

    return worked(True), worked(False)


def fits_the_odds(
    odds: Odds, before: BattleState, battle: Battle, target: str, told: Sequence[Event]
) -> None:
    """Check that what came of an attack had a chance."""
    came = battle.system.harm.judge(before, battle.state, target, told)
    assert odds.harm[came.harm] > 0
    assert (odds.hit if came.hit else 1 - odds.hit) > 0


BAR_STREET_ROOF = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bar", "name": "Bar", "links": ["street"]},
        {"id": "street", "name": "Street", "links": ["roof"]},
        {"id": "roof", "name": "Roof"},
    ],
}
