"""Read an area of effect from JSON: a shape, where it begins, and its sizes in cells and degrees."""

import math
from collections.abc import Mapping
from typing import Any

from rules.map.areas import Area, Blast, Cone, Line
from rules.map.map_json import MapError
from rules.map.model import Point

_PLACES = ("at", "centre", "apex", "from")  # whichever word fits the shape
_SIZES: Mapping[str, tuple[str, ...]] = {
    "blast": ("radius",),
    "cone": ("direction", "length", "angle", "width"),
    "arc": ("direction", "length", "angle", "width"),
    "line": ("direction", "length", "width"),
}


def read_area(data: Mapping[str, Any]) -> Area:
    """Read `shape`, one of `at`, `centre`, `apex` and `from`, and the sizes of the shape.

    A blast has a `radius`; a cone or an arc a `direction`, a `length` and either an `angle` or a `width`; a
    line a `direction`, a `length` and a `width`.

    Raises:
        MapError: the sentence begins with the key.
    """
    shape = data.get("shape")
    if not isinstance(shape, str) or shape not in _SIZES:
        raise MapError(f"shape: expected one of {', '.join(_SIZES)}, not {shape!r}.")
    sizes = _SIZES[shape]
    for key in data:
        if key not in ("shape", *_PLACES, *sizes):
            raise MapError(f"{key}: a {shape} has no such key; it has {', '.join((*_PLACES, *sizes))}.")
    given = [key for key in _PLACES if key in data]
    if len(given) != 1:
        raise MapError(f"{given[1] if given else 'at'}: an area has one of the keys {', '.join(_PLACES)}.")
    place = _point(data[given[0]], given[0])
    if shape == "blast":
        return Blast(place, _size(data, "radius"))
    direction, length = _number(data, "direction"), _size(data, "length")
    if shape == "line":
        return Line(place, direction, length, _size(data, "width"))
    if ("angle" in data) == ("width" in data):
        raise MapError(f"angle: a {shape} has either an angle or a width at its far end.")
    if "width" in data:
        return Cone(place, direction, length, width=_size(data, "width"))
    angle = _size(data, "angle")
    if angle > 360:
        raise MapError(f"angle: expected at most 360 degrees, not {angle:g}.")
    return Cone(place, direction, length, angle=angle)


def _size(data: Mapping[str, Any], key: str) -> float:
    size = _number(data, key)
    if size <= 0:
        raise MapError(f"{key}: expected a number above 0, not {size:g}.")
    return size


def _number(data: Mapping[str, Any], key: str) -> float:
    if key not in data:
        raise MapError(f"{key}: is missing.")
    return _finite(data[key], key)


def _point(value: Any, key: str) -> Point:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise MapError(f"{key}: a point is [x, y], not {value!r}.")
    return _finite(value[0], key), _finite(value[1], key)


def _finite(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise MapError(f"{key}: expected a finite number, not {value!r}.")
    return float(value)
