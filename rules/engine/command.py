"""Commands: what somebody asks a battle to do, parsed from what a browser or a scenario sends."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.engine.refusal import Refusal
from rules.map.model import Place

_OWN = ("id", "do", "actor", "answer", "by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command or an answer. `params` holds what its action needs, by the action's parameter ids."""

    do: str
    actor: str | None = None
    id: str = ""
    by: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> "Command":
        """Read a command object; an `answer` key makes it the command `answer`.

        Raises:
            Refusal: `bad-command`, for a key of the wrong type or no `do` at all.
        """
        params = {str(k): v for k, v in data.items() if k not in _OWN}
        do = data.get("do")
        if "answer" in data:
            do, params["answer"] = "answer", data["answer"]
        for key, value in (("do", do), ("actor", data.get("actor")), ("id", data.get("id", ""))):
            if not isinstance(value, str) and not (key == "actor" and value is None):
                raise Refusal("bad-command", f"A command needs a text for {key!r}; {value!r} is none.")
        return cls(
            do=str(do),
            actor=data.get("actor"),
            id=data.get("id", ""),
            by=str(data.get("by", "")),
            params=params,
        )

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
            raise Refusal(
                "bad-command", f"{key!r} must be a whole number from {low} to {high}; {value!r} is not."
            )
        return value

    def table(self, key: str) -> Mapping[str, Any]:
        """Give a parameter that is an object; empty where it is left out. Raises `Refusal` `bad-command`."""
        value = self.params.get(key, {})
        if not isinstance(value, Mapping):
            raise Refusal(
                "bad-command", f"{key!r} must be an object with keys and values; {value!r} is none."
            )
        return value

    def place(self, key: str) -> Place | None:
        """Give a cell `[column, row]` or a zone's id, or None where it is left out. Raises `Refusal` `bad-command`."""
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


def read_place(value: Any, key: str) -> Place:
    """Read a cell or a zone's id. Raises `Refusal` `bad-command`."""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and len(value) == 2:
        column, row = value
        if all(isinstance(part, int) and not isinstance(part, bool) for part in (column, row)):
            return (column, row)
    raise Refusal(
        "bad-command", f"{key!r} must be a cell like [3, 4] or the id of a zone; {value!r} is neither."
    )
