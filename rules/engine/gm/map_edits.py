"""The GM's command `edit-map`: what is asked for, checked against the map and made into a patch.

Walls and zones that are new get ids made from the command's own: no two commands of a battle share that, so
no id comes again, be it of an edit that was taken back. They tell nothing of how many there are.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from rules.engine.battle_events import MapEdited
from rules.engine.command import Command, Said
from rules.engine.exchange import Exchange, tell
from rules.engine.gm.gm_parameters import (
    AMBIENT,
    DRAWN,
    DROP,
    ELEVATION,
    FLOORS,
    GROUND,
    LEVELS,
    LEVELS_GONE,
    LIGHTS,
    LIGHTS_GONE,
    PASSAGES,
    PASSAGES_GONE,
    PICTURE_BOX,
    SURFACE,
    WALLS,
    WALLS_GONE,
    ZONES,
    ZONES_GONE,
    read_map_object,
)
from rules.engine.gm.level_edits import (
    levels_gone,
    levels_put,
    passages_gone,
    passages_put,
    require_fitting,
)
from rules.engine.refusal import Refusal
from rules.engine.state import BattleView, has_place
from rules.engine.text import combatant, joined, text
from rules.map.geometry.polygons import crosses_itself
from rules.map.grid import has_cells, is_inside
from rules.map.map_changes import NO_COST, MapPatch, changes_cell, edited, painted_cells, write_patch
from rules.map.map_json import (
    MAX_SIDE,
    MapError,
    read_elevation,
    read_floor,
    read_ground,
    read_light,
    read_picture,
    read_point,
    read_wall,
    read_zone,
)
from rules.map.map_writer import write_wall, write_zone
from rules.map.model import (
    BattleMap,
    Brightness,
    Cell,
    Elevation,
    Floor,
    Grid,
    Ground,
    Light,
    PictureBox,
    Point,
    Surface,
    Wall,
    WallKind,
    Zone,
)
from rules.map.sight import map_edge

MAX_WALLS = 20_000
"""The most walls that a map may be drawn to have."""
MAX_ZONES = 1_000
MAX_CORNERS = 200
"""The most corners that a zone may be drawn with."""
MARGIN = 1.0
"""How far beyond the map's edge something may be drawn, in cells."""
MAX_LIGHTS = 500
MAX_COST = 100
MAX_HEIGHT = 10_000
LONGEST_NAME = 80
"""Characters that a name or a material may have."""

_KEYS = frozenset(key.id for key in DRAWN)


def edit_map(view: BattleView, command: Command) -> Exchange[None]:
    """Change the map that lies on the table."""
    if view.state.map is None:
        raise Refusal("no-map", text("There is no map to draw on: lay one out first."))
    try:
        patch = _Drawing(view.state.map, command).patch()
        after = edited(view.state.map, patch)
        require_fitting(view.state.map, patch, after)
    except MapError as error:
        raise Refusal("bad-map", str(error)) from None
    _require_room(view, after)
    yield from tell(MapEdited(patch=write_patch(patch)))


def _require_room(view: BattleView, after: BattleMap) -> None:
    """Refuse to drop a zone that somebody stands in, where there is nothing else to stand in."""
    if has_cells(after.grid) or view.state.map is None:
        return
    names = {zone.id: zone.name for zone in view.state.map.zones}
    lost = [c for c in view.state.combatants.values() if c.at is not None and not has_place(after, c.at)]
    if lost:
        zone = names.get(str(lost[0].at), str(lost[0].at))
        who = joined(combatant(c) for c in lost if c.at == lost[0].at)
        stand = "stands" if sum(c.at == lost[0].at for c in lost) == 1 else "stand"
        raise Refusal(
            "zone-occupied",
            text(
                "{who} {stand} in the zone {zone}: it cannot go before they do.",
                who=who,
                stand=text(stand),
                zone=zone,
            ),
        )


class _Drawing:
    """One command's wishes for one map."""

    def __init__(self, battle_map: BattleMap, command: Command) -> None:
        self.map = battle_map
        self.said = command
        self.seed = command.id
        self.made = 0
        self.walls = {wall.id: wall for wall in battle_map.walls}
        self.zones = {zone.id: zone for zone in battle_map.zones}
        self.linked: set[str] = set()

    def patch(self) -> MapPatch:
        """Check everything, and give what comes of it. Raises `MapError` or `Refusal`."""
        if unknown := sorted(self.said.params.keys() - _KEYS):
            raise Refusal(
                "bad-command", text("A change of the map has no key {unknown}.", unknown=f"{unknown[0]!r}")
            )
        if not any(key.is_in(self.said) for key in DRAWN):
            known = joined(key.id for key in DRAWN)
            raise Refusal(
                "bad-command", text("A change of the map has one of the keys {known}.", known=known)
            )
        drop = Said(params=DROP.of(self.said) or {})
        if unknown := sorted(drop.params.keys() - {part.id for part in DROP.parts}):
            droppable = ", ".join(part.id for part in DROP.parts)
            raise MapError(f"drop.{unknown[0]}: only {droppable} can be dropped.")
        walls_gone = _gone(WALLS_GONE.of(drop) or (), "walls", self.walls)
        zones_gone = _gone(ZONES_GONE.of(drop) or (), "zones", self.zones)
        walls = self._put_walls()
        zones = self._put_zones()
        if both := sorted({*walls_gone} & {*walls} | {*zones_gone} & {*zones}):
            raise MapError(f"drop: {both[0]!r} cannot be changed and dropped at once.")
        zones.update(self._unlinked(zones, zones_gone))
        picture = self._picture()
        patch = MapPatch(
            walls=tuple(wall for wall in walls.values() if self.walls.get(wall.id) != wall),
            zones=tuple(zone for zone in zones.values() if self.zones.get(zone.id) != zone),
            walls_gone=walls_gone,
            zones_gone=zones_gone,
            ground=self._ground(),
            elevation=self._elevation(),
            picture=picture,
            moves_picture=PICTURE_BOX.is_in(self.said) and picture != self.map.picture,
            lights=self._lights(),
            lights_gone=self._lights_gone(LIGHTS_GONE.of(drop) or ()),
            ambient=self._ambient(),
            surface=self._surface(),
            floors=self._floors(),
            levels=levels_put(self.map, LEVELS.of(self.said) or (), self._fresh_level),
            levels_gone=levels_gone(self.map, LEVELS_GONE.of(drop) or ()),
            passages=passages_put(self.map, PASSAGES.of(self.said) or ()),
            passages_gone=passages_gone(self.map, PASSAGES_GONE.of(drop) or ()),
        )
        if patch == MapPatch(picture=patch.picture):
            raise Refusal("no-change", text("The map is like that already."))
        self._require_few(patch)
        return patch

    def _require_few(self, patch: MapPatch) -> None:
        for name, known, put, gone, most in (
            ("walls", self.walls, patch.walls, patch.walls_gone, MAX_WALLS),
            ("zones", self.zones, patch.zones, patch.zones_gone, MAX_ZONES),
        ):
            count = len(known.keys() | {thing.id for thing in put}) - len(gone)
            if count > most and count > len(known):
                raise MapError(f"{name}: a map may have {most} of them, and this would make {count}.")

    # ------------------------------------------------------------------------------------------- walls
    def _put_walls(self) -> dict[str, Wall]:
        put: dict[str, Wall] = {}
        for number, item in enumerate(WALLS.of(self.said) or ()):
            key = f"walls[{number}]"
            data = read_map_object(key, item)
            old = self._known(data, key, self.walls, "wall")
            if old is None:
                whole = {**data, "id": self._fresh("w", self.walls)}
            else:
                whole = {**write_wall(old), **data}
                if whole["kind"] != WallKind.DOOR and "state" not in data:
                    whole.pop("state", None)
            wall = read_wall(whole, key)
            if old is None or "from" in data or "to" in data:
                self._require_near(wall.start, f"{key}.from")
                self._require_near(wall.end, f"{key}.to")
                if wall.start == wall.end:
                    raise MapError(f"{key}: a wall has a length; this one begins and ends at the same point.")
            if wall.height is not None and abs(wall.height) > MAX_HEIGHT:
                raise MapError(f"{key}.height: expected at most {MAX_HEIGHT}, not {wall.height:g}.")
            _require_short(wall.material or "", f"{key}.material")
            _require_new(wall.id, put, key)
            put[wall.id] = wall
        return put

    # ------------------------------------------------------------------------------------------- zones
    def _put_zones(self) -> dict[str, Zone]:
        put: dict[str, Zone] = {}
        for number, item in enumerate(ZONES.of(self.said) or ()):
            key = f"zones[{number}]"
            data = read_map_object(key, item)
            old = self._known(data, key, self.zones, "zone")
            if old is None:
                name = f"Zone {len(self.zones.keys() | put.keys()) + 1}"
                whole = {"name": name, **data, "id": self._fresh("z", self.zones)}
            else:
                whole = {**write_zone(old), **data}
            zone = read_zone(whole, key, self.map.grid.kind)
            self._check_zone(zone, key, old is None or "polygon" in data)
            _require_new(zone.id, put, key)
            if "links" in data:
                self.linked.add(zone.id)
            put[zone.id] = zone
        return put

    def _check_zone(self, zone: Zone, key: str, drawn: bool) -> None:
        if not zone.name.strip():
            raise MapError(f"{key}.name: a zone needs a name.")
        _require_short(zone.name, f"{key}.name")
        for number, link in enumerate(zone.links):
            if link not in self.zones:
                raise Refusal(
                    "no-zone",
                    text(
                        "{key}.links[{number}]: there is no zone {link} on this map.",
                        key=key,
                        number=number,
                        link=f"{link!r}",
                    ),
                )
            if link == zone.id:
                raise MapError(f"{key}.links[{number}]: a zone is not linked with itself.")
        if not drawn:
            return
        if len(zone.polygon) > MAX_CORNERS:
            raise MapError(f"{key}.polygon: at most {MAX_CORNERS} corners, and this has {len(zone.polygon)}.")
        for number, corner in enumerate(zone.polygon):
            self._require_near(corner, f"{key}.polygon[{number}]")
        if zone.polygon and crosses_itself(zone.polygon):
            raise MapError(f"{key}.polygon: the outline of a zone may not cross or touch itself.")

    def _unlinked(self, put: Mapping[str, Zone], gone: Collection[str]) -> dict[str, Zone]:
        """Let the links of a zone be those that are given for it, whichever side named them before."""
        changed: dict[str, Zone] = {}
        for id_ in self.zones.keys() - self.linked - {*gone}:
            zone = put.get(id_, self.zones[id_])
            links = tuple(x for x in zone.links if x not in self.linked or id_ in put[x].links)
            if links != zone.links:
                changed[id_] = replace(zone, links=links)
        return dict(sorted(changed.items()))

    # ------------------------------------------------------------------------------- cells and picture
    def _ground(self) -> tuple[Ground, ...]:
        strokes = []
        asked = GROUND.of(self.said) or ()
        lies = painted_cells(self.map.ground) if asked else {}
        for number, item in enumerate(asked):
            key = f"ground[{number}]"
            stroke = read_ground(item, key)
            if not NO_COST <= stroke.cost <= MAX_COST:
                text = f"expected 1 (plain ground) to {MAX_COST}, not {stroke.cost:g}."
                raise MapError(f"{key}.cost: {text}")
            _require_short(stroke.name, f"{key}.name")
            self._require_inside(stroke.cells, key)
            stroke = replace(stroke, name="") if stroke.cost == NO_COST else stroke
            kind = None if stroke.cost == NO_COST else (stroke.cost, stroke.name)
            cells = _changed_cells(stroke, lies, kind)
            if cells:
                strokes.append(replace(stroke, cells=cells))
        return tuple(strokes)

    def _elevation(self) -> tuple[Elevation, ...]:
        strokes = []
        asked = ELEVATION.of(self.said) or ()
        lies = painted_cells(self.map.elevation) if asked else {}
        for number, item in enumerate(asked):
            key = f"elevation[{number}]"
            stroke = read_elevation(item, key)
            if abs(stroke.height) > MAX_HEIGHT:
                raise MapError(f"{key}.height: expected at most {MAX_HEIGHT}, not {stroke.height:g}.")
            self._require_inside(stroke.cells, key)
            cells = _changed_cells(stroke, lies, (stroke.height,) if stroke.height else None)
            if cells:
                strokes.append(replace(stroke, cells=cells))
        return tuple(strokes)

    def _floors(self) -> tuple[Floor, ...]:
        strokes = []
        asked = FLOORS.of(self.said) or ()
        lies = painted_cells(self.map.floors) if asked else {}
        for number, item in enumerate(asked):
            key = f"floors[{number}]"
            stroke = read_floor(item, key)
            self._require_inside(stroke.cells, key)
            kind = None if stroke.surface is Surface.PLAIN else (stroke.surface,)
            cells = _changed_cells(stroke, lies, kind)
            if cells:
                strokes.append(replace(stroke, cells=cells))
        return tuple(strokes)

    def _require_inside(self, cells: Sequence[Cell], key: str) -> None:
        grid = self.map.grid
        if not has_cells(grid):
            raise MapError(f"{key}: this map has zones and no cells to paint.")
        if not cells:
            raise MapError(f"{key}.cells: there are no cells to paint.")
        for cell in cells:
            if not is_inside(grid, cell):
                size = f"{grid.cols} by {grid.rows}"
                raise MapError(f"{key}.cells: the cell {list(cell)} is off the map of {size} cells.")

    # ------------------------------------------------------------------------------------------ lights
    def _lights(self) -> tuple[Light, ...]:
        lies = {light.at: light for light in self.map.lights}
        put: dict[Point, Light] = {}
        for number, item in enumerate(LIGHTS.of(self.said) or ()):
            key = f"lights[{number}]"
            light = read_light(item, key)
            self._require_near(light.at, f"{key}.at")
            if light.range_cells > MAX_SIDE:
                raise MapError(f"{key}.range: expected at most {MAX_SIDE}, not {light.range_cells:g}.")
            put[light.at] = light
        if len(lies.keys() | put.keys()) > max(MAX_LIGHTS, len(lies)):
            raise MapError(f"lights: a map may have {MAX_LIGHTS} of them.")
        return tuple(light for light in put.values() if lies.get(light.at) != light)

    def _lights_gone(self, asked: Sequence[Any]) -> tuple[Point, ...]:
        lies = {light.at for light in self.map.lights}
        gone: dict[Point, None] = {}
        for number, item in enumerate(asked):
            at = read_point(item, f"drop.lights[{number}]")
            if at not in lies:
                raise Refusal(
                    "no-light",
                    text(
                        "drop.lights[{number}]: there is no light at {x}, {y}.",
                        number=number,
                        x=at[0],
                        y=at[1],
                    ),
                )
            gone[at] = None
        return tuple(gone)

    def _ambient(self) -> Brightness | None:
        ambient = AMBIENT.of(self.said)
        return None if ambient is self.map.ambient else ambient

    def _surface(self) -> Surface | None:
        surface = SURFACE.of(self.said)
        if surface is not None and not has_cells(self.map.grid):
            raise MapError("surface: this map has zones and no ground to choose.")
        return None if surface is self.map.surface else surface

    # ----------------------------------------------------------------------------------------- picture
    def _picture(self) -> PictureBox | None:
        asked = PICTURE_BOX.of(self.said)
        if asked is not None and "id" not in asked and self.map.picture is not None:
            asked = {**asked, "id": self.map.picture.id}  # only its place is changed
        return read_picture(asked, "picture")

    # --------------------------------------------------------------------------------------- in common
    def _known(self, data: Mapping[str, Any], key: str, known: Mapping[str, Any], what: str) -> Any:
        """Find what is to be changed, None for something new."""
        id_ = data.get("id")
        if id_ is None:
            return None
        if not isinstance(id_, str) or id_ not in known:
            raise Refusal(
                f"no-{what}",
                text(
                    "{key}.id: there is no {what} {id} on this map.",
                    key=key,
                    what=text(what),
                    id=f"{id_!r}",
                ),
            )
        return known[id_]

    def _fresh_level(self) -> str:
        return self._fresh("l", {level.id: level for level in self.map.levels})

    def _fresh(self, letter: str, known: Mapping[str, Any]) -> str:
        while True:
            self.made += 1
            id_ = letter + sha256(f"{self.seed}:{self.made}".encode()).hexdigest()[:12]
            if id_ not in known:
                return id_

    def _require_near(self, point: Point, key: str) -> None:
        left, top, right, bottom = _bounds(self.map.grid)
        x, y = point
        if not (left - MARGIN <= x <= right + MARGIN and top - MARGIN <= y <= bottom + MARGIN):
            size = f"from {left:g}, {top:g} to {right:g}, {bottom:g}"
            raise MapError(f"{key}: the point {x:g}, {y:g} is off the map, which reaches {size}.")


def _bounds(grid: Grid) -> tuple[float, float, float, float]:
    if has_cells(grid):
        return map_edge(grid)
    return (0.0, 0.0, float(grid.cols or MAX_SIDE), float(grid.rows or MAX_SIDE))


def _changed_cells(
    stroke: Ground | Elevation | Floor, lies: dict[Cell, tuple[Any, ...] | None], kind: tuple[Any, ...] | None
) -> tuple[Cell, ...]:
    """List the cells that a stroke changes, each once, and write down what then lies on them."""
    cells = []
    for cell in dict.fromkeys(stroke.cells):
        if changes_cell(stroke, lies[cell]) if cell in lies else kind is not None:
            cells.append(cell)
        if kind is None:
            lies.pop(cell, None)
        else:
            lies[cell] = kind
    return tuple(cells)


def _gone(asked: Sequence[Any], name: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    what = name[:-1]
    gone: dict[str, None] = {}
    for number, id_ in enumerate(asked):
        if not isinstance(id_, str) or id_ not in known:
            raise Refusal(
                f"no-{what}",
                text(
                    "drop.{key}[{number}]: there is no {what} {id} on this map.",
                    key=text(name),
                    number=number,
                    what=text(what),
                    id=f"{id_!r}",
                ),
            )
        gone[id_] = None
    return tuple(gone)


def _require_new(id_: str, put: Mapping[str, Any], key: str) -> None:
    if id_ in put:
        raise MapError(f"{key}.id: {id_!r} is changed twice in one command.")


def _require_short(text: str, key: str) -> None:
    if len(text) > LONGEST_NAME:
        raise MapError(f"{key}: at most {LONGEST_NAME} characters, and this has {len(text)}.")
