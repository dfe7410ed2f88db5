"""The stock of every system: each piece comes onto a map, fights there, and is somebody of its own.

What a piece's numbers must be, each system's own tests say.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.ai.quick import QuickPlayer
from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.declared.stock_kinds import KINDS
from rules.engine.declared.tempers import TEMPERS
from rules.engine.shown import FOES, HEROES, OTHERS
from rules.engine.state import BattleState, BattleView
from rules.engine.system import StockItem, System, find_system, systems
from rules.rehearsal.dice_stream import DiceStreams
from rules.rehearsal.fight import Start, play_fight
from rules.systems import load_systems
from tests.rules.kit import command

load_systems()
SYSTEMS = [system.id for system in systems()]
FIELD = {"grid": {"kind": "square", "cols": 24, "rows": 10}}
APART = 8
"""Cells between the two: no step of anybody's, and well within a shot."""
ROUNDS = 12
THINGS = {f"savage-{thing}" for thing in ("door", "light-door", "lock", "rope")}
"""What is attacked, and has no turns."""


def pieces() -> Iterator[Any]:
    for system in systems():
        for item in system.stock:
            yield pytest.param(system, item, id=f"{system.id}-{item.id}")


EACH = pytest.mark.parametrize(("system", "item"), list(pieces()))


def against_its_like(system: System, item: StockItem) -> BattleState:
    """Set a piece of stock against another of its kind."""
    battle, dice = Battle(system.id), DiceStreams("stock", 0)
    battle.handle(command("set-map", map=FIELD), dice)
    for side, column in (("a", 2), ("b", 2 + item.size + APART)):
        one = {"id": side, "name": f"{item.name} {side}", "side": side, "at": [column, 4], "size": item.size}
        one |= {"sheet": dict(item.sheet), "temper": item.temper}
        battle.handle(command("add", combatants=[one]), dice)
    return battle.state


class Aimed(Exception):
    """Somebody has done something to somebody."""


class Watched(QuickPlayer):
    """The quick way to choose, up to the first thing that is aimed at somebody."""

    def act(self, state: BattleState, who: str) -> Command:
        chosen = super().act(state, who)
        action = self.system.action(chosen.do)
        if action is not None and action.is_aimed(BattleView(state), chosen):
            raise Aimed
        return chosen


@pytest.mark.parametrize(("system", "item"), [one for one in pieces() if one.id not in THINGS])
def test_each_piece_finds_something_to_do_to_its_like(system: System, item: StockItem) -> None:
    start = Start(state=against_its_like(system, item))
    with pytest.raises(Aimed):
        play_fight(start, Watched(system), DiceStreams("stock", 1), ROUNDS)


@EACH
def test_each_piece_can_be_read_on_its_sheet_and_on_its_card(system: System, item: StockItem) -> None:
    state = against_its_like(system, item)
    one = state.combatants["a"]
    assert system.looks.numbers(one)
    assert any(section.figures for section in system.looks.sections(one))
    assert all(0 <= gauge.value <= gauge.most for gauge in system.looks.gauges(one))
    assert system.condition(one) == 1, "fresh"


@EACH
def test_each_piece_says_what_it_is_how_it_fights_and_on_which_side(system: System, item: StockItem) -> None:
    assert len(str(item.blurb).split()) >= 4
    assert item.temper in TEMPERS
    assert item.side in (HEROES, FOES, OTHERS)
    assert item.kind in KINDS
    assert item.portrait
    assert 1 <= item.size <= 3


@pytest.mark.parametrize("system_id", SYSTEMS)
def test_no_two_pieces_of_a_system_are_alike(system_id: str) -> None:
    stock = find_system(system_id).stock
    for said in (
        [item.id for item in stock],
        [item.name for item in stock],
        [str(item.blurb) for item in stock],
        [dict(item.sheet) for item in stock],
    ):
        assert [one for n, one in enumerate(said) if one in said[:n]] == []
