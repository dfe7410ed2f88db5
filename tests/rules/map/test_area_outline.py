"""Areas as they are drawn where walls cut them."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.map.area_outline import outlines
from rules.map.areas import Area, Blast, Cone, Line
from rules.map.grid import cell_centre
from rules.map.model import BattleMap
from rules.map.zones import contains
from tests.rules.map.maps import COLS, ROWS, small_maps, square_map, wall

origins = st.tuples(st.floats(0.2, COLS - 0.2), st.floats(0.2, ROWS - 0.2))
turns, sizes = st.floats(0, 359), st.floats(0.6, 6)
areas = st.one_of(
    st.builds(Blast, origins, sizes),
    st.builds(Cone, origins, turns, sizes, angle=st.floats(10, 350)),
    st.builds(Cone, origins, turns, sizes, width=sizes),
    st.builds(Line, origins, turns, sizes, sizes),
)


def size_of(outline: tuple[tuple[float, float], ...]) -> float:
    pairs = zip(outline, outline[1:] + outline[:1], strict=True)
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairs) / 2


@settings(max_examples=50, deadline=None)
@given(small_maps(), areas)
def test_what_is_drawn_is_what_is_covered(battle_map: BattleMap, area: Area) -> None:
    """Each cell's centre, unless it is so near to a border that a circle's straight pieces decide."""
    drawn = outlines(battle_map, area, stopped_by_walls=True)
    covered = set(area.cells(battle_map, stopped_by_walls=True))
    cells = [(column, row) for column in range(COLS) for row in range(ROWS)]
    near = np.array([(dx, dy) for dx in (-2e-3, 0, 2e-3) for dy in (-2e-3, 0, 2e-3)])
    centres = np.array([cell_centre(battle_map.grid, cell) for cell in cells])
    points = (centres[:, None] + near).reshape(-1, 2)
    inside = np.zeros(len(points), dtype=np.bool_)
    for piece in drawn:
        inside |= contains(piece, points)
    for cell, around in zip(cells, inside.reshape(-1, 9).tolist(), strict=True):
        if len(set(around)) == 1:
            assert around[0] == (cell in covered), cell


def test_without_walls_nothing_is_cut_off() -> None:
    for area in (Blast((10, 7), 3), Cone((10, 7), 45, 4, angle=60), Line((10, 7), 200, 5, 1)):
        [whole] = outlines(square_map(), area, stopped_by_walls=False)
        [seen] = outlines(square_map(), area, stopped_by_walls=True)
        assert math.isclose(size_of(whole), size_of(seen), rel_tol=1e-3)


def test_a_wall_keeps_a_blast_on_its_own_side() -> None:
    walled = square_map(wall((0, 7), (20, 7)))
    [seen] = outlines(walled, Blast((10, 5), 4), stopped_by_walls=True)
    assert max(y for _, y in seen) <= 7 + 1e-9
    assert min(y for _, y in seen) < 1.01


def test_an_origin_in_a_wall_reaches_nothing() -> None:
    assert outlines(square_map(wall((0, 5), (20, 5))), Blast((10, 5), 4), stopped_by_walls=True) == ()


def test_a_wide_cone_is_drawn_in_two_pieces() -> None:
    pieces = outlines(square_map(), Cone((10, 7), 0, 4, angle=270), stopped_by_walls=True)
    assert len(pieces) == 2
    assert math.isclose(sum(size_of(piece) for piece in pieces), 0.75 * math.pi * 16, rel_tol=1e-3)
