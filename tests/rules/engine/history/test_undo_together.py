"""An order to several is taken back as one: what was done of it without a break."""

from tests.rules.engine.history.test_undo import hurt
from tests.rules.engine.toy import do, duel


def test_an_order_to_several_is_taken_back_at_once_and_put_back_at_once() -> None:
    battle = duel()
    before = battle.state
    do(battle, "gm-set", target="ann", state={"hurt": 1}, together="o1")
    do(battle, "gm-set", target="bob", state={"hurt": 2}, together="o1")
    after = battle.state
    do(battle, "undo")
    assert battle.state == before
    do(battle, "redo")
    assert battle.state == after


def test_what_was_done_before_an_order_stays_when_that_is_taken_back() -> None:
    battle = duel()
    do(battle, "gm-set", target="bob", state={"hurt": 1}, together="o1")
    do(battle, "gm-set", target="bob", state={"hurt": 2})
    do(battle, "gm-set", target="bob", state={"hurt": 3}, together="o2")
    do(battle, "gm-set", target="bob", state={"hurt": 4}, together="o2")
    do(battle, "undo")
    assert hurt(battle) == 2
    do(battle, "undo")
    assert hurt(battle) == 1


def test_an_order_is_taken_back_with_the_answers_that_came_in_it() -> None:
    battle = duel()
    before = battle.state
    do(battle, "strike", "ann", [5], target="bob", together="o1")
    do(battle, "answer", "bob", [4, 4], answer="none")
    do(battle, "gm-set", target="ann", state={"hurt": 1}, together="o1")
    assert hurt(battle) == 2
    do(battle, "undo")
    assert battle.state == before


def test_the_answers_of_another_attack_before_an_order_stay() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "answer", "bob", [4, 4], answer="none")
    do(battle, "gm-set", target="bob", state={"hurt": 0}, together="o1")
    do(battle, "undo")
    assert hurt(battle) == 2


def test_what_comes_in_between_is_no_part_of_an_order() -> None:
    battle = duel()
    do(battle, "gm-set", target="bob", state={"hurt": 1}, together="o1")
    do(battle, "gm-set", target="ann", state={"hurt": 5})
    do(battle, "gm-set", target="bob", state={"hurt": 2}, together="o1")
    do(battle, "undo")
    assert (hurt(battle, "ann"), hurt(battle)) == (5, 1)
