"""What takes several turns to make ready: a magazine that takes three to change (GU-721)."""

from typing import Any

import pytest

from rules.ai.advice import Advisor
from rules.ai.blows import Blows
from rules.ai.foresight import PLAIN
from rules.ai.over_turns import MOST_TURNS, over_turns
from rules.engine.command import Command
from rules.engine.state import BattleState, changed
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.rules.kit import fighter
from tests.rules.systems.gurps.fights import OPEN, Fight

RELOAD = Command(do="ready", actor="ann", params={"what": "reload", "with": "pistol"})


def shooter(left: int, far: int = 8, **state: Any) -> BattleState:
    """Let it be Ann's turn, who has a pistol with so many rounds, with Bob so many yards off."""
    load_systems()
    sheet = {"skills": {"guns-pistol": 14}, "weapons": ["pistol"]}
    ann = fighter("ann", "heroes", sheet, at=[2, 5], state={"ammo": {"pistol": left}, **state})
    fight = Fight(ann, fighter("bob", "raiders", at=[2 + far, 5]), map=OPEN)
    return changed(fight.battle.state, active="ann")


def test_the_same_is_foreseen_turn_by_turn_as_long_as_it_makes_a_difference() -> None:
    """GU-721"""
    state = shooter(0, reloading={"pistol": 1})
    *_, full = over_turns(Blows(find_system("gurps"), PLAIN), state, RELOAD)
    assert full.combatants["ann"].state.ammo["pistol"] == 15
    kneel = Command(do="ready", actor="ann", params={"what": "kneel"})
    assert len([*over_turns(Blows(find_system("gurps"), PLAIN), state, kneel)]) == 1
    evaluate = Command(do="evaluate", actor="ann", params={"target": "bob"})
    assert len([*over_turns(Blows(find_system("gurps"), PLAIN), shooter(15, far=1), evaluate)]) == MOST_TURNS


@pytest.mark.parametrize("begun", [{}, {"reloading": {"pistol": 1}}, {"reloading": {"pistol": 2}}])
def test_who_has_an_empty_pistol_reloads_it_to_the_end(begun: dict[str, Any]) -> None:
    """GU-721"""
    state, system = shooter(0, **begun), find_system("gurps")
    assert Advisor(system, state, "ann").best(1)[0].command == RELOAD


def test_who_has_rounds_left_shoots() -> None:
    """GU-721"""
    state, system = shooter(3), find_system("gurps")
    assert "attack" in Advisor(system, state, "ann").best(1)[0].command.do


def test_who_cannot_even_begin_a_next_turn_makes_nothing_ready_by_then() -> None:
    """GU-1004"""
    state = shooter(0).with_state("ann", unconscious=True)
    assert [*over_turns(Blows(find_system("gurps"), PLAIN), state, RELOAD)] == []
