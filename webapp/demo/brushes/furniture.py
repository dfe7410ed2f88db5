"""What stands in rooms and halls."""

from math import cos, pi, sin
from random import Random

from webapp.demo.brushes.sprites import Draw, Thing, boards_across
from webapp.demo.brushes.strokes import Colour, shifted


def table(colour: Colour = (132, 92, 56), *, cloth: Colour | None = None) -> Thing:
    """Give a table, bare or with a cloth."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.rounded_rectangle((0, 0, w, h), 12, shifted(colour, -54))
        boards_across(draw, (5, 4, w - 6, h - 8), colour, chance, max(2, round(h / 34)))
        draw.rounded_rectangle((0, 0, w, h), 12, outline=shifted(colour, -60), width=4)
        if cloth is not None:
            inner = (14, 14, w - 14, h - 14)
            draw.rounded_rectangle(inner, 6, cloth, shifted(cloth, -30), 3)
            draw.rounded_rectangle((24, 24, w - 24, h - 24), 4, outline=shifted(cloth, 22), width=3)

    return draw_it


def seat(colour: Colour, frame: Colour = (62, 56, 54)) -> Thing:
    """Give an upholstered seat whose back is at the top."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        own = shifted(colour, chance.randrange(-6, 6))
        draw.rounded_rectangle((0, 0, w, h), 18, frame)
        draw.rounded_rectangle((12, h * 0.24, w - 12, h - 6), 14, own, shifted(own, -30), 3)
        draw.rounded_rectangle((6, 4, w - 6, h * 0.3), 14, shifted(own, -16), shifted(own, -44), 3)
        draw.line((16, 14, w - 16, 14), shifted(own, 30), 5)
        draw.rounded_rectangle((22, h * 0.38, w - 26, h * 0.66), 12, shifted(own, 10))

    return draw_it


def desk(top: Colour, lamp: Colour | None = None) -> Thing:
    """Give a desk with papers, perhaps with a lamp."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.rounded_rectangle((0, 0, w, h), 8, shifted(top, -54))
        draw.rounded_rectangle((4, 3, w - 5, h - 8), 8, top, shifted(top, 24), 2)
        for _ in range(round(w * h / 9_000) + 2):
            x, y = chance.uniform(14, max(15, w - 60)), chance.uniform(14, max(15, h - 60))
            sheet = (x, y, x + chance.uniform(26, 38), y + chance.uniform(32, 44))
            draw.rectangle(sheet, (222, 218, 204), (180, 176, 164), 2)
            for line in range(3):
                draw.line(
                    (sheet[0] + 5, y + 9 + 8 * line, sheet[2] - 6, y + 9 + 8 * line), (140, 138, 134), 2
                )
        if lamp is not None:
            draw.ellipse((w - 50, 14, w - 14, 50), shifted(lamp, -50))
            draw.ellipse((w - 46, 16, w - 20, 42), lamp)

    return draw_it


def column(colour: Colour) -> Thing:
    """Give a fluted column on its square base."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.rounded_rectangle((0, 0, w, h), 8, shifted(colour, -44))
        draw.rounded_rectangle((4, 3, w - 5, h - 7), 8, shifted(colour, -10), shifted(colour, 26), 3)
        draw.ellipse((w * 0.12, h * 0.11, w * 0.88, h * 0.87), shifted(colour, -36))
        draw.ellipse((w * 0.14, h * 0.12, w * 0.85, h * 0.84), colour)
        for number in range(18):
            angle = number * pi / 9
            x, y = w * (0.495 + 0.345 * cos(angle)), h * (0.48 + 0.345 * sin(angle))
            draw.ellipse((x - 7, y - 7, x + 7, y + 7), shifted(colour, -30))
        draw.ellipse((w * 0.24, h * 0.22, w * 0.74, h * 0.72), shifted(colour, 16))

    return draw_it


def plant_pot(leaf: Colour, pot: Colour = (150, 92, 62)) -> Thing:
    """Give a plant in a pot: leaves that hang over its rim."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        x, y = w / 2, h / 2
        draw.ellipse((w * 0.24, h * 0.24, w * 0.76, h * 0.76), pot, shifted(pot, -40), 4)
        for number in range(15):
            angle = number * 2 * pi / 15 + chance.uniform(-0.15, 0.15)
            r = chance.uniform(0.34, 0.48)
            tip = (x + w * r * cos(angle), y + h * r * sin(angle))
            side = (x + w * 0.22 * cos(angle + 0.35), y + h * 0.22 * sin(angle + 0.35))
            other = (x + w * 0.22 * cos(angle - 0.35), y + h * 0.22 * sin(angle - 0.35))
            own = shifted(leaf, chance.randrange(-22, 20) - round(12 * sin(angle)))
            draw.polygon(((x, y), side, tip, other), own, shifted(own, -26))

    return draw_it
