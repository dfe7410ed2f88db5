"""What kind of picture some bytes are, and how large, told from the header alone.

Nothing is decoded and nothing allocated, so a header that promises a billion pixels costs nothing to refuse.
"""

PNG = "image/png"
JPEG = "image/jpeg"
WEBP = "image/webp"


def picture_type(data: bytes) -> str | None:
    """Name the media type by the magic bytes, or None when it is none of PNG, JPEG and WebP."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return PNG
    if data.startswith(b"\xff\xd8\xff"):
        return JPEG
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return WEBP
    return None


def header_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height in pixels as stored, before any EXIF turn, or None when the header is damaged."""
    readers = {PNG: _png_size, JPEG: _jpeg_size, WEBP: _webp_size}
    kind = picture_type(data)
    size = readers[kind](data) if kind else None
    return size if size and size[0] > 0 and size[1] > 0 else None


def _png_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 24 or data[12:16] != b"IHDR":
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF:  # padding before a marker
            at += 1
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:  # these stand alone, without a length
            at += 2
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):  # a start of frame
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        elif marker in (0xD9, 0xDA):  # the pixels begin, or the file ends, and no frame was declared
            return None
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < 30:
        return None
    chunk = data[12:16]
    if chunk == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if chunk == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 ":
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    return None
