"""The map's geometry once more, slowly, from the words of rules/map/README.md, to hold the fast one against.

Of the map's own modules it takes the data alone: which cells lie beside each other, which points a footprint
has and how far apart two of them are is worked out here from where the centres lie.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, cmp_to_key, lru_cache
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

from rules.map.grid import Diagonals, Footprint
from rules.map.model import BattleMap, Cell, DoorState, Grid, GridKind, Point, Wall, WallKind

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


@lru_cache(4096)
def touch(p: Point, q: Point, wall: Wall) -> bool:
    """Whether the segment from p to q and a wall are at most the tolerance apart.

    Worked out in whole numbers, for it is asked most of all and fractions take twenty times as long.
    """
    a, b, c, d = whole(p), whole(q), whole(wall.start), whole(wall.end)
    sides = [_whole_turn(a, b, c), _whole_turn(a, b, d), _whole_turn(c, d, a), _whole_turn(c, d, b)]
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    return _is_near(a, c, d) or _is_near(b, c, d) or _is_near(c, a, b) or _is_near(d, a, b)


_FINE = 1 << 100
"""Parts of a cell so small that every number that stands on a map is a whole number of them."""
_WholePoint = tuple[int, int]


@lru_cache(4096)
def whole(point: Point) -> _WholePoint:
    """A point in those parts, exactly."""
    parts = [value.as_integer_ratio() for value in point]
    assert all(_FINE % under == 0 for _, under in parts)
    (x, under_x), (y, under_y) = parts
    return x * (_FINE // under_x), y * (_FINE // under_y)


def _whole_turn(a: _WholePoint, b: _WholePoint, c: _WholePoint) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _is_near(point: _WholePoint, a: _WholePoint, b: _WholePoint) -> bool:
    """Whether a point is at most the tolerance, a part in 10 to the power of 9, away from a segment."""
    dx, dy, x, y = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    along, square = x * dx + y * dy, dx * dx + dy * dy
    if 0 < along < square:
        return (x * dy - y * dx) ** 2 * 10**18 <= square * _FINE**2
    if along >= square:
        x, y = point[0] - b[0], point[1] - b[1]
    return (x * x + y * y) * 10**18 <= _FINE**2


def is_solid(wall: Wall) -> bool:
    return wall.kind is WallKind.WALL or (wall.kind is WallKind.DOOR and wall.state is not DoorState.OPEN)


def stops_fire(wall: Wall) -> bool:
    return is_solid(wall) or wall.kind is WallKind.SIGHT


def stops_steps(wall: Wall) -> bool:
    return is_solid(wall) or wall.kind is WallKind.WINDOW


# --------------------------------------------------------------------------------- cells and footprints
@cache
def centre(cell: Cell, kind: GridKind = GridKind.SQUARE) -> Point:
    column, row = cell
    apart = math.sqrt(3) / 2
    if kind is GridKind.HEX_ROWS:
        return column + (1.0 if row % 2 else 0.5), 0.5 + row * apart
    if kind is GridKind.HEX_COLUMNS:
        return 0.5 + column * apart, row + (1.0 if column % 2 else 0.5)
    return column + 0.5, row + 0.5


def cell_near(grid: Grid, point: Point) -> Cell:
    """The cell whose centre is nearest to a point, on the map or off it."""
    wide = math.sqrt(0.75) if grid.kind is GridKind.HEX_COLUMNS else 1.0
    high = math.sqrt(0.75) if grid.kind is GridKind.HEX_ROWS else 1.0
    across, down = math.floor(point[0] / wide), math.floor(point[1] / high)
    around = [(c, r) for c in range(across - 2, across + 3) for r in range(down - 2, down + 3)]
    return min(around, key=lambda cell: math.dist(centre(cell, grid.kind), point))


@cache
def beside(grid: Grid, cell: Cell) -> list[tuple[Cell, bool]]:
    """The cells next to a cell, on the map or off it, each with whether the step there is a diagonal."""
    column, row = cell
    found = []
    for near in product(range(column - 2, column + 3), range(row - 2, row + 3)):
        gap = math.dist(centre(cell, grid.kind), centre(near, grid.kind))
        if 0.5 < gap < (1.5 if grid.kind is GridKind.SQUARE else 1.1):
            found.append((near, gap > 1.1))
    return found


@cache
def held(grid: Grid, at: Cell, size: int) -> list[Cell]:
    """The cells of a footprint: on hexes a rhombus, whose sides run east and down to the right (or down)."""
    if grid.kind is GridKind.SQUARE:
        return [(at[0] + i, at[1] + j) for j in range(size) for i in range(size)]
    slant = math.sqrt(0.75)
    one, other = ((1.0, 0.0), (0.5, slant)) if grid.kind is GridKind.HEX_ROWS else ((slant, 0.5), (0.0, 1.0))
    x, y = centre(at, grid.kind)
    return [
        cell_near(grid, (x + i * one[0] + j * other[0], y + i * one[1] + j * other[1]))
        for j in range(size)
        for i in range(size)
    ]


def on_map(grid: Grid, cell: Cell) -> bool:
    return 0 <= cell[0] < grid.cols and 0 <= cell[1] < grid.rows


@lru_cache(1024)
def points_of(grid: Grid, footprint: Footprint) -> list[Point]:
    """The centre and the corners, clockwise from the top left, drawn 0.1 of a cell in."""
    assert not isinstance(footprint.place, str)
    (column, row), size = footprint.place, footprint.size
    if grid.kind is GridKind.SQUARE:
        left, top, right, bottom = column + 0.1, row + 0.1, column + size - 0.1, row + size - 0.1
        middle = column + size / 2, row + size / 2
        return [middle, (left, top), (right, top), (right, bottom), (left, bottom)]
    centres = [centre(cell, grid.kind) for cell in held(grid, footprint.place, size)]
    x, y = (math.fsum(values) / len(centres) for values in zip(*centres, strict=True))
    points = [(x, y)]
    first = 210 if grid.kind is GridKind.HEX_ROWS else 240
    for degrees in range(first, first + 360, 60):
        dx, dy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        most = max(at[0] * dx + at[1] * dy for at in centres)
        tied = [at for at in centres if most - (at[0] * dx + at[1] * dy) < 1e-6]
        far = min(tied, key=lambda at: at[1] * dx - at[0] * dy)  # of several the first clockwise
        corner = far[0] + dx / math.sqrt(3), far[1] + dy / math.sqrt(3)
        keep = 1 - 0.1 / math.dist(corner, (x, y))
        points.append((x + (corner[0] - x) * keep, y + (corner[1] - y) * keep))
    return points


def cells_apart(grid: Grid, a: Footprint, b: Footprint, diagonals: Diagonals) -> int:
    """The distance of the nearest two of their cells, tried one pair after the other."""
    assert not isinstance(a.place, str)
    assert not isinstance(b.place, str)
    return min(
        _apart(grid, mine, theirs, diagonals)
        for mine in held(grid, a.place, a.size)
        for theirs in held(grid, b.place, b.size)
    )


def _apart(grid: Grid, a: Cell, b: Cell, diagonals: Diagonals) -> int:
    if grid.kind is not GridKind.SQUARE:
        return next(n for n, ring in enumerate(_rings(grid, a)) if b in ring)
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    if diagonals is Diagonals.TRUE:  # the nearest whole number, halves up
        return math.floor(math.sqrt(across**2 + down**2) + 0.5)
    steps = 0
    for number in range(1, min(across, down) + 1):
        steps += 2 if diagonals is Diagonals.ALTERNATE and number % 2 == 0 else 1
    return steps + max(across, down) - min(across, down)


def _rings(grid: Grid, cell: Cell) -> Iterator[set[Cell]]:
    """Those no step away, one step away, two ..."""
    known, ring = {cell}, {cell}
    while True:
        yield ring
        ring = {near for one in ring for near, _ in beside(grid, one)} - known
        known |= ring


# ----------------------------------------------------------------------------------- rays and cover
class Judged(NamedTuple):
    """What became of the rays from one point of the shooter."""

    stopped: int
    screened: int
    start: Point


def judged(battle_map: BattleMap, shooter: Footprint, target: Footprint) -> list[Judged]:
    """For each point of the shooter, in order, how many of its rays are stopped and screened."""
    grid = battle_map.grid
    ends = points_of(grid, target)
    found = []
    for start in points_of(grid, shooter):
        stopped = screened = 0
        for end in ends:
            if any(stops_fire(wall) and touch(start, end, wall) for wall in battle_map.walls):
                stopped += 1
            elif any(w.kind is WallKind.LOW and screens(start, end, ends[0], w) for w in battle_map.walls):
                screened += 1
        found.append(Judged(stopped, screened, start))
    return found


def screens(start: Point, end: Point, middle: Point, low: Wall) -> bool:
    """Whether a ray meets a low wall nearer to the target's centre than to its own start."""
    if not touch(start, end, low):
        return False
    a, b, target = exact(start), exact(end), exact(middle)
    c, d = exact(low.start), exact(low.end)
    side_c, side_d = turn(a, b, c), turn(a, b, d)
    if abs(side_c) < TOUCH and abs(side_d) < TOUCH:
        met = [p for p in (c, d, a, b) if gap_squared(p, a, b) <= TOUCH**2]
        met = [p for p in met if gap_squared(p, c, d) <= TOUCH**2]
    else:
        share = side_c / (side_c - side_d) if side_c != side_d else Fraction(0)
        met = [(c[0] + share * (d[0] - c[0]), c[1] + share * (d[1] - c[1]))]

    def squared(p: ExactPoint, q: ExactPoint) -> float:
        return float((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2)

    return any(squared(p, target) + 1e-7 < squared(p, a) for p in met)


def sees(battle_map: BattleMap, viewer: Footprint, target: Footprint, reach: float | None = None) -> bool:
    """Whether any point of the target is reached by a ray from the viewer's centre, and near enough."""
    eye = points_of(battle_map.grid, viewer)[0]
    hiding = [wall for wall in battle_map.walls if stops_fire(wall)]
    return any(
        (reach is None or math.dist(eye, point) <= reach + 1e-9)
        and not any(touch(eye, point, wall) for wall in hiding)
        for point in points_of(battle_map.grid, target)
    )


# ---------------------------------------------------------------------------------------- movement
@dataclass
class Walk:
    """Somebody who walks: what each step costs, and the least cost of each cell."""

    battle_map: BattleMap
    size: int = 1
    diagonals: Diagonals = Diagonals.ONE
    enemies: frozenset[Cell] = frozenset()
    friends: frozenset[Cell] = frozenset()

    def step(self, here: Cell, there: Cell, slant: bool, double: bool) -> Fraction | None:
        """What one step costs, None if it is not to be had."""
        grid = self.battle_map.grid
        crossed, dearest = set(), Fraction(0)
        for old, new in zip(held(grid, here, self.size), held(grid, there, self.size), strict=True):
            if not on_map(grid, new) or new in self.enemies:
                return None
            for wall in self.battle_map.walls:
                if touch(centre(old, grid.kind), centre(new, grid.kind), wall):
                    if stops_steps(wall):
                        return None
                    if wall.kind is WallKind.LOW:
                        crossed.add(wall.id)
            costs = [Fraction(str(ground.cost)) for ground in self.battle_map.ground if new in ground.cells]
            dearest = max(dearest, max(costs, default=Fraction(1)))
        factor = Fraction(2) if double else Fraction(1)
        if slant and self.diagonals is Diagonals.TRUE:
            factor = Fraction(math.sqrt(2))
        return dearest * factor + len(crossed)

    @cached_property
    def _known(self) -> dict[tuple[Cell, int], list[tuple[tuple[Cell, int], Fraction]]]:
        return {}

    def steps(self, here: Cell, odd: int) -> list[tuple[tuple[Cell, int], Fraction]]:
        """The states one step away: a cell, and whether the diagonals so far are odd in number."""
        if (here, odd) not in self._known:
            self._known[here, odd] = list(self._steps(here, odd))
        return self._known[here, odd]

    def _steps(self, here: Cell, odd: int) -> Iterator[tuple[tuple[Cell, int], Fraction]]:
        alternate = self.diagonals is Diagonals.ALTERNATE
        for there, slant in beside(self.battle_map.grid, here):
            cost = self.step(here, there, slant, bool(slant and odd and alternate))
            if cost is not None:
                yield (there, odd ^ 1 if slant and alternate else odd), cost

    def least_costs(self, start: Cell) -> dict[Cell, Fraction]:
        """The least cost of each cell that may be stopped in, by relaxing until nothing changes."""
        best = {(start, 0): Fraction(0)}
        waiting = [(start, 0)]
        while waiting:
            state = waiting.pop(0)
            for there, cost in self.steps(*state):
                if there not in best or best[state] + cost < best[there]:
                    best[there] = best[state] + cost
                    waiting.append(there)
        least: dict[Cell, Fraction] = {}
        for (cell, _), cost in best.items():
            least[cell] = min(cost, least.get(cell, cost))
        return {cell: cost for cell, cost in least.items() if cell == start or self._may_stop(cell)}

    def _may_stop(self, cell: Cell) -> bool:
        return not self.friends.intersection(held(self.battle_map.grid, cell, self.size))


def straightest(walk: Walk, start: Cell, end: Cell, cost: Fraction) -> tuple[float, float]:
    """The length of the shortest of all ways of that cost, and how far the straightest of these strays."""
    grid = walk.battle_map.grid
    found: list[tuple[float, float]] = []

    def go_on(here: Cell, odd: int, spent: Fraction, length: float, strayed: float) -> None:
        if here == end and spent == cost:
            found.append((round(length, 5), round(strayed, 5)))
        for (there, parity), step in walk.steps(here, odd):
            left = cost - spent - step
            if left >= 0 and math.dist(centre(there, grid.kind), centre(end, grid.kind)) <= 1.5 * left:
                far = math.dist(centre(here, grid.kind), centre(there, grid.kind))
                go_on(there, parity, spent + step, length + far, strayed + strays(grid, there, start, end))

    go_on(start, 0, Fraction(0), 0.0, 0.0)
    return min(found)


def strays(grid: Grid, cell: Cell, start: Cell, end: Cell) -> float:
    """How far a cell's centre lies beside the line from start to end, times the line's length."""
    (x, y), (x1, y1), (x2, y2) = (centre(at, grid.kind) for at in (cell, start, end))
    return abs((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1))


# ------------------------------------------------------------------------------------------- areas
def covers(area: Mapping[str, Any], point: Point) -> float:
    """How far inside an area a point lies, in cells: below 0 outside, 0 on the border."""
    (x, y), shape = area["at"], area["shape"]
    dx, dy = point[0] - x, point[1] - y
    far = math.hypot(dx, dy)
    if shape == "blast":
        return float(area["radius"] - far)
    axis = math.radians(area["direction"])
    along, across = dx * math.cos(axis) + dy * math.sin(axis), abs(dy * math.cos(axis) - dx * math.sin(axis))
    length = float(area["length"])
    if shape == "line":
        return float(min(along, length - along, area["width"] / 2 - across))
    if "width" in area:  # a triangle: at the far side half the width to either side
        return float(min(along, length - along, area["width"] / 2 * along / length - across))
    half = math.radians(area["angle"]) / 2
    off = math.atan2(across, along)
    return min(length - far, (half - off) * far if half < math.pi else length)


# ------------------------------------------------------------------------------------------- sight
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
