from collections.abc import Iterator

import pytest

from tests.webapp.notes.notes_table import NotesTable
from tests.webapp.world import World


@pytest.fixture
def table(world: World) -> Iterator[NotesTable]:
    table = NotesTable(world)
    yield table
    table.close()
