"""Who stands at the door: newcomers who wait until the GM lets them in.

They are kept in memory alone. Their own session remembers who they said that they are, so that after a
restart of the server they knock again by themselves; who was let in is a person in the store from then on.
"""

from dataclasses import dataclass
from typing import Literal

MOST = 30
"""How many may wait at one table at a time."""

Fate = Literal["waits", "away", "unknown"]


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody who waits. `id` becomes the person's; `character` is the one that they would like to play."""

    id: str
    name: str
    character: str


class Door:
    """The newcomers of one table. Its methods are called with the host's lock held."""

    def __init__(self) -> None:
        self._waiting: dict[str, Knock] = {}
        self._sent_away: dict[str, None] = {}

    @property
    def waiting(self) -> tuple[Knock, ...]:
        """List those who wait, who came first before the others."""
        return tuple(self._waiting.values())

    @property
    def is_known_to(self) -> bool:
        """Say whether anybody waits, or was sent away."""
        return bool(self._waiting or self._sent_away)

    def knock(self, knock: Knock) -> bool:
        """Let somebody wait. Says whether there was room for one more."""
        if knock.id not in self._waiting and len(self._waiting) >= MOST:
            return False
        self._waiting[knock.id] = knock
        return True

    def take(self, id_: str) -> Knock | None:
        """Take somebody from the door, to let them in."""
        return self._waiting.pop(id_, None)

    def send_away(self, id_: str) -> None:
        """Let somebody wait no longer."""
        if self._waiting.pop(id_, None) is not None:
            self._sent_away[id_] = None
            while len(self._sent_away) > MOST:
                del self._sent_away[next(iter(self._sent_away))]

    def fate(self, id_: str) -> Fate:
        """Tell what became of somebody who waited, as far as this process knows."""
        return "waits" if id_ in self._waiting else "away" if id_ in self._sent_away else "unknown"
