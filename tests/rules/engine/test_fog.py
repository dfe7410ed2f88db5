"""The fog of war in a battle: what is explored, by whom, and what the GM's hand does to it."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.battle_events import DoorSet, Moved
from rules.engine.decision import with_explored
from rules.engine.events import Event
from rules.engine.fog.exploration import (
    explored_by,
    is_all_explored,
    is_foggy,
    note_all_explored,
    seen_by,
)
from rules.engine.fog.fog_events import FogPainted, LampSet
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, changed
from rules.map.cell_bits import bits_of, cells_in, write_bits
from rules.map.model import Brightness, DoorState
from tests.rules.engine.history.test_amendment import forgotten
from tests.rules.engine.history.test_resume import saved, what_stands
from tests.rules.engine.toy import do, duel

GRID = {"kind": "square", "cols": 10, "rows": 3, "per_cell": 1, "unit": "yd"}
GATE = {"id": "gate", "from": [5, 0], "to": [5, 3], "kind": "door"}
WEST = {(c, r) for c in range(5) for r in range(3)}
EAST = {(c, r) for c in range(5, 10) for r in range(3)}


def two_rooms(**more: Any) -> Battle:
    """Ann stands in the western room; a gate leads to the eastern one, where Bob is."""
    battle = duel()
    do(battle, "set-map", map={"grid": GRID, "walls": [GATE], **more})
    do(battle, "gm-set", target="ann", state={"at": [1, 1]})
    do(battle, "gm-set", target="bob", state={"at": [8, 1]})
    return battle


def known(battle: Battle, side: str = "heroes") -> set[tuple[int, int]]:
    assert battle.state.map is not None
    return set(cells_in(battle.state.fog.known_to({side}, ()), battle.state.map.grid))


def test_without_fog_nothing_is_explored() -> None:
    battle = two_rooms()
    do(battle, "move", "ann", to=[2, 1])
    assert not is_foggy(battle.state)
    assert known(battle) == set()


def test_fog_that_comes_leaves_what_is_seen_then() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True)
    assert (known(battle), known(battle, "raiders")) == (WEST, EAST)


def test_a_gate_that_opens_shows_what_lies_behind_and_it_stays_known() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True, sides=["heroes"])
    do(battle, "set-door", wall="gate", state="open")
    do(battle, "set-door", wall="gate", state="closed")
    assert known(battle) == WEST | EAST


def test_only_the_sides_that_are_named_are_kept() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True, sides=["heroes"])
    assert known(battle, "raiders") == set()


def test_who_is_taken_out_has_told_the_others_what_they_saw() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True)
    do(battle, "remove", target="ann")
    assert known(battle) == WEST


def test_what_was_explored_goes_with_the_move_that_is_taken_back() -> None:
    battle = two_rooms(ambient="dark")
    do(battle, "set-fog", on=True)
    before = known(battle)
    do(battle, "move", "ann", to=[3, 1])
    assert known(battle) > before
    do(battle, "undo")
    assert known(battle) == before
    do(battle, "redo")
    assert (4, 1) in known(battle)


@pytest.mark.parametrize("lasting", [False, True])
def test_what_was_explored_stays_after_an_undo_if_that_is_wanted(lasting: bool) -> None:
    battle = two_rooms(ambient="dark")
    do(battle, "set-fog", on=True, lasting=lasting)
    before = known(battle)
    do(battle, "move", "ann", to=[3, 1])
    do(battle, "move", "ann", to=[4, 1])
    walked, first = known(battle), battle.entries[-2].command.id
    do(battle, "undo", to=first)
    assert battle.state.combatants["ann"].at == (1, 1)
    assert known(battle) == (walked if lasting else before)
    assert Battle.load("toy", saved(battle)).state == battle.state
    do(battle, "redo")
    do(battle, "undo", to=first)
    assert known(battle) == (walked if lasting else before)


def test_the_ground_of_a_map_that_is_taken_away_again_is_not_explored_on_the_one_before() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True, lasting=True)
    do(battle, "set-map", map={"grid": {**GRID, "cols": 12}})
    do(battle, "undo", of="map")
    assert known(battle) == WEST


def test_a_forgotten_modifier_leaves_explored_what_was_seen_meanwhile() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True, lasting=True)
    do(battle, "strike", "ann", dice=[5], target="bob")
    do(battle, "set-door", wall="gate", state="open")
    do(battle, "answer", "bob", dice=[4, 3], answer="none")
    forgotten(battle, "strike", -8)
    assert known(battle) == WEST | EAST
    assert Battle.load("toy", saved(battle)).state == battle.state


def test_a_kept_battle_knows_what_was_explored() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True, each=True)
    do(battle, "set-door", wall="gate", state="open")
    do(battle, "paint-fog", how="cover", cells=[[0, 0]])
    assert Battle.load("toy", saved(battle)).state == battle.state


def test_an_open_question_stands_again_after_a_restart_in_the_fog() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True)
    do(battle, "strike", "ann", dice=[5], target="bob")
    do(battle, "gm-set", target="ann", state={"at": [4, 1]})
    again = Battle.load("toy", saved(battle))
    assert what_stands(again) == what_stands(battle)
    assert again.state.prompt is not None
    assert not again.is_stuck


def test_the_hand_shows_covers_and_forgets() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True, sides=["heroes"])
    do(battle, "paint-fog", how="show", cells=[[8, 1]])
    assert known(battle) == WEST | {(8, 1)}
    do(battle, "paint-fog", how="cover", cells=[[8, 1], [0, 0]])
    assert known(battle) == WEST - {(0, 0)}
    do(battle, "paint-fog", how="forget", all=True)
    assert known(battle) == WEST, "who sees it still knows it again at once"
    do(battle, "gm-set", target="ann", state={"at": [8, 1]})
    do(battle, "paint-fog", how="forget", all=True)
    assert known(battle) == EAST


def test_what_is_covered_is_not_explored_by_who_looks() -> None:
    battle = two_rooms()
    do(battle, "paint-fog", how="cover", cells=[[0, 0]])
    do(battle, "set-fog", on=True)
    assert battle.state.fog.explored["heroes", "ann"] & bits_of(battle.state.map.grid, [(0, 0)]) == 0


def test_painting_is_taken_back_like_all_else() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True)
    before = battle.state
    do(battle, "paint-fog", how="show", all=True)
    do(battle, "undo")
    assert battle.state == before


def test_another_map_is_unknown_but_for_what_is_seen() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True)
    do(battle, "paint-fog", how="show", all=True)
    do(battle, "set-map", map={"grid": {**GRID, "cols": 12}, "walls": [GATE]})
    assert known(battle) == WEST


def test_a_light_that_is_put_lets_see_and_is_dropped_again() -> None:
    battle = two_rooms()
    do(battle, "edit-map", ambient="dark")
    do(battle, "set-fog", on=True, sides=["heroes"])
    assert (4, 1) not in known(battle)
    do(battle, "edit-map", lights=[{"at": [4.5, 1.5], "range": 2, "bright": 1}])
    assert (4, 1) in known(battle)
    do(battle, "undo", of="map")
    assert battle.state.map is not None
    assert (battle.state.map.lights, battle.state.map.ambient) == ((), Brightness.DARK)
    do(battle, "redo", of="map")
    do(battle, "edit-map", drop={"lights": [[4.5, 1.5]]})
    assert battle.state.map.lights == ()


@pytest.mark.parametrize(
    ("doing", "params", "code"),
    [
        ("set-fog", {"on": "yes"}, "bad-command"),
        ("set-fog", {"on": False}, "no-change"),
        ("set-fog", {"on": True, "sides": "heroes"}, "bad-command"),
        ("paint-fog", {"how": "blur", "cells": [[0, 0]]}, "bad-command"),
        ("paint-fog", {"how": "show", "cells": []}, "bad-command"),
        ("paint-fog", {"how": "show", "cells": [[0, True]]}, "bad-command"),
        ("paint-fog", {"how": "show", "cells": [[10, 0]]}, "no-place"),
        ("paint-fog", {"how": "forget", "cells": [[0, 0]]}, "no-change"),
        ("edit-map", {"drop": {"lights": [[1, 1]]}}, "no-light"),
        ("edit-map", {"lights": [{"at": [1, 1], "range": 2, "bright": 3}]}, "bad-map"),
        ("edit-map", {"lights": [{"at": [90, 1], "range": 2}]}, "bad-map"),
        ("edit-map", {"ambient": "murky"}, "bad-map"),
        ("edit-map", {"ambient": "bright"}, "no-change"),
        ("edit-map", {"surface": "lava"}, "bad-map"),
        ("edit-map", {"surface": "plain"}, "no-change"),
        ("edit-map", {"floors": [{"cells": [[90, 0]], "surface": "wood"}]}, "bad-map"),
        ("edit-map", {"floors": [{"cells": [[0, 0]], "surface": "plain"}]}, "no-change"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(doing: str, params: dict[str, Any], code: str) -> None:
    battle = two_rooms()
    before = what_stands(battle)
    with pytest.raises(Refusal) as caught:
        do(battle, doing, **params)
    assert caught.value.code == code
    assert what_stands(battle) == before


def test_there_is_no_fog_without_cells() -> None:
    battle = duel()
    with pytest.raises(Refusal) as caught:
        do(battle, "set-fog", on=True)
    assert caught.value.code == "no-cells"


# ------------------------------------------------------------------------------------- light that is carried
def test_a_torch_shows_what_lies_along_the_way_of_who_carries_it() -> None:
    battle = two_rooms(ambient="dark")
    do(battle, "set-fog", on=True, sides=["heroes"])
    assert (4, 1) not in known(battle)
    do(battle, "set-lamp", target="ann", bright=1, dim=2)
    assert known(battle) == {(c, r) for c in range(4) for r in range(3)}
    do(battle, "gm-set", target="ann", state={"at": [3, 1]})
    assert known(battle) == WEST, "the shut gate keeps the light in"
    assert Battle.load("toy", saved(battle)).state == battle.state


def test_anothers_torch_lets_see_from_the_dark_and_goes_out() -> None:
    battle = two_rooms(ambient="dark", walls=[])
    do(battle, "set-fog", on=True, sides=["heroes"])
    do(battle, "set-lamp", target="bob", bright=1, dim=1)
    assert {(7, 1), (8, 1), (9, 1)} <= known(battle)
    do(battle, "set-lamp", target="bob", bright=0, dim=0)
    assert battle.state.combatants["bob"].lamp is None
    do(battle, "paint-fog", how="forget", all=True)
    assert (8, 1) not in known(battle)


def test_the_torch_of_somebody_hidden_tells_nothing_of_them() -> None:
    battle = two_rooms(ambient="dark", walls=[])
    do(battle, "edit", target="bob", hidden=True)
    do(battle, "set-lamp", target="bob", bright=1, dim=1)
    do(battle, "set-fog", on=True, sides=["heroes"])
    assert (8, 1) not in known(battle)


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({"bright": 3, "dim": 2}, "bad-command"),
        ({"bright": True, "dim": 2}, "bad-command"),
        ({"bright": 1, "dim": 1001}, "bad-command"),
        ({"bright": 0, "dim": 0}, "no-change"),
    ],
)
def test_no_such_lamp_is_carried(params: dict[str, Any], code: str) -> None:
    battle = two_rooms()
    with pytest.raises(Refusal) as caught:
        do(battle, "set-lamp", target="ann", **params)
    assert caught.value.code == code


# ------------------------------------------------------------------------------------ whoever looks, and when
def explored_plainly(before: BattleState, events: Sequence[Event]) -> dict[tuple[str, str], int]:
    """What all have explored if everybody looks anew after each event, and from each cell of a way."""
    state, found = before, dict(before.fog.explored)

    def look(state: BattleState) -> None:
        for c in state.combatants.values() if is_foggy(state) else ():
            if state.fog.keeps(c.side):
                fresh = changed(state, map=replace(state.map)) if state.map is not None else state
                seen = seen_by(fresh, [c]) & ~state.fog.covered
                found[c.side, c.id] = found.get((c.side, c.id), 0) | seen

    look(state)
    for event in events:
        after = event.apply(state)
        if isinstance(event, Moved):
            for place in event.path:
                look(after.with_changes(event.who, at=place))
        if after.fog.explored is not state.fog.explored:
            found = dict(after.fog.explored)
        state = after
        look(state)
    return found


@pytest.mark.parametrize("seed", range(12))
def test_many_deeds_at_once_explore_what_everybody_sees_who_looks_after_each(seed: int) -> None:
    chance, raised = Random(seed), [{"cells": [[2, 1]], "height": 3}]
    battle = two_rooms(ambient=chance.choice(("bright", "dim", "dark")), elevation=raised)
    do(battle, "set-fog", on=True, sides=chance.choice((["heroes"], [])))
    before, events = battle.state, deeds(chance)
    after = before
    for event in events:
        after = event.apply(after)
    for explored in explored_by(before, events):
        after = explored.apply(after)
    wanted = explored_plainly(before, events)
    assert any(wanted.values())
    assert dict(after.fog.explored) == {key: cells for key, cells in wanted.items() if cells}


@pytest.mark.parametrize("seed", range(8))
def test_who_looked_around_last_time_need_not_look_before_the_next_deed(seed: int) -> None:
    chance = Random(seed)
    battle = two_rooms(ambient=chance.choice(("bright", "dim", "dark")))
    do(battle, "set-fog", on=True)
    state, explored = battle.state, 0
    for _ in range(6):
        events, after = deeds(chance, 3), state
        for event in events:
            after = event.apply(after)
        _, last = with_explored(events, state, after)
        events = deeds(chance, 3)
        assert is_all_explored(last)
        found = explored_by(last, events)
        note_all_explored(battle.state)
        assert not is_all_explored(last)
        assert explored_by(last, events) == found
        state, explored = last, explored + len(found)
    assert explored


def test_who_was_put_somewhere_without_a_look_has_yet_to_look_around() -> None:
    battle = two_rooms()
    do(battle, "set-fog", on=True)
    there = battle.state.with_changes("ann", at=(9, 1))
    assert is_all_explored(battle.state)
    assert not is_all_explored(there)
    assert explored_by(battle.state, []) == []
    assert [event.kind for event in explored_by(there, [])] == ["explored"]


def deeds(chance: Random, count: int = 12) -> list[Event]:
    """Give some moves and some changes of what is seen, whatever the rules say of them."""
    events = list[Event]()
    for _ in range(count):
        way = tuple((chance.randrange(10), chance.randrange(3)) for _ in range(chance.randrange(1, 5)))
        who, painted = chance.choice(("ann", "bob")), write_bits(chance.getrandbits(30))
        moved = Moved(who=who, to=way[-1], path=way)
        others: list[Event] = [
            DoorSet(wall="gate", state=chance.choice((DoorState.OPEN, DoorState.CLOSED))),
            LampSet(who=who, bright=chance.choice((0, 1)), dim=chance.choice((0, 2))),
            FogPainted(how=chance.choice(("cover", "show", "forget")), cells=painted),
        ]
        events.append(chance.choice([moved, moved, moved, *others]))
    return events
