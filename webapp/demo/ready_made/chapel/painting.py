"""Paints the picture of the chapel: a churchyard by night, coloured light on flags. The same each time."""

from math import cos, pi, sin
from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from rules.map.grid import cell_centre
from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.grounds import (
    clouded,
    frayed,
    laid,
    lay,
    plain,
    raised,
    rough,
    shape_mask,
    sunk,
)
from webapp.demo.brushes.nature import bush, tree
from webapp.demo.brushes.sprites import Draw, boards_across, stand
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, along, light, shade_beside_walls, shifted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, panes, thresholds
from webapp.demo.fights import Fight
from webapp.drawing.zone_layout import lay_out

_NAVE = [(12.1, 3.25), (22, 3.25), (23.4, 5.25), (23.4, 9.25), (22, 11.25), (12.1, 11.25)]
_VESTRY = [(17.3, 11.25), (22, 11.25), (22, 14.75), (17.3, 14.75)]
_TOMB = [(5.2, 1.25), (8.6, 1.25), (8.6, 4.25), (5.2, 4.25)]
_DAIS = [(21.3, 5.0), (22.2, 4.2), (23.3, 5.4), (23.3, 9.1), (22.2, 10.3), (21.3, 9.5)]
_PATH = [(-0.5, 7.9), (12.2, 6.45), (12.2, 8.05), (8.0, 9.0), (-0.5, 9.5)]
_STONE: Colour = (128, 124, 118)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (22.6, 7.2, 5.0, (255, 186, 104)),
    (18.6, 4.6, 3.0, (120, 160, 255)),
    (14.6, 4.9, 3.0, (255, 120, 150)),
    (14.9, 10.0, 3.0, (150, 255, 170)),
    (12.4, 7.2, 3.4, (255, 196, 120)),
    (1.6, 8.6, 4.2, (255, 206, 132)),
    (19.6, 13.0, 3.2, (255, 190, 120)),
    (7.0, 5.0, 3.0, (136, 220, 180)),
    (9.0, 0.5, 8.0, (130, 156, 220)),
    (7.0, 14.0, 8.0, (120, 148, 210)),
    (23.6, 15.0, 5.0, (110, 136, 200)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    layout = lay_out(fight.map)
    chance = Random("The Chapel on the Hill")
    picture = _churchyard((round(layout.width), round(layout.height)), chance)
    middles = [cell_centre(fight.map.grid, cell) for ground in fight.map.ground for cell in ground.cells]
    _graves(picture, middles, chance)
    _floors(picture, chance)
    picture = shade_beside_walls(picture, fight)
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 15, 20)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (78, 58, 40))
    masonry(picture, of_kind(fight, WallKind.WALL, "stone"), _STONE, chance, 18, 44)
    masonry(picture, of_kind(fight, WallKind.WALL, "marble"), (164, 164, 160), chance, 13, 60)
    for wall, glass in zip(
        of_kind(fight, WallKind.WINDOW), ((196, 70, 96), (80, 110, 200), (80, 180, 110)), strict=True
    ):
        panes(picture, [wall], (52, 48, 46), glass)
    for wall in of_kind(fight, WallKind.LOW):
        _low(picture, wall, chance)
    _furnish(picture, chance)
    return _misted(light(picture, _LAMPS, day=0.5))


# ---------------------------------------------------------------------------------------- the ground
def _churchyard(size: tuple[int, int], chance: Random) -> Image.Image:
    """Let grass grow, dark and long, and lead a path of flags from the gate to the door."""
    picture = clouded(laid(size, Surface.GRASS, (0.82, 0.94, 0.9)), 3, 22.0)
    earth = frayed(shape_mask(size, [[(9.6, 4.2), (11.9, 3.4), (11.9, 11.2), (9.9, 10.2)]]), 4, 40, 16.0)
    lay(picture, clouded(plain(size, (82, 74, 58), 5, 8.0), 6, 10.0), earth.point(lambda v: v * 3 // 4))
    path = frayed(shape_mask(size, [_PATH]), 7, 22, 5.0)
    lay(picture, clouded(laid(size, Surface.STONE, (0.9, 0.9, 0.86)), 8, 14.0), path)
    draw = ImageDraw.Draw(picture)
    for _ in range(900):  # tufts over the edges of the flags
        x, y = chance.uniform(0, 12) * CELL, chance.uniform(6.2, 9.8) * CELL
        tall = chance.randrange(8, 18)
        colour = shifted((70, 88, 52), chance.randrange(-22, 20))
        draw.line((x, y, x + chance.randrange(-6, 7), y - tall), colour, 2)
    for _ in range(260):  # fallen leaves
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        colour = chance.choice(((126, 88, 48), (104, 66, 44), (134, 110, 60)))
        draw.ellipse((x - 5, y - 3, x + 5, y + 3), colour)
    return picture


def _graves(picture: Image.Image, middles: list[tuple[float, float]], chance: Random) -> None:
    """Dig graves open: a dark hole each, and what was thrown out beside it."""
    size = picture.size
    heaps = [
        [(x - 0.8, y + 0.3), (x + 0.8, y + 0.2), (x + 0.7, y + 0.62), (x - 0.6, y + 0.66)] for x, y in middles
    ]
    lay(picture, plain(size, (86, 66, 48), 32, 12.0), frayed(shape_mask(size, heaps), 31, 12, 4.0))
    holes = [
        [(x - 0.62, y - 0.3), (x + 0.6, y - 0.34), (x + 0.64, y + 0.28), (x - 0.58, y + 0.34)]
        for x, y in middles
    ]
    mask = frayed(shape_mask(size, holes), 33, 8, 2.0)
    lay(picture, (40, 30, 24), mask)
    sunk(picture, mask, 240, 9, (10, 14))
    draw = ImageDraw.Draw(picture)
    for x, y in middles:
        for _ in range(26):
            at = (x + chance.uniform(-0.8, 0.8)) * CELL, (y + chance.uniform(0.3, 0.66)) * CELL
            far, colour = chance.randrange(2, 6), shifted((100, 78, 56), chance.randrange(-26, 22))
            draw.ellipse((at[0] - far, at[1] - far, at[0] + far, at[1] + far), colour)


def _floors(picture: Image.Image, chance: Random) -> None:
    """Lay the flags of the nave, the steps to the altar, the vestry's boards, the floor of the tomb."""
    size = picture.size
    nave = shape_mask(size, [_NAVE])
    raised(picture, nave, (104, 100, 94), 10, 26)
    lay(picture, clouded(laid(size, Surface.STONE, (1.06, 1.02, 0.96)), 11, 10.0), nave)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((1_215, 650, 2_140, 800), (92, 34, 40))  # the runner along the nave
    draw.rectangle((1_215, 660, 2_140, 790), outline=(176, 140, 76), width=4)
    dais = shape_mask(size, [_DAIS])
    raised(picture, dais, (150, 144, 132), 5, 14)
    lay(picture, clouded(plain(size, (146, 138, 124), 12, 5.0), 13, 8.0), dais)
    draw = ImageDraw.Draw(picture)
    for inset in (0.0, 0.22):
        draw.line([((x + inset) * CELL, y * CELL) for x, y in ((21.5, 9.3), (21.5, 5.2))], (104, 98, 88), 4)
    vestry = shape_mask(size, [_VESTRY])
    lay(picture, clouded(laid(size, Surface.WOOD, (0.8, 0.74, 0.7)), 14, 10.0), vestry)
    tomb = shape_mask(size, [_TOMB])
    lay(picture, clouded(laid(size, Surface.STONE, (0.62, 0.66, 0.64)), 15, 8.0), tomb)
    sunk(picture, tomb, 200, 16, (14, 18))
    for place, colour in ((14.6, (206, 84, 110)), (17.6, (84, 112, 214))):  # what falls through the windows
        beam = [(place - 0.6, 3.4), (place + 0.6, 3.4), (place + 1.1, 6.2), (place - 0.1, 6.2)]
        glow = shape_mask(size, [beam]).filter(ImageFilter.GaussianBlur(22))
        lay(picture, colour, glow.point(lambda v: v // 4))
    for _ in range(40):  # wax, and old petals
        x, y = chance.uniform(12.6, 21) * CELL, chance.uniform(6.4, 8.2) * CELL
        draw.ellipse((x - 4, y - 3, x + 4, y + 3), chance.choice(((170, 150, 120), (120, 40, 48))))


def _misted(picture: Image.Image) -> Image.Image:
    """Let mist lie in the lower churchyard, thinner towards the chapel."""
    width, height = picture.size
    drift = np.clip(rough(picture.size, 41, 260) + 0.5 * rough(picture.size, 42, 90), 0, 1)
    across = np.clip(1.0 - np.linspace(0, 2.1, width), 0, 1)[None, :]
    share = (drift * across * 0.3)[..., None]
    whole = np.asarray(picture, dtype=float) * (1 - share) + np.array((150, 166, 176)) * share
    assert whole.shape == (height, width, 3)
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


# -------------------------------------------------------------------------------- what stands on it
def _low(picture: Image.Image, wall: Wall, chance: Random) -> None:
    (x1, y1), (x2, y2) = wall.start, wall.end
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    if wall.material == "headstone":
        _mound(picture, middle, chance)
        stand(picture, _headstone, middle, (0.42, 0.86), chance, chance.uniform(-9, 9), 14)
    elif wall.material == "pew":
        stand(picture, _pew, middle, (0.66, abs(y2 - y1)), chance, 0, 9)
    elif wall.material == "altar":
        stand(picture, _altar, middle, (0.86, abs(y2 - y1)), chance, 0, 12)
    else:
        cast_shade(picture, [wall], 14, 12)
        masonry(picture, [wall], (112, 110, 102), chance, 13, 30)
        draw = ImageDraw.Draw(picture)
        for x, y in along(wall.start, wall.end, 46):  # moss
            if chance.random() < 0.5:
                draw.ellipse((x - 9, y - 6, x + 8, y + 6), shifted((72, 90, 52), chance.randrange(-16, 16)))


def _mound(picture: Image.Image, at: tuple[float, float], chance: Random) -> None:
    """Heap the earth of an old grave before its stone, with grass on it."""
    draw = ImageDraw.Draw(picture)
    left, top = (at[0] + 0.18) * CELL, (at[1] - 0.34) * CELL
    for number in range(3):
        inset = 7 * number
        box = (left + inset, top + inset, left + 150 - inset, top + 70 - inset)
        draw.rounded_rectangle(box, 26, ((52, 62, 40), (66, 78, 48), (78, 92, 56))[number])
    for _ in range(40):
        x, y = left + chance.uniform(8, 142), top + chance.uniform(14, 66)
        colour = shifted((84, 102, 60), chance.randrange(-24, 22))
        draw.line((x, y, x + chance.randrange(-4, 5), y - chance.randrange(6, 13)), colour, 2)
    if chance.random() < 0.5:
        for _ in range(7):
            x, y = left + chance.uniform(20, 60), top + chance.uniform(20, 50)
            draw.ellipse((x - 5, y - 5, x + 5, y + 5), chance.choice(((196, 190, 170), (160, 72, 84))))


def _headstone(draw: Draw, w: float, h: float, chance: Random) -> None:
    own = shifted((140, 140, 136), chance.randrange(-18, 18))
    draw.rounded_rectangle((w * 0.2, 0, w, h), 16, shifted(own, -56))
    draw.rounded_rectangle((0, 4, w * 0.7, h - 6), 18, own, shifted(own, -40), 3)
    draw.line((8, 14, 8, h - 18), shifted(own, 46), 5)
    for _ in range(3):
        y = chance.uniform(0.2, 0.8) * h
        draw.line((w * 0.3, y, w * 0.5, y + chance.randrange(-12, 12)), shifted(own, -44), 3)
    draw.ellipse((w * 0.06, h * 0.7, w * 0.4, h * 0.92), shifted((80, 96, 60), chance.randrange(-12, 12)))


def _pew(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (54, 36, 24))
    boards_across(draw, (6, 6, w * 0.62, h - 8), (116, 80, 50), chance, 5)
    draw.rounded_rectangle((w * 0.66, 0, w, h), 6, (92, 62, 40), (44, 28, 18), 4)
    draw.line((w * 0.72, 8, w * 0.72, h - 10), (140, 102, 66), 5)


def _altar(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (120, 114, 104), (70, 66, 60), 5)
    draw.rectangle((12, 14, w - 14, h - 16), (220, 214, 198), (170, 160, 140), 3)
    draw.rectangle((12, h * 0.36, w - 14, h * 0.64), (128, 30, 44), (188, 150, 80), 4)
    draw.line((w * 0.5, h * 0.42, w * 0.5, h * 0.58), (214, 180, 100), 7)
    draw.line((w * 0.34, h * 0.47, w * 0.66, h * 0.47), (214, 180, 100), 7)
    for share in (0.12, 0.24, 0.76, 0.88):
        draw.ellipse(
            (w * 0.4, h * share - 13, w * 0.4 + 26, h * share + 13), (236, 226, 196), (150, 130, 90), 3
        )
        draw.ellipse((w * 0.4 + 7, h * share - 6, w * 0.4 + 19, h * share + 6), (255, 214, 120))


def _furnish(picture: Image.Image, chance: Random) -> None:
    stand(picture, _sarcophagus, (7.4, 2.2), (1.7, 0.86), chance, 0, 12)
    stand(picture, _font, (13.0, 9.6), (0.8, 0.8), chance, 0, 12)
    stand(picture, _chest, (21.2, 12.1), (0.9, 0.6), chance, 0, 8)
    stand(picture, _chest, (21.3, 13.9), (0.6, 0.9), chance, 0, 8)
    stand(picture, tree((84, 78, 72), bare=True), (10.4, 6.0 - 4.2), (2.6, 2.6), chance, 0, 26)
    stand(picture, tree((44, 64, 46)), (1.9, 14.6), (3.2, 3.2), chance, 0, 28)
    stand(picture, tree((48, 68, 46)), (24.0, 1.6), (3.0, 3.0), chance, 0, 28)
    stand(picture, tree((76, 70, 64), bare=True), (13.6, 15.0), (2.8, 2.8), chance, 0, 26)
    for x, y in (
        (12.9, 2.6),
        (16.0, 2.7),
        (19.4, 2.6),
        (16.6, 15.6),
        (20.0, 15.5),
        (22.9, 12.4),
        (4.4, 0.7),
        (9.2, 4.9),
    ):
        stand(picture, bush((56, 78, 48)), (x, y), (0.9, 0.8), chance, chance.uniform(0, 360), 9)
    for x, y in ((1.3, 7.4), (1.3, 9.9), (11.7, 5.9), (11.7, 8.6)):  # lanterns at the gate and the door
        stand(picture, _lantern, (x, y), (0.34, 0.34), chance, 0, 10)


def _sarcophagus(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (104, 106, 104), (54, 56, 56), 5)
    draw.polygon(
        ((w * 0.16, h * 0.2), (w * 0.98, h * 0.02), (w * 0.98, h * 0.7), (w * 0.18, h * 0.86)),
        (150, 152, 148),
        (92, 94, 92),
    )
    draw.ellipse((w * 0.24, h * 0.32, w * 0.36, h * 0.6), (180, 182, 176), (112, 114, 110), 3)
    draw.rounded_rectangle((w * 0.36, h * 0.26, w * 0.88, h * 0.62), 16, (168, 170, 166), (112, 114, 110), 3)
    draw.rectangle((6, h * 0.1, w * 0.14, h * 0.9), (22, 22, 24))


def _font(draw: Draw, w: float, h: float, chance: Random) -> None:
    points = [
        (w * (0.5 + 0.5 * cos(n * pi / 4 + pi / 8)), h * (0.5 + 0.5 * sin(n * pi / 4 + pi / 8)))
        for n in range(8)
    ]
    draw.polygon(points, (142, 138, 130), (80, 76, 70))
    draw.ellipse((w * 0.14, h * 0.14, w * 0.86, h * 0.86), (168, 164, 154), (96, 92, 86), 4)
    draw.ellipse((w * 0.24, h * 0.24, w * 0.76, h * 0.76), (74, 104, 122), (52, 76, 92), 4)
    draw.arc((w * 0.3, h * 0.3, w * 0.66, h * 0.62), 190, 280, (190, 214, 226), 5)


def _chest(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 10, (60, 40, 26))
    boards_across(draw, (6, 6, w - 7, h - 9), (112, 76, 46), chance, 4)
    for share in (0.2, 0.8):
        draw.rectangle((w * share - 8, 2, w * share + 8, h - 4), (92, 86, 76), (50, 46, 42), 2)


def _lantern(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.ellipse((0, 0, w, h), (40, 36, 32), (90, 82, 70), 4)
    draw.ellipse((w * 0.22, h * 0.22, w * 0.78, h * 0.78), (255, 206, 120))
    draw.ellipse((w * 0.36, h * 0.34, w * 0.6, h * 0.58), (255, 246, 214))
