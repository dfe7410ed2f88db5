"""How things are set down on a picture: drawn at twice their size, turned, and given a shadow."""

from collections.abc import Callable
from random import Random

from PIL import Image, ImageDraw, ImageFilter

from webapp.demo.brushes.strokes import CELL, Colour, shifted

TWICE = 2
"""What is drawn at so many times its size has smooth edges."""
Draw = ImageDraw.ImageDraw
Thing = Callable[[Draw, float, float, Random], None]
"""Draws a thing that fills so much width and height, in pixels of twice the size."""


def stand(
    picture: Image.Image,
    thing: Thing,
    at: tuple[float, float],
    size: tuple[float, float],
    chance: Random,
    turn: float = 0.0,
    tall: int = 10,
) -> None:
    """Set a thing down.

    Args:
        at: its middle, in cells, and so its size.
        turn: by how many degrees it is turned, clockwise.
        tall: how far its shadow falls, in pixels.
    """
    width, height = round(size[0] * CELL * TWICE), round(size[1] * CELL * TWICE)
    margin = 16 * TWICE
    layer = Image.new("RGBA", (width + 2 * margin, height + 2 * margin), (0, 0, 0, 0))
    part = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    thing(ImageDraw.Draw(part), width - 1, height - 1, chance)
    layer.paste(part, (margin, margin))
    if turn:
        layer = layer.rotate(-turn, Image.Resampling.BICUBIC, expand=True)
    layer = layer.resize((layer.width // TWICE, layer.height // TWICE), Image.Resampling.LANCZOS)
    left, top = round(at[0] * CELL - layer.width / 2), round(at[1] * CELL - layer.height / 2)
    if tall:
        pad = 2 * tall + 12
        shade = Image.new("L", (layer.width + 2 * pad, layer.height + 2 * pad), 0)
        shade.paste(layer.getchannel("A").point(lambda v: v * 165 // 255), (pad + tall * 2 // 3, pad + tall))
        shade = shade.filter(ImageFilter.GaussianBlur(2 + tall * 0.55))
        picture.paste(
            (6, 7, 9), (left - pad, top - pad, left - pad + shade.width, top - pad + shade.height), shade
        )
    picture.paste(layer, (left, top), layer)


def boards_across(
    draw: Draw, box: tuple[float, float, float, float], colour: Colour, chance: Random, rows: int
) -> None:
    """Draw boards side by side, with their grain."""
    left, top, right, bottom = box
    for row in range(rows):
        high = (bottom - top) / rows
        y = top + row * high
        own = shifted(colour, chance.randrange(-9, 10))
        draw.rectangle((left, y, right, y + high - 2), own)
        for _ in range(3):
            at, start = y + chance.uniform(3, max(4, high - 5)), chance.uniform(left, right - 20)
            draw.line((start, at, min(right, start + chance.uniform(30, 120)), at), shifted(own, -14), 1)
        draw.line((left, y, right, y), shifted(own, 18), 2)
