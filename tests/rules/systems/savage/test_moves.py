"""Moving on a map, walking away from enemies, and the saddle."""

import pytest

from rules.engine.chances.aim_odds import AimOdds
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import command, fighter, kinds
from tests.rules.systems.savage.fights import HERO, HORSE, OPEN, Fight, hero, labels, raider

YARDS = {"grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": 1, "unit": "yd"}}
ROUGH = {**OPEN, "ground": [{"cells": [[3, 5], [4, 5]], "cost": 2, "name": "rubble"}]}
ZONES = {
    "grid": {"kind": "zones"},
    "zones": [
        {"id": "bar", "name": "Bar", "links": ["street"]},
        {"id": "street", "name": "Street", "links": ["roof"]},
        {"id": "roof", "name": "Roof"},
    ],
}


def test_a_square_is_an_inch_and_rough_ground_counts_double() -> None:
    """SW-55, SW-61"""
    fight = Fight(hero("ann", at=[2, 5]), map=ROUGH)
    fight.do("move", "ann", path=[[3, 5], [4, 5], [5, 5]])
    assert fight.state("ann").moved == 5
    assert fight.refuses("move", "ann", to=[8, 5]) == "too-far"
    fight.do("move", "ann", to=[6, 5])
    assert (fight.at("ann"), fight.state("ann").moved) == ((6, 5), 6)


def test_on_a_map_in_yards_two_squares_are_an_inch() -> None:
    """SW-55"""
    fight = Fight(hero("ann", at=[2, 5]), map=YARDS)
    fight.do("move", "ann", to=[13, 5])
    assert fight.state("ann").moved == 5.5
    assert max(SYSTEM.reach(BattleView(fight.battle.state), "ann").costs.values()) == 1


def test_no_way_no_move() -> None:
    """SW-61, SW-67"""
    walled = {**OPEN, "walls": [{"from": [3, 0], "to": [3, 20], "kind": "wall"}]}
    fight = Fight(hero("ann", at=[2, 5]), raider("bob", at=[1, 5]), map=walled)
    for to in ([4, 5], [1, 5], [2, 5], [-1, 5], "bar"):
        assert fight.refuses("move", "ann", to=to) == "no-path"
    assert fight.refuses("move", "ann", path=[[2, 7]]) == "no-path"
    assert fight.refuses("move", "ann", inches=2) == "bad-command"


def test_the_fallen_bar_nobodys_way() -> None:
    """SW-R60"""
    narrow = {
        **OPEN,
        "walls": [
            {"from": [0, 5], "to": [10, 5], "kind": "wall"},
            {"from": [0, 6], "to": [10, 6], "kind": "wall"},
        ],
    }
    fight = Fight(hero("ann", at=[2, 5]), raider("bob", at=[3, 5], state={"incapacitated": True}), map=narrow)
    assert fight.refuses("move", "ann", to=[3, 5]) == "no-path"
    fight.do("move", "ann", to=[4, 5])


def test_between_zones_a_step_costs_six_inches() -> None:
    """SW-R59, SW-R61"""
    fight = Fight(hero("ann", at="bar"), raider("bob", at="roof"), map=ZONES, ann__attack=[1, 2])
    assert fight.refuses("move", "ann", to="roof") == "too-far"
    assert fight.refuses("move", "ann", path=["roof"]) == "no-path"
    fight.do("move", "ann", to="street")
    assert (fight.at("ann"), fight.state("ann").moved) == ("street", 6)
    assert fight.refuses("move", "ann", to="bar") == "too-far"
    fight.attack("ann", "bob", "long-sword")


def test_every_zone_that_is_in_reach_can_be_gone_to() -> None:
    """SW-R59, SW-61"""
    fight = Fight(hero("ann", {**HERO, "pace": 12}, at="bar"), map=ZONES)
    reach = fight.battle.system.reach(BattleView(fight.battle.state), "ann")
    assert reach.costs == {"street": 6, "roof": 12}
    assert reach.came_from == {"street": "bar", "roof": "street"}
    fight.do("move", "ann", to="roof")
    assert (fight.at("ann"), fight.state("ann").moved) == ("roof", 12)


def test_a_move_is_offered_only_where_there_is_somewhere_to_go() -> None:
    """SW-61"""
    cell = {"grid": {"kind": "square", "cols": 1, "rows": 1, "unit": "in"}}
    fight = Fight(hero("ann", at=[0, 0]), hero("eve"), map=cell)
    refusal = fight.battle.now.check(command("move", "ann"))
    assert refusal is not None
    assert (refusal.code, "nowhere to go" in refusal.message) == ("no-path", True)
    refusal = fight.battle.now.check(command("move", "eve"))
    assert refusal is not None
    assert "nowhere on the map" in refusal.message
    wide = Fight(hero("ann", at=[5, 5]), map=OPEN)
    assert wide.battle.now.check(command("move", "ann")) is None
    wide.set("ann", moved=6)
    refusal = wide.battle.now.check(command("move", "ann"))
    assert refusal is not None
    assert refusal.code == "too-far"


# ------------------------------------------------------------------------------------------------ withdrawing
def test_each_enemy_left_behind_is_asked_before_the_step_once_a_move() -> None:
    """SW-150, SW-151, SW-152, SW-57, SW-66"""
    fight = Fight(
        hero("ann", at=[5, 5]),
        raider("bob", at=[4, 5]),
        raider("cid", at=[7, 5]),
        raider("eve", at=[4, 4], state={"shaken": True}),
        map=OPEN,
        bob__attack=[2],
        cid__attack=[6, 1],
        cid__damage=[1, 1],
    )
    fight.do("declare-actions", "bob", count=3)
    fight.set("bob", ran=True)
    fight.do("move", "ann", path=[[6, 5], [6, 6], [6, 7], [6, 6]])
    assert (fight.prompt().to, fight.at("ann")) == ("bob", (5, 5))
    told = fight.answer("bob", "attack")
    assert labels(told, "attack") == {"gang-up": 1}, "no action penalties; Shaken Eve counts for Gang Up"
    assert (fight.prompt().to, fight.at("ann")) == ("cid", (6, 6))
    told = fight.answer("cid", "attack")
    assert kinds(told)[-2:] == ["moved", "movement-spent"]
    assert (fight.at("ann"), fight.state("ann").moved) == ((6, 6), 4)
    assert fight.state("cid").actions_used == 0


def test_who_is_taken_out_stays_where_the_step_began() -> None:
    """SW-153, SW-150"""
    fight = Fight(
        raider("tim", at=[5, 5]),
        hero("ann", at=[4, 5]),
        hero("eve", at=[4, 4]),
        map=OPEN,
        ann__attack=[7, 1],
        ann__damage=[7, 7],
    )
    fight.do("move", "tim", to=[8, 5])
    assert fight.prompt().to == "ann"
    fight.answer("ann", "attack")
    assert (fight.at("tim"), fight.state("tim").moved, fight.prompt()) == ((5, 5), 0, None)


def test_who_is_only_shaken_goes_on() -> None:
    """SW-153"""
    fight = Fight(
        raider("tim", at=[5, 5]), hero("ann", at=[4, 5]), map=OPEN, ann__attack=[7, 1], ann__damage=[3, 2]
    )
    fight.do("move", "tim", to=[8, 5])
    fight.answer("ann", "attack")
    assert (fight.at("tim"), fight.state("tim").shaken) == ((8, 5), True)


def test_a_free_attack_is_made_with_what_is_at_hand() -> None:
    """SW-151"""
    fight = Fight(
        raider("tim"),
        hero("ann", {**HERO, "weapons": ["pistol", "bite", "knife", "club"], "held": ["pistol", "club"]}),
        ann__attack=[1, 2],
    )
    fight.do("move", "tim", inches=2, facts={"engaged_by": ["ann"]})
    with pytest.raises(Refusal, match="free attack is made with one of these"):
        fight.answer("ann", "attack", with_="pistol")
    told = fight.answer("ann", "attack", with_="bite")
    assert next(e for e in told if e.kind == "attack-declared").weapon == "bite"
    fight.do("move", "tim", inches=2, facts={"engaged_by": ["ann"]})
    told = fight.answer("ann", "none")
    assert "roll" not in kinds(told)


def test_a_way_tells_before_it_is_gone_who_is_left_and_how_well_they_strike() -> None:
    """SW-150, SW-151"""
    fight = Fight(hero("ann", at=[5, 5]), raider("bob", at=[6, 5]), raider("cid", at=[4, 6]), map=OPEN)
    view, move = BattleView(fight.battle.state), SYSTEM.action("move")
    assert move is not None
    away = Command(do="move", actor="ann", params={"to": [3, 5]})
    assert move.provokes(view, away) == ("bob",)
    plan = move.provoked_strike(view, away, "bob")
    assert plan is not None
    ((struck, odds),) = AimOdds(SYSTEM, view.state, plan).whole()
    assert struck == "ann"
    assert 0 < odds.hit < 1
    assert move.provoked_strike(view, away, "cid") is None
    assert move.provokes(view, Command(do="move", actor="ann", params={"to": [5, 6]})) == ()
    assert fight.at("ann") == (5, 5)


def test_there_is_no_free_attack_where_an_enemy_is_not_left() -> None:
    """SW-150"""
    fight = Fight(hero("ann", at=[5, 5]), raider("bob", at=[5, 6]), map=OPEN)
    fight.do("move", "ann", to=[6, 6])
    assert fight.at("ann") == (6, 6)


def test_a_mounted_pair_is_left_and_leaves_as_one() -> None:
    """SW-154, SW-R36, SW-R51, SW-57"""
    pair = [
        fighter("ann", "heroes", HERO, state={"mount": "roan"}, at=[5, 5]),
        hero("roan", HORSE, at=[5, 5]),
    ]
    fight = Fight(*pair, raider("tim", at=[4, 5]), map=OPEN, tim__attack=[1])
    fight.do("move", "roan", to=[9, 5])
    assert fight.prompt().to == "tim"
    told = fight.answer("tim", "attack")
    assert next(e for e in told if e.kind == "free-attack").target == "ann"
    assert fight.at("ann") == fight.at("roan") == (9, 5)
    fight = Fight(*pair, raider("tim", at=[4, 5]), map=OPEN)
    fight.do("move", "tim", to=[1, 5])
    assert fight.prompt().to == "ann"
    fight.answer("ann", "none")
    assert fight.prompt() is None, "the horse does not strike besides"
    fight = Fight(*pair, raider("tim", at=[4, 5]), map=OPEN)
    fight.set("ann", shaken=True)
    fight.do("move", "tim", to=[1, 5])
    assert fight.prompt().to == "roan"


# ----------------------------------------------------------------------------------------------------- saddle
def test_mounting_and_dismounting_cost_two_inches() -> None:
    """SW-59, SW-180, SW-R25"""
    fight = Fight(
        hero("ann", at=[4, 5]), hero("roan", HORSE, at=[5, 5], size=2), raider("bob", at=[20, 5]), map=OPEN
    )
    assert fight.refuses("dismount", "ann") == "not-mounted"
    assert fight.refuses("mount", "ann", target="bob") == "no-target"
    fight.do("mount", "ann", target="roan")
    assert (fight.state("ann").moved, fight.at("ann")) == (2, (5, 5))
    assert fight.refuses("mount", "ann", target="roan") == "bad-option"
    assert fight.refuses("drop-prone", "ann") == "bad-option"
    fight.do("move", "roan", to=[9, 5])
    assert fight.at("ann") == (9, 5)
    fight.do("turn", "ann")
    fight.do("dismount", "ann")
    assert fight.derived_values("roan")["rider"] is None
    assert fight.at("ann") not in ((9, 5), (10, 5), (9, 6), (10, 6))
    fight.set("ann", moved=5, mount="roan")
    assert fight.refuses("dismount", "ann") == "too-far"


def test_a_mount_that_is_out_of_reach_or_taken_is_refused() -> None:
    """SW-180"""
    fight = Fight(
        hero("ann", at=[2, 5]),
        hero("eve", at=[9, 5], state={"mount": "grey"}),
        hero("roan", HORSE, at=[6, 5]),
        hero("grey", HORSE, at=[9, 5]),
        map=OPEN,
    )
    assert fight.refuses("mount", "ann", target="roan") == "out-of-range"
    assert fight.refuses("mount", "ann", target="grey") == "no-target"


def test_the_gm_moves_a_rider_with_its_mount() -> None:
    """SW-59"""
    fight = Fight(hero("ann", at=[5, 5], state={"mount": "roan"}), hero("roan", HORSE, at=[5, 5]), map=OPEN)
    fight.do("gm-set", target="roan", state={"at": [12, 3]})
    assert fight.at("ann") == (12, 3)


def scene_of(fight: Fight) -> BattleView:
    return BattleView(fight.battle.state)


def test_reach_shows_what_movement_is_left() -> None:
    """SW-61, SW-09, SW-R23"""
    fight = Fight(hero("ann", at=[20, 10], state={"wounds": 2, "moved": 1}), map=OPEN)
    assert max(SYSTEM.reach(scene_of(fight), "ann").costs.values()) == 3
    fight.set("ann", prone=True)
    assert max(SYSTEM.reach(scene_of(fight), "ann").costs.values()) == 1
    zones = Fight(hero("ann", at="bar"), map=ZONES)
    assert dict(SYSTEM.reach(scene_of(zones), "ann").costs) == {"street": 6}


def test_a_rider_is_told_that_the_mount_does_the_moving() -> None:
    """SW-72"""
    fight = Fight(hero("ann", at=[5, 5], state={"mount": "roan"}), hero("roan", HORSE, at=[5, 5]), map=OPEN)
    with pytest.raises(Refusal, match="Roan does the moving"):
        SYSTEM.reach(scene_of(fight), "ann")
    assert max(SYSTEM.reach(scene_of(fight), "roan").costs.values()) == 8


def past_bob_on_horseback() -> Fight:
    """Ann on Roan beside Bob, who strikes her down as they ride away."""
    return Fight(
        fighter("ann", "heroes", {"stock": "thug"}, state={"mount": "roan"}, at=[5, 5]),
        hero("roan", HORSE, at=[5, 5]),
        raider("bob", HERO, at=[4, 5]),
        map=OPEN,
        bob__attack=[7, 1],
        bob__damage=[7, 7],
    )


def test_a_mount_goes_on_when_its_rider_is_struck_down() -> None:
    """SW-153, SW-154, SW-C1"""
    fight = past_bob_on_horseback()
    fight.do("move", "roan", to=[9, 5])
    told = fight.answer("bob", "attack")
    assert fight.state("ann").incapacitated
    assert fight.at("roan") == (9, 5)
    assert next(e for e in told if e.kind == "attack-declared").overruled == ()


def test_a_mount_stays_where_its_rider_lies_in_the_square_that_it_was_going_to() -> None:
    """SW-C1: two do not end in one square."""
    fight = past_bob_on_horseback()
    fight.do("move", "roan", to=[6, 5])
    fight.answer("bob", "attack")
    assert (fight.at("ann"), fight.at("roan")) == ((6, 5), (5, 5))


def test_who_cannot_know_of_a_mover_is_not_asked_about_it() -> None:
    """SW-150"""
    fight = Fight(raider("bob", at=[5, 5], hidden=True), hero("ann", at=[4, 5]), map=OPEN)
    told = fight.do("move", "bob", path=[[6, 5]])
    assert fight.battle.state.prompt is None, "the question would tell of it"
    assert kinds(told)[-2:] == ["moved", "movement-spent"]
