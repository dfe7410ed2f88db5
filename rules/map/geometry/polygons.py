"""Whether the outline of a zone is one that encloses an area once."""

from collections.abc import Sequence

from rules.map.model import Point


def crosses_itself(corners: Sequence[Point]) -> bool:
    """Tell whether a closed outline crosses or touches itself, runs back along itself or repeats a corner."""
    sides = list(zip(corners, [*corners[1:], *corners[:1]], strict=True))
    last = len(sides) - 1
    for number, (a, b) in enumerate(sides):
        c = sides[(number + 1) % len(sides)][1]
        back = (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0
        if a == b or (_turn(a, b, c) == 0 and back):
            return True
        for other in range(number + 2, len(sides)):
            if (number, other) != (0, last) and _meet(a, b, *sides[other]):
                return True
    return False


def _turn(a: Point, b: Point, c: Point) -> int:
    """Give 1 if c lies to the one side of the line from a to b, -1 to the other, 0 on it."""
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if one != two and three != four:
        return True
    ends = ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    return any(turn == 0 and _between(p, q, point) for turn, p, q, point in ends)


def _between(a: Point, b: Point, c: Point) -> bool:
    """Tell whether c, which lies on the line through a and b, lies between them."""
    return all(min(p, q) <= x <= max(p, q) for p, q, x in zip(a, b, c, strict=True))
