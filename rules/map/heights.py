"""How high somebody is, how far a wall reaches up, and what lies below whom (README.md, Heights).

Readings where README.md is silent: of patches that overlap the last listed counts, as if painted over; a
footprint of several cells stands as high as its highest one.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from rules.map.grid import Footprint, cell_at, footprint_cells, has_cells, top_left
from rules.map.levels import level_of
from rules.map.model import BattleMap, Cell, Point, Wall, WallKind
from rules.map.walls import Floats

_BESIDE = 0.25  # of a cell: how far beside a wall the ground is looked up on which it stands


def height_of(battle_map: BattleMap, footprint: Footprint) -> float:
    """Give how high a footprint is, in the grid's unit: its ground and its altitude; in zones the latter."""
    if not has_cells(battle_map.grid):
        return footprint.altitude
    ground = max(_height_at(battle_map, cell) for cell in footprint_cells(battle_map.grid, footprint))
    return ground + footprint.altitude


def ground_at(battle_map: BattleMap, point: Point) -> float:
    """Give how high the ground lies at a point, in the grid's unit: 0 off the map."""
    cell = cell_at(battle_map.grid, point)
    return _height_at(battle_map, cell) if cell is not None else 0.0


def _height_at(battle_map: BattleMap, cell: Cell) -> float:
    """Give how high the ground of a cell lies: its level, and what is painted there."""
    level = level_of(battle_map, cell) if battle_map.levels else None
    painted = battle_map.derived(_heights).get(cell, 0.0)
    return painted if level is None else level.elevation + painted


def _heights(battle_map: BattleMap) -> Mapping[Cell, float]:
    return {cell: patch.height for patch in battle_map.elevation for cell in patch.cells}


def is_flat(battle_map: BattleMap, footprints: Iterable[Footprint]) -> bool:
    """Tell whether heights can make no difference between some footprints."""
    standing = tuple(footprints)
    if battle_map.elevation or any(footprint.altitude for footprint in standing):
        return False
    return not battle_map.levels or on_one_level(battle_map, standing)


def on_one_level(battle_map: BattleMap, footprints: Iterable[Footprint]) -> bool:
    """Tell whether footprints all stand on one level, as they do where a map has none."""
    if not battle_map.levels:
        return True
    return len({level_of(battle_map, top_left(footprint)) for footprint in footprints}) <= 1


def heights_of(battle_map: BattleMap, footprints: Iterable[Footprint]) -> Floats:
    """Give for each of some footprints how high it is and how far off the ground, in the grid's unit."""
    heights = [(height_of(battle_map, footprint), footprint.altitude) for footprint in footprints]
    return np.array(heights, dtype=np.float64).reshape(-1, 2)


# ------------------------------------------------------------------------------------------------- walls
def wall_tops(battle_map: BattleMap) -> Floats:
    """Give how high each wall reaches, from the map's zero: without end where no height is written down.

    A wall stands on the higher ground of its two sides. A low one of no written height is a cell high to who
    is off the ground; to all others it screens what it screens, wherever they stand.
    """
    return battle_map.derived(_tops)


def tops_from_the_ground(battle_map: BattleMap) -> Floats:
    """Give the same as `wall_tops` between two who are both on the ground."""
    return battle_map.derived(_tops_from_the_ground)


def _tops(battle_map: BattleMap) -> Floats:
    return np.array([_top(battle_map, wall) for wall in battle_map.walls], dtype=np.float64)


def _tops_from_the_ground(battle_map: BattleMap) -> Floats:
    written = [wall.height is not None for wall in battle_map.walls]
    return np.where(np.array(written, dtype=np.bool_), wall_tops(battle_map), math.inf)


def _top(battle_map: BattleMap, wall: Wall) -> float:
    height = wall.height
    if height is None:
        if wall.kind is not WallKind.LOW:
            return math.inf
        height = battle_map.grid.per_cell
    if not battle_map.elevation and not battle_map.levels:
        return height
    (x1, y1), (x2, y2) = wall.start, wall.end
    long = math.dist(wall.start, wall.end) or 1.0
    x, y, dx, dy = (x1 + x2) / 2, (y1 + y2) / 2, (y1 - y2) / long * _BESIDE, (x2 - x1) / long * _BESIDE
    return height + max(ground_at(battle_map, (x + side * dx, y + side * dy)) for side in (-1, 1))


def seen_from_above(battle_map: BattleMap, height: float) -> BattleMap:
    """Give the map without the walls that end at or below a height: one looks and flies over them."""
    if not battle_map.walls or (height <= 0 and not battle_map.levels):
        return battle_map
    kept = battle_map.derived(_no_maps)
    if height not in kept:
        tops = wall_tops(battle_map).tolist()
        walls = tuple(wall for wall, top in zip(battle_map.walls, tops, strict=True) if top > height)
        is_same = len(walls) == len(battle_map.walls)
        kept[height] = battle_map if is_same else replace(battle_map, walls=walls)
    return kept[height]


def _no_maps(_: BattleMap) -> dict[float, BattleMap]:
    return {}
