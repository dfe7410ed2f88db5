"""What the GM says of an action is read once: where the action is prepared, and not again on its way."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.facts import Legal, read_given
from rules.engine.system import find_system
from rules.scenario import play
from rules.scenario_file import parse_scenario
from rules.systems import load_systems

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.json"))
IDLE: Mapping[str, Mapping[str, Any]] = {"tesseris": {"doomed": False}}
"""What changes nothing and is said with every action, so that those are counted of which nothing is said."""


@pytest.mark.parametrize(
    ("system", "action", "most"),
    [
        ("atomic", "attack", 1),
        ("atomic", "use", 1),
        ("gurps", "aim", 1),
        ("gurps", "attack", 1),
        ("gurps", "all-out-attack-melee", 1),
        ("gurps", "feint", 1),
        ("gurps", "evaluate", 1),
        ("gurps", "move", 1),
        ("gurps", "all-out-defense", 1),
        ("gurps", "ready", 1),
        ("gurps", "trigger-wait", 1),
        ("phases", "target-and-fire", 1),
        ("phases", "attack", 3),  # in free play with what it resolves: its own declaration, and another's
        ("savage", "attack", 1),
        ("savage", "move", 1),
        ("tesseris", "all-out-attack", 1),
        ("tesseris", "attack", 1),
        ("tesseris", "break-pin", 1),
        ("tesseris", "burst-fire", 1),
        ("tesseris", "calculated-shot", 1),
        ("tesseris", "called-shot", 1),
        ("tesseris", "charge", 1),
        ("tesseris", "disarm", 1),
        ("tesseris", "full-auto", 1),
        ("tesseris", "grapple", 1),
        ("tesseris", "knockout-blow", 1),
        ("tesseris", "melee-strike", 1),
        ("tesseris", "move", 1),
        ("tesseris", "multi-strike", 1),
        ("tesseris", "off-hand-strike", 1),
        ("tesseris", "overwatch", 1),
        ("tesseris", "pin", 1),
        ("tesseris", "precision-strike", 1),
        ("tesseris", "pummel", 1),
        ("tesseris", "quick-step", 1),
        ("tesseris", "run", 1),
        ("tesseris", "spray-n-pray", 1),
        ("tesseris", "straight-shot", 1),
        ("tesseris", "suppressing-fire", 1),
        ("tesseris", "swordpoint", 1),
        ("tesseris", "swordpoint-attack", 1),
        ("tesseris", "take-cover", 1),
        ("tesseris", "trip", 1),
        ("tesseris", "answer", 2),  # as it is checked, and by its exchange, which a replay gives it unchecked
    ],
)
def test_an_action_reads_its_facts_once(system: str, action: str, most: int) -> None:
    assert max(reads_of(system)[action]) == most


@cache
def reads_of(system: str) -> Mapping[str, list[int]]:
    """Count how often each command of the scenario files has its facts read."""
    load_systems()
    reads: dict[str, list[int]] = defaultdict(list)
    count = 0
    handle = Battle.handle

    def counting(given: Mapping[str, Any], legal: Mapping[str, Legal]) -> dict[str, Any]:
        nonlocal count
        count += 1
        return read_given(given, legal)

    def handled(battle: Battle, command: Command, *more: Any) -> Any:
        before = count
        try:
            return handle(battle, saying_facts(command, system), *more)
        finally:
            reads[command.do].append(count - before)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module(f"rules.systems.{system}.attack.facts"), "read_legal", counting)
        patch.setattr(Battle, "handle", handled)
        for path in FILES:
            if path.name.startswith(system):
                assert play(parse_scenario(path.read_bytes())).failures == []
    return reads


def saying_facts(command: Command, system: str) -> Command:
    if system not in IDLE or (command.do != "answer" and find_system(system).action(command.do) is None):
        return command
    facts = {**IDLE[system], **command.params.get("facts", {})}
    return replace(command, params={**command.params, "facts": facts})


def test_an_attack_of_tesseris_looks_at_the_map_once(monkeypatch: pytest.MonkeyPatch) -> None:
    load_systems()
    looks = most = 0
    attack_action = import_module("rules.systems.tesseris.attack.attack_action")
    facts_of, handle = attack_action.facts_of, Battle.handle

    def looking(*of_whom: Any, **how: Any) -> Any:
        nonlocal looks
        looks += 1
        return facts_of(*of_whom, **how)

    def handled(battle: Battle, command: Command, *more: Any) -> Any:
        nonlocal looks, most
        looks = 0
        try:
            return handle(battle, command, *more)
        finally:
            most = max(most, looks)

    monkeypatch.setattr(attack_action, "facts_of", looking)
    monkeypatch.setattr(Battle, "handle", handled)
    for path in FILES:
        if path.name.startswith("tesseris"):
            play(parse_scenario(path.read_bytes()))
    assert most == 1
