"""Maps read and written: what rules/map/README.md shows, and what is refused with which key."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given

from rules.map.map_json import MapError, read_map
from rules.map.map_writer import write_map
from rules.map.model import BattleMap, DoorState, GridKind, Light, WallKind
from tests.rules.map.maps import small_maps

EXAMPLE: dict[str, Any] = {
    "grid": {"kind": "square", "cols": 20, "rows": 15, "per_cell": 1, "unit": "yd"},
    "walls": [
        {"from": [3, 0], "to": [3, 4], "kind": "wall"},
        {"from": [3, 4], "to": [3, 5], "kind": "door", "state": "closed"},
        {"from": [5, 2], "to": [8, 2], "kind": "low", "material": "stone", "height": 1},
    ],
    "ground": [{"cells": [[1, 1], [1, 2]], "cost": 2, "name": "rubble"}],
    "elevation": [{"cells": [[4, 4]], "height": 2}],
    "zones": [
        {"id": "bar", "name": "The bar", "polygon": [[0, 0], [6, 0], [6, 9], [0, 9]], "links": ["street"]},
        {"id": "street", "polygon": [[6, 0], [9, 0], [9, 9]]},
    ],
    "surface": "sand",
    "floors": [{"cells": [[0, 0], [0, 1]], "surface": "wood"}],
    "lights": [{"at": [2.5, 2.5], "range": 6, "colour": "#FFCC00"}],
}


def test_the_example_is_read() -> None:
    battle_map = read_map(EXAMPLE)
    wall, door, low = battle_map.walls
    assert [w.id for w in battle_map.walls] == ["w1", "w2", "w3"]
    assert (wall.kind, wall.state, wall.start, wall.end) == (WallKind.WALL, None, (3, 0), (3, 4))
    assert (door.kind, door.state) == (WallKind.DOOR, DoorState.CLOSED)
    assert (low.material, low.height) == ("stone", 1)
    assert battle_map.ground[0].cells == ((1, 1), (1, 2))
    assert battle_map.zones[1].name == "street"
    assert battle_map.lights == (Light((2.5, 2.5), 6, "#FFCC00"),)


def test_a_map_read_and_written_and_read_is_the_same() -> None:
    battle_map = read_map(EXAMPLE)
    written = write_map(battle_map)
    assert read_map(json.loads(json.dumps(written))) == battle_map
    assert write_map(read_map(written)) == written
    assert written["walls"][0] == {"id": "w1", "from": [3, 0], "to": [3, 4], "kind": "wall"}


@given(small_maps())
def test_every_map_survives_writing_and_reading(battle_map: BattleMap) -> None:
    assert read_map(json.loads(json.dumps(write_map(battle_map)))) == battle_map


def test_a_door_is_closed_and_an_id_its_position_unless_told() -> None:
    walls = [{"from": [0, 0], "to": [0, 1], "id": "gate", "kind": "door"}, {"from": [1, 0], "to": [1, 1]}]
    first, second = read_map({"grid": EXAMPLE["grid"], "walls": walls}).walls
    assert (first.id, first.state) == ("gate", DoorState.CLOSED)
    assert (second.id, second.kind) == ("w2", WallKind.WALL)


def test_a_zones_only_map_needs_neither_size_nor_polygons() -> None:
    zones = [{"id": "bar", "links": ["street"]}, {"id": "street"}]
    battle_map = read_map({"grid": {"kind": "zones"}, "zones": zones})
    assert battle_map.grid.kind is GridKind.ZONES
    assert battle_map.zones[0].links == ("street",)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("grid", None, "map.grid: expected an object, not nothing."),
        ("grid.kind", "oval",
         "map.grid.kind: expected one of square, hex-rows, hex-columns, zones, not 'oval'."),
        ("grid.cols", 0, "map.grid.cols: expected a whole number from 1 to 1000, not 0."),
        ("grid.rows", 2.5, "map.grid.rows: expected a whole number from 1 to 1000, not 2.5."),
        ("grid.cols", True, "map.grid.cols: expected a whole number from 1 to 1000, not True."),
        ("grid.per_cell", -1, "map.grid.per_cell: expected a number above 0, not -1."),
        (
            "wals",
            [],
            "map.wals: unknown key; known are ambient, elevation, floors, grid, ground, levels, lights, "
            "passages, picture, surface, walls, zones.",
        ),
        ("walls", {}, "walls: expected a list, not {}."),
        ("walls.0.kind", "hedge",
         "walls[0].kind: expected one of wall, door, window, low, sight, not 'hedge'."),
        ("walls.0.state", "open", "walls[0].state: only a door has a state, and this is a wall."),
        ("walls.1.state", "ajar",
         "walls[1].state: expected one of open, closed, locked, secret, not 'ajar'."),
        ("walls.2.from", [1, float("nan")], "walls[2].from[1]: expected a finite number, not nan."),
        ("walls.2.to", [1, "2"], "walls[2].to[1]: expected a finite number, not '2'."),
        ("walls.2.to", [1], "walls[2].to: a point is [x, y], not [1]."),
        ("walls.2.height", float("inf"), "walls[2].height: expected a finite number, not inf."),
        ("walls.2.id", "w1", "walls[2].id: 'w1' is already the id of walls[0]."),
        ("walls.2.id", "", "walls[2].id: an id is not empty."),
        ("walls.2.material", 3, "walls[2].material: expected a text, not 3."),
        ("ground.0.cells.1", [1.5, 2],
         "ground[0].cells[1]: a cell is [column, row], two whole numbers, not [1.5, 2]."),
        ("ground.0.cells.1", [20, 2],
         "ground[0].cells[1]: the cell [20, 2] is off the map of 20 by 15 cells."),
        ("ground.0.cost", 0, "ground[0].cost: expected a number above 0, not 0."),
        ("elevation.0.height", None, "elevation[0].height: expected a finite number, not nothing."),
        ("zones.0.links", ["steet"], "zones[0].links[0]: there is no zone 'steet'."),
        ("zones.1.id", "bar", "zones[1].id: 'bar' is already the id of zones[0]."),
        ("zones.1.polygon", [[0, 0], [1, 1]],
         "zones[1].polygon: a polygon has at least three corners, and this has 2."),
        ("lights.0.colour", "red", "lights[0].colour: a colour is written #rrggbb, not 'red'."),
        ("lights.0.intensity", -1, "lights[0].intensity: an intensity is 0 or more, not -1."),
        ("lights.0.shadows", 1, "lights[0].shadows: expected true or false, not 1."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_by_its_key(path: str, value: Any, message: str) -> None:
    data = deepcopy(EXAMPLE)
    *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
    inner: Any = data
    for part in way:
        inner = inner[part]
    inner[last] = value
    with pytest.raises(MapError) as refused:
        read_map(data)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("grid", "map.grid is missing."),
        ("walls.0.from", "walls[0].from is missing."),
        ("zones.0.id", "zones[0].id is missing."),
        ("lights.0.range", "lights[0].range is missing."),
    ],
)
def test_what_is_missing_is_named(path: str, message: str) -> None:
    data = deepcopy(EXAMPLE)
    *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
    inner: Any = data
    for part in way:
        inner = inner[part]
    del inner[last]
    with pytest.raises(MapError) as refused:
        read_map(data)
    assert str(refused.value) == message
