"""An accepted command with the events that it brought about.

Of a long log hardly anything is looked at again. The events of older entries lie packed, as the text that a
store keeps of them, and are read anew each time when somebody asks for them; what the log itself goes by
(the id of the command, what it did, whether it takes anything back) each entry has at hand.
"""

import zlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from json import loads

from rules.engine.battle_events import Commanded, Redone, Undone
from rules.engine.command import Command
from rules.engine.events import Event, SavedBattleError, event_from_text
from rules.engine.state import adapter

FRESH = 64
"""How many of the latest entries are never packed; others are packed by so many."""
_UNDOING = frozenset({Undone.kind, Redone.kind})
_FIELD, _EVENT, _ENTRY = "\x1d", "\x1e", "\x1f"
"""What stands between a kind and its text, two events, and two entries: JSON has no such signs."""

_DOINGS: dict[str, str] = {}
"""What commands do, each word once: a long log names few of them very often."""

Texts = tuple[tuple[str, str], ...]
"""The kind of each event, and its fields as JSON."""


class Pack:
    """The events of some entries, packed."""

    __slots__ = ("_bytes", "_kinds")

    def __init__(self, entries: Iterable[Texts], kinds: Mapping[str, type[Event]]) -> None:
        whole = _ENTRY.join(_EVENT.join(map(_FIELD.join, texts)) for texts in entries)
        self._bytes, self._kinds = zlib.compress(whole.encode(), 1), kinds

    def events(self, at: int) -> tuple[Event, ...]:
        """Read the events of an entry."""
        return tuple(self._read(text) for text in self._texts(at).split(_EVENT))

    def command(self, at: int) -> Event:
        """Read the first event of an entry alone."""
        return self._read(self._texts(at).partition(_EVENT)[0])

    def _read(self, text: str) -> Event:
        kind, _, fields = text.partition(_FIELD)
        return event_from_text(self._kinds, kind, fields)

    def _texts(self, at: int) -> str:
        global _opened
        pack, entries = _opened
        if pack is not self:
            entries = zlib.decompress(self._bytes).decode().split(_ENTRY)
            _opened = self, entries
        return entries[at]


_opened: tuple[Pack | None, list[str]] = (None, [])
"""The pack that was read last: most are read from one end to the other."""


class Entry:
    """One accepted command and the events that it brought about, the command's own first."""

    __slots__ = ("_at", "_events", "_pack", "count", "do", "id", "undoes")

    def __init__(self, events: tuple[Event, ...]) -> None:
        command = events[0]
        assert isinstance(command, Commanded)
        self._events: tuple[Event, ...] | None = events
        self._pack: Pack | None = None
        self._at = 0
        self.id, self.do = command.id, _DOINGS.setdefault(command.do, command.do)
        self.count = len(events)
        self.undoes = isinstance(events[-1], Undone | Redone)
        """Whether it takes something back, or puts it back."""

    @classmethod
    def stored(cls, texts: Texts, pack: Pack, at: int) -> "Entry":
        """Make an entry of what was stored of it, which lies in a pack; nothing else of it is read."""
        entry, said = cls.__new__(cls), loads(texts[0][1])
        entry._events, entry._pack, entry._at = None, pack, at
        entry.id, entry.do = said["id"], _DOINGS.setdefault(said["do"], said["do"])
        entry.count, entry.undoes = len(texts), texts[-1][0] in _UNDOING
        return entry

    def pack_into(self, pack: Pack, at: int) -> None:
        """Let go of the events, which lie in a pack from now on."""
        self._pack, self._at, self._events = pack, at, None

    @property
    def is_packed(self) -> bool:
        """Whether its events lie packed."""
        return self._events is None

    @property
    def texts(self) -> Texts:
        """Its events as a store keeps them."""
        return tuple((event.kind, adapter(type(event)).dump_json(event).decode()) for event in self.events)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events."""
        if self._events is not None:
            return self._events
        assert self._pack is not None
        return self._pack.events(self._at)

    @property
    def command(self) -> Commanded:
        """The command."""
        first = self._events[0] if self._events is not None else None
        if first is None:
            assert self._pack is not None
            first = self._pack.command(self._at)
        assert isinstance(first, Commanded)
        return first


def entry_of(command: Command, events: Sequence[Event]) -> Entry:
    """Write down a command with what it brought about."""
    said = Commanded(
        id=command.id, do=command.do, actor=command.actor, params=dict(command.params), by=command.by
    )
    return Entry((said, *events))


def command_of(entry: Entry) -> Command:
    """Read the command that an entry began with."""
    said = entry.command
    return Command(do=said.do, actor=said.actor, id=said.id, by=said.by, params=said.params)


def read_entries(events: Iterable[Event]) -> Iterable[Entry]:
    """Divide a saved log into its entries. Raises `SavedBattleError`."""
    block: list[Event] = []
    for event in events:
        if isinstance(event, Commanded) and block:
            yield Entry(tuple(block))
            block = []
        elif not block and not isinstance(event, Commanded):
            raise SavedBattleError(f"This battle begins with {event.kind!r}, which no command brought about.")
        block.append(event)
    if block:
        yield Entry(tuple(block))


def stored_entries(stored: Sequence[tuple[str, str]], kinds: Mapping[str, type[Event]]) -> list[Entry]:
    """Divide a log that was told before into its entries, packed as they are stored."""
    found: list[Entry] = []
    for blocks in _by_so_many(_divided(stored)):
        pack = Pack(blocks, kinds)
        found += [Entry.stored(texts, pack, at) for at, texts in enumerate(blocks)]
    return found


def pack_stored(
    entries: Sequence[Entry], stored: Sequence[tuple[str, str]], kinds: Mapping[str, type[Event]]
) -> None:
    """Pack the older entries of a log that was just read, from what is stored of it."""
    first = 0
    for blocks in _by_so_many(_divided(stored)):
        if first + len(blocks) > len(entries) - FRESH:
            return
        pack = Pack(blocks, kinds)
        for at in range(len(blocks)):
            entries[first + at].pack_into(pack, at)
        first += len(blocks)


def pack_older(entries: Sequence[Entry], kinds: Mapping[str, type[Event]]) -> None:
    """Pack the oldest entries that are not packed, once there are many."""
    if len(entries) < 2 * FRESH or len(entries) % FRESH or entries[-2 * FRESH].is_packed:
        return
    older = entries[-2 * FRESH : -FRESH]
    pack = Pack([entry.texts for entry in older], kinds)
    for at, entry in enumerate(older):
        entry.pack_into(pack, at)


def _divided(stored: Sequence[tuple[str, str]]) -> list[Texts]:
    starts = [n for n, (kind, _) in enumerate(stored) if kind == Commanded.kind]
    return [tuple(stored[start:end]) for start, end in pairwise([*starts, len(stored)])]


def _by_so_many(blocks: list[Texts]) -> Iterable[list[Texts]]:
    for first in range(0, len(blocks), FRESH):
        yield blocks[first : first + FRESH]
