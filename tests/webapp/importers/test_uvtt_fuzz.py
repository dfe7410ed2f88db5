"""Whatever bytes come, a Universal VTT file is read or refused in a sentence; nothing else ever happens."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from rules.map.map_json import read_map
from rules.map.map_writer import write_map
from rules.map.model import BattleMap, DoorState, Grid, GridKind, PictureBox, Wall, WallKind, Zone
from tests.webapp.importers.uvtt_writer import light, portal, saved, uvtt, uvtt_fields
from webapp.exporters import write_uvtt
from webapp.importers import ImportedMap, ImportProblem, read_picture, read_uvtt

VALID = uvtt(
    origin=(2, 1),
    walls=[[(3, 2), (9, 2), (9, 7)], [(0, 0), (20, 20)]],
    objects=[[(4, 4), (5, 4), (5, 5)]],
    portals=[portal((4, 2), (5, 2)), portal((6, 2), (7, 2), closed=False)],
    lights=[light(5, 5)],
    environment={"baked_lighting": True, "ambient_light": "ffffffff"},
)
PICTURES = [saved(Image.linear_gradient("L").resize((24, 16)), kind) for kind in ("PNG", "JPEG", "WEBP")]
KEYS = (
    *(
        "format",
        "resolution",
        "line_of_sight",
        "objects_line_of_sight",
        "portals",
        "lights",
        "environment",
        "image",
    ),
    *(
        "map_origin",
        "map_size",
        "pixels_per_grid",
        "x",
        "y",
        "bounds",
        "position",
        "closed",
        "range",
        "color",
    ),
    *("intensity", "shadows", "ambient_light", "baked_lighting"),
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.floats(-3, 15)
points = st.fixed_dictionaries({"x": st.floats(-3, 15) | scalars, "y": st.floats(-3, 15) | scalars})
shapes = st.recursive(
    scalars | points,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=6),
    max_leaves=25,
)


def read_or_refuse(data: bytes) -> ImportedMap | None:
    try:
        imported = read_uvtt(data, "fuzz.uvtt")
    except ImportProblem as problem:
        text = str(problem)
    else:
        check(imported)
        return imported
    assert re.fullmatch(r"fuzz\.uvtt: [A-Z].{10,}\.", text)
    return None


def check(imported: ImportedMap) -> None:
    grid = imported.map.grid
    for wall in imported.map.walls:
        assert wall.start != wall.end
        assert all(0 <= x <= grid.cols and 0 <= y <= grid.rows for x, y in (wall.start, wall.end))
    assert read_map(write_map(imported.map)) == imported.map  # a map that can be saved


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    read_or_refuse(data)
    with pytest.raises(ImportProblem):
        read_picture(data)


@given(shapes)
def test_any_json(value: Any) -> None:
    read_or_refuse(json.dumps(value).encode())


@given(st.dictionaries(st.sampled_from(KEYS), shapes, max_size=4))
@settings(deadline=None)
def test_any_value_under_any_key_of_a_valid_file(changes: dict[str, Any]) -> None:
    read_or_refuse(json.dumps({**uvtt_fields(walls=[[(1, 1), (4, 1)]]), **changes}).encode())


@given(
    st.lists(st.lists(points, max_size=8), max_size=4),
    st.lists(st.fixed_dictionaries({"bounds": st.lists(points, min_size=2, max_size=2)}), max_size=4),
    st.tuples(st.floats(-20, 20), st.floats(-20, 20)),
)
@settings(deadline=None)
def test_walls_and_doors_anywhere_end_inside_the_map(
    walls: list[Any], doors: list[Any], origin: tuple[float, float]
) -> None:
    assert read_or_refuse(uvtt(origin=origin, line_of_sight=walls, portals=doors)) is not None


@given(st.integers(0, len(VALID) - 1), st.integers(0, 60), st.binary(max_size=12))
@settings(deadline=None)
def test_a_valid_file_with_a_stretch_replaced(start: int, length: int, patch: bytes) -> None:
    read_or_refuse(VALID[:start] + patch + VALID[start + length :])


@given(st.sampled_from(PICTURES), st.floats(0, 1), st.binary(max_size=8))
@settings(deadline=None)
def test_a_picture_with_a_stretch_replaced(picture: bytes, where: float, patch: bytes) -> None:
    start = int(where * len(picture))
    with suppress(ImportProblem):
        kept = read_picture(picture[:start] + patch + picture[start + len(patch) :])
        assert 1 <= min(kept.width, kept.height) <= max(kept.width, kept.height) <= 8192


OWN = write_uvtt(
    BattleMap(
        Grid(GridKind.SQUARE, 6, 4),
        (Wall("a", (0, 0), (3, 0)), Wall("d", (3, 0), (4, 0), WallKind.DOOR, DoorState.SECRET)),
        zones=(Zone("z", "Z", ((0, 0), (1, 0), (1, 1)), ()),),
        picture=PictureBox((0.5, 0), (5, 4)),
    ),
    read_picture(PICTURES[0]).data,
    (24, 16),
)


@settings(max_examples=200, deadline=None)
@given(st.data(), shapes)
def test_a_file_of_ours_with_something_odd_in_it_is_read_or_refused(data: st.DataObject, odd: Any) -> None:
    fields = json.loads(OWN)
    at: Any = fields if data.draw(st.booleans()) else fields["battlemat"]
    while True:
        keys = sorted(at) if isinstance(at, dict) else range(len(at))
        key: Any = data.draw(st.sampled_from(list(keys)))
        deeper = at[key]
        if not isinstance(deeper, dict | list) or not deeper or data.draw(st.booleans()):
            break
        at = deeper
    at[key] = odd
    read_or_refuse(json.dumps(fields).encode())
