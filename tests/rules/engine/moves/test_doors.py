"""Doors under any system: who can lay hands on which, and what is refused."""

from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.moves.doors import door_choices, doors_at_hand
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.map.model import DoorState
from tests.rules.engine.gm.test_map_undo import laid, walls
from tests.rules.engine.toy import do, duel


def at(place: Any, *segments: Any, kind: str = "square", size: int = 1, **more: Any) -> Battle:
    """Ann at a place on a map with these walls; a segment without a kind is a door named by its number."""
    battle = duel()
    doors = [{"id": str(n), "kind": "door", **s} for n, s in enumerate(segments)]
    grid = {"kind": kind, "cols": 6, "rows": 6}
    do(battle, "set-map", map={"grid": grid, "walls": doors, **more})
    do(battle, "edit", target="ann", size=size)
    do(battle, "gm-set", target="ann", state={"at": place})
    return battle


def seg(x1: float, y1: float, x2: float, y2: float, **more: Any) -> dict[str, Any]:
    return {"from": [x1, y1], "to": [x2, y2], **more}


def at_hand(battle: Battle) -> list[str]:
    return [door.id for door in doors_at_hand(battle.state.map, battle.state.combatants["ann"])]


def refusal(battle: Battle, wall: str = "0") -> Refusal:
    before = battle.state
    with pytest.raises(Refusal) as caught:
        do(battle, "door", "ann", wall=wall)
    assert battle.state == before
    return caught.value


def test_a_door_is_opened_and_closed_in_free_play_and_in_ones_turn() -> None:
    battle = at([0, 0], seg(1, 0, 1, 1))
    do(battle, "door", "ann", wall="0")
    assert walls(battle)["0"].state is DoorState.OPEN
    do(battle, "begin", dice=[9, 3])
    do(battle, "door", "ann", wall="0")
    assert walls(battle)["0"].state is DoorState.CLOSED
    do(battle, "end-turn", "ann")
    assert refusal(battle).code == "not-your-turn"


def test_it_is_the_gm_who_unlocks_a_door_and_finds_a_secret_one() -> None:
    battle = at([0, 0], seg(1, 0, 1, 1, state="locked"))
    locked = refusal(battle)
    assert (locked.code, locked.rule, "locked" in locked.message) == ("door-locked", "TOY-4", True)
    do(battle, "set-door", wall="0", state="secret")
    secret, none = refusal(battle), refusal(battle, "9")
    assert (secret.code, secret.message.replace("'0'", "'9'")) == (none.code, none.message)
    assert secret.code == "no-door"
    do(battle, "set-door", wall="0", state="closed")
    do(battle, "door", "ann", wall="0")
    assert walls(battle)["0"].state is DoorState.OPEN


def test_the_gm_works_doors_from_anywhere_and_others_from_where_they_stand() -> None:
    battle = at([5, 5], seg(1, 0, 1, 1))
    far = refusal(battle)
    assert (far.code, far.message) == (
        "too-far",
        "Ann does not stand next to that door: move up to it first.",
    )
    do(battle, "set-door", wall="0", state="open")


@pytest.mark.parametrize(
    ("place", "reaches"),
    [([1, 1], True), ([2, 1], True), ([1, 0], True), ([2, 0], True), ([1, 2], True), ([0, 1], False),
     ([3, 1], False), ([1, 3], False)],
)  # fmt: skip
def test_a_door_is_worked_from_the_cells_that_touch_a_side_or_an_end_of_it(place: Any, reaches: bool) -> None:
    assert at_hand(at(place, seg(2, 1, 2, 2))) == (["0"] if reaches else [])


def test_a_door_set_askew_between_two_cells_that_meet_at_a_corner_is_worked_from_both() -> None:
    door = seg(1.5, 2.5, 2.5, 1.5)
    for place in ([1, 1], [2, 2]):
        assert at_hand(at(place, door)) == ["0"]
    assert at_hand(at([3, 3], door)) == []


def test_no_wall_may_stand_between() -> None:
    walls_between = [seg(2, 1, 2, 2), seg(1, 2, 3, 2, kind="wall")]
    assert at_hand(at([1, 1], *walls_between)) == ["0"]
    assert at_hand(at([1, 2], *walls_between)) == []
    assert at_hand(at([1, 2], walls_between[0], seg(1, 2, 3, 2, kind="window"))) == []
    assert at_hand(at([1, 2], walls_between[0], seg(1, 2, 3, 2, kind="low"))) == ["0"]


def test_a_large_token_reaches_from_each_of_its_cells() -> None:
    door = seg(3, 2, 3, 3)
    assert at_hand(at([0, 1], door, size=2)) == []
    assert at_hand(at([0, 0], door, size=3)) == ["0"]
    assert at_hand(at([1, 1], door, size=2)) == ["0"]
    assert at_hand(at([3, 3], door, size=2)) == ["0"]


@pytest.mark.parametrize("kind", ["hex-rows", "hex-columns"])
def test_on_hexes_a_door_is_worked_from_the_two_hexes_that_it_lies_between(kind: str) -> None:
    side = seg(2, 0.3, 2, 0.7) if kind == "hex-rows" else seg(0.3, 2, 0.7, 2)
    one, other, far = [1, 0], [2, 0], [4, 0]
    for place, reaches in ((one, True), (other, True), (far, False)):
        turned = place if kind == "hex-rows" else place[::-1]
        assert at_hand(at(turned, side, kind=kind)) == (["0"] if reaches else [])


def test_on_a_map_of_zones_a_door_on_the_outline_of_ones_zone_is_at_hand() -> None:
    hall = {"id": "hall", "polygon": [[0, 0], [3, 0], [3, 3], [0, 3]], "links": ["yard"]}
    yard = {"id": "yard", "polygon": [[3, 0], [6, 0], [6, 3], [3, 3]]}
    doors = [seg(3, 1, 3, 2), seg(6, 1, 6, 2)]
    assert at_hand(at("hall", *doors, kind="zones", zones=[hall, yard])) == ["0"]
    assert at_hand(at("yard", *doors, kind="zones", zones=[hall, yard])) == ["0", "1"]
    assert at_hand(at("roof", *doors, kind="zones", zones=[hall, yard, {"id": "roof"}])) == []


def test_who_stands_nowhere_or_without_a_map_reaches_no_door() -> None:
    battle = at([0, 0], seg(1, 0, 1, 1))
    do(battle, "set-map", map=None)
    assert at_hand(battle) == []
    assert refusal(battle).code == "no-door"


def test_several_doors_at_hand_are_told_apart_by_where_they_lie() -> None:
    doors = [seg(2, 1, 2, 2), seg(1, 1, 1, 2, state="open"), seg(1, 1, 2, 1, state="locked"), seg(1, 2, 2, 2)]
    battle = at([1, 1], *doors)
    choices = door_choices(BattleView(battle.state), battle.state.combatants["ann"])
    words = ["open it (east)", "close it (west)", "locked (north)", "open it (south)"]
    assert [str(choice.label) for choice in choices] == words
    twice = at([1, 1], seg(2, 1.3, 2, 1.5), seg(2, 1.5, 2, 1.7))
    choices = door_choices(BattleView(twice.state), twice.state.combatants["ann"])
    assert [str(choice.label) for choice in choices] == ["open it (east 1)", "open it (east 2)"]


def test_a_door_that_was_drawn_a_moment_ago_works_like_any_other() -> None:
    battle = at([0, 0])
    do(battle, "edit-map", walls=[{**seg(1, 0, 1, 1), "kind": "door"}])
    [door] = laid(battle).walls
    do(battle, "door", "ann", wall=door.id)
    assert walls(battle)[door.id].state is DoorState.OPEN
