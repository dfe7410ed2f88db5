"""How many cells a picture shows: read off its name, as map makers write it, or guessed by its pixels."""

import re
from dataclasses import dataclass
from pathlib import PureWindowsPath

from rules.engine.text import Text, text

_COUNT = re.compile(r"(?<![\d.])(\d{1,3})\s*[xX\u00d7]\s*(\d{1,3})(?![\d.]*\d)")
_PIXELS = re.compile(r"(?<!\d)(\d{2,3})\s*(?:ppi|dpi|ppg|pps|px)(?![a-z])", re.IGNORECASE)
_USUAL_PIXELS = (70, 100, 140, 128, 256, 64, 150, 200, 280, 300, 72, 50)
_MOST = 200  # cells along a side
_USUAL_LONG_SIDE = 30
_SQUARE_ENOUGH = 0.03


@dataclass(frozen=True, slots=True)
class CellCount:
    """Columns and rows, and in words where they come from; `sure` when the file's name gave both."""

    cols: int
    rows: int
    sure: bool
    why: Text


def count_cells(filename: str, width: int, height: int) -> CellCount:
    """Guess how many cells a picture of so many pixels shows: "Inn 24x36.jpg", "[24x36]", "Inn 70ppi.png"."""
    stem = PureWindowsPath(filename).stem
    named = [(int(a), int(b)) for a, b in _COUNT.findall(stem)]
    both_ways = named + [(b, a) for a, b in named]
    fitting = [(_skew(a, b, width, height), a, b) for a, b in both_ways if _is_usable(a, b, width, height)]
    if fitting:
        _, cols, rows = min(fitting)
        said = text("The file's name says {cols} x {rows} cells.", cols=cols, rows=rows)
        return CellCount(cols, rows, True, said)
    pixels = [int(found) for found in _PIXELS.findall(stem)]
    usual = [side for side in _USUAL_PIXELS if width % side == 0 and height % side == 0]
    for side in [*pixels, *usual]:
        cols, rows = round(width / side), round(height / side)
        if side >= 20 and min(cols, rows) >= 1 and 8 <= max(cols, rows) <= (_MOST if side in pixels else 80):
            where = text("a usual size that fits; a guess")
            if side in pixels:
                where = text("the file's name says so")
            said = text(
                "{cols} x {rows} cells of {side} pixels ({why}).", cols=cols, rows=rows, side=side, why=where
            )
            return CellCount(cols, rows, False, said)
    side_pixels = max(width, height) / _USUAL_LONG_SIDE
    cols, rows = max(1, round(width / side_pixels)), max(1, round(height / side_pixels))
    said = text("{cols} x {rows} cells are a mere guess.", cols=cols, rows=rows)
    return CellCount(cols, rows, False, said)


def _is_usable(cols: int, rows: int, width: int, height: int) -> bool:
    """Say whether the numbers can be meant as cells: few enough, and the cells nearly square."""
    if not (1 <= cols <= _MOST and 1 <= rows <= _MOST):
        return False
    return width / cols >= 8 and height / rows >= 8 and _skew(cols, rows, width, height) < 0.5


def _skew(cols: int, rows: int, width: int, height: int) -> float:
    """Tell how far a cell is from square: 0 is square, 1 two times as wide as high or the other way round."""
    across, down = width / cols, height / rows
    return max(across, down) / min(across, down) - 1


def is_square(cols: int, rows: int, width: int, height: int) -> bool:
    """Say whether so many cells over a picture are square, as far as an eye tells."""
    return _skew(cols, rows, width, height) <= _SQUARE_ENOUGH
