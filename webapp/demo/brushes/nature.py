"""Trees, bushes and rocks."""

from math import cos, pi, sin
from random import Random

from webapp.demo.brushes.sprites import Draw, Thing
from webapp.demo.brushes.strokes import Colour, shifted


def tree(leaf: Colour, *, bare: bool = False) -> Thing:
    """Give a tree from above: its crown, in the light from the top left; or bare branches."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        x, y, far = w / 2, h / 2, min(w, h) / 2
        if bare:
            for number in range(11):
                angle = number * 2 * pi / 11 + chance.uniform(-0.2, 0.2)
                tip = (x + far * 0.94 * cos(angle), y + far * 0.94 * sin(angle))
                middle = (x + far * 0.5 * cos(angle + 0.16), y + far * 0.5 * sin(angle + 0.16))
                draw.line((x, y, *middle, *tip), shifted(leaf, -20), 9)
                draw.line(
                    (
                        middle[0],
                        middle[1],
                        middle[0] + far * 0.3 * cos(angle - 0.7),
                        middle[1] + far * 0.3 * sin(angle - 0.7),
                    ),
                    shifted(leaf, -6),
                    6,
                )
            draw.ellipse((x - 20, y - 20, x + 20, y + 20), leaf, shifted(leaf, -40), 4)
            return
        for ring, count, darker in ((0.72, 26, -40), (0.6, 24, -20), (0.42, 20, -2), (0.26, 14, 16)):
            for _ in range(count):
                angle, size = chance.uniform(0, 2 * pi), far * chance.uniform(0.16, 0.27)
                at = ring * far * chance.uniform(0.7, 1.05)
                cx, cy = (
                    x + at * cos(angle) - (18 if darker > 0 else 0),
                    y + at * sin(angle) - (22 if darker > 0 else 0),
                )
                own = shifted(leaf, darker + chance.randrange(-9, 10) - round(14 * sin(angle)))
                draw.ellipse((cx - size, cy - size, cx + size, cy + size), own)
                draw.arc((cx - size, cy - size, cx + size, cy + size), 180, 290, shifted(own, 16), 3)

    return draw_it


def rock(colour: Colour, snow: Colour | None = None) -> Thing:
    """Give a boulder of a few faces, perhaps with snow on its top."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        count = 11
        outer, inner = [], []
        for number in range(count):
            angle = number * 2 * pi / count + chance.uniform(-0.12, 0.12)
            r = chance.uniform(0.9, 1.0)
            outer.append((w / 2 + w / 2 * r * cos(angle), h / 2 + h / 2 * r * sin(angle)))
            inner.append((w * 0.47 + w * 0.27 * r * cos(angle), h * 0.45 + h * 0.27 * r * sin(angle)))
        for number in range(count):
            following = (number + 1) % count
            angle = (number + 0.5) * 2 * pi / count
            own = shifted(colour, round(-30 * sin(angle) - 22 * cos(angle)) + chance.randrange(-7, 8))
            draw.polygon((outer[number], outer[following], inner[following], inner[number]), own)
        draw.polygon(inner, shifted(snow or colour, 10))
        for _ in range(5):
            x, y = chance.uniform(0.3, 0.65) * w, chance.uniform(0.28, 0.6) * h
            draw.line((x, y, x + chance.uniform(-20, 24), y + chance.uniform(8, 26)), shifted(colour, -40), 3)
        if snow is not None:
            for x, y in inner:
                draw.ellipse((x - 15, y - 13, x + 15, y + 13), snow)

    return draw_it


def bush(leaf: Colour, flower: Colour | None = None) -> Thing:
    """Give a bush, perhaps in flower."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        for share, darker in ((0.36, -30), (0.28, -8), (0.18, 14)):
            for _ in range(16):
                angle, size = chance.uniform(0, 2 * pi), 0.13
                x, y = w * (0.5 + share * cos(angle)), h * (0.5 + share * sin(angle))
                own = shifted(leaf, darker + chance.randrange(-10, 11))
                box = (x - size * w, y - size * h, x + size * w * 0.9, y + size * h * 0.9)
                draw.ellipse(box, own, shifted(own, -14), 2)
        if flower is not None:
            for _ in range(round(w * h / 1_800)):
                angle, far = chance.uniform(0, 2 * pi), 0.4 * chance.random() ** 0.6
                x, y = w * (0.5 + far * cos(angle)), h * (0.5 + far * sin(angle))
                draw.ellipse((x - 6, y - 6, x + 6, y + 6), shifted(flower, chance.randrange(-24, 16)))

    return draw_it
