"""Plane geometry for imported outlines: thin them, clip them to a picture, cut doors out of walls.

All lengths are in cells.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from rules.map.model import Point

Segment = tuple[Point, Point]

THIN_TOLERANCE = 0.05
"""How far, in cells, the thinned outline may lie from a point that was left out."""
DOOR_TOLERANCE = 0.1
"""How far, in cells, a wall or a second door may lie beside a door and still count as the same line."""

_MANY_STEPS = 40
_SHORT = 0.25
_CHUNK = 256
_PARALLEL = 0.2  # sideways per step along: 11 degrees
_EPSILON = 1e-9


def thin(line: Sequence[Point]) -> list[Point]:
    """Leave points out of a cave-like outline (Douglas-Peucker), and return any other one as it is.

    Cave-like means at least 40 steps, shorter than a quarter of a cell on average: a drawn wall keeps each of
    its corners.
    """
    steps = len(line) - 1
    if steps < _MANY_STEPS or sum(map(_length, pairwise(line))) >= _SHORT * steps:
        return list(line)
    kept = [line[0]]
    for start in range(0, steps, _CHUNK):  # in stretches: the worst case of the whole would be quadratic
        kept += _douglas_peucker(line[start : start + _CHUNK + 1])[1:]
    return kept


def clip(segment: Segment, size: Point) -> Segment | None:
    """Cut a segment off at the edges of a picture from (0, 0) to `size`; None when no part of it is inside.

    A segment along the edge is inside, one that only touches it with a point is not.
    """
    (x, y), (dx, dy) = segment[0], _vector(segment)
    enter, leave = 0.0, 1.0
    for step, room_before, room_after in ((dx, x, size[0] - x), (dy, y, size[1] - y)):
        if step == 0:
            if room_before < 0 or room_after < 0:
                return None
            continue
        at_low, at_high = -room_before / step, room_after / step
        enter = max(enter, min(at_low, at_high))
        leave = min(leave, max(at_low, at_high))
    if leave - enter <= _EPSILON:
        return None
    start = segment[0] if enter == 0 else _inside((x + dx * enter, y + dy * enter), size)
    end = segment[1] if leave == 1 else _inside((x + dx * leave, y + dy * leave), size)
    return start, end


def coincide(one: Segment, other: Segment) -> bool:
    """Tell whether two doors lie on top of each other: the same line, and half of the shorter one shared."""
    if not _near(one, other):
        return False
    longer, shorter = sorted((one, other), key=_length, reverse=True)
    under = _stretch_beneath(longer, shorter)
    return under is not None and under >= _length(shorter) / 2


def cut_out(door: Segment, wall: Segment) -> list[Segment]:
    """Return what is left of a wall once the stretch that lies along a door is taken away.

    What is left ends exactly at the door's ends, so that no crack opens beside a closed door. A wall that
    meets the door at an angle, or touches it only with an end, is returned whole.
    """
    if not _near(door, wall) or _stretch_beneath(door, wall) is None:
        return [wall]
    start, end = wall
    if _along_and_beside(door, start)[0] > _along_and_beside(door, end)[0]:
        door = door[1], door[0]  # so that both run the same way
    left = []
    if _along_and_beside(door, start)[0] <= _EPSILON and _length((start, door[0])) > _EPSILON:
        left.append((start, door[0]))
    if _along_and_beside(door, end)[0] >= _length(door) - _EPSILON and _length((door[1], end)) > _EPSILON:
        left.append((door[1], end))
    return left


def _stretch_beneath(door: Segment, wall: Segment) -> float | None:
    """Measure how much of the door a wall runs along, or None when it doesn't."""
    length = _length(door)
    (along_1, beside_1), (along_2, beside_2) = sorted(_along_and_beside(door, point) for point in wall)
    low, high = max(along_1, 0.0), min(along_2, length)
    if high - low <= _EPSILON:
        return None
    slope = (beside_2 - beside_1) / (along_2 - along_1)
    ends = (beside_1 + slope * (low - along_1), beside_1 + slope * (high - along_1))
    if max(map(abs, ends)) > DOOR_TOLERANCE:
        return None
    # A crumb of a jagged wall may lie at any angle.
    is_crumb = along_1 > DOOR_TOLERANCE and along_2 < length - DOOR_TOLERANCE
    return high - low if abs(slope) <= _PARALLEL or is_crumb else None


def _along_and_beside(door: Segment, point: Point) -> Point:
    """Give a point's place along the door's line, from its start, and its distance beside that line."""
    (dx, dy), length = _vector(door), _length(door)
    x, y = point[0] - door[0][0], point[1] - door[0][1]
    return (x * dx + y * dy) / length, (y * dx - x * dy) / length


def _near(one: Segment, other: Segment) -> bool:
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    return (
        min(cx, dx) - DOOR_TOLERANCE <= max(ax, bx)
        and min(ax, bx) <= max(cx, dx) + DOOR_TOLERANCE
        and min(cy, dy) - DOOR_TOLERANCE <= max(ay, by)
        and min(ay, by) <= max(cy, dy) + DOOR_TOLERANCE
    )


def _douglas_peucker(line: Sequence[Point]) -> list[Point]:
    keep = {0, len(line) - 1}
    open_stretches = [(0, len(line) - 1)]
    while open_stretches:
        first, last = open_stretches.pop()
        if last - first < 2:
            continue
        base = (line[first], line[last])
        farthest = max(range(first + 1, last), key=lambda index: _distance(base, line[index]))
        if _distance(base, line[farthest]) > THIN_TOLERANCE:
            keep.add(farthest)
            open_stretches += (first, farthest), (farthest, last)
    return [line[index] for index in sorted(keep)]


def _distance(base: Segment, point: Point) -> float:
    """Measure from a point to the nearest one of a segment, which may have no length."""
    (dx, dy), (x, y) = _vector(base), (point[0] - base[0][0], point[1] - base[0][1])
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, (x * dx + y * dy) / square)) if square else 0.0
    return hypot(x - share * dx, y - share * dy)


def _inside(point: Point, size: Point) -> Point:
    return min(max(point[0], 0.0), size[0]), min(max(point[1], 0.0), size[1])


def _vector(segment: Segment) -> Point:
    return segment[1][0] - segment[0][0], segment[1][1] - segment[0][1]


def _length(segment: Segment) -> float:
    return hypot(*_vector(segment))
