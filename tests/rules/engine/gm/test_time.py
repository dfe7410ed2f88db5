"""What ends by the clock: of each system's own, and in free play as the GM lets time pass."""

from itertools import pairwise
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.gm.countdown import lasting_conditions
from rules.engine.gm.gm_mark_events import MarkTaken
from rules.engine.gm.time_events import ConditionCounted, ConditionRanOut, ConditionTimed, TimePassed
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import do, duel
from tests.rules.test_undo_of_commands import begun, give

SYSTEMS = {
    "atomic": "collapsed",
    "gurps": "prone",
    "phases": "down",
    "savage": "prone",
    "tesseris": "blinded",
}
"""Each with a condition that stays until something takes it off."""


def go_on(battle: Battle, seed: int) -> None:
    """Let whoever is to act do nothing, and what waits for nobody go on."""
    state = battle.state
    if state.prompt is not None:
        assert give(battle, {"do": "answer", "actor": state.prompt.to, "answer": state.prompt.default}, seed)
    elif state.active is not None:
        assert give(battle, {"do": "end-turn", "actor": state.active}, seed)
    else:
        assert give(battle, {"do": "next-phase"}, seed)


@pytest.mark.parametrize("system", SYSTEMS)
def test_in_each_system_a_mark_and_a_condition_end_as_its_own_clock_goes_on(system: str) -> None:
    battle, condition = begun(system, most=3), SYSTEMS[system]
    units = [unit.id for unit in battle.system.turns.clock_units]
    assert give(battle, {"do": "begin"})
    (chip,) = (one for one in battle.system.looks.controls(battle.state, "c2").chips if one.id == condition)
    assert give(battle, {"do": "gm-set", "target": "c2", "state": dict(chip.patch)})
    for unit in units:
        assert give(battle, {"do": "put-mark", "target": "c1", "name": unit, "rounds": 1, "unit": unit})
    timed = {"target": "c2", "condition": condition, "lasts": 2, "unit": units[0]}
    assert give(battle, {"do": "time-condition", **timed})
    for seed in range(200):
        go_on(battle, seed)
        if not (battle.state.combatants["c1"].gm_marks or battle.state.combatants["c2"].timed):
            break
    told = [event for entry in battle.entries for event in entry.events]
    ended = [event.name for event in told if isinstance(event, MarkTaken)]
    assert ended == units, "a shorter one is over sooner"
    assert [event.condition for event in told if isinstance(event, ConditionRanOut)] == [condition]
    assert condition not in lasting_conditions(battle.state, "c2")
    assert Battle.load(system, told).state == battle.state


def hurt(battle: Battle) -> None:
    do(battle, "gm-set", target="ann", state={"down": True})


def time(battle: Battle, lasts: int, **more: Any) -> Any:
    return do(battle, "time-condition", target="ann", condition="down", lasts=lasts, **more)


def left(battle: Battle) -> list[int]:
    return [one.left for one in battle.state.combatants["ann"].timed]


def test_a_condition_ends_as_the_gm_lets_time_pass_and_is_there_again_when_that_is_undone() -> None:
    battle = duel()
    hurt(battle)
    time(battle, 5)
    told = do(battle, "pass-time", lasts=3)
    assert [event for event in told if isinstance(event, TimePassed | ConditionCounted)] == [
        TimePassed(n=3),
        ConditionCounted(who="ann", condition="down", left=2),
    ]
    told = do(battle, "pass-time", lasts=9)
    (over,) = (event for event in told if isinstance(event, ConditionRanOut))
    assert (over.who, over.condition, over.state) == ("ann", "down", {"down": False})
    assert battle.state.combatants["ann"].state.down is False
    do(battle, "undo")
    assert (battle.state.combatants["ann"].state.down, left(battle)) == (True, [2])


def test_what_ended_otherwise_is_not_ended_once_more() -> None:
    battle = duel()
    hurt(battle)
    time(battle, 1)
    do(battle, "gm-set", target="ann", state={"down": False})
    told = do(battle, "pass-time", lasts=1)
    assert not any(isinstance(event, ConditionRanOut) for event in told)
    assert ConditionTimed(who="ann", condition="down") in told
    assert left(battle) == []


def test_a_condition_of_the_tables_own_ends_too_and_the_others_stay() -> None:
    battle = duel()
    for id_ in ("wet", "cold"):
        to = {"name": id_.title(), "words": "", "shape": "drop", "tone": "info"}
        do(battle, "set-house", changes=[{"part": "conditions", "id": id_, "to": to}])
    do(battle, "set-conditions", target="ann", conditions=["wet", "cold"])
    do(battle, "time-condition", target="ann", condition="own-wet", lasts=2)
    do(battle, "pass-time", lasts=2)
    assert battle.state.combatants["ann"].conditions == ("cold",)


def test_a_condition_can_be_let_last_after_all() -> None:
    battle = duel()
    hurt(battle)
    time(battle, 2)
    time(battle, 0)
    assert left(battle) == []
    with pytest.raises(Refusal, match="like that already"):
        time(battle, 0)


def test_how_long_the_units_of_phase_combat_are_to_one_another_is_kept_as_time_passes() -> None:
    battle = begun("phases", most=2)
    units = battle.system.turns.clock_units
    assert all(one.span < other.span for one, other in pairwise(units))
    for unit in units:
        assert give(battle, {"do": "put-mark", "target": "c1", "name": unit.id, "rounds": 9, "unit": unit.id})
    assert give(battle, {"do": "pass-time", "lasts": 1, "unit": "turn"})
    marks = battle.state.combatants["c1"].gm_marks
    assert {mark.name: mark.rounds for mark in marks} == {"phase": 3, "round": 6, "turn": 8, "minute": 9}


@pytest.mark.parametrize(
    ("command", "params"),
    [
        ("time-condition", {"target": "ann", "condition": "down", "lasts": 3}),
        ("time-condition", {"target": "ann", "lasts": 3}),
        ("pass-time", {}),
        ("pass-time", {"lasts": 0}),
        ("pass-time", {"lasts": 3, "unit": "fortnight"}),
        ("put-mark", {"target": "ann", "name": "A", "rounds": 3, "unit": "fortnight"}),
    ],
)
def test_what_no_clock_can_end_is_refused_and_changes_nothing(command: str, params: dict[str, Any]) -> None:
    battle = duel()
    before = battle.state
    with pytest.raises(Refusal) as caught:
        do(battle, command, **params)
    assert battle.state == before
    assert caught.value.message.endswith(".")


def test_in_a_fight_its_own_clock_counts_and_no_other() -> None:
    battle = duel()
    do(battle, "begin", dice=[5, 4])
    with pytest.raises(Refusal, match="its own clock counts"):
        do(battle, "pass-time", lasts=1)
