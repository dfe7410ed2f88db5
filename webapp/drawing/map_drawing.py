"""What is drawn of the map that stands still, cut into parts with ids of their own, and of lights and fog."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from rules.map.grid import has_cells
from rules.map.model import (
    BattleMap,
    Brightness,
    DoorState,
    GridKind,
    Light,
    Point,
    Surface,
    Wall,
    WallKind,
)
from webapp.drawing.fog_drawing import FogRegion, see_fog
from webapp.drawing.ground_drawing import FloorView, PatchView, see_floor, see_ground, see_height, sign_boxes
from webapp.drawing.lamp_glow import GlowView, NightView, see_glows, see_night
from webapp.drawing.level_drawing import LevelsView, see_levels
from webapp.drawing.sight_edge import SightEdge, see_sight_edge
from webapp.drawing.wall_drawing import (
    DoorView,
    WallPath,
    WallRegion,
    draw_regions,
    region_counts,
    region_of,
    regions_as_known,
    regions_of_walls,
    see_door,
)
from webapp.drawing.zone_layout import UNIT, lay_out, name_box
from webapp.visibility.known_map import KnownMap
from webapp.visibility.known_people import Feeling, MapKnowledge
from webapp.visibility.known_walls import as_known
from webapp.visibility.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """A zone as it is drawn: the points of its outline, and where its name stands."""

    id: str
    name: str
    points: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LightView:
    """A light as the GM sees it drawn, in map units: where it is, how far it is bright and how far dim."""

    x: float
    y: float
    bright: float
    dim: float


@dataclass(frozen=True, slots=True, kw_only=True)
class MapView:
    """Everything on the map that stands still, in map units (100 a cell)."""

    kind: str
    cols: int
    rows: int
    width: float
    height: float
    unit: str
    picture: tuple[float, float, float, float] | None
    """Where the scene's picture lies, if it has one: left, top, width, height. None shows none."""
    walls: tuple[WallRegion, ...]
    doors: tuple[DoorView, ...]
    zones: tuple[ZoneView, ...]
    links: tuple[str, ...]
    ground: tuple[PatchView, ...]
    heights: tuple[PatchView, ...]
    lights: tuple[LightView, ...] = ()
    ambient: str = "bright"
    """How light it is where no light shines; that and the lights are for the GM alone."""
    fog: tuple[FogRegion, ...] = ()
    sight: SightEdge | None = None
    """Where sight ends within the cells that are seen."""
    glows: tuple[GlowView, ...] = ()
    night: NightView | None = None
    surface: str = "plain"
    """What the ground looks like where no picture and no floor lies on it."""
    floors: tuple[FloorView, ...] = ()
    levels: LevelsView | None = None
    """The storeys, where the map has some that the viewer knows."""

    @property
    def surfaces(self) -> tuple[str, ...]:
        """Name the surfaces that are painted somewhere on the map, each once."""
        used = dict.fromkeys((self.surface, *(floor.surface for floor in self.floors)))
        return tuple(surface for surface in used if surface != Surface.PLAIN)


_NO_MAP = MapView(
    kind="none",
    cols=0,
    rows=0,
    width=16 * UNIT,
    height=10 * UNIT,
    unit="",
    picture=(0.0, 0.0, 16 * UNIT, 10 * UNIT),
    walls=(),
    doors=(),
    zones=(),
    links=(),
    ground=(),
    heights=(),
)


def see_map(
    battle_map: BattleMap | None,
    viewer: Viewer,
    known: KnownMap | None = None,
    others: MapKnowledge | None = None,
    eyes: tuple[Point, ...] = (),
    carried: tuple[Light, ...] = (),
    in_the_dark: tuple[Feeling, ...] = (),
) -> MapView:
    """Lay out the map for a viewer; a secret door is a plain wall to all but the GM.

    Args:
        known: what of it the viewer knows in the fog; None for all.
        others: what the players see, to be drawn over the map of the GM, who sees through it.
        eyes: where those stand with whose eyes the viewer sees in the fog.
        carried: the lights of combatants whom the viewer knows.
        in_the_dark: how far those see in the fog without a light.
    """
    if battle_map is None:
        return _NO_MAP
    if known is not None and not viewer.is_gm:
        view = known.drawn.derived(_whole_map)
        sight = see_sight_edge(known.drawn, eyes, known.map_knowledge)
        return replace(
            view,
            fog=see_fog(battle_map.grid, known.map_knowledge),
            sight=sight,
            glows=see_glows(known.drawn, battle_map.lights, carried, battle_map.ambient, known.map_knowledge),
            night=see_night(known.drawn, battle_map.ambient, in_the_dark, known.map_knowledge),
        )
    view = battle_map.derived(_whole_map if viewer.is_gm else _map_without_secrets)
    if battle_map.lights or carried or battle_map.ambient is not Brightness.BRIGHT:
        view = replace(
            view,
            glows=see_glows(battle_map, battle_map.lights, carried, battle_map.ambient),
            night=see_night(battle_map, battle_map.ambient),
        )
    return view if others is None else replace(view, fog=see_fog(battle_map.grid, others))


def _whole_map(battle_map: BattleMap) -> MapView:
    doors = [wall for wall in battle_map.walls if wall.kind is WallKind.DOOR]
    view = _lay_out_map(battle_map, battle_map.shared(regions_of_walls), doors)
    lights = tuple(_see_light(light) for light in battle_map.lights)
    return replace(view, lights=lights, ambient=battle_map.ambient.value)


def _see_light(light: Light) -> LightView:
    bright = light.range_cells / 2 if light.bright_cells is None else light.bright_cells
    return LightView(
        x=light.at[0] * UNIT, y=light.at[1] * UNIT, bright=bright * UNIT, dim=light.range_cells * UNIT
    )


def _map_without_secrets(battle_map: BattleMap) -> MapView:
    doors = [wall for wall in battle_map.walls if wall.kind is WallKind.DOOR]
    secret = [door for door in doors if door.state is DoorState.SECRET]
    regions = battle_map.shared(regions_as_known)
    if secret:
        touched = {region_of(battle_map.grid, door) for door in secret}
        walls = [*secret, *(wall for wall in battle_map.walls if wall.kind is not WallKind.DOOR)]
        there = (as_known(wall) for wall in walls if region_of(battle_map.grid, wall) in touched)
        regions = {**regions, **draw_regions(battle_map.grid, there)}
    return _lay_out_map(battle_map, regions, [d for d in doors if d.state is not DoorState.SECRET])


def _lay_out_map(
    battle_map: BattleMap, regions: Mapping[tuple[int, int], tuple[WallPath, ...]], doors: Iterable[Wall]
) -> MapView:
    grid, layout = battle_map.grid, lay_out(battle_map)
    picture = _picture_box(battle_map, layout.width, layout.height)
    width, height = layout.width, layout.height
    if grid.kind is GridKind.ZONES and picture is not None:
        width, height = max(width, picture[0] + picture[2]), max(height, picture[1] + picture[3])
    across, down = region_counts(grid)
    named = [zone for zone in battle_map.zones if zone.id in layout.outlines]
    names = tuple(name_box(layout.labels[zone.id], zone.name) for zone in named)
    ground = tuple(see_ground(grid, patch, names) for patch in battle_map.ground if patch.cells)
    taken = (*names, *(box for patch in ground for box in sign_boxes(patch)))
    return MapView(
        kind=grid.kind.value,
        cols=grid.cols,
        rows=grid.rows,
        width=width,
        height=height,
        unit=grid.unit,
        picture=picture,
        walls=tuple(
            WallRegion(id=f"walls-{column}-{row}", paths=regions.get((column, row), ()))
            for row in range(down)
            for column in range(across)
        ),
        doors=tuple(see_door(door) for door in doors),
        zones=tuple(
            ZoneView(
                id=zone.id,
                name=zone.name,
                points=" ".join(f"{x:g},{y:g}" for x, y in layout.outlines[zone.id]),
                x=layout.labels[zone.id][0],
                y=layout.labels[zone.id][1],
            )
            for zone in named
        ),
        links=layout.links,
        ground=ground,
        heights=tuple(see_height(grid, patch, taken) for patch in battle_map.elevation if patch.cells),
        surface=battle_map.surface.value,
        floors=tuple(see_floor(grid, floor) for floor in battle_map.floors if floor.cells),
        levels=see_levels(battle_map),
    )


def picture_box(battle_map: BattleMap) -> tuple[float, float, float, float] | None:
    """Tell where a map's picture lies, in map units: left, top, width, height; None for a map without."""
    layout = lay_out(battle_map)
    return _picture_box(battle_map, layout.width, layout.height)


def _picture_box(
    battle_map: BattleMap, width: float, height: float
) -> tuple[float, float, float, float] | None:
    box = battle_map.picture
    if box is not None:
        return box.at[0] * UNIT, box.at[1] * UNIT, box.size[0] * UNIT, box.size[1] * UNIT
    return (0.0, 0.0, width, height) if has_cells(battle_map.grid) else None
