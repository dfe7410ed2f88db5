"""Paints the picture of the roof: a helipad, skylights that glow, the city far below. The same each time."""

from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.grounds import (
    Rect,
    Size,
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
from webapp.demo.brushes.nature import bush, tree
from webapp.demo.brushes.roofs import chiller, dish, helicopter, skylight, water_tank
from webapp.demo.brushes.sprites import Draw, Thing, boards_across, stand
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, along, light, px, shifted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, railing, smooth, strip, thresholds
from webapp.demo.fights import Box, Fight

_UPPER: Rect = (1, 1, 15, 17)
_LOWER: Rect = (18, 1, 25, 17)
_PAD: Rect = (8, 2, 14, 7)
_HUT: Rect = (2, 2, 6, 6)
_LIFT: Rect = (21, 12, 24, 15)
_GARDENS = [[(4, 15), (7, 15), (7, 17), (4, 17)], [(11, 15), (14, 15), (14, 16), (11, 16)]]
_CONCRETE: Colour = (122, 124, 130)
_BRICK: Colour = (126, 70, 56)
_PINK: Colour = (255, 92, 168)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (13.0, 1.4, 4.2, (255, 217, 160)),
    (9.2, 1.4, 4.2, (255, 217, 160)),
    (13.0, 6.9, 4.2, (255, 217, 160)),
    (9.0, 6.9, 3.6, (255, 217, 160)),
    (4.0, 6.6, 3.8, (255, 230, 184)),
    (4.0, 4.0, 3.2, (255, 236, 206)),
    (22.3, 3.8, 6.4, (255, 84, 160)),
    (8.0, 14.6, 4.4, (159, 212, 255)),
    (6.5, 9.0, 3.6, (255, 206, 130)),
    (11.5, 10.0, 3.6, (255, 206, 130)),
    (20.6, 14.0, 3.8, (255, 230, 184)),
    (16.5, 9.5, 3.0, (130, 150, 200)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Roof of the Meridian")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = _city(size)
    _lower(picture)
    _upper(picture)
    _pad(picture)
    _rooms(picture, chance)
    _gardens(picture, chance)
    _crossings(picture, chance)
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 15, 26)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (84, 86, 92))
    smooth(picture, of_kind(fight, WallKind.WALL, "concrete"), _CONCRETE, 15)
    masonry(picture, of_kind(fight, WallKind.WALL, "brick"), _BRICK, chance, 15, 30)
    parapets = of_kind(fight, WallKind.WINDOW, "parapet")
    cast_shade(picture, parapets, 13, 16)
    _parapet(picture, parapets)
    railing(picture, of_kind(fight, WallKind.WINDOW, "grate-rail"), (120, 124, 130), 50)
    cast_shade(picture, of_kind(fight, WallKind.LOW, "rail"), 5, 14)
    railing(picture, of_kind(fight, WallKind.LOW, "rail"), (206, 172, 62), 66)
    for wall in of_kind(fight, WallKind.LOW, "duct"):
        _duct(picture, wall)
    for box in fight.boxes:
        if box.material != "helicopter":
            _stand(picture, box, chance)
    for wall in of_kind(fight, WallKind.SIGHT):
        _sign(picture, wall)
    _furnish(picture, chance)
    lit = light(picture, _LAMPS, day=0.52)
    return _glow(lit)


# ------------------------------------------------------------------------------------------ far below
def _city(size: Size) -> Image.Image:
    """Lay streets out far below, a little out of focus: lanes of cars, and windows of lower roofs."""
    picture = clouded(plain(size, (26, 29, 40), 1, 3.0), 2, 8.0)
    draw, chance = ImageDraw.Draw(picture), Random("city")
    for _ in range(220):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        w, h = chance.randrange(30, 90), chance.randrange(30, 90)
        own = shifted((34, 37, 50), chance.randrange(-8, 10))
        draw.rectangle((x, y, x + w, y + h), own, shifted(own, -14))
    draw.rectangle((1_540, 0, 1_760, size[1]), (38, 40, 48))
    for x in (1_595, 1_650, 1_705):
        for y in range(0, size[1], 36):
            draw.line((x, y, x, y + 14), (96, 96, 90), 2)
    for _ in range(74):  # cars
        lane, y = chance.choice((1_568, 1_622, 1_678, 1_732)), chance.randrange(size[1])
        colour = (255, 240, 200) if lane > 1_650 else (255, 70, 56)
        draw.rounded_rectangle((lane - 9, y - 18, lane + 9, y + 18), 6, (20, 22, 28))
        end = y - 18 if lane > 1_650 else y + 18
        for dx in (-6, 6):
            draw.ellipse((lane + dx - 4, end - 4, lane + dx + 4, end + 4), colour)
    for x in (1_544, 1_756):
        for y in range(30, size[1], 130):
            draw.ellipse((x - 7, y - 7, x + 7, y + 7), (255, 206, 120))
    soft = picture.filter(ImageFilter.GaussianBlur(3))
    shine = soft.point(lambda v: max(0, v - 90) * 3).filter(ImageFilter.GaussianBlur(16))
    return ImageChops.add(soft, shine)


# ------------------------------------------------------------------------------------------- the roofs
def _felt(picture: Image.Image, rect: Rect, colour: Colour, seed: int) -> None:
    """Cover a roof with felt: strips with tarred seams, patches, puddles that shine a little."""
    size, mask = picture.size, rects_mask(picture.size, [rect])
    ground = clouded(plain(size, colour, seed, 3.0), seed + 1, 9.0, 300)
    draw, chance = ImageDraw.Draw(ground), Random(seed)
    left, top, right, bottom = (round(side * CELL) for side in rect)
    for y in range(top, bottom, 100):
        draw.line((left, y + 2, right, y + 2), shifted(colour, -22), 5)
        draw.line((left, y - 2, right, y - 2), shifted(colour, 10), 2)
        for x in range(left + chance.randrange(40, 300), right, 420):
            draw.line((x, y, x, y + 100), shifted(colour, -18), 4)
    for _ in range(round((right - left) * (bottom - top) / 90_000)):
        at = chance.uniform(left, right - 90), chance.uniform(top, bottom - 70)
        own = shifted(colour, chance.randrange(-14, 6))
        patch = (*at, at[0] + chance.uniform(40, 110), at[1] + chance.uniform(30, 80))
        draw.rectangle(patch, own, shifted(own, -14), 3)
    wet = patches(size, seed + 3, 200, 0.12, 2.4)
    lay(ground, (52, 62, 84), wet.point(lambda v: v // 2))
    raised(picture, mask, shifted(colour, 14), 6, 40)
    lay(picture, ground, mask)


def _lower(picture: Image.Image) -> None:
    _felt(picture, _LOWER, (92, 82, 80), 21)
    sunk(picture, rects_mask(picture.size, [_LOWER]), 110, 30, (18, 26))


def _upper(picture: Image.Image) -> None:
    shade = Image.new("L", picture.size, 0)
    ImageDraw.Draw(shade).rectangle((1_500, 130, 1_800, 1_760), 200)
    lay(picture, (4, 5, 10), shade.filter(ImageFilter.GaussianBlur(40)))
    _felt(picture, _UPPER, (98, 102, 112), 11)


def _pad(picture: Image.Image) -> None:
    """Raise the helipad: its ring, its letter, a lamp every two cells, and a stair to each side."""
    size, mask = picture.size, rects_mask(picture.size, [_PAD])
    raised(picture, mask, (150, 152, 156), 7, 34)
    lay(picture, clouded(plain(size, (82, 88, 98), 31, 3.0), 32, 8.0), mask.filter(ImageFilter.MinFilter(11)))
    stairs(picture, (7, 4, 8, 6), "east", (128, 130, 136), 4)
    stairs(picture, (11, 7, 12, 8), "north", (128, 130, 136), 4)
    draw = ImageDraw.Draw(picture)
    x, y = 1_100, 450
    draw.ellipse((x - 218, y - 218, x + 218, y + 218), outline=(220, 190, 80), width=15)
    draw.ellipse((x - 180, y - 180, x + 180, y + 180), outline=(206, 208, 210), width=5)
    for box in ((x - 150, y - 150, x - 104, y + 150), (x + 104, y - 150, x + 150, y + 150)):
        draw.rectangle(box, (206, 208, 210))
    draw.rectangle((816, 216, 1_384, 684), outline=(206, 170, 60), width=6)
    for at in ((830, 230), (1_370, 230), (830, 670), (1_370, 670), (1_100, 226), (1_240, 676), (960, 676)):
        draw.ellipse((at[0] - 13, at[1] - 13, at[0] + 13, at[1] + 13), (60, 58, 52))
        draw.ellipse((at[0] - 8, at[1] - 8, at[0] + 8, at[1] + 8), (255, 240, 200))


def _rooms(picture: Image.Image, chance: Random) -> None:
    size = picture.size
    lay(picture, clouded(laid(size, Surface.DECK, (1.2, 1.18, 1.12)), 41, 6.0), rects_mask(size, [_HUT]))
    lay(picture, clouded(laid(size, Surface.STONE, (0.9, 0.86, 0.84)), 42, 6.0), rects_mask(size, [_LIFT]))
    hole = (2.3, 2.3, 3.6, 5.2)
    lay(picture, (30, 30, 34), rects_mask(size, [hole]))
    stairs(picture, hole, "north", (112, 112, 116), 5)
    sunk(picture, rects_mask(size, [hole]), 190, 16, (10, 16))
    stand(picture, _winch, (22.9, 13.2), (1.5, 1.4), chance, 0, 12)
    stand(picture, _locker, (5.2, 2.35), (1.3, 0.5), chance, 0, 10)


def _gardens(picture: Image.Image, chance: Random) -> None:
    """Lay two beds of grass and shrubs out behind boards."""
    size = picture.size
    mask = shape_mask(size, _GARDENS)
    raised(picture, mask, (120, 88, 58), 8, 14)
    inner = mask.filter(ImageFilter.MinFilter(19))
    lay(picture, clouded(laid(size, Surface.GRASS, (0.9, 1.0, 0.86)), 51, 12.0), frayed(inner, 52, 6, 3.0))
    for x, y, far in (
        (4.6, 16.4, 0.8),
        (6.5, 15.5, 0.7),
        (5.6, 16.5, 0.6),
        (11.5, 15.5, 0.7),
        (13.5, 15.5, 0.7),
    ):
        flower = chance.choice(((214, 196, 226), (226, 150, 150), None))
        stand(picture, bush((74, 104, 66), flower), (x, y), (far, far), chance, 0, 9)
    stand(picture, tree((62, 92, 60)), (4.7, 15.5), (1.1, 1.1), chance, 0, 20)


def _crossings(picture: Image.Image, chance: Random) -> None:
    """Lay two planks over the gap, and hang a stair of gratings lower down."""
    shade = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(shade)
    for top, bottom in ((930, 1_010), (1_440, 1_530)):
        draw.rectangle((1_500, top, 1_800, bottom), 190)
    lay(picture, (2, 3, 6), shade.filter(ImageFilter.GaussianBlur(16)))
    draw = ImageDraw.Draw(picture)
    for y, lean in ((908, 4), (954, -3)):
        edge = ((1_478, y - lean), (1_822, y + lean), (1_822, y + 38 + lean), (1_478, y + 38 - lean))
        draw.polygon(edge, (124, 98, 68), (58, 44, 30))
        for _ in range(7):
            x, at = chance.uniform(1_490, 1_740), y + chance.uniform(6, 32)
            draw.line((x, at, x + chance.uniform(30, 80), at), (98, 76, 52), 2)
        draw.line((1_480, y + 3 - lean, 1_820, y + 3 + lean), (160, 130, 92), 3)
    draw.rectangle((1_500, 1_404, 1_800, 1_496), (30, 32, 36))
    for x in range(1_500, 1_801, 12):
        draw.line((x, 1_404, x, 1_496), (96, 100, 108), 3)
    for x in range(1_500, 1_801, 50):
        draw.line((x, 1_404, x, 1_496), (134, 138, 146), 6)


# -------------------------------------------------------------------------------- what stands on them
def _parapet(picture: Image.Image, walls: list[Wall]) -> None:
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        strip(draw, wall, 12, (112, 114, 120), (172, 174, 182))
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        draw.line((x1, y1, x2, y2), (92, 94, 100), 10)
        for x, y in along(wall.start, wall.end, 100):
            draw.rectangle((x - 11, y - 11, x + 11, y + 11), outline=(74, 76, 82), width=2)


def _duct(picture: Image.Image, wall: Wall) -> None:
    cast_shade(picture, [wall], 24, 18)
    draw = ImageDraw.Draw(picture)
    strip(draw, wall, 24, (134, 140, 148), (206, 212, 220))
    for x, y in along(wall.start, wall.end, 50):
        draw.rectangle((x - 25, y - 25, x + 25, y + 25), outline=(92, 98, 106), width=3)
        draw.line((x - 18, y - 18, x + 18, y + 18), (116, 122, 130), 2)
        draw.line((x - 18, y + 18, x + 18, y - 18), (150, 156, 164), 2)


def _sign(picture: Image.Image, wall: Wall) -> None:
    """Stand the sign of the house on its frame: its back is struts, its front is neon."""
    cast_shade(picture, [wall], 16, 30)
    draw = ImageDraw.Draw(picture)
    (x1, y1), (x2, _) = px(wall.start, wall.end)
    for x in range(round(x1), round(x2) + 1, 50):
        draw.line((x, y1, x, y1 + 52), (70, 72, 80), 8)
        draw.line((x, y1 + 52, x + 24, y1 + 10), (58, 60, 68), 5)
    draw.line((x1, y1 + 52, x2, y1 + 52), (86, 88, 96), 9)
    draw.rectangle((x1 - 8, y1 - 17, x2 + 8, y1 + 15), (36, 32, 44), (120, 116, 130), 4)
    for number in range(8):
        left = x1 + 16 + number * (x2 - x1 - 20) / 8
        draw.rounded_rectangle((left, y1 - 11, left + 30, y1 + 8), 7, outline=shifted(_PINK, -10), width=6)
        draw.line((left + 5, y1 - 9, left + 24, y1 - 9), (255, 222, 240), 3)


def _winch(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, h * 0.3, w, h), 12, (74, 78, 82), (130, 134, 138), 5)
    draw.ellipse((w * 0.1, 0, w * 0.66, h * 0.7), (52, 54, 58), (150, 154, 158), 6)
    draw.ellipse((w * 0.28, h * 0.22, w * 0.48, h * 0.48), (160, 130, 70), (60, 50, 30), 4)
    draw.rounded_rectangle((w * 0.68, h * 0.44, w * 0.94, h * 0.86), 8, (66, 110, 96), (40, 60, 56), 4)


def _locker(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rectangle((0, 0, w, h), (62, 78, 92), (112, 130, 146), 5)
    for x in (0.33, 0.66):
        draw.line((w * x, 4, w * x, h - 4), (42, 54, 66), 5)


def _planter(draw: Draw, w: float, h: float, chance: Random) -> None:
    boards_across(draw, (0, 0, w, h), (122, 90, 60), chance, 3)
    draw.rectangle((14, 14, w - 16, h - 18), (58, 44, 34), (80, 58, 40), 4)
    for number in range(4):
        x = w * (0.03 + 0.25 * number)
        draw.ellipse((x + 16, h * 0.2, x + h * 0.5, h * 0.76), (86, 120, 74), (60, 88, 54), 3)
        draw.ellipse((x + 26, h * 0.26, x + h * 0.4, h * 0.56), (112, 146, 92))


def _bench(draw: Draw, w: float, h: float, chance: Random) -> None:
    boards_across(draw, (w * 0.06, h * 0.2, w * 0.94, h * 0.8), (132, 98, 66), chance, 4)
    for x in (0.1, 0.84):
        draw.rectangle((w * x, h * 0.12, w * (x + 0.07), h * 0.88), (60, 62, 66))


def _cases(draw: Draw, w: float, h: float, chance: Random) -> None:
    for left, top, wide, high, own in (
        (0.0, 0.04, 0.62, 0.44, (70, 74, 80)),
        (0.3, 0.5, 0.68, 0.44, (92, 84, 66)),
        (0.66, 0.06, 0.32, 0.38, (56, 68, 60)),
    ):
        box = (w * left, h * top, w * (left + wide), h * (top + high))
        draw.rounded_rectangle(box, 9, shifted(own, -36))
        draw.rounded_rectangle((box[0] + 4, box[1] + 3, box[2] - 5, box[3] - 8), 8, own, shifted(own, 40), 4)
        draw.line(
            ((box[0] + box[2]) / 2 - 20, box[1] + 14, (box[0] + box[2]) / 2 + 20, box[1] + 14),
            (190, 192, 196),
            6,
        )


_THINGS: dict[str, Thing] = {
    "skylight": skylight,
    "tank": water_tank,
    "chiller": chiller,
    "planter": _planter,
    "bench": _bench,
    "cases": _cases,
    "dish": dish,
}


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    tall = {"tank": 40, "skylight": 6, "bench": 7}.get(box.material, 14)
    stand(picture, _THINGS[box.material], (x + w / 2, y + h / 2), (w * 0.97, h * 0.97), chance, tall=tall)


def _furnish(picture: Image.Image, chance: Random) -> None:
    stand(picture, helicopter, (11.0, 4.6), (5.4, 5.4), chance, 0, 30)
    draw = ImageDraw.Draw(picture)
    for x, y in ((3.0, 6.2), (5.0, 6.2)):  # lamps beside the hut's door
        draw.ellipse(
            (x * CELL - 10, y * CELL - 10, x * CELL + 10, y * CELL + 10), (255, 240, 206), (70, 66, 60), 3
        )
    for x, y in ((2.0, 7.6), (14.2, 8.0), (2.0, 10.5), (14.3, 12.6), (24.2, 10.6), (18.8, 2.2), (24.3, 5.6)):
        stand(picture, _vent, (x, y), (0.4, 0.4), chance, 0, 12)
    for start, end in (((8.4, 12.9), (8.4, 11.9)), ((19.6, 9.9), (19.6, 12.0)), ((13.5, 11.9), (13.5, 13.2))):
        (x1, y1), (x2, y2) = px(start, end)
        draw.line((x1 + 5, y1 + 6, x2 + 5, y2 + 6), (24, 24, 28), 12)
        draw.line((x1, y1, x2, y2), (134, 110, 84), 11)
        draw.line((x1 - 2, y1, x2 - 2, y2), (186, 160, 126), 3)


def _vent(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.ellipse((0, 0, w, h), (82, 86, 92))
    draw.ellipse((4, 3, w - 6, h - 8), (140, 146, 154), (186, 192, 200), 4)
    for number in range(8):
        angle = number * pi / 4
        tip = (w * (0.48 + 0.32 * cos(angle)), h * (0.47 + 0.32 * sin(angle)))
        draw.line((w * 0.48, h * 0.47, *tip), (92, 98, 106), 4)


def _glow(picture: Image.Image) -> Image.Image:
    """Let what is bright shine beyond its edges."""
    bright = picture.point(lambda v: max(0, v - 165) * 3).filter(ImageFilter.GaussianBlur(18))
    return ImageChops.add(picture, bright.point(lambda v: v // 2))
