"""What each knowledge at a table has been told: worked out from its log when first asked for."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from rules.engine.battle import Battle
from rules.engine.history.entry import Entry
from rules.engine.history.log import UNDOING, taken_after
from rules.engine.history.log_fold import Step
from rules.engine.state import BattleState
from webapp.battle_log.chronicle import LogLine, Wording
from webapp.server.background import without_collecting
from webapp.store.rows import BattleRow
from webapp.store.store import Store
from webapp.table.snapshot import ENOUGH, Opened, keep_snapshot
from webapp.visibility.stream import LOG_LINES, MOST_LINES, Stream
from webapp.visibility.viewer import Viewer

_WORDED = 800
"""How many of the latest events are put into words for who comes to a table: most make a line."""

_News = tuple[str, Sequence[Step], frozenset[str], Wording]
"""A command's id, its steps, the commands that are taken back after it, and what was worded of it."""


class Streams:
    """What viewers of an open scene have been told, by their knowledge. Used with the table's lock held."""

    def __init__(self, scene: BattleRow, opened: Opened) -> None:
        self._scene, self._battle = scene, opened.battle
        self._kept, self._in_snapshot = opened.streams, frozenset(opened.streams.knowledges)
        self.snapshot_seq = opened.snapshot_seq
        """The last event that the kept snapshot knows of."""
        self._told: dict[tuple[Any, ...], Stream] = {}
        self._untold: dict[tuple[Any, ...], list[_News]] = {}
        """What has happened of which viewers have not been told yet: they are as they are asked for."""

    def __iter__(self) -> Iterator[Stream]:
        return iter([self._up_to_date(knowledge) for knowledge in list(self._told)])

    def of(self, viewer: Viewer) -> Stream:
        """Give what viewers of this knowledge have been told, working it out from the log the first time."""
        key = viewer.knowledge
        if key not in self._told:
            with without_collecting():
                self._told[key] = self._kept.take(viewer, self._battle) or self.told_again(viewer)
        return self._up_to_date(key)

    def whole_log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Give every line that viewers of this knowledge have been told."""
        stream = self.of(viewer)
        if not stream.is_whole:
            stream = self.told_again(viewer, worded=sum(entry.count for entry in self._battle.entries))
        return tuple(stream.lines)

    def told_again(self, viewer: Viewer, until: str | None = None, worded: int = _WORDED) -> Stream:
        """Tell viewers of this knowledge the log, whole or up to a command.

        Args:
            worded: how many of the latest events are put into words; more, where they fill no page.
        """
        stream = Stream(viewer, self._scene.id, keeps=max(worded, MOST_LINES))
        tell_log(stream, self._battle, until, worded)
        if until is None and not stream.is_whole and len(stream.lines) <= LOG_LINES:
            return self.told_again(viewer, worded=8 * worded)
        return stream

    def tell(self, entry: Entry, steps: Sequence[Step], gone: frozenset[str]) -> None:
        """Have everybody told of an entry, after which these commands are taken back, each when asked for.

        Whose page is made first need not wait until all the others have been told.
        """
        news = entry.command.id, steps, gone, Wording()
        for knowledge in self._told:
            self._untold.setdefault(knowledge, []).append(news)

    def tell_rest(self) -> None:
        """Tell everybody what they have not been told yet."""
        for knowledge in list(self._untold):
            self._up_to_date(knowledge)

    def _up_to_date(self, knowledge: tuple[Any, ...]) -> Stream:
        stream = self._told[knowledge]
        for command, steps, gone, wording in self._untold.pop(knowledge, ()):
            try:
                stream.take_in(command, steps, gone, wording=wording)
            except Exception:
                del self._told[knowledge]  # what was told by half is told anew from the log
                raise
        return stream

    def forget(self) -> None:
        """Let all be worked out again from the log when it is asked for."""
        self._told.clear()
        self._untold.clear()

    def let_go(self, knowledges: Collection[tuple[Any, ...]]) -> None:
        """Tell viewers of some knowledges no more: nobody has a page of it, and who asks is told it again."""
        for knowledge in knowledges:
            self._told.pop(knowledge, None)
            self._untold.pop(knowledge, None)

    def keep_snapshot(self, store: Store, last_seq: int) -> None:
        """Keep what was worked out of the log, unless hardly anything has been done since it was kept."""
        news = {stream.viewer.knowledge for stream in self} - self._in_snapshot
        if last_seq - self.snapshot_seq < ENOUGH and not news:
            return
        streams = [*self._kept.all(self._battle), *self]
        for stream in streams:
            stream.catch_up()
        kept = keep_snapshot(store, self._scene, self._battle, streams, last_seq)
        if kept is not None:
            self.snapshot_seq, self._in_snapshot = last_seq, frozenset(kept.knowledges)
            self._kept = kept.without(self._told)
        self._battle.forget_story()


def steps_of(entry: Entry, before: BattleState, after: BattleState) -> Iterator[Step]:
    """List an entry's events with the states round each; undoing has no steps between."""
    if entry.command.do in UNDOING:
        for event in entry.events:
            yield event, before, after
        return
    *earlier, last = entry.events
    for event in earlier:
        state = event.apply(before)
        yield event, before, state
        before = state
    yield last, before, after  # the very state of the battle, with all that has been worked out on it


def tell_log(stream: Stream, battle: Battle, until: str | None = None, worded: int | None = None) -> Stream:
    """Tell a fresh stream the log of a battle, whole or up to a command; give the stream.

    Args:
        worded: how many of the latest events are put into words; None for all.
    """
    gone: frozenset[str] = frozenset()
    left = sum(entry.count for entry in battle.entries)
    for entry, steps in battle.told():
        gone = taken_after(gone, entry)
        is_worded = worded is None or left <= worded
        stream.take_in(entry.id, steps, gone, again=True, worded=is_worded)
        left -= len(steps)
        if entry.id == until:
            break
    stream.catch_up()
    return stream
