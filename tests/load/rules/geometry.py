"""Our map modules as the benchmark of geometry libraries calls them: `--ours tests.load.rules.geometry`."""

import numpy as np

from rules.map.geometry.skyline import skylines
from rules.map.model import Grid, GridKind
from rules.map.sight import uncrossed, visible
from rules.map.steps import Edges
from rules.map.walls import Bools, Floats, Ints, WallIndex

_OFFSETS = np.array([(0, 0), (-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45), (0.45, 0.45)])
_indexes: dict[int, tuple[Floats, WallIndex]] = {}


def _index(segments: Floats) -> WallIndex:
    """Give the index of these very segments, built at the first call, as the peers' trees and grids are."""
    kept, index = _indexes.get(id(segments), (None, None))
    if kept is not segments or index is None:
        index = WallIndex(segments)
        _indexes[id(segments)] = segments, index
    return index


def fire(shooters: Floats, targets: Floats, segs: Floats) -> Bools:
    """Tell which rays are stopped, from each shooter's centre to the five points of each target."""
    starts = np.repeat(shooters, 5 * len(targets), axis=0)
    ends = np.tile((targets[:, None, :] + _OFFSETS).reshape(-1, 2), (len(shooters), 1))
    return _index(segs).meets_any(starts, ends)


_pieces: dict[int, tuple[Floats, Floats]] = {}


def _uncrossed(segments: Floats) -> Floats:
    """Give these very segments in pieces that do not cross, cut at the first call, as a map keeps them."""
    kept, pieces = _pieces.get(id(segments), (None, None))
    if kept is not segments or pieces is None:
        pieces, _ = uncrossed(segments)
        _pieces[id(segments)] = segments, pieces
    return pieces


def visible_cells(view: Floats, segs: Floats, n: int) -> Bools:
    """Tell which cells of an n by n map are seen by their centres; the segments surround the viewer."""
    eye = np.asarray(view, dtype=np.float64)
    around = skylines([(float(eye[0]), float(eye[1]))], _uncrossed(segs))
    [seen] = visible(around, Grid(GridKind.SQUARE, n, n), _index(segs).meets_any)
    return seen


def polygon(view: Floats, segs: Floats) -> Floats:
    """Give the corners of what is seen."""
    eye = np.asarray(view, dtype=np.float64)
    return skylines([(float(eye[0]), float(eye[1]))], _uncrossed(segs))[0].outline() + eye


_STEPS = (
    (1, 0),
    (-1, 0),
    (0, 1),
    (0, -1),
    (1, 1),
    (1, -1),
    (-1, 1),
    (-1, -1),
)  # as the benchmark numbers them
_edges: dict[int, tuple[Bools, Edges]] = {}


def _steps(cost: Ints, ok: Bools) -> Edges:
    """Give the steps of this very terrain, built at the first call: 2 a straight step, 3 a diagonal."""
    kept, edges = _edges.get(id(ok), (None, None))
    if kept is not ok or edges is None:
        side = len(cost)
        cell = np.arange(side * side)
        targets = np.stack([cell + dx + dy * side for dx, dy in _STEPS], axis=1)
        legal = ok.reshape(len(_STEPS), -1).T
        entered = cost.reshape(-1)[np.where(legal, targets, 0)]
        edges = Edges(targets, np.where(legal, entered * np.where(np.arange(8) < 4, 2, 3), -1))
        _edges[id(ok)] = ok, edges
    return edges
