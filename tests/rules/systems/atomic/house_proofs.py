"""Short fights in which each house rule of Atomic Tomorrow matters."""

from collections.abc import Mapping
from typing import Any

from tests.rules.house_rule_proofs import Proof

GUN: Mapping[str, Any] = {"skills": {"ranged": 60, "dodge": 40, "parry": 40}, "weapons": ["gauss-rifle"]}
BLADE: Mapping[str, Any] = {
    "skills": {"melee": 60, "dodge": 40, "parry": 40},
    "weapons": ["combat-knife"],
    "epithet": "two-fisted",
    "shield": True,
}
HEAVY: Mapping[str, Any] = {"armour": "heavy"}


def one(id_: str, sheet: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": id_, "side": id_, "sheet": dict(sheet), **more}


def shot(facts: Mapping[str, Any], face: int, answer: str = "none", **more: Any) -> Proof:
    people = [one("ann", GUN), one("bob", more.pop("bob", {}), state=more.pop("hurt", {}))]
    attack = {"do": "attack", "actor": "ann", "with": "gauss-rifle", "target": "bob", "facts": dict(facts)}
    dice = {"ann.attack": [face], "bob.soak": [60], **more.pop("dice", {})}
    return Proof(people=people, steps=[attack, {"answer": answer}], dice=dice, **more)


def blows(
    *answers: str, ann: Mapping[str, Any] = BLADE, bob: Mapping[str, Any] = BLADE, **more: Any
) -> Proof:
    """Let one strike at another as often as it answers; each in a turn of its own."""
    steps: list[dict[str, Any]] = []
    for answer in answers:
        steps.append({"do": "turn", "actor": "ann"})
        steps.append({"do": "attack", "actor": "ann", "with": "combat-knife", "target": "bob"})
        steps.append({"answer": answer})
    dice = {"ann.attack": [40, 41, 42], "bob.soak": [60] * 3, "bob.parry": [97] * 3, **more.pop("dice", {})}
    return Proof(people=[one("ann", ann), one("bob", bob)], steps=steps, dice=dice, **more)


ENGAGED = {"range": "engaged", "cover": "good"}
DYING = {"wounds": 5}
STAND = [{"do": "last-stand", "actor": "bob"}, {"do": "use", "actor": "bob", "value": 50}]
WEAK = {"wounds": 4}
USE = [{"do": "use", "actor": "bob", "value": 50}]

PROOFS: Mapping[str, Proof] = {
    "untrained": blows(
        "parry", ann={"weapons": ["combat-knife"]}, dice={"ann.attack": [14]}, cells={"number": 1}
    ),
    "initiative": Proof(
        people=[one("ann", {}), one("bob", {})], steps=[{"do": "begin"}], dice={"initiative": [48, 70]}
    ),
    "soak": shot({"range": "near"}, 41, dice={"bob.soak": [61]}),
    "last-stand": Proof(people=[one("bob", {}, state=DYING)], steps=STAND, dice={"last-stand": [61]}),
    "effort": Proof(
        people=[one("bob", {}, state=WEAK)], steps=USE, dice={"incapacitated-action": [18], "use": [29]}
    ),
    "sure-success": shot({"range": "near", "modifier": -60}, 4, cells={"number": 3}),
    "sure-failure": shot({"range": "near", "modifier": 100}, 97, cells={"number": 99}),
    "distant": shot({"range": "distant"}, 51, cells={"number": -5}),
    "in-the-way": Proof(
        people=[one("ann", GUN, at=[0, 0]), one("cat", {}, at=[2, 0]), one("bob", {}, at=[4, 0])],
        steps=[
            {"do": "attack", "actor": "ann", "with": "gauss-rifle", "target": "bob"},
            {"answer": "none"},
        ],
        dice={"ann.attack": [51], "cat.soak": [60], "bob.soak": [60]},
        map={"grid": {"kind": "square", "cols": 6, "rows": 1}},
        cells={"number": -20},
    ),
    "further-defence": blows("dodge", "dodge", cells={"number": -5}, dice={"bob.dodge": [98, 10]}),
    "shield": blows("block", dice={"bob.block": [70]}),
    "dodge-melee": blows("dodge", dice={"bob.dodge": [32]}),
    "hampered": Proof(
        people=[one("bob", {}, state=WEAK)], steps=USE, dice={"incapacitated-action": [7], "use": [42]}
    ),
    "granted": Proof(
        people=[one("bob", {}, state=DYING)], steps=STAND, dice={"last-stand": [42], "use": [42]}
    ),
    "cover": shot({"range": "near", "cover": "partial"}, 41, cells={"partial": 2}),
    "special-wounds": shot({"range": "near"}, 40, cells={"number": 2}),
    "critical-wounds": shot({"range": "near"}, 22, cells={"22": 0}),
    "soaked": shot({"range": "near"}, 41, dice={"bob.soak": [12]}),
    "AT-15": shot({"range": "near"}, 41, bob=HEAVY),
    "AT-39": Proof(
        people=[one("ann", {**GUN, "weapons": ["blast-pistol"]}), one("bob", {})],
        steps=[
            {"do": "attack", "actor": "ann", "with": "blast-pistol", "target": "bob", "facts": ENGAGED},
            {"answer": "none"},
        ],
        dice={"ann.attack": [41], "bob.soak": [60]},
    ),
    "AT-40": shot({"range": "near", "aware": False}, 41, "dodge"),
    "AT-46": Proof(
        people=[one("ann", {}), one("bob", {"attributes": {"reflex": 14}})],
        steps=[{"do": "begin"}],
        dice={"initiative": [20, 20]},
    ),
    "AT-68": blows("dodge", "parry"),
    "AT-72": blows("block", "block", bob={**BLADE, "epithet": None}, dice={"bob.block": [97, 97]}),
    "AT-81": shot({"range": "near"}, 40),
    "AT-82": shot({"range": "near"}, 22),
    "AT-85": shot({"range": "near"}, 11, bob=HEAVY),
    "AT-86": shot({"range": "near"}, 41, dice={"bob.soak": [12]}),
    "AT-89": shot({"range": "near"}, 41, hurt={"wounds": 5, "condition": "collapsed"}),
    "AT-95": Proof(people=[one("bob", {}, state=WEAK)], steps=USE, dice={"incapacitated-action": [90]}),
    "AT-97": Proof(people=[one("bob", {}, state=DYING)], steps=STAND, dice={"last-stand": [42], "use": [20]}),
}
