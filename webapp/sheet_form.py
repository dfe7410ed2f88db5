"""A form for any system's sheet, made from its model: a field for each key, with label, range and help.

What the model says in its JSON schema is enough: type, range, pattern, default, title, description. A field
may say more with `json_schema_extra`: `known` holds ids with labels that it offers (ready-made weapons, edges
that have an effect), and `form: False` keeps it out of the form.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.importing import slug
from rules.engine.refusal import Refusal
from rules.engine.state import Sheet, adapter
from rules.engine.system import System

SPARE_ROWS = 2
"""Empty rows that a list or a table of a sheet offers for something new."""
MOST_ROWS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetField:
    """One part of the form. `kind` names the macro that draws it; `name` is what its input is called."""

    kind: str
    name: str
    label: str
    help: str = ""
    value: Any = None
    required: bool = False
    low: int | None = None
    high: int | None = None
    pattern: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    """Ids with labels: of a select, of what is offered, or of what can be ticked."""
    ticked: frozenset[str] = frozenset()
    fields: tuple["SheetField", ...] = ()
    """The fields of a group, or the groups that are the rows of a list."""
    title: str = ""
    """What a row is called."""


@dataclass(frozen=True, slots=True)
class _Schema:
    """A JSON schema with its definitions at hand."""

    data: Mapping[str, Any]
    definitions: Mapping[str, Any]
    more: Mapping[str, Any] = field(default_factory=dict)

    def at(self, data: Mapping[str, Any]) -> "_Schema":
        """Give what a part of the schema says, with references and `or null` resolved."""
        more = dict(data)
        optional = False
        while "$ref" in data or "anyOf" in data:
            if "$ref" in data:
                data = self.definitions[data["$ref"].rpartition("/")[2]]
            else:
                optional = True
                data = next(part for part in data["anyOf"] if part.get("type") != "null")
        return _Schema(data, self.definitions, {**more, "optional": optional})

    @property
    def kind(self) -> str:
        """Name the sort of field that it makes."""
        data = self.data
        kind = str(data.get("type"))
        if kind == "object":
            return "group" if "properties" in data else "mapping"
        if kind == "array":
            if "prefixItems" in data:
                return "numbers"
            items = self.at(data["items"])
            return "rows" if items.kind == "group" else "ticks" if "enum" in items.data else "texts"
        if kind == "boolean":
            return "check"
        if kind in ("integer", "number"):
            return "number"
        return "select" if "enum" in data else "text"

    @property
    def known(self) -> dict[str, str]:
        """Give the ids that the field offers, with their labels."""
        return dict(self.more.get("known", {}))


def _top(system: System) -> _Schema:
    schema = system.sheet_type.model_json_schema(mode="validation")
    return _Schema(schema, schema.get("$defs", {}))


def _shown(schema: _Schema) -> list[tuple[str, _Schema]]:
    parts = schema.data["properties"].items()
    return [(key, schema.at(part)) for key, part in parts if part.get("form", True)]


# ---------------------------------------------------------------------------------------- the sheet as a form
def form_of(system: System, sheet: Sheet | None = None) -> tuple[SheetField, ...]:
    """Give the fields for a new sheet, or for changing one."""
    fresh = system.read_sheet({}) if sheet is None else sheet
    values = fresh.model_dump(mode="json")
    top = _top(system)
    required = set(top.data.get("required", ()))
    return tuple(
        _field(part, key, key, values.get(key), key in required, _ready_made(system, fresh, key, part))
        for key, part in _shown(top)
    )


def _ready_made(system: System, sheet: Sheet, key: str, part: _Schema) -> dict[int, str]:
    """Tell which entries of a list (or of itself, as 0) are exactly what an id of the stock stands for."""
    if not part.known or part.kind not in ("rows", "group"):
        return {}
    own = getattr(sheet, key)
    entries = own if part.kind == "rows" else (own,)
    info = adapter(system.sheet_type.model_fields[key].rebuild_annotation())
    found = {}
    for number, entry in enumerate(entries):
        if entry.id in part.known:
            read = info.validate_python([entry.id] if part.kind == "rows" else entry.id)
            if (read[0] if part.kind == "rows" else read) == entry:
                found[number] = entry.id
    return found


def _words(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _field(
    schema: _Schema, key: str, name: str, value: Any, required: bool, ready_made: Mapping[int, str]
) -> SheetField:
    data, more, kind = schema.data, schema.more, schema.kind
    common: dict[str, Any] = {
        "kind": kind,
        "name": name,
        "label": more.get("title") or _words(key),
        "help": more.get("description", "") if kind != "group" or "known" in more else "",
        "value": value,
        "required": required and not more.get("optional"),
    }
    known = schema.known
    if kind == "number":
        common |= {"low": data.get("minimum"), "high": data.get("maximum")}
    elif kind == "text":
        offered = known or {text: text for text in data.get("examples", ())}
        common |= {"pattern": _html_pattern(data.get("pattern", "")), "choices": tuple(offered.items())}
    elif kind == "select":
        none = [("", "none")] if more.get("optional") else []
        common["choices"] = (*none, *((id_, _words(id_.replace("-", " "))) for id_ in data["enum"]))
    elif kind == "ticks":
        common["choices"] = tuple((id_, _words(id_)) for id_ in schema.at(data["items"]).data["enum"])
        common["ticked"] = frozenset(value or ())
    elif kind == "numbers":
        common["value"] = "/".join(map(str, value)) if value else ""
    elif kind == "texts":
        own = [text for text in value or () if text not in known]
        common |= {"choices": tuple(known.items()), "ticked": frozenset(value or ()) & set(known)}
        common["value"] = ", ".join(own)
    elif kind == "mapping":
        common["fields"] = _mapping_rows(schema, name, value or {}, known)
    elif kind == "rows":
        own = [entry for number, entry in enumerate(value or ()) if number not in ready_made]
        first = {id_: known[id_] for id_ in ready_made.values()}  # what is in use, in the order of the sheet
        common |= {"choices": tuple({**first, **known}.items()), "ticked": frozenset(first)}
        common["fields"] = _rows(schema.at(data["items"]), name, own)
    elif kind == "group":
        common |= {"choices": tuple(known.items()), "value": ready_made.get(0, "")}
        common["fields"] = _group(schema, name, {} if ready_made else value or {}, asked=not known)
    return SheetField(**common)


def _html_pattern(pattern: str) -> str:
    """Write a pattern for the browser, which wants it bare, and a hyphen in brackets escaped."""
    bare = pattern.removeprefix("^").removesuffix("$").replace("(?:", "(")
    return re.sub(r"(?<!\\)-\]", r"\\-]", bare)


def _group(schema: _Schema, name: str, values: Mapping[str, Any], asked: bool) -> tuple[SheetField, ...]:
    """Give a group's fields; `asked`: whether it is there at all, so that something of it may be required."""
    required = set(schema.data.get("required", ())) if asked else set()
    return tuple(
        _field(part, key, f"{name}.{key}", values.get(key, part.more.get("default")), key in required, {})
        for key, part in _shown(schema)
    )


def _rows(schema: _Schema, name: str, own: list[Any]) -> tuple[SheetField, ...]:
    rows = []
    for number in range(len(own) + SPARE_ROWS):
        values = own[number] if number < len(own) else {}
        fields = _group(schema, f"{name}.{number}", values, asked=number < len(own))
        title = values.get("name") or values.get("id") or ""
        rows.append(
            SheetField(kind="row", name=f"{name}.{number}", label="", title=title, fields=tuple(fields))
        )
    return tuple(rows)


def _inner(schema: _Schema) -> _Schema:
    """Give what each value of a mapping is; where the keys have a pattern, the schema says it there."""
    inner = schema.data.get("additionalProperties")
    if not isinstance(inner, dict):
        inner = next(iter(schema.data["patternProperties"].values()))
    return schema.at(inner)


def _mapping_rows(
    schema: _Schema, name: str, values: Mapping[str, Any], known: Mapping[str, str]
) -> tuple[SheetField, ...]:
    """Give a row for each known key, each other one that there is, and some to spare."""
    part = _inner(schema)
    rows = []
    keys = [*known, *sorted(set(values) - set(known)), *[""] * SPARE_ROWS]
    for number, key in enumerate(keys):
        one = _field(part, key or "its value", f"{name}.{number}.value", values.get(key, ""), False, {})
        title = known.get(key) or _words(key.replace("-", " ")) or "Another"
        rows.append(
            SheetField(kind="pair", name=f"{name}.{number}.key", label=title, value=key, fields=(one,))
        )
    return tuple(rows)


# ---------------------------------------------------------------------------------------- the form as a sheet
def read_form(system: System, form: Mapping[str, Any], lists: Any) -> dict[str, Any]:
    """Make a sheet of what was typed. What was left empty is left out, and takes its default.

    Args:
        form: what each input holds.
        lists: gives all values of inputs of one name (those that were ticked).

    Raises:
        Refusal: `bad-sheet`, naming the field that holds what it cannot.
    """
    reader = _FormReader(form, lists)
    found = {}
    for key, part in _shown(_top(system)):
        value = reader.value(part, key, key)
        if value is not None:
            found[key] = value
    return found


@dataclass(frozen=True, slots=True)
class _FormReader:
    form: Mapping[str, Any]
    lists: Any

    def _text(self, name: str) -> str:
        return str(self.form.get(name, "")).strip()

    def value(self, schema: _Schema, key: str, name: str) -> Any:
        """Read a field; None where it was left empty."""
        kind, label = schema.kind, schema.more.get("title") or _words(key)
        typed = self._text(name)
        match kind:
            case "check":
                return typed != ""
            case "number":
                return None if not typed else _number(typed, label)
            case "numbers":
                return None if not typed else [_number(part, label) for part in re.split(r"[/,; ]+", typed)]
            case "ticks":
                return [str(one) for one in self.lists(name)]
            case "texts":
                ticked = [str(one) for one in self.lists(f"{name}.known")]
                others = [_as_known(part.strip(), schema.known) for part in typed.split(",") if part.strip()]
                every = list(dict.fromkeys([*ticked, *others]))
                return every if every or not schema.more.get("optional") else None
            case "mapping":
                return self._mapping(schema, name)
            case "rows":
                ticked = [str(one) for one in self.lists(f"{name}.known")]
                return [*ticked, *self._rows(schema.at(schema.data["items"]), name)]
            case "group":
                chosen = self._text(f"{name}.known")
                return chosen or self._group(schema, name)
        return typed or None

    def _group(self, schema: _Schema, name: str) -> dict[str, Any] | None:
        found = {key: self.value(part, key, f"{name}.{key}") for key, part in _shown(schema)}
        return {key: value for key, value in found.items() if value is not None}

    def _rows(self, schema: _Schema, name: str) -> list[dict[str, Any]]:
        rows = []
        for number in range(MOST_ROWS):
            typed = any(self._text(f"{name}.{number}.{key}") for key in ("id", "name"))
            if typed and not self._text(f"{name}.{number}.drop"):
                row = self._group(schema, f"{name}.{number}") or {}
                row.setdefault("id", slug(str(row.get("name", ""))))
                row.setdefault("name", row["id"])
                rows.append(row)
        return rows

    def _mapping(self, schema: _Schema, name: str) -> dict[str, Any]:
        part = _inner(schema)
        found = {}
        for number in range(MOST_ROWS):
            key = slug(self._text(f"{name}.{number}.key"))
            value = self.value(part, key, f"{name}.{number}.value")
            if key and value is not None:
                if key in found:
                    raise Refusal("bad-sheet", f"{_words(key)} stands there twice: keep one of them.")
                found[key] = value
        return found


def _as_known(typed: str, known: Mapping[str, str]) -> str:
    """Give the id where somebody typed the words of something known."""
    return slug(typed) if slug(typed) in known else typed


def _number(typed: str, label: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", typed):
        raise Refusal("bad-sheet", f"{label}: a whole number, please; {typed[:20]!r} is none.")
    return int(typed)
