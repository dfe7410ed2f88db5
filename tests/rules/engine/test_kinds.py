"""What a command says fits the kinds of its parameters, or is refused by name."""

from typing import Any

import pytest

from rules.engine.command import Command, Said
from rules.engine.kinds import READERS
from rules.engine.parameters import Parameter, keys, number, record, records, require_kinds, words
from rules.engine.refusal import Refusal

FITTING: dict[str, list[Any]] = {
    **{kind: ["bob"] for kind in ("combatant", "weapon", "choice", "location", "door", "text")},
    "combatants": [[], ["bob", "cid"]],
    "cell": [[3, 4], "bar"],
    "cells": [[], [[3, 4], [4, 4]], ["bar", "street"]],
    "number": [0, 3, 2.5],
    "flag": [True, False],
    "options": [{}, {"aimed": True}, [{"id": "aimed"}], ["aimed"]],
    "list": [[], [{"target": "bob"}]],
    "facts": [{}, {"range": "near"}],
    "object": [{}, {"hp": 3}],
}
"""What may be said of each kind."""


def test_every_kind_has_its_values() -> None:
    assert FITTING.keys() == READERS.keys()


@pytest.mark.parametrize("kind", sorted(READERS))
def test_what_fits_is_taken_and_so_is_what_is_left_out(kind: str) -> None:
    for value in (*FITTING[kind], None):
        require_kinds(keys(kind, "it"), Said(params={"it": value}))


@pytest.mark.parametrize("kind", sorted(READERS))
def test_what_fits_another_kind_alone_is_refused_by_name(kind: str) -> None:
    others = [value for values in FITTING.values() for value in values if value not in FITTING[kind]]
    refused = 0
    for value in (*others, object()):
        try:
            require_kinds(keys(kind, "it"), Said(params={"it": value}))
        except Refusal as refusal:
            refused += refusal.code == "bad-command" and "'it'" in refusal.message
    assert refused, kind


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("combatant", ["bob"]),
        ("combatants", "bob"),
        ("combatants", [3]),
        ("cell", [1, 2, 3]),
        ("cells", [3, 4]),
        ("choice", ["a"]),
        ("number", "3"),
        ("number", True),
        ("flag", "yes"),
        ("options", "aimed"),
        ("list", {"target": "bob"}),
        ("facts", ["near"]),
        ("object", ["near"]),
        ("weapon", 3),
    ],
)
def test_what_does_not_fit_is_refused(kind: str, value: Any) -> None:
    with pytest.raises(Refusal, match="'it'") as refused:
        require_kinds(keys(kind, "it"), Said(params={"it": value}))
    assert refused.value.code == "bad-command"


def test_what_nobody_declared_is_left_as_it_is() -> None:
    require_kinds((), Said(params={"odd": [1, {"a": 2}]}))


def test_a_command_is_read_by_what_is_declared_once() -> None:
    read: list[Any] = []

    def reader(key: str, value: Any) -> int:
        read.append(value)
        return len(value)

    parameter, command = (
        Parameter(id="it", kind="text", reader=reader),
        Command(do="x", params={"it": "four"}),
    )
    require_kinds((parameter,), command)
    assert (parameter.of(command), parameter.of(command), read) == (4, 4, ["four"])


def test_a_button_s_true_is_read_as_true() -> None:
    (on,) = keys("flag", "on")
    said = [on.of(Said(params={"on": value})) for value in (True, "true", "false", False, None)]
    assert said == [True, True, False, False, None]


@pytest.mark.parametrize("value", [0, 7, 2.0, True, "3"])
def test_a_number_keeps_to_the_range_that_is_declared(value: Any) -> None:
    assert number("it", 1, 6).of(Said(params={"it": 6})) == 6
    with pytest.raises(Refusal, match="'it' must be a whole number from 1 to 6") as refused:
        require_kinds([number("it", 1, 6)], Said(params={"it": value}))
    assert refused.value.code == "bad-command"


def test_objects_are_read_by_what_declares_their_parts() -> None:
    splits, hand = number("splits", 1, 5), record("hand", words("with"))
    blows = records("blows", splits, hand)
    command = Command(do="strike", params={"blows": [{"splits": 2, "hand": {"with": "axe"}}, {}]})
    first, second = blows.of(command) or ()
    assert (splits.of(first), splits.of(second)) == (2, None)
    assert words("with").of(hand.of(first) or Said()) == "axe"
    with pytest.raises(Refusal, match="'blows' must be a list of objects; 3 is not"):
        blows.of(Command(do="strike", params={"blows": 3}))


def test_what_is_said_as_null_is_left_out_but_there() -> None:
    command = Command(do="draw", params={"picture": None})
    assert (words("picture").of(command), words("picture").is_in(command)) == (None, True)
    assert not words("map").is_in(command)
