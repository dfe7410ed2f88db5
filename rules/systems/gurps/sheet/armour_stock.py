"""The ready-made armour, written as a sheet would write it: the pieces of the table, and parts of them.

The table (section 3.3) has six. A part of one that is worn alone has the DR that the whole has there (our
ruling GU-R72).
"""

from collections.abc import Mapping, Sequence
from typing import Any

_ARMS = ("right-arm", "left-arm")
_HANDS = ("right-hand", "left-hand")
_LEGS = ("right-leg", "left-leg", "right-foot", "left-foot")
_TABLE: Mapping[str, Mapping[str, Any]] = {
    str(piece["id"]): piece
    for piece in (
        {
            "id": "leather-jacket",
            "name": "Leather jacket",
            "dr": 1,
            "locations": ["torso", *_ARMS],
            "flexible": True,
        },
        {
            "id": "mail-hauberk",
            "name": "Mail hauberk",
            "dr": 4,
            "locations": ["torso", "groin", *_ARMS],
            "flexible": True,
        },
        {
            "id": "ballistic-vest",
            "name": "Ballistic vest",
            "dr": 8,
            "locations": ["torso", "groin"],
            "flexible": True,
        },
        {"id": "breastplate", "name": "Breastplate", "dr": 5, "locations": ["torso"], "gaps": True},
        {
            "id": "plate-harness",
            "name": "Plate harness",
            "dr": 6,
            "locations": ["torso", "groin", "neck", *_ARMS, *_HANDS, *_LEGS],
        },
        {"id": "pot-helm", "name": "Pot helm", "dr": 4, "locations": ["skull"]},
    )
}


def _part(of: str, id_: str, name: str, places: Sequence[str]) -> Mapping[str, Any]:
    whole = _TABLE[of]
    assert set(places) < set(whole["locations"]), f"{id_} is a part of the {of}"
    return {**whole, "id": id_, "name": name, "locations": list(places)}


RAW_ARMOUR: Mapping[str, Mapping[str, Any]] = {
    **_TABLE,
    **{
        str(piece["id"]): piece
        for piece in (
            _part("leather-jacket", "leather-vest", "Leather vest", ["torso"]),
            _part("mail-hauberk", "mail-shirt", "Sleeveless mail shirt", ["torso", "groin"]),
            _part("mail-hauberk", "mail-sleeves", "Mail sleeves", _ARMS),
            _part("ballistic-vest", "light-ballistic-vest", "Light ballistic vest", ["torso"]),
            _part("plate-harness", "gorget", "Gorget", ["neck"]),
            _part("plate-harness", "plate-arms", "Plate arms and gauntlets", [*_ARMS, *_HANDS]),
            _part("plate-harness", "plate-legs", "Plate legs and sabatons", _LEGS),
            _part("plate-harness", "gauntlets", "Gauntlets", _HANDS),
        )
    },
}
"""The stock armour, by its ids."""
