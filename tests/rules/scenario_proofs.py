"""Proofs of house rules out of scenario files: a fight that shows a rule shows what changing it comes to."""

import json
from pathlib import Path
from typing import Any

from tests.rules.house_rule_proofs import Proof

_SCENARIOS = Path(__file__).parents[1] / "scenarios"


def from_scenario(name: str, **more: Any) -> Proof:
    """Give the fight of a scenario file as a proof; its questions to the map and the odds are left out."""
    data = json.loads((_SCENARIOS / f"{name}.json").read_text(encoding="utf-8"))
    steps = [
        {key: value for key, value in step.items() if key != "expect"}
        for step in data["script"]
        if "do" in step or "answer" in step
    ]
    dice = {**data.get("dice", {}), "table.cards": data.get("cards", [])}
    return Proof(people=data["combatants"], steps=steps, dice=dice, map=data.get("map"), **more)
