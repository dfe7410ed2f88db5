"""What stands on farms."""

from math import cos, pi, sin
from random import Random

from webapp.demo.brushes.sprites import Draw, boards_across
from webapp.demo.brushes.strokes import shifted


def plants(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a bed of plants with fruit among the leaves."""
    draw.rounded_rectangle((0, 0, w, h), 10, (92, 66, 46), (150, 112, 80), 6)
    draw.rectangle((12, 12, w - 14, h - 16), (62, 42, 32))
    for row in range(2):
        for number in range(round(w / 58)):
            x, y = 40 + 58 * number + chance.uniform(-8, 8), h * (0.3 + 0.36 * row) + chance.uniform(-6, 6)
            leaf = chance.choice(((84, 132, 62), (112, 150, 66), (66, 116, 72)))
            for turn in range(9):
                angle = turn * 2 * pi / 9 + chance.uniform(-0.2, 0.2)
                far = chance.uniform(22, 34)
                tip = (x + far * cos(angle), y + far * sin(angle))
                own = shifted(leaf, chance.randrange(-16, 16) - round(16 * sin(angle + 0.8)))
                draw.ellipse((tip[0] - 12, tip[1] - 12, tip[0] + 12, tip[1] + 12), own, shifted(own, -26), 2)
            if chance.random() < 0.5:
                draw.ellipse((x - 9, y - 9, x + 9, y + 9), (206, 66, 50), (120, 40, 30), 2)


def tractor(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a tractor whose bonnet points right."""
    for x, wide in ((0.02, 0.34), (0.66, 0.24)):
        for y in (0.0, 0.76):
            tyre = (w * x, h * y, w * (x + wide), h * (y + 0.24))
            draw.rounded_rectangle(tyre, 12, (36, 32, 32), (76, 68, 64), 4)
            for tread in range(round(tyre[0]) + 10, round(tyre[2]) - 6, 16):
                draw.line((tread, tyre[1] + 4, tread + 6, tyre[3] - 4), (62, 56, 54), 5)
    draw.rounded_rectangle((w * 0.06, h * 0.2, w * 0.96, h * 0.8), 18, (128, 62, 34))
    draw.rounded_rectangle((w * 0.07, h * 0.21, w * 0.94, h * 0.76), 16, (206, 118, 52), (232, 164, 96), 4)
    draw.rounded_rectangle((w * 0.12, h * 0.28, w * 0.46, h * 0.7), 12, (58, 84, 92), (120, 72, 40), 6)
    draw.line((w * 0.16, h * 0.34, w * 0.36, h * 0.34), (150, 196, 206), 6)
    for x in range(round(w * 0.56), round(w * 0.88), 22):
        draw.line((x, h * 0.3, x, h * 0.66), (140, 76, 38), 7)
    draw.ellipse((w * 0.5, h * 0.14, w * 0.56, h * 0.3), (54, 48, 46), (130, 120, 112), 3)


def bales(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw four bales of straw."""
    for x, y, wide in ((0.0, 0.0, 0.46), (0.5, 0.04, 0.48), (0.02, 0.52, 0.48), (0.54, 0.52, 0.44)):
        box = (w * x, h * y, w * (x + wide), h * (y + 0.45))
        own = shifted((204, 170, 96), chance.randrange(-14, 12))
        draw.rounded_rectangle(box, 10, shifted(own, -54))
        draw.rounded_rectangle((box[0] + 4, box[1] + 3, box[2] - 5, box[3] - 8), 8, own)
        for _ in range(46):
            at = (chance.uniform(box[0] + 6, box[2] - 26), chance.uniform(box[1] + 6, box[3] - 12))
            draw.line(
                (*at, at[0] + chance.uniform(8, 20), at[1] + chance.uniform(-4, 4)),
                shifted(own, chance.choice((-30, 24))),
                2,
            )
        for share in (0.28, 0.7):
            at_x = box[0] + (box[2] - box[0]) * share
            draw.line((at_x, box[1] + 3, at_x, box[3] - 6), (120, 66, 46), 5)


def mirrors(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw three rows of panels that look at the sun."""
    for y in (0.02, 0.36, 0.7):
        box = (0, h * y, w, h * (y + 0.26))
        draw.rectangle(box, (52, 52, 58), (150, 150, 154), 5)
        for number in range(6):
            left = w * (0.02 + number * 0.163)
            cell = (left, box[1] + 9, left + w * 0.15, box[3] - 10)
            draw.rectangle(cell, shifted((46, 66, 112), chance.randrange(-10, 16)), (90, 112, 160), 2)
            draw.line((cell[0] + 8, cell[3] - 6, cell[2] - 14, cell[1] + 6), (124, 150, 196), 4)


def shelf(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a board with jars."""
    boards_across(draw, (0, 0, w, h), (120, 86, 58), chance, 2)
    for x in range(14, round(w) - 24, 30):
        own = chance.choice(((176, 66, 52), (204, 178, 120), (84, 116, 110), (224, 214, 196)))
        draw.ellipse((x, h * 0.24, x + 22, h * 0.24 + 22), own, shifted(own, -50), 3)


def stool(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a round stool."""
    draw.ellipse((0, 0, w, h), (88, 62, 42))
    draw.ellipse((5, 4, w - 7, h - 9), (148, 108, 72), (176, 134, 94), 3)


def drum(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw a drum of sheet metal."""
    own = chance.choice(((72, 112, 122), (178, 98, 54), (124, 118, 108)))
    draw.ellipse((0, 0, w, h), shifted(own, -50))
    draw.ellipse((5, 4, w - 7, h - 9), own, shifted(own, 36), 4)
    draw.ellipse((w * 0.22, h * 0.2, w * 0.76, h * 0.74), shifted(own, -10), shifted(own, -36), 3)
    draw.ellipse((w * 0.5, h * 0.3, w * 0.64, h * 0.44), (50, 46, 44))
