"""Undo of the map alone: the last change of it goes and comes back, whatever else happened since."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.map.model import BattleMap, DoorState
from tests.rules.engine.history.test_resume import Chance, attempt, saved, what_stands
from tests.rules.engine.toy import do, duel

GRID = {"kind": "square", "cols": 6, "rows": 4, "per_cell": 1, "unit": "yd"}
GATE = {"id": "gate", "from": [1, 0], "to": [1, 2], "kind": "door"}
BAR, YARD = {"id": "bar", "links": ["yard"]}, {"id": "yard"}


def on_map(**more: Any) -> Battle:
    battle = duel()
    do(battle, "set-map", map={"grid": GRID, "walls": [GATE], **more})
    do(battle, "gm-set", target="ann", state={"at": [0, 0]})
    return battle


def in_zones() -> Battle:
    battle = duel()
    do(battle, "set-map", map={"grid": {"kind": "zones"}, "zones": [BAR, YARD]})
    return battle


def walls(battle: Battle) -> dict[str, Any]:
    return {wall.id: wall for wall in laid(battle).walls}


def laid(battle: Battle) -> BattleMap:
    assert battle.state.map is not None
    return battle.state.map


def draw(battle: Battle, x: int = 3, **more: Any) -> str:
    """Draw a wall, and give its id."""
    before = set(walls(battle))
    do(battle, "edit-map", walls=[{"from": [x, 0], "to": [x, 2], **more}])
    [new] = set(walls(battle)) - before
    return new


def refused(battle: Battle, doing: str, **params: Any) -> Refusal:
    before = what_stands(battle)
    with pytest.raises(Refusal) as caught:
        do(battle, doing, **params)
    assert what_stands(battle) == before
    return caught.value


def test_the_last_change_goes_and_what_came_after_it_stays() -> None:
    battle = on_map()
    draw(battle)
    do(battle, "move", "ann", to=[4, 1])
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    with_wall = battle.state
    do(battle, "undo", of="map")
    assert set(walls(battle)) == {"gate"}
    assert battle.state.combatants == with_wall.combatants
    do(battle, "redo", of="map")
    assert battle.state == with_wall


def test_changes_go_one_by_one_back_to_the_map_as_it_was_laid_out() -> None:
    battle = on_map()
    start = laid(battle)
    draw(battle)
    do(battle, "set-door", wall="gate", state="locked")
    do(battle, "set-map", map={"grid": {**GRID, "cols": 3}})
    drawn = laid(battle)
    for _ in range(3):
        assert battle.can_undo_map
        do(battle, "undo", of="map")
    assert laid(battle) == start
    assert not battle.can_undo_map
    assert refused(battle, "undo", of="map").code == "nothing-to-undo"
    for _ in range(3):
        assert battle.can_redo_map
        do(battle, "redo", of="map")
    assert laid(battle) == drawn
    assert refused(battle, "redo", of="map").code == "nothing-to-redo"


def test_a_change_taken_back_stays_so_once_the_map_is_changed_again_and_only_then() -> None:
    battle = on_map()
    draw(battle)
    do(battle, "undo", of="map")
    do(battle, "move", "ann", to=[1, 1])
    assert battle.can_redo_map
    draw(battle, 4)
    assert refused(battle, "redo", of="map").code == "nothing-to-redo"


def test_taking_a_new_map_away_brings_the_tokens_back_to_where_they_stood() -> None:
    battle = on_map()
    do(battle, "gm-set", target="bob", state={"at": [5, 3]})
    do(battle, "set-map", map={"grid": {**GRID, "cols": 3, "rows": 3}})
    assert battle.state.combatants["bob"].at is None
    do(battle, "undo", of="map")
    assert battle.state.combatants["bob"].at == (5, 3)


def test_a_door_that_was_opened_since_can_be_undrawn_and_comes_back_open() -> None:
    battle = on_map()
    door = draw(battle, kind="door")
    battle_of = battle.log.entries[-1].command.id
    do(battle, "set-door", wall=door, state="open")
    do(battle, "set-door", wall="gate", state="open")
    do(battle, "undo", of="map")
    do(battle, "undo", of="map")
    do(battle, "undo", of="map")
    assert battle_of in battle.taken_back
    assert set(walls(battle)) == {"gate"}
    for _ in range(3):
        do(battle, "redo", of="map")
    assert walls(battle)[door].state is DoorState.OPEN


def test_whoever_stands_in_a_zone_that_is_undrawn_stands_nowhere_until_it_is_back() -> None:
    battle = in_zones()
    do(battle, "edit-map", zones=[{"name": "Roof", "links": ["bar"]}])
    roof = laid(battle).zones[-1].id
    do(battle, "move", "ann", to=roof)
    do(battle, "add", combatants=[{"id": "cat", "at": roof}])
    do(battle, "gm-set", target="bob", state={"at": roof})
    do(battle, "undo", of="map")
    assert {who.at for who in battle.state.combatants.values()} == {None}
    do(battle, "redo", of="map")
    assert {who.at for who in battle.state.combatants.values()} == {roof}


def test_plain_undo_takes_a_change_of_the_map_too_if_it_was_the_last_thing_done() -> None:
    battle = on_map()
    wall = draw(battle)
    drawn = battle.state
    do(battle, "undo")
    assert wall not in walls(battle)
    assert battle.can_redo_map
    assert battle.can_redo
    do(battle, "redo", of="map")
    assert battle.state == drawn
    assert not battle.can_redo


def test_changes_come_back_in_the_order_in_which_they_were_made_whichever_way_they_went() -> None:
    battle = on_map()
    first = draw(battle, 3)
    second = draw(battle, 4)
    do(battle, "undo")
    do(battle, "undo", of="map")
    assert not battle.can_redo, "the second before the first would be another map than ever was"
    do(battle, "redo", of="map")
    assert set(walls(battle)) == {"gate", first}
    do(battle, "redo", of="map")
    assert set(walls(battle)) == {"gate", first, second}


def test_what_was_undone_can_be_put_back_although_the_map_was_changed_back_in_between() -> None:
    battle = on_map()
    draw(battle)
    do(battle, "gm-set", target="bob", state={"hurt": 1})
    do(battle, "undo")
    do(battle, "undo", of="map")
    do(battle, "redo")
    assert battle.state.combatants["bob"].state.hurt == 1
    assert set(walls(battle)) == {"gate"}


def test_an_open_question_survives_undo_and_redo_of_the_map_and_a_restart() -> None:
    battle = on_map()
    draw(battle, 4)
    do(battle, "strike", "ann", [5], target="bob")
    prompt = battle.state.prompt
    wall = draw(battle, 3)
    for step in ("undo", "undo", "redo"):
        do(battle, step, of="map")
        assert battle.state.prompt == prompt
        assert not battle.is_stuck
        battle = Battle.load("toy", saved(battle))
        assert battle.state.prompt == prompt
        assert not battle.is_stuck
    do(battle, "answer", "bob", [4, 4], answer="none")
    assert battle.state.combatants["bob"].state.hurt == 2
    assert wall not in walls(battle)


def test_another_map_is_not_slid_under_an_open_question() -> None:
    battle = on_map()
    do(battle, "set-map", map={"grid": {**GRID, "cols": 3}})
    do(battle, "strike", "ann", [5], target="bob")
    assert refused(battle, "undo", of="map").code == "prompt-open"
    do(battle, "answer", "bob", [1, 1], answer="none")
    do(battle, "undo", of="map")
    do(battle, "strike", "ann", [5], target="bob")
    assert refused(battle, "redo", of="map").code == "prompt-open"


def test_undo_is_of_all_or_of_the_map_and_of_nothing_else() -> None:
    battle = on_map()
    draw(battle)
    for step in ("undo", "redo"):
        assert refused(battle, step, of="tokens").code == "bad-command"
        assert refused(battle, step, of=1).code == "bad-command"


# ------------------------------------------------------------------------------------------ properties
def some_edit(battle: Battle, pick: int) -> dict[str, Any]:
    """Choose a change of the map; some of it will be refused."""
    assert battle.state.map is not None
    dice = Random(pick)
    known = [wall.id for wall in battle.state.map.walls] or ["none"]
    zones = [zone.id for zone in battle.state.map.zones]
    x, y = dice.randrange(6), dice.randrange(4)
    match pick % 8:
        case 0 | 1:
            kind = dice.choice(("wall", "door", "low"))
            return {"walls": [{"from": [x, y], "to": [x + 1, y], "kind": kind}]}
        case 2:
            return {"walls": [{"id": dice.choice(known), "kind": dice.choice(("wall", "door"))}]}
        case 3:
            return {"drop": {"walls": [dice.choice(known)]}}
        case 4:
            return {"ground": [{"cells": [[x, y]], "cost": dice.choice((1, 2)), "name": "mud"}]}
        case 5:
            return {"zones": [{"polygon": [[x, 0], [x + 1, 0], [x, 4]], "links": zones[:1]}]}
        case 6 if zones:
            return {"drop": {"zones": [dice.choice(zones)]}}
        case _:
            return {
                "picture": {"at": [x, y], "size": [6, 4]},
                "elevation": [{"cells": [[x, y]], "height": 2}],
            }


def some_step(battle: Battle, which: int, pick: int) -> Command:
    """Choose something to do, the map more often than anything else."""
    who = ("ann", "bob")[pick % 2]
    doors = [w.id for w in (battle.state.map.walls if battle.state.map else ()) if w.state]
    door = doors[pick % len(doors)] if doors else "none"
    small = {**GRID, "cols": 2 + pick % 5}
    cell = [pick % 6, pick % 4]
    steps: list[tuple[str, str | None, dict[str, Any]]] = [
        ("undo", None, {"of": "map"}),
        ("redo", None, {"of": "map"}),
        ("undo", None, {}),
        ("redo", None, {}),
        ("set-door", None, {"wall": door, "state": ("open", "locked", "secret")[pick % 3]}),
        ("move", battle.state.active or who, {"to": cell}),
        ("gm-set", None, {"target": who, "state": {"at": cell, "hurt": pick % 3}}),
        ("strike", battle.state.active or who, {"target": ("bob", "ann")[pick % 2]}),
        ("set-map", None, {"map": {"grid": small, "walls": [GATE]} if pick % 4 else None}),
        ("add", None, {"combatants": [{"id": f"cat{pick}", "at": [0, 0]}]}),
        ("begin", None, {}),
    ]
    prompt = battle.state.prompt
    if which >= len(steps) + 6 and prompt is not None:
        answer = prompt.choices[pick % len(prompt.choices)]
        return Command(do="answer", actor=prompt.to, params={"answer": answer})
    if which >= len(steps):
        return Command(do="edit-map", params=some_edit(battle, pick) if battle.state.map else {})
    do, actor, params = steps[which]
    return Command(do=do, actor=actor, params=params)


STEPS = st.lists(st.tuples(st.integers(0, 22), st.integers(0, 40)), max_size=16)


def played(steps: list[tuple[int, int]], seed: int) -> Battle:
    battle, faces = on_map(), Chance(seed)
    for which, pick in steps:
        attempt(battle, some_step(battle, which, pick), faces)
    return battle


def fold(events: list[Event]) -> BattleState:
    state = BattleState(system="toy")
    for event in events:
        state = event.apply(state)
    return state


@settings(max_examples=150, deadline=None)
@given(STEPS, st.integers(0, 99))
def test_the_state_is_a_fold_of_what_stands_and_a_restart_changes_nothing(
    steps: list[tuple[int, int]], seed: int
) -> None:
    battle = played(steps, seed)
    standing = [e for entry in battle.entries if not battle.is_undone(entry) for e in entry.events]
    assert battle.state == fold(standing)
    again = Battle.load("toy", saved(battle))
    assert what_stands(again) == what_stands(battle)
    assert not battle.is_stuck
    ways = [(b.can_undo, b.can_redo, b.can_undo_map, b.can_redo_map) for b in (battle, again)]
    assert ways[0] == ways[1]
    assert list(again.story())[-1][3] == battle.state


@settings(max_examples=100, deadline=None)
@given(STEPS, st.integers(0, 99), st.integers(1, 4))
def test_undo_and_redo_of_the_map_together_change_nothing(
    steps: list[tuple[int, int]], seed: int, times: int
) -> None:
    battle = played(steps, seed)
    before, others = battle.state, battle.state.combatants
    faces, taken = Chance(seed), 0
    for _ in range(times):
        done = attempt(battle, Command(do="undo", params={"of": "map"}), faces)
        if isinstance(done, str):
            break
        taken += 1
        states = {who: c.state for who, c in battle.state.combatants.items()}
        assert states == {who: c.state for who, c in others.items()}, "nothing but the map is taken back"
    for _ in range(taken):
        assert battle.can_redo_map
        do(battle, "redo", of="map")
    assert battle.state == before


@settings(max_examples=60, deadline=None)
@given(STEPS, STEPS, st.integers(0, 99))
def test_a_battle_goes_on_after_a_restart_as_it_would_have_without(
    steps: list[tuple[int, int]], more: list[tuple[int, int]], seed: int
) -> None:
    one = played(steps, seed)
    other = Battle.load("toy", saved(one))
    for number, (which, pick) in enumerate(more):
        command = some_step(one, which, pick)
        assert attempt(one, command, Chance(number)) == attempt(other, command, Chance(number))
        assert what_stands(one) == what_stands(other)
