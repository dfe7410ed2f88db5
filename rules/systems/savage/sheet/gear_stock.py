"""The ready-made weapons and armour: those of the tables, and what is made of their numbers.

The tables end (SW-16, SW-17): claws, horns and stings have the numbers of the table's bite, tails and
tentacles those of its hooves (our ruling SW-R63), and a part of a piece of armour that is worn alone is worth
there what the whole is (our ruling SW-R64).
"""

from collections.abc import Mapping
from typing import Any

from rules.engine.sheets.stock import stock_reader
from rules.systems.savage.sheet.gear import UNARMED, Armour, Location, Weapon


def _weapon(id_: str, name: str, damage: str | None, **rest: Any) -> Weapon:
    return Weapon.model_validate({"id": id_, "name": name, "damage": damage, **rest})


_NEAR, _GUN, _RIFLE = (3, 6, 12), (12, 24, 48), (24, 48, 96)
TABLE_WEAPONS: Mapping[str, Weapon] = {
    weapon.id: weapon
    for weapon in (
        UNARMED,
        _weapon("knife", "Knife", "Str+d4", melee=True, range=_NEAR, thrown=True, sharp=True, min_str="d4"),
        _weapon("club", "Club", "Str+d4", min_str="d4"),
        _weapon("short-sword", "Short sword", "Str+d6", sharp=True, min_str="d6"),
        _weapon("long-sword", "Long sword", "Str+d8", sharp=True, min_str="d8"),
        _weapon(
            "great-axe", "Great axe", "Str+d10", ap=2, parry=-1, sharp=True, two_handed=True, min_str="d10"
        ),
        _weapon(
            "spear",
            "Spear",
            "Str+d6",
            melee=True,
            range=_NEAR,
            thrown=True,
            sharp=True,
            two_handed=True,
            parry=1,
            reach=1,
            min_str="d6",
        ),
        _weapon("lance", "Lance", "Str+d8", ap=2, reach=2, sharp=True, min_str="d8"),
        _weapon("pistol", "Pistol", "2d6", range=_GUN, ap=1, min_str="d4"),
        _weapon("rifle", "Rifle", "2d8", range=_RIFLE, ap=2, two_handed=True, min_str="d6"),
        _weapon(
            "submachine-gun",
            "Submachine gun",
            "2d6",
            range=_GUN,
            rof=3,
            ap=1,
            two_handed=True,
            min_str="d6",
        ),
        _weapon("bow", "Bow", "2d6", range=_GUN, two_handed=True, min_str="d6"),
        _weapon("shotgun", "Shotgun", None, range=_GUN, two_handed=True, shotgun=True, min_str="d6"),
        _weapon(
            "double-shotgun",
            "Double-barrelled shotgun",
            None,
            range=_GUN,
            two_handed=True,
            shotgun=True,
            double_barrel=True,
            min_str="d6",
        ),
        _weapon("grenade", "Grenade", "3d6", range=(5, 10, 20), thrown=True, template="medium-blast"),
        _weapon(
            "rocket-launcher",
            "Rocket launcher",
            "4d8",
            range=_RIFLE,
            ap=9,
            two_handed=True,
            template="medium-blast",
            min_str="d8",
        ),
        _weapon("flamethrower", "Flamethrower", "3d6", two_handed=True, template="cone", min_str="d6"),
        _weapon("bolt", "Bolt", "2d6", range=_GUN, mystic=True, natural=True, skill="spellcasting"),
        _weapon("bite", "Bite", "Str+d6", natural=True, sharp=True),
        _weapon("hooves", "Hooves", "Str+d4", natural=True),
        _weapon(
            "improvised-light",
            "Light improvised weapon",
            "Str+d4",
            melee=True,
            range=_NEAR,
            thrown=True,
            improvised=True,
            min_str="d4",
        ),
        _weapon(
            "improvised-medium",
            "Medium improvised weapon",
            "Str+d6",
            melee=True,
            range=(2, 4, 8),
            thrown=True,
            improvised=True,
            min_str="d6",
        ),
        _weapon(
            "improvised-heavy",
            "Heavy improvised weapon",
            "Str+d8",
            melee=True,
            range=(1, 2, 4),
            thrown=True,
            improvised=True,
            min_str="d8",
        ),
        _weapon("small-shield", "Small shield", None, parry=1, shield=True, min_str="d4"),
        _weapon("medium-shield", "Medium shield", None, parry=2, shield=True, min_str="d6"),
    )
}
"""The weapons of the table (SW-16, SW-172, SW-175)."""


def called(like: str, id_: str, name: str, **other: Any) -> dict[str, Any]:
    """Write down a weapon that goes by another name and has the numbers of one of the table.

    Args:
        other: what is not as there; a gun that is built in fills no hands.
    """
    written = TABLE_WEAPONS[like].model_dump(mode="json", exclude_defaults=True)
    return {**written, "melee": TABLE_WEAPONS[like].melee, "id": id_, "name": name, **other}


def built_in(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down a weapon of the table as a part of whoever has it (our ruling SW-R63)."""
    return called(like, id_, name, natural=True, two_handed=False, min_str=None)


STOCK_WEAPONS: Mapping[str, Weapon] = {
    **TABLE_WEAPONS,
    **{
        id_: Weapon.model_validate(called(like, id_, name))
        for like, id_, name in (
            ("bite", "claws", "Claws"),
            ("bite", "talons", "Talons"),
            ("bite", "horns", "Horns"),
            ("bite", "tusks", "Tusks"),
            ("bite", "sting", "Sting"),
            ("hooves", "tail", "Tail"),
            ("hooves", "tentacles", "Tentacles"),
            ("hooves", "coils", "Coils"),
        )
    },
}
"""What a sheet may name by its id among its weapons."""


def _armour(id_: str, name: str, value: int, *covers: Location) -> Armour:
    return Armour(id=id_, name=name, value=value, covers=covers)


TABLE_ARMOUR: Mapping[str, Armour] = {
    armour.id: armour
    for armour in (
        _armour("padded-coat", "Padded coat", 1, Location.TORSO, Location.ARMS, Location.LEGS),
        _armour("leather-jacket", "Leather jacket", 2, Location.TORSO, Location.ARMS),
        _armour("chain-shirt", "Chain shirt", 3, Location.TORSO, Location.ARMS),
        _armour("breastplate", "Breastplate", 4, Location.TORSO),
        _armour("steel-helmet", "Steel helmet", 4, Location.HEAD),
    )
}
"""The armour of the table (SW-17)."""


def _part(of: str, id_: str, name: str, *covers: Location) -> Armour:
    whole = TABLE_ARMOUR[of]
    assert set(covers) < set(whole.covers), f"{id_} is a part of the {of}"
    return _armour(id_, name, whole.value, *covers)


STOCK_ARMOUR: Mapping[str, Armour] = {
    **TABLE_ARMOUR,
    **{
        armour.id: armour
        for armour in (
            _part("padded-coat", "padded-vest", "Padded vest", Location.TORSO),
            _part("padded-coat", "padded-trousers", "Padded trousers", Location.LEGS),
            _part("leather-jacket", "leather-vest", "Leather vest", Location.TORSO),
            _part("leather-jacket", "leather-sleeves", "Leather sleeves", Location.ARMS),
            _part("chain-shirt", "chain-vest", "Sleeveless chain shirt", Location.TORSO),
            _part("chain-shirt", "chain-sleeves", "Chain sleeves", Location.ARMS),
        )
    },
}
"""What a sheet may name by its id among its armour."""

stock_weapon = stock_reader(STOCK_WEAPONS, "weapon")
stock_armour = stock_reader(STOCK_ARMOUR, "armour")
