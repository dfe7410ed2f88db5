"""Paints the picture of the market: a street at noon, dyed cloth, stalls, vats. The same each time."""

from math import cos, hypot, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.grid import cell_centre
from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.furniture import plant_pot, table
from webapp.demo.brushes.grounds import (
    Rect,
    checkered,
    clouded,
    frayed,
    laid,
    lay,
    patches,
    plain,
    raised,
    rects_mask,
    shape_mask,
    stairs,
    sunk,
)
from webapp.demo.brushes.sprites import Draw, Thing, boards_across, stand
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, light, px, shade_beside_walls, shifted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, panes, smooth, thresholds
from webapp.demo.brushes.wares import barrel, crate
from webapp.demo.fights import Fight
from webapp.drawing.zone_layout import lay_out

_TERRACE: Rect = (1.0, -0.1, 6.6, 4.6)
_STAIR: Rect = (6.6, 0, 8.5, 4.6)
_DYER: Rect = (8.5, -0.1, 16, 4.6)
_YARD: Rect = (16, -0.1, 23.4, 4.6)
_TAVERN: Rect = (8.4, 11, 17.4, 16.7)
_ROOFS: tuple[tuple[Rect, Colour], ...] = (
    ((-0.1, 11, 5.4, 16.7), (168, 92, 62)),
    ((20.6, 11, 24.8, 16.7), (176, 98, 64)),
    ((-0.1, -0.1, 1.0, 4.6), (160, 88, 60)),
)
_PLASTER: Colour = (214, 188, 148)
_STONE: Colour = (168, 154, 132)
_WOOD: Colour = (128, 92, 58)
_DYES: dict[str, Colour] = {
    "madder": (186, 48, 44),
    "indigo": (44, 66, 148),
    "saffron": (236, 172, 44),
}
_VATS: tuple[Colour, ...] = (
    *((170, 40, 46), (46, 70, 150), (226, 166, 44), (60, 122, 84), (132, 58, 118), (196, 104, 44)),
)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (6.0, 6.0, 10.0, (255, 236, 196)),
    (18.0, 5.0, 10.0, (255, 232, 190)),
    (13.0, 14.0, 4.6, (255, 190, 120)),
    (12.0, 2.6, 4.0, (255, 206, 150)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    layout, chance = lay_out(fight.map), Random("The Street of Dyers")
    picture = _street((round(layout.width), round(layout.height)), chance)
    _floors(picture)
    _vats(picture, fight, chance)
    picture = shade_beside_walls(picture, fight)
    _house_shade(picture)
    walls = of_kind(fight, WallKind.WALL)
    for rect, colour in _ROOFS:
        _tiles(picture, rect, colour, chance)
    cast_shade(picture, walls, 16, 26)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (112, 80, 52))
    smooth(picture, of_kind(fight, WallKind.WALL, "plaster"), _PLASTER, 17)
    masonry(picture, of_kind(fight, WallKind.WALL, "stone"), _STONE, chance, 24, 44)
    panes(picture, of_kind(fight, WallKind.WINDOW), (96, 66, 44), (150, 120, 84))
    for wall in of_kind(fight, WallKind.LOW):
        _low(picture, wall, chance)
    _furnish(picture, chance)
    lit = light(picture, _LAMPS, day=0.84)
    for wall in of_kind(fight, WallKind.SIGHT):
        _cloth(lit, wall, chance)
    return lit


# ---------------------------------------------------------------------------------------- the ground
def _street(size: tuple[int, int], chance: Random) -> Image.Image:
    """Pave the street with worn cobbles, a gutter down its middle, stains of every dye."""
    picture = Image.new("RGB", size, (112, 98, 78))
    draw = ImageDraw.Draw(picture)
    for row in range(size[1] // 24 + 2):
        for number in range(size[0] // 30 + 2):
            x, y = 30 * number + 15 * (row % 2) + chance.uniform(-4, 4), 24 * row + chance.uniform(-3, 3)
            wide, high = chance.uniform(12, 15), chance.uniform(9, 12)
            own = shifted((178, 158, 126), chance.randrange(-20, 18))
            draw.ellipse((x - wide + 2, y - high + 3, x + wide + 2, y + high + 3), (86, 74, 58))
            draw.ellipse((x - wide, y - high, x + wide, y + high), shifted(own, -12))
            draw.ellipse((x - wide, y - high, x + wide - 4, y + high - 5), own)
    picture = clouded(picture.filter(ImageFilter.GaussianBlur(0.9)), 2, 14.0, 300)
    dust = clouded(plain(size, (196, 170, 128), 3, 3.0), 4, 10.0)
    lay(picture, dust, patches(size, 5, 260, 0.34, 1.1).point(lambda v: v * 3 // 5))
    gutter = frayed(
        shape_mask(size, [[(-0.5, 7.7), (23, 7.5), (25, 7.6), (25, 7.9), (23, 7.8), (-0.5, 8.05)]]), 6, 10
    )
    lay(picture, (96, 84, 70), gutter.point(lambda v: v * 2 // 3))
    sunk(picture, gutter, 120, 5, (3, 4))
    for number, colour in enumerate(_VATS):
        stain = ImageChops.multiply(
            patches(size, 20 + number, 130, 0.05, 2.2), rects_mask(size, [(12, 4.6, 24, 9)])
        )
        lay(picture, colour, stain.point(lambda v: v // 3))
    return picture


def _floors(picture: Image.Image) -> None:
    """Lay the floors of the houses, raise the terrace, and climb to it from the street."""
    size = picture.size
    dyer = clouded(laid(size, Surface.STONE, (1.04, 0.98, 0.86)), 31, 9.0)
    lay(picture, dyer, rects_mask(size, [_DYER]))
    for number, colour in enumerate(_VATS):
        spilt = ImageChops.multiply(
            patches(size, 40 + number, 90, 0.05, 2.6), rects_mask(size, [_DYER, _YARD])
        )
        lay(picture, colour, spilt.point(lambda v: v // 3))
    lay(picture, clouded(laid(size, Surface.WOOD, (1.0, 0.9, 0.8)), 32, 10.0), rects_mask(size, [_TAVERN]))
    stairs(picture, _STAIR, "north", (196, 172, 134), 3)
    terrace = rects_mask(size, [_TERRACE])
    raised(picture, terrace, (224, 200, 160), 6, 40)
    lay(picture, clouded(checkered(size, 0.5, (206, 152, 108), (188, 128, 88), 33), 34, 8.0), terrace)
    lay(picture, (206, 182, 142), rects_mask(size, [(6.6, -0.1, 8.5, 1.4)]))


def _house_shade(picture: Image.Image) -> None:
    """Let the houses on the sunny side throw a broad shadow on the street, as they do near noon."""
    shade = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(shade)
    for left, right, far in ((0, 6.6, 0.9), (8.5, 16, 0.6), (23.2, 24.8, 1.2)):
        draw.rectangle((left * CELL, 460, right * CELL + 30, (4.6 + far) * CELL), 120)
    draw.rectangle((540, 1_100, 590, 1_700), 130)
    draw.rectangle((1_740, 1_100, 1_800, 1_700), 130)
    lay(picture, (34, 26, 36), shade.filter(ImageFilter.GaussianBlur(7)))


def _vats(picture: Image.Image, fight: Fight, chance: Random) -> None:
    """Sink the vats into the yard, each with a rim of stone and a dye of its own."""
    size = picture.size
    yard = rects_mask(size, [_YARD])
    lay(picture, clouded(plain(size, (188, 160, 122), 51, 4.0), 52, 12.0), yard.point(lambda v: v * 4 // 5))
    draw = ImageDraw.Draw(picture)
    cells = [cell for ground in fight.map.ground for cell in ground.cells]
    for colour, cell in zip(_VATS, cells, strict=True):
        middle = cell_centre(fight.map.grid, cell)
        x, y = middle[0] * CELL, middle[1] * CELL
        for far, own in (
            (66, (78, 64, 50)),
            (62, (206, 184, 148)),
            (52, (150, 128, 100)),
            (46, shifted(colour, -60)),
        ):
            draw.ellipse((x - far, y - far, x + far, y + far), own)
        draw.ellipse((x - 43, y - 40, x + 45, y + 46), shifted(colour, -14))
        for _ in range(9):
            angle, away, r = chance.uniform(0, 2 * pi), chance.uniform(0, 28), chance.uniform(4, 12)
            at = (x + away * cos(angle), y + away * sin(angle))
            draw.ellipse(
                (at[0] - r, at[1] - r * 0.7, at[0] + r, at[1] + r * 0.7), outline=shifted(colour, 34), width=2
            )
        draw.arc((x - 38, y - 36, x + 38, y + 38), 190, 270, shifted(colour, 90), 4)
        for number in range(14):  # stones of the rim
            angle = number * pi / 7
            near, end = ((x + r * cos(angle), y + r * sin(angle)) for r in (49, 62))
            draw.line((*near, *end), (120, 100, 78), 3)


def _tiles(picture: Image.Image, rect: Rect, colour: Colour, chance: Random) -> None:
    """Cover a house that nobody enters with a roof of round tiles, its ridge down the middle."""
    left, top, right, bottom = (round(side * CELL) for side in rect)
    roof = Image.new("RGB", (right - left, bottom - top), shifted(colour, -60))
    draw, width, height = ImageDraw.Draw(roof), right - left, bottom - top
    for row in range(-1, height // 30 + 1):
        shine = 16 if row * 30 < height / 2 else -22
        for x in range(0, width + 20, 20):
            own = shifted(colour, shine + chance.randrange(-14, 14))
            draw.rounded_rectangle((x + 1, row * 30, x + 18, row * 30 + 38), 8, own, shifted(own, -44), 2)
            draw.line((x + 6, row * 30 + 6, x + 6, row * 30 + 26), shifted(own, 30), 3)
    draw.rectangle(
        (0, height // 2 - 11, width, height // 2 + 11), shifted(colour, -10), shifted(colour, -56), 3
    )
    for x in range(10, width, 36):
        draw.arc((x - 18, height // 2 - 13, x + 18, height // 2 + 13), 200, 340, shifted(colour, 44), 4)
    picture.paste(clouded(roof, abs(left), 8.0), (left, top))


# -------------------------------------------------------------------------------- what stands on it
def _cloth(picture: Image.Image, wall: Wall, chance: Random) -> None:
    """Hang wet cloth on a line across the street: folds from above, its shadow on the stones."""
    colour = _DYES[wall.material or "madder"]
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    shade = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(shade)
    draw.polygon(((x1 + 8, y1 + 20), (x1 + 70, y1 + 50), (x2 + 70, y2 + 50), (x2 + 8, y2 + 20)), 130)
    lay(picture, (colour[0] // 4, colour[1] // 4, colour[2] // 4), shade.filter(ImageFilter.GaussianBlur(6)))
    draw = ImageDraw.Draw(picture)
    draw.line((x1, y1 - 26, x2, y2 + 26), (70, 56, 42), 5)
    length = hypot(x2 - x1, y2 - y1)
    for number in range(round(length / 7)):
        y, swing = y1 + 7 * number, 9 * sin(number / 3.1) + 4 * sin(number / 1.3)
        own = shifted(colour, round(20 * sin(number / 1.55)) + chance.randrange(-8, 8))
        draw.line((x1 - 17 + swing, y, x1 + 19 + swing, y + 4), own, 9)
        draw.line((x1 - 17 + swing, y, x1 - 9 + swing, y + 1), shifted(own, 46), 5)
        draw.line((x1 + 12 + swing, y + 3, x1 + 19 + swing, y + 4), shifted(own, -50), 6)
    for at in (y1 - 26, y2 + 26):
        draw.ellipse((x1 - 9, at - 9, x1 + 9, at + 9), (112, 82, 54), (54, 40, 28), 3)


def _low(picture: Image.Image, wall: Wall, chance: Random) -> None:
    (x1, y1), (x2, y2) = wall.start, wall.end
    middle, long = ((x1 + x2) / 2, (y1 + y2) / 2), hypot(x2 - x1, y2 - y1)
    if wall.material == "parapet":
        cast_shade(picture, [wall], 13, 20)
        masonry(picture, [wall], (206, 180, 140), chance, 14, 40)
    elif wall.material == "brick":
        cast_shade(picture, [wall], 11, 16)
        masonry(picture, [wall], (184, 118, 82), chance, 12, 30)
    elif wall.material == "stall":
        stand(picture, _counter, middle, (long + 0.2, 0.8), chance, 0, 12)
        stand(
            picture,
            _awning(chance.choice(_VATS)),
            (middle[0], middle[1] - 0.52),
            (long + 0.5, 0.86),
            chance,
            0,
            26,
        )
    elif wall.material == "barrow":
        stand(picture, _barrow, middle, (1.5, 0.9), chance, 33, 12)
    elif wall.material == "well":
        stand(picture, _well, middle, (1.3, 1.3), chance, 0, 16)
    elif wall.material == "bar":
        stand(picture, _counter_of_tavern, middle, (long + 0.2, 0.6), chance, 0, 12)
    else:
        stand(picture, _bench, middle, (long, 0.7), chance, 0, 12)


def _counter(draw: Draw, w: float, h: float, chance: Random) -> None:
    boards_across(draw, (0, 0, w, h), _WOOD, chance, 3)
    draw.rectangle((0, 0, w, h), outline=shifted(_WOOD, -56), width=6)
    for number in range(round(w / 52)):
        x, own = 34 + 52 * number, chance.choice(_VATS)
        if chance.random() < 0.5:  # a bolt of cloth
            draw.rounded_rectangle((x - 17, h * 0.14, x + 17, h * 0.84), 9, own, shifted(own, -50), 3)
            draw.line((x - 8, h * 0.2, x - 8, h * 0.78), shifted(own, 50), 5)
        else:  # a bowl of dye
            draw.ellipse((x - 20, h * 0.3, x + 20, h * 0.3 + 40), (150, 108, 72), (88, 60, 40), 3)
            draw.ellipse((x - 14, h * 0.3 + 6, x + 14, h * 0.3 + 34), own, shifted(own, 40), 2)


def _awning(colour: Colour) -> Thing:
    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        for number in range(round(w / 36) + 1):
            own = colour if number % 2 else (232, 220, 190)
            left = 36 * number
            draw.rectangle((left, 0, left + 36, h - 14), own)
            draw.pieslice((left, h - 30, left + 36, h), 0, 180, shifted(own, -24))
            draw.line((left, h * 0.5, left + 36, h * 0.5), shifted(own, -16), 3)
        draw.line((0, 5, w, 5), (96, 70, 46), 10)
        draw.line((0, 14, w, 14), (255, 250, 236), 3)

    return draw_it


def _barrow(draw: Draw, w: float, h: float, chance: Random) -> None:
    for y in (0.0, 0.86):
        draw.ellipse((w * 0.24, h * y, w * 0.6, h * (y + 0.14)), (54, 40, 30), (110, 84, 56), 3)
    draw.line((0, h * 0.26, w * 0.3, h * 0.26), (96, 70, 46), 10)
    draw.line((0, h * 0.74, w * 0.3, h * 0.74), (96, 70, 46), 10)
    boards_across(draw, (w * 0.16, h * 0.14, w, h * 0.86), _WOOD, chance, 4)
    for _ in range(30):
        x, y = chance.uniform(w * 0.24, w * 0.92), chance.uniform(h * 0.24, h * 0.76)
        own = chance.choice(((226, 132, 44), (214, 70, 44), (232, 190, 70)))
        draw.ellipse((x - 13, y - 13, x + 13, y + 13), own, shifted(own, -50), 2)
        draw.ellipse((x - 7, y - 8, x - 1, y - 2), shifted(own, 46))


def _well(draw: Draw, w: float, h: float, chance: Random) -> None:
    for number in range(14):
        angle = number * pi / 7
        own = shifted(_STONE, chance.randrange(-14, 14) - round(20 * sin(angle + 0.8)))
        draw.pieslice((0, 0, w, h), number * 25.7, number * 25.7 + 24, own, shifted(own, -50), 4)
    draw.ellipse((w * 0.18, h * 0.18, w * 0.82, h * 0.82), (36, 44, 50), (96, 86, 72), 6)
    draw.ellipse((w * 0.3, h * 0.34, w * 0.74, h * 0.76), (54, 82, 92))
    draw.rounded_rectangle((w * 0.44, 0, w * 0.54, h), 8, (120, 86, 56), (64, 46, 32), 4)
    draw.ellipse((w * 0.38, h * 0.4, w * 0.6, h * 0.6), (136, 100, 64), (64, 46, 32), 5)


def _counter_of_tavern(draw: Draw, w: float, h: float, chance: Random) -> None:
    boards_across(draw, (0, 0, w, h), (112, 74, 46), chance, 2)
    draw.rectangle((0, 0, w, h), outline=(58, 38, 26), width=8)
    for number in range(8):
        x, y = w * (0.07 + 0.12 * number), h * chance.uniform(0.3, 0.6)
        own = chance.choice(((198, 170, 120), (150, 150, 146), (92, 110, 70)))
        draw.ellipse((x - 15, y - 15, x + 15, y + 15), own, shifted(own, -60), 4)
        draw.ellipse((x - 8, y - 8, x + 8, y + 8), shifted(own, -40))


def _bench(draw: Draw, w: float, h: float, chance: Random) -> None:
    boards_across(draw, (0, h * 0.1, w, h * 0.9), shifted(_WOOD, -10), chance, 3)
    for number, own in enumerate(_VATS):
        x = w * (0.09 + 0.165 * number)
        draw.ellipse((x - 32, h / 2 - 32, x + 32, h / 2 + 32), (86, 62, 42), (150, 112, 74), 6)
        draw.ellipse((x - 21, h / 2 - 21, x + 21, h / 2 + 21), own)
        draw.arc((x - 17, h / 2 - 17, x + 17, h / 2 + 17), 190, 270, shifted(own, 80), 4)


def _stool(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.ellipse((0, 0, w, h), (66, 46, 30))
    draw.ellipse((5, 4, w - 7, h - 9), (142, 102, 64), (170, 128, 84), 3)


def _basket(draw: Draw, w: float, h: float, chance: Random) -> None:
    own = chance.choice(_VATS)
    draw.ellipse((0, 0, w, h), (96, 70, 42), (168, 130, 82), 9)
    for _ in range(10):
        x, y = chance.uniform(w * 0.24, w * 0.7), chance.uniform(h * 0.24, h * 0.7)
        tone = shifted(own, chance.randrange(-20, 36))
        draw.ellipse((x - 12, y - 12, x + 16, y + 12), tone, shifted(tone, -40), 2)


def _rug(colour: Colour) -> Thing:
    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.rectangle((0, 0, w, h), colour, shifted(colour, -46), 6)
        draw.rectangle((16, 16, w - 17, h - 17), outline=(234, 208, 150), width=5)
        for number in range(5):
            x = w * (0.16 + 0.17 * number)
            diamond = ((x, h * 0.24), (x + 22, h / 2), (x, h * 0.76), (x - 22, h / 2))
            draw.polygon(diamond, (234, 208, 150), shifted(colour, -40))

    return draw_it


def _furnish(picture: Image.Image, chance: Random) -> None:
    for x, y in ((9.9, 12.6), (15.4, 12.9), (15.6, 15.4)):
        stand(picture, table(), (x, y), (1.0, 0.8), chance, 0, 10)
        for dx, dy in ((-0.75, 0), (0.75, 0), (0, 0.62)):
            stand(picture, _stool, (x + dx, y + dy), (0.38, 0.38), chance, 0, 6)
    for x, y in ((10.0, 15.9), (10.8, 16.0), (11.6, 15.9), (16.8, 11.6)):
        stand(picture, barrel(), (x, y), (0.7, 0.7), chance, 0, 12)
    for number, (x, y) in enumerate(
        ((18.4, 0.6), (22.9, 2.5), (16.7, 3.9), (9.2, 3.9), (9.2, 3.2), (15.3, 0.7))
    ):
        stand(picture, _basket if number % 2 else barrel(), (x, y), (0.66, 0.66), chance, 0, 10)
    for x, y in ((2.6, 5.1), (5.4, 10.5), (11.9, 10.4), (17.3, 5.6), (19.9, 10.5), (22.7, 5.2)):
        stand(picture, _basket, (x, y), (0.6, 0.6), chance, 0, 9)
    for x, y in ((1.4, 0.5), (6.1, 0.5), (1.45, 4.1)):
        stand(picture, plant_pot((88, 126, 66)), (x, y), (0.9, 0.9), chance, 0, 12)
    stand(picture, _rug((150, 44, 52)), (3.6, 2.2), (2.4, 1.3), chance, 0, 0)
    for x, y in ((3.0, 2.0), (4.4, 2.4)):
        stand(picture, _basket, (x, y), (0.5, 0.5), chance, 0, 6)
    for x, y, turn in ((6.2, 15.6, 8), (7.2, 16.1, -14), (6.1, 14.6, 20), (18.2, 15.9, 0), (19.4, 16.0, 12)):
        stand(picture, crate(), (x, y), (0.8, 0.8), chance, turn, 12)
    for number, colour in enumerate(_VATS):  # cloth laid out to dry on the wall of the yard
        stand(picture, _rug(colour), (16.9 + 1.15 * number, 0.16), (0.9, 0.5), chance, 0, 5)
