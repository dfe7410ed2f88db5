"""The sheet, its gear, and what is worked out from them (sections 2 and 3)."""

from fractions import Fraction
from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.engine.text import in_full
from rules.systems.gurps.attack.damage import Dice, read_damage, thrust_and_swing
from rules.systems.gurps.attack.strike import slam_dice
from rules.systems.gurps.sheet.body import HUMANOID
from rules.systems.gurps.state import dodge_of, half_move_of, move_of, step_of
from rules.systems.gurps.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.gurps.fights import Fight


def sheet(**data: Any) -> Any:
    return SYSTEM.read_sheet(data)


def bad(**data: Any) -> str:
    with pytest.raises(Refusal) as caught:
        SYSTEM.read_sheet(data)
    assert caught.value.code == "bad-sheet"
    return caught.value.message


def one(data: Any, **state: Any) -> Any:
    fight = Fight(fighter("ann", sheet=data, state=state))
    return fight.battle.state.combatants["ann"]


def test_what_a_sheet_leaves_out_has_its_default() -> None:
    """GU-201, GU-202"""
    read = sheet(ST=12, DX=13, IQ=11, HT=10)
    assert (read.full_hp, read.full_fp, read.attribute("Will"), read.attribute("Per")) == (12, 10, 11, 11)
    assert (read.speed, read.unloaded_move) == (5.75, 5)
    assert len(read.body.ids) == 16
    assert read.body.ids == HUMANOID.ids


def test_unknown_keys_and_values_out_of_range_are_refused() -> None:
    """GU-201, GU-203"""
    assert "colour" in bad(colour="red")
    bad(ST=0)
    bad(basic_speed=5.1)
    bad(skills={"Broad Sword": 12})
    bad(skills={"broadsword": 51})
    bad(dr={"tail": 1})
    bad(weapons=["excalibur"])
    bad(weapons=[{"id": "x", "skill": "y"}])
    bad(weapons=[{"id": "x", "skill": "y", "damage": "lots"}])
    bad(weapons=[{"id": "x", "kind": "shield", "skill": "shield", "damage": "1d cr"}])
    bad(armour=[{"id": "x", "dr": 3, "locations": ["wing"]}])
    bad(stock="chimera")


def test_stock_is_a_start_and_other_keys_replace() -> None:
    """GU-201: skills and dr merge entry by entry."""
    read = sheet(stock="knight", ST=14, skills={"broadsword": 16, "knife": 10})
    assert (read.ST, read.DX) == (14, 12)
    assert read.skills == {"broadsword": 16, "shield": 13, "tactics": 11, "knife": 10}
    assert sheet(stock="ogre", dr={"skull": 5}).dr == {"all": 2, "skull": 5}


def test_one_hand_holds_one_ready_thing() -> None:
    """GU-320"""
    assert "GU-320" in bad(weapons=["broadsword", "axe"])
    bad(weapons=["spear", "medium-shield"])
    sheet(weapons=["broadsword", "medium-shield"])
    sheet(weapons=["broadsword", {"id": "axe", "skill": "axe-mace", "damage": "sw+2 cut", "ready": False}])


def test_the_worked_values_of_the_stock() -> None:
    """GU-210, GU-213, GU-214, GU-215"""
    knight, duelist = one({"stock": "knight"}), one({"stock": "duelist"})
    assert (knight.sheet.full_hp, knight.sheet.speed, move_of(knight), dodge_of(knight)) == (12, 5.75, 4, 7)
    assert (duelist.sheet.full_hp, duelist.sheet.speed, move_of(duelist), dodge_of(duelist)) == (
        10,
        6.25,
        6,
        9,
    )
    numbers = {in_full(figure.label): figure.value for figure in SYSTEM.looks.numbers(knight)}
    assert numbers["Dodge"] == "10"
    assert numbers["Parry, broadsword"] == "13"
    assert numbers["Block"] == "12"
    thug = one({"stock": "thug"})
    assert (move_of(thug), dodge_of(thug), step_of(thug), half_move_of(thug)) == (5, 8, 1, 2)


@pytest.mark.parametrize(("load", "move"), [(0, 7), (1, 5), (2, 4), (3, 2), (4, 1)])
def test_a_load_slows(load: int, move: int) -> None:
    """GU-210: 7 times 1, 0.8, 0.6, 0.4, 0.2, rounded down; GU-213: one off the dodge for each level."""
    loaded = one({"basic_move": 7, "encumbrance": load})
    assert move_of(loaded) == move
    assert dodge_of(loaded) == 8 - load


def test_steps_and_half_moves() -> None:
    """GU-211, GU-212"""
    quick = one({"basic_move": 11})
    assert (step_of(quick), half_move_of(quick)) == (2, 5)
    slow = one({"basic_move": 1})
    assert (step_of(slow), half_move_of(slow)) == (1, 1)


def test_reeling_exhaustion_and_posture_slow() -> None:
    """GU-1005, GU-1010, GU-1011, GU-213: halves up; the prone crawl a yard."""
    assert move_of(one({}, hp=3)) == 3
    assert dodge_of(one({}, hp=3)) == 4
    assert dodge_of(one({}, hp=3, fp=3)) == 2
    assert move_of(one({}, hp=4, fp=4)) == 5
    assert [move_of(one({}, posture=p)) for p in ("crouching", "kneeling", "prone")] == [3, 1, 1]


def test_skills_default() -> None:
    """GU-216, GU-217, GU-218"""
    read = sheet(DX=12, IQ=11, Per=13, ST=14, skills={"knife": 13}, weapons=["large-knife", "axe"][:1])
    assert [
        read.skill(s) for s in ("tactics", "survival", "streetwise", "acrobatics", "jumping", "physician")
    ] == [
        5,
        8,
        6,
        6,
        7,
        4,
    ]
    assert read.skill("surgery") is None
    assert read.weapon_skill("bow") == 12
    assert read.attack_skill(read.use("kick")) == 10
    assert read.attack_skill(read.use("large-knife")) == 13
    assert read.on(13, "ST") == 15
    assert read.on(13, "IQ") == 12


def test_thrust_and_swing_by_strength() -> None:
    """GU-230: between two rows the lower one; adds never become dice."""
    found = {st: tuple(map(str, thrust_and_swing(st))) for st in (1, 10, 12, 13, 20, 30, 42, 100)}
    assert found == {
        1: ("1d-6", "1d-5"),
        10: ("1d-2", "1d"),
        12: ("1d-1", "1d+2"),
        13: ("1d", "2d-1"),
        20: ("2d-1", "3d+2"),
        30: ("3d", "5d+2"),
        42: ("4d+1", "7d-1"),
        100: ("11d", "13d"),
    }
    assert str(read_damage("sw+1 cut").dice_at(12)) == "1d+3"


def test_damage_texts_are_read() -> None:
    """GU-302"""
    read = read_damage("3d+2x10(0.5) tbb")
    assert (read.dice, read.times, read.divisor, read.type) == (Dice(3, 2), 10, Fraction(1, 2), "tbb")
    for wrong in ("2d", "cut", "2d+1 slash", "2d(0) cut", "0d cut", "2 d cut"):
        with pytest.raises(ValueError, match=r"damage|divisor"):
            read_damage(wrong)


def test_modes_replace_keys_of_the_weapon() -> None:
    """GU-301"""
    read = sheet(stock="knight")
    swing, thrust = read.use("broadsword"), read.use("broadsword/thrust")
    assert (swing.mode.id, str(swing.damage.dice_at(12)), swing.mode.thrust) == ("swing", "1d+3", False)
    assert (thrust.damage.type, thrust.mode.thrust) == ("cr", True)
    assert read.use("broadsword/stab") is None


def test_slam_dice() -> None:
    """GU-330: HP times yards by a hundred."""
    ten = sheet(HP=10)
    dice = [str(slam_dice(ten, yards)) for yards in (1, 2, 3, 5, 9, 10, 15, 24, 25)]
    assert dice == ["1d-3", "1d-3", "1d-2", "1d-1", "1d-1", "1d", "2d", "2d", "3d"]


def test_another_body_may_be_given() -> None:
    """GU-202, GU-759: the plan is data."""
    snake = {
        "id": "snake",
        "name": "Snake",
        "locations": [
            {"id": "skull", "name": "skull", "part": "skull", "front": -7},
            {"id": "torso", "name": "body", "part": "torso"},
        ],
        "landings": [
            {"low": 3, "high": 8, "hits": ["skull"], "word": "skull"},
            {"low": 9, "high": 18, "hits": ["torso"], "word": "torso"},
        ],
        "mean": ["skull", "torso"],
    }
    read = sheet(body=snake, dr={"skull": 2})
    assert read.body.landing(8).hits == ("skull",)
    bad(body={**snake, "landings": snake["landings"][:1]})
    bad(body=snake, armour=["leather-jacket"])
    fight = Fight(fighter("ann", sheet={"skills": {"knife": 14}}), fighter("bob", sheet={"body": snake}))
    assert (
        fight.refuses("attack", "ann", target="bob", with_="kick", location="left-arm").code == "bad-location"
    )


def test_what_another_program_has_worked_out_counts() -> None:
    """GU-210, GU-213, GU-216"""
    read = one(
        {
            "moves": [6, 4, 3, 2, 1],
            "dodges": [9, 8, 7, 6, 5],
            "encumbrance": 1,
            "weapons": [
                {
                    "id": "claw",
                    "skill": "claw",
                    "damage": "1d+1 cut",
                    "level": 17,
                    "parry_level": 12,
                    "text": "1d+1 cut + poison",
                }
            ],
        }
    )
    assert (move_of(read), dodge_of(read)) == (4, 8)
    assert read.sheet.attack_skill(read.sheet.use("claw")) == 17
    assert "poison" in in_full(SYSTEM.looks.sections(read)[2].figures[0].value)


def test_another_sheet_keeps_what_was_lost_and_forgets_what_is_gone() -> None:
    """GU-201, GU-305: as on the page where the GM changes a sheet."""
    fight = Fight(fighter("ann", "a", {"weapons": ["pistol", "medium-shield"], "HP": 12}))
    unready = {"pistol": False, "medium-shield": False}
    fight.set("ann", hp=9, ready=unready, ammo={"pistol": 3}, dropped=["medium-shield"])
    fight.do("set-sheet", target="ann", sheet={"weapons": ["pistol", "dagger"], "HP": 14})
    now = fight.state("ann")
    assert (now.hp, now.ammo, now.dropped) == (11, {"pistol": 3}, ())
    assert now.ready == {"pistol": False, "dagger": True}
    fight.set("ann", ready={"pistol": True})
    assert fight.state("ann").ready["pistol"]
