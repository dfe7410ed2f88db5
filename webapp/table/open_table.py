"""A table that is open in this process: its scene, its people, and what each of them has been told.

It changes nothing of what is stored: it holds what is, and takes in what has been kept, here or elsewhere.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from threading import RLock
from time import monotonic
from typing import Any

from rules.engine.battle_events import Rolled
from rules.engine.decision import Decision
from rules.engine.dice import FaceSource
from rules.engine.events import Event, event_from_text
from rules.engine.fog.exploration import is_foggy
from rules.engine.history.entry import Entry
from rules.engine.history.log import id_of_taking_back, taken_after
from rules.engine.refusal import Refusal
from rules.engine.text import Text, text
from rules.map.model import BattleMap
from webapp.battle_log.chronicle import LogLine
from webapp.context import SCENE_SIGN
from webapp.dice.scene_dice import SceneDice
from webapp.server.background import without_collecting
from webapp.store.rows import KeptGroup
from webapp.store.store import BattleRow, Person, Store, TableRow, TableSettings
from webapp.table.command_queue import CommandQueue
from webapp.table.grants import Visitor
from webapp.table.lobby import Door
from webapp.table.notes import BROUGHT, WISHES, Notes
from webapp.table.others import ALONE, Others
from webapp.table.rights import Rights, exceptions_of
from webapp.table.setup.sides import heroes_of
from webapp.table.snapshot import open_battle
from webapp.table.streams import Streams, steps_of
from webapp.visibility.refused_log import KEPT, REFUSED, RefusedLine, RefusedLog
from webapp.visibility.stream import Stream
from webapp.visibility.viewer import Viewer

_log = logging.getLogger(__name__)

Throws = Callable[[str, int, frozenset[str]], FaceSource]


class OpenTable:
    """The scene before a table, or one that its GM looks at alone, with all who are there."""

    def __init__(self, store: Store, table_id: str, scene_id: str | None = None) -> None:
        """Open the battle before the table, or to look at it alone another scene's."""
        self.store = store
        self.table_id = table_id
        self._scene_id = scene_id
        self.lock = RLock()
        self.queue = CommandQueue(self.lock)
        self.others: Others = ALONE
        self.notes = Notes()
        self.notes.tell = self._tell_note
        self.door = Door(self.notes)
        self.refused = RefusedLog()
        self.throws: Throws | None = None
        """What dice come from in place of the sealed ones: by the seed, the place in the log, and who throws
        real ones."""
        self.used = monotonic()
        """When somebody last asked for this table, or closed a page of it."""
        self.answer_by: float | None = None
        """When the open question is answered with its default, by `time.monotonic`; None: never."""
        self.load()

    def load(self) -> None:
        """Open the battle from what is stored, in place of what is held of it.

        Raises:
            Refusal: `no-table` or `no-scene`.
            StoreTrouble: if it cannot be read, or is damaged.
        """
        self.look_up()
        table = self.table
        scene_id = self._scene_id or table.battle_id
        if scene_id is None:
            raise Refusal("no-scene", text("This table has no map yet: the GM must lay one out first."))
        row = self.store.battle(scene_id)
        if row is None:  # what was opened to try something is thrown away
            raise Refusal("no-scene", text("This table has no such scene."))
        self.scene: BattleRow = row
        with without_collecting():
            opened = open_battle(self.store, row)
        self.battle, self.streams = opened.battle, Streams(row, opened)
        self.last_seq = opened.last_seq
        self.seats: dict[str, str] = self.store.people.seats(row.id)
        self.seal(row.dice_seed)

    def seal(self, seed: str) -> None:
        """Let what is thrown from now on be under the seal of a seed."""
        self.scene = replace(self.scene, dice_seed=seed)
        self.dice = SceneDice(seed, partial(self.store.of_kind, self.scene.id, Rolled.kind))

    def look_up(self) -> None:
        """Read the table and its people from the store; kept here until somebody says that they changed."""
        changes = self.store.counts.changes(self.table_id)  # first: what changes meanwhile is looked up again
        table = self.store.table(self.table_id)
        if table is None:
            raise Refusal("no-table", text("This table is gone."))
        self.changes = changes
        self.table: TableRow = table
        self.people: list[Person] = self.store.people.of_table(self.table_id)
        self.real_dice = self.store.talk.real_dice(self.table_id)
        self.groups: list[KeptGroup] = self.store.groups.all(self.table_id)
        """The parties and encounters that the GM keeps, of any system."""
        self.scenes: list[BattleRow] = self.store.battles(self.table_id)[::-1]
        """The table's scenes, the latest first."""
        self.what_ifs: dict[str, str] = self.store.what_ifs.all(self.table_id)
        """Which of them were opened to try something, each with the scene from whose log it came."""

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
        return self.notes.of(WISHES)

    def bring(self, visitor: Visitor, picture_id: str) -> None:
        """Note which picture for a token somebody has brought last."""
        with self.lock:
            self.notes.put(BROUGHT, visitor.by, picture_id)

    def has_brought(self, visitor: Visitor, picture_id: str) -> bool:
        """Say whether it is this picture that somebody has brought last."""
        return self.notes.of(BROUGHT).get(visitor.by) == picture_id

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

    def viewer(self, visitor: Visitor) -> Viewer:
        """Work out what a visitor may see and do: players by what they play, others what the party knows."""
        state = self.battle.state
        if visitor.role == "gm":
            leads = self.settings.is_led_by(visitor.second)
            return Viewer(role="gm", leads=leads, way_back=visitor.way_back(self.settings))
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
            exceptions=exceptions_of(self.settings, visitor.person_id) if visitor.role == "play" else (),
            way_back=visitor.way_back(self.settings),
        )

    def rights(self, visitor: Visitor) -> Rights:
        """Work out what a visitor may do of what the GM leaves to players or not."""
        if visitor.role == "gm":
            return Rights.all()
        return Rights.of(self.settings, dict(exceptions_of(self.settings, visitor.person_id)))

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
        """Give what viewers of this knowledge have been told."""
        with self.lock:
            return self.streams.of(viewer)

    def whole_log(self, viewer: Viewer) -> tuple[LogLine, ...]:
        """Give every line that viewers of this knowledge have been told."""
        with self.lock:
            return self.streams.whole_log(viewer)

    def keep_snapshot(self) -> None:
        """Keep what was worked out of the log, unless hardly anything has been done since it was kept."""
        with self.lock:
            self.streams.keep_snapshot(self.store, self.last_seq)

    # ----------------------------------------------------------------------------- what has been kept
    def faces(self, place: int, ahead: Sequence[Event] = ()) -> FaceSource:
        """Give the dice of a command, by its place in the log and what is decided ahead of it."""
        by_hand = frozenset(who for who, person in self.seats.items() if person in self.real_dice)
        if self.throws is not None:
            return self.throws(self.scene.dice_seed, place, by_hand)
        return self.dice.faces(place, by_hand, ahead)

    def accept(self, decision: Decision) -> None:
        """Let be so what is kept by now, and tell all streams of it."""
        before, kept = self.battle.state, len(self.battle.entries)
        self.battle.accept(decision)
        self.dice.count(decision.events)
        self._forget_wishes(decision.entries)
        for entry, was, now in self.battle.states_of(kept, before):
            self.streams.tell(entry, list(steps_of(entry, was, now)), self.battle.taken_back)

    def take_in(self, told: Sequence[tuple[str, str]]) -> bool:
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
            self.dice.count(entry.events)
            self.streams.tell(entry, steps, gone)
        return True

    def _forget_wishes(self, entries: Sequence[Entry]) -> None:
        """Lay the wishes aside that something be taken back, once something was."""
        amended = {id_of_taking_back(entry.command.id) for entry in entries}
        if any(entry.command.do == "undo" and entry.command.id not in amended for entry in entries):
            self.notes.clear(WISHES)

    def is_before_table(self, table: TableRow | None) -> bool:
        """Say whether this battle is still the one that this host is for."""
        return self.is_prepared or (table is not None and table.battle_id == self.scene.id)


def picture_under(battle_map: BattleMap | None, scene: BattleRow) -> str | None:
    """Name the picture under a map of a scene: what the map names, else what the scene came with."""
    named = battle_map.picture.id if battle_map is not None and battle_map.picture is not None else ""
    return named or scene.picture_id
