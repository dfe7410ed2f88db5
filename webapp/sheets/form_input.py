"""What was typed into the form of a sheet, made into the sheet (`sheet_form` lays the form out)."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import slug
from rules.engine.system import System
from rules.engine.text import Text, Words, as_text, text
from webapp.sheets.sheet_form import NO, NOTHING, YES, own_row, row_number
from webapp.sheets.sheet_schema import PIECE, Schema, in_words, piece_schema, schema_of

MOST_ROWS = 40


class BadField(Refusal):
    """What was typed in one field cannot be read: `label` names the field, `wrong` says why."""

    def __init__(self, label: Words, wrong: Text) -> None:
        super().__init__("bad-sheet", text("{label}: {wrong}", label=as_text(label), wrong=wrong))
        self.label, self.wrong = label, wrong


class _Left(Enum):
    """What was left empty is left out, and takes its default."""

    OUT = "out"


def read_form(
    system: System, form: Mapping[str, Any], lists: Callable[[str], Sequence[str]]
) -> dict[str, Any]:
    """Make a sheet of what was typed. What was left empty is left out, and takes its default.

    Args:
        form: what each input holds.
        lists: gives all values of inputs of one name (those that were ticked).

    Raises:
        Refusal: `bad-sheet`, naming the field that holds what it cannot.
    """
    return _FormReader(form, lists).fields(schema_of(system), "")


def read_piece(
    system: System, key: str, form: Mapping[str, Any], lists: Callable[[str], Sequence[str]]
) -> dict[str, Any]:
    """Make one thing of a sheet of what was typed (`piece_fields`). Raises `Refusal` `bad-sheet`."""
    return _FormReader(form, lists).fields(piece_schema(system, key), f"{PIECE}.")


def listed_keys(
    schema: Schema, form: Mapping[str, Any], lists: Callable[[str], Sequence[str]], name: str
) -> tuple[str, ...]:
    """List what a form has in a list of things: ids that are ticked, and rows of their own (`own_row`).

    They come in the order of the sheet that the form was made for, what is new at the end: it matters which
    weapon is named first.

    Args:
        schema: of one of the things.
        name: what the inputs of the list begin with.
    """

    def said(key: str) -> str:
        return str(form.get(f"{name}.{key}", "")).strip()

    texts = [key for key, part in schema.fields if part.kind == "text" and not part.default]
    rows = [
        own_row(number)
        for number in range(MOST_ROWS)
        if (said(f"{number}.there") or any(said(f"{number}.{key}") for key in texts))
        and not said(f"{number}.drop")
    ]
    there = dict.fromkeys([*map(str, lists(f"{name}.known")), *rows])
    before = [key for key in said("order").split(",") if key in there]
    return tuple(dict.fromkeys([*before, *there]))


@dataclass(frozen=True, slots=True)
class _FormReader:
    form: Mapping[str, Any]
    lists: Callable[[str], Sequence[str]]

    def _text(self, name: str) -> str:
        return str(self.form.get(name, "")).strip()

    def fields(self, schema: Schema, before: str) -> dict[str, Any]:
        """Read the fields of a group; the names of their inputs begin alike."""
        found = {key: self.value(part, key, f"{before}{key}") for key, part in schema.fields}
        return {key: value for key, value in found.items() if value is not _Left.OUT}

    def value(self, schema: Schema, key: str, name: str) -> Any:
        """Read a field, or say that it was left empty."""
        label, typed = schema.label(key), self._text(name)
        match schema.kind:
            case "check":
                return typed != ""
            case "number":
                return _number(schema, typed, label) if typed else _empty(schema)
            case "numbers":
                return _numbers(schema, typed, label) if typed else _empty(schema)
            case "yes-no":
                return typed == YES if typed in (YES, NO) else _empty(schema)
            case "ticks":
                ticked = [str(one) for one in self.lists(name)]
                may_be_empty = not schema.is_optional and not schema.data.get("minItems")
                return ticked if ticked or may_be_empty else _empty(schema)
            case "texts":
                return self._texts(schema, name)
            case "mapping":
                return self._mapping(schema, name)
            case "rows":
                keys = listed_keys(schema.items, self.form, self.lists, name)
                return [self._entry(schema.items, name, key) for key in keys]
            case "group":
                return self._text(f"{name}.known") or self._group(schema, name)
        return typed or _empty(schema)

    def _texts(self, schema: Schema, name: str) -> Any:
        ticked = [str(one) for one in self.lists(f"{name}.known")]
        parts = [part.strip() for part in self._text(name).split(",") if part.strip()]
        also_numbers = any(part.get("type") == "integer" for part in schema.data["items"].get("anyOf", ()))
        others = [
            int(part) if also_numbers and re.fullmatch(r"[0-9]{1,9}", part) else _as_known(part, schema.known)
            for part in parts
        ]
        every = list(dict.fromkeys([*ticked, *others]))
        may_be_empty = not schema.is_optional and not schema.data.get("minItems")
        return every if every or may_be_empty else _empty(schema)

    def _group(self, schema: Schema, name: str) -> Any:
        if schema.is_optional and not self._has_typed(schema, name):
            return _empty(schema)
        return self.fields(schema, f"{name}.")

    def _has_typed(self, schema: Schema, name: str) -> bool:
        """Say whether anything was typed into a group; a select always sends something."""
        kinds = ("text", "number", "numbers", "texts")
        return any(self._text(f"{name}.{key}") for key, part in schema.fields if part.kind in kinds)

    def _entry(self, schema: Schema, name: str, key: str) -> Any:
        if (row := row_number(key)) is None:
            return key
        return _named(self.fields(schema, f"{name}.{row}."), schema)

    def _mapping(self, schema: Schema, name: str) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for number in range(MOST_ROWS):
            key = slug(self._text(f"{name}.{number}.key"))
            value = self.value(schema.values, key, f"{name}.{number}.value")
            if key and value is not _Left.OUT:
                if key in found:
                    raise Refusal(
                        "bad-sheet",
                        text("{key} stands there twice: keep one of them.", key=in_words(key)),
                    )
                found[key] = value
        return found


def _empty(schema: Schema) -> Any:
    """Give what an empty field means: null where that is not the default anyway, else nothing at all."""
    return None if schema.is_optional and schema.default is not None else _Left.OUT


def _named(row: dict[str, Any], schema: Schema) -> dict[str, Any]:
    """Give a row its id from its name, or the other way round, if its kind has both."""
    if {"id", "name"} <= set(schema.data["properties"]):
        row.setdefault("id", slug(str(row.get("name", ""))))
        row.setdefault("name", row["id"])
    return row


def _as_known(typed: str, known: Mapping[str, str]) -> str:
    """Give the id where somebody typed the words of something known."""
    return slug(typed) if slug(typed) in known else typed


def _numbers(schema: Schema, typed: str, label: str) -> list[float | None]:
    parts = re.split(r"[/,; ]+", typed)
    kinds = [schema.at(part) for part in schema.data.get("prefixItems", ())] or [schema.items]
    return [
        None if part == NOTHING else _number(kinds[min(number, len(kinds) - 1)], part, label)
        for number, part in enumerate(parts)
    ]


def _number(schema: Schema, typed: str, label: str) -> float:
    if schema.data["type"] == "number" and re.fullmatch(r"[+-]?[0-9]{1,9}[.,][0-9]{1,4}", typed):
        return float(typed.replace(",", "."))
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", typed):
        raise BadField(label, text("a whole number, please; {typed} is none.", typed=repr(typed[:20])))
    return int(typed)
