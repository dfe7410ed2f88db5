"""Paints the picture of the fight at the toll bridge: meadow, road, river, stone. The same each time."""

from collections.abc import Callable, Mapping
from math import hypot
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from rules.map.model import Cell, Wall, WallKind
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    bar,
    edges,
    furnished,
    light,
    px,
    rim,
    shifted,
)
from webapp.demo.fights import Fight

_Edges = tuple[int, int, int, int]
_MEADOW: Colour = (104, 124, 72)
_ROAD: Colour = (158, 136, 98)
_WATER: Colour = (66, 112, 128)
_STONE: Colour = (132, 128, 120)
_STONE_EDGE: Colour = (184, 180, 170)
_WOOD: Colour = (122, 88, 54)
_LAMPS: tuple[Lamp, ...] = (
    (4.0, 6.0, 9.0, (255, 232, 178)),
    (13.0, 8.5, 8.0, (255, 240, 206)),
    (21.5, 4.0, 3.6, (255, 196, 112)),
    (20.0, 11.0, 8.0, (255, 226, 170)),
)
_ROAD_ROWS = (6.9, 10.1)
_DECK = (9.5, 15.5)  # columns
_HOUSE = (19, 2, 24, 6)


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    grid = fight.map.grid
    chance = Random("The Toll Bridge")
    picture = Image.new("RGB", (grid.cols * CELL, grid.rows * CELL), _MEADOW)
    _meadow(picture, chance)
    _road(picture, chance)
    for ground in fight.map.ground:
        (_river if ground.name == "river" else _brambles)(picture, ground.cells, chance)
    _deck(picture, chance)
    _boards(ImageDraw.Draw(picture), (_HOUSE[0], _HOUSE[1], _HOUSE[2], _HOUSE[3]), chance)
    picture = furnished(
        picture,
        fight,
        lambda draw, box: _DRAWN[box.material](draw, edges(box), chance),
        lambda draw, wall: _wall(draw, wall, chance),
    )
    return light(picture, _LAMPS, day=0.78)


# --------------------------------------------------------------------------------------- the ground
def _meadow(picture: Image.Image, chance: Random) -> None:
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    for _ in range(9_000):  # tufts
        x, y, size = chance.randrange(width), chance.randrange(height), chance.randrange(4, 13)
        draw.line(
            (x, y, x + chance.randrange(-4, 5), y - size), shifted(_MEADOW, chance.randrange(-26, 24)), 2
        )
    for _ in range(150):
        x, y = chance.randrange(width), chance.randrange(height)
        colour = chance.choice(((226, 214, 130), (214, 196, 206), (232, 232, 224)))
        draw.ellipse((x - 4, y - 4, x + 4, y + 4), colour)


def _soft(size: tuple[int, int], cells: tuple[Cell, ...], blur: int, sharp: int) -> Image.Image:
    """Make a mask of cells that run into each other with soft edges."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for column, row in cells:
        draw.rectangle(px((column - 0.12, row - 0.02), (column + 1.12, row + 1.02)), 255)
    return mask.filter(ImageFilter.GaussianBlur(blur)).point(lambda v: max(0, min(255, (v - 110) * sharp)))


def _road(picture: Image.Image, chance: Random) -> None:
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    top, bottom = (row * CELL for row in _ROAD_ROWS)
    for x in range(-40, picture.width + 40, 40):
        wave = chance.randrange(-16, 17)
        draw.ellipse((x - 60, top - 12 + wave, x + 60, bottom + 12 + wave), 255)
    draw.rectangle(px((21, 6), (22, 7.4)), 255)  # to the door of the house
    mask = mask.filter(ImageFilter.GaussianBlur(12))
    picture.paste(Image.new("RGB", picture.size, _ROAD), mask=mask)
    paint = ImageDraw.Draw(picture)
    for _ in range(900):
        x, y = chance.randrange(picture.width), chance.randrange(round(top), round(bottom))
        size = chance.randrange(2, 7)
        paint.ellipse(
            (x - size, y - size, x + size, y + size // 2), shifted(_ROAD, chance.randrange(-26, 18))
        )
    for row in (7.9, 9.1):  # ruts
        for x in range(0, picture.width, 24):
            rut = row * CELL + chance.randrange(-3, 4)
            paint.line((x, rut, x + 26, rut), shifted(_ROAD, -24), 6)


def _river(picture: Image.Image, cells: tuple[Cell, ...], chance: Random) -> None:
    under = tuple(
        (column, row) for column in range(10, 15) for row in range(7, 10)
    )  # it goes on below the bridge
    mask = _soft(picture.size, (*cells, *under), 34, 4)
    bank = _soft(picture.size, (*cells, *under), 46, 2)
    picture.paste(Image.new("RGB", picture.size, shifted(_ROAD, -34)), mask=bank)
    water = Image.new("RGB", picture.size, _WATER)
    draw = ImageDraw.Draw(water)
    for _ in range(520):
        x, y = chance.randrange(9 * CELL, 17 * CELL), chance.randrange(picture.height)
        length = chance.randrange(20, 90)
        colour = shifted(_WATER, chance.choice((-16, -10, 14, 26, 44)))
        draw.arc((x, y, x + 14, y + length), 100, 260, colour, chance.randrange(2, 5))
    picture.paste(water, mask=mask)
    foam = rim(mask, mask, 4)
    picture.paste(Image.new("RGB", picture.size, (176, 202, 200)), mask=foam.point(lambda v: v // 2))


def _brambles(picture: Image.Image, cells: tuple[Cell, ...], chance: Random) -> None:
    draw = ImageDraw.Draw(picture)
    for column, row in cells:
        for _ in range(16):
            x, y = (column + chance.random()) * CELL, (row + chance.random()) * CELL
            size = chance.randrange(14, 30)
            colour = shifted((62, 86, 48), chance.randrange(-18, 22))
            draw.ellipse(
                (x - size, y - size * 0.8, x + size, y + size * 0.8), colour, shifted(colour, -20), 2
            )
            draw.ellipse((x - 4, y - 4, x + 3, y + 3), chance.choice(((136, 54, 68), (92, 120, 66))))


def _deck(picture: Image.Image, chance: Random) -> None:
    """Lay the bridge's stones, course by course."""
    draw = ImageDraw.Draw(picture)
    left, right = (column * CELL for column in _DECK)
    draw.rectangle((left, 7 * CELL, right, 10 * CELL), shifted(_STONE, -40))
    for row in range(12):
        y, x = 7 * CELL + row * 25, left - chance.randrange(0, 50)
        while x < right:
            width = chance.randrange(44, 78)
            box = (max(x, left) + 1, y + 1, min(x + width, right) - 2, y + 23)
            if box[2] > box[0]:
                draw.rounded_rectangle(box, 5, shifted((146, 138, 124), chance.randrange(-16, 14)))
            x += width


def _boards(draw: ImageDraw.ImageDraw, house: tuple[int, int, int, int], chance: Random) -> None:
    left, top, right, bottom = (side * CELL for side in house)
    for y in range(top, bottom, 25):
        x = left
        while x < right:
            end = min(x + chance.randrange(120, 240), right)
            draw.rectangle(
                (x, y, end - 1, y + 24), shifted((138, 104, 66), chance.randrange(-14, 12)), (86, 62, 38)
            )
            x = end


# -------------------------------------------------------------------------------- what stands on it
def _cart(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    for x in (left + 36, right - 36):
        for y in (top - 2, bottom - 10):
            draw.rounded_rectangle((x - 24, y, x + 24, y + 12), 5, (54, 38, 24))
    draw.rectangle((left + 6, top + 10, right - 6, bottom - 12), _WOOD, shifted(_WOOD, 30), 4)
    for y in range(top + 22, bottom - 16, 12):
        draw.line((left + 10, y, right - 10, y), shifted(_WOOD, -28), 3)
    for x in range(left + 30, right - 30, 34):
        size = chance.randrange(11, 17)
        draw.ellipse((x - size, top + 26, x + size, top + 26 + 2 * size), (166, 146, 104), (118, 100, 66), 2)


def _barrels(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    for x, y in ((left + 18, top + 18), (right - 18, top + 20), ((left + right) // 2, bottom - 18)):
        draw.ellipse((x - 18, y - 18, x + 18, y + 18), _WOOD, (60, 54, 50), 4)
        draw.ellipse(
            (x - 11, y - 11, x + 11, y + 11), shifted(_WOOD, 20 + chance.randrange(6)), (84, 58, 34), 2
        )


def _sacks(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    for x, y in (
        (left + 20, top + 22),
        (right - 20, top + 24),
        (left + 24, bottom - 20),
        (right - 22, bottom - 20),
    ):
        colour = shifted((172, 150, 110), chance.randrange(-14, 10))
        draw.ellipse((x - 21, y - 18, x + 21, y + 18), colour, shifted(colour, -48), 3)
        draw.line((x - 4, y - 14, x + 5, y - 8), shifted(colour, -60), 4)


def _rock(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    rim = [(left + 4, top + 30), (left + 44, top + 4), (right - 60, top + 8), (right - 6, top + 40)]
    rim += [(right - 16, bottom - 14), (left + 90, bottom - 3), (left + 18, bottom - 12)]
    draw.polygon(rim, _STONE, shifted(_STONE, -44), 4)
    draw.polygon([rim[1], rim[2], (right - 70, top + 52), (left + 70, top + 46)], shifted(_STONE, 26))
    for _ in range(14):
        x, y = chance.randrange(left + 24, right - 24), chance.randrange(top + 18, bottom - 18)
        draw.ellipse((x - 5, y - 3, x + 5, y + 3), shifted(_STONE, chance.randrange(-30, 24)))


def _well(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    draw.ellipse((left, top, right, bottom), _STONE, _STONE_EDGE, 4)
    draw.ellipse((left + 15, top + 15, right - 15, bottom - 15), (20, 30, 38), shifted(_STONE, -40), 4)
    draw.line(
        (left - 6, (top + bottom) // 2, right + 6, (top + bottom) // 2),
        shifted(_WOOD, chance.randrange(4)),
        9,
    )


def _logs(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    for x in range(left, right - 12, 17):
        colour = shifted(_WOOD, chance.randrange(-12, 14))
        draw.rounded_rectangle((x, top, x + 16, bottom), 7, colour, shifted(colour, -40), 2)
        draw.ellipse((x + 2, bottom - 13, x + 14, bottom - 1), (190, 160, 112), shifted(colour, -20), 2)


def _table(draw: ImageDraw.ImageDraw, box: _Edges, chance: Random) -> None:
    left, top, right, bottom = box
    draw.rounded_rectangle((left, top, right, bottom), 6, shifted(_WOOD, 16), shifted(_WOOD, -34), 4)
    for y in range(top + 16, bottom - 6, 16):
        draw.line((left + 6, y, right - 6, y), shifted(_WOOD, -8), 2)
    for _ in range(9):  # the toll
        x, y = chance.randrange(left + 16, right - 16), chance.randrange(top + 14, bottom - 14)
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), (222, 186, 84), (140, 108, 40), 1)


_DRAWN: Mapping[str, Callable[[ImageDraw.ImageDraw, _Edges, Random], None]] = {
    "cart": _cart,
    "barrels": _barrels,
    "sacks": _sacks,
    "rock": _rock,
    "well": _well,
    "logs": _logs,
    "table": _table,
}


# ---------------------------------------------------------------------------------------- the walls
def _wall(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    if wall.kind is WallKind.WALL:
        bar(draw, wall.start, wall.end, 13, _STONE, _STONE_EDGE)
    elif wall.kind is WallKind.WINDOW:
        bar(draw, wall.start, wall.end, 9, (88, 66, 44), (196, 170, 120))
    elif wall.kind is WallKind.DOOR:  # only its threshold: the door itself is drawn as it stands
        bar(draw, wall.start, wall.end, 7, (96, 78, 56), (132, 108, 76))
    elif wall.material == "fence":
        _fence(draw, wall)
    else:
        _stones(draw, wall, chance)


def _fence(draw: ImageDraw.ImageDraw, wall: Wall) -> None:
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    for offset in (-5, 5):
        draw.line((x1, y1 + offset, x2, y2 + offset), shifted(_WOOD, 12), 5)
    for step in range(round((x2 - x1) / 50) + 1):
        x = x1 + 50 * step
        draw.rectangle((x - 6, y1 - 11, x + 6, y1 + 11), _WOOD, shifted(_WOOD, -40), 2)


def _stones(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    """Draw a low wall stone by stone; it may run at any angle."""
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    steps = max(1, round(hypot(x2 - x1, y2 - y1) / 19))
    for step in range(steps + 1):
        x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
        size = chance.randrange(11, 15)
        colour = shifted(_STONE, chance.randrange(-16, 22))
        draw.ellipse((x - size, y - size + 2, x + size, y + size - 2), colour, shifted(colour, -50), 2)
