"""Which zone a place lies in, and how many links lie between two zones.

A cell belongs to the zone that covers its centre; a combatant stands in the zone of its top left cell. A
centre on a zone's border is covered, as touching counts everywhere on the map, and where zones overlap (or
share a border) the first listed has it. What no zone covers is one more zone, linked with none; it is written
None.
"""

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from rules.map.grid import cell_centre, has_cells
from rules.map.model import BattleMap, Cell, Grid, Level, Place, Point
from rules.map.walls import TOUCH, Bools, Floats


@dataclass(frozen=True)
class Zoning:
    """How a map is divided into zones: the zone of each cell, and the links, both ways."""

    grid: Grid
    links: Mapping[str, tuple[str, ...]]
    cells: Mapping[Cell, str] = field(repr=False)

    def zone_of(self, place: Place | None) -> str | None:
        """Give the id of the zone that a place lies in, None outside every zone."""
        if place is None:
            return None
        if isinstance(place, str):
            return place if place in self.links else None
        return self.cells.get(place)

    def distance(self, zone_a: str | None, zone_b: str | None) -> int | None:
        """Count the links between two zones: 0 the same zone, 1 linked ... None if nothing links them."""
        return self.distances(zone_a).get(zone_b)

    def within(self, zone: str | None, links: int) -> frozenset[str | None]:
        """Give the zones at most so many links away, the zone itself among them."""
        return frozenset(self.distances(zone, links)) if links >= 0 else frozenset()

    def cells_in(self, zones: Collection[str | None]) -> frozenset[Cell]:
        """Give the cells of the map that lie in one of these zones; None stands for those outside all."""
        wanted = {cell for cell, zone in self.cells.items() if zone in zones}
        if None in zones:
            every = ((column, row) for row in range(self.grid.rows) for column in range(self.grid.cols))
            wanted.update(cell for cell in every if cell not in self.cells)
        return frozenset(wanted)

    def distances(self, zone: str | None, most: int | None = None) -> dict[str | None, int]:
        """Count the links from a zone to every zone that links lead to.

        Args:
            most: leave out those that are more links away.
        """
        found: dict[str | None, int] = {zone: 0}
        waiting = deque([zone])
        while waiting:
            here = waiting.popleft()
            if most is not None and found[here] >= most:
                break  # they come in the order of their distance
            for there in self.links.get(here, ()) if here is not None else ():
                if there not in found:
                    found[there] = found[here] + 1
                    waiting.append(there)
        return found


def zoning(battle_map: BattleMap, block: int | None = None) -> Zoning:
    """Give the zones of a map, worked out once.

    Args:
        block: read a grid on which no zones are drawn in blocks of so many cells a side, counted from cell
        (0, 0); a block is linked with those that touch it, at a corner too. On a map of levels they are
        blocks of the plan, and go through all levels. Zones that are drawn are not affected.
    """
    if block is not None and not battle_map.zones and has_cells(battle_map.grid):
        blocks: dict[_Blocks, Zoning] = battle_map.shared(_no_blocks)
        key = block, battle_map.levels
        if key not in blocks:
            blocks[key] = _in_blocks(battle_map.grid, block, battle_map.levels)
        return blocks[key]
    return battle_map.shared(_as_drawn)


def zone_of(battle_map: BattleMap, place: Place | None) -> str | None:
    """Give the id of the drawn zone that a place lies in, None outside every zone."""
    return zoning(battle_map).zone_of(place)


def zone_distance(battle_map: BattleMap, zone_a: str | None, zone_b: str | None) -> int | None:
    """Count the links between two drawn zones: 0 the same zone, 1 linked ... None if nothing links them."""
    return zoning(battle_map).distance(zone_a, zone_b)


def contains(polygon: Collection[Point], points: Floats) -> Bools:
    """Tell which points lie in a polygon or on its border (within `TOUCH` cells)."""
    x, y = points[:, 0], points[:, 1]
    inside = np.zeros(len(points), dtype=np.bool_)
    border = np.zeros(len(points), dtype=np.bool_)
    corners = list(polygon)
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        dx, dy = x2 - x1, y2 - y1
        square = dx * dx + dy * dy
        share = np.clip(((x - x1) * dx + (y - y1) * dy) / square, 0, 1) if square else np.zeros(len(points))
        border |= np.hypot(x - x1 - share * dx, y - y1 - share * dy) <= TOUCH
        if dy:
            inside ^= ((y1 > y) != (y2 > y)) & (x < x1 + (y - y1) * dx / dy)
    return inside | border


_Blocks = tuple[int, tuple[Level, ...]]


def _no_blocks(_: BattleMap) -> dict[_Blocks, Zoning]:
    return {}


@lru_cache(maxsize=8)
def _in_blocks(grid: Grid, side: int, levels: tuple[Level, ...]) -> Zoning:
    cells = {(c, r): (c, r) for r in range(grid.rows) for c in range(grid.cols)}
    for level in levels:
        (column, row), (over_column, over_row) = level.at, level.over
        for c in range(level.cols):
            for r in range(level.rows):
                cells[column + c, row + r] = over_column + c, over_row + r
    across = max(c // side + 1 for c, _ in cells.values())
    down = max(r // side + 1 for _, r in cells.values())
    links = {
        f"{column},{row}": tuple(
            f"{c},{r}"
            for r in range(max(row - 1, 0), min(row + 2, down))
            for c in range(max(column - 1, 0), min(column + 2, across))
            if (c, r) != (column, row)
        )
        for row in range(down)
        for column in range(across)
    }
    return Zoning(grid, links, {cell: f"{c // side},{r // side}" for cell, (c, r) in cells.items()})


def _as_drawn(battle_map: BattleMap) -> Zoning:
    links: dict[str, list[str]] = {zone.id: [] for zone in battle_map.zones}
    for zone in battle_map.zones:
        for other in zone.links:
            if other != zone.id and other not in links[zone.id]:
                links[zone.id].append(other)
                links[other].append(zone.id)
    cells: dict[Cell, str] = {}
    if battle_map.zones and has_cells(battle_map.grid):
        grid = battle_map.grid
        every = [(column, row) for row in range(grid.rows) for column in range(grid.cols)]
        centres = np.array([cell_centre(grid, cell) for cell in every])
        for zone in reversed(battle_map.zones):
            if len(zone.polygon) >= 3:
                covered = np.flatnonzero(contains(zone.polygon, centres)).tolist()
                cells.update((every[i], zone.id) for i in covered)
    return Zoning(battle_map.grid, {zone: tuple(others) for zone, others in links.items()}, cells)
