"""A fight told again, moment by moment, to viewers of one knowledge.

What is shown of a moment comes by the way of a page of play, from a state through `viewer` and `presenter`:
nobody sees anything that they did not see then. The log only grows: a fight that goes on meanwhile adds
moments at the end, and changes none that were told.
"""

from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Any

from flask import current_app

from rules.engine.battle import Battle
from rules.engine.battle_events import BattleBegun, BattleEnded, TurnStarted
from rules.engine.events import Event
from rules.engine.fog.exploration import is_foggy
from rules.engine.history.entry import Entry
from rules.engine.history.log import UNDOING, lays_out, taken_after
from rules.engine.history.log_fold import Step
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import text
from webapp.battle_log.chronicle import LogLine
from webapp.battle_log.core_lines import is_of_map
from webapp.panels.page_frame import Frame
from webapp.panels.presenter import TableView, table_view
from webapp.server.background import run_apart
from webapp.table.host import Host
from webapp.table.hosts import Hosts, hosts
from webapp.visibility.stream import Stream, draws
from webapp.visibility.viewer import Viewer

_REPLAYS = "battlemat-replays"
_MOST_KEPT = 6
_MOST_SCENES = 3
_STRIDES = frozenset({BattleBegun.kind, BattleEnded.kind, TurnStarted.kind})
_AROUND = 40, 25
"""How many lines of the log are shown before the present one, and how many that are still to come."""


@dataclass(slots=True)
class Moment:
    """What stands once something was told, up to what is told next."""

    point: int
    """Which event of the battle's whole log it began with, from 0: for the GM alone to know."""
    began: str
    """The id of the command that it began with."""
    lines: int
    """How many lines the viewers' log has by then."""
    state: BattleState
    known: Stream
    """What the viewers know, without a log."""
    taken_back: frozenset[str]
    """The ids of the commands that are undone by then."""
    until: int = 0
    """Which event of the whole log was the last that belongs to it."""
    is_silent: bool = False
    """Whether no line of its own tells of it."""
    is_end: bool = False
    """Whether it began with the end of a turn: what is told next belongs to it, however long it took."""
    is_drawn: bool = False
    """Whether it began with a stroke of drawing: there are so many that a run of them is one moment."""


class Replay:
    """A fight up to some entry of its log, as viewers of one knowledge were told it.

    A moment begins with each line, and with each command of which they saw something but read nothing.
    """

    def __init__(self, system: str, scene: str, entries: Sequence[Entry], viewer: Viewer) -> None:
        self.system, self.scene, self.viewer = system, scene, viewer
        self.entries = len(entries)
        events = sum(len(entry.events) for entry in entries)
        battle, self._stream = Battle(system), Stream(viewer, scene, keeps=events)
        self.moments = [Moment(0, "", 0, battle.state, self._stream.as_now(), frozenset())]
        for entry in entries:
            battle.log.keep(entry)
        laying_out, waiting = True, list[Step]()
        for point, (entry, event, before, after) in enumerate(battle.story()):
            laying_out = laying_out and lays_out(entry)
            waiting.append((event, before, after))
            if entry.command.do not in UNDOING or event is entry.events[-1]:  # undoing has no steps between
                self._take_in(point + 1 - len(waiting), entry, waiting, laying_out=laying_out)
                waiting = []
        self._stream.catch_up()
        self.moments[-1].known = self._stream.as_now()
        self._prepared = self._before_the_fog()
        del self.moments[: self._prepared]
        self.lines = self._stream.lines
        self._of_line = [
            bisect_left(self.moments, n + 1, key=lambda m: m.lines) for n in range(len(self.lines))
        ]

    def _before_the_fog(self) -> int:
        """Count the moments before fog was laid: while it lies, they would show what it hides."""
        if self.viewer.is_gm or not is_foggy(self.moments[-1].state):
            return 0
        return next(n for n, moment in enumerate(self.moments) if is_foggy(moment.state))

    def _take_in(self, point: int, entry: Entry, steps: Sequence[Step], *, laying_out: bool) -> None:
        """Tell what happened next, and begin another moment with it where it brings one about."""
        event, _, after = steps[-1]
        stream, now = self._stream, self.moments[-1]
        if stream.is_behind and not draws(event):
            stream.catch_up()
            now.known = stream.as_now()
        seq, taken = stream.seq, taken_after(now.taken_back, entry)
        stream.take_in(entry.command.id, steps, taken, again=True)
        lines = len(stream.lines)
        if laying_out:
            now.lines = lines
        elif lines > now.lines or (stream.seq > seq and not self._goes_on(event, entry)):
            if now.is_silent and (now.began == entry.command.id or now.is_end):
                now.lines, now.is_silent, now.is_drawn = lines, lines == now.lines, is_of_map(event)
                now.began, now.is_end = entry.command.id, event.ends_turn and lines == now.lines
            else:
                began = entry.command.id, lines, after, stream.as_now(), taken
                silent, drawn = lines == now.lines, is_of_map(event)
                self.moments.append(Moment(point, *began, is_silent=silent, is_drawn=drawn))
                self.moments[-1].is_end = silent and event.ends_turn
        now = self.moments[-1]
        now.state, now.taken_back, now.until = after, taken, point + len(steps) - 1
        if not stream.is_behind:
            now.known = stream.as_now()

    def _goes_on(self, event: Event, entry: Entry) -> bool:
        """Say whether an event without a line belongs to the moment that is there."""
        now = self.moments[-1]
        return now.began == entry.command.id or (now.is_drawn and (draws(event) or is_of_map(event)))

    @property
    def last(self) -> int:
        """Give the number of the last moment; the first has 0."""
        return len(self.moments) - 1

    @property
    def word(self) -> str:
        """Name what is told, and to whom: moments of replays of one word have the same numbers."""
        told = self.scene, self.viewer.knowledge, self._prepared
        return sha256(repr(told).encode()).hexdigest()[:16]

    @cached_property
    def faces(self) -> frozenset[str]:
        """Name the pictures of the tokens that were known at some moment."""
        found: set[str] = set()
        looked: tuple[Any, Any] = (None, None)
        for moment in self.moments:
            people, known = moment.state.combatants, moment.known.now
            if people is not looked[0] or known is not looked[1]:
                found |= {c.picture for c in people.values() if c.picture and c.id in known}
                looked = people, known
        return frozenset(found)

    def moment_at(self, point: int) -> int:
        """Give the moment that stands after an event of the battle's whole log, by its number from 0."""
        return max(bisect_right(self.moments, point, key=lambda moment: moment.point) - 1, 0)

    def view(self, moment: int, frame: Frame) -> TableView:
        """Put the page of a moment together, by the way that a page of play takes."""
        then = self.moments[moment]
        battle = Battle(self.system)
        battle.state = then.state
        return table_view(battle, self.viewer, frame, then.known)

    def line(self, moment: int) -> LogLine | None:
        """Give the line that a moment is told by; None where nothing has been done yet."""
        lines = self.moments[moment].lines
        return self._as_then(lines - 1, moment) if lines > self.moments[0].lines else None

    def lines_around(self, moment: int) -> tuple[int, list[tuple[int, LogLine]], int]:
        """Give the lines round a moment, those to come too, and how many there are before them and after.

        Each line comes with the number of its own moment.
        """
        start, here = self.moments[0].lines, self.moments[moment].lines
        first, end = max(start, here - _AROUND[0]), min(here + _AROUND[1], len(self.lines))
        lines = [(self._of_line[n], self._as_then(n, moment)) for n in range(first, end)]
        return first - start, lines, len(self.lines) - end

    def _as_then(self, number: int, moment: int) -> LogLine:
        line, taken = self.lines[number], self.moments[moment].taken_back
        return line if line.undone == (line.command in taken) else replace(line, undone=not line.undone)

    def turns(self) -> list[int]:
        """List the moments that one goes to at a stride: where a fight or somebody's turn begins or ends."""
        lines = enumerate(self.lines[self.moments[0].lines :], self.moments[0].lines)
        return [self._of_line[n] for n, line in lines if line.kind in _STRIDES]


class Replays:
    """The replays that were asked for last, and the scenes that they are of. Safe in any thread."""

    def __init__(self, hosts: Hosts) -> None:
        self._hosts = hosts
        self._lock = Lock()
        self._kept: OrderedDict[tuple[Any, ...], Replay] = OrderedDict()
        self._scenes: OrderedDict[str, Host] = OrderedDict()

    def scene(self, table_id: str, scene_id: str | None) -> Host:
        """Open a scene of a table to look at: the one before it, or another.

        Raises:
            Refusal: `no-scene`, where it is none of this table's.
        """
        current = self._hosts.get(table_id)
        if scene_id is None or scene_id == current.scene.id:
            return current
        row = current.store.battle(scene_id)
        if row is None or row.table_id != table_id:
            raise Refusal("no-scene", text("This table has no such scene."))
        with self._lock:
            kept = self._scenes.pop(scene_id, None)
            if kept is None or kept.last_seq != kept.store.last_seq(scene_id):
                kept = Host(current.store, table_id, scene_id)
            self._scenes[scene_id] = kept
            _leave(self._scenes, _MOST_SCENES)
        return kept

    def get(self, host: Host, viewer: Viewer, *, afresh: bool = False) -> Replay:
        """Give the replay of a scene for viewers of this knowledge, told beside the loop that serves play.

        Args:
            afresh: whether it must hold all that has happened by now.
        """
        with host.lock:
            scene, count = host.scene, len(host.battle.entries)
        key = scene.id, viewer.knowledge
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is None or (afresh and kept.entries < count):
            entries = host.battle.entries[:count]
            kept = run_apart(Replay, scene.system, scene.id, entries, viewer)
            with self._lock:
                self._kept[key] = kept
                _leave(self._kept, _MOST_KEPT)
        return kept

    def forget(self, scene_ids: set[str]) -> None:
        """Let go of what was told of scenes that nobody looks at."""
        with self._lock:
            for scene in scene_ids & self._scenes.keys():
                del self._scenes[scene]
            for key in [key for key in self._kept if key[0] in scene_ids]:
                del self._kept[key]


def _leave(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


def replays() -> Replays:
    """Give the app's replays."""
    found: Replays = current_app.extensions.setdefault(_REPLAYS, Replays(hosts()))
    return found
