"""Facing: its directions on each grid, the arcs around it, and what one faces first (GU-502, GU-506)."""

from collections.abc import Mapping

from rules.engine.moves.ways import footprint_of
from rules.engine.state import BattleState
from rules.map.areas import direction_of
from rules.map.grid import Diagonals, Footprint, cells_apart, footprint_centre, has_cells
from rules.map.model import BattleMap, Grid, GridKind, Point
from rules.systems.gurps.state import DIRECTIONS, Fighter

_SQUARE = {name: 45.0 * number for number, name in enumerate(DIRECTIONS)}
_HEX_ROWS = {"ne": 30.0, "e": 90.0, "se": 150.0, "sw": 210.0, "w": 270.0, "nw": 330.0}
_HEX_COLUMNS = {"n": 0.0, "ne": 60.0, "se": 120.0, "s": 180.0, "sw": 240.0, "nw": 300.0}
_DEGREES: Mapping[GridKind, Mapping[str, float]] = {
    GridKind.SQUARE: _SQUARE,
    GridKind.HEX_ROWS: _HEX_ROWS,
    GridKind.HEX_COLUMNS: _HEX_COLUMNS,
}
FRONT, SIDE, BACK = "front", "side", "back"
_ROUNDING = 1e-9


def directions(battle_map: BattleMap | None) -> Mapping[str, float]:
    """Give the directions that a grid has, in degrees clockwise from north (GU-506)."""
    return _SQUARE if battle_map is None else _DEGREES.get(battle_map.grid.kind, _SQUARE)


def bearing(start: Point, end: Point) -> float:
    """Give the direction from one point to another in degrees clockwise from north."""
    return (direction_of(start, end) + 90.0) % 360.0


def turn_between(one: float, other: float) -> float:
    """Give the angle between two directions, from 0 to 180 degrees."""
    apart = abs(one - other) % 360.0
    return min(apart, 360.0 - apart)


def distance_between(grid: Grid, one: Footprint, other: Footprint) -> int:
    """Give the whole yards between two places, in a straight line (GU-501)."""
    return cells_apart(grid, one, other, Diagonals.TRUE)


def own_facing(state: BattleState, combatant: Fighter) -> str | None:
    """Give the facing that somebody takes by itself, towards the nearest enemy; None without one (GU-507)."""
    here = footprint_of(combatant)
    if state.map is None or here is None or not has_cells(state.map.grid):
        return None
    grid = state.map.grid
    enemies = [
        there
        for other in state.combatants.values()
        if other.side != combatant.side and (there := footprint_of(other)) is not None
    ]
    if not enemies:
        return None
    nearest = min(enemies, key=lambda there: distance_between(grid, here, there))
    line = bearing(footprint_centre(grid, here), footprint_centre(grid, nearest))
    known = directions(state.map)
    # min keeps the first of equals, and these are listed clockwise from north.
    return min(known, key=lambda name: round(turn_between(known[name], line), 9))


def facing_of(state: BattleState, combatant: Fighter) -> str:
    """Give the facing of somebody: its own, or the one it would take, or the first that the grid has."""
    known = directions(state.map)
    own: str | None = combatant.state.facing
    if own is not None and own in known:
        return own
    return own_facing(state, combatant) or next(iter(known))


def arc_of(state: BattleState, attacker: Fighter, target: Fighter) -> str:
    """Tell in which arc of the target an attacker stands; without cells all stand in front (GU-502)."""
    here, there = footprint_of(attacker), footprint_of(target)
    if state.map is None or here is None or there is None or not has_cells(state.map.grid):
        return FRONT
    grid = state.map.grid
    return arc_from(state, target, footprint_centre(grid, there), footprint_centre(grid, here))


def arc_from(state: BattleState, target: Fighter, middle: Point, origin: Point) -> str:
    """Tell in which arc of a target a point lies."""
    if middle == origin:
        return FRONT
    off = turn_between(directions(state.map)[facing_of(state, target)], bearing(middle, origin))
    if off <= 90.0 + _ROUNDING:
        return FRONT
    return BACK if off > 150.0 + _ROUNDING else SIDE
