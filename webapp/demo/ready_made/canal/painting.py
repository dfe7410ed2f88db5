"""Paints the picture of the dry canal: red sand, cracked mud, a farm under glass. The same each time."""

from math import cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Surface, WallKind
from webapp.demo.brushes.camp import bed
from webapp.demo.brushes.farm import bales, drum, mirrors, plants, shelf, stool, tractor
from webapp.demo.brushes.furniture import table
from webapp.demo.brushes.grounds import (
    Rect,
    checkered,
    clouded,
    cracked,
    crag,
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
from webapp.demo.brushes.nature import bush, rock
from webapp.demo.brushes.sprites import Draw, Thing, stand
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    along,
    light,
    shade_beside_walls,
    shifted,
)
from webapp.demo.brushes.walls import cast_shade, glazed, of_kind, panes, railing, smooth, thresholds
from webapp.demo.fights import Box, Fight

_HOUSE: Rect = (2, 2, 8, 7)
_GLASS: Rect = (11, 1, 17, 6)
_PUMP: Rect = (22, 2, 26, 7)
_TOWER: Rect = (19, 7, 21, 9)
_BRIDGE = (13, 11, 15, 16)
_CANAL = [
    *((-0.3, 11.1), (5, 10.95), (9, 11.1), (13.5, 11.0), (19, 11.1), (24, 10.95), (28.3, 11.1)),
    *((28.3, 16.0), (23, 16.05), (18, 15.9), (13, 16.0), (8, 15.95), (4, 16.05), (-0.3, 15.9)),
]
_BED = [
    *((-0.3, 12.1), (6, 11.95), (13, 12.1), (20, 12.0), (28.3, 12.1)),
    *((28.3, 14.9), (21, 15.05), (14, 14.95), (7, 15.05), (-0.3, 14.95)),
]
_YARD = [
    (0.6, 7.3),
    (8, 6.6),
    (10.6, 1),
    (17.6, 0.6),
    (21.6, 1.6),
    (26.8, 6.8),
    (26.6, 9.4),
    (14, 10.6),
    (1, 9.3),
]
_WAY = [(13.3, -0.2), (14.6, -0.2), (14.8, 10), (15.1, 11.2), (12.9, 11.2), (13.1, 9.6)]
_TRACK = [(12.8, 15.8), (15.2, 15.8), (16.6, 17.6), (18.6, 19.2), (15.6, 19.2), (13.6, 17.6)]
_SAND: Colour = (176, 104, 70)
_ROCK: Colour = (142, 82, 60)
_ADOBE: Colour = (206, 160, 122)
_WOOD: Colour = (134, 98, 66)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (8.0, 5.0, 13.0, (255, 224, 184)),
    (22.0, 6.0, 12.0, (255, 214, 170)),
    (14.0, 3.4, 4.0, (150, 190, 150)),
    (14.0, 14.0, 9.0, (120, 96, 84)),
    (2.0, 18.0, 8.0, (130, 96, 80)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Dry Canal")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = clouded(laid(size, Surface.SAND, (0.97, 0.66, 0.5)), 3, 14.0, 420)
    _desert(picture, chance)
    picture = picture.filter(ImageFilter.GaussianBlur(0.8))
    _canal(picture, chance)
    _rooms(picture, chance)
    _tower(picture)
    _bridge(picture, chance)
    picture = shade_beside_walls(picture, fight)
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 17, 30)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (110, 78, 52))
    smooth(picture, walls, _ADOBE, 19)
    _worn(picture, fight, chance)
    panes(picture, of_kind(fight, WallKind.WINDOW, "glass"), (112, 80, 56))
    glass = of_kind(fight, WallKind.WINDOW, "dome")
    cast_shade(picture, glass, 8, 18, 130)
    for box in fight.boxes:
        _stand(picture, box, chance)
    _furnish(picture, chance)
    glazed(picture, glass, 100)
    _mirrored(picture)
    for wall in of_kind(fight, WallKind.LOW, "fieldstone"):
        for x, y in along(wall.start, wall.end, 34):
            at, far = (x / CELL + chance.uniform(-0.06, 0.06), y / CELL), chance.uniform(0.36, 0.54)
            own = shifted((170, 120, 92), chance.randrange(-16, 14))
            stand(picture, rock(own), at, (far, far * 0.9), chance, chance.uniform(0, 360), 9)
    railing(picture, of_kind(fight, WallKind.LOW, "rail"), _WOOD, 66)
    return light(picture, _LAMPS, day=0.86)


# ---------------------------------------------------------------------------------------- the ground
def _desert(picture: Image.Image, chance: Random) -> None:
    """Tread a yard and two ways into the sand; let stone come through where nobody goes."""
    size = picture.size
    bare = patches(size, 5, 260, 0.2, 1.6)
    lay(
        picture, crag(size, shifted(_SAND, -14), 6, scale=200, strength=130), bare.point(lambda v: v * 3 // 5)
    )
    yard = frayed(shape_mask(size, [_YARD]), 7, 50, 18.0)
    lay(picture, clouded(plain(size, (190, 134, 98), 8, 3.0), 9, 12.0), yard.point(lambda v: v * 4 // 5))
    ways = frayed(shape_mask(size, [_WAY, _TRACK]), 10, 34, 12.0)
    lay(picture, clouded(plain(size, (204, 150, 112), 11, 3.0), 12, 12.0), ways.point(lambda v: v * 4 // 5))
    draw = ImageDraw.Draw(picture)
    for _ in range(700):  # pebbles
        x, y, far = chance.uniform(0, 28) * CELL, chance.uniform(0, 19) * CELL, chance.randrange(2, 6)
        own = shifted(_ROCK, chance.randrange(-24, 30))
        draw.ellipse((x - far + 2, y - far + 3, x + far + 2, y + far + 2), (88, 50, 36))
        draw.ellipse((x - far, y - far, x + far, y + far * 0.8), own)
    for x in range(212, 500, 24):  # a bed of furrows before the house
        draw.line((x, 806, x + 6, 894), (126, 80, 56), 10)
        draw.line((x + 5, 806, x + 11, 894), (206, 146, 106), 3)
        for y in range(816, 890, 18):
            at = (x - 4 + chance.uniform(-3, 3), y)
            own = shifted((104, 122, 62), chance.randrange(-20, 20))
            draw.ellipse((at[0] - 6, at[1] - 6, at[0] + 6, at[1] + 6), own, shifted(own, -30))


def _canal(picture: Image.Image, chance: Random) -> None:
    """Sink the canal: two slopes of broken stone, and mud between them that dried long ago."""
    size = picture.size
    whole = frayed(shape_mask(size, [_CANAL]), 21, 20, 3.0)
    rim = whole.filter(ImageFilter.GaussianBlur(9)).point(lambda v: 255 if v > 12 else 0)
    lay(picture, (196, 134, 100), rim.filter(ImageFilter.GaussianBlur(2)))
    lay(picture, crag(size, (136, 82, 60), 22, scale=170, strength=240), whole)
    deep = frayed(shape_mask(size, [_BED]), 23, 26, 4.0)
    mud = clouded(cracked(size, (158, 106, 80), 24, 62), 25, 12.0, 300)
    lay(picture, mud, deep)
    wet = ImageChops.multiply(patches(size, 26, 220, 0.24, 1.4), deep)
    lay(picture, (92, 62, 52), wet.point(lambda v: v // 3))
    sunk(picture, whole, 150, 22, (14, 26))
    draw = ImageDraw.Draw(picture)
    for x in range(20, size[0], 96):  # what is left of the lining: blocks along both rims
        for y in (1_098, 1_598):
            if chance.random() < 0.62:
                lean, own = chance.uniform(-6, 6), shifted((186, 138, 106), chance.randrange(-14, 12))
                box = (x + lean, y - 17 + lean, x + 88 + lean, y + 13 + lean)
                draw.rounded_rectangle((box[0] + 5, box[1] + 8, box[2] + 5, box[3] + 9), 6, (74, 44, 34))
                draw.rounded_rectangle(box, 6, own, shifted(own, -40), 2)
                draw.line((box[0] + 5, box[1] + 3, box[2] - 6, box[1] + 3), shifted(own, 34), 3)
    for _ in range(60):
        at = chance.uniform(0, 28), chance.choice((11.5, 15.5)) + chance.uniform(-0.4, 0.4)
        far, turn = chance.uniform(0.12, 0.34), chance.uniform(0, 360)
        stand(picture, rock(shifted(_ROCK, chance.randrange(-12, 12))), at, (far, far), chance, turn, 5)


def _rooms(picture: Image.Image, chance: Random) -> None:
    size = picture.size
    tiles = checkered(size, 0.5, (186, 132, 98), (170, 112, 80), 31)
    lay(picture, tiles, rects_mask(size, [_HOUSE]))
    lay(picture, clouded(plain(size, (132, 124, 116), 32, 5.0), 33, 10.0), rects_mask(size, [_PUMP]))
    beds = clouded(laid(size, Surface.STONE, (0.86, 0.9, 0.8)), 34, 8.0)
    lay(picture, beds, rects_mask(size, [_GLASS]))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((330, 350, 670, 560), 12, (126, 52, 48), (196, 152, 96), 6)  # a rug
    for x in range(350, 660, 34):
        draw.polygon(((x, 366), (x + 16, 382), (x, 398), (x - 16, 382)), (204, 164, 104))
        draw.polygon(((x, 512), (x + 16, 528), (x, 544), (x - 16, 528)), (204, 164, 104))
    for width, colour in ((20, (60, 52, 48)), (14, (150, 122, 96)), (4, (206, 180, 148))):  # pipes
        draw.line((2_200, 320, 1_700, 320), colour, width)
        draw.line((2_000, 320, 2_000, 720), colour, width)
        draw.line((2_200, 660, 2_090, 660, 2_090, 800), colour, width, "curve")
    for x in (1_760, 1_860, 2_120):
        draw.rectangle((x - 8, 304, x + 8, 336), (84, 70, 60), (170, 142, 114), 3)


def _tower(picture: Image.Image) -> None:
    """Raise the water tower: a platform on legs, and the tank's lid in it."""
    size = picture.size
    left, top, right, bottom = _TOWER
    shade = Image.new("L", size, 0)
    draw = ImageDraw.Draw(shade)
    draw.rectangle((left * CELL + 60, top * CELL + 110, right * CELL + 90, bottom * CELL + 120), 170)
    lay(picture, (30, 16, 12), shade.filter(ImageFilter.GaussianBlur(12)))
    stairs(picture, (19.3, 6.0, 20.7, 7.0), "south", _WOOD, 6)
    mask = rects_mask(size, [_TOWER])
    raised(picture, mask, (150, 112, 76), 5, 20)
    lay(picture, laid(size, Surface.WOOD, (1.0, 0.92, 0.84)), mask)
    draw = ImageDraw.Draw(picture)
    for far, colour in ((86, (70, 62, 58)), (80, (148, 140, 132)), (62, (164, 156, 148)), (12, (84, 76, 70))):
        draw.ellipse((2_000 - far, 800 - far, 2_000 + far, 800 + far), colour)
    for number in range(18):
        angle = number * pi / 9
        own = shifted((156, 148, 140), round(-30 * cos(angle - pi / 4)) * -1)
        near, far_end = ((2_000 + r * cos(angle), 800 + r * sin(angle)) for r in (16, 78))
        draw.line((*near, *far_end), own, 5)


def _bridge(picture: Image.Image, chance: Random) -> None:
    left, top, right, bottom = (side * CELL for side in _BRIDGE)
    shade = Image.new("L", picture.size, 0)
    ImageDraw.Draw(shade).rectangle((left + 50, top + 90, right + 70, bottom - 20), 190)
    lay(picture, (26, 14, 10), shade.filter(ImageFilter.GaussianBlur(16)))
    draw = ImageDraw.Draw(picture)
    for x in (left + 16, right - 16):
        draw.line((x, top - 20, x, bottom + 20), (70, 50, 36), 22)
    for y in range(top - 24, bottom + 10, 24):
        own, lean = shifted(_WOOD, chance.randrange(-20, 16)), chance.uniform(-3, 3)
        edge = (
            (left + 2, y + lean),
            (right - 2, y - lean),
            (right - 2, y + 20 - lean),
            (left + 2, y + 20 + lean),
        )
        draw.polygon(edge, own, shifted(own, -50))
        draw.line((left + 8, y + 3 + lean, right - 8, y + 3 - lean), shifted(own, 24), 2)
        for x in (left + 18, right - 18):
            draw.ellipse((x - 3, y + 7, x + 3, y + 13), shifted(own, -60))


# -------------------------------------------------------------------------------- what stands on it
def _worn(picture: Image.Image, fight: Fight, chance: Random) -> None:
    """Let the adobe crumble: bricks show here and there on the tops of the walls."""
    draw = ImageDraw.Draw(picture)
    for wall in of_kind(fight, WallKind.WALL):
        for x, y in along(wall.start, wall.end, 40):
            if chance.random() < 0.34:
                own = shifted((168, 112, 80), chance.randrange(-14, 14))
                x, y = x + chance.uniform(-8, 8), y + chance.uniform(-8, 8)
                draw.rounded_rectangle((x - 11, y - 6, x + 11, y + 6), 3, own, shifted(own, -36), 2)


def _mirrored(picture: Image.Image) -> None:
    """Lay the roof of the greenhouse over it: thin ribs, and the sky in the panes."""
    left, top, right, bottom = (round(side * CELL) for side in _GLASS)
    roof = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(roof)
    for x in range(left + 40, right + 200, 150):
        draw.polygon(((x, top), (x + 56, top), (x - 144, bottom), (x - 200, bottom)), 34)
    for x in range(left + 100, right, 100):
        draw.line((x, top, x, bottom), 80, 4)
    draw.line((left, (top + bottom) // 2, right, (top + bottom) // 2), 110, 7)
    inner = rects_mask(picture.size, [_GLASS])
    lay(picture, (226, 244, 250), ImageChops.multiply(roof, inner))


def _stove(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 14, (70, 62, 58))
    draw.rounded_rectangle((8, 6, w - 12, h - 14), 12, (106, 98, 92), (150, 140, 130), 4)
    for x, y in ((0.3, 0.32), (0.68, 0.32), (0.3, 0.68)):
        draw.ellipse((w * x - 30, h * y - 30, w * x + 30, h * y + 30), (48, 44, 42), (130, 122, 114), 4)
    draw.ellipse((w * 0.68 - 24, h * 0.68 - 24, w * 0.68 + 24, h * 0.68 + 24), (190, 96, 50), (80, 40, 28), 5)


def _pump(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 18, (66, 66, 68))
    draw.rounded_rectangle((10, 8, w - 14, h - 18), 16, (104, 108, 108), (156, 160, 158), 5)
    for x, y, far, own in ((0.32, 0.34, 0.24, (66, 116, 130)), (0.7, 0.68, 0.2, (186, 120, 58))):
        at, r = (w * x, h * y), w * far
        draw.ellipse((at[0] - r + 8, at[1] - r + 12, at[0] + r + 8, at[1] + r + 12), (50, 50, 52))
        for share, colour in (
            (1.0, shifted(own, -40)),
            (0.9, own),
            (0.5, shifted(own, 26)),
            (0.2, (60, 60, 60)),
        ):
            draw.ellipse((at[0] - r * share, at[1] - r * share, at[0] + r * share, at[1] + r * share), colour)
        for number in range(10):
            angle = number * pi / 5
            bolt = (at[0] + r * 0.74 * cos(angle), at[1] + r * 0.74 * sin(angle))
            draw.ellipse((bolt[0] - 7, bolt[1] - 7, bolt[0] + 7, bolt[1] + 7), shifted(own, -60))
    draw.line((w * 0.32, h * 0.58, w * 0.32, h * 0.84, w * 0.52, h * 0.84), (150, 122, 96), 22, "curve")
    draw.rounded_rectangle((w * 0.66, h * 0.14, w * 0.9, h * 0.36), 8, (36, 60, 62), (170, 170, 166), 5)
    draw.line((w * 0.7, h * 0.3, w * 0.78, h * 0.2, w * 0.86, h * 0.28), (120, 230, 190), 5)


def _crawler(draw: Draw, w: float, h: float, chance: Random) -> None:
    for y in (0.0, 0.74):
        draw.rounded_rectangle((w * 0.02, h * y, w * 0.96, h * (y + 0.26)), 24, (46, 40, 38), (96, 84, 76), 4)
        for x in range(round(w * 0.04), round(w * 0.94), 22):
            draw.line((x, h * y + 5, x, h * (y + 0.26) - 5), (76, 66, 60), 7)
    draw.polygon(
        (
            (w * 0.05, h * 0.2),
            (w * 0.9, h * 0.2),
            (w, h * 0.42),
            (w, h * 0.62),
            (w * 0.9, h * 0.8),
            (w * 0.05, h * 0.8),
        ),
        (92, 66, 50),
    )
    plates = ((0.06, 0.3, (150, 104, 72)), (0.31, 0.58, (136, 112, 88)), (0.59, 0.88, (156, 92, 62)))
    for left, right, own in plates:
        draw.rectangle((w * left, h * 0.23, w * right, h * 0.75), own, shifted(own, 30), 4)
        for _ in range(14):  # rust
            at = chance.uniform(w * left, w * right - 20), chance.uniform(0.26, 0.7) * h
            far, own = chance.uniform(4, 16), chance.choice(((104, 58, 38), (126, 74, 48), (88, 60, 50)))
            draw.ellipse((*at, at[0] + far, at[1] + far * 0.7), own)
    draw.polygon(
        ((w * 0.36, h * 0.32), (w * 0.5, h * 0.3), (w * 0.54, h * 0.62), (w * 0.4, h * 0.68)), (28, 24, 24)
    )
    draw.rounded_rectangle((w * 0.66, h * 0.3, w * 0.84, h * 0.68), 10, (44, 62, 66), (96, 70, 54), 6)
    draw.line((w * 0.69, h * 0.36, w * 0.76, h * 0.56), (124, 156, 160), 4)


_THINGS: dict[str, Thing] = {
    "table": table(),
    "stove": _stove,
    "plants": plants,
    "pump": _pump,
    "tractor": tractor,
    "bales": bales,
    "crawler": _crawler,
    "mirrors": mirrors,
    "rock": rock(_ROCK),
}


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    tall = 22 if box.kind is WallKind.WALL else 14
    stand(picture, _THINGS[box.material], (x + w / 2, y + h / 2), (w * 0.97, h * 0.95), chance, tall=tall)


def _furnish(picture: Image.Image, chance: Random) -> None:
    for y in (2.65, 3.45):
        stand(picture, bed, (7.3, y - 0.1), (1.0, 0.55), chance, 180, 7)
    stand(picture, shelf, (4.6, 2.32), (2.4, 0.36), chance, 0, 7)
    for x, y in ((4.5, 3.7), (5.5, 3.7), (4.5, 5.3), (5.5, 5.3)):
        stand(picture, stool, (x, y), (0.4, 0.4), chance, 0, 6)
    bushes = (
        *((1.2, 1.4, 0.8), (9.6, 1.2, 0.9), (27.2, 3.0, 0.9), (9.4, 5.9, 0.6), (27.0, 9.0, 0.7)),
        *((1.0, 18.0, 0.8), (20.6, 18.1, 0.7)),
    )
    for x, y, far in bushes:
        stand(picture, bush((112, 110, 66)), (x, y), (far, far), chance, chance.uniform(0, 360), 9)
    for x, y in ((25.4, 5.7), (25.4, 6.4), (24.6, 6.4)):
        stand(picture, drum, (x, y), (0.56, 0.56), chance, 0, 10)
    for x, y in ((8.5, 2.6), (8.5, 3.2)):
        stand(picture, drum, (x, y), (0.5, 0.5), chance, 0, 10)
