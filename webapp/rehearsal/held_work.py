"""Long work on scenes that is held in memory, and how each is kept with its scene in the store.

Any process shows what was found and goes on with it; the one that does the work keeps it every so often, and
gives up where another has taken it over.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Generic, Protocol, TypeVar

from webapp.context import get_store
from webapp.store.background_work import WorkMark, WorkShelf
from webapp.store.database import StoreTrouble
from webapp.store.store import Store
from webapp.table.host import Host
from webapp.table.names import new_id

_log = logging.getLogger(__name__)

_MOST_KEPT = 20
"""So many are held in memory, the last ones that were looked at; all are in the store."""
_SILENT = timedelta(seconds=120)
"""Who has kept nothing for so long is at work no more: its process has ended."""
KEPT_EVERY = timedelta(seconds=10)


class SceneWork(Protocol):
    """What is worked out of one scene."""

    @property
    def scene_id(self) -> str:
        """Whose it is."""
        ...

    @property
    def is_running(self) -> bool:
        """Whether this process is at work on it."""
        ...


W = TypeVar("W", bound=SceneWork)


@dataclass(slots=True, eq=False)
class Held(Generic[W]):
    """Some work in memory, and how it was kept last."""

    work: W
    shelf: WorkShelf
    mark: WorkMark

    @property
    def is_due(self) -> bool:
        """Say whether it should be kept again by now."""
        return datetime.now(UTC) - self.mark.at > KEPT_EVERY


class HeldWork(Generic[W]):
    """What is worked out by this process, and what was looked at last. Safe in any thread."""

    def __init__(
        self,
        shelf: Callable[[Store], WorkShelf],
        write: Callable[[W], bytes],
        read: Callable[[Host, bytes], W | None],
    ) -> None:
        """Hold one kind of work.

        Args:
            shelf: gives where it is kept.
            write: writes it down.
            read: reads it again; None where it is of no use any more.
        """
        self.lock = Lock()
        self._shelf, self._write, self._read = shelf, write, read
        self._held: OrderedDict[str, Held[W]] = OrderedDict()

    def get(self, scene_id: str) -> Held[W] | None:
        """Give a scene's as it is in memory."""
        with self.lock:
            return self._held.get(scene_id)

    def begin(self, work: W) -> Held[W]:
        """Hold new work of this process in place of what a scene had."""
        held = Held(work, self._shelf(get_store()), WorkMark("", False, datetime.now(UTC)))
        self.take_over(held)
        return held

    def _hold(self, held: Held[W]) -> None:
        """Hold one more, and let go of those that nobody has looked at for long."""
        with self.lock:
            self._held[held.work.scene_id] = held
            self._held.move_to_end(held.work.scene_id)
            idle = [id_ for id_, one in self._held.items() if not one.work.is_running]
            for scene_id in idle[: max(0, len(self._held) - _MOST_KEPT)]:
                if scene_id != held.work.scene_id:
                    del self._held[scene_id]

    def known(self, host: Host) -> Held[W] | None:
        """Give a scene's: what is worked out here, or as it was kept last."""
        scene_id, shelf = host.scene.id, self._shelf(get_store())
        mark = shelf.mark(scene_id)
        with self.lock:
            held = self._held.get(scene_id)
            is_own = held is not None and held.work.is_running
        if mark is None or (held is not None and (is_own or mark == held.mark)):
            return held
        work = self._read(host, shelf.found(scene_id))
        if work is None:
            return None
        held = Held(work, shelf, mark)
        self._hold(held)
        return held

    def is_elsewhere(self, held: Held[W]) -> bool:
        """Say whether another process is at work on it."""
        mark = held.mark
        is_fresh = datetime.now(UTC) - mark.at < _SILENT
        return mark.is_running and is_fresh and not held.work.is_running

    def keep(self, held: Held[W]) -> bool:
        """Keep what was found by now; false where somebody else is at work on it by now."""
        with self.lock:
            found, is_running = self._write(held.work), held.work.is_running
            token, scene_id = held.mark.token, held.work.scene_id
        try:
            mark = held.shelf.keep(scene_id, token, found, is_running=is_running)
        except StoreTrouble:
            _log.warning("What was found of a scene could not be kept", exc_info=True)
            return True
        if held.mark.token != token:  # taken over anew meanwhile, here
            return True
        if mark is not None:
            held.mark = mark
        return mark is not None or not is_running

    def take_over(self, held: Held[W]) -> None:
        """Make some work this process's, unless it is at work on it already."""
        with self.lock:
            if held.work.is_running:
                return
            found = self._write(held.work)
        held.mark = held.shelf.begin(held.work.scene_id, new_id(), found)
        self._hold(held)
