"""Notes on the map as they are drawn, in map units, for viewers of one knowledge."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import hypot
from textwrap import wrap

from rules.engine.notes.map_notes import ALL, ARROW, GM_ALONE, LINE, PIN, TEXT, WRITTEN, MapNote
from rules.engine.text import Gap, Words, as_typed, joined, text
from rules.map.model import Point
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_notes import SOMEBODY

_HEADS: Mapping[str, float] = {"small": 22.0, "medium": 32.0, "large": 48.0}
"""How long an arrow's head is, in map units."""
_WIDE = 28
"""Letters of a text's line on the map."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteView:
    """A note as it is drawn."""

    id: str
    shape: str
    x: float
    y: float
    """Where it stands, or begins."""
    d: str
    """The path of a line or an arrow; empty for what stands on one spot."""
    head: str
    """The path of an arrow's head."""
    words: str
    lines: tuple[str, ...]
    """The words of a text, line by line."""
    colour: str
    size: str
    label: Words
    """What it is, and by whom, for who does not see it."""
    mine: bool
    """Whether the viewer may change it: the GM, or whose player drew it."""
    seen_by: str
    in_fog: bool
    sees: Words
    """Who sees it, for the GM and who drew it; empty for others."""
    behind: str
    """A word for what stands on the page behind a pin: another one where that is another."""


def see_notes(
    notes: tuple[MapNote, ...], owns: frozenset[str], names: tuple[tuple[str, str], ...], *, is_gm: bool
) -> tuple[NoteView, ...]:
    """Lay out the notes that a viewer knows.

    Args:
        names: of the combatants whom the viewer knows, by their ids.
    """
    called = dict(names)
    return tuple(_see(note, owns, called, is_gm=is_gm) for note in notes)


def _see(note: MapNote, owns: Collection[str], names: Mapping[str, str], *, is_gm: bool) -> NoteView:
    x, y = note.points[0]
    mine = is_gm or note.by in owns
    is_drawn = note.shape not in WRITTEN
    return NoteView(
        id=note.id,
        shape=note.shape,
        x=round(x * UNIT, 1),
        y=round(y * UNIT, 1),
        d=_path(note.points) if is_drawn else "",
        head=_head(note.points, _HEADS[note.size]) if note.shape == ARROW else "",
        words=note.words,
        lines=tuple(wrap(note.words, _WIDE)) if note.shape == TEXT else (),
        colour=note.colour,
        size=note.size,
        label=_label(note, drawer_words(note, names)),
        mine=mine,
        seen_by=note.seen_by if mine else ALL,
        in_fog=note.in_fog,
        sees=_sees(note, names) if mine else "",
        behind=_mark_of(note.page, note.picture) if note.page or note.picture else "",
    )


_LABELS = {
    PIN: text("Pin: {words}, by {who}"),
    ARROW: text("Arrow, by {who}"),
    LINE: text("Line, by {who}"),
}


def _label(note: MapNote, who: Gap) -> Words:
    label = _LABELS.get(note.shape, text("Note: {words}, by {who}"))
    return label.filled(who=who, words=as_typed(note.words))


def drawer_words(note: MapNote, names: Mapping[str, str]) -> Gap:
    """Name who drew a note, for who knows these combatants."""
    if not note.by:
        return text("the GM")
    name = names.get(note.by) if note.by != SOMEBODY else None
    return text("somebody") if name is None else as_typed(name)


def _sees(note: MapNote, names: Mapping[str, str]) -> Words:
    if note.seen_by == ALL:
        return text("Everybody sees it.")
    if note.seen_by == GM_ALONE:
        return text("The GM and who drew it see it.") if note.by else text("The GM alone sees it.")
    whom = joined(as_typed(names[who]) for who in note.whom if who in names)
    return text("The players of {whom} see it.", whom=whom or text("nobody"))


def _mark_of(page: str, picture: str) -> str:
    return sha256(f"{picture}\n{page}".encode()).hexdigest()[:8]


def _path(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{round(x * UNIT, 1):g} {round(y * UNIT, 1):g}" for x, y in points)


def _head(points: tuple[Point, ...], long: float) -> str:
    """Draw an arrow's head: two strokes back from its tip."""
    (fx, fy), (tx, ty) = ((x * UNIT, y * UNIT) for x, y in points[-2:])
    far = hypot(tx - fx, ty - fy)
    ux, uy = (tx - fx) / far, (ty - fy) / far
    ends = [(tx - long * (ux + side * 0.6 * uy), ty - long * (uy - side * 0.6 * ux)) for side in (1, -1)]
    (ax, ay), (bx, by) = ends
    return f"M{ax:.1f} {ay:.1f}L{tx:.1f} {ty:.1f}L{bx:.1f} {by:.1f}"
