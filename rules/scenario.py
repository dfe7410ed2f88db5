"""Play scenario files with given dice: `python -m rules.scenario FILE...` (rules/README.md, Scenario files).

Prints one JSON object a line, a file each. Exit status 0 when everything expected held, 1 when something did
not, 2 when a file is not a valid scenario.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.engine.battle import Battle
from rules.engine.battle_events import Rolled
from rules.engine.command import Command
from rules.engine.declared.cards import CARDS
from rules.engine.events import Event, event_as_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Prompt
from rules.engine.system import find_system
from rules.engine.text import in_full, text
from rules.scenario_file import Query, Scenario, ScenarioError, Step, parse_scenario
from rules.scenario_queries import answer_query
from rules.systems import load_systems

TOLERANCE = 1e-6
"""How far two numbers may lie apart and still be equal."""
MISSING = "(missing)"
"""What came where nothing did."""


@dataclass(slots=True)
class GivenDice:
    """The faces of a scenario: a queue for each roll, used from the left."""

    queues: Mapping[str, Sequence[int]]
    used: Counter[str] = field(default_factory=Counter)

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face. Raises `Refusal` `dice-exhausted`, or `ScenarioError` if the die lacks it."""
        key = f"{who}.{purpose}"
        queue, at = self.queues.get(key, ()), self.used[key]
        if at >= len(queue):
            raise Refusal("dice-exhausted", text("There is no face left for {key}.", key=key))
        if queue[at] > sides:
            raise ScenarioError(f"dice.{key}[{at}]: a d{sides} cannot show {queue[at]}")
        self.used[key] += 1
        return queue[at]


def dice_of(scenario: Scenario) -> GivenDice:
    """Give a scenario's dice at its beginning; its cards are the queue of the rolls that draw them."""
    return GivenDice({**scenario.dice, CARDS: (*scenario.dice.get(CARDS, ()), *scenario.cards)})


@dataclass(slots=True)
class Report:
    """What came of a scenario, in the order in which it is printed."""

    id: str
    failures: list[dict[str, Any]] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Give the object that is printed."""
        return {"id": self.id, "ok": not self.failures, "failures": self.failures, "steps": self.steps}

    def fail(self, step: Step, what: str, expected: Any, came: Any) -> None:
        """Write down what did not hold."""
        self.failures.append({"step": step.number, "what": what, "expected": expected, "came": came})

    def compare(self, step: Step, what: str, expected: Any, came: Any, tolerance: float = TOLERANCE) -> None:
        """Write down everything in which what came is not what was expected."""
        for where, wanted, found in differences(expected, came, what, tolerance):
            self.fail(step, where, wanted, found)


def play(scenario: Scenario) -> Report:
    """Play a scenario to its end, or to the first roll that it has no dice for and did not expect to miss.

    Raises:
        ScenarioError: if its system, its map, a combatant or a face turns out not to be valid.
    """
    report = Report(scenario.id)
    dice = dice_of(scenario)
    battle = _set_up(scenario, dice)
    for step in scenario.steps:
        if isinstance(step.ask, Query):
            _ask(battle, step, step.ask, report)
        elif not _command(battle, step, step.ask, dice, report):
            break
    return report


def _set_up(scenario: Scenario, dice: GivenDice) -> Battle:
    try:
        battle = Battle(scenario.system)
        if scenario.map is not None:
            battle.handle(Command(do="set-map", params={"map": scenario.map}), dice)
        if scenario.combatants:
            add = Command(do="add", params={"combatants": list(scenario.combatants)})
            battle.handle(add, dice)
    except Refusal as refusal:
        key = {"unknown-system": "system", "bad-map": "map"}.get(refusal.code, "combatants")
        raise ScenarioError(f"{key}: {refusal.code}: {refusal.message}") from None
    return battle


def _command(battle: Battle, step: Step, command: Command, dice: GivenDice, report: Report) -> bool:
    """Play one step; say whether the scenario goes on."""
    expected = step.expect.get("error")
    before, used = battle.state, dice.used.copy()
    events: Sequence[Event] = ()
    refused: Refusal | None = None
    try:
        events = battle.handle(command, dice)[1:]
    except Refusal as refusal:
        refused, dice.used = refusal, used
        if battle.state != before:
            report.fail(step, "state", "nothing changed by what is refused", "a change")
    came = None if refused is None else refused.code
    if came != expected:
        report.fail(step, "error", expected, came if refused is None else _refusal(refused))
    _compare(report, step, battle.state, events)
    report.steps.append(_told(step, battle.state, events, refused))
    return came != "dice-exhausted" or came == expected


def _compare(report: Report, step: Step, state: BattleState, events: Sequence[Event]) -> None:
    expect = step.expect
    if "rolls" in expect:
        report.compare(step, "rolls", expect["rolls"], _rolls(events))
    if "state" in expect:
        report.compare(step, "state", expect["state"], _states(state))
    for what, came in (
        ("order", list(state.order)),
        ("active", state.active),
        ("clock", dict(state.clock)),
        ("prompt", _prompt(state.prompt)),
    ):
        if what in expect:
            report.compare(step, what, expect[what], came)
    if "events" in expect:
        names = find_system(state.system).event_names
        kinds = [names.get(event.kind, event.kind) for event in events]
        rest = iter(kinds)
        if not all(names.get(kind, kind) in rest for kind in expect["events"]):
            report.fail(step, "events", expect["events"], kinds)


def _ask(battle: Battle, step: Step, query: Query, report: Report) -> None:
    """Ask one step's query and compare the answer."""
    told: dict[str, Any] = {"step": step.number, **step.said}
    report.steps.append(told)
    try:
        answer = answer_query(battle, query)
    except Refusal as refusal:
        answer = {"error": refusal.code}
        told["error"] = _refusal(refusal)
    else:
        told["answer"] = answer
    expected = dict(step.expect)
    tolerance = expected.pop("tolerance", TOLERANCE)
    for cell in expected.pop("not_reached", ()):
        if cell in answer.get("cost", ()):
            report.fail(step, f"{query.kind}.not_reached", cell, answer["cost"][cell])
    for part in ("sees", "not_sees", "catches", "not_catches"):  # whom it names, among others maybe
        for who in expected.pop(part, ()):
            if who not in answer.get(part, ()):
                report.fail(step, f"{query.kind}.{part}", who, answer.get(part, MISSING))
    if "area" in expected and "area" in answer:
        least, most = expected.pop("area")
        if answer["area"] is None or not least - tolerance <= answer["area"] <= most + tolerance:
            report.fail(step, f"{query.kind}.area", [least, most], answer["area"])
    report.compare(step, query.kind, expected, answer, tolerance)
    if "error" in answer and "error" not in expected:
        report.fail(step, f"{query.kind}.error", None, told["error"])


def differences(
    expected: Any, came: Any, where: str, tolerance: float = TOLERANCE
) -> list[tuple[str, Any, Any]]:
    """List where what came is not what was expected: the place, what was expected, what came.

    Objects are matched as subsets, lists whole, numbers within the tolerance.
    """
    if isinstance(expected, Mapping) and isinstance(came, Mapping):
        found = []
        for key, value in expected.items():
            found += differences(value, came.get(key, MISSING), f"{where}.{key}", tolerance)
        return found
    if isinstance(expected, list) and isinstance(came, list | tuple) and len(expected) == len(came):
        pairs = enumerate(zip(expected, came, strict=True))
        inside = [d for i, (one, other) in pairs for d in differences(one, other, f"{where}[{i}]", tolerance)]
        return [(where, expected, came)] if inside else []
    if _is_number(expected) and _is_number(came):
        return [] if abs(expected - came) <= tolerance else [(where, expected, came)]
    same = expected == came and isinstance(expected, bool) == isinstance(came, bool)
    return [] if same else [(where, expected, came)]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _told(step: Step, state: BattleState, events: Sequence[Event], refused: Refusal | None) -> dict[str, Any]:
    """Tell a rule author what happened in a step."""
    told: dict[str, Any] = {"step": step.number, **step.said}
    if refused is not None:
        return {**told, "error": _refusal(refused)}
    return {
        **told,
        "rolls": _rolls(events),
        "events": [{"kind": event.kind, **event_as_json(event)} for event in events],
        "prompt": _prompt(state.prompt),
        "active": state.active,
        "clock": dict(state.clock),
    }


def _refusal(refusal: Refusal) -> dict[str, Any]:
    return {"code": refusal.code, "message": refusal.message, "rule": refusal.rule}


def _rolls(events: Sequence[Event]) -> dict[str, Any]:
    """Give the last roll of each key."""
    return {f"{e.who}.{e.purpose}": e.as_result() for e in events if isinstance(e, Rolled)}


def _states(state: BattleState) -> dict[str, Any]:
    system = find_system(state.system)
    return {
        who.id: {
            "at": list(who.at) if isinstance(who.at, tuple) else who.at,
            "altitude": who.altitude,
            **who.state.as_json(),
            **system.sheets.derived_values(state, who.id),
        }
        for who in state.combatants.values()
    }


def _prompt(prompt: Prompt | None) -> dict[str, Any] | None:
    if prompt is None:
        return None
    return {
        "number": prompt.number,
        "to": prompt.to,
        "kind": prompt.purpose,
        "question": in_full(prompt.question),
        "choices": list(prompt.choices),
        "default": prompt.default,
        "about": prompt.about,
        "dice": prompt.dice,
        "options": {offer.id: [option.id for option in offer.options] for offer in prompt.offers},
    }


def _run_file(path: Path) -> tuple[int, dict[str, Any]]:
    """Play one file; give its exit status and what to print."""
    try:
        report = play(parse_scenario(path.read_bytes()))
    except (ScenarioError, OSError) as error:
        print(f"{path}: not a valid scenario: {error}", file=sys.stderr)
        invalid = Report(path.stem, [{"step": None, "what": "file", "expected": "valid", "came": str(error)}])
        return 2, invalid.as_json()
    return int(bool(report.failures)), report.as_json()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the files named on the command line, and give the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m rules.scenario", description="Play battles with given dice."
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a scenario (JSON)")
    load_systems()
    worst = 0
    for path in parser.parse_args(arguments).files:
        status, report = _run_file(path)
        worst = max(worst, status)
        print(json.dumps(report, ensure_ascii=False), flush=True)
    return worst


if __name__ == "__main__":
    sys.exit(main())
