"""What is ruled out at a glance for want of ticks: just what its payment refuses."""

import pytest

from rules.ai.options import buttons
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.systems.tesseris.house import BORROWED
from rules.systems.tesseris.turns.tick_action import TesserisAction
from tests.rules.kit import fighter
from tests.rules.systems.tesseris.fights import OPEN, Fight

RIFLE = {"weapons": ["rifle", "knife"]}


def _fight(**state: int) -> Fight:
    ann = fighter("ann", at=[1, 1], sheet=RIFLE, state=state)
    return Fight(ann, fighter("bob", at=[2, 1], sheet=RIFLE), map=OPEN)


def _is_ruled_out(fight: Fight, what: str, **params: object) -> bool:
    action = fight.battle.system.action(what)
    assert action is not None
    return action.is_ruled_out(BattleView(fight.battle.state), Command(do=what, actor="ann", params=params))


@pytest.mark.parametrize(("what", "ticks"), [("melee-strike", 2), ("charge", 4), ("draw", 1)])
def test_just_enough_ticks_rule_nothing_out_and_one_too_few_do(what: str, ticks: int) -> None:
    """TS-064"""
    assert not _is_ruled_out(_fight(ticks=ticks), what)
    assert _is_ruled_out(_fight(ticks=ticks - 1), what)


def test_what_may_be_borrowed_for_is_ruled_out_past_the_most_that_can_be_owed() -> None:
    """TS-065"""
    most = BORROWED.value(_fight().battle.state.house)
    assert not _is_ruled_out(_fight(ticks=0, debt=most - 3), "reload")
    assert _is_ruled_out(_fight(ticks=0, debt=most - 2), "reload")
    assert not _is_ruled_out(_fight(ticks=1, debt=most - 2), "reload")


def test_what_is_granted_to_be_borrowed_counts_as_ticks_do() -> None:
    """TS-064"""
    assert not _is_ruled_out(_fight(ticks=1, may_borrow=1), "melee-strike")
    assert _is_ruled_out(_fight(ticks=0, may_borrow=1), "melee-strike")
    assert not _is_ruled_out(_fight(ticks=0), "melee-strike", gm_borrow=True)


def test_what_costs_nothing_for_a_move_before_it_is_ruled_out_without_one() -> None:
    """TS-099"""
    assert _is_ruled_out(_fight(ticks=6), "draw", **{"with": "knife", "with_move": "true"})


def test_a_reaction_is_not_ruled_out_by_ticks() -> None:
    """TS-063"""
    people = fighter("ann", at=[1, 1], sheet=RIFLE), fighter("bob", at=[2, 1], sheet=RIFLE)
    fight = Fight(*people, map=OPEN, **{"ann.initiative": [7], "bob.initiative": [3]})
    fight.do("begin")
    other = next(who for who in ("ann", "bob") if who != fight.battle.state.active)
    fight.set(other, ticks=0)
    view = BattleView(fight.battle.state)
    for action in fight.battle.system.actions:
        if isinstance(action, TesserisAction) and action.off_turn:
            assert not action.is_ruled_out(view, Command(do=action.id, actor=other)), action.id


@pytest.mark.parametrize("debt", [0, 2])
@pytest.mark.parametrize("ticks", range(7))
def test_ruled_out_is_what_its_payment_refuses_and_nothing_else(ticks: int, debt: int) -> None:
    """TS-064, TS-065"""
    fight = _fight(ticks=ticks, debt=debt)
    state = fight.battle.state
    for action in fight.battle.system.actions:
        if not isinstance(action, TesserisAction):
            continue
        for said, _ in action.ways(BattleView(state), state.combatants["ann"]):
            command = Command(do=action.id, actor="ann", params=dict(said))
            try:
                action.payment(state, state.combatants["ann"], command)
            except Refusal:
                is_paid = False
            else:
                is_paid = True
            assert action.is_ruled_out(BattleView(state), command) is not is_paid, (action.id, ticks)


@pytest.mark.parametrize("ticks", range(7))
def test_a_card_has_the_same_buttons_as_if_each_were_checked(ticks: int) -> None:
    """TS-064"""
    fight = _fight(ticks=ticks)
    position, view = fight.battle.now, BattleView(fight.battle.state)
    checked = [
        (action.id, dict(said))
        for action in position.system.actions
        if action.listed and not action.of_table and not action.beyond_map and action.switched(view) is None
        for said, _ in action.ways(view, position.state.combatants["ann"])
        if position.check(Command(do=action.id, actor="ann", params=dict(said))) is None
    ]
    assert [(action.id, command.params) for action, command in buttons(position, "ann")] == checked
