"""A player who tries everything, at every step of fifty fights in the fog, learns nothing of the unseen."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.postgres import each_database
from tests.webapp.fog.fog_actor import SYSTEMS, Actors
from tests.webapp.fog.fog_attempts import LEFT
from tests.webapp.fog.fog_stage import staged
from tests.webapp.fog.fog_war import fought_twice
from tests.webapp.world import copied
from webapp.live.message_checks import socketio

SCENES, AT_ONCE = 50, 10


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[list[Actors]]:
    """A table on each kind of database that there is."""
    with each_database() as databases, ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("acting") / "data" for _ in databases]
        settings = [copied(first_start, *at) for at in zip(folders, databases, strict=True)]
        worlds = [stack.enter_context(staged(each)) for each in settings]
        yield [Actors(world, steps=2, tries=16) for world in worlds]


@pytest.mark.parametrize("first", range(0, SCENES, AT_ONCE))
def test_nothing_that_a_player_tries_tells_of_the_unseen(tables: list[Actors], first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        tables[first // AT_ONCE % len(tables)].act(seed)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_fight_looks_the_same_whether_or_not_somebody_unseen_fights_in_it(
    tables: list[Actors], system: str
) -> None:
    actors = tables[SYSTEMS.index(system) % len(tables)]
    fought_twice(actors.world, system, actors.browsers, seed=1, steps=6)


def test_every_message_and_every_route_that_there_is_is_tried(tables: list[Actors]) -> None:
    """A new one is tried by itself, or must be told what a player might send to it: `MESSAGES`, `_part`."""
    actors = tables[-1]
    every = Actors(actors.world, browsers=actors.browsers, steps=1, tries=0)
    every.act(0)
    listened_to = set(socketio.server.handlers["/"]) - {"connect", "disconnect"}
    routes = {rule.endpoint for rule in actors.world.app.url_map.iter_rules()}
    assert set(every.tried) == (listened_to | routes) - set(LEFT)
