"""Short fights in which each house rule of Tesseris matters."""

from collections.abc import Mapping
from typing import Any

from tests.rules.house_rule_proofs import Proof
from tests.rules.scenario_proofs import from_scenario


def one(id_: str, stock: str, state: Mapping[str, Any] | None = None, **sheet: Any) -> dict[str, Any]:
    side = "raiders" if id_ == "bob" else "heroes"
    return {"id": id_, "side": side, "sheet": {"stock": stock, **sheet}, "state": dict(state or {})}


def act(
    do: str,
    mine: Mapping[str, Any] | None = None,
    hurt: Mapping[str, Any] | None = None,
    *,
    dee: str = "duellist",
    dice: Mapping[str, Any] | None = None,
    traits: tuple[str, ...] = (),
    cells: Mapping[str, int] | None = None,
    **said: Any,
) -> Proof:
    """Let Dee do something to Bob, who does nothing against it."""
    sheet = {"traits": list(traits)} if traits else {}
    command = {"do": do, "actor": "dee", "target": "bob", **said}
    return Proof(
        people=[one("dee", dee, mine, **sheet), one("bob", "militia", hurt)],
        steps=[command, {"answer": "none"}],
        dice={"dee.attack": [6, 7, 6, 7], **(dice or {})},
        cells=cells or {},
    )


SWORD = {"with": "sword"}
OTHER_USED = {"hands_used": ["revolver"]}
GUN = {"with": "revolver", "facts": {"distance": 3}}


def rounds(state: Mapping[str, Any], **more: Any) -> Proof:
    """Let rounds go by over somebody."""
    steps = [{"do": "begin"}, *[{"do": "end-turn"}] * 4]
    return Proof(people=[one("dee", "duellist"), one("bob", "militia", state)], steps=steps, **more)


PROOFS: Mapping[str, Proof] = {
    "TS-206": from_scenario("tesseris-mayhem-01"),
    "TS-220": from_scenario("tesseris-jam-01"),
    "TS-233": from_scenario("tesseris-cover-01"),
    "TS-235": act("melee-strike", OTHER_USED, **SWORD),
    "TS-237": from_scenario("tesseris-modifiers-02"),
    "TS-240": from_scenario("tesseris-into-melee-01"),
    "TS-241": from_scenario("tesseris-modifiers-01"),
    "TS-244": from_scenario("tesseris-defences-01"),
    "TS-245": from_scenario("tesseris-wounds-01"),
    "TS-257": from_scenario("tesseris-defences-01"),
    "TS-303": from_scenario("tesseris-knockout-01"),
    "TS-334": act("charm", {"dapper": 3}),
    "TS-293": from_scenario("tesseris-cover-01"),
    "point-blank": from_scenario("tesseris-fate-01", cells={"number": 3}),
    "short": from_scenario("tesseris-cover-02", cells={"number": 2}),
    "bands": from_scenario("tesseris-cover-01", cells={"medium": 1}),
    "further-attack": from_scenario("tesseris-cover-01", cells={"number": 0}),
    "unaware": from_scenario("tesseris-surprise-01", cells={"blow": 3}),
    "two-weapons": act("melee-strike", OTHER_USED, cells={"primary": -2}, **SWORD),
    "ambidextrous": from_scenario("tesseris-ambidextrous-01", cells={"number": 0}),
    "outnumbered": from_scenario("tesseris-modifiers-02", cells={"number": 2}),
    "mounted": from_scenario("tesseris-modifiers-01", cells={"shot": -1}),
    "blind-fire": act(
        "straight-shot",
        {"held": ["revolver"], "cover": {"material": "stone"}},
        cells={"number": -1},
        options={"blind_fire": True},
        **GUN,
    ),
    "into-melee": from_scenario("tesseris-into-melee-01", cells={"number": -1}),
    "higher-ground": from_scenario("tesseris-modifiers-01", cells={"number": 2}),
    "prone": from_scenario("tesseris-defend-ally-01", cells={"against-blows": -1}),
    "cover-bonus": from_scenario("tesseris-cover-01", cells={"cover": 3}),
    "free-defences": from_scenario("tesseris-cover-01", cells={"number": 0}),
    "defend-ally": from_scenario("tesseris-defend-ally-01", cells={"number": -1}),
    "overwatch": from_scenario("tesseris-overwatch-01", cells={"number": 0}),
    "swordpoint": from_scenario("tesseris-swordpoint-01", cells={"number": 3}),
    "dazed": from_scenario("tesseris-knockout-01", cells={"number": 0}),
    "stunned": act("melee-strike", {"conditions": {"stunned": {}}}, cells={"number": -1}, **SWORD),
    "staggered": from_scenario("tesseris-knockout-01", cells={"number": -1}),
    "disabled": act(
        "melee-strike", {"conditions": {"disabled": {"places": ["arms"]}}}, cells={"number": -3}, **SWORD
    ),
    "blinded": from_scenario("tesseris-modifiers-02", cells={"blow": -3}),
    "bloodied": from_scenario("tesseris-wounds-01", cells={"attack": 0}),
    "slowed": act("melee-strike", None, {"conditions": {"slowed": {}}}, cells={"number": -4}, **SWORD),
    "suppressed": from_scenario("tesseris-overwatch-01", cells={"number": -1}),
    "fear": act("melee-strike", {"conditions": {"frightened": {}}}, cells={"frightened-attack": -2}, **SWORD),
    "prepared": from_scenario("tesseris-mayhem-01", cells={"aim": 2}),
    "critical": from_scenario("tesseris-defences-01", cells={"number": 2}),
    "bullet": from_scenario("tesseris-cover-01", cells={"number": 3}),
    "stamina-for-wound": from_scenario("tesseris-conditions-02", cells={"number": 1}),
    "total-defence": from_scenario("tesseris-cover-02", cells={"number": 3}),
    "called-shot": from_scenario("tesseris-cover-02", cells={"damage": 4}),
    "cover-armour": from_scenario("tesseris-cover-01", cells={"wood-thin": 3}),
    "cover-structure": from_scenario("tesseris-cover-01", cells={"wood-thin": 500}),
    "distraction": act("distracting-shot", {"held": ["revolver"]}, cells={"number": 1}, **GUN),
    "takes-weapon": Proof(
        people=[one("dee", "duellist", {"held": ["sword"]}), one("bob", "duellist", {"held": ["revolver"]})],
        steps=[{"do": "disarm", "actor": "dee", "target": "bob", "with": "sword"}, {"answer": "none"}],
        dice={"dee.attack": [1, 1, 1, 1]},
        cells={"number": 1},
    ),
    "ticks": from_scenario("tesseris-conditions-01", cells={"number": 6}),
    "surprised-ticks": from_scenario("tesseris-surprise-01", cells={"number": 4}),
    "borrowed": from_scenario("tesseris-ticks-01", cells={"number": 0}),
    "bleeding": from_scenario("tesseris-conditions-02", cells={"number": 2}),
    "dying": rounds(
        {"dying": True, "stamina": 0, "wounds": 5, "conditions": {"unconscious": {}}}, cells={"number": 1}
    ),
}
