"""The log as one viewer reads it: each event in words, with the numbers that opened lines show.

Words for what any battle has stand here; the rest is asked of the system. What may be said, `viewer` decides.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules.engine.battle_events import Rolled
from rules.engine.dice import ThrownDie
from rules.engine.events import Event
from rules.engine.house.house_events import HouseChanged
from rules.engine.known_battle import lists_without
from rules.engine.notes.map_notes import MapNote
from rules.engine.notes.note_events import MapNoteSet
from rules.engine.shown import Card, Trace
from rules.engine.state import BattleState
from rules.engine.system import Figure, System, find_system
from rules.engine.text import Gap, Text, Words, combatant, text
from rules.map.area_outline import Outline, outlines
from rules.map.model import BattleMap, Point
from webapp.battle_log.core_lines import Reader, core_line
from webapp.battle_log.house_words import with_house
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.harm import guarded, see_line, see_roll
from webapp.visibility.seen_words import seen_state, seen_words
from webapp.visibility.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class RollView:
    """A roll as the log shows it."""

    who: str
    purpose: str
    name: Words
    label: Words
    notation: Words
    faces: tuple[int, ...]
    total: int
    target: int | None
    base: int | None
    modifiers: tuple[Figure, ...]
    outcome: str
    words: Words
    good: bool
    dice: tuple[ThrownDie, ...] = ()
    """The dice one by one, where the system tells them apart."""
    amendable: bool = False
    """Whether the GM may add a modifier that was forgotten."""
    threw: tuple[int, ...] = ()
    """The sides of the dice that the server threw, one for each face."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceView:
    """What a line leaves on the map for some seconds, in map units: a way, and outlines of an area."""

    path: tuple[tuple[float, float], ...] = ()
    outline: tuple[tuple[tuple[float, float], ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A line of the log, which opens to its figures. `command` is the id of what brought it about."""

    number: int
    command: str
    kind: str
    who: str | None
    """Beside whose token it is shown: whom it was done to, rather than who did it."""
    text: Words
    tone: str = "plain"
    rule: str | None = None
    big: Words | None = None
    figures: tuple[Figure, ...] = ()
    roll: RollView | None = None
    cards: tuple[Card, ...] = ()
    trace: TraceView | None = None
    undone: bool = False
    by: str = ""
    """The name of the GM beside the table's own who did it, for GMs to read."""


class Known(Protocol):
    """What somebody knows who reads of an event."""

    viewer: Viewer
    then: frozenset[str]
    now: frozenset[str]
    then_or_now: frozenset[str]
    map_notes: tuple[MapNote, ...]
    map_notes_before: tuple[MapNote, ...]

    def has_explored(self, point: Point) -> bool:
        """Say whether a point of the map lies on ground that the reader has explored."""

    def shown_map(self, state: BattleState) -> BattleMap | None:
        """Give the map as the reader knows it."""


class Wording:
    """The lines that were made of a command's events, for all who read the same. Dropped with the command."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, Reader], _Worded | None] = {}

    def line(
        self, place: int, event: Event, before: BattleState, after: BattleState, reader: Reader, command: str
    ) -> "_Worded | None":
        """Word an event, or give what it was worded as for the same reader.

        Args:
            place: of the event among those of the command.
        """
        key = place, reader
        if key not in self._made:
            self._made[key] = _worded(event, before, after, reader, command)
        return self._made[key]


def see_event(
    event: Event,
    before: BattleState,
    after: BattleState,
    stream: Known,
    number: int,
    command: str,
    *,
    place: int = 0,
    wording: Wording | None = None,
) -> LogLine | None:
    """Word an event for a viewer who is told of it; None if there is nothing to say.

    Args:
        before, after: the states round the event.
        number: the viewer's own number for it.
        command: the id of the command that it belongs to.
        place, wording: its place in the command, and what was worded of that for others.
    """
    reader = Reader(
        is_gm=stream.viewer.is_gm,
        harm=stream.viewer.told_harm,
        guarded=guarded(after, stream.viewer),
        then=stream.then,
        now=stream.now,
        then_or_now=stream.then_or_now,
        note=_note_told(event, stream),
    )
    worded = (wording or Wording()).line(place, event, before, after, reader, command)
    if worded is None:
        return None
    line, trace = worded
    return replace(line, number=number, trace=_see_trace(trace, after, stream))


def _note_told(event: Event, stream: Known) -> tuple[MapNote | None, MapNote | None]:
    """Give the note that an event tells of, as its reader knew it before and knows it now."""
    if not isinstance(event, MapNoteSet):
        return None, None
    before, now = (
        next((note for note in notes if note.id == event.id), None)
        for notes in (stream.map_notes_before, stream.map_notes)
    )
    return before, now


_Worded = tuple[LogLine, Trace | None]
"""A line that is nobody's yet, without a number, and what it leaves on the map, for who knows that ground."""


def _worded(
    event: Event, before: BattleState, after: BattleState, reader: Reader, command: str
) -> _Worded | None:
    """Word an event. It is handed all that it may read of its reader: what is made serves all its equals."""
    known, who = reader.then_or_now, reader.guarded
    named = seen_state(after, known)
    system = find_system(after.system)
    event = lists_without(event.as_known(known), after.unknown_to(known))
    told = [who for who in event.subjects() if who in known]
    common: dict[str, Any] = {
        "number": 0,
        "command": command,
        "kind": event.kind,
        "who": told[-1] if told else None,
    }

    def said(words: Words) -> Words:
        return seen_words(words, after, known)

    if isinstance(event, Rolled) and event.quiet:
        return None
    if isinstance(event, Rolled):
        event = see_roll(event, system, reader.harm, who)
        roll = _see_roll(event, named, system, said)
        tone = "good" if roll.good else "plain"
        return LogLine(**common, text=_roll_line(event, roll), tone=tone, roll=roll), None
    line = core_line(event, before, after, system, reader, said) or system.looks.describe(event, named)
    line = see_line(event, line, named, system, reader.harm, who)
    if line is None:
        return None
    if not isinstance(event, HouseChanged):  # which says it itself
        line = with_house(line, system, after)
    made = LogLine(
        **common,
        text=said(line.text),
        tone=line.tone,
        rule=line.rule,
        big=said(line.big) if line.big else None,
        figures=tuple(replace(f, label=said(f.label), value=said(f.value)) for f in line.figures),
        cards=line.cards,
    )
    return made, line.trace


def _roll_line(event: Rolled, roll: RollView) -> Text:
    """Word a roll in one line, where its figures do not stand beside it."""
    gaps: dict[str, Gap] = {"who": roll.name, "what": roll.label, "total": event.total, "came": roll.words}
    if event.target is None:
        return text("{who}, {what}: {total}, {came}", **gaps)
    return text("{who}, {what}: {total} against {needed}, {came}", needed=event.target, **gaps)


def _see_trace(trace: Trace | None, after: BattleState, stream: Known) -> TraceView | None:
    if trace is None:
        return None
    points = [*trace.path, *(() if trace.area is None else (trace.area.origin,))]
    battle_map = stream.shown_map(after) if all(map(stream.has_explored, points)) else None
    if battle_map is None:
        return None
    pieces: tuple[Outline, ...] = ()
    if trace.area is not None:
        pieces = outlines(battle_map, trace.area, stopped_by_walls=trace.stopped_by_walls)
    return TraceView(path=_on_page(trace.path), outline=tuple(_on_page(piece) for piece in pieces))


def _on_page(points: Sequence[Point]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x * UNIT, 1), round(y * UNIT, 1)) for x, y in points)


def _see_roll(event: Rolled, state: BattleState, system: System, said: Callable[[Words], Words]) -> RollView:
    roller = state.combatants.get(event.who)
    signed = tuple(Figure(label=said(m.label), value=f"{m.value:+d}", rule=m.rule) for m in event.modifiers)
    base = event.details.get("base")
    return RollView(
        who=event.who,
        purpose=event.purpose,
        name=said(text("{who}", who=combatant(roller)) if roller else text("The table")),
        label=said(event.label),
        notation=event.notation,
        faces=event.faces,
        total=event.total,
        target=event.target,
        base=base if isinstance(base, int) else None,
        modifiers=signed,
        outcome=event.outcome,
        words=system.describe_roll(event),
        good=event.outcome in system.good_outcomes,
        dice=event.dice,
        amendable=event.amendable,
        threw=event.threw if event.thrown else (),
    )
