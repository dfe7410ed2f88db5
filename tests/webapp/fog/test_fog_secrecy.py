"""A hundred random scenes in the fog: whoever listens hears of nothing that their eyes cannot have seen."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.postgres import each_database
from tests.webapp.fog.fog_listener import Listeners
from tests.webapp.world import World, app_on_copy

SCENES = 100
AT_ONCE = 10


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[list[Listeners]]:
    """A table on each kind of database that there is."""
    with each_database() as databases, ExitStack() as stack:
        opened = contextmanager(app_on_copy)
        yield [
            Listeners(
                World(stack.enter_context(opened(first_start, tmp_path_factory.mktemp("fog"), database)))
            )
            for database in databases
        ]


@pytest.mark.parametrize("first", range(0, SCENES, AT_ONCE))
def test_nothing_unexplored_reaches_players_the_projector_or_a_spectator(
    tables: list[Listeners], first: int
) -> None:
    for seed in range(first, first + AT_ONCE):
        tables[first // AT_ONCE % len(tables)].hear(seed)
