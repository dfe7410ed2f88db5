"""Lines as hands draw them, with fewer points: those go first without which the line changes least."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from rules.map.model import Point

LEAST = 0.002
"""The area, in square cells, of the triangle by which a line may change where a point goes."""


def thinned(points: Sequence[Point], most: int) -> tuple[Point, ...]:
    """Leave out points of a line that hardly matter, and as many more as there are too many.

    The smallest triangle of a point and its neighbours goes first (Visvalingam), so that the time that it
    takes grows with the number of points and little more. The ends stay.
    """
    before = [n - 1 for n in range(len(points))]
    after = [n + 1 for n in range(len(points))]
    areas = [0.0] * len(points)

    def area(n: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = points[before[n]], points[n], points[after[n]]
        return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2

    for n in range(1, len(points) - 1):
        areas[n] = area(n)
    waiting = [(areas[n], n) for n in range(1, len(points) - 1)]
    heapify(waiting)
    left, gone = len(points), set[int]()
    while waiting:
        smallest, n = heappop(waiting)
        if n in gone or smallest != areas[n]:
            continue
        if smallest >= LEAST and left <= most:
            break
        gone.add(n)
        left -= 1
        after[before[n]], before[after[n]] = after[n], before[n]
        for beside in (before[n], after[n]):
            if 0 < beside < len(points) - 1:
                areas[beside] = max(area(beside), smallest)
                heappush(waiting, (areas[beside], beside))
    return tuple(point for n, point in enumerate(points) if n not in gone)
