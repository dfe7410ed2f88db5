"""The scenes on the page that shows how cover is worked out: scenario files, drawn by what the map answers.

Each file asks for one or more lines of fire. The tests play the same files, so what the page shows is what
they expect; nothing on the page is typed in but the words.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from rules.map.grid import Footprint, footprint_centre, top_left
from rules.map.line_of_fire import LineOfFire, line_of_fire
from rules.map.map_json import read_map
from rules.map.model import BattleMap, DoorState, Wall, WallKind
from rules.scenario_file import Query, Scenario, parse_scenario
from webapp.drawing.zone_layout import UNIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Somebody:
    """Who stands in a drawing, at the middle of the footprint, in map units; the name above or below."""

    name: str
    x: float
    y: float
    name_y: float
    role: str
    """`shooter`, `target` or `other`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """A segment in map units, with the class it is drawn in."""

    kind: str
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A ray in map units; it goes on from `met` as a broken line where it is stopped there."""

    status: str
    x1: float
    y1: float
    x2: float
    y2: float
    met: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """One line of fire, drawn: the map in units of 100 a cell, who stands on it, and the rays."""

    cols: int
    rows: int
    strokes: tuple[Stroke, ...]
    people: tuple[Somebody, ...]
    shots: tuple[Shot, ...]
    shooter: str
    target: str
    stopped: int
    screened: int
    blocked_share: float
    cover_share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverScene:
    """A mistake that map tools are known for, and how it comes out here."""

    id: str
    title: str
    drawings: tuple[Drawing, ...]


@lru_cache(maxsize=1)
def scene_files() -> tuple[bytes, ...]:
    """Read the scenario files of the scenes, in the order of their names."""
    found = sorted((entry.name, entry) for entry in files(__name__).iterdir() if entry.name.endswith(".json"))
    return tuple(entry.read_bytes() for _, entry in found)


def cover_scenes() -> tuple[CoverScene, ...]:
    """Ask the map every line of fire of every scene, and lay them out to be drawn."""
    return tuple(_scene(parse_scenario(text)) for text in scene_files())


def _scene(scenario: Scenario) -> CoverScene:
    queries = [step.ask for step in scenario.steps if isinstance(step.ask, Query)]
    return CoverScene(
        id=scenario.id,
        title=scenario.title,
        drawings=tuple(_drawing(scenario, query) for query in queries),
    )


def _drawing(scenario: Scenario, query: Query) -> Drawing:
    battle_map = query.map or read_map(scenario.map or {})
    standing = {who["id"]: Footprint(tuple(who["at"]), who.get("size", 1)) for who in scenario.combatants}
    shooter, target = query.params["from"], query.params["to"]
    line = line_of_fire(battle_map, standing[shooter], standing[target])
    roles = {shooter: "shooter", target: "target"}
    names = {who["id"]: who["name"] for who in scenario.combatants}
    people = []
    for who, footprint in standing.items():
        x, y = footprint_centre(battle_map.grid, footprint)
        column, row = top_left(footprint)
        beneath = any(other.place == (column, row + 1) for other in standing.values())
        name_y = y - 0.54 if beneath else y + 0.74
        role = roles.get(who, "other")
        people.append(Somebody(name=names[who], x=x * UNIT, y=y * UNIT, name_y=name_y * UNIT, role=role))
    statuses = [ray.status.value for ray in line.rays]
    return Drawing(
        cols=battle_map.grid.cols,
        rows=battle_map.grid.rows,
        strokes=_strokes(battle_map),
        people=tuple(people),
        shots=_shots(line),
        shooter=names[shooter],
        target=names[target],
        stopped=statuses.count("stopped"),
        screened=statuses.count("screened"),
        blocked_share=line.blocked_share,
        cover_share=line.cover_share,
    )


def _strokes(battle_map: BattleMap) -> tuple[Stroke, ...]:
    return tuple(stroke for wall in battle_map.walls for stroke in _strokes_of(wall))


def _strokes_of(wall: Wall) -> list[Stroke]:
    (x1, y1), (x2, y2) = ((x * UNIT, y * UNIT) for x, y in (wall.start, wall.end))
    if wall.kind is not WallKind.DOOR:
        return [Stroke(kind=f"wall {wall.kind.value}", x1=x1, y1=y1, x2=x2, y2=y2)]
    frame = Stroke(kind="door-frame", x1=x1, y1=y1, x2=x2, y2=y2)
    if wall.state is not DoorState.OPEN:
        return [frame, Stroke(kind="door-leaf", x1=x1, y1=y1, x2=x2, y2=y2)]
    along, across = x2 - x1, y2 - y1  # the leaf stands open, turned about its first end
    leaf_x, leaf_y = x1 + along * 0.3 - across * 0.9, y1 + across * 0.3 + along * 0.9
    return [frame, Stroke(kind="door-leaf", x1=x1, y1=y1, x2=leaf_x, y2=leaf_y)]


def _shots(line: LineOfFire) -> tuple[Shot, ...]:
    return tuple(
        Shot(
            status=ray.status.value,
            x1=ray.start[0] * UNIT,
            y1=ray.start[1] * UNIT,
            x2=ray.end[0] * UNIT,
            y2=ray.end[1] * UNIT,
            met=(ray.met[0] * UNIT, ray.met[1] * UNIT) if ray.met else None,
        )
        for ray in line.rays
    )
