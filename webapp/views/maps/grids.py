"""Starting from an empty map, and laying the grid over a picture."""

from collections.abc import Mapping

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from rules.engine.declared.about import About
from rules.engine.refusal import Refusal
from rules.engine.registry import known_systems
from rules.engine.system import find_system
from rules.engine.text import Text, joined, text
from rules.map.map_json import MapError, read_surface
from rules.map.map_writer import write_map
from rules.map.model import BattleMap, Grid, GridKind, Surface
from webapp.context import get_store, table_address
from webapp.pictures.grid_alignment import MAX_CELLS, Laying, laid_anew, picture_box
from webapp.server.forms import done, is_ticked, read_count, read_number
from webapp.store.rows import PictureRow
from webapp.table.grants import Visitor, granted
from webapp.table.host import Host
from webapp.table.hosts import hosts
from webapp.table.names import LONGEST_TITLE, read_name
from webapp.table.setup.new_maps import grid_map, zones_map
from webapp.table.setup.scenes import bring_scene

bp = Blueprint("grids", __name__, url_prefix="/tables/<table_id>/gm")

_LARGEST_CELL = 10_000.0
_MOST_PIXELS = 100_000.0


@bp.app_template_global("all_systems")
def all_systems() -> tuple[About, ...]:
    """List the rule systems to choose from."""
    return known_systems()


@bp.app_template_global("system_name")
def system_name(system: str) -> str:
    """Name a rule system for people; one that is not installed here by its id."""
    return next((known.name for known in known_systems() if known.id == system), system)


@bp.app_template_global("cell_of")
def cell_of(system: str) -> tuple[float, str]:
    """Tell what a cell of a new map measures in a system: a number and its unit."""
    return find_system(system).cell


_SURFACES: Mapping[Surface, Text] = {
    Surface.PLAIN: text("Plain"),
    Surface.STONE: text("Stone"),
    Surface.WOOD: text("Wood"),
    Surface.GRASS: text("Grass"),
    Surface.SAND: text("Sand"),
    Surface.DECK: text("Metal"),
    Surface.SNOW: text("Snow"),
}


@bp.app_template_global("surface_words")
def surface_words() -> tuple[tuple[str, Text], ...]:
    """List what the ground of a map may look like, with words for people."""
    return tuple((surface.value, words) for surface, words in _SURFACES.items())


@bp.post("/map/new")
@granted("gm")
def new_map(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Start from an empty map of squares, hexes or zones alone, as a new scene with everybody here."""
    form = request.form
    kind = _read_kind(form.get("kind"))
    name = read_name(form.get("name") or str(text("Empty map")), text("the scene's name"), LONGEST_TITLE)
    per_cell, unit = _read_cell()
    if kind is GridKind.ZONES:
        battle_map = zones_map(form.get("zones", ""), per_cell, unit)
    else:
        cols = read_count(request.form.get("cols", "").strip(), text("the columns"), 1, MAX_CELLS)
        rows = read_count(request.form.get("rows", "").strip(), text("the rows"), 1, MAX_CELLS)
        surface = _read_surface(form.get("surface"))
        battle_map = grid_map(Grid(kind, cols, rows, per_cell, unit), surface)
    system = form.get("system", "")
    prepared = is_ticked("prepared")
    bring_scene(hosts().get(table_id), name=name, battle_map=battle_map, system=system, prepared=prepared)
    return done(table_id)


@bp.get("/map/grid")
@granted("gm")
def grid_panel(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Give the panel in which the grid is laid, with where it lies now in pixels of the picture."""
    host = hosts().get(table_id)
    with host.lock:
        picture, battle_map = _picture_of(host), _map_of(host)
    box = picture_box(battle_map)
    cell = picture.width / box.size[0], picture.height / box.size[1]
    corner = 0.0 - box.at[0] * cell[0], 0.0 - box.at[1] * cell[1]
    html = render_template(
        "panels/gm/align.html",
        table_id=table_address(table_id),
        grid=battle_map.grid,
        picture=picture,
        box=box,
        cell=cell,
        corner=corner,
        most=MAX_CELLS,
    )
    return html, {"Cache-Control": "no-store"}


@bp.post("/map/grid")
@granted("gm")
def lay_grid(table_id: str, visitor: Visitor) -> ResponseReturnValue:
    """Lay the grid anew over the scene's picture: one change of the map, which can be undone as one."""
    per_cell, unit = _read_cell()
    across = read_number("cell_width", text("a cell's width in pixels"), 1, _MOST_PIXELS)
    down = read_number("cell_height", text("a cell's height in pixels"), 1, _MOST_PIXELS)
    corner = tuple(
        read_number(key, text("where a cell begins"), -_MOST_PIXELS, _MOST_PIXELS) for key in ("x", "y")
    )
    laying = Laying(
        _read_kind(request.form.get("kind")), (across, down), (corner[0], corner[1]), per_cell, unit
    )
    host = hosts().get(table_id)
    with host.queue:
        picture, battle_map = _picture_of(host), _map_of(host)
        laid = laid_anew(battle_map, laying, (picture.width, picture.height))
        if laid != battle_map:
            host.handle({"do": "set-map", "map": write_map(laid)}, visitor)
    return done(table_id)


def _picture_of(host: Host) -> PictureRow:
    picture = get_store().picture_at(host.table_id, host.picture_id) if host.picture_id else None
    if picture is None:
        raise Refusal("no-picture", text("This map has no picture to lay a grid over: bring one in first."))
    return picture


def _map_of(host: Host) -> BattleMap:
    if host.battle.state.map is None:
        raise Refusal("no-map", text("There is no map before the table yet."))
    return host.battle.state.map


def _read_kind(typed: str | None) -> GridKind:
    if typed not in set(GridKind):
        said = text(
            "A map is of {kinds}; {kind} is none of these.",
            kinds=joined(map(text, GridKind)),
            kind=repr((typed or "")[:20]),
        )
        raise Refusal("bad-grid", said)
    return GridKind(typed)


def _read_surface(typed: str | None) -> Surface:
    try:
        return read_surface({"surface": typed or Surface.PLAIN.value})
    except MapError as error:
        raise Refusal("bad-map", str(error)) from None


def _read_cell() -> tuple[float, str]:
    unit = read_name(request.form.get("unit") or "cell", text("the unit of a cell"), 12)
    return read_number("per_cell", text("the size of a cell"), 0.01, _LARGEST_CELL), unit
