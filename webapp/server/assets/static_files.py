"""Static files at addresses that change with them: a browser keeps each for good and asks for none twice.

A page asks for few: its style sheets come as one file and its modules as another (`bundles`), made when they
are first asked for. Texts go out compressed, and are compressed once. For whoever works on them, `--debug`
sends each as it lies in the folder, and lets no browser keep it.
"""

import gzip
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, make_response, send_from_directory, url_for
from werkzeug.security import safe_join

from webapp.server.assets import bundles, joined_modules
from webapp.server.assets.bundles import BUNDLES
from webapp.server.assets.compression import takes_gzip
from webapp.server.background import run_apart

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What is sent compressed, by its ending: pictures are compressed as they are."""
_MARKERS = (Path(bundles.__file__), Path(joined_modules.__file__))
"""What changes joined files besides what they are made of."""


def package_folder(name: str) -> Path:
    """Find templates or static files: inside the package once installed, beside it in a checkout."""
    here = Path(__file__).resolve().parents[2]
    inside = here / name
    return inside if inside.is_dir() else here.parent / name


def install(app: Flask, folder: Path, *, debug: bool = False) -> None:
    """Serve the static files of a folder, and tell templates what each kind of page loads.

    Args:
        debug: whether each is sent as it lies there now, and nothing is joined or kept.
    """

    def send(filename: str) -> Response:
        return _send(folder, filename)

    def send_afresh(filename: str) -> Response:
        return _sent_afresh(folder, filename)

    app.add_url_rule(
        f"{static_address(folder, debug=debug)}/<path:filename>",
        endpoint="static",
        view_func=send_afresh if debug else send,
    )
    app.jinja_env.globals["static_root"] = static_address(folder, debug=debug)
    app.jinja_env.globals["page_files"] = _each_file if debug else _joined_files


def static_address(folder: Path, *, debug: bool = False) -> str:
    """Give the path that the static files lie under, with a mark of all that is in them.

    Modules name one another by relative addresses, so the mark stands in the path, where they inherit it.
    """
    return "/static/debug" if debug else f"/static/{_mark(folder)}"


@cache
def _mark(folder: Path) -> str:
    found = sha256()
    for path in (*_MARKERS, *sorted(folder.rglob("*"))):
        if path.is_file():
            name = path.name if path in _MARKERS else path.relative_to(folder).as_posix()
            found.update(f"{name}\0".encode())
            found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]


# ---------------------------------------------------------------------------------- what a page loads
def _joined_files(name: str) -> dict[str, list[str]]:
    """Give the addresses of what a page loads, by kind: one for all styles, and one for all modules."""
    bundle = BUNDLES[name]
    files = {
        "styles": [bundles.joined_name(name, "css")],
        "begins": bundle.begins,
        "libraries": bundle.libraries,
        "modules": [bundles.joined_name(name, "js")] if bundle.modules else [],
    }
    return _with_addresses(files)


def _each_file(name: str) -> dict[str, list[str]]:
    """Give the addresses of each of a page's files."""
    bundle = BUNDLES[name]
    files = {
        "styles": bundle.style_files(),
        "begins": bundle.begins,
        "libraries": bundle.libraries,
        "modules": bundle.module_files(),
    }
    return _with_addresses(files)


def _with_addresses(files: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {kind: [url_for("static", filename=file) for file in listed] for kind, listed in files.items()}


# ------------------------------------------------------------------------------------- what is handed out
def _send(folder: Path, filename: str) -> Response:
    """Answer with a file, or with one that is joined; a browser may keep it for good."""
    if filename in bundles.JOINED:
        answer = _text(*run_apart(_joined, folder, filename), filename)
    elif Path(filename).suffix in _TYPES and Path(safe_join(str(folder), filename) or "").is_file():
        answer = _text(*_read(folder, filename), filename)
    else:
        answer = send_from_directory(folder, filename)
    answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


def _sent_afresh(folder: Path, filename: str) -> Response:
    answer = send_from_directory(folder, filename)
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _text(plain: bytes, small: bytes, filename: str) -> Response:
    """Answer with a text, compressed for whoever takes it so."""
    answer = make_response(small if takes_gzip() else plain)
    answer.mimetype = _TYPES[Path(filename).suffix]
    answer.vary.add("Accept-Encoding")
    if takes_gzip():
        answer.headers["Content-Encoding"] = "gzip"
    return answer


@cache
def _joined(folder: Path, filename: str) -> tuple[bytes, bytes]:
    return _with_small(bundles.joined(folder, filename).encode())


@cache
def _read(folder: Path, filename: str) -> tuple[bytes, bytes]:
    return _with_small((folder / filename).read_bytes())


def _with_small(plain: bytes) -> tuple[bytes, bytes]:
    return plain, gzip.compress(plain, mtime=0)
