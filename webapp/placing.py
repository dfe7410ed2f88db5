"""Free places for combatants that come onto a map: near each other, where nobody is shut in."""

from collections.abc import Collection, Iterator, Sequence

from rules.engine.refusal import Refusal
from rules.map.grid import Footprint, footprint_cells
from rules.map.model import BattleMap, Cell, Grid, GridKind, Place
from rules.map.movement import can_step, reach

_ROOMY = 12  # cells: a smaller pocket between walls is no room to be put down in, if there is a larger one
_WALK = 30.0  # cells: how far they are put down from each other at most


def free_places(
    battle_map: BattleMap,
    sizes: Sequence[int],
    taken: Collection[Cell] = (),
    near: Place | None = None,
) -> list[Place]:
    """Find a place for each of several combatants, in their order, all within one stretch of open ground.

    Args:
        sizes: the sides of their footprints, in cells.
        taken: cells that somebody stands on.
        near: where to begin to look, a cell or a zone's id; None begins at the top left.

    Raises:
        Refusal: `no-room`, if they do not all fit.
    """
    if not sizes:
        return []
    if battle_map.grid.kind is GridKind.ZONES:
        zones = [zone.id for zone in battle_map.zones]
        return [near if near in zones else zones[0] for _ in sizes]
    small = []
    for region in _regions(battle_map, near):
        if len(region) < _ROOMY:
            small.append(region)
        elif places := _fill(battle_map, region, sizes, set(taken)):
            return places
    for region in small:
        if places := _fill(battle_map, region, sizes, set(taken)):
            return places
    raise Refusal("no-room", "The map has no room left for so many; take some away, or add fewer.")


def _regions(battle_map: BattleMap, near: Place | None) -> Iterator[list[Cell]]:
    """List stretches that one can walk about in, the nearest first, each from its nearest cell on."""
    seen: set[Cell] = set()
    for cell in _outwards(battle_map.grid, near if isinstance(near, tuple) else (0, 0)):
        if cell not in seen:
            costs = reach(battle_map, Footprint(cell), _WALK).costs
            region = sorted(costs, key=lambda other: (costs[other], other[1], other[0]))
            seen.update(region)
            yield region


def _outwards(grid: Grid, start: Cell) -> Iterator[Cell]:
    """List all cells of a grid in growing squares round one."""
    column, row = start
    for distance in range(max(grid.cols, grid.rows)):
        left, right, top, bottom = column - distance, column + distance, row - distance, row + distance
        for r in range(max(top, 0), min(bottom, grid.rows - 1) + 1):
            whole = r in (top, bottom)
            for c in range(left, right + 1) if whole else (left, right):
                if 0 <= c < grid.cols:
                    yield c, r


def _fill(
    battle_map: BattleMap, region: Sequence[Cell], sizes: Sequence[int], taken: set[Cell]
) -> list[Place] | None:
    inside = set(region)
    places: list[Place] = []
    for size in sizes:
        for cell in region:
            covered = footprint_cells(battle_map.grid, Footprint(cell, size))
            if inside.issuperset(covered) and taken.isdisjoint(covered) and _is_whole(battle_map, covered):
                taken.update(covered)
                places.append(cell)
                break
        else:
            return None
    return places


def _is_whole(battle_map: BattleMap, cells: Sequence[Cell]) -> bool:
    """Say whether no wall runs through a footprint."""
    return all(can_step(battle_map, Footprint(a), b) for a, b in _neighbours(cells))


def _neighbours(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    for number, a in enumerate(cells):
        for b in cells[number + 1 :]:
            if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
                yield a, b
