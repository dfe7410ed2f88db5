"""The evening in the barroom, for the tests of phase combat."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.browser.scenes.barroom import DUEL, lay_out
from tests.webapp.systems.barroom_seats import Opened
from tests.webapp.world import World
from webapp.app import Settings, create_app
from webapp.context import STORE


@pytest.fixture(scope="session")
def barroom(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The duel of Earl and Leroy, both with a pistol in hand."""
    data = tmp_path_factory.mktemp("barroom")
    lay_out(data, only=DUEL)
    return data


@pytest.fixture
def opened(tmp_path: Path, barroom: Path) -> Iterator[Opened]:
    """Open the same evening anew, as often as it is asked for: the same table, the same dice."""
    apps: list[Flask] = []

    def open_it() -> World:
        data = Path(shutil.copytree(barroom, tmp_path / f"data-{len(apps)}"))
        app = create_app(Settings(data_dir=data, lan=False, async_mode="threading"))
        app.testing = True
        apps.append(app)
        return World(app)

    yield open_it
    for app in apps:
        app.extensions[STORE].close()
