"""Loading a log at any point gives the live battle again, an open prompt included."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.events import Event, SavedBattleError, event_as_json, event_from_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from tests.rules.engine.toy import TOY, Queue, do, duel


def log(battle: Battle) -> list[Event]:
    return [event for entry in battle.entries for event in entry.events]


def saved(battle: Battle) -> list[Event]:
    """Write the log down and read it back, as a store does."""
    written = json.dumps([[event.kind, event_as_json(event)] for event in log(battle)])
    return [event_from_json(TOY.event_kinds(), kind, data) for kind, data in json.loads(written)]


def fold(events: list[Event]) -> BattleState:
    state = BattleState(system="toy")
    for event in events:
        state = event.apply(state)
    return state


class Chance:
    """Faces from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def face(self, who: str, purpose: str, sides: int) -> int:
        return self.random.randint(1, sides)


def answered(battle: Battle, pick: int) -> Command | None:
    prompt = battle.state.prompt
    if prompt is None:
        return None
    choice = prompt.choices[pick % len(prompt.choices)]
    params: dict[str, Any] = {"answer": choice}
    if choice == "faces":
        params["faces"] = [3] if prompt.dice == "d20" else [4, 5]
    return Command(do="answer", actor=prompt.to, params=params)


def some_command(battle: Battle, which: int, pick: int) -> Command:
    """Choose something to do; some of it will be refused."""
    who = ("ann", "bob")[pick % 2]
    commands: list[tuple[str, str | None, dict[str, Any]]] = [
        ("strike", battle.state.active or who, {"target": ("bob", "ann")[pick % 2]}),
        ("gm-set", None, {"target": who, "state": {"hurt": pick % 3, "bag": {"rope": pick}}}),
        ("begin", None, {}),
        ("end-turn", battle.state.active, {}),
        ("turn", who, {}),
        ("edit", None, {"target": who, "by_hand": pick % 3 == 0}),
        ("add", None, {"combatants": [{"id": f"cat{pick}", "name": "Cat"}]}),
        ("remove", None, {"target": f"cat{pick}"}),
        ("undo", None, {}),
        ("redo", None, {}),
        ("end-battle", None, {}),
        ("undo", None, {"of": "turn"}),
        ("undo", None, {"to": battle.entries[(7 * pick + which) % len(battle.entries)].command.id}),
        ("redo", None, {}),
    ]
    do, actor, params = commands[which % len(commands)]
    return Command(do=do, actor=actor, params=params)


def what_stands(battle: Battle) -> tuple[Any, ...]:
    return battle.state, battle.is_stuck, [battle.is_undone(entry) for entry in battle.entries]


def attempt(battle: Battle, command: Command, faces: Chance) -> tuple[Event, ...] | str:
    """Give the events, or the refusal in words."""
    try:
        return battle.handle(command, faces)
    except Refusal as refusal:
        return repr(refusal)


# Answers come often, so that exchanges are played to their end.
STEPS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), max_size=14)


@settings(deadline=None, max_examples=60)
@given(STEPS, st.integers(0, 2**32))
def test_a_battle_loaded_after_any_command_goes_on_as_the_live_one(steps: Any, seed: int) -> None:
    live = duel(luck=2)
    for number, (which, pick) in enumerate(steps):
        command = (answered(live, pick) if which > 10 else None) or some_command(live, which, pick)
        loaded = Battle.load("toy", saved(live))
        assert what_stands(loaded) == what_stands(live)
        before = what_stands(live)
        came = attempt(live, command, Chance(seed + number))
        if isinstance(came, str):
            assert what_stands(live) == before
        assert attempt(loaded, command, Chance(seed + number)) == came
        assert what_stands(loaded) == what_stands(live)


@settings(deadline=None, max_examples=30)
@given(STEPS, st.integers(0, 2**32))
def test_the_fold_of_the_log_is_the_live_state(steps: Any, seed: int) -> None:
    live = duel(luck=2)
    for number, (which, pick) in enumerate(steps):
        command = answered(live, pick) or some_command(live, which % 8, pick)
        try:
            live.handle(command, Chance(seed + number))
        except Refusal:
            continue
        assert fold(log(live)) == live.state


def test_a_change_by_the_gm_during_a_prompt_is_part_of_what_is_resumed() -> None:
    live = duel()
    do(live, "strike", "ann", [5], target="bob")
    do(live, "gm-set", target="bob", state={"hurt": 3})
    loaded = Battle.load("toy", saved(live))
    for battle in (live, loaded):
        do(battle, "answer", "bob", [4, 1], answer="none")
        assert battle.state.combatants["bob"].state.hurt == 4
    assert loaded.state == live.state


def test_a_typed_roll_that_waits_stands_again() -> None:
    live = duel()
    do(live, "edit", target="ann", by_hand=True)
    do(live, "strike", "ann", target="bob")
    loaded = Battle.load("toy", saved(live))
    do(loaded, "answer", "ann", answer="faces", faces=[1])
    assert Rolled in {type(event) for event in loaded.entries[-1].events}
    again = Battle.load("toy", saved(loaded))
    do(again, "answer", "bob", answer="none")
    do(again, "answer", "ann", answer="faces", faces=[4, 4])
    assert again.state.combatants["bob"].state.hurt == 2


def test_a_prompt_whose_rules_have_changed_can_only_be_taken_back() -> None:
    live = duel()
    before = live.state
    do(live, "strike", "ann", [5], target="bob")
    events = saved(live)
    changed = [replace(event, purpose="blow") if isinstance(event, Rolled) else event for event in events]
    loaded = Battle.load("toy", changed)
    assert loaded.is_stuck
    assert not live.is_stuck
    with pytest.raises(Refusal, match="rules have changed"):
        do(loaded, "answer", "bob", answer="none")
    do(loaded, "gm-set", target="bob", state={"hurt": 1})
    do(loaded, "undo")
    do(loaded, "undo")
    assert loaded.state == before
    do(loaded, "strike", "ann", [20], target="bob")
    assert not loaded.is_stuck


def test_a_log_that_no_command_begins_is_no_battle() -> None:
    events = saved(duel())
    with pytest.raises(SavedBattleError, match="no command"):
        Battle.load("toy", events[1:])


def test_a_log_of_somebody_unknown_is_no_battle() -> None:
    live = duel()
    do(live, "gm-set", target="ann", state={"hurt": 1})
    events = saved(live)
    with pytest.raises(SavedBattleError, match="ann"):
        Battle.load("toy", [e for e in events if getattr(e, "who", "") != "ann" or e.kind == "state-set"])


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [("danced", {}, "danced"), ("moved", {"to": [1, 2]}, "moved"), ("roll", {"who": 3}, "roll")],
)
def test_an_event_that_cannot_be_read_is_named(kind: str, data: Any, words: str) -> None:
    with pytest.raises(SavedBattleError, match=words):
        event_from_json(TOY.event_kinds(), kind, data)


def test_dice_are_not_needed_to_load() -> None:
    live = duel()
    do(live, "begin", dice=[3, 9])
    assert Battle.load("toy", saved(live)).handle(
        Command(do="end-turn", actor="bob"), Queue()
    ) == live.handle(Command(do="end-turn", actor="bob"), Queue())
