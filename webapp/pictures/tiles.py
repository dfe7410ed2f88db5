"""A large picture cut into tiles at several sizes, so that a page loads and decodes only what it shows.

Level 0 holds the whole picture in one tile; each level after it is twice as large, the last is the picture
itself. 8192 x 8192 pixels would take a browser 256 MB at once; a window's worth of tiles takes 10.

They are made once on each machine, from the picture as it is kept, into a folder of their own. Photographs
and paintings become JPEG, which browsers decode fastest; what shows through or has few colours becomes WebP
without loss.
"""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log2
from pathlib import Path

from PIL import Image

from webapp.importers.pictures import decode_kept

SIDE = 512
"""Side of a tile, in pixels."""
WHOLE = 2048 * 2048
"""Up to so many pixels a picture is sent whole: it takes a browser 16 MB."""
MEDIA_TYPES = {".jpg": "image/jpeg", ".webp": "image/webp"}

_FEW_COLOURS = 256


@dataclass(frozen=True, slots=True)
class Tile:
    """The place of a tile: its level, and its column and row there."""

    level: int
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The levels of a picture of this width and height, in pixels."""

    width: int
    height: int

    @property
    def deepest(self) -> int:
        """Give the level that is the picture itself."""
        return max(0, ceil(log2(max(self.width, self.height) / SIDE)))

    def size(self, level: int) -> tuple[int, int]:
        """Give the width and height of a level, in pixels."""
        scale = 2 ** (self.deepest - level)
        return ceil(self.width / scale), ceil(self.height / scale)

    def tiles(self, level: int) -> Iterator[Tile]:
        """List the tiles of a level."""
        width, height = self.size(level)
        for row in range(ceil(height / SIDE)):
            for column in range(ceil(width / SIDE)):
                yield Tile(level, column, row)

    def has(self, tile: Tile) -> bool:
        """Say whether there is such a tile."""
        if not 0 <= tile.level <= self.deepest:
            return False
        width, height = self.size(tile.level)
        return 0 <= tile.column * SIDE < width and 0 <= tile.row * SIDE < height


def needs_tiles(width: int, height: int) -> bool:
    """Say whether a picture of this size in pixels is sent in tiles."""
    return width * height > WHOLE


def tile_file(tiles: Path, tile: Tile) -> Path | None:
    """Find a tile's file in the folder of a picture's tiles; None for no such tile, or before it is cut."""
    names = (tiles / f"{tile.level}-{tile.column}-{tile.row}{suffix}" for suffix in MEDIA_TYPES)
    return next((path for path in names if path.is_file()), None)


def is_cut(tiles: Path) -> bool:
    """Say whether a picture has been cut into its tiles, which have this folder."""
    return tiles.is_dir()


def cut(picture: Path, tiles: Path) -> None:
    """Cut a kept picture into its tiles, unless that is done. It takes seconds for the largest.

    Args:
        tiles: the folder to make for them.

    Raises:
        OSError: if the folder cannot be written.
    """
    if is_cut(tiles):
        return
    tiles.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(dir=tiles.parent, prefix=".new-"))
    try:
        _cut_into(made, decode_kept(picture.read_bytes()))
        try:
            made.rename(tiles)  # whole or not at all
        except OSError:
            if not is_cut(tiles):  # another process may have been first
                raise
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _cut_into(folder: Path, image: Image.Image) -> None:
    pyramid = Pyramid(*image.size)
    exact = image.mode == "RGBA" or image.getcolors(_FEW_COLOURS) is not None
    for level in range(pyramid.deepest, -1, -1):
        if level < pyramid.deepest:
            image = image.resize(pyramid.size(level), Image.Resampling.BOX)
        for tile in pyramid.tiles(level):
            left, top = tile.column * SIDE, tile.row * SIDE
            part = image.crop((left, top, min(left + SIDE, image.width), min(top + SIDE, image.height)))
            name = folder / f"{level}-{tile.column}-{tile.row}"
            if exact:
                part.save(name.with_suffix(".webp"), lossless=True, quality=0, method=0)
            else:
                part.save(name.with_suffix(".jpg"), quality=88)
