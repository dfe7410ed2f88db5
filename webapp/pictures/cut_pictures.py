"""Tiles of a map's picture cut to what somebody has explored: the rest is blank in the bytes that are sent.

A pixel is shown only if all that it shows lies in explored cells: at the levels where a pixel holds more than
a cell, the rim of what is known is blank too. The blank is transparent, and there are no colours under it.
"""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from threading import Lock

import numpy as np
from PIL import Image, ImageDraw

from rules.map.cell_bits import CellBits, cells_in, pack, unpack
from rules.map.grid import cell_centre, cell_corners
from rules.map.model import Grid, GridKind
from rules.map.walls import Bools, Floats, Ints
from webapp.pictures.tiles import SIDE, Pyramid, Tile

Box = tuple[float, float, float, float]
"""Where a picture lies: left, top, width and height, in cells."""

NOTHING, ALL = "-", "="
"""The words for a tile that shows nothing, and for one that is shown as it is."""
_SHARP = 1e-6
_RIM = 2.0  # pixels: how much farther than its edge an unexplored hex is blank


@dataclass(frozen=True, slots=True)
class Lying:
    """A picture as it lies on a grid."""

    width: int
    height: int
    box: Box
    grid: Grid


def words_for(lying: Lying, explored: CellBits) -> str:
    """Give a word for each tile of all levels, in order: it changes when what the tile shows does."""
    found = _cells_of_tiles(lying).values()
    return " ".join(_word(cells, explored, is_inside) for cells, is_inside in found)


def word_for(lying: Lying, tile: Tile, explored: CellBits) -> str:
    """Give the word for one tile."""
    cells, is_inside = _cells_of_tiles(lying)[tile]
    return _word(cells, explored, is_inside)


def _word(cells: CellBits, explored: CellBits, is_inside: bool) -> str:
    known = cells & explored
    if not known:
        return NOTHING
    if known == cells and is_inside:
        return ALL
    return sha256(known.to_bytes(-(-known.bit_length() // 8), "little")).hexdigest()[:10]


@lru_cache(maxsize=32)
def _cells_of_tiles(lying: Lying) -> dict[Tile, tuple[CellBits, bool]]:
    """Give for each tile the cells that any of it lies on, and whether all of it lies on cells."""
    grid = lying.grid
    cells = [(column, row) for row in range(grid.rows) for column in range(grid.cols)]
    x, y = np.array([cell_centre(grid, cell) for cell in cells]).T
    half_x, half_y = np.abs(np.array(cell_corners(grid, (0, 0))) - cell_centre(grid, (0, 0))).max(axis=0)
    found: dict[Tile, tuple[CellBits, bool]] = {}
    for tile in _all_tiles(Pyramid(lying.width, lying.height)):
        left, top, right, bottom = _edges(lying, tile)
        across = (x + half_x > left) & (x - half_x < right)
        down = (y + half_y > top) & (y - half_y < bottom)
        is_inside = (
            grid.kind is GridKind.SQUARE
            and left >= -_SHARP
            and top >= -_SHARP
            and right <= grid.cols + _SHARP
            and bottom <= grid.rows + _SHARP
        )
        found[tile] = pack((across & down).reshape(grid.rows, grid.cols)), is_inside
    return found


def _all_tiles(pyramid: Pyramid) -> Iterator[Tile]:
    for level in range(pyramid.deepest + 1):
        yield from pyramid.tiles(level)


def _edges(lying: Lying, tile: Tile) -> Box:
    """Give left, top, right and bottom of a tile, in cells."""
    width, height = Pyramid(lying.width, lying.height).size(tile.level)
    x, y, w, h = lying.box
    left, top = tile.column * SIDE, tile.row * SIDE
    right, bottom = min(left + SIDE, width), min(top + SIDE, height)
    return x + left / width * w, y + top / height * h, x + right / width * w, y + bottom / height * h


# ------------------------------------------------------------------------------------------- the cut
def cut_to_known(source: bytes, lying: Lying, tile: Tile, explored: CellBits) -> bytes:
    """Blank what of a tile is not explored, and give it as WebP.

    Args:
        source: the whole tile, as a file.
    """
    image = Image.open(BytesIO(source)).convert("RGBA")
    pixels = np.array(image)
    is_deepest = tile.level == Pyramid(lying.width, lying.height).deepest
    shown = _shown(lying, tile, explored, image.size, 0.0 if is_deepest else 0.5)
    pixels[~shown] = 0
    out = BytesIO()
    Image.fromarray(pixels, "RGBA").save(out, "WEBP", quality=84, method=1, exact=True)
    return out.getvalue()


def _shown(lying: Lying, tile: Tile, explored: CellBits, size: tuple[int, int], margin: float) -> Bools:
    """Tell which pixels of a tile show nothing but explored cells, in an array [row, column].

    Args:
        margin: how far beyond its own edges a pixel of this level shows the picture, in pixels.
    """
    left, top, right, bottom = _edges(lying, tile)
    mask = unpack(explored, lying.grid)
    if lying.grid.kind is not GridKind.SQUARE:
        return _shown_hexes(lying.grid, explored, (left, top, right, bottom), size)
    columns = _touched(left, right, size[0], margin)
    rows = _touched(top, bottom, size[1], margin)
    padded = np.zeros((lying.grid.rows + 1, lying.grid.cols + 1), dtype=np.int64)
    padded[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)
    (c0, c1), (r0, r1) = columns, rows
    on_map = ((c0 >= 0) & (c1 <= lying.grid.cols))[None] & ((r0 >= 0) & (r1 <= lying.grid.rows))[:, None]
    c0, c1 = np.clip(c0, 0, lying.grid.cols), np.clip(c1, 0, lying.grid.cols)
    r0, r1 = np.clip(r0, 0, lying.grid.rows), np.clip(r1, 0, lying.grid.rows)
    many = padded[r1][:, c1] - padded[r0][:, c1] - padded[r1][:, c0] + padded[r0][:, c0]
    full: Bools = on_map & (many == (r1 - r0)[:, None] * (c1 - c0)[None])
    return full


def _touched(begin: float, end: float, count: int, margin: float) -> tuple[Ints, Ints]:
    """Give the first cell that each pixel of a stretch shows, and the first after it that it does not."""
    each = (end - begin) / count
    low = begin + (np.arange(count) - margin) * each
    high = begin + (np.arange(count) + 1 + margin) * each
    return np.floor(low + _SHARP).astype(np.int64), np.ceil(high - _SHARP).astype(np.int64)


def _shown_hexes(grid: Grid, explored: CellBits, edges: Box, size: tuple[int, int]) -> Bools:
    left, top, right, bottom = edges
    scale = np.array([size[0] / (right - left), size[1] / (bottom - top)])
    mask = Image.new("1", size, 0)
    pen = ImageDraw.Draw(mask)
    known = set(cells_in(explored, grid))
    near = [
        (column, row)
        for row in range(-1, grid.rows + 1)  # with those about the map, of which nobody knows anything
        for column in range(-1, grid.cols + 1)
        if _is_near(cell_centre(grid, (column, row)), edges)
    ]
    # First what is known, wide enough that no seam is left between two; then what is not, and its rim.
    for cells, colour in (([c for c in near if c in known], 1), ([c for c in near if c not in known], 0)):
        for cell in cells:
            pen.polygon(_on_tile(grid, cell, (left, top), scale), fill=colour)
    shown: Bools = np.array(mask, dtype=np.bool_)
    return shown


def _is_near(centre: tuple[float, float], edges: Box) -> bool:
    x, y = centre
    return edges[0] - 1 < x < edges[2] + 1 and edges[1] - 1 < y < edges[3] + 1


def _on_tile(
    grid: Grid, cell: tuple[int, int], corner: tuple[float, float], scale: Floats
) -> list[tuple[float, float]]:
    """Give a hex's corners in pixels of a tile, drawn a little larger."""
    centre = (np.array(cell_centre(grid, cell)) - corner) * scale
    points = (np.array(cell_corners(grid, cell)) - corner) * scale
    apart = points - centre
    wider = centre + apart * (1 + _RIM / np.hypot(*apart.T))[:, None]
    return [(float(x) - 0.5, float(y) - 0.5) for x, y in wider]  # the pen counts from the middles of pixels


# ---------------------------------------------------------------------------------------------- kept
class CutTiles:
    """Tiles that were cut already, the latest ones: viewers who know the same share them."""

    def __init__(self, most: int = 600) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._lock = Lock()

    def find(self, key: tuple[object, ...]) -> bytes | None:
        """Give a tile that was kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: tuple[object, ...], data: bytes) -> None:
        """Keep a tile, and let the one go that was asked for longest ago."""
        with self._lock:
            self._kept[key] = data
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
