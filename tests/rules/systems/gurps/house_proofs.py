"""Short fights in which each house rule of this system matters."""

from collections.abc import Mapping
from typing import Any

from tests.rules.house_rule_proofs import Proof
from tests.rules.scenario_proofs import from_scenario

SWORD: Mapping[str, Any] = {"ST": 12, "skills": {"broadsword": 14}, "weapons": ["broadsword"]}
GUN: Mapping[str, Any] = {"skills": {"guns-rifle": 14}, "weapons": ["assault-rifle"]}


def attack(
    do: str = "attack",
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    *,
    ann: Mapping[str, Any] = SWORD,
    answer: str = "dodge",
    cells: Mapping[str, int] | None = None,
    **said: Any,
) -> Proof:
    """Let Ann attack Bob once."""
    weapon = ann["weapons"][0]
    return Proof(
        people=[
            {"id": "ann", "side": "a", "sheet": dict(ann), "state": dict(mine or {})},
            {"id": "bob", "side": "b", "sheet": dict(SWORD), "state": dict(theirs or {})},
        ],
        steps=[{"do": do, "actor": "ann", "target": "bob", "with": weapon, **said}, {"answer": answer}],
        cells=cells or {},
    )


ENHANCED = {"maneuver": {"id": "all-out-defense", "variant": "enhanced", "defence": "dodge"}}
DEFENSIVE = {"maneuver": {"id": "defensive-attack-melee"}}

PROOFS: Mapping[str, Proof] = {
    "GU-718": from_scenario("gurps-22-all-out-and-shock"),
    "GU-751": from_scenario("gurps-06-aim-brace-vitals"),
    "GU-811": from_scenario("gurps-05-dual-weapon-tip-slash"),
    "GU-812": from_scenario("gurps-19-five-on-one"),
    "GU-913": from_scenario("gurps-15-corrosion-fatigue-blunt"),
    "GU-911": from_scenario("gurps-15-corrosion-fatigue-blunt"),
    "GU-915": from_scenario("gurps-03-partial-surprise"),
    "GU-1000": from_scenario("gurps-03-partial-surprise"),
    "GU-1015": from_scenario("gurps-06-aim-brace-vitals"),
    "GU-717": from_scenario("gurps-23-evaluate-commit-feint"),
    "range": from_scenario("gurps-06-aim-brace-vitals", cells={"short": -2}),
    "cover": from_scenario("gurps-08-range-bands", cells={"light": -1}),
    "at-ground": from_scenario("gurps-13-area-scatter", cells={"number": 5}),
    "in-the-way": Proof(
        people=[
            {"id": "ann", "side": "a", "sheet": dict(GUN), "at": [0, 0]},
            {"id": "cat", "side": "c", "sheet": {}, "at": [2, 0]},
            {"id": "bob", "side": "b", "sheet": {}, "at": [4, 0]},
        ],
        steps=[
            {"do": "attack", "actor": "ann", "target": "bob", "with": "assault-rifle"},
            {"answer": "none"},
        ],
        dice={"ann.attack": [4, 4, 4], "location": [3, 3, 4], "damage": [1] * 5},
        map={"grid": {"kind": "square", "cols": 6, "rows": 1}},
        cells={"number": -4},
    ),
    "all-out": from_scenario("gurps-22-all-out-and-shock", cells={"determined": 5}),
    "suppression": from_scenario("gurps-28-suppression-criticals", cells={"number": 9}),
    "committed": from_scenario("gurps-23-evaluate-commit-feint", cells={"to-hit": 3}),
    "evaluate": from_scenario("gurps-23-evaluate-commit-feint", cells={"number": 0}),
    "on-the-run": from_scenario("gurps-22-all-out-and-shock", cells={"cap": 8}),
    "disarm": from_scenario("gurps-07-disarm", cells={"number": -1}),
    "weak-spots": from_scenario("gurps-18-neck-groin-chinks-divisor", cells={"torso": -7}),
    "further-dodge": from_scenario("gurps-05-dual-weapon-tip-slash", cells={"number": 0}),
    "defending": from_scenario("gurps-03-partial-surprise", cells={"stunned": -3}),
    "further-parry": from_scenario("gurps-19-five-on-one", cells={"others": -3}),
    "bare-parry": from_scenario("gurps-03-partial-surprise", cells={"number": -2}),
    "flail": from_scenario("gurps-21-unarmed-parry-flail", cells={"number": -3}),
    "combat-reflexes": from_scenario("gurps-19-five-on-one", cells={"number": 2}),
    "defence-options": from_scenario("gurps-05-dual-weapon-tip-slash", cells={"retreat-nimble": 4}),
    "dive": from_scenario("gurps-13-area-scatter", cells={"number": 4}),
    "skull": from_scenario("gurps-16-skull-eye", cells={"number": 3}),
    "wounding": from_scenario("gurps-03-partial-surprise", cells={"cut": 500}),
    "shock": from_scenario("gurps-03-partial-surprise", cells={"any": 5}),
    "knockdown": from_scenario("gurps-09-rapid-fire", cells={"face-or-vitals": -4}),
    "surgery": from_scenario("gurps-27-mortal-wounds", cells={"below-3": -1}),
    "leaderless": from_scenario("gurps-01-turn-order", cells={"number": -1}),
    "concentrating": from_scenario("gurps-24-concentrate-aim-wait", cells={"number": -2}),
    "posture": attack(mine={"posture": "prone"}, cells={"prone": -2}),
    "blind": attack(mine={"blind": ["left-eye"]}, cells={"one-eye-blow": -3}),
    "all-out-fire": attack("all-out-attack-ranged", ann=GUN, variant="determined", cells={"number": 3}),
    "all-out-defence": attack(theirs=ENHANCED, cells={"number": 4}),
    "defensive": attack(theirs=DEFENSIVE, cells={"number": 3}),
}
