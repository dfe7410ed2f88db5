"""Pictures for tokens: the square that somebody chose of a picture, cut round and made small.

What is kept is `SIDE` pixels wide and high, with nothing but transparency outside the circle: a page that
draws it needs no mask, and what was cut off is on no server.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from rules.engine.text import text
from webapp.importers.picture_size import WEBP
from webapp.importers.pictures import Picture, decode_picture, megabytes
from webapp.importers.problem import ImportProblem

SIDE = 256
"""Width and height of a token's picture, in pixels."""
MAX_FACE_BYTES = 20_000_000
"""Largest file that a token's picture is cut from, in bytes."""
GROUND = (27, 34, 44)
"""What shows through is filled with: the ground that initials stand on."""
SMALLEST = 0.02
"""Smallest square that may be cut, as a share of the picture's shorter side."""

_SHARPER = 4  # how many times larger the circle is drawn before it is made small, so that its rim is smooth


@dataclass(frozen=True, slots=True)
class Crop:
    """The square to cut: its middle as shares of width and height, its side as a share of the shorter one."""

    x: float = 0.5
    y: float = 0.5
    size: float = 1.0

    @classmethod
    def parse(cls, said: Mapping[str, str]) -> "Crop":
        """Read what a page sends; what it leaves out is the middle. Raises `ImportProblem`."""
        found = []
        for key, usual in (("x", 0.5), ("y", 0.5), ("size", 1.0)):
            try:
                number = float(said.get(key) or usual)
            except ValueError:
                number = math.nan
            if not 0 <= number <= 1:
                raise ImportProblem(
                    text("{key} of the part to cut out must be a number from 0 to 1.", key=repr(key))
                )
            found.append(number)
        return cls(found[0], found[1], max(found[2], SMALLEST))

    def box(self, width: int, height: int) -> tuple[float, float, float, float]:
        """Give the square in pixels of a picture, pushed inside where it would reach beyond an edge."""
        side = min(self.size, 1.0) * min(width, height)
        left = min(max(self.x * width - side / 2, 0), width - side)
        top = min(max(self.y * height - side / 2, 0), height - side)
        return left, top, left + side, top + side


def read_face(data: bytes, crop: Crop) -> Picture:
    """Read a PNG, JPEG or WebP picture, and cut the picture of a token out of it.

    Raises:
        ImportProblem: if it is too large, damaged, or no such picture.
    """
    if len(data) > MAX_FACE_BYTES:
        said = text(
            "The picture file has {size} MB; at most {most} MB are read for a token. Save it smaller.",
            size=megabytes(len(data)),
            most=megabytes(MAX_FACE_BYTES),
        )
        raise ImportProblem(said)
    image = decode_picture(data)
    small = image.resize(
        (SIDE, SIDE), Image.Resampling.LANCZOS, box=crop.box(*image.size), reducing_gap=3.0
    ).convert("RGBA")
    ground = Image.new("RGBA", small.size, GROUND)
    ground.alpha_composite(small)
    round_one = Image.new("RGBA", small.size)  # no colours are left under what shows through
    round_one.paste(ground, mask=_disc().point(lambda alpha: 255 if alpha else 0))
    round_one.putalpha(_disc())
    out = BytesIO()
    round_one.save(out, "WEBP", quality=88, method=4, exact=True)
    return Picture(data=out.getvalue(), media_type=WEBP, width=SIDE, height=SIDE)


def _disc() -> Image.Image:
    large = Image.new("L", (SIDE * _SHARPER, SIDE * _SHARPER))
    ImageDraw.Draw(large).ellipse((0, 0, large.width - 1, large.height - 1), fill=255)
    return large.resize((SIDE, SIDE), Image.Resampling.BOX)
