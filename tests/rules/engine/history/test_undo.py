"""Undo and redo: a whole exchange at a time, by events, and the log never shrinks."""

import pytest

from rules.engine.battle import Battle
from rules.engine.history.log import LAY_OUT
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from tests.rules.engine.toy import do, duel


def hurt(battle: Battle, who: str = "bob") -> int:
    points: int = battle.state.combatants[who].state.hurt
    return points


def struck() -> Battle:
    battle = duel(luck=1)
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "answer", "bob", answer="none")
    do(battle, "answer", "ann", [4, 4], answer="keep")
    return battle


def test_undo_takes_back_an_exchange_with_its_answers_and_redo_puts_it_back() -> None:
    battle = struck()
    before, after = duel(luck=1).state, battle.state
    do(battle, "undo")
    assert battle.state == before
    assert len(battle.entries) == 5
    assert [battle.is_undone(entry) for entry in battle.entries] == [False, True, True, True, False]
    do(battle, "redo")
    assert battle.state == after
    assert len(battle.entries) == 6


def test_undo_closes_an_open_prompt_by_taking_back_its_exchange() -> None:
    battle = duel()
    before = battle.state
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "undo")
    assert battle.state == before
    do(battle, "redo")
    assert battle.state.prompt is not None
    do(battle, "answer", "bob", [4, 4], answer="none")
    assert hurt(battle) == 2


def test_undo_within_an_exchange_takes_back_its_first_command_too() -> None:
    battle = duel(luck=1)
    before = battle.state
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "answer", "bob", answer="none")
    do(battle, "undo")
    assert battle.state == before


def test_a_change_by_the_gm_during_a_prompt_is_taken_back_alone() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    do(battle, "undo")
    assert battle.state.prompt is not None
    assert hurt(battle) == 0
    do(battle, "answer", "bob", [4, 4], answer="none")
    assert hurt(battle) == 2


def test_what_the_gm_changed_during_an_exchange_stays_when_the_exchange_is_taken_back() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "gm-set", target="ann", state={"hurt": 1})
    do(battle, "answer", "bob", [4, 4], answer="none")
    after = battle.state
    do(battle, "undo")
    assert (hurt(battle, "ann"), hurt(battle, "bob"), battle.state.prompt) == (1, 0, None)
    do(battle, "undo")
    assert hurt(battle, "ann") == 0
    do(battle, "redo")
    do(battle, "redo")
    assert battle.state == after


def test_the_story_tells_every_event_with_the_states_around_it() -> None:
    battle = struck()
    do(battle, "undo")
    do(battle, "redo")
    do(battle, "undo")
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    told = list(battle.story())
    assert [event for _, event, _, _ in told] == [event for entry in battle.entries for event in entry.events]
    assert told[-1][3] == battle.state
    undone = [(before, after) for _, event, before, after in told if event.kind == "undone"]
    assert [hurt_in(before) - hurt_in(after) for before, after in undone] == [2, 2]


def hurt_in(state: BattleState) -> int:
    points: int = state.combatants["bob"].state.hurt
    return points


def test_undo_goes_back_to_the_first_move_and_not_behind_it() -> None:
    battle = duel()
    start = battle.state
    do(battle, "turn", "ann")
    do(battle, "gm-set", target="ann", state={"hurt": 2})
    do(battle, "undo")
    do(battle, "undo")
    assert battle.state == start
    with pytest.raises(Refusal) as refused:
        do(battle, "undo")
    assert refused.value.code == "nothing-to-undo"


def test_nothing_can_be_put_back_once_something_else_was_done() -> None:
    battle = struck()
    do(battle, "undo")
    do(battle, "turn", "ann")
    with pytest.raises(Refusal) as refused:
        do(battle, "redo")
    assert refused.value.code == "nothing-to-redo"


def test_a_late_combatant_stays_when_the_fight_that_it_joined_is_taken_back() -> None:
    battle = duel()
    do(battle, "begin", dice=[9, 3])
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "add", combatants=[{"id": "cat", "name": "Cat"}])
    assert battle.state.order == ("ann", "bob", "cat")
    do(battle, "answer", "bob", [1, 1], answer="none")
    do(battle, "undo")
    assert battle.state.order == ("ann", "bob", "cat")
    do(battle, "undo")
    assert "cat" not in battle.state.combatants
    do(battle, "undo")
    assert (battle.state.running, battle.state.order) == (False, ())


# ------------------------------------------------------------------------------------- further back
def entry_of(battle: Battle, doing: str) -> str:
    """Give the id of the last command of a kind."""
    return [entry.command.id for entry in battle.entries if entry.command.do == doing][-1]


def test_undo_of_the_turn_takes_back_all_since_it_began_and_redo_puts_it_back_as_one() -> None:
    battle = duel(luck=1)
    do(battle, "begin", dice=[1, 2])
    do(battle, "end-turn", battle.state.active)
    before, actor = battle.state, battle.state.active
    target = "bob" if actor == "ann" else "ann"
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    do(battle, "strike", actor, [5], target=target)
    do(battle, "answer", target, [2, 2], answer="none")
    after = battle.state
    do(battle, "undo", of="turn")
    assert battle.state == before
    with pytest.raises(Refusal, match="Nothing was done since this turn began"):
        do(battle, "undo", of="turn")
    do(battle, "redo")
    assert battle.state == after


def test_undo_goes_back_to_any_line_that_did_not_lay_the_scene_out() -> None:
    battle = duel()
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    before = battle.state
    do(battle, "gm-set", target="bob", state={"hurt": 2})
    second = entry_of(battle, "gm-set")
    do(battle, "add", combatants=[{"id": "cat", "name": "Cat"}])
    do(battle, "gm-set", target="bob", state={"hurt": 3})
    after = battle.state
    do(battle, "undo", to=second)
    assert battle.state == before
    assert "cat" not in battle.state.combatants
    with pytest.raises(Refusal, match="taken back already"):
        do(battle, "undo", to=second)
    do(battle, "redo")
    assert battle.state == after
    with pytest.raises(Refusal, match="laid the scene out"):
        do(battle, "undo", to=battle.entries[0].command.id)


def test_who_comes_onto_a_scene_that_was_just_laid_out_can_be_taken_back() -> None:
    battle = Battle("toy")
    do(battle, "add", id=f"{LAY_OUT}combatants", combatants=[{"id": "ann", "name": "Ann"}])
    laid_out = battle.state
    assert not battle.can_undo
    do(battle, "add", combatants=[{"id": "bob", "name": "Bob"}])
    assert battle.can_undo
    do(battle, "undo")
    assert (battle.state, battle.can_undo) == (laid_out, False)
    do(battle, "redo")
    assert "bob" in battle.state.combatants


def test_undo_to_an_answer_asks_its_question_again() -> None:
    battle = struck()
    do(battle, "undo", to=battle.entries[2].command.id)
    prompt = battle.state.prompt
    assert prompt is not None
    assert prompt.to == "bob"
    do(battle, "answer", "bob", answer="none")
    do(battle, "answer", "ann", [1, 1], answer="keep")
    assert battle.state.prompt is None


def test_undo_of_anything_else_is_refused() -> None:
    battle = struck()
    for params in ({"of": "round"}, {"to": 5}, {"of": 5}):
        with pytest.raises(Refusal) as caught:
            do(battle, "undo", **params)
        assert caught.value.code == "bad-command"
    with pytest.raises(Refusal) as caught:
        do(battle, "redo", of="turn")
    assert caught.value.code == "bad-command"
