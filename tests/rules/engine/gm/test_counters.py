"""Counters of the GM's own: set up, stepped as far as they go, taken away, and kept in the log."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.gm.counter_events import CounterPut, CounterStepped, CounterTaken
from rules.engine.gm.counters import HIGHEST_COUNT, MOST_COUNTERS, Counter
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import do, duel


def counters(battle: Battle, who: str = "ann") -> dict[str, int]:
    return {counter.name: counter.value for counter in battle.state.combatants[who].counters}


def put(battle: Battle, name: str = "Luck", **more: Any) -> Any:
    return do(battle, "put-counter", target="ann", name=name, **more)


def step(battle: Battle, by: int, name: str = "Luck") -> Any:
    return do(battle, "step-counter", target="ann", name=name, step=by)


def test_a_counter_is_set_up_stepped_and_taken_away_and_each_can_be_undone() -> None:
    battle = duel()
    put(battle, "  Bad   luck ", value=3, most=5, seen_by="owner", by_owner=True, on_token=True)
    made = Counter(name="Bad luck", value=3, most=5, seen_by="owner", by_owner=True, on_token=True)
    assert battle.state.combatants["ann"].counters == (made,)
    (told,) = [event for event in step(battle, -2, "Bad luck") if isinstance(event, CounterStepped)]
    assert told == CounterStepped(who="ann", name="Bad luck", seen_by="owner", was=3, value=1)
    do(battle, "take-counter", target="ann", name="Bad luck")
    assert counters(battle) == {}
    do(battle, "undo")
    assert counters(battle) == {"Bad luck": 1}
    do(battle, "undo")
    assert counters(battle) == {"Bad luck": 3}


@pytest.mark.parametrize(("most", "highest"), [(5, 5), (None, HIGHEST_COUNT)])
def test_a_counter_goes_from_nothing_to_its_most_and_no_further(most: int | None, highest: int) -> None:
    battle = duel()
    put(battle, value=2, **({} if most is None else {"most": most}))
    step(battle, -3)
    assert counters(battle) == {"Luck": 0}
    with pytest.raises(Refusal, match="stands at 0 and goes no further"):
        step(battle, -1)
    step(battle, highest)
    assert counters(battle) == {"Luck": highest}
    with pytest.raises(Refusal, match="goes no further"):
        step(battle, 1)


def test_a_counter_with_a_most_begins_full_and_one_without_at_nothing() -> None:
    battle = duel()
    put(battle, "Mana", most=12)
    put(battle, "Alarm")
    assert counters(battle) == {"Mana": 12, "Alarm": 0}


def test_a_counter_that_is_seen_by_others_from_now_on_is_gone_for_those_who_saw_it() -> None:
    battle = duel()
    put(battle, value=2, seen_by="all")
    told = put(battle, value=3, seen_by="gm")
    assert [event for event in told if isinstance(event, CounterPut | CounterTaken)] == [
        CounterTaken(who="ann", name="Luck", seen_by="all"),
        CounterPut(who="ann", name="Luck", value=3, seen_by="gm"),
    ]
    told = put(battle, value=4, seen_by="gm")
    assert not any(isinstance(event, CounterTaken) for event in told)


def test_counters_are_as_they_were_when_the_log_is_read_again_even_changed_while_somebody_is_asked() -> None:
    battle = duel()
    do(battle, "strike", "ann", dice=[9], target="bob")
    assert battle.state.prompt is not None
    put(battle, value=1, most=3)
    step(battle, 1)
    again = Battle.load("toy", [event for entry in battle.entries for event in entry.events])
    assert again.state == battle.state
    assert counters(again) == {"Luck": 2}


@pytest.mark.parametrize(
    "params",
    [
        {"name": " "},
        {"name": "x" * 31},
        {"name": "A", "value": -1},
        {"name": "A", "value": HIGHEST_COUNT + 1},
        {"name": "A", "value": 4, "most": 3},
        {"name": "A", "seen_by": "nobody"},
        {"name": "A", "by_owner": True},
        {},
    ],
)
def test_a_counter_that_cannot_be_is_refused_and_changes_nothing(params: dict[str, Any]) -> None:
    battle = duel()
    before = battle.state
    with pytest.raises(Refusal) as caught:
        do(battle, "put-counter", target="ann", **params)
    assert battle.state == before
    assert caught.value.message.endswith(".")


def test_there_are_only_so_many_and_none_is_stepped_or_taken_that_is_not_there() -> None:
    battle = duel()
    for number in range(MOST_COUNTERS):
        put(battle, f"Counter {number}")
    put(battle, "Counter 3", value=7)
    with pytest.raises(Refusal, match="12 counters already"):
        put(battle, "One more")
    with pytest.raises(Refusal, match="just this counter"):
        put(battle, "Counter 3", value=7)
    with pytest.raises(Refusal, match="no such counter"):
        step(battle, 1, "One more")
    with pytest.raises(Refusal, match="no such counter"):
        do(battle, "take-counter", target="bob", name="Counter 3")
