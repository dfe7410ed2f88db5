"""Short fights in which each house rule of phase combat matters."""

from collections.abc import Mapping
from typing import Any

from tests.rules.house_rule_proofs import Proof

GUN: Mapping[str, Any] = {"skills": {"firearms": 2}, "weapons": ["light-pistol"], "ready": ["light-pistol"]}
SWORD: Mapping[str, Any] = {"skills": {"melee": 2}, "weapons": ["sword"], "ready": ["sword"]}
CARBINE: Mapping[str, Any] = {"skills": {"firearms": 3}, "weapons": ["carbine"], "ready": ["carbine"]}
STUNNER: Mapping[str, Any] = {"skills": {"firearms": 2}, "weapons": ["stunner"], "ready": ["stunner"]}
DRAW: Mapping[str, Any] = {"skills": {"fast-draw": 2}, "weapons": ["sword"], "ready": []}


def one(
    id_: str, sheet: Mapping[str, Any], state: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    return {"id": id_, "side": id_, "sheet": dict(sheet), "state": dict(state or {}), **more}


def attack(
    sheet: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    *,
    facts: Mapping[str, Any] | None = None,
    mine: Mapping[str, Any] | None = None,
    bob: Mapping[str, Any] | None = None,
    hurt: Mapping[str, Any] | None = None,
    first: tuple[dict[str, Any], ...] = (),
    **more: Any,
) -> Proof:
    """Let Ann attack Bob once, in free play."""
    weapon = sheet["weapons"][0]
    said = {"do": "attack", "actor": "ann", "with": weapon, "target": "bob"}
    said |= {"facts": {"distance": 1, **(facts or {})}, "options": dict(options or {})}
    dice = {
        "attack": [9, 2, 3],
        "location": [2],
        "damage": [9, 5, 4],
        "trauma": [2, 3],
        **more.pop("dice", {}),
    }
    people = [one("ann", sheet, mine), one("bob", bob or {}, hurt)]
    return Proof(people=people, steps=[*first, said], dice=dice, **more)


TARGETED = ({"do": "target", "actor": "ann", "with": "light-pistol", "target": "bob"},)
CALLED = ({**TARGETED[0], "location": "head"},)
AIMED = (*TARGETED, {"do": "aim", "actor": "ann"}, {"do": "aim", "actor": "ann"})
LEGS = {"trauma": ["right-leg"]}
SURPRISED = {"surprised": True, "aware": False}
REACTS = [{"do": "turn", "actor": "bob"}, {"do": "turn", "actor": "bob"}]
ALERT = [{"do": "begin"}, {"do": "alert", "target": "bob"}]
PARRY = ({"do": "parry", "actor": "bob"},)

PROOFS: Mapping[str, Proof] = {
    "range-targets": attack(GUN),
    "melee-target": attack(SWORD),
    "reach": attack(SWORD, facts={"distance": 2}),
    "cover": attack(GUN, facts={"distance": 3, "cover": "partial"}),
    "in-the-way": Proof(
        people=[one("ann", GUN, at=[0, 0]), one("cat", {}, at=[2, 0]), one("bob", {}, at=[4, 0])],
        steps=[{"do": "attack", "actor": "ann", "with": "light-pistol", "target": "bob"}],
        dice={"ann.attack": [8, 2, 3, 4], "location": [3], "damage": [5] * 4, "trauma": [5] * 3},
        map={"grid": {"kind": "square", "cols": 6, "rows": 1}},
        cells={"number": -3},
    ),
    "wild": attack(GUN),
    "evading": attack(GUN, hurt={"defence": "evade"}),
    "full-auto": attack(CARBINE, {"mode": "auto"}, cells={"number": 0}),
    "aim": attack(GUN, first=AIMED, cells={"number": 1}),
    "rounds": attack(CARBINE, {"mode": "burst"}, cells={"burst": 5}),
    "most-hits": attack(CARBINE, {"mode": "burst"}, dice={"attack": [10, 10, 10]}, cells={"burst": 1}),
    "wound-penalty": attack(GUN, mine={"trauma": ["right-leg"]}, cells={"traumatic": -1}),
    "head": attack(GUN, dice={"location": [1]}, cells={"number": 5}),
    "fall": attack(GUN, hurt={"flesh": 4}, cells={"flesh-down": 5}),
    "stun": attack(STUNNER, cells={"number": 3}),
    "crawl": Proof(people=[one("ann", {}, LEGS)], looks="ann", cells={"number": 3}),
    "fast-draw": Proof(
        people=[one("ann", DRAW)],
        steps=[{"do": "fast-draw", "actor": "ann", "with": "sword"}],
        dice={"fast-draw": [8, 3]},
        cells={"number": 9},
    ),
    "react": Proof(
        people=[one("bob", {}, SURPRISED)], steps=REACTS, dice={"react": [8, 3]}, cells={"number": 9}
    ),
    "react-after": Proof(
        people=[one("ann", {}), one("bob", {}, {"aware": False})], steps=ALERT, cells={"number": 5}
    ),
    "PH-14": attack(SWORD, dice={"attack": [1, 1]}),
    "PH-17": attack(SWORD, {"called": "head"}, dice={"attack": [9, 2]}),
    "PH-21": attack(GUN, first=TARGETED, dice={"attack": [1, 1]}),
    "PH-32": attack(GUN, hurt={"aware": False}),
    "PH-35": Proof(people=[one("bob", {}, SURPRISED)], steps=REACTS, dice={"react": [4, 3, 4, 3]}),
    "PH-68": attack(SWORD, {"called": "chest"}),
    "PH-77": attack(SWORD, bob=SWORD, hurt={"defence": "parry"}, first=()),
    "PH-95": attack(GUN),
    "PH-96": attack(GUN, mine={"trauma": ["right-leg"]}),
    "PH-99": attack(GUN, bob=SWORD, dice={"location": [7]}),
}
