from collections.abc import Iterator

import pytest
from flask import Flask

from webapp.app import Settings, create_app
from webapp.context import STORE


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all fights: each is played at a table of its own."""
    made = create_app(Settings(data_dir=tmp_path_factory.mktemp("played"), lan=False, async_mode="threading"))
    made.testing = True
    yield made
    made.extensions[STORE].close()


@pytest.fixture(autouse=True)
def in_the_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield
