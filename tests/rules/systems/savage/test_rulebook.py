"""Every rule has its sentence, its place in the code and its test."""

import re
from pathlib import Path

import pytest

from rules.systems.savage import SYSTEM

RULES = [id_ for id_ in SYSTEM.rules if not id_.startswith("SW-R")]
ROOT = Path(__file__).parents[4]
CODE = ROOT / "rules" / "systems" / "savage"
BOOK = {"rulebook.py", "rulings.py", "test_rulebook.py"}
MANY = (159, 62)
"""How many rules and rulings there are."""


def named_in(folder: Path) -> set[str]:
    """List the ids that files name, those inside `SW-20 to SW-31` included."""
    found: set[str] = set()
    for path in folder.glob("*.py"):
        if path.name in BOOK:
            continue
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"SW-R?\d+", text))
        for first, last in re.findall(r"SW-(\d+) to SW-(\d+)", text):
            found.update(f"SW-{number:02d}" for number in range(int(first), int(last) + 1))
    return found


def test_every_rule_has_one_sentence_in_our_words() -> None:
    assert all(text.endswith(".") for text in SYSTEM.rules.values())
    assert (len(RULES), len(SYSTEM.rules) - len(RULES)) == MANY


@pytest.mark.parametrize("id_", RULES)
def test_every_rule_is_named_by_the_code_that_carries_it_out_and_by_a_test(id_: str) -> None:
    assert id_ in named_in(CODE)
    assert id_ in named_in(Path(__file__).parent)


def test_no_rule_is_named_that_there_is_not() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CODE.glob("*.py")]
    named = {id_ for text in texts for id_ in re.findall(r"SW-R?\d+", text)}
    assert named <= set(SYSTEM.rules)


def test_every_ruling_is_shown_as_one_and_the_boldest_first() -> None:
    """SW-R12 departs from the letter of the book."""
    rulings = {id_: text for id_, text in SYSTEM.rules.items() if id_.startswith("SW-R")}
    assert next(iter(rulings)) == "SW-R12"
    assert all(text.startswith("House ruling: ") for text in rulings.values())
