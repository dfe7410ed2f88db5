"""What lies about camps and roads: logs, stakes, firewood, a cart, a bed, a fire."""

from math import cos, pi, sin
from random import Random

from webapp.demo.brushes.sprites import Draw, Thing, boards_across
from webapp.demo.brushes.strokes import Colour, shifted

_WOOD: Colour = (112, 84, 56)
_STONE: Colour = (106, 107, 114)


def log(snow: Colour | None = None) -> Thing:
    """Give a log that lies across, perhaps with snow on it."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.rounded_rectangle((0, 0, w, h), h / 2, shifted(_WOOD, -50))
        draw.rounded_rectangle((2, 2, w - 4, h - 8), h / 2, _WOOD)
        draw.line((12, h * 0.3, w - 14, h * 0.26), shifted(_WOOD, 34), 5)
        for colour, y, high in ((shifted(_WOOD, -34), 0.6, 3), (snow, 0.3, 9)):
            for _ in range(5 if colour is not None else 0):
                x = chance.uniform(10, max(11, w - 60))
                draw.line((x, h * y, x + chance.uniform(24, 50), h * y), colour, high)

    return draw_it


def stake(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a stake that points left."""
    outer = ((0, h * 0.5), (w * 0.12, 0), (w, h * 0.16), (w, h * 0.84), (w * 0.12, h))
    draw.polygon(outer, shifted(_WOOD, -44))
    inner = ((4, h * 0.48), (w * 0.13, 4), (w - 4, h * 0.2), (w - 4, h * 0.62), (w * 0.13, h * 0.74))
    draw.polygon(inner, shifted(_WOOD, 6))
    draw.polygon(((0, h * 0.5), (w * 0.12, 0), (w * 0.12, h)), (196, 166, 116))


def cart(snow: Colour | None = None) -> Thing:
    """Give a cart with sacks whose shafts point up, perhaps with snow on it."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        for y in (0.2, 0.72):
            for x in (0.0, 0.86):
                wheel = (w * x, h * y, w * (x + 0.14), h * (y + 0.2))
                draw.rounded_rectangle(wheel, 8, (44, 34, 26), (90, 70, 48), 3)
        draw.rounded_rectangle((w * 0.14, h * 0.1, w * 0.86, h * 0.96), 8, shifted(_WOOD, -44))
        boards_across(draw, (w * 0.18, h * 0.13, w * 0.82, h * 0.93), _WOOD, chance, 8)
        for left, top, right, bottom in ((0.22, 0.18, 0.56, 0.44), (0.44, 0.5, 0.78, 0.86)):
            sack = (w * left, h * top, w * right, h * bottom)
            draw.rounded_rectangle(sack, 12, (150, 132, 98), (84, 70, 50), 4)
        if snow is not None:
            draw.line((w * 0.3, h * 0.24, w * 0.5, h * 0.24), snow, 10)
        for x in (0.36, 0.64):
            draw.line((w * x, h * 0.1, w * x, 0), shifted(_WOOD, -20), 9)

    return draw_it


def woodpile(snow: Colour | None = None) -> Thing:
    """Give a pile of firewood, seen from its cut ends, perhaps with snow on it."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        for row in range(3):
            for number in range(7):
                x, y = w * (0.07 + 0.143 * number) + (10 if row % 2 else 0), h * (0.2 + 0.3 * row)
                size, colour = (
                    h * chance.uniform(0.13, 0.17),
                    shifted((176, 142, 96), chance.randrange(-22, 14)),
                )
                draw.ellipse((x - size, y - size, x + size, y + size), shifted(_WOOD, -44))
                inner = (x - size + 5, y - size + 4, x + size - 6, y + size - 7)
                draw.ellipse(inner, colour, shifted(colour, -36), 3)
        for number in range(5 if snow is not None else 0):
            x, deep = w * (0.05 + 0.19 * number), h * chance.uniform(0.14, 0.26)
            draw.ellipse((x, 0, x + w * 0.2, deep), shifted(snow or _WOOD, -chance.randrange(12)))

    return draw_it


def bed(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a bed whose pillow lies left."""
    draw.rounded_rectangle((0, 0, w, h), 8, shifted(_WOOD, -40))
    draw.rounded_rectangle((8, 8, w - 8, h - 10), 10, (118, 98, 74), (70, 56, 40), 3)
    draw.rounded_rectangle((12, 14, w * 0.24, h - 16), 10, (176, 166, 146), (110, 100, 84), 3)
    draw.line((w * 0.4, 12, w * 0.36, h - 14), (94, 76, 56), 5)


def fire(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a fire in a ring of stones."""
    for number in range(9):
        angle = number * 2 * pi / 9
        x, y, own = w * (0.5 + 0.42 * cos(angle)), h * (0.5 + 0.42 * sin(angle)), chance.randrange(-20, 10)
        draw.ellipse((x - 13, y - 11, x + 13, y + 11), shifted(_STONE, own), (50, 50, 54), 3)
    for number, colour in enumerate(((120, 44, 22), (230, 96, 30), (255, 176, 66), (255, 240, 180))):
        flame = []
        for turn in range(18):
            r = (0.36 - 0.09 * number) * (1.0 if turn % 2 else 0.7) * chance.uniform(0.85, 1.1)
            flame.append((w * (0.5 + r * cos(turn * pi / 9)), h * (0.48 + r * sin(turn * pi / 9))))
        draw.polygon(flame, colour)
