"""The picture of an exported map: whole cells of whole pixels, from the map's corner on.

Other programs lay their grid from the picture's corner, with as many whole pixels a cell as the file says.
A picture that fits our grid so is sent as it was kept. Any other (its grid is set off, or a cell is not so
many pixels, or the map is of hexes) is drawn anew on a sheet of whole cells, with `map_origin` 0, 0: several
programs pass an origin over, and would show everything shifted. A map without a picture gets a sheet of plain
paper, because several programs read no file without one.
"""

from dataclasses import dataclass

from PIL import Image

from rules.map.model import BattleMap, PictureBox
from webapp.exporters.uvtt_plain import extent
from webapp.importers.pictures import MAX_SIDE, decode_kept, encode_picture
from webapp.pictures.grid_alignment import picture_box

_PAPER = "#e4ddcc"
_PAPER_PIXELS = 70


@dataclass(frozen=True, slots=True)
class Sheet:
    """The picture to send, and the pixels of a cell; `is_kept` when it is the scene's own, untouched."""

    data: bytes
    pixels: int
    is_kept: bool


def make_sheet(battle_map: BattleMap, picture: bytes | None, size: tuple[int, int]) -> Sheet:
    """Make the picture for a map, from the scene's own (of `size` pixels) or from nothing."""
    cells = extent(battle_map)
    most = max(1, MAX_SIDE // max(cells))
    if picture is None:
        pixels = min(_PAPER_PIXELS, most)
        paper = Image.new("RGB", (cells[0] * pixels, cells[1] * pixels), _PAPER)
        return Sheet(encode_picture(paper).data, pixels, is_kept=False)
    box = picture_box(battle_map)
    across, down = size[0] / box.size[0], size[1] / box.size[1]
    if _fits(box, cells) and across == down == int(across):
        return Sheet(picture, int(across), is_kept=True)
    pixels = max(1, min(round(max(across, down)), most))
    image = decode_kept(picture)
    left, top = -box.at[0] * across, -box.at[1] * down
    right, bottom = left + cells[0] * across, top + cells[1] * down
    drawn = image.transform(
        (cells[0] * pixels, cells[1] * pixels),
        Image.Transform.EXTENT,
        (left, top, right, bottom),
        Image.Resampling.BICUBIC,
    )
    return Sheet(encode_picture(drawn).data, pixels, is_kept=False)


def _fits(box: PictureBox, cells: tuple[int, int]) -> bool:
    return box.at == (0, 0) and box.size == cells
