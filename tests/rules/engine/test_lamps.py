"""Lights that are carried and burn down by the clock: put out, lit again, gone; undone and refused."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.fog.fog_events import LampCounted, LampOut, LampSet, LampTimed
from rules.engine.refusal import Refusal
from rules.engine.state import Combatant, Lamp
from tests.rules.engine.history.test_resume import saved
from tests.rules.engine.test_fog import known, two_rooms
from tests.rules.engine.toy import do

TORCH = Lamp(1, 2, 5)


def lit(**more: Any) -> Battle:
    """Ann carries a torch in the dark."""
    battle = two_rooms(ambient="dark")
    do(battle, "set-lamp", target="ann", **{"bright": 1, "dim": 2, "lasts": 5, **more})
    return battle


def ann(battle: Battle) -> Combatant:
    return battle.state.combatants["ann"]


def test_a_light_burns_down_by_the_clock_and_is_there_again_when_that_is_undone() -> None:
    battle = lit()
    assert ann(battle).lamp == TORCH
    assert LampCounted(who="ann", left=3) in do(battle, "pass-time", lasts=2)
    assert LampOut(who="ann", ended=True) in do(battle, "pass-time", lasts=3)
    assert (ann(battle).lamp, ann(battle).put_out) == (None, None)
    do(battle, "undo")
    assert ann(battle).lamp == Lamp(1, 2, 3)
    assert Battle.load("toy", saved(battle)).state == battle.state


def test_what_is_put_out_keeps_its_rest_and_burns_on_when_it_is_lit_again() -> None:
    battle = lit()
    do(battle, "pass-time", lasts=2)
    do(battle, "put-out-lamp", target="ann")
    assert (ann(battle).lamp, ann(battle).put_out) == (None, Lamp(1, 2, 3))
    do(battle, "pass-time", lasts=9)
    do(battle, "light-lamp", target="ann")
    assert (ann(battle).lamp, ann(battle).put_out) == (Lamp(1, 2, 3), None)
    do(battle, "undo")
    assert ann(battle).put_out == Lamp(1, 2, 3)


def test_where_it_has_gone_out_it_is_dark() -> None:
    battle = lit()
    do(battle, "set-fog", on=True, sides=["heroes"])
    assert (3, 1) in known(battle)
    do(battle, "pass-time", lasts=5)
    do(battle, "paint-fog", how="forget", all=True)
    assert (3, 1) not in known(battle)


def test_a_light_may_burn_as_long_as_it_is_wanted() -> None:
    battle = lit(lasts=0)
    do(battle, "pass-time", lasts=9999)
    assert ann(battle).lamp == Lamp(1, 2)


def test_that_it_burns_longer_is_all_that_is_told_where_the_light_is_the_same() -> None:
    battle = lit()
    told = do(battle, "set-lamp", target="ann", bright=1, dim=2, lasts=9)
    assert LampTimed(who="ann", left=9) in told
    assert not any(isinstance(event, LampSet) for event in told)
    do(battle, "set-lamp", target="ann", bright=1, dim=2)
    assert ann(battle).lamp == Lamp(1, 2)
    told = do(battle, "set-lamp", target="ann", bright=2, dim=4, lasts=3)
    assert ann(battle).lamp == Lamp(2, 4, 3)
    assert LampSet(who="ann", bright=2, dim=4) in told


def test_a_light_that_was_put_out_can_be_taken_away_or_be_another() -> None:
    battle = lit()
    do(battle, "put-out-lamp", target="ann")
    do(battle, "set-lamp", target="ann", bright=0, dim=0)
    assert ann(battle).put_out is None
    do(battle, "undo")
    do(battle, "set-lamp", target="ann", bright=1, dim=3)
    assert (ann(battle).lamp, ann(battle).put_out) == (Lamp(1, 3), None)


@pytest.mark.parametrize(
    ("command", "params", "code"),
    [
        ("put-out-lamp", {"target": "bob"}, "no-light"),
        ("light-lamp", {"target": "bob"}, "no-light"),
        ("light-lamp", {"target": "ann"}, "no-light"),
        ("set-lamp", {"target": "ann", "bright": 1, "dim": 2, "lasts": 5}, "no-change"),
        ("set-lamp", {"target": "ann", "dim": 2, "lasts": 5, "unit": "fortnight"}, "bad-command"),
    ],
)
def test_what_cannot_be_done_to_a_light_is_refused_and_changes_nothing(
    command: str, params: dict[str, Any], code: str
) -> None:
    battle = lit()
    before = battle.state
    with pytest.raises(Refusal) as caught:
        do(battle, command, **params)
    assert (battle.state, caught.value.code) == (before, code)
