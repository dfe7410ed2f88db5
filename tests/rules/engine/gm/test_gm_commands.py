"""What the GM may always do, and what of it may be done while somebody is being asked."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.gm.gm_commands import TABLE_COMMANDS
from rules.engine.gm.gm_parameters import GM_PARAMETERS
from rules.engine.history.amendment import AMENDING
from rules.engine.history.log import UNDOING
from rules.engine.parameters import Named
from rules.engine.parameters import named as names_of
from rules.engine.refusal import Refusal
from rules.map.model import DoorState
from tests.rules.engine.toy import do, duel

MAP = {
    "grid": {"kind": "square", "cols": 6, "rows": 4, "per_cell": 1, "unit": "yd"},
    "walls": [{"id": "gate", "from": [2, 0], "to": [2, 1], "kind": "door", "state": "closed"}],
}
ZONES = {
    "grid": {"kind": "zones"},
    "zones": [{"id": "bar", "name": "Bar"}, {"id": "street", "name": "Street"}],
}


def on_map(battle_map: Any = MAP) -> Battle:
    battle = duel()
    do(battle, "set-map", map=battle_map)
    return battle


def refused(battle: Battle, doing: str, **params: Any) -> Refusal:
    before, entries = battle.state, len(battle.entries)
    with pytest.raises(Refusal) as error:
        do(battle, doing, **params)
    assert (battle.state, len(battle.entries)) == (before, entries)
    return error.value


def test_every_command_of_the_gm_says_what_it_may_be_told() -> None:
    assert GM_PARAMETERS.keys() == TABLE_COMMANDS.keys() | UNDOING | {AMENDING}


@pytest.mark.parametrize(
    ("doing", "key", "value", "named"),
    [
        ("remove", "target", "bob", Named(people=("bob",))),
        ("set-conditions", "target", "bob", Named(people=("bob",))),
        ("reconsider", "roll", {"who": "bob", "purpose": "strike"}, Named(people=("bob",))),
        ("set-door", "wall", "gate", Named(doors=("gate",))),
        ("paint-fog", "cells", [[1, 2], [3, 4]], Named(cells=((1, 2), (3, 4)))),
        ("add", "combatants", [{"id": "cid", "at": [1, 2]}], Named(cells=((1, 2),))),
    ],
)
def test_whom_and_what_it_names_follows_from_that(doing: str, key: str, value: Any, named: Named) -> None:
    declared = duel().system.declared(doing)
    assert declared is not None
    assert names_of(declared, {key: value}) == named


@pytest.mark.parametrize(
    ("doing", "params", "words"),
    [
        ("edit", {"target": "bob", "size": 0}, "'size' must be a whole number from 1 to 10; 0 is not."),
        ("add", {"combatants": ["cid"]}, "'combatants' must be a list of objects; ['cid'] is not."),
        ("add", {"combatants": []}, "Adding needs a list of combatants, each an object with an id."),
        ("set-fog", {"sides": [3]}, "'sides' must be a list of texts; [3] is not."),
        ("set-lamp", {"target": "bob", "dim": 1001}, "'dim' must be a number from 0 to 1000; 1001 is not."),
        ("set-house", {"changes": {}}, "'changes' must be a list; {} is not."),
        ("undo", {"of": 1}, "'of' must be a text; 1 is not."),
        (
            "set-door",
            {"wall": "gate", "state": ["open"]},
            "A door is open, closed, locked, secret; not ['open'].",
        ),
    ],
)
def test_what_does_not_fit_is_refused_by_name(doing: str, params: dict[str, Any], words: str) -> None:
    refusal = refused(on_map(), doing, **params)
    assert (refusal.code, refusal.message) == ("bad-command", words)


def test_setting_state_merges_objects_and_replaces_the_rest() -> None:
    battle = duel()
    do(battle, "gm-set", target="bob", state={"bag": {"rope": 1}, "hurt": 4})
    do(battle, "gm-set", target="bob", state={"bag": {"lamp": 2}})
    bob = battle.state.combatants["bob"].state
    assert (bob.bag, bob.hurt, bob.down) == ({"rope": 1, "lamp": 2}, 4, True)
    event = battle.entries[-2].events[-1]
    assert event.state == {"bag": {"rope": 1}, "hurt": 4, "down": True}


@pytest.mark.parametrize("state", [{"mood": 1}, {"hurt": "much"}, {"bag": [1]}])
def test_a_state_that_cannot_be_is_refused(state: Any) -> None:
    assert refused(duel(), "gm-set", target="bob", state=state).code == "bad-state"


def test_setting_a_place_checks_that_the_map_has_it() -> None:
    battle = on_map()
    do(battle, "gm-set", target="bob", state={"at": [5, 3]})
    assert battle.state.combatants["bob"].at == (5, 3)
    assert refused(battle, "gm-set", target="bob", state={"at": [6, 3]}).code == "no-place"
    assert refused(battle, "gm-set", target="bob", state={"at": [-1, 0]}).code == "no-place"
    assert refused(battle, "gm-set", target="bob", state={"at": "bar"}).code == "no-place"
    assert refused(battle, "gm-set", target="bob", state={"at": [1]}).code == "bad-command"
    zones = on_map(ZONES)
    do(zones, "gm-set", target="bob", state={"at": "street"})
    assert refused(zones, "gm-set", target="bob", state={"at": [1, 1]}).code == "no-place"


@pytest.mark.parametrize(
    ("combatant", "code", "words"),
    [
        ({"name": "Cat"}, "bad-command", "needs an id"),
        ({"id": "ann"}, "bad-command", "already"),
        ({"id": "table"}, "bad-command", "'table'"),
        ({"id": "cat", "colour": "red"}, "bad-command", "'colour'"),
        ({"id": "cat", "name": 3}, "bad-command", "'name'"),
        ({"id": "cat", "name": {"first": "Cat"}}, "bad-command", "'name'"),
        ({"id": "cat", "name": " "}, "bad-command", "a name"),
        ({"id": "cat", "size": 11}, "bad-command", "1 to 10"),
        ({"id": "cat", "size": True}, "bad-command", "'size'"),
        ({"id": "cat", "hidden": "no"}, "bad-command", "'hidden'"),
        ({"id": "cat", "sheet": []}, "bad-command", "'sheet'"),
        ({"id": "cat", "state": 1}, "bad-command", "'state'"),
        ({"id": "cat", "sheet": {"skill": "12"}}, "bad-sheet", r"cat \(cat\).*skill"),
        ({"id": "cat", "sheet": {"skills": 1}}, "bad-sheet", "skills"),
        ({"id": "cat", "state": {"hurt": "x"}}, "bad-state", "hurt"),
        ({"id": "cat", "at": [6, 0]}, "no-place", r"cat \(cat\)"),
        ({"id": "cat", "at": [5, 0], "size": 2}, "no-place", "2 by 2"),
    ],
)
def test_a_combatant_that_cannot_be_is_refused_by_name(combatant: Any, code: str, words: str) -> None:
    refusal = refused(on_map(), "add", combatants=[{"id": "eve"}, combatant])
    assert refusal.code == code
    with pytest.raises(Refusal, match=words):
        raise refusal


def test_who_is_added_to_a_running_fight_joins_its_order() -> None:
    battle = duel()
    do(battle, "begin", dice=[9, 3])
    do(battle, "add", combatants=[{"id": "cat", "state": {"hurt": 4}, "hidden": True}])
    assert battle.state.order == ("ann", "bob", "cat")
    cat = battle.state.combatants["cat"]
    assert (cat.name, cat.side, cat.hidden, cat.state.down) == ("cat", "", True, True)


def test_taking_away_who_is_active_gives_the_turn_to_the_next() -> None:
    battle = duel()
    do(battle, "begin", dice=[9, 3])
    do(battle, "remove", target="ann")
    assert (battle.state.active, battle.state.order) == ("bob", ("bob",))
    do(battle, "remove", target="bob")
    assert (battle.state.running, battle.state.active, battle.state.combatants) == (False, None, {})


def test_editing_changes_what_is_named_and_nothing_else() -> None:
    battle = on_map()
    do(battle, "gm-set", target="bob", state={"at": [5, 3]})
    do(battle, "edit", target="bob", name="Robert", hidden=True)
    bob = battle.state.combatants["bob"]
    assert (bob.name, bob.side, bob.size, bob.hidden, bob.by_hand) == ("Robert", "raiders", 1, True, False)
    assert refused(battle, "edit", target="bob", size=2).code == "no-place"
    assert refused(battle, "edit", target="bob", name="").code == "bad-command"
    assert refused(battle, "edit", target="bob", by_hand=1).code == "bad-command"
    do(battle, "edit", target="bob", miniature=True)
    bob = battle.state.combatants["bob"]
    assert (bob.name, bob.hidden, bob.miniature) == ("Robert", True, True)
    do(battle, "undo")
    assert not battle.state.combatants["bob"].miniature


def test_tokens_keep_their_places_on_a_new_map_as_far_as_it_has_them() -> None:
    battle = on_map()
    do(battle, "gm-set", target="ann", state={"at": [1, 1]})
    do(battle, "gm-set", target="bob", state={"at": [5, 3]})
    do(battle, "set-map", map={"grid": {"kind": "square", "cols": 3, "rows": 3, "per_cell": 1, "unit": "yd"}})
    assert battle.state.combatants["ann"].at == (1, 1)
    assert battle.state.combatants["bob"].at is None
    do(battle, "set-map", map=None)
    assert battle.state.map is None
    assert refused(battle, "set-map", map="castle").code == "bad-map"
    assert refused(battle, "set-map", map={"grid": {"kind": "round"}}).code == "bad-map"


def test_doors_are_set_from_anywhere() -> None:
    battle = on_map()
    do(battle, "set-door", wall="gate", state="locked")
    assert battle.state.map is not None
    assert battle.state.map.walls[0].state is DoorState.LOCKED
    assert refused(battle, "set-door", wall="gate", state="ajar").code == "bad-command"
    assert refused(battle, "set-door", wall="gate").code == "bad-command"
    assert refused(battle, "set-door", wall="arch", state="open").code == "no-door"
    assert refused(duel(), "set-door", wall="gate", state="open").code == "no-door"


@pytest.mark.parametrize(
    ("doing", "params"),
    [
        ("gm-set", {"target": "bob", "state": {"hurt": 1}}),
        ("add", {"combatants": [{"id": "cat"}]}),
        ("edit", {"target": "bob", "name": "Robert"}),
        ("set-door", {"wall": "gate", "state": "open"}),
    ],
)
def test_the_gm_may_change_this_while_a_prompt_is_open_and_it_stays_open(doing: str, params: Any) -> None:
    battle = on_map()
    do(battle, "strike", "ann", [5], target="bob")
    prompt = battle.state.prompt
    before = battle.state
    do(battle, doing, **params)
    assert battle.state.prompt == prompt
    assert battle.state != before
    do(battle, "answer", "bob", [1, 1], answer="none")


@pytest.mark.parametrize(
    ("doing", "params"),
    [
        ("remove", {"target": "bob"}),
        ("set-map", {"map": None}),
        ("end-battle", {}),
        ("turn", {"actor": "ann"}),
    ],
)
def test_this_waits_for_the_answer(doing: str, params: Any) -> None:
    battle = on_map()
    do(battle, "strike", "ann", [5], target="bob")
    assert refused(battle, doing, **params).code == "prompt-open"


@pytest.mark.parametrize("doing", sorted(GM_PARAMETERS))
@pytest.mark.parametrize("value", [[], [[]], {}, {"a": []}, 3, -1, 2.5, True, "x", ""])
def test_whatever_is_said_of_each_part_is_taken_or_refused(doing: str, value: Any) -> None:
    for parameter in GM_PARAMETERS[doing]:
        battle = on_map()
        before = battle.state, len(battle.entries)
        try:
            do(battle, doing, **{"target": "bob", parameter.id: value})
        except Refusal:
            assert (battle.state, len(battle.entries)) == before
