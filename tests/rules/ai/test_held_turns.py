"""Who has put a turn off, and what the AI makes of it: Hold of Savage Worlds (SW-30, SW-31)."""

import pytest

from rules.ai.advice import Advisor
from rules.ai.question import AdviceWanted, advised, must_wait
from rules.ai.quick import QuickPlayer
from rules.engine.command import Command
from rules.engine.held_turns import held_turn, held_turns
from rules.engine.state import BattleState, changed
from rules.engine.system import find_system
from rules.rehearsal.fight import Start, play_fight
from tests.load.chance import Faces
from tests.playing.scenes import close
from tests.rules.ai.test_advice import LIGHT
from tests.rules.systems.savage.fights import OPEN, Fight, hero, raider


@pytest.fixture(scope="module")
def on_hold() -> BattleState:
    """Begin a fight in which everybody holds."""
    battle, faces = close("savage").begun(), Faces("on hold")
    battle.handle(Command(do="begin"), faces)
    while battle.state.active is not None:
        battle.handle(Command(do="hold", actor=battle.state.active), faces)
    return battle.state


def test_a_turn_that_was_put_off_may_be_taken_while_nobody_acts(on_hold: BattleState) -> None:
    """SW-31"""
    system = find_system("savage")
    who = [*on_hold.combatants]
    assert [(one.do, one.actor) for one in held_turns(system, on_hold)] == [("act-now", one) for one in who]
    acting = changed(on_hold, active=who[0])
    assert [*held_turns(system, acting)] == [*held_turns(system, changed(on_hold, running=False))] == []
    turned = on_hold.with_state(who[0], on_hold=False)
    assert held_turn(system, turned, who[0]) is None
    assert held_turn(system, turned, who[1]) == Command(do="act-now", actor=who[1])


def test_who_holds_is_advised_to_act_once_nobody_else_does(on_hold: BattleState) -> None:
    """SW-31"""
    who = next(iter(on_hold.combatants))
    assert not must_wait(on_hold, who)
    (found,) = advised(on_hold, AdviceWanted(who=who, effort=LIGHT))
    assert found.command == Command(do="act-now", actor=who)
    assert found.then is not None
    assert found.then.command.do == "attack"
    other = next(one for one in on_hold.combatants if one != who)
    acting = changed(on_hold, active=other)
    assert must_wait(acting, who)
    assert all(one.command.do != "act-now" for one in advised(acting, AdviceWanted(who=who, effort=LIGHT)))


def test_a_fight_in_which_everybody_holds_is_rehearsed_to_its_end(on_hold: BattleState) -> None:
    """SW-31"""
    outcome = play_fight(Start(state=on_hold), QuickPlayer(find_system("savage")), Faces(1))
    assert outcome.won is not None


def test_nobody_holds_who_does_not_know_what_for() -> None:
    """SW-30: a friend who recovers as their turn begins (SW-140), say, does so all the same."""
    fight = Fight(
        hero("ann", at=[1, 1]),
        hero("cid", at=[3, 1], state={"shaken": True}),
        raider("bob", at=[35, 15]),
        cards="KS QH 9D",
        map=OPEN,
    )
    fight.do("begin")
    assert fight.active == "ann"
    found = Advisor(fight.battle.system, fight.battle.state, "ann").best(9)
    assert found
    assert "hold" not in {one.command.do for one in found}
