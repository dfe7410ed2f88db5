"""What a command or an answer may say: on itself, among its options, among its facts."""

import re
from pathlib import Path
from typing import Any

import pytest

from rules.systems import tesseris
from rules.systems.tesseris.attack.options import spread
from tests.rules.kit import command
from tests.rules.systems.tesseris.fights import OPEN, Fight, hero, raider

BY_KEY = re.compile(r"command\.(text|number|measure|table|place|places)\(|\.(params|extra)(\[|\.get\()")


def test_nothing_is_read_by_key_of_a_command_or_an_answer() -> None:
    sources = Path(tesseris.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if BY_KEY.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    ("do", "options"),
    [
        ("charm", {"harmful": "maybe"}),
        ("melee-strike", {"mayhem": "two"}),
        ("melee-strike", {"mayhem": -1}),
        ("charge", {"to": [1, 2, 3]}),
        ("charge", {"moved": "far"}),
        ("manipulate", {"action": ["go", "home"]}),
        ("melee-strike", {"target-2": 3}),
        ("bribe", {"effect": 7}),
    ],
)
def test_what_does_not_fit_among_the_options_is_refused_before_anything_is_rolled(
    do: str, options: dict[str, Any]
) -> None:
    fight = Fight(hero("dee"), raider("bob", state={"conditions": {"enthralled": {"by": "dee"}}}))
    assert fight.refuses(do, "dee", target="bob", options=options) == "bad-command"


def test_a_command_without_options_is_read_as_it_is() -> None:
    said = command("melee-strike", "dee", target="bob", facts={"distance": 1})
    assert spread(said) is said


def test_what_is_said_on_the_step_itself_wins_over_its_facts_and_its_options() -> None:
    """TS-123"""
    said = spread(
        command(
            "disabling-shot",
            "ann",
            location="legs",
            facts={"location": "arms", "distance": 10},
            options={"location": "torso", "mayhem": {"number": 2}},
        )
    )
    assert said.params["facts"] == {"location": "legs", "distance": 10}
    assert (said.params["location"], said.params["mayhem"]) == ("legs", 2)
    assert spread(said) is said


def test_null_is_as_the_map_says_but_for_cover_of_which_there_is_none() -> None:
    """TS-067, TS-147"""
    wall = {"id": "w", "from": [4, 2], "to": [4, 5], "kind": "low", "material": "stone"}
    fight = Fight(hero("ann", at=[3, 3]), raider("bob", at=[8, 3]), map={**OPEN, "walls": [wall]})
    assert fight.refuses("take-cover", "ann", facts={"cover_available": None}) == "no-cover"
    fight.do("take-cover", "ann", facts={"distance": None})
    assert fight.state("ann").cover.material == "stone"


def test_who_steps_after_somebody_pays_as_is_known() -> None:
    """TS-063, TS-162"""
    fight = Fight(hero("ann", at=[3, 3]), raider("bob", at=[4, 3]), map=OPEN)
    fight.do("quick-step", "ann", to=[2, 3])
    assert fight.refuses("answer", "bob", answer="follow-step", pay="gold") == "bad-answer"
    fight.answer("bob", "follow-step", pay="ticks")
    assert (fight.at("bob"), fight.state("bob").free_reaction) == ((3, 3), True)
