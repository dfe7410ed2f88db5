"""Sight: what the polygon covers, which cells and whom one sees, and that exact rays say the same."""

import math
import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.map import sight as sight_module
from rules.map.geometry import skyline
from rules.map.geometry.lattice import lattice, shifted_points
from rules.map.grid import Footprint, cell_centre, footprint_centre
from rules.map.line_of_fire import sees
from rules.map.model import (
    BattleMap,
    DoorState,
    Grid,
    GridKind,
    Point,
    Wall,
    WallKind,
    Zone,
    hand_on,
    with_door,
)
from rules.map.sight import Sight, partly_seen_from, sight, skyline_from, skylines_from, visible
from rules.map.walls import Bools, Floats, stops, wall_index
from tests.rules.map import reference
from tests.rules.map.maps import COLS, ROWS, cells, points, small_maps, square_map, wall, walls

HERE = Footprint((1, 5))
DISC = 0.99994  # the least share of a disc that a polygon in pieces of one degree covers


def grids_of_cells() -> st.SearchStrategy[Grid]:
    kinds = [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS]
    return st.builds(Grid, st.sampled_from(kinds), st.integers(1, 6), st.integers(1, 6))


def viewers() -> st.SearchStrategy[Footprint]:
    return st.builds(Footprint, cells(), st.sampled_from([1, 1, 2]))


def footprints() -> st.SearchStrategy[Footprint]:
    return st.builds(Footprint, cells(), st.sampled_from([1, 1, 2]))


def shape(found: Sight) -> shapely.Polygon:
    return shapely.Polygon(found.polygon)


def hiding(battle_map: BattleMap) -> list[Wall]:
    return [w for w in battle_map.walls if reference.stops_fire(w)]


def by_rays(battle_map: BattleMap, viewer: Footprint) -> Bools:
    """Every cell by an exact ray between the centres."""
    grid, stopping = battle_map.grid, hiding(battle_map)
    eye = footprint_centre(grid, viewer)
    seen = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
    for row in range(grid.rows):
        for column in range(grid.cols):
            end = cell_centre(grid, (column, row))
            seen[row, column] = not any(reference.touch(eye, end, w) for w in stopping)
    return seen


# ------------------------------------------------------------------------------------ what is seen
def test_an_empty_map_is_seen_to_its_edge() -> None:
    found = sight(square_map(), HERE)
    assert found.area == pytest.approx(20 * 15, abs=1e-9)
    assert shapely.LinearRing(found.polygon).is_ccw  # clockwise on the map, where y runs down
    assert shape(found).equals(shapely.box(0, 0, 20, 15))
    assert found.visible_cells.all()
    assert found.visible_cells.shape == (15, 20)


def test_a_wall_casts_its_shadow_to_the_edge() -> None:
    found = sight(square_map(wall((4, 4), (4, 7))), HERE)  # seen from (1.5, 5.5): a slope of 3/5 either way
    shadow = (3 + 2 * 18.5 * 0.6) / 2 * (20 - 4)
    assert found.area > 20 * 15 - shadow  # the shadow runs over the map's edge, so it covers less
    assert found.area == pytest.approx(shape(found).area, abs=1e-9)
    assert not shape(found).intersects(shapely.Point(10, 5.5))
    assert not found.visible_cells[5, 10]
    assert found.visible_cells[5, 3]


def test_from_the_middle_of_a_closed_room_its_floor_is_seen() -> None:
    room = [((4, 2), (9, 2)), ((9, 2), (9, 8)), ((9, 8), (4, 8)), ((4, 8), (4, 2))]
    found = sight(square_map(*(wall(a, b) for a, b in room)), Footprint((6, 4)))
    assert found.area == pytest.approx(5 * 6, abs=1e-9)
    assert shape(found).equals(shapely.box(4, 2, 9, 8))
    assert np.argwhere(found.visible_cells).tolist() == [[r, c] for r in range(2, 8) for c in range(4, 9)]
    assert found.sees(Footprint((4, 2)))
    assert not found.sees(Footprint((9, 4)))


# fmt: off
KINDS = [
    ("wall", None, True), ("sight", None, True), ("window", None, False), ("low", None, False),
    ("door", DoorState.CLOSED, True), ("door", DoorState.LOCKED, True), ("door", DoorState.SECRET, True),
    ("door", DoorState.OPEN, False),
]
# fmt: on


@pytest.mark.parametrize(("kind", "state", "hides"), KINDS)
def test_each_kind_hides_as_the_map_says(kind: str, state: DoorState | None, hides: bool) -> None:
    found = sight(square_map(wall((4, 0), (4, 15), kind, state=state)), HERE)
    assert found.area == pytest.approx(4 * 15 if hides else 20 * 15, abs=1e-9)
    assert found.visible_cells[:, :4].all()
    assert found.visible_cells[:, 4:].any() != hides
    assert found.sees(Footprint((8, 5))) != hides


def test_a_door_that_opens_lets_sight_through_and_keeps_the_rest() -> None:
    house = square_map(wall((4, 0), (4, 5)), wall((4, 5), (4, 6), "door"), wall((4, 6), (4, 15)))
    shut = sight(house, HERE)
    opened = sight(with_door(house, house.walls[1].id, DoorState.OPEN), HERE)
    assert shut.area == pytest.approx(60, abs=1e-9)
    wedge = 16 * (1 + (0.5 * 18.5 / 2.5) * 2) / 2
    assert opened.area == pytest.approx(60 + wedge, abs=1e-9)
    assert opened.sees(Footprint((12, 5)))


def test_walls_that_cross_hide_together() -> None:
    cross = square_map(wall((4, 2), (8, 10)), wall((8, 2), (4, 10)))
    found = sight(cross, Footprint((1, 5)))
    eye = footprint_centre(cross.grid, HERE)
    assert found.area == pytest.approx(float(reference.visible_area(eye, cross.walls, 20, 15)), abs=1e-9)
    assert found.sees(Footprint((4, 5)))
    assert not found.sees(Footprint((6, 5)))


def test_a_wall_that_points_at_the_viewer_hides_only_what_is_exactly_behind_it() -> None:
    found = sight(square_map(wall((3, 5.5), (6, 5.5))), HERE)
    assert found.area == pytest.approx(300, abs=1e-9)
    assert not found.visible_cells[5, 3:].any()
    assert found.visible_cells.sum() == 300 - 17
    assert found.sees(Footprint((8, 5)))  # by its corners


def test_a_wall_without_length_hides_only_what_is_exactly_behind_it() -> None:
    found = sight(square_map(wall((3, 5.5), (3, 5.5))), HERE)
    assert found.area == pytest.approx(300, abs=1e-9)
    assert np.argwhere(~found.visible_cells).tolist() == [[5, column] for column in range(3, 20)]


def test_whose_centre_a_wall_touches_sees_nothing() -> None:
    found = sight(square_map(wall((1.5, 5.5), (1.5, 9))), HERE)
    assert (found.polygon, found.area) == ((), 0)
    assert not found.visible_cells.any()
    assert not found.sees(Footprint((1, 2)))


def test_sight_is_from_the_middle_of_a_large_footprint() -> None:
    screen = square_map(wall((4, 0), (4, 6)))
    assert not sight(screen, Footprint((2, 5))).sees(Footprint((5, 5)))
    assert sight(screen, Footprint((1, 5), size=2)).sees(Footprint((4, 6), size=2))


def test_outside_the_edge_there_is_no_polygon_but_sight() -> None:
    found = sight(square_map(wall((4, 0), (4, 15))), Footprint((-3, 5)))
    assert (found.polygon, found.area) == ((), 0)
    assert found.visible_cells[:, :4].all()
    assert not found.visible_cells[:, 4:].any()


def test_on_zones_alone_everybody_is_seen() -> None:
    bar = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", "The bar"), Zone("yard", "The yard")))
    found = sight(bar, Footprint("bar"))
    assert found.sees(Footprint("yard"))
    assert (found.polygon, found.area) == ((), 0)
    assert found.visible_cells.shape == found.partly_visible_cells.shape == (0, 0)


# ------------------------------------------------------------------------------------ how far one sees
def test_a_range_bounds_sight_by_a_disc() -> None:
    found = sight(square_map(), Footprint((9, 7)), 4)
    assert found.area == pytest.approx(16 * math.pi, abs=1e-9)
    assert DISC * found.area <= shape(found).area <= found.area
    assert {round(math.dist(p, (9.5, 7.5)), 9) for p in found.polygon} == {4}
    assert found.visible_cells[7, 13]  # exactly 4 away
    assert not found.visible_cells[7, 14]
    assert found.sees(Footprint((13, 7)))
    assert not found.sees(Footprint((14, 7)))


def test_the_edge_cuts_the_disc_of_a_range() -> None:
    found = sight(square_map(), Footprint((0, 7)), 3)
    segment = 9 * math.acos(0.5 / 3) - 0.5 * math.sqrt(9 - 0.25)
    assert found.area == pytest.approx(9 * math.pi - segment, abs=1e-9)


def test_a_wall_beyond_the_range_changes_nothing() -> None:
    with_wall = sight(square_map(wall((9, 0), (9, 15))), HERE, 3)
    assert with_wall.polygon == sight(square_map(), HERE, 3).polygon


def test_a_wall_at_the_very_end_of_the_range_hides_what_stands_on_it() -> None:
    found = sight(square_map(wall((1, 9.5), (1.5, 9.5))), HERE, 4)
    assert found.area == pytest.approx(sight(square_map(), HERE, 4).area, abs=1e-9)
    assert not found.visible_cells[9, 1]


@pytest.mark.parametrize("reach", [0, 1e-12])
def test_with_no_range_one_sees_oneself(reach: float) -> None:
    found = sight(square_map(), HERE, reach)
    assert (found.polygon, found.area) == ((), 0)
    assert np.argwhere(found.visible_cells).tolist() == [[5, 1]]
    assert found.sees(HERE)


@settings(deadline=None, max_examples=50)
@given(small_maps(), viewers(), st.sampled_from([0.3, 1, 2, 2.5, 4, 7.25, 20]))
def test_a_range_cuts_the_polygon_as_its_disc_does(field: BattleMap, viewer: Footprint, reach: float) -> None:
    whole, near = sight(field, viewer), sight(field, viewer, reach)
    assume(whole.polygon)
    disc = shapely.Point(footprint_centre(field.grid, viewer)).buffer(reach, quad_segs=4_000)
    expected = shape(whole).buffer(0).intersection(disc).area
    assert near.area == pytest.approx(expected, abs=1e-4)
    assert -1e-9 <= near.area - shape(near).area <= (1 - DISC) * reach * reach * math.pi + 1e-9
    x, y = footprint_centre(field.grid, viewer)
    down, right = np.indices((ROWS, COLS)) + 0.5
    reached = np.hypot(right - x, down - y) <= reach + 1e-9
    assert (near.visible_cells == (whole.visible_cells & reached)).all()


# ------------------------------------------------------------------------------------ against exact rays
@settings(deadline=None)
@given(small_maps(), viewers())
def test_cells_are_seen_exactly_as_rays_say(field: BattleMap, viewer: Footprint) -> None:
    assert (sight(field, viewer).visible_cells == by_rays(field, viewer)).all()


@settings(deadline=None)
@pytest.mark.parametrize("kind", [GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@given(field=small_maps(), viewer=viewers())
def test_hexes_are_seen_exactly_as_rays_say(kind: GridKind, field: BattleMap, viewer: Footprint) -> None:
    hexes = replace(field, grid=replace(field.grid, kind=kind))
    assert (sight(hexes, viewer).visible_cells == by_rays(hexes, viewer)).all()


@settings(deadline=None, max_examples=25)  # each is 42 viewers
@given(small_maps("wall door"))
def test_two_cells_see_each_other_or_neither_does(field: BattleMap) -> None:
    every = [(column, row) for row in range(ROWS) for column in range(COLS)]
    table = np.array([sight(field, Footprint(cell)).visible_cells.reshape(-1) for cell in every])
    assert (table == table.T).all()


@given(small_maps(), viewers(), footprints())
def test_sight_says_of_a_target_what_line_of_fire_says(
    field: BattleMap, viewer: Footprint, target: Footprint
) -> None:
    assert sight(field, viewer).sees(target) == sees(field, viewer, target)


@settings(deadline=None)
@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@given(field=small_maps(), viewer=viewers())
def test_partly_visible_cells_are_those_where_somebody_is_seen(
    kind: GridKind, field: BattleMap, viewer: Footprint
) -> None:
    ground = replace(field, grid=replace(field.grid, kind=kind))
    found = sight(ground, viewer)
    every = [Footprint((column, row)) for row in range(ROWS) for column in range(COLS)]
    assert found.partly_visible_cells.reshape(-1).tolist() == found.sees_which(every)


@settings(deadline=None)
@given(small_maps(), viewers())
def test_the_polygon_covers_exactly_what_is_seen(field: BattleMap, viewer: Footprint) -> None:
    found = sight(field, viewer)
    assume(found.polygon)
    eye = footprint_centre(field.grid, viewer)
    expected = reference.visible_area(eye, hiding(field), COLS, ROWS)
    assert found.area == pytest.approx(float(expected), abs=1e-7)
    assert shape(found).area == pytest.approx(found.area, abs=1e-9)


@given(small_maps(), viewers(), points())
def test_the_polygon_and_rays_agree_on_every_point(field: BattleMap, viewer: Footprint, point: Point) -> None:
    found = sight(field, viewer)
    assume(found.polygon and 0 <= point[0] <= COLS and 0 <= point[1] <= ROWS)
    assume(shape(found).boundary.distance(shapely.Point(point)) > 1e-6)
    eye = footprint_centre(field.grid, viewer)
    stopped = [w for w in hiding(field) if reference.touch(eye, point, w)]
    behind = [w for w in stopped if abs(reference.turn(*map(reference.exact, (eye, w.start, w.end)))) > 1e-8]
    assert shape(found).contains(shapely.Point(point)) == (not behind)


# ------------------------------------------------------------------------------------ what never changes it
@given(small_maps(), viewers(), walls("wall door sight"))
def test_one_wall_more_never_shows_more(field: BattleMap, viewer: Footprint, more: Wall) -> None:
    before = sight(field, viewer)
    after = sight(replace(field, walls=(*field.walls, replace(more, id="more"))), viewer)
    assert not (after.visible_cells & ~before.visible_cells).any()
    assert after.area <= before.area + 1e-7


@given(small_maps("wall door"), viewers())
def test_a_door_that_opens_never_hides_anything(field: BattleMap, viewer: Footprint) -> None:
    before = sight(field, viewer)
    for door in field.walls:
        if door.kind is WallKind.DOOR:
            after = sight(with_door(field, door.id, DoorState.OPEN), viewer)
            assert not (before.visible_cells & ~after.visible_cells).any()
            assert after.area >= before.area - 1e-7


def moved(field: BattleMap, change: Callable[[Point], Point]) -> tuple[Wall, ...]:
    return tuple(replace(w, start=change(w.start), end=change(w.end)) for w in field.walls)


@given(small_maps(), cells())
def test_a_turned_map_is_seen_turned(field: BattleMap, cell: tuple[int, int]) -> None:
    turned = BattleMap(Grid(GridKind.SQUARE, ROWS, COLS), moved(field, lambda p: (ROWS - p[1], p[0])))
    one, other = sight(field, Footprint(cell)), sight(turned, Footprint((ROWS - 1 - cell[1], cell[0])))
    assert other.area == pytest.approx(one.area, abs=1e-7)
    assert (other.visible_cells == np.rot90(one.visible_cells, -1)).all()


@given(small_maps(), cells())
def test_a_mirrored_map_is_seen_mirrored(field: BattleMap, cell: tuple[int, int]) -> None:
    mirrored = replace(field, walls=moved(field, lambda p: (COLS - p[0], p[1])))
    one, other = sight(field, Footprint(cell)), sight(mirrored, Footprint((COLS - 1 - cell[0], cell[1])))
    assert other.area == pytest.approx(one.area, abs=1e-7)
    assert (other.visible_cells == one.visible_cells[:, ::-1]).all()


@given(small_maps(), cells(), st.integers(0, 40), st.integers(0, 40))
def test_moving_everything_moves_what_is_seen(
    field: BattleMap, cell: tuple[int, int], right: int, down: int
) -> None:
    grid = Grid(GridKind.SQUARE, COLS + right, ROWS + down)
    far = BattleMap(grid, moved(field, lambda p: (p[0] + right, p[1] + down)))
    one = sight(field, Footprint(cell), 3)
    other = sight(far, Footprint((cell[0] + right, cell[1] + down)), 3)
    assert (other.visible_cells[down:, right:] == one.visible_cells).all()


@given(small_maps(), viewers(), st.randoms())
def test_the_order_of_walls_is_nothing(field: BattleMap, viewer: Footprint, chance: random.Random) -> None:
    shuffled = list(field.walls)
    chance.shuffle(shuffled)
    one, other = sight(field, viewer), sight(replace(field, walls=tuple(shuffled)), viewer)
    assert other.area == pytest.approx(one.area, abs=1e-7)
    assert (one.visible_cells == other.visible_cells).all()


# ------------------------------------------------------------------------------------ many walls
def among_many_walls(walls_long: float) -> BattleMap:
    chance = np.random.default_rng(7)
    at = chance.uniform(0, 40, (800, 2))
    to = at + chance.uniform(-walls_long, walls_long, (800, 2))
    lattice = np.round(np.concatenate([at, to], axis=1)[:300])
    rows = np.concatenate([np.concatenate([at, to], axis=1)[300:], lattice]).tolist()
    return square_map(*(wall((a, b), (c, d)) for a, b, c, d in rows), cols=40, rows=40)


@pytest.mark.parametrize("reach", [None, 4.0, 30.0])
@pytest.mark.parametrize("walls_long", [0.4, 3.0, 12.0])
def test_many_who_look_around_at_once_see_what_each_alone_does(
    walls_long: float, reach: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    field, chance = among_many_walls(walls_long), random.Random(3)
    eyes = [(chance.randrange(40) + 0.5, chance.randrange(40) + 0.5) for _ in range(9)]
    eyes += [(eyes[0][0] + 0.25, eyes[0][1] - 0.125), (-3.0, 2.0), *eyes[:1]]
    alone = [skylines_from(field, [eye], reach)[0] for eye in eyes]
    seen = [partly_seen_from(field, [eye], reach, [one])[0] for eye, one in zip(eyes, alone, strict=True)]
    assert None in alone, "one stands outside"
    for together in (1, 2_000, 1_000_000):
        monkeypatch.setattr(skyline, "_TOGETHER", together)
        monkeypatch.setattr(sight_module, "_TOGETHER", 4 * together)
        found = skylines_from(field, eyes, reach)
        for one, other in zip(found, alone, strict=True):
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert one.outline() == pytest.approx(other.outline(), abs=1e-9)
                assert (one.eye, one.cracks().tolist()) == (other.eye, other.cracks().tolist())
        for cells_seen, wanted in zip(partly_seen_from(field, eyes, reach, found), seen, strict=True):
            assert (cells_seen == wanted).all()


@pytest.mark.parametrize("walls_long", [0.4, 3.0, 12.0])
def test_among_many_walls_rays_still_agree(walls_long: float) -> None:
    field = among_many_walls(walls_long)
    for cell in ((20, 20), (3, 31), (39, 0)):
        found = sight(field, Footprint(cell))
        rays = found.sees_which([Footprint((c, r)) for r in range(40) for c in range(40)])
        assert found.partly_visible_cells.reshape(-1).tolist() == rays
        assert found.area == pytest.approx(shape(found).area, abs=1e-7)


@pytest.mark.parametrize("reach", [None, 4.0])
@pytest.mark.parametrize("walls_long", [0.4, 3.0, 12.0])
def test_the_nearest_walls_are_the_same_by_pairs_and_by_the_tree(
    walls_long: float, reach: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    field, chance = among_many_walls(walls_long), random.Random(8)
    eyes = [(chance.randrange(40) + 0.5, chance.randrange(40) + 0.5) for _ in range(12)]
    found = []
    for most in (0, 10_000_000):
        monkeypatch.setattr(skyline, "_PAIRS", most)
        found.append(skylines_from(field, eyes, reach))
    assert any(found[0])
    for one, other in zip(*found, strict=True):
        assert (one is None) == (other is None), "a wall touches some"
        if one is not None and other is not None:
            assert one.starts.tolist() == other.starts.tolist()
            assert one.ends.tolist() == other.ends.tolist()


@given(small_maps(), st.lists(points(), min_size=1, max_size=4))
def test_by_pairs_one_sees_the_same_as_by_the_tree(field: BattleMap, eyes: list[Point]) -> None:
    found = []
    for most in (0, 10_000_000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(skyline, "_PAIRS", most)
            found.append(skylines_from(field, eyes))
    for one, other in zip(*found, strict=True):
        assert (one is None) == (other is None)
        if one is not None and other is not None:
            assert one.area() == pytest.approx(other.area(), abs=1e-9)
            assert one.outline() == pytest.approx(other.outline(), abs=1e-7)


@given(small_maps(), st.randoms())
def test_where_walls_cross_is_carried_over_to_a_map_with_some_others(
    field: BattleMap, chance: random.Random
) -> None:
    kept = [w for w in field.walls if chance.random() < 0.8]
    fresh = [replace(w, id=f"{w.id}'", start=(w.start[0] + 0.25, w.start[1])) for w in field.walls[:2]]
    for other in (kept, [*kept, *fresh], [*fresh, *kept, *kept[:1]], kept[::-1]):
        changed = replace(field, walls=tuple(other))
        anew = replace(changed)
        field.shared(sight_module._crossed)
        hand_on(field, changed)
        pieces, owners = changed.shared(sight_module._pieces)
        wanted, wanted_owners = anew.shared(sight_module._pieces)
        assert (pieces.tolist(), owners.tolist()) == (wanted.tolist(), wanted_owners.tolist())


@given(grids_of_cells(), st.lists(points(), min_size=1, max_size=5), st.data())
def test_shifted_points_are_those_of_the_lattice_of_their_shift(
    grid: Grid, shifts: list[Point], data: st.DataObject
) -> None:
    count = grid.cols * grid.rows
    chosen = data.draw(st.lists(st.tuples(st.integers(0, len(shifts) - 1), st.integers(0, count - 1))))
    shift, which = np.array(chosen, dtype=np.int64).reshape(-1, 2).T
    found = shifted_points(grid, shifts, shift, which)
    for at, number, point in zip(shift.tolist(), which.tolist(), found.tolist(), strict=True):
        assert lattice(grid, (0.0, 0.0), shifts[at]).points(np.array([number])).tolist() == [point]


def test_walls_near_direction_zero_and_through_each_other_are_kept_apart() -> None:
    eye = 1.5, 5.5
    fan = [wall((4, 5.5 + k / 4), (12, 5.5 - k / 4)) for k in range(-3, 4)]
    found = sight(square_map(*fan), HERE)
    assert found.area == pytest.approx(float(reference.visible_area(eye, fan, 20, 15)), abs=1e-9)


def test_what_rounding_decides_is_asked_of_exact_rays_once_for_all_points_of_all_cells() -> None:
    battle_map = square_map(wall((2, 1), (2, 4)), wall((4, 2), (6, 4)), wall((1, 5), (5, 5)))
    eye, asked = (3.5, 2.5), list[Bools]()
    skyline = skyline_from(battle_map, eye)
    assert skyline is not None
    index, sight_walls = wall_index(battle_map), stops(battle_map).sight

    def is_hidden(eye: Floats, points: Floats) -> Bools:
        asked.append(index.meets_any(eye, points, sight_walls))
        return asked[-1]

    shifts = [(0.0, 0.0), (0.5, 0.5), (-0.5, 0.5)]
    [together] = visible([skyline], battle_map.grid, is_hidden, shifts)
    [rays] = asked
    alone = [visible([skyline], battle_map.grid, is_hidden, [shift])[0] for shift in shifts]
    assert (together == np.logical_or.reduce(alone)).all()
    assert len(rays) < sum(map(len, asked[1:])), "and of no cell that another point of is seen for sure"
