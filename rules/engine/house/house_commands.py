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
from rules.engine.gm.gm_parameters import CHANGES, OWN_CONDITIONS, TARGET
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
from rules.engine.sheets.import_report import what_is_wrong
from rules.engine.sheets.wrong_values import explain
from rules.engine.state import BattleView
from rules.engine.system import System, find_system
from rules.engine.text import Text, as_text, joined, text
from rules.engine.text import combatant as named

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_LONGEST_ID = 40
_MOST_CHANGES = 1000
_PARTS = {"part", "id", "to"}


def set_house(view: BattleView, command: Command) -> Exchange[None]:
    """Change house rules. Refuses `bad-house`, naming what cannot be, and `no-change`."""
    changes = CHANGES.of(command) or ()
    if not 0 < len(changes) <= _MOST_CHANGES:
        raise Refusal(
            "bad-command", text("House rules change by a list of changes, each with part, id and to.")
        )
    system, trial, told = find_system(view.state.system), BattleView(view.state), []
    for change in changes:
        event = read_change(system, trial.state.house, change)
        after = event.apply(trial.state)
        if after.house != trial.state.house:
            told.append(event)
        trial.state = after
    if not told:
        raise Refusal("no-change", text("The house rules are like that already."))
    yield from tell(*told)


def read_change(system: System, house: House, data: Any) -> HouseChanged:
    """Check one change. Raises `Refusal` `bad-house`."""
    if not isinstance(data, Mapping) or set(data) != _PARTS:
        raise _bad(text("A change of the house rules has a part, an id and what it is changed to."))
    part, id_, to = data["part"], data["id"], data["to"]
    if not isinstance(part, str) or not isinstance(id_, str):
        raise _bad(text("The part and the id of a change are texts."))
    if part == RULES:
        return HouseChanged(part=part, id=id_, to=_switched(system, id_, to))
    if part == TABLES:
        return HouseChanged(part=part, id=id_, to=_cells(system, id_, to))
    kind = next((kind for kind in system.own_kinds if kind.id == part), None)
    if part != CONDITIONS and kind is None:
        parts = ", ".join((RULES, TABLES, CONDITIONS, *(kind.id for kind in system.own_kinds)))
        raise _bad(text("House rules have no part {part}; there are {parts}.", part=repr(part), parts=parts))
    there = house.conditions if kind is None else house.stock.get(part, {})
    one = as_text(text("condition") if kind is None else kind.one)
    if to is None:
        if id_ not in there:
            raise _bad(text("This table has no {one} {id} of its own.", one=one, id=repr(id_)))
        return HouseChanged(part=part, id=id_, to=None)
    if len(id_) > _LONGEST_ID or not _ID.fullmatch(id_):
        raise _bad(
            text(
                "An id is of small letters, digits and single hyphens, such as 'long-fork'; {id} is not.",
                id=repr(id_),
            )
        )
    if id_ not in there and len(there) >= MOST_OF_A_KIND:
        raise _bad(text("A table keeps {most} of a kind at most: take one away first.", most=MOST_OF_A_KIND))
    if not isinstance(to, Mapping):
        raise _bad(text("A {one} is an object with keys and values; {to} is none.", one=one, to=repr(to)))
    written = _condition(system, to) if kind is None else _piece(system, kind, id_, to)
    return HouseChanged(part=part, id=id_, to=written)


def _switched(system: System, id_: str, to: Any) -> bool | None:
    if all(switch.rule != id_ for switch in system.switches):
        raise _bad(
            text(
                "{rule} is no rule of {system} that can be switched off.",
                rule=repr(id_),
                system=text(system.name),
            )
        )
    if to is not None and not isinstance(to, bool):
        raise _bad(text("A rule is on (true, or null) or off (false); not {to}.", to=repr(to)))
    return None if to is None or to else False


def _cells(system: System, id_: str, to: Any) -> dict[str, int] | None:
    table = next((table for table in system.tables if table.id == id_), None)
    if table is None:
        raise _bad(
            text(
                "{system} has no table {table} whose numbers can be changed.",
                system=text(system.name),
                table=repr(id_),
            )
        )
    if to is None:
        return None
    if not isinstance(to, Mapping):
        raise _bad(
            text(
                "What changes in {title} is an object of cells and numbers; {to} is none.",
                title=as_text(table.title),
                to=repr(to),
            )
        )
    for cell, number in to.items():
        if cell not in table:
            raise _bad(
                text(
                    "{title} ({rule}) has no {cell}; there are {table}.",
                    title=as_text(table.title),
                    rule=table.rule,
                    cell=repr(cell),
                    table=", ".join(table),
                )
            )
        _require_number(table, cell, number)
    return {cell: to[cell] for cell in table if cell in to and to[cell] != table[cell]}


def _require_number(table: NumberTable, cell: str, number: Any) -> None:
    if not isinstance(number, int) or isinstance(number, bool) or not table.low <= number <= table.high:
        raise _bad(
            text(
                "{table}, {cell} ({rule}): a whole number from {low} to {high}; {number} is not.",
                table=as_text(table.title),
                cell=as_text(table.label(cell)),
                rule=table.rule,
                low=table.low,
                high=table.high,
                number=repr(number),
            )
        )


def _condition(system: System, to: Mapping[str, Any]) -> dict[str, Any]:
    try:
        made = own_condition(dict(to))
    except ValidationError as error:
        raise _bad(text("This condition cannot be: {why}.", why=explain(error))) from None
    for change in made.rolls:
        if change.roll != EVERY_ROLL and change.roll not in system.roll_names:
            known = ", ".join((EVERY_ROLL, *system.roll_names))
            raise _bad(
                text(
                    "{system} has no roll {roll}; there are {known}.",
                    system=text(system.name),
                    roll=repr(change.roll),
                    known=known,
                )
            )
    for forbidden in made.forbids:
        if forbidden != EVERY_ACTION and system.action(forbidden) is None:
            raise _bad(
                text(
                    "{system} has no action {forbidden} that a condition could forbid.",
                    system=text(system.name),
                    forbidden=repr(forbidden),
                )
            )
    return made.model_dump(mode="json")


def _piece(system: System, kind: OwnKind, id_: str, to: Mapping[str, Any]) -> dict[str, Any]:
    """Check a piece of one's own by the schema of the sheets."""
    if to.get("id", id_) != id_:
        raise _bad(
            text(
                "This {one} has the id {own} itself, but is to be kept as {id}.",
                one=as_text(kind.one),
                own=repr(to.get("id")),
                id=repr(id_),
            )
        )
    if id_ in system.known_stock(kind.id):
        raise _bad(
            text(
                "The stock of {system} has {id} already: give another id.",
                system=text(system.name),
                id=repr(id_),
            )
        )
    written = {**to, "id": id_}
    try:
        system.read_sheet({kind.id: [written] if kind.is_list else written})
    except Refusal as refusal:
        cause, why = refusal.__cause__, what_is_wrong(refusal)
        if isinstance(cause, ValidationError):
            why = text("{why}.", why=explain(cause, within=(kind.id, 0)))
        raise _bad(text("This {one} cannot be: {why}", one=as_text(kind.one), why=why)) from None
    return written


def set_conditions(view: BattleView, command: Command) -> Exchange[None]:
    """Say which of the table's own conditions somebody has. Refuses `bad-house` and `no-change`."""
    combatant = view.combatant(TARGET.of(command), "target")
    wanted = OWN_CONDITIONS.of(command)
    if wanted is None:
        raise Refusal(
            "bad-command", text("'conditions' must be a list of the ids of the table's own conditions.")
        )
    made = view.state.house.conditions
    if unknown := [id_ for id_ in wanted if id_ not in made]:
        known = joined(made) or text("none yet")
        raise _bad(
            text(
                "This table has no condition {unknown} of its own; there are {known}.",
                unknown=repr(unknown[0]),
                known=known,
            )
        )
    kept = tuple(dict.fromkeys(wanted))
    if kept == combatant.conditions:
        raise Refusal(
            "no-change", text("{combatant} has just these conditions already.", combatant=named(combatant))
        )
    yield from tell(ConditionsSet(who=combatant.id, conditions=kept))


def _bad(said: Text) -> Refusal:
    return Refusal("bad-house", said)
