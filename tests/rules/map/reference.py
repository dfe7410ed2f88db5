"""The map's geometry once more, slowly, in exact fractions, to hold the fast one against."""

from fractions import Fraction
from itertools import product

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
