"""What lies outside: stars, a planet, and the skins of stations and ships."""

from collections.abc import Sequence
from random import Random

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from webapp.demo.brushes.grounds import Size, clouded, fractal, lay, raised, shape_mask
from webapp.demo.brushes.strokes import Colour, shifted


def sky(size: Size) -> Image.Image:
    """Give the sky: black, thin clouds of gas, and stars of all sizes."""
    gas = np.clip(fractal(size, 1, 900) + 0.3 * fractal(size, 2, 300), 0, 3)[..., None]
    warm = np.clip(fractal(size, 3, 700), 0, 3)[..., None]
    whole = np.array((7.0, 9.0, 16.0)) + gas * np.array((6.0, 9.0, 20.0)) + warm * np.array((11.0, 4.0, 9.0))
    picture = Image.fromarray(whole.clip(0, 255).astype(np.uint8))
    draw, chance = ImageDraw.Draw(picture), Random("stars")
    for _ in range(1_500):
        x, y, strong = chance.randrange(size[0]), chance.randrange(size[1]), chance.random() ** 3
        tint = chance.choice(((255, 255, 255), (200, 220, 255), (255, 226, 196)))
        colour = (round(tint[0] * (0.25 + 0.75 * strong)), round(tint[1] * (0.25 + 0.75 * strong)), 0)
        far = 0 if strong < 0.5 else 1 if strong < 0.9 else 2
        draw.ellipse(
            (x - far, y - far, x + far, y + far), (*colour[:2], round(tint[2] * (0.3 + 0.7 * strong)))
        )
        if strong > 0.93:
            draw.line((x - 9, y, x + 9, y), (120, 130, 160), 1)
            draw.line((x, y - 9, x, y + 9), (120, 130, 160), 1)
    return picture


def limb(picture: Image.Image, middle: tuple[int, int], far: int) -> None:
    """Let the limb of a planet rise, its middle and radius in pixels: bands of cloud, and air over them."""
    size = picture.size
    mask = Image.new("L", size, 0)
    box = (middle[0] - far, middle[1] - far, middle[0] + far, middle[1] + far)
    ImageDraw.Draw(mask).ellipse(box, 255)
    air = mask.filter(ImageFilter.GaussianBlur(34))
    lay(picture, (60, 110, 180), ImageChops.subtract(air, mask).point(lambda v: v * 2 // 3))
    bands = fractal((size[0] // 6, size[1]), 8, 170).repeat(6, axis=1)[:, : size[0]]
    bands = np.pad(bands, ((0, 0), (0, size[0] - bands.shape[1])), mode="edge")
    tone = np.array((70.0, 88.0, 112.0)) + bands[..., None] * np.array((14.0, 11.0, 7.0))
    lay(picture, Image.fromarray(tone.clip(0, 255).astype(np.uint8)), mask)
    rows, columns = np.mgrid[0 : size[1], 0 : size[0]]
    deep = np.clip(
        (far - np.hypot(columns - middle[0], rows - middle[1])) / 340
        + (columns - middle[0] + far / 3) / far / 1.7,
        0,
        1,
    )
    lay(picture, (4, 6, 12), ImageChops.multiply(mask, Image.fromarray((deep * 215).astype(np.uint8))))


def hull(picture: Image.Image, shape: Sequence[tuple[float, float]], colour: Colour, seed: int) -> None:
    """Lay the plates of an outer hull within a shape."""
    size = picture.size
    mask = shape_mask(size, [shape])
    skin = Image.new("RGB", size, colour)
    draw, chance = ImageDraw.Draw(skin), Random(seed)
    for top in range(0, size[1], 50):
        left = -chance.randrange(60)
        while left < size[0]:
            wide = chance.choice((60, 90, 120, 150))
            own = shifted(colour, chance.randrange(-16, 14))
            draw.rectangle((left, top, left + wide, top + 50), own)
            draw.line((left, top + 49, left, top, left + wide, top), shifted(own, 20), 2)
            draw.line((left + 2, top + 48, left + wide - 2, top + 48), shifted(own, -38), 3)
            for x in range(left + 9, left + wide, 18):
                draw.ellipse((x - 2, top + 6, x + 2, top + 10), shifted(own, -34))
            left += wide
    raised(picture, mask, shifted(colour, 10), 7, 18)
    lay(picture, clouded(skin, seed, 12.0), mask.filter(ImageFilter.MinFilter(13)))
