"""The page of house rules: what can be changed and what is, and what was typed, as changes of the house.

What it writes goes through the command `set-house` and is checked there; here is only read what a form says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.house.house import (
    CONDITIONS,
    EVERY_ACTION,
    EVERY_ROLL,
    RULES,
    SHAPES,
    TABLES,
    House,
    OwnKind,
)
from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import slug
from rules.engine.system import System
from rules.engine.text import Gap, Text, Words, as_text, joined, key_words, text
from webapp.sheets.form_input import read_piece
from webapp.sheets.sheet_form import SheetField, piece_fields

COLOURS: Mapping[str, Words] = {
    "harm": text("red: harm"),
    "warn": text("amber: warning"),
    "info": text("blue: plain"),
    "good": text("green: good"),
}
"""The tones of a mark, as somebody chooses them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchRow:
    """A rule that can be switched off."""

    rule: str
    title: Words
    without: Words
    words: str
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CellRow:
    """A number of a table: as usual and as it is here."""

    id: str
    label: Words
    usual: int
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRows:
    """A table of the rules with its numbers."""

    id: str
    rule: str
    title: Words
    words: str
    low: int
    high: int
    cells: tuple[CellRow, ...]

    @property
    def changed(self) -> bool:
        """Whether any number is not the usual one."""
        return any(cell.now != cell.usual for cell in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceRow:
    """Something of the table's own: a weapon, say."""

    id: str
    name: str
    words: Text


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRow:
    """A condition of the table's own, with what it does in words."""

    id: str
    name: str
    words: str
    shape: str
    tone: str
    does: tuple[Words, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseView:
    """All that the page shows."""

    switches: tuple[SwitchRow, ...]
    tables: tuple[TableRows, ...]
    stock: tuple[tuple[OwnKind, tuple[PieceRow, ...]], ...]
    conditions: tuple[ConditionRow, ...]

    @property
    def off(self) -> tuple[SwitchRow, ...]:
        """The rules that are switched off."""
        return tuple(row for row in self.switches if not row.on)

    @property
    def changed(self) -> tuple[TableRows, ...]:
        """The tables with a number that is not the usual one."""
        return tuple(table for table in self.tables if table.changed)

    @property
    def is_usual(self) -> bool:
        """Whether nothing is changed and nothing is the table's own."""
        return not (self.off or self.changed or self.conditions or any(rows for _, rows in self.stock))


def house_view(system: System, house: House) -> HouseView:
    """Lay out the page."""
    return HouseView(
        switches=tuple(
            SwitchRow(
                rule=s.rule,
                title=s.title,
                without=s.without,
                words=system.rules.get(s.rule, ""),
                on=s.on(house),
            )
            for s in system.switches
        ),
        tables=tuple(
            TableRows(
                id=t.id,
                rule=t.rule,
                title=t.title,
                words=system.rules.get(t.rule, ""),
                low=t.low,
                high=t.high,
                cells=tuple(
                    CellRow(id=cell, label=t.label(cell), usual=usual, now=t.number(house, cell))
                    for cell, usual in t.items()
                ),
            )
            for t in system.tables
        ),
        stock=tuple((kind, _pieces(house, kind)) for kind in system.own_kinds),
        conditions=tuple(
            ConditionRow(
                id=id_,
                name=made.name,
                words=made.words,
                shape=made.shape,
                tone=made.tone,
                does=(
                    *(
                        text("{roll} {value}", roll=roll, value=signed(change.value))
                        for change in made.rolls
                        for roll in (as_text(roll_name(system, change.roll)),)
                    ),
                    *(
                        text("no {action}", action=as_text(action_name(system, do)).low)
                        for do in made.forbids
                    ),
                ),
            )
            for id_, made in house.conditions.items()
        ),
    )


def signed(number: int) -> str:
    """Write a modifier as people do."""
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def _pieces(house: House, kind: OwnKind) -> tuple[PieceRow, ...]:
    rows = house.stock.get(kind.id, {}).items()
    return tuple(
        PieceRow(id=id_, name=str(data.get("name") or id_), words=_in_short(data)) for id_, data in rows
    )


def _in_short(data: Mapping[str, Any]) -> Text:
    """Say what a piece is, key by key, leaving out what is empty."""
    parts: list[Text] = []
    for key, value in data.items():
        if key in ("id", "name") or value in (None, "", False, [], {}):
            continue
        parts.append(key_words(key) if value is True else _with_value(key, value))
    return joined(parts)


def _with_value(key: str, value: Any) -> Text:
    return text("{key} {value}", key=key_words(key), value=_plain(value))


def _plain(value: Any) -> Gap:
    if isinstance(value, Mapping):
        return joined([_with_value(k, part) for k, part in value.items() if part not in (None, False)], " ")
    if isinstance(value, list | tuple):
        return joined([_plain(part) for part in value], "/")
    return value if isinstance(value, int | float) else str(value)


def roll_name(system: System, purpose: str) -> Words:
    """Call a roll as the form does."""
    return text("Every roll") if purpose == EVERY_ROLL else system.roll_names.get(purpose, purpose)


def action_name(system: System, do: str) -> Words:
    """Call an action as its button does."""
    action = system.action(do)
    return text("action at all") if do == EVERY_ACTION else do if action is None else action.label


# -------------------------------------------------------------------------------------------- what was typed
def switch_change(form: Mapping[str, str]) -> dict[str, Any]:
    """Read which rule is switched off or on."""
    return {"part": RULES, "id": form.get("rule", ""), "to": None if form.get("on") == "1" else False}


def table_change(system: System, form: Mapping[str, str]) -> dict[str, Any]:
    """Read the numbers of a table; what is left empty is as usual. Raises `Refusal` `bad-house`."""
    id_ = form.get("table", "")
    table = next((table for table in system.tables if table.id == id_), None)
    if form.get("usual") or table is None:
        return {"part": TABLES, "id": id_, "to": None}
    cells = {}
    for cell in table:
        typed = form.get(f"cell.{cell}", "").strip().replace("−", "-")
        if not typed:
            continue
        try:
            cells[cell] = int(typed[:12])
        except ValueError:
            what = text(
                "{table}, {cell} ({rule})",
                table=as_text(table.title),
                cell=as_text(table.label(cell)),
                rule=table.rule,
            )
            said = text("{what}: a whole number, please; {typed} is none.", what=what, typed=repr(typed[:20]))
            raise Refusal("bad-house", said) from None
    return {"part": TABLES, "id": id_, "to": cells}


def kind_of(system: System, id_: str) -> OwnKind | None:
    """Find a kind of stock."""
    return next((kind for kind in system.own_kinds if kind.id == id_), None)


def piece_form(system: System, kind: OwnKind, data: Mapping[str, Any] | None) -> tuple[SheetField, ...]:
    """Give the fields for a piece of one's own, from the very schema that checks the sheets."""
    return piece_fields(system, kind.id, data)


def piece_change(
    system: System, kind: OwnKind, id_: str, form: Mapping[str, str], lists: Any
) -> dict[str, Any]:
    """Read a piece; a new one (no id yet) is called by its name. Raises `Refusal` `bad-house`."""
    written = read_piece(system, kind.id, form, lists)
    name = str(written.get("name") or "").strip()
    own = id_ or slug(name)[:40].strip("-")
    if not own:
        raise Refusal("bad-house", text("Give the {one} a name first.", one=as_text(kind.one)))
    return {"part": kind.id, "id": own, "to": {**written, "id": own, "name": name or own}}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionForm:
    """A condition as the form shows it."""

    name: str = ""
    words: str = ""
    shape: str = "dot"
    tone: str = "warn"
    rolls: tuple[tuple[str, Words, int | None], ...] = ()
    """Each roll that it may bear on: its purpose, what it is called, and what is added now."""
    actions: tuple[tuple[str, Words, bool], ...] = ()
    """Each action that it may forbid: its id, what it is called, and whether it does."""
    shapes: tuple[str, ...] = SHAPES


def condition_form(system: System, house: House, id_: str | None) -> ConditionForm:
    """Give the form for a condition, new or there already."""
    made = house.conditions.get(id_ or "")
    adds = {} if made is None else {change.roll: change.value for change in made.rolls}
    forbidden = () if made is None else made.forbids
    rolls: dict[str, Words] = {EVERY_ROLL: text("Every roll"), **system.roll_names}
    actions = {EVERY_ACTION: text("Everything"), **{a.id: a.label for a in system.actions if not a.of_table}}
    return ConditionForm(
        name="" if made is None else made.name,
        words="" if made is None else made.words,
        shape="dot" if made is None else made.shape,
        tone="warn" if made is None else made.tone,
        rolls=tuple((purpose, name, adds.get(purpose)) for purpose, name in rolls.items()),
        actions=tuple((do, label, do in forbidden) for do, label in actions.items()),
    )


def condition_change(
    system: System, id_: str, form: Mapping[str, str], forbids: Sequence[str]
) -> dict[str, Any]:
    """Read a condition. Raises `Refusal` `bad-house`."""
    name = " ".join(form.get("name", "").split())
    rolls = []
    for purpose in (EVERY_ROLL, *system.roll_names):
        typed = form.get(f"roll.{purpose}", "").strip().replace("−", "-")
        if not typed:
            continue
        try:
            value = int(typed[:12])
        except ValueError:
            called = roll_name(system, purpose)
            raise Refusal(
                "bad-house",
                text(
                    "{what}: a whole number, please; {typed} is none.",
                    what=as_text(called),
                    typed=repr(typed[:20]),
                ),
            ) from None
        if value:
            rolls.append({"roll": purpose, "value": value})
    own = id_ or slug(name)[:40].strip("-")
    if not own:
        raise Refusal("bad-house", text("Give the condition a name first."))
    made = {
        "name": name,
        "words": " ".join(form.get("words", "").split()),
        "shape": form.get("shape", ""),
        "tone": form.get("tone", ""),
        "rolls": rolls,
        "forbids": list(forbids),
    }
    return {"part": CONDITIONS, "id": own, "to": made}


def house_changes(house: House) -> list[dict[str, Any]]:
    """Write a house down as the changes that make it, for another scene of the table."""
    return [
        *({"part": RULES, "id": rule, "to": False} for rule in sorted(house.off)),
        *({"part": TABLES, "id": id_, "to": dict(cells)} for id_, cells in house.tables.items()),
        *(
            {"part": part, "id": id_, "to": dict(data)}
            for part, pieces in house.stock.items()
            for id_, data in pieces.items()
        ),
        *(
            {"part": CONDITIONS, "id": id_, "to": made.model_dump(mode="json")}
            for id_, made in house.conditions.items()
        ),
    ]


def changes_between(now: House, wanted: House) -> list[dict[str, Any]]:
    """Write down the changes that make one house of another."""
    there = [(change["part"], change["id"]) for change in house_changes(wanted)]
    gone = [
        {**change, "to": None} for change in house_changes(now) if (change["part"], change["id"]) not in there
    ]
    same = house_changes(now)
    return [*gone, *(change for change in house_changes(wanted) if change not in same)]
