"""A hundred random scenes in the fog: whoever listens hears of nothing that their eyes cannot have seen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webapp.fog.fog_listener import Listeners
from tests.webapp.world import World, app_on_copy

SCENES = 100
AT_ONCE = 10


@pytest.fixture(scope="module")
def listeners(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[Listeners]:
    for app in app_on_copy(first_start, tmp_path_factory.mktemp("fog")):
        yield Listeners(World(app))


@pytest.mark.parametrize("first", range(0, SCENES, AT_ONCE))
def test_nothing_unexplored_reaches_players_the_projector_or_a_spectator(
    listeners: Listeners, first: int
) -> None:
    for seed in range(first, first + AT_ONCE):
        listeners.hear(seed)
