"""A modifier that was forgotten: the same dice again, and what they come to now."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.battle_events import Amended, Rolled
from rules.engine.events import Event, event_as_json
from rules.engine.refusal import Refusal
from tests.rules.engine.history.test_resume import STEPS, Chance, answered, saved, some_command, what_stands
from tests.rules.engine.toy import do, duel


def roll_of(battle: Battle, purpose: str, nth: int = 0) -> dict[str, Any]:
    """Name the last roll for a purpose, as the page does."""
    for entry in reversed(battle.log.live):
        for event in entry.events:
            if isinstance(event, Rolled) and event.purpose == purpose:
                return {"command": entry.command.id, "who": event.who, "purpose": purpose, "nth": nth}
    raise AssertionError(f"nothing was rolled for {purpose}")


def forgotten(battle: Battle, purpose: str, value: int, dice: tuple[int, ...] = (), **more: Any) -> Amended:
    roll = roll_of(battle, purpose)
    events = do(battle, "reconsider", None, dice, roll=roll, value=value, label="bad light", **more)
    [change] = [event for event in events if isinstance(event, Amended)]
    return change


def faces(events: tuple[Event, ...], purpose: str) -> list[tuple[int, ...]]:
    return [event.faces for event in events if isinstance(event, Rolled) and event.purpose == purpose]


def struck(face: int = 5) -> Battle:
    battle = duel()
    do(battle, "strike", "ann", [face], target="bob")
    if battle.state.prompt is not None:
        do(battle, "answer", "bob", [4, 3], answer="none")
    return battle


def test_a_hit_becomes_a_miss_and_its_harm_is_gone() -> None:
    battle = struck(5)
    assert battle.state.combatants["bob"].state.hurt > 0
    change = forgotten(battle, "strike", -8)
    assert (change.was, change.now) == ("success", "failure")
    assert ("bob", "hurt", "7", "0") in change.changes or change.changes[0][:2] == ("bob", "hurt")
    assert battle.state.combatants["bob"].state.hurt == 0
    roll = next(e for e in battle.entries[-1].events if isinstance(e, Rolled))
    assert (roll.faces, roll.modifiers[-1].value, roll.modifiers[-1].label) == ((5,), -8, "bad light")


def test_a_miss_becomes_a_hit_and_what_is_new_is_asked_and_thrown() -> None:
    battle = struck(15)
    assert battle.state.combatants["bob"].state.hurt == 0
    change = forgotten(battle, "strike", 5)
    assert change.now == "success"
    assert battle.state.prompt is not None
    loaded = Battle.load("toy", saved(battle))
    assert what_stands(loaded) == what_stands(battle)
    for one in (battle, loaded):
        do(one, "answer", "bob", [4, 3], answer="none")
        assert one.state.combatants["bob"].state.hurt > 0


def test_the_same_answers_and_dice_are_used_again() -> None:
    battle = struck(5)
    hurt, thrown = battle.state.combatants["bob"].state.hurt, faces(battle.log.live[-1].events, "damage")
    change = forgotten(battle, "strike", -1)
    assert (change.was, change.now, change.changes) == ("success", "success", ())
    assert battle.state.combatants["bob"].state.hurt == hurt
    assert faces(battle.entries[-1].events, "damage") == thrown


def test_a_roll_keeps_its_dice_though_its_thrower_types_them_in_since() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "edit", None, target="ann", by_hand=True)
    do(battle, "answer", "bob", answer="none")
    do(battle, "answer", "ann", answer="faces", faces=[4, 3])
    hurt, thrown = battle.state.combatants["bob"].state.hurt, roll_of(battle, "strike")
    events = do(battle, "reconsider", None, (), roll=thrown, value=-1, label="bad light")
    assert [(e.was, e.now) for e in events if isinstance(e, Amended)] == [("success", "success")]
    assert faces(events, "strike") == [(5,)]
    assert battle.state.prompt is None
    assert battle.state.combatants["bob"].state.hurt == hurt


def test_the_log_keeps_what_was_and_undo_takes_the_rest_back() -> None:
    battle = struck(5)
    count = len(battle.entries)
    forgotten(battle, "strike", -8)
    assert len(battle.entries) == count + 2
    assert all(battle.is_undone(entry) for entry in battle.entries[1:count])
    assert what_stands(Battle.load("toy", saved(battle))) == what_stands(battle)
    amended = battle.state
    do(battle, "undo")
    assert battle.state == struck(5).state, "the exchange stands as it was"
    assert what_stands(Battle.load("toy", saved(battle))) == what_stands(battle)
    do(battle, "redo")
    assert battle.state == amended
    do(battle, "undo")
    do(battle, "undo")
    assert battle.state == duel().state


def test_undo_to_a_line_within_an_exchange_brings_back_what_stood_of_it_then() -> None:
    battle = duel()
    do(battle, "strike", "ann", [5], target="bob")
    asked = battle.state
    do(battle, "gm-set", target="ann", state={"hurt": 1})
    line = battle.entries[-1].command.id
    do(battle, "answer", "bob", [4, 3], answer="none")
    forgotten(battle, "strike", -1)
    once = battle.state
    forgotten(battle, "strike", -8)
    twice = battle.state
    do(battle, "undo")
    assert battle.state == once
    do(battle, "redo")
    assert battle.state == twice
    do(battle, "undo", to=line)
    assert battle.state == asked
    assert what_stands(Battle.load("toy", saved(battle))) == what_stands(battle)
    do(battle, "redo")
    assert battle.state == twice


def test_undo_to_a_line_before_an_exchange_leaves_nothing_of_it() -> None:
    battle = duel()
    do(battle, "gm-set", target="ann", state={"hurt": 1})
    line = battle.entries[-1].command.id
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "answer", "bob", [4, 3], answer="none")
    forgotten(battle, "strike", -1)
    forgotten(battle, "strike", -8)
    do(battle, "undo", to=line)
    assert battle.state == duel().state
    assert len(battle.log.live) == battle.log.laid_out


def test_undo_of_the_turn_brings_no_exchange_of_that_turn_back() -> None:
    battle = duel()
    do(battle, "turn", "ann")
    before = battle.state
    do(battle, "strike", "ann", [5], target="bob")
    do(battle, "answer", "bob", [4, 3], answer="none")
    forgotten(battle, "strike", -8)
    do(battle, "undo", of="turn")
    assert battle.state == before


def test_a_second_modifier_is_added_to_the_first() -> None:
    battle = struck(5)
    forgotten(battle, "strike", -8)
    change = forgotten(battle, "strike", 8)
    assert (change.was, change.now) == ("failure", "success")
    roll = next(e for e in battle.entries[-1].events if isinstance(e, Rolled))
    assert [m.value for m in roll.modifiers][-2:] == [-8, 8]


def test_sent_twice_it_counts_once() -> None:
    battle = struck(5)
    roll = roll_of(battle, "strike")
    for _ in range(2):
        do(battle, "reconsider", roll=roll, value=-1, label="bad light", id="once")
    assert len([entry for entry in battle.entries if entry.command.do == "reconsider"]) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"value": 0}, "bad-command"),
        ({"value": "2"}, "bad-command"),
        ({"value": True}, "bad-command"),
        ({"value": 5000}, "bad-command"),
        ({"label": " "}, "bad-command"),
        ({"label": "x" * 61}, "bad-command"),
        ({"roll": {"command": "no", "who": "ann", "purpose": "strike"}}, "no-such-roll"),
        ({"roll": {}}, "no-such-roll"),
        ({"roll": 5}, "bad-command"),
    ],
)
def test_what_cannot_be_added_changes_nothing(change: dict[str, Any], code: str) -> None:
    battle = struck(5)
    before = what_stands(battle)
    params = {"roll": roll_of(battle, "strike"), "value": -1, "label": "bad light", **change}
    with pytest.raises(Refusal) as caught:
        do(battle, "reconsider", **params)
    assert caught.value.code == code
    assert what_stands(battle) == before


def test_a_roll_with_something_done_since_is_refused() -> None:
    battle = struck(5)
    roll = roll_of(battle, "strike")
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    with pytest.raises(Refusal, match="take back what was done since"):
        do(battle, "reconsider", roll=roll, value=-1, label="bad light")


@settings(max_examples=40)
@given(STEPS, st.integers(0, 2**32), st.integers(-9, 9).filter(bool))
def test_whatever_was_amended_is_told_again_from_the_log(steps: Any, seed: int, value: int) -> None:
    battle = duel(luck=2)
    for number, (which, pick) in enumerate(steps):
        command = (answered(battle, pick) if which > 10 else None) or some_command(battle, which, pick)
        try:
            battle.handle(command, Chance(seed + number))
            rolled = (
                [e for e in battle.log.live[-1].events if isinstance(e, Rolled)] if battle.log.live else []
            )
            if rolled and pick % 2:
                roll = {
                    "command": battle.log.live[-1].command.id,
                    "who": rolled[0].who,
                    "purpose": rolled[0].purpose,
                }
                do(battle, "reconsider", None, [3] * 40, roll=roll, value=value, label="late")
        except Refusal:
            continue
        loaded = Battle.load("toy", saved(battle))
        assert what_stands(loaded) == what_stands(battle)
        assert [event_as_json(e) for e in saved(loaded)] == [event_as_json(e) for e in saved(battle)]
