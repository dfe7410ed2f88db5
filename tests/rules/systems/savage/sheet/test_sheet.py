"""Sheets: what they may hold, what is worked out, and the ready-made gear and people."""

from typing import Any

import pytest

from rules.engine.refusal import Refusal
from rules.systems.savage.sheet.die import read_damage, read_die
from rules.systems.savage.sheet.gear import Location
from rules.systems.savage.sheet.gear_stock import STOCK_WEAPONS, TABLE_ARMOUR, TABLE_WEAPONS
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.savage.fights import Fight, hero, raider


def sheet(**data: Any) -> Any:
    return SYSTEM.read_sheet(data)


def refused(**data: Any) -> str:
    with pytest.raises(Refusal) as caught:
        sheet(**data)
    assert caught.value.code == "bad-sheet"
    return caught.value.message


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"pace": 25}, "pace"),
        ({"pace": "6"}, "pace"),
        ({"speed": 6}, "speed"),
        ({"attributes": {"vigor": "d7"}}, "attributes, vigor"),
        ({"skills": {"Fighting": "d6"}}, "skills"),
        ({"kind": "ghost"}, "kind"),
        ({"weapons": ["bazooka"]}, "weapons"),
        ({"armour": ["toga"]}, "armour"),
        ({"weapons": [{"id": "x", "name": "X"}]}, "damage"),
        ({"weapons": [{"id": "x", "name": "X", "damage": "2d6", "range": [3, 3, 9]}]}, "range"),
        ({"weapons": ["club", "club"]}, "weapons"),
        ({"weapons": ["club"], "held": ["knife"]}, "held"),
        ({"stock": "hero"}, "stock"),
        ({"bennies": 100}, "bennies"),
        ({"object": "lock"}, "object"),
        ({"kind": "object"}, "object"),
        ({"kind": "object", "object": "castle"}, "object"),
    ],
)
def test_a_wrong_key_is_named(data: dict[str, Any], key: str) -> None:
    """SW-01"""
    assert key in refused(**data)


def test_a_sheet_may_start_from_a_ready_made_one() -> None:
    """SW-02"""
    found = sheet(stock="duellist", attributes={"vigor": "d10"}, skills={"fighting": "d12"}, armour=[])
    assert (str(found.attributes.vigor), str(found.attributes.strength)) == ("d10", "d8")
    assert (str(found.skills["fighting"]), str(found.skills["riding"])) == ("d12", "d6")
    assert found.armour == ()
    assert found.wild_card


def test_a_die_has_a_number_beside_it_perhaps() -> None:
    """SW-03"""
    assert str(read_die("d12+2")) == "d12+2"
    assert read_die("d8-3").half == 4 - 1
    for text in ("d12+9", "d7", "8", "d6+0", 6):
        with pytest.raises(ValueError, match="a die is"):
            read_die(text)


def test_parry_comes_of_fighting_and_of_what_is_held() -> None:
    """SW-04, SW-15"""
    assert sheet().parry(()) == 2
    assert sheet(skills={"fighting": "d12+3"}).parry(()) == 2 + 6 + 1
    guard = sheet(stock="guard", parry_bonus=1)
    assert guard.parry(guard.starts_held) == 8
    assert guard.parry(("short-sword",)) == 6
    weak = sheet(attributes={"strength": "d4"}, weapons=["spear", "great-axe", "medium-shield"])
    assert weak.parry(("spear",)) == 2, "too heavy: its +1 does not count"
    assert weak.parry(("great-axe",)) == 1, "a bad Parry counts all the same"
    assert weak.parry(("medium-shield",)) == 4, "a shield has no weight that matters"


def test_toughness_counts_the_best_armour_on_the_spot() -> None:
    """SW-05, SW-06, SW-R1"""
    found = sheet(
        attributes={"vigor": "d12+2"},
        toughness_bonus=1,
        natural_armour=1,
        armour=["leather-jacket", "chain-shirt", "steel-helmet"],
    )
    assert found.armour_at(Location.TORSO) == 4
    assert found.toughness() == 2 + 6 + 1 + 1 + 4
    assert found.toughness(Location.LEGS) == 2 + 6 + 1 + 1 + 1
    assert found.armour_at(Location.HEAD) == 5


def test_a_wild_card_carries_three_wounds_and_an_extra_none() -> None:
    """SW-07"""
    assert (sheet(wild_card=True).limit, sheet().limit) == (3, 0)
    assert (sheet(wild_card=True).starting_bennies, sheet().starting_bennies) == (3, 0)


def test_two_hands_are_filled_in_the_order_of_the_list() -> None:
    """SW-08, SW-R2"""
    found = sheet(weapons=["knife", "rifle", "bite", "small-shield", "club"])
    assert found.starts_held == ("knife", "small-shield")
    assert sheet(weapons=["rifle", "knife"]).starts_held == ("rifle",)
    assert "hands" in refused(weapons=["rifle", "knife"], held=["rifle", "knife"])
    assert "twice" in refused(weapons=["knife"], held=["knife", "knife"])


def test_wounds_slow_down_but_never_to_nothing() -> None:
    """SW-09"""
    fight = Fight(
        hero("ann", state={"wounds": 2}),
        fighter("rock", sheet={"wild_card": True, "pace": 0}, state={"wounds": 3}),
        fighter("slug", sheet={"wild_card": True, "pace": 2}, state={"wounds": 3}),
    )
    assert [fight.derived_values(who)["pace"] for who in ("ann", "rock", "slug")] == [4, 0, 1]


@pytest.mark.parametrize("edge", ["quick", "level-headed", "improved-level-headed"])
def test_nobody_is_hesitant_and_quick(edge: str) -> None:
    """SW-10"""
    assert "hesitant" in refused(edges=[edge], hindrances=["hesitant"])


def test_fists_and_teeth_are_always_at_hand() -> None:
    """SW-11, SW-13"""
    fight = Fight(
        hero("ann", {"weapons": ["club", "bite", "knife"], "held": ["club"]}),
        raider("bob"),
        ann__attack=[3, 3],
    )
    assert fight.refuses("attack", "ann", target="bob", with_="knife") == "not-held"
    assert fight.refuses("attack", "ann", target="bob", with_="sword") == "unknown-weapon"
    fight.attack("ann", "bob", "unarmed")
    fight.do("turn", "ann")
    fight.attack("ann", "bob", "bite")


def test_a_weapon_of_ones_own_has_its_ordinary_values() -> None:
    """SW-12"""
    found = sheet(weapons=[{"id": "x", "name": "X", "damage": "Str+d6+1"}]).weapons[0]
    assert (found.melee, found.rof, found.ap, found.reach, found.hands) == (True, 1, 0, 0, 1)
    bow = sheet(weapons=[{"id": "x", "name": "X", "damage": "2d6", "range": [1, 2, 3]}]).weapons[0]
    assert (bow.melee, bow.ranged_skill) == (False, "shooting")
    shield = sheet(weapons=[{"id": "x", "name": "X", "shield": True}]).weapons[0]
    assert (shield.melee, shield.damage) == (False, None)


def test_damage_is_read_term_by_term() -> None:
    """SW-13"""
    damage = read_damage("Str+2d6-1")
    assert [(t.sign, t.count, t.sides) for t in damage.terms] == [(1, 1, 0), (1, 2, 6), (-1, 1, 1)]
    for text in ("", "d7", "2d6+", "Dex+d4", "40d6"):
        with pytest.raises(ValueError, match="damage is made of"):
            read_damage(text)


def test_the_stock_is_what_the_table_says() -> None:
    """SW-16, SW-17, SW-175"""
    spear = STOCK_WEAPONS["spear"]
    assert (spear.range, spear.parry, spear.reach, spear.two_handed, str(spear.min_str)) == (
        (3, 6, 12),
        1,
        1,
        True,
        "d6",
    )
    rocket = STOCK_WEAPONS["rocket-launcher"]
    assert (str(rocket.damage), rocket.ap, rocket.template) == ("4d8", 9, "medium-blast")
    for weight, ranges, die in (("light", (3, 6, 12), 4), ("medium", (2, 4, 8), 6), ("heavy", (1, 2, 4), 8)):
        found = STOCK_WEAPONS[f"improvised-{weight}"]
        assert (found.range, str(found.damage), str(found.min_str)) == (ranges, f"Str+d{die}", f"d{die}")
        assert found.melee
        assert found.improvised
    assert len(TABLE_WEAPONS) == 25
    assert {id_: a.value for id_, a in TABLE_ARMOUR.items()} == {
        "padded-coat": 1,
        "leather-jacket": 2,
        "chain-shirt": 3,
        "breastplate": 4,
        "steel-helmet": 4,
    }


@pytest.mark.parametrize(
    ("stock", "parry", "toughness", "armour"),
    [
        ("duellist", 6, 7, 2),
        ("gunslinger", 4, 5, 0),
        ("thug", 5, 5, 0),
        ("guard", 7, 8, 3),
        ("gunman", 4, 5, 0),
        ("war-horse", 5, 9, 0),
    ],
)
def test_the_ready_made_are_as_the_table_says(stock: str, parry: int, toughness: int, armour: int) -> None:
    """SW-18"""
    found = sheet(stock=stock)
    assert found.parry(found.starts_held) == parry
    assert (found.toughness(), found.armour_at(Location.TORSO)) == (toughness, armour)


def test_what_the_gm_sets_must_fit() -> None:
    """SW-08, SW-20, SW-68"""
    fight = Fight(hero("ann"))
    assert fight.refuses("gm-set", target="ann", state={"held": ["rifle"]}) == "bad-state"
    assert fight.refuses("gm-set", target="ann", state={"card": "1S"}) == "bad-state"
    assert fight.refuses("gm-set", target="ann", state={"aimed": "rifle"}) == "bad-state"
    assert fight.refuses("gm-set", target="ann", state={"parry": 9}) == "bad-state"
    fight.set("ann", card="10S", wounds=1)
    assert fight.state("ann").card == "10S"
