"""A form for any system's sheet, made from its model: a field for each key, with label, range and help.

What the model says in its JSON schema is enough (`sheet_schema`); `form_input` makes a sheet of what was
typed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.state import Sheet
from rules.engine.system import System
from rules.engine.text import Words, as_typed, text
from webapp.sheets.sheet_schema import PIECE, Schema, in_words, piece_schema, schema_of

SPARE_ROWS = 2
"""Empty rows that a list or a table of a sheet offers for something new."""
YES, NO = "yes", "no"
NOTHING = "-"
"""What stands in a row of numbers where one of them is left open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetField:
    """One part of the form. `kind` names the macro that draws it; `name` is what its input is called."""

    kind: str
    name: str
    label: Words
    help: Words = ""
    value: Any = None
    required: bool = False
    low: float | None = None
    high: float | None = None
    step: str = ""
    """In what steps a number goes, where not from one whole number to the next."""
    pattern: str = ""
    choices: tuple[tuple[str, Words], ...] = ()
    """Ids with labels: of a select, of what is offered, or of what can be ticked."""
    ticked: frozenset[str] = frozenset()
    fields: tuple["SheetField", ...] = ()
    """The fields of a group, or the groups that are the rows of a list."""
    title: Words = ""
    """What a row is called that is there already; empty for a spare one."""


def form_of(system: System, sheet: Sheet | None = None, house: House = AS_WRITTEN) -> tuple[SheetField, ...]:
    """Give the fields for a new sheet, or for changing one; what the table has made is offered too."""
    fresh = system.read_sheet({}) if sheet is None else sheet
    values = fresh.model_dump(mode="json")
    top = schema_of(system)
    parts = [(key, part.offering(own_names(house, key))) for key, part in top.fields]
    return tuple(
        _field(
            part, key, key, values.get(key), key in top.required, _ready_made(system, fresh, key, part, house)
        )
        for key, part in parts
    )


def own_names(house: House, key: str) -> dict[str, str]:
    """Give what a table has made of a kind: ids with names."""
    return {id_: str(data.get("name") or id_) for id_, data in house.stock.get(key, {}).items()}


def piece_fields(system: System, key: str, data: Mapping[str, Any] | None) -> tuple[SheetField, ...]:
    """Give the fields of one thing that a key of the sheet holds, without its id; None for a new one."""
    schema = piece_schema(system, key)
    fields = _group(schema, PIECE, data or {}, True, defaults=True)
    return tuple(field for field in fields if field.name != f"{PIECE}.id")


def _ready_made(system: System, sheet: Sheet, key: str, part: Schema, house: House) -> dict[int, str]:
    """Tell which entries of a list (or of itself, as 0) are exactly what an id of the stock stands for."""
    if not part.known or part.kind not in ("rows", "group"):
        return {}
    is_list = part.kind == "rows"
    found = {}
    for number, entry in enumerate(getattr(sheet, key) if is_list else (getattr(sheet, key),)):
        if entry.id in part.known:
            named = system.with_house_stock({key: [entry.id] if is_list else entry.id}, house)
            read = getattr(system.read_sheet(named), key)
            if (read[0] if is_list else read) == entry:
                found[number] = entry.id
    return found


def _field(
    schema: Schema, key: str, name: str, value: Any, required: bool, ready_made: Mapping[int, str]
) -> SheetField:
    data, more, kind, known = schema.data, schema.more, schema.kind, schema.known
    common: dict[str, Any] = {
        "kind": kind,
        "name": name,
        "label": schema.label(key) if key else text("Its value"),
        "help": more.get("description", "") if kind != "group" or "known" in more else "",
        "value": value,
        "required": required and not schema.is_optional,
    }
    if kind == "number":
        common |= {
            "value": None if value is None else _written(value),
            "low": data.get("minimum", data.get("exclusiveMinimum")),
            "high": data.get("maximum", data.get("exclusiveMaximum")),
            "step": str(data.get("multipleOf", "any")) if data["type"] == "number" else "",
        }
    elif kind == "text":
        offered = known or {text: text for text in data.get("examples", ())}
        common |= {"pattern": _html_pattern(data.get("pattern", "")), "choices": tuple(offered.items())}
    elif kind == "yes-no":
        common |= {"kind": "select", "value": "" if value is None else YES if value else NO}
        common["choices"] = (("", text("as usual")), (YES, text("yes")), (NO, text("no")))
    elif kind == "select":
        none = [("", text("none"))] if schema.is_optional else []
        common["choices"] = (*none, *((id_, in_words(id_.replace("-", " "))) for id_ in data["enum"]))
    elif kind == "ticks":
        common["choices"] = tuple((id_, in_words(id_)) for id_ in schema.items.data["enum"])
        common["ticked"] = frozenset(value or ())
    elif kind == "numbers":
        common["value"] = "/".join(map(_written, value or ()))
    elif kind == "texts":
        typed = [str(text) for text in value or () if text not in known]
        first = {id_: known[id_] for id_ in value or () if id_ in known}  # in the order of the sheet
        common |= {"choices": tuple({**first, **known}.items()), "ticked": frozenset(first)}
        common["value"] = ", ".join(typed)
    elif kind == "mapping":
        common["fields"] = _mapping_rows(schema, name, value or {}, known)
    elif kind == "rows":
        own = [number for number in range(len(value or ())) if number not in ready_made]
        others = [value[number] for number in own]
        rows = {number: own_row(row) for row, number in enumerate(own)}
        common["value"] = ",".join({**rows, **ready_made}[number] for number in range(len(value or ())))
        first = {id_: known[id_] for id_ in ready_made.values()}  # what is in use, in the order of the sheet
        common |= {"choices": tuple({**first, **known}.items()), "ticked": frozenset(first)}
        common["fields"] = _rows(schema.items, name, others)
    elif kind == "group":
        common |= {"choices": tuple(known.items()), "value": ready_made.get(0, "")}
        is_there = value is not None and not ready_made
        asked = is_there and not known
        common["fields"] = _group(
            schema, name, value if is_there else {}, asked, defaults=not schema.is_optional
        )
    return SheetField(**common)


def _written(value: float | None) -> str:
    """Write a number as people do: whole where it is whole."""
    if value is None:
        return NOTHING
    return str(int(value)) if float(value).is_integer() else str(value)


def _html_pattern(pattern: str) -> str:
    """Write a pattern for the browser, which wants it bare, hyphen and slash in brackets escaped."""
    bare = pattern.removeprefix("^").removesuffix("$").replace("(?:", "(")
    return re.sub(r"(?<!\\)-\]", r"\\-]", bare).replace("[^/]", r"[^\/]")


def _group(
    schema: Schema, name: str, values: Mapping[str, Any], asked: bool, *, defaults: bool
) -> tuple[SheetField, ...]:
    """Give a group's fields.

    Args:
        asked: whether it is there at all, so that something of it may be required.
        defaults: whether what it does not hold is shown by its default.
    """
    required = schema.required if asked else frozenset()
    return tuple(
        _field(
            part,
            key,
            f"{name}.{key}",
            values.get(key, part.default if defaults else None),
            key in required,
            {},
        )
        for key, part in schema.fields
    )


def own_row(number: int) -> str:
    """Call a row of one's own among what is ready-made, by its number among its like."""
    return f"={number}"


def row_number(key: str) -> int | None:
    """Give the number of a row of one's own (`own_row`); None for the id of something ready-made."""
    number = key.removeprefix("=")
    return int(number) if number != key and number.isdecimal() else None


def _rows(schema: Schema, name: str, own: Sequence[Mapping[str, Any]]) -> tuple[SheetField, ...]:
    rows = []
    for number, values in enumerate([*own, *[{}] * SPARE_ROWS]):
        is_there = number < len(own)
        title = _row_title(values, number) if is_there else ""
        fields = _group(schema, f"{name}.{number}", values, is_there, defaults=True)
        rows.append(SheetField(kind="row", name=f"{name}.{number}", label="", title=title, fields=fields))
    return tuple(rows)


def _row_title(values: Mapping[str, Any], number: int) -> Words:
    named = values.get("name") or values.get("id")
    return as_typed(str(named)) if named else text("No. {number}", number=number + 1)


def _mapping_rows(
    schema: Schema, name: str, values: Mapping[str, Any], known: Mapping[str, str]
) -> tuple[SheetField, ...]:
    """Give a row for each known key, each other one that there is, and some to spare."""
    rows = []
    keys = [*known, *sorted(set(values) - set(known)), *[""] * SPARE_ROWS]
    for number, key in enumerate(keys):
        at = f"{name}.{number}.value"
        one = _field(schema.values, key, at, values.get(key), False, {})
        title = known.get(key) or (in_words(key.replace("-", " ")) if key else text("Another"))
        rows.append(
            SheetField(kind="pair", name=f"{name}.{number}.key", label=title, value=key, fields=(one,))
        )
    return tuple(rows)
