"""Who stands where, next to whom, how far apart, and what cover is at hand (TS-048, TS-049, TS-067)."""

import math
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache

import numpy as np

from rules.engine.caches import Same
from rules.engine.facts import kept_with_map
from rules.engine.state import BattleState
from rules.map.distance import apart
from rules.map.grid import (
    Diagonals,
    Footprint,
    cell_centre,
    footprint_cells,
    has_cells,
    neighbours,
    top_left,
)
from rules.map.heights import height_of
from rules.map.model import BattleMap, Cell, Grid, Place, Point, Wall, WallKind
from rules.map.movement import can_step
from rules.map.walls import Floats
from rules.map.zones import zone_distance, zone_of
from rules.systems.tesseris.sheet.gear import COVER, cover_material
from rules.systems.tesseris.state import Cover, Fighter, table_of

ZONE_YARDS = 10
"""Yards from zone to linked zone where nothing but zones is drawn (R52)."""
NOWHERE_YARDS = 1000
Piece = tuple[float, float, float, float]
_ROUNDING = 1e-6


def stand_of(state: BattleState, who: Fighter) -> Footprint | None:
    """Give the cells that somebody stands on; None off the grid."""
    if state.map is None or not has_cells(state.map.grid) or who.at is None or isinstance(who.at, str):
        return None
    return Footprint(who.at, who.size, who.altitude)


def yards_apart(state: BattleState, a: Fighter, b: Fighter) -> int:
    """Measure in yards, a cell each, diagonals 1, 2, 1, 2; 1 where no map says (TS-048, TS-R80)."""
    here, there = stand_of(state, a), stand_of(state, b)
    if here is not None and there is not None and state.map is not None:
        return apart(state.map, here, there, Diagonals.ALTERNATE)
    if state.map is not None and not has_cells(state.map.grid) and a.at is not None and b.at is not None:
        links = zone_distance(state.map, zone_of(state.map, a.at), zone_of(state.map, b.at))
        return NOWHERE_YARDS if links is None else links * ZONE_YARDS or 1
    return 1


def are_adjacent(state: BattleState, a: Fighter, b: Fighter) -> bool:
    """Tell whether two are next to each other with nothing between that stops a step (TS-049)."""
    here, there = stand_of(state, a), stand_of(state, b)
    if here is None or there is None or state.map is None:
        return yards_apart(state, a, b) <= 1
    return footprints_adjacent(state.map, here, there)


def footprints_adjacent(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    """Tell whether two footprints are next to each other with nothing between that stops a step (TS-049)."""
    if _is_far(top_left(here), top_left(there), here.size + there.size):
        return False
    return _measured_adjacent(battle_map, here, there)


def _is_far(one: Cell, other: Cell, sizes: int) -> bool:
    """Tell whether two are surely not next to each other, as most are not: to measure it costs much more."""
    reach = 2 * sizes  # on hexes a footprint is aslant
    return abs(one[0] - other[0]) > reach or abs(one[1] - other[1]) > reach


def near_to(state: BattleState, who: Fighter, size: int) -> Callable[[Place], bool]:
    """Give what tells at a glance of places whether one of a size may be next to somebody there: few are."""
    there = stand_of(state, who)
    if there is None:
        return lambda place: True
    cell, sizes = top_left(there), there.size + size
    return lambda place: isinstance(place, str) or not _is_far(cell, place, sizes)


@kept_with_map
def _measured_adjacent(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    return apart(battle_map, here, there) <= 1 and _open_between(battle_map, here, there)


def _open_between(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    grid = battle_map.grid
    mine, theirs = footprint_cells(grid, here), set(footprint_cells(grid, there))
    if set(mine) & theirs:
        return True
    return any(
        other in theirs and can_step(battle_map, Footprint(cell), other)
        for cell in mine
        for other in neighbours(grid, cell)
    )


def knows_places(state: BattleState, *who: Fighter) -> bool:
    """Tell whether a map says where all of these are."""
    return state.map is not None and all(one.at is not None for one in who)


def adjacent_to(state: BattleState, who: Fighter) -> tuple[Fighter, ...]:
    """List the conscious ones next to somebody, in the order of the combatants; none without a map."""
    if not knows_places(state, who):
        return ()
    here = stand_of(state, who)
    cell = None if here is None else top_left(here)
    return tuple(
        other
        for other in state.combatants.values()
        if other.id != who.id
        and other.at is not None
        and (cell is None or isinstance(other.at, str) or not _is_far(cell, other.at, who.size + other.size))
        and not other.state.is_out
        and are_adjacent(state, who, other)
    )


def height_over(state: BattleState, a: Fighter, b: Fighter) -> int:
    """Give how much higher one stands than another, by the map and by what the GM says (TS-241)."""
    here, there = stand_of(state, a), stand_of(state, b)
    by_map = 0.0
    if here is not None and there is not None and state.map is not None:
        by_map = height_of(state.map, here) - height_of(state.map, there)
    return math.floor(by_map) + int(a.state.elevation) - int(b.state.elevation)


# ------------------------------------------------------------------------------------------------------ cover
def cover_walls(state: BattleState, who: Fighter) -> Iterator[tuple[Wall, str]]:
    """List the walls that can be cover where somebody stands, with what they count as (TS-067, R37)."""
    here = stand_of(state, who)
    if here is None or state.map is None:
        return
    yield from _cover_on(Same(state.map)).near(tuple(footprint_cells(state.map.grid, here)))


class CoverOnMap:
    """The walls of one map that can be cover: which touch whoever stands where, and which pieces are near.

    On a map with thousands of walls those far off are left out by the boxes that they lie in.
    """

    def __init__(self, battle_map: BattleMap) -> None:
        self._grid = battle_map.grid
        self.walls = tuple(can_be_cover(battle_map))
        ends = np.array([(wall.start, wall.end) for wall, _ in self.walls]).reshape(-1, 2, 2)
        self._low, self._high = ends.min(axis=1), ends.max(axis=1)
        self._near: dict[tuple[Cell, ...], tuple[tuple[Wall, str], ...]] = {}

    def near(self, cells: tuple[Cell, ...]) -> tuple[tuple[Wall, str], ...]:
        """List those that touch some cells, or the ones next to them, with what they count as."""
        if cells not in self._near:
            around = dict.fromkeys([*cells, *(cell for own in cells for cell in neighbours(self._grid, own))])
            self._near[cells] = self._touching(tuple(around))
        return self._near[cells]

    def touching(self, cell: Cell) -> tuple[Wall, ...]:
        """List those that touch a cell."""
        return tuple(wall for wall, _ in self._touching((cell,)))

    def _touching(self, cells: tuple[Cell, ...]) -> tuple[tuple[Wall, str], ...]:
        """List those that touch one of some cells."""
        centres = [cell_centre(self._grid, cell) for cell in cells]
        low, high = np.array(centres).min(axis=0) - 1.0, np.array(centres).max(axis=0) + 1.0
        may = np.flatnonzero(np.all((self._low <= high) & (self._high >= low), axis=1))
        return tuple(
            (wall, material)
            for wall, material in (self.walls[number] for number in may.tolist())
            if any(touches(wall.start, wall.end, centre) for centre in centres)
        )

    @cached_property
    def _pieces(self) -> tuple[list[Piece], Floats]:
        """All pieces of these walls, and their middles."""
        pieces = [piece for wall, _ in self.walls for piece in pieces_of(wall)]
        ends = np.array(pieces).reshape(-1, 2, 2)
        return pieces, ends.mean(axis=1)

    def nearest_pieces(self, here: Footprint, most: int) -> list[Piece]:
        """List the pieces of these walls that are nearest to some cells, the nearest first."""
        pieces, middles = self._pieces
        cells = np.array([cell_centre(self._grid, cell) for cell in footprint_cells(self._grid, here)])
        apart = np.hypot(*(middles[:, np.newaxis] - cells).T).min(axis=0)
        farthest = np.partition(apart, most - 1)[most - 1] if len(apart) > most else math.inf
        near = (pieces[number] for number in np.flatnonzero(apart <= farthest + _ROUNDING).tolist())
        return sorted(near, key=lambda piece: _far(self._grid, here, piece))[:most]


@lru_cache(maxsize=8)
def _cover_on(battle_map: Same) -> CoverOnMap:
    return CoverOnMap(battle_map.thing)


def touches(start: Point, end: Point, centre: Point) -> bool:
    """Tell whether a segment touches the cell with that centre, its edges and corners included."""
    (x1, y1), (x2, y2), half = start, end, 0.5 + 1e-9
    enter, leave = 0.0, 1.0
    for begin, along, low, high in (
        (x1, x2 - x1, centre[0] - half, centre[0] + half),
        (y1, y2 - y1, centre[1] - half, centre[1] + half),
    ):
        if abs(along) < 1e-12:
            if not low <= begin <= high:
                return False
            continue
        first, last = sorted(((low - begin) / along, (high - begin) / along))
        enter, leave = max(enter, first), min(leave, last)
    return enter <= leave


def cover_at(state: BattleState, who: Fighter) -> Cover | None:
    """Give the best cover where somebody stands: most armour points, then the first in the list (TS-067)."""
    found = list(cover_walls(state, who))
    if not found:
        return None
    wall, _ = max(found, key=lambda pair: COVER[pair[1]][0])
    return cover_of(state, wall, piece_of(state, who, wall))


def cover_of(state: BattleState, wall: Wall, piece: Piece) -> Cover:
    """Give a piece of a wall as cover, with what it has taken already (TS-293)."""
    damage = table_of(state).pieces.get(piece_key(piece), 0)
    return Cover(material=cover_material(wall.material), damage=damage, piece=piece)  # type: ignore[arg-type]


def can_be_cover(battle_map: BattleMap | None) -> Iterator[tuple[Wall, str]]:
    """List the walls of a map that can be cover, with what they count as (TS-067, R37)."""
    for wall in () if battle_map is None else battle_map.walls:
        material = cover_material(wall.material)
        if wall.kind in (WallKind.LOW, WallKind.WALL) and material is not None:
            yield wall, material


def find_wall(state: BattleState, id_: str | None) -> Wall | None:
    """Find a wall of the map that can be cover, by its id (TS-067)."""
    if state.map is None or id_ is None:
        return None
    return next((wall for wall, _ in _cover_on(Same(state.map)).walls if wall.id == id_), None)


def piece_of(state: BattleState, who: Fighter, wall: Wall) -> Piece:
    """Give the ends of the cell-long piece of a wall that is nearest to somebody (TS-293)."""
    here = stand_of(state, who)
    assert here is not None
    return piece_near(state, here, wall)


def walls_at(state: BattleState, place: Cell) -> tuple[Wall, ...]:
    """List the walls that can be cover and touch a cell (TS-067, TS-135)."""
    if state.map is None:
        return ()
    return _cover_on(Same(state.map)).touching(place)


def piece_near(state: BattleState, here: Footprint, wall: Wall) -> Piece:
    """Give the ends of the cell-long piece of a wall that is nearest to some cells (TS-293)."""
    return min(pieces_of(wall), key=lambda piece: round(far_from(state, here, piece), 9))


def pieces_of(wall: Wall) -> list[Piece]:
    """Cut a wall into the cell-long pieces that each break for themselves, from its start on (TS-293)."""
    (x1, y1), (x2, y2) = wall.start, wall.end
    length = math.dist(wall.start, wall.end)

    def end(number: int) -> Point:
        share = min(1.0, number / length) if length else 0.0
        return round(x1 + (x2 - x1) * share, 6), round(y1 + (y2 - y1) * share, 6)

    return [(*end(number), *end(number + 1)) for number in range(max(1, math.ceil(length - 1e-9)))]


def far_from(state: BattleState, here: Footprint, piece: Piece) -> float:
    """Measure from the nearest of some cells to the middle of a piece, in cells."""
    assert state.map is not None
    return _far(state.map.grid, here, piece)


def _far(grid: Grid, here: Footprint, piece: Piece) -> float:
    middle = ((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
    return min(math.dist(middle, cell_centre(grid, cell)) for cell in footprint_cells(grid, here))


def nearest_pieces(battle_map: BattleMap, here: Footprint, most: int) -> list[Piece]:
    """List the pieces of a map's walls that are nearest to some cells, the nearest first (TS-135)."""
    return _cover_on(Same(battle_map)).nearest_pieces(here, most)


def piece_key(piece: Piece) -> str:
    """Name a piece of wall."""
    return " ".join(f"{number:g}" for number in piece)


def wall_of(battle_map: BattleMap, piece: Piece) -> Wall | None:
    """Find the wall that a piece belongs to, as the map is now."""
    middle = ((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
    for wall, _ in can_be_cover(battle_map):
        through = math.dist(wall.start, middle) + math.dist(middle, wall.end)
        if through - math.dist(wall.start, wall.end) < 1e-6:
            return wall
    return None


def beside(battle_map: BattleMap, piece: Piece) -> tuple[Cell, ...]:
    """List the cells on both sides of a piece of wall (TS-293)."""
    middle = ((piece[0] + piece[2]) / 2, (piece[1] + piece[3]) / 2)
    x, y = math.floor(middle[0]), math.floor(middle[1])
    near = [(c, r) for c in range(x - 2, x + 3) for r in range(y - 2, y + 3)]
    grid = battle_map.grid
    inside = [cell for cell in near if 0 <= cell[0] < grid.cols and 0 <= cell[1] < grid.rows]
    ranked = sorted(inside, key=lambda cell: (round(math.dist(cell_centre(grid, cell), middle), 6), cell))
    return tuple(sorted(ranked[:2]))
