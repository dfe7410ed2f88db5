"""Maps as Universal VTT files: what other programs read in them, and that ours come back the same."""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from rules.map.map_json import read_map
from rules.map.map_writer import write_map
from rules.map.model import (
    BattleMap,
    DoorState,
    Elevation,
    Floor,
    Grid,
    GridKind,
    Ground,
    Light,
    PictureBox,
    Surface,
    Wall,
    WallKind,
    Zone,
)
from tests.rules.kit import in_english
from tests.webapp.importers.uvtt_writer import png, saved
from webapp.exporters import write_uvtt
from webapp.exporters.uvtt_plain import polylines
from webapp.importers import ImportProblem, Picture, read_picture, read_uvtt

SQUARE = Grid(GridKind.SQUARE, 6, 4, 1.5, "yd")


def many_coloured(width: int, height: int) -> bytes:
    across = Image.linear_gradient("L").resize((width, height))
    down = across.rotate(180)
    return saved(Image.merge("RGB", (across, down, Image.effect_noise((width, height), 60))), "PNG")


PICTURE = read_picture(many_coloured(60, 40))


def exported(battle_map: BattleMap, picture: Picture | None = None) -> dict[str, Any]:
    size = (picture.width, picture.height) if picture else (0, 0)
    fields = json.loads(write_uvtt(battle_map, picture.data if picture else None, size))
    assert isinstance(fields, dict)
    return fields


def back(fields: dict[str, Any]) -> Any:
    return read_uvtt(json.dumps(fields).encode(), "map.uvtt")


def image_of(fields: dict[str, Any]) -> Image.Image:
    return Image.open(BytesIO(b64decode(fields["image"])))


def points(line: Sequence[dict[str, float]]) -> list[tuple[float, float]]:
    return [(point["x"], point["y"]) for point in line]


def test_ground_and_floors_come_back_from_a_file() -> None:
    floors = (Floor(((1, 1), (2, 1)), Surface.WOOD),)
    battle_map = BattleMap(SQUARE, surface=Surface.SNOW, floors=floors)
    assert back(exported(battle_map)).map == battle_map


# ------------------------------------------------------------------------------- what others read
def test_the_file_says_its_format_size_and_pixels() -> None:
    fields = exported(BattleMap(SQUARE), PICTURE)
    assert fields["format"] == 0.3
    assert fields["resolution"] == {
        "map_origin": {"x": 0, "y": 0},
        "map_size": {"x": 6, "y": 4},
        "pixels_per_grid": 10,
    }
    assert b64decode(fields["image"]) == PICTURE.data


def test_walls_that_meet_become_one_line() -> None:
    corners = [(0, 0), (5, 0), (5, 3), (0, 3), (0, 0)]
    sides = [Wall(f"w{n}", a, b) for n, (a, b) in enumerate(pairwise(corners))]
    [line] = exported(BattleMap(SQUARE, (sides[2], sides[0], sides[3], sides[1])))["line_of_sight"]
    assert len(line) == 5
    assert line[0] == line[-1]


def test_walls_that_cross_at_an_end_stay_apart() -> None:
    lines = polylines([((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1))])
    assert sorted(lines) == [[(0, 0), (1, 0)], [(1, 0), (1, 1)], [(1, 0), (2, 0)]]


def test_a_line_grows_at_both_ends() -> None:
    assert polylines([((1, 0), (2, 0)), ((3, 0), (2, 0)), ((0, 0), (1, 0))]) in (
        [[(0, 0), (1, 0), (2, 0), (3, 0)]],
        [[(3, 0), (2, 0), (1, 0), (0, 0)]],
    )


@pytest.mark.parametrize(
    ("state", "closed"), [(DoorState.OPEN, False), (DoorState.CLOSED, True), (DoorState.LOCKED, True)]
)
def test_doors_are_portals_with_bounds(state: DoorState, closed: bool) -> None:
    door = Wall("d", (1, 2), (1, 3), WallKind.DOOR, state)
    [portal] = exported(BattleMap(SQUARE, (door,)))["portals"]
    assert points(portal["bounds"]) == [(1, 2), (1, 3)]
    assert portal["closed"] is closed


def test_a_window_is_a_portal_that_is_not_closed() -> None:
    fields = exported(BattleMap(SQUARE, (Wall("x", (1, 2), (1, 3), WallKind.WINDOW),)))
    assert [portal["closed"] for portal in fields["portals"]] == [False]
    assert fields["line_of_sight"] == []


def test_a_secret_door_is_a_wall_to_others() -> None:
    door = Wall("d", (1, 2), (1, 3), WallKind.DOOR, DoorState.SECRET)
    fields = exported(BattleMap(SQUARE, (door,)))
    assert (fields["portals"], len(fields["line_of_sight"])) == ([], 1)


def test_low_walls_stop_no_sight_of_others() -> None:
    fields = exported(BattleMap(SQUARE, (Wall("x", (1, 2), (1, 3), WallKind.LOW),)))
    assert (fields["portals"], fields["line_of_sight"]) == ([], [])


def test_colours_have_their_alpha_first() -> None:
    [light] = exported(BattleMap(SQUARE, lights=(Light((1, 1), 4, "#AB12cd", 0.5, False),)))["lights"]
    assert light == {
        "position": {"x": 1, "y": 1},
        "range": 4,
        "intensity": 0.5,
        "color": "ffab12cd",
        "shadows": False,
    }


def test_a_picture_beside_the_grid_is_drawn_on_whole_cells_for_others() -> None:
    red = Image.new("RGB", (60, 40), "blue")
    red.paste("red", (5, 5, 15, 15))  # one painted cell, from 5, 5 on
    picture = read_picture(saved(red, "PNG"))
    box = PictureBox(at=(0.5, 0.5), size=(6, 4))
    fields = exported(BattleMap(Grid(GridKind.SQUARE, 7, 5), picture=box), picture)
    assert fields["resolution"]["map_size"] == {"x": 7, "y": 5}
    assert fields["resolution"]["map_origin"] == {"x": 0, "y": 0}
    assert fields["resolution"]["pixels_per_grid"] == 10
    sheet = image_of(fields).convert("RGB")
    assert sheet.size == (70, 50)
    for place, colour in {(11, 11): 0, (18, 18): 0, (8, 12): 2, (22, 12): 2}.items():
        pixel = sheet.getpixel(place)
        assert isinstance(pixel, tuple)
        assert pixel[colour] > 200 > sum(pixel) - pixel[colour]


def test_a_map_without_a_picture_comes_with_paper() -> None:
    fields = exported(BattleMap(SQUARE))
    assert image_of(fields).size == (6 * 70, 4 * 70)
    assert back(fields).picture is None


# --------------------------------------------------------------------------------- what comes back
def places(low: float = -1, high: float = 6) -> st.SearchStrategy[tuple[float, float]]:
    numbers = st.floats(low, high).map(lambda n: round(n, 6)) | st.integers(int(low), int(high)).map(float)
    return st.tuples(numbers, numbers)


def numbers(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high).map(lambda n: round(n, 4))


WORDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)


@st.composite
def maps(draw: st.DrawFn) -> BattleMap:
    kind = draw(st.sampled_from(GridKind))
    cols, rows = (draw(st.integers(1, 6)) for _ in range(2)) if kind is not GridKind.ZONES else (0, 0)
    grid = Grid(kind, cols, rows, draw(numbers(0.1, 10)), draw(WORDS))
    cells = st.lists(st.tuples(st.integers(0, cols - 1), st.integers(0, rows - 1)), min_size=1, unique=True)
    walls = []
    for number in range(draw(st.integers(0, 5))):
        wall_kind = draw(st.sampled_from(WallKind))
        state = draw(st.sampled_from(DoorState)) if wall_kind is WallKind.DOOR else None
        material, height = draw(st.none() | WORDS), draw(st.none() | numbers(-3, 9))
        walls.append(Wall(f"w {number}", draw(places()), draw(places()), wall_kind, state, material, height))
    ids = [f"zone {n}" for n in range(draw(st.integers(0, 3)))]
    polygons = st.lists(places(), min_size=3, max_size=4).map(tuple)
    if kind is GridKind.ZONES:
        polygons = polygons | st.just(())
    zones = [
        Zone(id_, draw(WORDS), draw(polygons), tuple(draw(st.lists(st.sampled_from(ids), unique=True))))
        for id_ in ids
    ]
    ground: list[Ground] = []
    elevation: list[Elevation] = []
    if kind is not GridKind.ZONES:
        ground = draw(st.lists(st.builds(Ground, cells.map(tuple), numbers(0.5, 3), WORDS), max_size=2))
        elevation = draw(st.lists(st.builds(Elevation, cells.map(tuple), numbers(-3, 3)), max_size=2))
    colours = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)
    lights = st.builds(Light, places(), numbers(0.5, 9), colours, numbers(0, 3), st.booleans())
    box = st.builds(PictureBox, places(-1, 2), st.tuples(numbers(1, 8), numbers(1, 8)))
    return BattleMap(
        grid,
        tuple(walls),
        tuple(ground),
        tuple(elevation),
        tuple(zones),
        tuple(draw(st.lists(lights, max_size=2))),
        draw(st.none() | box),
    )


@settings(max_examples=50, deadline=None)
@given(maps(), st.booleans())
@example(
    BattleMap(
        Grid(GridKind.SQUARE, 1, 1, 1.0, "yd"),
        (Wall("d", (2.0, 0.0), (0.0, -0.0), WallKind.DOOR, DoorState.OPEN),),
    ),
    False,
)
@example(BattleMap(Grid(GridKind.ZONES, 0, 0, 1.0, "yd"), zones=(Zone("a", "A", ((0.0, 0.0),) * 3),)), True)
def test_every_map_comes_back_the_same(battle_map: BattleMap, has_picture: bool) -> None:
    picture = PICTURE if has_picture else None
    assert read_map(write_map(battle_map)) == battle_map
    imported = back(exported(battle_map, picture))
    assert write_map(imported.map) == write_map(battle_map)
    assert imported.picture == picture
    assert in_english(imported.report.doubtful) == ()


def test_a_photo_is_not_worn_off_by_going_out_and_in() -> None:
    assert PICTURE.data[12:16] == b"VP8 "  # lossy
    assert back(exported(BattleMap(SQUARE), PICTURE)).picture.data == PICTURE.data


def test_a_see_through_picture_comes_back_too() -> None:
    image = Image.open(BytesIO(many_coloured(60, 40))).convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize((60, 40)))
    picture = read_picture(saved(image, "PNG"))
    assert back(exported(BattleMap(SQUARE), picture)).picture == picture


def test_what_is_hidden_in_a_picture_does_not_come_in_with_it() -> None:
    fields = exported(BattleMap(SQUARE), PICTURE)
    exif = Image.Exif()
    exif[0x010E] = "at my home address"
    image = Image.open(BytesIO(PICTURE.data))
    fields["image"] = b64encode(saved(image, "WEBP", exif=exif)).decode()
    assert b"home address" in b64decode(fields["image"])
    assert b"home address" not in back(fields).picture.data


# ------------------------------------------------------------------------ changed in other programs
CHANGED = BattleMap(
    SQUARE,
    (
        Wall("rail", (0, 1), (2, 1), WallKind.LOW, None, "wood", 1),
        Wall("curtain", (3, 0), (3, 2), WallKind.SIGHT, None, "cloth"),
        Wall("north", (0, 0), (2, 0), WallKind.WALL, None, "steel"),
    ),
    ground=(Ground(((1, 1),), 2, "mud"),),
    zones=(Zone("bar", "Bar", ((0, 0), (3, 0), (3, 4)), ()),),
)


def test_a_wall_moved_in_another_program_is_moved_and_the_rest_keeps_its_kind() -> None:
    fields = exported(CHANGED, PICTURE)
    fields["line_of_sight"][1] = [{"x": 0, "y": 2}, {"x": 2, "y": 2}]
    imported = back(fields)
    ends = {wall.id: (wall.start, wall.end) for wall in imported.map.walls}
    assert ends == {
        "curtain": ((3, 0), (3, 2)),
        "wall-2": ((0, 2), (2, 2)),
        "rail": ((0, 1), (2, 1)),
    }
    kept = {wall.id: wall for wall in imported.map.walls}
    assert (kept["curtain"], kept["rail"]) == (CHANGED.walls[1], CHANGED.walls[0])
    assert (imported.map.ground, imported.map.zones) == (CHANGED.ground, CHANGED.zones)
    assert imported.map.grid == SQUARE
    assert "changed in another program" in in_english(imported.report.doubtful)[0]


def test_a_map_cropped_in_another_program_is_read_as_any_other() -> None:
    fields = exported(CHANGED, PICTURE)
    fields["resolution"]["map_size"] = {"x": 3, "y": 4}
    imported = back(fields)
    assert (imported.map.grid.cols, imported.map.zones) == (3, ())
    assert "cut or resized in another program" in " ".join(in_english(imported.report.doubtful))


def test_a_picture_changed_in_another_program_is_the_one_that_counts() -> None:
    fields = exported(CHANGED, PICTURE)
    fields["image"] = b64encode(png(120, 80, colour="red")).decode()
    imported = back(fields)
    assert (imported.picture.width, imported.picture.height) == (120, 80)
    assert imported.map.walls == CHANGED.walls
    assert "picture was changed in another program" in in_english(imported.report.doubtful)[0]


@pytest.mark.parametrize("own", ["x", {}, {"version": 2}, {"version": 1, "map": {"grid": 3}}, {"version": 1}])
def test_a_part_of_ours_that_cannot_be_read_leaves_what_others_read(own: Any) -> None:
    imported = back({**exported(CHANGED, PICTURE), "battlemat": own})
    assert sum(wall.kind is WallKind.WALL for wall in imported.map.walls) == 2
    assert in_english(imported.report.doubtful)[0].endswith("only what others read was read.")


def test_a_file_that_lost_our_picture_is_refused() -> None:
    box = PictureBox(at=(0.5, 0), size=(6, 4))
    fields = exported(BattleMap(SQUARE, picture=box), PICTURE)
    del fields["battlemat"]["image"]
    with pytest.raises(ImportProblem, match="has lost its picture"):
        back(fields)
