"""Paints the picture of the pass: a road in snow, crags, a gorge and its bridge. The same each time."""

from math import atan2, degrees, pi, sin
from random import Random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.camp import bed, cart, fire, log, stake, woodpile
from webapp.demo.brushes.furniture import table
from webapp.demo.brushes.grounds import (
    clouded,
    crag,
    fractal,
    frayed,
    laid,
    lay,
    patches,
    raised,
    shape_mask,
    sunk,
    water,
)
from webapp.demo.brushes.nature import fir, rock
from webapp.demo.brushes.sprites import Draw, Thing, stand
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    along,
    light,
    px,
    shade_beside_walls,
    shifted,
    tilted,
)
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, thresholds
from webapp.demo.fights import Box, Fight

_Shape = list[tuple[float, float]]
_CLIFF: _Shape = [
    *((0, 0), (26, 0), (26, 0.6), (23, 1.0), (18.6, 1.2), (16.4, 1.6), (14, 1.7), (11.4, 2.2), (8.2, 2.3)),
    *((5.9, 2.9), (5.8, 4.2), (5.5, 5.9), (4.6, 5.0), (3.4, 4.2), (1.6, 4.7), (0, 4.6)),
]
_LEDGE: _Shape = [
    (5.7, 2.4),
    (8, 2.0),
    (14.1, 1.4),
    (14.2, 3.0),
    (13.9, 4.4),
    (14.2, 5.9),
    (9, 5.75),
    (5.5, 5.9),
]
_STEPS: tuple[_Shape, ...] = (
    [(14, 1.2), (18.0, 0.9), (18.3, 2.6), (17.8, 4.0), (18.2, 5.4), (17.2, 6.2), (14, 6.0)],
    [(14, 1.2), (16.1, 1.0), (16.3, 2.4), (15.8, 3.9), (16.2, 5.3), (15.5, 6.1), (14, 6.0)],
)
_FACE: _Shape = [
    (5.4, 5.35),
    (8, 5.5),
    (11, 5.35),
    (14.3, 5.5),
    (14.2, 6.1),
    (11, 6.0),
    (8, 6.15),
    (5.5, 6.0),
]
_GORGE: _Shape = [
    *((-0.2, 13.4), (7, 13), (14, 12.4), (18, 12.6), (20, 12.6), (26.2, 13.2), (26.2, 16.8), (20, 16.2)),
    *((18, 16.2), (9, 16.6), (-0.2, 17.2)),
]
_RIVER: _Shape = [
    *((-0.2, 14.7), (4, 14.2), (8, 14.4), (13, 13.8), (18, 13.9), (22, 14.2), (26.2, 14.5), (26.2, 15.5)),
    *((22, 15.3), (18, 15.0), (13, 15.3), (8, 15.5), (4, 15.9), (-0.2, 15.9)),
]
_ROAD: _Shape = [
    *((-0.5, 7.9), (6, 8.6), (12, 8.2), (18, 8.4), (26.5, 8.0), (26.5, 10.1), (18, 10.5), (12, 10.4)),
    *((6, 10.6), (-0.5, 10.1)),
]
_TOWER, _BRIDGE = (20, 2, 24, 6), (18, 12.45, 20, 16.4)
_ROCK: Colour = (106, 107, 114)
_SNOW: Colour = (220, 227, 236)
_STONE: Colour = (126, 126, 130)
_WOOD: Colour = (112, 84, 56)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (22.0, 4.0, 3.4, (255, 176, 92)),
    (18.4, 9.4, 3.6, (255, 160, 76)),
    (3.0, 9.0, 8.0, (255, 226, 196)),
    (11.0, 8.0, 7.0, (116, 110, 112)),
    (22.0, 9.0, 6.0, (200, 176, 156)),
    (10.0, 4.0, 5.0, (90, 90, 92)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Pass in Snow")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = clouded(laid(size, Surface.SNOW, (0.9, 0.91, 0.94)), 3, 12.0, 420)
    _drifts(picture)
    _road(picture, chance)
    _gorge(picture)
    _heights(picture)
    _avalanche(picture, fight, chance)
    _tower_floor(picture, chance)
    _bridge(picture, chance)
    stone = of_kind(fight, WallKind.WALL, "stone")
    picture = shade_beside_walls(picture, fight)
    cast_shade(picture, stone, 18, 24)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (84, 64, 44))
    masonry(picture, stone, _STONE, chance, 20, 44)
    masonry(picture, of_kind(fight, WallKind.WINDOW, "slit"), (70, 68, 66), chance, 14, 40)
    _snow_on(picture, stone, chance)
    for wall in of_kind(fight, WallKind.LOW):
        _low(picture, wall, chance)
    for box in fight.boxes:
        _stand(picture, box, chance)
    _wood(picture, chance)
    return light(picture, _LAMPS, day=0.78)


# ---------------------------------------------------------------------------------------- the ground
def _drifts(picture: Image.Image) -> None:
    """Blow the snow into drifts: long soft ridges with a blue lee side."""
    heights = fractal((picture.width // 4, picture.height), 41, 150).repeat(4, axis=1)[:, : picture.width]
    lit = np.zeros_like(heights)
    lit[6:, 6:] = heights[6:, 6:] - heights[:-6, :-6]
    tone = np.clip(46 * lit, -16, 10)[..., None] * np.array((1.15, 1.0, 0.75))
    picture.paste(Image.fromarray((np.asarray(picture, dtype=float) + tone).clip(0, 255).astype(np.uint8)))


def _road(picture: Image.Image, chance: Random) -> None:
    """Tread a road into the snow: slush, ruts and many feet."""
    size = picture.size
    mask = ImageChops.multiply(
        frayed(shape_mask(size, [_ROAD]), 5, 40, 16.0), patches(size, 6, 160, 0.86, 1.4)
    )
    sunk(picture, mask, 60, 14, (4, 6))
    lay(picture, clouded(laid(size, Surface.SNOW, (0.72, 0.69, 0.66)), 6, 16.0, 140), mask)
    draw = ImageDraw.Draw(picture)
    for row in (8.85, 9.75):
        for x in range(0, picture.width, 11):
            y = (row + 0.12 * sin(x / 260) + 0.05 * sin(x / 57)) * CELL + chance.uniform(-3, 3)
            if chance.random() < 0.9:
                draw.line((x, y, x + 14, y), (128, 122, 118), chance.randrange(6, 11))
                draw.line((x, y + 6, x + 14, y + 6), (202, 204, 210), 3)
    for _ in range(520):  # footprints
        at, y, far = chance.uniform(0, 26) * CELL, chance.gauss(9.3, 0.7) * CELL, chance.randrange(4, 7)
        draw.ellipse((at - far, y - 3, at + far, y + 3), (150, 147, 150))
        draw.arc((at - far, y - 3, at + far, y + 4), 20, 160, (222, 226, 232), 2)


def _gorge(picture: Image.Image) -> None:
    """Let the gorge fall away: rock down its sides, a river and mist at its bottom."""
    size = picture.size
    mask = frayed(shape_mask(size, [_GORGE]), 9, 30, 2.5)
    rim = mask.filter(ImageFilter.GaussianBlur(20))
    lay(picture, (150, 164, 186), rim.point(lambda v: v // 2))
    lay(picture, crag(size, (74, 80, 94), 10, scale=320, strength=300), mask)
    lay(
        picture,
        _SNOW,
        ImageChops.multiply(mask, patches(size, 17, 60, 0.16, 2.0)).point(lambda v: v * 3 // 4),
    )
    deep = frayed(shape_mask(size, [_RIVER]), 12, 34, 5.0)
    lay(picture, (196, 212, 224), deep.filter(ImageFilter.GaussianBlur(7)))
    lay(picture, water(size, (48, 80, 106), 13, across=70, down=14), deep)
    sunk(picture, mask, 225, 40, (20, 46))
    haze = patches(size, 14, 300, 0.3, 0.7).point(lambda v: v * 2 // 5)
    inner = deep.filter(ImageFilter.GaussianBlur(40))
    lay(picture, (150, 168, 190), ImageChops.multiply(haze, inner))


def _heights(picture: Image.Image) -> None:
    """Raise the crags, the ledge before them and the terraces that climb to it."""
    size = picture.size
    for number, step in enumerate(_STEPS):
        mask = frayed(shape_mask(size, [step]), 20 + number, 26, 4.0)
        raised(picture, mask, (196, 202, 212), 9, 14)
        lay(
            picture,
            clouded(laid(size, Surface.SNOW, (0.88, 0.88, 0.9)), 21 + number, 14.0, 160),
            mask.filter(ImageFilter.MinFilter(9)),
        )
    ledge = frayed(shape_mask(size, [_LEDGE]), 22, 20, 3.0)
    raised(picture, ledge, (158, 162, 172), 9, 40)
    lay(
        picture,
        clouded(laid(size, Surface.SNOW, (0.93, 0.93, 0.95)), 23, 14.0, 200),
        ledge.filter(ImageFilter.MinFilter(9)),
    )
    cliff = frayed(shape_mask(size, [_CLIFF]), 24, 26, 3.0)
    raised(picture, cliff, (120, 122, 130), 6, 54)
    lay(picture, crag(size, _ROCK, 25, scale=380, strength=330), cliff)
    caps = ImageChops.multiply(patches(size, 26, 150, 0.36, 2.4), cliff)
    lay(picture, (132, 146, 168), ImageChops.offset(caps, 5, 7).point(lambda v: v // 2))
    lay(picture, laid(size, Surface.SNOW, (0.97, 0.97, 0.98)), caps)
    face = frayed(shape_mask(size, [_FACE]), 28, 18, 2.5)
    raised(picture, face, (88, 90, 98), 3, 26)
    lay(picture, crag(size, (98, 100, 108), 29, scale=120, strength=300), face)
    lay(picture, _SNOW, ImageChops.multiply(face, patches(size, 30, 50, 0.2, 2.0)))


def _avalanche(picture: Image.Image, fight: Fight, chance: Random) -> None:
    """Heap up what came down: clods of snow, stones and splintered wood."""
    cells = [cell for ground in fight.map.ground for cell in ground.cells]
    squares = [
        [(c - 0.1, r - 0.1), (c + 1.1, r - 0.1), (c + 1.1, r + 1.1), (c - 0.1, r + 1.1)] for c, r in cells
    ]
    size = picture.size
    mask = frayed(shape_mask(size, squares), 31, 44, 8.0)
    raised(picture, mask, (206, 212, 222), 9, 14)
    heap = crag(size, (206, 213, 224), 32, scale=110, strength=120)
    lay(picture, heap, mask.filter(ImageFilter.GaussianBlur(4)))
    for c, r in cells:
        for _ in range(4):
            far, turn = chance.uniform(0.1, 0.3), chance.uniform(0, 360)
            at = (c + chance.uniform(-0.1, 1.1), r + chance.uniform(-0.1, 1.1))
            stand(picture, rock((202, 209, 220), _SNOW), at, (far, far * 0.84), chance, turn, 4)
        if chance.random() < 0.5:
            far, turn = chance.uniform(0.2, 0.46), chance.uniform(0, 360)
            at = (c + chance.random(), r + chance.random())
            stand(picture, rock(_ROCK, _SNOW), at, (far, far * 0.8), chance, turn, 7)
        if chance.random() < 0.16:
            at = (c + chance.random(), r + chance.random())
            stand(
                picture, log(_SNOW), at, (chance.uniform(0.6, 1.1), 0.16), chance, chance.uniform(20, 70), 5
            )


def _tower_floor(picture: Image.Image, chance: Random) -> None:
    left, top, right, bottom = _TOWER
    mask = shape_mask(picture.size, [[(left, top), (right, top), (right, bottom), (left, bottom)]])
    raised(picture, mask, (110, 108, 108), 9, 20)
    lay(picture, laid(picture.size, Surface.WOOD, (0.8, 0.72, 0.66)), mask)
    stand(picture, _hatch, (21.1, 5.2), (0.9, 0.9), chance, tall=4)
    stand(picture, table(_WOOD), (23.2, 3.0), (0.7, 1.2), chance, tall=9)
    for y in (2.7, 3.5):
        stand(picture, bed, (20.7, y), (0.95, 0.5), chance, tall=6)


def _bridge(picture: Image.Image, chance: Random) -> None:
    """Hang the rope bridge over the gorge: planks, some of them gone, between two ropes each side."""
    left, top, right, bottom = (edge * CELL for edge in _BRIDGE)
    shade = Image.new("L", picture.size, 0)
    ImageDraw.Draw(shade).rectangle((left + 40, top + 60, right + 50, bottom + 10), 150)
    lay(picture, (8, 10, 16), shade.filter(ImageFilter.GaussianBlur(16)))
    draw = ImageDraw.Draw(picture)
    y = top
    while y < bottom:
        high, sag = float(chance.randrange(17, 24)), 8 * sin(pi * (y - top) / (bottom - top))
        if chance.random() > 0.07:
            lean, colour = chance.uniform(-3, 3), shifted((128, 100, 70), chance.randrange(-20, 16))
            near, far = left + 12 + sag, right - 12 - sag
            edge = ((near, y + lean), (far, y - lean), (far, y + high - lean), (near, y + high + lean))
            draw.polygon(edge, colour, shifted(colour, -50))
            draw.line((near + 4, y + 3 + lean, far - 6, y + 3 - lean), shifted(colour, 26), 2)
            if chance.random() < 0.6:  # snow that stayed
                x = chance.uniform(left + 20, right - 90)
                draw.line((x, y + 5, x + chance.uniform(24, 70), y + 5), _SNOW, 6)
        y += high + 4
    for x, inwards in ((left, 1), (right, -1)):
        rope = [(x + inwards * 8 * sin(pi * n / 12), top + (bottom - top) * n / 12) for n in range(13)]
        draw.line([(at + 3, down + 3) for at, down in rope], (40, 32, 26), 9)
        draw.line(rope, (172, 146, 104), 6)
        for at, down in rope:
            draw.line((at, down, at + 14 * inwards, down + 10), (150, 124, 86), 4)
        for end in (top, bottom):
            draw.ellipse((x - 15, end - 15, x + 15, end + 15), shifted(_WOOD, -40))
            draw.ellipse((x - 11, end - 12, x + 10, end + 9), _WOOD, shifted(_WOOD, 40), 3)


# -------------------------------------------------------------------------------- what stands on it
def _snow_on(picture: Image.Image, walls: list[Wall], chance: Random) -> None:
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        for x, y in along(wall.start, wall.end, 18):
            if chance.random() < 0.6:
                far, x, y = chance.uniform(6, 13), x + chance.uniform(-9, 5), y + chance.uniform(-9, 5)
                draw.ellipse(
                    (x - far, y - far, x + far, y + far * 0.8), shifted(_SNOW, -chance.randrange(14))
                )


def _low(picture: Image.Image, wall: Wall, chance: Random) -> None:
    (x1, y1), (x2, y2) = wall.start, wall.end
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    if wall.material == "boulders":
        for x, y in along(wall.start, wall.end, 58):
            at, far = (x / CELL, y / CELL + chance.uniform(-0.12, 0.08)), chance.uniform(0.5, 0.86)
            stand(picture, rock(_ROCK, _SNOW), at, (far, far * 0.82), chance, chance.uniform(0, 360), 10)
    elif wall.material == "logs":
        for x, y in along(wall.start, wall.end, 40):
            stand(picture, stake, (x / CELL, y / CELL), (1.15, 0.2), chance, chance.uniform(-24, 24), 9)
        for side in (-0.14, 0.16):
            at, long = (middle[0] + side, middle[1]), abs(y2 - y1) + 0.3
            stand(picture, log(_SNOW), at, (long, 0.26), chance, 90 + chance.uniform(-3, 3), 9)
    elif wall.material == "fir":
        stand(picture, _fallen_fir, middle, (3.9, 1.5), chance, degrees(atan2(y2 - y1, x2 - x1)), 12)
    else:
        mask = Image.new("L", picture.size, 0)
        draw = ImageDraw.Draw(mask)
        for x, y in px(wall.start, middle, wall.end):
            draw.ellipse((x - 70, y - 32, x + 70, y + 32), 255)
        draw.line(px(wall.start, wall.end), 255, 56)
        mask = frayed(mask, 35, 22, 8.0)
        raised(picture, mask, (206, 212, 222), 8, 14)
        lay(
            picture,
            (232, 237, 244),
            ImageChops.offset(mask, -5, -6)
            .filter(ImageFilter.GaussianBlur(9))
            .point(lambda v: max(0, v - 110)),
        )


def _fallen_fir(draw: Draw, w: float, h: float, chance: Random) -> None:
    for number in range(60):
        share = number / 60
        x, far = w * (0.12 + 0.84 * share), h * 0.5 * (1 - 0.86 * share)
        for side in (-1, 1):
            y = h / 2 + side * far * chance.uniform(0.6, 1.0)
            colour = shifted((46, 72, 56), chance.randrange(-20, 22) - 8 * side)
            draw.line((x, h / 2, x + w * 0.05, (h / 2 + y) / 2, x + w * 0.08, y), colour, 10, "curve")
            if chance.random() < 0.3:
                draw.line((x + w * 0.04, (h / 2 + y) / 2, x + w * 0.075, y), shifted(_SNOW, -10), 6)
    trunk = ((0, h * 0.42), (w, h * 0.49), (w, h * 0.51), (0, h * 0.58))
    draw.polygon(trunk, shifted(_WOOD, -14), shifted(_WOOD, -54))
    draw.ellipse((-8, h * 0.4, 22, h * 0.6), (190, 156, 104), shifted(_WOOD, -40), 4)


def _hatch(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rectangle((0, 0, w, h), (40, 30, 22), (96, 74, 50), 8)
    for y in range(24, round(h) - 10, 30):
        draw.line((w * 0.25, y, w * 0.75, y), (120, 94, 62), 8)


_THINGS: dict[str, Thing] = {
    "rock": rock(_ROCK, _SNOW),
    "crag": rock((96, 98, 106), _SNOW),
    "cart": cart(_SNOW),
    "wood": woodpile(_SNOW),
}


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    size = (w * 1.04, h * 1.04) if box.material in ("rock", "crag") else (w * 0.98, h * 0.96)
    tall = 22 if box.material == "crag" else 12
    stand(picture, _THINGS[box.material], (x + w / 2, y + h / 2), size, chance, tall=tall)


def _wood(picture: Image.Image, chance: Random) -> None:
    """Let firs stand where nobody walks, a fire burn by the barricade, and tracks lead about."""
    places = (
        *((0.9, 5.7, 1.9), (2.4, 5.1, 1.4), (3.5, 5.6, 0.9), (1.0, 12.2, 2.1), (3.0, 12.5, 1.5)),
        *((24.9, 7.0, 1.6), (25.2, 12.0, 1.8), (23.9, 12.4, 1.1), (23.6, 17.2, 1.7), (6.0, 17.6, 1.5)),
        *((13.4, 17.4, 1.6), (2.2, 17.7, 1.2), (10.2, 12.0, 1.3), (16.0, 17.6, 1.1), (8.2, 17.5, 1.0)),
    )
    for x, y, size in places:
        leaf = shifted((48, 76, 62), chance.randrange(-10, 8))
        stand(picture, fir(leaf, _SNOW), (x, y), (size, size), chance, chance.uniform(0, 360), 24)
    stand(picture, fire, (18.4, 9.4), (0.7, 0.7), chance, 0, 4)
    draw = ImageDraw.Draw(picture)
    for start, end in (((18.6, 10.8), (19.0, 12.4)), ((22.5, 6.3), (22.0, 8.4)), ((15.5, 6.4), (17.0, 5.0))):
        for number, (x, y) in enumerate(along(start, end, 24)):
            draw.polygon(tilted((x + (7 if number % 2 else -7), y), 11, 7, pi / 2), (158, 164, 178))
