"""Every rule has its sentence, its place in the code and its test."""

import json
import re
from pathlib import Path

import pytest

from rules.systems.gurps import SYSTEM

IDS = [id_ for id_ in SYSTEM.rules if not id_.startswith("GU-R")]
ROOT = Path(__file__).parents[4]
CODE = ROOT / "rules" / "systems" / "gurps"
BOOKS = {"rulebook.py", "rulings.py", "test_rulebook.py"}


def named_in(folder: Path) -> set[str]:
    """List the ids that files name, those inside `GU-602 to GU-606` included."""
    found: set[str] = set()
    for path in folder.glob("*.py"):
        if path.name in BOOKS:
            continue
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"GU-\d+", text))
        for first, last in re.findall(r"GU-(\d+) to GU-(\d+)", text):
            found.update(f"GU-{number}" for number in range(int(first), int(last) + 1))
    return found


def played() -> set[str]:
    """List the ids that a scenario shows."""
    files = (ROOT / "tests" / "scenarios").glob("gurps-*.json")
    return {id_ for path in files for id_ in json.loads(path.read_bytes())["rules"]}


IN_CODE, IN_TESTS = named_in(CODE), named_in(Path(__file__).parent) | played()


def test_every_rule_has_one_sentence_in_our_words() -> None:
    assert len(IDS) == 163
    assert all(text.endswith(".") for text in SYSTEM.rules.values())
    assert played() <= set(IDS)


@pytest.mark.parametrize("id_", IDS)
def test_every_rule_is_named_by_the_code_that_carries_it_out_and_by_a_test(id_: str) -> None:
    assert id_ in IN_CODE
    assert id_ in IN_TESTS


def test_no_rule_is_named_that_there_is_not() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CODE.glob("*.py")]
    named = {id_ for text in texts for id_ in re.findall(r"GU-R?\d+", text)}
    assert named <= set(SYSTEM.rules)


def test_every_ruling_is_shown_as_one() -> None:
    rulings = [text for id_, text in SYSTEM.rules.items() if id_.startswith("GU-R")]
    assert len(rulings) == 69
    assert all(text.startswith("House ruling: ") for text in rulings)
