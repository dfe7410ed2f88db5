"""Where a Universal VTT picture lies in the source map, and how it is laid under our cells.

The file's coordinates are the source map's; ours start at the top left corner of the picture. Where the crop
doesn't start or end on a grid line, the picture gets an empty margin up to the next one: the painted cells
then are our cells, and the picture always covers the whole grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from PIL import Image

from rules.engine.text import text
from rules.map.model import Point
from webapp.importers.pictures import MAX_SIDE
from webapp.importers.problem import ImportProblem
from webapp.importers.segments import Segment
from webapp.importers.uvtt_fields import number, point

MAX_CELLS = 500
"""Longest side of an imported map, in cells."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The crop: its top left corner in the source map, its size, and the pixels of a cell (0: not said)."""

    origin: Point
    size: Point
    pixels_per_cell: float

    @property
    def inset(self) -> Point:
        """The crop's top left corner in our map: (0, 0) unless the crop starts inside a cell."""
        return self.origin[0] - floor(self.origin[0]), self.origin[1] - floor(self.origin[1])

    @property
    def cells(self) -> tuple[int, int]:
        """Columns and rows of our map."""
        return ceil(_tidy(self.inset[0] + self.size[0])), ceil(_tidy(self.inset[1] + self.size[1]))

    @property
    def is_on_grid(self) -> bool:
        """True when the crop starts and ends on grid lines, so that the picture needs no margin."""
        return self.inset == (0, 0) and self.size == self.cells

    def shift(self, line: Sequence[Point]) -> list[Point]:
        """Move points from the source map to the crop, whose top left corner becomes (0, 0)."""
        return [(_tidy(x - self.origin[0]), _tidy(y - self.origin[1])) for x, y in line]

    def place(self, segment: Segment) -> Segment:
        """Move a segment from the crop to our map."""
        return self.place_point(segment[0]), self.place_point(segment[1])

    def place_point(self, at: Point) -> Point:
        """Move a point from the crop to our map."""
        return _tidy(at[0] + self.inset[0]), _tidy(at[1] + self.inset[1])

    def lay_under(self, image: Image.Image) -> Image.Image:
        """Scale and pad a picture so that it covers the whole grid with square cells."""
        across, down = image.width / self.size[0], image.height / self.size[1]
        is_even = abs(across * self.size[1] - image.height) <= 1
        if is_even and self.is_on_grid:
            return image
        cols, rows = self.cells
        pixels = min(max(across, down), MAX_SIDE / max(cols, rows))
        inner = (max(1, round(self.size[0] * pixels)), max(1, round(self.size[1] * pixels)))
        if max(abs(inner[0] - image.width), abs(inner[1] - image.height)) > 1:
            image = image.resize(inner, Image.Resampling.LANCZOS)
        if self.is_on_grid:
            return image
        sheet = Image.new(image.mode, (max(1, round(cols * pixels)), max(1, round(rows * pixels))))
        sheet.paste(image, (round(self.inset[0] * pixels), round(self.inset[1] * pixels)))
        return sheet


def read_frame(resolution: dict[str, Any], picture_size: tuple[int, int] | None) -> Frame:
    """Read the crop; a missing size is worked out from the picture.

    Raises:
        ImportProblem: if the number of cells can't be told, or is too large for a battle map.
    """
    pixels = number(resolution.get("pixels_per_grid")) or 0.0
    size = point(resolution.get("map_size"))
    if size is None and picture_size is not None and pixels > 0:
        size = (picture_size[0] / pixels, picture_size[1] / pixels)
    if size is None:
        said = text(
            "The file doesn't say how many cells the map has (resolution.map_size): export it again, or "
            "import its picture and lay the grid over it."
        )
        raise ImportProblem(said)
    size = (_tidy(size[0]), _tidy(size[1]))
    origin = point(resolution.get("map_origin")) or (0.0, 0.0)
    frame = Frame(origin=(_tidy(origin[0]), _tidy(origin[1])), size=size, pixels_per_cell=max(0.0, pixels))
    if min(size) < 1 or max(frame.cells) > MAX_CELLS:
        said = text(
            "The file gives its map {across} x {down} cells; from 1 x 1 to {most} x {most} are read. Export "
            "another part of the map.",
            across=size[0],
            down=size[1],
            most=MAX_CELLS,
        )
        raise ImportProblem(said)
    return frame


def _tidy(value: float) -> float:
    """Round to a millionth of a cell, the precision of the files, without a negative zero."""
    return round(value, 6) + 0.0
