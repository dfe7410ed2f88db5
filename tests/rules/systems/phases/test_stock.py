"""The stock of the phase combat game: its gear is that of the table, and what is worked out agrees."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.system import StockItem
from rules.systems.phases.sheet.gear import FIST, LOCATIONS, STOCK_ARMOUR, STOCK_WEAPONS, Weapon
from rules.systems.phases.sheet.sheet import PhasesSheet
from rules.systems.phases.system import SYSTEM
from tests.rules.kit import in_english, roll_of
from tests.rules.systems.phases.fights import Fight, fighter

EACH = pytest.mark.parametrize("item", SYSTEM.stock, ids=lambda item: item.id)
BOOK = {
    "helmet": (4, {"head"}),
    "vest": (3, {"chest", "abdomen"}),
    "suit": (2, {"chest", "abdomen", "right-arm", "left-arm", "right-leg", "left-leg"}),
}
"""The armour of the book: points, and what it covers (PH-03)."""


LEROY = "leroy"
"""The book gives him a knife, and no skill for it."""


def read(item: StockItem) -> PhasesSheet:
    sheet: PhasesSheet = SYSTEM.read_sheet(item.sheet)
    return sheet


def page_of(item: StockItem) -> Any:
    fight = Fight(fighter("ann", item.sheet))
    return in_english(SYSTEM.looks.sheet_page(fight.battle.state.combatants["ann"]))


def test_there_are_enough_of_them_for_an_evening_and_the_old_ones_lead() -> None:
    assert len(SYSTEM.stock) >= 30
    assert [item.id for item in SYSTEM.stock[:7]] == [
        *("earl", "leroy", "trooper", "brawler", "marksman", "constable", "guard")
    ]


@EACH
def test_dice_and_numbers_are_those_that_are_written(item: StockItem) -> None:
    """PH-01, PH-16"""
    page, has = page_of(item), item.sheet["attributes"]
    assert (page.reflexes, page.toughness) == (has["reflexes"], has["toughness"])
    assert (page.initiative, page.full_move) == (item.sheet.get("initiative", 10), item.sheet.get("move", 5))
    skills = item.sheet["skills"]
    for line in page.weapons:
        weapon = next(w for w in (*read(item).weapons, FIST) if w.name == line.name)
        assert line.dice == skills.get(weapon.skill, 0)
        assert line.dice or weapon == FIST or item.id == LEROY, (
            f"nobody carries what they cannot use: {line.name}"
        )
    assert (page.flesh, page.trauma_count, page.penalty) == (0, 0, 0)


@EACH
def test_armour_at_each_location_is_that_of_the_best_piece(item: StockItem) -> None:
    """PH-02, PH-03, PH-R30"""
    worn = []
    for piece in read(item).armour:
        alike = [known for known, figures in BOOK.items() if figures == (piece.points, set(piece.covers))]
        assert len(alike) == 1, piece.name
        worn.append(BOOK[alike[0]])
    best = [max((points for points, covers in worn if place in covers), default=0) for place in LOCATIONS]
    assert [line.armour for line in page_of(item).places] == best
    assert set(STOCK_ARMOUR) == set(BOOK)


@EACH
def test_every_weapon_has_the_figures_of_one_of_the_table(item: StockItem) -> None:
    """PH-04, PH-05, PH-R30"""

    def figures(weapon: Weapon) -> dict[str, Any]:
        return weapon.model_dump(exclude={"id", "name", "skill"})

    sheet = read(item)
    for weapon in sheet.weapons:
        assert figures(weapon) in [figures(known) for known in STOCK_WEAPONS.values()], weapon.name
        melee = {"melee"} if weapon.id in STOCK_WEAPONS else {"melee", "brawling"}
        assert weapon.skill in (melee if weapon.is_melee else {"firearms"})
    assert set(sheet.ready) <= {weapon.id for weapon in sheet.weapons}


def weapons() -> Iterator[Any]:
    for item in SYSTEM.stock:
        for weapon in (*read(item).weapons, FIST):
            yield pytest.param(item, weapon, id=f"{item.id}-{weapon.id}")


@pytest.mark.parametrize(("item", "weapon"), list(weapons()))
def test_a_hit_with_each_weapon_does_its_damage_less_armour(item: StockItem, weapon: Weapon) -> None:
    """PH-11, PH-12, PH-65, PH-69, PH-76, PH-91, PH-94, PH-98"""
    fight = Fight(
        fighter("ann", item.sheet),
        fighter("bob", {"attributes": {"toughness": 1}, "armour": ["vest"]}),
        ann__attack=[10, 9, 8, 7, 6, 5],
        ann__location=[2],
        ann__damage=[6, 4, 3, 2],
        bob__trauma=[2],
    )
    if weapon.id not in (FIST.id, *fight.state("ann").ready):
        fight.do("draw", "ann", with_=weapon.id)
    near = 1 if weapon.range is None else weapon.range[0]
    events = fight.do("attack", "ann", with_=weapon.id, target="bob", facts={"distance": near})
    attack = roll_of(events, "attack")
    assert list(attack.faces) == [10, 9, 8, 7, 6, 5][: max(1, item.sheet["skills"].get(weapon.skill, 0))]
    assert attack.target == (7 if weapon.is_melee else 6)
    damage = 6 + weapon.bonus - 3  # the highest face, the bonus, a vest at the chest
    state = fight.state("bob")
    assert roll_of(events, "trauma").target == damage
    assert (state.flesh, state.stunned, state.trauma) == ((0, 6, ()) if weapon.stun else (1, 0, ("chest",)))
