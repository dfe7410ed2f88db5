"""Moving and doors, and distance on zones alone (PH-52, PH-R20, PH-R24)."""

from typing import Any

from rules.engine.refusal import Refusal
from rules.map.model import DoorState
from tests.rules.kit import kinds
from tests.rules.systems.phases.fights import PISTOL, Fight, fighter, slow

ROOM: dict[str, Any] = {
    "grid": {"kind": "square", "cols": 12, "rows": 5},
    "walls": [
        {"id": "w", "from": [3, 1], "to": [3, 5], "kind": "wall"},
        {"id": "d", "from": [3, 0], "to": [3, 1], "kind": "door", "state": "closed"},
    ],
}
ZONES: dict[str, Any] = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bar", "name": "Bar", "links": ["street"]},
        {"id": "street", "name": "Street", "links": ["roof"]},
        {"id": "roof", "name": "Roof", "links": []},
        {"id": "moon", "name": "Moon", "links": []},
    ],
}


def slow_pair() -> Fight:
    """Ann and Bob in the room, who declare in this order."""
    return Fight(
        fighter("ann", slow({}), at=[2, 0]),
        fighter("bob", slow({}), at=[9, 0]),
        map=ROOM,
        ann__initiative=[1],
        bob__initiative=[2],
    )


def test_a_door_is_worked_by_the_end_of_the_phase() -> None:
    fight = slow_pair()
    fight.do("begin")
    fight.do("door", "ann", wall="d")
    assert fight.battle.state.map.walls[1].state is DoorState.CLOSED
    assert fight.refuses("door", "bob", wall="d").code == "too-far"
    assert "door-set" in kinds(fight.do("end-turn", "bob"))
    assert fight.battle.state.map.walls[1].state is DoorState.OPEN  # PH-R24


def test_a_door_that_is_out_of_reach_by_then_costs_the_action() -> None:
    fight = slow_pair()
    fight.do("begin")
    fight.do("door", "ann", wall="d")
    fight.do("set-door", wall="d", state="locked")
    assert "action-lost" in kinds(fight.do("end-turn", "bob"))


def test_a_way_that_is_closed_by_then_costs_the_move() -> None:
    fight = slow_pair()
    fight.do("set-door", wall="d", state="open")
    fight.do("begin")
    fight.do("move", "ann", to=[4, 0])
    fight.do("set-door", wall="d", state="closed")
    assert "action-lost" in kinds(fight.do("end-turn", "bob"))  # PH-52
    assert fight.battle.state.combatants["ann"].at == (2, 0)


def test_reach_and_refusals_of_a_move() -> None:
    fight = Fight(fighter("ann", {"move": 2}, at=[5, 2]), fighter("bob", at=[6, 2]), map=ROOM)
    reach = fight.battle.now.reach("ann")
    assert reach.costs[(5, 0)] == 2
    assert (6, 2) not in reach.costs
    for params, code in (
        ({"to": [8, 2]}, "too-far"),
        ({"to": [6, 2]}, "no-path"),
        ({"to": [5, 2]}, "no-path"),
        ({"to": "bar"}, "no-path"),
        ({"to": [40, 2]}, "no-path"),
        ({"path": [[7, 4]]}, "no-path"),
        ({"path": [[5, 1]], "to": [5, 3]}, "bad-command"),
        ({}, "bad-command"),
    ):
        assert fight.refuses("move", "ann", **params).code == code, params
    fight.do("move", "ann", path=[[5, 1], [5, 0]])
    assert fight.battle.state.combatants["ann"].at == (5, 0)


def test_on_zones_a_link_counts_five_cells() -> None:
    fight = Fight(
        fighter("ann", PISTOL, at="bar"),
        fighter("bob", at="street"),
        fighter("cat", at="roof"),
        fighter("dan", at="moon"),
        fighter("eve", at="bar"),
        map=ZONES,
    )
    numbers = [
        fight.plan("attack", "ann", with_="light-pistol", target=w).target_number for w in ("bob", "cat")
    ]
    assert numbers == [6, 8]  # 5 and 10 cells: PH-R20
    assert fight.refuses("attack", "ann", with_="light-pistol", target="dan").code == "out-of-range"
    assert fight.plan("attack", "ann", with_="fist", target="eve").target_number == 7
    assert set(fight.battle.now.reach("ann").costs) == {"street"}  # staying is no move
    assert fight.refuses("move", "ann", to="roof").code == "no-path"
    fight.do("move", "ann", to="street")
    fight.set("ann", trauma=["left-leg"])
    assert fight.refuses("move", "ann", to="roof").code == "too-far"
    assert set(fight.battle.now.reach("ann").costs) == set()


def test_who_stands_nowhere_cannot_move() -> None:
    fight = Fight(fighter("ann"), map=ROOM)
    assert isinstance(fight.refuses("move", "ann", to=[1, 1]), Refusal)
    assert fight.battle.now.reach("ann").costs == {}
