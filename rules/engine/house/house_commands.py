"""The GM's commands over house rules: `set-house`, and `set-conditions` for who has a condition of one's own.

    set-house       {"changes": [{"part": "tables", "id": "cover", "to": {"partial": 2}}, ...]}
    set-conditions  {"target": ID, "conditions": ["webbed"]}

All changes of one command hold, or none: they are checked against what the system declares, and what is made
is checked by the very schema that checks the sheets on which it will stand.
"""

import re
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.house.house import (
    CONDITIONS,
    EVERY_ACTION,
    EVERY_ROLL,
    MOST_OF_A_KIND,
    RULES,
    TABLES,
    House,
    NumberTable,
    OwnKind,
    own_condition,
)
from rules.engine.house.house_events import ConditionsSet, HouseChanged
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, explain
from rules.engine.system import System, find_system
from rules.engine.text import combatant as named
from rules.engine.text import text

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_ID = 40
_MOST_CHANGES = 1000
_PARTS = {"part", "id", "to"}


def set_house(view: BattleView, command: Command) -> Exchange[None]:
    """Change house rules. Refuses `bad-house`, naming what cannot be, and `no-change`."""
    changes = command.params.get("changes")
    if not isinstance(changes, list) or not 0 < len(changes) <= _MOST_CHANGES:
        raise Refusal("bad-command", "House rules change by a list of changes, each with part, id and to.")
    system, trial, told = find_system(view.state.system), BattleView(view.state), []
    for change in changes:
        event = read_change(system, trial.state.house, change)
        after = event.apply(trial.state)
        if after.house != trial.state.house:
            told.append(event)
        trial.state = after
    if not told:
        raise Refusal("no-change", "The house rules are like that already.")
    yield from tell(*told)


def read_change(system: System, house: House, data: Any) -> HouseChanged:
    """Check one change. Raises `Refusal` `bad-house`."""
    if not isinstance(data, Mapping) or set(data) != _PARTS:
        raise _bad("A change of the house rules has a part, an id and what it is changed to.")
    part, id_, to = data["part"], data["id"], data["to"]
    if not isinstance(part, str) or not isinstance(id_, str):
        raise _bad("The part and the id of a change are texts.")
    if part == RULES:
        return HouseChanged(part=part, id=id_, to=_switched(system, id_, to))
    if part == TABLES:
        return HouseChanged(part=part, id=id_, to=_cells(system, id_, to))
    kind = next((kind for kind in system.own_kinds if kind.id == part), None)
    if part != CONDITIONS and kind is None:
        parts = ", ".join((RULES, TABLES, CONDITIONS, *(kind.id for kind in system.own_kinds)))
        raise _bad(f"House rules have no part {part!r}; there are {parts}.")
    there = house.conditions if kind is None else house.stock.get(part, {})
    one = "condition" if kind is None else kind.one
    if to is None:
        if id_ not in there:
            raise _bad(f"This table has no {one} {id_!r} of its own.")
        return HouseChanged(part=part, id=id_, to=None)
    if len(id_) > _LONGEST_ID or not _ID.fullmatch(id_):
        raise _bad(
            f"An id is of small letters, digits and single hyphens, such as 'long-fork'; {id_!r} is not."
        )
    if id_ not in there and len(there) >= MOST_OF_A_KIND:
        raise _bad(f"A table keeps {MOST_OF_A_KIND} of a kind at most: take one away first.")
    if not isinstance(to, Mapping):
        raise _bad(f"A {one} is an object with keys and values; {to!r} is none.")
    written = _condition(system, to) if kind is None else _piece(system, kind, id_, to)
    return HouseChanged(part=part, id=id_, to=written)


def _switched(system: System, id_: str, to: Any) -> bool | None:
    if all(switch.rule != id_ for switch in system.switches):
        raise _bad(f"{id_!r} is no rule of {system.name} that can be switched off.")
    if to is not None and not isinstance(to, bool):
        raise _bad(f"A rule is on (true, or null) or off (false); not {to!r}.")
    return None if to is None or to else False


def _cells(system: System, id_: str, to: Any) -> dict[str, int] | None:
    table = next((table for table in system.tables if table.id == id_), None)
    if table is None:
        raise _bad(f"{system.name} has no table {id_!r} whose numbers can be changed.")
    if to is None:
        return None
    if not isinstance(to, Mapping):
        raise _bad(f"What changes in {table.title} is an object of cells and numbers; {to!r} is none.")
    for cell, number in to.items():
        if cell not in table:
            raise _bad(f"{table.title} ({table.rule}) has no {cell!r}; there are {', '.join(table)}.")
        _require_number(table, cell, number)
    return {cell: to[cell] for cell in table if cell in to and to[cell] != table[cell]}


def _require_number(table: NumberTable, cell: str, number: Any) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not table.low <= number <= table.high:
        text = f"{table.title}, {table.label(cell)} ({table.rule}): a whole number from {table.low} to"
        raise _bad(f"{text} {table.high}; {number!r} is not.")


def _condition(system: System, to: Mapping[str, Any]) -> dict[str, Any]:
    try:
        made = own_condition(dict(to))
    except ValidationError as error:
        raise _bad(f"This condition cannot be: {explain(error)}.") from None
    for change in made.rolls:
        if change.roll != EVERY_ROLL and change.roll not in system.roll_names:
            known = ", ".join((EVERY_ROLL, *system.roll_names))
            raise _bad(f"{system.name} has no roll {change.roll!r}; there are {known}.")
    for forbidden in made.forbids:
        if forbidden != EVERY_ACTION and system.action(forbidden) is None:
            raise _bad(f"{system.name} has no action {forbidden!r} that a condition could forbid.")
    return made.model_dump(mode="json")


def _piece(system: System, kind: OwnKind, id_: str, to: Mapping[str, Any]) -> dict[str, Any]:
    """Check a piece of one's own by the schema of the sheets."""
    if to.get("id", id_) != id_:
        raise _bad(f"This {kind.one} has the id {to.get('id')!r} itself, but is to be kept as {id_!r}.")
    if id_ in system.known_stock(kind.id):
        raise _bad(f"The stock of {system.name} has {id_!r} already: give another id.")
    written = {**to, "id": id_}
    try:
        system.read_sheet({kind.id: [written] if kind.is_list else written})
    except Refusal as refusal:
        words = refusal.message.removeprefix("This sheet cannot be used: ").removeprefix(f"{kind.id}.")
        words = words.removeprefix("0.").removeprefix("0: ")
        raise _bad(f"This {kind.one} cannot be: {words}") from None
    return written


def set_conditions(view: BattleView, command: Command) -> Exchange[None]:
    """Say which of the table's own conditions somebody has. Refuses `bad-house` and `no-change`."""
    combatant = view.combatant(command.text("target"), "target")
    wanted = command.params.get("conditions")
    if not isinstance(wanted, list) or not all(isinstance(id_, str) for id_ in wanted):
        raise Refusal("bad-command", "'conditions' must be a list of the ids of the table's own conditions.")
    made = view.state.house.conditions
    if unknown := [id_ for id_ in wanted if id_ not in made]:
        known = ", ".join(made) or "none yet"
        raise _bad(f"This table has no condition {unknown[0]!r} of its own; there are {known}.")
    kept = tuple(dict.fromkeys(wanted))
    if kept == combatant.conditions:
        raise Refusal(
            "no-change", text("{combatant} has just these conditions already.", combatant=named(combatant))
        )
    yield from tell(ConditionsSet(who=combatant.id, conditions=kept))


def _bad(text: str) -> Refusal:
    return Refusal("bad-house", text)
