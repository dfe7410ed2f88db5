"""Pictures that people upload: checked, turned upright, and written anew.

What is kept is never the file that came: it is decoded and encoded again, so that no metadata (where a photo
was taken), no second meaning of the bytes and no decoder's surprise reaches another person's browser.

The result is WebP: at quality 90 the maps measured come out at a fifth to a third of their PNG, with an error
nobody sees (39 to 42 dB), and a 2560 x 2560 map takes a third of a second. A picture of 256 colours or fewer
is line art, where lossy compression would show, and is kept without loss up to 4096 x 4096: above that the
encoder would take 1.2 GB and four times as long, and the pixels are too small for the loss to show. One that
shows through is kept at half the pixels of the largest: at 8192 x 8192 its encoder would take 1.6 GB.
"""

import math
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageOps

from rules.engine.text import text
from webapp.importers.picture_size import WEBP, header_size, picture_type
from webapp.importers.problem import ImportProblem

MAX_SIDE = 8192
"""Longest side of a picture, in pixels."""
MAX_BYTES = 50_000_000
"""Largest picture file, in bytes."""

_LINE_ART_COLOURS = 256
_LINE_ART_PIXELS = 4096 * 4096
_SHEER_PIXELS = 4096 * 8192


Image.core.set_block_size(64 * 1024 * 1024)  # type: ignore[attr-defined]  # public, but not exported
# Above 32 MB the C library gives memory back at once. Pillow's own blocks of 16 MB stay with the process, so
# that each large picture would be decoded beside what is left of the one before it.


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as this program encoded it; width and height in pixels."""

    data: bytes
    media_type: str
    width: int
    height: int


def read_picture(data: bytes) -> Picture:
    """Read a PNG, JPEG or WebP picture and encode it anew.

    Raises:
        ImportProblem: if it is too large, damaged, or no such picture.
    """
    return encode_brought(decode_picture(data))


def decode_picture(data: bytes) -> Image.Image:
    """Decode a picture within the limits, upright, as RGB or (where something shows through) RGBA.

    Raises:
        ImportProblem: if it is too large, damaged, or no such picture.
    """
    check_picture(data, len(data))
    try:
        return _decode(data)
    except ImportProblem:
        raise
    except MemoryError:
        raise ImportProblem(text("There is not enough memory for this picture: save it smaller.")) from None
    except Exception:  # Pillow's decoders raise a dozen types for damaged files, SyntaxError among them
        raise ImportProblem(text("The picture is damaged or cut off: save or export it again.")) from None


def decode_kept(data: bytes) -> Image.Image:
    """Decode a picture that this program encoded; its file may have grown past what is read from others."""
    return _decode(data)


def keep_picture(data: bytes) -> Picture:
    """Read a picture from a file that this program exported; one that is bare WebP is kept as it is.

    Encoding a lossy picture again would wear it off a little with each export. Bare WebP has no room for
    anything but pixels, and it is decoded once, so that what is damaged is refused here too.

    Raises:
        ImportProblem: if it is too large, damaged, or no such picture.
    """
    image = decode_picture(data)
    if _is_bare_webp(data):
        return Picture(data=data, media_type=WEBP, width=image.width, height=image.height)
    return encode_brought(image)


def encode_brought(image: Image.Image) -> Picture:
    """Encode a picture that somebody brought; one that shows through is made smaller where it is too large.

    Raises:
        ImportProblem: if WebP can't hold it.
    """
    pixels = image.width * image.height
    if image.mode == "RGBA" and pixels > _SHEER_PIXELS:
        scale = math.sqrt(_SHEER_PIXELS / pixels)
        size = (max(1, int(image.width * scale)), max(1, int(image.height * scale)))
        image = image.resize(size, Image.Resampling.BOX)
    return encode_picture(image)


def encode_picture(image: Image.Image) -> Picture:
    """Encode a decoded picture as WebP, without any metadata.

    Raises:
        ImportProblem: if WebP can't hold it, as above 16383 pixels of width or height.
    """
    out = BytesIO()
    is_small = image.width * image.height <= _LINE_ART_PIXELS
    is_line_art = is_small and image.getcolors(_LINE_ART_COLOURS) is not None
    options = {"lossless": True, "quality": 0, "method": 0} if is_line_art else {"quality": 90, "method": 2}
    try:
        image.save(out, "WEBP", **options)
    except (ValueError, MemoryError):
        raise ImportProblem(text("The picture is too large to be kept: save it smaller.")) from None
    return Picture(data=out.getvalue(), media_type=WEBP, width=image.width, height=image.height)


def check_picture(head: bytes, size: int) -> None:
    """Judge a picture by the beginning of its bytes and their number, before anything is decoded.

    Raises:
        ImportProblem: if it is too large, or visibly no such picture.
    """
    if not head:
        raise ImportProblem(text("The picture file is empty: save or export it again."))
    if size > MAX_BYTES:
        said = text(
            "The picture file has {size} MB; at most {most} MB are read. Save it smaller or as WebP.",
            size=megabytes(size),
            most=megabytes(MAX_BYTES),
        )
        raise ImportProblem(said)
    if picture_type(head) is None:
        raise ImportProblem(
            text("This is no PNG, JPEG or WebP picture: save it as one of these and try again.")
        )
    pixels = header_size(head)
    if pixels is None:
        if len(head) < size:
            return  # a JPEG may hold a small picture and more before its own size: the whole file will tell
        raise ImportProblem(text("The picture is damaged or cut off: save or export it again."))
    if max(pixels) > MAX_SIDE:
        said = text(
            "The picture is {width} x {height} pixels; at most {most} x {most} are read. Save it smaller.",
            width=pixels[0],
            height=pixels[1],
            most=MAX_SIDE,
        )
        raise ImportProblem(said)


def _is_bare_webp(data: bytes) -> bool:
    """Say whether a file is WebP of nothing but pixels: no metadata, no frames, nothing behind its end."""
    if picture_type(data) != WEBP or int.from_bytes(data[4:8], "little") + 8 != len(data):
        return False
    at = 12
    while at + 8 <= len(data):
        if data[at : at + 4] not in (b"VP8 ", b"VP8L", b"VP8X", b"ALPH"):
            return False
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + size + size % 2
    return at == len(data)


def megabytes(size: int) -> float:
    """Write a size in bytes as megabytes, rounded up so that it never looks smaller than a limit it broke."""
    return -(-size // 100_000) / 10


def _decode(data: bytes) -> Image.Image:
    image: Image.Image = Image.open(BytesIO(data), formats=("PNG", "JPEG", "WEBP"))
    if image.size != header_size(
        data
    ):  # the header was checked; a decoder that sees another size is being fooled
        raise ValueError("two sizes in one file")
    if image.format in ("PNG", "WEBP") and getattr(image, "is_animated", False):
        raise ImportProblem(
            text("The picture is animated; only one that stands still is read. Save one frame of it.")
        )
    image.load()
    _turn_upright(image)
    if image.mode.startswith("I"):  # 16 bits of grey: Pillow would cut off the high ones, not scale them down
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
    if image.has_transparency_data:
        image = _as(image, "RGBA")
        if image.getchannel("A").getextrema() != (255, 255):
            return image
    return _as(image, "RGB")


def _as(image: Image.Image, mode: str) -> Image.Image:
    """Convert to a mode, without the copy that Pillow makes of a picture which has it already."""
    return image if image.mode == mode else image.convert(mode)


def _turn_upright(image: Image.Image) -> None:
    """Turn a photo as its camera was held; unreadable metadata is no reason to refuse the picture."""
    with suppress(Exception):  # Pillow's EXIF reader raises struct.error, SyntaxError and others
        ImageOps.exif_transpose(image, in_place=True)
