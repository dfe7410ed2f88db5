"""Grounds of whole pictures: tiles laid out and tinted, water, and what lies higher or lower than the rest.

A ground is a picture of the whole map's size, which is then laid into a mask.
"""

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rules.map.model import Surface
from webapp.demo.brushes.strokes import CELL, Colour, shifted
from webapp.demo.brushes.surfaces import SIDE, paint_surface

Size = tuple[int, int]
Rect = tuple[float, float, float, float]
"""Left, top, right and bottom, in cells."""
Floats = npt.NDArray[np.float64]


@cache
def _tile(surface: Surface) -> Image.Image:
    return paint_surface(surface)


def laid(
    size: Size, surface: Surface, tint: tuple[float, float, float] = (1.0, 1.0, 1.0), *, turned: bool = False
) -> Image.Image:
    """Lay the tiles of a surface side by side.

    Args:
        tint: what its red, green and blue are multiplied by.
        turned: whether what runs across runs down.
    """
    tile = _tile(surface)
    if turned:
        tile = tile.transpose(Image.Transpose.ROTATE_90)
    dyed = (np.asarray(tile, dtype=float) * np.array(tint)).clip(0, 255).astype(np.uint8)
    tile = Image.fromarray(dyed)
    whole = Image.new("RGB", size)
    for y in range(0, size[1], SIDE):
        for x in range(0, size[0], SIDE):
            whole.paste(tile, (x, y))
    return whole


def rough(size: Size, seed: int, scale: int) -> Floats:
    """Give soft noise from -1 to 1 that changes over about so many pixels, as an array of rows."""
    numbers = np.random.default_rng(seed)
    few = (max(2, size[0] // scale + 2), max(2, size[1] // scale + 2))
    small = Image.fromarray(numbers.integers(0, 256, (few[1], few[0]), dtype=np.uint8))
    return np.asarray(small.resize(size, Image.Resampling.BICUBIC), dtype=float) / 127.5 - 1.0


def clouded(picture: Image.Image, seed: int, strength: float = 14.0, scale: int = 260) -> Image.Image:
    """Make a ground lighter here and darker there, so that no tile is seen twice."""
    broad = rough(picture.size, seed, scale) + 0.5 * rough(picture.size, seed + 1, scale // 3)
    whole = np.asarray(picture, dtype=float) + strength * broad[..., None]
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def plain(size: Size, colour: Colour, seed: int, strength: float = 5.0) -> Image.Image:
    """Give a grainy ground of one colour: asphalt, plaster, trodden earth."""
    fine = np.random.default_rng(seed).normal(0.0, strength, (size[1], size[0], 1))
    whole = np.array(colour, dtype=float) + fine + strength * rough(size, seed + 1, 34)[..., None]
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def checkered(size: Size, side: float, one: Colour, other: Colour, seed: int) -> Image.Image:
    """Lay polished slabs of two colours in turn, so many cells to a side, with veins in them."""
    step = round(side * CELL)
    rows, columns = np.mgrid[0 : size[1], 0 : size[0]]
    is_one = ((rows // step + columns // step) % 2 == 0)[..., None]
    whole = np.where(is_one, np.array(one, dtype=float), np.array(other, dtype=float))
    vein = np.abs(rough(size, seed, 60) + 0.5 * rough(size, seed + 3, 22))[..., None]
    whole += np.clip(0.06 - vein, 0.0, 0.06) * 260
    seam = (rows % step < 2) | (columns % step < 2)
    lip = ((rows % step < 4) | (columns % step < 4)) & ~seam
    whole += np.where(seam, -26.0, np.where(lip, 9.0, 0.0))[..., None]
    whole += 5 * rough(size, seed + 5, 180)[..., None]
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def water(size: Size, colour: Colour, seed: int, *, across: int = 90, down: int = 16) -> Image.Image:
    """Give water whose waves are about so many pixels long and high, lit from the top left."""
    heights = np.zeros((size[1], size[0]))
    for number, share in enumerate((1.0, 0.55, 0.3)):
        numbers = np.random.default_rng(seed + number)
        few = (size[0] * (number + 1) // across + 2, size[1] * (number + 1) // down + 2)
        small = Image.fromarray(numbers.integers(0, 256, (few[1], few[0]), dtype=np.uint8))
        heights += share * (np.asarray(small.resize(size, Image.Resampling.BICUBIC), dtype=float) / 127.5 - 1)
    light = np.zeros_like(heights)
    light[2:, 3:] = heights[2:, 3:] - heights[:-2, :-3]
    whole = np.array(colour, dtype=float) + (7 * heights + 34 * light)[..., None] * np.array((0.8, 1.0, 1.05))
    whole += np.where(light > 0.42, 30.0, 0.0)[..., None]
    whole += 9 * rough(size, seed + 9, 300)[..., None]
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def fractal(size: Size, seed: int, scale: float, *, steep: float = 1.6) -> Floats:
    """Give clouds within clouds, the largest about so many pixels wide; they deviate from 0 by 1.

    Args:
        steep: how much weaker the small ones are than the large; near 1 all is ragged.
    """
    width, height = size
    columns, rows = np.meshgrid(np.fft.rfftfreq(width), np.fft.fftfreq(height))
    far = np.hypot(columns, rows) * scale
    spectrum = np.fft.rfft2(np.random.default_rng(seed).normal(size=(height, width)))
    found = np.fft.irfft2(spectrum * (1.0 + far**2) ** (-steep / 1.4), s=(height, width))
    found -= found.mean()
    result: Floats = found / found.std()
    return result


def crag(size: Size, colour: Colour, seed: int, *, scale: float = 260, strength: float = 260) -> Image.Image:
    """Give bare rock: ridges and clefts, lit from the top left."""
    heights = -np.abs(fractal(size, seed, scale, steep=1.8)) - 0.4 * np.abs(
        fractal(size, seed + 1, scale / 3, steep=1.8)
    )
    lit = np.zeros_like(heights)
    lit[2:, 2:] = heights[2:, 2:] - heights[:-2, :-2]
    tone = strength * np.tanh(3 * lit) / 3 + 10 * heights
    whole = np.array(colour, dtype=float) + tone[..., None] * np.array((1.0, 0.99, 0.96))
    whole += np.random.default_rng(seed).normal(0.0, 1.0, (size[1], size[0], 1))
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def cracked(size: Size, colour: Colour, seed: int, piece: int = 70) -> Image.Image:
    """Give dried mud that has cracked into pieces of about so many pixels, each lit from the top left."""
    numbers = np.random.default_rng(seed)
    few = (size[1] // piece + 4, size[0] // piece + 4)
    at, tones = numbers.random((*few, 2)), numbers.normal(0.0, 6.0, few)
    rows, columns = (axis / piece for axis in np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32))
    rows = rows + (0.14 * rough(size, seed + 1, piece // 2)).astype(np.float32)
    row, column = np.floor(rows).astype(int) + 1, np.floor(columns).astype(int) + 1
    row = row.clip(1, few[0] - 2)
    near = np.full(rows.shape, 9.0, np.float32)
    second, tone = near.copy(), np.zeros_like(near)
    for down in (-1, 0, 1):
        for across in (-1, 0, 1):
            cell = row + down, column + across
            far = np.hypot(cell[0] - 1 + at[*cell, 0] - rows, cell[1] - 1 + at[*cell, 1] - columns).astype(
                np.float32
            )
            is_nearer = far < near
            second = np.where(is_nearer, near, np.minimum(second, far))
            tone = np.where(is_nearer, tones[cell], tone)
            near = np.where(is_nearer, far, near)
    gap = second - near
    heights = np.minimum(gap, 0.16) * 6
    lit = np.zeros_like(heights)
    lit[3:, 3:] = heights[3:, 3:] - heights[:-3, :-3]
    shade = tone + 34 * lit - np.where(gap < 0.05, 44.0, 0.0)
    whole = np.array(colour, dtype=float) + shade[..., None] + numbers.normal(0.0, 0.6, (*rows.shape, 1))
    return Image.fromarray(whole.clip(0, 255).astype(np.uint8))


def patches(size: Size, seed: int, scale: float, share: float, sharp: float = 3.0) -> Image.Image:
    """Make a mask of patches with ragged edges that cover about such a share of everything."""
    found = fractal(size, seed, scale)
    least = float(np.quantile(found[::8, ::8], 1 - share))
    return Image.fromarray(((found - least) * sharp * 127 + 127).clip(0, 255).astype(np.uint8))


# ------------------------------------------------------------------------------------------- where it lies
def rects_mask(size: Size, rects: Iterable[Rect]) -> Image.Image:
    """Make a mask of rectangles."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for left, top, right, bottom in rects:
        draw.rectangle((left * CELL, top * CELL, right * CELL - 1, bottom * CELL - 1), 255)
    return mask


def shape_mask(size: Size, shapes: Iterable[Sequence[tuple[float, float]]]) -> Image.Image:
    """Make a mask of outlines in cells."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        draw.polygon([(x * CELL, y * CELL) for x, y in shape], 255)
    return mask


def frayed(mask: Image.Image, seed: int, reach: int = 26, soft: float = 3.0) -> Image.Image:
    """Let the edge of a mask wander by about so many pixels, as a bank or a lawn's edge does."""
    blurred = np.asarray(mask.filter(ImageFilter.GaussianBlur(reach)), dtype=float) / 255
    edge = blurred + 0.26 * rough(mask.size, seed, 2 * reach) + 0.12 * rough(mask.size, seed + 1, reach // 2)
    sharp = ((edge - 0.5) * reach / soft * 2 + 0.5).clip(0, 1) * 255
    return Image.fromarray(sharp.astype(np.uint8))


def lay(picture: Image.Image, ground: Image.Image | Colour, mask: Image.Image) -> None:
    """Lay a ground, or one colour, into a picture where a mask says."""
    if isinstance(ground, Image.Image):
        picture.paste(ground, mask=mask)
    else:
        picture.paste(ground, (0, 0, *picture.size), mask)


def size_of(rect: Rect) -> Size:
    """Give the width and height of a rectangle in pixels."""
    left, top, right, bottom = rect
    return round((right - left) * CELL), round((bottom - top) * CELL)


def lay_in(picture: Image.Image, ground: Image.Image, rect: Rect) -> None:
    """Lay a ground of a rectangle's size, or a larger one, into it."""
    width, height = size_of(rect)
    picture.paste(ground.crop((0, 0, width, height)), (round(rect[0] * CELL), round(rect[1] * CELL)))


def sunk(
    picture: Image.Image, mask: Image.Image, dark: int = 170, blur: int = 12, by: Size = (9, 12)
) -> None:
    """Let the ground within a mask lie lower: shade falls into it from its upper and left edge."""
    shade = Image.new("L", picture.size, 0)
    shade.paste(ImageChops.invert(mask), by)
    shade = ImageChops.lighter(shade, ImageChops.invert(mask)).filter(ImageFilter.GaussianBlur(blur))
    lay(picture, (6, 7, 9), ImageChops.multiply(shade.point(lambda v: v * dark // 255), mask))


def raised(picture: Image.Image, mask: Image.Image, lip: Colour, half: int = 5, drop: int = 16) -> None:
    """Let the ground within a mask lie higher: a shadow at its foot, and a lip that the light catches."""
    shade = Image.new("L", picture.size, 0)
    shade.paste(mask, (drop // 2, drop))
    shade = shade.filter(ImageFilter.GaussianBlur(drop * 0.7)).point(lambda v: v * 210 // 255)
    lay(picture, (8, 8, 10), ImageChops.multiply(shade, ImageChops.invert(mask)))
    soft = mask.filter(ImageFilter.GaussianBlur(half))
    lay(picture, shifted(lip, -52), ImageChops.subtract(soft.point(lambda v: 255 if v > 24 else 0), mask))
    rim = ImageChops.subtract(mask, soft.point(lambda v: 255 if v > 231 else 0))
    lay(picture, lip, rim)
    away = ImageChops.offset(soft, 3, 4)
    lit = ImageChops.subtract(soft, away).point(lambda v: min(255, v * 4))
    lay(picture, shifted(lip, 42), ImageChops.multiply(lit, rim))


def stairs(picture: Image.Image, rect: Rect, climb: str, colour: Colour, steps: int = 3) -> None:
    """Build a stair that climbs to the `north`, `east`, `south` or `west`, so many steps to a cell."""
    left, top, right, bottom = (round(side * CELL) for side in rect)
    draw = ImageDraw.Draw(picture)
    is_across = climb in ("east", "west")
    length = right - left if is_across else bottom - top
    count = max(2, round(length / CELL * steps))
    for number in range(count):
        rises = number if climb in ("east", "south") else count - 1 - number
        own = shifted(colour, round(34 * rises / count) - 22)
        at = round(number * length / count), round((number + 1) * length / count)
        box = (
            (left + at[0], top, left + at[1], bottom)
            if is_across
            else (left, top + at[0], right, top + at[1])
        )
        draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), own)
        foot = {
            "east": (box[0], box[1], box[0], box[3]),
            "west": (box[2], box[1], box[2], box[3]),
            "south": (box[0], box[1], box[2], box[1]),
            "north": (box[0], box[3], box[2], box[3]),
        }[climb]
        draw.line(foot, shifted(own, -58), 5)
        nose = {"east": (6, 0), "west": (-6, 0), "south": (0, 6), "north": (0, -6)}[climb]
        draw.line(tuple(v + nose[n % 2] for n, v in enumerate(foot)), shifted(own, 34), 3)
