"""The systems that are known, by id, for those modules that a system itself is made of."""

from collections.abc import Mapping
from typing import Any, Protocol

from rules.engine.refusal import Refusal
from rules.engine.text import text


class SheetReader(Protocol):
    """What an event that brings a sheet needs of its system."""

    @property
    def id(self) -> str:
        """Give the id that the system stands under in every battle."""

    @property
    def name(self) -> str:
        """Give the name that people read."""

    @property
    def state_type(self) -> Any:
        """Give the class of a combatant's state."""

    def read_sheet(self, data: Mapping[str, Any]) -> Any:
        """Read a sheet's JSON. Raises `Refusal`."""


REGISTERED: dict[str, SheetReader] = {}


def find_registered(id_: str) -> SheetReader:
    """Find a system. Raises `Refusal` `unknown-system`."""
    if id_ not in REGISTERED:
        known = ", ".join(sorted(REGISTERED)) or "none"
        raise Refusal(
            "unknown-system",
            text("There is no rule system {value} here; known are {known}.", value=f"{id_!r}", known=known),
        )
    return REGISTERED[id_]
