"""What holds on every kind of grid: both ways alike, never more for a wall more, the same wherever it is."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.map.area_json import read_area
from rules.map.areas import direction_of
from rules.map.distance import distance
from rules.map.grid import Diagonals, Footprint, cells_apart
from rules.map.line_of_fire import line_of_fire, sees, standing_between
from rules.map.model import BattleMap, Cell, DoorState, Grid, GridKind, Point, Wall, WallKind, with_door
from rules.map.movement import path, path_cost, reach
from rules.map.sight import sight
from tests.rules.map import reference
from tests.rules.map.maps import COLS, ROWS, cells, footprints, on, points, small_maps, walls

KINDS = [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS]
RULES = st.sampled_from(Diagonals)
EVERY = [(column, row) for row in range(ROWS) for column in range(COLS)]
on_every_grid = pytest.mark.parametrize("kind", KINDS)


def areas() -> st.SearchStrategy[dict[str, Any]]:
    """Areas as they are written, in sizes that now and then reach just to a centre."""
    sizes = st.sampled_from([0.5, 1.0, 1.5, 2.0, 2.5, 3.3])
    ways = st.sampled_from([0, 45, 90, 180, 270, 300]) | st.integers(0, 359)
    where = {"at": points()}
    ray = where | {"direction": ways, "length": sizes}
    angles = st.sampled_from([30, 60, 90, 180, 270])
    return st.one_of(
        st.fixed_dictionaries({"shape": st.just("blast"), **where, "radius": sizes}),
        st.fixed_dictionaries({"shape": st.just("line"), **ray, "width": sizes}),
        st.fixed_dictionaries({"shape": st.sampled_from(["cone", "arc"]), **ray, "angle": angles}),
        st.fixed_dictionaries({"shape": st.just("cone"), **ray, "width": sizes}),
    )


# --------------------------------------------------------------------------------- both ways alike
@on_every_grid
@settings(deadline=None, max_examples=40)
@given(field=small_maps(), a=footprints(), b=footprints())
def test_who_can_be_shot_at_can_shoot_back(
    kind: GridKind, field: BattleMap, a: Footprint, b: Footprint
) -> None:
    battle_map = on(kind, field)
    assert line_of_fire(battle_map, a, b).clear == line_of_fire(battle_map, b, a).clear
    one, other = (standing_between(battle_map, *pair, {"it": Footprint((3, 3))}) for pair in ((a, b), (b, a)))
    assert one == other


@on_every_grid
@settings(deadline=None, max_examples=5)  # each is 42 viewers
@given(field=small_maps())
def test_two_centres_see_each_other_or_neither_does(kind: GridKind, field: BattleMap) -> None:
    battle_map = on(kind, field)
    table = np.array([sight(battle_map, Footprint(cell)).visible_cells.reshape(-1) for cell in EVERY])
    assert (table == table.T).all()


@on_every_grid
@settings(deadline=None, max_examples=40)
@given(a=footprints(), b=footprints(), c=cells(), rule=RULES)
def test_distances_are_alike_both_ways_and_those_counted_cell_by_cell(
    kind: GridKind, a: Footprint, b: Footprint, c: Cell, rule: Diagonals
) -> None:
    grid = Grid(kind, COLS, ROWS, per_cell=1.5)
    apart = cells_apart(grid, a, b, rule)
    assert apart == cells_apart(grid, b, a, rule) == reference.cells_apart(grid, a, b, rule)
    assert distance(BattleMap(grid), a, b, rule) == apart * 1.5
    if rule is Diagonals.ONE or kind is not GridKind.SQUARE:  # the others round, so two legs may be shorter
        one, other, third = (Footprint(at) for at in (a.place, b.place, c))
        legs = cells_apart(grid, one, third, rule) + cells_apart(grid, third, other, rule)
        assert cells_apart(grid, one, other, rule) <= legs


@pytest.mark.parametrize("rule", [Diagonals.ONE, Diagonals.ALTERNATE])
@on_every_grid
def test_on_open_ground_the_way_costs_the_distance(kind: GridKind, rule: Diagonals) -> None:
    field = BattleMap(Grid(kind, COLS, ROWS))
    for cell, cost in reach(field, Footprint((2, 3)), diagonals=rule).costs.items():
        assert cost == cells_apart(field.grid, Footprint((2, 3)), Footprint(cell), rule)


# ----------------------------------------------------------------------- a wall more, a door opened
def never_more(before: BattleMap, after: BattleMap, a: Footprint, b: Footprint) -> None:
    """Hold that nothing is seen, shot at, reached or caught on the second map that is not on the first."""
    seen, left = sight(before, a), sight(after, a)
    assert not (left.visible_cells & ~seen.visible_cells).any()
    assert not (left.partly_visible_cells & ~seen.partly_visible_cells).any()
    assert left.area <= seen.area + 1e-7
    one, other = line_of_fire(before, a, b), line_of_fire(after, a, b)
    assert other.blocked_share >= one.blocked_share
    costs, dearer = (reach(m, a, diagonals=Diagonals.ALTERNATE).costs for m in (before, after))
    assert all(cost >= costs[cell] for cell, cost in dearer.items())
    blast = read_area({"shape": "blast", "at": reference.points_of(before.grid, a)[0], "radius": 2.5})
    caught, still = (set(blast.cells(m, touch=True, stopped_by_walls=True)) for m in (before, after))
    assert still <= caught


@on_every_grid
@settings(deadline=None, max_examples=25)
@given(field=small_maps(), more=walls(), a=footprints(), b=footprints())
def test_a_wall_more_never_shows_more(
    kind: GridKind, field: BattleMap, more: Wall, a: Footprint, b: Footprint
) -> None:
    battle_map = on(kind, field)
    never_more(battle_map, replace(battle_map, walls=(*field.walls, replace(more, id="more"))), a, b)


@on_every_grid
@settings(deadline=None, max_examples=25)
@given(field=small_maps("wall door low"), a=footprints(), b=footprints())
def test_a_door_opened_never_hides(kind: GridKind, field: BattleMap, a: Footprint, b: Footprint) -> None:
    shut = on(kind, field)
    assume(any(wall.kind is WallKind.DOOR for wall in shut.walls))
    for wall in field.walls:
        if wall.kind is WallKind.DOOR:
            opened = with_door(shut, wall.id, DoorState.OPEN)
            never_more(opened, shut, a, b)
            shut = opened


# -------------------------------------------------------------------------------- paths and reaches
@on_every_grid
@settings(deadline=None, max_examples=25)
@given(
    field=small_maps(),
    start=footprints(),
    to=cells(),
    rule=RULES,
    enemies=st.frozensets(cells(), max_size=3),
    friends=st.frozensets(cells(), max_size=3),
)
def test_a_path_costs_what_the_reach_says(
    kind: GridKind,
    field: BattleMap,
    start: Footprint,
    to: Cell,
    rule: Diagonals,
    enemies: frozenset[Cell],
    friends: frozenset[Cell],
) -> None:
    battle_map = on(kind, field)
    others: dict[str, Any] = {"diagonals": rule, "enemies": enemies, "friends": friends}
    found = path(battle_map, start, to, **others)
    least = reach(battle_map, start, **others).costs.get(to)
    assert (found.cost if found else None) == least
    if found and found.cells:
        assert path_cost(battle_map, start, found.cells, **others) == found
        near = reach(battle_map, start, found.cost, **others)
        assert near.path_to(to) == found
        assert near.came_from.keys() >= set(near.costs) - {start.place}


# ----------------------------------------------------------------------------------------- areas
@on_every_grid
@settings(deadline=None, max_examples=40)
@given(area=areas())
def test_an_area_covers_the_centres_that_its_words_say(kind: GridKind, area: dict[str, Any]) -> None:
    field = BattleMap(Grid(kind, COLS, ROWS))
    covered = set(read_area(area).cells(field))
    for cell in EVERY:
        inside = reference.covers(area, reference.centre(cell, kind))
        if abs(inside) > 1e-7:  # nearer to the border rounding decides in the words too
            assert (cell in covered) == (inside > 0)


@on_every_grid
@settings(deadline=None, max_examples=40)
@given(area=areas(), field=small_maps(), key=st.sampled_from(["radius", "length", "width", "angle"]))
def test_a_larger_area_covers_no_less(
    kind: GridKind, area: dict[str, Any], field: BattleMap, key: str
) -> None:
    assume(key in area and (key != "length" or area["shape"] == "line" or "angle" in area))
    battle_map = on(kind, field)
    larger = read_area({**area, key: area[key] * 1.25})
    for options in (
        {},
        {"touch": True},
        {"stopped_by_walls": True},
        {"touch": True, "stopped_by_walls": True},
    ):
        assert set(read_area(area).cells(battle_map, **options)) <= set(larger.cells(battle_map, **options))


@on_every_grid
@settings(deadline=None, max_examples=25)
@given(area=areas(), field=small_maps(), touch=st.booleans(), who=footprints())
def test_walls_leave_of_an_area_what_rays_from_its_origin_reach(
    kind: GridKind, area: dict[str, Any], field: BattleMap, touch: bool, who: Footprint
) -> None:
    battle_map, shape = on(kind, field), read_area(area)
    whole = shape.cells(battle_map, touch=touch)
    left = set(shape.cells(battle_map, touch=touch, stopped_by_walls=True))
    hiding = [wall for wall in field.walls if reference.stops_fire(wall)]
    for cell in whole:
        aims = reference.points_of(battle_map.grid, Footprint(cell))[: None if touch else 1]
        reached = any(not any(reference.touch(area["at"], aim, w) for w in hiding) for aim in aims)
        assert (cell in left) == reached
    held = reference.held(battle_map.grid, who.place, who.size)
    caught = shape.caught(battle_map, {"it": who}, touch=touch, stopped_by_walls=True)
    if all(reference.on_map(battle_map.grid, cell) for cell in held):
        assert caught == (("it",) if left.intersection(held) else ())


# ------------------------------------------------------------------------- wherever the map lies
SIDE, ROOM = 25, 8  # odd, so that mirrored rows keep their kind; and room enough for the edge to tell nothing
APART = math.sqrt(3) / 2


@dataclass(frozen=True)
class Turn:
    """A way to lay a map of some kind of cells down again, so that cells come to lie on cells."""

    kind: GridKind
    point: Callable[[Point], Point]

    @property
    def grid(self) -> Grid:
        return Grid(self.kind, SIDE + 4, SIDE + 4)

    def cell(self, cell: Cell) -> Cell:
        return reference.cell_near(self.grid, self.point(reference.centre(cell, self.kind)))

    def footprint(self, footprint: Footprint) -> Footprint:
        """Lay a footprint down; assumes that its shape comes to lie on a footprint."""
        grid, size = self.grid, footprint.size
        laid = {self.cell(cell) for cell in reference.held(grid, footprint.place, size)}
        fitting = [cell for cell in laid if set(reference.held(grid, cell, size)) == laid]
        assume(fitting)  # a rhombus of hexes leans to the other side in a mirror
        return Footprint(fitting[0], size)

    def map(self, battle_map: BattleMap) -> BattleMap:
        return replace(
            battle_map,
            grid=self.grid,
            walls=tuple(
                replace(w, start=self.point(w.start), end=self.point(w.end)) for w in battle_map.walls
            ),
            ground=tuple(replace(g, cells=tuple(map(self.cell, g.cells))) for g in battle_map.ground),
        )

    def area(self, area: Mapping[str, Any]) -> dict[str, Any]:
        laid = {**area, "at": self.point(area["at"])}
        if "direction" in area:
            way = math.radians(area["direction"])
            ahead = area["at"][0] + math.cos(way), area["at"][1] + math.sin(way)
            laid["direction"] = direction_of(laid["at"], self.point(ahead))
        return laid


def turns(kind: GridKind) -> st.SearchStrategy[Turn]:
    """Moved by whole cells (hexes: two lines at a time), turned by right angles, mirrored."""

    def build(right: int, down: int, quarters: int, mirrored: bool) -> Turn:
        def square(point: Point) -> Point:
            x, y = point
            if mirrored:
                x = SIDE - x
            for _ in range(quarters):
                x, y = SIDE - y, x
            return x + right, y + down

        def hexes(along: float, across: float) -> Point:
            if mirrored:
                along = SIDE + 1 - along
            if quarters % 2:
                across = 1 + (SIDE - 1) * APART - across
            return along + right, across + 2 * (down // 2) * APART

        def turned(point: Point) -> Point:
            if kind is GridKind.SQUARE:
                return square(point)
            if kind is GridKind.HEX_ROWS:
                return hexes(*point)
            across, along = hexes(point[1], point[0])[::-1]
            return across, along

        return Turn(kind, turned)

    return st.builds(build, st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.booleans())


def roomy(kind: GridKind, field: BattleMap) -> tuple[BattleMap, Callable[[Cell], Cell]]:
    """The map in the middle of a larger one, and where its cells lie there."""
    right, down = float(ROOM), float(ROOM)
    if kind is GridKind.HEX_ROWS:
        down *= APART
    if kind is GridKind.HEX_COLUMNS:
        right *= APART

    def moved(point: Point) -> Point:
        return point[0] + right, point[1] + down

    def cell(at: Cell) -> Cell:
        return at[0] + ROOM, at[1] + ROOM

    return BattleMap(
        Grid(kind, SIDE + 4, SIDE + 4),
        tuple(replace(w, start=moved(w.start), end=moved(w.end)) for w in field.walls),
        tuple(replace(g, cells=tuple(map(cell, g.cells))) for g in field.ground),
    ), cell


@on_every_grid
@settings(deadline=None, max_examples=25)
@given(data=st.data(), field=small_maps(), a=footprints(), b=footprints(), rule=RULES)
def test_nothing_changes_where_the_map_is_moved_turned_or_mirrored(
    kind: GridKind, data: st.DataObject, field: BattleMap, a: Footprint, b: Footprint, rule: Diagonals
) -> None:
    turn = data.draw(turns(kind))
    here, cell = roomy(kind, field)
    a, b = (Footprint(cell(f.place), f.size) for f in (a, b))  # type: ignore[arg-type]
    there, a_there, b_there = turn.map(here), turn.footprint(a), turn.footprint(b)

    fire, fire_there = line_of_fire(here, a, b), line_of_fire(there, a_there, b_there)
    assert (fire.blocked_share, fire.cover_share) == (fire_there.blocked_share, fire_there.cover_share)
    assert fire.materials == fire_there.materials
    assert sees(here, a, b) == sees(there, a_there, b_there)
    apart = [
        cells_apart(g, one, two, rule) for g, one, two in ((here.grid, a, b), (there.grid, a_there, b_there))
    ]
    assert apart[0] == apart[1]

    one, other = sight(here, a, 3.0), sight(there, a_there, 3.0)
    assert one.area == pytest.approx(other.area, abs=1e-7)
    seen = {turn.cell((c, r)) for r, c in np.argwhere(one.visible_cells).tolist()}
    assert seen == {(c, r) for r, c in np.argwhere(other.visible_cells).tolist()}

    costs = reach(here, a, 3.0, diagonals=rule).costs
    costs_there = reach(there, a_there, 3.0, diagonals=rule).costs
    assert sorted(costs.values()) == pytest.approx(sorted(costs_there.values()), abs=1e-6)
    if a.size == 1:
        assert {turn.cell(at) for at in costs} == set(costs_there)
        assert all(cost == pytest.approx(costs_there[turn.cell(at)], abs=1e-6) for at, cost in costs.items())


@on_every_grid
@settings(deadline=None, max_examples=25)
@given(data=st.data(), field=small_maps(), area=areas(), touch=st.booleans(), walled=st.booleans())
def test_an_area_covers_the_same_where_the_map_is_moved_turned_or_mirrored(
    kind: GridKind, data: st.DataObject, field: BattleMap, area: dict[str, Any], touch: bool, walled: bool
) -> None:
    turn = data.draw(turns(kind))
    here, cell = roomy(kind, field)
    corner = reference.centre(cell((0, 0)), kind)
    old = reference.centre((0, 0), kind)
    moved = {**area, "at": (area["at"][0] + corner[0] - old[0], area["at"][1] + corner[1] - old[1])}
    near = [reference.covers(moved, reference.centre(cell(at), kind)) for at in EVERY]
    assume(touch or all(abs(inside) > 1e-7 for inside in near))
    covered = read_area(moved).cells(here, touch=touch, brush=False, stopped_by_walls=walled)
    there = read_area(turn.area(moved)).cells(
        turn.map(here), touch=touch, brush=False, stopped_by_walls=walled
    )
    assert {turn.cell(at) for at in covered} == set(there)
