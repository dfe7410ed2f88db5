"""Paints the picture of the opera house: a stage, curtains, red stalls, gilt boxes. The same each time."""

from math import cos, pi, sin
from random import Random

from PIL import Image, ImageDraw

from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.furniture import plant_pot, seat
from webapp.demo.brushes.grounds import (
    checkered,
    clouded,
    laid,
    lay_in,
    plain,
    raised,
    rects_mask,
    size_of,
    stairs,
    sunk,
)
from webapp.demo.brushes.sprites import Draw, Thing, boards_across, stand
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, along, light, shade_beside_walls, shifted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, railing, smooth, thresholds
from webapp.demo.fights import Box, Fight

_STAGE, _STALLS, _FOYER = (1, 1, 23, 7), (3, 7, 21, 16), (1, 16, 23, 19)
_PIT, _DRESSING = (7, 7, 17, 9), (1, 1, 4, 5)
_BOXES = ((1, 7, 3, 16), (21, 7, 23, 16))
_VELVET: Colour = (138, 30, 40)
_GILT: Colour = (196, 152, 74)
_STONE: Colour = (122, 116, 108)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (12.0, 4.0, 6.0, (255, 232, 190)),
    (9.0, 5.6, 3.4, (255, 150, 140)),
    (15.0, 5.6, 3.4, (150, 170, 255)),
    (12.0, 12.0, 8.0, (255, 206, 132)),
    (2.0, 9.5, 3.0, (255, 196, 120)),
    (2.0, 13.5, 3.0, (255, 196, 120)),
    (22.0, 9.5, 3.0, (255, 196, 120)),
    (22.0, 13.5, 3.0, (255, 196, 120)),
    (12.0, 17.6, 6.5, (255, 216, 150)),
    (2.6, 2.6, 2.8, (255, 220, 170)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Opera House")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = clouded(laid(size, Surface.STONE, (0.5, 0.5, 0.56)), 3, 8.0)
    lay_in(picture, clouded(plain(size_of(_STALLS), (92, 34, 40), 5, 5.0), 6, 8.0), _STALLS)
    lay_in(picture, checkered(size_of(_FOYER), 0.5, (188, 170, 140), (96, 52, 46), 8), _FOYER)
    _carpet(picture)
    _stage(picture)
    _pit(picture, chance)
    for rect in _BOXES:
        _box_floor(picture, rect)
    picture = shade_beside_walls(picture, fight)
    cast_shade(picture, of_kind(fight, WallKind.WALL), 13, 16)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (98, 66, 42))
    smooth(picture, of_kind(fight, WallKind.WALL, "plaster"), (150, 126, 104), 10)
    masonry(picture, of_kind(fight, WallKind.WALL, "stone"), _STONE, chance, 17, 50)
    for wall in of_kind(fight, WallKind.WALL, "gilt"):
        _gilded(picture, wall)
    cast_shade(picture, of_kind(fight, WallKind.LOW), 6, 18)
    for wall in of_kind(fight, WallKind.LOW, "gilt"):
        _gilded(picture, wall, 9)
    railing(picture, of_kind(fight, WallKind.LOW, "rail"), _GILT, 100)
    for box in fight.boxes:
        _stand(picture, box, chance)
    for wall in of_kind(fight, WallKind.SIGHT):
        _curtain(picture, wall, chance)
    _furnish(picture, chance)
    return light(picture, _LAMPS, day=0.5)


# ---------------------------------------------------------------------------------------- the ground
def _carpet(picture: Image.Image) -> None:
    """Lay a runner with a golden border down the aisle, and swirls in the carpet beside it."""
    draw = ImageDraw.Draw(picture)
    for x in range(340, 2_080, 100):
        for y in range(940, 1_580, 100):
            at = x + 50 * (y // 100 % 2), y
            draw.ellipse((at[0] - 9, at[1] - 9, at[0] + 9, at[1] + 9), outline=(120, 62, 54), width=3)
            draw.ellipse((at[0] - 3, at[1] - 3, at[0] + 3, at[1] + 3), (150, 100, 62))
    draw.rectangle((1_020, 920, 1_380, 1_890), (112, 26, 36))
    for inset, wide in ((14, 6), (30, 3)):
        draw.rectangle((1_020 + inset, 920 + inset, 1_380 - inset, 1_890 - inset), outline=_GILT, width=wide)
    for y in range(1_000, 1_840, 120):
        for turn in range(8):
            angle = turn * pi / 4
            x2, y2 = 1_200 + 46 * cos(angle), y + 46 * sin(angle)
            draw.line((1_200, y, x2, y2), (152, 60, 58), 5)
            draw.ellipse((x2 - 9, y2 - 9, x2 + 9, y2 + 9), (172, 120, 66))
        draw.ellipse((1_186, y - 14, 1_214, y + 14), _GILT, (112, 26, 36), 3)


def _stage(picture: Image.Image) -> None:
    """Raise the stage, with the marks of its trap and its footlights, and the floor of the dressing room."""
    raised(picture, rects_mask(picture.size, [(1, 1, 23, 6.98)]), (118, 84, 54), 6, 22)
    lay_in(
        picture, clouded(laid(size_of(_STAGE), Surface.WOOD, (0.9, 0.8, 0.72)), 12, 12.0), (1, 1, 23, 6.92)
    )
    lay_in(picture, clouded(plain(size_of(_DRESSING), (106, 74, 82), 13, 5.0), 14, 6.0), _DRESSING)
    draw = ImageDraw.Draw(picture)
    draw.rectangle((1_100, 430, 1_300, 560), outline=(58, 40, 26), width=5)  # the trap
    draw.line((1_200, 432, 1_200, 558), (58, 40, 26), 4)
    for x in range(930, 1_500, 60):  # footlights
        draw.rounded_rectangle((x - 16, 660, x + 16, 688), 8, (40, 34, 30), _GILT, 3)
        draw.ellipse((x - 9, 664, x + 9, 682), (255, 238, 190))
    for x in (520, 600, 1_810, 1_880):  # marks of old scenes
        draw.line((x, 590, x + 30, 560), (190, 176, 150), 4)


def _pit(picture: Image.Image, chance: Random) -> None:
    """Sink the pit, with the chairs and stands of the orchestra in it."""
    lay_in(picture, laid(size_of(_PIT), Surface.WOOD, (0.56, 0.48, 0.44)), _PIT)
    sunk(picture, rects_mask(picture.size, [_PIT]), 220, 15, (12, 20))
    for number in range(11):
        x, y = 7.7 + 0.88 * number, 7.55 + 0.5 * (number % 2) + chance.uniform(-0.05, 0.05)
        stand(picture, _chair, (x, y + 0.34), (0.4, 0.4), chance, chance.uniform(-20, 20) + 180, 6)
        stand(picture, _music, (x, y - 0.06), (0.5, 0.28), chance, chance.uniform(-14, 14), 8)
    stand(picture, _podium, (12.0, 8.62), (0.8, 0.6), chance, 0, 6)


def _box_floor(picture: Image.Image, rect: tuple[int, int, int, int]) -> None:
    """Raise a row of boxes over the stalls, with the stair that leads up to it from the foyer."""
    left, top, right, bottom = rect
    raised(picture, rects_mask(picture.size, [rect]), _GILT, 6, 30)
    floor = clouded(plain(size_of(rect), (104, 30, 40), left, 5.0), left + 1, 7.0)
    lay_in(picture, floor, (left, top, right, bottom))
    draw = ImageDraw.Draw(picture)
    for y in range(top + 3, bottom, 3):  # low partitions between the boxes are drawn on the floor alone
        draw.line((left * CELL + 30, y * CELL, right * CELL - 30, y * CELL), shifted(_GILT, -60), 5)
    stairs(picture, (left, bottom, right, bottom + 2), "north", (150, 112, 84))
    for y in range(bottom * CELL + 6, (bottom + 2) * CELL, 33):
        draw.rectangle((left * CELL + 56, y, right * CELL - 56, y + 24), (126, 30, 40))


# -------------------------------------------------------------------------------- what stands on it
def _gilded(picture: Image.Image, wall: Wall, half: int = 15) -> None:
    smooth(picture, [wall], (112, 40, 44), half)
    draw = ImageDraw.Draw(picture)
    for x, y in along(wall.start, wall.end, 34):
        size = half * 0.62
        draw.ellipse((x - size, y - size, x + size, y + size), shifted(_GILT, -50))
        draw.ellipse((x - size + 1, y - size, x + size - 3, y + size - 4), _GILT)
        draw.ellipse((x - size * 0.4, y - size * 0.6, x + 1, y - 1), shifted(_GILT, 50))


def _curtain(picture: Image.Image, wall: Wall, chance: Random) -> None:
    """Hang a velvet curtain in folds along its line."""
    cast_shade(picture, [wall], 16, 20)
    draw = ImageDraw.Draw(picture)
    for x, y in along(wall.start, wall.end, 17):
        size = 19 + chance.randrange(-3, 4)
        colour = shifted(_VELVET, chance.randrange(-26, 6))
        draw.ellipse((x - size, y - size, x + size, y + size), shifted(colour, -40))
        draw.ellipse((x - size + 2, y - size + 1, x + size - 6, y + size - 8), colour)
        draw.arc((x - size + 4, y - size + 3, x + size - 8, y + size - 10), 190, 290, shifted(colour, 58), 4)
    for x, y in along(wall.start, wall.end, 10_000):  # cords at its ends
        draw.ellipse((x - 13, y - 13, x + 13, y + 13), _GILT, shifted(_GILT, -70), 4)


def _furnish(picture: Image.Image, chance: Random) -> None:
    for row in (10, 12, 14):  # the seats of the stalls are drawn over their rows
        for left in (4, 14):
            for number in range(8):
                at = (left + 0.42 + 0.735 * number, row + 0.5)
                stand(picture, seat(_VELVET, (70, 46, 30)), at, (0.68, 0.66), chance, 180, 7)
    for x, turn in ((1.7, 90.0), (22.3, -90.0)):
        for number in range(5):
            y = 8.7 + 1.5 * number
            stand(picture, seat((152, 40, 50), _GILT), (x, y), (0.56, 0.56), chance, turn + 180, 6)
    for x in (3.6, 9.4, 14.6, 20.4):
        stand(picture, plant_pot((66, 104, 60), (150, 120, 70)), (x, 16.55), (0.7, 0.7), chance, tall=8)
    for x in (8.2, 15.8):  # busts
        stand(picture, _bust, (x, 18.5), (0.6, 0.6), chance, tall=12)


def _chair(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((4, 8, w - 4, h - 4), 10, (60, 44, 32), (26, 20, 16), 4)
    draw.rounded_rectangle((2, 0, w - 2, 16), 8, (84, 62, 42), (30, 22, 16), 3)


def _music(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.polygon(((0, h), (w * 0.08, 0), (w * 0.92, 0), (w, h)), (44, 40, 38), (92, 84, 74), 3)
    for left in (0.12, 0.52):
        draw.rectangle((w * left, 8, w * (left + 0.36), h - 8), (226, 220, 202))
        for line in range(3):
            y = 15 + line * 11
            draw.line((w * left + 6, y, w * (left + 0.36) - 6, y), (120, 114, 104), 2)


def _podium(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (66, 44, 28), (30, 20, 14), 4)
    draw.rounded_rectangle((12, 12, w - 12, h - 12), 6, _VELVET, shifted(_VELVET, -40), 3)
    draw.line((w * 0.3, h * 0.5, w * 0.72, h * 0.4), (236, 230, 214), 4)


def _bust(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (90, 84, 78), (44, 40, 38), 4)
    draw.rounded_rectangle((8, 7, w - 10, h - 12), 6, (150, 144, 134), (188, 182, 170), 3)
    draw.ellipse((w * 0.16, h * 0.38, w * 0.84, h * 0.72), (214, 208, 196), (140, 134, 124), 3)
    draw.ellipse((w * 0.33, h * 0.2, w * 0.67, h * 0.6), (232, 228, 218), (150, 144, 134), 3)


def _seat_row(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 4, w, h - 4), 10, (54, 36, 24), (28, 18, 12), 4)
    boards_across(draw, (8, 12, w - 10, h - 14), (88, 60, 40), chance, 2)


def _organ(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rectangle((0, 0, w, h), (64, 42, 28), (30, 20, 14), 5)
    for number, x in enumerate(range(16, round(w) - 20, 26)):
        size = 10 + 7 * abs((number % 14) - 7) // 7
        draw.ellipse((x, 24, x + 2 * size, 24 + 2 * size), shifted(_GILT, -30), shifted(_GILT, 40), 3)
        draw.ellipse((x + 6, 30, x + 2 * size - 6, 18 + 2 * size), (30, 24, 20))
    draw.rectangle((w * 0.3, h - 66, w * 0.7, h - 16), (40, 28, 20), _GILT, 3)
    for x in range(round(w * 0.3) + 6, round(w * 0.7) - 8, 13):
        draw.rectangle((x, h - 54, x + 10, h - 22), (232, 226, 210), (110, 100, 86), 1)


def _throne(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, h * 0.1, w, h), 18, (58, 36, 26), (26, 16, 12), 5)
    draw.rounded_rectangle((w * 0.2, h * 0.3, w * 0.8, h - 12), 16, (122, 24, 36), shifted(_GILT, -20), 6)
    draw.polygon(
        ((w * 0.2, h * 0.34), (w * 0.28, 0), (w * 0.5, h * 0.2), (w * 0.72, 0), (w * 0.8, h * 0.34)), _GILT
    )
    draw.line((w * 0.24, h * 0.33, w * 0.76, h * 0.33), shifted(_GILT, 50), 5)
    for x in (0.06, 0.94):
        draw.ellipse((w * x - 16, h * 0.4, w * x + 16, h * 0.4 + 32), (244, 232, 190), _GILT, 4)


def _trunk(draw: Draw, w: float, h: float, chance: Random) -> None:
    for left, colour in ((0.0, (104, 78, 50)), (0.52, (66, 84, 74))):
        box = (w * left, 4, w * (left + 0.47), h - 4)
        draw.rounded_rectangle(box, 10, shifted(colour, -40))
        draw.rounded_rectangle((box[0] + 5, 9, box[2] - 6, h - 12), 8, colour, shifted(colour, 24), 3)
        for share in (0.25, 0.75):
            x = box[0] + (box[2] - box[0]) * share
            draw.rectangle((x - 8, 6, x + 8, h - 8), shifted(colour, -34))
            draw.rectangle((x - 7, h / 2 - 12, x + 7, h / 2 + 12), _GILT)


def _dresser(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (92, 62, 40), (40, 26, 18), 5)
    draw.rectangle((20, 6, w - 20, 30), (172, 198, 206), _GILT, 4)
    for x in range(36, round(w) - 30, 34):
        draw.ellipse((x, 2, x + 14, 16), (255, 242, 200))
    for _ in range(12):
        left, top = chance.uniform(20, w - 34), chance.uniform(46, h - 30)
        colour = chance.choice(((206, 96, 110), (230, 214, 188), (120, 160, 170), _GILT))
        draw.ellipse((left, top, left + 18, top + 18), colour, shifted(colour, -50), 2)


def _coats(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 8, (84, 58, 38), (36, 24, 16), 5)
    draw.line((16, h / 2, w - 16, h / 2), _GILT, 6)
    for x in range(40, round(w) - 30, 40):
        colour = chance.choice(((44, 46, 54), (96, 70, 50), (60, 72, 60), (92, 36, 40), (120, 112, 100)))
        turn = chance.randrange(-8, 9)
        draw.rounded_rectangle(
            (x - 15, 22 + turn, x + 15, h - 24 + turn), 12, colour, shifted(colour, -30), 3
        )
        draw.line((x - 6, 32 + turn, x - 6, h - 34 + turn), shifted(colour, 30), 3)


def _tickets(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 10, (104, 66, 42), (44, 28, 18), 5)
    draw.rounded_rectangle((14, 14, w - 16, h - 20), 8, (60, 92, 78), _GILT, 4)
    for _ in range(9):
        x, y = chance.uniform(30, w - 80), chance.uniform(30, h - 60)
        draw.rectangle(
            (x, y, x + 40, y + 18), chance.choice(((232, 212, 160), (210, 150, 140))), (110, 90, 70), 2
        )


_THINGS: dict[str, Thing] = {
    "seats": _seat_row,
    "organ": _organ,
    "throne": _throne,
    "trunk": _trunk,
    "dresser": _dresser,
    "coats": _coats,
    "tickets": _tickets,
}


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    stand(picture, _THINGS[box.material], (x + w / 2, y + h / 2), (w * 0.97, h * 0.8), chance, tall=10)
