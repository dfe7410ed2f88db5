"""Twenty fights of each system by hands that press only what their pages offer: nothing of it is refused.

`python -m tests.load.endurance.self_play` plays two hundred of each, to the end.
"""

import pytest
from flask import Flask

from tests.fuzzing.commands import playable
from tests.playing.fight import Fight

FIGHTS = 20
MOST_PRESSES = 80
"""So many presses of a fight take half a second or so; by then the GM ends it."""
LONGER = {"atomic": 200}
"""Systems whose fights go on for longer: most blows are parried or dodged."""
DECIDED = FIGHTS // 5
"""In so many fights at least one side is down by then: hands that never hurt anybody would prove little."""


@pytest.mark.parametrize("system", playable())
def test_what_the_pages_offer_is_never_refused_and_fights_end(app: Flask, system: str) -> None:
    presses = LONGER.get(system, MOST_PRESSES)
    told = [Fight(app, system, seed).play(presses) for seed in range(FIGHTS)]
    assert [str(one) for fight in told for one in fight.refused] == []
    assert all(fight.ended for fight in told)
    assert sum(fight.decided for fight in told) >= DECIDED
