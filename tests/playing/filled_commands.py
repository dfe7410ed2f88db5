"""Commands filled in as pages fill them, in the states that a fight comes to, and what becomes of them.

Two things hold of every system: what is filled in and passes `check` passes `plan`; and what stands open on a
card, filled in from its own choices, is accepted.
"""

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.system import Action, Parameter
from tests.playing.fight import Fight
from tests.playing.hand import Hand
from webapp.table.authority import authorised


def filled_commands(battle: Battle, who: str, dice: Random) -> Iterator[Command]:
    """Fill in each action once by each of its buttons, whether it may be done now or not."""
    view, actor = BattleView(battle.state), battle.state.combatants[who]
    for action in battle.system.actions:
        if not action.of_table:
            for fixed, _ in action.ways(view, actor):
                yield _filled(view, action, actor, fixed, dice)


def _filled(
    view: BattleView, action: Action, actor: Combatant, fixed: Mapping[str, str], dice: Random
) -> Command:
    said: dict[str, Any] = dict(fixed)
    if action.is_aimed(view, Command(do=action.id, actor=actor.id, params=said)):
        return _aimed(view, action, actor, said, dice)
    for parameter in action.parameters:
        if parameter.id not in said and not (parameter.optional and dice.random() < 0.5):
            value = _value(view, parameter, actor, dice)
            if value is not None:
                said[parameter.id] = value
    return Command(do=action.id, actor=actor.id, params=said)


def _aimed(view: BattleView, action: Action, actor: Combatant, said: dict[str, Any], dice: Random) -> Command:
    """Tap somebody, or a place for an area, and choose some of what the panel offers."""
    if action.is_laid(view, Command(do=action.id, actor=actor.id, params=said)):
        said["at"] = _somewhere(view, dice)
    else:
        said.setdefault("target", dice.choice(list(view.state.combatants)))
    command = action.filled(view, Command(do=action.id, actor=actor.id, params=said))
    chosen = dict(command.table("options"))
    for option in action.options(view, command):
        value = _value(view, option, actor, dice) if dice.random() < 0.2 else None
        if value is not None:
            chosen[option.id] = value
    return Command(do=action.id, actor=actor.id, params={**command.params, "options": chosen})


def _value(view: BattleView, parameter: Parameter, actor: Combatant, dice: Random) -> Any:
    """Choose a value of a parameter as a page would offer it; None where it offers none."""
    if parameter.choices is not None:
        open_ = [choice.id for choice in parameter.choices(view, actor) if not choice.why_not]
        if not open_:
            return None
        return json.loads(dice.choice(open_)) if parameter.kind == "cell" else dice.choice(open_)
    match parameter.kind:
        case "combatant":
            return dice.choice(list(view.state.combatants))
        case "number":
            return dice.randint(parameter.low, parameter.high if parameter.high > parameter.low else 3)
        case "text":
            return "now"
        case "cell":
            return _somewhere(view, dice)
    return True


def _somewhere(view: BattleView, dice: Random) -> Any:
    place = dice.choice(list(view.state.combatants.values())).at
    if isinstance(place, tuple):
        return [max(0, place[0] + dice.randint(-2, 2)), max(0, place[1] + dice.randint(-2, 2))]
    return place


def passed_and_refused(battle: Battle, command: Command) -> str | None:
    """Say what `plan` refuses of a command that `check` lets pass."""
    if battle.now.check(command) is not None:
        return None
    try:
        battle.now.plan(command)
    except Refusal as refusal:
        return f"{battle.system.id}: {_written(command)}: {refusal.code}: {refusal.message}"
    return None


def offered_and_refused(hand: Hand, who: str) -> Iterator[str]:
    """Fill in each button that stands open on a card; say what is refused of it."""
    battle = hand.battle
    for entry in hand.buttons(who):
        try:
            said = hand.fill(who, entry)
            if said is not None:
                battle.now.plan(authorised(hand.host, said, hand.visitor))
        except Refusal as refusal:
            yield f"{battle.system.id}: {entry.do} {dict(entry.fixed)}: {refusal.code}: {refusal.message}"


def _written(command: Command) -> str:
    return json.dumps({"do": command.do, "actor": command.actor, **command.params})


def faults_of(fight: Fight, presses: int, look_every: int) -> Iterator[str]:
    """Play so many presses, and try both properties every so often for who is about."""
    dice = fight.dice
    for number in range(presses):
        if fight.is_over():
            break
        fight.step()
        state = fight.host.battle.state
        if number % look_every or state.prompt is not None:
            continue
        anybody = dice.choice(list(state.combatants))
        for who in dict.fromkeys((state.active or anybody, anybody)):
            for command in filled_commands(fight.host.battle, who, dice):
                fault = passed_and_refused(fight.host.battle, command)
                if fault is not None:
                    yield fault
            yield from offered_and_refused(fight.player if who in fight.player.owns else fight.gm, who)
