"""Lines of the log that tell of notes: those on the map as their reader knows them, and the scene’s own."""

from rules.engine.notes.map_notes import PIN, WRITTEN, MapNote
from rules.engine.shown import Line
from rules.engine.text import Ref, Text, text

_WORDED: dict[tuple[str, bool], Text] = {
    ("put", True): text("{who} writes on the map: {words}"),
    ("put", False): text("{who} draws on the map."),
    ("changed", True): text("A note on the map was changed: {words}"),
    ("changed", False): text("A drawing on the map was changed."),
    ("gone", True): text("A note is gone from the map: {words}"),
    ("gone", False): text("A drawing is gone from the map."),
}
_PIN = text("{who} sets a pin on the map: {words}")


def note_line(before: MapNote | None, now: MapNote | None, who: Ref | Text) -> Line | None:
    """Word what became of a note on the map, as its reader knew it before and knows it now; None for nothing.

    Args:
        who: the one whose player drew it, or the GM.
    """
    note = now or before
    if note is None:
        return None
    came = "gone" if now is None else "put" if before is None else "changed"
    said = _PIN if came == "put" and note.shape == PIN else _WORDED[came, note.shape in WRITTEN]
    return Line(text=said.filled(who=who, words=note.words), tone="gm")


def scene_notes_line() -> Line:
    """Word that the GM wrote the scene's own notes, for the GM."""
    return Line(text=text("The GM writes the scene’s notes."), tone="gm")
