"""How a sheet of the stock is written down, and what its claws and built-in guns are (PH-R30)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.systems.phases.sheet.gear import STOCK_ARMOUR, STOCK_WEAPONS
from rules.systems.phases.sheet.sheet import BRAWLING

Piece = str | Mapping[str, Any]


def stock_sheet(
    reflexes: int,
    toughness: int,
    skills: Mapping[str, int],
    weapons: Sequence[Piece] = (),
    ready: int = 1,
    armour: Sequence[Piece] = (),
    **rest: Any,
) -> dict[str, Any]:
    """Write a sheet down.

    Args:
        reflexes, toughness: the two attributes, in dice.
        skills: dice by name (PH-01).
        ready: how many of the weapons are in hand as a fight begins, the first of them (PH-05).
        rest: further keys of the sheet.
    """
    ids = [weapon if isinstance(weapon, str) else str(weapon["id"]) for weapon in weapons]
    return {
        "attributes": {"reflexes": reflexes, "toughness": toughness},
        "skills": dict(skills),
        "weapons": list(weapons),
        "ready": ids[:ready],
        "armour": list(armour),
        **rest,
    }


def weapon_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down a built-in weapon, with the figures of one of the table (PH-R30)."""
    figures = STOCK_WEAPONS[like].model_dump(mode="json", exclude_defaults=True)
    return {**figures, "id": id_, "name": name}


def bite_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down teeth, claws and the like: the figures of a melee weapon, used by brawling (PH-R30)."""
    return {**weapon_like(like, id_, name), "skill": BRAWLING}


def armour_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down a hide or a hull, with the figures of a piece of armour of the table (PH-R30)."""
    return {**STOCK_ARMOUR[like].model_dump(mode="json"), "id": id_, "name": name}
