"""How a sheet of the stock is written down, and what its claws and built-in guns are (TS-R56)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.systems.tesseris.sheet.gear import STOCK_ARMOUR, STOCK_WEAPONS
from rules.systems.tesseris.sheet.sheet import Characteristics


def stock_sheet(
    characteristics: str,
    skills: Mapping[str, int],
    weapons: Sequence[str | Mapping[str, Any]] = (),
    **rest: Any,
) -> dict[str, Any]:
    """Write a sheet down.

    Args:
        characteristics: the six, in the order of the sheet (TS-001).
        skills: the ranks of those that are trained (TS-003).
        rest: further keys of the sheet.
    """
    dice = map(int, characteristics.split())
    return {
        "characteristics": dict(zip(Characteristics.model_fields, dice, strict=True)),
        "skills": dict(skills),
        "weapons": list(weapons),
        **rest,
    }


def weapon_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down teeth, claws or a built-in gun: the figures of a weapon of the table (TS-022, TS-R56)."""
    figures = STOCK_WEAPONS[like].model_dump(mode="json", exclude_defaults=True)
    return {**figures, "id": id_, "name": name}


def armour_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down a hide or a hull: the figures of a piece of armour of the table (TS-025, TS-R56)."""
    figures = STOCK_ARMOUR[like].model_dump(mode="json", exclude_defaults=True)
    return {**figures, "id": id_, "name": name}
