"""Commands: what somebody asks a battle to do, parsed from what a browser or a scenario sends."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rules.engine.kinds import (
    Reader,
    ValueT,
    measure,
    read_object,
    read_place,
    read_places,
    read_text,
    whole,
)
from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.model import Place

LONGEST_ID = 64
"""Characters of the longest id that a client may give its command."""
_OWN = ("id", "do", "actor", "by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a command says, or a part of one.

    `Parameter.of` reads it by what an action declares. The readers by key are for systems from outside and
    for parts of options that are not declared one by one. All raise `Refusal` `bad-command`.
    """

    params: Mapping[str, Any] = field(default_factory=dict)
    _values: dict[tuple[str, Reader[Any]], Any] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    def value(self, key: str, read: Reader[ValueT]) -> ValueT | None:
        """Read a value, once, or give None where it is left out."""
        value = self.params.get(key)
        if value is None:
            return None
        if (key, read) not in self._values:
            self._values[key, read] = read(key, value)
        found: ValueT = self._values[key, read]
        return found

    def text(self, key: str) -> str | None:
        """Give a text, or None where it is left out."""
        return self.value(key, read_text)

    def number(self, key: str, low: int, high: int) -> int | None:
        """Give a whole number within its range, or None."""
        return self.value(key, whole(low, high))

    def measure(self, key: str, high: float) -> float | None:
        """Give a number from 0 up, with a fraction perhaps, or None."""
        return self.value(key, measure(high))

    def table(self, key: str) -> Mapping[str, Any]:
        """Give an object; empty where it is left out."""
        return self.value(key, read_object) or {}

    def place(self, key: str) -> Place | None:
        """Give a cell `[column, row]` or a zone's id; None if left out."""
        return self.value(key, read_place)

    def places(self, key: str) -> tuple[Place, ...] | None:
        """Give a list of cells or zone ids, or None where it is left out."""
        return self.value(key, read_places)


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
            raise Refusal("bad-command", text("A command is an object with a key 'do', or 'answer'."))
        _require_writable(data)
        do = data.get("do", "answer" if "answer" in data else None)
        if not isinstance(do, str) or not do:
            raise Refusal("bad-command", text("A command needs a text for 'do'; {do} is none.", do=repr(do)))
        if "answer" in data and do != "answer":
            raise Refusal("bad-command", text("A command cannot both answer and do {do}.", do=repr(do)))
        actor, id_ = data.get("actor"), data.get("id", "")
        if actor is not None and not isinstance(actor, str):
            raise Refusal(
                "bad-command", text("'actor' must be a combatant's id; {actor} is none.", actor=repr(actor))
            )
        if not isinstance(id_, str) or len(id_) > LONGEST_ID:
            raise Refusal(
                "bad-command", text("'id' must be a text of at most {most} characters.", most=LONGEST_ID)
            )
        params = {str(key): value for key, value in data.items() if key not in _OWN}
        return cls(do=do, actor=actor, id=id_, by=by, params=params)

    def fresh_id(self, letter: str, taken: Collection[str]) -> str:
        """Make an id for something new, of a letter and the own one: it does not tell how many there are."""
        made = 0
        while (id_ := letter + sha256(f"{self.id}:{made}".encode()).hexdigest()[:12]) in taken:
            made += 1
        return id_


def _require_writable(data: Mapping[str, Any]) -> None:
    """Refuse what the log could not keep: NaN, half a surrogate pair, nesting without end."""
    try:
        json.dumps(data, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise Refusal(
            "bad-command", text("A command must be plain JSON: this one could not be written down.")
        ) from None
