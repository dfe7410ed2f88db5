"""The systems that are known, by id, for those modules that a system itself is made of.

A system is some fifty modules, and most tables play one: it is loaded when it is first looked for.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from rules.engine.declared.about import About
from rules.engine.free_dice import FreeDie
from rules.engine.refusal import Refusal
from rules.engine.text import Words, text


class SheetReader(Protocol):
    """What an event that brings a sheet needs of its system."""

    @property
    def id(self) -> str:
        """Give the id that the system stands under in every battle."""

    @property
    def name(self) -> str:
        """Give the name that people read."""

    @property
    def summary(self) -> Words:
        """Give the line for somebody who chooses a system."""

    @property
    def character_files(self) -> str:
        """Say which files of other programs it reads, in words; empty for none."""

    @property
    def free_dice(self) -> Mapping[str, FreeDie]:
        """Give the dice that it reads in its own way, by their letters."""

    @property
    def state_type(self) -> Any:
        """Give the class of a combatant's state."""

    def read_sheet(self, data: Mapping[str, Any]) -> Any:
        """Read a sheet's JSON. Raises `Refusal`."""


REGISTERED: dict[str, SheetReader] = {}
"""The systems that are loaded."""
OFFERED: dict[str, tuple[About, Callable[[], SheetReader]]] = {}
"""What can be said of systems that need not be loaded yet, and how each is."""


def offer(about: About, load: Callable[[], SheetReader]) -> None:
    """Make a system known that is loaded when it is first looked for."""
    OFFERED[about.id] = about, load


def known_systems() -> tuple[About, ...]:
    """Say what systems are known, by name, without loading any."""
    found = {id_: about for id_, (about, _) in OFFERED.items()}
    for id_, known in REGISTERED.items():
        found[id_] = about_system(known)
    return tuple(sorted(found.values(), key=lambda about: about.name))


def about_system(known: SheetReader) -> About:
    """Say what is told of a system that is loaded."""
    return About(
        id=known.id,
        name=known.name,
        summary=known.summary,
        character_files=known.character_files,
        free_dice=known.free_dice,
    )


def find_registered(id_: str) -> SheetReader:
    """Find a system, and load it first if need be. Raises `Refusal` `unknown-system`."""
    if id_ not in REGISTERED and id_ in OFFERED:
        REGISTERED[id_] = OFFERED[id_][1]()
    if id_ not in REGISTERED:
        known = ", ".join(sorted({*REGISTERED, *OFFERED})) or "none"
        raise Refusal(
            "unknown-system",
            text("There is no rule system {id} here; known are {known}.", id=f"{id_!r}", known=known),
        )
    return REGISTERED[id_]
