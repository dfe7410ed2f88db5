"""What the commands over notes may be told, and how that is read."""

import re
from collections.abc import Mapping
from math import isfinite
from typing import Any

from rules.engine.kinds import read_list, read_text
from rules.engine.notes.map_notes import MOST_SENT
from rules.engine.parameters import Parameter, choice, flag, several, words
from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.model import Point

_PICTURE_ID = re.compile("(?:[0-9a-f]{32})?", re.ASCII)


def _read_points(key: str, value: Any) -> tuple[Point, ...]:
    listed = read_list(key, value)
    if len(listed) > MOST_SENT:
        said = text(
            "A line is drawn with at most {most} points; this one has {n}.", most=MOST_SENT, n=len(listed)
        )
        raise Refusal("bad-note", said)
    return tuple(_read_point(key, one) for one in listed)


def _read_point(key: str, value: Any) -> Point:
    pair = value if isinstance(value, list | tuple) else ()
    if len(pair) != 2 or not all(type(part) in (int, float) and isfinite(part) for part in pair):
        said = text(
            "{key}: a point is [x, y], two numbers of cells; {given} is none.",
            key=key,
            given=repr(value)[:40],
        )
        raise Refusal("bad-note", said)
    return float(pair[0]), float(pair[1])


def _read_picture(key: str, value: Any) -> str:
    picture = read_text(key, value)
    if _PICTURE_ID.fullmatch(picture) is None:
        said = text("'picture' must be the id of a picture; {picture} is none.", picture=repr(picture[:40]))
        raise Refusal("bad-command", said)
    return picture


NOTE = words("note")
"""The id of the note that is changed or taken away."""
SHAPE, COLOUR, NOTE_SIZE, SEEN_BY_WHOM = (
    choice(id_, optional=True) for id_ in ("shape", "colour", "size", "seen_by")
)
POINTS: Parameter[tuple[Point, ...]] = Parameter(id="points", kind="list", optional=True, reader=_read_points)
SHIFT: Parameter[Point] = Parameter(id="shift", kind="list", optional=True, reader=_read_point)
"""By how much a note is moved, in cells."""
NOTE_WORDS, PAGE = words("words"), words("page")
NOTE_PICTURE: Parameter[str] = Parameter(id="picture", kind="text", optional=True, reader=_read_picture)
WHOM_SEES = several("whom")
IN_FOG = flag("in_fog", optional=True)

NOTE_PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "put-note": (
        *(NOTE, SHAPE, POINTS, SHIFT, NOTE_WORDS, PAGE, NOTE_PICTURE, COLOUR, NOTE_SIZE),
        *(SEEN_BY_WHOM, WHOM_SEES, IN_FOG),
    ),
    "take-note": (NOTE,),
    "write-scene-notes": (NOTE_WORDS,),
}
"""What each command over notes may be told; a player may draw and take away where the table allows it."""
