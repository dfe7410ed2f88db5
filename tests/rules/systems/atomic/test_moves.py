"""Moves (AT-52)."""

from typing import Any

import pytest

from tests.rules.kit import command, fighter, kinds
from tests.rules.systems.atomic.fights import Fight
from tests.rules.systems.atomic.test_facts import HEXES, ZONED, ZONES

WALLED = {
    "grid": {"kind": "square", "cols": 24, "rows": 16},
    "walls": [
        {"id": "long", "from": [4, 0], "to": [4, 15], "kind": "wall"},
        {"id": "gate", "from": [4, 15], "to": [4, 16], "kind": "door", "state": "closed"},
    ],
}


def walker(at: Any, map: Any = WALLED, **rest: Any) -> Fight:
    others = rest.pop("others", ())
    return Fight(fighter("ann", "heroes", at=at, **rest), *others, map=map)


def test_a_move_goes_to_the_block_or_the_next_and_no_farther() -> None:
    """AT-33, AT-52"""
    fight = walker([8, 4])
    events = fight.do("move", "ann", to=[15, 9])
    assert kinds(events) == ["allowance-spent", "moved"]
    assert fight.battle.state.combatants["ann"].at == (15, 9)
    fight = walker([5, 4])
    refusal = fight.refuses("move", "ann", to=[16, 4])
    assert (refusal.code, refusal.rule) == ("too-far", "AT-52")
    assert "2 zones" in refusal.message


def test_too_far_is_found_before_no_path() -> None:
    """AT-52"""
    fight = walker([2, 2])
    assert fight.refuses("move", "ann", to=[20, 2]).code == "too-far"
    assert fight.refuses("move", "ann", to=[5, 2]).code == "no-path"
    assert fight.refuses("move", "ann", to=[2, 2]).code == "no-path"
    assert fight.refuses("move", "ann", to=[99, 2]).code == "too-far"
    assert fight.refuses("move", "ann", to="bar").code == "no-path"
    assert fight.refuses("move", "ann").code == "bad-command"


def test_an_open_door_opens_the_way() -> None:
    """AT-52"""
    fight = walker([2, 12])
    assert fight.refuses("move", "ann", to=[5, 12]).code == "no-path"
    fight.do("set-door", wall="gate", state="open")
    moved = fight.do("move", "ann", to=[5, 12])[-1]
    assert (4, 15) in moved.path or (3, 15) in moved.path  # type: ignore[attr-defined]
    assert moved.path[-1] == (5, 12)  # type: ignore[attr-defined]


def test_the_way_stays_within_the_zone_and_those_next_to_it() -> None:
    """AT-52: from the far zone round the wall would be a way, but not within."""
    map = {**WALLED, "walls": [{"from": [4, 0], "to": [4, 18], "kind": "wall"}]}
    map["grid"] = {"kind": "square", "cols": 24, "rows": 24}
    fight = walker([2, 2], map)
    assert fight.refuses("move", "ann", to=[5, 2]).code == "no-path"
    path = [[2, r] for r in range(3, 18)]
    assert (
        "leaves the zone" in fight.refuses("move", "ann", to=[2, 15], path=[*path, [2, 16], [2, 15]]).message
    )


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([[10, 4]], "not next to"),
        ([[9, 4], [10, 4], [12, 4]], "not next to"),
        ([[8, 3], [8, 2], [8, 1], [8, 0], [8, -1]], "off the map"),
        ([[9, 4], [8, 4]], "no move"),
        ([], "no move"),
    ],
)
def test_a_path_is_taken_step_by_step(path: list[Any], words: str) -> None:
    """AT-52"""
    fight = walker([8, 4])
    refusal = fight.refuses("move", "ann", path=path)
    assert refusal.code in ("no-path", "too-far")
    assert words in refusal.message


def test_a_path_that_fits_is_walked_as_given() -> None:
    """AT-52"""
    fight = walker([8, 4])
    moved = fight.do("move", "ann", path=[[9, 4], [9, 5]])[-1]
    assert moved.path == ((9, 4), (9, 5))  # type: ignore[attr-defined]
    assert fight.refuses("move", "ann", to=[1, 1], path=[[9, 9]]).code == "allowance-spent"
    fight.do("turn", "ann")
    assert fight.refuses("move", "ann", to=[1, 1], path=[[9, 6]]).code == "bad-command"


def test_enemies_bar_the_way_friends_only_the_place_and_hidden_enemies_nothing() -> None:
    """AT-52"""
    others = (
        fighter("foe", "raiders", at=[9, 4]),
        fighter("pal", "heroes", at=[9, 5]),
        fighter("spy", "raiders", at=[7, 4], hidden=True),
    )
    fight = walker([8, 4], others=others)
    assert fight.refuses("move", "ann", to=[9, 4]).code == "no-path"
    assert fight.refuses("move", "ann", to=[9, 5]).code == "no-path"
    assert "an enemy holds" in fight.refuses("move", "ann", path=[[9, 4], [10, 4]]).message
    reach = fight.battle.now.reach("ann")
    assert (7, 4) in reach.costs
    assert (9, 4) not in reach.costs
    assert (9, 5) not in reach.costs
    fight.do("move", "ann", path=[[9, 5], [10, 5]])


def test_reach_shows_every_place_that_a_move_may_end_in() -> None:
    """AT-52"""
    fight = walker([2, 2])
    reach = fight.battle.now.reach("ann")
    assert reach.rule == "AT-52"
    for column in range(0, 24, 3):
        for row in range(16):
            allowed = fight.battle.now.check(command("move", "ann", to=[column, row])) is None
            assert ((column, row) in reach.costs and (column, row) != (2, 2)) == allowed
    cell, steps = (3, 14), 0
    while cell != (2, 2):
        cell, steps = reach.came_from[cell], steps + 1  # type: ignore[assignment]
    assert steps == reach.costs[3, 14] == 12


def test_zones_as_drawn_bound_a_move() -> None:
    """AT-33, AT-52"""
    fight = walker([1, 1], ZONED)
    refusal = fight.refuses("move", "ann", to=[18, 3])
    assert refusal.message == "The roof is not linked with The bar; a move may end in: The bar, The street."
    fight.do("move", "ann", to=[15, 7])


def test_zones_alone() -> None:
    """AT-52"""
    fight = walker("bridge", ZONES)
    assert fight.refuses("move", "ann", to="engine").code == "too-far"
    assert fight.refuses("move", "ann", to="hull").code == "too-far"
    assert fight.refuses("move", "ann", to="moon").code == "too-far"
    assert fight.refuses("move", "ann", to=[1, 1]).code == "too-far"
    assert fight.battle.now.reach("ann").costs == {"bridge": 0, "hold": 1}
    fight.do("move", "ann", to="bridge")
    assert fight.battle.state.combatants["ann"].at == "bridge"
    fight.do("turn", "ann")
    fight.do("move", "ann", path=["bridge", "hold"])
    assert fight.battle.state.combatants["ann"].at == "hold"


def test_hexes() -> None:
    """AT-33, AT-52"""
    fight = walker([2, 2], HEXES)
    assert fight.refuses("move", "ann", to=[16, 2]).code == "too-far"
    fight.do("move", "ann", to=[15, 15])


def test_without_a_map_only_the_allowance_is_spent() -> None:
    """AT-52"""
    fight = Fight(fighter("ann", at=[3, 3]))
    fight.do("move", "ann", to=[9, 9])
    assert fight.battle.state.combatants["ann"].at == (3, 3)
    assert fight.state("ann").allowances.move == 0


def test_who_stands_nowhere_must_be_placed_first() -> None:
    """AT-52"""
    assert walker(None).refuses("move", "ann", to=[3, 3]).code == "no-path"


def test_a_large_mover_needs_room() -> None:
    """AT-52"""
    fight = walker([10, 4], size=2)
    assert fight.refuses("move", "ann", to=[8, 15]).code == "no-path"
    fight.do("move", "ann", to=[8, 14])
