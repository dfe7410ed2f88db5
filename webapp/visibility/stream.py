"""What viewers who know the same things have been told: kept up event by event, or told anew from the log.

Both ways come to the very same lines and numbers, so that a page may go away and come back.
"""

from collections.abc import Callable, Collection, Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

from rules.engine.areas.area_events import AreaCounted, AreaKept, AreaTaken
from rules.engine.areas.kept_areas import KeptArea
from rules.engine.battle_events import Commanded, DoorSet, MapEdited, PromptOpened, Redone, Undone
from rules.engine.events import Event
from rules.engine.fog.exploration import is_foggy
from rules.engine.fog.lamps import lit_map
from rules.engine.history.log_fold import Step
from rules.engine.notes.map_notes import MapNote
from rules.engine.notes.note_events import MapNoteSet
from rules.engine.state import BattleState, changed
from rules.engine.system import find_system
from rules.map.cell_bits import bits_of
from rules.map.grid import cell_at
from rules.map.map_changes import read_patch
from rules.map.model import BattleMap, Brightness, DoorState, Point, hand_on
from rules.map.vision import with_light_of
from webapp.battle_log.chronicle import LogLine, Wording, see_event
from webapp.battle_log.core_lines import is_of_map
from webapp.visibility.harm import as_if_unhurt
from webapp.visibility.known_areas import known_areas
from webapp.visibility.known_events import tells
from webapp.visibility.known_map import KnownMap, Memory, known_levels, known_zones
from webapp.visibility.known_notes import known_notes
from webapp.visibility.known_people import (
    Looks,
    MapKnowledge,
    is_explored,
    sees_with,
    visibility_key,
    visible_on,
)
from webapp.visibility.known_walls import as_known
from webapp.visibility.told_turn import ToldTurn, Turn
from webapp.visibility.viewer import SECOND, Viewer, known_state, without_unseen

LOG_LINES = 120
"""How many lines of the log a page starts with."""
MOST_LINES = 10 * LOG_LINES
"""How many lines are kept here at most; who wants older ones has them told again."""
_COUNTING = 20
"""How many bits of a stream's number count; those above them are its own."""

Heard = tuple[Event, BattleState, frozenset[str]]
"""An event that somebody was told of, the state after it, and whom they knew."""


@dataclass(slots=True)
class Stream:
    """How many changes these viewers were told of, the lines of their log, and whom they know of now.

    Counting starts at a number of their own: a page that knew more, less or another scene before never takes
    its number for one of this stream's.
    """

    viewer: Viewer
    scene: str
    keeps: int = MOST_LINES
    seq: int = 0
    lines: list[LogLine] = field(default_factory=list)
    """The latest lines of their log; all of them while it `is_whole`."""
    is_whole: bool = True
    now: frozenset[str] = frozenset()
    """The combatants that they know of now."""
    then_or_now: frozenset[str] = frozenset()
    """Those and whom they knew of just before the last event."""
    then: frozenset[str] = frozenset()
    """Those whom they knew of just before the last event."""
    asked: int = 0
    """How many questions they have heard of."""
    rewritten: int = 0
    """How often older lines were taken back, or put back after all."""
    heard: list[Heard] = field(default_factory=list)
    """The events of the last command that they were told of."""
    marks: list[int] = field(default_factory=list)
    """The number after each command of the log, heard of or not: where what people say stands in it."""
    map_knowledge: MapKnowledge | None = None
    """What they see and have explored, where fog lies over the map."""
    memory: Memory = field(default_factory=Memory)
    """The walls and doors of explored ground, as they saw them last."""
    met: tuple[str, ...] = ()
    """The sides of those whom they have known of, in the order in which they met them; the GM knows all."""
    turn: ToldTurn = field(default_factory=ToldTurn)
    """Whose turn they are told it is."""
    map_notes: tuple[MapNote, ...] = ()
    """The notes on the map, as they know them."""
    map_notes_before: tuple[MapNote, ...] = ()
    """Those that they knew just before the last event."""
    areas: tuple[KeptArea, ...] = ()
    """The areas that stay on the map, as they know them."""
    areas_before: tuple[KeptArea, ...] = ()
    """Those that they knew just before the last event."""
    _lit: tuple[KnownMap, BattleMap, BattleMap] | None = None
    """The map that rules are asked of, and the known one and the lit one that it was made of."""
    _plain: tuple[BattleMap, BattleMap] | None = None
    """A map without fog, and what they know of it."""
    _knowledge_before: MapKnowledge | None = None
    _reminded: bool = False
    """Whether what they remember changed by the last event."""
    _told_of: set[str] = field(default_factory=set)
    _taken_back: frozenset[str] = frozenset()
    _visibility_key: tuple[Any, ...] = ()
    _parts: tuple[Any, ...] = (None, None, None)
    """The combatants, the map and the fog that were looked at last."""
    _map: BattleMap | None = None
    _looks: Looks = field(default_factory=Looks)
    _noted: tuple[Any, ...] = (None, None, None, None)
    """What the notes were worked out of last."""
    _unlooked: BattleState | None = None
    """The state after the last stroke, while nobody has looked at it."""
    _drawing: bool = False
    """Whether the last line is of a change of the map: what is drawn on says no more."""

    def __post_init__(self) -> None:
        digest = sha256(repr((self.scene, self.viewer.knowledge)).encode()).digest()
        self.seq = int.from_bytes(digest[:4]) << _COUNTING  # a browser counts exactly up to 2^53

    def may_have_given(self, seq: int) -> bool:
        """Say whether a page may show this number: of this stream, or of one that it was sent before."""
        return seq >> _COUNTING != self.seq >> _COUNTING or seq <= self.seq

    @property
    def is_gm(self) -> bool:
        """Say whether everything may be known."""
        return self.viewer.is_gm

    def take_in(
        self,
        command: str,
        steps: Iterable[Step],
        taken_back: frozenset[str],
        *,
        again: bool = False,
        worded: bool = True,
        wording: Wording | None = None,
        before_each: Callable[[int, Event, BattleState], None] | None = None,
    ) -> None:
        """Take in what a command brought about: count and word what these viewers may hear of.

        Args:
            command: the id of the command.
            taken_back: the ids of the commands that are undone from now on.
            again: whether the whole log is told again, and `catch_up` comes last. Nobody looks up between
            one stroke of a drawing and the next then: on a large map each look takes long.
            worded: whether lines are made of it; what happened long ago is only counted.
            wording: what was worded of these very steps for others.
            before_each: told each event's number, from 0, the event, and the state before it, while these
            viewers know what they knew then.
        """
        self.heard = []
        steps, by = tuple(steps), ""
        for number, (event, before, after) in enumerate(steps, 1):
            if before_each is not None:
                before_each(number - 1, event, before)
            if again and draws(event) and not is_foggy(after):
                self._unlooked = after
            else:
                self.catch_up()
                self._look(after)
                self.seq += self._sees_otherwise
            if isinstance(event, Commanded) and self.is_gm:
                by = event.by.partition(SECOND)[2]
            told = self._tells(event, before, after)
            jumps, is_last = isinstance(event, Undone | Redone), number == len(steps)
            self.turn.take_in(after, self.now, told=told, is_last=is_last, jumps=jumps)
            if not told:
                continue
            self.seq += 1
            self.asked += isinstance(event, PromptOpened)
            self._told_of.add(command)
            self.heard.append((event, after, self.then_or_now))
            if worded:
                line = see_event(event, before, after, self, self.seq, command, place=number, wording=wording)
                self._write(replace(line, by=by) if line is not None and by else line, event)
            else:
                self.is_whole = False
            if isinstance(event, Undone | Redone):
                self._mark(taken_back)
        self.marks.append(self.seq)

    def _write(self, line: LogLine | None, event: Event) -> None:
        if line is not None and not (self._drawing and is_of_map(event)):
            self.lines.append(line)
            self._drawing = is_of_map(event)
        if len(self.lines) > self.keeps:
            del self.lines[: self.keeps // 2]
            self.is_whole = False

    @property
    def is_behind(self) -> bool:
        """Whether something was drawn that nobody has looked at yet."""
        return self._unlooked is not None

    def catch_up(self) -> None:
        """Look at what was drawn while nobody did."""
        if self._unlooked is not None:
            self._look(self._unlooked)
            self._unlooked = None

    @property
    def _sees_otherwise(self) -> bool:
        """Say whether what they know of the map is not what it was before the last event."""
        if self._reminded or self.map_knowledge != self._knowledge_before:
            return True
        if self.areas is not self.areas_before and self.areas != self.areas_before:
            return True
        return self.map_notes is not self.map_notes_before and self.map_notes != self.map_notes_before

    def _look(self, after: BattleState) -> None:
        before, self._knowledge_before, self._reminded = self.now, self.map_knowledge, False
        combatants, battle_map, fog = self._parts
        if not (after.combatants is combatants and after.map is battle_map and after.fog is fog):
            self._parts, now = (after.combatants, after.map, after.fog), visibility_key(after)
            self.map_knowledge = self._looks.look(after, self.viewer)
            self._reminded = self.memory.look(after.map, self.map_knowledge)
            if (
                now != self._visibility_key
                or after.map is not self._map
                or self.map_knowledge != self._knowledge_before
            ):
                self.now = visible_on(after, self.viewer, self.map_knowledge)
                self._visibility_key, self._map = now, after.map
                self._meet(after)
        self.then = before
        self.then_or_now = before if before == self.now else before | self.now
        self.map_notes_before = self.map_notes
        self._look_at_notes(after)
        self.areas_before = self.areas
        self.areas = known_areas(after, self.viewer, self.map_knowledge) if after.areas else ()

    def _look_at_notes(self, after: BattleState) -> None:
        """Work out which notes they know of, where any of what that depends on is another one."""
        of = (after.map_notes, self.map_knowledge, self.now, after.map)
        if not after.map_notes:
            self.map_notes = ()
        elif any(one is not other for one, other in zip(of, self._noted, strict=True)):
            self.map_notes = known_notes(after, self.viewer, self.map_knowledge, self.now)
        self._noted = of

    def _meet(self, after: BattleState) -> None:
        """Note whom they have met by now: in the order of the battle's list, as far as that is at once."""
        if not self.is_gm:
            sides = (c.side for c in after.combatants.values() if c.id in self.now)
            self.met = tuple(dict.fromkeys((*self.met, *sides)))

    def _tells(self, event: Event, before: BattleState, after: BattleState) -> bool:
        if isinstance(event, Undone | Redone) and not self.is_gm:
            return not self._told_of.isdisjoint(event.touched)
        if self.map_knowledge is not None and isinstance(event, DoorSet):
            was = self._knowledge_before or self.map_knowledge
            is_seen = self.memory.touches(event.wall, self.map_knowledge.seen | was.seen)
            return is_seen and event.state is not DoorState.SECRET
        if self.map_knowledge is not None and isinstance(event, MapEdited):
            return self._reminded or self._shows_ground(event, self.map_knowledge, before, after)
        if isinstance(event, MapNoteSet):
            return self.map_notes != self.map_notes_before
        if isinstance(event, AreaKept | AreaCounted | AreaTaken):
            return self.areas != self.areas_before
        spots = event.spots()
        if spots and not any(map(self.has_explored, spots)):
            return False
        return tells(event, before, after, self.viewer, self.then_or_now)

    def _shows_ground(
        self, event: MapEdited, known: MapKnowledge, before: BattleState, after: BattleState
    ) -> bool:
        """Say whether an edit changed what lies on explored ground, its zones, or the picture's place."""
        patch, battle_map = read_patch(event.patch), after.map
        if before.map is None or battle_map is None:
            return False
        painted = [cell for ground in patch.ground for cell in ground.cells]
        painted += [cell for raised in patch.elevation for cell in raised.cells]
        painted += [cell for floor in patch.floors for cell in floor.cells]
        zones = [
            [zone for zone in m.zones if zone.id in known_zones(m, known)] for m in (before.map, battle_map)
        ]
        on_known = bool(bits_of(battle_map.grid, painted) & known.explored)
        levels = [known_levels(m, known) for m in (before.map, battle_map)]
        drawn = zones[0] != zones[1] or levels[0] != levels[1]
        return on_known or drawn or patch.moves_picture or patch.surface is not None

    def as_now(self) -> "Stream":
        """Give what these viewers know now, without their log, to stay so whatever they see later."""
        return Stream(
            self.viewer,
            self.scene,
            now=self.now,
            map_knowledge=self.map_knowledge,
            memory=self.memory.copy(),
            turn=ToldTurn(self.turn.now),
            met=self.met,
            map_notes=self.map_notes,
            areas=self.areas,
            _map=self._map,
        )

    def as_kept(self) -> "Stream":
        """Give it as it is kept to go on from later: with no more lines than a page starts with."""
        assert not self.is_behind, "somebody has looked by the time that nobody does"
        kept = copy(self)
        kept.lines, kept.is_whole = self.lines[-LOG_LINES:], self.is_whole and len(self.lines) <= LOG_LINES
        kept.heard, kept.memory = [], self.memory.as_kept()
        kept._lit = kept._plain = None
        kept._looks = Looks()
        kept._noted = (None, None, None, None)
        return kept

    # -------------------------------------------------------------------------- the battle as they know it
    def would_know(self, state: BattleState) -> frozenset[str]:
        """Give the combatants that they would know of, if the battle stood like this."""
        return visible_on(state, self.viewer, self._looks.look(state, self.viewer))

    def looks_through(self, people: Collection[str]) -> bool:
        """Say whether they see other ground in the fog where any of these stand elsewhere."""
        if self.map_knowledge is None or self._parts[0] is None:
            return False
        those = [c for who, c in self._parts[0].items() if who in people]
        return any(c.lamp is not None or sees_with(self.viewer, c) for c in those)

    def known_map(self, state: BattleState) -> KnownMap | None:
        """Give the map as they know it; None where they may know all of it."""
        if self.map_knowledge is None or state.map is None:
            return None
        return self.memory.known(state.map, self.map_knowledge)

    def shown_map(self, state: BattleState) -> BattleMap | None:
        """Give the map as they know it: the one that the state has, where they may know all of it."""
        known = self.known_map(state)
        return state.map if known is None else known.asked

    def has_explored(self, point: Point) -> bool:
        """Say whether a point of the map, in cells, lies on ground that they have explored."""
        if self.map_knowledge is None or self._map is None:
            return True
        return is_explored(self.map_knowledge, self._map, cell_at(self._map.grid, point))

    def as_known(self, state: BattleState) -> BattleState:
        """Give the battle as they know it: what is worked out of it tells them nothing else."""
        known = self.known_map(state)
        if known is not None:
            people = {i: replace(c, lamp=None) if c.lamp else c for i, c in state.combatants.items()}
            # they shine on it already
            state = changed(state, map=self._asked(state, known), combatants=people)
        elif not self.is_gm and state.map is not None:
            state = changed(state, map=self._without_secrets(state.map))
        state = as_if_unhurt(self.told_state(state), find_system(state.system), self.viewer)
        if self.is_gm or not (state.gone or len(self.now) < len(state.combatants)):
            return state
        return without_unseen(state, self.now)

    def told_state(self, state: BattleState) -> BattleState:
        """Give the battle without what others keep to themselves for now, in the turn that is told of."""
        return told_state(state, self.viewer, self.turn.now, self.now)

    def _asked(self, state: BattleState, known: KnownMap) -> BattleMap:
        """Give the map that rules are asked of, as light as it is where they look."""
        lit = lit_map(state)
        if lit is None or lit.ambient is Brightness.BRIGHT:
            return known.asked
        if self._lit is None or self._lit[0] is not known or self._lit[1] is not lit:
            self._lit = known, lit, with_light_of(known.asked, lit, known.map_knowledge.seen)
        return self._lit[2]

    def _without_secrets(self, battle_map: BattleMap) -> BattleMap:
        """Give a map without fog as they know it: where a door is secret, of walls all look alike."""
        if not any(wall.state is DoorState.SECRET for wall in battle_map.walls):
            return battle_map
        if self._plain is None or self._plain[0] is not battle_map:
            made = replace(battle_map, walls=tuple(map(as_known, battle_map.walls)))
            hand_on(battle_map if self._plain is None else self._plain[1], made)
            self._plain = battle_map, made
        return self._plain[1]

    def _mark(self, taken_back: frozenset[str]) -> None:
        """Mark the lines of commands that are taken back, and no others."""
        changed, self._taken_back = taken_back ^ self._taken_back, taken_back
        if not self._told_of.isdisjoint(changed):
            self.rewritten += 1
            self.lines = [
                line if line.undone == (line.command in taken_back) else replace(line, undone=not line.undone)
                for line in self.lines
            ]


def told_state(state: BattleState, viewer: Viewer, turn: Turn, known: frozenset[str]) -> BattleState:
    """Give the battle without what others keep to themselves for now.

    Args:
        turn: the one that the viewer is told of.
        known: whom the viewer knows of.
    """
    state = known_state(state, viewer)
    if viewer.is_gm or not viewer.secret_turns:
        return state
    return ToldTurn(turn).shown_in(state, known, viewer.owns)


def draws(event: Event) -> bool:
    """Say whether an event is a stroke of drawing, or the command that it belongs to."""
    return isinstance(event, MapEdited) or (isinstance(event, Commanded) and event.do == "edit-map")
