"""What is known of walls and of the map's picture in the fog: as far as cells are explored and no further."""

from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from rules.map.cell_bits import bits_of, every_cell
from rules.map.model import BattleMap, Wall, WallKind
from rules.map.wall_pieces import known_stretches, wall_pieces
from tests.webapp.fog.test_fog import GRID, gm, hall
from tests.webapp.pages import Page, host_of
from tests.webapp.world import World
from webapp.pictures.cut_pictures import ALL, NOTHING, Lying, cut_to_known, words_for
from webapp.pictures.tiles import Tile
from webapp.visibility.known_map import Memory
from webapp.visibility.known_people import MapKnowledge


def test_a_wall_is_known_as_far_as_known_cells_lie_along_it() -> None:
    pieces = wall_pieces(GRID, [Wall("a", (2, 1), (8, 1)), Wall("b", (0, 0), (0, 6))])
    known = np.zeros(GRID.cols * GRID.rows, dtype=np.bool_)
    known[[1 * GRID.cols + 4, 0 * GRID.cols + 3]] = True
    [(begin, end)] = known_stretches(pieces, known)[0]
    assert (begin * 6 + 2, end * 6 + 2) == pytest.approx((3, 5), abs=1e-4)


def test_a_wall_that_meets_a_known_cell_at_a_corner_is_not_known() -> None:
    pieces = wall_pieces(GRID, [Wall("a", (3, 2), (3, 5))])
    known = np.zeros(GRID.cols * GRID.rows, dtype=np.bool_)
    known[1 * GRID.cols + 2] = True
    assert known_stretches(pieces, known) == {}


_CELLS = GRID.cols * GRID.rows
_ENDS = st.tuples(st.integers(0, 2 * GRID.cols), st.integers(0, 2 * GRID.rows))


@given(
    st.lists(st.tuples(_ENDS, _ENDS).filter(lambda ends: ends[0] != ends[1]), max_size=8),
    st.sets(st.integers(0, _CELLS - 1)),
)
def test_stretches_are_those_of_known_cells_joined_where_they_meet(
    walls: list[tuple[tuple[int, int], tuple[int, int]]], cells: set[int]
) -> None:
    lines = [Wall(str(n), (a / 2, b / 2), (c / 2, d / 2)) for n, ((a, b), (c, d)) in enumerate(walls)]
    pieces, known = wall_pieces(GRID, lines), np.zeros(_CELLS, dtype=np.bool_)
    known[list(cells)] = True
    joined: dict[int, list[list[float]]] = {}
    rows = zip(*(part.tolist() for part in (pieces.wall, pieces.begin, pieces.end, pieces.cell)), strict=True)
    for wall, begin, end, cell in sorted(rows):
        if cell in cells:
            of = joined.setdefault(wall, [])
            if of and begin <= of[-1][1] + 1e-4:
                of[-1][1] = max(of[-1][1], end)
            else:
                of.append([begin, end])
    found = known_stretches(pieces, known)
    assert {wall: [*map(list, stretches)] for wall, stretches in found.items()} == joined


def test_a_secret_door_is_remembered_as_a_wall() -> None:
    battle_map = BattleMap(GRID, (Wall("s", (5, 0), (5, 6), WallKind.WALL),))
    every = every_cell(GRID)
    memory, map_knowledge = Memory(), MapKnowledge(every, every)
    memory.look(battle_map, map_knowledge)
    [wall] = memory.known(battle_map, map_knowledge).drawn.walls
    assert (wall.id, wall.kind) == ("", WallKind.WALL)


def test_nobody_hears_of_a_wall_in_sight_that_becomes_a_secret_door(world: World) -> None:
    hall(world)
    gm(world, "edit-map", walls=[{"from": [2, 0], "to": [2, 2]}])
    battle_map = host_of(world).battle.state.map
    assert battle_map is not None
    [panel] = [wall.id for wall in battle_map.walls if wall.start == (2, 0)]
    page = Page(world, world.player("Ann", "kit"), "play")
    before = page.load()
    for wall in (
        {"kind": "door", "state": "secret", "material": "oak"},
        {"kind": "wall", "material": "stone"},
    ):
        gm(world, "edit-map", walls=[{"id": panel, "from": [2, 0], "to": [2, 2], **wall}])
        assert page.take_all() == []
        assert page.load() == before


def test_a_cut_tile_depends_on_nothing_that_is_hidden() -> None:
    """Two pictures that are alike where it is explored come out as the very same bytes."""
    lying = Lying(600, 360, (0.0, 0.0, 10.0, 6.0), GRID)
    explored = bits_of(GRID, [(c, r) for c in range(4) for r in range(6)])
    one = np.random.default_rng(1).integers(0, 255, (360, 512, 3), dtype=np.uint8)
    other = one.copy()
    other[:, 240:] = np.random.default_rng(2).integers(0, 255, (360, 272, 3), dtype=np.uint8)
    cut = [cut_to_known(as_png(pixels), lying, Tile(1, 0, 0), explored) for pixels in (one, other)]
    assert cut[0] == cut[1]
    shown = np.asarray(Image.open(BytesIO(cut[0])).convert("RGBA"))
    assert shown[:, :240, 3].all()
    assert not shown[:, 240:, 3].any()


def as_png(pixels: np.ndarray) -> bytes:
    out = BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return out.getvalue()


def test_the_words_of_tiles_tell_what_they_show() -> None:
    lying = Lying(600, 360, (0.0, 0.0, 10.0, 6.0), GRID)
    assert set(words_for(lying, 0).split(" ")) == {NOTHING}
    assert set(words_for(lying, every_cell(GRID)).split(" ")) == {ALL}
    some = words_for(lying, bits_of(GRID, [(0, 0)])).split(" ")
    assert some[-1] == NOTHING
    assert some[0] != words_for(lying, bits_of(GRID, [(1, 0)])).split(" ")[0]


def test_where_the_picture_hangs_over_the_map_it_is_never_shown() -> None:
    lying = Lying(600, 360, (-1.0, 0.0, 12.0, 6.0), GRID)
    pixels = np.full((307, 512, 3), 200, dtype=np.uint8)
    shown = np.asarray(
        Image.open(BytesIO(cut_to_known(as_png(pixels), lying, Tile(0, 0, 0), every_cell(GRID)))).convert(
            "RGBA"
        )
    )
    assert not shown[:, :42, 3].any()
    assert shown[10, 60, 3] == 255
