"""How a house rule is proved: the same short fight with the same dice, by the book and by the house rule.

Each system's `house_proofs` has a proof for each rule that can be switched off and each table: a new one
without a proof, or one that changes nothing, fails the test.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import event_as_json
from rules.engine.house.house import NumberTable, Switch
from rules.engine.refusal import Refusal
from rules.engine.system import System

Step = Mapping[str, Any]


class Faces:
    """Faces by `who.purpose` or by purpose alone, used from the left; then the middle of each die."""

    def __init__(self, given: Mapping[str, Sequence[int]]) -> None:
        self.given, self.used = given, Counter[str]()

    def face(self, who: str, purpose: str, sides: int) -> int:
        key = f"{who}.{purpose}" if f"{who}.{purpose}" in self.given else purpose
        queue = self.given.get(key, ())
        at = self.used[key]
        self.used[key] += 1
        return min(queue[at], sides) if at < len(queue) else (sides + 1) // 2


@dataclass(frozen=True, kw_only=True)
class Proof:
    """A short fight in which a rule or a number matters.

    Attributes:
        people: what `add` is given, an object each.
        steps: commands; one with `answer` answers the open question, whoever is asked, and `end-turn` ends
            whosever turn it is.
        cells: for a table, the cells that matter here with what they become; others are not tried.
        looks: whose sheet's figures and numbers belong to what came out.
    """

    people: Sequence[Mapping[str, Any]]
    steps: Sequence[Step] = ()
    dice: Mapping[str, Sequence[int]] = field(default_factory=dict)
    map: Mapping[str, Any] | None = None
    cells: Mapping[str, int] = field(default_factory=dict)
    looks: str = ""


def change_of(thing: Switch | NumberTable, proof: Proof) -> dict[str, Any]:
    """Give the change that a proof is about: the rule off, or its numbers moved."""
    if isinstance(thing, Switch):
        return {"part": "rules", "id": thing.rule, "to": False}
    cells = proof.cells or {
        cell: thing.high if usual != thing.high else thing.low for cell, usual in thing.items()
    }
    return {"part": "tables", "id": thing.id, "to": dict(cells)}


def came_of(system: System, proof: Proof, change: Mapping[str, Any] | None) -> tuple[list[Any], Battle]:
    """Play a proof, and give all that came of it: events as JSON, refusals, figures, chances."""
    battle, faces = Battle(system.id), Faces(proof.dice)
    if proof.map is not None:
        battle.handle(Command(do="set-map", params={"map": proof.map}), faces)
    if change is not None:
        battle.handle(Command(do="set-house", params={"changes": [change]}), faces)
    battle.handle(Command(do="add", params={"combatants": [dict(one) for one in proof.people]}), faces)
    came: list[Any] = []
    for step in proof.steps:
        said = dict(step)
        if "answer" in said and "actor" not in said:
            said["actor"] = battle.state.prompt.to if battle.state.prompt else None
        if said.get("do") == "end-turn" and "actor" not in said:
            said["actor"] = battle.state.active
        try:
            told = battle.handle(Command.parse(said), faces)[1:]
        except Refusal as refusal:
            came.append((refusal.code, refusal.message, refusal.rule))
        else:
            came += [(event.kind, event_as_json(event)) for event in told]
    if proof.looks:
        one = battle.state.combatants[proof.looks]
        came += [
            system.looks.numbers(one),
            system.looks.sections(one),
            system.looks.marks(one),
            system.looks.sheet_page(one),
        ]
        came += [system.looks.gauges(one), system.sheets.derived_values(battle.state, one.id)]
    return came, battle
