"""Of every system: what is filled in and passes `check` passes `plan`; and what is offered is accepted."""

import pytest
from flask import Flask

from tests.fuzzing.commands import playable
from tests.playing.fight import Fight
from tests.playing.filled_commands import faults_of

FIGHTS, PRESSES, LOOK_EVERY = 6, 50, 5


@pytest.mark.parametrize("system", playable())
def test_what_passes_check_passes_plan_and_what_is_offered_is_accepted(app: Flask, system: str) -> None:
    for seed in range(FIGHTS):
        assert list(faults_of(Fight(app, system, seed), PRESSES, LOOK_EVERY)) == []
