"""The log of a battle: what was accepted, which of it is taken back, and what may be put back.

Undo takes back what was done last, whatever it was; or all that was done since the turn began; or all from a
line of the log on. Undo of the map takes back the last change of the map alone, wherever it stands. A change
of the map that was taken back can be put back by redo of the map until the map is changed again; what undo
took back can be put back by redo, as one, until anything else is done.
"""

from bisect import bisect_left
from collections.abc import Iterable
from copy import copy
from itertools import takewhile

from rules.engine.battle_events import Redone, TurnStarted, Undone
from rules.engine.history.entry import Entry

UNDOING = frozenset({"undo", "redo"})
OF_MAP = "map"
OF_TURN = "turn"
OF_LINE = "line"
_SETTING_UP = frozenset({"set-map", "add"})
LAY_OUT = "lay-out-"
"""What the ids begin with of the commands that lay a scene out, which are never taken back; no client can
give one. A log whose first command has none is laid out by the first maps and combatants that it was given.
"""
_MAP_EDITS = frozenset({"edit-map", "set-map", "set-door"})


def lays_out(entry: Entry) -> bool:
    """Say whether an entry may be of the preparing of a scene, before anything is done on it."""
    return entry.do in _SETTING_UP or entry.id.startswith(LAY_OUT)


class Log:
    """Entries in order, and those of them that are live."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.live: list[Entry] = []
        """The entries that are not undone."""
        self.taken: set[str] = set()
        """The ids of those that are."""
        self._by_id: dict[str, Entry] = {}
        self._place: dict[str, int] = {}  # where in all entries each stands
        self._undone: list[Undone] = []  # what redo could put back, the latest last
        self._undrawn: list[str] = []  # the changes of the map that redo of the map could
        self._map_edits: set[str] = set()
        self._has_map = False
        self._leaves = False  # whether any undoing left something as it was

    def find(self, id_: str) -> Entry | None:
        """Find an entry by the id of its command."""
        return self._by_id.get(id_)

    def get(self, id_: str) -> Entry:
        """Give an entry that is known to be there by the id of its command."""
        return self._by_id[id_]

    def keep(self, entry: Entry) -> None:
        """Append an entry."""
        self._place[entry.id] = len(self.entries)
        self.entries.append(entry)
        self._by_id[entry.id] = entry
        change = entry.events[-1] if entry.undoes else None
        self._leaves |= entry.do in UNDOING and entry.count > 2
        if isinstance(change, Undone):
            self._take(change)
        elif isinstance(change, Redone):
            self._put_back(change)
        else:
            self.live.append(entry)
            self._undone.clear()
            self._note_map(entry)

    def copy(self) -> "Log":
        """Give a log that is like this one as it is now, and goes on by itself."""
        log = Log()
        vars(log).update({name: copy(value) for name, value in vars(self).items()})
        return log

    def _note_map(self, entry: Entry) -> None:
        do = entry.do
        if do in _MAP_EDITS and (do != "set-map" or self._has_map):
            self._map_edits.add(entry.id)
            self._undrawn.clear()
        self._has_map |= do == "set-map"  # the scene's first map is no change of it

    def _take(self, change: Undone) -> None:
        self._take_off(change.commands)
        self._lay_back(change.restored)
        drawn = [id_ for id_ in change.commands if id_ in self._map_edits]
        if (
            change.of == OF_MAP
        ):  # older than what else of the map is taken back: that waits for redo of the map
            self._undone = [undone for undone in self._undone if self._map_edits.isdisjoint(undone.commands)]
        else:
            self._undone.append(change)
        self._undrawn += drawn

    def _put_back(self, change: Redone) -> None:
        self._lay_back(change.commands)
        self._take_off(change.removed)
        self._undone = [undone for undone in self._undone if undone.commands != change.commands]
        self._undrawn = [id_ for id_ in self._undrawn if id_ not in change.commands]

    def _take_off(self, ids: Iterable[str]) -> None:
        gone = {id_ for id_ in ids if self._is_live(id_)}
        self.taken |= gone
        if gone:
            first = self._before(gone)
            self.live[first:] = [entry for entry in self.live[first:] if entry.id not in gone]

    def _lay_back(self, ids: Iterable[str]) -> None:
        back = self.taken.intersection(ids)
        self.taken -= back
        if back:
            first = self._before(back)
            later = {self._place[entry.id] for entry in self.live[first:]}
            places = sorted(later.union(self._place[id_] for id_ in back))
            self.live[first:] = [self.entries[place] for place in places]

    def amended_by(self, entry: Entry) -> tuple[str, ...]:
        """Name the commands of the exchange in whose place an entry came, the last first; none for most."""
        back = self._by_id.get(id_of_taking_back(entry.id))
        change = back.events[-1] if back is not None and back.undoes else None
        return change.commands if isinstance(change, Undone) else ()

    @property
    def folded(self) -> list[Entry]:
        """List what the state is folded of: the live entries, and of undoing what stays explored after it."""
        if not self._leaves:
            return self.live
        live = {entry.id for entry in self.live}
        return [e for e in self.entries if e.id in live or e.do in UNDOING]

    def _is_live(self, id_: str) -> bool:
        entry = self._by_id.get(id_)
        return entry is not None and id_ not in self.taken and not entry.undoes

    def _before(self, ids: Iterable[str]) -> int:
        """Count the live entries that stand before all of these."""
        first = min(self._place[id_] for id_ in ids)
        return bisect_left(self.live, first, key=lambda entry: self._place[entry.id])

    # -------------------------------------------------------------------------------- what may be done
    @property
    def can_undo(self) -> bool:
        """Say whether there is anything to take back."""
        return not all(map(self._stays, self.live))

    def _stays(self, entry: Entry) -> bool:
        """Say whether an entry is of the laying out of this scene, as long as it stands before all others."""
        is_named = self.entries[0].id.startswith(LAY_OUT)
        return entry.id.startswith(LAY_OUT) if is_named else lays_out(entry)

    def since_turn(self) -> tuple[Entry | None, list[Entry]]:
        """Give the entry with which the present turn began, and what was done since, the earliest first."""
        for at in range(len(self.live) - 1, -1, -1):
            if any(isinstance(event, TurnStarted) for event in self.live[at].events):
                return self.live[at], self.live[at + 1 :]
        return None, []

    def before(self, entry: Entry) -> frozenset[str]:
        """Name all commands that were given before one, whatever became of them."""
        return frozenset(e.id for e in takewhile(lambda e: e is not entry, self.entries))

    def from_on(self, id_: str) -> list[Entry]:
        """List a command and all that was done after it, the earliest first; none where it is not live."""
        at = next((n for n, entry in enumerate(self.live) if entry.id == id_), len(self.live))
        return self.live[at:]

    @property
    def laid_out(self) -> int:
        """Count the live entries that laid the scene out before anything was done on it."""
        return next((n for n, e in enumerate(self.live) if not self._stays(e)), len(self.live))

    @property
    def to_redo(self) -> Undone | None:
        """Give what redo puts back, as it was taken; None if there is nothing."""
        return self._undone[-1] if self._undone else None

    @property
    def last_map_edit(self) -> Entry | None:
        """Give the last change of the map that stands."""
        return next((e for e in reversed(self.live) if e.id in self._map_edits), None)

    @property
    def map_edit_to_redo(self) -> Entry | None:
        """Give the change of the map that redo of the map puts back."""
        return self._by_id[self._undrawn[-1]] if self._undrawn else None


def id_of_taking_back(id_: str) -> str:
    """Name the command that takes an exchange back, so that one of this id can take its place amended."""
    return f"{id_[:40]}-back"


def taken_after(taken: frozenset[str], entry: Entry) -> frozenset[str]:
    """Tell which commands are taken back after an entry, from those that were before it."""
    if not entry.undoes:
        return taken
    change = entry.events[-1]
    if isinstance(change, Undone):
        return taken.union(change.commands).difference(change.restored)
    if isinstance(change, Redone):
        return taken.difference(change.commands).union(change.removed)
    return taken
