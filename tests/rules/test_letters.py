"""Short fights written from the sentences of the rules alone, their numbers worked out by hand.

They are scenarios as in `tests/scenarios`, many to a file: what two rules make together, and the odd corner.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.scenario import play
from rules.scenario_file import parse_scenario
from rules.systems import load_systems

FILES = sorted((Path(__file__).parent / "letters").glob("*.json"))
FIGHTS: list[dict[str, Any]] = [fight for path in FILES for fight in json.loads(path.read_bytes())]


def test_there_are_fights_and_no_two_have_one_name() -> None:
    names = [fight["id"] for fight in FIGHTS]
    assert len(names) > 100
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: str(fight["id"]))
def test_the_fight_comes_out_as_the_letter_of_the_rules_has_it(fight: dict[str, Any]) -> None:
    load_systems()
    report = play(parse_scenario(json.dumps(fight).encode()))
    assert report.failures == []
    assert len(report.steps) == len(fight["script"])
