"""Areas laid over the map: how they lie, whom of those known they catch, and where walls cut them.

What the book has a name for is listed as templates.
"""

import math
from collections.abc import Collection, Mapping
from typing import Any

from rules.engine.names import side_words
from rules.engine.refusal import Refusal
from rules.engine.text import Text, as_typed, key_words, text
from rules.map.area_json import read_area
from rules.map.area_outline import outlines
from rules.map.areas import direction_of
from rules.map.grid import Footprint, cell_centre, has_cells
from rules.map.map_json import MapError
from webapp.drawing.measured_table import (
    FARTHEST,
    Answer,
    Table,
    bound,
    centre_of,
    length_words,
    on_page,
    read_number,
    read_point,
    rounded,
    snapped,
    zone_at,
)
from webapp.drawing.tokens import side_numbers
from webapp.drawing.zone_layout import lay_out


def lay_area(table: Table, data: Mapping[str, Any]) -> Answer:
    """Lay an area over the map, and tell whom of those known it catches.

    Args:
        data: `shape`; `at` in map units; `size` (a radius or a length) and `width` in the map's unit, and
        `direction`, or `to`, a point in map units that gives size and direction; `angle`; `touch` to catch
        whom it merely touches, `walls` to be stopped by them, `free` not to snap; `from`, whom it begins on.
    Raises:
        Refusal: `bad-command` or `unknown-combatant`.
    """
    if not has_cells(table.grid):
        return _lay_zone(table, data)
    per_cell, unit = table.grid.per_cell, table.grid.unit
    shape, free = str(data.get("shape")), data.get("free") is True
    at = read_point(data.get("at"))
    if not free:
        at = snapped(table.grid, at)
    start = bound(table, data.get("from"))
    if start is not None and isinstance(start.at, tuple):
        at = cell_centre(table.grid, start.at) if start.size == 1 else centre_of(table.grid, start)
    size = read_number(data, "size", per_cell) / per_cell
    direction = read_number(data, "direction", 0.0) % 360.0
    if data.get("to") is not None:
        to = read_point(data["to"])
        far = math.dist(at, to)
        size = max(far, 0.1) if free else max(round(far * 2) / 2, 0.5)
        direction = direction_of(at, to) if free else round(direction_of(at, to) / 5) * 5.0 % 360.0
    asked: dict[str, Any] = {"shape": shape, "at": at}
    if shape == "blast":
        asked["radius"] = size
    else:
        asked.update(direction=direction, length=size)
        if shape == "line" or (shape == "cone" and data.get("angle") is None):
            asked["width"] = read_number(data, "width", per_cell) / per_cell
        else:
            asked["angle"] = read_number(data, "angle", 60.0)
    try:
        area = read_area(asked)
    except MapError as problem:
        raise Refusal("bad-command", text("This is no area: {problem}", problem=str(problem))) from None
    if max(size, asked.get("width", 0.0)) > FARTHEST:
        raise Refusal("bad-command", text("An area reaches {most} cells at most.", most=float(FARTHEST)))
    touch, walls = data.get("touch") is True, data.get("walls") is True
    footprints = {
        i: Footprint(c.at, c.size, c.altitude) for i, c in table.people().items() if isinstance(c.at, tuple)
    }
    caught = area.caught(table.battle_map, footprints, touch=touch, stopped_by_walls=walls)
    turn = math.radians(direction)
    tip = at[0] + size * math.cos(turn), at[1] + size * math.sin(turn)
    pieces = outlines(table.battle_map, area, stopped_by_walls=walls)
    return {
        "at": on_page(at),
        "tip": on_page(tip),
        "direction": round(direction, 1),
        "size": rounded(size * per_cell),
        "words": _area_words(shape, size * per_cell, unit),
        "outline": [[on_page(corner) for corner in piece] for piece in pieces],
        "blocked": walls and not pieces,
        "caught": _by_side(table, caught),
    }


_SHAPES = {"blast": text("blast"), "cone": text("cone"), "line": text("line")}


def _area_words(shape: str, size: float, unit: str) -> Text:
    words, length = _SHAPES.get(shape) or key_words(shape), length_words(size, unit)
    if shape == "blast":
        return text("{shape}, radius {length}", shape=words, length=length)
    return text("{shape}, {length}", shape=words, length=length)


def _lay_zone(table: Table, data: Mapping[str, Any]) -> Answer:
    """Catch everybody in the zone: a map of zones alone has nothing smaller."""
    point = read_point(data.get("at"))
    zone = zone_at(table.battle_map, point)
    layout = lay_out(table.battle_map)
    name = next((as_typed(z.name) for z in table.battle_map.zones if z.id == zone), text("no zone"))
    caught = [i for i, c in table.people().items() if zone is not None and c.at == zone]
    at = list(layout.middle(zone)) if zone is not None else on_page(point)
    outline = [[list(corner) for corner in layout.outlines[zone]]] if zone is not None else []
    return {
        "at": at,
        "tip": at,
        "direction": 0.0,
        "size": 0,
        "words": name,
        "outline": outline,
        "blocked": False,
        "caught": _by_side(table, caught),
    }


def _by_side(table: Table, caught: Collection[str]) -> list[Answer]:
    """Group those caught by side, in the order in which the sides came."""
    numbers = side_numbers(table.state, table.met)
    people = [table.state.combatants[who] for who in caught]
    sides = sorted({c.side for c in people}, key=numbers.__getitem__)
    return [
        {
            "words": side_words(side),
            "number": numbers[side],
            "people": [{"who": c.id, "name": c.name} for c in people if c.side == side],
        }
        for side in sides
    ]


def template_list(table: Table) -> Answer:
    """Give the areas that the system's book has a name for, sizes in the map's unit."""
    per_cell = table.grid.per_cell
    return {
        "unit": table.grid.unit,
        "per_cell": per_cell,
        "templates": [
            {
                "id": template.id,
                "label": template.label,
                "shape": template.shape,
                "size": template.sizes.get("radius", template.sizes.get("length", 1.0)) * per_cell,
                "width": template.sizes["width"] * per_cell if "width" in template.sizes else None,
                "angle": template.sizes.get("angle"),
                "touch": template.touch,
                "walls": template.stopped,
                "rule": template.rule,
            }
            for template in table.system.templates
        ],
    }
