"""Paints the picture of the berth: a station hall, a freighter, glass, stars. The same each time."""

from math import atan2, cos, hypot, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Surface, Wall, WallKind
from webapp.demo.brushes.grounds import (
    clouded,
    laid,
    lay,
    raised,
    shape_mask,
    stairs,
    sunk,
)
from webapp.demo.brushes.space import hull, limb, sky
from webapp.demo.brushes.sprites import Draw, Thing, stand
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    along,
    light,
    px,
    shade_beside_walls,
    shifted,
    tilted,
)
from webapp.demo.brushes.walls import cast_shade, glazed, of_kind, railing, strip, thresholds
from webapp.demo.fights import Box, Fight

_Shape = list[tuple[float, float]]
_HALL: _Shape = [(1, 2), (9, 2), (9, 14), (1, 14)]
_OFFICE: _Shape = [(1, 2), (4, 2), (4, 5), (1, 5)]
_TUNNEL: _Shape = [(9, 6), (16, 6), (16, 10), (9, 10)]
_SHIP: _Shape = [(16, 4), (18, 2), (24, 2), (26, 4), (26, 12), (24, 14), (18, 14), (16, 12)]
_SKIN: _Shape = [
    *((15.55, 3.8), (17.8, 1.5), (24.2, 1.5), (26.5, 3.8), (26.5, 12.2), (24.2, 14.2), (17.8, 14.2)),
    (15.55, 12.2),
]
_RING: _Shape = [
    (-1, -1),
    (9.45, -1),
    (9.45, 14.25),
    (6.4, 14.25),
    (6.4, 15),
    (3.6, 15),
    (3.6, 14.25),
    (-1, 14.25),
]
_DECK: _Shape = [(21, 2), (24, 2), (26, 4), (26, 7), (21, 7)]
_CABIN: _Shape = [(22, 10), (26, 10), (26, 12), (24, 14), (22, 14)]
_STEEL: Colour = (118, 126, 138)
_PAINTED: Colour = (150, 74, 50)
_AMBER: Colour = (236, 176, 62)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (5.0, 7.0, 6.5, (210, 230, 255)),
    (5.0, 12.0, 4.5, (210, 230, 255)),
    (2.4, 3.4, 3.0, (150, 230, 220)),
    (12.5, 8.0, 4.4, (150, 205, 255)),
    (19.0, 8.0, 6.0, (255, 214, 160)),
    (23.6, 4.6, 4.2, (255, 214, 160)),
    (19.0, 12.4, 3.6, (255, 176, 120)),
    (24.0, 12.0, 3.2, (150, 255, 214)),
    (5.0, 15.0, 3.4, (255, 210, 130)),
    (20.0, 15.2, 3.4, (255, 120, 96)),
    (12.5, 15.2, 3.6, (190, 210, 255)),
)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    chance = Random("Berth Nine")
    size = (fight.map.grid.cols * CELL, fight.map.grid.rows * CELL)
    picture = sky(size)
    limb(picture, (1_380, 3_060), 1_560)
    _walk(picture)
    _engines(picture)
    hull(picture, _RING, (104, 110, 120), 5)
    hull(picture, _SKIN, _PAINTED, 6)
    _floors(picture)
    _tunnel(picture)
    _markings(picture)
    picture = shade_beside_walls(picture, fight)
    walls = of_kind(fight, WallKind.WALL)
    cast_shade(picture, walls, 14, 18)
    thresholds(picture, of_kind(fight, WallKind.DOOR), (74, 78, 84))
    _warned(picture, of_kind(fight, WallKind.DOOR))
    for wall in walls:
        _plated(picture, wall)
    glazed(picture, of_kind(fight, WallKind.WINDOW, "dome", "glass"))
    railing(picture, of_kind(fight, WallKind.WINDOW, "cable"), (150, 154, 160), 100)
    cast_shade(picture, of_kind(fight, WallKind.LOW), 5, 16)
    railing(picture, of_kind(fight, WallKind.LOW), _AMBER, 100)
    for box in fight.boxes:
        _stand(picture, box, chance)
    _furnish(picture, chance)
    return _glow(light(picture, _LAMPS, day=0.62))


# ------------------------------------------------------------------------------------------ outside
def _walk(picture: Image.Image) -> None:
    """Hang the walk outside between station and ship: gratings on a truss."""
    draw = ImageDraw.Draw(picture)
    for y in (1_404, 1_612):
        draw.line((300, y, 2_200, y), (70, 76, 86), 14)
        draw.line((300, y - 3, 2_200, y - 3), (128, 136, 148), 4)
    for x in range(300, 2_200, 50):
        draw.line((x, 1_600, x + 50, 1_410), (62, 68, 78), 9)
        draw.line((x, 1_410, x + 50, 1_600), (62, 68, 78), 9)
    left, top, right, bottom = 310, 1_408, 2_190, 1_590
    draw.rectangle((left, top, right, bottom), (34, 38, 45))
    for x in range(left, right, 14):
        draw.line((x, top, x, bottom), (84, 92, 104), 4)
        draw.line((x + 2, top, x + 2, bottom), (120, 130, 142), 1)
    for y in range(top, bottom + 1, 35):
        draw.line((left, y, right, y), (96, 104, 116), 5)
        draw.line((left, y - 2, right, y - 2), (146, 154, 166), 1)
    for x in range(left, right + 1, 188):
        draw.rectangle((x - 7, top - 10, x + 7, bottom + 10), (76, 82, 92), (150, 156, 166), 2)
    for x in range(left + 40, right, 188):  # yellow feet: where boots hold
        for dx in (0, 60):
            draw.rounded_rectangle((x + dx, 1_500, x + dx + 26, 1_544), 9, outline=_AMBER, width=3)


def _engines(picture: Image.Image) -> None:
    """Set the ship's engines behind it, and a fin at its side."""
    draw = ImageDraw.Draw(picture)
    for y in (420, 720, 920, 1_180):
        draw.polygon(((2_600, y - 70), (2_700, y - 110), (2_700, y + 110), (2_600, y + 70)), (44, 46, 52))
        draw.polygon(((2_604, y - 62), (2_700, y - 98), (2_700, y - 30), (2_604, y - 20)), (92, 94, 102))
        for x in range(2_616, 2_700, 22):
            draw.line((x, y - 76, x, y + 76), (30, 32, 36), 5)
    fin = ((1_980, 150), (2_380, 150), (2_560, 40), (2_260, 40))
    draw.polygon(fin, shifted(_PAINTED, -46))
    draw.polygon([(x - 4, y + 6) for x, y in fin], shifted(_PAINTED, -14))


# ------------------------------------------------------------------------------------------- inside
def _floors(picture: Image.Image) -> None:
    size = picture.size
    floors: tuple[tuple[_Shape, tuple[float, float, float]], ...] = (
        (_HALL, (0.98, 1.02, 1.04)),
        (_OFFICE, (0.7, 0.86, 0.88)),
        (_SHIP, (1.02, 0.9, 0.8)),
        (_CABIN, (0.72, 0.86, 0.84)),
    )
    for number, (shape, tint) in enumerate(floors):
        mask = shape_mask(size, [shape])
        lay(picture, clouded(laid(size, Surface.DECK, tint), 10 + number, 9.0), mask)
    mask = shape_mask(size, [_DECK])
    raised(picture, mask, (150, 136, 110), 8, 44)
    lay(
        picture,
        clouded(laid(size, Surface.DECK, (1.2, 1.06, 0.92)), 20, 8.0),
        mask.filter(ImageFilter.MinFilter(11)),
    )
    stairs(picture, (21.06, 7, 22, 8.4), "north", (122, 112, 100), 4)
    stairs(picture, (19.6, 6, 21, 6.9), "east", (122, 112, 100), 4)
    draw = ImageDraw.Draw(picture)
    for shape in (_HALL, _SHIP):
        hollow = shape_mask(size, [shape])
        sunk(picture, ImageChops.subtract(hollow, shape_mask(size, [_DECK])), 120, 20, (8, 12))
    for y in (760, 840):  # rails of the trolley, from hall to hold
        draw.line((160, y, 2_000, y), (40, 44, 50), 13)
        draw.line((160, y - 3, 2_000, y - 3), (150, 156, 164), 4)


def _tunnel(picture: Image.Image) -> None:
    """Lay the glass tunnel's floor, with the stars seen beside it."""
    size = picture.size
    draw = ImageDraw.Draw(picture)
    floor = [(9, 6.9), (16, 6.9), (16, 9.1), (9, 9.1)]
    lay(picture, (40, 78, 110), shape_mask(size, [_TUNNEL]).point(lambda v: v * 9 // 20))
    for x in range(930, 1_600, 70):  # what the glass mirrors
        for y in (606, 918):
            draw.line((x, y + 70, x + 34, y + 8), (92, 140, 172), 3)
    mask = shape_mask(size, [floor])
    raised(picture, mask, (110, 120, 132), 5, 12)
    lay(picture, clouded(laid(size, Surface.DECK, (0.92, 0.98, 1.06)), 31, 8.0), mask)
    for y in (760, 840):
        draw.line((900, y, 1_600, y), (40, 44, 50), 13)
        draw.line((900, y - 3, 1_600, y - 3), (150, 156, 164), 4)
    for x in range(920, 1_600, 100):  # light strips at the edges of the floor
        for y in (696, 904):
            draw.rounded_rectangle((x, y - 4, x + 60, y + 4), 4, (176, 226, 255))
    for x in range(900, 1_601, 140):
        for edge, floor_y in ((600, 690), (1_000, 910)):
            draw.line((x, edge, x, floor_y), (72, 82, 94), 12)
            draw.line((x - 2, edge, x - 2, floor_y), (136, 148, 160), 3)


def _markings(picture: Image.Image) -> None:
    """Paint letters and lines on the decks: the berth's number, bays, arrows to the locks."""
    draw = ImageDraw.Draw(picture)
    draw.ellipse((510, 330, 690, 510), outline=_AMBER, width=9)  # the nine of the berth
    draw.ellipse((566, 366, 634, 434), outline=_AMBER, width=13)
    draw.line((628, 402, 620, 440, 590, 476), _AMBER, 13, "curve")
    for box in ((560, 1_140, 860, 1_330), (1_730, 1_010, 2_140, 1_330), (2_200, 740, 2_560, 960)):
        draw.rectangle(box, outline=(214, 190, 120), width=5)
        for x in range(box[0] + 20, box[2] - 20, 44):
            draw.line((x, box[1] + 3, x + 16, box[1] + 3), (60, 58, 54), 6)
    for x in (730, 790, 1_680, 1_740):
        draw.line((x, 870, x + 26, 900, x, 930), _AMBER, 8)


def _warned(picture: Image.Image, doors: list[Wall]) -> None:
    """Stripe the floor before each door in black and yellow."""
    draw = ImageDraw.Draw(picture)
    for door in doors:
        (x1, y1), (x2, y2) = px(door.start, door.end)
        far = hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / far, (y2 - y1) / far
        for side in (-1, 1):
            ox, oy = -dy * side * 23, dx * side * 23
            for number in range(round(far / 20)):
                at = (x1 + ox + dx * (20 * number + 10), y1 + oy + dy * (20 * number + 10))
                colour = _AMBER if number % 2 else (34, 32, 30)
                draw.polygon(tilted(at, 21, 14, atan2(dy, dx)), colour)


def _plated(picture: Image.Image, wall: Wall) -> None:
    colour = {"ship": shifted(_PAINTED, 6), "bulkhead": (112, 118, 126)}.get(wall.material or "", _STEEL)
    half = 10 if wall.material == "bulkhead" else 17
    draw = ImageDraw.Draw(picture)
    strip(draw, wall, half, colour, shifted(colour, 54))
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    draw.line((x1, y1, x2, y2), shifted(colour, -26), half)
    draw.line((x1, y1 - 1, x2, y2 - 1), shifted(colour, -6), max(2, half - 6))
    for x, y in along(wall.start, wall.end, 50):
        draw.polygon(tilted((x, y), 9, 2 * half - 2, atan2(y2 - y1, x2 - x1)), shifted(colour, -30))
        draw.ellipse((x - 4, y - 5, x + 3, y + 2), shifted(colour, 60))


# -------------------------------------------------------------------------------- what stands on it
def _crate(draw: Draw, w: float, h: float, chance: Random) -> None:
    own = shifted(chance.choice(((104, 116, 92), (126, 110, 84), (96, 108, 124))), chance.randrange(-8, 8))
    draw.rounded_rectangle((0, 0, w, h), 12, shifted(own, -56))
    draw.rounded_rectangle((5, 4, w - 7, h - 9), 10, own, shifted(own, 30), 4)
    for x in range(30, round(w) - 20, 34):
        draw.line((x, 16, x, h - 20), shifted(own, -22), 7)
        draw.line((x + 5, 16, x + 5, h - 20), shifted(own, 18), 2)
    draw.rectangle((w * 0.1, h * 0.36, w * 0.5, h * 0.62), (214, 206, 186), shifted(own, -40), 3)
    draw.line((w * 0.14, h * 0.45, w * 0.44, h * 0.45), (70, 66, 60), 4)
    draw.line((w * 0.14, h * 0.54, w * 0.34, h * 0.54), (170, 60, 46), 4)
    for left in (7, w - 25):
        for top in (7, h - 27):
            draw.ellipse((left, top, left + 14, top + 14), shifted(own, -44), shifted(own, 40), 2)


def _pod(draw: Draw, w: float, h: float, chance: Random) -> None:
    across = w > h
    near = min(w, h)
    own: Colour = (172, 176, 178)
    draw.rounded_rectangle((0, 0, w, h), near * 0.46, shifted(own, -76))
    draw.rounded_rectangle((6, 4, w - 8, h - 10), near * 0.44, own, shifted(own, 30), 4)
    glass = (near * 0.24, near * 0.24, w - near * 0.26, h - near * 0.28)
    draw.rounded_rectangle(glass, near * 0.24, (46, 84, 98), (96, 100, 104), 5)
    draw.rounded_rectangle(
        (glass[0] + 8, glass[1] + 7, glass[2] - near * 0.1, glass[3] - near * 0.12),
        near * 0.2,
        (74, 140, 156),
    )
    ends = (
        ((glass[0] + 16, glass[1] + 14, glass[2] - 30, glass[1] + 14),)
        if across
        else ((glass[0] + 14, glass[1] + 18, glass[0] + 14, glass[3] - 34),)
    )
    draw.line(ends[0], (214, 246, 250), 6)
    for share in (0.16, 0.84):
        at = (w * share, h / 2) if across else (w / 2, h * share)
        draw.ellipse((at[0] - 9, at[1] - 9, at[0] + 9, at[1] + 9), (226, 92, 60), (90, 40, 30), 3)


def _container(draw: Draw, w: float, h: float, chance: Random) -> None:
    own: Colour = (66, 108, 124)
    draw.rectangle((0, 0, w, h), shifted(own, -50))
    draw.rectangle((5, 4, w - 6, h - 8), own, shifted(own, 34), 4)
    for x in range(18, round(w) - 12, 22):
        draw.line((x, 10, x, h - 14), shifted(own, -24), 8)
        draw.line((x + 6, 10, x + 6, h - 14), shifted(own, 22), 3)
    draw.rectangle((w * 0.32, h * 0.3, w * 0.68, h * 0.7), (220, 214, 198), shifted(own, -40), 4)
    draw.polygon(((w * 0.5, h * 0.34), (w * 0.57, h * 0.64), (w * 0.43, h * 0.64)), _AMBER, (60, 50, 30), 3)


def _tank(draw: Draw, w: float, h: float, chance: Random) -> None:
    for y, colour in ((0.04, (196, 122, 54)), (0.52, (188, 188, 186))):
        box = (0, h * y, w, h * (y + 0.44))
        draw.rounded_rectangle(box, h * 0.22, shifted(colour, -70))
        draw.rounded_rectangle((6, box[1] + 3, w - 8, box[3] - 12), h * 0.18, colour)
        draw.line((w * 0.16, box[1] + 18, w * 0.8, box[1] + 18), shifted(colour, 60), 8)
        for x in (0.24, 0.74):
            draw.line((w * x, box[1], w * x, box[3]), (52, 54, 58), 9)


def _trolley(draw: Draw, w: float, h: float, chance: Random) -> None:
    for y in (0.3, 0.7):
        for x in (0.14, 0.86):
            draw.rounded_rectangle((w * x - 18, h * y - 16, w * x + 18, h * y + 16), 6, (30, 32, 36))
    draw.rounded_rectangle((4, h * 0.14, w - 4, h * 0.86), 10, (92, 96, 102), (160, 164, 168), 4)
    draw.rounded_rectangle((w * 0.08, h * 0.2, w * 0.6, h * 0.8), 8, (126, 102, 74), (70, 56, 42), 5)
    draw.line((w * 0.34, h * 0.2, w * 0.34, h * 0.8), (60, 48, 36), 9)
    draw.ellipse((w * 0.66, h * 0.28, w * 0.88, h * 0.72), (156, 60, 48), (70, 28, 24), 5)


def _console(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, 0, w, h), 14, (58, 64, 72))
    draw.rounded_rectangle((6, 5, w - 8, h - 10), 12, (104, 114, 124), (158, 168, 176), 4)
    for x in (0.08, 0.4, 0.7):
        screen = (w * x, h * 0.16, w * (x + 0.24), h * 0.52)
        draw.rounded_rectangle(screen, 6, (22, 66, 70), (40, 46, 52), 4)
        for n in range(3):
            y = screen[1] + 14 + 18 * n
            draw.line((screen[0] + 10, y, screen[0] + chance.uniform(30, 74), y), (110, 240, 214), 3)
    for _ in range(22):
        x, y = chance.uniform(w * 0.08, w * 0.92), chance.uniform(h * 0.62, h * 0.84)
        draw.ellipse(
            (x - 5, y - 5, x + 5, y + 5),
            chance.choice((_AMBER, (230, 70, 60), (120, 220, 140), (220, 224, 226))),
        )


def _reactor(draw: Draw, w: float, h: float, chance: Random) -> None:
    for share, colour in (
        (1.0, (48, 54, 60)),
        (0.9, (112, 122, 130)),
        (0.72, (60, 68, 76)),
        (0.6, (90, 200, 170)),
    ):
        draw.ellipse(
            (w * (0.5 - share / 2), h * (0.5 - share / 2), w * (0.5 + share / 2), h * (0.5 + share / 2)),
            colour,
        )
    for number in range(10):
        angle = number * pi / 5
        inner, outer = (
            (w / 2 + w * 0.3 * cos(angle), h / 2 + h * 0.3 * sin(angle)),
            (
                w / 2 + w * 0.46 * cos(angle),
                h / 2 + h * 0.46 * sin(angle),
            ),
        )
        draw.line((*inner, *outer), (40, 46, 52), 9)
    draw.ellipse((w * 0.34, h * 0.34, w * 0.66, h * 0.66), (206, 255, 236))


def _seat(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((6, h * 0.2, w - 6, h - 4), 16, (48, 52, 60), (90, 96, 104), 4)
    draw.rounded_rectangle((0, 0, w, h * 0.34), 14, (70, 76, 86), (120, 126, 134), 4)


def _crane(draw: Draw, w: float, h: float, chance: Random) -> None:
    draw.rounded_rectangle((0, h * 0.36, w, h * 0.64), 12, (150, 116, 40), (70, 54, 20), 5)
    for x in range(20, round(w) - 20, 44):
        draw.line((x, h * 0.38, x + 22, h * 0.62), (60, 50, 30), 8)
    draw.rounded_rectangle((w * 0.4, 0, w * 0.6, h), 16, _AMBER, (80, 62, 22), 6)
    draw.ellipse((w * 0.44, h * 0.3, w * 0.56, h * 0.7), (40, 42, 46), (190, 194, 198), 5)


_THINGS: dict[str, Thing] = {
    "crate": _crate,
    "pod": _pod,
    "container": _container,
    "tank": _tank,
    "trolley": _trolley,
    "console": _console,
    "reactor": _reactor,
}


def _stand(picture: Image.Image, box: Box, chance: Random) -> None:
    (x, y), (w, h) = box.at, box.size
    tall = 20 if box.kind is WallKind.WALL else 11
    stand(picture, _THINGS[box.material], (x + w / 2, y + h / 2), (w * 0.94, h * 0.92), chance, tall=tall)


def _furnish(picture: Image.Image, chance: Random) -> None:
    stand(picture, _seat, (2.0, 4.35), (0.6, 0.6), chance, 180, 6)
    for y in (6.0, 6.8, 10.4, 11.2, 12.0):
        stand(picture, _seat, (1.62, y), (0.62, 0.62), chance, -90, 6)
    stand(picture, _crane, (19.4, 3.2), (2.6, 0.8), chance, 0, 30)
    for x, y in ((25.2, 10.7), (25.2, 11.5)):
        stand(picture, _console, (x, y), (0.9, 0.5), chance, 90, 8)


def _glow(picture: Image.Image) -> Image.Image:
    """Let what is bright shine a little beyond its edges."""
    bright = picture.point(lambda v: max(0, v - 190) * 3).filter(ImageFilter.GaussianBlur(14))
    return ImageChops.add(picture, bright.point(lambda v: v // 2))
