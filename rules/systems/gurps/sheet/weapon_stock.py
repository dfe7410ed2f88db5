"""The ready-made weapons, written as a sheet would write them: those of the table (section 3.2).

There are no others: what is called something else has the numbers of one of them (our ruling GU-R72).
"""

from collections.abc import Mapping
from typing import Any


def _melee(id_: str, name: str, skill: str, damage: str, **more: Any) -> dict[str, Any]:
    return {"id": id_, "name": name, "skill": skill, "damage": damage, **more}


def _gun(
    id_: str, name: str, skill: str, damage: str, acc: int, reach: tuple[float | None, float], **more: Any
) -> dict[str, Any]:
    kind, both = {"kind": "missile", "hand": "both"}, {"acc": acc, "range": list(reach)}
    return {"id": id_, "name": name, **kind, "skill": skill, "damage": damage, **both, **more}


_FAST = ["fast"]
_WEAPONS: tuple[dict[str, Any], ...] = (
    {
        "id": "broadsword",
        "name": "Broadsword",
        "skill": "broadsword",
        "modes": [{"id": "swing", "damage": "sw+1 cut"}, {"id": "thrust", "damage": "thr+1 cr"}],
    },
    _melee("axe", "Axe", "axe-mace", "sw+2 cut", flags=["unbalanced"]),
    _melee("mace", "Mace", "axe-mace", "sw+3 cr", flags=["unbalanced"]),
    _melee("spear", "Spear", "spear", "thr+3 imp", hand="both", reach=[1, 2]),
    _melee("smallsword", "Smallsword", "smallsword", "thr+1 imp", flags=["fencing"]),
    _melee("rapier", "Rapier", "rapier", "thr+1 imp", reach=[1, 2], flags=["fencing"]),
    {
        "id": "large-knife",
        "name": "Large knife",
        "skill": "knife",
        "reach": ["C", 1],
        "parry": -1,
        "modes": [{"id": "swing", "damage": "sw-2 cut"}, {"id": "thrust", "damage": "thr imp"}],
    },
    _melee("dagger", "Dagger", "knife", "thr-1 imp", hand="left", reach=["C"], parry=-1),
    {
        "id": "quarterstaff",
        "name": "Quarterstaff",
        "skill": "staff",
        "hand": "both",
        "reach": [1, 2],
        "parry": 2,
        "modes": [{"id": "swing", "damage": "sw+2 cr"}, {"id": "thrust", "damage": "thr+2 cr"}],
    },
    _melee("flail", "Flail", "flail", "sw+3 cr", parry=-2, flags=["unbalanced", "flail"]),
    {
        "id": "throwing-knife",
        "name": "Throwing knife",
        "kind": "thrown",
        "skill": "thrown-weapon",
        "damage": "thr imp",
        "range": [8, 15],
        "bulk": -1,
        "parry": None,
    },
    _gun("longbow", "Longbow", "bow", "thr+2 imp", 3, (150, 200), bulk=-8),
    _gun(
        "pistol",
        "Pistol",
        "guns-pistol",
        "2d+2 pi",
        2,
        (150, 1850),
        hand="right",
        rof=3,
        rcl=2,
        bulk=-2,
        shots=15,
        flags=["fast", "pistol"],
    ),
    _gun(
        "smg",
        "Submachine gun",
        "guns-smg",
        "3d-1 pi",
        3,
        (160, 1900),
        rof=13,
        rcl=2,
        bulk=-4,
        shots=30,
        flags=_FAST,
    ),
    _gun(
        "assault-rifle",
        "Assault rifle",
        "guns-rifle",
        "5d pi",
        5,
        (500, 3500),
        rof=12,
        rcl=2,
        bulk=-4,
        shots=30,
        flags=_FAST,
    ),
    _gun(
        "sniper-rifle",
        "Sniper rifle",
        "guns-rifle",
        "7d pi",
        6,
        (1000, 4200),
        rcl=4,
        bulk=-6,
        shots=5,
        flags=_FAST,
    ),
    _gun(
        "shotgun",
        "Shotgun",
        "guns-shotgun",
        "1d+1 pi",
        3,
        (50, 125),
        rof=2,
        pellets=9,
        bulk=-5,
        shots=5,
        flags=["fast", "shotgun"],
    ),
    _gun(
        "laser-rifle",
        "Laser rifle",
        "beam-weapons",
        "5d(2) tbb",
        12,
        (700, 2100),
        rof=10,
        bulk=-4,
        shots=12,
        flags=_FAST,
    ),
    {
        "id": "grenade",
        "name": "Grenade",
        "kind": "thrown",
        "skill": "throwing",
        "damage": "4d cr",
        "area": {"shape": "sphere", "radius": 5},
        "range": [None, 30],
        "bulk": -1,
        "parry": None,
    },
    _gun(
        "acid-sprayer",
        "Acid sprayer",
        "liquid-projector",
        "3d cor",
        0,
        (None, 10),
        area={"shape": "cone", "radius": 10, "width": 4},
        bulk=-4,
    ),
    {
        "id": "flamethrower",
        "name": "Flamethrower",
        "kind": "jet",
        "hand": "both",
        "skill": "liquid-projector",
        "damage": "3d burn",
        "range": [None, 10],
        "bulk": -8,
        "flags": ["heat"],
    },
    {
        "id": "medium-shield",
        "name": "Medium shield",
        "kind": "shield",
        "skill": "shield",
        "hand": "left",
        "db": 2,
    },
    {"id": "buckler", "name": "Buckler", "kind": "shield", "skill": "shield", "hand": "left", "db": 1},
)
STOCK_WEAPONS: Mapping[str, Mapping[str, Any]] = {weapon["id"]: weapon for weapon in _WEAPONS}
"""The stock weapons and shields, by their ids."""


def put_away(id_: str) -> dict[str, Any]:
    """Give a weapon of the table that hangs at the belt or on the back."""
    return {**STOCK_WEAPONS[id_], "ready": False}


def called(like: str, id_: str, name: str, **other: Any) -> dict[str, Any]:
    """Give a weapon that goes by another name and has the numbers of one of the table."""
    return {**STOCK_WEAPONS[like], "id": id_, "name": name, **other}
