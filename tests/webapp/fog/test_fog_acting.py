"""A player who tries everything, at every step of fifty fights in the fog, learns nothing of the unseen."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webapp.fog.fog_actor import SYSTEMS, Actors
from tests.webapp.fog.fog_attempts import LEFT
from tests.webapp.fog.fog_stage import staged
from tests.webapp.fog.fog_war import fought_twice
from webapp.live.socket_events import socketio

SCENES, AT_ONCE = 50, 10


@pytest.fixture(scope="module")
def actors(tmp_path_factory: pytest.TempPathFactory, first_start: Path) -> Iterator[Actors]:
    with staged(Path(shutil.copytree(first_start, tmp_path_factory.mktemp("acting") / "data"))) as world:
        yield Actors(world, steps=2, tries=16)


@pytest.mark.parametrize("first", range(0, SCENES, AT_ONCE))
def test_nothing_that_a_player_tries_tells_of_the_unseen(actors: Actors, first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        actors.act(seed)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_fight_looks_the_same_whether_or_not_somebody_unseen_fights_in_it(
    actors: Actors, system: str
) -> None:
    fought_twice(actors.world, system, actors.browsers, seed=1, steps=6)


def test_every_message_and_every_route_that_there_is_is_tried(actors: Actors) -> None:
    """A new one is tried by itself, or must be told what a player might send to it: `MESSAGES`, `_part`."""
    every = Actors(actors.world, browsers=actors.browsers, steps=1, tries=0)
    every.act(0)
    listened_to = set(socketio.server.handlers["/"]) - {"connect", "disconnect"}
    routes = {rule.endpoint for rule in actors.world.app.url_map.iter_rules()}
    assert set(every.tried) == (listened_to | routes) - set(LEFT)
