"""Walls from above: masonry and planks, windows, thresholds, railings and what grows or lies along a line."""

from collections.abc import Sequence
from math import atan2, hypot
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from rules.map.model import Wall, WallKind
from webapp.demo.brushes.strokes import Colour, along, px, shifted, tilted
from webapp.demo.fights import Fight

Draw = ImageDraw.ImageDraw


def own_walls(fight: Fight) -> list[Wall]:
    """List the walls that are no sides of boxes."""
    sides = {f"{box.id}-{number}" for box in fight.boxes for number in range(4)}
    return [wall for wall in fight.map.walls if wall.id not in sides]


def of_kind(fight: Fight, kind: WallKind, *materials: str) -> list[Wall]:
    """List the walls of a kind that are no sides of boxes; of some materials alone where any are named."""
    return [
        wall
        for wall in own_walls(fight)
        if wall.kind is kind and (not materials or wall.material in materials)
    ]


def cast_shade(
    picture: Image.Image, walls: Sequence[Wall], half: int, far: int = 13, dark: int = 200
) -> None:
    """Let walls throw their shadow to the lower right, so many pixels far."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        for step in range(0, far + 1, 4):
            x, y = step * 0.7, step
            draw.line((x1 + x, y1 + y, x2 + x, y2 + y), dark, 2 * half + 2)
            for end in ((x1 + x, y1 + y), (x2 + x, y2 + y)):
                draw.rectangle((end[0] - half, end[1] - half, end[0] + half, end[1] + half), dark)
    picture.paste((6, 7, 9), (0, 0, *picture.size), mask.filter(ImageFilter.GaussianBlur(3 + far * 0.45)))


def strip(draw: Draw, wall: Wall, half: float, colour: Colour, edge: Colour) -> None:
    """Draw the top of a wall, so many pixels to each side of its line, lit from the top left."""
    (x1, y1), (x2, y2) = px(wall.start, wall.end)
    middle, length = ((x1 + x2) / 2, (y1 + y2) / 2), hypot(x2 - x1, y2 - y1)
    lean = atan2(y2 - y1, x2 - x1)
    draw.polygon(tilted(middle, length + 2 * half, 2 * half, lean), shifted(colour, -46))
    draw.polygon(tilted(middle, length + 2 * half - 4, 2 * half - 4, lean), colour)
    corners = tilted((middle[0] - 1, middle[1] - 1), length + 2 * half - 5, 2 * half - 5, lean)
    for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
        if other[0] - one[0] + one[1] - other[1] > 0:  # its upper or left side
            draw.line((*one, *other), edge, 3)


def masonry(
    picture: Image.Image,
    walls: Sequence[Wall],
    colour: Colour,
    chance: Random,
    half: int = 15,
    piece: int = 34,
) -> None:
    """Build walls of stones or bricks, each about so many pixels long."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        strip(draw, wall, half, shifted(colour, -34), shifted(colour, 30))
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        lean = atan2(y2 - y1, x2 - x1)
        for number, (x, y) in enumerate(along(wall.start, wall.end, piece)):
            own = shifted(colour, chance.randrange(-14, 16))
            wide = 2 * half - 7
            if number % 2:
                draw.polygon(tilted((x, y), piece - 4, wide, lean), own, shifted(own, -26))
            else:
                for side in (-1, 1):
                    dx, dy = (x2 - x1, y2 - y1)
                    far = hypot(dx, dy) or 1
                    at = (x - side * dy / far * wide / 4, y + side * dx / far * wide / 4)
                    own = shifted(colour, chance.randrange(-16, 18))
                    draw.polygon(tilted(at, piece - 4, wide / 2 - 1, lean), own, shifted(own, -26))


def smooth(picture: Image.Image, walls: Sequence[Wall], colour: Colour, half: int = 13) -> None:
    """Build plastered or panelled walls, with a seam along their middle."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        strip(draw, wall, half, colour, shifted(colour, 44))
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        draw.line((x1, y1, x2, y2), shifted(colour, -12), max(2, half))
        draw.line((x1, y1, x2, y2), shifted(colour, 6), max(1, half - 5))


def panes(
    picture: Image.Image, walls: Sequence[Wall], frame: Colour, glass: Colour = (132, 176, 196)
) -> None:
    """Set windows: glass between two rails, with a bar every cell."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        strip(draw, wall, 11, frame, shifted(frame, 40))
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        draw.line((x1, y1, x2, y2), shifted(glass, -30), 11)
        draw.line((x1, y1, x2, y2), glass, 7)
        draw.line((x1 - 1, y1 - 2, x2 - 1, y2 - 2), shifted(glass, 54), 2)
        for x, y in along(wall.start, wall.end, 100):
            draw.rectangle((x - 5, y - 5, x + 5, y + 5), frame, shifted(frame, 30))


def glazed(picture: Image.Image, walls: Sequence[Wall], step: int = 140) -> None:
    """Put up panes of thick glass between posts, so many pixels apart."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        strip(draw, wall, 10, (92, 104, 116), (176, 190, 202))
        draw.line((x1, y1, x2, y2), (60, 110, 140), 11)
        draw.line((x1, y1, x2, y2), (126, 186, 216), 6)
        draw.line((x1, y1 - 2, x2, y2 - 2), (224, 244, 255), 2)
        for x, y in along(wall.start, wall.end, step):
            draw.rounded_rectangle((x - 13, y - 15, x + 13, y + 15), 5, (104, 114, 126), (188, 198, 208), 3)


def thresholds(picture: Image.Image, walls: Sequence[Wall], colour: Colour, half: int = 12) -> None:
    """Lay the sills of doors: the doors themselves are drawn as they stand."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        strip(draw, wall, half, colour, shifted(colour, 30))
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        draw.line((x1, y1, x2, y2), shifted(colour, -20), 3)


def railing(picture: Image.Image, walls: Sequence[Wall], colour: Colour, step: int = 50) -> None:
    """Put up a rail on posts."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        draw.line((x1, y1, x2, y2), shifted(colour, -50), 11)
        draw.line((x1, y1 - 1, x2, y2 - 1), colour, 7)
        draw.line((x1 - 1, y1 - 2, x2 - 1, y2 - 2), shifted(colour, 46), 2)
        for x, y in along(wall.start, wall.end, step):
            draw.ellipse((x - 9, y - 9, x + 9, y + 9), shifted(colour, -40))
            draw.ellipse((x - 7, y - 8, x + 6, y + 5), shifted(colour, 16))
            draw.ellipse((x - 4, y - 5, x, y - 1), shifted(colour, 60))


def planked(
    picture: Image.Image, walls: Sequence[Wall], colour: Colour, chance: Random, half: int = 12
) -> None:
    """Build walls of thick planks that lie along them."""
    draw = ImageDraw.Draw(picture)
    for wall in walls:
        strip(draw, wall, half, shifted(colour, -16), shifted(colour, 36))
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        far, lean = hypot(x2 - x1, y2 - y1) or 1, atan2(y2 - y1, x2 - x1)
        for side in (-0.5, 0.5):
            dx, dy = -(y2 - y1) / far * side * half, (x2 - x1) / far * side * half
            for x, y in list(along(wall.start, wall.end, 96))[:-1]:
                at = (x + dx + 48 * (x2 - x1) / far, y + dy + 48 * (y2 - y1) / far)
                own = shifted(colour, chance.randrange(-12, 12))
                draw.polygon(tilted(at, min(94, far), half - 2, lean), own, shifted(own, -34))
        for x, y in along(wall.start, wall.end, 100):
            draw.ellipse((x - 3, y - 3, x + 3, y + 3), shifted(colour, -50))
