"""Who stands at the door: newcomers who wait until the GM lets them in.

They are kept in memory alone. Their own session remembers who they said that they are, so that after a
restart of the server they knock again by themselves; who was let in is a person in the store from then on.
"""

from dataclasses import dataclass
from typing import Literal

from webapp.table.notes import Notes

MOST = 30
"""How many may wait at one table at a time."""
_WAITS, _AWAY = "waits", "sent-away"

Fate = Literal["waits", "away", "unknown"]


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody who waits. `id` becomes the person's; `character` is the one that they would like to play."""

    id: str
    name: str
    character: str


class Door:
    """The newcomers of one table. Its methods are called with the host's lock held."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    @property
    def waiting(self) -> tuple[Knock, ...]:
        """List those who wait, who came first before the others."""
        return tuple(Knock(id_, *said) for id_, said in self._notes.of(_WAITS).items())

    def knock(self, knock: Knock) -> bool:
        """Let somebody wait. Says whether there was room for one more."""
        waiting = self._notes.of(_WAITS)
        if knock.id not in waiting and len(waiting) >= MOST:
            return False
        self._notes.put(_WAITS, knock.id, [knock.name, knock.character])
        return True

    def take(self, id_: str) -> Knock | None:
        """Take somebody from the door, to let them in."""
        said = self._notes.take(_WAITS, id_)
        return Knock(id_, *said) if said is not None else None

    def send_away(self, id_: str) -> None:
        """Let somebody wait no longer."""
        if self._notes.take(_WAITS, id_) is not None:
            self._notes.put(_AWAY, id_, True)
            for oldest in list(self._notes.of(_AWAY))[:-MOST]:
                self._notes.take(_AWAY, oldest)

    def fate(self, id_: str) -> Fate:
        """Tell what became of somebody who waited, as far as this server knows."""
        if id_ in self._notes.of(_WAITS):
            return "waits"
        return "away" if id_ in self._notes.of(_AWAY) else "unknown"
