"""Other processes that serve the same tables: what a table tells them, and what it hears of them.

On a laptop there are none, and nothing comes of it (`ALONE`). Where there is a Redis, `webapp.cluster` stands
here. A table is named by its address: its id, and for a scene that is prepared that of the scene.
"""

from collections.abc import Sequence, Set
from typing import Any, Protocol


class Open(Protocol):
    """A table that is open in this process."""

    table_id: str

    @property
    def address(self) -> str:
        """Its id as it stands in addresses."""


class Others(Protocol):
    """The other processes. Nothing here waits for them, and nothing fails because they cannot be reached."""

    is_alone: bool
    """Whether there are none, so that nobody else writes what belongs to the tables of this process."""

    def kept(self, host: Open, scene_id: str, first_seq: int, events: Sequence[tuple[str, Any]]) -> None:
        """Tell them what was just written to a scene's log: kinds and fields, from a place on."""

    def changed(self, table_id: str) -> None:
        """Tell them that something about a table has changed that is in the database and in no log."""

    def said(self, host: Open) -> None:
        """Tell them that something was said at a table."""

    def noted(self, host: Open, kind: str, key: str, value: Any) -> None:
        """Tell them of a note at a table that is in memory alone; None: it is taken off."""

    def ask(self, host: Open, what: str, data: Any) -> None:
        """Ask something of them that is forgotten as soon as it is done."""

    def show(self, host: Open, part: str, value: Any) -> None:
        """Show them what this process has of something of which each process has a part."""

    def parts(self, host: Open, part: str) -> Sequence[Any]:
        """List what the others have of it, as they showed it last; who is gone has nothing."""

    def may_answer(self, scene_id: str, number: int) -> bool:
        """Say whether this process is the one that answers a question for who was too slow."""

    def awake(self) -> Set[str]:
        """Name the tables that are in the others' memory."""


class Alone:
    """No others at all."""

    is_alone = True

    def kept(self, host: Open, scene_id: str, first_seq: int, events: Sequence[tuple[str, Any]]) -> None:
        """Tell nobody."""

    def changed(self, table_id: str) -> None:
        """Tell nobody."""

    def said(self, host: Open) -> None:
        """Tell nobody."""

    def noted(self, host: Open, kind: str, key: str, value: Any) -> None:
        """Tell nobody."""

    def ask(self, host: Open, what: str, data: Any) -> None:
        """Ask nobody."""

    def show(self, host: Open, part: str, value: Any) -> None:
        """Show it to nobody."""

    def parts(self, host: Open, part: str) -> Sequence[Any]:
        """Nobody else has anything."""
        return ()

    def may_answer(self, scene_id: str, number: int) -> bool:
        """Nobody else does."""
        return True

    def awake(self) -> Set[str]:
        """There are none."""
        return frozenset()


ALONE = Alone()
