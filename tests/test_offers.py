"""Of every system: what is filled in and passes `check` passes `plan`; and what is offered is accepted."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.fuzzing.commands import playable
from tests.playing.fight import Fight
from tests.playing.filling import faults_of
from webapp.app import Settings, create_app
from webapp.context import STORE

FIGHTS, PRESSES, LOOK_EVERY = 6, 50, 5


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), lan=False, async_mode="threading"))
    made.testing = True
    with made.app_context():
        yield made
    made.extensions[STORE].close()


@pytest.mark.parametrize("system", playable())
def test_what_passes_check_passes_plan_and_what_is_offered_is_accepted(app: Flask, system: str) -> None:
    for seed in range(FIGHTS):
        assert list(faults_of(Fight(app, system, seed), PRESSES, LOOK_EVERY)) == []
