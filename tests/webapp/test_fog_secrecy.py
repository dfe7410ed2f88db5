"""A hundred random scenes in the fog: whoever listens hears of nothing that their eyes cannot have seen."""

import pytest

from tests.webapp.conftest import World
from tests.webapp.fog_listener import Listeners

SCENES = 100
AT_ONCE = 10


@pytest.mark.parametrize("first", range(0, SCENES, AT_ONCE))
def test_nothing_unexplored_reaches_players_the_projector_or_a_spectator(world: World, first: int) -> None:
    listeners = Listeners(world)
    for seed in range(first, first + AT_ONCE):
        listeners.hear(seed)
