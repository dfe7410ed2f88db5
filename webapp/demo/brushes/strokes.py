"""What the painters of the ready-made fights share: wear, shadows, walls and light."""

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, sin

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Wall, WallKind
from webapp.demo.fights import Box, Fight

CELL = 100
"""Pixels a cell."""

Colour = tuple[int, int, int]
Lamp = tuple[float, float, float, Colour]
"""Where a light is, in cells, how far it reaches, and its colour."""


def grain(picture: Image.Image) -> Image.Image:
    """Lay wear over the plates: fine noise, and broad stains."""
    numbers = np.random.default_rng(16)
    width, height = picture.size
    fine = numbers.normal(0.0, 3.0, (height, width, 1))
    coarse = Image.fromarray(numbers.integers(0, 256, (height // 100, width // 100), dtype=np.uint8))
    stains = np.asarray(coarse.resize(picture.size, Image.Resampling.BICUBIC), dtype=float)[..., None]
    worn = np.asarray(picture, dtype=float) * (0.93 + stains * (0.12 / 255)) + fine
    return Image.fromarray(worn.clip(0, 255).astype(np.uint8))


def rim(mask: Image.Image, less: Image.Image, width: int) -> Image.Image:
    """Give what of a mask lies within so many pixels of the edge of another.

    What is left of the other is the least of a square round each pixel, sideways first and then down: that
    takes a sixth of the time of Pillow's filter over the square.
    """
    core = np.pad(np.asarray(less), width, mode="edge")
    for axis in (0, 1):
        core = sliding_window_view(core, 2 * width + 1, axis=axis).min(axis=-1)
    return ImageChops.subtract(mask, Image.fromarray(core))


def shadows(picture: Image.Image, fight: Fight) -> Image.Image:
    """Let what stands on the floor throw its shadow."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for box in fight.boxes:
        left, top, right, bottom = edges(box)
        draw.rectangle((left + 6, top + 10, right + 16, bottom + 20), 190)
    mask = mask.filter(ImageFilter.GaussianBlur(11))
    return Image.composite(Image.new("RGB", picture.size, (6, 7, 9)), picture, mask)


def soft_mask(
    size: tuple[int, int], shapes: Sequence[Sequence[tuple[float, float]]], blur: int, sharp: int
) -> Image.Image:
    """Make a mask of outlines in cells that run into each other, with edges the softer the less sharp."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        draw.polygon(px(*shape), 255)
    return mask.filter(ImageFilter.GaussianBlur(blur)).point(lambda v: max(0, min(255, (v - 110) * sharp)))


def shade_along(picture: Image.Image, walls: Sequence[Wall], half: int) -> Image.Image:
    """Let what stands along low walls throw its shadow, so many pixels to each side of their lines."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for wall in walls:
        (x1, y1), (x2, y2) = px(wall.start, wall.end)
        draw.line((x1 + 8, y1 + 11, x2 + 8, y2 + 11), 200, 2 * half)
        for x, y in ((x1 + 8, y1 + 11), (x2 + 8, y2 + 11)):
            draw.ellipse((x - half, y - half, x + half, y + half), 200)
    mask = mask.filter(ImageFilter.GaussianBlur(9))
    return Image.composite(Image.new("RGB", picture.size, (8, 8, 9)), picture, mask)


def along(start: tuple[float, float], end: tuple[float, float], step: float) -> Iterator[tuple[float, float]]:
    """Give points on a line, ends and all, in steps of about so many pixels."""
    (x1, y1), (x2, y2) = px(start, end)
    count = max(1, round(hypot(x2 - x1, y2 - y1) / step))
    for number in range(count + 1):
        yield x1 + (x2 - x1) * number / count, y1 + (y2 - y1) * number / count


def tilted(
    middle: tuple[float, float], length: float, width: float, angle: float
) -> list[tuple[float, float]]:
    """Give the corners of a rectangle, in pixels; its length lies along the angle, in radians."""
    x, y = middle
    ax, ay, bx, by = (
        part / 2
        for part in (length * cos(angle), length * sin(angle), -width * sin(angle), width * cos(angle))
    )
    return [
        (x - ax - bx, y - ay - by),
        (x + ax - bx, y + ay - by),
        (x + ax + bx, y + ay + by),
        (x - ax + bx, y - ay + by),
    ]


def furnished(
    floor: Image.Image,
    fight: Fight,
    draw_box: Callable[[ImageDraw.ImageDraw, Box], None],
    draw_wall: Callable[[ImageDraw.ImageDraw, Wall], None],
) -> Image.Image:
    """Wear a floor, and put on it what stands there: boxes, and the walls that are no sides of boxes."""
    picture = shadows(shade_beside_walls(grain(floor), fight), fight)
    draw = ImageDraw.Draw(picture)
    for box in fight.boxes:
        draw_box(draw, box)
    sides = {f"{box.id}-{number}" for box in fight.boxes for number in range(4)}
    for wall in fight.map.walls:
        if wall.id not in sides:
            draw_wall(draw, wall)
    return picture


def edges(box: Box) -> tuple[int, int, int, int]:
    """Give left, top, right and bottom of a box in pixels."""
    left, top, right, bottom = (round(edge * CELL) for edge in box.edges)
    return left, top, right, bottom


def shade_beside_walls(picture: Image.Image, fight: Fight) -> Image.Image:
    """Darken the floor where it meets a wall."""
    mask = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(mask)
    for wall in fight.map.walls:
        if wall.kind in (WallKind.WALL, WallKind.WINDOW):
            draw.line(px(wall.start, wall.end), 255, 46)
    mask = mask.filter(ImageFilter.GaussianBlur(20)).point(lambda v: v * 3 // 5)
    return Image.composite(Image.new("RGB", picture.size, (8, 9, 12)), picture, mask)


def bar(
    draw: ImageDraw.ImageDraw,
    start: tuple[float, float],
    end: tuple[float, float],
    half: int,
    colour: Colour,
    edge: Colour,
) -> None:
    """Draw a wall that runs along a row or a column, `half` pixels to each side of its line."""
    left, right = sorted((start[0] * CELL, end[0] * CELL))
    top, bottom = sorted((start[1] * CELL, end[1] * CELL))
    draw.rectangle((left - half, top - half, right + half, bottom + half), colour)
    draw.line((left - half, bottom + half, left - half, top - half, right + half, top - half), edge, 3)
    shade = shifted(colour, -30)
    draw.line((left - half, bottom + half, right + half, bottom + half, right + half, top - half), shade, 3)


def light(picture: Image.Image, lamps: Sequence[Lamp], day: float = 0.84) -> Image.Image:
    """Lay pools of light over everything, with less light between them."""
    width, height = picture.size
    rows, columns = np.mgrid[0:height:4, 0:width:4] / CELL
    light = np.full((*rows.shape, 3), day)
    for x, y, reach, colour in lamps:
        far = np.clip(1.0 - np.hypot(columns - x, rows - y) / reach, 0.0, 1.0)
        light += (far**1.5)[..., None] * (np.array(colour) / 255) * 0.62
    small = Image.fromarray((light * 100).clip(0, 255).astype(np.uint8))
    whole = np.asarray(small.resize(picture.size, Image.Resampling.BILINEAR), dtype=float) / 100
    lit = np.asarray(picture, dtype=float) * whole
    return Image.fromarray(lit.clip(0, 255).astype(np.uint8))


def px(*points: tuple[float, float]) -> list[tuple[float, float]]:
    """Turn places in cells into pixels."""
    return [(x * CELL, y * CELL) for x, y in points]


def shifted(colour: Colour, by: int) -> Colour:
    """Make a colour lighter, or darker by a negative number."""
    red, green, blue = (max(0, min(255, part + by)) for part in colour)
    return red, green, blue
