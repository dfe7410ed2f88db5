"""Every rule has its sentence, its place in the code and its test."""

import re
from pathlib import Path

import pytest

from rules.systems.phases import SYSTEM

NOT_USED = {9, 23, 24, 28, 29, 37, 38, 39, 49, 58, 59, 79, 86, 87, 88, 89}
IDS = [f"PH-{number:02d}" for number in range(1, 103) if number not in NOT_USED]
ROOT = Path(__file__).parents[4]
CODE = ROOT / "rules" / "systems" / "phases"


def named_in(folder: Path, *, but: str) -> set[str]:
    """List the ids that files name, those inside `PH-20 to PH-31` included."""
    found: set[str] = set()
    for path in folder.glob("*.py"):
        if path.name == but:
            continue
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"PH-\d+", text))
        for first, last in re.findall(r"PH-(\d+) to PH-(\d+)", text):
            found.update(f"PH-{number:02d}" for number in range(int(first), int(last) + 1))
    return found


def test_every_rule_has_one_sentence_in_our_words() -> None:
    assert sorted(id_ for id_ in SYSTEM.rules if not id_.startswith("PH-R")) == sorted(IDS)
    assert all(text.endswith(".") for text in SYSTEM.rules.values())


@pytest.mark.parametrize("id_", IDS)
def test_every_rule_is_named_by_the_code_that_carries_it_out_and_by_a_test(id_: str) -> None:
    assert id_ in named_in(CODE, but="rulebook.py")
    assert id_ in named_in(Path(__file__).parent, but="test_rulebook.py")


def test_no_rule_is_named_that_there_is_not() -> None:
    known = set(SYSTEM.rules)
    texts = [path.read_text(encoding="utf-8") for path in CODE.glob("*.py")]
    assert {id_ for text in texts for id_ in re.findall(r"PH-R?\d+", text)} <= known


def test_every_ruling_is_shown_as_one() -> None:
    rulings = [id_ for id_ in SYSTEM.rules if id_.startswith("PH-R")]
    assert rulings == [f"PH-R{number}" for number in range(1, 30)]
    assert all(SYSTEM.rules[id_].startswith("House ruling: ") for id_ in rulings)
