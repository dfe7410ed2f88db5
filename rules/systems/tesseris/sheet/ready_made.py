"""The combatants that a sheet's `stock` may name (TS-032)."""

from collections.abc import Mapping
from typing import Any

_NAMES = ("strength", "agility", "perception", "intelligence", "willpower", "charisma")


def _made(characteristics: str, weapons: list[str], skills: Mapping[str, int], **rest: Any) -> dict[str, Any]:
    numbers = (int(number) for number in characteristics.split())
    return {
        "characteristics": dict(zip(_NAMES, numbers, strict=True)),
        "skills": dict(skills),
        "weapons": weapons,
        **rest,
    }


READY_MADE: Mapping[str, Mapping[str, Any]] = {
    "militia": _made(
        "3 3 3 2 2 2",
        ["rifle", "knife"],
        {"ballistics": 1, "melee": 1, "awareness": 1, "resolve": 1},
        armour="leather",
    ),
    "trooper": _made(
        "3 3 4 3 3 2",
        ["assault-rifle", "knife"],
        {
            "ballistics": 3,
            "melee": 1,
            "acrobatics": 1,
            "athletics": 1,
            "awareness": 2,
            "resolve": 2,
            "scrutiny": 1,
        },
        armour="flak",
    ),
    "duellist": _made(
        "3 4 3 3 3 3",
        ["sword", "revolver"],
        {
            "melee": 3,
            "acrobatics": 2,
            "ballistics": 1,
            "athletics": 1,
            "awareness": 1,
            "resolve": 1,
            "charm": 1,
        },
        cloak="greatcoat",
    ),
    "brute": _made(
        "5 2 2 1 2 1",
        ["club"],
        {"melee": 2, "athletics": 3, "intimidation": 2, "resolve": 1},
        armour="mail",
    ),
}
