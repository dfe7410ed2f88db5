"""Which doors somebody stands next to (our ruling AT-R27)."""

from math import dist

from rules.engine.state import Combatant
from rules.map.grid import Footprint, cell_centre, footprint_cells, has_cells
from rules.map.model import BattleMap, DoorState, Point, Wall, WallKind
from rules.map.walls import stops, wall_index

ARM = 1.0
"""How far a door may be from the middle of one's nearest cell, in cells."""
_SHORT_OF = 0.95  # of the way to the door: its own ends touch the walls that it stands between


def doors_at_hand(battle_map: BattleMap | None, who: Combatant) -> tuple[Wall, ...]:
    """List the doors that somebody can lay hands on. A secret door is no door to anybody."""
    if battle_map is None or who.at is None or not has_cells(battle_map.grid):
        return ()
    cells = footprint_cells(battle_map.grid, Footprint(who.at, who.size))
    centres = [cell_centre(battle_map.grid, cell) for cell in cells]
    return tuple(
        wall
        for number, wall in enumerate(battle_map.walls)
        if wall.kind is WallKind.DOOR
        and wall.state is not DoorState.SECRET
        and any(_at_hand(battle_map, number, wall, centre) for centre in centres)
    )


def find_door(battle_map: BattleMap | None, wall_id: str) -> Wall | None:
    """Find a door that anybody may know of."""
    walls = battle_map.walls if battle_map else ()
    found = (w for w in walls if w.id == wall_id and w.kind is WallKind.DOOR)
    return next((wall for wall in found if wall.state is not DoorState.SECRET), None)


def _at_hand(battle_map: BattleMap, number: int, door: Wall, stand: Point) -> bool:
    if _distance(stand, door) > ARM:
        return False
    middle = (door.start[0] + door.end[0]) / 2, (door.start[1] + door.end[1]) / 2
    end = tuple(here + (there - here) * _SHORT_OF for here, there in zip(stand, middle, strict=True))
    others = stops(battle_map).movement.copy()
    others[number] = False
    return not wall_index(battle_map).meets_any([stand], [end], others)[0]


def _distance(point: Point, wall: Wall) -> float:
    (x, y), (x1, y1), (x2, y2) = point, wall.start, wall.end
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return dist(point, (x1 + share * dx, y1 + share * dy))
