"""Every rule has its sentence, its place in the code and its test."""

import re
from pathlib import Path

import pytest

from rules.systems.tesseris import SYSTEM

RULES = [id_ for id_ in SYSTEM.rules if not id_.startswith("TS-R")]
CODE = Path(__file__).parents[4] / "rules" / "systems" / "tesseris"
SCENARIOS = Path(__file__).parents[3] / "scenarios"
BOOK = {"rulebook.py", "rulings.py", "test_rulebook.py"}
RULINGS = 55


def named_in(*files: Path) -> set[str]:
    """List the ids that files name, those inside `TS-20 to TS-31` included."""
    found: set[str] = set()
    for path in files:
        if path.name not in BOOK:
            text = path.read_text(encoding="utf-8")
            found.update(re.findall(r"TS-\d{3}", text))
            for first, last in re.findall(r"TS-(\d{3}) to TS-(\d{3})", text):
                found.update(f"TS-{number:03d}" for number in range(int(first), int(last) + 1))
    return found


def test_every_rule_and_ruling_has_one_sentence_in_our_words() -> None:
    assert all(text.endswith(".") for text in SYSTEM.rules.values())
    assert len(SYSTEM.rules) - len(RULES) == RULINGS


@pytest.mark.parametrize("id_", RULES)
def test_every_rule_is_named_by_the_code_that_carries_it_out_and_by_a_test(id_: str) -> None:
    assert id_ in named_in(*CODE.glob("*.py"))
    assert id_ in named_in(*Path(__file__).parent.glob("*.py"), *SCENARIOS.glob("tesseris-*.json"))


def test_actions_name_rules_that_there_are() -> None:
    assert {action.rule for action in SYSTEM.actions} <= set(SYSTEM.rules)
    assert len({action.id for action in SYSTEM.actions}) == len(SYSTEM.actions)
