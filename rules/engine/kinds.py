"""The kinds of what a command may be told, and the one place where each becomes a typed value.

A value that does not fit its kind is refused by name, whatever a page or a program has sent. What stands
within options has refusals of its own (`bad-option`).
"""

from collections.abc import Callable, Mapping
from functools import cache
from math import isfinite
from typing import Any, TypeAlias, TypeVar

from rules.engine.refusal import Refusal
from rules.engine.text import Text, text
from rules.map.model import Cell, Place

ONE, SEVERAL = "combatant", "combatants"
PLACE, PLACES = "cell", "cells"
DOOR = "door"
FACTS, OPTIONS, OBJECT = "facts", "options", "object"

ValueT = TypeVar("ValueT")
Reader: TypeAlias = Callable[[str, Any], ValueT]
"""Reads a value, which is not None, for its key. Raises `Refusal` `bad-command`."""


def _require(fits: bool, key: str, value: Any, wanted: Text) -> None:
    if not fits:
        said = text(
            "{key} must be {wanted}; {value} is not.", key=repr(key), wanted=wanted, value=repr(value)
        )
        raise Refusal("bad-command", said)


def read_text(key: str, value: Any) -> str:
    """Read a text, or an id."""
    _require(isinstance(value, str), key, value, text("a text"))
    return str(value)


def read_choice(key: str, value: Any) -> str | int:
    """Read an id, or a number that is chosen."""
    _require(isinstance(value, str | int), key, value, text("one of its choices"))
    return value if isinstance(value, int) else str(value)


def read_number(key: str, value: Any) -> float:
    """Read any number."""
    _require(type(value) in (int, float) and isfinite(value), key, value, text("a number"))
    found: float = value
    return found


@cache
def whole(low: int, high: int) -> Reader[int]:
    """Give what reads a whole number of a range."""

    def read(key: str, value: Any) -> int:
        wanted = text("a whole number from {low} to {high}", low=low, high=high)
        _require(type(value) is int and low <= value <= high, key, value, wanted)
        return int(value)

    return read


@cache
def measure(high: float) -> Reader[float]:
    """Give what reads a number from 0 to `high`, with a fraction perhaps."""

    def read(key: str, value: Any) -> float:
        fits = type(value) in (int, float) and isfinite(value) and 0 <= value <= high
        _require(fits, key, value, text("a number from 0 to {high}", high=high))
        return float(value)

    return read


def read_flag(key: str, value: Any) -> bool:
    """Read true or false, as a form's button says them too."""
    _require(isinstance(value, bool) or value in ("true", "false"), key, value, text("true or false"))
    return value in (True, "true")


def read_object(key: str, value: Any) -> Mapping[str, Any]:
    """Read an object."""
    _require(isinstance(value, Mapping), key, value, text("an object with keys and values"))
    found: Mapping[str, Any] = value
    return found


def read_list(key: str, value: Any) -> tuple[Any, ...]:
    """Read a list."""
    _require(isinstance(value, list | tuple), key, value, text("a list"))
    return tuple(value)


def read_texts(key: str, value: Any) -> tuple[str, ...]:
    """Read a list of texts, or of ids."""
    fits = isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    _require(fits, key, value, text("a list of texts"))
    return tuple(value)


def read_objects(key: str, value: Any) -> tuple[Mapping[str, Any], ...]:
    """Read a list of objects."""
    fits = isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)
    _require(fits, key, value, text("a list of objects"))
    return tuple(value)


def read_options(key: str, value: Any) -> Mapping[str, Any] | tuple[Any, ...]:
    """Read an object or a list of them."""
    return value if isinstance(value, Mapping) else read_list(key, value)


def read_place(key: str, value: Any) -> Place:
    """Read a cell `[column, row]` or a zone's id."""
    if isinstance(value, str):
        return value
    cell = isinstance(value, list | tuple) and len(value) == 2 and all(type(part) is int for part in value)
    _require(cell, key, value, text("a cell like [3, 4] or the id of a zone"))
    return (value[0], value[1])


def read_cell(key: str, value: Any) -> Cell:
    """Read a cell `[column, row]`."""
    cell = isinstance(value, list | tuple) and len(value) == 2 and all(type(part) is int for part in value)
    _require(cell, key, value, text("a cell like [3, 4]"))
    return (value[0], value[1])


def each(read: Reader[ValueT]) -> Reader[tuple[ValueT, ...]]:
    """Give what reads a list, each of its values alike."""
    return lambda key, value: tuple(read(key, one) for one in read_list(key, value))


read_places = each(read_place)
read_cells = each(read_cell)

READERS: Mapping[str, Reader[Any]] = {
    ONE: read_text,  # the id of a combatant
    SEVERAL: read_texts,  # a list of them
    "weapon": read_text,  # the id of a piece of the sheet
    "choice": read_choice,  # the id of one of its choices
    "location": read_text,  # a place of a body, chosen on a figure
    PLACE: read_place,  # a place of the map
    PLACES: read_places,  # a list of them: a way
    DOOR: read_text,  # the id of a door of the map
    "text": read_text,  # free words
    "number": read_number,  # a number
    "flag": read_flag,  # true or false
    OPTIONS: read_options,  # what is chosen besides: an object with a key for each, or a list of objects
    "list": read_list,  # a list: of objects, if it has parts
    OBJECT: read_object,  # an object
    FACTS: read_object,  # what the GM says in place of the map; the system knows its keys
}
"""The kinds of parameters, each with what reads a value of it."""
