"""The fog is drawn over exactly the cells that it covers, and ground anew only where it has grown."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra.numpy import array_shapes, arrays

from rules.map.cell_bits import pack
from rules.map.grid import cell_corners
from rules.map.model import Grid, GridKind, Ground
from rules.map.walls import Bools
from webapp.drawing import ground_drawing
from webapp.drawing.fog_drawing import see_fog
from webapp.drawing.ground_drawing import see_ground
from webapp.drawing.zone_layout import UNIT
from webapp.visibility.known_people import MapKnowledge

_BOX = re.compile(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z")


@given(arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, max_side=45)))
def test_the_fog_lies_once_on_each_cell_that_is_not_seen(explored: Bools) -> None:
    rows, cols = explored.shape
    seen = explored & (np.indices(explored.shape).sum(axis=0) % 3 == 0)
    grid = Grid(GridKind.SQUARE, cols, rows)
    regions = see_fog(grid, MapKnowledge(pack(seen), pack(explored)))
    for name, wanted in (("unseen", ~explored), ("away", explored & ~seen)):
        drawn = np.zeros(explored.shape, dtype=np.int64)
        for region in regions:
            path = getattr(region, name)
            assert not _BOX.sub("", path)
            for box in _BOX.findall(path):
                x, y, wide, high = (round(float(part) / UNIT) for part in box[:4])
                drawn[y : y + high, x : x + wide] += 1
        assert (drawn == wanted).all()


def test_ground_that_grows_is_outlined_where_it_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    outlined, corners = list[tuple[int, int]](), cell_corners

    def counted(grid: Grid, cell: tuple[int, int]) -> object:
        outlined.append(cell)
        return corners(grid, cell)

    monkeypatch.setattr(ground_drawing, "cell_corners", counted)
    grid = Grid(GridKind.SQUARE, 17, 19, 1.0, "ell")  # that no other test draws on
    first = see_ground(grid, Ground(((3, 3), (4, 3)), 2.0, "mud"))
    grown = see_ground(grid, Ground(((3, 3), (4, 3), (4, 4)), 2.0, "mud"))
    assert outlined == [(3, 3), (4, 3), (4, 4)]
    assert (first.cells.count("Z"), grown.cells.count("Z")) == (2, 3)
    assert (first.rim.count("M"), grown.rim.count("M")) == (6, 8), "a side of two cells is none"
