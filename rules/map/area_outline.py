"""What of an area walls leave over, to be drawn: what lies in the area and is seen from its origin.

Both are star-shaped about the origin, so what they share is in one piece for each convex part of the area.
A disc is cut by the range of sight, the rest by the sides of the parts.
"""

import math

from rules.map.areas import Area
from rules.map.model import BattleMap, Point
from rules.map.sight import skyline_from

Outline = tuple[Point, ...]
_CUT = 1e-9


def outlines(battle_map: BattleMap, area: Area, *, stopped_by_walls: bool) -> tuple[Outline, ...]:
    """List the outlines that together are the area, clockwise, in cells; none where its origin sees nothing.

    Args:
        stopped_by_walls: leave out what walls hide from the origin.
    """
    whole = area.outline()
    if not stopped_by_walls:
        return (whole,)
    reach = max((math.dist(area.origin, corner) for corner in whole), default=0.0)
    skyline = skyline_from(battle_map, area.origin, reach)
    if skyline is None:
        return ()
    x, y = area.origin
    seen = [(x + dx, y + dy) for dx, dy in skyline.outline().tolist()]
    found = []
    for part in area.parts():
        piece = seen
        for a, b, c in part.sides.tolist():
            piece = _cut(piece, a, b, c)
        if len(piece) >= 3:
            found.append(tuple(piece))
    return tuple(found)


def _cut(corners: list[Point], a: float, b: float, c: float) -> list[Point]:
    """Keep what of an outline lies where a * x + b * y <= c."""
    kept: list[Point] = []
    over = [a * x + b * y - c for x, y in corners]
    for n, (x, y) in enumerate(corners):
        before = n - 1
        if (over[before] > _CUT) != (over[n] > _CUT):
            share = over[before] / (over[before] - over[n])
            bx, by = corners[before]
            kept.append((bx + share * (x - bx), by + share * (y - by)))
        if over[n] <= _CUT:
            kept.append((x, y))
    return kept
