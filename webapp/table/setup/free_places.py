"""Free places for combatants that come onto a map: near each other, where nobody is shut in."""

from collections.abc import Collection, Iterator, Sequence

from rules.engine.refusal import Refusal
from rules.engine.state import BattleState
from rules.engine.text import text
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
    *,
    pocket: bool = False,
) -> list[Place]:
    """Find a place for each of several combatants, in their order, all within one stretch of open ground.

    Args:
        sizes: the sides of their footprints, in cells.
        taken: cells that somebody stands on.
        near: where to begin to look, a cell or a zone's id; None begins at the top left.
        pocket: whether a small room will do where they all fit into it, as somebody has pointed there.

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
        if len(region) < _ROOMY and not pocket:
            small.append(region)
        elif places := _fill(battle_map, region, sizes, set(taken)):
            return places
    for region in small:
        if places := _fill(battle_map, region, sizes, set(taken)):
            return places
    raise Refusal("no-room", text("The map has no room left for so many; take some away, or add fewer."))


def places_in_shape(
    battle_map: BattleMap,
    stood: Sequence[Place | None],
    sizes: Sequence[int],
    taken: Collection[Cell] = (),
    near: Place | None = None,
) -> list[Place]:
    """Find places for several combatants where they stand to each other as they once did, perhaps elsewhere.

    The very places come first, if all are free; then the nearest where the whole shape fits on one stretch
    of open ground; where it fits nowhere they are put down as `free_places` does.

    Args:
        stood: where each once stood: a cell, a zone's id, or None for who stood nowhere.
        sizes, taken, near: as for `free_places`.

    Raises:
        Refusal: `no-room`, if they do not all fit.
    """
    if battle_map.grid.kind is GridKind.ZONES:
        zones = {zone.id for zone in battle_map.zones}
        others = iter(free_places(battle_map, sizes, taken, near))
        return [at if at in zones else other for at, other in zip(stood, others, strict=True)]
    cells = [at for at in stood if isinstance(at, tuple)]
    if len(cells) == len(stood):
        for region in _regions(battle_map, near or cells[0]):
            inside, free = set(region), set(region).difference(taken)
            for start in dict.fromkeys((cells[0], *region)):
                if places := _shape_from(battle_map, start, cells, sizes, inside, free):
                    return list(places)
    return free_places(battle_map, sizes, taken, near)


def _shape_from(
    battle_map: BattleMap,
    start: Cell,
    cells: Sequence[Cell],
    sizes: Sequence[int],
    inside: Collection[Cell],
    free: set[Cell],
) -> list[Cell] | None:
    """Move a shape so that its first member stands on `start`; None where somebody has no room there."""
    across, down = start[0] - cells[0][0], start[1] - cells[0][1]
    if battle_map.grid.kind is not GridKind.SQUARE and (across % 2 or down % 2):
        return None  # on hexes, an odd shift bends the shape
    left = set(free)
    places = [(column + across, row + down) for column, row in cells]
    for place, size in zip(places, sizes, strict=True):
        if place not in inside:
            return None
        covered = footprint_cells(battle_map.grid, Footprint(place, size))
        if not left.issuperset(covered) or not _is_whole(battle_map, covered):
            return None
        left.difference_update(covered)
    return places


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


def cells_taken(state: BattleState) -> set[Cell]:
    """List the cells that somebody stands on."""
    if state.map is None or state.map.grid.kind is GridKind.ZONES:
        return set()
    standing = (Footprint(c.at, c.size) for c in state.combatants.values() if c.at is not None)
    return {cell for footprint in standing for cell in footprint_cells(state.map.grid, footprint)}
