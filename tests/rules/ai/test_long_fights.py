"""Fights come to an end: who lies far off rises, and who keeps out of the fire dares to come out at last."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.ai.advice import Advisor
from rules.ai.temper import TEMPERS, Temper
from rules.engine.command import Command
from rules.engine.state import BattleState, changed
from rules.engine.system import find_system
from rules.systems import load_systems
from tests.rules.kit import fighter
from tests.rules.systems.gurps.fights import OPEN, Fight

SWORD = {"DX": 12, "skills": {"broadsword": 14}, "weapons": ["broadsword"]}
RIFLE = {"DX": 13, "skills": {"guns-rifle": 16}, "weapons": ["assault-rifle"]}
COVER = {**OPEN, "walls": [{"id": "w", "from": [4, 3], "to": [4, 8], "kind": "wall"}]}


def ann_s_turn(foe: Mapping[str, Any], far: int, ground: Mapping[str, Any], **state: Any) -> BattleState:
    """Let it be the turn of Ann, who has a sword, with Bob so many yards off."""
    load_systems()
    ann = fighter("ann", "heroes", SWORD, at=[3, 5], state=state)
    fight = Fight(ann, fighter("bob", "raiders", foe, at=[3 + far, 5]), map=ground)
    return changed(fight.battle.state, active="ann")


def best(state: BattleState) -> Command:
    return Advisor(find_system("gurps"), state, "ann").best(1)[0].command


@pytest.mark.parametrize("posture", ["prone", "kneeling"])
def test_who_lies_far_from_all_foes_rises_and_does_not_crawl_to_them(posture: str) -> None:
    """GU-721, GU-1005"""
    rise = Command(do="ready", actor="ann", params={"what": "stand"})
    assert best(ann_s_turn(SWORD, 12, OPEN, posture=posture)) == rise


def test_who_lies_beside_a_foe_strikes() -> None:
    """GU-1005"""
    assert "attack" in best(ann_s_turn(SWORD, 1, OPEN, posture="prone")).do


@pytest.mark.parametrize(("rounds", "dares"), [(1, False), (8, False), (16, True), (30, True)])
def test_who_keeps_behind_a_wall_comes_out_when_the_fight_drags_on(rounds: int, dares: bool) -> None:
    state = changed(ann_s_turn(RIFLE, 8, COVER), running=True, clock={"round": rounds})
    column, _ = best(state).params.get("to", (3, 5))
    assert (column > 3) == dares


@pytest.mark.parametrize("temper", TEMPERS.values(), ids=TEMPERS)
def test_risks_weigh_less_and_less_but_never_nothing(temper: Temper) -> None:
    weights = [temper.after(rounds).risk for rounds in range(40)]
    assert weights == sorted(weights, reverse=True)
    assert weights[:9] == [temper.risk] * 9
    assert weights[16] == weights[39] == pytest.approx(0.1 * temper.risk)
