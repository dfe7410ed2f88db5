"""The lines that show which zones are linked: straight, or bent round a zone that lies between the two."""

from collections.abc import Sequence
from math import hypot

import numpy as np

from rules.map.walls import Floats

Point = tuple[float, float]
Rectangle = tuple[float, float, float, float]
"""Left, top, width, height, in map units."""

_BEND = 40.0  # map units by which a line is bent further until it is free
_BENDS = [_BEND * ((n + 1) // 2) * (1 if n % 2 else -1) for n in range(61)]
_SHARES = np.linspace(0.0, 1.0, 121)[:, None]
_WEIGHTS = np.hstack([(1 - _SHARES) ** 2, 2 * _SHARES * (1 - _SHARES), _SHARES**2])


def link_path(start: Point, end: Point, between: Sequence[Rectangle]) -> str:
    """Draw a link as the `d` of a path with the least bend at which it passes through no other zone's box.

    Where all bends pass through some, the one that does so for the shortest stretch is taken.
    """
    boxes = np.array(between).reshape(-1, 4)
    least, taken = len(_SHARES) + 1, 0.0
    for bend in _BENDS:
        curve = _WEIGHTS @ np.array([start, _beside(start, end, bend), end])
        inside = _count_inside(curve[:, None, :], boxes)
        if inside < least:
            least, taken = inside, bend
        if not inside:
            break
    x, y = _beside(start, end, taken)
    to = f"{end[0]:g} {end[1]:g}"
    return f"M{start[0]:g} {start[1]:g}" + (f"Q{round(x, 1):g} {round(y, 1):g} {to}" if taken else f"L{to}")


def _beside(start: Point, end: Point, far: float) -> Point:
    """Give the point so far beside the middle of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return (start[0] + end[0]) / 2 - far * dy / length, (start[1] + end[1]) / 2 + far * dx / length


def _count_inside(points: Floats, boxes: Floats) -> int:
    """Count the points that lie in one of the boxes."""
    corner, size = boxes[:, :2], boxes[:, 2:]
    within = (points > corner) & (points < corner + size)
    return int(np.count_nonzero(np.any(np.all(within, axis=2), axis=1)))
