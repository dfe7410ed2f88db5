from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import delete

from tests.postgres import KINDS, ReusedSchema
from tests.webapp.pages import host_of
from tests.webapp.talk.talk_table import Table
from tests.webapp.world import World, app_on_copy
from webapp.live.shared_rulers import SHOWINGS
from webapp.store import schema
from webapp.store.database import writing


@pytest.fixture(scope="package", params=KINDS)
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, first_start: Path
) -> Iterator[Table]:
    """One table for all tests here, on each kind of database: five windows take a second or two to open."""
    with ReusedSchema() if request.param == "postgresql" else nullcontext() as schema:
        for app in app_on_copy(first_start, tmp_path_factory.mktemp("talk"), schema):
            yield Table(World(app))
            put_away(app)


def put_away(app: Flask) -> None:
    """Let nothing that fades later be told to pages of other tests."""
    for showing in app.extensions[SHOWINGS]._made.values():
        showing._things.clear()


@pytest.fixture
def table(shared: Table) -> Table:
    """The table with nothing said yet, and nobody being asked."""
    host, store = host_of(shared.world), shared.world.store
    with writing(store._engine) as connection:
        for kept in (schema.said, schema.papers, schema.kept_rolls, schema.habits):
            connection.execute(delete(kept))
    host.talk._kept, host.talk._heard, host.talk._left = None, {}, {}
    host.tell_people_changed()
    put_away(shared.world.app)
    while host.battle.state.prompt is not None:
        shared.gm.do("undo")
    shared.heard()
    return shared
