"""What the commands over areas may be told, and how that is read."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from rules.engine.areas.kept_areas import FARTHEST
from rules.engine.gm.time_parameters import LASTS, UNIT
from rules.engine.kinds import measure
from rules.engine.parameters import Parameter, choice, flag, words
from rules.engine.refusal import Refusal
from rules.engine.text import text
from rules.map.model import Point


def _read_point(key: str, value: Any) -> Point:
    pair = value if isinstance(value, list | tuple) else ()
    if len(pair) != 2 or not all(type(part) in (int, float) and isfinite(part) for part in pair):
        said = text("{key}: a point is [x, y], two numbers of cells; {given} is none.", key=key)
        raise Refusal("bad-area", said.filled(given=repr(value)[:40]))
    return float(pair[0]), float(pair[1])


AREA, AREA_NAME, ZONE_ID = words("area"), words("name"), words("zone")
AREA_SHAPE, AREA_TONE, AREA_SEEN = (choice(id_, optional=True) for id_ in ("shape", "tone", "seen_by"))
AREA_AT: Parameter[Point] = Parameter(id="at", kind="list", optional=True, reader=_read_point)
AREA_SIZE, AREA_WIDTH = (
    Parameter(id=id_, kind="number", optional=True, reader=measure(FARTHEST)) for id_ in ("size", "width")
)
AREA_DIRECTION, AREA_ANGLE = (
    Parameter(id=id_, kind="number", optional=True, reader=measure(360.0)) for id_ in ("direction", "angle")
)
AREA_TOUCH, AREA_WALLS = flag("touch", optional=True), flag("walls", optional=True)

AREA_PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "put-area": (
        *(AREA, AREA_NAME, AREA_TONE, AREA_SEEN, AREA_SHAPE, AREA_AT, ZONE_ID, AREA_SIZE, AREA_WIDTH),
        *(AREA_DIRECTION, AREA_ANGLE, AREA_TOUCH, AREA_WALLS, LASTS, UNIT),
    ),
    "take-area": (AREA,),
}
"""What each command over areas may be told."""
