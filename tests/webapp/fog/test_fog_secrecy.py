"""A hundred random scenes in the fog: whoever listens hears of nothing that their eyes cannot have seen."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webapp.conftest import World
from tests.webapp.fog.fog_listener import Listeners
from webapp.app import Settings, create_app
from webapp.context import STORE

SCENES = 100
AT_ONCE = 10


@pytest.fixture(scope="module")
def listeners(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[Listeners]:
    data = Path(shutil.copytree(first_start, tmp_path_factory.mktemp("fog") / "data"))
    made = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
    made.testing = True
    yield Listeners(World(made))
    made.extensions[STORE].close()


@pytest.mark.parametrize("first", range(0, SCENES, AT_ONCE))
def test_nothing_unexplored_reaches_players_the_projector_or_a_spectator(
    listeners: Listeners, first: int
) -> None:
    for seed in range(first, first + AT_ONCE):
        listeners.hear(seed)
