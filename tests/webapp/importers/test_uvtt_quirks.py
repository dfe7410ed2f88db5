"""The quirks of Universal VTT files in the wild, each with its number in webapp/importers/README.md."""

import json
from math import inf, nan
from typing import Any

import pytest

from rules.map.model import BattleMap, Brightness, DoorState, Grid, GridKind, Light, Point, Wall, WallKind
from tests.rules.kit import in_english
from tests.webapp.importers.uvtt_writer import light, png, portal, uvtt
from webapp.exporters import write_uvtt
from webapp.exporters.uvtt_plain import plain_fields
from webapp.importers import ImportedMap, ImportProblem, read_uvtt

Ends = tuple[Point, Point]


def ends(imported: ImportedMap, prefix: str) -> list[Ends]:
    return [(wall.start, wall.end) for wall in imported.map.walls if wall.id.startswith(prefix)]


def test_quirk_1_everything_is_shifted_by_the_map_origin() -> None:
    imported = read_uvtt(
        uvtt(
            origin=(46, 41),
            walls=[[(48, 42), (50, 42)]],
            portals=[portal((50, 42), (51, 42))],
            lights=[light(47.5, 43)],
        )
    )
    assert ends(imported, "wall") == [((2, 1), (4, 1))]
    assert ends(imported, "door") == [((4, 1), (5, 1))]
    assert [lamp.at for lamp in imported.map.lights] == [(1.5, 2)]


def test_quirk_2_geometry_of_the_whole_map_is_clipped_to_the_crop_and_counted() -> None:
    imported = read_uvtt(
        uvtt(
            origin=(20, 0),
            walls=[[(0, 5), (10, 5)], [(15, 5), (25, 5)], [(21, 1), (22, 1)], [(40, 0), (41, 0), (41, 9)]],
            portals=[portal((1, 5), (2, 5)), portal((22, 1), (23, 1)), portal((45, 2), (46, 2))],
            lights=[light(3, 3), light(24, 4)],
        )
    )
    assert ends(imported, "wall") == [((0, 5), (5, 5)), ((1, 1), (2, 1))]
    assert ends(imported, "door") == [((2, 1), (3, 1))]
    assert in_english(imported.report.read)[0] == "Read 2 wall segments, 1 door and 1 light."
    assert in_english(imported.report.dropped) == (
        "Dropped 3 wall segments and 2 doors outside the picture.",
        "Cut off 1 wall segment at the picture's edge.",
        "Dropped 1 light outside the picture.",
    )


def test_quirk_2_a_wall_that_crosses_a_corner_of_the_crop_is_kept_between_the_edges() -> None:
    imported = read_uvtt(uvtt(walls=[[(-2, 4), (4, -2)]]))
    assert ends(imported, "wall") == [((0, 2), (2, 0))]


def test_quirk_3_points_beyond_the_edge_are_cut_off_without_any_crop() -> None:
    imported = read_uvtt(uvtt(walls=[[(-1, 3), (12, 3), (12, 11), (-2, 11)]]))
    assert ends(imported, "wall") == [((0, 3), (10, 3))]


def test_quirk_3_a_wall_along_the_very_edge_stays() -> None:
    imported = read_uvtt(uvtt(walls=[[(0, 0), (10, 0), (10, 10)]]))
    assert ends(imported, "wall") == [((0, 0), (10, 0)), ((10, 0), (10, 10))]
    assert in_english(imported.report.dropped) == ()


def test_what_has_no_length_is_no_wall_and_is_counted() -> None:
    imported = read_uvtt(
        uvtt(
            walls=[[(1, 1), (1, 1), (4, 1)], [(5, 5), (5, 5)], [(6, 6), (6 + 1e-8, 6)]],
            objects=[[(7, 7), (7, 7), (8, 7), (8, 8)]],
            portals=[portal((10 - 1e-4, 3), (11, 3)), portal((2, 3), (3, 3))],
        )
    )
    assert ends(imported, "wall") == [((1, 1), (4, 1))]
    assert in_english(imported.report.read)[0].startswith(
        "Read 1 wall segment, 3 segments of object outlines, 1 door"
    )
    assert in_english(imported.report.dropped) == (
        "Cut off 1 door at the picture's edge.",
        "Dropped 3 wall segments, 1 object segment and 1 door without any length.",
    )


def test_quirk_4_not_closed_is_an_open_door_and_doubtful() -> None:
    one_open = read_uvtt(uvtt(portals=[portal((1, 1), (2, 1), closed=False), portal((4, 1), (5, 1))]))
    assert [(wall.kind, wall.state) for wall in one_open.map.walls] == [
        (WallKind.DOOR, DoorState.OPEN),
        (WallKind.DOOR, DoorState.CLOSED),
    ]
    assert in_english(one_open.report.doubtful) == (
        "1 door was marked not closed: imported as an open door; change it if it is a window.",
    )
    two_open = read_uvtt(
        uvtt(portals=[portal((1, 1), (2, 1), closed=False), portal((4, 1), (5, 1), closed=False)])
    )
    assert in_english(two_open.report.doubtful) == (
        "2 doors were marked not closed: imported as open doors; change them if they are windows.",
    )


@pytest.mark.parametrize("rotation", [0, 0.785, -0.785, 1.571, 3.142, 4.712, 6.283, "north", None])
def test_quirk_5_only_the_bounds_place_a_door(rotation: Any) -> None:
    door = portal((3, 2), (3, 3), rotation=rotation, position={"x": 3.5, "y": 2})
    assert ends(read_uvtt(uvtt(portals=[door])), "door") == [((3, 2), (3, 3))]


def test_quirk_5_a_door_without_bounds_is_dropped_rather_than_guessed() -> None:
    imported = read_uvtt(uvtt(portals=[portal((3, 2), (3, 3), bounds=None), portal((5, 5), (5, 5))]))
    assert imported.map.walls == ()
    assert in_english(imported.report.dropped) == ("Dropped 2 doors with missing or impossible numbers.",)


@pytest.mark.parametrize("length", [0.754, 0.762, 1.02, 2.5])
def test_quirk_6_a_door_keeps_its_length(length: float) -> None:
    imported = read_uvtt(uvtt(portals=[portal((2, 4), (2 + length, 4))]))
    assert ends(imported, "door") == [((2, 4), (round(2 + length, 6), 4))]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ffeccd8b", "#eccd8b"),
        ("80FF0000", "#ff0000"),
        ("#ff00ff00", "#00ff00"),
        ("4dd569", "#4dd569"),
        ("orange", "#ffffff"),
        (None, "#ffffff"),
    ],
)
def test_quirk_7_colours_have_their_alpha_first(written: Any, read: str) -> None:
    imported = read_uvtt(uvtt(lights=[light(1, 1, color=written)]))
    assert [lamp.colour for lamp in imported.map.lights] == [read]


def test_quirk_8_missing_keys_mean_nothing_of_the_kind() -> None:
    data = uvtt(
        walls=[[(1, 1), (2, 1)]], lights=None, without=("portals", "environment", "objects_line_of_sight")
    )
    imported = read_uvtt(data)
    assert ends(imported, "") == [((1, 1), (2, 1))]
    assert imported.map.lights == ()
    assert in_english(imported.report.doubtful) == ()


def test_quirk_8_a_picture_alone_is_a_map_too() -> None:
    imported = read_uvtt(uvtt(without=("line_of_sight", "portals", "lights", "format")))
    assert (imported.map.grid.cols, imported.map.grid.rows) == (10, 10)
    assert in_english(imported.report.read) == (
        "Read 0 wall segments, 0 doors and 0 lights.",
        "Read 10 x 10 cells and a picture of 80 x 80 pixels.",
    )


@pytest.mark.parametrize("image", ["", "   ", None])
def test_quirk_9_walls_come_without_a_picture(image: Any) -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], image=image))
    assert imported.picture is None
    assert len(imported.map.walls) == 1
    assert in_english(imported.report.doubtful) == ("The file holds no picture: lay one under the walls.",)


@pytest.mark.parametrize("image", ["C:\\maps\\cellar.png", "maps/cellar.png", "Zm9v_", ["a"], 7, {"a": 1}])
def test_quirk_9_an_image_that_is_not_base64_is_dropped(image: Any) -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], image=image))
    assert imported.picture is None
    assert len(imported.map.walls) == 1
    assert in_english(imported.report.dropped) == (
        "Dropped the picture, not the walls. "
        "The file holds some other text where its picture should be: export the map again.",
    )


@pytest.mark.parametrize("data", [b"", b" \r\n\t", b"\xef\xbb\xbf"])
def test_quirk_9_an_empty_file_is_refused(data: bytes) -> None:
    with pytest.raises(ImportProblem, match=r"^cellar\.dd2vtt: The file is empty: export the map again\.$"):
        read_uvtt(data, "cellar.dd2vtt")


def test_quirk_10_caves_are_thinned_by_no_more_than_the_tolerance() -> None:
    cave = [(1 + index / 50, 5 + 0.03 * (index % 2)) for index in range(401)]
    imported = read_uvtt(uvtt(walls=[cave]))
    assert len(imported.map.walls) <= 4
    assert imported.map.walls[0].start == (1, 5)
    assert imported.map.walls[-1].end == (9, 5)
    assert in_english(imported.report.read)[2].startswith("Thinned 1 long line of wall segments from 400 to ")


def test_quirk_10_drawn_walls_keep_every_corner() -> None:
    stairs = [(index / 10, 1 + 0.02 * (index % 2)) for index in range(20)]
    assert len(read_uvtt(uvtt(walls=[stairs])).map.walls) == 19


def test_quirk_10_many_segments_are_doubtful_and_too_many_refused() -> None:
    def fence(posts: int) -> list[list[tuple[float, float]]]:
        return [[(1 + index / 5000, 1), (1 + index / 5000, 2)] for index in range(posts)]

    assert read_uvtt(uvtt(walls=fence(5_000))).report.doubtful == ()
    assert in_english(read_uvtt(uvtt(walls=fence(5_001))).report.doubtful) == (
        "5001 wall segments: above 5000 sight may become slow.",
    )
    with pytest.raises(ImportProblem, match="20,001 wall segments; at most 20,000 are read"):
        read_uvtt(uvtt(walls=fence(20_001)))


@pytest.mark.parametrize("bad", [nan, inf, -inf, 1e300, "east", None, [], True])
def test_quirk_11_a_point_that_is_no_number_breaks_its_line_and_is_counted(bad: Any) -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1), (3, bad), (4, 1), (5, 1)]]))
    assert ends(imported, "wall") == [((1, 1), (2, 1)), ((4, 1), (5, 1))]
    assert in_english(imported.report.dropped) == (
        "Dropped 1 wall point with missing or impossible numbers.",
    )


def test_quirk_11_doors_and_lights_with_bad_numbers_are_dropped_and_counted() -> None:
    imported = read_uvtt(
        uvtt(
            portals=[portal((1, nan), (2, 1)), portal((4, 1), (5, 1)), "door"],
            lights=[light(nan, 1), light(1, 1, range=inf), light(2, 2, range=0), light(3, 3, intensity=nan)],
        )
    )
    assert ends(imported, "door") == [((4, 1), (5, 1))]
    assert imported.map.lights == (Light(at=(3, 3), range_cells=5, colour="#eccd8b"),)
    assert in_english(imported.report.dropped) == (
        "Dropped 2 doors and 3 lights with missing or impossible numbers.",
    )


def test_quirk_12_a_frame_on_top_of_its_door_becomes_one_with_it() -> None:
    imported = read_uvtt(
        uvtt(portals=[portal((2, 4), (3, 4)), portal((2.9, 4.02), (2.1, 4.02), closed=False)])
    )
    assert ends(imported, "door") == [((2, 4), (3, 4))]
    assert imported.map.walls[0].state is DoorState.CLOSED
    assert (
        in_english(imported.report.read)[2] == "Merged 1 door into the one at the same place (a door frame?)."
    )


def test_quirk_12_the_longer_of_two_coincident_doors_stays_whatever_the_order() -> None:
    imported = read_uvtt(uvtt(portals=[portal((2.1, 4), (2.9, 4)), portal((2, 4), (3, 4))]))
    assert ends(imported, "door") == [((2, 4), (3, 4))]


def test_quirk_12_both_wings_of_a_double_door_stay() -> None:
    wings = [portal((2, 4), (3, 4)), portal((3, 4), (4, 4)), portal((3, 4), (3, 5))]
    assert len(read_uvtt(uvtt(portals=wings)).map.walls) == 3


def test_quirk_13_baked_lighting_keeps_lights_and_brings_no_darkness() -> None:
    environment = {"baked_lighting": True, "ambient_light": "ffffffff"}
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], lights=[light(1, 1)], environment=environment))
    assert len(imported.map.lights) == 1
    assert in_english(imported.report.doubtful) == ()


@pytest.mark.parametrize(
    ("ambient", "baked", "lit", "found"),
    [
        ("ff101018", False, True, "dark"),
        ("ff808890", False, True, "dim"),
        ("fff0f0e0", False, True, "bright"),
        ("ff101018", True, True, "bright"),
        ("ff101018", False, False, "bright"),
    ],
)
def test_quirk_13_a_dark_map_with_lights_of_its_own_is_dark(
    ambient: str, baked: bool, lit: bool, found: str
) -> None:
    environment = {"baked_lighting": baked, "ambient_light": ambient}
    lights = [light(1, 1)] if lit else []
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], lights=lights, environment=environment))
    assert imported.map.ambient.value == found
    assert len(imported.map.lights) == lit


def test_quirk_13_an_ambient_colour_is_reported_and_not_applied() -> None:
    environment = {"baked_lighting": False, "ambient_light": "ff334455"}
    assert in_english(read_uvtt(uvtt(environment=environment)).report.doubtful) == (
        "The file wants a tinted or dark map (#334455); it is imported bright.",
    )


def test_a_dark_map_with_a_light_comes_back_as_dark_as_it_was() -> None:
    for ambient in Brightness:
        kept = BattleMap(Grid(GridKind.SQUARE, 4, 3), lights=(Light((1.5, 1.5), 2.0),), ambient=ambient)
        plain = {key: value for key, value in plain_fields(kept).items() if key != "image"}
        assert read_uvtt(json.dumps(plain).encode()).map.ambient is ambient


def test_quirk_14_floors_in_files_of_their_own_share_their_coordinates() -> None:
    cellar = read_uvtt(uvtt(origin=(4, 4), walls=[[(5, 5), (9, 5)]]), "house-0.dd2vtt")
    attic = read_uvtt(uvtt(origin=(4, 4), walls=[[(5, 5), (9, 5)]]), "house-1.dd2vtt")
    assert cellar.map == attic.map


def test_quirk_15_a_file_above_the_limit_is_refused_with_both_sizes() -> None:
    with pytest.raises(ImportProblem, match=r"^The file has 125\.1 MB; at most 125 MB are read\."):
        read_uvtt(bytes(125_000_001))


def test_quirk_15_only_the_picture_may_be_large() -> None:
    with pytest.raises(ImportProblem, match=r"Without its picture the file has 17\.1 MB; at most 16 MB"):
        read_uvtt(uvtt(padding="x" * 17_000_000))


def test_quirk_15_a_picture_of_too_many_pixels_is_dropped_before_decoding() -> None:
    header = png(1, 1)
    bomb = header[:16] + (20_000).to_bytes(4, "big") * 2 + header[24:]
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], picture=bomb))
    assert imported.picture is None
    assert len(imported.map.walls) == 1
    assert in_english(imported.report.dropped) == (
        "Dropped the picture, not the walls. "
        "The picture is 20,000 x 20,000 pixels; at most 8192 x 8192 are read. Save it smaller.",
    )


def test_quirk_15_with_nothing_but_a_bad_picture_the_picture_is_the_problem() -> None:
    header = png(1, 1)
    bomb = header[:16] + (20_000).to_bytes(4, "big") * 2 + header[24:]
    with pytest.raises(ImportProblem, match="The picture is 20,000 x 20,000 pixels; at most 8192 x 8192"):
        read_uvtt(uvtt(picture=bomb))


@pytest.mark.parametrize("name", ["a.dd2vtt", "a.uvtt", "a.df2vtt", "a.dd2vtt.png", "a.DD2VTT", "", "b.txt"])
def test_quirk_16_the_name_does_not_matter(name: str) -> None:
    assert len(read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]]), name).map.walls) == 1


def test_quirk_16_a_real_picture_with_a_double_ending_is_told_apart() -> None:
    with pytest.raises(ImportProblem, match=r"^a\.dd2vtt\.png: This is a plain picture"):
        read_uvtt(png(4, 4), "a.dd2vtt.png")


def test_quirk_16_a_byte_order_mark_is_accepted() -> None:
    plain = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]]))
    assert read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], bom=True)) == plain
    assert read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], encoding="utf-16")) == plain


def test_quirk_17_our_own_kinds_of_wall_go_out_and_come_back_under_a_key_of_our_own() -> None:
    kinds = (WallKind.LOW, WallKind.SIGHT, WallKind.WINDOW, WallKind.WALL)
    walls = [Wall(f"w{n}", (n, 1), (n, 3), kind, None, "glass") for n, kind in enumerate(kinds, 1)]
    walls.append(Wall("d", (6, 1), (6, 3), WallKind.DOOR, DoorState.SECRET))
    battle_map = BattleMap(Grid(GridKind.SQUARE, 10, 10), tuple(walls))
    imported = read_uvtt(write_uvtt(battle_map))
    assert imported.map == battle_map
    assert in_english(imported.report.read)[-1] == "Battlemat wrote this file: nothing was lost on the way."


def test_quirk_17_any_other_file_has_one_kind_of_wall() -> None:
    imported = read_uvtt(uvtt(walls=[[(1, 1), (2, 1)]], objects=[[(4, 4), (5, 4), (5, 5), (4, 4)]]))
    assert {wall.kind for wall in imported.map.walls} == {WallKind.WALL}
    assert in_english(imported.report.doubtful)[-1].endswith(
        "change those that one can see over to low cover."
    )
