"""A map as a small picture of its own, for lists of scenes: SVG that a browser shows like any picture.

It shows the whole map, secrets and all: it is for the map's GM alone.
"""

from base64 import b64encode
from collections.abc import Iterable
from html import escape

from rules.map.grid import has_cells
from rules.map.model import BattleMap, Grid, GridKind, Point, Surface, Wall, WallKind
from webapp.drawing.map_drawing import picture_box
from webapp.drawing.zone_layout import UNIT, lay_out

_GROUND = {
    Surface.PLAIN: "#e4dccb",
    Surface.STONE: "#8d8a84",
    Surface.WOOD: "#96714b",
    Surface.GRASS: "#66803f",
    Surface.SAND: "#d2b988",
    Surface.DECK: "#6f7a85",
    Surface.SNOW: "#e8eef2",
}
_LINES = {WallKind.WALL: ("#22252b", 22), WallKind.WINDOW: ("#3f6f9b", 14), WallKind.LOW: ("#4f4436", 10)}
_DOOR = "#b5651d", 18
NO_MAP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9" width="16" height="9"></svg>'
"""What is shown of a scene without a map."""


def draw_miniature(battle_map: BattleMap, picture: bytes | None = None) -> str:
    """Draw a map as SVG: its picture, or its ground, floors and walls.

    Args:
        picture: what `small_picture` made of the one that lies under it.
    """
    layout = lay_out(battle_map)
    width, height = layout.width, layout.height
    parts = [f'<rect width="{width:g}" height="{height:g}" fill="{_GROUND[battle_map.surface]}"/>']
    box = picture_box(battle_map) if picture is not None else None
    if picture is not None and box is not None:
        x, y, across, down = box
        data = b64encode(picture).decode()
        parts.append(
            f'<image x="{x:g}" y="{y:g}" width="{across:g}" height="{down:g}" preserveAspectRatio="none" '
            f'href="data:image/webp;base64,{data}"/>'
        )
    else:
        parts += _floors(battle_map)
        parts += _grid(battle_map.grid)
        parts += _walls(battle_map.walls)
    if not has_cells(battle_map.grid):
        parts += _zones(battle_map)
    view = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{"".join(parts)}</svg>'


def _floors(battle_map: BattleMap) -> Iterable[str]:
    for floor in battle_map.floors:
        d = "".join(
            f"M{column * UNIT:g} {row * UNIT:g}h{UNIT:g}v{UNIT:g}h-{UNIT:g}z" for column, row in floor.cells
        )
        yield f'<path d="{d}" fill="{_GROUND[floor.surface]}"/>'


def _grid(grid: Grid) -> Iterable[str]:
    """Draw the lines of squares; hexes are too small to tell in such a picture."""
    if grid.kind is GridKind.SQUARE:
        across, down = grid.cols * UNIT, grid.rows * UNIT
        columns = "".join(f"M{column * UNIT:g} 0v{down:g}" for column in range(1, grid.cols))
        rows = "".join(f"M0 {row * UNIT:g}h{across:g}" for row in range(1, grid.rows))
        yield f'<path d="{columns}{rows}" fill="none" stroke="#000" stroke-opacity=".18" stroke-width="4"/>'


def _walls(walls: Iterable[Wall]) -> Iterable[str]:
    by_look: dict[tuple[str, int], list[Wall]] = {}
    for wall in walls:
        look = _DOOR if wall.kind is WallKind.DOOR else _LINES.get(wall.kind)
        if look is not None:
            by_look.setdefault(look, []).append(wall)
    for (colour, width), some in by_look.items():
        d = "".join(f"M{_point(wall.start)}L{_point(wall.end)}" for wall in some)
        yield f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


def _point(point: Point) -> str:
    return f"{point[0] * UNIT:.0f} {point[1] * UNIT:.0f}"


def _zones(battle_map: BattleMap) -> Iterable[str]:
    layout = lay_out(battle_map)
    for zone in battle_map.zones:
        points = " ".join(f"{x:g},{y:g}" for x, y in layout.outlines.get(zone.id, ()))
        x, y = layout.labels.get(zone.id, (0.0, 0.0))
        yield f'<polygon points="{points}" fill="#d8cdb4" stroke="#4f4436" stroke-width="8"/>'
        yield (
            f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" font-size="44" '
            f'fill="#2b2620">{escape(zone.name)}</text>'
        )
