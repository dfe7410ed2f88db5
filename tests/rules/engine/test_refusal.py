"""A refusal that was only read is let go of at once, and leaves nothing to the garbage collector."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest

from tests.rules.kit import BattleInHand, command, fighter
from tests.rules.systems.gurps.fights import Fight as GurpsFight
from tests.rules.systems.tesseris.fights import OPEN
from tests.rules.systems.tesseris.fights import Fight as TesserisFight


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    ("kind", "state"), [(TesserisFight, {}), (GurpsFight, {}), (GurpsFight, {"maneuver": {"id": "move"}})]
)
def test_a_check_keeps_no_refusal_alive(kind: type[BattleInHand], state: dict[str, Any]) -> None:
    fight = kind(fighter("ann", at=[1, 1], state=state), fighter("bob", at=[30, 1]), map=OPEN)
    asked = [command("no-such-action", "ann")]
    for action in fight.battle.system.actions:
        asked += [command(action.id, "ann"), command(action.id, "ann", target="bob")]
    refused = 0
    for one in asked:
        refusal = fight.battle.now.check(one)
        if refusal is not None:
            refused, known = refused + 1, ref(refusal)
            del refusal
            assert known() is None, one
    assert refused > 5


def test_one_that_a_later_target_makes_good_is_let_go_of_too() -> None:
    near, far = fighter("cat", "heroes", at=[2, 1]), fighter("bob", "raiders", at=[30, 1])
    fight = TesserisFight(fighter("ann", "heroes", at=[1, 1]), near, far, map=OPEN)
    strike = command("melee-strike", "ann")
    assert fight.battle.now.check(strike) is None
    gc.collect()
    assert fight.battle.now.check(strike) is None
    assert gc.collect() == 0
