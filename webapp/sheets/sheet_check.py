"""What is wrong with a sheet while it is being filled in: beside which field, and in words that help.

It is the very model that reads the sheet in the end, so that nothing is let pass here that is refused there.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from rules.engine.house.house import AS_WRITTEN, House
from rules.engine.refusal import Refusal
from rules.engine.sheets.import_report import slug
from rules.engine.sheets.wrong_values import WrongValue, choices, is_branch, own_words
from rules.engine.system import System
from rules.engine.text import Gap, Text, Words, as_text, joined, text
from webapp.sheets.form_input import MOST_ROWS, BadField, listed_keys, read_form
from webapp.sheets.sheet_form import row_number
from webapp.sheets.sheet_schema import Schema, in_words, schema_of

MOST = 40


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that a sheet cannot have. `field` is what the form calls its input; empty for the whole."""

    field: str
    label: Words
    words: Words


def check_form(
    system: System, form: Mapping[str, Any], lists: Callable[[str], Sequence[str]], house: House = AS_WRITTEN
) -> tuple[Wrong, ...]:
    """List what is wrong with what was typed so far; nothing for a sheet that can be saved.

    Args:
        form, lists: as `read_form` takes them.
        house: the table's own, whose things the sheet may name.
    """
    try:
        sheet = read_form(system, form, lists)
    except BadField as refusal:
        return (Wrong("", refusal.label, refusal.wrong),)
    except Refusal as refusal:
        return (Wrong("", "", refusal.text),)
    try:
        system.read_sheet(system.with_house_stock(sheet, house))
    except Refusal as refusal:
        cause = refusal.__cause__
        if not isinstance(cause, ValidationError):
            return (Wrong("", "", _sentence(refusal.message)),)
        found: dict[tuple[str, Words], Wrong] = {}
        for problem in cause.errors(include_url=False)[:MOST]:
            wrong = _wrong(_Places(schema_of(system), form, lists), problem)
            found.setdefault((wrong.field, wrong.label), wrong)
        return tuple(found.values())
    return ()


def _wrong(places: "_Places", problem: Mapping[str, Any]) -> Wrong:
    where = tuple(part for part in problem["loc"] if not is_branch(part))
    error = problem.get("ctx", {}).get("error")
    if isinstance(error, WrongValue):
        where = (*where, error.key) if places.has(where, error.key) else where
        return Wrong(*places.place(where), _sentence(error.words))
    return Wrong(*places.place(where), _explained(problem))


@dataclass(frozen=True, slots=True)
class _Places:
    """Where a form shows the keys of a sheet."""

    top: Schema
    form: Mapping[str, Any]
    lists: Callable[[str], Sequence[str]]

    def has(self, where: Sequence[Any], key: str) -> bool:
        """Say whether what lies there has a field of that name."""
        schema: Schema | None = self.top
        for part in where:
            schema = _inside(schema, part)
        return _inside(schema, key) is not None

    def place(self, where: Sequence[Any]) -> tuple[str, Words]:
        """Give what the form calls the input of a key, and what people call it."""
        schema: Schema | None = self.top
        name = ""
        labels: list[Gap] = []
        for part in where:
            if schema is not None and schema.kind in ("numbers", "texts", "ticks"):
                break  # one input for all of them
            inner = _inside(schema, part)
            if isinstance(part, int):
                labels.append(text("no. {number}", number=part + 1))
                part = self._own_row(inner, name, part)
            elif schema is not None and schema.kind == "mapping":
                labels.append(as_text(in_words(str(part).replace("-", " "))))
                part = f"{self._row(name, str(part))}.value"
            else:
                labels.append(as_text(inner.label(str(part)) if inner is not None else in_words(str(part))))
            name, schema = f"{name}.{part}" if name else str(part), inner
        return name, joined(labels)

    def _own_row(self, schema: Schema | None, name: str, number: int) -> int:
        """Find the row of a thing by its place in the list; what is ready-made is not what is wrong."""
        assert schema is not None, "what is listed has a schema"
        keys = listed_keys(schema, self.form, self.lists, name)
        return (row_number(keys[number]) if number < len(keys) else None) or 0

    def _row(self, name: str, key: str) -> int:
        """Find the row of a table that holds a key."""
        rows = (n for n in range(MOST_ROWS) if slug(str(self.form.get(f"{name}.{n}.key", ""))) == key)
        return next(rows, 0)


def _inside(schema: Schema | None, part: Any) -> Schema | None:
    if schema is None:
        return None
    if isinstance(part, int):
        return schema.items if isinstance(schema.data.get("items"), Mapping) else None
    if schema.kind == "mapping":
        return schema.values
    found = schema.data.get("properties", {}).get(part)
    return schema.at(found) if found is not None else None


def _explained(problem: Mapping[str, Any]) -> Words:
    """Say in words what a value must be instead."""
    kind, context = problem["type"], problem.get("ctx", {})
    match kind:
        case "missing":
            return text("This must be filled in.")
        case "extra_forbidden":
            return text("A sheet of this system has nothing of that name.")
        case "greater_than_equal":
            return text("At least {limit}.", limit=float(context["ge"]))
        case "less_than_equal":
            return text("At most {limit}.", limit=float(context["le"]))
        case "greater_than":
            return text("More than {limit}.", limit=float(context["gt"]))
        case "less_than":
            return text("Less than {limit}.", limit=float(context["lt"]))
        case "int_type" | "int_parsing" | "int_from_float":
            return text("A whole number, please.")
        case "float_type" | "float_parsing":
            return text("A number, please.")
        case "string_too_short" | "too_short":
            return text("At least {limit}, please.", limit=context.get("min_length", 1))
        case "string_too_long" | "too_long":
            return text("At most {limit}, please.", limit=context.get("max_length"))
        case "literal_error" | "enum":
            return text("One of {expected}.", expected=choices(str(context["expected"])))
        case "bool_type" | "bool_parsing":
            return text("Yes or no, please.")
        case "string_type":
            return text("Words, please.")
        case "string_pattern_mismatch":
            return text("This is not written as the sheet has it: see the examples beside the field.")
    if kind == "value_error":
        return _sentence(own_words(problem))
    return text("This does not fit here: see the examples beside the field.")


def _sentence(words: Words) -> Words:
    if isinstance(words, Text):
        return text("{words}.", words=words).large
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith('.') else '.'}"
