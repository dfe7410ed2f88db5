"""One table's door: it takes a command, appends what came of it, folds it, and tells everybody who may know.

Nothing reaches a battle but through `Host.handle`, one command at a time; nobody is told before it is stored.
Whoever changes the battle holds the table's queue all the while, and its lock only while something is read or
changed: as long as the disk works, the table is looked at as it was before.
"""

import logging
import random
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from time import monotonic, perf_counter, sleep
from typing import Any

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.decision import Decision
from rules.engine.dice import FaceSource
from rules.engine.events import Event, Rolled, event_as_json, event_from_text
from rules.engine.fog.exploration import is_foggy
from rules.engine.history.entry import Entry
from rules.engine.history.log import UNDOING, id_of_taking_back, taken_after
from rules.engine.history.log_fold import Step
from rules.engine.house.house import House
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.system import Reach
from rules.engine.text import Text, Words, text
from rules.map.model import BattleMap, Place
from webapp.battle_log.chronicle import LogLine, Wording
from webapp.context import SCENE_SIGN
from webapp.dice.face_source import SealedFaces, Serials, serials_of_stored
from webapp.dice.sealed import DiceKey, dice_key
from webapp.panels.house_rules_page import changes_between
from webapp.server.background import without_collecting
from webapp.store.rows import KeptGroup
from webapp.store.store import BattleRow, Person, SeqTaken, Store, StoreTrouble, TableRow, TableSettings
from webapp.store.table_counts import TableCounts
from webapp.table.authority import authorised, require_own
from webapp.table.command_queue import CommandQueue
from webapp.table.command_times import note_done, watched
from webapp.table.grants import Visitor
from webapp.table.lobby import Door
from webapp.table.notes import Notes
from webapp.table.others import ALONE, Others
from webapp.table.sides import heroes_of
from webapp.table.snapshot import ENOUGH, keep_snapshot, open_battle
from webapp.talk.conversation import Talk
from webapp.visibility.harm import without_harm
from webapp.visibility.player_checks import STOPPED_SHORT, as_far_as_it_goes, as_meant
from webapp.visibility.refused_log import KEPT, REFUSED, RefusedLine, RefusedLog
from webapp.visibility.stream import LOG_LINES, MOST_LINES, Heard, Stream
from webapp.visibility.viewer import Viewer, event_for, is_explored

_log = logging.getLogger(__name__)

_SHARED_CODES = frozenset({"prompt-open", "not-your-turn", "unknown-action", "unknown-combatant"})
"""Refusals that do not depend on where anybody stands."""
_WORDED = 800
"""How many of the latest events are put into words for who comes to a table: most make a line."""
_AT_A_STRETCH = 0.02
"""Seconds for which commands are decided together, before others have a turn."""
_READ_STATE = frozenset({"set-fog"})
"""Commands whose right or meaning depends on how things stand when they are read."""
_WISHES, _BROUGHT = "wishes", "brought"
_STEPS_BACK = 0.01
"""Seconds, for each time before, that a command at most waits until it is tried again."""
TRIES = 8
"""How often a command is tried again when another server wrote to the battle first."""
KEPT_BUSY = text("Other servers keep this table busy. Nothing was changed; try again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandleResult:
    """What a command came to, for its giver: the viewer's sequence number, and what the viewer heard of."""

    seq: int
    viewer: Viewer
    heard: tuple[Heard, ...]
    said: Words = ""
    """A sentence for its giver, where it did not come to what was asked."""

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """The events that the giver may hear of, as JSON."""
        return tuple(
            without_harm(event_for(event, after, self.viewer, known), event, after, self.viewer)
            for event, after, known in self.heard
        )


Listener = Callable[["Host"], None]


Throws = Callable[[str, int, frozenset[str]], FaceSource]


class Host:
    """One table at play. Use `Hosts.get`; every method may be called from any thread."""

    def __init__(self, store: Store, table_id: str, scene_id: str | None = None) -> None:
        """Open the battle before the table, or to look at it alone another scene's."""
        self.store = store
        self.table_id = table_id
        self._scene_id = scene_id
        self.lock = RLock()
        self.queue = CommandQueue(self.lock)
        self.listeners: list[Listener] = []
        self._streams: dict[tuple[Any, ...], Stream] = {}
        self.others: Others = ALONE
        self.notes = Notes()
        self.notes.tell = self._tell_note
        self.door = Door(self.notes)
        self.refused = RefusedLog()
        self.talk = Talk(self)
        self.throws: Throws | None = None
        """What dice come from in place of the sealed ones: by the seed, the place in the log, and who throws
        real ones."""
        self.used = monotonic()
        """When somebody last asked for this table, or closed a page of it."""
        self.answer_by: float | None = None
        """When the open question is answered with its default, by `time.monotonic`; None: never."""
        self._load()

    def _load(self) -> None:
        self._look_up()
        table = self.table
        scene_id = self._scene_id or table.battle_id
        if scene_id is None:
            raise Refusal("no-scene", text("This table has no map yet: the GM must lay one out first."))
        row = self.store.battle(scene_id)
        assert row is not None, "a table's battles exist"
        self.scene: BattleRow = row
        with without_collecting():
            opened = open_battle(self.store, row)
        self.battle, self._kept_streams = opened.battle, opened.streams
        self.last_seq, self._snapshot_seq = opened.last_seq, opened.snapshot_seq
        self.seats: dict[str, str] = self.store.seats(row.id)
        self._in_snapshot = frozenset(opened.streams.knowledges)
        self._serials: Serials | None = None
        self._streams.clear()

    def _look_up(self) -> None:
        """Read the table and its people from the store; kept here until somebody says that they changed."""
        changes = self.store.counts.changes(self.table_id)  # first: what changes meanwhile is looked up again
        table = self.store.table(self.table_id)
        if table is None:
            raise Refusal("no-table", text("This table is gone."))
        self._changes = changes
        self.table: TableRow = table
        self.people: list[Person] = self.store.people(self.table_id)
        self.real_dice = self.store.talk.real_dice(self.table_id)
        self.groups: list[KeptGroup] = self.store.groups.all(self.table_id)
        """The parties and encounters that the GM keeps, of any system."""
        self.scenes: list[BattleRow] = self.store.battles(self.table_id)[::-1]
        """The table's scenes, the latest first."""

    @property
    def is_prepared(self) -> bool:
        """Say whether this is a scene that its GM alone looks at, and not the one before everybody."""
        return self._scene_id is not None

    @property
    def address(self) -> str:
        """Give the table's id as it stands in the addresses of this host's pages."""
        return f"{self.table_id}{SCENE_SIGN}{self._scene_id}" if self._scene_id else self.table_id

    @property
    def picture_id(self) -> str | None:
        """Name the picture that lies under the map; None if none does."""
        return picture_under(self.battle.state.map, self.scene)

    def name_for(self, visitor: Visitor) -> str:
        """Name the table, and to its GM the scene: that may be a map's file's name, or say what comes."""
        return f"{self.table.name}, {self.scene.name}" if visitor.role == "gm" else self.table.name

    @property
    def settings(self) -> TableSettings:
        """Give the table's settings."""
        return self.table.settings

    @property
    def wishes(self) -> Mapping[str, str]:
        """Give the players, by id with their names, who ask the GM to take the last thing back."""
        return self.notes.of(_WISHES)

    def bring(self, visitor: Visitor, picture_id: str) -> None:
        """Note which picture for a token somebody has brought last."""
        with self.lock:
            self.notes.put(_BROUGHT, visitor.by, picture_id)

    def has_brought(self, visitor: Visitor, picture_id: str) -> bool:
        """Say whether it is this picture that somebody has brought last."""
        return self.notes.of(_BROUGHT).get(visitor.by) == picture_id

    def refused_lines(self) -> tuple[RefusedLine, ...]:
        """List what was refused at this table, the latest first, over whichever process it was asked."""
        theirs = [RefusedLine.read(line) for part in self.others.parts(self, REFUSED) for line in part]
        if not theirs:
            return self.refused.lines
        return tuple(sorted([*self.refused.lines, *theirs], key=lambda line: line.at, reverse=True)[:KEPT])

    def note_refused(self, who: Text, what: Text, why: Text) -> None:
        """Take down for the GM that something was refused. Called with the lock held."""
        self.refused.note(who, what, why)
        if not self.others.is_alone:
            self.others.show(self, REFUSED, [line.as_json() for line in self.refused.lines])

    def _tell_note(self, kind: str, key: str, value: Any) -> None:
        self.others.noted(self, kind, key, value)

    # -------------------------------------------------------------------------------------- viewers
    def viewer(self, visitor: Visitor) -> Viewer:
        """Work out what a visitor may see and do: players by what they play, others what the party knows."""
        state = self.battle.state
        if visitor.role == "gm":
            return Viewer(role="gm")
        is_player = visitor.role == "play" or (visitor.through and visitor.person_id is not None)
        owns = frozenset(
            who
            for who, person in self.seats.items()
            if person == visitor.person_id and who in state.combatants
        )
        sides = {state.combatants[who].side for who in owns} or self._shown_sides()
        return Viewer(
            role=visitor.role,
            sides=frozenset(sides),
            owns=owns,
            sight=self.settings.sight,
            alone=bool(is_player) and state.fog.each and is_foggy(state),
            through=visitor.through,
            harm=self.settings.enemy_harm,
            secret_turns=self.settings.secret_turns,
        )

    def party(self) -> set[str]:
        """Name the sides that are played by people; where nobody sits yet, the heroes."""
        people = self.battle.state.combatants
        seated = {people[who].side for who in self.seats if who in people}
        return seated or {self.heroes()}

    def heroes(self) -> str:
        """Name the side whose characters players may take."""
        return heroes_of(self.battle.state, self.settings.hero_side)

    def _shown_sides(self) -> set[str]:
        """Name the sides whose knowledge is shared with who plays nobody: the projector, spectators."""
        wanted = self.settings.table_side
        there = any(c.side == wanted for c in self.battle.state.combatants.values())
        return {wanted} if wanted and there else self.party()

    def stream(self, viewer: Viewer) -> Stream:
        """Give what viewers of this knowledge have been told, working it out from the log the first time."""
        with self.lock:
            key = viewer.knowledge
            if key not in self._streams:
                with without_collecting():
                    kept = self._kept_streams.take(viewer, self.battle)
                    self._streams[key] = kept or self._tell_again(viewer)
            return self._streams[key]

    def whole_log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Give every line that viewers of this knowledge have been told."""
        with self.lock:
            stream = self.stream(viewer)
            if not stream.is_whole:
                stream = self._tell_again(viewer, worded=self.last_seq)
            return tuple(stream.lines)

    def _tell_again(self, viewer: Viewer, until: str | None = None, worded: int = _WORDED) -> Stream:
        """Tell viewers of this knowledge the log, whole or up to a command.

        Args:
            worded: how many of the latest events are put into words; more, where they fill no page.
        """
        stream = Stream(viewer, self.scene.id, keeps=max(worded, MOST_LINES))
        tell_log(stream, self.battle, until, worded)
        if until is None and not stream.is_whole and len(stream.lines) <= LOG_LINES:
            return self._tell_again(viewer, worded=8 * worded)
        return stream

    def keep_snapshot(self) -> None:
        """Keep what was worked out of the log, unless hardly anything has been done since it was kept."""
        with self.lock:
            known = [stream.viewer for stream in self._streams.values()]
            news = {viewer.knowledge for viewer in known} - self._in_snapshot
            if self.last_seq - self._snapshot_seq < ENOUGH and not news:
                return
            streams = [*self._kept_streams.all(self.battle), *self._streams.values()]
            for stream in streams:
                stream.catch_up()
            kept = keep_snapshot(self.store, self.scene, self.battle, streams, self.last_seq)
            if kept is not None:
                self._snapshot_seq, self._in_snapshot = self.last_seq, frozenset(kept.knowledges)
                self._kept_streams = kept.without(self._streams)
            self.battle.forget_story()

    # ------------------------------------------------------------------------------------- commands
    @watched
    def handle(self, data: Mapping[str, Any], by: Visitor) -> HandleResult:
        """Carry out somebody's command: check, play, append, fold, tell.

        Raises:
            Refusal: nothing has changed.
            StoreTrouble: it could not be kept, and so did not happen.
        """
        data = _with_id(data)
        with self.queue:
            for number in range(TRIES):
                try:
                    return self._handle(data, by)
                except SeqTaken:  # another server wrote to this battle: take in what it did, and try again
                    sleep(random.uniform(0, number * _STEPS_BACK))  # and let it finish, if it is as busy
                    self.catch_up()
                except Refusal:
                    if not self._catches_up():
                        raise
        raise StoreTrouble(KEPT_BUSY)

    def handle_all(self, sent: Sequence[Mapping[str, Any]], by: Visitor) -> list[HandleResult | Exception]:
        """Carry out commands that somebody gave one behind the other, as `handle` would each in its turn.

        What the GM does is decided together as far as that can be: it shares one transaction, and pages are
        told of it once.

        Returns:
            What each came to, or what it was refused or failed with.
        """
        waiting, outcomes = [_with_id(data) for data in sent], list[HandleResult | Exception]()
        with self.queue:
            while waiting:
                together = self._together(waiting, by)
                done = [*together] if together else [self._outcome(waiting[0], by)]
                outcomes += done
                del waiting[: len(done)]
        return outcomes

    def _outcome(self, data: Mapping[str, Any], by: Visitor) -> HandleResult | Exception:
        try:
            return self.handle(data, by)
        except Exception as error:
            return error

    def _together(self, sent: Sequence[Mapping[str, Any]], by: Visitor) -> list[HandleResult]:
        """Carry out the first of these commands as one; none where they do not go together."""
        if by.role != "gm" or len(sent) < 2:
            return []
        began = perf_counter()
        with self.lock:
            viewer = self.viewer(by)
            decisions = self._decided_together(viewer, sent, by)
        if len(decisions) < 2:
            return []
        try:
            done = self._keep(decisions, viewer)
        except (SeqTaken, StoreTrouble):
            return []  # nothing of it has happened: each is tried, and told, by itself
        note_done(began, len(done))
        return done

    def _decided_together(
        self, viewer: Viewer, sent: Iterable[Mapping[str, Any]], by: Visitor
    ) -> list[Decision]:
        """Decide commands of the GM's, each behind the one before, up to one that must wait for its turn."""
        decisions, place, until = list[Decision](), self.last_seq + 1, perf_counter() + _AT_A_STRETCH
        if self.stream(viewer).as_known(self.battle.state) is not self.battle.state:
            return []
        for data in sent:
            try:
                command = authorised(self, data, by)
                if command.do in _READ_STATE:
                    break
                faces = self._faces(place, [event for one in decisions for event in one.events])
                decision = (
                    self.battle.decide_behind(command, faces, decisions)
                    if decisions
                    else self.battle.decide(command, faces)
                )
            except Exception:  # refused, or worse, by itself when its turn comes
                break
            if decision is None or not decision.is_new:
                break
            decisions.append(decision)
            place += len(decision.events)
            if perf_counter() > until:
                break
        return decisions

    def _handle(self, data: Mapping[str, Any], by: Visitor) -> HandleResult:
        with self.lock:
            viewer = self.viewer(by)
            command = self._meant(viewer, data, by)
            decision, said = self._decide_for(viewer, command)
        if decision.is_new:
            (done,) = self._keep([decision], viewer)
            return replace(done, said=said) if said else done
        with self.lock:  # sent twice: tell again what it did the first time
            heard = self._tell_again(viewer, until=command.id).heard
            return HandleResult(seq=self.stream(viewer).seq, viewer=viewer, heard=tuple(heard), said=said)

    def _meant(self, viewer: Viewer, data: Mapping[str, Any], by: Visitor) -> Command:
        """Make a command of what was sent, if it is theirs to give and legal as far as they know."""
        command, stream = authorised(self, data, by), self.stream(viewer)
        is_known = self.battle.log.find(command.id) is not None
        return command if is_known else as_meant(self.battle, stream, command)

    def _decide_for(self, viewer: Viewer, command: Command) -> tuple[Decision, Words]:
        """Decide a command as far as it goes; give what comes of it, and what its giver is told."""
        try:
            return self._decide(command), ""
        except Refusal as refusal:
            short = as_far_as_it_goes(self.battle, self.stream(viewer), command, refusal)
            if short is None:
                raise self._as_known(refusal, command, viewer) from None
        return self._decide(short), STOPPED_SHORT

    def _decide(self, command: Command) -> Decision:
        return self.battle.decide(command, self._faces(self.last_seq + 1))

    def _faces(self, place: int, ahead: Sequence[Event] = ()) -> FaceSource:
        """Give the dice of a command, by its place in the log and what is decided ahead of it."""
        by_hand = frozenset(who for who, person in self.seats.items() if person in self.real_dice)
        if self.throws is not None:
            return self.throws(self.scene.dice_seed, place, by_hand)
        if self._serials is None:
            self._serials = serials_of_stored(self.store.of_kind(self.scene.id, Rolled.kind))
        return SealedFaces(self.dice_key, self._serials.behind(ahead), place, by_hand)

    @property
    def dice_key(self) -> DiceKey:
        """The key of the battle's dice; never to leave the server."""
        return dice_key(self.scene.dice_seed)

    def _count_rolls(self, events: Iterable[Event]) -> None:
        if self._serials is not None:
            self._serials.count(events)

    def _keep(self, decisions: Sequence[Decision], viewer: Viewer) -> list[HandleResult]:
        """Keep what was decided, and then let it be so and tell it; if it cannot be kept, it never was.

        Called in the queue and without the lock: the disk may take its time.

        Args:
            decisions: new ones, each on what the one before it leads to: of all or nothing.
            viewer: who gave the commands; what is given back is what they hear of each.
        """
        commands = [
            (one.entries[-1].command.id, [(event.kind, event_as_json(event)) for event in one.events])
            for one in decisions
        ]
        last = self.store.append_all(self.scene.id, self.last_seq + 1, commands)
        self.others.kept(
            self, self.scene.id, self.last_seq + 1, [row for _, rows in commands for row in rows]
        )
        with self.lock:
            self.last_seq = last
            stream, done = self.stream(viewer), list[HandleResult]()
            for decision in decisions:
                self._let_be(decision)
                done.append(HandleResult(seq=stream.seq, viewer=viewer, heard=tuple(stream.heard)))
            self.publish()
        return done

    def _let_be(self, decision: Decision) -> None:
        """Let be so what is kept by now, and tell all streams of it."""
        before, kept = self.battle.state, len(self.battle.entries)
        self.battle.accept(decision)
        self._count_rolls(decision.events)
        self._forget_wishes(decision.entries)
        for entry, was, now in self.battle.states_of(kept, before):
            self._tell(entry, list(_steps(entry, was, now)), self.battle.taken_back)

    def _forget_wishes(self, entries: Sequence[Entry]) -> None:
        """Lay the wishes aside that something be taken back, once something was."""
        amended = {id_of_taking_back(entry.command.id) for entry in entries}
        if any(entry.command.do == "undo" and entry.command.id not in amended for entry in entries):
            self.notes.clear(_WISHES)

    def _tell(self, entry: Entry, steps: Sequence[Step], gone: frozenset[str]) -> None:
        """Tell all streams of an entry, after which these commands are taken back."""
        wording = Wording()
        for stream in self._streams.values():
            stream.take_in(entry.command.id, steps, gone, wording=wording)

    def catch_up(self) -> None:
        """Take in what others have written to this table, and show it.

        Raises:
            Refusal: `no-table`, if it was deleted.
            StoreTrouble: if it cannot be read, or is damaged.
        """
        with self.queue:
            told, table = self.store.told(self.scene.id, self.last_seq), self.store.table(self.table_id)
            with self.lock:
                if not self._is_before_table(table) or not self._take_in(told):
                    self._load()
                else:
                    self._look_up()
                    self.seats = self.store.seats(self.scene.id)
                if not self.is_prepared:
                    self.talk.catch_up()
                self.publish()

    def follow(self, first_seq: int, events: Sequence[tuple[str, str]]) -> None:
        """Take in what another process has just written to this scene's log, and show it.

        Args:
            first_seq: the place of the first of the events, each of which is its kind and its JSON.

        Raises:
            StoreTrouble: if what came before cannot be read, or is damaged.
        """
        with self.queue:
            known = self.last_seq + 1 - first_seq
            if known >= len(events):
                return
            told = events[known:] if known >= 0 else self.store.told(self.scene.id, self.last_seq)
            with self.lock:
                if not self._take_in(told):
                    self._load()
                self.publish()

    def require_news(self) -> None:
        """Take in what other processes have written, if they have: it may not have been told here yet.

        Raises:
            Refusal: `no-table`, if it was deleted.
            StoreTrouble: if it cannot be read, or is damaged.
        """
        if not self.others.is_alone:
            self._catches_up()

    def _catches_up(self) -> bool:
        """Take in what other processes have written; say whether there was anything."""
        if self.others.is_alone or not self.is_behind(
            self.store.counts.of_table(self.table_id, self.scene.id)
        ):
            return False
        with self.queue:
            if self.is_behind(self.store.counts.of_table(self.table_id, self.scene.id)):
                self.catch_up()
        return True

    def is_behind(self, counts: TableCounts | None) -> bool:
        """Say whether there is more in the database than is known here; None: it has no such table."""
        if counts is None:
            return True
        is_elsewhere = not self.is_prepared and counts.scene_id != self.scene.id
        more = counts.changes != self._changes or counts.last_seq > self.last_seq
        return is_elsewhere or more or (not self.is_prepared and counts.said > self.talk.last_number)

    def _is_before_table(self, table: TableRow | None) -> bool:
        """Say whether this battle is still the one that this host is for."""
        return self.is_prepared or (table is not None and table.battle_id == self.scene.id)

    def _take_in(self, told: Sequence[tuple[str, str]]) -> bool:
        """Fold what others have written behind what is known here. Say whether it could be."""
        kinds, gone = self.battle.system.event_kinds(), self.battle.taken_back
        try:
            entries = self.battle.take_in(event_from_text(kinds, *event) for event in told)
        except Exception as error:  # told again from the beginning, where a damaged log is said to be one
            _log.warning("The log of the scene %s must be told anew: %r", self.scene.id, error)
            return False
        self.last_seq += len(told)
        self._forget_wishes([entry for entry, _ in entries])
        for entry, steps in entries:
            gone = taken_after(gone, entry)
            self._count_rolls(entry.events)
            self._tell(entry, steps, gone)
        return True

    def publish(self) -> None:
        """Tell the listeners that something has changed.

        What has happened is in the store by now: a listener that fails is logged, and does not undo it.
        """
        for listener in self.listeners:
            try:
                listener(self)
            except Exception:
                _log.exception("Telling a table's pages of a change failed")

    def _as_known(self, refusal: Refusal, command: Command, viewer: Viewer) -> Refusal:
        """Word a refusal for a viewer: it says nothing of where anybody unknown stands."""
        state, action = self.battle.state, self.battle.system.action(command.do)
        is_all_known = viewer.is_gm or self.stream(viewer).as_known(state) is state
        if action is None or is_all_known or refusal.code in _SHARED_CODES:
            return refusal
        said = text("Something that cannot be seen from here stands against it: ask the GM.")
        return Refusal(refusal.code, said, refusal.rule)

    def reach(self, viewer: Viewer, who: str, within: Command | None = None) -> Reach:
        """Tell where a combatant may move, as far as the viewer knows who is in the way. Raises `Refusal`.

        Args:
            within: the action that the move is part of; None for a move of its own.
        """
        require_own(self, viewer, who)
        return self._on_known_ground(viewer, self.battle.now.reach(who, self._view_for(viewer), within))

    def _view_for(self, viewer: Viewer) -> BattleView:
        return BattleView(self.stream(viewer).as_known(self.battle.state))

    def _on_known_ground(self, viewer: Viewer, reach: Reach) -> Reach:
        """Leave out of a reach what the fog hides, where the system's moves cost nothing by the cell."""
        ground, battle_map = self.stream(viewer).map_knowledge, self.battle.state.map
        if ground is None or battle_map is None:
            return reach

        def is_known(place: Place) -> bool:
            return is_explored(ground, battle_map, place)

        return replace(
            reach,
            costs={place: cost for place, cost in reach.costs.items() if is_known(place)},
            came_from={p: q for p, q in reach.came_from.items() if is_known(p) and is_known(q)},
        )

    # ----------------------------------------------------------------------------------- wishes to undo
    def wish(self, visitor: Visitor) -> None:
        """Let the GM know that a player asks to take the last thing back.

        Raises:
            Refusal: `not-allowed` or `nothing-to-undo`.
        """
        with self.lock:
            if visitor.role != "play" or visitor.person_id is None:
                raise Refusal("not-allowed", text("Only players ask the GM for an undo."))
            if not self.battle.can_undo:
                raise Refusal("nothing-to-undo", text("There is nothing to take back."))
            self.notes.put(_WISHES, visitor.person_id, visitor.name)
            self.publish()

    def settle(self, person_id: str) -> None:
        """Lay a player's wish aside, if there is one."""
        with self.lock:
            if self.notes.take(_WISHES, person_id) is not None:
                self.publish()

    # ----------------------------------------------------------------------------- table and people
    def reload_seats(self) -> None:
        """Take in who plays whom, and show everybody what they may see now."""
        with self.queue:
            with self.lock:
                self.seats = self.store.seats(self.scene.id)
                self._look_up()
            self.others.changed(self.table_id)
            self._keep_what_players_explore()
            with self.lock:
                self.publish()

    def _keep_what_players_explore(self) -> None:
        """Let the fog keep what a side explores that somebody has just begun to play on."""
        fog = self.battle.state.fog
        added = sorted(self.party() - {*fog.sides})
        if is_foggy(self.battle.state) and fog.sides and added:
            gm = Visitor(role="gm", table_id=self.table_id, person_id=None, name=str(text("GM")))
            self.handle({"do": "set-fog", "sides": [*fog.sides, *added]}, gm)

    def switch(self, battle_id: str, *, as_it_was: bool = False) -> None:
        """Bring another scene onto the table; every page is loaded anew.

        Args:
            as_it_was: leave it the house rules that it was played by; else the table's own of now count.
        """
        assert not self.is_prepared, "a scene that is looked at alone is brought by the table's own host"
        with self.queue:
            system, house = self.scene.system, self.battle.state.house
            self.store.set_current(self.table_id, battle_id)
            with self.lock:
                self._load()
            self.others.changed(self.table_id)
            same = system == self.scene.system
            if same and not as_it_was and self.battle.state.prompt is None:
                self._play_by(house)
            with self.lock:
                self.publish()

    def _play_by(self, house: House) -> None:
        """Let this scene be played by the table's house rules as they are now."""
        changes = changes_between(self.battle.state.house, house)
        if changes:
            params = {"changes": changes}
            with self.lock:
                decision = self._decide(
                    Command(do="set-house", id=secrets.token_hex(16), by="gm", params=params)
                )
            if decision.is_new:
                self._keep([decision], Viewer(role="gm"))

    def change_settings(self, **chosen: Any) -> None:
        """Keep what the GM chose for the table, and show everybody what they may see by it."""
        with self.queue:
            self.store.change_settings(self.table_id, **chosen)
            self.tell_people_changed()

    def tell_people_changed(self) -> None:
        """Take in who is here and what the table's settings are, and show everybody what they may see now."""
        with self.lock:
            self._look_up()
            self.others.changed(self.table_id)
            self.publish()


def _with_id(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Give a command an id if it has none: the same, however often it is tried."""
    return data if data.get("id") else {**data, "id": secrets.token_hex(16)}


def picture_under(battle_map: BattleMap | None, scene: BattleRow) -> str | None:
    """Name the picture under a map of a scene: what the map names, else what the scene came with."""
    named = battle_map.picture.id if battle_map is not None and battle_map.picture is not None else ""
    return named or scene.picture_id


def _steps(entry: Entry, before: BattleState, after: BattleState) -> Iterator[Step]:
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
