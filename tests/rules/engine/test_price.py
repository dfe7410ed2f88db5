"""What an action costs whose system says nothing of it."""

from rules.engine.command import Command
from rules.engine.price import FREE, ONE_ACTION
from rules.engine.state import BattleView
from tests.rules.engine.toy import TOY, duel


def test_who_says_nothing_of_prices_has_actions_that_take_a_turn_end_none_and_need_no_words() -> None:
    view = BattleView(duel().state)
    for action in TOY.actions:
        found = action.price(view, Command(do=action.id, actor=next(iter(view.state.combatants))))
        assert found == (FREE if action.of_table else ONE_ACTION)
        assert not TOY.looks.price(found)
    assert (ONE_ACTION.turns, ONE_ACTION.ends_turn, FREE.turns) == (1, False, 0)
