"""Paints the picture of the bank: a marble hall, a counter, a vault, the street. The same each time."""

from math import pi
from random import Random

from PIL import Image, ImageDraw

from rules.map.model import Surface, WallKind
from webapp.demo.brushes.furniture import column, desk, plant_pot
from webapp.demo.brushes.grounds import (
    checkered,
    clouded,
    laid,
    lay,
    lay_in,
    plain,
    raised,
    rects_mask,
    size_of,
    stairs,
)
from webapp.demo.brushes.sprites import Draw, Thing, boards_across, stand
from webapp.demo.brushes.street import car, lamp_post
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, light, px, shade_beside_walls, shifted, tilted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, panes, railing, smooth, thresholds
from webapp.demo.fights import Box, Fight

_HALL, _STAFF, _OFFICE = (2, 7, 22, 13), (2, 3, 19, 7), (2, 1, 7, 4)
_CORRIDOR, _VAULT, _GALLERY, _STAIRS = (7, 1, 17, 3), (17, 1, 22, 6), (19, 6, 22, 11), (19, 11, 22, 13)
_STONE: Colour = (164, 154, 136)
_PLASTER: Colour = (172, 166, 148)
_STEEL: Colour = (96, 104, 114)
_BRASS: Colour = (186, 150, 82)
_WALNUT: Colour = (104, 68, 42)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (10.5, 9.5, 6.5, (255, 226, 176)),
    (4.0, 9.0, 4.5, (255, 214, 156)),
    (17.0, 9.5, 4.5, (255, 218, 160)),
    (5.0, 2.5, 3.0, (140, 226, 168)),
    (11.0, 4.8, 5.0, (255, 232, 196)),
    (19.6, 3.6, 4.0, (176, 212, 255)),
    (9.6, 15.0, 4.2, (120, 150, 255)),
    (10.8, 15.0, 3.2, (255, 110, 100)),
    (21.5, 14.4, 3.5, (255, 214, 140)),
    (3.0, 14.4, 3.5, (255, 214, 140)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Savings Bank")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = _street(size, chance)
    lay_in(picture, checkered(size_of(_HALL), 0.5, (196, 188, 172), (116, 112, 108), 3), _HALL)
    lay_in(picture, clouded(plain(size_of(_STAFF), (72, 92, 88), 5, 4.0), 6, 6.0), _STAFF)
    lay_in(picture, laid(size_of(_OFFICE), Surface.WOOD, (0.86, 0.74, 0.66), turned=True), _OFFICE)
    lay_in(picture, checkered(size_of(_CORRIDOR), 0.25, (150, 144, 132), (138, 132, 120), 8), _CORRIDOR)
    lay_in(picture, laid(size_of(_VAULT), Surface.DECK, (1.0, 1.02, 1.06)), _VAULT)
    _inlay(picture)
    _gallery(picture)
    _litter(picture, fight, chance)
    picture = shade_beside_walls(picture, fight)
    _walls(picture, fight, chance)
    for box in fight.boxes:
        _stand(picture, box, chance)
    for x, y in ((2.6, 12.4), (12.6, 12.3), (11.0, 12.3 + 0.1), (2.6, 7.6), (6.4, 1.6)):
        stand(picture, plant_pot((70, 112, 62)), (x, y), (0.8, 0.8), chance, tall=8)
    for x in (3.0, 21.5):
        stand(picture, lamp_post(), (x, 13.7), (0.34, 0.34), chance, tall=14)
    return light(picture, _LAMPS, day=0.6)


# ---------------------------------------------------------------------------------------- the ground
def _street(size: tuple[int, int], chance: Random) -> Image.Image:
    """Lay the street, the pavement along it, and the alleys round the house."""
    picture = clouded(plain(size, (70, 72, 76), 1, 6.0), 2, 10.0)
    draw = ImageDraw.Draw(picture)
    for x in range(-40, size[0], 200):  # the line along the middle
        draw.line((x, 1_652, x + 110, 1_652), (188, 184, 166), 7)
    for _ in range(26):  # cracks and patches
        x, y = chance.randrange(size[0]), chance.randrange(1_440, size[1])
        draw.line((x, y, x + chance.randrange(-60, 60), y + chance.randrange(-20, 20)), (52, 54, 58), 2)
    pavement = laid(size, Surface.STONE, (1.06, 1.04, 1.02))
    mask = rects_mask(size, [(0, 0, 24, 14)])
    lay(picture, pavement, mask)
    draw.rectangle((0, 1_398, size[0], 1_410), (168, 164, 154))
    draw.line((0, 1_411, size[0], 1_411), (40, 40, 42), 4)
    for x in range(0, size[0], 120):
        draw.line((x, 1_398, x, 1_410), (118, 116, 110), 2)
    for x in (600, 1_900):  # drains
        draw.rounded_rectangle((x, 1_418, x + 70, 1_446), 5, (40, 42, 44), (92, 94, 96), 3)
        for bar in range(x + 10, x + 66, 11):
            draw.line((bar, 1_422, bar, 1_442), (96, 98, 100), 3)
    return picture


def _inlay(picture: Image.Image) -> None:
    """Lay a border of dark marble and brass along the hall, and a runner before the counter."""
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = (edge * CELL for edge in _HALL)
    right = _GALLERY[0] * CELL
    draw.rectangle((left + 40, top + 40, right - 40, bottom - 40), outline=(74, 62, 56), width=14)
    draw.rectangle((left + 52, top + 52, right - 52, bottom - 52), outline=_BRASS, width=3)
    x, y = 1_050, 1_120
    for radius, colour in (
        (92, (74, 62, 56)),
        (82, _BRASS),
        (76, (150, 132, 110)),
        (30, (74, 62, 56)),
        (22, _BRASS),
    ):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    for step in range(8):  # a star
        shape = tilted((x, y), 138, 15, step * pi / 8)
        draw.polygon(shape, shifted(_BRASS, -40 if step % 2 else 10))
    runner = (1_110, 1_210, 1_290, 1_300)
    draw.rectangle(runner, (96, 34, 38), _BRASS, 4)


def _gallery(picture: Image.Image) -> None:
    """Raise the gallery over the hall, with a stair up to it."""
    raised(picture, rects_mask(picture.size, [_GALLERY]), _BRASS, 5, 26)
    boards = laid(size_of(_GALLERY), Surface.WOOD, (0.8, 0.62, 0.52), turned=True)
    inner = (_GALLERY[0] + 0.08, _GALLERY[1], _GALLERY[2], _GALLERY[3] - 0.08)
    lay_in(picture, boards, inner)
    stairs(picture, _STAIRS, "east", (150, 142, 128))


def _litter(picture: Image.Image, fight: Fight, chance: Random) -> None:
    """Strew broken glass and bank papers where the ground is difficult."""
    draw = ImageDraw.Draw(picture)
    for ground in fight.map.ground:
        for c, r in ground.cells:
            for _ in range(16):
                x, y = (c + chance.random()) * CELL, (r + chance.random()) * CELL
                turn = chance.random() * pi
                draw.polygon(tilted((x + 3, y + 4), 26, 18, turn), (66, 62, 58))
                draw.polygon(
                    tilted((x, y), 26, 18, turn), shifted((222, 216, 200), chance.randrange(-20, 16))
                )
            for _ in range(22):
                x, y = (c + chance.random()) * CELL, (r + chance.random()) * CELL
                shard = tilted((x, y), chance.randrange(8, 18), chance.randrange(4, 8), chance.random() * pi)
                draw.polygon(shard[:3], (190, 226, 232), (236, 250, 252))


# -------------------------------------------------------------------------------- what stands on it
def _walls(picture: Image.Image, fight: Fight, chance: Random) -> None:
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 14, 16)
    cast_shade(picture, of_kind(fight, WallKind.LOW), 5, 9)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (96, 76, 54))
    smooth(picture, of_kind(fight, WallKind.WALL, "plaster"), _PLASTER, 10)
    masonry(picture, of_kind(fight, WallKind.WALL, "stone"), _STONE, chance, 17, 50)
    smooth(picture, of_kind(fight, WallKind.WALL, "vault"), _STEEL, 20)
    draw = ImageDraw.Draw(picture)
    for wall in of_kind(fight, WallKind.WALL, "vault"):  # rivets
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        for step in range(0, round(abs(x2 - x1) + abs(y2 - y1)), 33):
            x, y = (x1 + step if x2 > x1 else x1), (y1 + step if y2 > y1 else y1)
            draw.ellipse((x - 4, y - 4, x + 4, y + 4), shifted(_STEEL, 40), shifted(_STEEL, -40))
    panes(picture, of_kind(fight, WallKind.WINDOW), (74, 66, 54))
    railing(picture, of_kind(fight, WallKind.LOW), _BRASS, 100)


def _counter(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 10, shifted(_WALNUT, -40))
    boards_across(draw, (6, 6, w - 8, h - 10), _WALNUT, chance, 3)
    draw.rectangle((6, h - 62, w - 8, h - 12), (196, 190, 176), (120, 112, 98), 3)  # a marble ledge
    for x in range(100, round(w) - 60, 200):  # the windows of the tellers, and what lies at each
        draw.rectangle((x - 62, 16, x + 62, 32), _BRASS, shifted(_BRASS, -50), 2)
        for bar in range(x - 56, x + 60, 14):
            draw.line((bar, 14, bar, 34), shifted(_BRASS, 40), 4)
        draw.rounded_rectangle((x - 26, h - 54, x + 26, h - 26), 4, (64, 92, 70), shifted(_BRASS, -20), 3)
        draw.rectangle((x + 34, 52, x + 62, 88), (224, 218, 204), (170, 164, 150), 2)


def _bench(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, h * 0.12, w, h * 0.92), 16, shifted(_WALNUT, -30))
    for number in range(4):
        left = 10 + number * (w - 20) / 4
        draw.rounded_rectangle(
            (left, h * 0.18, left + (w - 20) / 4 - 6, h * 0.82), 14, (112, 44, 42), (76, 26, 28), 3
        )
        draw.line((left + 12, h * 0.27, left + (w - 20) / 4 - 20, h * 0.27), (158, 82, 76), 5)
        for x, y in ((0.3, 0.5), (0.62, 0.5)):
            at = left + x * (w - 20) / 4
            draw.ellipse((at - 5, h * y - 5, at + 5, h * y + 5), (74, 24, 26))


def _deposit(draw: Draw, w: float, h: float, chance: Random) -> None:
    """Draw safe deposit boxes: some of them hang open."""
    draw.rectangle((0, 0, w, h), shifted(_STEEL, -30), shifted(_STEEL, -60), 4)
    for x in range(8, round(w) - 40, 50):
        for y in range(8, round(h) - 30, 44):
            is_open = chance.random() < 0.22
            own = (30, 32, 36) if is_open else shifted(_STEEL, chance.randrange(4, 26))
            draw.rectangle((x, y, x + 44, y + 38), own, shifted(_STEEL, -54), 3)
            if not is_open:
                draw.line((x + 3, y + 3, x + 40, y + 3), shifted(own, 30), 3)
                draw.ellipse((x + 18, y + 14, x + 26, y + 22), _BRASS)


def _trolley(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((6, 6, w - 6, h - 6), 12, (58, 62, 68), (120, 126, 134), 5)
    for number in range(9):  # bundles of notes
        x, y = (
            26 + 46 * (number % 3) + chance.randrange(-4, 5),
            26 + 46 * (number // 3) + chance.randrange(-4, 5),
        )
        draw.rectangle((x, y, x + 40, y + 30), (120, 156, 112), (72, 104, 70), 3)
        draw.rectangle((x + 15, y, x + 25, y + 30), (226, 216, 170))


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    middle, size = (x + w / 2, y + h / 2), (float(w), float(h))
    thing, turn, tall = _THINGS[box.material], 0.0, 10
    if box.material in ("police", "van"):  # they are drawn pointing up
        size, turn, tall = (h * 0.9, w * 0.98), -90.0, 16
    elif box.material == "desk" and h > w:
        size, turn = (float(h), float(w)), 90.0
    if box.material == "column":
        tall = 22
    inset = 0.9 if box.material in ("desk", "trolley", "bench") else 1.0
    stand(picture, thing, middle, (size[0] * inset, size[1] * inset), chance, turn, tall)


_THINGS: dict[str, Thing] = {
    "counter": _counter,
    "column": column((196, 188, 170)),
    "bench": _bench,
    "desk": desk((120, 82, 52), (96, 190, 120)),
    "deposit": _deposit,
    "trolley": _trolley,
    "police": car((40, 52, 78), roof_light=True),
    "van": car((112, 60, 48), van=True),
}
