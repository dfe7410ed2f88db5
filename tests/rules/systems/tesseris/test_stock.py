"""The stock of Tesseris: its gear is that of the tables, and what is worked out of each sheet agrees."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.engine.system import StockItem
from rules.systems.tesseris.sheet.gear import (
    FISTS,
    LOCATIONS,
    STOCK_ARMOUR,
    STOCK_CLOAKS,
    STOCK_WEAPONS,
    Kind,
    Weapon,
)
from rules.systems.tesseris.sheet.ready_made import READY_MADE
from rules.systems.tesseris.sheet.sheet import TesserisSheet
from rules.systems.tesseris.system import SYSTEM
from tests.rules.kit import fighter, in_english
from tests.rules.systems.tesseris.fights import Fight

EACH = pytest.mark.parametrize("item", SYSTEM.stock, ids=lambda item: item.id)
NAMES = ("strength", "agility", "perception", "intelligence", "willpower", "charisma")
BY = {"melee": "agility", "ballistics": "perception", "archery": "perception", "throwing": "perception"}
SLOTS = {"armour": STOCK_ARMOUR, "cloak": STOCK_CLOAKS}
SUCCESSES = [8] * 8
"""Each die counts one, and none explodes (TS-040)."""


def read(item: StockItem) -> TesserisSheet:
    sheet: TesserisSheet = SYSTEM.read_sheet(item.sheet)
    return sheet


def written(item: StockItem, key: str, default: Any) -> Any:
    """Read a key of the sheet as it is written down, one of the four of the rules under it (TS-032)."""
    base = READY_MADE.get(str(item.sheet.get("stock")), {}).get(key, default)
    own = item.sheet.get(key, base)
    return {**base, **own} if isinstance(base, dict) else own


def dice_words(dice: int, plus: int) -> str:
    return f"{dice}dT" + (f" + {plus}" if plus > 0 else f" − {-plus}" if plus else "")


def test_there_are_enough_of_them_for_an_evening_and_the_old_ones_lead() -> None:
    assert len(SYSTEM.stock) >= 30
    assert [item.id for item in SYSTEM.stock[:9]] == [
        *("militia", "trooper", "duellist", "brute", "two-blades"),
        *("gunner", "archer", "speaker", "wrestler"),
    ]


@EACH
def test_what_wears_down_is_worked_out_of_the_characteristics(item: StockItem) -> None:
    """TS-002, TS-004, TS-275, TS-333"""
    has = dict.fromkeys(NAMES, 3) | written(item, "characteristics", {})
    stamina = 10 + 2 * has["strength"] + has["willpower"] + written(item, "stamina_bonus", 0)
    ego = 5 + has["willpower"] + has["charisma"]
    sheet, state = read(item), Fight(fighter("ann", sheet=item.sheet)).state("ann")
    assert (sheet.full_stamina, sheet.full_ego) == (stamina, ego)
    assert (state.stamina, state.ego, state.wounds) == (stamina, ego, 0)
    assert sheet.deadly == min(written(item, "max_wounds", 10), stamina)
    assert stamina >= 8, "stays up after a first blow"


@EACH
def test_dice_defences_and_initiative_are_worked_out_of_what_is_written(item: StockItem) -> None:
    """TS-001, TS-003, TS-026, TS-041, TS-054, TS-141, TS-217, TS-218"""
    has = dict.fromkeys(NAMES, 3) | written(item, "characteristics", {})
    rank = written(item, "skills", {})
    sheet = read(item)
    fight = Fight(fighter("ann", sheet=item.sheet))
    page = in_english(SYSTEM.looks.sheet_page(fight.battle.state.combatants["ann"]))
    bulk = sheet.armour.bulk + sheet.cloak.bulk
    duck = dice_words(has["agility"] + has["perception"], bulk)
    assert [row.dice for row in page.defences] == [
        f"{duck}, {has['intelligence']} duds again",
        dice_words(has["agility"], rank.get("acrobatics", 0) + bulk),
        dice_words(has["strength"], rank.get("athletics", 0)),
        dice_words(has["agility"], rank.get("melee", 0)),
    ]
    speed = written(item, "speed", 3)
    assert (page.initiative, page.speed, page.bulk) == (f"d10 + {has['agility'] + speed}", speed, bulk)
    for row in page.weapons:
        weapon = next(w for w in (*sheet.weapons, FISTS) if str(w.words) == row.name)
        assert row.dice == dice_words(has[BY[weapon.skill]], rank.get(weapon.skill, 0))
        arm = has["strength"] if weapon.kind is not Kind.RANGED else 0  # TS-250
        net = "net / 2" if weapon.impact else "net"  # TS-251
        assert row.damage == f"{weapon.damage + arm} + {net}"


@EACH
def test_gear_has_the_figures_of_a_piece_of_the_tables(item: StockItem) -> None:
    """TS-022, TS-025, TS-R56"""
    sheet = read(item)
    for weapon in sheet.weapons:
        alike = [
            known.model_copy(update={"id": weapon.id, "name": weapon.name})
            for known in STOCK_WEAPONS.values()
        ]
        assert weapon in alike, weapon.label
    for slot, known in SLOTS.items():
        piece = getattr(sheet, slot)
        assert (piece.ap, piece.bulk, piece.covers) in [(k.ap, k.bulk, k.covers) for k in known.values()]
    points = {
        place: sheet.armour.ap + (sheet.cloak.ap if place in ("torso", "legs") else 0) for place in LOCATIONS
    }
    fight = Fight(fighter("ann", sheet=item.sheet))
    page = in_english(SYSTEM.looks.sheet_page(fight.battle.state.combatants["ann"]))
    assert dict(page.armour_at) == {place.capitalize(): ap for place, ap in points.items()}  # TS-024, TS-252


def weapons() -> Iterator[Any]:
    for item in SYSTEM.stock:
        for weapon in read(item).weapons:
            yield pytest.param(item, weapon, id=f"{item.id}-{weapon.id}")


@pytest.mark.parametrize(("item", "weapon"), list(weapons()))
def test_a_hit_with_each_weapon_does_its_damage_and_what_the_arm_adds(
    item: StockItem, weapon: Weapon
) -> None:
    """TS-020, TS-202, TS-206, TS-232, TS-250, TS-251, TS-256"""
    fight = Fight(fighter("ann", sheet=item.sheet), fighter("bob"), ann__attack=SUCCESSES, ann__critical=[1])
    fight.set("ann", held=[weapon.id])
    action = "melee-strike" if weapon.is_melee else "straight-shot"
    facts = {"distance": 1 if weapon.range is None else weapon.range}
    before = fight.state("bob").stamina
    fight.do(action, "ann", target="bob", with_=weapon.id, facts=facts)
    fight.answer("bob", "none")

    has = dict.fromkeys(NAMES, 3) | written(item, "characteristics", {})
    net = has[BY[weapon.skill]] + written(item, "skills", {}).get(weapon.skill, 0)
    arm = 0 if weapon.kind is Kind.RANGED else has["strength"]
    critical = 1 if net >= 6 else 0
    damage = weapon.damage + arm + (net // 2 if weapon.impact else net) + critical
    wounds = min(damage, before) // 5 + max(0, damage - before)  # TS-257
    assert (fight.state("bob").wounds, fight.state("bob").stamina) == (
        wounds,
        min(max(0, before - damage), before - wounds),  # TS-006
    )


@EACH
def test_a_turn_holds_an_attack_with_what_is_in_hand_at_first(item: StockItem) -> None:
    """TS-060, TS-061"""
    sheet = read(item)
    state = Fight(fighter("ann", sheet=item.sheet)).state("ann")
    assert state.ticks == 5 + written(item, "bonus_ticks", 0)
    armed = [weapon.id for weapon in sheet.weapons if weapon.id != FISTS.id]
    assert bool(sheet.starts_held) == bool(armed)
    assert set(sheet.starts_held) <= set(armed)


@pytest.mark.parametrize("kind", ["beasts", "swarms", "machines"])
def test_no_beast_and_no_engine_is_choked_like_a_person(kind: str) -> None:
    """TS-116"""
    of_kind = [item for item in SYSTEM.stock if item.kind == kind]
    assert len(of_kind) >= 3
    assert not any(read(item).humanoid for item in of_kind)
    assert all(read(item).humanoid for item in SYSTEM.stock if item.kind in ("people", "leads", "leaders"))
