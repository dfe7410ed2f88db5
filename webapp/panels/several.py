"""What can be done with several at once: the orders that all can take, and for the GM what is set of all."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.gm.controls import Chip
from rules.engine.parameters import Parameter
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Action
from rules.engine.text import Words
from webapp.drawing.tokens import side_numbers
from webapp.panels.action_bar import Asked, ways_of, why_not_now
from webapp.panels.aim import default_aim
from webapp.panels.page_frame import Frame
from webapp.portraits.choice import portrait_for
from webapp.visibility.seen_words import seen_refusal
from webapp.visibility.stream import Stream

_TURN = "not-your-turn"
_TAPPED = ("combatant", "cell")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenOne:
    """One of those who are chosen."""

    who: str
    name: str
    side_number: int
    picture: str
    portrait: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderView:
    """Something that all of them can be told to do.

    Attributes:
        fixed: what its button says of the command already.
        mode: what is tapped for it: `target`, `move`, or nothing.
        param: what its command calls what is tapped.
        can: how many may do it now.
        waits: how many may not before their turn comes.
        why: why those cannot who neither can nor wait; empty where there are none.
    """

    do: str
    label: Words
    detail: Words
    cost: Words
    rule: str
    group: Words
    fixed: Mapping[str, str]
    mode: str
    param: str
    can: int
    waits: int
    why: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipView:
    """A condition that all of them may have: how many have it, and the commands that pressing it gives."""

    label: Words
    shape: str
    tone: str
    rule: str
    on: int
    commands: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralView:
    """The panel of those who are chosen."""

    frame: Frame
    is_gm: bool
    running: bool
    people: tuple[ChosenOne, ...]
    may_attack: bool
    orders: tuple[OrderView, ...]
    chips: tuple[ChipView, ...]
    marks: tuple[tuple[str, str, int], ...]
    """The GM's own marks on any of them: name, who sees it, and how many have it."""
    sides: tuple[str, ...]
    harm: tuple[Parameter, ...]
    """What the GM says of damage that all of them take; nothing where the system has no such rule."""
    hidden: int
    """How many of them are hidden from the players."""


def several_view(battle: Battle, stream: Stream, frame: Frame, people: Sequence[str]) -> SeveralView:
    """Put the panel of those who are chosen together.

    Args:
        people: their ids; whoever is not known to the viewer, or not theirs, must have been refused before.
    """
    state = stream.told_state(battle.state)
    chosen = [state.combatants[who] for who in people]
    numbers = side_numbers(state, stream.met)
    orders = _orders(battle, stream, people)
    return SeveralView(
        frame=frame,
        is_gm=stream.is_gm,
        running=state.running,
        people=tuple(
            ChosenOne(
                who=c.id,
                name=c.name,
                side_number=numbers[c.side],
                picture=c.picture,
                portrait=portrait_for(c.name, c.id, c.portrait),
            )
            for c in chosen
        ),
        may_attack=any(action.aimed for action in battle.system.actions),
        orders=orders,
        chips=_chips(battle, people) if stream.is_gm else (),
        marks=_marks(state, people) if stream.is_gm else (),
        sides=tuple(dict.fromkeys(c.side for c in state.combatants.values())) if stream.is_gm else (),
        harm=battle.system.harm.take_parameters if stream.is_gm else (),
        hidden=sum(c.hidden for c in chosen),
    )


# ------------------------------------------------------------------------------------------------- orders
def _orders(battle: Battle, stream: Stream, people: Sequence[str]) -> tuple[OrderView, ...]:
    """List what every one of them has a button for, in the order of the first one's buttons."""
    seen = stream.as_known(battle.state)
    asked, view = Asked(battle, seen, stream.now, stream.is_gm), BattleView(seen)
    found: dict[str, list[tuple[Action, Command, Words]]] = {}
    for who in people:
        for action, command, detail in ways_of(asked, who, lambda action: not action.beyond_map):
            key = json.dumps([action.id, dict(command.params)], sort_keys=True)
            found.setdefault(key, []).append((action, command, detail))
    orders = []
    for ways in found.values():
        if len(ways) < len(people):
            continue
        action, command, detail = ways[0]
        tapped = _tapped(view, action, command)
        if tapped is None:
            continue
        refusals = [why_not_now(asked, a, c, aimed=a.is_aimed(view, c)) for a, c, _ in ways]
        can = sum(refusal is None for refusal in refusals)
        waits = sum(refusal is not None and refusal.code == _TURN for refusal in refusals)
        if not can and not waits:
            continue
        other = next((r.text for r in refusals if r is not None and r.code != _TURN), "")
        orders.append(
            OrderView(
                do=action.id,
                label=action.label,
                detail=asked.told(detail),
                cost=battle.system.looks.price(action.price(view, command)),
                rule=action.rule,
                group=action.group,
                fixed=command.params,
                mode=tapped[0],
                param=tapped[1],
                can=can,
                waits=waits,
                why=other,
            )
        )
    return tuple(orders)


def _tapped(view: BattleView, action: Action, command: Command) -> tuple[str, str] | None:
    """Tell what is tapped for an order, and by which parameter; None for what asks for more than that."""
    if action.is_aimed(view, command):
        return None if action.is_laid(view, command) else ("target", action.aimed_key)
    needs = [p for p in action.asks(view, command) if not p.optional]
    if any(p.kind not in _TAPPED for p in needs) or len(needs) > 1:
        return None
    if not needs:
        return "", ""
    return ("move" if needs[0].kind == "cell" else "target"), needs[0].id


def order_of(battle: Battle, stream: Stream, command: Command) -> tuple[Command, Refusal | None]:
    """Complete what one of them is told, as a page would, and say why it may not be done now.

    Args:
        command: as far as the order says it; with `aim-at` for do, an attack with what comes first to hand.
    """
    seen = stream.as_known(battle.state)
    target = command.text("target")
    if battle.system.action(command.do) is None and target is not None:
        found = default_aim(battle, stream, command.actor or "", target)
        if found is not None:
            params = {key: value for key, value in found.items() if key not in ("do", "actor")}
            command = replace(command, do=str(found["do"]), params=params)
    action = battle.system.action(command.do)
    if action is None:
        return command, battle.now.check(command, BattleView(seen))
    command = action.filled(BattleView(seen), command)
    refusal = battle.now.check(command, BattleView(seen))
    if refusal is None:
        try:
            action.plan(BattleView(seen), command)
        except Refusal as found_late:
            refusal = found_late
    return command, None if refusal is None else seen_refusal(refusal, battle.state, stream.now)


# ------------------------------------------------------------------------------------- what is set of all
def _chips(battle: Battle, people: Sequence[str]) -> tuple[ChipView, ...]:
    """List the conditions that all of them may have: the system's, and those that the table has made."""
    state = battle.state
    controls = [battle.system.looks.controls(state, who) for who in people]
    each = [{chip.id: chip for chip in one.chips if chip.id} for one in controls]
    shared = [id_ for id_ in each[0] if all(id_ in chips for chips in each)] if each else []
    found = [_chip([chips[id_] for chips in each], people) for id_ in shared]
    for id_, made in state.house.conditions.items():
        has = {who: id_ in state.combatants[who].conditions for who in people}
        is_taken = all(has.values())
        commands = tuple(
            {
                "do": "set-conditions",
                "target": who,
                "conditions": [one for one in state.combatants[who].conditions if one != id_]
                + ([] if is_taken else [id_]),
            }
            for who in people
            if has[who] is is_taken
        )
        found.append(
            ChipView(
                label=made.name, shape="", tone=made.tone, rule="", on=sum(has.values()), commands=commands
            )
        )
    return tuple(found)


def _chip(chips: Sequence[Chip], people: Sequence[str]) -> ChipView:
    """Press it for those who have it not; where all have it, for all."""
    is_taken = all(chip.is_on for chip in chips)
    commands = tuple(
        {"do": "gm-set", "target": who, "state": dict(chip.patch)}
        for who, chip in zip(people, chips, strict=True)
        if chip.is_on is is_taken
    )
    first = chips[0]
    return ChipView(
        label=first.label,
        shape=first.shape,
        tone=first.tone,
        rule=first.rule,
        on=sum(chip.is_on for chip in chips),
        commands=commands,
    )


def _marks(state: BattleState, people: Sequence[str]) -> tuple[tuple[str, str, int], ...]:
    keys = [mark.key for who in people for mark in state.combatants[who].gm_marks]
    return tuple((name, seen_by, keys.count((name, seen_by))) for name, seen_by in dict.fromkeys(keys))
