"""Paints the picture of the pier: planks over black water, lanterns, a boat. The same each time."""

from math import atan2, cos, pi, sin
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.grounds import (
    clouded,
    frayed,
    laid,
    lay,
    plain,
    raised,
    rects_mask,
    shape_mask,
    water,
)
from webapp.demo.brushes.sprites import Draw, Thing, boards_across, stand
from webapp.demo.brushes.street import lamp_post
from webapp.demo.brushes.strokes import CELL, Colour, Lamp, light, px, shifted
from webapp.demo.brushes.walls import cast_shade, masonry, of_kind, panes, planked, railing, thresholds
from webapp.demo.brushes.wares import barrel, crate, sandbag
from webapp.demo.fights import Fight

_QUAY, _PIER, _SHED, _STORE = (0, 0, 7, 13), (7, 6, 24, 10), (18, 1, 24, 6), (0, 0, 5, 4)
_HULL = [(8.0, 11.2), (9.4, 10.25), (15.7, 10.25), (15.9, 11.2), (15.7, 12.15), (9.4, 12.15)]
_WATER: Colour = (34, 62, 74)
_STONE: Colour = (128, 124, 116)
_PLANK: Colour = (116, 88, 58)
_LANTERNS = ((8.3, 6.3), (15.3, 6.35), (23.6, 9.6), (6.5, 12.4), (12.5, 10.6))
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    *((x, y, 4.6, (255, 196, 110)) for x, y in _LANTERNS),
    (21.0, 3.4, 3.6, (255, 178, 96)),
    (3.0, 2.2, 3.0, (255, 190, 120)),
    (18.0, 14.0, 9.0, (110, 140, 190)),
    (10.0, 2.0, 8.0, (96, 128, 176)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("The Pier after Dark")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = water(size, _WATER, 11, across=120, down=22)
    _shore(picture)
    _piles(picture, chance)
    _decks(picture)
    _boat(picture, chance)
    _ropes(picture, chance)
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 12, 16)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (90, 70, 48))
    masonry(picture, of_kind(fight, WallKind.WALL, "stone"), _STONE, chance, 16, 46)
    planked(picture, of_kind(fight, WallKind.WALL, "wood-thick"), shifted(_PLANK, -8), chance, 12)
    panes(picture, of_kind(fight, WallKind.WINDOW), (78, 60, 42), (188, 170, 112))
    for wall in of_kind(fight, WallKind.LOW):
        _low(picture, wall, chance)
    for box in fight.boxes:
        (x, y), (w, h) = box.at, box.size
        stand(picture, _THINGS[box.material], (x + w / 2, y + h / 2), (w * 0.92, h * 0.92), chance, tall=16)
    _wares(picture, chance)
    for place in _LANTERNS:
        stand(picture, lamp_post((255, 206, 120)), place, (0.3, 0.3), chance, tall=12)
    return light(picture, _LAMPS, day=0.5)


# ---------------------------------------------------------------------------------- water, shore and planks
def _shore(picture: Image.Image) -> None:
    """Lay shingle below the quay, wet where the water laps, and build the quay of stone."""
    beach = frayed(rects_mask(picture.size, [(-1, 12, 7.0, 17)]), 21, 34, 6.0)
    wet = frayed(rects_mask(picture.size, [(-1, 12, 7.35, 17)]), 22, 34, 10.0)
    foam = frayed(rects_mask(picture.size, [(-1, 12, 7.6, 17)]), 22, 34, 5.0)
    lay(picture, (116, 146, 150), foam.point(lambda v: v * 5 // 12))
    lay(picture, clouded(plain(picture.size, (70, 70, 66), 23, 8.0), 24, 8.0), wet)
    lay(picture, clouded(plain(picture.size, (112, 106, 94), 25, 13.0), 26, 14.0), beach)
    quay = rects_mask(picture.size, [_QUAY])
    raised(picture, quay, (142, 138, 130), 6, 30)
    lay(
        picture,
        laid(picture.size, Surface.STONE, (0.94, 0.94, 0.96)),
        rects_mask(picture.size, [(0, 0, 6.9, 12.9)]),
    )
    store = rects_mask(picture.size, [_STORE])
    lay(picture, clouded(plain(picture.size, (96, 86, 74), 27, 6.0), 28, 10.0), store)


def _piles(picture: Image.Image, chance: Random) -> None:
    """Let rings of water run from the piles, which stand along the edges of the pier."""
    draw = ImageDraw.Draw(picture)
    places = [(x + 0.5, y) for x in range(7, 24, 2) for y in (6.02, 9.98)]
    places += [(x, 1.0) for x in (18.2, 20.2, 22.2, 23.9)] + [(23.95, y) for y in (2.6, 4.4, 7.4, 8.8)]
    for x, y in places:
        for ring in (30, 24):
            box = px((x - ring / CELL, y - ring / CELL * 0.7), (x + ring / CELL, y + ring / CELL * 0.7))
            draw.ellipse(box, outline=shifted(_WATER, 26 + chance.randrange(12)), width=2)


def _decks(picture: Image.Image) -> None:
    """Lay the planks of the pier across it, and those of the boathouse along it."""
    raised(picture, rects_mask(picture.size, [_PIER, _SHED]), (124, 98, 66), 5, 34)
    boards = clouded(laid(picture.size, Surface.WOOD, (0.84, 0.84, 0.84), turned=True), 31, 16.0)
    lay(picture, boards, rects_mask(picture.size, [(7, 6.06, 23.94, 9.94)]))
    inside = laid(picture.size, Surface.WOOD, (0.8, 0.72, 0.66))
    lay(picture, inside, rects_mask(picture.size, [(18, 1.05, 23.95, 6)]))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((600, 600, 704, 1_000), (104, 80, 54))  # where it rests on the quay
    for y in range(600, 1_000, 25):
        draw.rectangle((602, y + 1, 702, y + 23), shifted((122, 94, 62), (y * 7) % 19 - 9))


def _boat(picture: Image.Image, chance: Random) -> None:
    """Moor the boat: her hull, her deck, a hatch and coils of rope."""
    hull = (
        shape_mask(picture.size, [_HULL])
        .filter(ImageFilter.GaussianBlur(5))
        .point(lambda v: 255 if v > 110 else 0)
    )
    raised(picture, hull, (96, 56, 44), 9, 18)
    deck = laid(picture.size, Surface.WOOD, (1.02, 0.94, 0.82))
    inner = hull.filter(ImageFilter.GaussianBlur(7)).point(lambda v: 255 if v > 215 else 0)
    lay(picture, deck, inner)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((1_030, 1_062, 1_180, 1_180), 8, (72, 52, 36), (44, 32, 24), 5)
    for x in range(1_044, 1_170, 20):
        draw.line((x, 1_072, x, 1_170), (54, 40, 28), 4)
    draw.rectangle((1_440, 1_075, 1_540, 1_165), (58, 62, 66), (32, 34, 36), 4)  # the engine's cover
    for x in range(1_452, 1_536, 14):
        draw.line((x, 1_084, x, 1_156), (84, 90, 94), 4)
    for x, y in ((905, 1_120), (1_245, 1_180)):
        _coil(draw, x, y, chance)


def _coil(draw: ImageDraw.ImageDraw, x: float, y: float, chance: Random) -> None:
    for radius in (34, 26, 18, 10):
        own = shifted((170, 144, 96), chance.randrange(-18, 12))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=shifted(own, -60), width=9)
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=own, width=5)


def _ropes(picture: Image.Image, chance: Random) -> None:
    """Moor her by two ropes to bollards on the pier, and heap up nets."""
    draw = ImageDraw.Draw(picture)
    for ends in (((9.2, 10.5), (8.6, 9.75)), ((15.6, 10.5), (16.2, 9.75))):
        draw.line(px(*ends), (46, 38, 28), 9)
        draw.line(px(*ends), (178, 152, 104), 5)
        x, y = px(ends[1])[0]
        draw.ellipse((x - 15, y - 15, x + 15, y + 15), (30, 30, 32), (74, 74, 78), 3)
        draw.ellipse((x - 8, y - 9, x + 5, y + 4), (96, 98, 102))
    for number in range(46):  # a net
        angle, far = chance.uniform(0, 2 * pi), chance.uniform(0, 52)
        x, y = 2_250 + far * cos(angle) * 1.4, 880 + far * sin(angle)
        draw.arc((x - 26, y - 20, x + 26, y + 20), number * 37, number * 37 + 190, (70, 96, 92), 3)
        if number % 6 == 0:
            draw.ellipse((x - 7, y - 7, x + 7, y + 7), (190, 96, 56), (96, 46, 28), 2)


# -------------------------------------------------------------------------------- what stands on it
def _low(picture: Image.Image, wall: Wall, chance: Random) -> None:
    if wall.id.startswith("rail"):
        cast_shade(picture, [wall], 4, 9)
        railing(picture, [wall], (132, 104, 68), 100)
        return
    if wall.id.startswith("gunwale"):
        planked(picture, [wall], (122, 66, 50), chance, 9)
        return
    (x1, y1), (x2, y2) = wall.start, wall.end
    thing, side = _LINES[wall.material or ""]
    count = max(1, round(max(abs(x2 - x1), abs(y2 - y1)) / side))
    for number in range(count):
        share = (number + 0.5) / count
        at = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
        lean = chance.uniform(-7, 7) + (90 if wall.material == "sandbag" and x1 == x2 else 0)
        stand(
            picture,
            thing,
            at,
            (side * 1.02, side * (0.62 if wall.material == "sandbag" else 1.0)),
            chance,
            lean,
            12,
        )


def _wares(picture: Image.Image, chance: Random) -> None:
    """Stand about what is nobody's cover: flat boxes in the boathouse, a skiff on its floor, a gangplank."""
    stand(picture, _skiff, (21.4, 4.5), (3.8, 1.1), chance, 4, 8)
    stand(picture, _plank, (12.2, 9.95), (0.62, 1.5), chance, 0, 6)
    for x, y in ((1.0, 1.0), (1.9, 0.9), (1.2, 1.9)):
        stand(picture, crate(), (x, y), (0.8, 0.8), chance, chance.uniform(-8, 8), 10)


def _skiff(draw: Draw, w: float, h: float, chance: Random) -> None:
    hull = [
        (0.0, h / 2),
        (w * 0.16, h * 0.08),
        (w * 0.94, h * 0.1),
        (w, h / 2),
        (w * 0.94, h * 0.9),
        (w * 0.16, h * 0.92),
    ]
    draw.polygon(hull, (70, 92, 96), (40, 54, 58), 6)
    inner = [(w / 2 + (x - w / 2) * 0.92, h / 2 + (y - h / 2) * 0.76) for x, y in hull]
    draw.polygon(inner, (120, 92, 60), (62, 46, 30), 4)
    for share in (0.3, 0.55, 0.8):
        draw.rectangle((w * share - 16, h * 0.14, w * share + 16, h * 0.86), (146, 114, 76), (76, 58, 38), 3)


def _plank(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rectangle((0, 0, w, h), (66, 50, 34))
    boards_across(draw, (4, 4, w - 4, h - 4), (140, 110, 74), chance, 9)


def _wheelhouse(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 14, (206, 198, 178), (110, 100, 84), 6)
    draw.rounded_rectangle((18, 18, w - 18, h - 18), 10, (176, 166, 146), (140, 130, 112), 3)
    for y in range(34, round(h) - 30, 28):
        draw.line((24, y, w - 24, y), (154, 144, 126), 3)
    draw.ellipse((w * 0.36, h * 0.6, w * 0.64, h * 0.6 + w * 0.28), (56, 58, 62), (96, 98, 102), 4)  # funnel
    draw.rectangle((6, 40, 14, h - 40), (70, 96, 110))


def _crane(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.ellipse((w * 0.06, h * 0.06, w * 0.94, h * 0.94), (52, 54, 58), (104, 108, 112), 6)
    draw.ellipse((w * 0.22, h * 0.22, w * 0.78, h * 0.78), (76, 80, 84), (40, 42, 44), 4)
    for number in range(8):
        angle = number * pi / 4
        x, y = w * (0.5 + 0.36 * cos(angle)), h * (0.5 + 0.36 * sin(angle))
        draw.ellipse((x - 7, y - 7, x + 7, y + 7), (132, 136, 140), (40, 42, 44), 2)
    draw.polygon(
        ((w * 0.38, h * 0.5), (w * 0.46, h), (w * 0.54, h), (w * 0.62, h * 0.5)),
        (170, 128, 54),
        (90, 66, 28),
        4,
    )
    draw.ellipse((w * 0.36, h * 0.36, w * 0.64, h * 0.64), (188, 144, 62), (90, 66, 28), 4)


def _workbench(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rectangle((0, 0, w, h), (58, 42, 28))
    boards_across(draw, (5, 5, w - 6, h - 8), (134, 100, 64), chance, 3)
    for x in range(60, round(w) - 60, 90):  # tools
        angle = atan2(chance.uniform(-1, 1), 1)
        end = (x + 50 * cos(angle), h / 2 + 50 * sin(angle))
        draw.line((x, h / 2, *end), (70, 72, 76), 9)
        draw.ellipse((end[0] - 11, end[1] - 11, end[0] + 11, end[1] + 11), (150, 154, 158), (60, 62, 64), 3)


_THINGS: dict[str, Thing] = {"wheelhouse": _wheelhouse, "crane": _crane, "wood-thick": _workbench}
_LINES: dict[str, tuple[Thing, float]] = {
    "wood-thin": (crate(), 0.68),
    "wood-thick": (barrel(), 0.66),
    "sandbag": (sandbag(), 0.62),
}
"""What stands along low walls, and how long a piece of it is."""
