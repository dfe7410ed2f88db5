"""Who stands where and next to whom, and inches on any map (SW-55, SW-57 to SW-59)."""

import math
from collections.abc import Iterable

import numpy as np

from rules.engine.battle_events import Moved
from rules.engine.exchange import Exchange
from rules.engine.facts import kept_with_map
from rules.engine.state import BattleState, BattleView
from rules.map.distance import apart
from rules.map.grid import (
    Footprint,
    cell_centre,
    cells_apart,
    fits,
    footprint_cells,
    footprint_centre,
    has_cells,
    neighbours,
)
from rules.map.model import BattleMap, Cell, Place, Point, WallKind
from rules.map.movement import can_step
from rules.map.walls import Bools, stops, wall_index
from rules.systems.savage.state import Fighter, mount_of, rider_of

YARDS = "yd"
YARDS_IN_INCH = 2
_ROUNDING = 1e-9


def cells_in_inch(battle_map: BattleMap) -> float:
    """Give how many cells an inch is: one, or by the scale of a map in yards (SW-55)."""
    grid = battle_map.grid
    return (YARDS_IN_INCH if grid.unit == YARDS else 1) / grid.per_cell


def stand_of(state: BattleState, who: Fighter) -> Footprint | None:
    """Give the cells that somebody stands on; a rider's are the mount's. None off the grid (SW-59)."""
    carrier = mount_of(state, who.id) or who
    if state.map is None or not has_cells(state.map.grid):
        return None
    return (
        None
        if carrier.at is None or isinstance(carrier.at, str)
        else Footprint(carrier.at, carrier.size, carrier.altitude)
    )


def inches_apart(battle_map: BattleMap, here: Footprint, there: Footprint) -> int:
    """Measure in inches, rounded up: 1 where they touch, else 2 or more (SW-55, SW-R50, SW-R90)."""
    cells = apart(battle_map, here, there)
    if cells <= 1:
        return cells
    return max(2, math.ceil(cells / cells_in_inch(battle_map) - _ROUNDING))


@kept_with_map
def are_adjacent(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    """Tell whether two are next to each other, with no wall, window or shut door between (SW-57)."""
    cells = apart(battle_map, here, there)
    return _nothing_parts(battle_map, here, there) if cells == 1 else cells < 1


def _nothing_parts(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    starts, ends = _nearest_pairs(battle_map, here, there)
    met = wall_index(battle_map).meets_any(starts, ends, _parting(battle_map))
    return not bool(met.all())


def parts_by_window(battle_map: BattleMap, here: Footprint, there: Footprint) -> bool:
    """Tell whether no straight line between two is free of walls, and a window stands in one (SW-C3)."""
    windows = battle_map.derived(_build_windows)
    if not windows.any() or apart(battle_map, here, there) == 0:
        return False
    index = wall_index(battle_map)
    starts, ends = _nearest_pairs(battle_map, here, there)
    is_parted = index.meets_any(starts, ends, _parting(battle_map)).all()
    return bool(is_parted and index.meets_any(starts, ends, windows).any())


def _build_windows(battle_map: BattleMap) -> Bools:
    return np.array([wall.kind is WallKind.WINDOW for wall in battle_map.walls], dtype=bool)


def _nearest_pairs(
    battle_map: BattleMap, here: Footprint, there: Footprint
) -> tuple[list[Point], list[Point]]:
    """Give the centres of the nearest cells of two, pair by pair (SW-57)."""
    grid = battle_map.grid
    every = [
        (cells_apart(grid, Footprint(a), Footprint(b)), a, b)
        for a in footprint_cells(grid, here)
        for b in footprint_cells(grid, there)
    ]
    least = min(cells for cells, _, _ in every)
    pairs = [(a, b) for cells, a, b in every if cells == least]
    return [cell_centre(grid, a) for a, _ in pairs], [cell_centre(grid, b) for _, b in pairs]


def _parting(battle_map: BattleMap) -> Bools:
    """Tell of each wall whether it parts those who stand on its two sides."""
    return battle_map.derived(_build_parting)


def _build_parting(battle_map: BattleMap) -> Bools:
    parting: Bools = stops(battle_map).movement.copy()
    for number, wall in enumerate(battle_map.walls):
        if wall.kind in (WallKind.LOW, WallKind.SIGHT):
            parting[number] = False
    return parting


def next_to(state: BattleState, who: Fighter) -> tuple[Fighter, ...]:
    """List all who stand next to somebody in list order, but for things and the dead (SW-57, SW-234)."""
    here = stand_of(state, who)
    if here is None or state.map is None:
        return ()
    found = []
    for other in state.combatants.values():
        if other.id == who.id or other.sheet.is_object or other.state.dead:
            continue
        there = stand_of(state, other)
        if there is not None and are_adjacent(state.map, here, there):
            found.append(other)
    return tuple(found)


def fighters_next_to(state: BattleState, who: Fighter, *, enemies: bool) -> tuple[str, ...]:
    """List the able-bodied enemies, or friends, next to somebody, a mounted pair as one (SW-57, SW-R51)."""
    own = {other.id for other in (mount_of(state, who.id), rider_of(state, who.id)) if other is not None}
    near = {
        other.id
        for other in next_to(state, who)
        if (other.side != who.side) is enemies and not other.state.is_out and other.id not in own
    }
    return tuple(id_ for id_ in near_in_order(state, near) if not _is_other_half(state, id_))


def near_in_order(state: BattleState, which: Iterable[str]) -> tuple[str, ...]:
    """Put ids into the order of the combatant list."""
    wanted = set(which)
    return tuple(id_ for id_ in state.combatants if id_ in wanted)


def _is_other_half(state: BattleState, who: str) -> bool:
    """Tell whether somebody is the half of a mounted pair that does not stand for it (SW-57)."""
    mount, rider = mount_of(state, who), rider_of(state, who)
    if rider is not None:
        return bool(rider.state.is_able)
    return mount is not None and not state.combatants[who].state.is_able


def centre_of(state: BattleState, who: Fighter) -> Point | None:
    """Give the middle of where somebody stands, in cells."""
    here = stand_of(state, who)
    return None if here is None or state.map is None else footprint_centre(state.map.grid, here)


def held_cells(state: BattleState, but: Iterable[str]) -> dict[str, tuple[Cell, ...]]:
    """Give the cells that everybody stands on, but those named and those whom others ride or carry."""
    leave = set(but)
    found: dict[str, tuple[Cell, ...]] = {}
    for other in state.combatants.values():
        cells = () if other.id in leave else cells_of(state, other)
        if cells:
            found[other.id] = cells
    return found


def cells_of(state: BattleState, who: Fighter) -> tuple[Cell, ...]:
    """Give the cells that somebody stands on; none off the grid."""
    here = stand_of(state, who)
    return () if here is None or state.map is None else footprint_cells(state.map.grid, here)


def step_beside(view: BattleView, who: str, beside: str) -> Exchange[None]:
    """Put somebody who has left the saddle on the first free place next to the mount (SW-134, SW-188)."""
    place = free_place(view.state, view.combatant(who), view.combatant(beside))
    if place is not None:
        yield Moved(who=who, to=place)


def free_place(state: BattleState, who: Fighter, beside: Fighter) -> Place | None:
    """Find the first free place next to somebody, clockwise from the east; None without cells or room."""
    battle_map, here = state.map, stand_of(state, beside)
    if battle_map is None or here is None:
        return None
    taken = {cell for cells in held_cells(state, (who.id,)).values() for cell in cells}
    cells = footprint_cells(battle_map.grid, here)
    around = dict.fromkeys(near for cell in cells for near in neighbours(battle_map.grid, cell))
    for cell in around:
        stand = Footprint(cell, who.size)
        free = fits(battle_map.grid, stand) and not taken & set(footprint_cells(battle_map.grid, stand))
        if free and any(can_step(battle_map, Footprint(own), cell) for own in cells):
            return cell
    return None
