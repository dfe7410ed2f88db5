"""Who sees which cells, ray by ray, whatever the app thinks of it: what the listeners in the fog judge by."""

from collections.abc import Iterable
from functools import cache, lru_cache

import numpy as np

from rules.map.grid import Footprint, cell_centre, cell_corners, footprint_points
from rules.map.model import BattleMap, Cell, DoorState, Grid, Point, WallKind
from rules.map.vision import Eyes

TOUCH = 1e-9


def every_cell(grid: Grid) -> list[Cell]:
    return [(column, row) for row in range(grid.rows) for column in range(grid.cols)]


def _segments(battle_map: BattleMap) -> np.ndarray:
    rows = []
    for wall in battle_map.walls:
        solid = wall.kind in (WallKind.WALL, WallKind.SIGHT)
        if solid or (wall.kind is WallKind.DOOR and wall.state is not DoorState.OPEN):
            rows.append((*wall.start, *wall.end))
    return np.array(rows, dtype=float).reshape(-1, 4)


def _gap(p: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    along = b - a
    square = (along * along).sum(axis=-1)
    share = np.clip(((p - a) * along).sum(axis=-1) / np.where(square > 0, square, 1), 0, 1)
    return np.hypot(*np.moveaxis(p - (a + share[..., None] * along), -1, 0))


def reached(walls: np.ndarray, eye: Point, points: np.ndarray) -> np.ndarray:
    """Tell to which points a straight line from the eye meets no wall that hides."""
    if not len(walls):
        return np.ones(len(points), dtype=bool)
    p, q = np.array(eye)[None, None], points[:, None]
    a, b = walls[None, :, :2], walls[None, :, 2:]

    def side(u: np.ndarray, v: np.ndarray, w: np.ndarray) -> np.ndarray:
        return (v - u)[..., 0] * (w - u)[..., 1] - (v - u)[..., 1] * (w - u)[..., 0]

    cross = (side(p, q, a) * side(p, q, b) < 0) & (side(a, b, p) * side(a, b, q) < 0)
    near = [_gap(a + 0 * q, p, q), _gap(b + 0 * q, p, q), _gap(p + 0 * a, a, b), _gap(q + 0 * a, a, b)]
    met = cross | (np.min(np.broadcast_arrays(*near), axis=0) <= TOUCH)
    return ~met.any(axis=1)


def lit_from(battle_map: BattleMap, eye: Point, reach: float | None = None) -> set[Cell]:
    """Give the cells of which any point is reached, within a range."""
    walls = tuple(map(tuple, _segments(battle_map).tolist()))
    return _lit_from(battle_map.grid, walls, eye, reach)


@lru_cache(maxsize=4096)
def _lit_from(grid: Grid, walls: tuple[tuple[float, ...], ...], eye: Point, reach: float | None) -> set[Cell]:
    cells = every_cell(grid)
    points = np.array([footprint_points(grid, Footprint(cell)) for cell in cells])
    flat = points.reshape(-1, 2)
    good = reached(np.array(walls).reshape(-1, 4), eye, flat)
    if reach is not None:
        good &= np.hypot(*(flat - np.array(eye)).T) <= reach + TOUCH
    return {
        cell for cell, seen in zip(cells, good.reshape(points.shape[:2]).any(axis=1), strict=True) if seen
    }


def lightness(battle_map: BattleMap) -> dict[Cell, str]:
    found = dict.fromkeys(every_cell(battle_map.grid), battle_map.ambient.value)
    if battle_map.ambient.value == "bright":
        return found
    for light in battle_map.lights:
        for cell in _shone_on(battle_map, light.at, light.range_cells):
            found[cell] = "dim" if found[cell] == "dark" else found[cell]
    for light in battle_map.lights:
        bright = light.range_cells / 2 if light.bright_cells is None else light.bright_cells
        for cell in _shone_on(battle_map, light.at, bright):
            found[cell] = "bright"
    return found


def _shone_on(battle_map: BattleMap, lamp: Point, reach: float) -> set[Cell]:
    """Give the cells that a lamp reaches; one that hangs on a wall shines on all sides of it."""
    walls, at = _segments(battle_map), np.array(lamp)
    hangs = bool(len(walls)) and bool((_gap(at, walls[:, :2], walls[:, 2:]) <= TOUCH).any())
    aside = [(dx, dy) for dx in (-0.02, 0.02) for dy in (-0.02, 0.02)] if hangs else [(0.0, 0.0)]
    flames = [(lamp[0] + dx, lamp[1] + dy) for dx, dy in aside]
    return {cell for flame in flames for cell in lit_from(battle_map, flame, reach)}


def seen_from(battle_map: BattleMap, at: Cell, eyes: Eyes) -> set[Cell]:
    """Give the cells that somebody of size 1 sees."""
    grid = battle_map.grid
    eye = cell_centre(grid, at)
    light = lightness(battle_map)
    reaches = {"bright": eyes.bright, "dim": eyes.dim, "dark": eyes.dark}

    def near(cell: Cell, reach: float | None) -> bool:
        x, y = cell_centre(grid, cell)
        return reach is None or bool(np.hypot(x - eye[0], y - eye[1]) <= reach + TOUCH)

    return {cell for cell in lit_from(battle_map, eye) if near(cell, reaches[light[cell]])} | {at}


def lies_along(grid: Grid, cells: Iterable[Cell], start: Point, end: Point) -> bool:
    """Say whether a stretch lies in or along cells with all of its points."""
    return bool(_in_any(grid, cells, _points(start, end, 23)).all())


def touches(grid: Grid, cells: Iterable[Cell], start: Point, end: Point) -> bool:
    """Say whether any point of a stretch lies in or along cells."""
    return bool(_in_any(grid, cells, _points(start, end, 400)).any())


def _points(start: Point, end: Point, count: int) -> np.ndarray:
    steps = np.linspace(0.5 / count, 1 - 0.5 / count, count)[:, None]
    return np.array(start) * (1 - steps) + np.array(end) * steps


def _in_any(grid: Grid, cells: Iterable[Cell], points: np.ndarray) -> np.ndarray:
    corners = np.array([_corners(grid, cell) for cell in cells])
    if not len(corners):
        return np.zeros(len(points), dtype=bool)
    after = np.roll(corners, -1, axis=1)
    along, apart = (after - corners)[:, :, None], points[None, None] - corners[:, :, None]
    turns = along[..., 0] * apart[..., 1] - along[..., 1] * apart[..., 0]
    return (turns >= -1e-3).all(axis=1).any(axis=0)


@cache
def _corners(grid: Grid, cell: Cell) -> tuple[Point, ...]:
    return cell_corners(grid, cell)
