"""Pictures made small, for cards in a list."""

from io import BytesIO

from PIL import Image

from webapp.importers.pictures import decode_kept

_WIDTH = 480
"""In pixels: a card in a list is no wider on most screens."""


def small_picture(data: bytes) -> bytes:
    """Make a kept picture small, as WebP. It takes seconds for the largest."""
    image = decode_kept(data)
    image.thumbnail((_WIDTH, _WIDTH), Image.Resampling.BOX)
    out = BytesIO()
    image.save(out, "WEBP", quality=70)
    return out.getvalue()
