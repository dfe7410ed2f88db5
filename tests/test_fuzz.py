"""Whatever is sent, opened or answered: no exception shown, no worker lost, no state changed by a refusal.

A moment of each; `python -m tests.load.endurance.fuzz` goes on for as long as one likes.
"""

import random
from collections.abc import Iterator

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzzing.commands import fuzz_commands, playable
from tests.fuzzing.files import fuzz_archive, fuzz_character, fuzz_map, fuzz_scenario, fuzz_sheet
from tests.fuzzing.web import fuzz_table, running

SYSTEMS = playable()
chance = st.integers(0, 2**32).map(random.Random)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with running(tmp_path_factory.mktemp("data")) as app:
        yield app


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=6)
@given(chance)
def test_any_command_is_refused_without_a_trace_or_told_again_alike(system: str, dice: random.Random) -> None:
    fuzz_commands(system, dice, steps=12)


@pytest.mark.parametrize("system", SYSTEMS)
@settings(max_examples=3)
@given(chance)
def test_any_message_is_answered_and_nothing_is_lost(system: str, app: Flask, dice: random.Random) -> None:
    fuzz_table(app, system, dice, steps=10)


@settings(max_examples=60)
@given(chance)
def test_any_scenario_file_is_played_or_is_none(dice: random.Random) -> None:
    fuzz_scenario(dice)


@settings(max_examples=60)
@given(chance)
def test_any_map_file_is_read_or_refused(dice: random.Random) -> None:
    fuzz_map(dice)


@settings(max_examples=60)
@given(chance)
def test_any_character_file_is_read_and_fit_to_fight_or_refused(dice: random.Random) -> None:
    fuzz_character(dice)


@settings(max_examples=25)
@given(chance)
def test_any_sheet_file_is_read_or_refused(dice: random.Random) -> None:
    fuzz_sheet(dice)


@settings(max_examples=12)
@given(chance)
def test_any_table_file_is_told_to_everybody_or_refused(dice: random.Random) -> None:
    fuzz_archive(dice)
