"""Twenty fights of each system by hands that press only what their pages offer: nothing of it is refused.

`python -m tests.load.self_play` plays two hundred of each, to the end.
"""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.fuzzing.commands import playable
from tests.playing.fight import Fight
from webapp.app import Settings, create_app
from webapp.context import STORE

FIGHTS = 20
MOST_PRESSES = 80
"""So many presses of a fight take half a second or so; by then the GM ends it."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    made = create_app(Settings(data_dir=tmp_path_factory.mktemp("data"), lan=False, async_mode="threading"))
    made.testing = True
    with made.app_context():
        yield made
    made.extensions[STORE].close()


@pytest.mark.parametrize("system", playable())
def test_what_the_pages_offer_is_never_refused_and_fights_end(app: Flask, system: str) -> None:
    told = [Fight(app, system, seed).play(MOST_PRESSES) for seed in range(FIGHTS)]
    assert [str(one) for fight in told for one in fight.refused] == []
    assert all(fight.ended for fight in told)
