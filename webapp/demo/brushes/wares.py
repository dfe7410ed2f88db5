"""Crates, barrels, drums and sacks."""

from random import Random

from webapp.demo.brushes.sprites import Draw, Thing, boards_across
from webapp.demo.brushes.strokes import Colour, shifted


def crate(colour: Colour = (150, 116, 72)) -> Thing:
    """Give a wooden crate with slats and corner boards."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        own = shifted(colour, chance.randrange(-12, 12))
        draw.rectangle((0, 0, w, h), shifted(own, -58))
        boards_across(draw, (5, 5, w - 5, h - 5), own, chance, max(2, round(h / 38)))
        for box in (
            (5, 5, w - 5, 23),
            (5, h - 23, w - 5, h - 5),
            (5, 5, 23, h - 5),
            (w - 23, 5, w - 5, h - 5),
        ):
            draw.rectangle(box, shifted(own, 10), shifted(own, -34), 2)
        draw.line((24, h - 24, w - 24, 24), shifted(own, -32), 20)
        draw.line((24, h - 24, w - 24, 24), shifted(own, 4), 15)
        for x in (14, w - 14):
            for y in (14, h - 14):
                draw.ellipse((x - 3, y - 3, x + 3, y + 3), shifted(own, -60))

    return draw_it


def barrel(colour: Colour = (126, 88, 52), hoop: Colour = (96, 94, 92)) -> Thing:
    """Give a barrel that stands on end."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        own = shifted(colour, chance.randrange(-10, 10))
        draw.ellipse((0, 0, w, h), shifted(hoop, -30))
        draw.ellipse((6, 6, w - 6, h - 6), hoop)
        draw.ellipse((12, 12, w - 12, h - 12), shifted(own, -40))
        inner = (17, 17, w - 17, h - 17)
        draw.ellipse(inner, own)
        for share in (0.3, 0.43, 0.57, 0.7):
            half = ((inner[2] - inner[0]) / 2) * (1 - (2 * share - 1) ** 2) ** 0.5 - 3
            y = inner[1] + (inner[3] - inner[1]) * share
            draw.line((w / 2 - half, y, w / 2 + half, y), shifted(own, -32), 3)
        draw.arc((4, 4, w - 4, h - 4), 190, 280, shifted(hoop, 60), 4)
        draw.ellipse((w * 0.44, h * 0.34, w * 0.54, h * 0.44), shifted(own, -54))

    return draw_it


def sandbag(colour: Colour = (168, 150, 110)) -> Thing:
    """Give a single sandbag that lies across."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        own = shifted(colour, chance.randrange(-16, 12))
        draw.rounded_rectangle((0, 0, w, h), 26, shifted(own, -52))
        draw.rounded_rectangle((3, 2, w - 5, h - 8), 24, own)
        draw.arc((12, 8, w - 20, h - 10), 190, 310, shifted(own, 30), 5)
        for x in (w * 0.1, w * 0.86):
            draw.line((x, h * 0.36, x, h * 0.6), shifted(own, -50), 5)

    return draw_it
