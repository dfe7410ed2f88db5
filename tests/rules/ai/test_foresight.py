"""What foresight keeps of what it has measured changes nothing of what it foresees."""

from collections.abc import Hashable, Iterator
from typing import Any

import pytest

from rules.ai.blows import in_free_play
from rules.ai.foresight import ROUGH, Foresight, Measured
from rules.ai.options import aimed, buttons
from rules.ai.worth import Sides
from rules.engine.action import Plan
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from tests.fuzzing.commands import playable
from tests.load.chance import Faces
from tests.playing.duel import Duel, Nearest
from tests.playing.scenes import SIDES, close

STAGES, COMMANDS = 4, 12
"""It is compared so often in a fight, and so many commands lie between."""


class Forgetful(dict[Hashable, Any]):
    """Keeps nothing, and gives nobody anything else that does."""

    def __setitem__(self, key: Hashable, value: Any) -> None:
        """Forget it."""

    def setdefault(self, key: Hashable, default: Any = None) -> Any:
        """Give what is asked for as if nothing were known."""
        return (default[0], Forgetful()) if isinstance(default, tuple) else Forgetful()


def attacks(state: BattleState, position: Position, who: str) -> Iterator[tuple[str, Plan]]:
    """Plan each attack on each foe."""
    foes = [one for one in state.combatants.values() if one.side != state.combatants[who].side]
    for action, button in buttons(position, who, is_aimed=True):
        for command in aimed(position, action, button, foes):
            try:
                yield action.id, position.plan(command)
            except Refusal:
                continue


@pytest.mark.parametrize("system", playable())
def test_what_was_measured_before_is_foreseen_as_if_it_had_not_been(system: str) -> None:
    battle, compared = close(system).begun(), 0
    sides, ends = Sides(battle.system, SIDES[0]), Measured()
    for _ in range(STAGES):
        state = in_free_play(battle.state)
        position = Position(battle.system, state)
        for who in [one.id for one in state.combatants.values() if one.side == SIDES[0]]:
            for kind, plan in attacks(state, position, who):
                kept = Foresight(sides, ROUGH, ends=ends).of_plan(state, plan, kind)
                assert kept == Foresight(sides, ROUGH, ends=Forgetful()).of_plan(state, plan, kind)
                compared += 1
        Duel(battle, {side: Nearest() for side in SIDES}, Faces("on"), COMMANDS).play()
    assert compared
