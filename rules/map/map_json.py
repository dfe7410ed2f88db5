"""Read a map as scenarios and saved maps write it (README.md); `map_writer` writes it back."""

import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from rules.map.level_json import put_levels
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
    Level,
    Light,
    Passage,
    PassageKind,
    PictureBox,
    Point,
    Surface,
    Wall,
    WallKind,
    Zone,
)

MAX_SIDE = 1000
"""The most columns or rows that a map may have."""
MAX_PICTURE = 10 * MAX_SIDE
"""How far off the map's corner its picture may lie, and how large it may be, in cells."""

_PICTURE_ID = re.compile(r"[0-9a-f]{32}", re.ASCII)
_KEYS = {
    *("grid", "walls", "ground", "elevation", "zones", "lights", "picture", "ambient", "surface", "floors"),
    *("levels", "passages"),
}
_E = TypeVar("_E", bound=StrEnum)
_T = TypeVar("_T")


class MapError(ValueError):
    """A map that cannot be read. The message is a sentence that names the key."""


def read_map(data: Mapping[str, Any]) -> BattleMap:
    """Read a map, as a scenario gives it.

    Raises:
        MapError: if anything in it is not as README.md has it; the message says what, and at which key.
    """
    data = _object(data, "map", _KEYS)
    if "grid" not in data:
        raise MapError("map.grid is missing.")
    grid = _grid(data["grid"])
    walls = _each(data, "walls", _wall)
    zones = _each(data, "zones", lambda item, key: read_zone(item, key, grid.kind))
    _check_ids("walls", walls)
    _check_ids("zones", zones)
    _check_links(zones)
    plain = BattleMap(
        grid=grid,
        walls=tuple(walls),
        ground=tuple(_each(data, "ground", lambda item, key: _ground(item, key, grid))),
        elevation=tuple(_each(data, "elevation", lambda item, key: _elevation(item, key, grid))),
        zones=tuple(zones),
        lights=tuple(_each(data, "lights", read_light)),
        picture=read_picture(data.get("picture"), "picture"),
        ambient=read_ambient(data),
        surface=read_surface(data),
        floors=tuple(_each(data, "floors", lambda item, key: _floor(item, key, grid))),
    )
    return _with_levels(plain, data) if data.get("levels") or data.get("passages") else plain


def _with_levels(battle_map: BattleMap, data: Mapping[str, Any]) -> BattleMap:
    levels, passages = _each(data, "levels", read_level), _each(data, "passages", read_passage)
    try:
        return put_levels(battle_map, tuple(levels), tuple(passages))
    except ValueError as problem:
        raise MapError(str(problem)) from None


def read_level(data: Any, key: str) -> Level:
    """Read one level of a map. Raises `MapError`."""
    data = _object(data, key, {"id", "name", "elevation", "at", "cols", "rows", "over"})
    id_ = _id(_needed(data, key, "id"), f"{key}.id")
    return Level(
        id=id_,
        name=_text(data.get("name", id_), f"{key}.name"),
        elevation=_number(data.get("elevation", 0), f"{key}.elevation"),
        at=_cell(data.get("at", (0, 0)), f"{key}.at"),
        cols=_count(_needed(data, key, "cols"), f"{key}.cols", 1),
        rows=_count(_needed(data, key, "rows"), f"{key}.rows", 1),
        over=_cell(data.get("over", (0, 0)), f"{key}.over"),
    )


def read_passage(data: Any, key: str) -> Passage:
    """Read what joins levels; of a hole the upper cells alone are known by it. Raises `MapError`."""
    data = _object(data, key, {"kind", "joins", "cells", "cost"})
    kind, cost = _word(data, key, "kind", PassageKind), _positive(data.get("cost", 1), f"{key}.cost")
    if kind is PassageKind.HOLE:
        cells = _cells(_needed(data, key, "cells"), f"{key}.cells")
        return Passage(kind, tuple((cell, cell) for cell in cells), cost)
    pairs = [_cells(pair, f"{key}.joins") for pair in _list(_needed(data, key, "joins"), f"{key}.joins")]
    if any(len(pair) != 2 for pair in pairs):
        raise MapError(f"{key}.joins: expected pairs of cells, [[column, row], [column, row]].")
    return Passage(kind, tuple((one, other) for one, other in pairs), cost)


def _grid(data: Any) -> Grid:
    data = _object(data, "map.grid", {"kind", "cols", "rows", "per_cell", "unit"})
    kind = _word(data, "map.grid", "kind", GridKind)
    least = 0 if kind is GridKind.ZONES else 1
    return Grid(
        kind=kind,
        cols=_count(data.get("cols", 0), "map.grid.cols", least),
        rows=_count(data.get("rows", 0), "map.grid.rows", least),
        per_cell=_positive(data.get("per_cell", 1), "map.grid.per_cell"),
        unit=_text(data.get("unit", "cell"), "map.grid.unit"),
    )


def _wall(data: Any, key: str) -> Wall:
    return read_wall(data, key, f"w{int(key[key.index('[') + 1 : -1]) + 1}")


def read_cell(data: Any, key: str) -> Cell:
    """Read one cell. Raises `MapError`."""
    return _cell(data, key)


def read_wall(data: Any, key: str, id_: str | None = None) -> Wall:
    """Read one wall.

    Args:
        key: where it stands, for what is said if it cannot be read.
        id_: its id where it gives none; without this it must.
    Raises:
        MapError: if anything in it is not as README.md has it.
    """
    data = _object(data, key, {"id", "from", "to", "kind", "state", "material", "height"})
    kind = _word(data, key, "kind", WallKind, WallKind.WALL)
    if data.get("state") is not None and kind is not WallKind.DOOR:
        raise MapError(f"{key}.state: only a door has a state, and this is a {kind}.")
    state = _word(data, key, "state", DoorState, DoorState.CLOSED) if kind is WallKind.DOOR else None
    material, height = data.get("material"), data.get("height")
    return Wall(
        id=_id(_needed(data, key, "id") if id_ is None else data.get("id", id_), f"{key}.id"),
        start=read_point(_needed(data, key, "from"), f"{key}.from"),
        end=read_point(_needed(data, key, "to"), f"{key}.to"),
        kind=kind,
        state=state,
        material=None if material is None else _text(material, f"{key}.material"),
        height=None if height is None else _number(height, f"{key}.height"),
    )


def _ground(data: Any, key: str, grid: Grid) -> Ground:
    ground = read_ground(data, key)
    _check_cells(ground.cells, f"{key}.cells", grid)
    return ground


def read_ground(data: Any, key: str) -> Ground:
    """Read difficult ground, of whatever map. Raises `MapError`."""
    data = _object(data, key, {"cells", "cost", "name"})
    return Ground(
        cells=_cells(_needed(data, key, "cells"), f"{key}.cells"),
        cost=_positive(_needed(data, key, "cost"), f"{key}.cost"),
        name=_text(data.get("name", ""), f"{key}.name"),
    )


def _elevation(data: Any, key: str, grid: Grid) -> Elevation:
    raised = read_elevation(data, key)
    _check_cells(raised.cells, f"{key}.cells", grid)
    return raised


def read_elevation(data: Any, key: str) -> Elevation:
    """Read raised cells, of whatever map. Raises `MapError`."""
    data = _object(data, key, {"cells", "height"})
    return Elevation(
        cells=_cells(_needed(data, key, "cells"), f"{key}.cells"),
        height=_number(_needed(data, key, "height"), f"{key}.height"),
    )


def _floor(data: Any, key: str, grid: Grid) -> Floor:
    floor = read_floor(data, key)
    _check_cells(floor.cells, f"{key}.cells", grid)
    return floor


def read_floor(data: Any, key: str) -> Floor:
    """Read a floor, of whatever map. Raises `MapError`."""
    data = _object(data, key, {"cells", "surface"})
    _needed(data, key, "surface")
    return Floor(
        cells=_cells(_needed(data, key, "cells"), f"{key}.cells"),
        surface=_word(data, key, "surface", Surface),
    )


def read_zone(data: Any, key: str, kind: GridKind) -> Zone:
    """Read one zone of a map of this kind; where its links lead is not looked at. Raises `MapError`."""
    data = _object(data, key, {"id", "name", "polygon", "links"})
    name = _id(_needed(data, key, "id"), f"{key}.id")
    corners = _list(data.get("polygon", ()), f"{key}.polygon")
    polygon = tuple(read_point(corner, f"{key}.polygon[{n}]") for n, corner in enumerate(corners))
    if len(polygon) < 3 and (polygon or kind is not GridKind.ZONES):
        raise MapError(f"{key}.polygon: a polygon has at least three corners, and this has {len(polygon)}.")
    links = _list(data.get("links", ()), f"{key}.links")
    return Zone(
        id=name,
        name=_text(data.get("name", name), f"{key}.name"),
        polygon=polygon,
        links=tuple(_text(link, f"{key}.links[{n}]") for n, link in enumerate(links)),
    )


def read_picture(data: Any, key: str) -> PictureBox | None:
    """Read where the picture lies; nothing for one that fills the grid. Raises `MapError`."""
    if data is None:
        return None
    data = _object(data, key, {"at", "size", "id"})
    id_ = _text(data["id"], f"{key}.id") if "id" in data else ""
    if id_ and _PICTURE_ID.fullmatch(id_) is None:
        raise MapError(f"{key}.id: a picture is named by 32 figures from 0 to f, not by {_shown(id_)}.")
    size = _list(_needed(data, key, "size"), f"{key}.size")
    if len(size) != 2:
        raise MapError(f"{key}.size: a size is [width, height] in cells, not {_shown(size)}.")
    width, height = (_positive(side, f"{key}.size[{n}]") for n, side in enumerate(size))
    at = read_point(_needed(data, key, "at"), f"{key}.at")
    if max(width, height, abs(at[0]), abs(at[1])) > MAX_PICTURE:
        text = f"a picture lies within {MAX_PICTURE} cells of the map's corner and is no larger"
        raise MapError(f"{key}: {text}.")
    return PictureBox(at=at, size=(width, height), id=id_)


def read_ambient(data: Mapping[str, Any]) -> Brightness:
    """Read how light it is where no light shines. Raises `MapError`."""
    return _word(data, "map", "ambient", Brightness, Brightness.BRIGHT)


def read_surface(data: Mapping[str, Any]) -> Surface:
    """Read what the ground of a map looks like. Raises `MapError`."""
    return _word(data, "map", "surface", Surface, Surface.PLAIN)


def read_light(data: Any, key: str) -> Light:
    """Read a light. Raises `MapError`."""
    data = _object(data, key, {"at", "range", "bright", "colour", "intensity", "shadows"})
    colour = _text(data.get("colour", "#ffffff"), f"{key}.colour")
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise MapError(f"{key}.colour: a colour is written #rrggbb, not {colour!r}.")
    intensity = _number(data.get("intensity", 1), f"{key}.intensity")
    if intensity < 0:
        raise MapError(f"{key}.intensity: an intensity is 0 or more, not {intensity:g}.")
    shadows = data.get("shadows", True)
    if not isinstance(shadows, bool):
        raise MapError(f"{key}.shadows: expected true or false, not {shadows!r}.")
    far = _positive(_needed(data, key, "range"), f"{key}.range")
    bright = None if data.get("bright") is None else _number(data["bright"], f"{key}.bright")
    if bright is not None and not 0 <= bright <= far:
        raise MapError(f"{key}.bright: expected 0 to the light's range of {far:g}, not {bright:g}.")
    return Light(
        at=read_point(_needed(data, key, "at"), f"{key}.at"),
        range_cells=far,
        bright_cells=bright,
        colour=colour,
        intensity=intensity,
        shadows=shadows,
    )


def _check_ids(name: str, things: Sequence[Wall | Zone]) -> None:
    seen: dict[str, int] = {}
    for number, thing in enumerate(things):
        if thing.id in seen:
            raise MapError(
                f"{name}[{number}].id: {thing.id!r} is already the id of {name}[{seen[thing.id]}]."
            )
        seen[thing.id] = number


def _check_links(zones: Collection[Zone]) -> None:
    known = {zone.id for zone in zones}
    for number, zone in enumerate(zones):
        for n, link in enumerate(zone.links):
            if link not in known:
                raise MapError(f"zones[{number}].links[{n}]: there is no zone {link!r}.")


def _object(data: Any, key: str, known: set[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise MapError(f"{key}: expected an object, not {_shown(data)}.")
    for name in data:
        if name not in known:
            raise MapError(f"{key}.{name}: unknown key; known are {', '.join(sorted(known))}.")
    return data


def _needed(data: Mapping[str, Any], key: str, name: str) -> Any:
    if name not in data:
        raise MapError(f"{key}.{name} is missing.")
    return data[name]


def _list(data: Any, key: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise MapError(f"{key}: expected a list, not {_shown(data)}.")
    return data


def _each(data: Mapping[str, Any], name: str, read: Callable[[Any, str], _T]) -> list[_T]:
    return [read(item, f"{name}[{number}]") for number, item in enumerate(_list(data.get(name, ()), name))]


def _word(data: Mapping[str, Any], key: str, name: str, kind: type[_E], default: _E | None = None) -> _E:
    value = data.get(name, default)
    if value is None and default is not None:
        return default
    words = [member.value for member in kind]
    if not isinstance(value, str) or value not in words:
        raise MapError(f"{key}.{name}: expected one of {', '.join(words)}, not {_shown(value)}.")
    return kind(value)


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise MapError(f"{key}: expected a text, not {_shown(value)}.")
    return value


def _id(value: Any, key: str) -> str:
    if not _text(value, key):
        raise MapError(f"{key}: an id is not empty.")
    return str(value)


def _number(value: Any, key: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise MapError(f"{key}: expected a finite number, not {_shown(value)}.")
    return float(value)


def _positive(value: Any, key: str) -> float:
    number = _number(value, key)
    if number <= 0:
        raise MapError(f"{key}: expected a number above 0, not {number:g}.")
    return number


def _count(value: Any, key: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_SIDE:
        raise MapError(f"{key}: expected a whole number from {least} to {MAX_SIDE}, not {_shown(value)}.")
    return value


def read_point(value: Any, key: str) -> Point:
    """Read a point. Raises `MapError`."""
    pair = _list(value, key)
    if len(pair) != 2:
        raise MapError(f"{key}: a point is [x, y], not {_shown(value)}.")
    return _number(pair[0], f"{key}[0]"), _number(pair[1], f"{key}[1]")


def _cells(value: Any, key: str) -> tuple[Cell, ...]:
    return tuple(_cell(item, f"{key}[{number}]") for number, item in enumerate(_list(value, key)))


def _cell(value: Any, key: str) -> Cell:
    pair = _list(value, key)
    if len(pair) != 2 or any(isinstance(part, bool) or not isinstance(part, int) for part in pair):
        raise MapError(f"{key}: a cell is [column, row], two whole numbers, not {_shown(value)}.")
    return pair[0], pair[1]


def _check_cells(cells: Sequence[Cell], key: str, grid: Grid) -> None:
    for number, (column, row) in enumerate(cells):
        if not (0 <= column < grid.cols and 0 <= row < grid.rows):
            place, size = f"[{column}, {row}]", f"{grid.cols} by {grid.rows}"
            raise MapError(f"{key}[{number}]: the cell {place} is off the map of {size} cells.")


def _shown(value: Any) -> str:
    text = repr(list(value) if isinstance(value, tuple) else value)
    return "nothing" if value is None else text if len(text) <= 60 else text[:57] + "..."
