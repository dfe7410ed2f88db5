"""The map's geometry once more, slowly, in exact fractions, to hold the fast one against."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, pairwise, product

from rules.map.grid import Diagonals
from rules.map.model import BattleMap, Cell, DoorState, Point, Wall, WallKind

TOUCH = Fraction(1, 10**9)
ExactPoint = tuple[Fraction, Fraction]


def exact(point: Point) -> ExactPoint:
    return Fraction(point[0]), Fraction(point[1])


def turn(a: ExactPoint, b: ExactPoint, c: ExactPoint) -> Fraction:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def gap_squared(point: ExactPoint, a: ExactPoint, b: ExactPoint) -> Fraction:
    """The square of the distance from a point to a segment."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = Fraction(0)
    if square:
        share = min(max(((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square, Fraction(0)), Fraction(1))
    return (point[0] - a[0] - share * dx) ** 2 + (point[1] - a[1] - share * dy) ** 2


def touch(p: Point, q: Point, wall: Wall) -> bool:
    """Whether the segment from p to q and a wall are at most the tolerance apart."""
    a, b, c, d = exact(p), exact(q), exact(wall.start), exact(wall.end)
    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return True
    gaps = gap_squared(a, c, d), gap_squared(b, c, d), gap_squared(c, a, b), gap_squared(d, a, b)
    return min(gaps) <= TOUCH * TOUCH


def is_solid(wall: Wall) -> bool:
    return wall.kind is WallKind.WALL or (wall.kind is WallKind.DOOR and wall.state is not DoorState.OPEN)


def stops_fire(wall: Wall) -> bool:
    return is_solid(wall) or wall.kind is WallKind.SIGHT


def stops_steps(wall: Wall) -> bool:
    return is_solid(wall) or wall.kind is WallKind.WINDOW


def centre(cell: Cell) -> Point:
    return cell[0] + 0.5, cell[1] + 0.5


def step_cost(battle_map: BattleMap, size: int, here: Cell, there: Cell, diagonal: int) -> Fraction | None:
    """What one step on squares costs, None if it is not to be had; `diagonal` is what a slant counts."""
    grid = battle_map.grid
    dx, dy = there[0] - here[0], there[1] - here[1]
    crossed = set()
    dearest = Fraction(0)
    for i, j in product(range(size), repeat=2):
        old, new = (here[0] + i, here[1] + j), (there[0] + i, there[1] + j)
        if not (0 <= new[0] < grid.cols and 0 <= new[1] < grid.rows):
            return None
        for wall in battle_map.walls:
            if touch(centre(old), centre(new), wall):
                if stops_steps(wall):
                    return None
                if wall.kind is WallKind.LOW:
                    crossed.add(wall.id)
        costs = [Fraction(str(ground.cost)) for ground in battle_map.ground if new in ground.cells]
        dearest = max(dearest, max(costs, default=Fraction(1)))
    return dearest * (diagonal if dx and dy else 1) + len(crossed)


def least_costs(
    battle_map: BattleMap,
    size: int,
    start: Cell,
    diagonals: Diagonals,
    closed: frozenset[Cell] = frozenset(),
) -> dict[Cell, Fraction]:
    """The least cost of each cell, found by relaxing every step until nothing changes."""
    best: dict[tuple[Cell, int], Fraction] = {(start, 0): Fraction(0)}
    known: dict[tuple[Cell, Cell, int], Fraction | None] = {}
    changed = True
    while changed:
        changed = False
        for (here, odd), cost in list(best.items()):
            for dx, dy in product((-1, 0, 1), repeat=2):
                there = here[0] + dx, here[1] + dy
                if (dx, dy) == (0, 0) or any(
                    (there[0] + i, there[1] + j) in closed for i, j in product(range(size), repeat=2)
                ):
                    continue
                double = bool(dx and dy and odd and diagonals is Diagonals.ALTERNATE)
                asked = here, there, 2 if double else 1
                if asked not in known:
                    known[asked] = step_cost(battle_map, size, *asked)
                step = known[asked]
                if step is None:
                    continue
                key = there, (odd ^ 1 if dx and dy and diagonals is Diagonals.ALTERNATE else odd)
                if key not in best or cost + step < best[key]:
                    best[key] = cost + step
                    changed = True
    least: dict[Cell, Fraction] = {}
    for (cell, _), cost in best.items():
        least[cell] = min(cost, least.get(cell, cost))
    return least


def visible_area(eye: Point, walls: Iterable[Wall], width: int, height: int) -> Fraction:
    """The area seen from a point inside a rectangle, none of the walls touching it, all in fractions.

    Between two directions next to each other in which a wall ends or two walls cross, one wall is nearest.
    """
    ex, ey = exact(eye)
    edge = [
        ((0, 0), (width, 0)),
        ((width, 0), (width, height)),
        ((width, height), (0, height)),
        ((0, height), (0, 0)),
    ]
    ends = [(exact(a), exact(b)) for a, b in [*edge, *((wall.start, wall.end) for wall in walls)]]
    around = [((ax - ex, ay - ey), (bx - ex, by - ey)) for (ax, ay), (bx, by) in ends]
    points = [point for segment in around for point in segment]
    points += [at for one, other in combinations(around, 2) if (at := _crossing(one, other)) is not None]
    compass = [(Fraction(x), Fraction(y)) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    directions = sorted([*points, *compass], key=cmp_to_key(_by_angle))
    total = Fraction(0)
    for a, b in pairwise([*directions, directions[0]]):
        if a[0] * b[1] > a[1] * b[0]:
            middle = a[0] + b[0], a[1] + b[1]
            total += min(_seen_triangle(a, b, middle, segment) for segment in around)[1]
    return total


def _by_angle(a: ExactPoint, b: ExactPoint) -> int:
    halves = [(y < 0) or (y == 0 and x < 0) for x, y in (a, b)]
    if halves[0] != halves[1]:
        return halves[0] - halves[1]
    turned = a[0] * b[1] - a[1] * b[0]
    return (turned < 0) - (turned > 0)


def _crossing(one: Sequence[ExactPoint], other: Sequence[ExactPoint]) -> ExactPoint | None:
    (a, b), (c, d) = one, other
    sides = turn(a, b, c), turn(a, b, d)
    if sides[0] * sides[1] >= 0 or turn(c, d, a) * turn(c, d, b) >= 0:
        return None
    share = sides[0] / (sides[0] - sides[1])
    return c[0] + share * (d[0] - c[0]), c[1] + share * (d[1] - c[1])


def _seen_triangle(
    a: ExactPoint, b: ExactPoint, middle: ExactPoint, segment: Sequence[ExactPoint]
) -> tuple[Fraction | float, Fraction]:
    """How far a segment lies off in a direction, in lengths of it, and the triangle before it from a to b."""
    (px, py), (qx, qy) = segment
    dx, dy = qx - px, qy - py
    moment = px * dy - py * dx

    def depth(towards: ExactPoint) -> Fraction | float:
        across = towards[0] * dy - towards[1] * dx
        if across == 0 or moment / across <= 0:
            return float("inf")
        share = moment / across
        along = (towards[0] * share - px) * dx + (towards[1] * share - py) * dy
        return share if 0 <= along <= dx * dx + dy * dy else float("inf")

    far, at_a, at_b = depth(middle), depth(a), depth(b)
    if not isinstance(far, Fraction):
        return far, Fraction(0)
    assert isinstance(at_a, Fraction)
    assert isinstance(at_b, Fraction)
    return far, (a[0] * b[1] - a[1] * b[0]) * at_a * at_b / 2
