"""How a sheet of the stock is written down, and what its claws and built-in guns are (AT-R32)."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.systems.atomic.sheet.sheet import STOCK_ARMOUR, STOCK_WEAPONS, AttackSkill, Attributes, Range


def stock_sheet(
    attributes: str,
    skills: Mapping[str, int],
    weapons: Sequence[str | Mapping[str, Any]] = (),
    armour: str | Mapping[str, Any] = "none",
    **rest: Any,
) -> dict[str, Any]:
    """Write a sheet down.

    Args:
        attributes: the seven, in the order of the sheet (AT-01).
        skills: those that are trained, in per cent; the others are worked out (AT-09).
        rest: further keys of the sheet.
    """
    scores = map(int, attributes.split())
    return {
        "attributes": dict(zip(Attributes.model_fields, scores, strict=True)),
        "skills": dict(skills),
        "weapons": list(weapons),
        "armour": armour,
        **rest,
    }


def weapon_like(
    like: str,
    id_: str,
    name: str,
    skill: AttackSkill | None = None,
    ranges: Sequence[Range] = (),
) -> dict[str, Any]:
    """Write down a weapon that has the figures of one of the table (AT-R32).

    Args:
        like: the id of that one.
        skill: the skill that it is used with, where it is another: no wolf has learnt Melee.
        ranges: where it is used at some of that one's ranges alone.
    """
    figures = STOCK_WEAPONS[like]
    return {
        "id": id_,
        "name": name,
        "skill": (skill or figures.skill).value,
        "wounds": figures.wounds,
        "ranges": [each.value for each in ranges or figures.ranges],
        "ap": figures.ap,
    }


def bite_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down teeth, claws and the like: the figures of a melee weapon, used unarmed (AT-11, AT-R32)."""
    return weapon_like(like, id_, name, AttackSkill.UNARMED)


def armour_like(like: str, id_: str, name: str) -> dict[str, Any]:
    """Write down a hide or a hull that has the rating of a suit of armour (AT-14, AT-R32)."""
    return {"id": id_, "name": name, "rating": STOCK_ARMOUR[like].rating}
