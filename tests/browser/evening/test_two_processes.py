"""An evening over two processes: the GM and Ben are at one, Ann's phone and the projector at the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Sit
from tests.browser.evening.test_evening import (
    test_four_browsers_play_a_fight_on_an_imported_map as play_an_evening,
)
from tests.browser.seat import Seat
from tests.cluster_kit.cluster import Cluster
from tests.load.server import Server
from tests.postgres import own_schema
from tests.redis_server import redis_url

WHERE = {"GM": 0, "Ben": 0, "Ann": 1, "projector": 1}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with own_schema() as database, Cluster(tmp_path, database, redis_url()) as two:
        yield two


@pytest.fixture
def server(cluster: Cluster) -> Server:
    links = cluster.first.links
    return replace(cluster.server, gm=links.gm, join=links.join, screen=links.screen)


def test_an_evening_is_played_over_two_processes(sit: Sit, server: Server, cluster: Cluster) -> None:
    def sit_apart(name: str, window: dict[str, Any], path: str, **more: Any) -> Seat:
        return sit(name, window, path, base_url=cluster.origins[WHERE[name]], **more)

    play_an_evening(sit_apart, server)
