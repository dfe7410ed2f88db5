"""Paints the picture of the fight in the bar: boards, a counter, tables, lamps. The same each time."""

from collections.abc import Callable, Mapping
from random import Random

from PIL import Image, ImageDraw

from rules.map.model import Wall, WallKind
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    bar,
    edges,
    furnished,
    light,
    px,
    shifted,
)
from webapp.demo.fights import Fight

_Edges = tuple[int, int, int, int]
_STREET: Colour = (88, 90, 96)
_BOARDS: Colour = (128, 92, 60)
_STORE: Colour = (104, 100, 94)
_BRICK: Colour = (126, 70, 56)
_BRICK_EDGE: Colour = (178, 116, 96)
_WOOD: Colour = (106, 66, 38)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (5.0, 6.0, 6.0, (255, 208, 140)),
    (10.5, 3.5, 5.0, (255, 196, 120)),
    (10.0, 9.5, 5.5, (255, 214, 150)),
    (4.5, 11.5, 3.2, (230, 120, 220)),
    (17.0, 10.0, 4.0, (214, 228, 255)),
    (0.4, 7.0, 3.5, (150, 176, 230)),
)
_INSIDE, _BACK = (1, 1, 19, 13), (15, 7, 19, 13)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    grid = fight.map.grid
    chance = Random("The Last Drop")
    picture = Image.new("RGB", (grid.cols * CELL, grid.rows * CELL), _STREET)
    draw = ImageDraw.Draw(picture)
    _street(draw, picture.size, chance)
    _boards(draw, chance)
    draw.rectangle(px(_BACK[:2], _BACK[2:]), _STORE)
    _rug(draw)
    picture = furnished(
        picture,
        fight,
        lambda draw, box: _DRAWN[box.material](draw, edges(box), chance),
        _wall,
    )
    return light(picture, _LAMPS, day=0.66)


# ---------------------------------------------------------------------------------------- the floor
def _street(draw: ImageDraw.ImageDraw, size: tuple[int, int], chance: Random) -> None:
    for top in range(0, size[1], 50):
        for left in range(-25 * (top // 50 % 2), size[0], 50):
            colour = shifted(_STREET, chance.randrange(-12, 13))
            draw.rounded_rectangle((left + 2, top + 2, left + 48, top + 48), 9, colour)


def _boards(draw: ImageDraw.ImageDraw, chance: Random) -> None:
    left, top, right, bottom = (edge * CELL for edge in _INSIDE)
    for row in range(top, bottom, 25):
        at = left - chance.randrange(0, 300)
        while at < right:
            end = at + chance.randrange(220, 420)
            box = (max(left, at), row, min(right, end), row + 24)
            if box[2] > box[0]:
                draw.rectangle(box, shifted(_BOARDS, chance.randrange(-14, 12)), shifted(_BOARDS, -34))
            at = end


def _rug(draw: ImageDraw.ImageDraw) -> None:
    left, top, right, bottom = 230, 610, 560, 790
    for inset, colour in ((0, (92, 34, 38)), (14, (186, 148, 84)), (22, (112, 40, 44)), (60, (140, 62, 58))):
        draw.rounded_rectangle((left + inset, top + inset, right - inset, bottom - inset), 8, colour)


# ----------------------------------------------------------------------------------- what stands there
def _counter(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    draw.rectangle(box, _WOOD, shifted(_WOOD, -40), 4)
    draw.rectangle((left + 10, top + 10, right - 10, bottom - 10), shifted(_WOOD, 34))
    for _ in range((right - left) * (bottom - top) // 9_000):  # glasses
        x, y = chance.randrange(left + 20, right - 20), chance.randrange(top + 20, bottom - 20)
        draw.ellipse((x - 6, y - 6, x + 6, y + 6), (206, 196, 150), (240, 236, 214))


def _table(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    for x, y in ((left - 14, (top + bottom) // 2), (right + 14, (top + bottom) // 2)):  # stools
        draw.ellipse((x - 20, y - 20, x + 20, y + 20), shifted(_WOOD, -14), shifted(_WOOD, -44), 3)
    draw.rounded_rectangle(box, 22, shifted(_WOOD, 26), shifted(_WOOD, -30), 4)
    for _ in range(3):  # cards
        x, y = chance.randrange(left + 14, right - 26), chance.randrange(top + 14, bottom - 30)
        draw.rectangle((x, y, x + 11, y + 16), (232, 226, 210))


def _pillar(draw: ImageDraw.ImageDraw, box: _Edges, _: Random) -> None:
    draw.rectangle(box, _BRICK, _BRICK_EDGE, 5)
    left, top, right, bottom = box
    draw.rectangle((left + 16, top + 16, right - 16, bottom - 16), shifted(_BRICK, -18))


def _jukebox(draw: ImageDraw.ImageDraw, box: _Edges, __: Random) -> None:
    draw.rounded_rectangle(box, 26, (74, 40, 96), (214, 150, 240), 5)
    left, top, right, _ = box
    for number, colour in enumerate(((240, 120, 170), (250, 200, 110), (120, 210, 240))):
        y = top + 16 + number * 16
        draw.rounded_rectangle((left + 14, y, right - 14, y + 9), 4, colour)


def _crates(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    side = right - left
    for at in range(top, bottom - side // 2, side):
        crate = (left, at, right, min(bottom, at + side))
        draw.rectangle(crate, shifted((140, 108, 68), chance.randrange(-12, 12)), (84, 60, 34), 4)
        draw.line((crate[0], crate[1], crate[2], crate[3]), (84, 60, 34), 4)


_DRAWN: Mapping[str, Callable[[ImageDraw.ImageDraw, _Edges, Random], None]] = {
    "counter": _counter,
    "table": _table,
    "pillar": _pillar,
    "jukebox": _jukebox,
    "crates": _crates,
}


def _wall(draw: ImageDraw.ImageDraw, wall: Wall) -> None:
    if wall.kind is WallKind.WALL:
        bar(draw, wall.start, wall.end, 13, _BRICK, _BRICK_EDGE)
    elif wall.kind is WallKind.WINDOW:
        bar(draw, wall.start, wall.end, 8, (146, 178, 190), (214, 236, 242))
    else:  # the app draws doors as they are
        bar(draw, wall.start, wall.end, 5, _WOOD, shifted(_WOOD, 30))
