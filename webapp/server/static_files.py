"""Static files at addresses that change with them: a browser keeps each for good and asks for none twice."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request


def static_address(folder: Path) -> str:
    """Give the path that the static files lie under, with a mark of all that is in them.

    Modules name one another by relative addresses, so the mark stands in the path, where they inherit it.
    """
    return f"/static/{_mark(folder)}"


def package_folder(name: str) -> str:
    """Find templates or static files: inside the package once installed, beside it in a checkout."""
    here = Path(__file__).resolve().parents[1]
    inside = here / name
    return str(inside if inside.is_dir() else here.parent / name)


def install(app: Flask) -> None:
    """Let browsers keep static files: another version of them has other addresses."""
    app.after_request(_keep)


@cache
def _mark(folder: Path) -> str:
    found = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(f"{path.relative_to(folder).as_posix()}\0".encode())
            found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]


def _keep(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code in (200, 304):
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
