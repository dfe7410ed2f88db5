"""Odds of an aim: at once where that is little work, or first an estimate that says how far off it may be."""

import pickle
import random
from collections.abc import Iterator

import pytest

from rules.engine.battle import Battle
from rules.engine.chances.aim_odds import AimOdds
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from tests.fuzzing.commands import begun, playable
from tests.load.chance import filled


def aims(system: str, count: int) -> Iterator[tuple[Battle, Command]]:
    """Give so many aims, with all that reaches somebody: by chance, each time the same."""
    dice = random.Random(f"aims of {system}")
    while count:
        battle = begun(system, dice)
        view, who = BattleView(battle.state), dice.choice(list(battle.state.combatants.values()))
        for action in battle.system.actions:
            if not action.aimed:
                continue
            for fixed, _ in action.ways(view, who):
                said = filled(view, action, who, fixed, dice)
                command = Command(do=action.id, actor=who.id, params=said)
                try:
                    command = action.filled(view, command)
                    plan = action.plan(view, command)
                except Refusal:
                    continue
                if count and (plan.target or (plan.laid and plan.laid.caught)):
                    count -= 1
                    yield battle, command


@pytest.mark.parametrize("system", playable())
def test_an_estimate_is_as_far_off_as_it_says(system: str) -> None:
    for battle, command in aims(system, 12):
        asked = AimOdds.of(battle.state, command)
        for (who, true), (same, about) in zip(asked.whole(), asked.first(), strict=True):
            assert (who, about.sampled) == (same, True)
            if true.sampled:
                continue
            assert about.by_answer.keys() <= true.by_answer.keys()  # of those that came up
            for answer, one in about.by_answer.items() or [("", about)]:
                exact = true.by_answer[answer] if answer else true
                assert abs(one.hit - exact.hit) <= 4 * one.standard_error, (command, answer)


@pytest.mark.parametrize("system", playable())
def test_what_is_sent_elsewhere_comes_to_the_same(system: str) -> None:
    for battle, command in aims(system, 3):
        state, said = pickle.loads(pickle.dumps((battle.state, command)))
        here, there = AimOdds.of(battle.state, command), AimOdds.of(state, said)
        assert there.at_once() in (None, here.whole())
        assert there.first() == here.first()
