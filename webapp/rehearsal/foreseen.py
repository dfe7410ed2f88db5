"""The first fights for who has the page open and may press the button soon: played while they read it.

The first figure is there at once then. It is the same one: fights are those of their numbers, whenever they
are played. The processes that have played them remember them for as long as they wait for more.
"""

from threading import Lock

from webapp.rehearsal.fight_player import FightPlayer
from webapp.rehearsal.kept import begun_from
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.table.host import Host


class Foreseen:
    """What may be rehearsed soon: of the page that was opened last. Safe in any thread."""

    def __init__(self, player: FightPlayer) -> None:
        self._player, self._lock = player, Lock()
        self._last: Rehearsal | None = None

    def begin(self, host: Host) -> None:
        """Have the first fights of a scene as it stands now played, unless they are or were."""
        begun = begun_from(host)
        assert begun is not None, "the log is as long as it is"
        with self._lock:
            last = self._last
            if last is not None and _are_one(last, begun):
                return
            self._last = begun
        if last is not None:
            self._player.give_up(last)
        self._player.foresee(begun)

    def taken(self, begun: Rehearsal) -> Rehearsal:
        """Give what was foreseen of a rehearsal in its place; what was foreseen of another is given up."""
        with self._lock:
            last, self._last = self._last, None
        if last is None:
            return begun
        if _are_one(last, begun):
            return last
        self._player.give_up(last)
        return begun


def _are_one(a: Rehearsal, b: Rehearsal) -> bool:
    """Say whether two that have not begun are of the same fight."""
    return all(
        getattr(a, part) == getattr(b, part)
        for part in ("scene_id", "entries", "heroes", "state", "open_exchange")
    )
