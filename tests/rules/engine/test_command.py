"""Commands: whatever a browser sends is read or refused, and never crashes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.command import LONGEST_ID, Command
from rules.engine.gm.gm_commands import TABLE_COMMANDS
from rules.engine.kinds import read_place
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import Queue, duel

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(st.characters())
    | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["do", "actor", "id", "by", "answer", "target", "state", "facts", "to", "combatants"])
DOES = st.sampled_from(
    [*TABLE_COMMANDS, "strike", "move", "begin", "turn", "end-turn", "answer", "undo", "redo"]
)


def people(value: Any) -> list[dict[str, Any]]:
    return [{"id": "cat", "name": "Cat", "side": "x", "sheet": {}, "state": {}, "size": value, "at": value}]


def test_an_answer_is_a_command() -> None:
    command = Command.parse({"actor": "bob", "answer": "dodge", "worse": 2})
    assert (command.do, command.actor, command.params) == ("answer", "bob", {"answer": "dodge", "worse": 2})


def test_who_gives_a_command_is_not_taken_from_what_is_sent() -> None:
    assert Command.parse({"do": "begin", "by": "the GM"}, by="player 3").by == "player 3"


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "begin",
        {},
        {"do": ""},
        {"do": 3},
        {"do": "strike", "answer": "dodge"},
        {"do": "strike", "actor": 3},
        {"do": "strike", "id": "x" * (LONGEST_ID + 1)},
        {"do": "strike", "note": float("nan")},
        {"do": "strike", "note": "\ud800"},
        {"do": "strike", "note": object()},
    ],
)
def test_what_is_no_command_is_refused(data: Any) -> None:
    with pytest.raises(Refusal) as refused:
        Command.parse(data)
    assert refused.value.code == "bad-command"


@pytest.mark.parametrize("value", [[1], [1, 2, 3], [1.0, 2], [True, 2], {}, 3, [None, 1], None])
def test_a_place_is_two_whole_numbers_or_a_text(value: Any) -> None:
    assert read_place("to", [3, 4]) == (3, 4)
    assert read_place("to", "bar") == "bar"
    with pytest.raises(Refusal, match="'to' must be a cell"):
        read_place("to", value)


@given(st.dictionaries(KEYS, JSON) | JSON)
def test_parsing_reads_or_refuses_and_what_is_read_can_be_written_down(data: Any) -> None:
    read: Command | Refusal
    try:
        read = Command.parse(data)
    except Refusal as refusal:
        read = refusal
    if isinstance(read, Command):
        assert json.dumps(dict(read.params), ensure_ascii=False).encode()
    else:
        assert read.code == "bad-command"


@given(DOES, st.sampled_from(["ann", "bob", "nobody", None]), st.dictionaries(KEYS, JSON), JSON)
def test_a_battle_does_or_refuses_whatever_it_is_told(do: str, actor: Any, rest: Any, value: Any) -> None:
    battle = duel()
    for params in (
        rest,
        {**rest, "combatants": people(value)},
        {"target": "bob", "state": value, "map": value},
    ):
        before, entries = battle.state, len(battle.entries)
        data = {**params, "do": do, "actor": actor}
        data.pop("answer", None)
        try:
            battle.handle(Command.parse(data), Queue(*[5] * 9))
        except Refusal:
            assert (battle.state, len(battle.entries)) == (before, entries)
