"""The stock of Atomic Tomorrow: its figures are those of the book, and what is worked out of them agrees."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.system import StockItem
from rules.systems.atomic.sheet.sheet import FIST, STOCK_ARMOUR, STOCK_WEAPONS, AtomicSheet, Weapon
from rules.systems.atomic.sheet.stock.heroes import HEROES_STOCK
from rules.systems.atomic.sheet.stock.leaders import LEADER_STOCK
from rules.systems.atomic.sheet.stock.people import PEOPLE_STOCK
from rules.systems.atomic.system import SYSTEM
from tests.rules.kit import fighter
from tests.rules.systems.atomic.fights import Fight

EACH = pytest.mark.parametrize("item", SYSTEM.stock, ids=lambda item: item.id)
PEOPLE = range(3, 19)
SKILLS = ("unarmed", "melee", "ranged", "parry", "dodge")


def read(item: StockItem) -> AtomicSheet:
    sheet: AtomicSheet = SYSTEM.read_sheet(item.sheet)
    return sheet


def test_there_are_enough_of_them_for_an_evening() -> None:
    assert len(SYSTEM.stock) >= 30
    assert [item.id for item in SYSTEM.stock[:7]] == [
        *("kit", "brannock", "dutch", "raider", "markswoman", "brute", "sentry")
    ]


@EACH
def test_what_is_rolled_against_is_worked_out_of_the_attributes(item: StockItem) -> None:
    """AT-02, AT-04, AT-05, AT-06, AT-07, AT-09, AT-71"""
    written = item.sheet["attributes"]
    fight = Fight(fighter(item.id, sheet=item.sheet))
    page = SYSTEM.looks.sheet_page(fight.battle.state.combatants[item.id])
    assert page.initiative == 5 * written["reflex"]
    assert page.soak == 5 * written["grit"]
    assert page.last_stand == 5 * written["nerve"]
    assert page.effort == written["grit"]
    assert {str(box.name).lower(): (box.score, box.check) for box in page.attributes} == {
        name: (score, 5 * score) for name, score in written.items()
    }
    skills = [item.sheet["skills"].get(name, 2 * written["reflex"]) for name in SKILLS]
    assert [line.percent for line in page.skills] == skills
    assert page.block == (skills[SKILLS.index("parry")] + 20 if item.sheet.get("shield") else None)
    by_skill = dict(zip(SKILLS, skills, strict=True))
    weapons = [*read(item).weapons, FIST]
    assert [line.percent for line in page.weapons] == [by_skill[weapon.skill.value] for weapon in weapons]


@EACH
def test_nobody_has_learnt_less_than_the_untrained_know(item: StockItem) -> None:
    """AT-09"""
    untrained = 2 * item.sheet["attributes"]["reflex"]
    assert [name for name, percent in item.sheet["skills"].items() if percent < untrained] == []
    assert max(item.sheet["skills"].values()) <= 95, "96 to 100 always fail"


@EACH
def test_every_weapon_and_every_hide_has_the_figures_of_one_of_the_book(item: StockItem) -> None:
    """AT-13, AT-14, AT-15, AT-R32"""

    def is_like(weapon: Weapon, known: Weapon) -> bool:
        is_melee = weapon.is_melee == known.is_melee
        return (
            is_melee
            and (weapon.wounds, weapon.ap) == (known.wounds, known.ap)
            and set(weapon.ranges) <= set(known.ranges)
        )

    sheet = read(item)
    for weapon in sheet.weapons:
        assert any(is_like(weapon, known) for known in STOCK_WEAPONS.values()), weapon.name
    assert sheet.armour.rating in {armour.rating for armour in STOCK_ARMOUR.values()}


def attacks() -> Iterator[Any]:
    for item in SYSTEM.stock:
        for weapon in read(item).weapons:
            for far in weapon.ranges:
                yield pytest.param(item, weapon, far.value, id=f"{item.id}-{weapon.id}-{far.value}")


@pytest.mark.parametrize(("item", "weapon", "far"), list(attacks()))
def test_each_weapon_of_the_stock_does_its_wounds_at_each_of_its_ranges(
    item: StockItem, weapon: Weapon, far: str
) -> None:
    """AT-11, AT-16, AT-37, AT-62, AT-80"""
    fight = Fight(
        fighter("ann", sheet=item.sheet),
        fighter("bob"),
        ann__attack=[1],
        bob__dodge=[99],
        bob__parry=[99],
        bob__soak=[99],
    )
    if weapon.id not in fight.state("ann").ready:
        fight.do("draw", "ann", with_=weapon.id)
    shot = {"with_": weapon.id, "target": "bob", "facts": {"range": far}}
    fight.do("attack", "ann", **shot)
    if fight.prompt() is not None:
        fight.answer("bob", "none")
    assert fight.state("bob").wounds == weapon.wounds


@EACH
def test_whoever_is_armed_begins_with_something_in_hand(item: StockItem) -> None:
    """AT-16"""
    sheet = read(item)
    assert set(sheet.starts_ready) <= {weapon.id for weapon in sheet.weapons}
    assert sheet.starts_ready or not sheet.weapons


@pytest.mark.parametrize("item", [*PEOPLE_STOCK, *LEADER_STOCK, *HEROES_STOCK], ids=lambda item: item.id)
def test_people_have_the_attributes_of_people(item: StockItem) -> None:
    """AT-01"""
    assert set(item.sheet["attributes"].values()) <= set(PEOPLE)
