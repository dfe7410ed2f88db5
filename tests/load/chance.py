"""Somebody who plays by chance: commands as a table gives them, for long logs and heavy evenings.

What it asks for is mostly legal, and never clever. Some of it is refused, as at any table.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.system import Action, Parameter
from rules.map.grid import Footprint, footprint_cells, has_cells

_UNDO, _END_TURN, _MOVE = 0.02, 0.15, 0.3  # sums: what remains are actions
_RELIEF, _AIMED = 0.1, 0.7


class Faces:
    """Dice of their own, always the same for a seed."""

    def __init__(self, seed: object) -> None:
        self._dice = random.Random(str(seed))

    def face(self, who: str, purpose: str, sides: int) -> int:
        return self._dice.randint(1, sides)


def next_command(battle: Battle, dice: random.Random) -> dict[str, Any]:
    """Choose what to ask for next, as JSON: an answer to what is asked, or something for whose turn it is."""
    state = battle.state
    if state.prompt is not None:
        if battle.is_stuck:
            return {"do": "undo"}
        offer = dice.choice(state.prompt.offers)
        if state.prompt.dice:
            return {"actor": state.prompt.to, "answer": "roll"}
        answer: dict[str, Any] = {"actor": state.prompt.to, "answer": offer.id}
        if offer.ways:
            answer["with"] = dice.choice(offer.ways).id
        if offer.places:
            answer["to"] = as_json(dice.choice(offer.places))
        return answer
    if not state.running:
        return {"do": "begin"}
    down = [c for c in state.combatants.values() if battle.system.is_down(c)]
    if down and dice.random() < _RELIEF * len(down):
        one = dice.choice(down)  # on their feet again, or nobody would be left to fight for long
        return {"do": "gm-set", "target": one.id, "state": battle.system.starting_state(one.sheet).as_json()}
    who = state.active
    if who is None:
        return _for_the_table(battle, dice) or {
            "do": "end-turn",
            "actor": dice.choice(list(state.combatants)),
        }
    roll = dice.random()
    if roll < _UNDO and battle.can_undo:
        return dice.choice(({"do": "undo"}, {"do": "undo", "of": "turn"}))
    if roll < _UNDO * 2 and battle.can_redo:
        return {"do": "redo"}
    if roll < _END_TURN:
        return {"do": "end-turn", "actor": who}
    if roll < _MOVE:
        try:
            places = list(battle.now.reach(who).costs)
        except Refusal:
            places = []
        if places:
            return {"do": "move", "actor": who, "to": as_json(dice.choice(places))}
    return _action(battle, who, dice)


def _for_the_table(battle: Battle, dice: random.Random) -> dict[str, Any] | None:
    view = BattleView(battle.state)
    found = [
        a
        for a in battle.system.actions
        if a.of_table and a.switched(view) is None and battle.now.check(Command(do=a.id)) is None
    ]
    found = [a for a in found if a.id != battle.system.ends_by] or found
    return {"do": dice.choice(found).id} if found else None


def _action(battle: Battle, who: str, dice: random.Random) -> dict[str, Any]:
    view, actor = BattleView(battle.state), battle.state.combatants[who]
    listed = [action for action in battle.system.actions if action.listed and not action.of_table]
    dice.shuffle(listed)
    if dice.random() < _AIMED:
        listed.sort(key=lambda action: not action.aimed)
    for action in listed:
        for fixed, _ in action.ways(view, actor):
            if battle.now.check(Command(do=action.id, actor=who, params=dict(fixed))) is None:
                return {"do": action.id, "actor": who, **filled(view, action, actor, fixed, dice)}
    return {"do": "end-turn", "actor": who}


def filled(
    view: BattleView, action: Action, actor: Combatant, fixed: Mapping[str, str], dice: random.Random
) -> dict[str, Any]:
    said: dict[str, Any] = dict(fixed)
    for parameter in action.parameters:
        if parameter.id not in said and not (parameter.optional and dice.random() < 0.7):
            value = _value(view, parameter, actor, dice)
            if value is not None:
                said[parameter.id] = value
    if action.is_aimed(view, Command(do=action.id, actor=actor.id, params=said)):
        people = [c for c in view.state.combatants.values() if c.side != actor.side] or [actor]
        if action.is_laid(view, Command(do=action.id, actor=actor.id, params=said)):
            said.setdefault("at", _cell(view, dice.choice(people)))
            said.pop("target", None)
        else:
            said.setdefault("target", dice.choice(people).id)
    return said


def _value(view: BattleView, parameter: Parameter, actor: Combatant, dice: random.Random) -> Any:
    everybody = list(view.state.combatants)
    if parameter.choices is not None:
        choices = parameter.choices(view, actor)
        return dice.choice(choices).id if choices else None
    match parameter.kind:
        case "combatant":
            return dice.choice([who for who in everybody if who != actor.id] or everybody)
        case "combatants":
            return dice.sample(everybody, dice.randint(0, min(2, len(everybody))))
        case "number":
            return dice.randint(parameter.low, max(parameter.low, parameter.high))
        case "flag":
            return dice.random() < 0.5
        case "cell":
            return _cell(view, view.state.combatants[dice.choice(everybody)])
    return None


def _cell(view: BattleView, near: Combatant) -> Any:
    battle_map = view.state.map
    if battle_map is None or near.at is None or not has_cells(battle_map.grid):
        return as_json(near.at)
    return list(next(iter(footprint_cells(battle_map.grid, Footprint(near.at, near.size)))))


def as_json(place: Any) -> Any:
    """Write a place as a command has it."""
    return list(place) if isinstance(place, tuple) else place


def play(battle: Battle, events: int, seed: int = 1) -> Iterator[tuple[Command, tuple[Any, ...]]]:
    """Play by chance until the log holds so many events; give what went through, with its events."""
    dice, kept = random.Random(seed), sum(len(entry.events) for entry in battle.entries)
    number = 0
    while kept < events:
        number += 1
        data = next_command(battle, dice)
        command = Command.parse({**data, "id": f"by-chance-{number}"}, by="gm")
        try:
            told = battle.handle(command, Faces(f"{seed}:{kept}"))
        except Refusal:
            continue
        kept += len(told)
        yield command, told
