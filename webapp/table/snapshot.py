"""What of an open battle is kept beside its log, so that it opens quickly: a saving, and never the truth.

A snapshot holds states on the way through the log and what viewers were told up to some event. It counts only
for the very log that it was made of, event by event, and for the very code that made it; else the battle is
told from its log, as it is without one. What the log has beyond it is applied to it as to any battle.
"""

import logging
import pickle
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import rules
import webapp
from rules.engine.battle import Battle
from rules.engine.history.entry import pack_stored, stored_entries
from rules.engine.history.log import taken_after
from rules.engine.state import BattleState
from rules.engine.system import find_system
from webapp.store.rows import BattleRow
from webapp.store.saved_battles import battle_of
from webapp.store.snapshots import Pickler, SafeUnpickler
from webapp.store.store import Store, StoreTrouble
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

_log = logging.getLogger(__name__)

LEAST = 500
"""How many events a log has at least to be worth a snapshot."""
ENOUGH = 200
"""How many events a log has gone on since its snapshot before it is worth another one."""
_MOST_STREAMS = 12
"""Of how many knowledges a snapshot keeps at most what they were told."""
_OWN = ("rules", "webapp")

Stored = Sequence[tuple[str, str]]
"""The kind of each event of a log, and its fields as JSON."""


class KeptStreams:
    """What viewers were told up to some entry of a log, read when somebody asks who knows the same."""

    def __init__(
        self, system: str, packed: Mapping[Any, bytes], entries: int, state: BattleState | None = None
    ) -> None:
        """Hold what was told up to some entry.

        Args:
            packed: what was told, by knowledge.
            entries: how many there were.
            state: what stood after the last of them, of which the streams hold parts.
        """
        self._system, self._packed, self._entries = system, dict(packed), entries
        self._state = state

    def without(self, others: Collection[Any]) -> "KeptStreams":
        """Give what is kept but for those of some knowledges."""
        left = {knowledge: told for knowledge, told in self._packed.items() if knowledge not in others}
        return KeptStreams(self._system, left, self._entries, self._state)

    @property
    def knowledges(self) -> list[Any]:
        """List the knowledges of which anything is kept."""
        return list(self._packed)

    def all(self, battle: Battle) -> list[Stream]:
        """Give what nobody has asked for yet, as it is by now."""
        found = [self._taken(knowledge, battle) for knowledge in self.knowledges]
        return [stream for stream in found if stream is not None]

    def take(self, viewer: Viewer, battle: Battle) -> Stream | None:
        """Give what viewers of this knowledge have been told by now; None where nothing is kept of them."""
        stream = self._taken(viewer.knowledge, battle)
        if stream is not None:
            stream.viewer = viewer
        return stream

    def _taken(self, knowledge: Any, battle: Battle) -> Stream | None:
        packed = self._packed.pop(knowledge, None)
        if packed is None:
            return None
        try:
            assert self._state is not None
            stream: Stream = _unpickler(self._system, packed, _parts(self._state)).load()
        except Exception as error:  # whatever it is: the log knows it
            _log.warning("A snapshot of what was told cannot be read: %r", error)
            return None
        gone = frozenset[str]()
        for entry in battle.entries[: self._entries]:
            gone = taken_after(gone, entry)
        if len(battle.entries) > self._entries:
            for entry, steps in battle.told(self._entries):
                gone = taken_after(gone, entry)
                stream.take_in(entry.id, steps, gone, again=True)
            stream.catch_up()
        return stream


@dataclass(slots=True)
class Opened:
    """A battle as it was opened."""

    battle: Battle
    streams: KeptStreams
    last_seq: int
    snapshot_seq: int
    """Up to which event the snapshot went from which it was taken up; 0 where it was told from its log."""


def open_battle(store: Store, row: BattleRow) -> Opened:
    """Tell a battle from its log, from a snapshot on where one fits.

    Raises:
        Refusal, StoreTrouble: as `battle_of` does.
    """
    last = store.last_seq(row.id)
    stored = store.told(row.id)
    found = taken_up(store, row, stored) if len(stored) >= last else None
    if found is not None:
        return found
    battle = battle_of(row, stored, last)
    pack_stored(battle.entries, stored, find_system(row.system).event_kinds())
    return Opened(battle, KeptStreams(row.system, {}, 0), len(stored), 0)


def taken_up(store: Store, row: BattleRow, stored: Stored) -> Opened | None:
    """Take a battle up from its snapshot; None where there is none that fits this log and this code."""
    whole = store.snapshots.read(row.id)
    if whole is None:
        return None
    try:
        found = _unpickler(row.system, whole, {}).load()
        seq, system = found["seq"], find_system(row.system)
        if found["code"] != code_version(row.system) or found["log"] != _digest(stored[:seq]):
            return None
        landmarks = _unpickler(row.system, found["battle"], {}).load()
        entries = stored_entries(stored, system.event_kinds())
        battle = Battle.taken_up(row.system, entries, found["entries"], landmarks)
        streams = KeptStreams(row.system, found["streams"], found["entries"], landmarks[-1].state)
    except Exception as error:  # whatever it is: the log says what is so, or what is wrong with it
        _log.warning("The snapshot of the scene %s cannot be read: %r", row.id, error)
        store.snapshots.throw_away(row.id)
        return None
    return Opened(battle, streams, len(stored), seq)


def keep_snapshot(
    store: Store, row: BattleRow, battle: Battle, streams: Sequence[Stream], last: int
) -> KeptStreams | None:
    """Keep a snapshot of a battle, if its log is worth one and is as the store has it; give what it was told.

    Args:
        streams: what viewers were told up to now, those last that are kept before others.
        last: the number of the last event of its log.
    """
    try:
        stored = store.told(row.id) if last >= LEAST else []
    except StoreTrouble:
        return None
    if not stored or len(stored) != last:
        return None  # short, or another server has gone on with it
    landmarks, count = battle.landmarks(), len(battle.entries)
    state = landmarks[-1].state
    try:
        told = {
            stream.viewer.knowledge: Pickler(_parts(state)).pickled(stream.as_kept())
            for stream in streams[-_MOST_STREAMS:]
        }
        found = {
            "code": code_version(row.system),
            "log": _digest(stored),
            "seq": last,
            "entries": count,
            "battle": Pickler({}).pickled(landmarks),
            "streams": told,
        }
        store.snapshots.write(row.id, Pickler({}).pickled(found))
    except (
        pickle.PicklingError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:  # a system may keep what is no data
        _log.warning("Of the scene %s no snapshot can be made: %r", row.id, error)
        return None
    return KeptStreams(row.system, told, count, state)


def _parts(state: BattleState) -> dict[str, Any]:
    """Name the parts of a state that streams hold too."""
    return {"map": state.map, "combatants": state.combatants, "fog": state.fog}


def _unpickler(system: str, data: bytes, shared: dict[str, Any]) -> SafeUnpickler:
    return SafeUnpickler(data, {*_OWN, _package_of(system)}, shared)


def _package_of(system: str) -> str:
    return type(find_system(system)).__module__.partition(".")[0]


def _digest(stored: Stored) -> bytes:
    return sha256("\n".join(f"{kind}\t{text}" for kind, text in stored).encode()).digest()


@cache
def code_version(system: str) -> str:
    """Name the code that tells a system's battles: another one has other snapshots."""
    packages = [rules, webapp, sys.modules[_package_of(system)]]
    found = [sys.version]
    for package in dict.fromkeys(packages):
        file = package.__file__
        assert file is not None
        for path in sorted(Path(file).parent.rglob("*.py")):
            status = path.stat()
            found.append(f"{path} {status.st_size} {status.st_mtime_ns}")
    return sha256("\n".join(found).encode()).hexdigest()
