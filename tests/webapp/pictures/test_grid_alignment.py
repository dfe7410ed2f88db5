"""Laying a grid over a picture: how many cells, where it lies, and that what is drawn stays on it."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.refusal import Refusal
from rules.map.grid import cell_at, cell_centre
from rules.map.level_json import relaid
from rules.map.map_json import read_map
from rules.map.map_writer import write_map
from rules.map.model import (
    BattleMap,
    Elevation,
    Grid,
    GridKind,
    Ground,
    Level,
    Light,
    Passage,
    PassageKind,
    PictureBox,
    Point,
    Wall,
    Zone,
)
from webapp.pictures.grid_alignment import Laying, box_under, by_count, laid_anew, laid_out, picture_box
from webapp.table.setup.new_maps import grid_map, zones_map

GRIDS = [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS]


def size_of(battle_map: BattleMap) -> tuple[int, int]:
    return battle_map.grid.cols, battle_map.grid.rows


def pixel_of(battle_map: BattleMap, point: Point, picture: tuple[int, int]) -> Point:
    box = picture_box(battle_map)
    x, y = ((point[n] - box.at[n]) / box.size[n] * picture[n] for n in (0, 1))
    return x, y


# ------------------------------------------------------------------------------------- by count
@given(
    st.sampled_from(GRIDS),
    st.integers(1, 60),
    st.integers(1, 60),
    st.integers(700, 5000),
    st.integers(700, 5000),
)
def test_so_many_cells_were_asked_for_and_so_many_are_laid(
    kind: GridKind, cols: int, rows: int, width: int, height: int
) -> None:
    laid = laid_out(by_count(kind, (width, height), cols, rows, 1, "cell"), (width, height))
    assert size_of(laid) == (cols, rows)


def test_squares_by_count_fill_the_picture() -> None:
    laid = laid_out(by_count(GridKind.SQUARE, (2400, 3600), 24, 36, 5, "ft"), (2400, 3600))
    assert laid.picture == PictureBox(at=(0, 0), size=(24, 36))
    assert (laid.grid.per_cell, laid.grid.unit) == (5, "ft")


@pytest.mark.parametrize(("cols", "rows"), [(0, 5), (5, 0), (201, 5), (5, 201)])
def test_too_many_cells_are_refused_with_the_limit(cols: int, rows: int) -> None:
    with pytest.raises(Refusal, match="from 1 x 1 to 200 x 200") as refused:
        by_count(GridKind.SQUARE, (1000, 1000), cols, rows, 1, "cell")
    assert refused.value.code == "bad-grid"


def test_cells_too_small_to_be_told_apart_are_refused() -> None:
    with pytest.raises(Refusal, match="at least 8 pixels wide and high; these have 7 x 9"):
        laid_out(Laying(GridKind.SQUARE, (7, 9)), (1000, 1000))


# ---------------------------------------------------------------------------------- by a corner
def test_a_grid_set_off_covers_all_of_the_picture() -> None:
    laid = laid_out(Laying(GridKind.SQUARE, (50, 50), (20, 130)), (1000, 800))
    assert laid.picture == PictureBox(at=(0.6, 0.4), size=(20, 16))
    assert size_of(laid) == (21, 17)


def test_a_sliver_beyond_the_last_line_is_no_cell() -> None:
    laid = laid_out(Laying(GridKind.SQUARE, (100, 100), (1, 99)), (1001, 999))
    assert size_of(laid) == (10, 10)
    assert laid.picture == PictureBox(at=(-0.01, 0.01), size=(10.01, 9.99))


@given(
    st.sampled_from(GRIDS),
    st.floats(20, 90),
    st.tuples(st.floats(-500, 500), st.floats(-500, 500)),
    st.integers(-3, 3),
    st.integers(-3, 3),
)
def test_where_the_stretch_was_drawn_does_not_matter(
    kind: GridKind, cell: float, corner: Point, across: int, down: int
) -> None:
    """Any other cell's corner gives the same grid: each has a cell's middle where the other has one."""
    step = {
        GridKind.SQUARE: (across * cell, down * cell),
        GridKind.HEX_ROWS: ((across + 0.5 * (down % 2)) * cell, down * sqrt(3) / 2 * cell),
        GridKind.HEX_COLUMNS: (across * sqrt(3) / 2 * cell, (down + 0.5 * (across % 2)) * cell),
    }[kind]
    picture = (1500, 1100)
    one = laid_out(Laying(kind, (cell, cell), corner), picture)
    other = laid_out(Laying(kind, (cell, cell), (corner[0] + step[0], corner[1] + step[1])), picture)
    middles = [pixel_of(one, cell_centre(one.grid, place), picture) for place in ((0, 0), (3, 4), (2, 1))]
    box = picture_box(other)
    for x, y in middles:
        point = (box.at[0] + x / picture[0] * box.size[0], box.at[1] + y / picture[1] * box.size[1])
        near = min(
            abs(point[0] - centre[0]) + abs(point[1] - centre[1])
            for centre in (
                cell_centre(other.grid, (round(point[0] - 0.5) + dc, round(point[1] - 0.5) + dr))
                for dc in range(-8, 9)
                for dr in range(-8, 9)
            )
        )
        assert near < 0.001


# -------------------------------------------------------------------------------------- anew
PICTURE = (1000, 800)
DRAWN = BattleMap(
    Grid(GridKind.SQUARE, 10, 8),
    (Wall("w", (2, 2), (5, 2)), Wall("v", (5, 2), (5, 6.5))),
    (Ground(((2, 2), (3, 2)), 2, "mud"),),
    (Elevation(((6, 6),), 3),),
    (Zone("a", "A", ((0, 0), (5, 0), (5, 8), (0, 8)), ("b",)), Zone("b", "B", ((5, 0), (10, 0), (10, 8)))),
    (Light((4, 4), 3),),
)


@pytest.mark.parametrize("kind", list(GridKind))
def test_what_is_drawn_keeps_its_place_on_the_picture(kind: GridKind) -> None:
    laid = laid_anew(DRAWN, Laying(kind, (37.5, 41), (13, -7)), PICTURE)
    for before, after in zip(DRAWN.walls, laid.walls, strict=True):
        for was, now in ((before.start, after.start), (before.end, after.end)):
            assert pixel_of(laid, now, PICTURE) == pytest.approx(pixel_of(DRAWN, was, PICTURE), abs=0.01)
    [lamp] = laid.lights
    assert pixel_of(laid, lamp.at, PICTURE) == pytest.approx((400, 400), abs=0.01)
    assert lamp.range_cells == pytest.approx(3 * 100 / sqrt(37.5 * 41), abs=1e-5)
    corner = laid.zones[0].polygon[2]
    assert pixel_of(laid, corner, PICTURE) == pytest.approx((500, 800), abs=0.01)
    assert read_map(write_map(laid)) == laid


@pytest.mark.parametrize("kind", GRIDS)
def test_ground_and_heights_keep_their_place_on_the_picture(kind: GridKind) -> None:
    laid = laid_anew(DRAWN, Laying(kind, (30, 30), (10, 5)), PICTURE)
    [mud], [hill] = laid.ground, laid.elevation
    assert (mud.cost, mud.name, hill.height) == (2, "mud", 3)
    for cell in mud.cells:
        x, y = pixel_of(laid, cell_centre(laid.grid, cell), PICTURE)
        assert cell_at(DRAWN.grid, (x / 100, y / 100)) in ((2, 2), (3, 2))
    of_a_cell = 30 * 30 * (1 if kind is GridKind.SQUARE else sqrt(3) / 2)
    assert len(mud.cells) == pytest.approx(2 * 100 * 100 / of_a_cell, rel=0.3)


def test_levels_and_stairs_keep_their_place_on_the_picture() -> None:
    house = relaid(
        DRAWN,
        [Level("a", "A", 0, (0, 0), 4, 8, (0, 0)), Level("b", "B", 3, (5, 0), 5, 6, (1, 0))],
        [Passage(PassageKind.STAIRS, (((3, 3), (7, 3)),), 2)],
    )
    fine = laid_anew(house, Laying(GridKind.SQUARE, (50, 50)), PICTURE)
    assert [(level.at, level.cols, level.rows, level.over) for level in fine.levels] == [
        ((0, 0), 8, 16, (0, 0)),
        ((10, 0), 10, 12, (2, 0)),
    ]
    [stairs] = fine.passages
    assert stairs.joins == (((7, 7), (15, 7)),)
    assert read_map(write_map(fine)) == fine
    assert laid_anew(house, Laying(GridKind.ZONES, (50, 50)), PICTURE).levels == ()
    assert laid_anew(house, Laying(GridKind.SQUARE, (100, 100)), PICTURE).levels == house.levels


def test_laying_the_same_grid_changes_nothing() -> None:
    once = laid_anew(DRAWN, Laying(GridKind.SQUARE, (100, 100)), PICTURE)
    assert laid_anew(once, Laying(GridKind.SQUARE, (100, 100), (300, 500)), PICTURE) == once


def test_there_and_back_is_where_it_was() -> None:
    there = laid_anew(DRAWN, Laying(GridKind.SQUARE, (50, 50), (25, 25)), PICTURE)
    back = laid_anew(there, Laying(GridKind.SQUARE, (100, 100)), PICTURE)
    assert [(w.start, w.end) for w in back.walls] == [(w.start, w.end) for w in DRAWN.walls]
    assert back.zones == DRAWN.zones


def test_zones_only_over_a_picture_begin_with_a_half_each() -> None:
    plain = BattleMap(Grid(GridKind.SQUARE, 10, 8))
    laid = laid_anew(plain, Laying(GridKind.ZONES, (100, 100)), PICTURE)
    assert laid.grid == Grid(GridKind.ZONES, 0, 0)
    assert laid.picture == PictureBox(at=(0, 0), size=(10, 8))
    assert [zone.polygon[0] for zone in laid.zones] == [(0, 0), (5, 0)]
    assert laid.zones[0].links == (laid.zones[1].id,)


def test_zones_without_an_outline_do_not_come_onto_a_grid() -> None:
    zones = (Zone("a", "A", ((0, 0), (5, 0), (5, 8)), ("b",)), Zone("b", "B"))
    only = BattleMap(Grid(GridKind.ZONES), zones=zones, picture=PictureBox((0, 0), (10, 8)))
    laid = laid_anew(only, Laying(GridKind.SQUARE, (100, 100)), PICTURE)
    assert [(zone.id, zone.links) for zone in laid.zones] == [("a", ())]


# ------------------------------------------------------------------------------ under a map, empty
def test_a_picture_of_the_same_proportions_takes_the_place_of_the_old() -> None:
    assert box_under(DRAWN, (505, 400)) == PictureBox((0, 0), (10, 8))
    assert box_under(DRAWN, (1000, 500)) == PictureBox((0, 0), (10, 5))


def test_empty_zones_are_linked_in_a_row() -> None:
    zones = zones_map(" Bar , Street,, Roof").zones
    assert [zone.name for zone in zones] == ["Bar", "Street", "Roof"]
    assert [zone.links for zone in zones] == [("zone-2",), ("zone-3",), ()]
    assert len(zones_map("").zones) == 3


@pytest.mark.parametrize("names", ["Bar", ",".join("abcdefghijklmnopqrstuvwxy")])
def test_too_few_and_too_many_zones_are_refused(names: str) -> None:
    with pytest.raises(Refusal, match="from 2 to 24"):
        zones_map(names)


def test_an_empty_grid_has_its_limits() -> None:
    assert size_of(grid_map(Grid(GridKind.HEX_ROWS, 200, 200))) == (200, 200)
    with pytest.raises(Refusal, match="200 x 200"):
        grid_map(Grid(GridKind.SQUARE, 201, 1))
