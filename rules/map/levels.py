"""Levels of a map: which of its cells lie above which, and what joins them (README.md, Levels).

The levels of a scene are rectangles of one map, side by side; each says over which cell it lies, and how
high. So all that concerns one level alone (walls, ways, sight, fog, areas) is read off the map as ever, and
the frame about each lets nothing out of it. Here is what goes from level to level: the place that a point has
on the plan of the whole house, the floors between, and the openings in them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from rules.map.grid import Footprint, cell_at, cell_centre, cell_corners, is_inside, top_left
from rules.map.model import BattleMap, Cell, Level, PassageKind, Point, Wall
from rules.map.walls import TOUCH, Bools, Floats, Ints

FRAME = "frame:"
"""What the ids of the walls about levels begin with; whoever sees one knows it by this alone."""
_OPEN = frozenset(PassageKind) - {PassageKind.LIFT}


def frames(battle_map: BattleMap) -> tuple[Wall, ...]:
    """Give the walls about each level, which stop whatever would go from one to the next beside it."""
    found = []
    for level in battle_map.levels:
        left, top, right, bottom = level_box(battle_map, level)
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        for number in range(4):
            id_ = f"{FRAME}{level.id}:{number + 1}"
            found.append(Wall(id_, corners[number], corners[(number + 1) % 4]))
    return tuple(found)


def is_frame(wall_id: str) -> bool:
    """Tell whether a wall is part of a level's frame."""
    return wall_id.startswith(FRAME)


def level_of(battle_map: BattleMap, cell: Cell) -> Level | None:
    """Give the level that a cell belongs to; None between the levels, and on a map that has none."""
    return next((level for level in battle_map.levels if level.has(cell)), None)


def below(battle_map: BattleMap, cell: Cell) -> Cell | None:
    """Give the cell under one on the next level below it; None where there is none."""
    own = level_of(battle_map, cell)
    if own is None:
        return None
    lower = [level for level in battle_map.levels if level.elevation < own.elevation]
    for level in sorted(lower, key=lambda level: -level.elevation):
        there = over(cell, own, level)
        if level.has(there):
            return there
    return None


def over(cell: Cell, own: Level, other: Level) -> Cell:
    """Give the cell of another level above or below one's own, inside that level or not."""
    return (
        cell[0] - own.at[0] + own.over[0] - other.over[0] + other.at[0],
        cell[1] - own.at[1] + own.over[1] - other.over[1] + other.at[1],
    )


def seen_over(battle_map: BattleMap, footprint: Footprint, other: Footprint) -> Footprint:
    """Give a footprint as it lies over or under another one's level; as it is where that is its own."""
    own, theirs = (level_of(battle_map, top_left(one)) for one in (footprint, other))
    if own is None or theirs is None or own is theirs:
        return footprint
    return replace(footprint, place=over(top_left(footprint), own, theirs))


def joined_cells(battle_map: BattleMap) -> Mapping[Cell, tuple[tuple[Cell, float], ...]]:
    """Give for each cell where passages lead who walks from it, and the cells that the step costs."""
    return battle_map.derived(_joined)


def _joined(battle_map: BattleMap) -> Mapping[Cell, tuple[tuple[Cell, float], ...]]:
    found: dict[Cell, list[tuple[Cell, float]]] = {}
    for passage in battle_map.passages:
        for one, other in passage.joins if passage.kind is not PassageKind.HOLE else ():
            found.setdefault(one, []).append((other, passage.cost))
            found.setdefault(other, []).append((one, passage.cost))
    return {cell: tuple(ends) for cell, ends in found.items()}


# -------------------------------------------------------------------------------------- from level to level
@dataclass(frozen=True, slots=True)
class Storeys:
    """The levels of a map for geometry: the lowest first.

    Attributes:
        boxes: left, top, right and bottom of each, in map units.
        shifts: what is added to a point over the ground floor to come to the level's own points.
        floors: how high each lies; `ceilings` where the next higher level begins.
        walls: for each level which walls are its own, frames apart.
        openings: the cells of the map in whose floor one can look and shoot down, [row, column].
    """

    boxes: Floats
    shifts: Floats
    floors: Floats
    ceilings: Floats
    walls: tuple[Bools, ...]
    openings: Bools

    def level_numbers(self, points: Floats) -> Ints:
        """Give the number of the level that each point lies on, -1 for none."""
        numbers = np.full(len(points), -1, dtype=np.int64)
        for number, (left, top, right, bottom) in enumerate(self.boxes):
            low, high = np.array([left, top]) - TOUCH, np.array([right, bottom]) + TOUCH
            numbers[((points > low) & (points < high)).all(axis=1)] = number
        return numbers


def storeys(battle_map: BattleMap) -> Storeys:
    """Give the levels of a map for geometry, worked out once."""
    return battle_map.derived(_storeys)


def _storeys(battle_map: BattleMap) -> Storeys:
    grid, levels = battle_map.grid, sorted(battle_map.levels, key=lambda level: level.elevation)
    shifts = [plan_shift(battle_map, level) for level in levels]
    boxes = np.array([level_box(battle_map, level) for level in levels])
    floors = np.array([level.elevation for level in levels], dtype=np.float64)
    ceilings = np.array([floors[floors > floor].min(initial=np.inf) for floor in floors])
    walls = list(battle_map.walls)
    middles = np.array([_middle(wall) for wall in walls]).reshape(-1, 2)
    drawn = np.array([not is_frame(wall.id) for wall in walls], dtype=np.bool_)
    openings = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    for passage in battle_map.passages:
        if passage.kind in _OPEN:
            for join in passage.joins:
                ends = [(level.elevation, cell) for cell in join if (level := level_of(battle_map, cell))]
                if len(ends) == 2:  # else it leads to a level that is not known
                    _, (column, row) = max(ends, key=lambda end: end[0])
                    openings[row, column] = True
    found = Storeys(boxes, np.array(shifts), floors, ceilings, (), openings)
    numbers = found.level_numbers(middles)
    own = tuple((numbers == number) & drawn for number in range(len(levels)))
    return Storeys(boxes, np.array(shifts), floors, ceilings, own, openings)


def _middle(wall: Wall) -> Point:
    return (wall.start[0] + wall.end[0]) / 2, (wall.start[1] + wall.end[1]) / 2


def plan_shift(battle_map: BattleMap, level: Level) -> Point:
    """Give how far a level's points lie from where they are on the plan of the whole house."""
    (x, y), (ox, oy) = cell_centre(battle_map.grid, level.at), cell_centre(battle_map.grid, level.over)
    return x - ox, y - oy


def level_box(battle_map: BattleMap, level: Level) -> tuple[float, float, float, float]:
    """Give where a level lies on the map: left, top, right and bottom of all its cells."""
    (column, row), grid = level.at, battle_map.grid
    columns = {column, column + min(1, level.cols - 1), column + level.cols - 1}
    rows = {row, row + min(1, level.rows - 1), row + level.rows - 1}
    corners = [corner for c in columns for r in rows for corner in cell_corners(grid, (c, r))]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def floors_met(battle_map: BattleMap, starts: Floats, ends: Floats, heights: Floats) -> Floats:
    """Give the share of each line at which it first meets a floor that is not open there; inf for none.

    Args:
        starts, ends: points over the ground floor.
        heights: how high each line begins and ends, one row each.
    """
    known, grid = storeys(battle_map), battle_map.grid
    met = np.full(len(starts), np.inf)
    begin, rise = heights[:, 0], heights[:, 1] - heights[:, 0]
    for number, floor in enumerate(known.floors):
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (floor - begin) / rise
        crossing = np.flatnonzero((rise != 0) & (share > 0) & (share < 1))
        points = starts[crossing] + share[crossing, None] * (ends - starts)[crossing] + known.shifts[number]
        for line, point in zip(crossing.tolist(), points.tolist(), strict=True):
            cell = cell_at(grid, (point[0], point[1]))
            if cell is None or not is_inside(grid, cell) or not _covers(known.boxes[number], point):
                continue
            if not known.openings[cell[1], cell[0]]:
                met[line] = min(met[line], share[line])
    return met


def _covers(box: Floats, point: list[float]) -> bool:
    left, top, right, bottom = box.tolist()
    return bool(left <= point[0] <= right and top <= point[1] <= bottom)
