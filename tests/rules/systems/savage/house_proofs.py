"""Short fights in which each house rule of this system matters."""

from collections.abc import Mapping
from typing import Any

from tests.rules.house_rule_proofs import Proof

HERO: Mapping[str, Any] = {"stock": "duellist", "bennies": 0}
GUN: Mapping[str, Any] = {"stock": "gunslinger", "bennies": 0}
LUCKY: Mapping[str, Any] = {"stock": "duellist", "bennies": 3}
THUG: Mapping[str, Any] = {"stock": "thug"}
HORSE: Mapping[str, Any] = {"stock": "war-horse"}
OPEN = {"grid": {"kind": "square", "cols": 40, "rows": 20, "per_cell": 1, "unit": "in"}}


def one(
    id_: str, sheet: Mapping[str, Any], state: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    side = "raiders" if id_ in ("bob", "eve") else "heroes"
    return {"id": id_, "side": side, "sheet": dict(sheet), "state": dict(state or {}), **more}


def attack(
    weapon: str,
    facts: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    ann: Mapping[str, Any] | None = None,
    mine: Mapping[str, Any] | None = None,
    bob: Mapping[str, Any] = THUG,
    hurt: Mapping[str, Any] | None = None,
    beside: tuple[dict[str, Any], ...] = (),
    answers: tuple[str, ...] = (),
    first: tuple[dict[str, Any], ...] = (),
    **more: Any,
) -> Proof:
    """Let Ann attack Bob once, with her weapon in hand."""
    sheet = {**(GUN if ann is None else ann), "weapons": [weapon, *dict(ann or {}).get("weapons", ())]}
    sheet.setdefault("skills", {"shooting": "d8", "fighting": "d8", "riding": "d6", "athletics": "d8"})
    said = {"do": "attack", "actor": "ann", "with": weapon, "target": "bob"}
    said |= {"facts": dict(facts or {}), "options": dict(options or {})}
    steps = [*first, said, *({"answer": answer} for answer in answers)]
    dice = {"attack": [5, 3], "damage": [3, 4, 2], **more.pop("dice", {})}
    people = [one("ann", sheet, mine), one("bob", bob, hurt), *beside]
    return Proof(people=people, steps=steps, dice=dice, **more)


NEAR, FAR = {"distance": 5}, {"distance": 20}
DOOR = {"kind": "object", "object": "light-door"}
RIDE = {"mount": "roan"}
ROAN = (one("roan", HORSE),)
STRONG = {**HERO, "attributes": {"strength": "d4"}}
SMG = {**GUN, "attributes": {"strength": "d8"}}
NETTED = {"engaged_by": ["bob"]}
WALK = [{"do": "move", "actor": "ann", "path": [[4, 4]]}, {"answer": "strike"}]
CLOSE = [one("ann", HERO, at=[5, 5]), one("bob", THUG, at=[6, 6])]
LIES = [{"do": "move", "actor": "ann", "path": [[4, 5], [3, 5], [2, 5]]}]
SET_CHARGE = {"distance": 1, "straight_move": 8}

PROOFS: Mapping[str, Proof] = {
    "target": attack("pistol", NEAR, dice={"attack": [4, 2]}, cells={"number": 5}),
    "raise": attack("pistol", NEAR, dice={"attack": [7, 2]}, cells={"number": 3}),
    "wound": attack("pistol", NEAR, bob=HERO, dice={"damage": [5, 5]}, cells={"number": 2}),
    "joker": attack("pistol", NEAR, mine={"joker": True}),
    "untrained": attack("long-sword", ann={**HERO, "skills": {"shooting": "d6"}, "stock": None}),
    "distracted": attack("pistol", NEAR, mine={"distracted": 1}),
    "each-action": attack("pistol", NEAR, mine={"actions_declared": 2}),
    "running": attack("pistol", NEAR, mine={"ran": True}),
    "longer-weapon": attack(
        "long-sword",
        SET_CHARGE,
        {"charge": True},
        ann=HERO,
        mine=RIDE,
        bob={**THUG, "weapons": ["spear"]},
        hurt={"on_hold": True},
        beside=ROAN,
        answers=("set",),
    ),
    "cover": attack("pistol", {**NEAR, "cover": "light"}),
    "light": attack("pistol", {**NEAR, "light": "dim"}),
    "range": attack("pistol", FAR),
    "called-shots": attack("pistol", NEAR, {"called_shot": "arm"}),
    "aim": attack("pistol", NEAR, {"aim": "steady"}, mine={"aimed": "pistol"}, cells={"steady": 4}),
    "dodge": attack("pistol", NEAR, bob={**THUG, "edges": ["dodge"]}),
    "prone-target": attack("pistol", NEAR, hurt={"prone": True}),
    "prone": attack("long-sword", mine={"prone": True}, ann=HERO, cells={"attack": -1}),
    "vulnerable": attack("pistol", NEAR, hurt={"vulnerable": 1}),
    "gang-up": attack(
        "long-sword",
        {"adjacent_foes": ["ann", "cal"]},
        ann=HERO,
        beside=(one("cal", HERO),),
        cells={"number": 0},
    ),
    "unarmed-defender": attack("long-sword", ann=HERO, bob={**THUG, "weapons": []}),
    "wild-attack": attack("long-sword", None, {"wild_attack": True}, ann=HERO),
    "two-weapons": attack("long-sword", ann={**HERO, "weapons": ["knife"]}),
    "flat": attack("long-sword", None, {"nonlethal": True}, ann=HERO, cells={"number": -3}),
    "recoil": attack("submachine-gun", NEAR, {"shots": 3}, ann=SMG),
    "shotgun": attack("shotgun", NEAR),
    "improvised": attack("improvised-light", ann=HERO, cells={"number": 0}),
    "defending": attack("long-sword", ann=HERO, hurt={"defending": True}, cells={"number": 2}),
    "raise-die": attack("pistol", NEAR, dice={"attack": [8, 1, 2]}, cells={"number": 12}),
    "extra-damage": attack(
        "pistol", NEAR, {"called_shot": "head"}, cells={"called-shot": 6}, dice={"attack": [7, 6, 5]}
    ),
    "prone-in-blast": attack(
        "grenade",
        {**NEAR, "caught": ["bob"]},
        hurt={"prone": True},
        dice={"attack": [7, 5]},
        cells={"number": -2},
    ),
    "shotgun-dice": attack("shotgun", NEAR, cells={"short": 4}),
    "object-toughness": attack("long-sword", ann=HERO, bob=DOOR, cells={"light-door": 4}),
    "object-parry": attack("long-sword", ann=HERO, bob=DOOR, cells={"number": 6}),
    "up-and-down": Proof(people=[one("ann", HERO, {"prone": True})], steps=[{"do": "stand", "actor": "ann"}]),
    "crawl": Proof(
        people=[one("ann", HERO, {"prone": True}, at=[5, 5])], steps=LIES, map=OPEN, cells={"number": 5}
    ),
    "run-up": attack(
        "long-sword", SET_CHARGE, {"charge": True}, ann=HERO, mine=RIDE, beside=ROAN, cells={"number": 9}
    ),
    "deviation": attack(
        "grenade",
        {"distance": 20, "caught": ["bob"]},
        dice={"attack": [2, 2]},
        cells={"long": 1, "extreme": 1},
    ),
    "SW-15": attack("bow", NEAR, ann={**GUN, "attributes": {"strength": "d4"}}),
    "SW-44": attack("pistol", NEAR, dice={"attack": [1, 1]}),
    "SW-47": attack("pistol", NEAR, mine={"wounds": 2}),
    "SW-09": Proof(people=[one("ann", HERO, {"wounds": 2})], looks="ann"),
    "SW-52": attack(
        "pistol", NEAR, ann={**GUN, "bennies": 2}, dice={"attack": [2, 2, 5, 2]}, answers=("reroll",)
    ),
    "SW-76": attack("long-sword", {"adjacent_foes": ["ann", "cal"]}, ann=HERO, beside=(one("cal", HERO),)),
    "SW-80": attack("long-sword", ann=HERO, mine=RIDE, beside=ROAN),
    "SW-86": attack("pistol", NEAR, hurt={"prone": True}),
    "SW-124": attack("pistol", NEAR, bob=HERO, hurt={"shaken": True}, dice={"damage": [4, 3]}),
    "SW-127": attack("pistol", NEAR, bob=LUCKY, dice={"damage": [5, 5, 5]}, answers=("soak", "keep")),
    "SW-150": Proof(people=CLOSE, steps=WALK, map=OPEN),
    "SW-220": attack(
        "pistol",
        {**NEAR, "bystanders": ["eve"]},
        ann={**GUN, "wild_card": False},
        beside=(one("eve", THUG),),
        dice={"attack": [1]},
    ),
    "SW-222": attack("long-sword", ann={**HERO, "weapons": ["knife"]}),
}
