"""What eyes see of a map cell by cell: how far by which light, and no farther than walls and doors let them.

A cell is seen when one of its points is (the centre, or a corner drawn in), by the measure by which a
combatant of size 1 who stands there would be; and so is a cell lit. How far a cell is off is measured to its
centre. What one stands on is always seen. A lamp that hangs on a wall shines on both sides of it.

Looks are kept with the map, as a door that is opened or closed changes few of them: where the door lies
outside of what somebody sees, and not on its border, the look holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.map.cell_bits import CellBits, bits_of, pack, unpack
from rules.map.geometry.lattice import lattice
from rules.map.geometry.skyline import Skyline
from rules.map.grid import Footprint, cell_at, footprint_cells, footprint_centre, has_cells
from rules.map.heights import height_of, heights_of, seen_from_above
from rules.map.levels import storeys
from rules.map.model import BattleMap, Brightness, DoorState, Light, Point
from rules.map.sight import partly_seen_from, skylines_from
from rules.map.tall_lines import Lines, meets_any
from rules.map.walls import TOUCH, Bools, Floats, Ints, WallIndex, door_numbers, stops, wall_index

_KEPT = 4_000  # places to look from, on one map
_BESIDE = 0.02  # cells: how far off a wall the flame of a lamp on it is taken to be
_LEVELS = {Brightness.DARK: 0, Brightness.DIM: 1, Brightness.BRIGHT: 2}


@dataclass(frozen=True, slots=True)
class Eyes:
    """How far somebody sees what stands in each light, in cells; None is as far as the map goes."""

    bright: float | None = None
    dim: float | None = None
    dark: float | None = 1.5
    """By feeling one's way: the cells next to one's own."""


def cells_seen(battle_map: BattleMap, spot: Footprint, eyes: Eyes) -> CellBits:
    """Give the cells that somebody sees from a footprint. A map of zones alone has none."""
    if not has_cells(battle_map.grid) or isinstance(spot.place, str):
        return 0
    seen: dict[tuple[Footprint, Eyes], CellBits] = battle_map.derived(_nothing_seen)
    key = spot, eyes
    found = seen.get(key)  # asked for once: to hash it takes longer than all the rest
    if found is None:
        if len(seen) > _KEPT:
            seen.clear()
        seen[key] = found = _look(battle_map, spot, eyes)
    return found


def look_from(battle_map: BattleMap, spots: Sequence[Footprint]) -> None:
    """Look around from many places at once, which is quicker than from each when `cells_seen` is asked."""
    if not has_cells(battle_map.grid):
        return
    eyes: dict[float, list[Point]] = {}
    for spot in spots:
        if not isinstance(spot.place, str):
            eyes.setdefault(height_of(battle_map, spot), []).append(footprint_centre(battle_map.grid, spot))
    for height, points in eyes.items():
        _lines_of_sight(seen_from_above(battle_map, height), points)


def _nothing_seen(_: BattleMap) -> dict[tuple[Footprint, Eyes], CellBits]:
    return {}


def _look(battle_map: BattleMap, spot: Footprint, eyes: Eyes) -> CellBits:
    grid = battle_map.grid
    own = bits_of(grid, footprint_cells(grid, spot))
    eye = footprint_centre(grid, spot)
    free = line_of_sight(seen_from_above(battle_map, height_of(battle_map, spot)), eye)
    if battle_map.levels:
        free = free | _seen_on_other_levels(battle_map, spot, eye)
    reaches = (eyes.dark, eyes.dim, eyes.bright)
    is_bright = battle_map.ambient is Brightness.BRIGHT  # and then it is so everywhere
    if all(reach is None for reach in (reaches[2:] if is_bright else reaches)):
        return pack(free) | own
    light = lightness(battle_map)
    points = lattice(grid, eye)
    far = points.by_rows(points.lengths())
    within = np.zeros_like(free)
    for level, reach in enumerate(reaches):
        within |= (light == level) if reach is None else (light == level) & (far <= reach + TOUCH)
    return pack(free & within) | own


def _seen_on_other_levels(battle_map: BattleMap, spot: Footprint, eye: Point) -> Bools:
    """Tell of which cells on other levels the middle is seen, through openings in the floors between."""
    grid, known = battle_map.grid, storeys(battle_map)
    points = lattice(grid, (0.0, 0.0))
    centres = points.points(np.arange(grid.cols * grid.rows))
    numbers = known.level_numbers(centres)
    own = known.level_numbers(np.array([eye]))[0]
    there = np.flatnonzero((numbers != own) & (numbers >= 0))
    cells = [cell_at(grid, (float(x), float(y))) for x, y in centres[there]]
    heights = heights_of(battle_map, [Footprint(cell) for cell in cells if cell is not None])
    mine = np.broadcast_to(heights_of(battle_map, [spot]), heights.shape)
    lines = Lines(np.broadcast_to(eye, (len(there), 2)), centres[there], np.stack([mine, heights], axis=1))
    seen = np.zeros(len(centres), dtype=np.bool_)
    seen[there] = ~meets_any(battle_map, lines, stops(battle_map).sight)
    return points.by_rows(seen)


# ----------------------------------------------------------------------------------- as walls let it
@dataclass(slots=True)
class _Kept:
    """A look: which doors stood open at it, what was seen, and where that ends."""

    doors: tuple[bool, ...]
    seen: Bools
    skyline: Skyline | None


def line_of_sight(battle_map: BattleMap, eye: Point, reach: float | None = None) -> Bools:
    """Tell which cells nothing hides from a point, whatever the light, in an array [row, column].

    Args:
        reach: how far it is looked, in cells; None for as far as the map goes.
    """
    return _lines_of_sight(battle_map, [eye], reach)[0]


def _lines_of_sight(battle_map: BattleMap, eyes: Sequence[Point], reach: float | None = None) -> list[Bools]:
    """Give what `line_of_sight` does for each of some points; those that are new are looked from at once."""
    looks: dict[tuple[Point, float | None], _Kept] = battle_map.shared(_no_looks)
    doors = battle_map.derived(_open_doors)
    found = {eye: kept for eye in eyes if (kept := looks.get((eye, reach))) is not None}
    found = {eye: kept for eye, kept in found.items() if _holds(battle_map, kept, doors)}
    for kept in found.values():
        kept.doors = doors
    fresh = [eye for eye in dict.fromkeys(eyes) if eye not in found]
    if fresh:
        if len(looks) + len(fresh) > _KEPT:
            looks.clear()
        skylines = skylines_from(battle_map, fresh, reach)
        seen = partly_seen_from(battle_map, fresh, reach, skylines)
        for eye, skyline, cells in zip(fresh, skylines, seen, strict=True):
            found[eye] = looks[eye, reach] = _Kept(doors, cells, skyline)
    return [found[eye].seen for eye in eyes]


def _no_looks(_: BattleMap) -> dict[tuple[Point, float | None], _Kept]:
    return {}


def _open_doors(battle_map: BattleMap) -> tuple[bool, ...]:
    return tuple(battle_map.walls[number].state is DoorState.OPEN for number in door_numbers(battle_map))


def _holds(battle_map: BattleMap, kept: _Kept, doors: tuple[bool, ...]) -> bool:
    """Say whether no door that was worked since lies in what was seen, or on its border."""
    if kept.doors == doors:
        return True
    if kept.skyline is None:
        return False
    eye, reach = kept.skyline.eye, kept.skyline.reach
    outline = kept.skyline.outline(None if reach is None else reach + 1.0) + np.array(eye)
    numbers = door_numbers(battle_map)
    worked = [
        battle_map.walls[n] for n, was, now in zip(numbers, kept.doors, doors, strict=True) if was != now
    ]
    starts = np.array([door.start for door in worked])
    ends = np.array([door.end for door in worked])
    low, high = outline.min(axis=0) - TOUCH, outline.max(axis=0) + TOUCH
    near = ((np.maximum(starts, ends) >= low) & (np.minimum(starts, ends) <= high)).all(axis=1)
    if not near.any():
        return True
    starts, ends = starts[near], ends[near]
    border = WallIndex(np.concatenate([outline, np.roll(outline, -1, axis=0)], axis=1))
    return not (border.meets_any(starts, ends).any() or _inside(outline, starts).any())


def _inside(outline: Floats, points: Floats) -> Bools:
    """Tell which points lie inside an outline; on its border it may be either."""
    (x1, y1), (x2, y2) = outline.T, np.roll(outline, -1, axis=0).T
    x, y = points[:, :1], points[:, 1:]
    crosses = (y1 > y) != (y2 > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        beyond = x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    odd: Bools = (crosses & beyond).sum(axis=1) % 2 == 1
    return odd


# ----------------------------------------------------------------------------------------- the light
def lightness(battle_map: BattleMap) -> Ints:
    """Tell how light each cell is, in an array [row, column]: 0 dark, 1 dim, 2 bright."""
    return battle_map.derived(_shine)


def with_light_of(battle_map: BattleMap, lit: BattleMap, cells: CellBits) -> BattleMap:
    """Give a map with no lights that is, in some cells, as light as another of the same grid.

    Elsewhere it is as light as where no light shines.
    """
    found = replace(battle_map, ambient=lit.ambient, lights=())
    dull = np.full((lit.grid.rows, lit.grid.cols), _LEVELS[lit.ambient], dtype=np.int64)
    level = np.where(unpack(cells, lit.grid), lightness(lit), dull)
    found.__dict__["_derived"] = {_shine: level}
    found.__dict__["_shared"] = battle_map.__dict__.setdefault("_shared", {})
    return found


def brightness_at(battle_map: BattleMap, spot: Footprint) -> Brightness:
    """Tell how light it is where somebody stands: as in the lightest of their cells."""
    if not has_cells(battle_map.grid) or isinstance(spot.place, str):
        return battle_map.ambient
    if battle_map.ambient is Brightness.BRIGHT:
        return Brightness.BRIGHT
    light = lightness(battle_map)
    rows, cols = light.shape
    cells = [(c, r) for c, r in footprint_cells(battle_map.grid, spot) if 0 <= c < cols and 0 <= r < rows]
    level = max((int(light[row, column]) for column, row in cells), default=_LEVELS[battle_map.ambient])
    return next(b for b, number in _LEVELS.items() if number == level)


def _shine(battle_map: BattleMap) -> Ints:
    grid = battle_map.grid
    level = np.full((grid.rows, grid.cols), _LEVELS[battle_map.ambient], dtype=np.int64)
    if battle_map.ambient is Brightness.BRIGHT:
        return level
    for light in battle_map.lights:
        bright = light.range_cells / 2 if light.bright_cells is None else light.bright_cells
        np.maximum(level, np.where(_lit(battle_map, light, light.range_cells), 1, 0), out=level)
        if bright > 0:
            np.maximum(level, np.where(_lit(battle_map, light, bright), 2, 0), out=level)
    return level


def _lit(battle_map: BattleMap, light: Light, reach: float) -> Bools:
    grid = battle_map.grid
    if not light.shadows:
        points = lattice(grid, light.at)
        return points.by_rows(points.lengths() <= reach + TOUCH)
    lit = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    for flame in flames(battle_map, light.at):
        lit |= line_of_sight(battle_map, flame, reach)
    return lit


def flames(battle_map: BattleMap, at: Point) -> list[Point]:
    """Give where a lamp shines from: for one that hangs on a wall, from all sides of it."""
    x, y = at
    near = np.array([(x + dx, y + dy) for dx in (-_BESIDE, _BESIDE) for dy in (-_BESIDE, _BESIDE)])
    touched = wall_index(battle_map).meets_any(near, np.array(at), stops(battle_map).sight)
    return [(float(px), float(py)) for px, py in near] if touched.any() else [at]
