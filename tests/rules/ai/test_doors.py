"""Whoever can reach a foe only through a door opens it, however much else their card offers."""

from dataclasses import replace

import pytest

from rules.ai.advice import Advisor
from rules.ai.effort import Effort
from rules.ai.foresight import PLAIN
from tests.fuzzing.commands import playable
from tests.playing.scenes import Scene, close

LIGHT = Effort(places=4, foes=2, looked_into=2, care=PLAIN)
HOUSE = [
    {"id": "north", "from": [4, 0], "to": [4, 2], "kind": "wall"},
    {"id": "door", "from": [4, 2], "to": [4, 3], "kind": "door", "state": "closed"},
    {"id": "south", "from": [4, 3], "to": [4, 5], "kind": "wall"},
]


def shut_out(system: str) -> Scene:
    """Give a fight with a wall between the sides, at whose only door somebody stands."""
    scene = close(system)
    return replace(scene, map={**scene.map, "walls": HOUSE})


@pytest.mark.parametrize("system", playable())
def test_who_stands_before_a_closed_door_would_open_it(system: str) -> None:
    battle = shut_out(system).begun()
    best = Advisor(battle.system, battle.state, "ann", effort=LIGHT).best(3)
    assert any(one.command.do == "door" and one.better > 0 for one in best)
