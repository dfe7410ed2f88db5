"""Every rule has its sentence, its place in the code and its test."""

import re
from pathlib import Path

import pytest

from rules.systems.atomic import SYSTEM

IDS = [f"AT-{number:02d}" for number in range(1, 105) if not 56 <= number <= 59]
ROOT = Path(__file__).parents[4]
CODE = ROOT / "rules" / "systems" / "atomic"


def named_in(folder: Path, *, but: str) -> set[str]:
    """List the ids that files name, those inside `AT-20 to AT-31` included."""
    found: set[str] = set()
    for path in folder.glob("*.py"):
        if path.name == but:
            continue
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"AT-\d+", text))
        for first, last in re.findall(r"AT-(\d+) to AT-(\d+)", text):
            found.update(f"AT-{number:02d}" for number in range(int(first), int(last) + 1))
    return found


def test_every_rule_has_one_sentence_in_our_words() -> None:
    assert [id_ for id_ in SYSTEM.rules if not id_.startswith("AT-R")] == IDS
    assert all(text.endswith(".") for text in SYSTEM.rules.values())


@pytest.mark.parametrize("id_", IDS)
def test_every_rule_is_named_by_the_code_that_carries_it_out_and_by_a_test(id_: str) -> None:
    assert id_ in named_in(CODE, but="rulebook.py")
    assert id_ in named_in(Path(__file__).parent, but="test_rulebook.py")


def test_no_rule_is_named_that_there_is_not() -> None:
    known = set(SYSTEM.rules)
    texts = [path.read_text(encoding="utf-8") for path in CODE.glob("*.py")]
    assert {id_ for text in texts for id_ in re.findall(r"AT-R?\d+", text)} <= known


def test_every_ruling_is_shown_as_one() -> None:
    rulings = [text for id_, text in SYSTEM.rules.items() if id_.startswith("AT-R")]
    assert len(rulings) >= 26
    assert all(text.startswith("House ruling: ") for text in rulings)
