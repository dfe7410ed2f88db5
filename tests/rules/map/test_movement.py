"""Steps, reach and paths: rules/map/README.md's rules, and the costs that a slow exact search finds."""

from dataclasses import replace
from itertools import pairwise
from math import dist
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.map.grid import Diagonals, Footprint, cells_apart, footprint_cells, neighbours
from rules.map.model import BattleMap, Cell, DoorState, Grid, GridKind, Ground, Point, Wall, Zone, with_door
from rules.map.movement import IllegalStep, Path, StepProblem, can_step, path, path_cost, reach
from rules.map.zones import zoning
from tests.rules.map import reference
from tests.rules.map.maps import cells, on, small_maps, square_map, wall

OPEN = square_map()
RULES = st.sampled_from([Diagonals.ONE, Diagonals.ALTERNATE])


def costs(
    battle_map: BattleMap, at: Cell, budget: float | None = None, size: int = 1, **more: object
) -> dict[Cell, float]:
    return reach(battle_map, Footprint(at, size), budget, **more).costs  # type: ignore[arg-type]


def way(battle_map: BattleMap, at: Cell, to: Cell, **more: object) -> Path:
    found = path(battle_map, Footprint(at), to, **more)  # type: ignore[arg-type]
    assert found is not None
    return found


def problem(
    battle_map: BattleMap, at: Cell, *through: Cell, size: int = 1, **more: object
) -> tuple[int, StepProblem]:
    found = path_cost(battle_map, Footprint(at, size), through, **more)  # type: ignore[arg-type]
    assert isinstance(found, IllegalStep)
    assert found.cell == through[found.index]
    return found.index, found.reason


# -- steps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "state", "stopped"),
    [("wall", None, True), ("window", None, True), ("sight", None, False), ("low", None, False),
     *(("door", state, state is not DoorState.OPEN) for state in DoorState)],
)  # fmt: skip
def test_each_kind_stops_a_step_as_the_map_says(kind: str, state: DoorState | None, stopped: bool) -> None:
    one = square_map(wall((4, 0), (4, 15), kind, state=state))
    assert can_step(one, Footprint((3, 5)), (4, 5)) is not stopped
    assert can_step(one, Footprint((3, 5)), (3, 6))


def test_nobody_cuts_a_corner_past_the_end_of_a_wall() -> None:
    one = square_map(wall((4, 0), (4, 5)))
    assert not can_step(one, Footprint((3, 4)), (4, 5))
    assert not can_step(one, Footprint((4, 4)), (3, 5))
    assert can_step(one, Footprint((3, 5)), (4, 5))
    assert way(one, (3, 4), (4, 4)).cells == ((3, 5), (4, 5), (4, 4))


def test_a_large_footprint_needs_the_step_for_each_of_its_cells() -> None:
    gap = square_map(wall((4, 0), (4, 5)), wall((4, 6), (4, 15)))
    assert can_step(gap, Footprint((3, 5)), (4, 5))
    assert not can_step(gap, Footprint((2, 5), 2), (3, 5))
    assert path(gap, Footprint((2, 5), 2), (6, 5)) is None
    assert can_step(square_map(wall((4, 0), (4, 5)), wall((4, 7), (4, 15))), Footprint((2, 5), 2), (3, 5))


def test_a_footprint_stays_on_the_map_with_all_its_cells() -> None:
    assert max(costs(OPEN, (0, 0), size=3)) == (17, 12)
    assert problem(OPEN, (16, 12), (17, 12), (18, 12), size=3) == (1, StepProblem.OFF_MAP)


# -- costs -----------------------------------------------------------------------------------------


def test_diagonals_cost_what_the_rule_says() -> None:
    assert costs(OPEN, (0, 0))[5, 3] == 5
    assert costs(OPEN, (0, 0), diagonals=Diagonals.ALTERNATE)[5, 3] == 2 + 4
    assert costs(OPEN, (0, 0), diagonals=Diagonals.TRUE)[5, 3] == pytest.approx(2 + 3 * 2**0.5, abs=1e-6)


def test_the_ground_entered_is_paid_for_and_a_diagonal_times_it() -> None:
    rubble = square_map(ground=(Ground(((1, 1), (1, 0), (0, 1)), 2),), cols=2, rows=2)
    assert costs(rubble, (0, 0)) == {(0, 0): 0, (1, 0): 2, (0, 1): 2, (1, 1): 2}
    assert costs(rubble, (1, 1))[0, 0] == 1
    slough = square_map(ground=(Ground(((2, 2),), 3),))
    slanting = path_cost(slough, Footprint((0, 0)), [(1, 1), (2, 2)], diagonals=Diagonals.ALTERNATE)
    assert slanting == Path(((1, 1), (2, 2)), 1 + 2 * 3)
    assert way(slough, (0, 0), (2, 2), diagonals=Diagonals.ALTERNATE).cost == 1 + 1 + 3


def test_the_dearest_cell_of_a_large_footprint_counts() -> None:
    mud = square_map(ground=(Ground(((3, 1),), 3), Ground(((3, 0), (3, 1)), 2)))
    assert costs(mud, (1, 0), size=2)[2, 0] == 3


def test_fractions_of_ground_costs_are_exact() -> None:
    slow = square_map(ground=(Ground(tuple((c, 0) for c in range(11)), 1.1),), cols=11, rows=1)
    assert costs(slow, (0, 0))[10, 0] == 11
    assert (4, 0) not in costs(slow, (0, 0), budget=4.3)
    assert costs(slow, (0, 0), budget=4.4)[4, 0] == 4.4


def test_each_low_wall_crossed_costs_one_more() -> None:
    fences = square_map(wall((2, 0), (2, 1), "low"), wall((2.2, 0), (2.2, 1), "low"), cols=4, rows=1)
    assert costs(fences, (1, 0)) == {(1, 0): 0, (0, 0): 1, (2, 0): 3, (3, 0): 4}
    wide = square_map(wall((2, 0), (2, 2), "low"), cols=5, rows=2)
    assert costs(wide, (0, 0), size=2)[1, 0] == 2  # one fence, though both cells of a side cross it


def test_with_alternating_diagonals_the_dearer_way_to_a_cell_may_lead_on_cheaper() -> None:
    # One diagonal to (1, 1) costs 1, two straight steps 2. From there only a diagonal leads on, onto dear
    # ground: as the second of the move it costs 8, as the first 4.
    funnel = square_map(
        wall((1, 2), (1.9, 2)), wall((2, 1), (2, 1.9)), ground=(Ground(((2, 2),), 4),), cols=3, rows=3
    )
    found = costs(funnel, (0, 0), diagonals=Diagonals.ALTERNATE)
    assert (found[1, 1], found[2, 2]) == (1, 2 + 4)
    assert len(way(funnel, (0, 0), (2, 2), diagonals=Diagonals.ALTERNATE).cells) == 3


def test_the_budget_ends_the_reach() -> None:
    near = costs(OPEN, (5, 5), budget=2)
    assert near == {(c, r): max(abs(c - 5), abs(r - 5)) for c in range(3, 8) for r in range(3, 8)}
    assert costs(OPEN, (5, 5), budget=0) == {(5, 5): 0}


def test_a_cost_that_was_told_is_budget_enough() -> None:
    told = costs(OPEN, (0, 0), diagonals=Diagonals.TRUE)[2, 2]  # 2.828427, a little less than it is
    assert costs(OPEN, (0, 0), budget=told, diagonals=Diagonals.TRUE)[2, 2] == told


# -- others on the map -----------------------------------------------------------------------------

CORRIDOR = square_map(cols=6, rows=1)


def test_an_enemy_bars_the_way() -> None:
    assert set(costs(CORRIDOR, (0, 0), enemies=[(3, 0)])) == {(0, 0), (1, 0), (2, 0)}
    assert path(CORRIDOR, Footprint((0, 0)), (5, 0), enemies=[(3, 0)]) is None
    assert problem(CORRIDOR, (1, 0), (2, 0), (3, 0), enemies=[(3, 0)]) == (1, StepProblem.ENEMY)


def test_a_friend_is_passed_but_not_stood_upon() -> None:
    found = costs(CORRIDOR, (0, 0), friends=[(3, 0)])
    assert set(found) == {(0, 0), (1, 0), (2, 0), (4, 0), (5, 0)}
    assert path(CORRIDOR, Footprint((0, 0)), (3, 0), friends=[(3, 0)]) is None
    assert way(CORRIDOR, (0, 0), (4, 0), friends=[(3, 0)]).cost == 4
    assert problem(CORRIDOR, (1, 0), (2, 0), (3, 0), friends=[(3, 0)]) == (1, StepProblem.FRIEND)
    assert isinstance(
        path_cost(CORRIDOR, Footprint((1, 0)), [(2, 0), (3, 0), (4, 0)], friends=[(3, 0)]), Path
    )


def test_a_large_mover_meets_others_with_any_of_its_cells() -> None:
    hall = square_map(cols=8, rows=2)
    assert set(costs(hall, (0, 0), size=2, enemies=[(4, 1)])) == {(0, 0), (1, 0), (2, 0)}
    friendly = costs(hall, (0, 0), size=2, friends=[(4, 1)])
    assert set(friendly) == {(0, 0), (1, 0), (2, 0), (5, 0), (6, 0)}


def test_a_move_may_be_limited_to_zones() -> None:
    town = square_map(zones=(Zone("bar", "", ((0, 0), (4, 0), (4, 9), (0, 9))),))
    inside = zoning(town).cells_in(["bar"])
    assert set(costs(town, (1, 1), allowed=inside)) == {(c, r) for c in range(4) for r in range(9)}
    assert path(town, Footprint((1, 1)), (6, 1), allowed=inside) is None
    assert problem(town, (3, 1), (4, 1), allowed=inside) == (0, StepProblem.NOT_ALLOWED)


# -- paths -----------------------------------------------------------------------------------------


def test_a_way_along_a_row_is_straight_though_a_zigzag_costs_the_same() -> None:
    assert way(OPEN, (0, 5), (6, 5)).cells == tuple((c, 5) for c in range(1, 7))
    assert way(OPEN, (2, 2), (6, 6)).cells == ((3, 3), (4, 4), (5, 5), (6, 6))


def test_a_slanting_way_keeps_to_the_line() -> None:
    for c, r in way(OPEN, (0, 0), (12, 4)).cells:
        assert abs(r - c / 3) <= 0.5


def test_the_way_is_always_the_same_and_the_one_of_the_reach() -> None:
    again = square_map()
    for to in ((7, 3), (3, 7), (9, 2), (19, 14)):
        assert way(OPEN, (0, 0), to) == way(again, (0, 0), to) == reach(OPEN, Footprint((0, 0))).path_to(to)


def test_staying_is_a_way_of_no_cells_and_off_the_map_there_is_none() -> None:
    assert way(OPEN, (3, 3), (3, 3)) == Path((), 0)
    assert path(OPEN, Footprint((3, 3)), (20, 3)) is None
    assert path(OPEN, Footprint((3, 3)), (-1, 3)) is None


def test_a_closed_door_is_walked_around_and_an_open_one_through() -> None:
    room = square_map(wall((3, 0), (3, 4)), wall((3, 4), (3, 5), "door"), wall((3, 5), (3, 9)))
    around = [(2, r) for r in range(5, 10)] + [(3, r) for r in range(9, 3, -1)]
    assert way(room, (2, 4), (3, 4)) == Path(tuple(around), 11)
    assert way(with_door(room, room.walls[1].id, DoorState.OPEN), (2, 4), (3, 4)).cost == 1
    assert way(room, (2, 4), (3, 4)).cost == 11


def test_a_path_is_told_which_wall_stops_it() -> None:
    room = square_map(wall((3, 0), (3, 9), "low"), wall((3, 0), (3, 4)), wall((3, 4), (3, 5), "window"))
    found = path_cost(room, Footprint((1, 4)), [(2, 4), (3, 4)])
    assert found == IllegalStep(1, (3, 4), StepProblem.WALL, room.walls[2])


def test_a_path_goes_from_cell_to_neighbouring_cell() -> None:
    assert problem(OPEN, (1, 1), (2, 1), (4, 1)) == (1, StepProblem.NOT_NEXT)
    assert problem(OPEN, (1, 1), (1, 1)) == (0, StepProblem.NOT_NEXT)
    assert problem(OPEN, (0, 1), (-1, 1)) == (0, StepProblem.OFF_MAP)
    assert path_cost(OPEN, Footprint((1, 1)), []) == Path((), 0)


def test_a_given_path_pays_for_every_other_diagonal_double() -> None:
    through = [(2, 2), (3, 2), (4, 3), (5, 4)]
    found = path_cost(OPEN, Footprint((1, 1)), through, diagonals=Diagonals.ALTERNATE)
    assert found == Path(tuple(through), 1 + 1 + 2 + 1)


def test_a_mover_off_the_map_reaches_nothing() -> None:
    assert costs(OPEN, (25, 3)) == {(25, 3): 0}


def test_a_zones_only_map_has_no_steps() -> None:
    places = BattleMap(Grid(GridKind.ZONES), zones=(Zone("bar", ""),))
    with pytest.raises(ValueError, match="no cells to step on"):
        reach(places, Footprint("bar"))


# -- hexes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@pytest.mark.parametrize("rule", Diagonals)
def test_on_open_hexes_the_cost_is_the_distance(kind: GridKind, rule: Diagonals) -> None:
    hexes = BattleMap(Grid(kind, 9, 8))
    for cell, cost in costs(hexes, (4, 3), diagonals=rule).items():
        assert cost == cells_apart(hexes.grid, Footprint((4, 3)), Footprint(cell))
        found = way(hexes, (4, 3), cell)
        assert len(found.cells) == cost
        assert all(
            b in neighbours(hexes.grid, a) for a, b in zip(((4, 3), *found.cells), found.cells, strict=False)
        )


def test_on_hexes_a_wall_is_walked_around_and_a_large_footprint_needs_more_room() -> None:
    hexes = BattleMap(Grid(GridKind.HEX_ROWS, 9, 8), (wall((4.75, 0), (4.75, 4.4)),))
    assert not can_step(hexes, Footprint((4, 2)), (5, 2))
    assert way(hexes, (4, 2), (5, 2)).cost > 2
    giant = reach(hexes, Footprint((1, 1), 2))
    assert all(
        set(footprint_cells(hexes.grid, Footprint(c, 2))) <= {(a, b) for a in range(9) for b in range(8)}
        for c in giant.costs
    )


# -- held against the slow exact search, and properties --------------------------------------------


@settings(max_examples=20, deadline=None)
@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@given(
    field=small_maps(most=4),
    start=cells(),
    size=st.integers(1, 2),
    rule=st.sampled_from(Diagonals),
    enemies=st.frozensets(cells(), max_size=3),
    friends=st.frozensets(cells(), max_size=3),
)
def test_the_least_costs_are_those_of_a_slow_exact_search(
    kind: GridKind,
    field: BattleMap,
    start: Cell,
    size: int,
    rule: Diagonals,
    enemies: frozenset[Cell],
    friends: frozenset[Cell],
) -> None:
    battle_map = on(kind, field)
    if not all(reference.on_map(field.grid, cell) for cell in reference.held(battle_map.grid, start, size)):
        start = (0, 0)
    found = costs(battle_map, start, size=size, diagonals=rule, enemies=enemies, friends=friends)
    walk = reference.Walk(battle_map, size, rule, enemies, friends)
    expected = walk.least_costs(start)
    assert found.keys() == expected.keys()
    assert all(found[cell] == pytest.approx(float(cost), abs=1e-5) for cell, cost in expected.items())


@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("kind", [GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS])
@given(
    field=small_maps("wall window low", 3),
    start=cells(),
    steps=st.lists(st.integers(0, 7), max_size=4),
    rule=RULES,
)
def test_the_way_is_the_straightest_of_all_that_cost_as_little(
    kind: GridKind, field: BattleMap, start: Cell, steps: list[int], rule: Diagonals
) -> None:
    field = replace(on(kind, field), ground=())  # else all the ways of a dear one are too many to list
    end = start
    for number in steps:
        near = neighbours(field.grid, end)
        end = near[number % len(near)]
    found = path(field, Footprint(start), end, diagonals=rule)
    assume(found is not None and 0 < found.cost <= 4)
    assert found is not None
    walk = reference.Walk(field, 1, rule)
    least = walk.least_costs(start)[end]
    way = (start, *found.cells)
    length = sum(dist(*(reference.centre(cell, kind) for cell in step)) for step in pairwise(way))
    strays = sum(reference.strays(field.grid, cell, start, end) for cell in found.cells)
    assert (length, strays) == pytest.approx(reference.straightest(walk, start, end, least), abs=1e-4)


@given(small_maps(), cells(), st.sampled_from(Diagonals), st.lists(cells(), min_size=2, max_size=6))
def test_ways_that_are_asked_for_one_after_another_are_those_that_are_asked_for_alone(
    battle_map: BattleMap, start: Cell, rule: Diagonals, ends: list[Cell]
) -> None:
    mover = Footprint(start)
    found = reach(battle_map, mover, diagonals=rule)
    for end in ends:
        assert found.path_to(end) == reach(battle_map, mover, diagonals=rule).path_to(end)


@given(small_maps(), cells(), cells(), st.sampled_from(Diagonals), st.frozensets(cells(), max_size=3))
def test_a_path_is_legal_and_costs_what_the_reach_says(
    battle_map: BattleMap, start: Cell, to: Cell, rule: Diagonals, enemies: frozenset[Cell]
) -> None:
    mover = Footprint(start)
    found = path(battle_map, mover, to, diagonals=rule, enemies=enemies)
    least = reach(battle_map, mover, diagonals=rule, enemies=enemies).costs.get(to)
    assert (found.cost if found else None) == least
    if found:
        assert found.cells[-1:] == ((to,) if to != start else ())
        assert path_cost(battle_map, mover, found.cells, diagonals=rule, enemies=enemies) == found


@given(small_maps("wall low door window"), cells(), RULES)
def test_a_door_opened_never_makes_a_way_dearer(battle_map: BattleMap, start: Cell, rule: Diagonals) -> None:
    before = costs(battle_map, start, diagonals=rule)
    for one in battle_map.walls:
        if one.kind == "door":
            battle_map = with_door(battle_map, one.id, DoorState.OPEN)
    after = costs(battle_map, start, diagonals=rule)
    assert all(after[cell] <= cost for cell, cost in before.items())


@given(small_maps(), cells(), RULES)
def test_a_quarter_turn_of_the_whole_map_changes_no_cost(
    battle_map: BattleMap, start: Cell, rule: Diagonals
) -> None:
    rows = battle_map.grid.rows

    def turned(p: Point) -> Point:
        return rows - p[1], p[0]

    def turned_cell(cell: Cell) -> Cell:
        return rows - 1 - cell[1], cell[0]

    other = BattleMap(
        Grid(GridKind.SQUARE, rows, battle_map.grid.cols),
        tuple(Wall(w.id, turned(w.start), turned(w.end), w.kind, w.state) for w in battle_map.walls),
        tuple(Ground(tuple(map(turned_cell, g.cells)), g.cost) for g in battle_map.ground),
    )
    here = costs(battle_map, start, diagonals=rule)
    there = costs(other, turned_cell(start), diagonals=rule)
    assert {turned_cell(cell): cost for cell, cost in here.items()} == there


@given(small_maps(), cells(), cells())
def test_a_step_is_open_one_way_as_the_other(battle_map: BattleMap, a: Cell, b: Cell) -> None:
    assert can_step(battle_map, Footprint(a), b) == can_step(battle_map, Footprint(b), a)


@given(
    small_maps(),
    st.lists(
        st.tuples(
            cells(),
            cells(),
            st.sampled_from(Diagonals),
            st.frozensets(cells(), max_size=2),
            st.frozensets(cells(), max_size=2),
            st.sampled_from([None, frozenset(), frozenset((x, y) for x in range(4) for y in range(9))]),
        ),
        min_size=2,
        max_size=4,
    ),
)
def test_what_was_searched_before_is_what_a_map_that_nobody_asked_gives(
    battle_map: BattleMap, asked: list[tuple[Cell, Cell, Diagonals, frozenset[Cell], frozenset[Cell], Any]]
) -> None:
    """All is asked twice over, and more kinds of searches than are kept."""
    for start, end, rule, enemies, friends, allowed in asked * 2:
        for size in (1, 2):
            fresh, mover = replace(battle_map), Footprint(start, size)
            more = {"diagonals": rule, "enemies": enemies, "friends": friends, "allowed": allowed}
            plain = path(replace(battle_map), mover, end, **more)
            assert path(battle_map, mover, end, **more) == plain
            assert reach(fresh, mover, 2.0, **more) is reach(fresh, mover, 2.0, **more)
            assert path(fresh, mover, end, **more) == plain, "in the reach, or beyond it"
            for budget in (None, 3.0):
                old, new = (reach(m, mover, budget, **more) for m in (battle_map, fresh))
                assert (old.costs, old.came_from) == (new.costs, new.came_from)
                assert old.path_to(end) == new.path_to(end)
