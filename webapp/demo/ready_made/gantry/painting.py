"""Paints the picture of the ready-made fight: deck plates, rails, crates, lamps. The same each time.

The floor is painted plate by plate, then what stands on it with its shadow, then the light is laid over all.
Random marks come from a generator with a fixed seed, so that the picture (and its id) never changes.
"""

from random import Random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from rules.map.model import WallKind, Zone
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    bar,
    edges,
    grain,
    light,
    px,
    rim,
    shade_beside_walls,
    shadows,
    shifted,
)
from webapp.demo.fights import Box, Fight

_SPACE: Colour = (13, 15, 20)
_STEEL: Colour = (74, 81, 92)
_STEEL_EDGE: Colour = (132, 141, 154)
_AMBER: Colour = (222, 164, 62)
_FLOORS: dict[str, Colour] = {
    "dock": (92, 97, 104),
    "gantry": (84, 89, 94),
    "machines": (78, 90, 94),
    "control": (88, 99, 116),
    "cargo": (101, 98, 90),
    "pad": (88, 92, 99),
}
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (4.5, 4.0, 5.5, (255, 206, 140)),
    (4.5, 11.5, 6.0, (255, 214, 160)),
    (12.5, 8.0, 5.5, (214, 228, 255)),
    (11.0, 3.0, 4.2, (96, 226, 222)),
    (19.5, 2.6, 4.6, (120, 172, 255)),
    (12.0, 12.6, 5.4, (255, 196, 120)),
    (20.0, 10.8, 6.2, (255, 150, 128)),
)


def paint(gantry: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    grid = gantry.map.grid
    size = (grid.cols * CELL, grid.rows * CELL)
    chance = Random("The Gantry")
    picture = Image.new("RGB", size, _SPACE)
    draw = ImageDraw.Draw(picture)
    _space(draw, size, chance)
    for zone in gantry.map.zones:
        _floor(draw, zone, chance)
    picture = grain(picture)
    _markings(picture, gantry)
    picture = shade_beside_walls(picture, gantry)
    picture = _spill(picture, gantry)
    picture = shadows(picture, gantry)
    for box in gantry.boxes:
        _stand(picture, box, chance)
    _walls(picture, gantry)
    return light(picture, _LAMPS)


# ---------------------------------------------------------------------------------------- the floor
def _space(draw: ImageDraw.ImageDraw, size: tuple[int, int], chance: Random) -> None:
    for _ in range(420):
        x, y = chance.randrange(size[0]), chance.randrange(size[1])
        glow = chance.randrange(40, 150)
        draw.point((x, y), (glow, glow, min(255, glow + 20)))
    for x in range(-size[1], size[0], 2 * CELL):  # girders that carry the station
        draw.line((x, 0, x + size[1], size[1]), (24, 27, 33), 16)
        draw.line((x + size[1], 0, x, size[1]), (20, 23, 29), 12)


def _floor(draw: ImageDraw.ImageDraw, zone: Zone, chance: Random) -> None:
    left, top, right, bottom = _bounds(zone)
    base = _FLOORS[zone.id]
    for row in range(top, bottom):
        for column in range(left, right):
            colour = shifted(base, chance.randrange(-5, 6))
            box = (column * CELL, row * CELL, (column + 1) * CELL - 1, (row + 1) * CELL - 1)
            if zone.id == "gantry":
                _grating(draw, box, colour)
            else:
                _plate(draw, box, colour, chance)


def _plate(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: Colour, chance: Random) -> None:
    left, top, right, bottom = box
    draw.rectangle(box, colour)
    draw.line((left, bottom, left, top, right, top), shifted(colour, 12), 2)
    draw.line((left, bottom, right, bottom, right, top), shifted(colour, -20), 3)
    for x in (left + 11, right - 11):
        for y in (top + 11, bottom - 11):
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), shifted(colour, -16))
            draw.ellipse((x - 3, y - 3, x + 1, y + 1), shifted(colour, 10))
    if chance.random() < 0.14:  # a plate with a tread
        for offset in range(22, 80, 14):
            draw.line((left + offset, top + 26, left + offset - 8, top + 74), shifted(colour, 9), 3)
    if chance.random() < 0.3:  # scratches
        x, y = chance.randrange(left + 10, right - 30), chance.randrange(top + 10, bottom - 20)
        draw.line((x, y, x + chance.randrange(8, 30), y + chance.randrange(-9, 10)), shifted(colour, 14), 1)


def _grating(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: Colour) -> None:
    left, top, right, bottom = box
    draw.rectangle(box, shifted(colour, -34))
    for offset in range(0, CELL, 10):
        draw.line((left + offset, top, left + offset, bottom), shifted(colour, -6), 4)
    for offset in range(0, CELL, 20):
        draw.line((left, top + offset, right, top + offset), shifted(colour, 6), 3)
    draw.rectangle(box, outline=shifted(colour, 16), width=3)


# ---------------------------------------------------------------------------- what is painted on it
def _markings(picture: Image.Image, gantry: Fight) -> None:
    paint_layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    draw = ImageDraw.Draw(paint_layer)
    amber, white = (*_AMBER, 150), (210, 216, 224, 80)
    for start, end in (((8.25, 6.28), (17, 6.28)), ((8.25, 9.72), (17, 9.72))):  # along the gantry's edges
        _hazard(draw, start, end)
    for y in (7.55, 8.45):  # the lane to the gantry
        for x in (1.6, 2.6, 3.6):
            draw.line(px((x, y), (x + 0.6, y)), amber, 7)
    for number in range(4):
        x, y = 6.1 + number * 0.45, 8.0
        draw.polygon(px((x, y - 0.35), (x + 0.3, y), (x, y + 0.35), (x + 0.12, y)), amber)
    for x in (2.0, 3.0, 4.0, 5.0):  # where crews line up before the hatch
        draw.line(px((x, 12.2), (x + 0.5, 12.2), (x + 0.5, 13.8), (x, 13.8), (x, 12.2)), white, 4)
    draw.ellipse(px((17.6, 8.6), (22.4, 13.4)), outline=(*_AMBER, 170), width=9)  # the pad
    draw.ellipse(px((18.0, 9.0), (22.0, 13.0)), outline=white, width=4)
    for x, y in ((17.6, 11), (22.4, 11), (20, 8.6), (20, 13.4)):
        draw.ellipse(px((x - 0.13, y - 0.13), (x + 0.13, y + 0.13)), (*_AMBER, 230))
    draw.rectangle(px((8.6, 10.6), (10.6, 11.7)), outline=white, width=5)  # where crates belong
    draw.rectangle(px((13.6, 10.6), (16.6, 12.3)), outline=white, width=5)
    draw.rectangle(px((1.5, 1.5), (4.5, 3.5)), outline=white, width=5)
    picture.paste(paint_layer, mask=paint_layer.getchannel("A"))


def _hazard(draw: ImageDraw.ImageDraw, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Paint a strip of black and amber along a line from left to right."""
    x, y = start
    while x < end[0]:
        right = min(x + 0.25, end[0])
        stripe = px((x, y + 0.1), (x + 0.12, y - 0.1), (right + 0.12, y - 0.1), (right, y + 0.1))
        colour = (*_AMBER, 170) if round((x - start[0]) / 0.25) % 2 == 0 else (20, 20, 22, 170)
        draw.polygon(stripe, colour)
        x += 0.25


def _spill(picture: Image.Image, gantry: Fight) -> Image.Image:
    """Let coolant lie where the ground is difficult."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for ground in gantry.map.ground:
        for column, row in ground.cells:
            draw.ellipse(px((column - 0.05, row + 0.02), (column + 1.05, row + 0.98)), 190)
    mask = mask.filter(ImageFilter.GaussianBlur(22)).point(lambda v: max(0, min(150, (v - 70) * 6)))
    tinted = Image.composite(Image.new("RGB", picture.size, (52, 142, 132)), picture, mask)
    edge = rim(mask.filter(ImageFilter.GaussianBlur(3)), mask, 4)
    return Image.composite(
        Image.new("RGB", picture.size, (150, 224, 212)), tinted, edge.point(lambda v: v // 2)
    )


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    draw = ImageDraw.Draw(picture)
    if box.material == "crate":
        _crate(draw, edges(box), chance)
    elif box.material == "turbine":
        _turbine(draw, edges(box))
    elif box.material == "console":
        _console(draw, edges(box), chance)
    else:
        _shuttle(draw, edges(box))


def _crate(draw: ImageDraw.ImageDraw, edges: tuple[int, int, int, int], chance: Random) -> None:
    left, top, right, bottom = edges
    colour = chance.choice(((128, 104, 70), (104, 112, 84), (112, 92, 84), (96, 106, 118)))
    draw.rounded_rectangle(edges, 7, shifted(colour, -34))
    draw.rounded_rectangle((left, top, right - 4, bottom - 5), 7, colour, shifted(colour, 34), 3)
    inner = (left + 12, top + 12, right - 16, bottom - 17)
    draw.rectangle(inner, shifted(colour, -9), shifted(colour, -26), 3)
    draw.line((inner[0], inner[1], inner[2], inner[3]), shifted(colour, -24), 5)
    draw.line((inner[0], inner[3], inner[2], inner[1]), shifted(colour, -24), 5)
    middle = ((left + right) // 2 - 2, (top + bottom) // 2 - 2)
    draw.rectangle((middle[0] - 13, middle[1] - 9, middle[0] + 13, middle[1] + 9), shifted(colour, 22))
    draw.line((middle[0] - 8, middle[1], middle[0] + 8, middle[1]), shifted(colour, -50), 4)


def _turbine(draw: ImageDraw.ImageDraw, edges: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = edges
    draw.rounded_rectangle((left + 3, top + 3, right - 3, bottom - 3), 20, (56, 66, 74), (122, 134, 144), 5)
    x, y, radius = (left + right) / 2, (top + bottom) / 2, (right - left) / 2 - 18
    rings: tuple[tuple[float, Colour], ...] = ((1.0, (34, 42, 48)), (0.9, (62, 92, 98)), (0.62, (28, 36, 42)))
    for share, colour in rings:
        r = radius * share
        draw.ellipse((x - r, y - r, x + r, y + r), colour, (140, 168, 172), 3)
    for step in range(12):
        angle = step * np.pi / 6
        tip = (x + radius * 0.86 * np.cos(angle), y + radius * 0.86 * np.sin(angle))
        root = (x + radius * 0.36 * np.cos(angle + 0.4), y + radius * 0.36 * np.sin(angle + 0.4))
        draw.line((*root, *tip), (132, 196, 196), 7)
    core = radius * 0.3
    draw.ellipse((x - core, y - core, x + core, y + core), (132, 250, 240), (220, 255, 252), 4)


def _console(draw: ImageDraw.ImageDraw, edges: tuple[int, int, int, int], chance: Random) -> None:
    left, top, right, bottom = edges
    draw.rounded_rectangle(edges, 12, (44, 52, 66), (112, 126, 150), 4)
    for x in range(left + 14, right - 50, 64):
        screen = (x, top + 12, x + 50, bottom - 28)
        draw.rectangle(screen, (22, 58, 104), (116, 182, 255), 2)
        for y in range(screen[1] + 8, screen[3] - 4, 8):
            draw.line((x + 6, y, x + chance.randrange(14, 44), y), (140, 206, 255), 2)
        for lamp in range(4):
            colour = chance.choice((_AMBER, (110, 226, 150), (236, 96, 84)))
            draw.rectangle((x + lamp * 13, bottom - 18, x + lamp * 13 + 7, bottom - 11), colour)


def _shuttle(draw: ImageDraw.ImageDraw, edges: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = edges
    x = (left + right) // 2
    hull = [(x, top + 4), (right - 22, top + 92), (right - 14, bottom - 66), (x + 44, bottom - 6)]
    hull += [(2 * x - px, py) for px, py in reversed(hull[1:])]
    wing = [(left + 2, bottom - 40), (left + 2, top + 210), (x, top + 120), (right - 2, top + 210)]
    draw.polygon([*wing, (right - 2, bottom - 40), (x, bottom - 86)], (96, 56, 52), (170, 96, 84), 4)
    draw.polygon(hull, (128, 134, 144), (196, 202, 212), 5)
    draw.line((x, top + 120, x, bottom - 20), (92, 98, 108), 5)
    draw.polygon([(x, top + 40), (x + 32, top + 116), (x - 32, top + 116)], (32, 56, 84), (120, 170, 214), 4)
    for side in (-1, 1):
        draw.ellipse((x + side * 42 - 17, bottom - 62, x + side * 42 + 17, bottom - 24), (40, 44, 52))
        draw.ellipse((x + side * 42 - 9, bottom - 54, x + side * 42 + 9, bottom - 34), (255, 158, 92))
        draw.line((x + side * 26, top + 150, x + side * 26, top + 260), (176, 72, 60), 9)


def _walls(picture: Image.Image, gantry: Fight) -> None:
    draw = ImageDraw.Draw(picture)
    standing = {f"{box.id}-{number}" for box in gantry.boxes for number in range(4)}
    for wall in gantry.map.walls:
        if wall.id in standing:
            continue
        if wall.kind is WallKind.WALL:
            bar(draw, wall.start, wall.end, 13, _STEEL, _STEEL_EDGE)
        elif wall.kind is WallKind.WINDOW:
            bar(draw, wall.start, wall.end, 9, (58, 94, 120), (168, 218, 246))
        elif wall.kind is WallKind.DOOR:  # only its threshold: the door itself is drawn as it stands
            bar(draw, wall.start, wall.end, 9, (52, 54, 58), (112, 96, 60))
        else:
            bar(draw, wall.start, wall.end, 4, (150, 128, 70), (214, 186, 110))
            (x1, y1), (x2, y2) = wall.start, wall.end
            for step in range(round(abs(x2 - x1) + abs(y2 - y1)) + 1):
                x, y = (x1 + step if x2 > x1 else x1) * CELL, (y1 + step if y2 > y1 else y1) * CELL
                draw.ellipse((x - 9, y - 9, x + 9, y + 9), (104, 90, 56), (226, 198, 124), 3)


def _bounds(zone: Zone) -> tuple[int, int, int, int]:
    xs, ys = [int(x) for x, _ in zone.polygon], [int(y) for _, y in zone.polygon]
    return min(xs), min(ys), max(xs), max(ys)
