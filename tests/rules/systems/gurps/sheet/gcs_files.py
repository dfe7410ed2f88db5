"""Characters of GCS as tests have them: a plain human, and what is changed of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.engine.sheets.import_report import Imported
from rules.systems.gurps.system import SYSTEM

HUMAN = (
    ("eye", "Eyes", -9, "-"),
    ("skull", "Skull", -7, "3-4"),
    ("face", "Face", -5, "5"),
    ("leg", "Right Leg", -2, "6-7"),
    ("arm", "Right Arm", -2, "8"),
    ("torso", "Torso", 0, "9-10"),
    ("groin", "Groin", -3, "11"),
    ("arm", "Left Arm", -2, "12"),
    ("leg", "Left Leg", -2, "13-14"),
    ("hand", "Hand", -4, "15"),
    ("foot", "Foot", -4, "16"),
    ("neck", "Neck", -5, "17-18"),
    ("vitals", "Vitals", -3, "-"),
)
WOLF = (
    ("eye", "Eyes", -9, "-"),
    ("skull", "Skull", -7, "3-4"),
    ("face", "Face", -5, "5"),
    ("neck", "Neck", -5, "6"),
    ("leg", "Foreleg", -2, "7-8"),
    ("torso", "Torso", 0, "9-11"),
    ("groin", "Groin", -3, "12"),
    ("leg", "Hind Leg", -2, "13-14"),
    ("foot", "Foot", -4, "15-16"),
    ("tail", "Tail", -3, "17"),
    ("vitals", "Vitals", -3, "-"),
)
SCORES: Mapping[str, float] = {
    "st": 12,
    "dx": 13,
    "iq": 10,
    "ht": 11,
    "will": 11,
    "per": 12,
    "hp": 14,
    "fp": 12,
    "basic_speed": 6.25,
    "basic_move": 6,
}


def body(
    places: Sequence[tuple[str, str, int, str]] = HUMAN, name: str = "Humanoid", **dr: int
) -> dict[str, Any]:
    """Write a body plan; DR by the ids of the file, `all_` for everywhere else, the skull's bone on top."""
    locations = []
    for id_, table_name, penalty, roll in places:
        points = dr.get(id_, dr.get("all_", 0)) + (2 if id_ == "skull" else 0)
        calc = {"roll_range": roll, "dr": {"all": points}}
        locations.append({"id": id_, "table_name": table_name, "hit_penalty": penalty, "calc": calc})
    return {"name": name, "roll": "3d", "locations": locations}


def character(*, now: Mapping[str, int] | None = None, plan: Any = None, **parts: Any) -> dict[str, Any]:
    """Write a character: `now` are the points that are left, `parts` what else the file has."""
    scores = {**SCORES, **parts.pop("scores", {})}
    attributes = []
    for id_, value in scores.items():
        current = {"current": (now or {}).get(id_, value)} if id_ in ("hp", "fp") else {}
        attributes.append({"attr_id": id_, "adj": 0, "calc": {"value": value, "points": 0, **current}})
    return {
        "version": 5,
        "profile": {"name": "Runa", "gender": "Female"},
        "settings": {"body_type": body() if plan is None else plan},
        "attributes": attributes,
        "calc": {
            "swing": "1d+2",
            "thrust": "1d-1",
            "basic_lift": "29 lb",
            "move": [6, 4, 3, 2, 1],
            "dodge": [9, 8, 7, 6, 5],
        },
        **parts,
    }


def skill(name: str, level: int, special: str = "") -> dict[str, Any]:
    """Write a skill with its level."""
    return {"name": name, "specialization": special, "calc": {"level": level}}


def sword(**calc: Any) -> dict[str, Any]:
    """Write a way to swing a sword."""
    return {
        "damage": {"type": "cut", "st": "sw", "base": "1"},
        "usage": "Swung",
        "reach": "1",
        "parry": "0",
        "defaults": [{"type": "dx", "modifier": -5}, {"type": "skill", "name": "Broadsword"}],
        "calc": {"level": 14, "damage": "1d+3 cut", "parry": "10", **calc},
    }


def gear(name: str, *weapons: Mapping[str, Any], **parts: Any) -> dict[str, Any]:
    """Write a thing that is carried and worn."""
    return {
        "description": name,
        "quantity": 1,
        "equipped": True,
        "weapons": list(weapons),
        "calc": {"extended_weight": "3 lb"},
        **parts,
    }


def armour(name: str, dr: int, *locations: str) -> dict[str, Any]:
    """Write a piece of armour."""
    return gear(name, features=[{"type": "dr_bonus", "locations": list(locations), "amount": dr}])


def read(**parts: Any) -> Imported:
    """Read such a character."""
    return SYSTEM.import_character(character(**parts), "some")
