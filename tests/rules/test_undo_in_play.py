"""Undo of anything, in every system: played scenarios are taken back to random lines, and put back.

Whatever a fight changes (places, movement, wounds, ammunition, cards, the order, questions) is part of the
state that is compared, whole, on the live battle and on one that was loaded from its log.
"""

from dataclasses import fields
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import event_as_json, event_from_json
from rules.engine.history.log import UNDOING
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.scenario import dice_of
from rules.scenario_file import Scenario, parse_scenario
from rules.systems import load_systems

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.json"))
CHANGED = {
    "atomic": {"at", "prompt", "wounds", "allowances", "ready"},
    "gurps": {"prompt", "hp", "moved", "ammo", "stunned", "parries"},
    "phases": {"trauma", "ammo", "action", "stunned"},
    "savage": {"prompt", "wounds", "bennies", "card", "held", "shaken", "moved"},
    "tesseris": {"at", "prompt", "stamina", "ammo", "ticks", "conditions", "moved"},
}
"""For each system, some of what its fights change: places, wounds, ammunition, cards, what is left to do."""
LINES = 4
"""How many lines of each fight are gone back to."""


class NoDice:
    """Going back throws none."""

    def face(self, who: str, purpose: str, sides: int) -> int:
        raise AssertionError(f"going back rolled for {purpose!r}")


@cache
def scenarios(system: str) -> list[Scenario]:
    load_systems()
    found = [parse_scenario(path.read_bytes()) for path in FILES]
    return [scenario for scenario in found if scenario.system == system]


def played(scenario: Scenario) -> tuple[Battle, dict[str, BattleState]]:
    """Play a scenario, and give the state on which each command was given."""
    battle, dice, before = Battle(scenario.system), dice_of(scenario), {}
    commands = [Command(do="add", params={"combatants": list(scenario.combatants)})]
    if scenario.map is not None:
        commands.insert(0, Command(do="set-map", params={"map": scenario.map}))
    commands += [step.ask for step in scenario.steps if isinstance(step.ask, Command)]
    for command in commands:
        state = battle.state
        try:
            events = battle.handle(command, dice)
        except Refusal:
            continue
        before[events[0].id] = state  # type: ignore[attr-defined]
    return battle, before


def loaded(battle: Battle) -> Battle:
    kinds = battle.system.event_kinds()
    events = [event for entry in battle.entries for event in entry.events]
    written = [(event.kind, event_as_json(event)) for event in events]
    return Battle.load(battle.system.id, [event_from_json(kinds, kind, data) for kind, data in written])


def parts_that_differ(one: BattleState, other: BattleState) -> set[str]:
    """Name the parts of the battle, and of its combatants and their states, that are not the same."""
    found = {f.name for f in fields(one) if getattr(one, f.name) != getattr(other, f.name)}
    for who in one.combatants.keys() & other.combatants.keys():
        a, b = one.combatants[who], other.combatants[who]
        found |= {f.name for f in fields(a) if getattr(a, f.name) != getattr(b, f.name)}
        found |= {f.name for f in fields(a.state) if getattr(a.state, f.name) != getattr(b.state, f.name)}
    return found


@pytest.mark.parametrize("system", CHANGED)
def test_going_back_to_any_line_brings_all_of_that_moment_back_after_a_restart_too(system: str) -> None:
    differed = set[str]()
    for scenario in scenarios(system):
        chance = Random(scenario.id)  # so that another scenario changes nothing about this one
        battle, before = played(scenario)
        end, lines = battle.state, battle.log.live[battle.log.laid_out :]
        for line in chance.sample(lines, min(LINES, len(lines))):
            going = loaded(battle) if chance.random() < 0.5 else battle
            going.handle(Command(do="undo", params={"to": line.command.id}), NoDice())
            assert going.state == before[line.command.id], (scenario.id, line.command.id)
            assert not going.is_stuck
            again = loaded(going)
            assert (again.state, again.is_stuck) == (going.state, False)
            differed |= parts_that_differ(going.state, end)
            going.handle(Command(do="redo"), NoDice())
            assert going.state == end, (scenario.id, line.command.id)
            assert not going.is_stuck
    assert differed >= {"order", "active", "clock", *CHANGED[system]}, "what was brought back is not little"


@pytest.mark.parametrize("system", CHANGED)
def test_taking_back_one_thing_after_the_other_leads_to_the_start_and_redo_to_the_end(system: str) -> None:
    for scenario in scenarios(system)[::3]:
        battle, before = played(scenario)
        end = battle.state
        if any(entry.command.do in UNDOING for entry in battle.entries):
            continue  # what it takes back itself could be put back on top
        count = 0
        while battle.can_undo:
            first = battle.handle(Command(do="undo"), NoDice())[-1].commands[-1]  # type: ignore[attr-defined]
            assert battle.state == before[first], (scenario.id, first)
            count += 1
        for _ in range(count):
            battle.handle(Command(do="redo"), NoDice())
        assert battle.state == end, scenario.id
