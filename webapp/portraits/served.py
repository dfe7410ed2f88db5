"""Portraits at addresses that change with the drawings: a browser keeps each for good, like a static file.

Each is drawn when it is first asked for. They say the same to everybody: anybody may look at all of the
cast, and whom of it a table has is told by the pages alone that name them.
"""

import gzip
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, make_response

from rules.engine.text import text
from webapp.portraits.cast import CAST
from webapp.portraits.drawing import drawn
from webapp.server.assets.compression import takes_gzip
from webapp.server.http_errors import Missing

ENDPOINT = "portrait"
_FOLDER = Path(__file__).parent


def install(app: Flask) -> None:
    """Serve the portraits, and let templates name them."""
    app.add_url_rule("/portraits/<mark>/<name>.svg", endpoint=ENDPOINT, view_func=_send)
    app.jinja_env.globals["portrait_address"] = portrait_address


def portrait_address(portrait: str) -> str:
    """Give the address of a portrait, of the first of its variants where none is named."""
    name, _, variant = portrait.partition(".")
    return f"/portraits/{_mark()}/{name}.{variant or 0}.svg"


@cache
def _mark() -> str:
    """Make a word that changes with every drawing and every colour."""
    found = sha256()
    for path in sorted(file for file in _FOLDER.rglob("*") if file.suffix in (".py", ".svg")):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]


def _send(mark: str, name: str) -> Response:
    """Send a portrait; a page of an older version, which calls it otherwise, is given the one of today."""
    plain, small = _read(name)
    answer = make_response(small if takes_gzip() else plain)
    answer.mimetype = "image/svg+xml"
    answer.vary.add("Accept-Encoding")
    if takes_gzip():
        answer.headers["Content-Encoding"] = "gzip"
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable" if mark == _mark() else "no-cache"
    return answer


@cache
def _read(name: str) -> tuple[bytes, bytes]:
    said, _, variant = name.partition(".")
    portrait = CAST.get(said)
    if portrait is None or not (variant.isdecimal() and variant in map(str, range(portrait.variants))):
        raise Missing(text("There is no such portrait."))
    plain = drawn(portrait.figure(int(variant))).encode()
    return plain, gzip.compress(plain, mtime=0)
