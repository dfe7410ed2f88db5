"""Damage, wounds, conditions and stuns (PH-22, PH-90 to PH-102)."""

from typing import Any

import pytest

from rules.systems.phases.sheet.gear import LOCATIONS
from rules.systems.phases.state import condition_for
from tests.rules.kit import kinds, roll_of
from tests.rules.systems.phases.fights import PISTOL, SWORD, Fight, duel, started


def struck(
    bob: Any = None, location: int = 3, damage: list[int] | None = None, trauma: Any = (2, 2, 3), **rest: Any
) -> Fight:
    """Let Ann's sword hit Bob: 3 dice and 2 of damage."""
    fight = duel(
        SWORD,
        bob,
        ann__attack=[9, 2],
        ann__location=[location],
        ann__damage=damage or [9, 2, 3],
        bob__trauma=list(trauma),
        **rest,
    )
    fight.do("attack", "ann", with_="sword", target="bob")
    return fight


def test_damage_is_less_the_armour_of_its_place_and_may_be_stopped() -> None:
    vest = {"armour": [{"id": "plate", "points": 11, "covers": ["chest"]}]}
    fight = struck(vest)
    assert (fight.state("bob").flesh, fight.state("bob").trauma) == (0, ())  # PH-91
    assert struck(vest, location=5).state("bob").flesh == 1


def test_a_hit_that_goes_through_is_one_flesh_wound_and_perhaps_trauma() -> None:
    assert struck(trauma=[10, 10, 3]).state("bob").flesh == 1  # PH-90, PH-92, PH-93
    assert struck(trauma=[10, 10, 3]).state("bob").trauma == ()  # 11 reaches 11
    assert struck(trauma=[10, 9, 3]).state("bob").trauma == ("chest",)  # PH-94, PH-95


@pytest.mark.parametrize("trauma", [[1, 1, 9], [1, 1, 1]])
def test_ones_fail_the_roll_of_toughness_whatever_its_total(trauma: list[int]) -> None:
    assert struck(damage=[1, 1, 2], trauma=trauma).state("bob").trauma == ("chest",)  # PH-14, PH-94


def test_the_head_needs_two_more() -> None:
    fight = struck(location=1, trauma=[10, 10, 10])  # 12 against 11 + 2
    assert fight.state("bob").trauma == ("head",)  # PH-94
    assert fight.state("bob").condition == "down"  # PH-97


@pytest.mark.parametrize(
    ("flesh", "trauma", "condition"),
    [
        (8, (), "up"),
        (9, (), "down"),
        (0, ("chest",), "up"),
        (0, ("chest", "left-arm"), "down"),
        (0, ("head",), "down"),
        (0, ("head", "chest"), "dead"),
        (9, ("chest", "chest", "chest"), "dead"),
    ],
)
def test_the_condition_follows_from_the_wounds(flesh: int, trauma: tuple[str, ...], condition: str) -> None:
    assert condition_for(flesh, trauma) == condition  # PH-97


def test_wounds_take_from_rolls_but_not_from_location_damage_and_trauma() -> None:
    fight = duel(
        SWORD,
        ann_state={"flesh": 7, "trauma": ["chest"]},
        bob_state={"flesh": 3},
        ann__attack=[10, 10],
        ann__location=[3],
        ann__damage=[9, 2, 3],
        bob__trauma=[9, 2, 3],
    )
    events = fight.do("attack", "ann", with_="sword", target="bob")
    assert roll_of(events, "attack").total == 11 - 4  # PH-96
    assert roll_of(events, "damage").total == 11  # PH-22
    assert roll_of(events, "trauma").modifiers == ()
    assert roll_of(events, "location").modifiers == ()


def test_a_hurt_arm_lets_everything_fall_and_two_leave_bare_hands() -> None:
    bob = {"weapons": ["club", "knife"], "ready": ["club", "knife"]}
    fight = struck(bob, location=7)
    assert fight.state("bob").ready == ()  # PH-99
    fight.do("draw", "bob", with_="club")
    fight.set("bob", trauma=["right-arm", "left-arm"], condition="up")
    for what, params in (("draw", {"with_": "knife"}), ("attack", {"with_": "club", "target": "ann"})):
        assert fight.refuses(what, "bob", **params).code == "cannot-act"
    fight.dice.faces = {"bob.attack": [5]}
    fight.do("attack", "bob", with_="fist", target="ann")


def test_a_hurt_leg_leaves_one_cell_and_two_none() -> None:
    board = {"grid": {"kind": "square", "cols": 15, "rows": 1}}
    for trauma, most in (([], 5), (["left-leg"], 1), (["left-leg", "right-leg"], 0)):
        fight = Fight({"id": "ann", "at": [0, 0], "sheet": {}}, map=board)
        fight.set("ann", trauma=trauma, condition="up")
        if most:
            fight.do("move", "ann", to=[most, 0])
        assert fight.refuses("move", "ann", to=[2 * most + 1, 0]).code == "too-far"  # PH-99


def test_the_fallen_lose_what_they_declared_targeted_and_aimed_and_can_still_be_attacked() -> None:
    fight = started(PISTOL, SWORD)
    fight.do("target-and-fire", "ann", with_="light-pistol", target="bob")
    assert kinds(fight.set("ann", flesh=9)) == ["state-set", "action-lost"]  # PH-100
    assert fight.refuses("cancel", "ann").code == "nothing-to-cancel"
    assert fight.plan("attack", "bob", with_="sword", target="ann").target == "ann"


def test_a_stun_costs_six_phases_and_the_first_is_not_counted() -> None:
    stunner = {"skills": {"firearms": 2}, "weapons": ["stunner"], "ready": ["stunner"]}
    fight = started(
        stunner,
        {"attributes": {"toughness": 2}},
        ann__attack=[9, 2],
        ann__location=[3],
        ann__damage=[6, 5, 2],
        bob__trauma=[2, 3],
    )
    fight.do("attack", "ann", with_="stunner", target="bob")
    fight.do("end-turn", "bob")
    assert (fight.state("bob").stunned, fight.state("bob").flesh) == (6, 0)  # PH-98
    for left in (5, 4, 3, 2, 1, 0):
        fight.do("next-phase")
        fight.do("end-turn", "ann")
        assert fight.state("bob").stunned == left  # PH-101
    fight.do("next-phase")
    assert fight.battle.state.order == ("ann", "bob")


def test_a_stun_that_the_gm_sets_counts_down_from_the_same_phase_and_by_turns_in_free_play() -> None:
    fight = started()
    fight.set("bob", stunned=2)
    fight.do("end-turn", "ann")
    assert fight.state("bob").stunned == 1  # PH-R25
    free = duel(bob_state={"stunned": 1})
    assert free.refuses("evade", "bob").code == "cannot-act"
    free.do("turn", "bob")
    free.do("evade", "bob")


def test_a_new_wound_never_makes_a_condition_better() -> None:
    fight = struck(trauma=[10, 10, 3], bob_state={"condition": "down"})
    assert fight.state("bob").condition == "down"  # PH-R21


def test_the_gm_may_set_anything_and_the_condition_follows_unless_it_is_set_too() -> None:
    fight = duel()
    fight.set("bob", trauma=["head"])
    assert fight.state("bob").condition == "down"
    fight.set("bob", trauma=["head"], condition="up")
    assert fight.state("bob").condition == "up"
    fight.set("bob", aim=0, free_left=0)
    assert fight.state("bob").condition == "up"  # PH-102
    for state in ({"trauma": ["tail"]}, {"ready": ["club"]}, {"ammo": {"club": 1}}, {"luck": 1}, {"aim": 4}):
        assert fight.refuses("gm-set", target="bob", state=state).code == "bad-state"


def test_traumatic_wounds_cost_the_target_in_sight() -> None:
    sight = {"targeting": {"target": "ann", "with": "light-pistol", "location": None}, "aim": 1}
    fight = struck(PISTOL, bob_state=sight)
    assert fight.state("bob").trauma == ("chest",)
    assert (fight.state("bob").targeting, fight.state("bob").aim) == (None, 0)  # PH-63


def test_every_location_can_be_wounded() -> None:
    assert {struck(location=face).state("bob").trauma[0] for face in range(1, 11)} == set(LOCATIONS)
