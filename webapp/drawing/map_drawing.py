"""What is drawn of the map that stands still: walls as a few paths for each region, doors, ground, zones.

Everything is cut into parts with ids of their own, so that a change is sent as the parts that it touched: a
door alone, or the one region of 20 by 20 cells that a wall was drawn in.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rules.engine.text import Gap, Words, as_text, text
from rules.map.grid import cell_centre, cell_corners, has_cells, neighbours
from rules.map.model import (
    BattleMap,
    Brightness,
    Cell,
    DoorState,
    Elevation,
    Floor,
    Grid,
    GridKind,
    Ground,
    Light,
    Point,
    Surface,
    Wall,
    WallKind,
)
from webapp.drawing.fog_drawing import FogRegion, see_fog
from webapp.drawing.lamp_glow import GlowView, NightView, see_glows, see_night
from webapp.drawing.sight_edge import SightEdge, see_sight_edge
from webapp.drawing.zone_layout import UNIT, lay_out
from webapp.visibility.known_map import KnownMap
from webapp.visibility.known_people import Feeling, MapKnowledge
from webapp.visibility.known_walls import as_known
from webapp.visibility.viewer import Viewer

_MADE_OF: Mapping[str, tuple[str, ...]] = {
    "hedge": ("hedge", "bush", "shrub", "bramble"),
    "wood": ("wood", "fence", "plank", "log", "crate", "table", "counter", "barrel"),
}
_WATER = frozenset(
    (
        *("water", "river", "stream", "brook", "pond", "pool", "lake", "sea", "canal"),
        *("wasser", "fluss", "bach", "teich", "see", "meer", "kanal"),
    )
)
"""Words in the names of ground, as GMs type them, that make it water."""
REGION = 20
"""Side of a region, in cells: of 5,000 walls, spread over 200 x 200 cells, it has 50, or 2 KB of path."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPath:
    """All the walls of a region that look the same, as one path in map units."""

    kind: str
    material: str
    d: str

    @property
    def made_of(self) -> str:
        """Name what a low wall is drawn as, by what it is made of; empty for one of stones."""
        typed = self.material.casefold()
        return next((looks for looks, words in _MADE_OF.items() if any(word in typed for word in words)), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class WallRegion:
    """The walls of one region; there is one for each part of the grid, whether it holds walls or not."""

    id: str
    paths: tuple[WallPath, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorView:
    """A door as it is drawn, in map units."""

    id: str
    state: str
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneView:
    """A zone as it is drawn: the points of its outline, and where its name stands."""

    id: str
    name: str
    points: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PatchView:
    """Ground or height as it is drawn: all its cells, their outer rim, and its sign once on every island."""

    name: Words
    sign: str
    cells: str
    rim: str
    signs: tuple[tuple[float, float], ...]
    is_water: bool = False
    """Whether it is tinted as water, and not hatched as rough ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorView:
    """A floor as it is drawn: what it looks like, all its cells, and their outer rim."""

    surface: str
    cells: str
    rim: str


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
    view = _lay_out_map(battle_map, battle_map.shared(_regions_of_walls), doors)
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
    regions = battle_map.shared(_regions_as_known)
    if secret:
        touched = {_region_of(battle_map.grid, door) for door in secret}
        walls = [*secret, *(wall for wall in battle_map.walls if wall.kind is not WallKind.DOOR)]
        there = (as_known(wall) for wall in walls if _region_of(battle_map.grid, wall) in touched)
        regions = {**regions, **_draw_regions(battle_map.grid, there)}
    return _lay_out_map(battle_map, regions, [d for d in doors if d.state is not DoorState.SECRET])


def _lay_out_map(
    battle_map: BattleMap, regions: Mapping[tuple[int, int], tuple[WallPath, ...]], doors: Iterable[Wall]
) -> MapView:
    grid, layout = battle_map.grid, lay_out(battle_map)
    picture = _picture_box(battle_map, layout.width, layout.height)
    width, height = layout.width, layout.height
    if grid.kind is GridKind.ZONES and picture is not None:
        width, height = max(width, picture[0] + picture[2]), max(height, picture[1] + picture[3])
    across, down = _region_counts(grid)
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
        doors=tuple(_see_door(door) for door in doors),
        zones=tuple(
            ZoneView(
                id=zone.id,
                name=zone.name,
                points=" ".join(f"{x:g},{y:g}" for x, y in layout.outlines[zone.id]),
                x=layout.labels[zone.id][0],
                y=layout.labels[zone.id][1],
            )
            for zone in battle_map.zones
            if zone.id in layout.outlines
        ),
        links=layout.links,
        ground=tuple(_see_ground(grid, ground) for ground in battle_map.ground if ground.cells),
        heights=tuple(_see_height(grid, patch) for patch in battle_map.elevation if patch.cells),
        surface=battle_map.surface.value,
        floors=tuple(_see_floor(grid, floor) for floor in battle_map.floors if floor.cells),
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


# ---------------------------------------------------------------------------------------- the walls
def _region_counts(grid: Grid) -> tuple[int, int]:
    return max(1, -(-grid.cols // REGION)), max(1, -(-grid.rows // REGION))


def _region_of(grid: Grid, wall: Wall) -> tuple[int, int]:
    """Name the region that a wall's middle lies in, or the nearest one."""
    across, down = _region_counts(grid)
    column = int((wall.start[0] + wall.end[0]) / 2 // REGION)
    row = int((wall.start[1] + wall.end[1]) / 2 // REGION)
    return min(max(column, 0), across - 1), min(max(row, 0), down - 1)


def _regions_of_walls(battle_map: BattleMap) -> dict[tuple[int, int], tuple[WallPath, ...]]:
    return _draw_regions(battle_map.grid, (w for w in battle_map.walls if w.kind is not WallKind.DOOR))


def _regions_as_known(battle_map: BattleMap) -> dict[tuple[int, int], tuple[WallPath, ...]]:
    walls = (as_known(wall) for wall in battle_map.walls if wall.kind is not WallKind.DOOR)
    return _draw_regions(battle_map.grid, walls)


def _draw_regions(grid: Grid, walls: Iterable[Wall]) -> dict[tuple[int, int], tuple[WallPath, ...]]:
    """Draw walls as paths by region and looks; order and direction tell nothing of how they came."""
    alike: dict[tuple[int, int], dict[tuple[str, str], list[str]]] = {}
    for wall in walls:
        looks = (wall.kind.value, "" if wall.kind is WallKind.WALL else wall.material or "")
        (x1, y1), (x2, y2) = sorted((wall.start, wall.end))
        line = f"M{_units(x1)} {_units(y1)}L{_units(x2)} {_units(y2)}"
        alike.setdefault(_region_of(grid, wall), {}).setdefault(looks, []).append(line)
    return {
        region: tuple(
            WallPath(kind=kind, material=material, d="".join(sorted(lines)))
            for (kind, material), lines in sorted(kinds.items())
        )
        for region, kinds in alike.items()
    }


def _units(cells: float) -> str:
    return f"{round(cells * UNIT, 2):.10g}"


def _see_door(door: Wall) -> DoorView:
    return DoorView(
        id=door.id,
        state=door.state.value if door.state else "",
        x1=door.start[0] * UNIT,
        y1=door.start[1] * UNIT,
        x2=door.end[0] * UNIT,
        y2=door.end[1] * UNIT,
    )


# ------------------------------------------------------------------------------- ground and heights
@lru_cache(maxsize=256)
def _see_ground(grid: Grid, ground: Ground) -> PatchView:
    name: Gap = ground.name or text("difficult ground")
    words = text("{name}: a step costs {cost}", name=name, cost=float(ground.cost))
    patch = _see_patch(grid, frozenset(ground.cells), words, f"×{ground.cost:g}")
    return replace(patch, is_water=not _WATER.isdisjoint(ground.name.casefold().split()))


@lru_cache(maxsize=256)
def _see_height(grid: Grid, patch: Elevation) -> PatchView:
    sign = f"{patch.height:+g}".replace("-", "−")
    return _see_patch(
        grid, frozenset(patch.cells), text("height {sign} {unit}", sign=sign, unit=as_text(grid.unit)), sign
    )


@lru_cache(maxsize=256)
def _see_floor(grid: Grid, floor: Floor) -> FloorView:
    patch = _see_patch(grid, frozenset(floor.cells), "", "")
    return FloorView(surface=floor.surface.value, cells=patch.cells, rim=patch.rim)


def _see_patch(grid: Grid, cells: frozenset[Cell], name: Words, sign: str) -> PatchView:
    if not has_cells(grid):
        return PatchView(name=name, sign=sign, cells="", rim="", signs=())
    fill, sides = [], {}
    for cell in sorted(cells):
        whole, around = _outline_of(grid, cell)
        fill.append(whole)
        for side, line in around:
            sides[side] = None if side in sides else line  # a side of two cells is no rim
    rim = "".join(side for side in sides.values() if side)
    signs = tuple(_sign_of(grid, island) for island in _islands(grid, cells))
    return PatchView(name=name, sign=sign, cells="".join(fill), rim=rim, signs=signs)


@lru_cache(maxsize=65_536)
def _outline_of(grid: Grid, cell: Cell) -> tuple[str, tuple[tuple[tuple[str, str], str], ...]]:
    """Draw a cell, and each of its sides, by its ends: patches grow cell by cell as they are explored."""
    corners = [f"{_units(x)} {_units(y)}" for x, y in cell_corners(grid, cell)]
    pairs = zip(corners, [*corners[1:], corners[0]], strict=True)
    sides = tuple(((min(a, b), max(a, b)), f"M{a}L{b}") for a, b in pairs)
    return f"M{'L'.join(corners)}Z", sides


def _islands(grid: Grid, cells: frozenset[Cell]) -> list[list[Cell]]:
    left, islands = set(cells), []
    for first in sorted(cells):
        if first not in left:
            continue
        left.discard(first)
        island = [first]
        for cell in island:  # grows while it is walked through
            near = [other for other in neighbours(grid, cell) if other in left]
            left.difference_update(near)
            island += near
        islands.append(island)
    return islands


def _sign_of(grid: Grid, island: list[Cell]) -> tuple[float, float]:
    """Put a sign into the cell that lies nearest to the middle of its island."""
    centres = [cell_centre(grid, cell) for cell in island]
    x, y = (sum(part) / len(centres) for part in zip(*centres, strict=True))
    at = min(centres, key=lambda centre: ((centre[0] - x) ** 2 + (centre[1] - y) ** 2, centre))
    return round(at[0] * UNIT, 2), round(at[1] * UNIT, 2)
