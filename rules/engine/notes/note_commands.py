"""The commands over notes.

put-note           {"shape": "pin", "points": [[3.5, 4]], "words": "Well", "page": "...", "colour": "blue",
                   "size": "small", "seen_by": "all", "in_fog": true}
put-note           {"note": ID, "shift": [1, 0]}     changes that note: what is left out stays
take-note          {"note": ID}
write-scene-notes  {"words": "..."}

A note's `by` is the command's actor, whose player draws; without one it is the GM's. Whether a player may,
the app decides: a setting of the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.engine.command import Command
from rules.engine.exchange import Exchange, tell
from rules.engine.notes.map_notes import (
    ARROW,
    COLOURS,
    LINE,
    LONGEST_LINE,
    LONGEST_PAGE,
    LONGEST_WORDS,
    MOST_NOTES,
    MOST_OF_ONE,
    MOST_POINTS,
    PIN,
    SEEN_BY,
    SHAPES,
    SIZES,
    SOME,
    WRITTEN,
    MapNote,
    bounds,
    length_of,
)
from rules.engine.notes.note_events import MapNoteSet, SceneNotesWritten
from rules.engine.notes.note_parameters import (
    COLOUR,
    IN_FOG,
    NOTE,
    NOTE_PICTURE,
    NOTE_SIZE,
    NOTE_WORDS,
    PAGE,
    POINTS,
    SEEN_BY_WHOM,
    SHAPE,
    SHIFT,
    WHOM_SEES,
)
from rules.engine.notes.thinned_lines import thinned
from rules.engine.parameters import read_all
from rules.engine.refusal import Refusal
from rules.engine.state import BattleState, BattleView
from rules.engine.text import Text, joined, text
from rules.map.model import Point

_FEWEST = {ARROW: 2, LINE: 2}


def put_note(view: BattleView, command: Command) -> Exchange[None]:
    """Put a note on the map, or change one. Refuses `bad-note`, `no-note`, `no-map` and `no-change`."""
    state = view.state
    if state.map is None:
        raise Refusal("no-map", text("There is no map to write on: lay one out first."))
    old = _find(state, NOTE.of(command) or "") if NOTE.is_in(command) else None
    note = _checked(state, _wanted(state, command, old))
    if note == old:
        raise Refusal("no-change", text("The note is like that already."))
    if old is None:
        _require_room(state, note)
    yield from tell(MapNoteSet(id=note.id, note=note))


def take_note(view: BattleView, command: Command) -> Exchange[None]:
    """Take a note off the map. Refuses `no-note`."""
    note = _find(view.state, NOTE.of(command) or "")
    yield from tell(MapNoteSet(id=note.id))


def write_scene_notes(view: BattleView, command: Command) -> Exchange[None]:
    """Write what the GM notes about the scene. Refuses `bad-note` and `no-change`."""
    words = _lines(NOTE_WORDS.of(command) or "", text("A scene’s notes have"))
    if words == view.state.scene_notes:
        raise Refusal("no-change", text("The notes say just that already."))
    yield from tell(SceneNotesWritten(words=words))


def _find(state: BattleState, id_: str) -> MapNote:
    found = next((note for note in state.map_notes if note.id == id_), None)
    if found is None:
        raise Refusal("no-note", text("That note is not on the map any more."))
    return found


def _wanted(state: BattleState, command: Command, old: MapNote | None) -> MapNote:
    """Read what a command wants of a note; what it leaves out is as it was."""
    if old is None:
        shape = _one_of(SHAPE.of(command) or "", SHAPES, text("A note is"))
        points = POINTS.of(command)
        if not points:
            raise Refusal("bad-note", text("Say where the note lies: a list of points, each [x, y]."))
        note = MapNote(
            id=command.fresh_id("n", {note.id for note in state.map_notes}),
            shape=shape,
            points=points,
            by=command.actor or "",
        )
    else:
        note = replace(old, points=POINTS.of(command) or old.points)
        if SHAPE.is_in(command) and SHAPE.of(command) != old.shape:
            raise Refusal("bad-note", text("A note stays what it is: draw another one."))
    if shift := SHIFT.of(command):
        note = replace(note, points=tuple((x + shift[0], y + shift[1]) for x, y in note.points))
    return replace(note, **read_all(_SAID, command))


_SAID = (NOTE_WORDS, PAGE, NOTE_PICTURE, COLOUR, NOTE_SIZE, SEEN_BY_WHOM, WHOM_SEES, IN_FOG)
"""What is said of a note besides where it lies; each is called as the note has it."""


def _checked(state: BattleState, note: MapNote) -> MapNote:
    _one_of(note.colour, COLOURS, text("A note’s colour is"))
    _one_of(note.size, SIZES, text("A note’s size is"))
    _one_of(note.seen_by, SEEN_BY, text("A note is seen by"))
    whom = tuple(dict.fromkeys(who for who in note.whom if who in state.combatants))
    if note.seen_by == SOME and not whom:
        raise Refusal("bad-note", text("Say which of the characters’ players see the note."))
    words = " ".join(note.words.split())
    if note.shape in WRITTEN and not words:
        raise Refusal("bad-note", text("A text or a pin needs words: write some first."))
    if len(words) > LONGEST_WORDS:
        said = text(
            "A text on the map has at most {most} letters; this one has {n}.",
            most=LONGEST_WORDS,
            n=len(words),
        )
        raise Refusal("bad-note", said)
    if note.shape not in WRITTEN and (words or note.in_fog):
        raise Refusal("bad-note", text("Only texts and pins have words, and may be seen even in the fog."))
    if note.shape != PIN and (note.page or note.picture):
        raise Refusal("bad-note", text("Only a pin has a page behind it."))
    return replace(
        note,
        words=words,
        page=_lines(note.page, text("A pin’s page has")),
        whom=whom if note.seen_by == SOME else (),
        points=_placed(state, note),
    )


def _placed(state: BattleState, note: MapNote) -> tuple[Point, ...]:
    """Give a note's points as they are kept: on the map, and no more of them than are wanted."""
    points, fewest = note.points, _FEWEST.get(note.shape, 1)
    if len(points) < fewest or (note.shape != LINE and len(points) > fewest):
        said = text(
            "A text and a pin have one point, an arrow two, a line at least two; not {n}.", n=len(points)
        )
        raise Refusal("bad-note", said)
    assert state.map is not None
    left, top, right, bottom = bounds(state.map.grid)
    kept = [(round(x, 3), round(y, 3)) for x, y in points]
    for x, y in kept:
        if not (left <= x <= right and top <= y <= bottom):
            whole = text(
                "from {left}, {top} to {right}, {bottom}", left=left, top=top, right=right, bottom=bottom
            )
            said = text("The point {x}, {y} is off the map, which reaches {whole}.", x=x, y=y, whole=whole)
            raise Refusal("bad-note", said)
    if len(set(kept)) < fewest:
        raise Refusal("bad-note", text("A line begins and ends at two points; this one has no length."))
    if note.shape != LINE:
        return tuple(kept)
    line = thinned(kept, MOST_POINTS)
    if length_of(line) > LONGEST_LINE:
        said = text("A line is at most {most} cells long in all; draw it in parts.", most=int(LONGEST_LINE))
        raise Refusal("bad-note", said)
    return line


def _require_room(state: BattleState, note: MapNote) -> None:
    """Refuse one note more than one may have: of others' notes no player is told how many there are."""
    own = sum(one.by == note.by for one in state.map_notes)
    if note.by and own >= MOST_OF_ONE:
        said = text("You have drawn {most} notes on this map already: take one away first.", most=MOST_OF_ONE)
        raise Refusal("too-many", said)
    if not note.by and own >= MOST_NOTES:
        said = text("There are {most} notes of yours on this map: take one away first.", most=MOST_NOTES)
        raise Refusal("too-many", said)


def _one_of(said: str, known: Sequence[str], what: Text) -> str:
    if said not in known:
        raise Refusal(
            "bad-note",
            text("{what} {known}; not {said}.", what=what, known=joined(known), said=repr(said[:40])),
        )
    return said


def _lines(words: str, what: Text) -> str:
    """Tidy what stands on a page: lines stay, what cannot be printed goes."""
    lines = words.replace("\r\n", "\n").replace("\t", " ").split("\n")
    clean = "\n".join("".join(sign for sign in line if sign.isprintable()).rstrip() for line in lines).strip(
        "\n"
    )
    if len(clean) > LONGEST_PAGE:
        said = text(
            "{what} at most {most} letters; this has {n}.", what=what, most=LONGEST_PAGE, n=len(clean)
        )
        raise Refusal("bad-note", said)
    return clean


NOTE_COMMANDS: Mapping[str, Callable[[BattleView, Command], Exchange[None]]] = {
    "put-note": put_note,
    "take-note": take_note,
    "write-scene-notes": write_scene_notes,
}
"""By what they are called; all of them may come while somebody is asked."""
