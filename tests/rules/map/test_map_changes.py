"""Maps that are changed: what a patch does, how it is written down, and what is kept of the map before."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.map.grid import Diagonals, Footprint
from rules.map.line_of_fire import line_of_fire
from rules.map.map_changes import MapPatch, edited, read_patch, write_patch
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
    PictureBox,
    Surface,
    Wall,
    WallKind,
    Zone,
    with_door,
)
from rules.map.movement import reach
from rules.map.steps import _geometry, _sized_geometry, step_table, walls_met
from rules.map.zones import zoning

GRID = Grid(GridKind.SQUARE, 8, 6)
ONE, TWO = Wall("one", (1, 0), (1, 2)), Wall("two", (2, 0), (2, 2), WallKind.DOOR, DoorState.CLOSED)
BAR, YARD = (
    Zone("bar", "Bar", ((0, 0), (2, 0), (2, 2)), ("yard",)),
    Zone("yard", "Yard", ((4, 0), (6, 0), (6, 2))),
)
MUD = Ground(((0, 0), (1, 0)), 2, "mud")
PLAIN = BattleMap(GRID, walls=(ONE, TWO), zones=(BAR, YARD), ground=(MUD,))


def test_a_wall_that_is_put_takes_the_place_of_the_one_with_its_id_and_a_new_one_comes_last() -> None:
    moved, new = replace(ONE, end=(1.0, 3.0)), Wall("new", (5, 0), (5, 2))
    assert edited(PLAIN, MapPatch(walls=(new, moved))).walls == (moved, TWO, new)
    assert edited(PLAIN, MapPatch(walls_gone=("one",))).walls == (TWO,)


def test_what_does_not_fit_is_passed_over() -> None:
    patch = MapPatch(
        walls_gone=("gone",),
        zones_gone=("gone",),
        ground=(Ground(((9, 9), (7, 5)), 3, "mire"),),
        elevation=(Elevation(((-1, 0),), 2),),
        zones=(replace(YARD, links=("gone", "yard", "bar")),),
    )
    after = edited(PLAIN, patch)
    assert after.walls == PLAIN.walls
    assert after.ground == (MUD, Ground(((7, 5),), 3, "mire"))
    assert after.elevation == ()
    assert after.zones == (BAR, replace(YARD, links=("bar",)))


def test_a_zone_that_is_gone_is_linked_with_nothing() -> None:
    assert edited(PLAIN, MapPatch(zones_gone=("yard",))).zones == (replace(BAR, links=()),)


def test_painting_takes_cells_from_what_was_there_and_empty_areas_away() -> None:
    mire = Ground(((1, 0), (0, 0), (1, 0)), 3, "mire")
    assert edited(PLAIN, MapPatch(ground=(mire,))).ground == (Ground(((1, 0), (0, 0)), 3, "mire"),)
    cleared = Ground(((1, 0),), 1)
    assert edited(PLAIN, MapPatch(ground=(cleared,))).ground == (Ground(((0, 0),), 2, "mud"),)


def test_areas_that_overlap_are_one_thing_once_they_are_painted_over() -> None:
    heap = replace(PLAIN, elevation=(Elevation(((0, 0), (1, 1)), 2), Elevation(((0, 0),), 4)))
    after = edited(heap, MapPatch(elevation=(Elevation(((0, 0),), 3),)))
    assert after.elevation == (Elevation(((1, 1),), 2), Elevation(((0, 0),), 3))


def test_a_floor_takes_the_place_of_another_and_a_plain_one_clears() -> None:
    boards = edited(PLAIN, MapPatch(floors=(Floor(((0, 0), (1, 0)), Surface.WOOD),)))
    plates = edited(boards, MapPatch(floors=(Floor(((1, 0),), Surface.DECK),), surface=Surface.SNOW))
    assert plates.floors == (Floor(((0, 0),), Surface.WOOD), Floor(((1, 0),), Surface.DECK))
    assert plates.surface is Surface.SNOW
    cleared = edited(plates, MapPatch(floors=(Floor(((0, 0), (1, 0)), Surface.PLAIN),)))
    assert (cleared.floors, cleared.surface) == ((), Surface.SNOW)
    assert read_map(write_map(plates)) == plates


def test_the_picture_moves_only_if_the_patch_says_so() -> None:
    box = PictureBox((0, 0), (8, 6))
    placed = edited(PLAIN, MapPatch(picture=box, moves_picture=True))
    assert placed.picture == box
    assert edited(placed, MapPatch(walls_gone=("one",))).picture == box
    assert edited(placed, MapPatch(moves_picture=True)).picture is None


def test_lights_and_grid_stay() -> None:
    assert edited(PLAIN, MapPatch(walls_gone=("one",))) == replace(PLAIN, walls=(TWO,))


def test_a_drawn_map_is_written_and_read_again_the_same() -> None:
    box = PictureBox((-1.0, 0.5), (9.0, 7.0))
    drawn = edited(PLAIN, MapPatch(picture=box, moves_picture=True, elevation=(Elevation(((0, 0),), 2.5),)))
    assert read_map(write_map(drawn)) == drawn
    assert not {"picture", "surface", "floors"} & write_map(PLAIN).keys()  # as it was written before these


# ---------------------------------------------------------------------------------------- properties
HALVES = st.integers(0, 12).map(lambda n: n / 2)
POINTS = st.tuples(HALVES, HALVES)
OTHERS = [(kind, None) for kind in WallKind if kind is not WallKind.DOOR]
KINDS = st.sampled_from([*OTHERS, (WallKind.DOOR, DoorState.CLOSED)])
IDS = st.sampled_from([f"w{n}" for n in range(9)])
WALLS = st.builds(
    lambda id_, start, end, kind: Wall(id_, start, end, kind[0], kind[1]), IDS, POINTS, POINTS, KINDS
).filter(lambda wall: wall.start != wall.end)
CELLS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=5).map(tuple)
ZONES = st.builds(
    lambda n, corner, links: Zone(f"z{n}", f"Zone {n}", (corner, (6.5, 0.0), (6.5, 6.5)), tuple(links)),
    st.integers(0, 3), POINTS, st.lists(st.sampled_from(["z0", "z1", "z2", "z3"]), max_size=2, unique=True),
)  # fmt: skip
PATCHES = st.builds(
    MapPatch,
    walls=st.lists(WALLS, max_size=3, unique_by=lambda w: w.id).map(tuple),
    walls_gone=st.lists(IDS, max_size=2).map(tuple),
    zones=st.lists(ZONES, max_size=2, unique_by=lambda z: z.id).map(tuple),
    zones_gone=st.lists(st.sampled_from(["z0", "z1"]), max_size=1).map(tuple),
    ground=st.lists(st.builds(Ground, CELLS, st.sampled_from([1.0, 2.0]), st.just("mud")), max_size=2).map(
        tuple
    ),
    elevation=st.lists(st.builds(Elevation, CELLS, st.sampled_from([0.0, 2.0])), max_size=2).map(tuple),
    floors=st.lists(st.builds(Floor, CELLS, st.sampled_from(Surface)), max_size=2).map(tuple),
    surface=st.none() | st.sampled_from(Surface),
    picture=st.none() | st.builds(PictureBox, POINTS, st.just((2.0, 3.0))),
    moves_picture=st.just(True),
)


@given(PATCHES)
def test_a_patch_is_written_and_read_again_the_same(patch: MapPatch) -> None:
    assert read_patch(write_patch(patch)) == patch


def bare(kind: GridKind) -> BattleMap:
    return BattleMap(Grid(kind, 6, 6))


def same_steps(one: Any, other: Any, walls: int) -> bool:
    pairs = [np.unique(g.step * (walls + 1) + g.wall) for g in (one, other)]
    return np.array_equal(*pairs) and np.array_equal(one.targets, other.targets) and one.slant == other.slant


@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@settings(max_examples=25, deadline=None)
@given(st.lists(PATCHES, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6), st.randoms())
def test_whatever_is_kept_of_earlier_maps_is_what_would_be_worked_out_anew(
    kind: GridKind, patches: list[MapPatch], asks: list[bool], chance: Any
) -> None:
    battle_map = bare(kind)
    for patch, ask in zip(patches, asks, strict=False):
        if ask:  # what nobody asks for is not worked out, and must not be missed later
            step_table(battle_map, chance.choice((1, 2)), Diagonals.ONE)
            zoning(battle_map)
        battle_map = edited(battle_map, patch)
        doors = [wall.id for wall in battle_map.walls if wall.kind is WallKind.DOOR]
        if doors and ask:
            battle_map = with_door(battle_map, chance.choice(doors), DoorState.OPEN)
    anew = replace(battle_map)
    for size in (1, 2):
        one, other = _sized_geometry(battle_map, size), _sized_geometry(anew, size)
        assert same_steps(one, other, len(battle_map.walls))
        far = [reach(m, Footprint((1, 1), size), 9).costs for m in (battle_map, anew)]
        assert far[0] == far[1]
    for direction in range(6):
        assert walls_met(battle_map, 1, (2, 2), direction) == walls_met(anew, 1, (2, 2), direction)
    fire = [line_of_fire(m, Footprint((0, 0)), Footprint((4, 3))) for m in (battle_map, anew)]
    assert fire[0] == fire[1]
    assert zoning(battle_map) == zoning(anew)


def test_drawing_a_wall_works_out_no_more_than_what_that_wall_meets() -> None:
    step_table(PLAIN, 1, Diagonals.ONE)
    drawn = edited(PLAIN, MapPatch(walls=(Wall("new", (5, 0), (5, 2)),)))
    assert drawn.shared(_geometry).targets is PLAIN.shared(_geometry).targets


def test_where_only_ground_is_painted_all_that_walls_and_zones_say_is_kept() -> None:
    step_table(PLAIN, 1, Diagonals.ONE)
    painted = edited(PLAIN, MapPatch(ground=(Ground(((3, 3),), 4, "mire"),)))
    assert painted.shared(_geometry) is PLAIN.shared(_geometry)
    costs = [reach(m, Footprint((3, 2)), 1).costs.get((3, 3)) for m in (PLAIN, painted)]
    assert costs == [1, None]
