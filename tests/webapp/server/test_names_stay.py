"""No name of anybody is changed or translated in what the rules say, whatever it is and in no language."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.events import Event
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.system import find_system
from rules.engine.text import Ref, Text, Words, in_words, resolved
from rules.scenario import dice_of
from rules.scenario_file import parse_scenario
from rules.systems import load_systems
from webapp.server.catalogue import LANGUAGES, Templates, read_catalogue

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")
Said = tuple[tuple[Event, BattleState], ...]


@cache
def told(system: str) -> tuple[Said, tuple[Text, ...]]:
    """Play every scenario of a system: give its events with the states after them, and its refusals."""
    load_systems()
    events: list[tuple[Event, BattleState]] = []
    refusals: list[Text] = []
    for path in sorted(SCENARIOS.glob(f"{system}-*.json")):
        scenario = parse_scenario(path.read_bytes())
        dice, battle = dice_of(scenario), Battle(system)
        steps = [step.ask for step in scenario.steps if isinstance(step.ask, Command)]
        if scenario.map is not None:
            steps.insert(0, Command(do="set-map", params={"map": scenario.map}))
        at = 1 if scenario.map is not None else 0
        steps.insert(at, Command(do="add", params={"combatants": list(scenario.combatants)}))
        for step in steps:
            try:
                battle.handle(step, dice)
            except Refusal as refusal:
                if isinstance(refusal.text, Text):
                    refusals.append(refusal.text)
        events += [(event, after) for _, event, _, after in battle.story()]
    return tuple(events), tuple(refusals)


def renamed(state: BattleState, names: list[str]) -> BattleState:
    """Call everybody of a battle otherwise, in order."""
    people = {
        one.id: replace(one, name=names[at % len(names)]) for at, one in enumerate(state.combatants.values())
    }
    return replace(state, combatants=people)


def named(words: Words, names: list[str]) -> Words:
    """Put other names in the references of a text, the same for the same id."""
    if not isinstance(words, Text):
        return words
    ids: list[str] = []

    def again(text: Text) -> Text:
        gaps = []
        for gap, filling in text.gaps:
            if isinstance(filling, Ref):
                if filling.id not in ids:
                    ids.append(filling.id)
                filling = replace(filling, name=names[ids.index(filling.id) % len(names)])
            gaps.append((gap, again(filling) if isinstance(filling, Text) else filling))
        return replace(text, gaps=tuple(gaps))

    return again(words)


def lines(system: str, names: list[str]) -> Iterator[Words]:
    """Give all that a system says of its scenarios, of people who go by other names."""
    events, refusals = told(system)
    speaker = find_system(system)
    for event, state in events:
        if isinstance(event, Rolled):
            continue
        line = speaker.looks.describe(event, renamed(state, names))
        if line is not None:
            yield line.text
            yield from (line.big,) if line.big else ()
            for figure in line.figures:
                yield from (figure.label, figure.value)
    for refusal in refusals:
        yield named(refusal, names)


def in_language(words: Words, language: str) -> str:
    return in_words(resolved(words) if isinstance(words, Text) else words, Templates(language))


@cache
def words_of_catalogues() -> tuple[str, ...]:
    found = [
        "Rope",
        "Sword",
        "<b>x</b>",
        "Kit has a picture now.",
        "{who}",
        "somebody",
        "rope",
        "1 wound",
        "x",
    ]
    for message in read_catalogue("de", "told"):
        if isinstance(message.id, str) and message.id:
            found += [message.id, str(message.string)]
    return tuple(found)


MARKS = [f"⟦{number}⟧" for number in range(6)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", SYSTEMS)
@settings(deadline=None, max_examples=6)
@given(names=st.lists(st.sampled_from(words_of_catalogues()), min_size=6, max_size=6))
def test_no_name_is_changed_or_translated(system: str, language: str, names: list[str]) -> None:
    for marked, said in zip(lines(system, MARKS), lines(system, names), strict=True):
        expected = in_language(marked, language)
        for mark, name in zip(MARKS, names, strict=True):
            expected = expected.replace(mark, name)
        assert in_language(said, language) == expected


@pytest.mark.parametrize("system", SYSTEMS)
def test_whom_a_reader_may_not_know_is_named_by_no_line(system: str) -> None:
    said = list(lines(system, MARKS))
    assert any("⟦" in in_language(words, "en") for words in said)
    for words in said:
        assert "⟦" not in in_words(words, Templates("de"))


def test_every_system_has_its_scenarios() -> None:
    found = {json.loads(path.read_bytes())["system"] for path in SCENARIOS.glob("*.json")}
    assert set(SYSTEMS) <= found
