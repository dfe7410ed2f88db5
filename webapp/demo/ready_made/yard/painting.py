"""Paints the picture of the fight in the brickyard: clay, brick stacks, a kiln. The same each time."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, pi, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Cell, Wall, WallKind
from webapp.demo.brushes.strokes import (
    CELL,
    Colour,
    Lamp,
    along,
    bar,
    furnished,
    light,
    px,
    shade_along,
    shifted,
    soft_mask,
    tilted,
)
from webapp.demo.fights import Fight

_CLAY: Colour = (138, 104, 80)
_BRICK: Colour = (152, 78, 58)
_BRICK_EDGE: Colour = (206, 130, 102)
_SOOT: Colour = (66, 56, 52)
_WOOD: Colour = (128, 98, 62)
_SACK: Colour = (168, 150, 110)
_LAMPS: tuple[Lamp, ...] = (  # where, how far (cells), colour
    (20.9, 4.5, 3.4, (255, 150, 84)),
    (16.2, 4.5, 2.6, (255, 162, 84)),
    (5.0, 8.0, 8.0, (255, 232, 196)),
    (11.5, 3.5, 6.0, (238, 224, 206)),
    (12.5, 12.5, 6.5, (255, 222, 170)),
    (21.5, 12.0, 6.0, (214, 220, 236)),
)
_KILN = (17, 2, 23, 7)
_GRATES = ((19.6, 3.2), (19.6, 5.2), (21.4, 3.2), (21.4, 5.2))  # top left corners, in cells
_PUDDLES = ((3.4, 13.2), (12.2, 2.2), (24.3, 8.6), (16.4, 14.9), (9.4, 7.0))
_DRYING = ((1.1, 1.7, 4.7, 3.9), (21.4, 13.1, 25.0, 15.1))  # where raw bricks lie flat in rows


def paint(fight: Fight) -> Image.Image:
    """Paint the fight's map, 100 pixels a cell."""
    grid = fight.map.grid
    chance = Random("The Brickyard")
    picture = Image.new("RGB", (grid.cols * CELL, grid.rows * CELL), _CLAY)
    _clay(picture, chance)
    _weeds(ImageDraw.Draw(picture), picture.size, chance)
    _paving(ImageDraw.Draw(picture), chance)
    _ruts(picture, chance)
    for puddle in _PUDDLES:
        _puddle(picture, puddle, chance)
    for spot in _DRYING:
        _raw_bricks(ImageDraw.Draw(picture), spot, chance)
    for ground in fight.map.ground:
        _rubble(picture, ground.cells, chance)
    _kiln_floor(picture, chance)
    picture = shade_along(picture, [wall for wall in fight.map.walls if wall.kind is WallKind.LOW], 20)
    picture = furnished(picture, fight, lambda draw, box: None, lambda draw, wall: _wall(draw, wall, chance))
    return light(picture, _LAMPS, day=0.72)


# --------------------------------------------------------------------------------------- the ground
def _clay(picture: Image.Image, chance: Random) -> None:
    width, height = picture.size
    stains = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(stains)
    for _ in range(60):  # where it is still wet, or brick dust lies
        x, y = chance.randrange(width), chance.randrange(height)
        across, down = chance.randrange(50, 210), chance.randrange(40, 120)
        draw.ellipse((x - across, y - down, x + across, y + down), chance.randrange(40, 120))
    stains = stains.filter(ImageFilter.GaussianBlur(34))
    picture.paste(Image.new("RGB", picture.size, (112, 76, 58)), mask=stains)
    draw = ImageDraw.Draw(picture)
    for _ in range(3_600):  # grit
        x, y, size = chance.randrange(width), chance.randrange(height), chance.randrange(1, 5)
        colour = shifted(_CLAY, chance.randrange(-34, 26))
        draw.ellipse((x - size, y - size * 0.6, x + size, y + size * 0.6), colour)
    for _ in range(150):  # broken bricks, trodden flat
        x, y = chance.randrange(width), chance.randrange(height)
        colour = shifted(_BRICK, chance.randrange(-26, 22))
        shape = tilted((x, y), chance.randrange(7, 18), chance.randrange(5, 10), chance.random() * pi)
        draw.polygon(shape, colour, shifted(colour, -28))


def _weeds(draw: ImageDraw.ImageDraw, size: tuple[int, int], chance: Random) -> None:
    """Let grass grow where nobody walks: along the edges, and behind the kiln."""
    width, height = size
    for _ in range(2_600):
        side, far = chance.randrange(4), abs(chance.gauss(0, 34))
        x = (far, width - far)[side % 2] if side < 2 else chance.randrange(width)
        y = chance.randrange(height) if side < 2 else (far, height - far)[side % 2]
        tall = chance.randrange(6, 17)
        colour = shifted((102, 108, 56), chance.randrange(-30, 26))
        draw.line((x, y, x + chance.randrange(-6, 7), y - tall), colour, 2)


def _paving(draw: ImageDraw.ImageDraw, chance: Random) -> None:
    """Pave the apron before the kiln's door with bricks, course by course; some are gone."""
    left, top, right, bottom = 1_410, 290, 1_700, 620
    for row, y in enumerate(range(top, bottom, 22)):
        for x in range(left - 22 * (row % 2), right, 44):
            frayed = min(x - left, y - top, bottom - y) < 60
            if chance.random() < (0.55 if frayed else 0.04):
                continue
            colour = shifted((142, 84, 66), chance.randrange(-18, 18))
            draw.rectangle((x + 1, y + 1, min(x + 42, right), y + 20), colour, shifted(colour, -30))


def _ruts(picture: Image.Image, chance: Random) -> None:
    """Draw the ruts of the barrows: from the gate in the west to the kiln, and down to the south."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    ways = (
        ((-0.5, 8.6), (4.0, 8.3), (8.6, 7.4), (11.6, 5.2), (14.0, 4.5), (17.4, 4.5)),
        ((11.0, 5.6), (14.6, 6.4), (15.6, 10.0), (12.0, 12.4), (10.4, 14.0), (10.2, 16.5)),
    )
    for way in ways:
        curve = _rounded(way)
        for start, end in pairwise(curve):
            lean = atan2(end[1] - start[1], end[0] - start[0])
            for side in (-0.3, 0.3):
                for x, y in along(start, end, 12):
                    x, y = x - side * sin(lean) * CELL, y + side * cos(lean) * CELL
                    wide = chance.randrange(6, 11)
                    draw.ellipse((x - wide, y - wide, x + wide, y + wide), 200)
    mask = mask.filter(ImageFilter.GaussianBlur(5))
    picture.paste(Image.new("RGB", picture.size, shifted(_CLAY, -34)), mask=mask)


def _rounded(way: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Cut the corners of a line until it runs round."""
    points = list(way)
    for _ in range(3):
        cut = [points[0]]
        for (x1, y1), (x2, y2) in pairwise(points):
            cut += [
                (0.75 * x1 + 0.25 * x2, 0.75 * y1 + 0.25 * y2),
                (0.25 * x1 + 0.75 * x2, 0.25 * y1 + 0.75 * y2),
            ]
        points = [*cut, points[-1]]
    return points


def _puddle(picture: Image.Image, at: tuple[float, float], chance: Random) -> None:
    """Let water stand in a hollow, and the sky in it."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for _ in range(9):
        x, y = at[0] * CELL + chance.gauss(0, 34), at[1] * CELL + chance.gauss(0, 15)
        across = chance.randrange(20, 46)
        draw.ellipse((x - across, y - across * 0.6, x + across, y + across * 0.6), 255)
    mask = mask.filter(ImageFilter.GaussianBlur(8))
    picture.paste(Image.new("RGB", picture.size, shifted(_CLAY, -52)), mask=mask)
    water = mask.point(lambda v: max(0, min(150, (v - 150) * 4)))
    picture.paste(Image.new("RGB", picture.size, (104, 112, 118)), mask=water)
    sky = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(sky)
    for _ in range(5):
        x, y = at[0] * CELL + chance.randrange(-40, 30), at[1] * CELL + chance.randrange(-16, 14)
        draw.line((x, y, x + chance.randrange(12, 34), y), 200, 2)
    gleam = ImageChops.multiply(water, sky.filter(ImageFilter.GaussianBlur(1)))
    picture.paste(Image.new("RGB", picture.size, (186, 194, 198)), mask=gleam)


def _raw_bricks(draw: ImageDraw.ImageDraw, ground: tuple[float, float, float, float], chance: Random) -> None:
    """Lay out raw bricks to dry, flat on the ground: nobody finds cover behind them."""
    left, top, right, bottom = (round(edge * CELL) for edge in ground)
    for y in range(top, bottom, 36):
        for x in range(left, right, 24):
            if chance.random() < 0.12:
                continue
            colour = shifted((156, 122, 94), chance.randrange(-14, 12))
            shape = tilted((x + 9, y + 14), 17, 28, chance.uniform(-0.06, 0.06))
            draw.polygon(shape, colour, shifted(colour, -30))


def _rubble(picture: Image.Image, cells: tuple[Cell, ...], chance: Random) -> None:
    """Heap up broken bricks where the ground is difficult."""
    squares = [[(c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)] for c, r in cells]
    dust = soft_mask(picture.size, [[(float(x), float(y)) for x, y in square] for square in squares], 22, 2)
    picture.paste(Image.new("RGB", picture.size, (104, 70, 56)), mask=dust)
    draw = ImageDraw.Draw(picture)
    for column, row in cells:
        for _ in range(26):
            x, y = (column + chance.random()) * CELL, (row + chance.random()) * CELL
            long, wide, angle = chance.randrange(14, 32), chance.randrange(10, 16), chance.random() * pi
            colour = shifted(chance.choice((_BRICK, _BRICK, (136, 118, 104))), chance.randrange(-26, 20))
            draw.polygon(tilted((x + 4, y + 6), long, wide, angle), (48, 34, 30))
            draw.polygon(tilted((x, y), long, wide, angle), colour, shifted(colour, -42))
            draw.polygon(tilted((x - 1, y - 2), long - 8, wide - 7, angle), shifted(colour, 14))


def _kiln_floor(picture: Image.Image, chance: Random) -> None:
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = (side * CELL for side in _KILN)
    draw.rectangle((left, top, right, bottom), shifted(_SOOT, -22))
    for row, y in enumerate(range(top, bottom, 25)):
        for x in range(left - 25 * (row % 2), right, 50):
            colour = shifted((96, 70, 60), chance.randrange(-20, 14))
            draw.rectangle((max(x, left) + 1, y + 1, min(x + 48, right) - 1, y + 23), colour)
    soot = Image.new("L", picture.size, 0)
    marks = ImageDraw.Draw(soot)
    for left_edge, top_edge in _GRATES:
        corner, other = (left_edge - 0.5, top_edge - 0.5), (left_edge + 1.3, top_edge + 1.1)
        marks.ellipse(px(corner, other), 170)
    marks.ellipse(px((16.1, 3.9), (18.2, 5.1)), 130)  # blown out of the door
    soot = soot.filter(ImageFilter.GaussianBlur(26))
    picture.paste(Image.new("RGB", picture.size, (34, 28, 26)), mask=soot)
    for left_edge, top_edge in _GRATES:  # fire holes in the floor, with bars over the embers
        hole = px((left_edge, top_edge), (left_edge + 0.8, top_edge + 0.6))
        draw.rectangle((*hole[0], *hole[1]), (42, 26, 20), (112, 96, 86), 5)
        for _ in range(34):
            at = (
                chance.uniform(hole[0][0] + 8, hole[1][0] - 12),
                chance.uniform(hole[0][1] + 8, hole[1][1] - 12),
            )
            size = chance.randrange(3, 9)
            colour = chance.choice(((255, 132, 42), (236, 86, 26), (255, 190, 92), (160, 48, 22)))
            draw.ellipse((at[0], at[1], at[0] + size, at[1] + size), colour)
        for number in range(1, 5):
            bar_x = hole[0][0] + number * 16
            draw.line((bar_x, hole[0][1] + 3, bar_x, hole[1][1] - 3), (44, 38, 36), 5)


# -------------------------------------------------------------------------------- what stands on it
def _wall(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    if wall.kind is WallKind.WALL:
        bar(draw, wall.start, wall.end, 17, shifted(_BRICK, -40), _BRICK_EDGE)
        for x, y in along(wall.start, wall.end, 25):  # its bricks, from above
            colour = shifted(_BRICK, chance.randrange(-18, 14))
            draw.rectangle((x - 11, y - 14, x + 11, y - 1), colour)
            draw.rectangle((x - 11, y + 1, x + 11, y + 14), shifted(colour, -10))
    elif wall.kind is WallKind.DOOR:  # only its threshold: the door itself is drawn as it stands
        bar(draw, wall.start, wall.end, 13, (86, 66, 58), (140, 100, 82))
    else:
        _STANDING[wall.material or "stone"](draw, wall, chance)


def _bricks(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    """Stack bricks two deep; here and there one is missing on top."""
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    lies = x1 != x2
    draw.rectangle((min(x1, x2) - 22, min(y1, y2) - 22, max(x1, x2) + 22, max(y1, y2) + 22), (66, 40, 34))
    for number, (x, y) in enumerate(along(wall.start, wall.end, 20)):
        for side in (-1, 1):
            if chance.random() < 0.07:
                continue
            lift = 10 if number % 5 == 0 else 0
            colour = shifted(_BRICK, chance.randrange(-20, 16) + lift)
            middle = (x, y + side * 11) if lies else (x + side * 11, y)
            long, wide = (17, 20) if lies else (20, 17)
            corner = (middle[0] - long / 2, middle[1] - wide / 2)
            draw.rectangle((*corner, corner[0] + long, corner[1] + wide), colour, shifted(colour, -44))
            draw.line(
                (corner[0] + 1, corner[1] + 1, corner[0] + long - 1, corner[1] + 1), shifted(colour, 30), 2
            )


def _crates(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    """Stand light crates on the line, one by one, none quite straight."""
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    count = round(max(abs(x2 - x1), abs(y2 - y1)) / 60)
    for number in range(count):
        share = (number + 0.5) / count
        middle = (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
        lean = chance.uniform(-0.07, 0.07)
        colour = shifted((156, 122, 76), chance.randrange(-16, 16))
        draw.polygon(tilted(middle, 54, 56, lean), shifted(colour, -40))
        draw.polygon(tilted((middle[0] - 1, middle[1] - 2), 51, 52, lean), colour, shifted(colour, 26), 3)
        for slat in (-15, 0, 15):
            draw.polygon(tilted((middle[0], middle[1] + slat), 46, 3, lean), shifted(colour, -36))
        draw.polygon(tilted(middle, 56, 6, lean + pi / 4), shifted(colour, -22))


def _fence(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    """Nail thick boards between posts."""
    (x1, y1), (x2, _) = px(wall.start, wall.end)
    for left in range(round(x1), round(x2), 100):
        for offset in (-8, 4):
            colour = shifted(_WOOD, chance.randrange(-14, 14))
            slant = chance.randrange(-2, 3)
            board = (left, y1 + offset, left + 100, y1 + offset + slant)
            draw.line(board, shifted(colour, -40), 11)
            draw.line((left, board[1] - 1, left + 100, board[3] - 1), colour, 8)
    for x in range(round(x1), round(x2) + 1, 100):
        draw.rectangle((x - 11, y1 - 15, x + 11, y1 + 15), shifted(_WOOD, -14), shifted(_WOOD, -56), 3)
        draw.line((x - 7, y1 - 10, x + 7, y1 - 10), shifted(_WOOD, 26), 3)


def _sandbags(draw: ImageDraw.ImageDraw, wall: Wall, chance: Random) -> None:
    for offset in (9, -9):
        for x, y in along(wall.start, wall.end, 50):
            x += 0 if offset > 0 else 14
            colour = shifted(_SACK, chance.randrange(-18, 14))
            bag = (x - 28, y + offset - 14, x + 28, y + offset + 14)
            draw.rounded_rectangle(bag, 13, colour, shifted(colour, -58), 3)
            draw.arc((x - 20, y + offset - 10, x + 20, y + offset + 8), 200, 320, shifted(colour, 30), 3)
            draw.line((x - 27, y + offset, x - 20, y + offset), shifted(colour, -64), 4)


_STANDING: Mapping[str, Callable[[ImageDraw.ImageDraw, Wall, Random], None]] = {
    "stone": _bricks,
    "wood-thin": _crates,
    "wood-thick": _fence,
    "sandbag": _sandbags,
}
