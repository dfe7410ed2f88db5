"""What a Universal VTT file becomes: walls with doors in them, objects, a picture; or a refusal."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from rules.map.model import DoorState, Grid, GridKind, Light, Point, WallKind
from tests.rules.kit import in_english
from tests.webapp.importers.uvtt_writer import light, png, portal, saved, uvtt, uvtt_fields
from webapp.importers import ImportedMap, ImportProblem, read_uvtt

SAMPLES = sorted((Path(__file__).parents[4] / "shared" / "data" / "uvtt").glob("*.dd2vtt"))


def walls(imported: ImportedMap) -> list[tuple[Point, Point]]:
    return [(wall.start, wall.end) for wall in imported.map.walls if wall.kind is WallKind.WALL]


def image_of(imported: ImportedMap) -> Image.Image:
    assert imported.picture is not None
    return Image.open(BytesIO(imported.picture.data))


def test_a_whole_file_is_read() -> None:
    imported = read_uvtt(
        uvtt(
            size=(6, 4),
            walls=[[(1, 1), (5, 1), (5, 3), (1, 3), (1, 1)]],
            portals=[portal((2, 1), (3, 1))],
            lights=[light(4, 2, shadows=False, intensity=0.5)],
        )
    )
    assert imported.map.grid == Grid(kind=GridKind.SQUARE, cols=6, rows=4)
    *others, door = [wall.id for wall in imported.map.walls]
    assert others == ["wall-1", "wall-2", "wall-3", "wall-4", "wall-5"]
    assert re.fullmatch("door-[0-9a-f]{12}", door)
    assert imported.map.lights == (
        Light(at=(4, 2), range_cells=5, colour="#eccd8b", intensity=0.5, shadows=False),
    )
    assert in_english(imported.report.read)[0] == "Read 5 wall segments, 1 door and 1 light."


def test_a_door_s_id_tells_of_no_other_door() -> None:
    """It stands in the players' pages, where some of the doors may be secret."""
    first, second = portal((2, 1), (3, 1)), portal((4, 1), (5, 1))
    alone = [wall.id for wall in read_uvtt(uvtt(portals=[second])).map.walls]
    both = [wall.id for wall in read_uvtt(uvtt(portals=[first, second])).map.walls]
    assert alone == both[1:]
    assert len(set(both)) == 2


@pytest.mark.parametrize("state", [True, False])
def test_a_wall_that_runs_on_beneath_a_door_is_cut_at_its_ends(state: bool) -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 2), (9, 2)]], portals=[portal((5, 2), (4, 2), closed=state)]))
    assert walls(imported) == [((1, 2), (4, 2)), ((5, 2), (9, 2))]
    assert imported.map.walls[2].state is (DoorState.CLOSED if state else DoorState.OPEN)


def test_a_wall_of_several_segments_is_cut_beneath_a_door() -> None:
    line = [(1, 2), (4.2, 2), (4.5, 2), (4.6, 2), (7, 2)]
    imported = read_uvtt(uvtt(walls=[line], portals=[portal((4, 2), (5, 2))]))
    assert walls(imported) == [((1, 2), (4, 2)), ((5, 2), (7, 2))]


def test_a_wall_a_little_beside_its_door_is_joined_to_the_ends_of_the_door() -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 2.08), (7, 2.08)]], portals=[portal((4, 2), (5, 2))]))
    assert walls(imported) == [((1, 2.08), (4, 2)), ((5, 2), (7, 2.08))]


@pytest.mark.parametrize(
    "wall",
    [
        [(1, 2), (4, 2)],  # up to the door
        [(5, 2), (5, 4)],  # a corner at its end
        [(4.5, 1), (4.5, 3)],  # straight across
        [(4, 2.2), (5, 2.2)],  # in parallel, a fifth of a cell away
        [(5, 2), (5.03, 2.05)],  # a crumb of the frame
        [(4, 2), (4.9, 2.4)],  # from its end, slanting away
    ],
)
def test_walls_that_do_not_run_along_a_door_stay(wall: list[tuple[float, float]]) -> None:
    imported = read_uvtt(uvtt(walls=[wall], portals=[portal((4, 2), (5, 2), closed=False)]))
    assert walls(imported) == [tuple(wall)]


def test_a_slanting_wall_is_cut_beneath_a_slanting_door() -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 1), (7, 7)]], portals=[portal((3, 3), (4, 4))]))
    assert walls(imported) == [((1, 1), (3, 3)), ((4, 4), (7, 7))]


def test_a_door_of_which_the_crop_left_only_a_sliver_is_no_door() -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 2), (9, 2)]], portals=[portal((10 - 1e-7, 4), (11, 4))]))
    assert [wall.id for wall in imported.map.walls] == ["wall-1"]


def test_outlines_of_objects_are_closed_and_become_walls() -> None:
    imported = read_uvtt(uvtt(objects=[[(1, 1), (2, 1), (2, 2)], [(4, 4), (5, 4), (5, 5), (4, 4)]]))
    assert [wall.id for wall in imported.map.walls] == [f"object-{number}" for number in range(1, 7)]
    assert (imported.map.walls[2].start, imported.map.walls[2].end) == ((2, 2), (1, 1))
    assert in_english(imported.report.read)[0] == (
        "Read 0 wall segments, 6 segments of object outlines, 0 doors and 0 lights."
    )
    assert in_english(imported.report.doubtful) == (
        "Outlines of objects (furniture, pillars) are walls that stop movement, sight and fire; "
        "change those that one can see over to low cover.",
    )


def test_the_picture_is_encoded_anew_at_its_own_size() -> None:
    imported = read_uvtt(uvtt(size=(6, 4), pixels=32, picture=png(192, 128)))
    assert imported.picture is not None
    assert (imported.picture.media_type, imported.picture.width, imported.picture.height) == (
        "image/webp",
        192,
        128,
    )
    assert image_of(imported).size == (192, 128)
    assert in_english(imported.report.doubtful) == ()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_pictures_of_each_kind_are_told_by_their_bytes(kind: str) -> None:
    assert image_of(read_uvtt(uvtt(picture=saved(Image.new("RGB", (80, 80)), kind)))).size == (80, 80)


def test_a_data_url_and_escaped_slashes_are_read() -> None:
    fields = uvtt_fields()
    fields["image"] = "data:image/png;base64," + fields["image"].rstrip("=")
    escaped = json.dumps(fields).replace("/", "\\/").encode()
    assert image_of(read_uvtt(escaped)).size == (80, 80)


def test_an_image_of_another_part_is_not_taken_for_the_picture() -> None:
    fields = {"thumbnail": {"image": "AAAA"}, **uvtt_fields(), "more": [{"image": "BBBB"}]}
    assert image_of(read_uvtt(json.dumps(fields).encode())).size == (80, 80)


def test_a_picture_of_another_size_than_promised_is_doubtful() -> None:
    imported = read_uvtt(uvtt(size=(10, 10), pixels=8, picture=png(160, 160)))
    assert image_of(imported).size == (160, 160)
    assert in_english(imported.report.doubtful) == (
        "The picture is 160 x 160 pixels where the file says 80 x 80: "
        "it was laid over all cells; check that the grid fits.",
    )


def test_a_picture_of_another_shape_is_stretched_over_the_cells() -> None:
    imported = read_uvtt(uvtt(size=(10, 10), pixels=8, picture=png(80, 60)))
    assert image_of(imported).size == (80, 80)
    assert len(imported.report.doubtful) == 1


def test_a_map_that_ends_inside_a_cell_gets_a_margin_up_to_the_next_line() -> None:
    imported = read_uvtt(uvtt(size=(9.5, 4.25), pixels=8, walls=[[(0, 4), (12, 4)]]))
    assert (imported.map.grid.cols, imported.map.grid.rows) == (10, 5)
    assert walls(imported) == [((0, 4), (9.5, 4))]
    assert image_of(imported).size == (80, 40)
    assert in_english(imported.report.doubtful) == (
        "The map is 9.5 x 4.25 cells and was cut inside a cell: "
        "an empty margin fills it up to whole ones; check that the grid fits.",
    )


def test_a_crop_that_starts_inside_a_cell_keeps_the_cells_of_its_map() -> None:
    picture = png(64, 64, colour=(255, 255, 255))
    imported = read_uvtt(
        uvtt(size=(8, 8), origin=(2.5, 3), walls=[[(4, 5), (6, 5)]], lights=[light(3, 4)], picture=picture)
    )
    assert (imported.map.grid.cols, imported.map.grid.rows) == (9, 8)
    assert walls(imported) == [((2, 2), (4, 2))]
    assert imported.map.lights[0].at == (1, 1)
    image = image_of(imported).convert("RGB")
    assert image.size == (72, 64)
    assert [image.getpixel((x, 30)) for x in (3, 4, 67, 68)] == [
        (0, 0, 0),
        (255, 255, 255),
        (255, 255, 255),
        (0, 0, 0),
    ]


def test_a_missing_size_is_worked_out_from_the_picture() -> None:
    imported = read_uvtt(uvtt(resolution={"pixels_per_grid": 16}, picture=png(160, 96)))
    assert (imported.map.grid.cols, imported.map.grid.rows) == (10, 6)


@pytest.mark.parametrize(
    "resolution", [None, [], {}, {"map_size": {"x": 4}}, {"map_size": [4, 4], "pixels_per_grid": 0}]
)
def test_without_any_size_the_file_is_refused(resolution: Any) -> None:
    with pytest.raises(ImportProblem, match="doesn't say how many cells the map has"):
        read_uvtt(uvtt(resolution=resolution))


@pytest.mark.parametrize("size", [(0, 10), (-4, 4), (501, 4), (10, 1e6), (0.5, 2)])
def test_an_impossible_number_of_cells_is_refused(size: tuple[float, float]) -> None:
    with pytest.raises(ImportProblem, match="cells; from 1 x 1 to 500 x 500 are read"):
        read_uvtt(uvtt(size=size, picture=png(8, 8)))


def test_a_file_with_nothing_in_it_is_refused() -> None:
    with pytest.raises(ImportProblem, match="neither a picture nor walls, doors or lights"):
        read_uvtt(uvtt(image=""))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"not json", "it isn't JSON in line 1. Export or download it again."),
        (b'{"image": "AAAA', "The file is cut off inside its picture"),
        (b'{"line_of_sight": [', "it isn't JSON in line 1"),
        (b"[" * 200_000, "The file nests far deeper than any map"),
        (b'{"a":' * 200_000, "The file nests far deeper than any map"),
        (b"[]", "The file is JSON, but no Universal VTT map"),
        (b"null", "The file is JSON, but no Universal VTT map"),
        (b"{}", "doesn't say how many cells"),
        (b'{"a": "\xff"}', "The file is no readable text"),
        (b"\xff\xfe{", "The file is no readable text"),
        (b"RIFF....WEBP", "This is a plain picture"),
    ],
)
def test_broken_files_are_refused_in_a_sentence(data: bytes, message: str) -> None:
    with pytest.raises(ImportProblem) as problem:
        read_uvtt(data)
    assert message in str(problem.value)


def test_the_name_in_a_refusal_is_without_its_folder_and_control_characters() -> None:
    with pytest.raises(ImportProblem, match=r"^cellar\.uvtt: The file is empty"):
        read_uvtt(b"", "C:\\maps/old\\cel\x00\nlar.uvtt")


def test_a_key_that_stands_twice_counts_as_its_last_and_is_doubtful() -> None:
    data = uvtt(walls=[[(1, 1), (2, 1)]])
    twice = data[:-1] + b', "line_of_sight": []}'
    imported = read_uvtt(twice)
    assert imported.map.walls == ()
    assert in_english(imported.report.doubtful) == (
        "The file says some things twice (line_of_sight): the last one counts.",
    )


def test_numbers_of_any_length_are_dropped_like_other_impossible_ones() -> None:
    data = uvtt(walls=[[(1, 1), (2, 1), (123, 1)]]).replace(b"123", b"9" * 10_000)
    imported = read_uvtt(data)
    assert walls(imported) == [((1, 1), (2, 1))]
    assert in_english(imported.report.dropped) == (
        "Dropped 1 wall point with missing or impossible numbers.",
    )


def test_numbers_written_as_strings_are_read() -> None:
    data = uvtt(format="0.2", lights=[light(1, 1, range="7.5")])
    imported = read_uvtt(data)
    assert imported.map.lights[0].range_cells == 7.5
    assert in_english(imported.report.doubtful) == ()


def test_lists_of_the_wrong_type_are_dropped_and_counted() -> None:
    imported = read_uvtt(uvtt(line_of_sight={"x": 1}, portals="none", lights=3, objects_line_of_sight=[7]))
    assert imported.map.walls == ()
    assert in_english(imported.report.dropped) == (
        "Dropped 1 list of doors, 1 list of lights, 1 list of walls and 1 object "
        "with missing or impossible numbers.",
    )


def test_an_unknown_format_and_foreign_keys_are_named() -> None:
    imported = read_uvtt(
        uvtt(format=7, foundry={"walls": []}, key0=0, key1=1, key2=2, key3=3, key4=4, key5=5)
    )
    assert in_english(imported.report.doubtful) == (
        "The file calls its format 7.0, an unknown one: read like 0.3.",
    )
    assert in_english(imported.report.dropped) == (
        "Left out what other programs added: foundry, key0, key1, key2, key3 and 2 more.",
    )


def test_an_unreadable_origin_is_doubtful() -> None:
    resolution = {"map_origin": "top left", "map_size": {"x": 10, "y": 10}, "pixels_per_grid": 8}
    assert in_english(read_uvtt(uvtt(resolution=resolution)).report.doubtful) == (
        "Where the picture lies in its map (map_origin) is unreadable: taken as 0, 0.",
    )


def test_more_points_doors_or_lights_than_any_map_has_are_refused() -> None:
    with pytest.raises(ImportProblem, match="over 100,000 wall points"):
        read_uvtt(uvtt(walls=[[(1, 1)] * 100_001]))
    rooms = [(index % 50, index // 50) for index in range(1_001)]
    with pytest.raises(ImportProblem, match="over 1000 doors"):
        read_uvtt(uvtt(size=(50, 25), pixels=1, portals=[portal((x, y), (x + 0.5, y)) for x, y in rooms]))
    with pytest.raises(ImportProblem, match="1001 lights; at most 1000"):
        read_uvtt(uvtt(lights=[light(1, 1)] * 1_001))


@pytest.mark.parametrize("path", SAMPLES, ids=[path.stem for path in SAMPLES])
def test_a_real_file_lies_inside_its_picture_without_loss(path: Path) -> None:
    imported = read_uvtt(path.read_bytes(), path.name)
    grid = imported.map.grid
    assert imported.picture is not None
    assert imported.picture.width * grid.rows == imported.picture.height * grid.cols
    assert in_english(imported.report.dropped) == ()
    assert any(wall.kind is WallKind.DOOR for wall in imported.map.walls)
    for wall in imported.map.walls:
        for x, y in (wall.start, wall.end):
            assert 0 <= x <= grid.cols
            assert 0 <= y <= grid.rows
