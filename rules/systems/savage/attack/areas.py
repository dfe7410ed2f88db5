"""Templates on the map: whom they catch, what covers, and where a blast comes down (SW-160 to SW-168)."""

import math
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, partial
from typing import Any, TypeVar

from rules.engine.declared.measures import AreaTemplate
from rules.engine.state import BattleState
from rules.engine.text import text
from rules.map.areas import Area, Blast, Cone, Line, direction_of, slope_to
from rules.map.grid import (
    Footprint,
    cell_at,
    cell_centre,
    cell_corners,
    cells_apart,
    footprint_cells,
    footprint_centre,
)
from rules.map.line_of_fire import fire_from
from rules.map.model import BattleMap, Cell, Point
from rules.map.walls import stops, wall_index
from rules.systems.savage.attack.facts import cover_word
from rules.systems.savage.moves.places import cells_in_inch, stand_of
from rules.systems.savage.sheet.gear import Template
from rules.systems.savage.state import Fighter

CONE_WIDTH = 3
LINE_WIDTH = 1
HOURS = 12
_STEP = 0.02
_SHORT = 1e-6


def area_of(state: BattleState, template: Template, attacker: Fighter, aim: Cell) -> Area | None:
    """Lay a template on the map: a blast on the square, a cone or line towards it; None off the grid."""
    battle_map = state.map
    if battle_map is None:
        return None
    scale, centre = cells_in_inch(battle_map), cell_centre(battle_map.grid, aim)
    if template.radius:
        return Blast(centre, template.radius * scale)
    here = stand_of(state, attacker)
    if here is None:
        return None
    start = footprint_centre(battle_map.grid, here)
    if math.dist(start, centre) < _SHORT:
        return None
    apex = _leaving(battle_map, here, start, centre)
    direction = direction_of(start, centre)
    if template is Template.CONE:
        return Cone(apex, direction, template.length * scale, width=CONE_WIDTH * scale)
    return Line(apex, direction, template.length * scale, LINE_WIDTH * scale)


def _leaving(battle_map: BattleMap, here: Footprint, start: Point, end: Point) -> Point:
    """Give the point at which the line to a point leaves the footprint that it starts in (SW-160)."""
    farthest = 0.0
    for cell in footprint_cells(battle_map.grid, here):
        farthest = max(farthest, _exit(start, end, cell_corners(battle_map.grid, cell)))
    return (start[0] + farthest * (end[0] - start[0]), start[1] + farthest * (end[1] - start[1]))


def _exit(start: Point, end: Point, corners: tuple[Point, ...]) -> float:
    """Give the share of a line at which it leaves a convex polygon listed clockwise; 0 if it misses it."""
    enter, leave = 0.0, math.inf
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        before = (x2 - x1) * (start[1] - y1) - (y2 - y1) * (start[0] - x1)
        slope = (x2 - x1) * (end[1] - start[1]) - (y2 - y1) * (end[0] - start[0])
        if abs(slope) < _SHORT:
            if before < -_SHORT:
                return 0.0
        elif slope > 0:
            enter = max(enter, -before / slope)
        else:
            leave = min(leave, -before / slope)
    return leave if enter <= leave < math.inf else 0.0


def caught_by(state: BattleState, template: Template, attacker: Fighter, aim: Cell) -> tuple[str, ...]:
    """List whom a template catches, nearest first, then in list order (SW-164, SW-168)."""
    battle_map = state.map
    area = area_of(state, template, attacker, aim)
    if battle_map is None or area is None:
        return ()
    standing = {}
    for other in state.combatants.values():
        here = stand_of(state, other)
        if here is not None and (template.radius or other.id != attacker.id):
            standing[other.id] = here
    blast = bool(template.radius)
    origin = Footprint(aim) if blast else stand_of(state, attacker)
    assert origin is not None

    def look() -> tuple[str, ...]:
        start, aimed = None if blast else origin, cell_centre(battle_map.grid, aim)
        slope = slope_to(battle_map, area, start, aimed, standing.values())
        names = area.caught(
            battle_map, standing, touch=blast, brush=not blast, stopped_by_walls=True, slope=slope
        )
        return tuple(sorted(names, key=lambda id_: cells_apart(battle_map.grid, origin, standing[id_])))

    return _once(battle_map, ("caught", area, origin, aim, tuple(standing.items())), look)


_KEPT = 4096
_T = TypeVar("_T")


def _nothing_yet(_: BattleMap) -> dict[Hashable, Any]:
    return {}


def _once(battle_map: BattleMap, key: Hashable, look: Callable[[], _T]) -> _T:
    """Look at a map, or remember what was seen: odds ask of the same squares again and again."""
    kept = battle_map.derived(_nothing_yet)
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[key] = look()
    found: _T = kept[key]
    return found


def covers_from(state: BattleState, centre: Cell, caught: tuple[str, ...]) -> Mapping[str, str]:
    """Name the cover between a blast's centre and each of the caught (SW-168)."""
    battle_map = state.map
    if battle_map is None:
        return {}
    found = {}
    for id_ in caught:
        there = stand_of(state, state.combatants[id_])
        if there is not None:
            look = partial(_cover_between, battle_map, centre, there)
            found[id_] = _once(battle_map, ("cover", centre, there), look)
    return found


def _cover_between(battle_map: BattleMap, centre: Cell, there: Footprint) -> str:
    return cover_word(fire_from(battle_map, cell_centre(battle_map.grid, centre), there))


def deviated_to(battle_map: BattleMap, thrower: Point, aim: Cell, inches: int, hour: int) -> Cell:
    """Give the cell in which a blast comes down (SW-167, SW-R39).

    Args:
        hour: of a clock face, 12 straight on along the throw, 3 to the thrower's right.
    """
    if not inches:
        return aim
    look = partial(_flown_to, battle_map, thrower, aim, inches, hour)
    return _once(battle_map, ("flown", thrower, aim, inches, hour), look)


def _flown_to(battle_map: BattleMap, thrower: Point, aim: Cell, inches: int, hour: int) -> Cell:
    start = cell_centre(battle_map.grid, aim)
    turn = math.tau * (hour % HOURS) / HOURS
    onward = math.atan2(start[1] - thrower[1], start[0] - thrower[0]) + turn
    length = inches * cells_in_inch(battle_map)
    flown = _until_stopped(battle_map, start, onward, length)
    while flown > 0:
        point = start[0] + flown * math.cos(onward), start[1] + flown * math.sin(onward)
        cell = cell_at(battle_map.grid, (round(point[0], 9), round(point[1], 9)))
        if cell is not None:
            return cell
        flown -= _STEP
    return aim


def _until_stopped(battle_map: BattleMap, start: Point, direction: float, length: float) -> float:
    end = start[0] + length * math.cos(direction), start[1] + length * math.sin(direction)
    hits = wall_index(battle_map).meetings([start], [end], stops(battle_map).fire)
    if not len(hits.enter):
        return length
    return max(0.0, float(hits.enter.min()) * length - _SHORT)


@lru_cache(maxsize=1)
def named_areas() -> tuple[AreaTemplate, ...]:
    """List the templates as the measuring tool shows them, in cells of an inch (SW-160)."""
    blasts = (
        AreaTemplate(
            id=template.value,
            label=label,
            shape="blast",
            sizes={"radius": template.radius},
            touch=True,
            rule="SW-160",
        )
        for template, label in (
            (Template.SMALL_BLAST, text("Small blast")),
            (Template.MEDIUM_BLAST, text("Medium blast")),
            (Template.LARGE_BLAST, text("Large blast")),
        )
    )
    cone = {"length": Template.CONE.length, "width": CONE_WIDTH}
    line = {"length": Template.LINE.length, "width": LINE_WIDTH}
    return (
        *blasts,
        AreaTemplate(id="cone", label=text("Cone"), shape="cone", sizes=cone, rule="SW-160"),
        AreaTemplate(id="line", label=text("Line"), shape="line", sizes=line, rule="SW-160"),
    )
