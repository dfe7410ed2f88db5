"""Paints the picture of the temple: mossy flags, a pool, roots and old trees at dusk. The same each time."""

from math import cos, pi, sin
from random import Random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.camp import fire, log
from webapp.demo.brushes.furniture import column
from webapp.demo.brushes.grounds import (
    Rect,
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
    water,
)
from webapp.demo.brushes.nature import bush, fern, rock, tree, trunk
from webapp.demo.brushes.sprites import Draw, Thing, boards_across, stand
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, along, light, shade_beside_walls, shifted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, thresholds
from webapp.demo.fights import Box, Fight

_COURT: Rect = (7, 3, 15, 14)
_UPPER = ((15.0, 3.0, 17.0, 14.0), (17.0, 4.0, 23.0, 13.0))
_DAIS: Rect = (21, 7, 23, 10)
_POOL: Rect = (9, 7, 13, 10)
_PATH = [(-0.5, 7.4), (3, 7.0), (6.6, 7.2), (6.6, 10.0), (3, 9.6), (-0.5, 9.9)]
_STONE: Colour = (126, 126, 112)
_LEAF: Colour = (62, 92, 50)
_BARK: Colour = (84, 66, 48)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (18.5, 5.5, 5.0, (255, 176, 96)),
    (18.5, 11.5, 5.0, (255, 176, 96)),
    (21.6, 8.5, 3.6, (255, 216, 160)),
    (3.4, 6.0, 4.6, (255, 190, 116)),
    (2.0, 9.0, 7.0, (206, 170, 120)),
    (11.0, 8.5, 6.0, (120, 176, 168)),
    (9.0, 4.5, 5.0, (150, 150, 100)),
    (10.0, 12.5, 5.0, (110, 130, 90)),
    (25.0, 9.0, 6.0, (70, 96, 110)),
    (13.0, 17.0, 7.0, (80, 100, 80)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Drowned Temple")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = _forest(size, chance)
    _court(picture, chance)
    _terrace(picture, chance)
    _pool(picture, chance)
    _dig(picture, chance)
    picture = shade_beside_walls(picture, fight)
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 20, 28)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (122, 96, 50), 14)
    masonry(picture, walls, _STONE, chance, 22, 56)
    for wall in of_kind(fight, WallKind.LOW):
        _low(picture, wall, chance)
    _moss(picture, walls, chance)
    for box in fight.boxes:
        _stand(picture, box, chance)
    _rubble(picture, fight, chance)
    _growth(picture, chance)
    return _rays(light(picture, _LAMPS, day=0.6))


# ---------------------------------------------------------------------------------------- the ground
def _forest(size: tuple[int, int], chance: Random) -> Image.Image:
    """Lay the forest's floor: earth, moss, fallen leaves, and a trodden path to the stair."""
    picture = clouded(plain(size, (86, 74, 52), 1, 4.0), 2, 12.0, 300)
    grass = laid(size, Surface.GRASS, (0.74, 0.86, 0.7))
    lay(picture, clouded(grass, 3, 16.0), patches(size, 4, 340, 0.62, 1.2))
    path = frayed(shape_mask(size, [_PATH]), 5, 40, 14.0)
    lay(picture, clouded(plain(size, (116, 98, 70), 6, 4.0), 7, 12.0), path.point(lambda v: v * 4 // 5))
    draw = ImageDraw.Draw(picture)
    for _ in range(2_600):  # leaves
        x, y, far = chance.uniform(0, size[0]), chance.uniform(0, size[1]), chance.randrange(4, 9)
        own = chance.choice(((134, 92, 46), (112, 70, 40), (150, 116, 58), (96, 88, 46)))
        angle = chance.uniform(0, pi)
        tip = (far * cos(angle), far * sin(angle))
        side = (-tip[1] * 0.45, tip[0] * 0.45)
        leaf = (
            (x - tip[0], y - tip[1]),
            (x + side[0], y + side[1]),
            (x + tip[0], y + tip[1]),
            (x - side[0], y - side[1]),
        )
        draw.polygon(leaf, shifted(own, chance.randrange(-16, 12)))
    return picture


def _flags(picture: Image.Image, mask: Image.Image, seed: int, tint: tuple[float, float, float]) -> None:
    """Lay mossy flags within a mask: earth in the gaps that are missing, moss over the rest."""
    size = picture.size
    lay(picture, clouded(laid(size, Surface.STONE, tint), seed, 14.0, 240), mask)
    moss = clouded(laid(size, Surface.GRASS, (0.7, 0.86, 0.6)), seed + 1, 18.0)
    over = patches(size, seed + 2, 150, 0.26, 2.6)
    lay(picture, moss, ImageChops.multiply(over, mask).point(lambda v: v * 3 // 4))
    bare = patches(size, seed + 4, 110, 0.06, 3.0)
    earth = plain(size, (78, 66, 48), seed + 5, 4.0)
    lay(picture, earth, ImageChops.multiply(bare, mask))


def _court(picture: Image.Image, chance: Random) -> None:
    mask = frayed(rects_mask(picture.size, [_COURT]), 11, 10, 2.0)
    raised(picture, mask, (138, 136, 118), 8, 24)
    _flags(picture, mask.filter(ImageFilter.MinFilter(11)), 12, (0.98, 1.0, 0.88))
    stairs(picture, (6.1, 6.6, 7.1, 10.4), "east", (134, 132, 116), 4)


def _terrace(picture: Image.Image, chance: Random) -> None:
    """Raise the upper terrace with the floor of the sanctum, its dais, and the stair between."""
    mask = rects_mask(picture.size, _UPPER)
    raised(picture, mask, (146, 142, 124), 8, 34)
    _flags(picture, mask.filter(ImageFilter.MinFilter(11)), 21, (1.06, 1.04, 0.92))
    stairs(picture, (14.1, 6.6, 15.1, 10.4), "east", (138, 135, 118), 4)
    size = picture.size
    inner = rects_mask(size, [(17.3, 4.3, 22.7, 12.7)])
    lay(picture, (40, 34, 34), inner.point(lambda v: v // 5))
    draw = ImageDraw.Draw(picture)
    for far, wide in ((170, 8), (146, 3), (70, 5)):  # what was carved into the floor
        draw.ellipse((1_970 - far, 850 - far, 1_970 + far, 850 + far), outline=(92, 86, 74), width=wide)
    for number in range(16):
        angle = number * pi / 8
        near, end = ((1_970 + r * cos(angle), 850 + r * sin(angle)) for r in (76, 142))
        draw.line((*near, *end), (96, 90, 78), 4)
    dais = rects_mask(size, [_DAIS])
    raised(picture, dais, (168, 158, 128), 7, 18)
    tiles = clouded(laid(size, Surface.STONE, (1.2, 1.12, 0.9)), 31, 8.0)
    lay(picture, tiles, dais.filter(ImageFilter.MinFilter(11)))


def _pool(picture: Image.Image, chance: Random) -> None:
    """Fill the pool in the court: green water within a rim, with lilies."""
    size = picture.size
    left, top, right, bottom = _POOL
    rim = rects_mask(size, [(left - 0.22, top - 0.22, right + 0.22, bottom + 0.22)])
    raised(picture, rim, (148, 146, 128), 5, 10)
    lay(picture, laid(size, Surface.STONE, (1.16, 1.16, 1.02)), rim.filter(ImageFilter.MinFilter(9)))
    mask = frayed(rects_mask(size, [_POOL]), 41, 8, 2.0)
    lay(picture, water(size, (44, 78, 70), 42, across=150, down=60), mask)
    sunk(picture, mask, 170, 20, (14, 20))
    scum = patches(size, 43, 120, 0.22, 2.2)
    lay(picture, (88, 112, 58), ImageChops.multiply(scum, mask).point(lambda v: v * 2 // 3))
    draw = ImageDraw.Draw(picture)
    for _ in range(34):
        x, y, far = chance.uniform(920, 1_280), chance.uniform(725, 975), chance.randrange(10, 22)
        own, turn = shifted((84, 128, 66), chance.randrange(-18, 18)), chance.randrange(360)
        draw.ellipse((x - far + 4, y - far + 6, x + far + 4, y + far + 6), (24, 46, 42))
        draw.pieslice((x - far, y - far, x + far, y + far), turn, turn + 320, own, shifted(own, -30), 2)
        if chance.random() < 0.3:
            for number in range(6):
                at = (x + 7 * cos(number * pi / 3), y + 7 * sin(number * pi / 3))
                draw.ellipse((at[0] - 5, at[1] - 5, at[0] + 5, at[1] + 5), (230, 200, 216))
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), (240, 214, 110))


def _dig(picture: Image.Image, chance: Random) -> None:
    """Open the floor of the sanctum where the zealots dig, with what they threw out."""
    size = picture.size
    heap = frayed(
        shape_mask(size, [[(19.2, 11.0), (21.8, 11.3), (22.2, 12.3), (20.0, 12.6), (19.0, 12.0)]]),
        51,
        20,
        6.0,
    )
    raised(picture, heap, (110, 90, 64), 8, 12)
    lay(picture, plain(size, (104, 84, 58), 52, 9.0), heap)
    hole = frayed(shape_mask(size, [[(19.6, 10.2), (21.6, 10.2), (21.8, 11.2), (19.8, 11.4)]]), 53, 10, 2.0)
    lay(picture, plain(size, (54, 42, 32), 54, 6.0), hole)
    sunk(picture, hole, 220, 14, (12, 18))
    for x, y, turn in ((19.2, 10.7, 60), (22.3, 11.0, -40)):
        stand(picture, _spade, (x, y), (0.9, 0.24), chance, turn, 5)


# -------------------------------------------------------------------------------- what stands on it
def _moss(picture: Image.Image, walls: list[Wall], chance: Random) -> None:
    """Let moss and creepers hang over the walls."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        grows = 0
        for x, y in along(wall.start, wall.end, 12):
            grows = chance.randrange(3, 16) if chance.random() < 0.09 else grows - 1
            for _ in range(3 if grows > 0 else 0):
                at, far = (x + chance.uniform(-26, 24), y + chance.uniform(-26, 24)), chance.uniform(5, 11)
                own = shifted(_LEAF, chance.randrange(-20, 26))
                draw.ellipse(
                    (at[0] - far + 3, at[1] - far + 4, at[0] + far + 3, at[1] + far + 4), (28, 36, 24)
                )
                draw.ellipse((at[0] - far, at[1] - far, at[0] + far, at[1] + far), own, shifted(own, -20))


def _low(picture: Image.Image, wall: Wall, chance: Random) -> None:
    if wall.material == "wood-thick":
        (x1, y1), (x2, y2) = wall.start, wall.end
        turn = float(np.degrees(np.arctan2(y2 - y1, x2 - x1)))
        stand(picture, log(), ((x1 + x2) / 2, (y1 + y2) / 2), (2.9, 0.6), chance, turn, 16)
        return
    for x, y in along(wall.start, wall.end, 46):
        if chance.random() < 0.93:
            own, turn = (
                shifted(_STONE, chance.randrange(-18, 16)),
                chance.choice((0, 90)) + chance.uniform(-12, 12),
            )
            at = (x / CELL + chance.uniform(-0.05, 0.05), y / CELL + chance.uniform(-0.05, 0.05))
            stand(picture, _block(own), at, (chance.uniform(0.4, 0.56), 0.4), chance, turn, 10)
    _moss(picture, [wall], chance)


def _block(colour: Colour) -> Thing:
    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.rounded_rectangle((0, 0, w, h), 12, shifted(colour, -52))
        draw.rounded_rectangle((3, 2, w - 6, h - 9), 11, colour, shifted(colour, 24), 4)
        for _ in range(3):
            x, y = chance.uniform(10, w - 30), chance.uniform(10, h - 26)
            draw.line((x, y, x + chance.uniform(-8, 22), y + chance.uniform(6, 18)), shifted(colour, -34), 3)

    return draw_it


def _spade(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.line((0, h / 2, w * 0.7, h / 2), (134, 100, 62), 13)
    draw.polygon(
        ((w * 0.66, h * 0.2), (w, h * 0.3), (w, h * 0.7), (w * 0.66, h * 0.8)),
        (120, 122, 126),
        (60, 60, 64),
        4,
    )


def _column(draw: Draw, w: float, h: float, chance: Random) -> None:
    column(_STONE)(draw, w, h, chance)
    x, y = w * 0.5, h * 0.48
    crack = [(x + chance.uniform(-30, 30), y * share) for share in (0.5, 0.8, 1.1, 1.5)]
    draw.line(crack, (70, 70, 60), 5)
    for _ in range(26):
        angle, far, r = chance.uniform(1.4, 3.6), chance.uniform(0.3, 0.5), chance.uniform(7, 14)
        at = (w * (0.5 + far * cos(angle)), h * (0.5 + far * sin(angle)))
        own = shifted(_LEAF, chance.randrange(-20, 26))
        draw.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), own, shifted(own, -20))


def _fallen(draw: Draw, w: float, h: float, chance: Random) -> None:
    for left, right, sink in ((0.0, 0.32, 0.0), (0.35, 0.66, 0.06), (0.7, 1.0, -0.03)):
        box = (w * left, h * (0.12 + sink), w * right, h * (0.84 + sink))
        draw.rounded_rectangle(box, 16, shifted(_STONE, -54))
        for number in range(7):
            high = (box[3] - box[1]) / 7
            own = shifted(_STONE, (26, 30, 18, 4, -10, -24, -40)[number])
            draw.rectangle(
                (box[0] + 5, box[1] + number * high, box[2] - 8, box[1] + (number + 1) * high - 4), own
            )
        draw.ellipse(
            (box[2] - 24, box[1] + 6, box[2] + 2, box[3] - 6), shifted(_STONE, -14), shifted(_STONE, -48), 4
        )


def _altar(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 10, (92, 88, 76))
    draw.rounded_rectangle((6, 5, w - 9, h - 14), 8, (170, 162, 136), (204, 196, 168), 5)
    draw.rectangle((w * 0.3, 6, w * 0.66, h - 16), (116, 30, 36), (196, 152, 74), 5)
    draw.ellipse((w * 0.36, h * 0.3, w * 0.6, h * 0.54), (206, 170, 84), (92, 66, 30), 4)
    for x, y in ((0.12, 0.14), (0.78, 0.14), (0.12, 0.7), (0.78, 0.7)):
        draw.ellipse((w * x, h * y, w * x + 20, h * y + 20), (255, 236, 180), (196, 160, 90), 4)


def _brazier(draw: Draw, w: float, h: float, chance: Random) -> None:
    for number in range(4):
        angle = pi / 4 + number * pi / 2
        draw.line(
            (w / 2, h / 2, w * (0.5 + 0.46 * cos(angle)), h * (0.5 + 0.46 * sin(angle))), (40, 36, 34), 15
        )
    draw.ellipse((w * 0.14, h * 0.14, w * 0.86, h * 0.86), (52, 46, 42), (126, 108, 76), 9)
    draw.ellipse((w * 0.22, h * 0.22, w * 0.78, h * 0.78), (110, 36, 18))
    for _ in range(16):
        x, y, far = chance.uniform(0.3, 0.66) * w, chance.uniform(0.3, 0.66) * h, chance.uniform(7, 17)
        draw.ellipse(
            (x - far, y - far, x + far, y + far),
            chance.choice(((255, 150, 50), (255, 208, 110), (226, 84, 30))),
        )
    draw.ellipse((w * 0.4, h * 0.38, w * 0.58, h * 0.56), (255, 244, 200))


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    thing, size, tall = _look(box)
    stand(picture, thing, (x + w / 2, y + h / 2), (w * size, h * size), chance, tall=tall)


def _look(box: Box) -> tuple[Thing, float, int]:
    """Give what a box is drawn as, how large beside its cells, and how tall."""
    if box.material == "brazier":
        return _brazier, 0.9, 12
    if box.material == "wood-thick":
        return trunk(_BARK), 2.3, 14
    if box.id == "altar":
        return _altar, 0.96, 14
    return (_fallen, 0.98, 14) if box.id == "fallen" else (_column, 1.02, 26)


def _rubble(picture: Image.Image, fight: Fight, chance: Random) -> None:
    """Heap fallen stones where the ground is bad for them."""
    for ground in fight.map.ground:
        for c, r in ground.cells if ground.name == "fallen stones" else ():
            for _ in range(5):
                at, far = (c + chance.uniform(0, 1), r + chance.uniform(0, 1)), chance.uniform(0.26, 0.52)
                own, turn = shifted(_STONE, chance.randrange(-20, 14)), chance.uniform(0, 360)
                thing = _block(own) if chance.random() < 0.6 else rock(own)
                stand(picture, thing, at, (far, far * 0.8), chance, turn, 9)


def _growth(picture: Image.Image, chance: Random) -> None:
    """Let bushes and ferns fill the undergrowth, and crowns of great trees close the edges."""
    spots = ((0, 0, 7, 2), (0, 15, 6, 18), (24, 0, 27, 4), (23, 15, 27, 18))
    for left, top, right, bottom in spots:
        for _ in range(round((right - left) * (bottom - top) * 1.1)):
            at, far = (chance.uniform(left, right), chance.uniform(top, bottom)), chance.uniform(0.5, 1.0)
            leaf = shifted(
                chance.choice(((66, 96, 52), (78, 104, 54), (58, 88, 62))), chance.randrange(-10, 10)
            )
            thing = fern(leaf) if chance.random() < 0.5 else bush(leaf)
            stand(picture, thing, at, (far, far), chance, chance.uniform(0, 360), 8)
    for x, y in (
        (6.4, 5.0),
        (6.5, 11.6),
        (12.6, 14.5),
        (16.2, 14.6),
        (23.7, 9.2),
        (23.6, 13.6),
        (10.4, 2.5),
        (5.6, 14.3),
    ):
        far = chance.uniform(0.5, 0.8)
        stand(picture, fern((74, 108, 56)), (x, y), (far, far), chance, chance.uniform(0, 360), 6)
    crowns = (
        *((0.2, 0.3, 3.4), (3.4, -0.5, 3.0), (6.6, 0.2, 2.2), (26.6, 0.4, 3.6), (24.2, -0.4, 2.6)),
        *((0.3, 17.2, 3.6), (3.8, 18.2, 2.8), (26.4, 17.4, 3.8), (23.2, 18.3, 2.8), (27.0, 12.6, 2.6)),
        *((-0.5, 3.6, 2.2), (13.4, 18.4, 2.6), (16.4, -0.7, 2.4)),
    )
    for x, y, far in crowns:
        leaf = shifted(_LEAF, chance.randrange(-12, 14))
        stand(picture, tree(leaf), (x, y), (far, far), chance, chance.uniform(0, 360), 40)
    stand(picture, fire, (3.5, 5.7), (0.7, 0.7), chance, 0, 4)
    for x, y, turn in ((4.6, 6.3, 20), (2.6, 6.5, -60)):
        stand(picture, _pack, (x, y), (0.5, 0.4), chance, turn, 7)


def _pack(draw: Draw, w: float, h: float, chance: Random) -> None:
    boards_across(draw, (6, 6, w - 8, h - 10), (112, 86, 58), chance, 2)
    draw.rounded_rectangle((0, 0, w, h), 16, outline=(64, 48, 34), width=9)
    draw.line((w * 0.3, 0, w * 0.3, h), (64, 48, 34), 8)


def _rays(picture: Image.Image) -> Image.Image:
    """Let the last sun fall in from the top left in a few broad rays, and fires glow."""
    rays = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(rays)
    for x, wide, strong in ((-200, 260, 30), (260, 130, 22), (700, 320, 26), (1_300, 160, 18)):
        draw.polygon(((x, -20), (x + wide, -20), (x + wide + 1_500, 1_820), (x + 1_350, 1_820)), strong)
    fade = Image.linear_gradient("L").resize(picture.size).point(lambda v: 255 - v * 3 // 4)
    soft = ImageChops.multiply(rays.filter(ImageFilter.GaussianBlur(30)), fade)
    lay(picture, (255, 214, 150), soft)
    bright = picture.point(lambda v: max(0, v - 190) * 3).filter(ImageFilter.GaussianBlur(16))
    return ImageChops.add(picture, bright.point(lambda v: v // 2))
