"""Changes of a map that lies on the table: walls, zones, cells, lights, levels, the picture's place.

A patch is taken as far as it fits: a wall that is gone already, a cell that the map does not have or a link
to a zone that is no more are passed over. For a saved battle is put together again without the edits that
were taken back, and what came after them must still make sense.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from rules.map.grid import is_inside
from rules.map.level_json import relaid, write_level, write_passage
from rules.map.levels import is_frame
from rules.map.map_json import (
    read_ambient,
    read_cell,
    read_elevation,
    read_floor,
    read_ground,
    read_level,
    read_light,
    read_passage,
    read_picture,
    read_point,
    read_surface,
    read_wall,
    read_zone,
)
from rules.map.map_writer import (
    write_elevation,
    write_floor,
    write_ground,
    write_light,
    write_picture,
    write_wall,
    write_zone,
)
from rules.map.model import (
    BattleMap,
    Brightness,
    Cell,
    Elevation,
    Floor,
    GridKind,
    Ground,
    Level,
    Light,
    Passage,
    PictureBox,
    Point,
    Surface,
    Wall,
    Zone,
    hand_on,
)

_Thing = TypeVar("_Thing", Wall, Zone, Level)
_Area = TypeVar("_Area", bound=Ground | Elevation | Floor)

NO_COST = 1.0
"""What plain ground costs: painting with it clears."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPatch:
    """What is changed: things put (in the place of those with their ids), things gone, cells painted over.

    Ground of cost 1, elevation of height 0 and a plain floor clear their cells. `picture` counts if
    `moves_picture` is set.
    """

    walls: tuple[Wall, ...] = ()
    zones: tuple[Zone, ...] = ()
    walls_gone: tuple[str, ...] = ()
    zones_gone: tuple[str, ...] = ()
    ground: tuple[Ground, ...] = ()
    elevation: tuple[Elevation, ...] = ()
    picture: PictureBox | None = None
    moves_picture: bool = False
    lights: tuple[Light, ...] = ()
    lights_gone: tuple[Point, ...] = ()
    """Where there are none any more."""
    ambient: Brightness | None = None
    """How light it is where no light shines; None leaves that as it is."""
    surface: Surface | None = None
    """What the ground looks like; None leaves that as it is."""
    floors: tuple[Floor, ...] = ()
    levels: tuple[Level, ...] = ()
    levels_gone: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    passages_gone: tuple[Cell, ...] = ()
    """Cells: whatever leads from one of them to another level goes."""


def edited(battle_map: BattleMap, patch: MapPatch) -> BattleMap:
    """Give the map after a patch. What was worked out of the parts that stay as they are is kept."""
    zones = _put(battle_map.zones, patch.zones, patch.zones_gone)
    if patch.zones or patch.zones_gone:
        zones = without_loose_links(zones)
    after = replace(
        battle_map,
        walls=_walls(battle_map, patch),
        zones=zones,
        ground=_painted(battle_map, battle_map.ground, patch.ground),
        elevation=_painted(battle_map, battle_map.elevation, patch.elevation),
        picture=patch.picture if patch.moves_picture else battle_map.picture,
        lights=_lit(battle_map.lights, patch),
        ambient=patch.ambient or battle_map.ambient,
        surface=patch.surface or battle_map.surface,
        floors=_painted(battle_map, battle_map.floors, patch.floors),
    )
    if patch.levels or patch.levels_gone or patch.passages or patch.passages_gone:
        after = _with_levels(after, patch)
    hand_on(battle_map, after)
    return after


def _walls(battle_map: BattleMap, patch: MapPatch) -> tuple[Wall, ...]:
    """Put walls and take them away; nobody draws the frames of levels, which stay behind all others."""
    put = [wall for wall in patch.walls if not is_frame(wall.id)]
    walls = _put(battle_map.walls, put, [id_ for id_ in patch.walls_gone if not is_frame(id_)])
    if walls is battle_map.walls or not battle_map.levels:
        return walls
    return tuple(sorted(walls, key=lambda wall: is_frame(wall.id)))


def _with_levels(battle_map: BattleMap, patch: MapPatch) -> BattleMap:
    levels = _put(battle_map.levels, patch.levels, patch.levels_gone)
    gone = set(patch.passages_gone)
    kept = (
        replace(passage, joins=tuple(join for join in passage.joins if gone.isdisjoint(join)))
        for passage in battle_map.passages
    )
    return relaid(battle_map, levels, (*(passage for passage in kept if passage.joins), *patch.passages))


def _put(things: tuple[_Thing, ...], put: Sequence[_Thing], gone: Collection[str]) -> tuple[_Thing, ...]:
    if not put and not gone:
        return things
    by_id = {thing.id: thing for thing in things}
    for id_ in gone:
        by_id.pop(id_, None)
    by_id.update((thing.id, thing) for thing in put)
    return tuple(by_id.values())


def _lit(lights: tuple[Light, ...], patch: MapPatch) -> tuple[Light, ...]:
    if not patch.lights and not patch.lights_gone:
        return lights
    by_place = {light.at: light for light in lights}
    for place in patch.lights_gone:
        by_place.pop(place, None)
    by_place.update((light.at, light) for light in patch.lights)
    return tuple(by_place.values())


def without_loose_links(zones: Sequence[Zone]) -> tuple[Zone, ...]:
    """Leave out the links that lead to no zone, or to the zone itself."""
    known = {zone.id for zone in zones}
    return tuple(
        zone
        if all(link in known and link != zone.id for link in zone.links)
        else replace(zone, links=tuple(link for link in zone.links if link in known and link != zone.id))
        for zone in zones
    )


def _painted(battle_map: BattleMap, areas: tuple[_Area, ...], strokes: Iterable[_Area]) -> tuple[_Area, ...]:
    """Lay strokes over areas: an area of each kind, so that many strokes do not make a long list."""
    for stroke in strokes:
        cells = {cell: None for cell in stroke.cells if is_inside(battle_map.grid, cell)}
        if not cells:
            continue
        areas = tuple(area for area in (_without(area, cells) for area in areas) if area.cells)
        if _clears(stroke):
            continue
        home = next((n for n, area in enumerate(areas) if _kind(area) == _kind(stroke)), len(areas))
        old = areas[home].cells if home < len(areas) else ()
        areas = (*areas[:home], replace(stroke, cells=(*old, *cells)), *areas[home + 1 :])
    return areas


def _without(area: _Area, cells: Collection[Cell]) -> _Area:
    kept = tuple(cell for cell in area.cells if cell not in cells)
    return area if len(kept) == len(area.cells) else replace(area, cells=kept)


def _kind(area: Ground | Elevation | Floor) -> tuple[Any, ...]:
    if isinstance(area, Floor):
        return (area.surface,)
    return (area.cost, area.name) if isinstance(area, Ground) else (area.height,)


def _clears(stroke: Ground | Elevation | Floor) -> bool:
    if isinstance(stroke, Floor):
        return stroke.surface is Surface.PLAIN
    return stroke.cost == NO_COST if isinstance(stroke, Ground) else stroke.height == 0


def painted_cells(areas: Iterable[Ground | Elevation | Floor]) -> dict[Cell, tuple[Any, ...] | None]:
    """Tell what lies on each cell: cost and name, the height or the surface; None where areas overlap."""
    found: dict[Cell, tuple[Any, ...] | None] = {}
    for area in areas:
        for cell in area.cells:
            found[cell] = None if cell in found else _kind(area)
    return found


def changes_cell(stroke: Ground | Elevation | Floor, lies: tuple[Any, ...] | None) -> bool:
    """Say whether a stroke changes a cell that has something on it; None as `painted_cells` has it."""
    return _clears(stroke) or lies != _kind(stroke)


# ------------------------------------------------------------------------------------------ written down
def write_patch(patch: MapPatch) -> dict[str, Any]:
    """Write a patch as the command `edit-map` has it, with everything that is put given whole."""
    data: dict[str, Any] = {}
    if patch.walls:
        data["walls"] = [write_wall(wall) for wall in patch.walls]
    if patch.zones:
        data["zones"] = [write_zone(zone) for zone in patch.zones]
    drop: dict[str, list[Any]] = {
        "walls": list(patch.walls_gone),
        "zones": list(patch.zones_gone),
        "lights": [list(place) for place in patch.lights_gone],
        "levels": list(patch.levels_gone),
        "passages": [list(cell) for cell in patch.passages_gone],
    }
    if any(drop.values()):
        data["drop"] = {key: ids for key, ids in drop.items() if ids}
    if patch.ground:
        data["ground"] = [write_ground(ground) for ground in patch.ground]
    if patch.elevation:
        data["elevation"] = [write_elevation(raised) for raised in patch.elevation]
    if patch.moves_picture:
        data["picture"] = None if patch.picture is None else write_picture(patch.picture)
    if patch.lights:
        data["lights"] = [write_light(light) for light in patch.lights]
    if patch.ambient is not None:
        data["ambient"] = patch.ambient.value
    if patch.surface is not None:
        data["surface"] = patch.surface.value
    if patch.floors:
        data["floors"] = [write_floor(floor) for floor in patch.floors]
    if patch.levels:
        data["levels"] = [write_level(level) for level in patch.levels]
    if patch.passages:
        data["passages"] = [write_passage(passage) for passage in patch.passages]
    return data


def read_patch(data: Mapping[str, Any]) -> MapPatch:
    """Read what `write_patch` wrote. Raises `MapError`."""
    drop = data.get("drop", {})
    return MapPatch(
        walls=tuple(read_wall(wall, f"walls[{n}]") for n, wall in enumerate(data.get("walls", ()))),
        zones=tuple(
            read_zone(zone, f"zones[{n}]", GridKind.ZONES) for n, zone in enumerate(data.get("zones", ()))
        ),
        walls_gone=tuple(drop.get("walls", ())),
        zones_gone=tuple(drop.get("zones", ())),
        ground=tuple(read_ground(area, f"ground[{n}]") for n, area in enumerate(data.get("ground", ()))),
        elevation=tuple(
            read_elevation(area, f"elevation[{n}]") for n, area in enumerate(data.get("elevation", ()))
        ),
        picture=read_picture(data.get("picture"), "picture"),
        moves_picture="picture" in data,
        lights=tuple(read_light(light, f"lights[{n}]") for n, light in enumerate(data.get("lights", ()))),
        lights_gone=tuple(
            read_point(place, f"drop.lights[{n}]") for n, place in enumerate(drop.get("lights", ()))
        ),
        ambient=read_ambient(data) if "ambient" in data else None,
        surface=read_surface(data) if "surface" in data else None,
        floors=tuple(read_floor(floor, f"floors[{n}]") for n, floor in enumerate(data.get("floors", ()))),
        levels=tuple(read_level(level, f"levels[{n}]") for n, level in enumerate(data.get("levels", ()))),
        levels_gone=tuple(drop.get("levels", ())),
        passages=tuple(
            read_passage(passage, f"passages[{n}]") for n, passage in enumerate(data.get("passages", ()))
        ),
        passages_gone=tuple(
            read_cell(cell, f"drop.passages[{n}]") for n, cell in enumerate(drop.get("passages", ()))
        ),
    )
