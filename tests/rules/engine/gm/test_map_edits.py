"""The GM's command that changes the map: what it does, and what it refuses."""

from dataclasses import replace
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.refusal import Refusal
from rules.map.model import BattleMap, DoorState, WallKind
from tests.rules.engine.gm.test_map_undo import GATE, GRID, draw, in_zones, laid, on_map, refused, walls
from tests.rules.engine.history.test_resume import saved
from tests.rules.engine.toy import do, duel

TRIANGLE = [[0, 0], [2, 0], [2, 2]]


def patch(battle: Battle, **params: Any) -> dict[str, Any]:
    """Change the map, and give what the event says."""
    before = laid(battle)
    [_, event] = do(battle, "edit-map", **params)
    assert event.kind == "map-edited"
    assert laid(battle) != before
    found: dict[str, Any] = event.patch
    return found


def test_a_new_wall_gets_an_id_and_is_told_whole() -> None:
    battle = on_map()
    [told] = patch(battle, walls=[{"from": [3, 0], "to": [3, 2], "kind": "door"}])["walls"]
    assert told == {"id": told["id"], "from": [3, 0], "to": [3, 2], "kind": "door", "state": "closed"}
    assert walls(battle)[told["id"]].state is DoorState.CLOSED


def test_of_a_known_wall_only_what_is_given_changes() -> None:
    battle = on_map()
    wall = draw(battle, material="oak", height=2)
    before = walls(battle)[wall]
    patch(battle, walls=[{"id": wall, "kind": "low"}])
    assert walls(battle)[wall] == replace(before, kind=WallKind.LOW)
    patch(battle, walls=[{"id": wall, "material": None, "from": [2, 0]}])
    assert walls(battle)[wall] == replace(before, kind=WallKind.LOW, material=None, start=(2.0, 0.0))


def test_a_door_that_becomes_a_wall_has_no_state_and_a_wall_that_becomes_a_door_is_closed() -> None:
    battle = on_map()
    patch(battle, walls=[{"id": "gate", "kind": "wall"}])
    assert walls(battle)["gate"].state is None
    patch(battle, walls=[{"id": "gate", "kind": "door"}])
    assert walls(battle)["gate"].state is DoorState.CLOSED


def test_ids_are_new_even_against_those_of_changes_that_were_taken_back() -> None:
    battle = on_map()
    seen = set()
    for _ in range(5):
        wall = draw(battle)
        assert wall not in seen
        seen.add(wall)
        do(battle, "undo", of="map")


def test_the_same_commands_make_the_same_ids() -> None:
    one, other = on_map(), on_map()
    assert draw(one) == draw(other)


def test_a_command_sent_twice_draws_once() -> None:
    battle = on_map()
    first = do(battle, "edit-map", id="mine", walls=[{"from": [3, 0], "to": [3, 2]}])
    assert do(battle, "edit-map", id="mine", walls=[{"from": [3, 0], "to": [3, 2]}]) == first
    assert len(walls(battle)) == 2


def test_ground_is_painted_over_what_was_there_and_cleared_by_cost_one() -> None:
    battle = on_map(ground=[{"cells": [[0, 0], [1, 0]], "cost": 2, "name": "mud"}])
    told = patch(battle, ground=[{"cells": [[1, 0], [2, 0], [2, 0]], "cost": 3, "name": "mire"}])
    assert told["ground"] == [{"cells": [[1, 0], [2, 0]], "cost": 3, "name": "mire"}]
    assert ground(battle) == {(2, "mud"): {(0, 0)}, (3, "mire"): {(1, 0), (2, 0)}}
    told = patch(battle, ground=[{"cells": [[0, 0], [1, 0], [5, 3]], "cost": 1, "name": "mud"}])
    assert told["ground"] == [{"cells": [[0, 0], [1, 0]], "cost": 1, "name": ""}]
    assert ground(battle) == {(3, "mire"): {(2, 0)}}


def ground(battle: Battle) -> dict[tuple[float, str], set[tuple[int, int]]]:
    return {(area.cost, area.name): set(area.cells) for area in laid(battle).ground}


def test_many_strokes_of_one_kind_are_one_area() -> None:
    battle = on_map()
    for column in range(6):
        patch(battle, ground=[{"cells": [[column, 0]], "cost": 2, "name": "mud"}])
        patch(battle, elevation=[{"cells": [[column, 1]], "height": 3}])
    assert ground(battle) == {(2, "mud"): {(c, 0) for c in range(6)}}
    assert [(a.height, set(a.cells)) for a in laid(battle).elevation] == [(3, {(c, 1) for c in range(6)})]
    patch(battle, elevation=[{"cells": [[c, 1] for c in range(6)], "height": 0}])
    assert laid(battle).elevation == ()


def test_where_the_picture_lies_is_set_and_forgotten() -> None:
    battle = on_map()
    patch(battle, picture={"at": [-1, 0.5], "size": [8, 4]})
    box = laid(battle).picture
    assert box is not None
    assert (box.at, box.size) == ((-1.0, 0.5), (8.0, 4.0))
    patch(battle, picture=None)
    assert laid(battle).picture is None


# --------------------------------------------------------------------------------------------- zones
def links(battle_map: BattleMap) -> dict[str, tuple[str, ...]]:
    return {zone.id: zone.links for zone in battle_map.zones}


def test_a_new_zone_has_a_name_and_an_id_of_its_own() -> None:
    battle = on_map()
    [told] = patch(battle, zones=[{"polygon": TRIANGLE}])["zones"]
    assert (told["name"], told["links"]) == ("Zone 1", [])
    patch(battle, zones=[{"id": told["id"], "name": "The bar"}])
    [zone] = laid(battle).zones
    assert (zone.name, zone.polygon) == ("The bar", ((0, 0), (2, 0), (2, 2)))


def test_the_links_given_for_a_zone_are_its_links_whichever_side_named_them() -> None:
    battle = in_zones()
    patch(battle, zones=[{"id": "yard", "links": []}])
    assert links(laid(battle)) == {"bar": (), "yard": ()}
    patch(battle, zones=[{"id": "yard", "links": ["bar"]}])
    patch(battle, zones=[{"id": "bar", "links": ["yard"]}])
    assert links(laid(battle)) == {"bar": ("yard",), "yard": ("bar",)}


def test_a_zone_that_goes_takes_the_links_to_it_along() -> None:
    battle = in_zones()
    patch(battle, drop={"zones": ["yard"]})
    assert links(laid(battle)) == {"bar": ()}


def test_a_zone_may_be_linked_and_its_old_neighbour_dropped_in_one_command() -> None:
    battle = in_zones()
    patch(battle, zones=[{"id": "yard", "links": []}], drop={"zones": ["bar"]})
    assert links(laid(battle)) == {"yard": ()}


def test_on_a_map_of_zones_nobody_loses_the_ground_under_their_feet() -> None:
    battle = in_zones()
    for who in ("ann", "bob"):
        do(battle, "gm-set", target=who, state={"at": "yard"})
    refusal = refused(battle, "edit-map", drop={"zones": ["yard"]})
    assert (refusal.code, refusal.message) == (
        "zone-occupied",
        "Ann, Bob stand in the zone yard: it cannot go before they do.",
    )


def test_on_a_grid_a_zone_may_go_whoever_stands_in_it() -> None:
    battle = on_map(zones=[{"id": "bar", "polygon": TRIANGLE}])
    patch(battle, drop={"zones": ["bar"]})
    assert battle.state.combatants["ann"].at == (0, 0)


# ------------------------------------------------------------------------------------------ refusals
WALL = {"from": [0, 0], "to": [1, 0]}


@pytest.mark.parametrize(
    ("params", "code", "words"),
    [
        ({}, "bad-command", "one of the keys walls"),
        ({"wals": []}, "bad-command", "'wals'"),
        ({"walls": []}, "no-change", "already"),
        ({"walls": [{"id": "gate", "state": "closed"}]}, "no-change", "already"),
        ({"ground": [{"cells": [[1, 1]], "cost": 1}]}, "no-change", "already"),
        ({"picture": None}, "no-change", "already"),
        ({"walls": {}}, "bad-map", "walls: expected a list"),
        ({"walls": [3]}, "bad-map", r"walls\[0\]: expected an object"),
        ({"walls": [{"from": [0, 0]}]}, "bad-map", r"walls\[0\].to is missing"),
        ({"walls": [WALL, {"from": [0, 0], "to": [0, 0]}]}, "bad-map", r"walls\[1\]: a wall has a length"),
        ({"walls": [{"from": [0, 0], "to": [7.5, 0]}]}, "bad-map", "7.5, 0 is off the map"),
        ({"walls": [{"from": [0, -2], "to": [1, 0]}]}, "bad-map", r"walls\[0\].from"),
        ({"walls": [{**WALL, "to": [float("nan"), 0]}]}, "bad-map", "finite"),
        ({"walls": [{**WALL, "kind": "moat"}]}, "bad-map", "wall, door, window"),
        ({"walls": [{**WALL, "state": "open"}]}, "bad-map", "only a door"),
        ({"walls": [{**WALL, "kind": "door", "state": "ajar"}]}, "bad-map", "open, closed"),
        ({"walls": [{**WALL, "height": 1e9}]}, "bad-map", "height"),
        ({"walls": [{**WALL, "material": "x" * 81}]}, "bad-map", "80 characters"),
        ({"walls": [{"id": "gone", "kind": "wall"}]}, "no-wall", "'gone'"),
        ({"walls": [{"id": "gate"}, {"id": "gate"}]}, "bad-map", "twice"),
        ({"walls": [{"id": "gate", "kind": "wall"}], "drop": {"walls": ["gate"]}}, "bad-map", "at once"),
        ({"drop": {"walls": ["gone"]}}, "no-wall", "'gone'"),
        ({"drop": {"walls": "gate"}}, "bad-map", "drop.walls: expected a list"),
        ({"drop": {"lamps": []}}, "bad-map", "only walls, zones, lights, levels, passages"),
        ({"drop": {"zones": ["gone"]}}, "no-zone", "'gone'"),
        ({"zones": [{"polygon": TRIANGLE[:2]}]}, "bad-map", "three corners"),
        ({"zones": [{}]}, "bad-map", "three corners"),
        ({"zones": [{"polygon": [[0, 0], [2, 2], [2, 0], [0, 2]]}]}, "bad-map", "cross"),
        ({"zones": [{"polygon": [[0, 0], [1, 0], [2, 0]]}]}, "bad-map", "cross"),
        ({"zones": [{"polygon": [[0, 0], [2, 0], [2, 9]]}]}, "bad-map", "off the map"),
        ({"zones": [{"polygon": [[0, 0]] * 201}]}, "bad-map", "200 corners"),
        ({"zones": [{"polygon": TRIANGLE, "name": " "}]}, "bad-map", "needs a name"),
        ({"zones": [{"polygon": TRIANGLE, "links": ["moon"]}]}, "no-zone", "'moon'"),
        ({"zones": [{"id": "bar", "links": ["bar"]}]}, "bad-map", "with itself"),
        ({"zones": [{"id": "moon", "links": []}]}, "no-zone", "'moon'"),
        ({"ground": [{"cells": [[6, 0]], "cost": 2}]}, "bad-map", r"\[6, 0\] is off the map of 6 by 4"),
        ({"ground": [{"cells": [], "cost": 2}]}, "bad-map", "no cells"),
        ({"ground": [{"cells": [[0, 0]], "cost": 0.5}]}, "bad-map", "expected 1"),
        ({"ground": [{"cells": [[0, 0]], "cost": 101}]}, "bad-map", "to 100"),
        ({"elevation": [{"cells": [[0, 0]], "height": 1e6}]}, "bad-map", "at most 10000"),
        ({"elevation": [{"cells": [[0, 0]]}]}, "bad-map", "height is missing"),
        ({"picture": {"at": [0, 0], "size": [0, 1]}}, "bad-map", "above 0"),
        ({"picture": {"at": [0, 0], "size": [1e300, 1]}}, "bad-map", "no larger"),
    ],
)
def test_what_cannot_be_drawn_is_refused(params: Any, code: str, words: str) -> None:
    battle = on_map(zones=[{"id": "bar", "polygon": TRIANGLE}])
    refusal = refused(battle, "edit-map", **params)
    assert refusal.code == code
    with pytest.raises(Refusal, match=words):
        raise refusal


def test_a_map_of_zones_has_no_cells_to_paint_but_takes_zones_without_outline() -> None:
    battle = in_zones()
    refusal = refused(battle, "edit-map", ground=[{"cells": [[0, 0]], "cost": 2}])
    assert (refusal.code, "no cells" in refusal.message) == ("bad-map", True)
    patch(battle, zones=[{"name": "Roof", "links": ["bar"]}])


def test_without_a_map_there_is_nothing_to_draw_on() -> None:
    assert refused(duel(), "edit-map", walls=[WALL]).code == "no-map"


def test_a_map_has_only_so_many_walls() -> None:
    many = [{"from": [0, n / 8000], "to": [1, 0]} for n in range(20_000)]
    battle = on_map()
    refusal = refused(battle, "edit-map", walls=many)
    assert refusal.message == "walls: a map may have 20000 of them, and this would make 20001."
    patch(battle, walls=many[1:])
    patch(battle, walls=[WALL], drop={"walls": ["gate"]})


def test_the_map_may_be_drawn_on_while_somebody_is_asked_and_a_restart_keeps_the_question() -> None:
    battle = on_map()
    do(battle, "strike", "ann", [5], target="bob")
    prompt = battle.state.prompt
    wall = draw(battle)
    again = Battle.load("toy", saved(battle))
    for one in (battle, again):
        assert one.state.prompt == prompt
        do(one, "answer", "bob", [4, 4], answer="none")
        assert wall in walls(one)
    assert again.state == battle.state


def test_hexes_take_walls_up_to_their_own_edge() -> None:
    battle = duel()
    do(battle, "set-map", map={"grid": {**GRID, "kind": "hex-rows"}, "walls": [GATE]})
    patch(battle, walls=[{"from": [0, 0], "to": [7.5, 0]}])
    assert refused(battle, "edit-map", walls=[{"from": [0, 0], "to": [7.6, 0]}]).code == "bad-map"
