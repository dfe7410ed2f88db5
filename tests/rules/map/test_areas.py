"""Areas: which cells and whom a blast, a cone and a line catch, with walls and without."""

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.map.area_json import read_area
from rules.map.areas import Area, Blast, Cone, Line, direction_of
from rules.map.grid import Footprint, cell_centre, cell_corners, footprint_points
from rules.map.map_json import MapError
from rules.map.model import BattleMap, Cell, DoorState, Grid, GridKind, Zone, with_door
from tests.rules.map import reference
from tests.rules.map.maps import COLS, ROWS, coordinates, small_maps, square_map, wall

PEOPLE = {"cat": Footprint((8, 5)), "ann": Footprint((5, 7)), "bob": Footprint((6, 6), 2)}
KINDS = [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS]
sizes = st.sampled_from([0.5, 1, 1.5, 2, 2.5, 3]) | st.floats(0.1, 6)
directions = st.sampled_from([0, 30, 45, 90, 135, 180, 225, 270, 300]) | st.floats(-400, 400)
spots = st.tuples(coordinates(COLS), coordinates(ROWS))


def blasts() -> st.SearchStrategy[Area]:
    return st.builds(Blast, spots, sizes)


def cones() -> st.SearchStrategy[Area]:
    angles = st.sampled_from([30, 60, 90, 180, 270, 360]) | st.floats(1, 360)
    by_angle = st.builds(lambda s, d, n, a: Cone(s, d, n, angle=a), spots, directions, sizes, angles)
    return by_angle | st.builds(lambda s, d, n, w: Cone(s, d, n, width=w), spots, directions, sizes, sizes)


def lines() -> st.SearchStrategy[Area]:
    return st.builds(Line, spots, directions, sizes, st.just(0.0) | sizes)


def areas() -> st.SearchStrategy[Area]:
    return blasts() | cones() | lines()


def drawn(area: Area) -> shapely.Geometry:
    """The area once more, by another hand; its circles in twenty thousand pieces."""
    if isinstance(area, Line):
        axis = math.radians(area.direction)
        end = area.start[0] + area.length * math.cos(axis), area.start[1] + area.length * math.sin(axis)
        spine = shapely.LineString([area.start, end])
        return spine.buffer(area.width / 2, cap_style="flat") if area.width else spine
    if isinstance(area, Blast):
        return shapely.Point(area.centre).buffer(area.radius, quad_segs=1000)
    assert isinstance(area, Cone)
    (x, y), axis = area.apex, math.radians(area.direction)
    if area.width is not None:
        ux, uy = math.cos(axis), math.sin(axis)
        far = x + ux * area.length, y + uy * area.length
        half = area.width / 2
        return shapely.Polygon(
            [area.apex, (far[0] - uy * half, far[1] + ux * half), (far[0] + uy * half, far[1] - ux * half)]
        )
    half = math.radians(area.angle or 0) / 2
    turns = [axis - half + 2 * half * k / 5000 for k in range(5001)]
    ring = [(x + area.length * math.cos(t), y + area.length * math.sin(t)) for t in turns]
    return shapely.Polygon(ring[:-1] if area.angle == 360 else [area.apex, *ring])


def every_cell(battle_map: BattleMap) -> list[Cell]:
    return [(column, row) for row in range(battle_map.grid.rows) for column in range(battle_map.grid.cols)]


# ------------------------------------------------------------------------------------ blast
def test_a_blast_covers_the_centres_within_its_radius() -> None:
    covered = Blast((5.5, 5.5), 1).cells(square_map())
    assert covered == ((5, 4), (4, 5), (5, 5), (6, 5), (5, 6))  # those exactly 1 away too
    assert len(Blast((5.5, 5.5), 2.5).cells(square_map())) == 21


def test_a_blast_is_cut_by_the_edge_of_the_map() -> None:
    assert Blast((0, 0), 1).cells(square_map()) == ((0, 0),)


def test_a_footprint_is_caught_by_any_of_its_cells_in_the_order_given() -> None:
    blast = Blast((5.5, 5.5), 2.5)
    assert blast.caught(square_map(), PEOPLE) == ("ann", "bob")
    assert blast.caught(square_map(), dict(reversed(PEOPLE.items()))) == ("bob", "ann")


def test_touch_catches_by_any_part_and_brush_says_whether_the_border_is_one() -> None:
    blast, field = Blast((5.5, 5.5), 2.5), square_map()
    assert blast.caught(field, PEOPLE, touch=True) == ("cat", "ann", "bob")  # the cat's cell begins at 8
    assert blast.caught(field, PEOPLE, touch=True, brush=False) == ("ann", "bob")
    assert Blast((5.5, 5.5), 2.51).caught(field, PEOPLE, touch=True, brush=False) == ("cat", "ann", "bob")


def test_a_blast_that_lies_inside_one_cell_touches_it() -> None:
    assert Blast((5.2, 5.2), 0.1).cells(square_map()) == ()
    assert Blast((5.2, 5.2), 0.1).cells(square_map(), touch=True) == ((5, 5),)
    assert Blast((5.2, 5.2), 0.1).cells(square_map(), touch=True, brush=False) == ((5, 5),)


# ------------------------------------------------------------------------------------ cone and line
def test_a_cone_with_an_angle_is_a_piece_of_a_disc() -> None:
    cone = Cone((2, 5.5), 0, 3, angle=90)
    assert cone.cells(square_map()) == ((3, 4), (4, 4), (2, 5), (3, 5), (4, 5), (3, 6), (4, 6))
    assert (4, 3) not in cone.cells(square_map())  # 2.5 along, 2 aside: 3.2 from the apex


def test_a_cone_with_a_width_is_a_triangle() -> None:
    cone = Cone((3, 5.5), 0, 9, width=3)
    covered = cone.cells(square_map())
    assert [cell for cell in covered if cell[1] == 5] == [(column, 5) for column in range(3, 12)]
    assert [cell for cell in covered if cell[1] == 6] == [(column, 6) for column in range(9, 12)]
    assert {row for _, row in covered} == {4, 5, 6}


@pytest.mark.parametrize(
    ("degrees", "cell"), [(0, (7, 5)), (90, (5, 7)), (180, (3, 5)), (270, (5, 3)), (-90, (5, 3))]
)
def test_directions_begin_at_the_right_and_run_clockwise(degrees: float, cell: Cell) -> None:
    there = {"it": Footprint(cell)}
    assert Line((5.5, 5.5), degrees, 3, 1).caught(square_map(), there) == ("it",)
    assert Cone((5.5, 5.5), degrees, 3, angle=45).caught(square_map(), there) == ("it",)
    assert Line((5.5, 5.5), degrees + 180, 3, 1).caught(square_map(), there) == ()
    assert direction_of((5.5, 5.5), cell_centre(square_map().grid, cell)) == pytest.approx(degrees % 360)


def test_a_line_reaches_half_its_width_to_either_side() -> None:
    assert Line((2, 5.5), 0, 3, 1).cells(square_map()) == ((2, 5), (3, 5), (4, 5))
    assert len(Line((2, 5.5), 0, 3, 2).cells(square_map())) == 9
    assert len(Line((2, 5.5), 0, 3, 1.999).cells(square_map())) == 3


def test_a_line_without_width_touches_what_it_runs_through() -> None:
    ray = Line((2, 5.25), 0, 3, 0)
    assert ray.cells(square_map()) == ()
    assert ray.cells(square_map(), touch=True, brush=False) == ((2, 5), (3, 5), (4, 5))


def test_a_cone_of_the_whole_circle_is_a_blast() -> None:
    cone, blast = Cone((5.5, 5.5), 77, 2.5, angle=360), Blast((5.5, 5.5), 2.5)
    for touch in (False, True):
        assert cone.cells(square_map(), touch=touch) == blast.cells(square_map(), touch=touch)


@pytest.mark.parametrize("sizes", [{}, {"angle": 30, "width": 3}])
def test_a_cone_has_either_an_angle_or_a_width(sizes: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="either an angle or a width"):
        Cone((1, 1), 0, 3, **sizes)


# ------------------------------------------------------------------------------------ walls
def test_walls_stop_an_area_only_where_it_is_asked_for() -> None:
    field = square_map(wall((7, 0), (7, 15)))
    blast = Blast((5.5, 5.5), 3)
    assert (8, 5) in blast.cells(field)
    assert max(column for column, _ in blast.cells(field, stopped_by_walls=True)) == 6
    assert blast.caught(field, PEOPLE, touch=True, stopped_by_walls=True) == ("ann", "bob")


def test_a_covered_centre_has_to_be_seen_itself_and_with_touch_any_point_of_its_cell() -> None:
    field = square_map(wall((7, 4), (7, 5.6)))
    cat = {"cat": Footprint((7, 5))}
    blast = Blast((5.5, 5.5), 3)
    assert blast.caught(field, cat, stopped_by_walls=True) == ()
    assert blast.caught(field, cat, touch=True, stopped_by_walls=True) == ("cat",)


def test_an_open_door_lets_an_area_through() -> None:
    shut = square_map(wall((7, 0), (7, 15), "door"))
    cat = {"cat": Footprint((8, 5))}
    cone = Cone((5.5, 5.5), 0, 4, angle=30)
    assert cone.caught(shut, cat, stopped_by_walls=True) == ()
    opened = with_door(shut, shut.walls[0].id, DoorState.OPEN)
    assert cone.caught(opened, cat, stopped_by_walls=True) == ("cat",)


def test_an_origin_on_a_wall_catches_nobody_past_walls() -> None:
    field = square_map(wall((5, 5), (5, 9)))
    assert Blast((5, 6), 3).caught(field, PEOPLE, stopped_by_walls=True) == ()


@settings(deadline=None)
@given(small_maps(), areas(), st.booleans())
def test_what_walls_leave_of_an_area_is_what_rays_reach(field: BattleMap, area: Area, touch: bool) -> None:
    stopping = [w for w in field.walls if reference.stops_fire(w)]

    def is_seen(cell: Cell) -> bool:
        points = footprint_points(field.grid, Footprint(cell))[: 5 if touch else 1]
        return any(not any(reference.touch(area.origin, p, w) for w in stopping) for p in points)

    left = area.cells(field, touch=touch, stopped_by_walls=True)
    assert left == tuple(cell for cell in area.cells(field, touch=touch) if is_seen(cell))


# ------------------------------------------------------------------------------------ against shapely
@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(area=areas())
def test_centres_are_covered_as_another_geometry_says(kind: GridKind, area: Area) -> None:
    field = BattleMap(Grid(kind, COLS, ROWS))
    shape, covered = drawn(area), area.cells(field)
    border = shape.boundary if shape.area else shape
    for cell in every_cell(field):
        centre = shapely.Point(cell_centre(field.grid, cell))
        if border.distance(centre) > 1e-6:
            assert (cell in covered) == shape.contains(centre)


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(area=areas())
def test_parts_are_covered_as_another_geometry_says(kind: GridKind, area: Area) -> None:
    field = BattleMap(Grid(kind, COLS, ROWS))
    shape = drawn(area)
    covered = area.cells(field, touch=True)
    with_area = area.cells(field, touch=True, brush=False)
    assert set(with_area) <= set(covered)
    for cell in every_cell(field):
        ground = shapely.Polygon(cell_corners(field.grid, cell))
        if shape.distance(ground) > 1e-6:
            assert cell not in covered
        elif shape.intersects(ground.buffer(-1e-6)):
            assert cell in with_area


@given(areas())
def test_the_outline_is_the_area_drawn(area: Area) -> None:
    assume(not isinstance(area, Line) or area.width > 0)
    shape, outline = drawn(area), shapely.Polygon(area.outline())
    assert outline.is_valid
    assert outline.symmetric_difference(shape).area <= 1e-4 * shape.area
    assert shapely.LinearRing(area.outline()).is_ccw  # clockwise on the map, where y runs down


@given(areas())
def test_a_centre_is_covered_only_where_touch_covers_its_cell(area: Area) -> None:
    field = square_map(cols=COLS, rows=ROWS)
    assert set(area.cells(field)) <= set(area.cells(field, touch=True))


@given(areas(), st.booleans())
def test_whom_an_area_catches_stands_on_a_cell_that_it_covers(area: Area, touch: bool) -> None:
    field = square_map(cols=COLS, rows=ROWS)
    people = {str(cell): Footprint(cell) for cell in every_cell(field)}
    assert area.caught(field, people, touch=touch) == tuple(
        str(cell) for cell in area.cells(field, touch=touch)
    )


@pytest.mark.parametrize("touch", [False, True])
def test_zones_alone_have_no_areas(touch: bool) -> None:
    bar = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", "The bar"),))
    assert Blast((0, 0), 5).cells(bar, touch=touch) == ()
    assert Blast((0, 0), 5).caught(bar, {"ann": Footprint("bar")}, touch=touch) == ()
    assert Blast((0, 0), 5).caught(square_map(), {"ann": Footprint("bar")}, touch=touch) == ()


def test_nobody_there_is_nobody_caught() -> None:
    assert Blast((3, 3), 2).caught(square_map(), {}, touch=True, stopped_by_walls=True) == ()


# ------------------------------------------------------------------------------------ from JSON
# fmt: off
SHAPES: list[tuple[dict[str, object], Area]] = [
    ({"shape": "blast", "at": [5.5, 5], "radius": 2}, Blast((5.5, 5), 2)),
    ({"shape": "blast", "centre": [5.5, 5], "radius": 2}, Blast((5.5, 5), 2)),
    ({"shape": "cone", "apex": [1, 2], "direction": 90, "length": 9, "width": 3},
     Cone((1, 2), 90, 9, width=3)),
    ({"shape": "arc", "from": [1, 2], "direction": -5, "length": 9, "angle": 45},
     Cone((1, 2), -5, 9, angle=45)),
    ({"shape": "line", "from": [1, 2], "direction": 0, "length": 12, "width": 1}, Line((1, 2), 0, 12, 1)),
]
# fmt: on


@pytest.mark.parametrize(("data", "area"), SHAPES)
def test_a_shape_is_read_from_json(data: dict[str, object], area: Area) -> None:
    assert read_area(data) == area


# fmt: off
MISTAKES: list[tuple[dict[str, object], str]] = [
    ({"shape": "star"}, "shape: expected one of blast, cone, arc, line, not 'star'."),
    ({"shape": None}, "shape: expected one of blast, cone, arc, line, not None."),
    ({"radius": 3},
     "radius: a cone has no such key; it has at, centre, apex, from, direction, length, angle, width."),
    ({"at": [1, 1]}, "apex: an area has one of the keys at, centre, apex, from."),
    ({"apex": [1]}, "apex: a point is [x, y], not [1]."),
    ({"apex": [1, "x"]}, "apex: expected a finite number, not 'x'."),
    ({"length": 0}, "length: expected a number above 0, not 0."),
    ({"direction": math.inf}, "direction: expected a finite number, not inf."),
    ({"direction": True}, "direction: expected a finite number, not True."),
    ({"width": 3}, "angle: a cone has either an angle or a width at its far end."),
    ({"angle": 361}, "angle: expected at most 360 degrees, not 361."),
]
# fmt: on


@pytest.mark.parametrize(("change", "sentence"), MISTAKES)
def test_what_is_wrong_with_a_shape_is_said_with_its_key(change: dict[str, object], sentence: str) -> None:
    cone = {"shape": "cone", "apex": [1, 2], "direction": 90, "length": 9, "angle": 45}
    with pytest.raises(MapError) as caught:
        read_area({**cone, **change})
    assert str(caught.value) == sentence


@pytest.mark.parametrize("key", ["apex", "direction", "length", "angle"])
def test_every_key_of_a_shape_is_needed(key: str) -> None:
    cone = {"shape": "cone", "apex": [1, 2], "direction": 90, "length": 9, "angle": 45}
    del cone[key]
    with pytest.raises(MapError, match=r"^(at|direction|length|angle): "):
        read_area(cone)
