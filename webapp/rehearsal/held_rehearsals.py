"""The rehearsals that are in memory, and how each is kept with its scene in the store.

Any process shows what was found and goes on with it; the one that has it played keeps it every so often, and
gives up where another has taken it over.
"""

import logging
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock

from rules.engine.refusal import Refusal
from rules.engine.text import text
from webapp.context import get_store
from webapp.rehearsal.kept import read_again, written_down
from webapp.rehearsal.rehearsal import Rehearsal
from webapp.store.database import StoreTrouble
from webapp.store.rehearsals import RehearsalMark, RehearsalShelf
from webapp.table.host import Host
from webapp.table.names import new_id

_log = logging.getLogger(__name__)


_MOST_KEPT = 20
"""So many are held in memory, the last ones that were looked at; all are in the store."""
_SILENT = timedelta(seconds=120)
"""Who has kept nothing for so long plays no more: its process has ended."""


@dataclass(slots=True, eq=False)
class Held:
    """A rehearsal in memory, and how it was kept last."""

    rehearsal: Rehearsal
    shelf: RehearsalShelf
    mark: RehearsalMark


class HeldRehearsals:
    """Those that are played by this process, and those that were looked at last. Safe in any thread."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._held: OrderedDict[str, Held] = OrderedDict()

    def get(self, scene_id: str) -> Held | None:
        """Give a scene's as it is in memory."""
        with self.lock:
            return self._held.get(scene_id)

    def hold(self, held: Held) -> None:
        """Hold one more, and let go of those that nobody has looked at for long."""
        with self.lock:
            self._held[held.rehearsal.scene_id] = held
            self._held.move_to_end(held.rehearsal.scene_id)
            idle = [id_ for id_, one in self._held.items() if not one.rehearsal.is_running]
            for scene_id in idle[: max(0, len(self._held) - _MOST_KEPT)]:
                if scene_id != held.rehearsal.scene_id:
                    del self._held[scene_id]

    def known(self, host: Host) -> Held | None:
        """Give a scene's rehearsal: the one that is played here, or as it was kept last."""
        scene_id, shelf = host.scene.id, get_store().rehearsals
        mark = shelf.mark(scene_id)
        with self.lock:
            held = self._held.get(scene_id)
            is_own = held is not None and held.rehearsal.is_running
        if mark is None or (held is not None and (is_own or mark == held.mark)):
            return held
        rehearsal = read_again(host, shelf.found(scene_id))
        if rehearsal is None:
            return None
        held = Held(rehearsal, shelf, mark)
        self.hold(held)
        return held

    def is_elsewhere(self, held: Held) -> bool:
        """Say whether another process plays it."""
        mark = held.mark
        is_fresh = datetime.now(UTC) - mark.at < _SILENT
        return mark.is_running and is_fresh and not held.rehearsal.is_running

    def find(self, host: Host) -> Held:
        """Give a scene's rehearsal, to go on with. Raises `Refusal` where there is none, or it may not."""
        held = self.known(host)
        if held is None or not (held.rehearsal.plain.in_order or held.rehearsal.plain.is_running):
            raise Refusal("not-rehearsed", text("Rehearse the fight as it stands first."))
        if held.rehearsal.open_exchange is not None:
            said = text("A question was open as this was rehearsed: have it answered, and rehearse again.")
            raise Refusal("prompt-open", said)
        if self.is_elsewhere(held):
            raise still_running()
        return held

    def keep(self, held: Held) -> bool:
        """Keep what was found by now; false where it is played by somebody else by now."""
        with self.lock:
            found, is_running = written_down(held.rehearsal), held.rehearsal.is_running
            token, scene_id = held.mark.token, held.rehearsal.scene_id
        try:
            mark = held.shelf.keep(scene_id, token, found, is_running=is_running)
        except StoreTrouble:
            _log.warning("What a rehearsal found could not be kept", exc_info=True)
            return True
        if held.mark.token != token:  # taken over anew meanwhile, here
            return True
        if mark is not None:
            held.mark = mark
        return mark is not None or not is_running

    def take_over(self, held: Held) -> None:
        """Make a rehearsal this process's, unless it is played here already."""
        with self.lock:
            if held.rehearsal.is_running:
                return
            found = written_down(held.rehearsal)
        held.mark = held.shelf.begin(held.rehearsal.scene_id, new_id(), found)
        self.hold(held)


def still_running() -> Refusal:
    """Refuse what waits for the fights to be over."""
    said = text("Fights are still being played: wait until they are over, or stop them.")
    return Refusal("still-running", said)
