"""Everybody who stands ready: each number is worked out anew from the dice, and each can fight."""

from collections.abc import Mapping
from typing import Any

import pytest

from rules.engine.battle_events import Rolled
from rules.engine.system import StockItem
from rules.engine.text import in_full
from rules.systems.savage.sheet.gear import Location
from rules.systems.savage.sheet.gear_stock import STOCK_ARMOUR, STOCK_WEAPONS, TABLE_ARMOUR, TABLE_WEAPONS
from rules.systems.savage.sheet.sheet_page import lay_out
from rules.systems.savage.sheet.stock.ready_made import READY_MADE
from rules.systems.savage.system import SYSTEM
from tests.rules.kit import Stream, command, fighter
from tests.rules.systems.savage.fights import OPEN, Fight

EVERYBODY = pytest.mark.parametrize("item", SYSTEM.stock, ids=lambda item: item.id)
FIRST = (
    "duellist gunslinger scholar brawler lancer thug guard gunman spearman sapper war-horse hound door lock"
)
"""The ids that fights kept by earlier versions name."""
TABLE = """
unarmed Str - 1 0 - 0 0
knife Str+d4 3/6/12 1 0 d4 0 0
club Str+d4 - 1 0 d4 0 0
short-sword Str+d6 - 1 0 d6 0 0
long-sword Str+d8 - 1 0 d8 0 0
great-axe Str+d10 - 1 2 d10 -1 0
spear Str+d6 3/6/12 1 0 d6 1 1
lance Str+d8 - 1 2 d8 0 2
pistol 2d6 12/24/48 1 1 d4 0 0
rifle 2d8 24/48/96 1 2 d6 0 0
submachine-gun 2d6 12/24/48 3 1 d6 0 0
bow 2d6 12/24/48 1 0 d6 0 0
shotgun - 12/24/48 1 0 d6 0 0
double-shotgun - 12/24/48 1 0 d6 0 0
grenade 3d6 5/10/20 1 0 - 0 0
rocket-launcher 4d8 24/48/96 1 9 d8 0 0
flamethrower 3d6 - 1 0 d6 0 0
bolt 2d6 12/24/48 1 0 - 0 0
bite Str+d6 - 1 0 - 0 0
hooves Str+d4 - 1 0 - 0 0
improvised-light Str+d4 3/6/12 1 0 d4 0 0
improvised-medium Str+d6 2/4/8 1 0 d6 0 0
improvised-heavy Str+d8 1/2/4 1 0 d8 0 0
small-shield - - 1 0 d4 1 0
medium-shield - - 1 0 d6 2 0
"""
"""Weapon, damage, range, RoF, AP, Min. Strength, Parry, reach (SW-16)."""
THINGS = {
    "light-door": 8,
    "heavy-door": 10,
    "lock": 8,
    "firearm": 9,
    "handcuffs": 12,
    "knife": 10,
    "sword": 10,
    "medieval-shield": 10,
    "modern-shield": 12,
    "rope": 4,
}
"""How hard things are to break (SW-231)."""


def one(data: Mapping[str, Any]) -> Any:
    return Fight(fighter("ann", sheet=dict(data))).battle.state.combatants["ann"]


def written(item: StockItem) -> dict[str, Any]:
    """Give a sheet with what the ready-made one that it starts from says, and its weapons in full."""
    sheet = {**READY_MADE.get(item.sheet.get("stock", ""), {}), **item.sheet}
    weapons = [row(TABLE_ROWS[w]) if isinstance(w, str) else w for w in sheet.get("weapons", ())]
    return {"attributes": {}, "skills": {}, **sheet, "weapons": weapons}


def row(line: str) -> dict[str, Any]:
    id_, damage, _, _, _, min_str, parry, _ = line.split()
    blank = {"damage": damage, "min_str": min_str}
    return {"id": id_, "parry": int(parry), **{k: None if v == "-" else v for k, v in blank.items()}}


SHARP, BLUNT = "claws talons horns tusks sting", "tail tentacles coils"
"""Natural weapons that the table does not have: with the numbers of its bite, and of its hooves."""
TABLE_ROWS = {line.split()[0]: line for line in TABLE.strip().split("\n")}
TABLE_ROWS |= {id_: TABLE_ROWS["bite"].replace("bite", id_) for id_ in SHARP.split()}
TABLE_ROWS |= {id_: TABLE_ROWS["hooves"].replace("hooves", id_) for id_ in BLUNT.split()}


# ------------------------------------------------------------------------- the rules' own formulas
def sides(die: str) -> int:
    return int(die.removeprefix("d").partition("+")[0])


def half(die: str) -> int:
    """SW-03: half the die, and half of what stands beside it."""
    size, _, plus = die.removeprefix("d").partition("+")
    return int(size) // 2 + int(plus or 0) // 2


def two_handed(weapon: Mapping[str, Any]) -> bool:
    """Tell whether a weapon fills both hands, by the flag of the one whose numbers it has."""
    known = STOCK_WEAPONS.get(weapon["id"])
    return known.two_handed if known is not None else bool(weapon.get("two_handed"))


def is_natural(weapon: Mapping[str, Any]) -> bool:
    known = STOCK_WEAPONS.get(weapon["id"])
    return known.natural if known is not None else bool(weapon.get("natural"))


def held(sheet: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """SW-08: in the order of the list, as long as there are hands."""
    free, found = 2, []
    for weapon in sheet["weapons"]:
        hands = 0 if is_natural(weapon) else 1 + two_handed(weapon)
        if 0 < hands <= free:
            free -= hands
            found.append(weapon)
    return found


# ------------------------------------------------------------------------- each one's numbers
@EVERYBODY
def test_parry_comes_of_fighting_and_of_what_is_held(item: StockItem) -> None:
    """SW-04, SW-08, SW-230"""
    sheet, page = written(item), lay_out(one(item.sheet))
    fighting = sheet["skills"].get("fighting")
    parry = 2 + (half(fighting) if fighting else 0) + sheet.get("parry_bonus", 0)
    parry += sum(weapon.get("parry", 0) for weapon in held(sheet))
    assert page.parry == parry
    assert one(item.sheet).state.held == tuple(weapon["id"] for weapon in held(sheet))


@EVERYBODY
def test_toughness_comes_of_vigor_bulk_and_the_best_armour_on_the_spot(item: StockItem) -> None:
    """SW-05, SW-06, SW-231"""
    sheet, page = written(item), lay_out(one(item.sheet))
    for location, (words, toughness, armour) in zip(Location, page.toughness_at, strict=True):
        assert in_full(words) == location.value.capitalize()
        if "object" in sheet:
            assert toughness == THINGS[sheet["object"]]
            continue
        worn = [TABLE_VALUES[id_] for id_ in sheet.get("armour", ()) if location in STOCK_ARMOUR[id_].covers]
        assert armour == max(worn, default=0) + sheet.get("natural_armour", 0)
        vigor = sheet["attributes"].get("vigor", "d6")
        assert toughness == 2 + half(vigor) + sheet.get("toughness_bonus", 0) + armour


TABLE_VALUES = {
    "padded-coat": 1,
    "padded-vest": 1,
    "padded-trousers": 1,
    "leather-jacket": 2,
    "leather-vest": 2,
    "leather-sleeves": 2,
    "chain-shirt": 3,
    "chain-vest": 3,
    "chain-sleeves": 3,
    "breastplate": 4,
    "steel-helmet": 4,
}
"""What each piece protects, and each part of one (SW-17, SW-R64)."""


@EVERYBODY
def test_wounds_bennies_and_pace_come_of_being_a_wild_card_or_an_extra(item: StockItem) -> None:
    """SW-07, SW-09, SW-21, SW-51"""
    sheet, page = written(item), lay_out(one(item.sheet))
    is_wild = sheet.get("wild_card", False)
    assert (page.is_wild_card, page.wound_limit, page.wounds) == (is_wild, 3 if is_wild else 0, 0)
    assert page.bennies == sheet.get("bennies", 3 if is_wild else 0)
    assert (page.pace, page.penalty, page.is_out) == (sheet.get("pace", 6), 0, False)
    if not is_wild and "object" not in sheet and item.id != "war-horse":
        assert sheet["group"] == item.id, "they share a card with each other"


@EVERYBODY
def test_nobody_carries_what_is_too_heavy(item: StockItem) -> None:
    """SW-15: the numbers on the page are those that count."""
    sheet = written(item)
    strength = sides(sheet["attributes"].get("strength", "d6"))
    for weapon in sheet["weapons"]:
        if weapon.get("min_str") and "shield" not in weapon["id"]:
            assert strength >= sides(weapon["min_str"]), weapon["id"]


# ------------------------------------------------------------------------- each can fight
@EVERYBODY
def test_it_strikes_with_each_thing_that_is_at_hand(item: StockItem) -> None:
    """SW-11, SW-14: a thing to break does nothing, everybody else at least has fists."""
    combatant = one(item.sheet)
    sheet = combatant.sheet
    if sheet.is_object:
        return
    at_hand = [*sheet.held_weapons(combatant.state.held), *sheet.natural_weapons, sheet.weapon("unarmed")]
    for weapon in at_hand:
        if weapon.shield:
            continue
        at = [6, 5] if weapon.melee else [9, 5]
        fight = Fight(
            fighter("ann", "a", dict(item.sheet), at=[5, 5]),
            fighter("bob", "b", {"stock": "thug"}, at=at),
            map=OPEN,
        )
        params = {"target": "bob", "with": weapon.id}
        assert fight.battle.now.check(command("attack", "ann", **params)) is None, weapon.id
        entry = fight.battle.handle(command("attack", "ann", **params), Stream([3, 2, 4]))
        assert any(isinstance(event, Rolled) and event.who == "ann" for event in entry), weapon.id


@EVERYBODY
def test_its_page_has_each_weapon_with_its_damage(item: StockItem) -> None:
    """SW-12, SW-13"""
    rows = {str(row.name): in_full(row.damage) for row in lay_out(one(item.sheet)).weapons}
    for weapon in one(item.sheet).sheet.weapons:
        by_range = "1–3d6" if weapon.shotgun else "–"
        assert rows[weapon.name] == (by_range if weapon.damage is None else str(weapon.damage))


def test_things_are_told_with_how_hard_they_are_to_break() -> None:
    """SW-231"""
    things = [item for item in SYSTEM.stock if "object" in item.sheet]
    assert all(f"Toughness {THINGS[item.sheet['object']]}" in in_full(item.blurb) for item in things)


def test_the_first_ids_stay() -> None:
    assert set(FIRST.split()) <= {item.id for item in SYSTEM.stock}


# ------------------------------------------------------------------------- gear
def test_the_weapons_are_those_of_the_table_and_natural_ones_with_its_numbers() -> None:
    """SW-16, SW-R63, SW-R64"""
    lines = []
    for weapon in STOCK_WEAPONS.values():
        ranges = "/".join(map(str, weapon.range)) if weapon.range else "-"
        said = (weapon.id, weapon.damage or "-", ranges, weapon.rof, weapon.ap, weapon.min_str or "-")
        lines.append(" ".join(map(str, (*said, weapon.parry, weapon.reach))))
    assert sorted(lines) == sorted(TABLE_ROWS.values())
    assert {weapon.id for weapon in TABLE_WEAPONS.values()} == {
        line.split()[0] for line in TABLE.split("\n")[1:-1]
    }
    assert all(STOCK_WEAPONS[id_].natural for id_ in (*SHARP.split(), *BLUNT.split()))


def test_what_goes_by_another_name_has_the_numbers_of_the_table() -> None:
    """SW-R63: what is built in fills no hands and has no least Strength."""
    numbers = ("damage", "range", "rof", "ap", "parry", "reach", "template")
    known = [[getattr(weapon, key) for key in numbers] for weapon in TABLE_WEAPONS.values()]
    for item in SYSTEM.stock:
        for weapon in one(item.sheet).sheet.weapons:
            assert [getattr(weapon, key) for key in numbers] in known, (item.id, weapon.id)
            assert not weapon.natural or (weapon.hands, weapon.min_str) == (0, None)


def test_the_armour_is_that_of_the_table_or_a_part_of_it() -> None:
    """SW-17, SW-R64"""
    assert {id_: piece.value for id_, piece in STOCK_ARMOUR.items()} == TABLE_VALUES
    for id_, piece in STOCK_ARMOUR.items():
        wholes = [whole for whole in TABLE_ARMOUR.values() if set(piece.covers) <= set(whole.covers)]
        assert piece.value in [whole.value for whole in wholes], id_
