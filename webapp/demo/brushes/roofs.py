"""What stands on the flat roofs of a city."""

from math import cos, pi, sin
from random import Random

from webapp.demo.brushes.sprites import Draw
from webapp.demo.brushes.strokes import Colour, shifted


def skylight(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a skylight: panes in a frame, lit from within."""
    draw.rounded_rectangle((0, 0, w, h), 8, (58, 60, 66), (150, 154, 160), 7)
    columns, rows = max(2, round(w / 100)), max(2, round(h / 100))
    for column in range(columns):
        for row in range(rows):
            left, top = 16 + (w - 32) * column / columns, 16 + (h - 32) * row / rows
            right, bottom = left + (w - 32) / columns - 7, top + (h - 32) / rows - 7
            own = shifted((214, 166, 92), chance.randrange(-34, 26))
            draw.rectangle((left, top, right, bottom), own, shifted(own, -60), 3)
            draw.polygon(
                ((left + 8, bottom - 8), (left + 8, top + 26), (left + 34, top + 8)), shifted(own, 34)
            )
    draw.line((10, h / 2, w - 10, h / 2), (110, 114, 120), 12)
    draw.line((10, h / 2 - 4, w - 10, h / 2 - 4), (190, 194, 200), 3)


def chiller(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a cooling unit with a fan on top."""
    own: Colour = (136, 142, 146)
    draw.rounded_rectangle((0, 0, w, h), 10, shifted(own, -66))
    draw.rounded_rectangle((5, 4, w - 7, h - 10), 9, own, shifted(own, 40), 5)
    for slit in range(16, round(h) - 16, 14):
        draw.line((14, slit, 30, slit), shifted(own, -50), 5)
        draw.line((w - 36, slit, w - 18, slit), shifted(own, -50), 5)
    x, y, far = w * 0.49, h * 0.47, min(w, h) * 0.33
    draw.ellipse((x - far, y - far, x + far, y + far), (38, 42, 46), shifted(own, -40), 6)
    for number in range(5):
        angle = number * 2 * pi / 5 + chance.uniform(0, 0.3)
        tips = [
            (x + far * 0.86 * cos(angle + turn), y + far * 0.86 * sin(angle + turn))
            for turn in (0.0, 0.3, 0.7)
        ]
        draw.polygon(((x, y), *tips), (96, 102, 108), (60, 66, 70))
    for share in (0.98, 0.7, 0.42):
        r = far * share
        draw.ellipse((x - r, y - r, x + r, y + r), outline=(150, 156, 160), width=3)
    draw.ellipse((x - 11, y - 11, x + 11, y + 11), (176, 182, 186))


def water_tank(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a wooden tank under its pointed roof."""
    draw.ellipse((0, 0, w, h), (48, 36, 28))
    x, y = w * 0.48, h * 0.46
    for number in range(40):
        angle, following = number * pi / 20, (number + 1) * pi / 20
        own = shifted((126, 94, 66), round(-36 * cos(angle - pi / 4)) + chance.randrange(-8, 8))
        rim = [(w * (0.5 + 0.48 * cos(turn)), h * (0.5 + 0.48 * sin(turn))) for turn in (angle, following)]
        draw.polygon(((x, y), *rim), own, shifted(own, -18))
    for share in (0.92, 0.6):
        draw.ellipse(
            (w * (0.5 - share / 2), h * (0.5 - share / 2), w * (0.5 + share / 2), h * (0.5 + share / 2)),
            outline=(72, 54, 40),
            width=4,
        )
    draw.ellipse((x - 16, y - 16, x + 16, y + 16), (90, 88, 86), (170, 168, 164), 4)


def dish(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw an antenna that looks at the sky."""
    draw.ellipse((0, 0, w, h), (70, 74, 80))
    draw.ellipse((5, 4, w - 8, h - 10), (176, 180, 186), (214, 218, 222), 5)
    draw.ellipse((w * 0.14, h * 0.12, w * 0.82, h * 0.78), (150, 154, 160))
    draw.ellipse((w * 0.26, h * 0.24, w * 0.72, h * 0.68), (166, 170, 176))
    for angle in (0.5, 2.6, 4.7):
        tip = (w * (0.48 + 0.38 * cos(angle)), h * (0.46 + 0.38 * sin(angle)))
        draw.line((w * 0.48, h * 0.46, *tip), (74, 78, 84), 6)
    draw.ellipse((w * 0.42, h * 0.4, w * 0.56, h * 0.54), (196, 70, 60), (70, 30, 28), 4)


def helicopter(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a helicopter that points up, its rotor as wide as all of it."""
    own: Colour = (46, 52, 66)

    def at(x: float, y: float) -> tuple[float, float]:
        return w * (0.5 + x), h * (0.5 + y)

    for side in (-1, 1):  # skids
        draw.line((*at(side * 0.13, -0.2), *at(side * 0.13, 0.16)), (30, 32, 38), 12)
        for y in (-0.12, 0.08):
            draw.line((*at(side * 0.13, y), *at(0, y)), (30, 32, 38), 9)
    draw.polygon((at(-0.032, 0.16), at(0.032, 0.16), at(0.016, 0.47), at(-0.016, 0.47)), shifted(own, -14))
    draw.line((*at(-0.012, 0.16), *at(-0.004, 0.46)), shifted(own, 40), 5)
    draw.polygon((at(-0.08, 0.44), at(0.08, 0.44), at(0.06, 0.475), at(-0.06, 0.475)), shifted(own, -6))
    draw.line((*at(0.03, 0.4), *at(0.03, 0.5)), (150, 154, 160), 7)
    body = [(0.0, -0.28), (0.07, -0.25), (0.1, -0.16), (0.105, 0.04), (0.08, 0.15), (0.034, 0.2)]
    outline = [*body, *((-x, y) for x, y in reversed(body))]
    draw.polygon([at(x, y) for x, y in outline], shifted(own, -30))
    draw.polygon([at(x * 0.94 - 0.003, y * 0.97 - 0.004) for x, y in outline], own)
    draw.line((*at(-0.08, -0.14), *at(-0.082, 0.06), *at(-0.05, 0.16)), shifted(own, 60), 6, "curve")
    glass = [(0.0, -0.262), (0.058, -0.232), (0.082, -0.15), (0.05, -0.11), (0.0, -0.1)]
    draw.polygon([at(x, y) for x, y in (*glass, *((-x, y) for x, y in reversed(glass)))], (70, 104, 124))
    draw.line((*at(0, -0.262), *at(0, -0.1)), shifted(own, -10), 6)
    draw.polygon(
        (at(-0.05, -0.222), at(-0.012, -0.246), at(-0.012, -0.15), at(-0.066, -0.16)), (132, 172, 190)
    )
    draw.rounded_rectangle((*at(-0.05, -0.05), *at(0.05, 0.1)), 20, shifted(own, 14), shifted(own, -24), 5)
    draw.line((*at(-0.1, 0.02), *at(0.1, 0.02)), (196, 156, 62), 8)
    for number in range(4):  # blades
        angle = number * pi / 2 + 0.5
        tip = (0.485 * cos(angle), 0.485 * sin(angle))
        wide = (-0.011 * sin(angle), 0.011 * cos(angle))
        blade = (
            at(wide[0], wide[1]),
            at(tip[0] + wide[0], tip[1] + wide[1]),
            at(tip[0] - wide[0], tip[1] - wide[1]),
            at(-wide[0], -wide[1]),
        )
        draw.polygon(blade, (34, 36, 42))
        draw.line(
            (*at(wide[0] * -0.6, wide[1] * -0.6), *at(tip[0] - wide[0] * 0.6, tip[1] - wide[1] * 0.6)),
            (96, 100, 108),
            4,
        )
        near = (0.44 * cos(angle), 0.44 * sin(angle))
        draw.line((*at(*near), *at(0.46 * cos(angle), 0.46 * sin(angle))), (206, 172, 62), 20)
    draw.ellipse((*at(-0.03, -0.03), *at(0.03, 0.03)), (104, 108, 116), (40, 42, 48), 5)
