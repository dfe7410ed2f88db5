"""The outside of a Universal VTT file: bytes to a JSON object and the picture's bytes.

Nearly all of such a file is one huge base64 string. It is cut out of the bytes before the rest is parsed as
JSON, and decoded straight from there: no parser copies it. What stays is small, and a limit of its own keeps
a made-up file from filling the memory with empty lists.
"""

import binascii
import codecs
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from rules.engine.text import text
from webapp.exporters.uvtt_plain import OWN_KEY
from webapp.importers.pictures import megabytes
from webapp.importers.problem import ImportProblem

MAX_FILE_BYTES = 125_000_000
"""Largest Universal VTT file, in bytes."""
MAX_REST_BYTES = 16_000_000
"""Largest part of it that is not the picture, in bytes."""

_IMAGE_KEY = re.compile(rb'"image"\s*:\s*"')
_REST_OF_STRING = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+(?=")', re.DOTALL)
_MOST_IMAGES = 100
_DATA_URL = re.compile(rb"\s*data:[^,]{0,100},")


@dataclass(frozen=True, slots=True)
class UvttFile:
    """A file taken apart. A picture is None when it holds none, and empty when what it holds isn't base64.

    `own_picture` is the one in the part that our own export adds.
    """

    fields: dict[str, Any]
    picture: bytes | None
    repeated_keys: tuple[str, ...]
    own_picture: bytes | None = None


def open_uvtt(data: bytes) -> UvttFile:
    """Take a file apart into its JSON object and its picture, which is not looked at here.

    Raises:
        ImportProblem: if the file is empty, too large, or not a JSON object.
    """
    if len(data) > MAX_FILE_BYTES:
        said = text(
            "The file has {size} MB; at most {most} MB are read. Export it with fewer pixels per cell.",
            size=megabytes(len(data)),
            most=megabytes(MAX_FILE_BYTES),
        )
        raise ImportProblem(said)
    if not data.removeprefix(codecs.BOM_UTF8).strip():
        raise ImportProblem(text("The file is empty: export the map again."))
    if data.startswith((b"\x89PNG", b"\xff\xd8\xff", b"RIFF")):
        raise ImportProblem(
            text("This is a plain picture, no Universal VTT map: import it as a picture instead.")
        )

    rest, images = _cut_images(_as_utf8(data))
    if len(rest) > MAX_REST_BYTES:
        said = text(
            "Without its picture the file has {size} MB; at most {most} MB are read. Export a smaller part "
            "of the map.",
            size=megabytes(len(rest)),
            most=megabytes(MAX_REST_BYTES),
        )
        raise ImportProblem(said)
    fields, repeated = _parse(rest)

    own = fields.get(OWN_KEY)
    return UvttFile(
        fields=fields,
        picture=_picture_of(fields, images),
        repeated_keys=repeated,
        own_picture=_picture_of(own, images) if isinstance(own, dict) else None,
    )


def _picture_of(fields: dict[str, Any], images: dict[str, bytes]) -> bytes | None:
    image = fields.get("image")
    if isinstance(image, str):
        return _decode_base64(images[image] if image in images else image.encode("ascii", "replace"))
    return b"" if image else None


def _as_utf8(data: bytes) -> bytes:
    encoding = json.detect_encoding(data)
    if encoding == "utf-8":
        return data
    if encoding == "utf-8-sig":
        return data[3:]
    try:
        return data.decode(encoding).encode()
    except UnicodeError:
        raise ImportProblem(text("The file is no readable text: export the map again.")) from None


def _cut_images(data: bytes) -> tuple[bytes, dict[str, bytes]]:
    """Put a numbered placeholder in the place of every string that follows an "image" key.

    Which of them is the picture is known only after parsing: other keys may hold an "image" of their own.
    """
    pieces: list[bytes] = []
    images: dict[str, bytes] = {}
    kept_to = 0
    while len(images) < _MOST_IMAGES and (key := _IMAGE_KEY.search(data, kept_to)):
        rest = _REST_OF_STRING.match(data, key.end())
        if rest is None:
            raise ImportProblem(text("The file is cut off inside its picture: export or download it again."))
        placeholder = f"picture {len(images)}"
        pieces += data[kept_to : key.end()], placeholder.encode()
        images[placeholder] = data[key.end() : rest.end()]
        kept_to = rest.end()
    return b"".join([*pieces, data[kept_to:]]), images


def _parse(written: bytes) -> tuple[dict[str, Any], tuple[str, ...]]:
    repeated: list[str] = []

    def last_wins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        fields = dict(pairs)
        if len(fields) < len(pairs):
            names = Counter(name for name, _ in pairs)
            repeated.extend(name for name, times in names.items() if times > 1)
        return fields

    try:
        # Whole numbers as floats too: a digit string of any length is then at worst infinite.
        parsed = json.loads(written.decode(), object_pairs_hook=last_wins, parse_int=float)
    except RecursionError:
        raise ImportProblem(text("The file nests far deeper than any map: export it again.")) from None
    except json.JSONDecodeError as error:
        said = text(
            "The file is no Universal VTT map, or a damaged one: it isn't JSON in line {line}. Export or "
            "download it again.",
            line=error.lineno,
        )
        raise ImportProblem(said) from None
    except ValueError:
        raise ImportProblem(text("The file is no readable text: export the map again.")) from None
    if not isinstance(parsed, dict):
        raise ImportProblem(text("The file is JSON, but no Universal VTT map: export the map again."))
    return parsed, tuple(dict.fromkeys(repeated))


def _decode_base64(written: bytes) -> bytes | None:
    """Decode a JSON string's raw bytes; None when it is blank, empty bytes when it is no base64."""
    if b"\\" in written:
        written = written.replace(b"\\/", b"/").replace(b"\\n", b"").replace(b"\\r", b"")
    prefix = _DATA_URL.match(written)
    if prefix:
        written = written[prefix.end() :]
    written = written.translate(None, b" \t\r\n").rstrip(b"=")
    if not written:
        return None
    try:
        return binascii.a2b_base64(written + b"=" * (-len(written) % 4), strict_mode=True)
    except binascii.Error:
        return b""
