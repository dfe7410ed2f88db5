"""Writes actors as Foundry's GURPS Game Aid exports them; every name and number is invented."""

from collections.abc import Mapping, Sequence
from typing import Any

PLACES = (
    *(("Eye", -9, "-"), ("Skull", -7, "3-4"), ("Face", -5, "5"), ("Right Leg", -2, "6-7")),
    *(("Right Arm", -2, "8"), ("Torso", 0, "9-10"), ("Groin", -3, "11"), ("Left Arm", -2, "12")),
    *(("Left Leg", -2, "13-14"), ("Hand", -4, "15"), ("Foot", -4, "16"), ("Neck", -5, "17-18")),
    ("Vitals", -3, "-"),
)


def numbered(entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Keep a list as the Game Aid does: under numbered keys."""
    return {f"{number:05}": dict(entry) for number, entry in enumerate(entries)}


def skill(name: str, level: int, **more: Any) -> dict[str, Any]:
    """Write a skill; newer files have its level under `import`, and nothing under `level`."""
    return {"name": name, "import": level, "level": "", **more}


def melee(name: str, damage: str, level: int, **more: Any) -> dict[str, Any]:
    """Write a blow."""
    usual = {"mode": "", "reach": "1", "parry": "", "block": "", "st": "", "otf": ""}
    return {"name": name, "damage": damage, "import": str(level), "level": "", **usual, **more}


def actor(key: str = "system", **system: Any) -> dict[str, Any]:
    """Write an actor, under `system`, or under `data` as before Foundry 10."""
    scores = {"ST": 13, "DX": 12, "IQ": 10, "HT": 11, "WILL": 11, "PER": 12}
    data = {
        "attributes": {id_: {"import": value, "value": value} for id_, value in scores.items()},
        "HP": {"value": 9, "min": 0, "max": 14},
        "FP": {"value": 11, "min": 0, "max": 11},
        "basicspeed": {"value": "5.75"},
        "basicmove": {"value": "5"},
        "traits": {"sizemod": "+1", "gender": "Male", "title": "Ferryman"},
        "ads": numbered(
            [{"name": "Combat Reflexes"}, {"name": "Kin", "contains": numbered([{"name": "River Sense"}])}]
        ),
        "skills": numbered([skill("Broadsword", 14), skill("Guns (Pistol)/TL8", 13), skill("Shield", 12)]),
        "melee": numbered(
            [
                melee("Backsword", "sw+1 cut", 14, mode="Swung", parry="11", otf='S:"Broadsword"'),
                melee("Backsword", "thr+1 imp", 14, mode="Thrust", parry="11", otf='S:"Broadsword"'),
                melee("Natural Attacks", "thr-1 cr", 12, mode="Punch", reach="C", parry="9"),
            ]
        ),
        "ranged": numbered(
            [
                {
                    "name": "Sidearm",
                    "damage": "2d+2 pi",
                    "import": "13",
                    "acc": "2",
                    "range": "150/1,850",
                    "rof": "3",
                    "rcl": "2",
                    "shots": "15+1(3)",
                    "bulk": "-2",
                    "otf": 'S:"Guns*(Pistol)"',
                }
            ]
        ),
        "hitlocations": numbered(
            [
                {
                    "where": where,
                    "penalty": str(hit),
                    "roll": roll,
                    "import": 2 if where == "Skull" else 1,
                    "dr": None,
                }
                for where, hit, roll in PLACES
            ]
        ),
        "encumbrance": numbered(
            [{"level": n, "dodge": 9 - n, "move": str(max(1, 5 - n)), "current": n == 0} for n in range(5)]
        ),
        "equipment": {
            "carried": numbered(
                [{"name": "Backsword", "weightsum": 3}, {"name": "Sidearm", "weightsum": "2.5"}]
            )
        },
        "liftingmoving": {"basiclift": "34 lb"},
        "additionalresources": {"bodyplan": "humanoid"},
    }
    stats = {"_stats": {"systemId": "gurps"}} if key == "system" else {}
    return {"name": "Osk the ferryman", "type": "character", key: {**data, **system}, "items": [], **stats}
