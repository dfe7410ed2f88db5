"""Open pages, and the rooms that they are in: who knows the same and reads one language shares one."""

from dataclasses import dataclass, replace
from typing import Any

from webapp.drawing.kept_parts import KeptParts
from webapp.live.moves_ahead import MovesAhead
from webapp.live.page_changes import Update
from webapp.panels.presenter import TableView
from webapp.store.store import TableRow
from webapp.table.grants import Visitor
from webapp.visibility.viewer import Viewer


@dataclass(slots=True)
class Room:
    """Viewers of one knowledge and one language, and what they have on their pages."""

    name: str
    viewer: Viewer
    language: str
    shown: TableView
    ground: tuple[Any, ...]
    """What only a page that is loaded anew can show: the scene, its picture, the size of its map."""
    rewritten: int
    kept: KeptParts
    """The parts of what they have, with what each was made of."""
    parts: dict[str, Any]
    """What each of their panels shows."""
    ahead: MovesAhead | None = None
    """What was sent of the change that they are told of now before the rest of it."""
    people: tuple[Any, ...] = ()
    """The rows of the panel of people, for the GM."""
    whole: Update | None = None
    """The update that holds everything, as long as nothing has changed since it was made."""

    def differs_by_who_runs(self, other: "Room") -> bool:
        """Say whether another room's pages show the same, but for who runs the table and takes it back."""
        mine, theirs = self.viewer, other.viewer
        is_like = replace(theirs, leads=mine.leads, way_back=mine.way_back) == mine
        return self.language == other.language and is_like


@dataclass(slots=True)
class Guest:
    """One open page."""

    visitor: Visitor
    room: str
    wanted: str
    """The language that it is in."""
    found: tuple[TableRow, int, float] | None = None
    """With which table and count of writes its rights were looked up last, and when."""
    is_looked_up: bool = False
    """Whether they are being looked up between its messages."""
