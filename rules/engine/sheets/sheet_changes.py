"""What is different on a sheet that was written anew, in words for the log."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

MOST = 24
"""How many changes are told; of a sheet that is another's altogether nobody reads more."""
_LONGEST = 60

Change = tuple[str, str, str]
"""Which part of the sheet, what it was, and what it is now."""


def sheet_changes(old: BaseModel, new: BaseModel) -> tuple[Change, ...]:
    """Tell what differs, in the order of the sheet's fields."""
    found = _differences(old.model_dump(mode="json"), new.model_dump(mode="json"), "")
    return tuple(found)[:MOST]


def _differences(old: Any, new: Any, where: str) -> Iterator[Change]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in dict.fromkeys([*old, *new]):
            yield from _differences(old.get(key), new.get(key), f"{where}, {key}" if where else str(key))
        return
    yield where.replace("_", " ").replace("-", " "), _in_words(old), _in_words(new)


def _in_words(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        text = str(
            value.get("name") or value.get("id") or ", ".join(f"{k} {_in_words(v)}" for k, v in value.items())
        )
    elif isinstance(value, list):
        text = ", ".join(map(_in_words, value))
    else:
        text = str(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
