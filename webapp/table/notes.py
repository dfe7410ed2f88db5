"""What stands at a table beside its log and its rows: kept in memory, and forgotten without harm.

Who waits at the door, who asks for an undo, which picture somebody has just brought, where the projector
peeks. Where several processes serve a table, each has all of its notes.
"""

from collections.abc import Callable, Mapping
from typing import Any

WISHES, BROUGHT = "wishes", "brought"
"""Kinds of notes: who asks for an undo, and which picture for a token somebody has brought last."""


class Notes:
    """The notes of one table, by kind and key; values are what JSON can hold, and not None.

    Its methods are called with the host's lock held.
    """

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, Any]] = {}
        self.tell: Callable[[str, str, Any], None] | None = None
        """Called with kind, key and value of each change that is made here; None as value: it is gone."""

    def __bool__(self) -> bool:
        return any(self._kept.values())

    def of(self, kind: str) -> Mapping[str, Any]:
        """Give the notes of a kind by their keys, in the order in which they came."""
        return self._kept.get(kind, {})

    def put(self, kind: str, key: str, value: Any) -> None:
        """Note something, in the place of what stood under the same key."""
        self.take_in(kind, key, value)
        if self.tell is not None:
            self.tell(kind, key, value)

    def take(self, kind: str, key: str) -> Any:
        """Take a note off, if there is one; give it."""
        value = self._kept.get(kind, {}).pop(key, None)
        if value is not None and self.tell is not None:
            self.tell(kind, key, None)
        return value

    def clear(self, kind: str) -> None:
        """Take all notes of a kind off."""
        for key in list(self.of(kind)):
            self.take(kind, key)

    def take_in(self, kind: str, key: str, value: Any) -> None:
        """Note what was noted in another process, or taken off there: None."""
        notes = self._kept.setdefault(kind, {})
        if value is None:
            notes.pop(key, None)
        else:
            notes[key] = value

    def all(self) -> dict[str, dict[str, Any]]:
        """Give all notes, by kind and key."""
        return {kind: dict(notes) for kind, notes in self._kept.items() if notes}

    def replace(self, notes: Mapping[str, Mapping[str, Any]]) -> None:
        """Let these be all the notes there are, and tell nobody."""
        self._kept = {kind: dict(of_kind) for kind, of_kind in notes.items()}
