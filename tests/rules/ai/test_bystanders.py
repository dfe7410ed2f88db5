"""Bystanders: those of the side Others take no part in a fight, and nobody goes for them."""

import pytest

from rules.ai.advice import END_TURN, Advisor
from rules.ai.ground_figures import foes_of
from rules.ai.quick import QuickPlayer
from rules.ai.worth import Sides
from rules.engine.shown import OTHERS
from rules.engine.sides import are_foes
from rules.engine.state import BattleState, changed
from rules.engine.system import find_system
from rules.rehearsal.outcome import sides_standing
from tests.fuzzing.commands import playable
from tests.playing.scenes import SIDES, close
from tests.rules.ai.test_advice import LIGHT


def test_bystanders_are_nobodys_foes() -> None:
    assert are_foes(*SIDES)
    assert not are_foes(SIDES[0], SIDES[0])
    assert not are_foes(SIDES[0], OTHERS)
    assert not are_foes(OTHERS, SIDES[1])


@pytest.fixture(params=playable())
def among_bystanders(request: pytest.FixtureRequest) -> BattleState:
    """Lay a fight out in which the raiders have become bystanders, as near as they stood."""
    state = close(str(request.param)).begun().state
    people = {
        who: changed(one, side=OTHERS) if one.side == SIDES[1] else one
        for who, one in state.combatants.items()
    }
    return changed(state, combatants=people)


def test_nobody_goes_for_bystanders_nor_they_for_anybody(among_bystanders: BattleState) -> None:
    state = among_bystanders
    system = find_system(state.system)
    for who in ("ann", "r1"):
        assert foes_of(system, state, who) == []
        found = Advisor(system, state, who, effort=LIGHT).best(9)
        assert [one.command.do for one in found if one.hit is not None] == []
        assert QuickPlayer(system).act(state, who).do == END_TURN


def test_a_fight_is_over_though_bystanders_stand(among_bystanders: BattleState) -> None:
    system = find_system(among_bystanders.system)
    assert sides_standing(system, among_bystanders) == {SIDES[0]}


def test_harm_to_a_bystander_is_no_gain() -> None:
    """A charge that catches one beside a foe is worth less, not more."""
    state = close("savage").begun().state
    system = find_system("savage")
    bystander = changed(state.combatants["r1"], side=OTHERS)
    assert Sides(system, SIDES[0]).of(bystander) > 0 > Sides(system, SIDES[0]).of(state.combatants["r1"])
