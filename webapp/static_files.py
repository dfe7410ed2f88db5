"""Static files at addresses that change with them: a browser keeps each for good and asks for none twice."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin


def static_address(folder: Path) -> str:
    """Give the path that the static files lie under, with a mark of all that is in them.

    Modules name one another by relative addresses, so the mark stands in the path, where they inherit it.
    """
    return f"/static/{_mark(folder)}"


def install(app: Flask) -> None:
    """Let browsers keep static files: another version of them has other addresses."""
    app.session_interface = _Sessions()
    app.after_request(_keep)


class _Sessions(SecureCookieSessionInterface):
    """Renews the session's cookie with all but static files, which say the same to everyone."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if request.endpoint != "static":
            super().save_session(app, session, response)


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
