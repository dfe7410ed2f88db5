"""Whoever is named in a panel is named by a reference that was resolved for its reader, in every system."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from flask import Flask

from rules.engine.command import Command
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import find_system
from rules.engine.text import Ref, Text
from tests.playing.fight import Fight
from tests.playing.hand import Hand
from webapp.panels.aim import aim_view, default_aim
from webapp.panels.page_frame import Frame
from webapp.panels.presenter import table_view
from webapp.panels.selected import selected_view

STEPS = 6
NAMES = {"Ann", "Bob", "Cat", "Dan"}
_NAMED = {
    *("name", "active_name", "next_name", "actor_name", "target_name", "about", "provokes", "along", "wards")
}
"""Fields that hold names, which templates put on the page as they are."""
_NOT_SHOWN = {"deeds", "heavy"}


def strange(shown: Any, at: str, knows: frozenset[str], within: str = "") -> Iterator[str]:
    """Find labels that are bare names, and references to somebody known that nobody has resolved."""
    if isinstance(shown, Ref):
        if shown.id in knows:
            yield f"{at}: {within}"
    elif isinstance(shown, Text):
        for _, gap in shown.gaps:
            if isinstance(gap, Ref | Text):
                yield from strange(gap, at, knows, shown.template)
    elif isinstance(shown, Refusal):
        yield from strange(shown.text, at, knows)
    elif isinstance(shown, tuple):
        for part in shown:
            yield from strange(part, at, knows)
    elif is_dataclass(shown):
        for field in fields(shown):
            if field.name not in _NAMED | _NOT_SHOWN:
                yield from strange(getattr(shown, field.name), f"{at}.{field.name}", knows)
    elif isinstance(shown, str) and shown in NAMES:
        yield f"{at}: {shown}"


def views(fight: Fight, hand: Hand) -> Iterator[tuple[str, Any]]:
    """Give what one page shows: the table, a card of each, and an aim."""
    battle, stream, frame = fight.host.battle, hand.stream, Frame(table_id="", table_name="", role="gm")
    yield "table", table_view(battle, hand.viewer, frame, stream)
    active = battle.state.active
    for who in sorted(stream.now):
        yield "card", selected_view(battle, stream, frame, who, {})
    for target in sorted(stream.now - {active})[:1] if active in stream.now else ():
        said = default_aim(battle, stream, active, target)
        if said is not None:
            yield "aim", aim_view(battle, stream, frame, Command.parse(said))


SYSTEMS = ("atomic", "gurps", "phases", "savage", "tesseris")


@pytest.mark.parametrize("system", SYSTEMS)
def test_panels_name_people_by_references_that_are_resolved(app: Flask, system: str) -> None:
    found: set[str] = set()
    with app.app_context():
        fight = Fight(app, system, 1)
        for _ in range(STEPS):
            fight.step()
            for hand in (fight.gm, fight.player):
                for at, view in views(fight, hand):
                    found |= set(strange(view, at, hand.stream.now))
    assert not found, sorted(found)


def offered(state: BattleState) -> Iterator[tuple[str, Any]]:
    """Give what the rules themselves say of a battle before anybody's page does: choices, states, areas."""
    system, view = find_system(state.system), BattleView(state)
    position = Position(system, state)
    for who, actor in state.combatants.items():
        for need in system.begin_needs(state):
            if need.choices is not None:
                yield "begin", _labels(need.choices(view, actor))
        yield "controls", system.looks.controls(state, who)
        yield "held", tuple(area.words for area in system.map.held_areas(state, who))
        yield "turn", system.why_out(actor)
        for action in system.actions:
            command = Command(do=action.id, actor=who)
            for parameter in (*action.parameters, *action.options(view, command)):
                if parameter.choices is not None:
                    yield action.id, _labels(parameter.choices(view, actor))
            for target in state.combatants:
                aimed = Command(do=action.id, actor=who, params={action.aimed_key: target})
                yield action.id, action.overridable_facts(view, aimed)
                refusal = position.check(aimed)
                yield action.id, () if refusal is None else refusal.text


def _labels(choices: Any) -> tuple[Any, ...]:
    return tuple(choice.label for choice in choices)


def bare(said: Any, at: str) -> Iterator[str]:
    """Find names that stand as plain strings where a reference belongs."""
    if isinstance(said, Text):
        for _, gap in said.gaps:
            yield from bare(gap, f"{at}: {said.template}")
    elif isinstance(said, tuple):
        for part in said:
            yield from bare(part, at)
    elif is_dataclass(said) and not isinstance(said, Ref):
        for field in fields(said):
            yield from bare(getattr(said, field.name), f"{at}.{field.name}")
    elif isinstance(said, str) and NAMES & set(re.findall(r"\w+", said)):
        yield f"{at}: {said}"


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_rules_name_people_by_references_alone(app: Flask, system: str) -> None:
    found: set[str] = set()
    with app.app_context():
        fight = Fight(app, system, 1)
        for _ in range(STEPS):
            for at, said in offered(fight.host.battle.state):
                found |= set(bare(said, at))
            fight.step()
    assert not found, sorted(found)
