from collections.abc import Iterator

import pytest

from tests.webapp.pages import host_of
from tests.webapp.rehearsal.panel import settle
from tests.webapp.world import World
from webapp.rehearsal.fight_player import rehearsal_pool
from webapp.rehearsal.rehearsals import rehearsals
from webapp.table.host import Host


@pytest.fixture
def host(world: World) -> Iterator[Host]:
    """The table's fight, of which nothing is played any more in the end."""
    host = host_of(world)
    yield host
    with world.app.app_context():
        rehearsals().cancel(host.scene.id)
    settle()
    rehearsal_pool().close()
