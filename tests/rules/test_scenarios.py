"""Every scenario file of every system that is here is played, and everything it expects holds."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.engine.system import systems
from rules.scenario import play
from rules.scenario_file import parse_scenario
from rules.systems import load_systems

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.json"))
INSTALLED = {"atomic", "gurps", "phases", "savage", "tesseris"}
"""The systems that must be here; the files of others wait for theirs."""
PLAYED = [path for path in FILES if json.loads(path.read_bytes())["system"] in INSTALLED]


def test_the_systems_that_are_installed_are_all_here() -> None:
    load_systems()
    missing = INSTALLED - {system.id for system in systems()}
    assert not missing


def test_every_installed_system_has_scenarios_and_no_other_system_has_come_without_being_played() -> None:
    load_systems()
    written = {json.loads(path.read_bytes())["system"] for path in FILES}
    played = {system.id for system in systems()} & written
    assert played == INSTALLED


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
def test_everything_that_a_scenario_expects_holds(path: Path) -> None:
    load_systems()
    report = play(parse_scenario(path.read_bytes()))
    assert report.failures == []
    assert report.id == path.stem


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_scenario_file_can_be_read(path: Path) -> None:
    data: Any = json.loads(path.read_bytes())
    scenario = parse_scenario(path.read_bytes())
    assert (scenario.id, len(scenario.steps)) == (path.stem, len(data["script"]))
