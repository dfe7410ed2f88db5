"""Ten fights of each system that the AI plays for both sides, the test of the rules under way.

`python -m tests.load.endurance.ai_self_play` plays two hundred of each, with what weighs more at a turn.
"""

import pytest

from rules.ai.quick import QuickPlayer
from rules.engine.system import find_system
from rules.rehearsal.fight import MOST_ROUNDS
from tests.fuzzing.commands import playable
from tests.playing.duel import Quick
from tests.playing.scenes import close
from tests.playing.self_play import play

FIGHTS = 10


@pytest.mark.parametrize("system", playable())
def test_fights_that_the_ai_plays_come_to_an_end_fold_to_what_they_are_and_can_be_undone(system: str) -> None:
    ai = Quick(QuickPlayer(find_system(system)))
    played = [play(close(system), seed, ai) for seed in range(FIGHTS)]
    assert [fault for one in played for fault in one.faults] == []
    assert all(one.won is not None and one.rounds <= MOST_ROUNDS for one in played)
