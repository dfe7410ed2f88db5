"""What bodies strike with: everybody's fist, foot and weight, and the teeth and claws of beasts.

The table has a punch and a kick. A muzzle, a claw or a sting strikes as the fist does, a hoof, a horn or a
tail as the kick does, each with the type of wound that it makes; how hard is by ST, as with the fist (GU-230,
our ruling GU-R70).
"""

from collections.abc import Mapping
from json import dumps
from typing import Any

from rules.engine.text import template
from rules.systems.gurps.sheet.gear import Weapon, expand_weapon

PUNCH, KICK, SLAM = "punch", "kick", "slam"
"""What everybody may strike with; the damage of a slam comes from the way that was run (GU-330)."""


def _blow(id_: str, name: str, damage: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id_,
        "name": name,
        "skill": "brawling",
        "damage": damage,
        "unarmed": True,
        "parry": None,
        **more,
    }


def _like_a_punch(id_: str, name: str, type_: str) -> dict[str, Any]:
    return _blow(id_, name, f"thr-1 {type_}", reach=["C"])


def _like_a_kick(id_: str, name: str, type_: str) -> dict[str, Any]:
    return _blow(id_, name, f"thr {type_}", reach=["C", 1], skill_mod=-2)


BODY_WEAPONS: tuple[Weapon, ...] = tuple(
    Weapon.model_validate_json(dumps(expand_weapon(blow)))
    for blow in (
        _like_a_punch(PUNCH, template("Punch"), "cr"),
        _like_a_kick(KICK, template("Kick"), "cr"),
        _blow(SLAM, template("Slam"), "1d-3 cr", reach=["C", 1], thrust=False),
    )
)
"""What everybody can strike with, on the sheet or not (GU-201)."""
NATURAL_WEAPONS: Mapping[str, Mapping[str, Any]] = {
    blow["id"]: blow
    for blow in (
        _like_a_punch("bite", "Bite", "cut"),
        _like_a_punch("fangs", "Fangs", "imp"),
        _like_a_punch("beak", "Beak", "imp"),
        _like_a_punch("claws", "Claws", "cut"),
        _like_a_punch("sting", "Sting", "imp"),
        _like_a_punch("coils", "Coils", "cr"),
        _like_a_punch("acid-touch", "Acid touch", "cor"),
        _like_a_kick("hooves", "Hooves", "cr"),
        _like_a_kick("horns", "Horns", "imp"),
        _like_a_kick("tusks", "Tusks", "cut"),
        _like_a_kick("tail", "Tail", "cr"),
        _like_a_kick("tentacles", "Tentacles", "cr"),
    )
}
"""What beasts have besides, by their ids."""


def part_of_the_body(raw: Mapping[str, Any], **other: Any) -> dict[str, Any]:
    """Take a weapon of the table for a part of whoever has it: it is not held, dropped or struck from a hand.

    Args:
        other: what it is called; a dragon's breath burns as a flamethrower does.
    """
    return {**raw, **other, "unarmed": True}
