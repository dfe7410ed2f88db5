"""Every rule has its sentence, its place in the code and its test; and the systems' pages say so."""

import json
from pathlib import Path

import pytest

from rules.engine.system import System
from tests.rule_pages import (
    NOT_AT_HOME,
    ROOT,
    folder_of,
    homes,
    ids_named_in,
    own_systems,
    whole_page,
)
from webapp.views.help import is_ruling

EVERY_SYSTEM = pytest.mark.parametrize("system", own_systems(), ids=lambda system: system.id)


def prefix_of(system: System) -> str:
    """Give what the ids of a system begin with: `AT-`."""
    return next(iter(system.rules)).partition("-")[0] + "-"


def played(system: System) -> set[str]:
    """List the ids that a system's scenarios say they show."""
    files = [json.loads(path.read_bytes()) for path in (ROOT / "tests" / "scenarios").rglob("*.json")]
    return {id_ for file in files if file["system"] == system.id for id_ in file.get("rules", ())}


def named_in_tests(system: System) -> set[str]:
    """List the ids that a system's tests and scenarios name."""
    folder = Path(__file__).parent / system.id
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.py")]
    return {id_ for text in texts for id_ in ids_named_in(text)} | played(system)


@EVERY_SYSTEM
def test_every_rule_and_ruling_is_a_sentence_of_ours_under_one_prefix(system: System) -> None:
    assert all(text.endswith(".") for text in system.rules.values())
    assert all(id_.startswith(prefix_of(system)) for id_ in system.rules)
    rulings = [text for id_, text in system.rules.items() if is_ruling(id_)]
    assert rulings
    assert all(text.startswith("House ruling: ") for text in rulings)


@EVERY_SYSTEM
def test_every_ruling_has_its_reason(system: System) -> None:
    assert {id_ for id_ in system.rules if is_ruling(id_)} == system.reasons.keys()
    assert all(why[0].isupper() and why.endswith(".") for why in system.reasons.values())


@EVERY_SYSTEM
def test_every_rule_is_named_by_the_code_that_carries_it_out_and_by_a_test(system: System) -> None:
    rules = {id_ for id_ in system.rules if not is_ruling(id_)}
    assert not rules - homes(folder_of(system)).keys()
    assert not rules - named_in_tests(system)


@EVERY_SYSTEM
def test_no_rule_is_named_that_there_is_not(system: System) -> None:
    """A span such as `GU-602 to GU-606` may pass over numbers that are not used."""
    files = [path for path in folder_of(system).rglob("*.py") if path.name not in NOT_AT_HOME]
    named = {id_ for path in files for id_ in ids_named_in(path.read_text(encoding="utf-8"), spans=False)}
    assert {id_ for id_ in named if id_.startswith(prefix_of(system))} <= system.rules.keys()
    assert played(system) <= system.rules.keys()


@EVERY_SYSTEM
def test_actions_name_rules_that_there_are(system: System) -> None:
    assert {action.rule for action in system.actions} <= system.rules.keys()
    assert len({action.id for action in system.actions}) == len(system.actions)


@EVERY_SYSTEM
def test_the_page_of_a_system_says_what_the_code_says(system: System) -> None:
    """`python -m tests.rule_pages` writes it anew."""
    page = (folder_of(system) / "README.md").read_text(encoding="utf-8")
    assert page == whole_page(system)
