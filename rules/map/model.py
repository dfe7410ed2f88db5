"""The map of one scene: its grid, walls, ground, heights, zones and lights, as plain frozen data.

Coordinates are in cells, x to the right and y down, from the map's top left corner. Cell (c, r) of a square
grid covers c..c+1 by r..r+1.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar, cast

_T = TypeVar("_T")

Point = tuple[float, float]
"""A position in cells."""
Cell = tuple[int, int]
"""Column and row of one cell."""
Place = Cell | str
"""Where a token stands: its top left cell, or the id of its zone on a zones-only map."""


class GridKind(StrEnum):
    """How a map is divided."""

    SQUARE = "square"
    HEX_ROWS = "hex-rows"
    HEX_COLUMNS = "hex-columns"
    ZONES = "zones"


class WallKind(StrEnum):
    """What a wall segment is, and so what it stops (README.md, The map)."""

    WALL = "wall"
    DOOR = "door"
    WINDOW = "window"
    LOW = "low"
    SIGHT = "sight"


class DoorState(StrEnum):
    """How a door stands; only an open one lets anything through."""

    OPEN = "open"
    CLOSED = "closed"
    LOCKED = "locked"
    SECRET = "secret"


class Brightness(StrEnum):
    """How light it is somewhere, from the darkest."""

    DARK = "dark"
    DIM = "dim"
    BRIGHT = "bright"


class Surface(StrEnum):
    """What the ground looks like where no picture covers it; no rule reads it."""

    PLAIN = "plain"
    STONE = "stone"
    WOOD = "wood"
    GRASS = "grass"
    SAND = "sand"
    DECK = "deck"
    SNOW = "snow"


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid: its kind, size in cells, and what one cell measures in the game's unit."""

    kind: GridKind
    cols: int = 0
    rows: int = 0
    per_cell: float = 1.0
    unit: str = "cell"


@dataclass(frozen=True, slots=True)
class Wall:
    """One straight segment. `state` is set for doors alone; `id` is unique within the map."""

    id: str
    start: Point
    end: Point
    kind: WallKind = WallKind.WALL
    state: DoorState | None = None
    material: str | None = None
    height: float | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """Cells that are dear to enter: `cost` 2 doubles a step into them."""

    cells: tuple[Cell, ...]
    cost: float
    name: str = ""


@dataclass(frozen=True, slots=True)
class Elevation:
    """Cells that lie higher (or lower) than the rest, in the grid's unit."""

    cells: tuple[Cell, ...]
    height: float


class PassageKind(StrEnum):
    """What joins two levels. Of all but a lift one sees and shoots through; through a hole only fliers go."""

    STAIRS = "stairs"
    LADDER = "ladder"
    LIFT = "lift"
    HOLE = "hole"


@dataclass(frozen=True, slots=True)
class Level:
    """A storey of the scene: a rectangle of the map's cells, which lies over others."""

    id: str
    name: str
    elevation: float
    """How high its floor lies, in the grid's unit."""
    at: Cell
    """Its top left cell on the map."""
    cols: int
    rows: int
    over: Cell
    """The cell of the plan of the whole house, counted from its corner, over which its top left cell lies."""

    def has(self, cell: Cell) -> bool:
        """Tell whether a cell is one of its own."""
        return 0 <= cell[0] - self.at[0] < self.cols and 0 <= cell[1] - self.at[1] < self.rows


@dataclass(frozen=True, slots=True)
class Passage:
    """What joins levels: pairs of cells, a step from one to the other costing so many cells."""

    kind: PassageKind
    joins: tuple[tuple[Cell, Cell], ...]
    cost: float = 1.0


@dataclass(frozen=True, slots=True)
class Floor:
    """Cells that look otherwise than the rest of the map: the floor of a room, a road."""

    cells: tuple[Cell, ...]
    surface: Surface


@dataclass(frozen=True, slots=True)
class Zone:
    """A named area. Links go both ways, whichever side names them; a zones-only map needs no polygon."""

    id: str
    name: str
    polygon: tuple[Point, ...] = ()
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Light:
    """A light: dim up to its range, bright up to `bright_cells` (None: half of it); colour as #rrggbb.

    There is one at a place: another that is put there takes its place.
    """

    at: Point
    range_cells: float
    colour: str = "#ffffff"
    intensity: float = 1.0
    shadows: bool = True
    bright_cells: float | None = None


@dataclass(frozen=True, slots=True)
class PictureBox:
    """Where the scene's picture lies: its top left corner, and its width and height, in cells."""

    at: Point
    size: tuple[float, float]
    id: str = ""
    """Which picture, where another one was laid under the map since it came; empty for its first."""


@dataclass(frozen=True)
class BattleMap:
    """Everything that stands still on a scene. Changed only by making a new one."""

    grid: Grid
    walls: tuple[Wall, ...] = ()
    ground: tuple[Ground, ...] = ()
    elevation: tuple[Elevation, ...] = ()
    zones: tuple[Zone, ...] = ()
    lights: tuple[Light, ...] = ()
    picture: PictureBox | None = None
    """None: the picture fills the grid, and a zones-only map shows none."""
    ambient: Brightness = Brightness.BRIGHT
    """How light it is where no light shines."""
    surface: Surface = Surface.PLAIN
    """What the ground looks like where no floor is laid."""
    floors: tuple[Floor, ...] = ()
    levels: tuple[Level, ...] = ()
    """The storeys, if there is more than one: rectangles of the map that lie over each other."""
    passages: tuple[Passage, ...] = ()
    """What joins them."""

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what was worked out of it where it is sent to another process."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def derived(self, make: "Callable[[BattleMap], _T]") -> _T:
        """Give what `make` works out of this map (a table, say), worked out once and kept with it."""
        kept: dict[Any, Any] = self.__dict__.setdefault("_derived", {})
        if make not in kept:
            kept[make] = make(self)
        return cast(_T, kept[make])

    def shared(self, make: "Callable[[BattleMap], _T]") -> _T:
        """Give what `make` works out of what doors do not change; kept, and handed on by `with_door`."""
        kept: dict[Any, Any] = self.__dict__.setdefault("_shared", {})
        if make not in kept:
            kept[make] = make(self)
        return cast(_T, kept[make])

    def earlier(self, make: "Callable[[BattleMap], _T]") -> tuple[tuple[Wall, ...], _T] | None:
        """Give what `shared` had worked out of a map that this one was made of, and the walls of that map.

        Doors apart; the grid is the same. It is given once, so that a long row of maps is not kept.
        """
        return cast("tuple[tuple[Wall, ...], _T] | None", self.__dict__.get("_earlier", {}).pop(make, None))


def hand_on(before: BattleMap, after: BattleMap) -> None:
    """Keep what `shared` worked out of a map for one of the same grid that was made of it.

    As long as walls and zones are the same it holds; else it may serve to work it out anew (`earlier`).
    """
    shared = before.__dict__.setdefault("_shared", {})
    if (after.walls, after.zones) == (before.walls, before.zones):
        after.__dict__["_shared"] = shared
    passed_on = {make: (before.walls, value) for make, value in shared.items()}
    after.__dict__["_earlier"] = {**before.__dict__.get("_earlier", {}), **passed_on}


def with_lights(battle_map: BattleMap, lights: tuple[Light, ...]) -> BattleMap:
    """Give the map with other lights; what was worked out of the rest is kept."""
    changed = replace(battle_map, lights=lights)
    changed.__dict__["_shared"] = battle_map.__dict__.setdefault("_shared", {})
    return changed


def with_door(battle_map: BattleMap, wall_id: str, state: DoorState) -> BattleMap:
    """Give the map with one door opened, closed, locked or hidden; what was worked out of the rest is kept.

    Raises:
        ValueError: if the map has no such wall, or it is no door.
    """
    number = next((n for n, wall in enumerate(battle_map.walls) if wall.id == wall_id), None)
    if number is None:
        raise ValueError(f"The map has no wall {wall_id!r}.")
    wall = battle_map.walls[number]
    if wall.kind is not WallKind.DOOR:
        raise ValueError(f"Wall {wall_id!r} is a {wall.kind}, not a door.")
    walls = (*battle_map.walls[:number], replace(wall, state=state), *battle_map.walls[number + 1 :])
    return _with_doors(battle_map, walls)


def with_open_doors(battle_map: BattleMap) -> BattleMap:
    """Give the map with all doors open that stand closed, locked ones not; the same one where none does."""
    return battle_map.derived(_opened) or battle_map


def _opened(battle_map: BattleMap) -> BattleMap | None:
    if all(wall.state is not DoorState.CLOSED for wall in battle_map.walls):
        return None
    walls = (
        replace(wall, state=DoorState.OPEN) if wall.state is DoorState.CLOSED else wall
        for wall in battle_map.walls
    )
    return _with_doors(battle_map, tuple(walls))


def _with_doors(battle_map: BattleMap, walls: tuple[Wall, ...]) -> BattleMap:
    """Give the map with the same walls, of which some doors stand otherwise."""
    changed = replace(battle_map, walls=walls)
    changed.__dict__["_shared"] = battle_map.__dict__.setdefault("_shared", {})
    changed.__dict__["_earlier"] = battle_map.__dict__.setdefault("_earlier", {})
    return changed
