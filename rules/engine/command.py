"""Commands: what somebody asks a battle to do, parsed from what a browser or a scenario sends."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from rules.engine.refusal import Refusal
from rules.map.model import Place

LONGEST_ID = 64
"""Characters of the longest id that a client may give its command."""
_OWN = ("id", "do", "actor", "by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a command says, or a part of one: the one place where a raw value becomes a typed one."""

    params: Mapping[str, Any] = field(default_factory=dict)

    def text(self, key: str) -> str | None:
        """Give a parameter that is a text, or None where it is left out. Raises `Refusal` `bad-command`."""
        value = self.params.get(key)
        if value is not None and not isinstance(value, str):
            raise Refusal("bad-command", f"{key!r} must be a text; {value!r} is none.")
        return value

    def number(self, key: str, low: int, high: int) -> int | None:
        """Give a whole-number parameter within its range, or None. Raises `Refusal` `bad-command`."""
        value = self.params.get(key)
        if value is None:
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            text = f"{key!r} must be a whole number from {low} to {high}; {value!r} is not."
            raise Refusal("bad-command", text)
        return value

    def measure(self, key: str, high: float) -> float | None:
        """Give a parameter that is a number from 0 up, with a fraction perhaps, or None. Raises `Refusal`."""
        value = self.params.get(key)
        if value is None:
            return None
        if type(value) not in (int, float) or not isfinite(value) or not 0 <= value <= high:
            raise Refusal("bad-command", f"{key!r} must be a number from 0 to {high}; {value!r} is not.")
        return float(value)

    def table(self, key: str) -> Mapping[str, Any]:
        """Give a parameter that is an object; empty where it is left out. Raises `Refusal` `bad-command`."""
        value = self.params.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            text = f"{key!r} must be an object with keys and values; {value!r} is none."
            raise Refusal("bad-command", text)
        return value

    def place(self, key: str) -> Place | None:
        """Give a cell `[column, row]` or a zone's id; None if left out. Raises `Refusal` `bad-command`."""
        value = self.params.get(key)
        return None if value is None else read_place(value, key)

    def places(self, key: str) -> tuple[Place, ...] | None:
        """Give a list of cells or zone ids, or None where it is left out. Raises `Refusal` `bad-command`."""
        value = self.params.get(key)
        if value is None:
            return None
        if not isinstance(value, list | tuple):
            raise Refusal("bad-command", f"{key!r} must be a list of cells; {value!r} is none.")
        return tuple(read_place(part, key) for part in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Said):
    """A command or an answer. `params` holds what its action needs, by the action's parameter ids."""

    do: str
    actor: str | None = None
    id: str = ""
    by: str = ""
    """Who gives it, as the app names people; never taken from what a client sends."""

    @classmethod
    def parse(cls, data: Any, by: str = "") -> "Command":
        """Read a command object; an `answer` key makes it the command `answer`.

        Raises:
            Refusal: `bad-command`: a key of the wrong type, no `do` at all, or what cannot be kept as JSON.
        """
        if not isinstance(data, Mapping):
            raise Refusal("bad-command", "A command is an object with a key 'do', or 'answer'.")
        _require_writable(data)
        do = data.get("do", "answer" if "answer" in data else None)
        if not isinstance(do, str) or not do:
            raise Refusal("bad-command", f"A command needs a text for 'do'; {do!r} is none.")
        if "answer" in data and do != "answer":
            raise Refusal("bad-command", f"A command cannot both answer and do {do!r}.")
        actor, id_ = data.get("actor"), data.get("id", "")
        if actor is not None and not isinstance(actor, str):
            raise Refusal("bad-command", f"'actor' must be a combatant's id; {actor!r} is none.")
        if not isinstance(id_, str) or len(id_) > LONGEST_ID:
            raise Refusal("bad-command", f"'id' must be a text of at most {LONGEST_ID} characters.")
        params = {str(key): value for key, value in data.items() if key not in _OWN}
        return cls(do=do, actor=actor, id=id_, by=by, params=params)


def read_place(value: Any, key: str) -> Place:
    """Read a cell or a zone's id. Raises `Refusal` `bad-command`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and len(value) == 2:
        column, row = value
        if type(column) is int and type(row) is int:
            return (column, row)
    text = f"{key!r} must be a cell like [3, 4] or the id of a zone; {value!r} is neither."
    raise Refusal("bad-command", text)


def _require_writable(data: Mapping[str, Any]) -> None:
    """Refuse what the log could not keep: NaN, half a surrogate pair, nesting without end."""
    try:
        json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise Refusal(
            "bad-command", "A command must be plain JSON: this one could not be written down."
        ) from None
