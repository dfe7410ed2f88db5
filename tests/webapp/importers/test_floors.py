"""Several files at once are floors of one map: stacked by their names, side by side, with nothing lost."""

from typing import Any

import pytest

from rules.engine.text import in_full
from rules.map.levels import is_frame
from rules.map.map_json import read_map
from rules.map.map_writer import write_map
from tests.webapp.importers.uvtt_writer import light, png, portal, uvtt
from webapp.exporters import write_uvtt
from webapp.importers import Floor, ImportedMap, ImportProblem, read_uvtt, stack
from webapp.importers.floors import height_of
from webapp.importers.pictures import decode_kept


def floor(name: str, **fields: Any) -> Floor:
    return Floor(name, read_uvtt(uvtt(**fields), name))


def lines(found: ImportedMap) -> str:
    report = found.report
    return "\n".join(in_full(line) for line in (*report.read, *report.dropped, *report.doubtful))


@pytest.mark.parametrize(
    ("name", "height"),
    [
        ("Inn - Ground Floor", 0),
        ("inn_cellar", -1),
        ("Inn Basement 2", -2),
        ("Keller", -1),
        ("House UG2", -2),
        ("House 1.OG", 1),
        ("Tower level 3", 3),
        ("Tower 3 (24x32)", 3),
        ("Mill upper", 1),
        ("Mill-Attic", 98),
        ("roof", 99),
        ("Map B", None),
        ("Blue room", None),
        ("Inn 24x32", None),
    ],
)
def test_how_high_a_floor_lies_is_read_off_its_name(name: str, height: int | None) -> None:
    assert height_of(name) == height


def test_floors_lie_side_by_side_with_all_that_is_on_them() -> None:
    found = stack(
        [
            floor("Inn Attic.uvtt", size=(4, 3), walls=[[(0, 1), (2, 1)]]),
            floor("Inn Cellar.uvtt", size=(6, 5), portals=[portal((1, 1), (2, 1))], lights=[light(3, 3)]),
            floor("Inn Ground.uvtt", size=(6, 5), walls=[[(0, 0), (6, 0)], [(6, 0), (6, 5)]]),
        ]
    )
    levels = [(level.name, level.elevation, level.at, level.cols, level.rows) for level in found.map.levels]
    assert levels == [
        ("Cellar", -3, (0, 0), 6, 5),
        ("Ground", 0, (8, 0), 6, 5),
        ("Attic", 3, (16, 0), 4, 3),
    ]
    assert (found.map.grid.cols, found.map.grid.rows) == (20, 5)
    drawn = [(w.start, w.end) for w in found.map.walls if not is_frame(w.id)]
    assert ((16.0, 1.0), (18.0, 1.0)) in drawn
    assert ((8.0, 0.0), (14.0, 0.0)) in drawn
    assert ((1.0, 1.0), (2.0, 1.0)) in drawn
    assert [lamp.at for lamp in found.map.lights] == [(3.0, 3.0)]
    assert len({wall.id for wall in found.map.walls}) == len(found.map.walls)
    assert read_map(write_map(found.map)) == found.map
    said = lines(found)
    assert "Read 3 floors as levels, the lowest first: Cellar, Ground and Attic." in said
    assert "says nothing of stairs" in said
    assert "Attic: Read 1 wall segment" in said
    assert "not of one size" in said


def test_the_pictures_are_laid_into_one_as_fine_as_the_finest() -> None:
    rough, fine = png(32, 24, colour="red"), png(64, 48, colour="blue")
    found = stack(
        [
            floor("0.uvtt", size=(4, 3), pixels=8, picture=rough),
            floor("1.uvtt", size=(4, 3), pixels=16, picture=fine),
        ]
    )
    assert found.picture is not None
    assert (found.picture.width, found.picture.height) == (160, 48)
    image = decode_kept(found.picture.data).convert("RGB")
    (red, _, _), (_, _, blue) = image.getpixel((30, 20)), image.getpixel((120, 20))  # type: ignore[misc]
    assert red > 200
    assert blue > 200
    wall = [[(0, 0), (1, 0)]]
    bare = stack([floor(f"{n}.uvtt", walls=wall, without=("image",)) for n in range(2)])
    assert bare.picture is None


def test_files_cut_out_of_one_drawing_lie_over_one_another_as_they_say() -> None:
    walls = [[(22, 12), (24, 12)]]
    over = stack(
        [
            floor("0.uvtt", size=(10, 10), origin=(20, 10), walls=walls),
            floor("1.uvtt", size=(6, 6), origin=(22, 11), walls=walls),
        ]
    )
    assert [level.over for level in over.map.levels] == [(0, 0), (2, 1)]
    beside = stack(
        [
            floor("0.uvtt", size=(10, 10), origin=(0, 0), walls=[[(1, 1), (2, 1)]]),
            floor("1.uvtt", size=(10, 10), origin=(12, 0), walls=[[(13, 1), (14, 1)]]),
        ]
    )
    assert [level.over for level in beside.map.levels] == [(0, 0), (0, 0)]


def test_names_that_say_nothing_keep_their_order_and_it_is_told() -> None:
    wall = [[(0, 0), (1, 0)]]
    found = stack([floor("Vault.uvtt", walls=wall), floor("Bridge.uvtt", walls=wall)])
    assert [level.name for level in found.map.levels] == ["Bridge", "Vault"]
    assert "do not say which floor lies above which" in lines(found)


def test_what_cannot_be_a_floor_is_refused_by_name() -> None:
    wall = [[(0, 0), (1, 0)]]
    plain = floor("a.uvtt", walls=wall)
    levels = stack([plain, floor("b.uvtt", walls=wall)]).map
    again = Floor("tower.uvtt", read_uvtt(write_uvtt(levels, None, (0, 0)), "tower.uvtt"))
    assert again.imported.map.levels == levels.levels, "our own files carry their levels"
    with pytest.raises(ImportProblem, match=r"tower\.uvtt: Its map has levels already"):
        stack([plain, again])
    hexes = read_map({"grid": {"kind": "hex-rows", "cols": 5, "rows": 5}})
    with pytest.raises(ImportProblem, match=r"hex\.uvtt: Its map has no squares"):
        stack([plain, Floor("hex.uvtt", read_uvtt(write_uvtt(hexes, None, (0, 0))))])
    with pytest.raises(ImportProblem, match="13 files; at most 12"):
        stack([plain] * 13)
    wide = [floor(f"{n}.uvtt", size=(400, 4), walls=wall) for n in range(3)]
    with pytest.raises(ImportProblem, match="1204 cells wide"):
        stack(wide)
