from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres import KINDS, ReusedSchema
from webapp.store.store import Store


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str | Path]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield tmp_path / "battlemat.db"
    else:
        schema: ReusedSchema = request.getfixturevalue("reused_schema")
        yield schema.holding()


@pytest.fixture
def opened(database: str | Path, tmp_path: Path) -> Iterator[Callable[[], Store]]:
    """What opens the store: each time as another process would."""
    stores: list[Store] = []

    def open_store() -> Store:
        stores.append(Store(database, tmp_path / "pictures"))
        return stores[-1]

    yield open_store
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()
