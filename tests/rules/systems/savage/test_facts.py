"""What the map says: distance, adjacency, cover, who stands next to whom."""

from typing import Any

import pytest

from rules.engine.system import find_system
from rules.engine.text import in_full
from rules.map.grid import Footprint
from rules.map.map_json import read_map
from rules.systems.savage.moves.places import are_adjacent, inches_apart, parts_by_window
from tests.rules.kit import fighter
from tests.rules.systems.savage.fights import GUN, HERO, HORSE, OPEN, Fight, hero, raider


def grid(unit: str = "in", per_cell: float = 1, walls: Any = ()) -> Any:
    return {
        "grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": per_cell, "unit": unit},
        "walls": list(walls),
    }


@pytest.mark.parametrize(
    ("unit", "per_cell", "cells", "inches"),
    [
        ("in", 1, 0, 0),
        ("in", 1, 7, 7),
        ("yd", 1, 1, 1),
        ("yd", 1, 2, 2),
        ("yd", 1, 7, 4),
        ("ft", 2, 3, 6),
        ("yd", 3, 2, 3),
        ("in", 0.25, 2, 2),
    ],
)
def test_inches_follow_the_scale_of_the_map(unit: str, per_cell: float, cells: int, inches: int) -> None:
    """SW-55, SW-R13, SW-R50"""
    battle_map = read_map(grid(unit, per_cell))
    assert inches_apart(battle_map, Footprint((5, 5)), Footprint((5 + cells, 5 + cells // 2))) == inches


@pytest.mark.parametrize(
    ("kind", "state", "adjacent"),
    [
        ("wall", None, False),
        ("window", None, False),
        ("door", "closed", False),
        ("door", "secret", False),
        ("door", "open", True),
        ("low", None, True),
        ("sight", None, True),
    ],
)
def test_what_parts_neighbours(kind: str, state: str | None, adjacent: bool) -> None:
    """SW-57"""
    wall = {"from": [6, 4], "to": [6, 8], "kind": kind} | ({"state": state} if state else {})
    battle_map = read_map(grid(walls=[wall]))
    assert are_adjacent(battle_map, Footprint((5, 5)), Footprint((6, 5))) is adjacent
    assert are_adjacent(battle_map, Footprint((5, 5)), Footprint((4, 6)))


def test_a_window_parts_what_is_farther_too_and_nothing_else_does_so() -> None:
    """SW-C3: the nearest squares, and any straight line between them that is free."""
    pane = {"from": [6, 4], "to": [6, 8], "kind": "window"}
    battle_map = read_map(grid(walls=[pane]))
    assert parts_by_window(battle_map, Footprint((5, 5)), Footprint((7, 5)))
    assert not parts_by_window(battle_map, Footprint((5, 9)), Footprint((7, 9)))
    assert not parts_by_window(battle_map, Footprint((4, 7), 2), Footprint((6, 8)))
    brick = read_map(grid(walls=[{**pane, "kind": "wall"}]))
    assert not parts_by_window(brick, Footprint((5, 5)), Footprint((7, 5)))


def test_the_gm_lets_somebody_strike_through_a_window() -> None:
    """SW-C3: the facts of the two are the GM's to overrule."""
    pane = {"from": [6, 4], "to": [6, 8], "kind": "window"}
    fight = Fight(hero("ann", at=[5, 5]), raider("bob", at=[6, 5]), map=grid(walls=[pane]))
    blow = {"target": "bob", "with_": "long-sword"}
    assert fight.refuses("attack", "ann", **blow) == "out-of-range"
    assert fight.plan("attack", "ann", **blow, facts={"adjacent": True}).target_number == 5


def plan_facts(fight: Fight, target: str = "bob", with_: str = "pistol", **params: Any) -> dict[str, Any]:
    plan = fight.plan("attack", "ann", target=target, with_=with_, **params)
    return {fact.id: fact.value for fact in plan.facts}


@pytest.mark.parametrize(("top", "cover"), [(10.05, "light"), (10.3, "medium"), (10.7, "near-total")])
def test_each_hidden_ray_is_a_step_of_cover(top: float, cover: str) -> None:
    """SW-56, SW-R14"""
    wall = {"from": [9, 10 if cover == "light" else 9], "to": [9, top + 0.1], "kind": "wall"}
    fight = Fight(hero("ann", GUN, at=[2, 10]), raider("bob", at=[9, 10]), map=grid(walls=[wall]))
    found = plan_facts(fight)
    assert found["distance"] == 7
    shares = {"none": 0, "light": 1, "medium": 2, "heavy": 3, "near-total": 4}
    line = fight.plan("attack", "ann", target="bob", with_="pistol").line
    hidden = 0 if line is None else round(line.cover_share * 5)
    assert shares[found["cover"]] == min(4, hidden)


def test_low_walls_alone_give_medium_cover_at_most() -> None:
    """SW-56, SW-R14"""
    low = {"from": [8.9, 8], "to": [8.9, 13], "kind": "low"}
    fight = Fight(hero("ann", GUN, at=[2, 10]), raider("bob", at=[9, 10]), map=grid(walls=[low]))
    assert plan_facts(fight)["cover"] == "medium"


def test_no_ray_no_shot() -> None:
    """SW-56"""
    wall = {"from": [6, 0], "to": [6, 20], "kind": "wall"}
    fight = Fight(hero("ann", GUN, at=[2, 10]), raider("bob", at=[9, 10]), map=grid(walls=[wall]))
    assert fight.refuses("attack", "ann", target="bob", with_="pistol") == "no-line-of-fire"


def modifiers(fight: Fight, target: str = "bob", with_: str = "long-sword") -> dict[str, int]:
    plan = fight.plan("attack", "ann", target=target, with_=with_)
    return {in_full(m.label): m.value for m in plan.modifiers}


def test_who_stands_next_to_the_target_gangs_up() -> None:
    """SW-57, SW-76, SW-234, SW-230"""
    fight = Fight(
        hero("ann", at=[5, 5]),
        hero("cat", at=[7, 5]),
        hero("eve", at=[6, 4]),
        hero("far", at=[8, 8]),
        hero("gate", {"kind": "object", "object": "lock"}, at=[6, 6]),
        hero("out", at=[7, 6], state={"incapacitated": True}),
        raider("bob", at=[6, 5]),
        raider("pal", at=[5, 4]),
        map=OPEN,
    )
    assert modifiers(fight) == {"gang-up": 1}, "two foes besides Ann, one friend"


def test_a_mounted_pair_gangs_up_once_and_not_for_itself() -> None:
    """SW-57, SW-76, SW-R51, SW-59"""
    pair = [hero("eve", at=[7, 5], state={"mount": "roan"}), hero("roan", HORSE, at=[7, 5])]
    fight = Fight(hero("ann", at=[5, 5]), *pair, raider("bob", at=[6, 5]), map=OPEN)
    assert modifiers(fight) == {"gang-up": 1}
    fight.set("eve", stunned=True)
    assert modifiers(fight) == {"gang-up": 1}, "the horse stands for her"
    fight = Fight(
        hero("ann", at=[5, 5], state={"mount": "roan"}),
        hero("roan", HORSE, at=[5, 5]),
        raider("bob", HERO, at=[6, 5], state={"mount": "grey"}),
        raider("grey", HORSE, at=[6, 5]),
        map=OPEN,
    )
    assert modifiers(fight) == {}
    plan = fight.plan("attack", "roan", target="bob", with_="hooves")
    assert not plan.modifiers


def test_bystanders_are_all_but_the_dead_things_and_the_two() -> None:
    """SW-57, SW-220, SW-234"""
    fight = Fight(
        hero("ann", GUN, at=[2, 5]),
        raider("bob", at=[8, 5]),
        raider("down", at=[9, 5], state={"incapacitated": True}),
        raider("dead", at=[9, 4], state={"dead": True}),
        hero("pal", at=[8, 4], state={"mount": "roan"}),
        hero("roan", HORSE, at=[8, 4]),
        raider("lock", {"kind": "object", "object": "lock"}, at=[7, 5]),
        map=OPEN,
    )
    plan = fight.plan("attack", "ann", target="bob", with_="pistol")
    assert plan.astray == ("down", "pal", "roan")
    assert fight.plan("attack", "ann", target="pal", with_="pistol").astray == ("bob", "down", "roan")


def test_the_map_tells_who_is_in_melee() -> None:
    """SW-88, SW-89, SW-57"""
    rifle = {**GUN, "weapons": ["rifle"]}
    fight = Fight(hero("ann", rifle, at=[2, 5]), raider("bob", at=[8, 5]), raider("eve", at=[3, 5]), map=OPEN)
    assert fight.refuses("attack", "ann", target="bob", with_="rifle") == "two-handed-in-melee"
    fight.set("eve", incapacitated=True)
    assert fight.plan("attack", "ann", target="bob", with_="rifle").target_number == 4


def test_the_gm_may_say_otherwise() -> None:
    """SW-56"""
    wall = {"from": [6, 0], "to": [6, 20], "kind": "wall"}
    fight = Fight(
        fighter("ann", "heroes", GUN, at=[2, 10]), raider("bob", at=[9, 10]), map=grid(walls=[wall])
    )
    facts = {"line_of_fire": "clear", "cover": "none", "range": "medium"}
    plan = fight.plan("attack", "ann", target="bob", with_="pistol", facts=facts)
    assert {in_full(m.label): m.value for m in plan.modifiers} == {"range": -2}
    assert {f.id for f in plan.facts if f.overruled} == {"line_of_fire", "cover", "range"}


@pytest.mark.parametrize(
    ("ambient", "lights", "light"),
    [
        ("bright", [], "bright"),
        ("dim", [], "dim"),
        ("dark", [], "dark"),
        ("dark", [{"at": [9.5, 10.5], "range": 4}], "bright"),
        ("dark", [{"at": [12.5, 10.5], "range": 4}], "dim"),
    ],
)
def test_the_light_at_the_target_is_what_the_map_has_there(ambient: str, lights: Any, light: str) -> None:
    """SW-85"""
    lit = {**grid(), "ambient": ambient, "lights": lights}
    fight = Fight(hero("ann", GUN, at=[2, 10]), raider("bob", at=[9, 10]), map=lit)
    assert plan_facts(fight)["light"] == light


def test_in_the_dark_people_see_ten_inches_far_on_maps_of_any_scale() -> None:
    """SW-85, SW-55"""
    system = find_system("savage")
    fight = Fight(hero("ann", at=[2, 10]), map=grid())
    ann = fight.battle.state.combatants["ann"]
    assert system.map.eyes(ann, read_map(grid())).dark == 10
    assert system.map.eyes(ann, read_map(grid("yd"))).dark == 20


def test_a_torch_at_the_target_lights_it_up() -> None:
    """SW-85"""
    fight = Fight(hero("ann", GUN, at=[2, 10]), raider("bob", at=[9, 10]), map={**grid(), "ambient": "dark"})
    fight.do("set-lamp", target="bob", bright=2, dim=4)
    assert plan_facts(fight)["light"] == "bright"


def test_who_stands_in_the_way_of_a_shot_is_no_cover() -> None:
    """SW-R81, SW-220: and is hit instead only next to the target"""
    fight = Fight(
        hero("ann", GUN, at=[2, 5]),
        raider("eve", at=[4, 5]),
        hero("pal", at=[6, 5]),
        raider("bob", at=[8, 5]),
        map=OPEN,
    )
    plan = fight.plan("attack", "ann", target="bob", with_="pistol")
    assert (plan.modifiers, plan.astray) == ((), ())
    fight.set("pal", at=[7, 5])
    plan = fight.plan("attack", "ann", target="bob", with_="pistol")
    assert (plan.modifiers, plan.astray) == ((), ("pal",))
