"""The combatants that a sheet's `stock` may name (SW-02, SW-18)."""

from collections.abc import Mapping
from typing import Any


def _attributes(agility: str, smarts: str, spirit: str, strength: str, vigor: str) -> dict[str, str]:
    return {"agility": agility, "smarts": smarts, "spirit": spirit, "strength": strength, "vigor": vigor}


def _skills(**dice: str) -> dict[str, str]:
    return dice


READY_MADE: Mapping[str, Mapping[str, Any]] = {
    "duellist": {
        "wild_card": True,
        "attributes": _attributes("d8", "d6", "d6", "d8", "d6"),
        "skills": _skills(fighting="d8", athletics="d8", notice="d6", shooting="d4", riding="d6"),
        "weapons": ["long-sword"],
        "armour": ["leather-jacket"],
    },
    "gunslinger": {
        "wild_card": True,
        "attributes": _attributes("d8", "d6", "d6", "d6", "d6"),
        "skills": _skills(shooting="d8", fighting="d4", athletics="d6", notice="d8", riding="d6"),
        "weapons": ["pistol", "knife"],
    },
    "thug": {
        "attributes": _attributes("d6", "d4", "d6", "d6", "d6"),
        "skills": _skills(fighting="d6", shooting="d6", athletics="d6", notice="d4"),
        "weapons": ["club"],
    },
    "guard": {
        "attributes": _attributes("d6", "d6", "d6", "d8", "d6"),
        "skills": _skills(fighting="d6", shooting="d6", athletics="d6", notice="d6"),
        "weapons": ["short-sword", "medium-shield"],
        "armour": ["chain-shirt"],
    },
    "gunman": {
        "attributes": _attributes("d6", "d6", "d6", "d6", "d6"),
        "skills": _skills(shooting="d6", fighting="d4", athletics="d6", notice="d6"),
        "weapons": ["rifle"],
    },
    "war-horse": {
        "kind": "animal",
        "attributes": _attributes("d8", "d4", "d6", "d12", "d10"),
        "skills": _skills(fighting="d6", athletics="d8", notice="d6"),
        "weapons": ["hooves"],
        "pace": 8,
        "run_die": "d8",
        "toughness_bonus": 2,
        "mountable": True,
    },
}
