"""A table's own conditions: what they add to rolls and forbid, under a system that knows nothing of them."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.house.house import OWN_RULE, OwnCondition
from rules.engine.refusal import Refusal
from tests.rules.engine.toy import Queue, do, duel

NETTED: dict[str, Any] = {
    "name": "Netted",
    "rolls": [{"roll": "every roll", "value": -5}],
    "forbids": ["move"],
}


def change(part: str, id_: str, to: Any) -> dict[str, Any]:
    return {"part": part, "id": id_, "to": to}


def netted(who: str = "ann") -> Battle:
    battle = duel()
    do(battle, "set-house", changes=[change("conditions", "netted", NETTED)])
    do(battle, "set-conditions", target=who, conditions=["netted"])
    return battle


def strike_of(battle: Battle, face: int = 9) -> Rolled:
    told = do(battle, "strike", "ann", dice=[face, 1, 1], target="bob")
    return next(event for event in told if isinstance(event, Rolled))


def test_a_condition_adds_to_the_rolls_of_who_has_it_and_says_so() -> None:
    plain, worse = strike_of(duel()), strike_of(netted())
    assert (plain.target, worse.target) == (12, 7)
    assert [(str(m.label), m.value, m.rule) for m in worse.modifiers] == [
        ("Netted (own condition)", -5, OWN_RULE)
    ]
    assert strike_of(netted("bob")).modifiers == ()


def test_what_an_action_shows_beforehand_has_the_condition_in_it() -> None:
    battle = netted()
    plan = battle.now.plan(Command(do="strike", actor="ann", params={"target": "bob"}))
    assert [m.value for m in plan.modifiers] == [-5]
    free = duel().now.odds(Command(do="strike", actor="ann", params={"target": "bob"}))
    held = battle.now.odds(Command(do="strike", actor="ann", params={"target": "bob"}))
    assert held != free


def test_a_condition_forbids_what_it_names_and_nothing_else() -> None:
    battle = netted()
    with pytest.raises(Refusal) as caught:
        do(battle, "move", "ann", to=[1, 1])
    assert caught.value.code == "cannot-act"
    assert "Netted" in caught.value.message
    assert strike_of(battle)


def test_everything_may_be_forbidden() -> None:
    battle = duel()
    changes = [change("conditions", "out", {"name": "Frozen", "forbids": ["every action"]})]
    do(battle, "set-house", changes=changes)
    do(battle, "set-conditions", target="ann", conditions=["out"])
    with pytest.raises(Refusal, match="Frozen"):
        do(battle, "strike", "ann", target="bob")


def test_a_condition_goes_with_undo_and_when_it_is_made_no_more() -> None:
    battle = netted()
    do(battle, "undo")
    assert battle.state.combatants["ann"].own_conditions == ()
    do(battle, "redo")
    assert battle.state.combatants["ann"].own_conditions
    do(battle, "set-house", changes=[change("conditions", "netted", None)])
    assert battle.state.combatants["ann"].own_conditions == ()
    assert strike_of(battle).modifiers == ()


def test_who_comes_later_is_under_the_same_house() -> None:
    battle = netted()
    do(battle, "add", combatants=[{"id": "cal", "name": "Cal"}])
    do(battle, "set-conditions", target="cal", conditions=["netted"])
    assert battle.state.combatants["cal"].house is battle.state.house
    assert battle.state.combatants["cal"].own_conditions


def test_a_condition_may_be_given_while_somebody_is_asked() -> None:
    battle = netted("bob")
    do(battle, "strike", "ann", dice=[9], target="bob")
    assert battle.state.prompt is not None
    do(battle, "set-conditions", target="bob", conditions=[])
    told = do(battle, "answer", "bob", dice=[9, 1, 1], answer="dodge")
    assert next(e for e in told if isinstance(e, Rolled)).modifiers == ()
    again = Battle.load("toy", [event for entry in battle.entries for event in entry.events])
    assert again.state == battle.state


def test_house_rules_wait_until_nobody_is_asked() -> None:
    battle = netted()
    do(battle, "strike", "ann", dice=[4], target="bob")
    with pytest.raises(Refusal) as caught:
        do(battle, "set-house", changes=[change("conditions", "netted", None)])
    assert caught.value.code == "prompt-open"


@pytest.mark.parametrize(
    "to",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"name": "A", "shape": "elephant"},
        {"name": "A", "tone": "pink"},
        {"name": "A", "rolls": [{"roll": "no such roll", "value": 1}]},
        {"name": "A", "rolls": [{"roll": "every roll", "value": 101}]},
        {"name": "A", "forbids": ["no such action"]},
        {"name": "A", "more": 1},
        {},
        "Netted",
    ],
)
def test_a_condition_that_cannot_be_is_refused_and_changes_nothing(to: Any) -> None:
    battle = duel()
    before, count = battle.state, len(battle.entries)
    with pytest.raises(Refusal) as caught:
        do(battle, "set-house", changes=[change("conditions", "bad", to)])
    assert (battle.state, len(battle.entries)) == (before, count)
    assert caught.value.code == "bad-house"
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize(
    "params", [{"changes": []}, {"changes": 3}, {}, {"changes": [3]}, {"changes": [{"part": "rules"}]}]
)
def test_changes_that_are_none_are_refused(params: dict[str, Any]) -> None:
    with pytest.raises(Refusal):
        do(duel(), "set-house", **params)


@pytest.mark.parametrize("wanted", [["no-such"], "netted", [1], None])
def test_nobody_gets_a_condition_that_there_is_not(wanted: Any) -> None:
    battle = netted()
    before = battle.state
    with pytest.raises(Refusal):
        battle.handle(Command(do="set-conditions", params={"target": "bob", "conditions": wanted}), Queue())
    assert battle.state == before


def test_a_condition_without_effect_adds_nothing() -> None:
    assert OwnCondition(name="Cold").modifier("strike") is None
