"""What the map says, on squares, hexes and zones (section 5, GU-704, GU-719)."""

from typing import Any

import pytest

from rules.engine.text import in_full
from rules.map.grid import Footprint
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter, kinds
from tests.rules.systems.gurps.fights import GUN, OPEN, SWORD, Fight

HIT = [3, 3, 4]
HEX_ROWS = {"grid": {"kind": "hex-rows", "cols": 20, "rows": 20}}
HEX_COLUMNS = {"grid": {"kind": "hex-columns", "cols": 20, "rows": 20}}


def board(ann: Any, bob: Any, *, map: Any = None, sheet: Any = None, walls: Any = None, **more: Any) -> Fight:
    where = dict(OPEN if map is None else map)
    if walls:
        where["walls"] = walls
    extra = more.pop("others", [])
    return Fight(
        fighter("ann", "heroes", SWORD if sheet is None else sheet, at=ann, state=more.pop("ann_state", {})),
        fighter("bob", "raiders", more.pop("bob", {}), at=bob, state=more.pop("bob_state", {})),
        *extra,
        map=where,
        **more,
    )


def facts(fight: Fight, weapon: str = "assault-rifle") -> dict[str, Any]:
    plan = fight.plan("attack", "ann", target="bob", **{"with": weapon})
    return {fact.id: fact.value for fact in plan.facts}


def test_distance_is_straight_and_height_a_third_side() -> None:
    """GU-501"""
    assert facts(board([0, 0], [3, 4], sheet=GUN))["distance"] == 5
    assert facts(board([0, 0], [1, 1], sheet=GUN))["distance"] == 1
    high = {**OPEN, "elevation": [{"cells": [[4, 0]], "height": 3}]}
    assert facts(board([0, 0], [4, 0], sheet=GUN, map=high))["distance"] == 5
    assert facts(board([0, 0], [3, 0], sheet=GUN, map=HEX_ROWS))["distance"] == 3


def test_walking_counts_every_second_diagonal_twice() -> None:
    """GU-501, GU-719"""
    fight = board([5, 5], [20, 5])
    assert fight.refuses("move", "ann", to=[9, 9]).code == "too-far"  # four diagonals are six yards
    fight.do("move", "ann", to=[8, 8])
    assert fight.state("ann").moved == 4


def test_everybody_comes_onto_the_map_facing_the_nearest_enemy() -> None:
    """GU-507, GU-506"""
    fight = board([5, 5], [9, 9], others=[fighter("cid", "raiders", at=[5, 1])])
    assert [fight.state(who).facing for who in ("ann", "bob", "cid")] == ["n", "nw", "s"]
    lone = Fight(fighter("ann", at=[1, 1]), map=OPEN)
    assert SYSTEM.sheets.derived_values(lone.battle.state, "ann")["facing"] == "n"
    lone.do("add", combatants=[fighter("bob", at=[1, 6])])
    assert lone.state("ann").facing == "s"
    hexes = board([5, 5], [8, 5], map=HEX_ROWS)
    assert hexes.state("ann").facing == "e"


@pytest.mark.parametrize(
    ("at", "arc"),
    [
        ([5, 2], "front"),
        ([2, 5], "front"),
        ([8, 5], "front"),
        ([7, 6], "side"),
        ([3, 6], "side"),
        ([5, 8], "back"),
        ([6, 8], "back"),
    ],
)
def test_arcs_on_squares(at: Any, arc: str) -> None:
    """GU-502: up to 90 degrees off is the front, more than 150 the back."""
    fight = board(at, [5, 5], sheet=GUN, bob_state={"facing": "n"})
    assert facts(fight)["facing"] == arc


def test_arcs_on_hexes() -> None:
    """GU-502, GU-506"""
    for where, facing, ahead, behind in ((HEX_ROWS, "e", [8, 5], [2, 5]), (HEX_COLUMNS, "n", [5, 2], [5, 8])):
        assert (
            facts(board(ahead, [5, 5], sheet=GUN, map=where, bob_state={"facing": facing}))["facing"]
            == "front"
        )
        assert (
            facts(board(behind, [5, 5], sheet=GUN, map=where, bob_state={"facing": facing}))["facing"]
            == "back"
        )
    fight = board([5, 5], [8, 5], map=HEX_ROWS)
    assert fight.refuses("move", "ann", face="n").code == "bad-option"


def test_one_turns_with_a_maneuver_that_moves() -> None:
    """GU-502, GU-704"""
    fight = board([5, 5], [6, 5], ann__attack=[6, 5, 4])
    assert fight.refuses("wait", "ann", then="attack", face="w").code == "too-far"
    fight.do("attack", "ann", target="bob", with_="broadsword", face="w")
    assert fight.state("ann").facing == "w"


def test_no_blow_goes_through_walls_or_windows() -> None:
    """GU-504"""
    for kind, state in (("wall", None), ("window", None), ("door", "closed")):
        wall = {"from": [6, 4], "to": [6, 7], "kind": kind, **({"state": state} if state else {})}
        fight = board([5, 5], [6, 5], walls=[wall])
        assert fight.refuses("attack", "ann", target="bob", with_="broadsword").code == "no-line-of-fire"
    for kind, state in (("low", None), ("door", "open")):
        wall = {"from": [6, 4], "to": [6, 7], "kind": kind, **({"state": state} if state else {})}
        board([5, 5], [6, 5], walls=[wall]).plan("attack", "ann", target="bob", with_="broadsword")


def test_cover_goes_by_the_lines_hidden() -> None:
    """GU-503"""
    low = [{"from": [9, 4], "to": [9, 7], "kind": "low"}]
    fight = board([2, 5], [9, 5], sheet=GUN, walls=low)
    assert facts(fight)["cover"] == "heavy"
    assert fight.plan("attack", "ann", target="bob", with_="assault-rifle").target_number == 14 - 3 - 4
    wall = [{"from": [6, 0], "to": [6, 20], "kind": "wall"}]
    shut = board([2, 5], [9, 5], sheet=GUN, walls=wall)
    assert shut.refuses("attack", "ann", target="bob", with_="assault-rifle").code == "no-line-of-fire"


def test_an_enemy_at_hand_crowds() -> None:
    """GU-751"""
    fight = board([5, 5], [9, 5], sheet=GUN, others=[fighter("cid", "raiders", at=[5, 6])])
    assert fight.plan("attack", "ann", target="bob", with_="assault-rifle").target_number == 14 - 4
    fight.set("cid", unconscious=True)
    assert fight.plan("attack", "ann", target="bob", with_="assault-rifle").target_number == 14


def test_movement_before_and_after_within_what_is_allowed() -> None:
    """GU-704, GU-701"""
    fight = board([5, 5], [7, 5], ann__attack=[6, 5, 4])
    both = {"target": "bob", "with": "broadsword", "path": [[6, 5]], "then_path": [[5, 5]]}
    assert fight.refuses("attack", "ann", **both).code == "too-far"
    fight.do("move-and-attack", "ann", **both)
    assert fight.at("ann") == (5, 5)
    assert fight.state("ann").moved == 2
    step = board([5, 5], [7, 5], ann__attack=[6, 5, 4])
    step.do("attack", "ann", target="bob", with_="broadsword", to=[6, 5])
    assert step.at("ann") == (6, 5)


def test_an_all_out_attack_goes_forwards() -> None:
    """GU-711: our ruling GU-R56"""
    fight = board([5, 5], [8, 5], ann__attack=[6, 5, 4])
    hit = {"variant": "strong", "target": "bob", "with": "broadsword"}
    assert fight.refuses("all-out-attack-melee", "ann", to=[4, 5], **hit).code == "no-path"
    fight.do("all-out-attack-melee", "ann", to=[7, 5], **hit)
    assert fight.at("ann") == (7, 5)


def test_ways_that_do_not_lead_there() -> None:
    """GU-719: our rulings GU-R55 and GU-R65"""
    wall = [{"from": [6, 0], "to": [6, 20], "kind": "wall"}]
    fight = board([5, 5], [3, 5], walls=wall)
    assert fight.refuses("move", "ann", to=[7, 5]).code == "no-path"
    assert fight.refuses("move", "ann", to=[3, 5]).code == "no-path"
    assert fight.refuses("move", "ann", path=[[5, 7]]).code == "no-path"
    assert fight.refuses("move", "ann", yards=3).code == "no-path"
    assert fight.refuses("move", "ann").code == "no-path"
    fight.set("bob", unconscious=True)
    fight.do("move", "ann", to=[3, 5])


def test_a_low_wall_costs_a_yard() -> None:
    """GU-719"""
    low = [{"from": [6, 4], "to": [6, 7], "kind": "low"}]
    fight = board([5, 5], [20, 5], walls=low)
    fight.do("move", "ann", path=[[6, 5]])
    assert fight.state("ann").moved == 2


def test_a_retreat_leads_away_from_the_attacker() -> None:
    """GU-505"""
    fight = board([5, 5], [6, 5], ann__attack=HIT, bob__dodge=[1, 2, 2])
    fight.do("attack", "ann", target="bob", with_="broadsword")
    fight.answer("bob", "dodge", options=["retreat"])
    assert fight.at("bob") == (7, 4)  # the corners are farthest, and north-east comes first clockwise
    wall = [
        {"from": [7, 3], "to": [7, 8], "kind": "wall"},
        {"from": [4, 4.9], "to": [8, 4.9], "kind": "wall"},
    ]
    corner = board([5, 5], [6, 5], walls=wall, ann__attack=HIT, others=[fighter("cid", "raiders", at=[6, 6])])
    corner.do("attack", "ann", target="bob", with_="broadsword")
    assert "retreat" not in [o.id for o in corner.offers()["dodge"].options]


def test_zones_alone_are_walked_one_at_a_time() -> None:
    """GU-506: our ruling GU-R54; no arcs there."""
    zones = {
        "grid": {"kind": "zones"},
        "zones": [
            {"id": "bar", "name": "Bar", "links": ["street"]},
            {"id": "street", "name": "Street", "links": ["yard"]},
            {"id": "yard", "name": "Yard"},
        ],
    }
    fight = board("bar", "street", map=zones, sheet=GUN, bob_state={"facing": "s"})
    assert (facts(fight)["distance"], facts(fight)["facing"]) == (10, "front")
    assert fight.refuses("move", "ann", to="yard").code == "too-far"
    assert fight.refuses("move", "ann", to="moon").code == "no-path"
    fight.do("move", "ann", to="street")
    assert facts_after_turn(fight)["distance"] == 1


def facts_after_turn(fight: Fight) -> dict[str, Any]:
    fight.do("turn", "ann")
    return facts(fight)


def test_a_dropped_weapon_lies_where_it_fell() -> None:
    """GU-721"""
    fight = board([5, 5], [20, 5])
    fight.do("drop", "ann", **{"with": "broadsword"})
    fight.do("move", "ann", to=[9, 5])
    fight.do("turn", "ann")
    assert fight.refuses("ready", "ann", what="weapon", **{"with": "broadsword"}).code == "out-of-range"
    fight.do("move", "ann", to=[6, 5])
    fight.do("turn", "ann")
    assert "weapon-readied" in kinds(fight.do("ready", "ann", what="weapon", **{"with": "broadsword"}))


def test_the_reach_of_a_move_is_what_the_move_allows() -> None:
    """GU-719"""
    fight = board([5, 5], [20, 5])
    reach = fight.battle.now.reach("ann")
    assert max(reach.costs.values()) == 5
    assert (10, 5) in reach.costs
    assert (11, 5) not in reach.costs
    assert fight.battle.state.map is not None
    ends = (footprint([0, 0]), footprint([30, 0]))
    words = SYSTEM.map.range_words(fight.battle.state.map, *ends, fight.battle.state.house)
    assert words is not None
    assert (in_full(words.words), words.rule) == ("30 yards, medium (-7)", "GU-750")
    fight.do("set-house", changes=[{"part": "tables", "id": "range", "to": {"medium": -5}}])
    words = SYSTEM.map.range_words(fight.battle.state.map, *ends, fight.battle.state.house)
    assert words is not None
    assert in_full(words.words) == "30 yards, medium (-5)"


def footprint(cell: Any) -> Any:
    return Footprint(tuple(cell))


def test_the_distance_of_a_shot_is_worded_with_the_numbers_of_the_house() -> None:
    """GU-750"""
    fight = Fight(fighter("ann", "a", GUN), fighter("bob", "b"))
    fight.do("set-house", changes=[{"part": "tables", "id": "range", "to": {"medium": -5}}])
    shot = {"target": "bob", "with_": "assault-rifle", "facts": {"distance": 50}}
    plan = fight.plan("attack", "ann", **shot)
    assert in_full(plan.facts[0].words) == "50 yards: medium (-5)"
    assert plan.target_number == 14 - 5
