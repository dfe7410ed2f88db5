"""One table's door: it takes a command, appends what came of it, folds it, and tells everybody who may know.

Nothing reaches a battle but through `Host.handle`, one command at a time; nobody is told before it is stored.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import RLock
from typing import Any

from flask import current_app

from rules.engine.battle import Battle
from rules.engine.command import Command
from rules.engine.events import Event, event_as_json, event_from_json
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, Scene
from rules.engine.system import Reach, find_system
from rules.engine.table import TABLE_COMMANDS
from rules.systems import load_systems
from webapp.grants import Visitor
from webapp.store import BattleRow, Person, SeqTaken, Store, TableRow, TableSettings
from webapp.stream import Stream
from webapp.viewer import Viewer, cloak_refusal, event_for

_GM_COMMANDS = frozenset(TABLE_COMMANDS) | {"begin", "turn", "undo", "redo"}
_UNDOING = frozenset({"undo", "redo"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HandleResult:
    """What a command came to, for its giver: the viewer's sequence number and the events it may hear of."""

    seq: int
    events: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a command changed, for those who publish it."""

    before: BattleState
    events: tuple[Event, ...]
    undoing: bool


class SeededFaces:
    """Faces from the battle's secret seed and the place in the log: the same place always throws the same."""

    def __init__(self, seed: str, seq: int) -> None:
        self._random = random.Random(sha256(f"{seed}:{seq}".encode()).digest())

    def face(self, who: str, purpose: str, sides: int) -> int:
        """Give the next face."""
        return self._random.randint(1, sides)


class Host:
    """One table at play. Use `Hosts.get`; every method may be called from any thread."""

    def __init__(self, store: Store, table_id: str) -> None:
        self.store = store
        self.table_id = table_id
        self.lock = RLock()
        self.listeners: list[Callable[[Host, Change | None], None]] = []
        self._streams: dict[tuple[Any, ...], Stream] = {}
        self._load()

    def _load(self) -> None:
        self._look_up()
        table = self.table
        if table.battle_id is None:
            raise Refusal("no-scene", "This table has no map yet: the GM must lay one out first.")
        row = self.store.battle(table.battle_id)
        assert row is not None, "a table's current battle exists"
        self.scene: BattleRow = row
        kinds = find_system(row.system).event_kinds()
        stored = self.store.events(row.id)
        self.battle = Battle.load(row.system, (event_from_json(kinds, e.kind, e.data) for e in stored))
        self.last_seq = stored[-1].seq if stored else 0
        self.seats: dict[str, str] = self.store.seats(row.id)
        self._streams.clear()

    def _look_up(self) -> None:
        """Read the table and its people from the store; kept here until `publish` says that they changed."""
        table = self.store.table(self.table_id)
        if table is None:
            raise Refusal("no-table", "This table is gone.")
        self.table: TableRow = table
        self.people: list[Person] = self.store.people(self.table_id)

    @property
    def settings(self) -> TableSettings:
        """Give the table's settings."""
        return self.table.settings

    # -------------------------------------------------------------------------------------- viewers
    def viewer(self, visitor: Visitor) -> Viewer:
        """Work out what a visitor may see and do: players by what they play, others what the party knows."""
        state = self.battle.state
        if visitor.role == "gm":
            return Viewer(role="gm")
        owns = frozenset(
            who
            for who, person in self.seats.items()
            if person == visitor.person_id and who in state.combatants
        )
        sides = {state.combatants[who].side for who in owns} or self._party()
        return Viewer(role=visitor.role, sides=frozenset(sides), owns=owns, sight=self.settings.sight)

    def _party(self) -> set[str]:
        """Name the sides that are played by people; where nobody sits yet, the first combatant's."""
        people = self.battle.state.combatants
        seated = {people[who].side for who in self.seats if who in people}
        return seated or {c.side for c in list(people.values())[:1]}

    def stream(self, viewer: Viewer) -> Stream:
        """Give what viewers of this knowledge have been told, working it out from the log the first time."""
        with self.lock:
            key = viewer.knowledge
            if key not in self._streams:
                stream = Stream(viewer)
                for entry, event, _, after in self.battle.story():
                    stream.tell(entry.command.id, event, after)
                stream.mark_undone(self.battle.taken_back)
                self._streams[key] = stream
            return self._streams[key]

    # ------------------------------------------------------------------------------------- commands
    def handle(self, data: Mapping[str, Any], by: Visitor) -> HandleResult:
        """Carry out somebody's command: check, play, append, fold, tell.

        Raises:
            Refusal: nothing has changed.
            StoreTrouble: it could not be kept, and so did not happen.
        """
        with self.lock:
            stream = self.stream(self.viewer(by))
            command = self.authorised(data, by)
            try:
                events = self._carry_out_or_retry(command)
            except Refusal as refusal:
                raise cloak_refusal(refusal, self.battle.state, stream.known) from None
            told = tuple(e for e in (event_for(event, stream.known) for event in events) if e is not None)
            return HandleResult(seq=stream.seq, events=told)

    def _carry_out_or_retry(self, command: Command) -> tuple[Event, ...]:
        try:
            return self._carry_out(command)
        except SeqTaken:  # another server wrote to this battle: take in what it did, and try once more
            self._load()
            return self._carry_out(command)

    def _carry_out(self, command: Command) -> tuple[Event, ...]:
        before, kept = self.battle.state, len(self.battle.entries)
        events = self.battle.handle(command, SeededFaces(self.scene.dice_seed, self.last_seq + 1))
        if len(self.battle.entries) == kept:  # sent twice: it has been carried out and told already
            return events
        rows = [(event.kind, event_as_json(event)) for event in events]
        try:
            self.last_seq = self.store.append(self.scene.id, self.last_seq + 1, command.id, rows)
        except BaseException:
            self._load()  # it did not happen
            raise
        self._take_in(Change(before=before, events=events, undoing=command.do in _UNDOING))
        return events

    def _take_in(self, change: Change) -> None:
        command = self.battle.entries[-1].command.id
        for stream in self._streams.values():
            state = change.before
            for event in change.events:
                state = self.battle.state if change.undoing else event.apply(state)
                stream.tell(command, event, state)
            if change.undoing:
                stream.mark_undone(self.battle.taken_back)
        self.publish(change)

    def publish(self, change: Change | None = None) -> None:
        """Tell the listeners of a change; None for what is no part of the battle (people, settings)."""
        if change is None:
            self._look_up()
        for listener in self.listeners:
            listener(self, change)

    def authorised(self, data: Mapping[str, Any], by: Visitor) -> Command:
        """Read a command and refuse what its giver may not ask for.

        A player commands the characters that are theirs alone; what they name must be known to them.

        Raises:
            Refusal: `not-allowed`, `not-yours`, `unknown-combatant` or `bad-command`.
        """
        command = Command.parse(data, by=by.by)
        if by.role == "gm":
            return command
        if by.role != "play":
            raise Refusal("not-allowed", "This page only shows the table; it cannot act.")
        if command.do in _GM_COMMANDS:
            raise Refusal("not-allowed", "Only the GM may do that.")
        if "facts" in command.params:
            raise Refusal("not-allowed", "Only the GM may overrule what the map says.")
        viewer = self.viewer(by)
        self.require_own(viewer, command.actor)
        target = command.params.get("target")
        if target is not None and target not in self.stream(viewer).known:
            raise Refusal("unknown-combatant", "There is nobody of that name here.")
        return command

    def require_own(self, viewer: Viewer, who: str | None) -> None:
        """Refuse (`not-yours`) to act for a combatant that a viewer does not play; the GM plays them all."""
        if not viewer.is_gm and who not in viewer.owns:
            raise Refusal("not-yours", "You can only act for the characters that you play.")

    def reach(self, viewer: Viewer, who: str) -> Reach:
        """Tell where a combatant may move, as far as the viewer knows who is in the way. Raises `Refusal`."""
        self.require_own(viewer, who)
        state = self.battle.state
        known = self.stream(viewer).known
        seen = {i: c for i, c in state.combatants.items() if i in known}
        try:
            return self.battle.reach(who, Scene(replace(state, combatants=seen)))
        except Refusal as refusal:
            raise cloak_refusal(refusal, state, known) from None

    # ----------------------------------------------------------------------------- table and people
    def reload_seats(self) -> None:
        """Take in who plays whom, and show everybody what they may see now."""
        with self.lock:
            self.seats = self.store.seats(self.scene.id)
            self.publish()

    def switch(self, battle_id: str) -> None:
        """Bring another scene onto the table; every page is loaded anew."""
        with self.lock:
            self.store.set_current(self.table_id, battle_id)
            self._load()
            self.publish()

    def tell_people_changed(self) -> None:
        """Show the GM's page who is here and who plays whom."""
        self.publish()


class Hosts:
    """The tables that are at play in this process."""

    def __init__(self, store: Store) -> None:
        load_systems()
        self.store = store
        self._lock = RLock()
        self._hosts: dict[str, Host] = {}
        self.listeners: list[Callable[[Host, Change | None], None]] = []

    def get(self, table_id: str) -> Host:
        """Give a table's host, opening its battle the first time.

        Raises:
            Refusal: `no-table` or `no-scene`.
        """
        with self._lock:
            if table_id not in self._hosts:
                host = Host(self.store, table_id)
                host.listeners = self.listeners
                self._hosts[table_id] = host
            return self._hosts[table_id]


def hosts() -> Hosts:
    """Give the app's hosts."""
    found: Hosts = current_app.extensions["battlemat-hosts"]
    return found
