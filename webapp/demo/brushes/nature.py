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
    """Give a boulder of many faces, perhaps with snow on its top."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        count = 13
        angles = [(number + chance.uniform(-0.3, 0.3)) * 2 * pi / count for number in range(count)]
        far = [chance.uniform(0.82, 1.0) for _ in range(count)]

        def ring(share: float, up: float) -> list[tuple[float, float]]:
            reach = [share * r * chance.uniform(0.9, 1.1) for r in far]
            return [
                (w * (0.5 - up + 0.5 * min(1, r) * cos(angle)), h * (0.5 - up + 0.5 * min(1, r) * sin(angle)))
                for r, angle in zip(reach, angles, strict=True)
            ]

        rings = [ring(1.0, 0.0), ring(0.74, 0.02), ring(0.42, 0.05)]
        for outer, inner, dark in ((rings[0], rings[1], 1.0), (rings[1], rings[2], 0.55)):
            for number, angle in enumerate(angles):
                following = (number + 1) % count
                own = round(dark * (-34 * sin(angle + 0.2) - 26 * cos(angle + 0.2))) + chance.randrange(-7, 8)
                faces = (outer[number], outer[following], inner[following], inner[number])
                draw.polygon(faces, shifted(colour, own))
        draw.polygon(rings[2], shifted(colour, 12))
        for number in range(0, count, 3):  # clefts
            draw.line((*rings[1][number], *rings[2][number]), shifted(colour, -44), 3)
        if snow is not None:
            for share, darker in ((0.7, -38), (0.64, -12), (0.54, 0)):
                draw.polygon(ring(share, 0.05), shifted(snow, darker))

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


def fir(leaf: Colour, snow: Colour | None = None) -> Thing:
    """Give a fir from above: boughs in rings, the upper ones in the light, perhaps with snow on them."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        x, y, far = w / 2, h / 2, min(w, h) / 2
        for share, darker in ((1.0, -24), (0.82, -12), (0.64, 0), (0.46, 12), (0.28, 24)):
            count = round(7 + 13 * share)
            begin = chance.uniform(0, pi)
            for number in range(count):
                angle = begin + (number + chance.uniform(-0.2, 0.2)) * 2 * pi / count
                r = far * share * chance.uniform(0.86, 1.0)
                lit = darker - round(11 * (sin(angle) + cos(angle)))
                _bough(draw, (x, y), (r, angle, 2.5 / count), shifted(leaf, lit), snow, chance)
        draw.ellipse((x - 9, y - 10, x + 7, y + 6), snow or shifted(leaf, 44))

    return draw_it


def _bough(
    draw: Draw,
    middle: tuple[float, float],
    reach: tuple[float, float, float],
    leaf: Colour,
    snow: Colour | None,
    chance: Random,
) -> None:
    (x, y), (r, angle, wide) = middle, reach

    def at(share: float, turn: float) -> tuple[float, float]:
        return x + r * share * cos(angle + turn), y + r * share * sin(angle + turn)

    left = [at(share, -wide * (1 - share) - (0.05 if number % 2 else 0)) for number, share in _JAGS]
    right = [at(share, wide * (1 - share) + (0.05 if number % 2 else 0)) for number, share in _JAGS]
    draw.polygon([*left, at(1, 0), *reversed(right)], leaf, shifted(leaf, -12))
    draw.line((*at(0.4, 0), *at(0.94, 0)), shifted(leaf, 14), 3)
    if snow is not None and chance.random() < 0.75:
        draw.line((*at(0.62, wide * 0.1), *at(0.9, 0)), shifted(snow, chance.randrange(-40, -4)), 9)


_JAGS = tuple(enumerate((0.34, 0.5, 0.56, 0.68, 0.74, 0.86)))


def fern(leaf: Colour) -> Thing:
    """Give a fern: fronds that part from its middle."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        for number in range(11):
            angle, far = number * 2 * pi / 11 + chance.uniform(-0.2, 0.2), chance.uniform(0.38, 0.49)
            own = shifted(leaf, chance.randrange(-12, 12) - round(16 * sin(angle + 0.8)))
            for step in range(2, 12):
                share = step / 12
                x, y = w * (0.5 + far * share * cos(angle)), h * (0.5 + far * share * sin(angle))
                wide = w * 0.1 * (1 - share) + 4
                for side in (-1.1, 1.1):
                    draw.line((x, y, x + wide * cos(angle + side), y + wide * sin(angle + side)), own, 7)
            tip = (w * (0.5 + far * cos(angle)), h * (0.5 + far * sin(angle)))
            draw.line((w / 2, h / 2, *tip), shifted(own, 22), 4)

    return draw_it


def trunk(bark: Colour, moss: Colour = (88, 112, 56)) -> Thing:
    """Give the foot of a great tree: its trunk, a third as wide as all, and roots that wind away from it."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        far = min(w, h) / 2
        for number in range(10):
            angle = number * pi / 5 + chance.uniform(-0.22, 0.22)
            _root(draw, (w / 2, h / 2), (far * chance.uniform(0.72, 0.98), angle), bark, chance)
        for share, dark in ((0.38, -34), (0.35, 0), (0.27, -12), (0.2, 6), (0.13, -10), (0.07, -24)):
            ring = []
            for number in range(40):
                turn = number * pi / 20
                r = far * share * (1 + 0.07 * sin(3 * turn + 1) + 0.05 * sin(7 * turn))
                ring.append((w / 2 - 4 + r * cos(turn), h / 2 - 5 + r * sin(turn)))
            draw.polygon(ring, shifted(bark, dark))
        for _ in range(46):
            angle, r, size = chance.uniform(2.2, 5.4), far * chance.uniform(0.3, 0.6), chance.uniform(5, 12)
            x, y = w / 2 + r * cos(angle), h / 2 + r * sin(angle)
            own = shifted(moss, chance.randrange(-26, 20))
            draw.ellipse((x - size, y - size, x + size, y + size), own)

    return draw_it


def _root(
    draw: Draw, middle: tuple[float, float], reach: tuple[float, float], bark: Colour, chance: Random
) -> None:
    far, angle = reach
    bend, left, right, ridge = chance.uniform(-0.7, 0.7), [], [], []
    for step in range(9):
        share = step / 8
        turn = angle + bend * share**1.6 + 0.1 * sin(9 * share + bend)
        x, y = middle[0] + far * share * cos(turn), middle[1] + far * share * sin(turn)
        wide = far * 0.15 * (1 - share) ** 0.8 + 2
        across = (-wide * sin(turn), wide * cos(turn))
        left.append((x - across[0], y - across[1]))
        right.append((x + across[0], y + across[1]))
        ridge.append((x - 3, y - 4))
    own = shifted(bark, round(-14 * sin(angle) - 12 * cos(angle)))
    draw.polygon([*left, *reversed(right)], own, shifted(own, -36), 3)
    draw.line(ridge[1:7], shifted(own, 22), 5, "curve")
