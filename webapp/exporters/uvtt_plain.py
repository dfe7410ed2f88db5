"""What of a map Universal VTT can say in its own words: size, walls, doors, lights.

The format knows one kind of wall, and doors that are closed or not. So what cannot be seen through is a wall,
and a secret door is one too: other programs show doors to everybody. Windows and open doors are portals that
are not closed, which is what a window is in one program and an open door in another. Low walls are left out:
as walls they would stop all sight.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import atan2, ceil
from typing import Any

from rules.map.model import BattleMap, Brightness, DoorState, Grid, GridKind, Light, Point, Wall, WallKind
from webapp.drawing.zone_layout import UNIT, lay_out

OWN_KEY = "battlemat"
"""What our own part of a file stands under, which holds all that the format has no words for."""
OWN_VERSION = 1
_AMBIENT = {Brightness.BRIGHT: "ffffffff", Brightness.DIM: "ff808080", Brightness.DARK: "ff202020"}

Segment = tuple[Point, Point]


def extent(battle_map: BattleMap) -> tuple[int, int]:
    """Count the whole cells, across and down from (0, 0), that hold all of the map that is drawn."""
    grid = battle_map.grid
    if grid.kind is GridKind.SQUARE:
        return grid.cols, grid.rows
    if grid.kind is not GridKind.ZONES:
        layout = lay_out(BattleMap(Grid(grid.kind, grid.cols, grid.rows)))
        return max(1, ceil(layout.width / UNIT)), max(1, ceil(layout.height / UNIT))
    box = battle_map.picture
    reach = [(box.at[0] + box.size[0], box.at[1] + box.size[1])] if box else []
    reach += [corner for zone in battle_map.zones for corner in zone.polygon]
    if not reach:
        layout = lay_out(battle_map)
        reach = [(layout.width / UNIT, layout.height / UNIT)]
    across, down = (max(point[n] for point in reach) for n in (0, 1))
    return max(1, ceil(across)), max(1, ceil(down))


def plain_fields(battle_map: BattleMap) -> dict[str, Any]:
    """Write down all but the picture and its resolution in pixels."""
    across, down = extent(battle_map)
    stopping = [wall for wall in battle_map.walls if wall.start != wall.end and _stops_sight(wall)]
    gaps = [wall for wall in battle_map.walls if wall.start != wall.end and _is_portal(wall)]
    return {
        "format": 0.3,
        "resolution": {"map_origin": _point((0, 0)), "map_size": _point((across, down))},
        "line_of_sight": [list(map(_point, line)) for line in polylines((w.start, w.end) for w in stopping)],
        "objects_line_of_sight": [],
        "portals": [_portal(wall) for wall in gaps],
        "environment": {
            "baked_lighting": battle_map.ambient is Brightness.BRIGHT,
            "ambient_light": _AMBIENT[battle_map.ambient],
        },
        "lights": [_light(light) for light in battle_map.lights],
    }


def agree(one: Any, other: Any) -> bool:
    """Say whether two pieces of JSON mean the same: numbers to a hundred thousandth, keys that both have."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return all(agree(value, other[key]) for key, value in one.items() if key in other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (one, other))
    return abs(one - other) <= 1e-5 if numbers else bool(one == other)


def polylines(segments: Iterable[Segment]) -> list[list[Point]]:
    """Join segments end to end into lines, as long as each end meets exactly one other."""
    pieces = list(segments)
    meeting: dict[Point, list[int]] = defaultdict(list)
    for number, piece in enumerate(pieces):
        for end in piece:
            meeting[end].append(number)
    free = dict.fromkeys(range(len(pieces)))
    lines = []
    while free:
        number = next(iter(free))
        del free[number]
        line = list(pieces[number])
        for _ in range(2):  # on from its end, then, turned round, from its start
            while (following := _following(pieces, meeting[line[-1]], free)) is not None:
                del free[following]
                start, end = pieces[following]
                line.append(end if start == line[-1] else start)
            line.reverse()
        lines.append(line)
    return lines


def _following(pieces: Sequence[Segment], here: Sequence[int], free: Mapping[int, None]) -> int | None:
    """Give the one segment that goes on from an end where exactly two meet."""
    onward = [number for number in here if number in free]
    return onward[0] if len(here) == 2 and onward else None


def _stops_sight(wall: Wall) -> bool:
    return wall.kind in (WallKind.WALL, WallKind.SIGHT) or wall.state is DoorState.SECRET


def _is_portal(wall: Wall) -> bool:
    is_door = wall.kind is WallKind.DOOR and wall.state is not DoorState.SECRET
    return is_door or wall.kind is WallKind.WINDOW


def _portal(wall: Wall) -> dict[str, Any]:
    (x1, y1), (x2, y2) = wall.start, wall.end
    return {
        "position": _point(((x1 + x2) / 2, (y1 + y2) / 2)),
        "bounds": [_point(wall.start), _point(wall.end)],
        "rotation": round(atan2(y2 - y1 + 0.0, x2 - x1 + 0.0), 6),  # of -0.0 it would be turned about
        "closed": wall.kind is WallKind.DOOR and wall.state is not DoorState.OPEN,
        "freestanding": False,
    }


def _light(light: Light) -> dict[str, Any]:
    return {
        "position": _point(light.at),
        "range": light.range_cells,
        "intensity": light.intensity,
        "color": "ff" + light.colour.removeprefix("#").lower(),
        "shadows": light.shadows,
    }


def _point(point: Sequence[float]) -> dict[str, float]:
    return {"x": point[0], "y": point[1]}
