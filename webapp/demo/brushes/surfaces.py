"""Paints the grounds of maps without a picture: tiles of six by six cells that join on every side.

What is noise comes of a Fourier transform and so goes round by itself; what is drawn is drawn over each edge
as well. Light falls from the top left, as on the painted maps. The same each time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from rules.map.model import Surface
from webapp.demo.brushes.strokes import CELL, Colour, shifted

SIDE = 6 * CELL
"""Pixels of a tile across and down."""

_Floats: TypeAlias = npt.NDArray[np.float64]
_ROUND = tuple((dx, dy) for dx in (-SIDE, 0, SIDE) for dy in (-SIDE, 0, SIDE))
_FLAG: Colour = (122, 118, 110)
_BOARD: Colour = (134, 98, 64)
_BLADE: Colour = (96, 114, 62)
_SAND: Colour = (186, 162, 120)
_PLATE: Colour = (96, 102, 110)
_SNOW: Colour = (214, 222, 230)


def paint_surface(surface: Surface) -> Image.Image:
    """Paint one tile."""
    return _PAINTERS[surface](Random(surface.value), np.random.default_rng(len(surface.value)))


# ------------------------------------------------------------------------------------------ what they share
def _noise(numbers: np.random.Generator, across: float, down: float) -> _Floats:
    """Give noise that goes round, as rough as so many pixels across and down; its deviation is 1."""
    columns, rows = np.meshgrid(np.fft.fftfreq(SIDE), np.fft.fftfreq(SIDE))
    smooth = np.exp(-2 * np.pi**2 * ((columns * across) ** 2 + (rows * down) ** 2))
    found = np.fft.ifft2(np.fft.fft2(numbers.normal(size=(SIDE, SIDE))) * smooth).real
    found = found - found.mean()
    result: _Floats = found / found.std()
    return result


def _lit(heights: _Floats) -> _Floats:
    """Tell how much light falls on each pixel of a surface of these heights."""
    slope: _Floats = heights - np.roll(heights, (1, 1), axis=(0, 1))
    return slope


def _shaded(picture: Image.Image, *layers: _Floats) -> Image.Image:
    """Make a picture lighter and darker."""
    whole = np.asarray(picture, dtype=float) + sum(layers, np.zeros((SIDE, SIDE)))[..., None]
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def _plain(colour: Colour) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGB", (SIDE, SIDE), colour)
    return picture, ImageDraw.Draw(picture)


def _lengths(chance: Random, choices: Sequence[int]) -> list[int]:
    """Choose lengths that make up a side."""
    lengths: list[int] = []
    while (left := SIDE - sum(lengths)) > 0:
        fitting = [length for length in choices if left - length == 0 or left - length >= min(choices)]
        lengths.append(chance.choice(fitting or [left]))
    return lengths


def _courses(chance: Random, down: int, choices: Sequence[int]) -> Iterator[tuple[int, int, int, int]]:
    """Lay courses of pieces; one that lies over the right edge comes again at the left one."""
    for top in range(0, SIDE, down):
        left = chance.choice(choices) // 2
        for length in _lengths(chance, choices):
            for x in {left, left - SIDE} if left + length > SIDE else {left}:
                yield x, top, x + length, top + down
            left += length


# ---------------------------------------------------------------------------------------------- the tiles
def _stone(chance: Random, numbers: np.random.Generator) -> Image.Image:
    picture, draw = _plain(shifted(_FLAG, -46))
    colours: dict[tuple[int, int], Colour] = {}
    for left, top, right, bottom in _courses(chance, 50, (50, 100, 100)):
        at = left % SIDE, top
        colour = colours.setdefault(at, shifted(_FLAG, chance.randrange(-13, 14)))
        box = (left + 2, top + 2, right - 2, bottom - 2)
        draw.rounded_rectangle(box, 6, shifted(colour, -26))
        draw.rounded_rectangle((box[0], box[1], box[2] - 2, box[3] - 2), 6, shifted(colour, 20))
        draw.rounded_rectangle((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2), 5, colour)
    for _ in range(9):  # cracks
        x, y = chance.randrange(60, SIDE - 60), 50 * chance.randrange(0, 12) + 6
        points = [(x, y)]
        while points[-1][1] < y + 34:
            points.append((points[-1][0] + chance.randrange(-9, 10), points[-1][1] + chance.randrange(6, 13)))
        draw.line(points, shifted(_FLAG, -44), 2)
    return _shaded(
        picture, 3 * _noise(numbers, 40, 40), 3 * _noise(numbers, 5, 5), 5 * _lit(_noise(numbers, 2, 2))
    )


def _wood(chance: Random, numbers: np.random.Generator) -> Image.Image:
    picture, draw = _plain(shifted(_BOARD, -50))
    colours: dict[tuple[int, int], Colour] = {}
    for left, top, right, bottom in _courses(chance, 25, (150, 200, 250, 300)):
        colour = colours.setdefault((left % SIDE, top), shifted(_BOARD, chance.randrange(-15, 14)))
        draw.rectangle((left, top, right - 2, bottom - 2), colour)
        draw.line((left, top, right - 2, top), shifted(colour, 16), 1)
        draw.line((left, bottom - 2, right - 2, bottom - 2), shifted(colour, -18), 1)
        for x in (left + 7, right - 9):
            for y in (top + 6, bottom - 8):
                draw.rectangle((x, y, x + 1, y + 1), shifted(colour, -48))
    grain = 6 * _noise(numbers, 46, 1.1) + 3 * _noise(numbers, 14, 0.8)
    return _shaded(picture, grain, 4 * _noise(numbers, 70, 70))


def _grass(chance: Random, numbers: np.random.Generator) -> Image.Image:
    picture, _ = _plain(_BLADE)
    picture = _shaded(picture, 5 * _noise(numbers, 40, 40), 4 * _noise(numbers, 12, 12))
    draw = ImageDraw.Draw(picture)
    for _ in range(2_600):
        x, y, tall = chance.randrange(SIDE), chance.randrange(SIDE), chance.randrange(5, 14)
        lean, colour = chance.randrange(-5, 6), shifted(_BLADE, chance.randrange(-28, 24))
        for dx, dy in _ROUND:
            draw.line((x + dx, y + dy, x + dx + lean, y + dy - tall), colour, 2)
    for _ in range(26):
        x, y = chance.randrange(8, SIDE - 8), chance.randrange(8, SIDE - 8)
        draw.ellipse((x - 3, y - 3, x + 3, y + 3), chance.choice(((214, 202, 128), (206, 206, 196))))
    return _shaded(picture, 2 * _noise(numbers, 1, 1))


def _sand(chance: Random, numbers: np.random.Generator) -> Image.Image:
    rows = np.repeat(np.arange(SIDE)[:, None], SIDE, axis=1)
    columns = rows.T
    wave = 2 * np.pi * (14 * rows + 3 * columns) / SIDE + 2.1 * _noise(numbers, 60, 40)
    calm = 0.5 + 0.5 * np.tanh(_noise(numbers, 80, 60))
    picture, draw = _plain(_SAND)
    for _ in range(70):
        x, y, size = chance.randrange(6, SIDE - 6), chance.randrange(6, SIDE - 6), chance.randrange(2, 5)
        colour = shifted(_SAND, chance.randrange(-46, -8))
        draw.ellipse((x - size, y - size * 0.7, x + size, y + size * 0.7), colour)
    ripples: _Floats = 7 * np.sin(wave) * calm
    return _shaded(picture, ripples, 5 * _noise(numbers, 70, 70), 3 * _noise(numbers, 1.2, 1.2))


def _deck(chance: Random, numbers: np.random.Generator) -> Image.Image:
    picture, draw = _plain(_PLATE)
    for top in range(0, SIDE, CELL):
        for left in range(0, SIDE, CELL):
            colour = shifted(_PLATE, chance.randrange(-6, 7))
            right, bottom = left + CELL - 1, top + CELL - 1
            draw.rectangle((left, top, right, bottom), colour)
            draw.line((left, bottom, left, top, right, top), shifted(colour, 16), 2)
            draw.line((left, bottom, right, bottom, right, top), shifted(colour, -30), 3)
            for x in (left + 11, right - 12):
                for y in (top + 11, bottom - 12):
                    draw.ellipse((x - 3, y - 3, x + 3, y + 3), shifted(colour, -26))
                    draw.ellipse((x - 3, y - 3, x + 1, y + 1), shifted(colour, 18))
            if chance.random() < 0.3:
                _tread(draw, left, top, colour)
            if chance.random() < 0.4:  # scratches
                x, y = chance.randrange(left + 12, right - 34), chance.randrange(top + 14, bottom - 14)
                scratch = (x, y, x + chance.randrange(10, 30), y + chance.randrange(-9, 10))
                draw.line(scratch, shifted(colour, 16), 1)
    return _shaded(picture, 4 * _noise(numbers, 50, 50), 2 * _noise(numbers, 1, 1))


def _tread(draw: ImageDraw.ImageDraw, left: int, top: int, colour: Colour) -> None:
    for row, y in enumerate(range(top + 24, top + 84, 12)):
        for x in range(left + 22 + 7 * (row % 2), left + 80, 14):
            lean = 4 if row % 2 else -4
            draw.line((x - 4, y + lean, x + 4, y - lean), shifted(colour, -24), 4)
            draw.line((x - 4, y + lean - 1, x + 4, y - lean - 1), shifted(colour, 15), 2)


def _snow(chance: Random, numbers: np.random.Generator) -> Image.Image:
    drifts = _noise(numbers, 44, 26)
    picture, _ = _plain(_SNOW)
    light = 90 * _lit(drifts) + 3 * drifts + 4 * _lit(_noise(numbers, 6, 6))
    tinted = np.asarray(_shaded(picture, light, 1.6 * _noise(numbers, 1, 1)), dtype=float)
    shade = np.clip(-light / 24, 0, 1)[..., None]  # what lies in shade is bluer
    tinted = tinted - shade * np.array((9, 4, -3))
    picture = Image.fromarray(tinted.clip(0, 255).astype(np.uint8))
    draw = ImageDraw.Draw(picture)
    for _ in range(60):
        x, y = chance.randrange(4, SIDE - 4), chance.randrange(4, SIDE - 4)
        draw.ellipse((x - 1, y - 1, x + 1, y + 1), (248, 251, 255))
    return picture


_PAINTERS: Mapping[Surface, Callable[[Random, np.random.Generator], Image.Image]] = {
    Surface.STONE: _stone,
    Surface.WOOD: _wood,
    Surface.GRASS: _grass,
    Surface.SAND: _sand,
    Surface.DECK: _deck,
    Surface.SNOW: _snow,
}
SURFACES = tuple(_PAINTERS)
"""What has a tile: all but the plain ground."""
