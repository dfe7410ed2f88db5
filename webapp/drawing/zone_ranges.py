"""The zones that a system counts in, drawn or in blocks, laid over a map with their ranges from somebody."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.map.grid import cell_centre, cell_corners
from rules.map.model import BattleMap, Cell, Grid
from webapp.drawing.measured_table import Answer, Table, bound
from webapp.drawing.zone_layout import UNIT, lay_out


def zones_from(table: Table, data: Mapping[str, Any]) -> Answer:
    """Give the zones that the system counts in as outlines, each with its range from somebody (`from`).

    Raises:
        Refusal: `unknown-combatant`.
    """
    start = bound(table, data.get("from"))
    zones = table.system.map.zones(table.battle_map) if table.state.map is not None else None
    if zones is None:
        return {"zones": [], "from": None}
    shapes = table.battle_map.shared(_zone_shapes_kept)
    system = table.state.system
    if system not in shapes:
        shapes[system] = _zone_shapes(table.battle_map, zones.cells, zones.links)
    far = zones.distances(zones.zone_of(start.at)) if start is not None else {}
    found = []
    hidden = _unknown_zones(table)
    for zone, name, d, x, y in shapes[system]:
        if zone in hidden:
            continue
        links = far.get(zone)
        words = table.system.map.zone_words(links) if start is not None else ""
        found.append({"id": zone, "name": name, "d": d, "x": x, "y": y, "links": links, "words": words})
    return {"zones": found, "from": start.id if start is not None else None}


def _unknown_zones(table: Table) -> set[str]:
    """Name the drawn zones that the fog keeps from the viewer."""
    if table.ground is None:
        return set()
    return {zone.id for zone in table.battle_map.zones} - {zone.id for zone in table.ground.drawn.zones}


_Shape = tuple[str, str, str, float, float]


def _zone_shapes_kept(_: BattleMap) -> dict[str, tuple[_Shape, ...]]:
    return {}


def _zone_shapes(
    battle_map: BattleMap, cells: Mapping[Cell, str], links: Mapping[str, Any]
) -> tuple[_Shape, ...]:
    """Outline each zone: as it was drawn, or round the cells of a block; and the middle of its top."""
    layout = lay_out(battle_map)
    names = {zone.id: zone.name for zone in battle_map.zones}
    held: dict[str, list[Cell]] = {}
    for cell, zone in cells.items():
        held.setdefault(zone, []).append(cell)
    shapes = []
    for zone in links:
        if zone in layout.outlines:
            corners = layout.outlines[zone]
            d = "M" + "L".join(f"{x:g} {y:g}" for x, y in corners) + "Z"
            x, y = layout.boxes[zone].middle[0], layout.boxes[zone].y
        elif zone in held:
            d = _rim(battle_map.grid, held[zone])
            centres = [cell_centre(battle_map.grid, cell) for cell in held[zone]]
            x = UNIT * (min(x for x, _ in centres) + max(x for x, _ in centres)) / 2
            y = UNIT * (min(y for _, y in centres) - 0.5)
        else:
            continue
        shapes.append((zone, names.get(zone, ""), d, x, y))
    return tuple(shapes)


def _rim(grid: Grid, cells: Sequence[Cell]) -> str:
    """Draw the edges that only one of the cells has."""
    edges: dict[frozenset[tuple[float, float]], str | None] = {}
    for cell in cells:
        corners = [(round(x * UNIT, 1), round(y * UNIT, 1)) for x, y in cell_corners(grid, cell)]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
            key = frozenset((a, b))
            edges[key] = None if key in edges else f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}"
    return "".join(edge for edge in edges.values() if edge)
