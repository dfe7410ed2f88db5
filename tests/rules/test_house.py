"""House rules of every system: each changes what comes out and says so; what cannot be is refused."""

from importlib import import_module
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.house.house import AS_WRITTEN, NumberTable, OwnKind, Switch
from rules.engine.refusal import Refusal
from rules.engine.system import System, find_system
from rules.engine.text import Text, from_json, in_full
from rules.systems import load_systems
from tests.rules.house_rule_proofs import Faces, Proof, came_of, change_of

load_systems()
IDS = ("atomic", "gurps", "phases", "savage", "tesseris")


def things() -> list[Any]:
    return [
        pytest.param(find_system(id_), thing, id=f"{id_}-{name_of(thing)}")
        for id_ in IDS
        for thing in (*find_system(id_).switches, *find_system(id_).tables)
    ]


def name_of(thing: Switch | NumberTable) -> str:
    return thing.rule if isinstance(thing, Switch) else thing.id


def proof_of(system: System, thing: Switch | NumberTable) -> Proof:
    proofs: dict[str, Proof] = import_module(f"tests.rules.systems.{system.id}.house_proofs").PROOFS
    return proofs[name_of(thing)]


@pytest.mark.parametrize(("system", "thing"), things())
def test_a_house_rule_changes_what_comes_out_and_says_so(system: System, thing: Any) -> None:
    proof = proof_of(system, thing)
    usual, _ = came_of(system, proof, None)
    changed, battle = came_of(system, proof, change_of(thing, proof))
    assert usual != changed
    note = in_full(system.house_notes(battle.state.house)[thing.rule])
    assert note.startswith("House rule: ")
    assert thing.rule in system.rules
    if isinstance(thing, NumberTable):
        assert "usually" in note
        for modifier in modifiers_in(changed):
            if modifier["rule"] == thing.rule and modifier not in modifiers_in(usual):
                assert "house rule, usually" in in_full(from_json(modifier["label"]))


def modifiers_in(came: Any) -> list[dict[str, Any]]:
    """List the modifiers of all that came out."""
    if isinstance(came, dict):
        return [came] if {"label", "value", "rule"} <= came.keys() else modifiers_in([*came.values()])
    return [found for part in came for found in modifiers_in(part)] if isinstance(came, list | tuple) else []


@pytest.mark.parametrize(("system", "thing"), things())
def test_what_a_house_rule_cannot_be_is_refused(system: System, thing: Any) -> None:
    bad: list[Any] = [0, "off", [1], {"no-such-cell": 1}]
    if isinstance(thing, NumberTable):
        cell = next(iter(thing))
        bad = [False, 3, {cell: thing.high + 1}, {cell: thing.low - 1}, {cell: 1.5}, {cell: True}, {"x": 1}]
    part = "rules" if isinstance(thing, Switch) else "tables"
    battle = Battle(system.id)
    for to in bad:
        refuse(battle, [{"part": part, "id": name_of(thing), "to": to}])


def refuse(battle: Battle, changes: Any, code: str = "bad-house") -> str:
    before, count = battle.state, len(battle.entries)
    with pytest.raises(Refusal) as caught:
        battle.handle(Command(do="set-house", params={"changes": changes}), Faces({}))
    assert (battle.state, len(battle.entries)) == (before, count)
    assert caught.value.code == code
    assert caught.value.message.endswith(".")
    return caught.value.message


@pytest.mark.parametrize("id_", IDS)
def test_every_table_and_switch_has_an_id_of_its_own(id_: str) -> None:
    system = find_system(id_)
    tables, switches = [t.id for t in system.tables], [s.rule for s in system.switches]
    assert len({*tables}) == len(tables)
    assert len({*switches}) == len(switches)
    assert {t.rule for t in system.tables} | {*switches} <= set(system.rules)


@pytest.mark.parametrize("id_", IDS)
def test_all_changes_together_hold_or_none(id_: str) -> None:
    system, battle = find_system(id_), Battle(id_)
    table, switch = system.tables[0], system.switches[0]
    good = {"part": "rules", "id": switch.rule, "to": False}
    refuse(battle, [good, {"part": "tables", "id": table.id, "to": {"nothing": 1}}])
    for unknown in ("rules", "tables", "conditions", "weapons", "nothing"):
        refuse(battle, [{"part": unknown, "id": "no-such-thing", "to": None}])
    assert battle.state.house == AS_WRITTEN
    refuse(battle, [{**good, "to": True}], "no-change")


@pytest.mark.parametrize("id_", IDS)
def test_undo_takes_a_house_rule_back_and_a_saved_log_carries_it(id_: str) -> None:
    system, battle = find_system(id_), Battle(id_)
    table, switch = system.tables[0], system.switches[0]
    cell = next(iter(table))
    to = {cell: table.low if table[cell] != table.low else table.high}
    rows = [{"part": "rules", "id": switch.rule, "to": False}, {"part": "tables", "id": table.id, "to": to}]
    battle.handle(Command(do="set-house", params={"changes": rows}), Faces({}))
    house = battle.state.house
    assert not switch.on(house)
    assert table.of(house)[cell] == to[cell]
    again = Battle.load(id_, [event for entry in battle.entries for event in entry.events])
    assert again.state.house == house
    battle.handle(Command(do="undo"), Faces({}))
    assert battle.state.house == AS_WRITTEN
    battle.handle(Command(do="redo"), Faces({}))
    assert battle.state.house == house
    back = [{**row, "to": None} for row in rows]
    battle.handle(Command(do="set-house", params={"changes": back}), Faces({}))
    assert battle.state.house.is_usual


def kinds() -> list[Any]:
    found = ((find_system(id_), kind) for id_ in IDS for kind in find_system(id_).own_kinds)
    return [pytest.param(system, kind, id=f"{system.id}-{kind.id}") for system, kind in found]


def from_stock(system: System, kind: OwnKind) -> dict[str, Any]:
    """Write down the last thing of a kind in the book's stock, as a sheet has it, under a name of its own."""
    id_ = list(system.known_stock(kind.id))[-1]
    sheet = system.read_sheet({kind.id: [id_] if kind.is_list else id_})
    there = getattr(sheet, kind.id)
    piece = (there[0] if kind.is_list else there).model_dump(mode="json", exclude_unset=True)
    return {**piece, "id": "our-own", "name": "Our own"}


@pytest.mark.parametrize(("system", "kind"), kinds())
def test_what_a_table_makes_is_named_on_sheets_like_the_stock(system: System, kind: OwnKind) -> None:
    battle, piece = Battle(system.id), from_stock(system, kind)
    change = {"part": kind.id, "id": "our-own", "to": piece}
    battle.handle(Command(do="set-house", params={"changes": [change]}), Faces({}))
    sheet = {kind.id: ["our-own"] if kind.is_list else "our-own"}
    person = {"id": "ann", "sheet": sheet}
    battle.handle(Command(do="add", params={"combatants": [person]}), Faces({}))
    there = getattr(battle.state.combatants["ann"].sheet, kind.id)
    assert [one.name for one in (there if kind.is_list else (there,))] == ["Our own"]
    again = Battle.load(system.id, [event for entry in battle.entries for event in entry.events])
    assert again.state.combatants["ann"].sheet == battle.state.combatants["ann"].sheet


@pytest.mark.parametrize(("system", "kind"), kinds())
def test_what_a_table_cannot_make_is_refused(system: System, kind: OwnKind) -> None:
    battle, piece = Battle(system.id), from_stock(system, kind)
    taken = next(iter(system.known_stock(kind.id)))
    for id_, to in (
        ("our-own", {**piece, "no_such_key": 1}),
        ("our-own", {"name": 3}),
        ("our-own", {**piece, "id": "another"}),
        ("Our Own", {**piece, "id": "Our Own"}),
        (taken, {**piece, "id": taken}),
        ("our-own", "stock"),
        ("our-own", None),
    ):
        refuse(battle, [{"part": kind.id, "id": id_, "to": to}])


@pytest.mark.parametrize(("system", "kind"), kinds())
def test_why_a_table_cannot_make_something_is_a_text(system: System, kind: OwnKind) -> None:
    change = {"part": kind.id, "id": "our-own", "to": {**from_stock(system, kind), "no_such_key": 1}}
    with pytest.raises(Refusal) as caught:
        Battle(system.id).handle(Command(do="set-house", params={"changes": [change]}), Faces({}))
    assert isinstance(caught.value.text, Text)
    why = dict(caught.value.text.gaps)["why"]
    assert isinstance(why, Text), "nothing of it would be translated"
    assert "This sheet" not in str(why)
    assert "no_such_key" in str(why) or str(why) == "no such key: there is no such key."
