"""Sets of a map's cells as whole numbers: bit `row * columns + column` stands for a cell.

Such a set is small and is compared and hashed as one thing; two are joined in a microsecond on any map.
"""

import base64
import zlib
from collections.abc import Iterable, Iterator

import numpy as np

from rules.map.grid import is_inside
from rules.map.model import Cell, Grid
from rules.map.walls import Bools

CellBits = int
"""A set of cells."""
_MOST_BYTES = 1_000_000


def pack(mask: Bools) -> CellBits:
    """Make a set of an array [row, column] that says of each cell whether it belongs to it."""
    return int.from_bytes(np.packbits(mask.reshape(-1), bitorder="little").tobytes(), "little")


def unpack(bits: CellBits, grid: Grid) -> Bools:
    """Give a set as an array [row, column]."""
    count = grid.cols * grid.rows
    raw = np.frombuffer((bits & every_cell(grid)).to_bytes(-(-count // 8), "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=count, bitorder="little").view(np.bool_).reshape(grid.rows, grid.cols)


def every_cell(grid: Grid) -> CellBits:
    """Give the set of all cells of a map."""
    return (1 << grid.cols * grid.rows) - 1


def bits_of(grid: Grid, cells: Iterable[Cell]) -> CellBits:
    """Make a set of cells; those off the map are left out."""
    bits = 0
    for column, row in cells:
        if is_inside(grid, (column, row)):
            bits |= 1 << row * grid.cols + column
    return bits


def cells_in(bits: CellBits, grid: Grid) -> Iterator[Cell]:
    """List the cells of a set, row by row."""
    for number in np.flatnonzero(unpack(bits, grid)).tolist():
        yield number % grid.cols, number // grid.cols


def holds(bits: CellBits, grid: Grid, cell: Cell) -> bool:
    """Say whether a cell belongs to a set."""
    return is_inside(grid, cell) and bool(bits >> cell[1] * grid.cols + cell[0] & 1)


def write_bits(bits: CellBits) -> str:
    """Write a set as a short text."""
    raw = bits.to_bytes(-(-bits.bit_length() // 8), "little")
    return base64.b64encode(zlib.compress(raw, 9)).decode("ascii")


def read_bits(text: str) -> CellBits:
    """Read what `write_bits` wrote, of a map of any size that there is. Raises `ValueError`."""
    try:
        packed = zlib.decompressobj()
        raw = packed.decompress(base64.b64decode(text, validate=True), _MOST_BYTES)
    except (ValueError, zlib.error):
        raise ValueError("This is no set of cells.") from None
    if not packed.eof:
        raise ValueError("This is no set of cells, or one of more cells than any map has.")
    return int.from_bytes(raw, "little")
