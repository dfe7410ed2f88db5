"""Paints the picture of the fight at the old mill: autumn meadow, stream, a ruin. The same each time."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from rules.map.grid import cell_corners
from rules.map.model import Wall, WallKind
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    along,
    bar,
    furnished,
    light,
    px,
    rim,
    shade_along,
    shifted,
    soft_mask,
    tilted,
)
from webapp.demo.fights import Fight
from webapp.drawing.zone_layout import lay_out

_MEADOW: Colour = (116, 116, 64)
_PATH: Colour = (142, 118, 84)
_WATER: Colour = (58, 98, 108)
_STONE: Colour = (136, 130, 118)
_STONE_EDGE: Colour = (186, 180, 164)
_FLAGS: Colour = (122, 112, 98)
_WOOD: Colour = (116, 82, 50)
_LEAVES: tuple[Colour, ...] = ((186, 108, 46), (204, 148, 58), (150, 66, 40), (172, 130, 62))
_HEDGE: Colour = (66, 88, 44)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (15.0, 5.5, 4.2, (255, 190, 108)),
    (11.2, 5.5, 3.4, (255, 206, 136)),
    (4.0, 6.5, 7.5, (255, 226, 168)),
    (8.0, 1.5, 5.5, (238, 214, 168)),
    (16.5, 11.5, 6.0, (206, 212, 200)),
    (4.0, 13.0, 5.0, (196, 216, 214)),
)
_MILL = (12.5, 2.5, 17.5, 8.5)
_FALLEN = 15.9  # the column where the roof came down
_HEARTH = (15.0, 5.5)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    layout = lay_out(fight.map)
    chance = Random("The Old Mill")
    picture = Image.new("RGB", (round(layout.width), round(layout.height)), _MEADOW)
    _meadow(picture, chance)
    _path(picture, chance)
    for ground in fight.map.ground:
        _stream(picture, [cell_corners(fight.map.grid, cell) for cell in ground.cells], chance)
    _floor(picture, chance)
    picture = shade_along(picture, [wall for wall in fight.map.walls if wall.kind is WallKind.LOW], 16)
    picture = furnished(picture, fight, lambda draw, box: None, lambda draw, wall: _wall(draw, wall, chance))
    _fallen_stones(ImageDraw.Draw(picture), chance)
    return light(picture, _LAMPS, day=0.74)


# --------------------------------------------------------------------------------------- the ground
def _meadow(picture: Image.Image, chance: Random) -> None:
    width, height = picture.size
    patches = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(patches)
    for _ in range(46):  # where the grass is higher and still green
        x, y = chance.randrange(width), chance.randrange(height)
        across, down = chance.randrange(60, 190), chance.randrange(40, 120)
        draw.ellipse((x - across, y - down, x + across, y + down), chance.randrange(60, 150))
    patches = patches.filter(ImageFilter.GaussianBlur(40))
    picture.paste(Image.new("RGB", picture.size, (78, 104, 58)), mask=patches)
    draw = ImageDraw.Draw(picture)
    for _ in range(8_000):
        x, y, size = chance.randrange(width), chance.randrange(height), chance.randrange(4, 14)
        colour = shifted(chance.choice((_MEADOW, (92, 106, 58))), chance.randrange(-28, 22))
        draw.line((x, y, x + chance.randrange(-5, 6), y - size), colour, 2)
    for _ in range(260):
        _leaf(draw, chance.randrange(width), chance.randrange(height), chance)


def _leaf(draw: ImageDraw.ImageDraw, x: float, y: float, chance: Random) -> None:
    size = chance.randrange(3, 6)
    draw.ellipse((x - size, y - size * 0.6, x + size, y + size * 0.6), chance.choice(_LEAVES))


def _path(picture: Image.Image, chance: Random) -> None:
    """Lead a trodden path from the west to the mill's door, and on from there to the stream."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    ways = (
        (((-0.5, 7.4), (4.0, 6.9), (8.5, 5.9), (12.6, 5.5)), 78),
        (((11.4, 5.6), (11.0, 7.8), (11.6, 9.6), (11.1, 11.6), (10.3, 12.9)), 44),
    )
    for corners, half in ways:
        for start, end in pairwise(corners):
            for x, y in along(start, end, 30):
                wide = half + chance.randrange(-12, 13)
                draw.ellipse((x - wide, y - wide * 0.8, x + wide, y + wide * 0.8), 255)
    mask = mask.filter(ImageFilter.GaussianBlur(20))
    picture.paste(Image.new("RGB", picture.size, _PATH), mask=mask)
    draw = ImageDraw.Draw(picture)
    for _ in range(5_000):  # pebbles and prints
        x, y = chance.randrange(picture.width), chance.randrange(picture.height)
        covered = mask.getpixel((x, y))
        if isinstance(covered, int) and covered > 190:
            size = chance.randrange(2, 6)
            colour = shifted(_PATH, chance.randrange(-30, 18))
            draw.ellipse((x - size, y - size * 0.6, x + size, y + size * 0.6), colour)


def _stream(picture: Image.Image, hexes: Sequence[Sequence[tuple[float, float]]], chance: Random) -> None:
    mask = soft_mask(picture.size, hexes, 24, 5)
    bank = soft_mask(picture.size, hexes, 38, 3)
    picture.paste(Image.new("RGB", picture.size, (96, 84, 58)), mask=bank)
    water = Image.new("RGB", picture.size, _WATER)
    draw = ImageDraw.Draw(water)
    for _ in range(420):  # it runs to the east
        x, y = chance.randrange(11 * CELL), chance.randrange(12 * CELL, 15 * CELL)
        length, colour = chance.randrange(24, 80), shifted(_WATER, chance.choice((-18, -10, 14, 26, 46)))
        draw.arc((x, y, x + length, y + 12), 190, 340, colour, chance.randrange(2, 4))
    picture.paste(water, mask=mask)
    foam = rim(mask, mask, 4)
    picture.paste(Image.new("RGB", picture.size, (172, 194, 186)), mask=foam.point(lambda v: v // 2))
    draw = ImageDraw.Draw(picture)
    for corners in hexes:
        x, y = (sum(part) / len(corners) * CELL for part in zip(*corners, strict=True))
        for _ in range(2):  # stones under the water
            left, top = x + chance.randrange(-40, 30), y + chance.randrange(-36, 28)
            size, colour = chance.randrange(5, 11), shifted((84, 112, 114), chance.randrange(-16, 20))
            draw.ellipse((left, top, left + 2 * size, top + 1.4 * size), colour, shifted(colour, -26))
        for side in (-1, 1):  # reeds on both banks
            for _ in range(5):
                foot, height = x + chance.randrange(-44, 44), chance.randrange(16, 34)
                at = y + side * chance.randrange(46, 58)
                colour = shifted((104, 116, 58), chance.randrange(-24, 24))
                draw.line((foot, at, foot + chance.randrange(-7, 8), at - height), colour, 3)


# ---------------------------------------------------------------------------------------- the mill
def _floor(picture: Image.Image, chance: Random) -> None:
    """Lay flagstones, a floor of boards to the north, the bedstone, straw, and moss where rain comes in."""
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = (side * CELL for side in _MILL)
    draw.rectangle((left, top, right, bottom), shifted(_FLAGS, -38))
    y = top
    while y < bottom:
        x, down = left - chance.randrange(0, 40), 50
        while x < right:
            across = chance.randrange(44, 84)
            box = (max(x, left) + 2, y + 2, min(x + across, right) - 2, y + down - 2)
            if box[2] > box[0]:
                colour = shifted(_FLAGS, chance.randrange(-14, 14))
                draw.rounded_rectangle(box, 6, colour, shifted(colour, -18), 2)
                if chance.random() < 0.16:  # cracked
                    middle = (box[0] + box[2]) / 2
                    crack = (middle, box[1] + 4, middle + 7, y + 26, middle - 4, box[3] - 4)
                    draw.line(crack, shifted(colour, -42), 2)
            x += across
        y += down
    for y in range(round(top), round(top) + 150, 25):  # what is left of the upper floor's boards
        x = left
        while x < right:
            end = min(x + chance.randrange(90, 230), right)
            if chance.random() < 0.86:
                colour = shifted(_WOOD, chance.randrange(-12, 16))
                draw.rectangle((x, y, end - 2, y + 23), colour, shifted(colour, -32))
            x = end
    _bedstone(draw)
    for _ in range(240):  # straw
        x, y = chance.gauss(14.0, 0.8) * CELL, chance.gauss(7.3, 0.5) * CELL
        if left + 16 < x < right - 16 and top + 16 < y < bottom - 16:
            angle = chance.random() * pi
            colour = shifted((196, 164, 86), chance.randrange(-34, 20))
            draw.line((x, y, x + 17 * cos(angle), y + 17 * sin(angle)), colour, 2)
    moss = Image.new("L", picture.size, 0)
    patch = ImageDraw.Draw(moss)
    for _ in range(36):
        x, y = (place * CELL + chance.gauss(0, 62) for place in (16.7, 7.6))
        size = chance.randrange(8, 32)
        patch.ellipse((x - size, y - size, x + size, y + size), 150)
    moss = moss.filter(ImageFilter.GaussianBlur(7))
    inside = Image.new("L", picture.size, 0)
    ImageDraw.Draw(inside).rectangle((left, top, right, bottom), 255)
    picture.paste(
        Image.new("RGB", picture.size, (84, 104, 56)),
        mask=Image.composite(moss, Image.new("L", picture.size, 0), inside),
    )


def _bedstone(draw: ImageDraw.ImageDraw) -> None:
    """Lay the lower millstone, level with the floor."""
    x, y = (place * CELL for place in _HEARTH)
    for radius, colour in ((98, (84, 76, 64)), (92, (150, 142, 126)), (86, (138, 130, 114))):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    for step in range(16):  # furrows
        angle = step * pi / 8
        root = (x + 24 * cos(angle + 0.5), y + 24 * sin(angle + 0.5))
        draw.line((*root, x + 82 * cos(angle), y + 82 * sin(angle)), (106, 98, 84), 4)
    draw.ellipse((x - 20, y - 20, x + 20, y + 20), (72, 64, 54), (168, 160, 142), 4)
    draw.rectangle((x - 7, y - 7, x + 7, y + 7), (34, 30, 26))


def _fallen_stones(draw: ImageDraw.ImageDraw, chance: Random) -> None:
    """Strew what fell from the walls beside them: small, nobody stumbles over it."""
    _, top, right, bottom = (side * CELL for side in _MILL)
    for _ in range(44):
        beside = chance.choice((-1, 1)) * chance.randrange(20, 44)
        x, y = right + beside, float(chance.randrange(round(top), round(bottom)))
        if chance.random() < 0.5:
            x, y = float(chance.randrange(round(_FALLEN) * CELL - 200, round(right))), bottom + beside
        size, colour = chance.randrange(4, 10), shifted(_STONE, chance.randrange(-26, 20))
        draw.ellipse((x - size, y - size + 3, x + size + 2, y + size + 3), (52, 48, 40))
        draw.ellipse((x - size, y - size, x + size, y + size - 2), colour, shifted(colour, -34))


def _wall(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    if wall.kind is WallKind.WALL:
        bar(draw, wall.start, wall.end, 15, shifted(_STONE, -22), _STONE_EDGE)
        for x, y in along(wall.start, wall.end, 34):  # its stones, from above
            colour = shifted(_STONE, chance.randrange(-16, 18))
            draw.rounded_rectangle((x - 13, y - 12, x + 13, y + 12), 4, colour, shifted(colour, -34), 2)
    elif wall.kind is WallKind.DOOR:  # only its threshold: the door itself is drawn as it stands
        bar(draw, wall.start, wall.end, 11, (98, 90, 78), (138, 128, 110))
    elif wall.material == "log":
        _log(draw, wall)
    else:
        _hedge(draw, wall, chance)


def _hedge(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    for spread, darker in ((17, -24), (13, -4), (8, 16)):
        for x, y in along(wall.start, wall.end, 11):
            x, y = x + chance.randrange(-5, 6), y + chance.randrange(-4, 5)
            size = spread + chance.randrange(-3, 4)
            colour = shifted(_HEDGE, darker + chance.randrange(-10, 11))
            draw.ellipse((x - size, y - size * 0.85, x + size, y + size * 0.85), colour, shifted(colour, -16))
    for x, y in along(wall.start, wall.end, 30):
        draw.ellipse((x - 4, y - 4, x + 3, y + 3), chance.choice(((176, 60, 52), (198, 140, 60))))


def _log(draw: ImageDraw.ImageDraw, wall: Wall) -> None:
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    angle, middle = atan2(y2 - y1, x2 - x1), ((x1 + x2) / 2, (y1 + y2) / 2)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    draw.polygon(tilted(middle, length, 34, angle), shifted(_WOOD, -22), shifted(_WOOD, -56))
    draw.polygon(tilted((middle[0] - 1, middle[1] - 5), length - 4, 18, angle), shifted(_WOOD, 8))
    for share, across in ((0.2, -7), (0.45, 4), (0.62, -10), (0.8, 9)):  # the bark
        x, y = x1 + (x2 - x1) * share - across * sin(angle), y1 + (y2 - y1) * share + across * cos(angle)
        draw.polygon(tilted((x, y), 46, 3, angle), shifted(_WOOD, -44))
    for x, y in ((x1, y1), (x2, y2)):  # its sawn ends
        draw.ellipse((x - 17, y - 17, x + 17, y + 17), (176, 142, 94), shifted(_WOOD, -40), 3)
        draw.ellipse((x - 8, y - 8, x + 8, y + 8), (158, 122, 78), (134, 100, 62), 2)
