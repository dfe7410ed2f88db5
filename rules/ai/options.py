"""What somebody may do now, as complete commands: what a card offers, filled in from its own choices.

Combinations are bounded: of a form each field is filled in with a few of its choices, and of an area only
those places are tried where somebody known stands.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from heapq import nsmallest
from itertools import islice, product
from math import dist
from typing import Any

from rules.engine.action import Action
from rules.engine.command import Command
from rules.engine.facts import kept_with_map
from rules.engine.kinds import DOOR, ONE, PLACE
from rules.engine.parameters import Parameter
from rules.engine.position import Position
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, Combatant
from rules.engine.system import System
from rules.map.distance import apart
from rules.map.grid import Footprint
from rules.map.model import BattleMap, Cell, Place

Way = tuple[Action, Command]
"""An action, and what its button says already: with which weapon, say."""
Besides = tuple[str, Any]
"""What is chosen besides: an option, and its value."""
_MOST_CHOICES = 4
"""So many choices of each field of a form are tried."""
_MOST_FORMS = 3
"""So many ways to fill in one form are tried."""
_MOST_WAYS = 3
"""So many places, those nearest to whom one attacks, are tried to go to first."""
_MOST_NEAR = 6
"""So many places, the nearest in a straight line, are measured as the map counts."""


def buttons(position: Position, who: str, *, is_aimed: bool | None = None) -> Iterator[Way]:
    """List what stands open on somebody's card: each action with what its button says already.

    Args:
        is_aimed: whether those are wanted that are aimed at somebody, or the others; None for all of them.
    """
    return (way for way in unchecked(position, who, is_aimed=is_aimed) if position.check(way[1]) is None)


def unchecked(
    position: Position,
    who: str,
    *,
    is_aimed: bool | None = None,
    is_wanted: Callable[[Action, Command], bool] = lambda action, command: True,
) -> Iterator[Way]:
    """List the same before it is checked, but for what is ruled out at a glance.

    For who aims each at somebody at once: that tells whether it may be done.

    Args:
        is_wanted: asked of each before anything else is.
    """
    view, actor = BattleView(position.state), position.state.combatants[who]
    for action in _on_cards(position.system, is_aimed):
        if action.switched(view) is not None:
            continue
        for fixed, _ in action.ways(view, actor):
            command = Command(do=action.id, actor=who, params=dict(fixed))
            if not is_wanted(action, command):
                continue
            is_of_kind = is_aimed is None or action.is_aimed(view, command) is is_aimed
            if is_of_kind and not action.is_ruled_out(view, command):
                yield action, command


@cache
def _on_cards(system: System, is_aimed: bool | None) -> tuple[Action, ...]:
    """List what the cards of a system offer to do on the map, but for what is never of the kind wanted."""
    offered = (one for one in system.actions if one.listed and not (one.of_table or one.beyond_map))
    return tuple(one for one in offered if is_aimed is None or one.aimed is is_aimed or _varies(one))


def _varies(action: Action) -> bool:
    """Say whether an action is aimed or not by what is said of it."""
    return type(action).is_aimed is not Action.is_aimed


def not_aimed(position: Position, who: str) -> Iterator[Way]:
    """List what is aimed at nobody, to go somewhere say.

    To put one's turn off is left out: it is of use to who knows what to wait for, and nobody here does.
    """
    return (way for way in not_aimed_unchecked(position, who) if position.check(way[1]) is None)


def not_aimed_unchecked(position: Position, who: str) -> Iterator[Way]:
    """List the same before it is checked."""
    held = position.system.turns.holds_turn
    return (way for way in unchecked(position, who, is_aimed=False) if way[0].id != held)


def aimed(
    position: Position, action: Action, command: Command, targets: Sequence[Combatant]
) -> Iterator[Command]:
    """Aim what a button begins at each of some, as far as it can be planned there.

    Who cannot do it from where they stand goes first, where it begins with a way.
    """
    view = BattleView(position.state)
    laid = action.is_laid(view, command)
    for target in targets:
        if laid and not isinstance(target.at, tuple):
            continue
        said = {"at": list(target.at or ())} if laid else {action.aimed_key: target.id}
        whole = action.filled(view, replace(command, params={**command.params, **said}))
        if position.check(whole) is None:
            yield whole
        elif not laid:
            ways = after_a_way(position, action, whole, target)
            yield from (one for one in islice(ways, _MOST_WAYS) if position.check(one) is None)


def after_a_way(
    position: Position, action: Action, command: Command, target: Combatant, within: int | None = None
) -> Iterator[Command]:
    """Begin an aimed command with a way towards its target, where its action has one (`Action.goes_first`).

    It leads to one of a few places, those nearest to the target first, of equals what costs least; whether it
    can be done from there is not checked.

    Args:
        within: so many cells from the target a way may end, or none is looked for; None for any.
    """
    actor, battle_map = position.state.combatants[command.actor or ""], position.state.map
    if action.goes_first is None or battle_map is None:
        return
    if not isinstance(actor.at, tuple) or not isinstance(target.at, tuple):
        return
    try:
        found = action.reach(BattleView(position.state), command)
    except Refusal:
        return
    aim, there = target.at, Footprint(target.at, target.size)

    def far(cell: Cell) -> int:
        return _apart(battle_map, Footprint(cell, actor.size), there)

    costs, here = {} if found is None else found.costs, far(actor.at)
    if within is not None and here - max(costs.values(), default=0.0) > within:
        return  # no cell costs less than 1
    cells = (place for place in costs if isinstance(place, tuple))
    near = nsmallest(_MOST_NEAR, cells, key=lambda cell: dist(cell, aim))
    said = command.table("options")
    for cell in sorted(near, key=lambda cell: (far(cell), costs[cell])):
        if far(cell) >= here or (within is not None and far(cell) > within):
            return
        chosen = {**said, action.goes_first: list(cell)}
        yield replace(command, params={**command.params, "options": chosen})


@kept_with_map
def _apart(battle_map: BattleMap, here: Footprint, there: Footprint) -> int:
    return apart(battle_map, here, there)


def filled_in(position: Position, action: Action, command: Command) -> Iterator[Command]:
    """Fill in the form of a button that is not aimed, from its own choices; a place on the map is left out.

    What needs free words, or offers nothing to choose, gives nothing.
    """
    view, actor = BattleView(position.state), position.state.combatants[command.actor or ""]
    fields = [p for p in action.asks(view, command) if not p.optional and p.kind != PLACE]
    values = [list(islice(_values(view, actor, p), _MOST_CHOICES)) for p in fields]
    for chosen in islice(product(*values), _MOST_FORMS):
        said = {p.id: value for p, value in zip(fields, chosen, strict=True)}
        yield replace(command, params={**command.params, **said})


def _values(view: BattleView, actor: Combatant, parameter: Parameter) -> Iterator[Any]:
    if parameter.choices is not None:
        for choice in parameter.choices(view, actor):
            if not choice.why_not:
                yield json.loads(choice.id) if parameter.kind == PLACE else choice.id
    elif parameter.kind == "number" and parameter.high > parameter.low:
        yield from (parameter.high, parameter.low)
    elif parameter.kind == ONE:
        yield from view.state.combatants
    elif parameter.kind == "flag":
        yield True


def place_key(action: Action, position: Position, command: Command) -> str | None:
    """Name the parameter by which a button leads somewhere on the map; None for what leads nowhere."""
    asked = action.asks(BattleView(position.state), command)
    return next((p.id for p in asked if p.kind == PLACE and not p.optional), None)


def opens_nothing(way: Way) -> bool:
    """Say whether an action is for no door: what opens a way is tried before all else."""
    return all(parameter.kind != DOOR for parameter in way[0].parameters)


def places(position: Position, command: Command) -> dict[Place, float]:
    """Give where a move may lead, with what each place costs; empty where nobody may go."""
    here = position.state.combatants[command.actor or ""].at
    return {place: cost for place, cost in reached(position, command).items() if place != here}


def reached(position: Position, command: Command) -> Mapping[Place, float]:
    """Give what each place costs that a move may lead to, that of who moves among them: see `LazyPlaces`."""
    plain = command.do == "move" and not command.params
    try:
        return position.reach(command.actor or "", within=None if plain else command).costs
    except Refusal:
        return {}


def choices_besides(
    position: Position, action: Action, command: Command, only: Sequence[Besides] | None = None
) -> Iterator[tuple[Besides, Command]]:
    """Change what may be chosen besides of an aimed command, one thing at a time.

    Args:
        only: what is tried, as the option and its value; None for all.
    """
    view, actor = BattleView(position.state), position.state.combatants[command.actor or ""]
    said = command.table("options")
    for option in action.options(view, command):
        if option.kind in ("text", PLACE) or option.id in said:
            continue
        for value in islice(_values(view, actor, option), _MOST_CHOICES):
            if only is not None and (option.id, value) not in only:
                continue
            whole = replace(command, params={**command.params, "options": {**said, option.id: value}})
            if position.check(whole) is None:
                yield (option.id, value), whole
