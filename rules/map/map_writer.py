"""Write a map, whole or a part of it, as scenarios and saved maps have it (README.md)."""

from typing import Any

from rules.map.level_json import write_level, write_passage
from rules.map.levels import is_frame
from rules.map.model import (
    BattleMap,
    Brightness,
    Elevation,
    Floor,
    Ground,
    Light,
    PictureBox,
    Point,
    Surface,
    Wall,
    Zone,
)


def write_map(battle_map: BattleMap) -> dict[str, Any]:
    """Write a map as `read_map` reads it: plain lists, dicts, strings and numbers."""
    grid = battle_map.grid
    data: dict[str, Any] = {
        "grid": {
            "kind": grid.kind.value,
            "cols": grid.cols,
            "rows": grid.rows,
            "per_cell": _plain(grid.per_cell),
            "unit": grid.unit,
        },
        "walls": [write_wall(wall) for wall in battle_map.walls if not is_frame(wall.id)],
        "ground": [write_ground(ground) for ground in battle_map.ground],
        "elevation": [write_elevation(raised) for raised in battle_map.elevation],
        "zones": [write_zone(zone) for zone in battle_map.zones],
        "lights": [write_light(light) for light in battle_map.lights],
    }
    if battle_map.picture is not None:
        data["picture"] = write_picture(battle_map.picture)
    if battle_map.ambient is not Brightness.BRIGHT:
        data["ambient"] = battle_map.ambient.value
    if battle_map.surface is not Surface.PLAIN:
        data["surface"] = battle_map.surface.value
    if battle_map.floors:
        data["floors"] = [write_floor(floor) for floor in battle_map.floors]
    if battle_map.levels:
        data["levels"] = [write_level(level) for level in battle_map.levels]
    if battle_map.passages:
        data["passages"] = [write_passage(passage) for passage in battle_map.passages]
    return data


def write_wall(wall: Wall) -> dict[str, Any]:
    """Write a wall as a map lists it; what it does not have is left out."""
    data: dict[str, Any] = {
        "id": wall.id,
        "from": _pair(wall.start),
        "to": _pair(wall.end),
        "kind": wall.kind.value,
    }
    if wall.state is not None:
        data["state"] = wall.state.value
    if wall.material is not None:
        data["material"] = wall.material
    if wall.height is not None:
        data["height"] = _plain(wall.height)
    return data


def write_ground(ground: Ground) -> dict[str, Any]:
    """Write difficult ground as a map lists it."""
    return {
        "cells": [list(cell) for cell in ground.cells],
        "cost": _plain(ground.cost),
        "name": ground.name,
    }


def write_elevation(raised: Elevation) -> dict[str, Any]:
    """Write raised cells as a map lists them."""
    return {"cells": [list(cell) for cell in raised.cells], "height": _plain(raised.height)}


def write_floor(floor: Floor) -> dict[str, Any]:
    """Write a floor as a map lists it."""
    return {"cells": [list(cell) for cell in floor.cells], "surface": floor.surface.value}


def write_zone(zone: Zone) -> dict[str, Any]:
    """Write a zone as a map lists it."""
    return {
        "id": zone.id,
        "name": zone.name,
        "polygon": [_pair(point) for point in zone.polygon],
        "links": list(zone.links),
    }


def write_light(light: Light) -> dict[str, Any]:
    """Write a light as a map lists it."""
    data: dict[str, Any] = {
        "at": _pair(light.at),
        "range": _plain(light.range_cells),
        "colour": light.colour,
        "intensity": _plain(light.intensity),
        "shadows": light.shadows,
    }
    if light.bright_cells is not None:
        data["bright"] = _plain(light.bright_cells)
    return data


def write_picture(picture: PictureBox) -> dict[str, Any]:
    """Write where the picture lies, and which it is if it is not the map's first."""
    data: dict[str, Any] = {"at": _pair(picture.at), "size": _pair(picture.size)}
    return {**data, "id": picture.id} if picture.id else data


def _plain(number: float) -> float:
    """Write a whole number without a fraction, as people do."""
    return int(number) if number == int(number) else number


def _pair(point: Point) -> list[float]:
    return [_plain(point[0]), _plain(point[1])]
