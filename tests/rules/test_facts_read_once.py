"""What the GM says of an action is read once: where the action is prepared, and not again on its way."""

from collections import defaultdict
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.facts import Legal, read_given
from rules.scenario import play
from rules.scenario_reading import parse_scenario
from rules.systems import load_systems

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.json"))


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
    ],
)
def test_an_action_reads_its_facts_once(
    system: str, action: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_systems()
    reads: dict[str, list[int]] = defaultdict(list)
    handle = Battle.handle

    def counting(given: Mapping[str, Any], legal: Mapping[str, Legal]) -> dict[str, Any]:
        reads[""].append(1)
        return read_given(given, legal)

    def handled(battle: Battle, command: Command, *more: Any) -> Any:
        before = len(reads[""])
        try:
            return handle(battle, command, *more)
        finally:
            reads[command.do].append(len(reads[""]) - before)

    monkeypatch.setattr(import_module(f"rules.systems.{system}.attack.facts"), "read_legal", counting)
    monkeypatch.setattr(Battle, "handle", handled)
    for path in FILES:
        if path.name.startswith(system):
            play(parse_scenario(path.read_bytes()))
    assert max(reads[action]) == most
