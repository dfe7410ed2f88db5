"""Writes actors as Foundry's SWADE system exports them; every name is invented."""

import json
from typing import Any

from rules.engine.sheets.import_report import Imported
from rules.systems.savage.system import SYSTEM

DICE = {"agility": 8, "smarts": 6, "spirit": 6, "strength": 8, "vigor": 10}


def item(kind: str, name: str, **data: Any) -> dict[str, Any]:
    """Write an item."""
    return {"name": name, "type": kind, "system": data}


def skill(name: str, sides: int, modifier: int = 0) -> dict[str, Any]:
    """Write a skill with its die."""
    return item("skill", name, die={"sides": sides, "modifier": modifier}, attribute="agility")


def weapon(name: str, damage: str, **data: Any) -> dict[str, Any]:
    """Write a weapon with the keys that the system always writes."""
    usual = {"ap": 0, "rof": 1, "range": "", "shots": 0, "minStr": "", "parry": 0}
    return item("weapon", name, damage=damage, **{**usual, **data})


def actor(*items: dict[str, Any], **system: Any) -> dict[str, Any]:
    """Write an actor; `kind` is `character` unless something else is said."""
    kind, name = system.pop("kind", "character"), system.pop("name", "Vex Marrow")
    data = {
        "attributes": {
            key: {"die": {"sides": sides, "modifier": 0}, "wild-die": {"sides": 6}}
            for key, sides in DICE.items()
        },
        "stats": {"parry": {"value": 0, "modifier": 0}, "toughness": {"value": 0, "modifier": 0, "armor": 0}},
        "wounds": {"value": 0, "max": 3, "ignored": 0},
        "fatigue": {"value": 0, "max": 2, "ignored": 0},
        "bennies": {"value": 3, "max": 3},
        "pace": {"ground": 6, "running": {"die": 6, "mod": 0}},
        "initiative": {},
        "status": {},
    }
    return {
        "name": name,
        "type": kind,
        "system": {**data, **system},
        "items": list(items),
        "_stats": {"systemId": "swade"},
    }


def as_file(data: Any) -> bytes:
    """Write a file."""
    return json.dumps(data).encode()


def read_data(data: dict[str, Any]) -> Imported:
    """Read an actor from its data; whole numbers come in as the app reads them from a file."""
    return SYSTEM.import_character(json.loads(json.dumps(data), parse_int=float), "vex")


def read(*items: dict[str, Any], **system: Any) -> Imported:
    """Read an actor with these items."""
    return read_data(actor(*items, **system))
