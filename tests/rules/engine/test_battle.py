"""Battle.handle: commands in, events out, and nothing changed by what is refused."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Commanded, Rolled
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import Hurt, LuckSpent, Missed, Queue, do, duel


def kinds(events: Any) -> list[str]:
    return [event.kind for event in events]


def refusal(battle: Battle, doing: str, actor: str | None = None, dice: Any = (), **params: Any) -> str:
    """Give the code with which a battle refuses, having changed nothing."""
    before, entries = battle.state, list(battle.entries)
    with pytest.raises(Refusal) as refused:
        do(battle, doing, actor, dice, **params)
    assert battle.state == before
    assert battle.entries == entries
    return refused.value.code


def test_an_exchange_with_two_prompts_is_played_to_its_end() -> None:
    battle = duel(luck=1)
    assert kinds(do(battle, "strike", "ann", [5], target="bob")) == ["command", "roll", "prompt-opened"]
    assert battle.state.prompt is not None
    assert battle.state.prompt.choices == ("dodge", "parry", "none")
    do(battle, "answer", "bob", [15], answer="dodge")
    assert battle.state.prompt.to == "ann"
    assert battle.state.prompt.number == 2
    events = do(battle, "answer", "ann", [4, 4, 6, 1], answer="spend")
    assert kinds(events) == ["command", "prompt-answered", "toy-luck-spent", "roll", "toy-hurt"]
    assert events[2:] == (LuckSpent(who="ann"), events[3], Hurt(who="bob", points=3))
    assert battle.state.prompt is None
    assert battle.state.combatants["bob"].state.hurt == 3
    assert battle.state.combatants["ann"].state.luck == 0


def test_an_event_is_seen_by_the_next_line_of_the_rule_but_kept_only_at_the_end() -> None:
    battle = duel(luck=1)
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "answer", "bob", answer="none")
    assert refusal(battle, "answer", "ann", [4], answer="spend") == "dice-exhausted"
    assert battle.state.combatants["ann"].state.luck == 1


def test_dice_that_run_out_within_an_answer_leave_the_prompt_open() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    assert refusal(battle, "answer", "bob", [15, 4], answer="dodge") == "dice-exhausted"
    do(battle, "answer", "bob", [3], answer="dodge")
    assert battle.entries[-1].events[-1] == Missed(who="ann", target="bob")


def test_dice_that_run_out_within_an_answer_leave_what_the_gm_changed_meanwhile() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    assert refusal(battle, "answer", "bob", [15, 4], answer="dodge") == "dice-exhausted"
    do(battle, "gm-set", target="ann", state={"luck": 1})
    do(battle, "answer", "bob", [15], answer="dodge")
    do(battle, "answer", "ann", [4, 4], answer="keep")
    assert battle.state.combatants["bob"].state.hurt == 3


def test_dice_that_run_out_at_the_first_roll_change_nothing() -> None:
    assert refusal(duel(), "strike", "ann", target="bob") == "dice-exhausted"


def test_a_bad_answer_is_refused_before_the_exchange_sees_it() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    assert refusal(battle, "answer", "bob", answer="run") == "bad-answer"
    assert refusal(battle, "answer", "bob", answer=3) == "bad-answer"
    assert refusal(battle, "answer", "bob", answer="parry", worse="?") == "bad-answer"
    assert refusal(battle, "answer", "ann", answer="none") == "not-your-prompt"
    assert refusal(battle, "answer", "eve", answer="none") == "unknown-combatant"
    do(battle, "answer", "bob", [15, 1, 2], answer="parry", worse=3)
    guard = next(e for e in battle.entries[-1].events if isinstance(e, Rolled))
    assert guard.target == 10 - 4 - 3
    assert refusal(battle, "answer", "bob", answer="none") == "not-your-prompt"


def test_the_checks_that_all_actions_share_come_in_their_order() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    assert refusal(battle, "dance", "eve") == "unknown-combatant"
    assert refusal(battle, "dance", "bob") == "prompt-open"
    assert refusal(battle, "begin") == "prompt-open"
    do(battle, "answer", "bob", [1, 1], answer="none")
    do(battle, "begin", dice=[3, 9])
    assert battle.state.active == "bob"
    assert refusal(battle, "dance", "ann") == "not-your-turn"
    assert refusal(battle, "dance", "bob") == "unknown-action"
    assert refusal(battle, "end-turn", "ann") == "not-your-turn"


def test_what_nobody_in_particular_does_needs_no_actor_and_no_turn() -> None:
    battle = duel()
    do(battle, "toll")
    assert refusal(battle, "toll", "cat") == "unknown-combatant"
    assert refusal(battle, "move") == "unknown-combatant"
    do(battle, "begin", dice=[9, 3])
    do(battle, "toll")
    do(battle, "toll", "bob")
    do(battle, "strike", "ann", [5], target="bob")
    assert refusal(battle, "toll") == "prompt-open"


def test_an_interruption_does_not_wait_for_its_turn() -> None:
    battle = duel()
    do(battle, "begin", dice=[9, 3])
    do(battle, "duck", "bob")
    do(battle, "duck", "ann")
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    assert refusal(battle, "duck", "bob") == "not-your-turn"
    do(battle, "strike", "ann", [5], target="bob")
    assert refusal(battle, "duck", "ann") == "prompt-open"


def test_turns_follow_the_order_once_a_fight_runs() -> None:
    battle = duel()
    assert refusal(battle, "end-turn", "ann") == "unknown-action"
    do(battle, "turn", "bob")
    do(battle, "begin", dice=[9, 3])
    assert battle.state.order == ("ann", "bob")
    assert refusal(battle, "begin") == "unknown-action"
    assert refusal(battle, "turn", "bob") == "unknown-action"
    do(battle, "end-turn", "ann")
    do(battle, "end-turn", "bob")
    assert (battle.state.active, battle.state.clock) == ("ann", {"round": 2})
    do(battle, "end-battle")
    assert (battle.state.active, battle.state.running) == (None, False)


def test_a_fight_of_nobody_cannot_begin() -> None:
    assert refusal(Battle("toy"), "begin") == "unknown-action"


def test_a_command_sent_twice_counts_once() -> None:
    battle = duel()
    command = Command(do="strike", actor="ann", id="once", params={"target": "bob"})
    first = battle.handle(command, Queue(5))
    assert battle.handle(command, Queue()) is first
    answer = Command(do="answer", actor="bob", id="twice", params={"answer": "none"})
    second = battle.handle(answer, Queue(4, 4))
    assert battle.handle(answer, Queue()) is second
    assert battle.state.combatants["bob"].state.hurt == 2
    loaded = Battle.load("toy", [e for entry in battle.entries for e in entry.events])
    assert loaded.handle(command, Queue()) == first


def test_a_refused_command_may_be_sent_again_with_its_id() -> None:
    battle = duel()
    command = Command(do="strike", actor="ann", id="once", params={"target": "bob"})
    with pytest.raises(Refusal):
        battle.handle(command, Queue())
    assert battle.handle(command, Queue(5))[0] == Commanded(
        id="once", do="strike", actor="ann", params={"target": "bob"}
    )


def test_an_id_that_the_battle_makes_never_meets_one_that_a_client_made() -> None:
    battle = duel()
    do(battle, "turn", "ann", id="c3")
    do(battle, "turn", "bob")
    do(battle, "turn", "bob")
    ids = [entry.command.id for entry in battle.entries]
    assert len(set(ids)) == len(ids) == 4


def test_check_tells_what_handle_would_refuse() -> None:
    battle = duel()
    assert battle.now.check(Command(do="strike", actor="ann")) is None
    assert battle.now.check(Command(do="strike", actor="ann", params={"target": "bob"})) is None
    no_one = battle.now.check(Command(do="strike", actor="ann", params={"target": "eve"}))
    assert no_one is not None
    assert no_one.code == "unknown-combatant"
    do(battle, "gm-set", target="ann", state={"hurt": 4})
    down = battle.now.check(Command(do="strike", actor="ann"))
    assert down is not None
    assert (down.code, down.rule) == ("cannot-act", "TOY-2")


class TestByHand:
    """Someone who throws real dice is asked for what they show."""

    def battle(self) -> Battle:
        battle = duel()
        do(battle, "edit", target="ann", by_hand=True)
        do(battle, "strike", "ann", target="bob")
        return battle

    def test_a_roll_waits_for_the_faces(self) -> None:
        battle = self.battle()
        assert battle.state.prompt is not None
        assert battle.state.prompt.dice == "d20"
        assert battle.state.prompt.choices == ("faces", "roll")
        events = do(battle, "answer", "ann", answer="faces", faces=[4])
        assert kinds(events) == ["command", "prompt-answered", "roll", "prompt-opened"]
        assert battle.state.prompt.to == "bob"

    @pytest.mark.parametrize("faces", [None, [], [21], [0], [1, 2], ["4"], [True], 4, [4.0]])
    def test_faces_that_cannot_be_are_refused(self, faces: Any) -> None:
        assert refusal(self.battle(), "answer", "ann", answer="faces", faces=faces) == "bad-answer"

    def test_it_may_be_rolled_for_them_after_all(self) -> None:
        battle = self.battle()
        assert refusal(battle, "answer", "ann", answer="roll") == "dice-exhausted"
        do(battle, "answer", "ann", [20], answer="roll")
        assert battle.entries[-1].events[-1] == Missed(who="ann", target="bob")


def test_a_refusal_does_not_list_who_else_is_there() -> None:
    battle = duel()
    with pytest.raises(Refusal) as unknown:
        do(battle, "strike", "eve", target="bob")
    assert "ann" not in unknown.value.message.lower()
    assert "bob" not in unknown.value.message.lower()
