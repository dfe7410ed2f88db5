"""How the sheets of the stock are written down: five dice, some skills, what is carried and worn."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.systems.savage.sheet.sheet import Attributes

WeaponWords = str | Mapping[str, Any]
"""A weapon of the stock by its id, or one that is written out."""


def wild_card(
    traits: str, skills: str, weapons: Sequence[WeaponWords] = (), armour: Sequence[str] = (), **more: Any
) -> dict[str, Any]:
    """Write down somebody with a card, a Wild Die and three wounds.

    Args:
        traits: the dice of Agility, Smarts, Spirit, Strength and Vigor.
        skills: each with its die: `fighting d8, notice d6`.
        more: whatever else a sheet says.
    """
    return {"wild_card": True, **_sheet(traits, skills, weapons, armour), **more}


def extra(
    group: str,
    traits: str,
    skills: str,
    weapons: Sequence[WeaponWords] = (),
    armour: Sequence[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """Write down one of a group that shares a card: not with every Extra of their side (SW-21)."""
    return {"group": group, **_sheet(traits, skills, weapons, armour), **more}


def _sheet(traits: str, skills: str, weapons: Sequence[WeaponWords], armour: Sequence[str]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "attributes": dict(zip(Attributes.model_fields, traits.split(), strict=True)),
        "skills": dict(skill.split() for skill in skills.split(", ")),
    }
    if weapons:
        found["weapons"] = [one if isinstance(one, str) else dict(one) for one in weapons]
    if armour:
        found["armour"] = list(armour)
    return found
