"""The table of steps, taken from the one with every door open, is the one that a fresh map would have."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.map.grid import Diagonals, from_axial, step_offsets, to_axial
from rules.map.model import BattleMap, DoorState, Grid, GridKind, Ground, Wall, WallKind, hand_on, with_door
from rules.map.steps import StepTable, next_to, step_table
from rules.map.walls import stops

KINDS = (GridKind.SQUARE, GridKind.HEX_ROWS, GridKind.HEX_COLUMNS)
POINTS = st.tuples(st.integers(0, 10), st.integers(0, 10)).map(lambda p: (p[0] / 2, p[1] / 2))
WALLS = st.lists(st.tuples(POINTS, POINTS, st.sampled_from(list(WallKind))), min_size=1, max_size=12)
TURNS = st.lists(st.tuples(st.integers(0, 11), st.sampled_from(list(DoorState))), min_size=1, max_size=6)


def steps_of(table: StepTable) -> list[list[tuple[int, int]]]:
    return [table.edges[state] for state in range(table.grid.cols * table.grid.rows * table.phases)]


def built(
    kind: GridKind, walls: Sequence[tuple[tuple[float, float], tuple[float, float], WallKind]]
) -> BattleMap:
    made = tuple(
        Wall(f"w{n}", a, b, what, DoorState.CLOSED if what is WallKind.DOOR else None)
        for n, (a, b, what) in enumerate(walls)
    )
    return BattleMap(Grid(kind, 5, 5), made, (Ground(((1, 1), (2, 1)), 2.0),))


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    walls=WALLS,
    turns=TURNS,
    size=st.integers(1, 2),
    diagonals=st.sampled_from(list(Diagonals)),
)
def test_doors_change_the_table_as_if_it_were_built_anew(
    kind: GridKind,
    walls: list[tuple[tuple[float, float], tuple[float, float], WallKind]],
    turns: list[tuple[int, DoorState]],
    size: int,
    diagonals: Diagonals,
) -> None:
    battle_map = built(kind, walls)
    step_table(battle_map, size, diagonals)
    for number, state in turns:
        wall = battle_map.walls[number % len(battle_map.walls)]
        if wall.kind is WallKind.DOOR:
            battle_map = with_door(battle_map, wall.id, state)
        fresh = replace(battle_map)
        assert steps_of(step_table(battle_map, size, diagonals)) == steps_of(
            step_table(fresh, size, diagonals)
        )
        one, other = stops(battle_map), stops(fresh)
        for part in ("fire", "sight", "movement", "low"):
            assert getattr(one, part).tolist() == getattr(other, part).tolist()


def test_painted_ground_counts_at_once_though_the_walls_are_shared() -> None:
    before = built(GridKind.SQUARE, [((1, 0), (1, 2), WallKind.DOOR)])
    step_table(before, 1, Diagonals.ONE)
    after = replace(before, ground=(Ground(((0, 0), (0, 1)), 3.0),))
    hand_on(before, after)
    assert steps_of(step_table(after, 1, Diagonals.ONE)) == steps_of(
        step_table(replace(after), 1, Diagonals.ONE)
    )


@given(st.sampled_from(KINDS), st.integers(-2, 8), st.integers(-2, 8))
def test_the_cells_next_to_one_are_a_step_away_on_any_grid(kind: GridKind, column: int, row: int) -> None:
    grid = Grid(kind, 5, 5)
    a, b = to_axial(grid, (column, row))
    around = [from_axial(grid, (a + da, b + db)) for da, db in step_offsets(grid)]
    assert next_to(grid, (column, row)) == around
