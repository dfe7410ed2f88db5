"""What stands in streets."""

from random import Random

from webapp.demo.brushes.sprites import Draw, Thing
from webapp.demo.brushes.strokes import Colour, shifted


def car(paint: Colour, *, van: bool = False, roof_light: bool = False) -> Thing:
    """Give a car that points up."""
    glass: Colour = (44, 56, 68)

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        for y in (0.12, 0.68):
            for x in (0.0, 0.86):
                draw.rounded_rectangle((w * x, h * y, w * (x + 0.14), h * (y + 0.17)), 8, (24, 24, 26))
        body = (w * 0.04, 2, w * 0.96, h - 2)
        draw.rounded_rectangle(body, w * 0.2, shifted(paint, -46))
        draw.rounded_rectangle((body[0] + 4, 5, body[2] - 6, h - 8), w * 0.19, paint)
        draw.line((w * 0.16, h * 0.06, w * 0.16, h * 0.94), shifted(paint, 34), 5)
        front = 0.1 if van else 0.27
        draw.polygon(
            [
                (w * 0.14, h * (front + 0.1)),
                (w * 0.2, h * front),
                (w * 0.8, h * front),
                (w * 0.86, h * (front + 0.1)),
            ],
            glass,
        )
        draw.line((w * 0.22, h * (front + 0.015), w * 0.5, h * (front + 0.015)), shifted(glass, 70), 5)
        roof = (w * 0.16, h * (front + 0.11), w * 0.84, h * (0.93 if van else 0.76))
        draw.rounded_rectangle(roof, 14, shifted(paint, 12), shifted(paint, -26), 3)
        if van:
            for y in range(round(roof[1]) + 30, round(roof[3]) - 20, 46):
                draw.line((roof[0] + 12, y, roof[2] - 12, y), shifted(paint, -16), 4)
        else:
            draw.polygon(
                [(w * 0.2, h * 0.85), (w * 0.15, h * 0.77), (w * 0.85, h * 0.77), (w * 0.8, h * 0.85)], glass
            )
            for x in (0.09, 0.87):
                draw.rectangle((w * x, h * 0.39, w * (x + 0.04), h * 0.74), glass)
            draw.line((w * 0.2, h * 0.08, w * 0.26, h * 0.24), shifted(paint, -20), 3)
            draw.line((w * 0.8, h * 0.08, w * 0.74, h * 0.24), shifted(paint, -20), 3)
        for x in (0.1, 0.74):
            draw.rounded_rectangle((w * x, 4, w * (x + 0.16), 16), 6, (244, 236, 196))
            draw.rounded_rectangle((w * x, h - 18, w * (x + 0.16), h - 8), 5, (190, 40, 34))
        if roof_light:
            middle = (roof[1] + roof[3]) / 2
            draw.rounded_rectangle(
                (w * 0.24, middle - 11, w * 0.5, middle + 11), 6, (70, 120, 236), (196, 220, 255), 2
            )
            draw.rounded_rectangle(
                (w * 0.5, middle - 11, w * 0.76, middle + 11), 6, (226, 60, 52), (255, 200, 196), 2
            )

    return draw_it


def lamp_post(glow: Colour = (255, 226, 160)) -> Thing:
    """Give a lantern on a post."""

    def draw_it(draw: Draw, w: float, h: float, chance: Random) -> None:
        draw.ellipse((0, 0, w, h), (34, 34, 36), (84, 82, 78), 3)
        draw.ellipse((w * 0.2, h * 0.2, w * 0.8, h * 0.8), glow)
        draw.ellipse((w * 0.34, h * 0.3, w * 0.58, h * 0.54), (255, 250, 228))

    return draw_it
