"""Strategies and short names for the tests of the map."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from rules.map.grid import Footprint
from rules.map.model import BattleMap, DoorState, Grid, GridKind, Ground, Point, Wall, WallKind

COLS, ROWS = 7, 6


def on(kind: GridKind, battle_map: BattleMap) -> BattleMap:
    """The same map with another kind of cells."""
    return replace(battle_map, grid=replace(battle_map.grid, kind=kind))


def square_map(*walls: Wall, cols: int = 20, rows: int = 15, **more: Any) -> BattleMap:
    return BattleMap(Grid(GridKind.SQUARE, cols, rows), walls, **more)


def wall(start: Point, end: Point, kind: str = "wall", **more: Any) -> Wall:
    """A wall whose id tells where it runs."""
    state = more.pop("state", DoorState.CLOSED if kind == "door" else None)
    return Wall(f"{start}-{end}", start, end, WallKind(kind), state, **more)


def coordinates(most: int) -> st.SearchStrategy[float]:
    """Mostly numbers that meet each other: grid lines, centres, corners drawn in; some at random.

    They come of one number drawn, for drawing is what takes long.
    """
    fine = 10_000 * most

    def read(drawn: int) -> float:
        sort, number = divmod(drawn, fine)
        if sort == 0:
            return (number % (4 * most + 5) - 2) / 4
        return number % (10 * most + 1) / 10 if sort == 1 else number / 10_000

    return st.integers(0, 3 * fine - 1).map(read)


def points() -> st.SearchStrategy[Point]:
    return st.tuples(coordinates(COLS), coordinates(ROWS))


def walls(kinds: str = "wall door window low sight") -> st.SearchStrategy[Wall]:
    sorts = [
        (WallKind(kind), state if kind == "door" else None) for kind in kinds.split() for state in DoorState
    ]
    x, y = coordinates(COLS), coordinates(ROWS)
    drawn = st.tuples(x, y, x, y, st.sampled_from(sorts))
    return drawn.map(lambda d: Wall("", (d[0], d[1]), (d[2], d[3]), *d[4]))


def wall_lists(
    kinds: str = "wall door window low sight", most: int = 6
) -> st.SearchStrategy[tuple[Wall, ...]]:
    def named(found: list[Wall]) -> tuple[Wall, ...]:
        return tuple(
            Wall(f"w{n}", w.start, w.end, w.kind, w.state, f"stuff{n % 3}") for n, w in enumerate(found, 1)
        )

    return st.lists(walls(kinds), max_size=most).map(named)


_EVERY = [(column, row) for row in range(ROWS) for column in range(COLS)]


def cells() -> st.SearchStrategy[tuple[int, int]]:
    return st.sampled_from(_EVERY)


def footprints() -> st.SearchStrategy[Footprint]:
    return st.sampled_from([Footprint(cell, size) for size in (1, 1, 2) for cell in _EVERY])


def grounds() -> st.SearchStrategy[tuple[Ground, ...]]:
    patch = st.builds(
        Ground, st.lists(cells(), max_size=8).map(tuple), st.sampled_from([2.0, 1.5, 3.0, 0.5, 1.1])
    )
    return st.lists(patch, max_size=3).map(tuple)


def small_maps(kinds: str = "wall door window low sight", most: int = 6) -> st.SearchStrategy[BattleMap]:
    grid = Grid(GridKind.SQUARE, COLS, ROWS)
    return st.builds(BattleMap, st.just(grid), wall_lists(kinds, most), grounds())
